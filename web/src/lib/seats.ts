// The secrets of seats: in this browser's storage and in the fragment of a link, nowhere else.
import type { TableTold } from "../messages";

export interface Kept {
  game: string;
  scenario: string;
  title: string;
  opponent: string;
  seat: string; // the one this browser sits on
  tokens: Record<string, string>;
  note: string; // "Turn 4 of 12"
  yours: boolean;
  over: boolean;
  at: number;
}

const KEY = "grognard.games";
const MOST = 24;

export function keptGames(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return []; // not ours
  }
}

function write(games: Kept[]): void {
  games.sort((a, b) => b.at - a.at);
  localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
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
    sessionStorage.setItem(`grognard.seat.${game}`, given);
    history.replaceState(null, "", location.pathname);
    return given;
  }
  const mine = sessionStorage.getItem(`grognard.seat.${game}`);
  const kept = keptGames().find((k) => k.game === game);
  return mine ?? (kept ? (kept.tokens[kept.seat] ?? "") : "");
}

export function linkTo(game: string, token: string): string {
  return `${location.origin}/game/${game}#${token}`;
}

/** After each change the list of battles knows how this one stands. */
export function note(table: TableTold, token: string): void {
  const { heading: h, scene } = table;
  const before = keptGames().find((k) => k.game === h.game);
  const mine = before && before.tokens[before.seat] === token ? before : undefined;
  if (before && !mine && before.seat !== table.seat) return; // another seat of this browser keeps it
  keep({
    game: h.game,
    scenario: h.scenario,
    title: h.title,
    opponent: before?.opponent ?? "a friend",
    seat: table.seat,
    tokens: { ...before?.tokens, [table.seat]: token },
    note: table.ended ? "Over" : `Turn ${scene.turn} of ${scene.turns}`,
    yours: table.ask?.yours ?? false,
    over: table.ended !== null,
    at: Date.now(),
  });
}
