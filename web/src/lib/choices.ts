// The choices of an ask, sorted for people: whose they are, and one key for each.
import type { Asked, ChoiceOffered, Seen } from "../messages";

export interface Offer {
  choice: ChoiceOffered;
  key: string; // to press
}

const RESERVED = new Set([..."zemtrjk/+-0[],.? "]); // keys that mean the same everywhere
const SPARE = [..."fghlpqwrasdxcvbnuioy123456789"];

/** The choices that are about a piece (or about what it is part of). */
export function about(ask: Asked | null, piece: number): ChoiceOffered[] {
  return ask ? ask.choices.filter((c) => c.pieces.includes(piece)) : [];
}

/** The choices that are about no piece at all: go first, no more of it. */
export function general(ask: Asked): ChoiceOffered[] {
  return ask.choices.filter((c) => c.pieces.length === 0);
}

/** The choice that lets the question pass, if the book offers one. */
export function closing(ask: Asked | null): ChoiceOffered | undefined {
  return ask?.choices.find((c) => c.ends);
}

/** What one would look for with a piece in hand and may not order now, each with its rule. */
export function barred(ask: Asked | null, piece: number): ChoiceOffered[] {
  return ask ? ask.barred.filter((c) => c.pieces.includes(piece)) : [];
}

export interface Sort {
  name: string;
  offers: Offer[];
}

/** Offers by the sort of order they are, in the order in which the book names them. */
export function sorts(offers: Offer[]): Sort[] {
  const found = new Map<string, Offer[]>();
  for (const o of offers) {
    const list = found.get(o.choice.group);
    if (list) list.push(o);
    else found.set(o.choice.group, [o]);
  }
  return [...found].map(([name, list]) => ({ name, offers: list }));
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
  name: string;
  choices: ChoiceOffered[];
}

/** Which pieces can be chosen, in the order in which the book names them; loose figures by the name they share. */
export function groups(ask: Asked, pieces: Map<number, Seen>): Group[] {
  const found = new Map<string, Group>();
  for (const c of ask.choices) {
    const piece = pieces.get(c.pieces[0] ?? -1);
    if (!piece) continue;
    const loose = piece.role === "figure" && piece.within < 0;
    const key = loose ? `${piece.side} ${piece.label}` : String(piece.number);
    if (!found.has(key)) found.set(key, { piece, name: loose ? piece.label : piece.name, choices: about(ask, piece.number) });
  }
  return [...found.values()];
}

/** An order that says where, for one piece. */
export function place(c: ChoiceOffered): boolean {
  return c.place && c.pieces.length === 1;
}

/** A question with its rule ids apart: "Blue: who goes? [AB-012]" */
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
