// Written by tools/page_types.py from the server's messages: do not edit.


export interface AnswerUndo {
  type: "answer undo";
  request: string;
  changes: number;
  agreed: boolean;
}

export interface Answered {
  type: "answer";
  request: string;
  answer: Record<string, unknown>;
}

/** Pieces picked, and then another. */
export interface AskClick {
  kind: "click";
  pieces: number[];
  target: number;
}

/** Points and losses, turn by turn. */
export interface AskCourse {
  kind: "course";
}

/** What an order would do. */
export interface AskDraft {
  kind: "draft";
  order: OrderGiven | string;
}

/** Pieces put down so that the first stands there, so facing; like: an order that is being drawn up. */
export interface AskDrag {
  kind: "drag";
  pieces: number[];
  x: number;
  y: number;
  fx: number;
  fy: number;
  like: OrderGiven | null;
}

export interface AskHand {
  kind: "hand";
  piece: number;
}

export interface AskLook {
  kind: "look";
  at: number;
}

/** Between pieces or places. */
export interface AskMeasure {
  kind: "measure";
  a: number | [number, number];
  b: number | [number, number];
}

export interface AskOdds {
  kind: "odds";
  order: OrderGiven | string;
}

/** Pieces picked: what they may be ordered to do together. */
export interface AskOffers {
  kind: "offers";
  pieces: number[];
}

/** A rule, and where it applies now. */
export interface AskRule {
  kind: "rule";
  rule: string;
}

export interface AskSight {
  kind: "sight";
  a: number;
  b: number;
}

export interface AskTimeline {
  kind: "timeline";
  turn: number;
}

/** The pending question. */
export interface Asked {
  side: number;
  text: string;
  yours: boolean;
  choices: ChoiceOffered[];
  barred: ChoiceOffered[];
  picks: PicksOffered | null;
}

/** An area about a piece: a range, a reach. */
export interface Band {
  kind: "move" | "half" | "dash" | "fire" | "command";
  label: string;
  distance: number;
  outlines: Outline[];
  rules: string[];
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
  hits: number;
  hurt: number;
  mark: "" | "foot" | "musket" | "rifle" | "pike" | "horse" | "gun" | "wagon" | "officer" | "rider" | "drum" | "star" | "unknown" | "sword" | "bow" | "crossbow" | "undead" | "banner" | "wolf" | "hero" | "leader" | "wizard" | "crown" | "ogre" | "troll" | "giant" | "behemoth" | "beast" | "dragon" | "chariot" | "engine";
  states: string[];
}

/** What is in a line of sight: a piece, or a feature of the ground. */
export interface Blocker {
  name: string;
  piece: number;
}

export interface BookTold {
  id: string;
  title: string;
  credit: string;
  unit: string;
  scenarios: ScenarioTold[];
  options: OptionTold[];
}

/** The chance that a piece breaks. */
export interface Break {
  piece: number;
  name: string;
  chance: number;
}

/** What one wants to know of a piece. */
export interface Card {
  title: string;
  kind: string;
  facts: Fact[];
  notes: Fact[];
}

export interface Chance {
  blue: number;
  red: number;
  chance: number;
}

/** An order one may give; or may not now, if it has a rule against it. */
export interface ChoiceOffered {
  key: string;
  text: string;
  title: string;
  more: string;
  group: string;
  place: boolean;
  ends: boolean;
  rule: string;
  reason: string;
  order: OrderGiven;
  pieces: number[];
  targets: number[];
}

/** A piece to which a rule applies now, and how. */
export interface CitedTold {
  piece: number;
  text: string;
}

/** Who is at the table now. */
export interface Company {
  type: "company";
  seats: string[];
  watching: number;
}

/** Points and losses of every turn, for a graph. */
export interface CourseTold {
  kind: "course";
  standings: Standing[];
}

/** An order that is not given yet: its words, its ghost, and whether it would be taken. */
export interface Draft {
  order: OrderGiven;
  text: string;
  legal: boolean;
  preview: Preview;
  rule: string;
  reason: string;
  nearest: OrderGiven | null;
  nearest_text: string;
  nearest_preview: Preview | null;
}

/** What a drag or a click may mean, the likeliest first; a drag means one thing or nothing. */
export interface DraftsTold {
  kind: "drafts";
  drafts: Draft[];
}

/** A query that is not answered: a newer one of the same kind has come. */
export interface Dropped {
  type: "dropped";
  request: string;
}

export interface Ended {
  winner: string;
  reason: string;
  points: [number, number];
  seed: string;
  salt: string;
}

/** One line of a card: what, how much in a word or two, what else is to say, and by which rule. */
export interface Fact {
  label: string;
  value: string;
  more: string;
  rules: string[];
}

