// The text of a rule: paragraphs and tables, with the ids in it to click on.
export type Piece = { kind: "plain" | "bold" | "italic" | "code" | "id" | "mark"; text: string };
export type Block = { kind: "text"; text: string } | { kind: "table"; head: string[]; rows: string[][] };

const INLINE = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|\b[A-Z]+-R?\d{2,}\b)/;
const ID = /^[A-Z]+-R?\d+$/;

function cells(line: string): string[] {
  return line.replace(/^\||\|$/g, "").split("|").map((c) => c.trim());
}

function table(lines: string[]): Block {
  const rows = lines.filter((l) => !/^\|[\s:|-]+\|?$/.test(l)).map(cells);
  const ruled = lines.length > rows.length;
  return { kind: "table", head: ruled ? (rows[0] ?? []) : [], rows: ruled ? rows.slice(1) : rows };
}

/** Paragraphs and tables; the notes of whoever wrote the catalogue stay out. */
export function blocks(text: string): Block[] {
  const bare = text.replace(/\s*→ [A-Z\dR, -]+(?=$|\n)/g, "").replace(/\s*\[L[\d, -]+\]/g, "").replace(/^\[[A-Z]+\]\s*/, "");
  const out: Block[] = [];
  for (const part of bare.split(/\n\s*\n/)) {
    const lines = part.split("\n").map((l) => l.trim()).filter(Boolean);
    const ruled = lines.filter((l) => l.startsWith("|"));
    const plain = lines.filter((l) => !l.startsWith("|")).join(" ");
    if (plain) out.push({ kind: "text", text: plain });
    if (ruled.length) out.push(table(ruled));
  }
  return out;
}

function piece(text: string): Piece {
  if (text.startsWith("**")) return { kind: "bold", text: text.slice(2, -2) };
  if (text.startsWith("*")) return { kind: "italic", text: text.slice(1, -1) };
  if (text.startsWith("`")) return { kind: "code", text: text.slice(1, -1) };
  return { kind: ID.test(text) ? "id" : "plain", text };
}

/** A sentence in pieces; the words that were looked for are marked. */
export function inline(text: string, wanted: string[] = []): Piece[] {
  const found = text.split(INLINE).filter(Boolean).map((t) => (INLINE.test(t) ? piece(t) : { kind: "plain" as const, text: t }));
  const words = wanted.filter((w) => w.length > 1).map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!words.length) return found;
  const any = new RegExp(`(${words.join("|")})`, "i");
  return found.flatMap((p) => (p.kind !== "plain" ? [p] : p.text.split(any).filter(Boolean).map((t) => ({ kind: any.test(t) ? "mark" as const : "plain" as const, text: t }))));
}

/** The same with a capital. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of an army in the middle of a sentence. */
export const midway = (name: string): string => name.replace(/^The /, "the ");

/** A name of the book's tables for people: "a.long_name" is "Long name". */
export const label = (name: string): string => capital((name.split(".").pop() ?? name).replaceAll("_", " "));

/** One of its values: "each_step" is "each step", "true" is "yes". */
export const value = (v: string): string => (v === "true" ? "yes" : v === "false" ? "no" : v.replaceAll("_", " "));

/** Lengths as they are written on a plan: "6.0 inches" is 6″. */
export const short = (text: string): string => text.replace(/(\d+)\.0(?=\D|$)/g, "$1").replace(/(\d) inch(es)?\b/g, "$1″");

/** Chances in whole per cent that add up as the chances do: what is cut off goes to those that lost most. */
export function wholes(chances: number[]): number[] {
  const exact = chances.map((c) => c * 100), out = exact.map(Math.floor);
  const left = Math.round(exact.reduce((n, c) => n + c, 0)) - out.reduce((n, c) => n + c, 0);
  const cut = (k: number): number => Math.round(((exact[k] ?? 0) - (out[k] ?? 0)) * 1e6);
  const order = chances.map((_, k) => k).sort((a, b) => cut(b) - cut(a) || (exact[b] ?? 0) - (exact[a] ?? 0));
  for (const k of order.slice(0, left)) out[k] = (out[k] ?? 0) + 1;
  return out;
}
