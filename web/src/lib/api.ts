// The doors of the server that are not the socket.
import type { Fork, GameMade, Home, NewGame, Numbers, RulesFound, RuleTold } from "../messages";

export class Wrong extends Error {
  constructor(readonly status: number, text: string) {
    super(text);
  }
}

/** What was wrong, in one line, however it came about. */
export function why(e: unknown): string {
  if (e instanceof Wrong) return e.message;
  return "the server does not answer: is it running?";
}

interface Fault {
  msg?: unknown;
  loc?: unknown;
}

function detail(told: unknown, status: number): string {
  const found = told && typeof told === "object" && "detail" in told ? told.detail : null;
  if (typeof found === "string") return found;
  const first = Array.isArray(found) ? (found[0] as Fault | undefined) : undefined;
  const where = Array.isArray(first?.loc) ? first.loc.slice(1).join(".") : "";
  return first ? `${where}: ${String(first.msg)}` : `the server answered ${status}`;
}

async function read<T>(answer: Response): Promise<T> {
  if (answer.ok) return (await answer.json()) as T;
  throw new Wrong(answer.status, detail(await answer.json().catch(() => null), answer.status));
}

async function post<T>(path: string, body: unknown, token = ""): Promise<T> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (token) headers["X-Grognard-Token"] = token;
  return read(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}


export const newGame = (wanted: NewGame): Promise<GameMade> => post("/api/games", wanted);

/** A saved battle to watch. */
export const replay = (text: string): Promise<GameMade> => post("/api/replays", { text });

/** A new game that goes on from a moment of another. */
export const fork = (game: string, token: string, wanted: Fork): Promise<GameMade> => post(`/api/games/${game}/fork`, wanted, token);

const told = new Map<string, Promise<unknown>>();

/** What does not change is asked for once. */
function once<T>(path: string): Promise<T> {
  const known = (told.get(path) as Promise<T> | undefined) ?? fetch(path).then((a) => read<T>(a));
  told.set(path, known);
  known.catch(() => told.delete(path));
  return known;
}

export const home = (): Promise<Home> => once("/api/home");

export const rule = (book: string, id: string): Promise<RuleTold> => once(`/api/rules/${book}/${encodeURIComponent(id)}`);

export const search = (book: string, words: string): Promise<RulesFound> => once(`/api/rules/${book}?q=${encodeURIComponent(words)}`);

export const numbers = (book: string): Promise<Numbers> => once(`/api/numbers/${book}`);

export async function saved(game: string, token: string): Promise<string> {
  const answer = await fetch(`/api/games/${game}/saved`, { headers: { "X-Grognard-Token": token } });
  return answer.ok ? answer.text() : read(answer);
}

/** Hand a text to the reader as a file. */
export function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
