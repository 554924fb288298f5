// Drawing only: from the table's own unit to the sheet's, ten to the inch and four to the centimetre, y down.
import type { Outline, Scene, Seen } from "../messages";

const SCALES: Record<string, number> = { inch: 10, cm: 4 };
export type XY = [number, number];

export class Sheet {
  readonly s: number; // of the sheet to the table's unit
  readonly w: number;
  readonly h: number;
  constructor(readonly scene: Scene) {
    this.s = SCALES[scene.unit] ?? 10;
    this.w = scene.width * this.s;
    this.h = scene.depth * this.s;
  }
  x = (x: number): number => x * this.s;
  y = (y: number): number => this.h - y * this.s;
  at = (p: readonly [number, number]): XY => [p[0] * this.s, this.h - p[1] * this.s];
  path(o: Outline): string {
    const pts = o.points.map(this.at);
    if (o.shape === "circle") return circle(pts[0] ?? [0, 0], o.radius * this.s);
    return `M${pts.map((p) => `${r1(p[0])} ${r1(p[1])}`).join("L")}${o.shape === "polygon" ? "Z" : ""}`;
  }
}

export const r1 = (n: number): number => Math.round(n * 10) / 10;
export const r2 = (n: number): number => Math.round(n * 100) / 100;

export function circle([x, y]: XY, r: number): string {
  return `M${r1(x - r)} ${r1(y)}a${r1(r)} ${r1(r)} 0 1 0 ${r1(2 * r)} 0a${r1(r)} ${r1(r)} 0 1 0 ${r1(-2 * r)} 0Z`;
}

/** Degrees clockwise from north. */
export const bearing = (fx: number, fy: number): number => r1((Math.atan2(fx, fy) * 180) / Math.PI);

export interface Frame {
  left: number;
  right: number;
  front: number;
  rear: number;
}

/** How far a piece reaches from its middle, along and across its facing, on the sheet. */
export function frame(p: Pick<Seen, "x" | "y" | "fx" | "fy" | "bases">, s: number): Frame {
  const f: Frame = { left: 0, right: 0, front: 0, rear: 0 };
  for (const b of p.bases) {
    const [a, r] = local(p, b.x, b.y);
    const turn = Math.abs(p.fx * b.fx + p.fy * b.fy) > 0.7;
    const w = b.radius || (turn ? b.width : b.depth) / 2;
    const d = b.radius || (turn ? b.depth : b.width) / 2;
    f.left = Math.max(f.left, (w - r) * s);
    f.right = Math.max(f.right, (w + r) * s);
    f.front = Math.max(f.front, (d + a) * s);
    f.rear = Math.max(f.rear, (d - a) * s);
  }
  return f;
}

/** Ahead and to the right of a piece. */
export function local(p: Pick<Seen, "x" | "y" | "fx" | "fy">, x: number, y: number): XY {
  const dx = x - p.x, dy = y - p.y;
  return [dx * p.fx + dy * p.fy, dx * p.fy - dy * p.fx];
}

/** A small generator, so that a wood looks the same every time. */
export function seeded(text: string): () => number {
  let h = 2166136261;
  for (const c of text) h = Math.imul(h ^ c.charCodeAt(0), 16777619);
  return () => {
    h = Math.imul(h ^ (h >>> 15), h | 1);
    h ^= h + Math.imul(h ^ (h >>> 7), h | 61);
    return ((h ^ (h >>> 14)) >>> 0) / 4294967296;
  };
}

