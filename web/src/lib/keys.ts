// The keys of the table.
import type { Seen } from "../messages";
import type { Camera } from "./camera.svelte";
import { closing, type Offer } from "./choices";
import { Sheet, turned } from "./geometry";
import type { Play, Pose } from "./play.svelte";

export interface Desk {
  play: Play;
  camera: Camera;
  offers: () => Offer[];
  rules: () => void;
  help: () => void;
  ruler: () => void;
  typed: () => void;
  escape: () => void;
}

/** What they do, for the list of them. */
export const KEYS: [string, string][] = [
  ["Tab", "next piece; arrows go among the pieces of a formation"],
  ["[ ]", "pieces that can still act"],
  ["Enter", "pick up, or give the order that is shown"],
  ["Shift Enter", "pick one more piece"],
  ["Ctrl A", "pick all pieces of its name"],
  ["Esc", "let go"],
  ["letters", "the orders they stand on"],
  ["T", "next target"],
  ["arrows", "move the ghost ½, with Shift ⅒; with nothing in hand, the view"],
  [", .", "wheel it 5°"],
  ["M", "say the move: NE 4.5"],
  ["R", "ruler and line of sight"],
  ["E", "end this step"],
  ["Z", "undo"],
  ["J K", "look back, a moment at a time"],
  ["/", "rules"],
  ["+ − 0", "zoom"],
  ["Space", "held: what lies over the table is away"],
  ["?", "this list"],
];

const STEPS: Record<string, [number, number]> = { inch: [0.5, 0.1], cm: [1, 0.2] }; // an arrow, and with Shift
const WHEEL = 5; // degrees
const NEARER = 1.35;
const WAYS: Record<string, [number, number]> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function pressed(e: KeyboardEvent, desk: Desk): void {
  const { play } = desk;
  if (e.key === "Escape") return desk.escape();
  if (isTyping(e) || e.altKey || e.metaKey || !play.table) return;
  if (e.ctrlKey && !["z", "a"].includes(e.key) && !(e.key in WAYS)) return;
  const done = e.key in WAYS ? arrow(e, desk) : e.key === "Enter" ? enter(e, desk) : letter(e, desk);
  if (done) e.preventDefault();
}

function isTyping(e: KeyboardEvent): boolean {
  return e.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
}

/** The piece that has the focus. */
export function focused(play: Play): Seen | null {
  const n = document.activeElement?.getAttribute("data-n");
  return n == null ? null : (play.pieces.get(Number(n)) ?? null);
}

export function focusOn(n: number): void {
  document.querySelector<SVGElement>(`.map [data-n="${n}"]`)?.focus();
}

// --- letters ------------------------------------------------------------------------------------------------

function letter(e: KeyboardEvent, desk: Desk): boolean {
  const { play, camera } = desk;
  const key = e.key.toLowerCase(), at = focused(play)?.number ?? play.selected;
  if (e.ctrlKey && key === "a") {
    play.gather(at);
    return play.gathers(at);
  }
  const acts: Record<string, () => void> = {
    "/": desk.rules, "?": desk.help, r: desk.ruler, m: desk.typed, z: () => play.undo(), e: () => end(play),
    "+": () => camera.zoom(NEARER), "=": () => camera.zoom(NEARER), "-": () => camera.zoom(1 / NEARER), "0": () => camera.all(),
    "[": () => next(desk, -1), "]": () => next(desk, 1), ",": () => wheel(play, -WHEEL), ".": () => wheel(play, WHEEL),
    t: () => nextTarget(play), j: () => void play.step(-1), k: () => void play.step(1),
  };
  const offer = acts[key] ? undefined : desk.offers().find((o) => o.key === key);
  if (offer) play.give(offer.choice);
  acts[key]?.();
  return !!(acts[key] ?? offer);
}

function end(play: Play): void {
  const choice = play.mine ? closing(play.ask) : undefined;
  if (choice) play.give(choice);
}

