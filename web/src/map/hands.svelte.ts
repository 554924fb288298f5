// Hands on the table: pan, pinch, pick, drag, turn, lasso, and the tape.
import type { Camera } from "../lib/camera.svelte";
import { type Sheet, turned, type XY } from "../lib/geometry";
import { start } from "../lib/keys";
import type { Play, Pose } from "../lib/play.svelte";
import type { ChoiceOffered } from "../messages";

export interface Ground {
  play: Play;
  camera: Camera;
  sheet: () => Sheet;
  box: () => HTMLElement | undefined;
  ruler: () => boolean;
  beads: () => ChoiceOffered[];
}
type Doing = "nothing" | "press" | "pan" | "drag" | "turn" | "lasso" | "tape" | "pinch";
type End = number | [number, number]; // of a tape: a piece, or a place
interface Point {
  x: number;
  y: number;
}
interface Under {
  n: number;
  bead: number;
  part: string; // of the ghost: "ghost", "turn", "give"
}

const SLACK = 5; // pixels that a hand may tremble
const LONG = 450; // milliseconds that a finger rests before it draws a lasso
const HOVER = 350; // milliseconds that a mouse rests on a piece before its distance is shown
const NOTCH = 5; // degrees that a notch of the wheel turns what is dragged

export class Hands {
  doing = $state<Doing>("nothing");
  lasso = $state.raw<[XY, XY] | null>(null); // two corners, on the sheet
  from = $state.raw<End | null>(null); // the first end of a tape that has no second yet
  private readonly held = new Map<number, Point>();
  private began: Point = { x: 0, y: 0 };
  private under: Under = { n: -1, bead: -1, part: "" };
  private pose: Pose | null = null; // of what is dragged, when it was taken up
  private room: DOMRect | null = null; // where the table lies in the window, while something is held: asked for once
  private resting = 0;
  private hovering = 0;

  constructor(private readonly g: Ground) {}

  // --- where ------------------------------------------------------------------------------------------------

  private local(p: Point): [number, number] {
    const r = this.room ?? this.g.box()?.getBoundingClientRect();
    return [p.x - (r?.left ?? 0), p.y - (r?.top ?? 0)];
  }

  private onSheet(p: Point): XY {
    return this.g.camera.spot(...this.local(p));
  }

  /** In the table's own unit. */
  private spot(p: Point): [number, number] {
    const [x, y] = this.onSheet(p);
    const { h, s } = this.g.sheet();
    return [x / s, (h - y) / s];
  }

  private what(el: Element | null): Under {
    const on = el?.closest("[data-n],[data-bead],[data-part]");
    const number = (name: string): number => Number(on?.getAttribute(name) ?? -1);
    return { n: number("data-n"), bead: number("data-bead"), part: on?.getAttribute("data-part") ?? "" };
  }

  private end(p: Point, n: number): End {
    return n < 0 ? this.spot(p) : this.g.play.taken(n);
  }

  // --- down, move, up ---------------------------------------------------------------------------------------

  down = (e: PointerEvent): void => {
    if (e.button > 0) return;
    const at = { x: e.clientX, y: e.clientY };
    this.held.set(e.pointerId, at);
    this.room = this.g.box()?.getBoundingClientRect() ?? null;
    clearTimeout(this.resting);
    if (this.held.size > 1) return this.pinched();
    this.began = at;
    this.under = this.what(e.target instanceof Element ? e.target : null);
    this.doing = this.under.part === "turn" ? "turn" : "press";
    if (this.doing === "turn") this.g.box()?.setPointerCapture(e.pointerId);
    const ground = this.under.n < 0 && !this.under.part && this.under.bead < 0;
    if (e.pointerType === "touch" && ground && !this.g.ruler()) this.resting = window.setTimeout(() => this.rested(), LONG);
  };

  private pinched(): void {
    if (this.doing === "drag" || this.doing === "turn") this.g.play.clear();
    this.lasso = null;
    this.doing = "pinch";
  }

  private rested(): void {
    if (this.doing !== "press") return;
    this.doing = "lasso";
    const at = this.onSheet(this.began);
    this.lasso = [at, at];
  }

  move = (e: PointerEvent): void => {
    const was = this.held.get(e.pointerId), now = { x: e.clientX, y: e.clientY };
    if (!was) return;
    this.held.set(e.pointerId, now);
    if (this.doing === "pinch") return this.pinch(e.pointerId, was, now);
    if (this.doing === "press") {
      if (Math.hypot(now.x - this.began.x, now.y - this.began.y) < SLACK) return;
      clearTimeout(this.resting);
      this.g.box()?.setPointerCapture(e.pointerId);
      this.doing = this.meant(e.shiftKey);
    }
    this.go(was, now);
  };

  /** What a hand that went down here and moves is doing. */
  private meant(shift: boolean): Doing {
    const { play } = this.g, { n, part } = this.under;
    if (this.g.ruler()) return "tape";
    if (part === "ghost" && play.drag) {
      this.pose = play.drag;
      return "drag";
    }
    const whole = n < 0 ? -1 : play.taken(n);
    if (n >= 0 && (play.able.has(whole) || play.party.includes(n))) return this.takeUp(play.party.includes(n) ? n : whole);
    if (shift) this.lasso = [this.onSheet(this.began), this.onSheet(this.began)];
    return shift ? "lasso" : "pan";
  }

  private takeUp(n: number): Doing {
    const { play } = this.g;
    if (!play.mine) return "pan";
    if (play.selected !== n) play.selected = n;
    play.clear();
    this.pose = start(play);
    return this.pose ? "drag" : "pan";
  }

