// Written by tools/page_types.py from the server's messages: do not edit.


export interface AnswerUndo {
  type: "answer undo";
  request: string;
  agreed: boolean;
}

export interface Answered {
  type: "answer";
  request: string;
  answer: Record<string, unknown>;
}

/** The pending question. */
export interface Asked {
  side: number;
  text: string;
  yours: boolean;
  choices: ChoiceOffered[];
}

/** One base of a piece: a stand or a man. */
export interface Base {
  x: number;
  y: number;
  fx: number;
  fy: number;
  width: number;
  depth: number;
  radius: number;
  figures: number;
  gone: number;
  mark: string;
  states: string[];
}

export interface BookTold {
  id: string;
  title: string;
  credit: string;
  unit: string;
  scenarios: ScenarioTold[];
  options: OptionTold[];
}

export interface ChoiceOffered {
  key: string;
  text: string;
  order: OrderGiven;
  pieces: number[];
  targets: number[];
}

export interface Ended {
  winner: string;
  reason: string;
  points: [number, number];
  seed: string;
  salt: string;
}

/** What was wrong with a request, in one line. */
export interface Fault {
  detail: string;
}

/** A piece of terrain, in one or more outlines. */
export interface Feature {
  name: string;
  kind: string;
  outlines: Outline[];
}

export interface GameMade {
  game: string;
  tokens: Record<string, string>;
  commitment: string;
}

export interface GiveDice {
  type: "throw";
  request: string;
  faces: number[];
}

export interface GiveOrder {
  type: "order";
  request: string;
  order: OrderGiven | string;
}

/** What a game is; the same for everybody who looks at it. */
export interface Heading {
  game: string;
  book: string;
  book_title: string;
  scenario: string;
  title: string;
  players: [string, string];
  dice: string;
  house: Record<string, unknown>;
  commitment: string;
}

/** The first message: the secret of the seat, and how much of the chronicle the page has. */
export interface Hello {
  type: "hello";
  token: string;
  lines: number;
}

export interface Home {
  version: string;
  books: BookTold[];
}

/** An entry of the chronicle. */
export interface LineTold {
  text: string;
  rules: string[];
  dice: number[];
  kind: string;
  pieces: number[];
  level: number;
  turn: number;
}

export interface NewGame {
  scenario: string;
  blue: "person" | "drill" | "random";
  red: "person" | "drill" | "random";
  dice: "seeded" | "by hand";
  house: Record<string, boolean | number | string | (number | string)[]>;
  one_screen: boolean;
}

export interface OptionTold {
  name: string;
  ruling: string;
  default: string;
  values: string[];
}

/** An order by its numbers, as choices and previews give it. */
export interface OrderGiven {
  kind: number;
  actor: number;
  other: number;
  how: number;
  x: number;
  y: number;
  fx: number;
  fy: number;
}

/** One shape on the ground. */
export interface Outline {
  shape: "polygon" | "circle" | "line";
  points: [number, number][];
  radius: number;
}

/** An objective. */
export interface Place {
  name: string;
  x: number;
  y: number;
  radius: number;
  points: number;
  holder: number;
}

export interface ProblemTold {
  type: "problem";
  request: string;
  text: string;
}

export interface RefusedTold {
  type: "refused";
  request: string;
  rule: string;
  text: string;
  nearest: OrderGiven | null;
  nearest_text: string;
}

export interface RollWanted {
  n: number;
  sides: number;
  counts: string;
  after: string;
}

export interface RuleTold {
  id: string;
  chapter: string;
  text: string;
  options: string[];
  rulings: string[];
}

export interface ScenarioTold {
  id: string;
  title: string;
  story: string;
  sample: boolean;
  scene: Scene;
}

/** The whole table. */
export interface Scene {
  width: number;
  depth: number;
  unit: string;
  turn: number;
  turns: number;
  phase: string;
  phases: string[];
  score: [number, number];
  armies: [string, string];
  features: Feature[];
  places: Place[];
  pieces: Seen[];
  waiting: Seen[];
}

/** A piece on the table: a unit, a formation, a leader, a man. */
export interface Seen {
  number: number;
  handle: string;
  side: number;
  kind: string;
  name: string;
  spoken: string;
  x: number;
  y: number;
  fx: number;
  fy: number;
  strength: number;
  full: number;
  bases: Base[];
  states: string[];
  within: number;
  rings: number[];
}

/** The table as a seat may see it. */
export interface TableTold {
  type: "table";
  changes: number;
  seat: string;
  heading: Heading;
  scene: Scene;
  ask: Asked | null;
  roll: RollWanted | null;
  ended: Ended | null;
  may_undo: "" | "free" | "by consent";
  undo_asked_by: string | null;
  lines: LineTold[];
  lines_from: number;
}

export interface Thinking {
  type: "thinking";
  side: number;
}

export interface Undo {
  type: "undo";
  request: string;
}

export type FromServer = TableTold | Answered | RefusedTold | ProblemTold | Thinking;

export type FromPage = GiveOrder | GiveDice | Undo | AnswerUndo;
