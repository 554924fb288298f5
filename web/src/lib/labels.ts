// Names on the sheet: each beside what it names, none over another, the dearest first.
export interface Wanted {
  id: string;
  text: string;
  number: string;
  sub: string;
  kind: string; // a class: "la", "lb", "place"
  x0: number;
  y0: number;
  x1: number;
  y1: number; // what it names, on the sheet
  weight: number;
  must: boolean; // shown even where there is no room
}

export interface Placed extends Wanted {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

const over = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));

/** Widths are guessed: serif letters run to about half their height. */
function width(w: Wanted, px: number): number {
  const name = w.text.length * px * (w.kind.startsWith("place") ? 0.58 : 0.475);
  return Math.max(name + w.number.length * px * 0.56 + (w.number ? px * 0.3 : 0), w.sub.length * px * 0.4);
}

export function placed(wanted: Wanted[], things: Box[], u: number, px: number, view: Box): Placed[] {
  const size = px * u, gap = 3 * u;
  const taken: Box[] = [];
  const out: Placed[] = [];
  for (const w of [...wanted].sort((a, b) => b.weight - a.weight)) {
    if (w.x1 < view.x0 || w.x0 > view.x1 || w.y1 < view.y0 || w.y0 > view.y1) continue;
    const wide = width(w, px) * u, high = size * (w.sub ? 2.1 : 1.15);
    const mx = (w.x0 + w.x1) / 2, my = (w.y0 + w.y1) / 2;
    const spots: [number, number, Placed["anchor"]][] = [
      [mx, w.y0 - gap - high, "middle"],
      [mx, w.y1 + gap, "middle"],
      [w.x1 + gap, my - high / 2, "start"],
      [w.x0 - gap, my - high / 2, "end"],
      [w.x0, w.y0 - gap - high, "start"],
      [w.x1, w.y0 - gap - high, "end"],
      [w.x0, w.y1 + gap, "start"],
      [w.x1, w.y1 + gap, "end"],
      [mx, w.y0 - 2 * gap - high * 1.6, "middle"],
      [mx, w.y1 + 2 * gap + high * 0.6, "middle"],
      [w.x1 + gap, w.y0 - high, "start"],
      [w.x0 - gap, w.y0 - high, "end"],
      [w.x1 + gap, w.y1, "start"],
      [w.x0 - gap, w.y1, "end"],
    ];
    let best: Placed | null = null;
    let least = Infinity;
    let room: Box = { x0: 0, y0: 0, x1: 0, y1: 0 };
    for (const [k, [x, y, anchor]] of spots.entries()) {
      const left = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
      const box = { x0: left, y0: y, x1: left + wide, y1: y + high };
      const area = wide * high;
      const out_ = area - over(box, view);
      const names = taken.reduce((n, t) => n + over(box, t), 0);
      const pieces = things.reduce((n, t) => n + over(box, t), 0);
      const cost = (names * 9 + pieces * 1.3 + out_ * 8) / area + k * 0.012;
      if (cost < least) {
        least = cost;
        room = box;
        best = { ...w, x, y: y + size * 0.86, anchor };
      }
    }
    if (!best || (least > (w.kind.startsWith("place") ? 0.3 : 0.75) && !w.must)) continue;
    taken.push(room);
    out.push(best);
  }
  return out;
}