  private go(was: Point, now: Point): void {
    const { play, camera } = this.g;
    if (this.doing === "pan") camera.move(now.x - was.x, now.y - was.y);
    else if (this.doing === "drag") this.drag(now);
    else if (this.doing === "turn") this.turn(now);
    else if (this.doing === "lasso" && this.lasso) this.lasso = [this.lasso[0], this.onSheet(now)];
    else if (this.doing === "tape") {
      const there = this.what(document.elementFromPoint(now.x, now.y)).n;
      const [a, b] = [this.end(this.began, this.under.n), this.end(now, there)];
      if (a !== b) void play.measure(a, b);
    }
  }

  private drag(now: Point): void {
    const { play } = this.g, p = this.pose;
    if (!p) return;
    const [x0, y0] = this.spot(this.began), [x, y] = this.spot(now), face = play.drag ?? p;
    play.dragTo({ x: p.x + x - x0, y: p.y + y - y0, fx: face.fx, fy: face.fy });
  }

  /** The front towards the hand, to a whole degree. */
  private turn(now: Point): void {
    const p = start(this.g.play);
    if (!p) return;
    const [x, y] = this.spot(now), angle = (Math.atan2(x - p.x, y - p.y) * 180) / Math.PI;
    this.g.play.dragTo({ ...p, ...turned({ fx: 0, fy: 1 }, Math.round(angle)) });
  }

  private pinch(id: number, was: Point, now: Point): void {
    const other = [...this.held].find(([k]) => k !== id)?.[1];
    if (!other) return;
    const before = Math.hypot(was.x - other.x, was.y - other.y), after = Math.hypot(now.x - other.x, now.y - other.y);
    this.g.camera.move((now.x - was.x) / 2, (now.y - was.y) / 2);
    if (before > 0) this.g.camera.zoom(after / before, ...this.local({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }));
  }

  private letLie(): void {
    clearTimeout(this.resting);
    if (!this.held.size) this.room = null;
  }

  up = (e: PointerEvent): void => {
    if (!this.held.delete(e.pointerId)) return;
    this.letLie();
    const did = this.doing;
    if (did === "pinch" && this.held.size) return; // the last finger of a pinch does nothing more
    this.doing = "nothing";
    if (did === "drag" && this.g.play.drag) void this.g.play.drop();
    else if (did === "lasso") this.catch();
    else if (did === "press") this.tap(e);
    this.lasso = null;
  };

  cancel = (e: PointerEvent): void => {
    this.held.delete(e.pointerId);
    this.letLie();
    if (this.doing === "drag") this.g.play.clear();
    this.lasso = null;
    this.doing = "nothing";
  };

  // --- taps -------------------------------------------------------------------------------------------------

  private tap(e: PointerEvent): void {
    const { play } = this.g, { n, bead, part } = this.under;
    const choice = this.g.beads()[bead];
    if (this.g.ruler()) this.mark(this.end({ x: e.clientX, y: e.clientY }, n));
    else if (part) void play.drop();
    else if (choice && play.shown === choice) play.give(choice);
    else if (choice) play.shown = choice;
    else if (n >= 0 && e.shiftKey) play.join(n);
    else if (n >= 0) play.pick(n);
    else if (play.mine && play.own.length && play.waiting.has(play.selected)) this.bringOn(e);
    else play.letGo();
  }

  /** The first end of a tape, and then the second. */
  mark(end: End): void {
    if (this.from === null) {
      this.from = end;
      this.g.play.rollUp();
    } else if (this.from !== end) {
      void this.g.play.measure(this.from, end);
      this.from = null;
    }
  }

  /** Who waits off the table is shown where one points. */
  private bringOn(e: PointerEvent): void {
    const p = start(this.g.play);
    const [x, y] = this.spot({ x: e.clientX, y: e.clientY });
    if (p) this.g.play.dragTo({ ...p, x, y });
  }

  private catch(): void {
    const { play } = this.g, sheet = this.g.sheet(), [a, b] = this.lasso ?? [[0, 0], [0, 0]];
    const within = (x: number, y: number): boolean => x > Math.min(a[0], b[0]) && x < Math.max(a[0], b[0]) && y > Math.min(a[1], b[1]) && y < Math.max(a[1], b[1]);
    const some = [...play.pieces.values()].filter((p) => !play.waiting.has(p.number) && within(sheet.x(p.x), sheet.y(p.y)) && play.gathers(p.number));
    if (some.length) play.together(some.map((p) => p.number));
  }

  // --- the wheel, and looking -------------------------------------------------------------------------------

  wheel = (e: WheelEvent): void => {
    e.preventDefault();
    const { play, camera } = this.g;
    if (this.doing === "drag" && play.drag) play.dragTo({ ...play.drag, ...turned(play.drag, Math.sign(e.deltaY) * NOTCH) });
    else camera.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0016)), ...this.local({ x: e.clientX, y: e.clientY }));
  };

  /** Twice on a man: all of his. */
  twice = (e: MouseEvent): void => {
    const n = this.what(e.target instanceof Element ? e.target : null).n;
    if (n >= 0 && !this.g.ruler()) this.g.play.gather(n);
  };

  /** A mouse over a target shows its odds, and over any piece how far it is. */
  over = (e: PointerEvent): void => {
    if (e.pointerType !== "mouse" || this.held.size || this.g.ruler()) return;
    const n = this.what(e.target instanceof Element ? e.target : null).n;
    this.g.play.glance(n);
    clearTimeout(this.hovering);
    if (n >= 0) this.hovering = window.setTimeout(() => void this.g.play.lookAcross(this.g.play.taken(n)), HOVER);
    else this.g.play.lookAway();
  };

  leave = (): void => {
    clearTimeout(this.hovering);
    this.g.play.glance(-1);
    this.g.play.lookAway();
  };
}
