// A table as this page knows it: what the server told, what is picked up, what is being asked.
import type {
  Answered, Asked, ChoiceOffered, Company, Draft, DraftsTold, FromServer, Hand, LineTold, LookTold, OddsTold, OrderGiven,
  ProblemTold, Query, RefusedTold, ResultTold, RuleNow, Scene, Seen, Standing, TableTold, Tape, TimelineTold,
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
type Unseen<T> = T extends { changes: number } ? Omit<T, "changes"> : never;
type Deed = Unseen<Saying>; // something said that changes the game
export type Refusal = Pick<RefusedTold, "rule" | "text" | "nearest" | "nearest_text">;
const EASE = 40; // milliseconds at least from one question of a drag to the next
const A_MOMENT = 140; // milliseconds that somebody looks at a choice before its ghost is asked for

/** Until the page is drawn next, after what the hand did since: the browser works it all out together. */
const nextFrame = (): Promise<unknown> => new Promise((go) => requestAnimationFrame(go));

/** A scene told in part stands on the one before: pieces and ground that were not told are as they were. */
function putTogether(told: TableTold, had: Scene | undefined): Scene {
  if (!told.numbers || !had) return told.scene;
  const pieces = new Map([...had.pieces, ...told.scene.pieces].map((p) => [p.number, p]));
  const features = told.scene.features.length ? told.scene.features : had.features;
  return { ...told.scene, features, pieces: told.numbers.flatMap((n) => pieces.get(n) ?? []) };
}

export class Play {
  table = $state.raw<TableTold | null>(null);
  lines = $state.raw<LineTold[]>([]);
  link = $state<LinkState>("joining");
  why = $state("");
  refusal = $state.raw<Refusal | null>(null);
  sort = $state(""); // the sort of order that is open in the list: a click on a target means one of it
  asked = $state.raw<Pose | null>(null); // the place that was refused
  problem = $state("");
  thinking = $state(-1);
  company = $state.raw<Company | null>(null); // who else is at the table
  busy = $state(""); // the request that is not answered yet
  drag = $state.raw<Pose | null>(null);
  draft = $state.raw<Draft | null>(null); // what a drag, or the choice that is looked at, would do
  odds = $state.raw<OddsTold | null>(null);
  hand = $state.raw<Hand | null>(null); // of the piece that is picked
  tape = $state.raw<Tape | null>(null);
  lit = $state.raw<number[]>([]); // pieces of the chronicle line under the pointer
  party = $state.raw<number[]>([]); // pieces that are picked together, the picked one too; none if it is alone
  near = $state.raw<{ piece: number; tape: Tape } | null>(null); // from the picked piece to the one that is looked at
  inHand = $state.raw<ChoiceOffered | null>(null); // an order that the next drag puts in its place
  private offered = $state.raw<ChoiceOffered[] | null>(null); // what those who are picked together may do
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
  own = $derived(this.offered ?? about(this.ask, this.picked));
  targets = $derived(new Set(this.own.flatMap((c) => c.targets)));

  private readonly socket: Link;
  private readonly questions = new Map<string, (r: Result | null) => void>();
  private readonly newestOf = new Map<string, number>(); // how often something was asked about
  private readonly turns = new Map<number, TimelineTold>(); // turns that were looked at
  private late = ""; // what was said too late, until a table has been seen that says why
  private owed = 0; // the state of the table that an answer has promised: until it is here nothing more is said
  private timer = 0;
  private pumping = false;
  private glanced = false; // the choice is only looked at in passing: a click does not give it yet

  constructor(readonly game: string, readonly token: string) {
    this.socket = new Link(game, token, {
      has: () => ({ lines: this.lines.length, mark: this.table?.mark ?? "" }),
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
    else if (m.type === "company") this.company = m;
    else if (m.type === "result") this.settleQuestion(m.request, m.result);
    else if (m.type === "dropped") this.settleQuestion(m.request, null);
    else if (this.questions.has(m.request)) this.settleQuestion(m.request, null);
    else this.answered(m);
  }

  private see(told: TableTold): void {
    const m = { ...told, scene: putTogether(told, this.table?.scene) };
    const turned = m.changes !== this.table?.changes;
    this.lines = [...this.lines.slice(0, m.lines_from), ...m.lines];
    this.table = m;
    this.thinking = -1;
    if (this.owed && m.changes >= this.owed) {
      this.owed = 0;
      this.busy = "";
    }
    if (turned) {
      this.turns.clear();
      this.outdate("look");
      this.past = null;
      this.inHand = null;
      this.clear();
      this.problem = this.late;
      this.late = "";
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
    this.late = m.type === "problem" && m.late ? m.text : "";
    this.thinking = -1;
  }

  /** After a change: keep the piece that can still act, else the only one that is asked about. */
  private settle(): void {
    if (this.table?.ended) {
      this.selected = -1;
      return;
    }
    this.party = this.party.filter((n) => this.gathers(n));
    const first = new Set(this.mine ? this.ask?.choices.flatMap((c) => c.pieces.slice(0, 1)) : []);
    const only = first.size === 1 ? [...first][0] : undefined;
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

  /** A question of which only the newest counts, for answers come in any order: to an older one nothing is given back. */
  private async newest(about: string, query: Query["query"]): Promise<Result | null | undefined> {
    const mine = this.outdate(about);
    const r = await this.query(query);
    return this.newestOf.get(about) === mine ? r : undefined;
  }

  /** Answers that are still under way are of no use any more. */
  private outdate(about: string): number {
    const next = (this.newestOf.get(about) ?? 0) + 1;
    this.newestOf.set(about, next);
    return next;
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
    if (n >= 0 && !this.inHand?.pieces.includes(n)) this.inHand = null;
    this.picked = n;
    this.lookAway();
    if (!this.party.includes(n)) this.party = [];
    this.offered = null;
    if (this.party.length) void this.readOffers(this.party);
    this.hand = null;
    if (n >= 0) void this.readHand(n);
  }

  private async readHand(n: number): Promise<void> {
    const r = await this.newest("hand", { kind: "hand", piece: n });
    if (r?.kind === "hand" && this.picked === n) this.hand = r.hand;
  }

  private async readOffers(party: number[]): Promise<void> {
    const r = await this.query({ kind: "offers", pieces: party });
    if (r?.kind === "offers" && this.party === party && r.choices.length) this.offered = r.choices;
  }

  /** An order is taken in hand: a drag says where. */
  take(c: ChoiceOffered): void {
    this.clear();
    this.inHand = c;
  }

  get shown(): ChoiceOffered | null {
    return this.looked;
  }

  /** A choice that is looked at before it is given: after a moment its ghost and its odds are asked for. */
  set shown(c: ChoiceOffered | null) {
    this.glanced = false;
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
    const r = await this.newest("tape", both ? { kind: "sight", a, b } : { kind: "measure", a, b });
    if (r?.kind === "tape") this.tape = r.tape;
  }

  /** The tape is rolled up. */
  rollUp(): void {
    this.outdate("tape");
    this.tape = null;
  }

  /** No piece is looked across to any more. */
  lookAway(): void {
    this.outdate("near");
    this.near = null;
  }

  /** How far a piece is from the picked one, and whether it is seen. */
  async lookAcross(n: number): Promise<void> {
    const from = this.picked;
    this.lookAway();
    if (from < 0 || n < 0 || from === n || this.past || this.waiting.has(from) || this.waiting.has(n)) return;
    const r = await this.newest("near", { kind: "sight", a: from, b: n });
    if (r?.kind === "tape" && this.picked === from) this.near = { piece: n, tape: r.tape };
  }

  /** A target in passing: its odds are shown, nothing is given by it; with nothing it is over. */
  glance(n: number): void {
    const on = n < 0 ? undefined : this.own.find((c) => c.targets.includes(n) || c.targets.includes(this.whole(n)) || c.targets.includes(this.taken(n)));
    if (this.drag || this.busy || (this.looked && !this.glanced)) return;
    this.shown = on && n !== this.picked ? on : null;
    this.glanced = this.looked !== null;
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

  /** Points and losses of every turn. */
  async course(): Promise<Standing[]> {
    const r = await this.query({ kind: "course" });
    return r?.kind === "course" ? r.standings : [];
  }

  /** A rule, and where it applies now. */
  async rule(id: string): Promise<RuleNow | null> {
    const r = await this.query({ kind: "rule", rule: id });
    return r?.kind === "rule" ? r : null;
  }

  /** Look at a moment of a turn; `part` says how far into it, from 0 to 1. */
  async scrub(n: number, part: number): Promise<void> {
    const told = await this.turn(n);
    const at = told?.moments[Math.min(Math.floor(part * told.moments.length), told.moments.length - 1)]?.at;
    if (at !== undefined) await this.lookAt(at);
  }

  async lookAt(at: number): Promise<void> {
    const r = await this.newest("look", { kind: "look", at });
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
    this.outdate("look");
    this.past = null;
    this.clear();
    this.settle();
  }

  // --- dragging ---------------------------------------------------------------------------------------------

  /** Who is dragged: first of all the one under the hand, then those who were picked with it. */
  private dragged(): number[] {
    return [this.picked, ...this.party.filter((n) => n !== this.picked)];
  }

  private async askDrag(pose: Pose): Promise<Draft | null | undefined> {
    const r = await this.query({ kind: "drag", pieces: this.dragged(), ...pose, like: this.inHand?.order ?? null });
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
      const ease = new Promise((next) => setTimeout(next, EASE));
      const draft = await this.askDrag(pose);
      await nextFrame();
      if (this.drag && draft !== undefined) this.draft = draft;
      await ease;
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

  /** Said of the table that is seen here: if it has changed since, the server does not take it. */
  private say(message: Deed): string {
    this.refusal = null;
    this.problem = this.late = "";
    return this.socket.say({ ...message, changes: this.table?.changes ?? 0 } as Saying);
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

  /** What a hand takes hold of: a leader who cannot act himself stands for those he is with. */
  taken(n: number): number {
    const p = this.pieces.get(n);
    return p?.role === "leader" && p.within >= 0 && !this.able.has(n) && this.pieces.has(p.within) ? p.within : this.whole(n);
  }

  /** A piece stands for what it is part of, if only that can be chosen. */
  whole(n: number): number {
    const p = this.pieces.get(n);
    if (!p || p.within < 0 || p.role === "leader" || !this.pieces.has(p.within)) return n;
    return this.able.has(n) && !this.able.has(p.within) ? n : p.within;
  }

  /** Can this one be picked together with others? */
  gathers(n: number): boolean {
    const p = this.pieces.get(n);
    return p?.role === "figure" && this.mine && (this.able.has(n) || this.able.has(p.within));
  }

  /** With those who are picked, or no longer. */
  join(n: number): void {
    if (!this.gathers(n)) return;
    const some = this.party.length ? this.party : this.gathers(this.picked) ? [this.picked] : [];
    this.together(some.includes(n) ? some.filter((k) => k !== n) : [...some, n]);
  }

  /** All who go by the same name and can be picked, within what he is in. */
  gather(n: number): void {
    const p = this.pieces.get(n);
    if (!p || !this.gathers(n)) return;
    const like = [...this.pieces.values()].filter((q) => q.side === p.side && q.label === p.label && q.within === p.within);
    this.together([n, ...like.map((q) => q.number).filter((k) => k !== n && this.gathers(k))]);
  }

  together(some: number[]): void {
    this.clear();
    const first = some.includes(this.picked) ? this.picked : (some[0] ?? -1);
    this.party = some.length > 1 ? some : [];
    this.selected = first;
  }

  pick(n: number): void {
    const piece = this.whole(n);
    const on = this.own.filter((c) => [n, piece, this.taken(n)].some((k) => c.targets.includes(k)));
    const first = on.find((c) => c.group === this.sort) ?? on[0];
    if (first && piece !== this.picked) {
      if (this.looked && on.includes(this.looked) && !this.glanced) this.give(this.looked);
      else this.shown = this.looked && on.includes(this.looked) ? this.looked : first;
      return;
    }
    const enemy = this.pieces.get(piece)?.side !== this.ask?.side;
    if (this.mine && enemy && this.own.length) void this.clickOn(piece);
    else {
      this.clear();
      this.party = [];
      this.selected = piece;
    }
  }

  /** An enemy that no choice speaks of: the server says what may be meant, or why not. */
  private async clickOn(target: number): Promise<void> {
    const r = await this.newest("click", { kind: "click", pieces: this.dragged(), target });
    if (r === undefined) return;
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
    else if (this.inHand) this.inHand = null;
    else if (this.tape) this.rollUp();
    else if (this.party.length) {
      this.party = [];
      this.offered = null;
    }
    else this.selected = -1;
  }
}
