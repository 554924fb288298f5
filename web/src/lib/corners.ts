// Where a panel over the table is least in the way.
import type { Scene } from "../messages";

const CORNERS = ["bl", "br", "tl", "tr"] as const;
export type Corner = (typeof CORNERS)[number];

/** The quarter of the table with the fewest pieces, and none of those that matter now. */
export function emptiest(scene: Scene, matter: { x: number; y: number }[]): Corner {
  const weigh = (c: Corner): number => {
    const here = (p: { x: number; y: number }): boolean => p.x > scene.width / 2 === (c[1] === "r") && p.y > scene.depth / 2 === (c[0] === "t");
    return scene.pieces.filter(here).length + 50 * matter.filter(here).length;
  };
  return CORNERS.reduce((best, c) => (weigh(c) < weigh(best) ? c : best));
}