export function bounds(points: XY[]): { x0: number; y0: number; x1: number; y1: number } {
  const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

export function inside([x, y]: XY, poly: XY[]): boolean {
  let odd = false;
  for (let i = 0, j = poly.length - 1; i < poly.length; j = i++) {
    const [xi, yi] = poly[i] as XY, [xj, yj] = poly[j] as XY;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

/** Points strewn over an area, no two close, none within `edge` of its outside. */
export function strewn(poly: XY[], gap: number, edge: number, random: () => number): XY[] {
  const { x0, y0, x1, y1 } = bounds(poly);
  const out: XY[] = [];
  const cell = gap * 0.92;
  for (let y = y0 + edge, row = 0; y <= y1 - edge; y += cell, row++) {
    for (let x = x0 + edge + (row % 2 ? cell / 2 : 0); x <= x1 - edge; x += cell) {
      const p: XY = [x + (random() - 0.5) * gap * 0.45, y + (random() - 0.5) * gap * 0.45];
      const near: XY[] = [[p[0] - edge, p[1]], [p[0] + edge, p[1]], [p[0], p[1] - edge], [p[0], p[1] + edge]];
      if (near.every((q) => inside(q, poly))) out.push(p);
    }
  }
  return out;
}

export function round(c: XY, r: number, n = 40): XY[] {
  return Array.from({ length: n }, (_, k) => {
    const a = (2 * Math.PI * k) / n;
    return [c[0] + Math.cos(a) * r, c[1] + Math.sin(a) * r] as XY;
  });
}

/** Evenly spaced points along a closed outline, each with the direction of its edge. */
export function along(poly: XY[], step: number, closed = true): { p: XY; t: XY }[] {
  const out: { p: XY; t: XY }[] = [];
  let left = step / 2;
  const last = closed ? poly.length : poly.length - 1;
  for (let i = 0; i < last; i++) {
    const a = poly[i] as XY, b = poly[(i + 1) % poly.length] as XY;
    const len = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const t: XY = [(b[0] - a[0]) / len, (b[1] - a[1]) / len];
    for (; left <= len; left += step) out.push({ p: [a[0] + t[0] * left, a[1] + t[1] * left], t });
    left -= len;
  }
  return out;
}

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));

export function around(boxes: Box[]): Box {
  const out = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const b of boxes) {
    out.x0 = Math.min(out.x0, b.x0);
    out.y0 = Math.min(out.y0, b.y0);
    out.x1 = Math.max(out.x1, b.x1);
    out.y1 = Math.max(out.y1, b.y1);
  }
  return out;
}

type Posed = Pick<Seen, "x" | "y" | "fx" | "fy" | "bases">;

/** The corners of a piece on the sheet, with a margin about it. */
export function corners(p: Posed, sheet: Sheet, margin = 0): XY[] {
  const f = frame(p, sheet.s), [x, y] = sheet.at([p.x, p.y]);
  const at = (ahead: number, right: number): XY => [x + ahead * p.fx + right * p.fy, y - ahead * p.fy + right * p.fx];
  const [front, rear, left, right] = [f.front + margin, -f.rear - margin, -f.left - margin, f.right + margin];
  return [at(front, left), at(front, right), at(rear, right), at(rear, left)];
}

export const spot = (x: number, y: number, r = 0): Box => ({ x0: x - r, y0: y - r, x1: x + r, y1: y + r });

export const extent = (p: Posed, sheet: Sheet, margin = 1.5): Box => bounds(corners(p, sheet, margin));

/** A shape as an outline of the sheet, closed. */
export const closed = (points: XY[]): string => `M${points.map((p) => `${r1(p[0])} ${r1(p[1])}`).join("L")}Z`;

/** Four brackets about something. */
export function brackets(b: Box, m = 3, l = 5): string {
  const [x0, y0, x1, y1] = [b.x0 - m, b.y0 - m, b.x1 + m, b.y1 + m].map(r1) as [number, number, number, number];
  return `M${x0} ${r1(y0 + l)}V${y0}H${r1(x0 + l)}M${r1(x1 - l)} ${y0}H${x1}V${r1(y0 + l)}M${x1} ${r1(y1 - l)}V${y1}H${r1(x1 - l)}M${r1(x0 + l)} ${y1}H${x0}V${r1(y1 - l)}`;
}

/** A facing turned clockwise. */
export function turned(p: { fx: number; fy: number }, degrees: number): { fx: number; fy: number } {
  const a = (degrees * Math.PI) / 180;
  return { fx: p.fx * Math.cos(a) + p.fy * Math.sin(a), fy: p.fy * Math.cos(a) - p.fx * Math.sin(a) };
}

/** Where things of one pose go when it becomes another, as a transform of the sheet. */
export function carried(sheet: Sheet, from: { x: number; y: number; fx: number; fy: number }, to: { x: number; y: number; fx: number; fy: number }): string {
  const turn = to.fx || to.fy ? bearing(to.fx, to.fy) - bearing(from.fx, from.fy) : 0;
  return `translate(${r1(sheet.x(to.x))} ${r1(sheet.y(to.y))}) rotate(${r1(turn)}) translate(${r1(-sheet.x(from.x))} ${r1(-sheet.y(from.y))})`;
}

/** A length in the table's own unit, for people. */
export const length = (n: number, unit: string): string => `${n.toFixed(1)}${unit === "inch" ? "″" : ` ${unit}`}`;
