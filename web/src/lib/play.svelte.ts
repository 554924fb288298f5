// A table as this page knows it: what the server told, what is picked up, what is being asked.
import type {
  Answered, Asked, ChoiceOffered, Draft, DraftsTold, FromServer, Hand, LineTold, LookTold, OddsTold, OrderGiven, ProblemTold,
  Query, RefusedTold, ResultTold, Scene, Seen, TableTold, Tape, TimelineTold,
} from "../messages";
import { about, askedPieces } from "./choices";
import { Link, type LinkState, type Saying } from "./link";
import { note } from "./seats";

export interface Pose {
  x: number;
  y: number;
  fx: number;
  fy: number;
}

type Result = ResultTold["result"];
export type Refusal = Pick<RefusedTold, "rule" | "text" | "nearest" | "nearest_text">;
const A_MOMENT = 140; // milliseconds that somebody looks at a choice before its ghost is asked for

export class Play {
  table = $state.raw<TableTold | null>(null);
  lines = $state.raw<LineTold[]>([]);
  link = $state<LinkState>("joining");
  why = $state("");
  refusal = $state.raw<Refusal | null>(null);
  asked = $state.raw<Pose | null>(null); // the place that was refused
  problem = $state("");
  thinking = $state(-1);
  busy = $state(""); // the request that is not answered yet
  drag = $state.raw<Pose | null>(null);
  draft = $state.raw<Draft | null>(null); // what a drag, or the choice that is looked at, would do
  odds = $state.raw<OddsTold | null>(null);
  hand = $state.raw<Hand | null>(null); // of the piece that is picked
  tape = $state.raw<Tape | null>(null);
  lit = $state.raw<number[]>([]); // pieces of the chronicle line under the pointer
  private picked = $state(-1);
  private looked = $state.raw<ChoiceOffered | null>(null);

  past = $state.raw<LookTold | null>(null); // a moment of the battle that is looked back at
  scene = $derived<Scene | null>(this.past?.scene ?? this.table?.scene ?? null);
  told = $derived<LineTold[]>(this.past ? this.lines.slice(0, this.past.lines) : this.lines);
  pieces = $derived(new Map([...(this.scene?.waiting ?? []), ...(this.scene?.pieces ?? [])].map((p) => [p.number, p])));
  waiting = $derived(new Set((this.scene?.waiting ?? []).map((p) => p.number)));
  ask = $derived<Asked | null>(this.past ? null : (this.table?.ask ?? null));
  mine = $derived(this.ask?.yours ?? false);
  able = $derived(askedPieces(this.ask));
  piece = $derived<Seen | null>(this.pieces.get(this.picked) ?? null);
  own = $derived(about(this.ask, this.picked));
  targets = $derived(new Set(this.own.flatMap((c) => c.targets)));

  private readonly socket: Link;
  private readonly questions = new Map<string, (r: Result | null) => void>();
  private readonly turns = new Map<number, TimelineTold>(); // turns that were looked at
  private owed = 0; // the state of the table that an answer has promised: until it is here nothing more is said
  private timer = 0;
  private pumping = false;

  constructor(readonly game: string, readonly token: string) {
    this.socket = new Link(game, token, {
      heard: (m) => this.heard(m),
      state: (s, why) => {
        this.link = s;
        this.why = why;
        if (s !== "open") this.forgetQuestions();
      },
    });
  }

  close(): void {
    this.socket.close();
  }

  // --- hearing ----------------------------------------------------------------------------------------------

  private heard(m: FromServer): void {
    if (m.type === "table") this.see(m);
    else if (m.type === "thinking") this.thinking = m.side;
    else if (m.type === "result") this.settleQuestion(m.request, m.result);
    else if (m.type === "dropped") this.settleQuestion(m.request, null);
    else if (this.questions.has(m.request)) this.settleQuestion(m.request, null);
    else this.answered(m);
  }

  private see(m: TableTold): void {
    const turned = m.changes !== this.table?.changes;
    this.lines = [...this.lines.slice(0, m.lines_from), ...m.lines];
    this.table = m;
    this.thinking = -1;
    if (this.owed && m.changes >= this.owed) this.busy = "";
    if (turned) {
      this.turns.clear();
      this.past = null;
      this.clear();
      this.settle();
    }
    note(m, this.token);
  }

  private answered(m: Answered | RefusedTold | ProblemTold): void {
    const changes = m.type === "answer" ? m.answer.changes : 0;
    this.owed = typeof changes === "number" && changes > (this.table?.changes ?? 0) ? changes : 0;
    if (m.request === this.busy && !this.owed) this.busy = "";
    if (m.type === "refused") this.refusal = m;
    else if (m.type === "problem") this.problem = m.text;
    else this.asked = null;
    this.thinking = -1;
  }

