// What is to be named on the sheet, and what a name had better not cover.
import type { Band, Feature, Outline, Scene, Seen } from "../messages";
import { around, type Box, bounds, extent, frame, local, round, type Sheet, type XY } from "../lib/geometry";
import type { Style, Wanted } from "../lib/labels";
import { isFlat } from "./figures";
import { arrowAt, manSize } from "./front";

const PENNON = 9; // how far a leader's pennon stands above him

export type Boxes = Map<number, Box>;

/** Where each piece is on the sheet; a formation is about its men. */
export function boxesOf(pieces: Seen[], sheet: Sheet): Boxes {
  const found: Boxes = new Map();
  for (const p of pieces) if (p.bases.length) found.set(p.number, extent(p, sheet));
  for (const p of pieces) {
    if (p.bases.length) continue;
    const men = pieces.filter((m) => m.within === p.number && m.role === "figure").flatMap((m) => found.get(m.number) ?? []);
    found.set(p.number, men.length ? around(men) : extent(p, sheet));
  }
  return found;
}

/** Boxes that hold the pieces more tightly: stand by stand, with the marks beside them. */
export function obstacles(pieces: Seen[], sheet: Sheet): Box[] {
  return pieces.flatMap((p) => {
    if (p.role === "formation") return [arrowhead(p, pieces, sheet)];
    if (p.role === "leader") {
      const b = extent(p, sheet, 1);
      return [p.marks.includes("sheltered") || isFlat(p) ? b : { ...b, y0: b.y0 - PENNON, x1: b.x1 + PENNON * 0.6 }];
    }
    const behind = p.marks.some((m) => m === "disordered" || m === "routing") ? 5 : 0;
    const parts = p.bases.map((base) => extent({ ...p, bases: [base] }, sheet, 1.2 + behind));
    if (p.marks.includes("fired")) parts.push(smoke(p, sheet));
    if (p.marks.includes("halted")) parts.push(ahead(p, sheet));
    if (p.marks.includes("spell") && p.role === "unit") parts.push(spark(p, sheet));
    return parts;
  });
}

/** The arrow before a formation. */
function arrowhead(p: Seen, pieces: Seen[], sheet: Sheet): Box {
  const men = pieces.filter((m) => m.within === p.number && m.role === "figure");
  const { x: right, y } = arrowAt(p, men, sheet.s, manSize(men, sheet.s)), ahead = y + 3;
  const [x0, y0] = sheet.at([p.x, p.y]), x = x0 + p.fx * ahead + p.fy * right, top = y0 - p.fy * ahead + p.fx * right;
  return { x0: x - 5, y0: top - 5, x1: x + 5, y1: top + 5 };
}

/** The bars before a piece that is halted. */
function ahead(p: Seen, sheet: Sheet): Box {
  const far = Math.max(...p.bases.map((b) => local(p, b.x, b.y)[0] + b.depth / 2)) + 7.6 / sheet.s;
  const [x, y] = sheet.at([p.x + p.fx * far, p.y + p.fy * far]);
  return { x0: x - 5, x1: x + 5, y0: y - 5, y1: y + 5 };
}

/** The star beside one on whom a spell lies. */
function spark(p: Seen, sheet: Sheet): Box {
  const { right, front } = frame(p, sheet.s), a = (front - 1) / sheet.s, r = (right + 5) / sheet.s;
  const [x, y] = sheet.at([p.x + p.fx * a + p.fy * r, p.y + p.fy * a - p.fx * r]);
  return { x0: x - 5, x1: x + 5, y0: y - 5, y1: y + 5 };
}

function smoke(p: Seen, sheet: Sheet): Box {
  const [x, y] = sheet.at([p.x + (p.fx * 15) / sheet.s, p.y + (p.fy * 15) / sheet.s]);
  return { x0: x - 9, x1: x + 9, y0: y - 6, y1: y + 5 };
}

const points = (o: Outline, sheet: Sheet): XY[] => (o.shape === "circle" ? round(sheet.at(o.points[0] ?? [0, 0]), o.radius * sheet.s, 24) : o.points.map(sheet.at));

/** Walls and the like, in short pieces: names keep off them where they can. */
export function linesOf(features: Feature[], sheet: Sheet): Box[] {
  return features.flatMap((f) => f.outlines.flatMap((o) => (o.shape === "line" ? chopped(points(o, sheet)) : [])));
}

/** Roofs: names of other places keep off them, those of who is inside need not. */
export function roofsOf(features: Feature[], sheet: Sheet): Box[] {
  const built = features.filter((f) => f.look === "house" || f.look === "castle");
  return built.flatMap((f) => f.outlines.map((o) => bounds(points(o, sheet))));
}

function chopped(pts: XY[]): Box[] {
  const out: Box[] = [];
  for (let k = 1; k < pts.length; k++) {
    const [a, b] = [pts[k - 1] as XY, pts[k] as XY], n = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 12));
    for (let i = 0; i < n; i++) {
      const at = (t: number): XY => [a[0] + ((b[0] - a[0]) * t) / n, a[1] + ((b[1] - a[1]) * t) / n];
      const box = bounds([at(i), at(i + 1)]);
      out.push({ x0: box.x0 - 2.5, y0: box.y0 - 2.5, x1: box.x1 + 2.5, y1: box.y1 + 2.5 });
    }
  }
  return out;
}

