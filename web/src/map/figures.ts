// Figures and trees as outlines.  A sheet has hundreds, and every mark with a place of its own costs work in every
// frame: so those of a stand are drawn with one path for all their muskets, one for all their heads.
import type { Base, Seen } from "../messages";
import { r1, r2, type XY } from "../lib/geometry";

export const MARKER = 6.4; // a marker that lies face down is never smaller, so that it can be read

/** A token that lies flat: no pennon stands on it. */
export const isFlat = (p: Pick<Seen, "bases">): boolean => p.bases[0]?.mark === "star" || p.bases[0]?.mark === "unknown";

export interface Ranks {
  men: XY[];
  gone: XY[]; // lost: they stay as broken rings
}

/** Where the figures of a base stand about a point: in one row, or as many as its depth has room for. */
export function ranks(b: Base, [x, y]: XY, s: number): Ranks {
  const n = b.figures + b.gone, w = b.width * s, d = b.depth * s;
  const rows = b.mark === "horse" ? 1 : Math.max(1, Math.min(n, Math.ceil(n / Math.max(1, Math.floor(w / 4.2))), Math.floor(d / 4)));
  const files = Math.ceil(n / rows);
  const all = Array.from({ length: n }, (_, k): XY => {
    const row = Math.floor(k / files), here = Math.min(files, n - row * files);
    return [x + r1(((k % files) - (here - 1) / 2) * (w / files) * 0.94), y + r1(((row + 0.5) / rows - 0.5) * d)];
  });
  return { men: all.slice(0, b.figures), gone: all.slice(b.figures) };
}

const SHAPES = {
  musket: (x: number, y: number) => `M${r2(x + 1.5)} ${r2(y + 1.2)}l.5-4.3`,
  man: (x: number, y: number) => disc(x, y + 0.4, 1.62),
  gone: (x: number, y: number) => disc(x, y + 0.4, 1.3),
  horse: (x: number, y: number) => `M${r2(x)} ${r2(y - 4.3)}c.9.3 1 1.6.9 2.4 1 .9 1 4.3.1 5.6-1.2.6-1.9.2-2 0-.9-1.3-.9-4.7.1-5.6-.1-.8 0-2.1.9-2.4Z`,
  rider: (x: number, y: number) => disc(x, y + 0.7, 1.05),
  lance: (x: number, y: number) => `M${r2(x + 2.3)} ${r2(y + 3.6)}l.7-11.2`,
  pennon: (x: number, y: number) => `M${r2(x + 2.95)} ${r2(y - 7.4)}l3.4 1.2-3.3 1.3z`,
  cuirass: (x: number, y: number) => disc(x, y + 0.7, 1.75),
  shade: (x: number, y: number) => `M${r2(x - 2.6)} ${r2(y + 3.4)}a5 2 0 0 0 6.6 0`,
  canopy: (x: number, y: number) => `M${r2(x - 3.2)} ${r2(y + 2.2)}a2.6 2.6 0 0 1-.2-4.4 2.9 2.9 0 0 1 4.8-1.7 2.7 2.7 0 0 1 2.6 4.1 2.2 2.2 0 0 1-2.4 2.8 3 3 0 0 1-4.8-.8Z`,
  leaves: (x: number, y: number) => `M${r2(x + 1.9)} ${r2(y - 1.6)}a2 2 0 0 1 .4 2.4M${r2(x + 0.4)} ${r2(y + 1.9)}a2 2 0 0 0 1.4-.3`,
};

const disc = (x: number, y: number, r: number): string => `M${r2(x + r)} ${r2(y)}a${r} ${r} 0 1 1${-2 * r} 0a${r} ${r} 0 1 1 ${2 * r} 0Z`;

/** The same shape at each of some places, as one path. */
export const drawn = (shape: keyof typeof SHAPES, at: XY[]): string => at.map(([x, y]) => SHAPES[shape](x, y)).join("");

/** The lower part of a man's base, turned. */
export function bandage(degrees: number): string {
  const a = (degrees * Math.PI) / 180, [c, s] = [Math.cos(a), Math.sin(a)];
  const at = (x: number, y: number): string => `${r2(x * c - y * s)} ${r2(x * s + y * c)}`;
  return `M${at(-3.3, 0.7)}A3.4 3.4 0 0 0 ${at(3.3, 0.7)}Z`;
}
