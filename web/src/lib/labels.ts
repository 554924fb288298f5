// Names on the sheet: each beside what it names, none over another, the dearest first.
import { type Box, overlap, type XY } from "./geometry";

export type Style = "la" | "lb" | "place" | "band";
export interface Wanted {
  id: string;
  text: string;
  number: string;
  sub: string;
  style: Style;
  box: Box; // what it names, on the sheet
  weight: number;
  must: boolean; // shown even where there is no room
}

export interface Placed extends Wanted {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  stalk: [XY, XY] | null; // to what it names, if that is not just beside it
}

export interface Sheetful {
  pieces: Box[]; // nothing is written over these if it can be helped
  lines: Box[]; // nor, if there is a choice, over these
  roofs: Box[]; // and names of places not over these either
  view: Box;
  u: number; // units of the sheet a pixel
  px: number; // the height of letters
}

const FONTS: Record<Style, string> = { la: "px serif", lb: "px serif", place: "italic px serif", band: "600 px sans-serif" };
const families = new Map<string, string>();
const known = new Map<string, number>();
let paper: CanvasRenderingContext2D | null = null;

/** The letters that the page is set in: asked for once, for to ask is work for the browser. */
function family(name: "--serif" | "--sans"): string {
  const found = families.get(name) ?? getComputedStyle(document.documentElement).getPropertyValue(name);
  families.set(name, found);
  return found;
}

/** How wide a text is at ten pixels, as this browser sets it. */
function wide(text: string, font: string): number {
  const key = font + text;
  let w = known.get(key);
  if (w === undefined) {
    paper ??= document.createElement("canvas").getContext("2d");
    if (paper) paper.font = font.replace("px", "10px").replace(/sans-serif$/, family("--sans")).replace(/ serif$/, ` ${family("--serif")}`);
    w = paper ? paper.measureText(text).width : text.length * 5;
    known.set(key, w);
  }
  return w;
}

/** How wide a title in spaced capitals is, for letters one unit high. */
export const titleWidth = (text: string): number => wide(text.toUpperCase(), FONTS.la) / 10 + text.length * 0.16;

/** How wide a text of the legend is, and the line under the title, on the sheet. */
export const legendWidth = (text: string): number => (wide(text, FONTS.la) / 10) * 9.2 * 1.03;
export const lineWidth = (text: string): number => (wide(text, FONTS.place) / 10) * 9.6 * 1.03;

/** How wide a text is on a plate, in pixels: word by word, for the same words come again with other numbers. */
export function plateWidth(text: string, bold: boolean): number {
  const font = bold ? FONTS.band : "px sans-serif", words = text.split(" ");
  const all = words.reduce((n, word) => n + wide(word, font), (words.length - 1) * wide(" ", font));
  return all * (bold ? 1.25 : 1.15);
}

/** In pixels, with what letters are spaced. */
function widthOf(w: Wanted, px: number): number {
  const spaced = w.style === "place" ? w.text.length * px * 0.09 : 0;
  const name = (wide(w.text, FONTS[w.style]) * px * (w.style === "band" ? 11 / 14 : 1)) / 10 + spaced;
  const number = w.number ? (wide(` ${w.number}`, FONTS.band) * px * 0.92) / 10 + 2 : 0;
  return Math.max(name + number, (wide(w.sub, FONTS.place) * px * 0.86) / 10) + 3;
}

type Spot = [number, number, Placed["anchor"], number]; // x, the top, the anchor, and how little one likes it

/** Beside the thing first, then farther off. */
function spots({ box: b, style }: Wanted, high: number, gap: number): Spot[] {
  const mx = (b.x0 + b.x1) / 2, my = (b.y0 + b.y1) / 2, out: Spot[] = [];
  for (let ring = 0; ring < (style === "la" || style === "lb" ? 4 : 2); ring++) {
    const g = gap + ring * high * 0.9, dear = ring * 0.16;
    const top = b.y0 - g - high, low = b.y1 + g, side = my - high / 2;
    out.push(
      [mx, top, "middle", dear], [mx, low, "middle", dear + 0.02], [b.x1 + g, side, "start", dear + 0.04], [b.x0 - g, side, "end", dear + 0.05],
      [b.x0, top, "start", dear + 0.05], [b.x1, top, "end", dear + 0.05], [b.x0, low, "start", dear + 0.06], [b.x1, low, "end", dear + 0.06],
      [b.x1 + g, b.y0 - high * 0.8, "start", dear + 0.08], [b.x0 - g, b.y0 - high * 0.8, "end", dear + 0.08],
      [b.x1 + g, b.y1 - high * 0.2, "start", dear + 0.08], [b.x0 - g, b.y1 - high * 0.2, "end", dear + 0.08],
    );
  }
  return out;
}

