// The secrets of seats: in this browser's storage and in the fragment of a link, nowhere else.
import type { GameMade, TableTold } from "../messages";
import { keeping } from "./keeping.svelte";

export interface Kept {
  game: string;
  scenario: string;
  title: string;
  opponent: string; // a general by his id, else words
  seat: string; // the one this browser sits on
  tokens: Record<string, string>;
  note: string; // "Turn 4 of 12, Army Red to move"
  yours: boolean;
  over: boolean;
  at: number;
}

const KEY = "grognard.games";
const MOST = 200; // battles that are over; of the others none is ever dropped: here are their only keys

export function keptGames(): Kept[] {
  try {
    const found: unknown = JSON.parse(keeping.read("browser", KEY) ?? "[]");
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return []; // not ours
  }
}

export const keptGame = (game: string): Kept | undefined => keptGames().find((k) => k.game === game);

function write(games: Kept[]): void {
  games.sort((a, b) => b.at - a.at);
  const put = (most: number): boolean => {
    const over = new Set(games.filter((k) => k.over).slice(most));
    return keeping.put("browser", KEY, JSON.stringify(games.filter((k) => !over.has(k))));
  };
  keeping.works = put(MOST) || put(0); // where there is little room it is for the keys
}

export function keep(game: Kept): void {
  write([game, ...keptGames().filter((k) => k.game !== game.game)]);
}

export function forget(game: string): void {
  write(keptGames().filter((k) => k.game !== game));
}

/** The secret of this tab: from the link it was opened by, from the tab itself, or from this browser. */
export function tokenOf(game: string): string {
  const given = location.hash.slice(1);
  if (given) {
    if (keeping.put("tab", `grognard.seat.${game}`, given)) history.replaceState(null, "", location.pathname);
    return given;
  }
  const mine = keeping.read("tab", `grognard.seat.${game}`);
  const kept = keptGame(game);
  return mine ?? (kept ? (kept.tokens[kept.seat] ?? "") : "");
}

export function linkTo(game: string, token: string): string {
  return `${location.origin}/game/${game}#${token}`;
}

export interface Sitting {
  scenario: string;
  title: string;
  opponent: string;
  seat: string;
  note: string;
}

/** Keep a game that was just made, and go there. */
export function sitDown(made: GameMade, at: Sitting, invite = false): void {
  keep({ ...at, game: made.game, tokens: made.tokens, yours: false, over: false, at: Date.now() });
  if (invite) keeping.put("tab", INVITE, made.game);
  const link = linkTo(made.game, made.tokens[at.seat] ?? "");
  if (keeping.works) location.assign(link);
  else {
    history.pushState(null, "", link); // the same page: only it knows the other seats
    dispatchEvent(new PopStateEvent("popstate"));
  }
}

const INVITE = "grognard.invite";

/** Is somebody to be sent a link, at once? */
export const toInvite = (game: string): boolean => keeping.read("tab", INVITE) === game;

export const invited = (): void => keeping.drop("tab", INVITE);

function standing(table: TableTold): string {
  const { scene, ask, ended } = table;
  if (ended) return ended.winner === "draw" ? "A draw" : `${scene.armies[ended.winner === "blue" ? 0 : 1]} won`;
  const turn = `Turn ${scene.turn} of ${scene.turns}`;
  if (!ask) return table.roll ? `${turn}, dice are to be rolled` : turn;
  return ask.yours ? turn : `${turn}, ${scene.armies[ask.side as 0 | 1]} to move`;
}

function opponent(table: TableTold): string {
  const other = table.heading.players[table.seat === "blue" ? 1 : 0];
  return other === "person" ? "a friend" : other;
}

/** After each change the list of battles knows how this one stands. */
export function note(table: TableTold, token: string): void {
  const h = table.heading;
  const before = keptGame(h.game);
  const mine = before && before.tokens[before.seat] === token ? before : undefined;
  if (before && !mine && before.seat !== table.seat) return; // another seat of this browser keeps it
  keep({
    game: h.game,
    scenario: h.scenario,
    title: h.title,
    opponent: before?.opponent ?? opponent(table),
    seat: table.seat,
    tokens: { ...before?.tokens, [table.seat]: token },
    note: standing(table),
    yours: table.ask?.yours ?? false,
    over: table.ended !== null,
    at: Date.now(),
  });
  if (!keeping.works && !location.hash) history.replaceState(null, "", linkTo(h.game, token)); // there at least it is kept
}

/** When something was, in a word or two. */
export function when(at: number): string {
  const then = new Date(at), now = new Date();
  const days = Math.round((new Date(now.toDateString()).getTime() - new Date(then.toDateString()).getTime()) / 864e5);
  const time = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (days <= 0) return `today, ${time}`;
  if (days === 1) return `yesterday, ${time}`;
  return days < 7 ? `${days} days ago` : then.toLocaleDateString([], { day: "numeric", month: "long" });
}
