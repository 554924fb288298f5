// A move in words: "NE 4.5", "forward 3, turn right 15".  Only what the words mean on paper; the server says what comes of it.
import { turned } from "./geometry";

interface Pose {
  x: number;
  y: number;
  fx: number;
  fy: number;
}

const WINDS = ["n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw"];
const SIDES: Record<string, number> = { forward: 0, forwards: 0, ahead: 0, f: 0, right: 90, r: 90, back: 180, backward: 180, backwards: 180, b: 180, left: 270, l: 270 };
export const EXAMPLES = "NE 4.5; forward 3; left 2, turn right 15; face SW";

/** A wind as degrees from north; nothing if it is none. */
function wind(word: string): number | null {
  const short = word.replace(/north/g, "n").replace(/south/g, "s").replace(/east/g, "e").replace(/west/g, "w").replace(/-/g, "");
  const k = WINDS.indexOf(short);
  return k < 0 ? null : k * 22.5;
}

function gone(p: Pose, facing: { fx: number; fy: number }, far: number): Pose {
  return { ...p, x: p.x + facing.fx * far, y: p.y + facing.fy * far };
}

/** One part: a way and how far, or a turn. */
function part(p: Pose, words: string[]): Pose | string {
  const [first = "", ...rest] = words;
  if (first === "face" || first === "facing") {
    const to = wind(rest.join("-"));
    return to === null ? `“${rest.join(" ")}” is no direction` : { ...p, ...turned({ fx: 0, fy: 1 }, to) };
  }
  const number = Number(words[words.length - 1]);
  if (!Number.isFinite(number)) return `how far is “${words.join(" ")}”? Say a number`;
  if (first === "turn" || first === "wheel") return { ...p, ...turned(p, rest[0] === "left" || rest[0] === "l" ? -number : number) };
  const way = words.slice(0, -1).join("-");
  if (way in SIDES) return gone(p, turned(p, SIDES[way] as number), number);
  const to = wind(way);
  return to === null ? `“${way || first}” is no direction` : gone(p, turned({ fx: 0, fy: 1 }, to), number);
}

/** The pose that the words say, from a pose; or what is not understood in them. */
export function typedMove(text: string, from: Pose): Pose | string {
  let pose: Pose = { x: from.x, y: from.y, fx: from.fx, fy: from.fy };
  const parts = text.toLowerCase().split(/[,;]|\bthen\b|\band\b/).map((t) => t.replace(/["″]|inches|inch|cm|degrees|°|\bto the\b|\bby\b/g, " ").trim()).filter((t) => t);
  if (!parts.length) return `Say a direction and a distance: ${EXAMPLES}`;
  for (const words of parts) {
    const next = part(pose, words.replace(/([a-z])(\d)/g, "$1 $2").split(/\s+/));
    if (typeof next === "string") return next;
    pose = next;
  }
  return pose;
}