  /** After a change: keep the piece that can still act, else the only one that can. */
  private settle(): void {
    if (this.table?.ended) {
      this.selected = -1;
      return;
    }
    const only = this.able.size === 1 ? [...this.able][0] : undefined;
    if (this.able.has(this.picked)) this.selected = this.picked;
    else this.selected = only ?? -1;
  }

  // --- questions: nothing of the game changes by one -------------------------------------------------------

  private query(query: Query["query"]): Promise<Result | null> {
    return new Promise((resolve) => {
      const request = this.socket.ask({ type: "query", query });
      if (request) this.questions.set(request, resolve);
      else resolve(null);
    });
  }

  private settleQuestion(request: string, result: Result | null): void {
    this.questions.get(request)?.(result);
    this.questions.delete(request);
  }

  private forgetQuestions(): void {
    for (const request of [...this.questions.keys()]) this.settleQuestion(request, null);
  }

  get selected(): number {
    return this.picked;
  }

  set selected(n: number) {
    this.picked = n;
    this.hand = null;
    if (n >= 0) void this.readHand(n);
  }

  private async readHand(n: number): Promise<void> {
    const r = await this.query({ kind: "hand", piece: n });
    if (r?.kind === "hand" && this.picked === n) this.hand = r.hand;
  }

  get shown(): ChoiceOffered | null {
    return this.looked;
  }

  /** A choice that is looked at before it is given: after a moment its ghost and its odds are asked for. */
  set shown(c: ChoiceOffered | null) {
    if (c === this.looked) return;
    this.looked = c;
    this.draft = null;
    this.odds = null;
    clearTimeout(this.timer);
    if (c) this.timer = window.setTimeout(() => void this.readDraft(c), A_MOMENT);
  }

  private async readDraft(c: ChoiceOffered): Promise<void> {
    const odds = c.targets.length ? this.query({ kind: "odds", order: c.order }) : null;
    const r = await this.query({ kind: "draft", order: c.order });
    if (this.looked !== c) return;
    this.draft = (r?.kind === "drafts" && r.drafts[0]) || null;
    const o = await odds;
    if (this.looked === c && o?.kind === "odds") this.odds = o;
  }

  async measure(a: number | [number, number], b: number | [number, number]): Promise<void> {
    const both = typeof a === "number" && typeof b === "number";
    const r = await this.query(both ? { kind: "sight", a, b } : { kind: "measure", a, b });
    if (r?.kind === "tape") this.tape = r.tape;
  }

  // --- looking back -----------------------------------------------------------------------------------------

  async turn(n: number): Promise<TimelineTold | null> {
    const known = this.turns.get(n);
    if (known) return known;
    const r = await this.query({ kind: "timeline", turn: n });
    if (r?.kind !== "timeline") return null;
    this.turns.set(n, r);
    return r;
  }

  /** The table before the first order, without looking back at it. */
  async first(): Promise<Scene | null> {
    const r = await this.query({ kind: "look", at: 0 });
    return r?.kind === "look" ? r.scene : null;
  }

  /** Look at a moment of a turn; `part` says how far into it, from 0 to 1. */
  async scrub(n: number, part: number): Promise<void> {
    const told = await this.turn(n);
    const at = told?.moments[Math.min(Math.floor(part * told.moments.length), told.moments.length - 1)]?.at;
    if (at !== undefined) await this.lookAt(at);
  }

  async lookAt(at: number): Promise<void> {
    const r = await this.query({ kind: "look", at });
    if (r?.kind !== "look") return;
    this.clear();
    this.selected = -1;
    this.past = r;
  }

  /** To the moment before or after; past the last one is now.  Says whether there was one. */
  async step(by: 1 | -1): Promise<boolean> {
    const now = this.table?.scene.turn ?? 1;
    let n = this.past?.turn ?? now;
    let list = (await this.turn(n))?.moments ?? [];
    let k = this.past ? list.findIndex((m) => m.at === this.past?.at) + by : list.length + (by < 0 ? -1 : 0);
    while (k < 0 || k >= list.length) {
      n += by;
      if (n < 1) return false;
      if (n > now || (by > 0 && !this.past)) {
        this.present();
        return false;
      }
      list = (await this.turn(n))?.moments ?? [];
      k = by > 0 ? 0 : list.length - 1;
    }
    await this.lookAt((list[k] as { at: number }).at);
    return true;
  }

