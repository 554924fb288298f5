// A table as this page knows it: what the server told, what is picked up, what is being asked.
import type {
  Answered, ChoiceOffered, FromServer, LineTold, OrderGiven, ProblemTold, RefusedTold, Seen, TableTold,
} from "../messages";
import { about, askedPieces, place } from "./choices";
import { Link, type LinkState, type Saying } from "./link";
import { note } from "./seats";

export interface Pose {
  x: number;
  y: number;
  fx: number;
  fy: number;
}

export class Play {
  table = $state.raw<TableTold | null>(null);
  lines = $state.raw<LineTold[]>([]);
  link = $state<LinkState>("joining");
  why = $state("");
  refusal = $state.raw<RefusedTold | null>(null);
  asked = $state.raw<Pose | null>(null); // the place that was refused
  problem = $state("");
  thinking = $state(-1);
  busy = $state(""); // the request that is not answered yet
  selected = $state(-1);
  shown = $state.raw<ChoiceOffered | null>(null); // a choice that is looked at before it is given
  drag = $state.raw<Pose | null>(null);
  lit = $state.raw<number[]>([]); // pieces of the chronicle line under the pointer

  pieces = $derived(new Map((this.table?.scene.pieces ?? []).map((p) => [p.number, p])));
  ask = $derived(this.table?.ask ?? null);
  mine = $derived(this.ask?.yours ?? false);
  able = $derived(askedPieces(this.ask));
  piece = $derived<Seen | null>(this.pieces.get(this.selected) ?? null);
  own = $derived(about(this.ask, this.selected));
  targets = $derived(new Set(this.own.flatMap((c) => c.targets)));

  private readonly socket: Link;
  private readonly waiting = new Map<string, (m: Answered | RefusedTold | ProblemTold) => void>();

  constructor(readonly game: string, readonly token: string) {
    this.socket = new Link(game, token, {
      heard: (m) => this.heard(m),
      state: (s, why) => {
        this.link = s;
        this.why = why;
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
    else this.answered(m);
  }

  private see(m: TableTold): void {
    const turned = m.changes !== this.table?.changes;
    this.lines = [...this.lines.slice(0, m.lines_from), ...m.lines];
    this.table = m;
    this.thinking = -1;
    if (turned) {
      this.clear();
      this.settle();
    }
    note(m, this.token);
  }

  private answered(m: Answered | RefusedTold | ProblemTold): void {
    this.waiting.get(m.request)?.(m);
    this.waiting.delete(m.request);
    if (m.request === this.busy) this.busy = "";
    if (m.type === "refused") this.refusal = m;
    else if (m.type === "problem") this.problem = m.text;
    else this.asked = null;
    this.thinking = -1;
  }

  /** After a change: keep the piece that can still act, else the only one that can. */
  private settle(): void {
    if (this.able.has(this.selected)) return;
    const only = this.able.size === 1 ? [...this.able][0] : undefined;
    this.selected = only ?? (this.mine && this.able.size === 0 ? this.selected : -1);
    if (!this.pieces.has(this.selected)) this.selected = -1;
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

  /** Something dropped at a place: the order of that piece that says where, with this place in it. */
  drop(pose: Pose): void {
    const like = this.own.find(place);
    this.drag = null;
    if (!like) return;
    const order = { ...like.order, ...pose };
    this.order(order);
    this.asked = pose;
  }

  takeNearest(): void {
    if (this.refusal?.nearest) this.order(this.refusal.nearest);
  }

  throwDice(faces: number[]): void {
    if (!this.busy) this.busy = this.say({ type: "throw", faces });
  }

  undo(): void {
    if (this.table?.may_undo && !this.busy) this.busy = this.say({ type: "undo" });
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
    if (first && piece !== this.selected) {
      if (this.shown && on.includes(this.shown)) this.give(this.shown);
      else this.shown = first;
      return;
    }
    this.shown = null;
    this.refusal = null;
    this.selected = piece;
  }

  clear(): void {
    this.shown = null;
    this.drag = null;
    this.refusal = null;
    this.asked = null;
    this.problem = "";
  }

  letGo(): void {
    if (this.refusal || this.shown || this.drag || this.problem) this.clear();
    else this.selected = -1;
  }
}
