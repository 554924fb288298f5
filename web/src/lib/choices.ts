// The choices of an ask, sorted for people: whose they are, and one key for each.
import type { Asked, ChoiceOffered, Seen } from "../messages";

export interface Offer {
  choice: ChoiceOffered;
  key: string; // to press
}

const RESERVED = new Set([..."zemtjk/+-0[],.? "]); // keys that mean the same everywhere
const SPARE = [..."fghlpqwrasdxcvbnuioy123456789"];

/** The choices that are about a piece (or about what it is part of). */
export function about(ask: Asked | null, piece: number): ChoiceOffered[] {
  return ask ? ask.choices.filter((c) => c.pieces.includes(piece)) : [];
}

/** The choices that are about no piece at all: go first, no more of it. */
export function general(ask: Asked): ChoiceOffered[] {
  return ask.choices.filter((c) => c.pieces.length === 0);
}

/** The choice that ends this step, if the book offers one: it always calls it "0". */
export function closing(ask: Asked | null): ChoiceOffered | undefined {
  return ask?.choices.find((c) => c.key === "0");
}

export function askedPieces(ask: Asked | null): Set<number> {
  return new Set(ask?.yours ? ask.choices.flatMap((c) => c.pieces) : []);
}

/** A key for each: the last letter of the book's own key where it is free, else any that is. */
export function keyed(choices: ChoiceOffered[]): Offer[] {
  const taken = new Set<string>();
  return choices.map((choice) => {
    const wish = [...choice.key.toLowerCase()].slice(-1);
    const key = [...wish, ...SPARE].find((k) => /[a-z1-9]/.test(k) && !RESERVED.has(k) && !taken.has(k)) ?? "";
    taken.add(key);
    return { choice, key };
  });
}

export interface Group {
  piece: Seen;
  choices: ChoiceOffered[];
}

/** Which pieces can be chosen, in the order in which the book names them. */
export function groups(ask: Asked, pieces: Map<number, Seen>): Group[] {
  const found = new Map<number, ChoiceOffered[]>();
  for (const c of ask.choices) {
    const first = c.pieces[0];
    if (first === undefined || !pieces.has(first)) continue;
    const list = found.get(first);
    if (list) list.push(c);
    else found.set(first, [c]);
  }
  return [...found].map(([n, choices]) => ({ piece: pieces.get(n) as Seen, choices }));
}

/** An order that says where: its place is not nowhere, and one piece goes there. */
export function place(c: ChoiceOffered): boolean {
  return c.pieces.length === 1 && c.order.x !== 0 && c.order.y !== 0;
}

/** A question with its rule ids apart: "Blue: who moves? [FH-011]" */
export function parts(text: string): { side: string; words: string; rules: string[] } {
  const cited = /\s*\[([^\]]*)\]\s*$/.exec(text);
  const bare = cited ? text.slice(0, cited.index) : text;
  const colon = /^(Blue|Red): /.exec(bare);
  return {
    side: colon?.[1] ?? "",
    words: colon ? bare.slice(colon[0].length) : bare,
    rules: cited?.[1]?.split(/,\s*/) ?? [],
  };
}