  present(): void {
    this.past = null;
    this.clear();
    this.settle();
  }

  // --- dragging ---------------------------------------------------------------------------------------------

  /** Who is dragged: the piece, and first of all the one under the hand; men go with those they act with. */
  private dragged(): number[] {
    const group = this.piece?.kind === "man" ? (this.looked ?? this.own[0])?.pieces : undefined;
    return [this.picked, ...(group ?? []).filter((n) => n !== this.picked)];
  }

  private async askDrag(pose: Pose): Promise<Draft | null | undefined> {
    const r = await this.query({ kind: "drag", pieces: this.dragged(), ...pose, like: null });
    return r === null ? undefined : ((r as DraftsTold).drafts[0] ?? null);
  }

  dragTo(pose: Pose): void {
    this.refusal = null;
    this.shown = null;
    this.drag = pose;
    if (!this.pumping) void this.pump();
  }

  /** One question at a time, always about the latest place. */
  private async pump(): Promise<void> {
    this.pumping = true;
    for (let pose = this.drag; pose; ) {
      const draft = await this.askDrag(pose);
      if (this.drag && draft !== undefined) this.draft = draft;
      pose = this.drag !== pose ? this.drag : null;
    }
    this.pumping = false;
  }

  async drop(): Promise<void> {
    const pose = this.drag;
    if (!pose || this.busy) return;
    this.busy = "drop";
    const draft = await this.askDrag(pose);
    this.busy = "";
    this.drag = null;
    this.draft = draft ?? null;
    if (!draft) this.problem = draft === null ? "Nothing can be meant by that." : "The server did not answer.";
    else if (draft.legal) this.order(draft.order);
    else {
      this.asked = pose;
      this.refusal = { rule: draft.rule, text: draft.reason, nearest: draft.nearest, nearest_text: draft.nearest_text };
    }
  }

  // --- saying -----------------------------------------------------------------------------------------------

  private say(message: Saying): string {
    this.refusal = null;
    this.problem = "";
    return this.socket.say(message);
  }

  order(order: OrderGiven): void {
    if (this.busy || !this.mine) return;
    this.asked = null;
    this.busy = this.say({ type: "order", order });
  }

  give(choice: ChoiceOffered): void {
    this.order(choice.order);
  }

  takeNearest(): void {
    if (this.refusal?.nearest) this.order(this.refusal.nearest);
  }

  throwDice(faces: number[]): void {
    if (!this.busy) this.busy = this.say({ type: "throw", faces });
  }

  undo(): void {
    if (this.table?.may_undo && !this.busy && !this.past) this.busy = this.say({ type: "undo" });
  }

  answerUndo(agreed: boolean): void {
    this.busy = this.say({ type: "answer undo", agreed });
  }

  // --- picking ----------------------------------------------------------------------------------------------

  /** A piece stands for what it is part of, if only that can be chosen. */
  whole(n: number): number {
    const p = this.pieces.get(n);
    if (!p || p.within < 0 || this.able.has(n) || p.kind === "commander" || p.kind === "general") return n;
    return this.pieces.has(p.within) ? p.within : n;
  }

  pick(n: number): void {
    const piece = this.whole(n);
    const on = this.own.filter((c) => c.targets.includes(piece) || c.targets.includes(n));
    const first = on[0];
    if (first && piece !== this.picked) {
      if (this.looked && on.includes(this.looked)) this.give(this.looked);
      else this.shown = first;
      return;
    }
    const enemy = this.pieces.get(piece)?.side !== this.ask?.side;
    if (this.mine && enemy && this.own.length) void this.clickOn(piece);
    else {
      this.clear();
      this.selected = piece;
    }
  }

  /** An enemy that no choice speaks of: the server says what may be meant, or why not. */
  private async clickOn(target: number): Promise<void> {
    const r = await this.query({ kind: "click", pieces: this.dragged(), target });
    const draft = r?.kind === "drafts" ? r.drafts[0] : undefined;
    this.clear();
    if (!draft) this.selected = target;
    else {
      this.draft = draft;
      if (!draft.legal) this.refusal = { rule: draft.rule, text: draft.reason, nearest: draft.nearest, nearest_text: draft.nearest_text };
    }
  }

  clear(): void {
    this.shown = null;
    this.drag = null;
    this.draft = null;
    this.odds = null;
    this.refusal = null;
    this.asked = null;
    this.problem = "";
  }

  letGo(): void {
    if (this.refusal || this.looked || this.drag || this.problem || this.draft) this.clear();
    else if (this.tape) this.tape = null;
    else this.selected = -1;
  }
}
