// Moves slide; where people want no motion, they are simply there.
import { bearing, r2, type Sheet } from "./geometry";

export const SLIDE = 280; // milliseconds
interface Pose {
  x: number;
  y: number;
  fx: number;
  fy: number;
}
export interface Sliding {
  pose: Pose;
  sheet: Sheet;
  by: "place" | "shift"; // the node is drawn at the pose, or at its place on the sheet
}

const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
const same = (a: Pose, b: Pose): boolean => a.x === b.x && a.y === b.y && a.fx === b.fx && a.fy === b.fy;

function frames({ sheet, by }: Sliding, a: Pose, b: Pose): string[] {
  if (by === "shift") return [`translate(${r2(sheet.x(a.x) - sheet.x(b.x))}px,${r2(sheet.y(a.y) - sheet.y(b.y))}px)`, "translate(0,0)"];
  const end = bearing(b.fx, b.fy), turn = ((bearing(a.fx, a.fy) - end + 540) % 360) - 180;
  const at = (p: Pose, angle: number): string => `translate(${r2(sheet.x(p.x))}px,${r2(sheet.y(p.y))}px) rotate(${r2(angle)}deg)`;
  return [at(a, end + turn), at(b, end)];
}

/** Slides a node from where its piece stood to where it stands now. */
export function slide(node: SVGGElement, now: Sliding): { update: (next: Sliding) => void } {
  let last = now.pose;
  return {
    update(next) {
      const from = last;
      last = next.pose;
      if (same(from, last) || still()) return;
      node.animate(frames(next, from, last).map((transform) => ({ transform })), { duration: SLIDE, easing: "ease-in-out" });
    },
  };
}