const near = (things: Box[], b: Box): Box[] => things.filter((t) => t.x1 > b.x0 && t.x0 < b.x1 && t.y1 > b.y0 && t.y0 < b.y1);
const sum = (box: Box, things: Box[]): number => things.reduce((n, t) => n + overlap(box, t), 0);
const touched = (box: Box, things: Box[]): number => things.reduce((n, t) => n + (overlap(box, t) > 0 ? 1 : 0), 0);

function boxAt([x, y, anchor]: Spot, w: number, h: number): Box {
  const left = anchor === "start" ? x : anchor === "end" ? x - w : x - w / 2;
  return { x0: left, y0: y, x1: left + w, y1: y + h };
}

/** From the text to the nearest point of the thing, where they are some way apart. */
function stalk(text: Box, thing: Box, gap: number): [XY, XY] | null {
  const clamp = (n: number, a: number, b: number): number => Math.min(Math.max(n, a), b);
  const mx = (thing.x0 + thing.x1) / 2, my = (thing.y0 + thing.y1) / 2;
  const from: XY = [clamp(mx, text.x0, text.x1), clamp(my, text.y0, text.y1)];
  const to: XY = [clamp(from[0], thing.x0, thing.x1), clamp(from[1], thing.y0, thing.y1)];
  return Math.hypot(from[0] - to[0], from[1] - to[1]) > gap ? [from, to] : null;
}

function place(w: Wanted, s: Sheetful, taken: Box[]): { label: Placed; room: Box } | null {
  const size = s.px * s.u * (w.style === "band" ? 11 / 14 : 1), gap = 3 * s.u;
  const wide_ = widthOf(w, s.px) * s.u, high = size * (w.sub ? 2.1 : 1.15), area = wide_ * high;
  const reach = { x0: w.box.x0 - wide_ - 5 * high, x1: w.box.x1 + wide_ + 5 * high, y0: w.box.y0 - 6 * high, y1: w.box.y1 + 6 * high };
  const avoided = w.style === "place" ? [...s.lines, ...s.roofs] : s.lines;
  const [names, pieces, lines] = [near(taken, reach), near(s.pieces, reach), near(avoided, reach)];
  let best: Spot | null = null, room: Box | null = null, least = Infinity;
  for (const spot of spots(w, high, gap)) {
    if (spot[3] >= least) continue;
    const box = boxAt(spot, wide_, high), out = area - overlap(box, s.view);
    const cost = (sum(box, names) * 12 + sum(box, pieces) * 2.2 + sum(box, lines) * 0.5 + (out > area * 0.01 ? out * 12 : 0)) / area + touched(box, pieces) * 0.12 + spot[3];
    if (cost < least) [best, room, least] = [spot, box, cost];
  }
  const most = w.style === "place" || w.style === "band" ? 0.45 : 0.95;
  if (!best || !room || (least > most && !w.must)) return null;
  const label = { ...w, x: best[0], y: best[1] + size * 0.86, anchor: best[2], stalk: w.style === "band" ? null : stalk(room, w.box, 2.2 * gap) };
  return { label, room };
}

export function placed(wanted: Wanted[], s: Sheetful): Placed[] {
  const taken: Box[] = [], out: Placed[] = [];
  for (const w of [...wanted].sort((a, b) => b.weight - a.weight)) {
    if (w.box.x1 < s.view.x0 || w.box.x0 > s.view.x1 || w.box.y1 < s.view.y0 || w.box.y0 > s.view.y1) continue;
    const found = place(w, s, taken);
    if (!found) continue;
    taken.push(found.room);
    out.push(found.label);
  }
  return out;
}
