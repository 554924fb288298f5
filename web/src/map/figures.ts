// Figures and trees as outlines.  A sheet has hundreds, and every mark with a place of its own costs work in every
// frame: so those of a stand are drawn with one path for all their muskets, one for all their heads.
import type { Base, Seen } from "../messages";
import { r1, r2, type XY } from "../lib/geometry";

/** One great figure, or one person, drawn upright however its base is turned: the mark is the name of its symbol. */
export const MODELS: ReadonlySet<string> = new Set(["hero", "leader", "wizard", "crown", "ogre", "troll", "giant", "behemoth", "beast", "dragon", "chariot", "engine"]);
export const PERSONS: ReadonlySet<string> = new Set(["hero", "leader", "wizard", "crown"]);
export const MARKER = 6.4; // a marker that lies face down is never smaller, so that it can be read

/** A token that lies flat: no pennon stands on it. */
export const isFlat = (p: Pick<Seen, "bases">): boolean => ["star", "unknown"].includes(p.bases[0]?.mark ?? "") || MODELS.has(p.bases[0]?.mark ?? "");

export interface Ranks {
  men: XY[];
  gone: XY[]; // lost: they stay as broken rings
  size: number; // of a figure, where there is less room than it likes
}

/** Where the figures of a base stand about a point: in one row, or as many as its depth has room for. */
export function ranks(b: Base, [x, y]: XY, s: number): Ranks {
  const n = b.figures + b.gone, w = b.width * s, d = b.depth * s;
  const ridden = b.mark === "horse" || b.mark === "wolf";
  const rows = ridden ? 1 : Math.max(1, Math.min(n, Math.ceil(n / Math.max(1, Math.floor(w / 4.2))), Math.floor(d / 4)));
  const files = Math.ceil(n / rows);
  const all = Array.from({ length: n }, (_, k): XY => {
    const row = Math.floor(k / files), here = Math.min(files, n - row * files);
    return [x + r1(((k % files) - (here - 1) / 2) * (w / files) * 0.94), y + r1(((row + 0.5) / rows - 0.5) * d)];
  });
  const size = Math.min(1, r2(((w / files) * 0.94) / (ridden ? 4.2 : 3.7)));
  return { men: all.slice(0, b.figures), gone: all.slice(b.figures), size };
}

const SHAPES = {
  musket: (x: number, y: number) => `M${r2(x + 1.5)} ${r2(y + 1.2)}l.5-4.3`,
  man: (x: number, y: number) => disc(x, y + 0.4, 1.62),
  gone: (x: number, y: number) => disc(x, y + 0.4, 1.3),
  pike: (x: number, y: number) => `M${r2(x + 1.5)} ${r2(y + 2)}v-11.5`,
  bow: (x: number, y: number) => `M${r2(x - 1.7)} ${r2(y - 2)}q1.7-2.6 3.4 0M${r2(x)} ${r2(y - 1)}v-3.2`,
  crossbow: (x: number, y: number) => `M${r2(x)} ${r2(y - 1)}v-3.4M${r2(x - 1.6)} ${r2(y - 3.1)}h3.2`,
  sword: (x: number, y: number) => `M${r2(x + 1.1)} ${r2(y - 0.7)}l1.1-2.7`,
  bones: (x: number, y: number) => disc(x, y + 0.4, 1.2),
  flag: (x: number, y: number) => `M${r2(x)} ${r2(y + 0.6)}v-5.4h3l-.9 1.2.9 1.2h-3`,
  wolf: (x: number, y: number) => `M${r2(x - 0.8)} ${r2(y - 4.2)}l.4 1.1h.8l.4-1.1.2 2.1c.7 1 .8 3.4.3 4.8l-.9 3.2h-.8l-.9-3.2c-.5-1.4-.4-3.8.3-4.8Z`,
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

/** What the men of a strip carry; riders and monsters are drawn another way. */
const ARMS: Partial<Record<Base["mark"], keyof typeof SHAPES>> = { "": "musket", foot: "musket", musket: "musket", rifle: "musket", pike: "pike", bow: "bow", crossbow: "crossbow", sword: "sword", banner: "sword", undead: "sword" };
export const armsOf = (b: Base): keyof typeof SHAPES => ARMS[b.mark] ?? "musket";

/** Figures smaller than they like to be: they are drawn in a group that is scaled, so their places are the farther off. */
export const scaled = (at: XY[], size: number): XY[] => (size === 1 ? at : at.map(([x, y]) => [x / size, y / size]));

/** The lower part of a man's base, turned. */
export function bandage(degrees: number): string {
  const a = (degrees * Math.PI) / 180, [c, s] = [Math.cos(a), Math.sin(a)];
  const at = (x: number, y: number): string => `${r2(x * c - y * s)} ${r2(x * s + y * c)}`;
  return `M${at(-3.3, 0.7)}A3.4 3.4 0 0 0 ${at(3.3, 0.7)}Z`;
}

/** A spell lies on somebody. */
export const SPARK = "M0-4.4L1.1-1.1 4.4 0 1.1 1.1 0 4.4-1.1 1.1-4.4 0-1.1-1.1Z";
