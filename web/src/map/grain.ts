// The grain of the paper: made once, then only laid out.
import { seeded } from "../lib/geometry";

const SIDE = 160;
let made = "";

/** A tile of faint specks and fibres. */
export function grain(): string {
  if (made) return made;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const pen = canvas.getContext("2d");
  if (!pen) return "";
  const random = seeded("paper");
  for (let k = 0; k < 3600; k++) {
    pen.fillStyle = `rgba(${random() < 0.5 ? "70,50,20" : "255,255,250"},${(0.05 + random() * 0.16).toFixed(2)})`;
    pen.fillRect(random() * SIDE, random() * SIDE, 1 + random() * 0.8, 1 + random() * 0.4);
  }
  made = canvas.toDataURL("image/png");
  return made;
}
export const GRAIN = SIDE;
