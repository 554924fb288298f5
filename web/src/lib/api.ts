// The doors of the server that are not the socket.
import type { Fork, GameMade, Home, NewGame, RuleTold } from "../messages";

async function read<T>(answer: Response): Promise<T> {
  if (answer.ok) return (await answer.json()) as T;
  const told: unknown = await answer.json().catch(() => null);
  const detail = told && typeof told === "object" && "detail" in told ? told.detail : answer.statusText;
  throw new Error(typeof detail === "string" ? detail : `the server answered ${answer.status}`);
}

export const home = async (): Promise<Home> => read(await fetch("/api/home"));

export async function newGame(wanted: NewGame): Promise<GameMade> {
  const body = JSON.stringify(wanted);
  return read(await fetch("/api/games", { method: "POST", headers: { "Content-Type": "application/json" }, body }));
}

/** A new game that goes on from a moment of another. */
export async function fork(game: string, token: string, at: number, oneScreen: boolean): Promise<GameMade> {
  const wanted: Fork = { at, blue: null, red: null, one_screen: oneScreen };
  const headers = { "Content-Type": "application/json", "X-Grognard-Token": token };
  return read(await fetch(`/api/games/${game}/fork`, { method: "POST", headers, body: JSON.stringify(wanted) }));
}

const rules = new Map<string, Promise<RuleTold>>();

export function rule(book: string, id: string): Promise<RuleTold> {
  const key = `${book}/${id}`;
  const known = rules.get(key) ?? fetch(`/api/rules/${book}/${encodeURIComponent(id)}`).then((a) => read<RuleTold>(a));
  rules.set(key, known);
  known.catch(() => rules.delete(key));
  return known;
}

export async function saved(game: string, token: string): Promise<string> {
  const answer = await fetch(`/api/games/${game}/saved`, { headers: { "X-Grognard-Token": token } });
  if (!answer.ok) return read(answer);
  return answer.text();
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