/** What was wrong with a request, in one line. */
export interface Fault {
  detail: string;
}

/** A piece of terrain, in one or more outlines. */
export interface Feature {
  name: string;
  kind: string;
  look: "wood" | "tree" | "hill" | "road" | "bridge" | "stream" | "pond" | "marsh" | "crops" | "plough" | "rough" | "rubble" | "boulder" | "house" | "castle" | "wall" | "hedge" | "fence" | "works" | "open" | "ford" | "fog";
  label: string;
  outlines: Outline[];
}

/** Another game from a moment of this one; players as they were unless it is said. */
export interface Fork {
  at: number | null;
  blue: "person" | "drill" | "random" | null;
  red: "person" | "drill" | "random" | null;
  one_screen: boolean;
}

export interface GameMade {
  game: string;
  tokens: Record<string, string>;
  commitment: string;
}

export interface GiveDice {
  type: "throw";
  request: string;
  changes: number;
  faces: number[];
}

export interface GiveOrder {
  type: "order";
  request: string;
  changes: number;
  order: OrderGiven | string;
}

/** What a piece that is picked up can do: where its centre can go, what it can reach. */
export interface Hand {
  card: Card;
  can_act: boolean;
  reach: Band[];
  ranges: Band[];
  targets: number[];
}

/** A piece picked up. */
export interface HandTold {
  kind: "hand";
  piece: number;
  hand: Hand;
  lines: LineTold[];
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
  hides: boolean;
}

export interface Health {
  status: "ok";
  version: string;
  games: number;
}

/** The first message: the secret of the seat, and how much of the chronicle the page has, by its mark. */
export interface Hello {
  type: "hello";
  token: string;
  lines: number;
  mark: string;
}

export interface Home {
  version: string;
  books: BookTold[];
  players: PlayerTold[];
}

/** One thing of a list of which several are picked. */
export interface ItemOffered {
  name: string;
  text: string;
  more: string;
  rule: string;
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
  weight: number;
  count: [number, number];
  saves: boolean;
  sides: number;
}

/** The table as it stood when an order was asked for. */
export interface LookTold {
  kind: "look";
  at: number;
  turn: number;
  side: number;
  text: string;
  scene: Scene;
  lines: number;
}

/** An order of the past. */
export interface MomentTold {
  at: number;
  side: number;
  text: string;
  kind: string;
  weight: number;
  lines: LineTold[];
}

export interface NewGame {
  scenario: string;
  blue: "person" | "drill" | "random";
  red: "person" | "drill" | "random";
  dice: "seeded" | "by hand";
  house: Record<string, boolean | number | string | (boolean | number | string)[]>;
  one_screen: boolean;
}

/** A number of the book's tables that a house rule may change, in TOML's notation. */
export interface NumberTold {
  name: string;
  value: string;
  label: string;
  rules: string[];
}

export interface Numbers {
  numbers: NumberTold[];
}

/** What an order may lead to: by itself if it can be carried out so, else until the step of the turn is over. */
export interface OddsTold {
  kind: "odds";
  order: OrderGiven;
  chances: Chance[];
  expected: [number, number];
  alone: boolean;
  breaks: Break[];
  exact: boolean;
  error: number;
  how: string;
  sums: LineTold[];
}

/** What some pieces may be ordered to do together. */
export interface OffersTold {
  kind: "offers";
  choices: ChoiceOffered[];
}

