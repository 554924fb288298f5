// Where the arrow of a formation stands: against the front of its men, on its middle line if somebody is near that.
import type { Seen } from "../messages";
import { local } from "../lib/geometry";

const SKIN = 2; // of a formation about its men, on the sheet

/** To the right of the formation's middle, and ahead of it, on the sheet; r: of a man's base there. */
export function arrowAt(piece: Pick<Seen, "x" | "y" | "fx" | "fy">, men: Pick<Seen, "x" | "y">[], s: number, r: number): { x: number; y: number } {
  const at = men.map((m) => local(piece, m.x, m.y)).map(([ahead, right]) => ({ x: right * s, y: ahead * s })), reach = r + SKIN;
  const astride = at.filter((m) => Math.abs(m.x) < reach);
  if (astride.length) return { x: 0, y: Math.max(...astride.map((m) => m.y + Math.sqrt(reach * reach - m.x * m.x))) };
  const first = at.reduce<{ x: number; y: number } | null>((a, m) => (!a || m.y - Math.abs(m.x) > a.y - Math.abs(a.x) ? m : a), null);
  return first ? { x: first.x, y: first.y + reach } : { x: 0, y: reach };
}

export const manSize = (men: Pick<Seen, "bases">[], s: number): number => Math.max(3.75, ...men.map((m) => (m.bases[0]?.radius ?? 0.375) * s));