/** The next piece that can act: picked, in view, and in focus so that it is spoken. */
function next({ play, camera }: Desk, by: number): void {
  const can = [...play.able];
  if (!can.length) return;
  const k = can.indexOf(play.selected);
  play.clear();
  play.party = [];
  play.selected = (k < 0 && by < 0 ? can[can.length - 1] : can[(k + by + can.length) % can.length]) ?? -1;
  const p = play.piece;
  if (p && play.scene && !play.waiting.has(p.number)) camera.show(...new Sheet(play.scene).at([p.x, p.y]));
  focusOn(play.selected);
}

function nextTarget(play: Play): void {
  const aimed = play.own.filter((c) => c.targets.length);
  const k = play.shown ? aimed.indexOf(play.shown) : -1;
  play.shown = aimed[(k + 1) % aimed.length] ?? null;
}

// --- the ghost ----------------------------------------------------------------------------------------------

/** Where the ghost stands, or the piece itself; nothing if it is not on the table. */
export function start(play: Play): Pose | null {
  const p = play.piece;
  if (!p) return null;
  const near = play.refusal ? play.draft?.nearest_preview?.poses.find((pose) => pose.number === p.number) : null;
  const { x, y, fx, fy } = play.drag ?? near ?? (play.waiting.has(p.number) ? comingOn(play, p) : p);
  return { x, y, fx, fy };
}

/** Who is not on the table yet begins in the middle of where he may come. */
function comingOn(play: Play, p: Seen): Pose {
  const all = (play.hand?.reach ?? []).flatMap((band) => band.outlines.flatMap((o) => o.points));
  const mean = (k: 0 | 1): number => all.reduce((n, q) => n + q[k], 0) / Math.max(1, all.length);
  return { x: mean(0), y: mean(1), fx: p.fx, fy: p.fy };
}

function wheel(play: Play, degrees: number): void {
  const p = start(play);
  if (p && play.mine) play.dragTo({ ...p, ...turned(p, degrees) });
}

function arrow(e: KeyboardEvent, desk: Desk): boolean {
  const [x, y] = WAYS[e.key] as [number, number];
  const { play, camera } = desk;
  const on = focused(play);
  const held = on !== null && play.selected >= 0 && (on.number === play.selected || on.within === play.selected || play.party.includes(on.number));
  if (on && (e.ctrlKey || !held) && walk(play, on, x, y)) return true;
  const from = start(play), [step, fine] = STEPS[play.scene?.unit ?? "inch"] ?? [0.5, 0.1], far = e.shiftKey ? fine : step;
  if (from && play.mine && play.own.length) play.dragTo({ ...from, x: from.x + x * far, y: from.y + y * far });
  else camera.move(-x * 60, y * 60);
  return true;
}

/** From man to man within a formation. */
function walk(play: Play, on: Seen, x: number, y: number): boolean {
  const body = on.role === "formation" ? on.number : on.within;
  if (body < 0) return false;
  const men = [...play.pieces.values()].filter((p) => p.within === body && p.number !== on.number);
  const cost = (p: Seen): number => {
    const ahead = (p.x - on.x) * x + (p.y - on.y) * y, off = Math.abs((p.x - on.x) * y) + Math.abs((p.y - on.y) * x);
    return ahead > 0.05 ? ahead + 3 * off : Infinity;
  };
  const best = men.reduce<Seen | null>((a, p) => (cost(p) < (a ? cost(a) : Infinity) ? p : a), null);
  if (best) focusOn(best.number);
  return men.length > 0;
}

// --- Enter --------------------------------------------------------------------------------------------------

function enter(e: KeyboardEvent, { play }: Desk): boolean {
  const on = e.target instanceof Element ? e.target.closest("button,a,input,select,summary") : null;
  if (on) return false;
  if (play.refusal?.nearest) play.takeNearest();
  else if (play.drag) void play.drop();
  else if (play.draft?.legal && !play.shown) play.order(play.draft.order);
  else if (play.shown) play.give(play.shown);
  else return false;
  return true;
}