/** A reading of a rule that a game may choose; a number may have other values than those listed. */
export interface OptionTold {
  name: string;
  ruling: string;
  default: string;
  values: string[];
  label: string;
  readings: ValueTold[];
  number: boolean;
  value: string;
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

/** A list of which some are picked: item k is bit k of the order's `how`, which is what is picked at first. */
export interface PicksOffered {
  order: OrderGiven;
  number: number;
  items: ItemOffered[];
  verb: string;
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

/** A general who can be played against. */
export interface PlayerTold {
  id: "drill" | "random";
  title: string;
  name: string;
  text: string;
}

/** Where a piece would stand, and how. */
export interface Pose {
  number: number;
  x: number;
  y: number;
  fx: number;
  fy: number;
  bases: Base[];
}

/** What an order does to the table before a die is rolled: the ghost, and what it pays. */
export interface Preview {
  poses: Pose[];
  distance: number | null;
  cost: number | null;
  allowed: number | null;
  parts: Fact[];
}

export interface ProblemTold {
  type: "problem";
  request: string;
  text: string;
  late: boolean;
}

/** A question about the table, which nobody but who asks hears of. */
export interface Query {
  type: "query";
  request: string;
  query: AskHand | AskDrag | AskClick | AskOffers | AskDraft | AskOdds | AskSight | AskMeasure | AskTimeline | AskLook | AskRule | AskCourse;
}

export interface RefusedTold {
  type: "refused";
  request: string;
  rule: string;
  text: string;
  nearest: OrderGiven | null;
  nearest_text: string;
}

/** A saved battle, as it was written. */
export interface Replay {
  text: string;
}

/** The answer to a query. */
export interface ResultTold {
  type: "result";
  request: string;
  changes: number;
  result: HandTold | DraftsTold | OffersTold | OddsTold | TapeTold | TimelineTold | LookTold | RuleNow | CourseTold;
}

export interface RollWanted {
  n: number;
  sides: number;
  counts: string;
  purpose: string;
  rules: string[];
  after: string;
  how: string;
  thrown: number;
  alike: number;
}

/** A rule in a list. */
export interface RuleFound {
  id: string;
  chapter: string;
  text: string;
}

/** A rule, and where on the table it applies now. */
export interface RuleNow {
  kind: "rule";
  rule: RuleTold;
  cited: CitedTold[];
  asked: boolean;
}

export interface RuleTold {
  id: string;
  chapter: string;
  text: string;
  listed: string;
  options: string[];
  rulings: string[];
  sees: RuleFound[];
  seen_by: RuleFound[];
  choices: OptionTold[];
  previous: RuleFound | null;
  next: RuleFound | null;
}

export interface RulesFound {
  found: RuleFound[];
}

export interface ScenarioTold {
  id: string;
  title: string;
  story: string;
  sample: boolean;
  switches: SwitchTold[];
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
  step: string;
  score: [number, number];
  counts: string;
  losses: [number, number];
  armies: [string, string];
  features: Feature[];
  places: Place[];
  pieces: Seen[];
  waiting: Seen[];
  legend: Sign[];
  ladder: number[];
  acting: number;
}

/** A piece on the table: a unit, a formation, a leader, a man. */
export interface Seen {
  number: number;
  also: number[];
  handle: string;
  side: number;
  kind: string;
  role: "unit" | "formation" | "figure" | "leader";
  name: string;
  label: string;
  note: string;
  spoken: string;
  x: number;
  y: number;
  fx: number;
  fy: number;
  strength: number;
  full: number;
  bases: Base[];
  states: string[];
  marks: ("square" | "loose" | "sheltered" | "lance" | "armour" | "strips" | "inside" | "disordered" | "routing" | "check" | "moved" | "fired" | "acted" | "wounded" | "halted" | "spell" | "hidden" | "hits")[];
  within: number;
  rings: number[];
}

/** A mark on the table and what it means in this book. */
export interface Sign {
  mark: "square" | "loose" | "sheltered" | "lance" | "armour" | "strips" | "inside" | "disordered" | "routing" | "check" | "moved" | "fired" | "acted" | "wounded" | "halted" | "spell" | "hidden" | "hits" | "ring" | "unknown";
  text: string;
}

/** How a battle stood when a turn was over; turn 0 is before the first. */
export interface Standing {
  turn: number;
  score: [number, number];
  losses: [number, number];
}

/** A choice of a scenario's own, yes or no. */
export interface SwitchTold {
  name: string;
  label: string;
  default: boolean;
}

/** The table as a seat may see it. */
export interface TableTold {
  type: "table";
  changes: number;
  seat: string;
  viewpoint: number[];
  heading: Heading;
  scene: Scene;
  numbers: number[] | null;
  ask: Asked | null;
  roll: RollWanted | null;
  ended: Ended | null;
  may_undo: "" | "free" | "by consent";
  no_undo: string;
  undo_asked_by: string | null;
  lines: LineTold[];
  lines_from: number;
  mark: string;
}

/** A tape between two things: from where to where, base to base, and what is in between. */
export interface Tape {
  start: [number, number];
  end: [number, number];
  distance: number;
  text: string;
  spoken: string;
  clear: boolean | null;
  blockers: Blocker[];
  rules: string[];
}

/** A distance, or a line of sight. */
export interface TapeTold {
  kind: "tape";
  tape: Tape;
}

/** A general is waited for; -1: not any more. */
export interface Thinking {
  type: "thinking";
  side: number;
}

/** The moments of one turn. */
export interface TimelineTold {
  kind: "timeline";
  turn: number;
  turns: number;
  lines: LineTold[];
  moments: MomentTold[];
}

export interface Undo {
  type: "undo";
  request: string;
  changes: number;
}

/** A value of an option, and what it means in plain words. */
export interface ValueTold {
  value: string;
  means: string;
}

export type FromServer = TableTold | Answered | RefusedTold | ProblemTold | Thinking | Company | ResultTold | Dropped;

export type FromPage = GiveOrder | GiveDice | Undo | AnswerUndo | Query;