const blank = { number: "", sub: "", must: false };
const styleOf = (p: Seen): Style => (p.side ? "lb" : "la");

export function piecesNamed(scene: Scene, boxes: Boxes, selected: number, able: Set<number>, targets: Set<number>): Wanted[] {
  const out: Wanted[] = [];
  for (const p of scene.pieces) {
    const box = boxes.get(p.number);
    if (!box || !p.label || p.role === "figure") continue;
    const picked = p.number === selected;
    const raised = p.role === "leader" && !isFlat(p) ? { ...box, y0: box.y0 - PENNON } : around([box, boxes.get(p.within) ?? box]);
    const number = p.role === "leader" ? "" : String(p.strength);
    const m = targets.has(p.number) ? 4 : picked ? 3 : 0; // brackets, a ring
    const about = { x0: raised.x0 - m, y0: raised.y0 - m, x1: raised.x1 + m, y1: raised.y1 + m };
    out.push({ id: `p${p.number}`, text: p.label, number, sub: p.note, style: styleOf(p), box: about, must: picked, weight: (picked ? 100 : 0) + (able.has(p.number) ? 20 : 0) + (p.role === "leader" ? 4 : 10) });
  }
  return [...out, ...looseNamed(scene, boxes)];
}

/** Men by themselves share a name: it stands by the middle one of each knot of them. */
function looseNamed(scene: Scene, boxes: Boxes): Wanted[] {
  const by = new Map<string, Seen[]>();
  for (const m of scene.pieces) {
    if (m.role !== "figure" || m.within >= 0 || !m.label) continue;
    const key = `${m.side}${m.label}`;
    by.set(key, [...(by.get(key) ?? []), m]);
  }
  return [...by].flatMap(([key, men]) => {
    const x = men.reduce((n, m) => n + m.x, 0) / men.length, y = men.reduce((n, m) => n + m.y, 0) / men.length;
    const mid = men.reduce((a, m) => (Math.hypot(m.x - x, m.y - y) < Math.hypot(a.x - x, a.y - y) ? m : a));
    const box = boxes.get(mid.number);
    return box ? [{ ...blank, id: key, text: mid.label, number: men.length > 1 ? String(men.length) : "", style: styleOf(mid), box, weight: 6 }] : [];
  });
}

export function placesNamed(features: Feature[], sheet: Sheet): Wanted[] {
  const out = new Map<string, Wanted>();
  for (const f of features) {
    if (!f.label || out.has(f.label)) continue;
    const pts = f.outlines.flatMap((o) => points(o, sheet)), box = bounds(pts);
    out.set(f.label, { ...blank, id: `f${f.label}`, text: f.label, style: "place", box: f.look === "road" || f.look === "stream" ? along(box, pts) : box, weight: 0 });
  }
  return [...out.values()];
}

/** What runs across the table is named near one end of it. */
function along(b: Box, pts: XY[]): Box {
  const tall = b.y1 - b.y0 > b.x1 - b.x0, x = b.x0 + (b.x1 - b.x0) * 0.14, y = b.y0 + (b.y1 - b.y0) * 0.86;
  const end = pts.filter(([px, py]) => (tall ? py > b.y0 + (b.y1 - b.y0) * 0.6 : px < b.x0 + (b.x1 - b.x0) * 0.4));
  const near = end.length ? bounds(end) : b; // it may wind
  return tall ? { ...near, y0: y, y1: y } : { ...near, x0: x, x1: x };
}

export function bandsNamed(bands: Band[], scene: Scene, sheet: Sheet, from: Seen | null): Wanted[] {
  return bands.flatMap((band) => {
    const at = band.outlines[0] && rim(band.outlines[0], sheet, from);
    if (!at) return [];
    const [x, y] = sheet.at(at);
    const far = scene.unit === "inch" ? "″" : ` ${scene.unit}`;
    return [{ ...blank, id: `b${band.label} ${band.distance}`, text: `${band.label} ${band.distance}${far}`, style: "band" as const, box: { x0: x, x1: x, y0: y, y1: y }, weight: 5 }];
  });
}

/** Where on its rim a band is named: up and to the right, on the table; nowhere if its rim is off it. */
function rim(o: Outline, sheet: Sheet, from: Seen | null): [number, number] | null {
  const { scene, s } = sheet;
  const c = o.points[0] ?? [0, 0];
  const all = o.shape === "circle" ? round(c, o.radius, 24) : o.points;
  const on = all.filter((q) => (!from || Math.hypot(q[0] - from.x, q[1] - from.y) > 40 / s) && q[0] > 0 && q[0] < scene.width - 50 / s && q[1] > 0 && q[1] < scene.depth);
  return on.length ? on.reduce((a, q) => (q[0] + q[1] > a[0] + a[1] ? q : a)) : null;
}
