// Where a panel over the table is least in the way.
import type { Scene } from "../messages";
import type { XY } from "./geometry";

const CORNERS = ["bl", "br", "tl", "tr"] as const;
export type Corner = (typeof CORNERS)[number];

const OVER = 0.08; // how far over the middle of the table a panel or a piece may reach

function reaches(part: number, far: boolean): boolean {
  return far ? part > 0.5 - OVER : part < 0.5 + OVER;
}

/** The quarter of the table with the fewest pieces, and none of those that matter now. */
export function emptiest(scene: Scene, matter: { x: number; y: number }[]): Corner {
  const weigh = (c: Corner): number => {
    const here = (p: { x: number; y: number }): boolean => reaches(p.x / scene.width, c[1] === "r") && reaches(p.y / scene.depth, c[0] === "t");
    return scene.pieces.filter(here).length + 50 * matter.filter(here).length;
  };
  return CORNERS.reduce((best, c) => (weigh(c) < weigh(best) ? c : best));
}

/** The corner of the view where a panel of some size covers the fewest places, and none of those that matter now. */
export function freest(view: { width: number; height: number }, size: { width: number; height: number }, places: XY[], matter: XY[]): Corner {
  const covers = (c: Corner) => ([x, y]: XY): boolean => (c[1] === "r" ? x > view.width - size.width : x < size.width) && (c[0] === "t" ? y < size.height : y > view.height - size.height);
  const weigh = (c: Corner): number => places.filter(covers(c)).length + 50 * matter.filter(covers(c)).length;
  return CORNERS.reduce((best, c) => (weigh(c) < weigh(best) ? c : best));
}
