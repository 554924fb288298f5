// The socket of a seat.  It comes back by itself, and says again what was not answered, under the same name:
// the server answers a request that it has answered before the same way, and does nothing twice.
import type { FromPage, FromServer } from "../messages";

export type LinkState = "joining" | "open" | "lost" | "closed" | "shut"; // shut: the battle cannot be opened
type Unnamed<T> = T extends { request: string } ? Omit<T, "request"> : never;
export type Saying = Unnamed<FromPage>;

/** How much of the chronicle a page has, and which lines these are. */
export interface Has {
  lines: number;
  mark: string;
}

interface Hearer {
  has(): Has;
  heard(message: FromServer): void;
  state(state: LinkState, why: string): void;
}

/** A name for a request (plain http has no randomUUID). */
function freshName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

const WAITS = [250, 500, 1000, 2000, 4000, 8000];

export class Link {
  private socket: WebSocket | null = null;
  private unanswered = new Map<string, string>();
  private tries = 0;
  private greeted = false;
  private timer = 0;
  private ended = false;
  private told = ""; // the problem that was said before the page could sit down

  constructor(
    private readonly game: string,
    private readonly token: string,
    private readonly hearer: Hearer,
  ) {
    this.open();
    addEventListener("online", this.hurry);
  }

  /** Say something; its name is given back, and stays the same however often it has to be said. */
  say(message: Saying): string {
    const request = freshName();
    const text = JSON.stringify({ ...message, request });
    this.unanswered.set(request, text);
    if (this.greeted) this.socket?.send(text);
    return request;
  }

  /** Ask something once: if the connection goes, so does the question.  Nothing is given back if there is none. */
  ask(message: Saying): string {
    if (!this.greeted) return "";
    const request = freshName();
    this.socket?.send(JSON.stringify({ ...message, request }));
    return request;
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.hurry);
    this.socket?.close();
  }

  private hurry = (): void => {
    if (this.socket !== null || this.ended) return;
    clearTimeout(this.timer);
    this.open();
  };

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/socket`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: this.token, ...this.hearer.has() }));
    socket.onmessage = (e) => this.hear(JSON.parse(String(e.data)) as FromServer);
    socket.onclose = (e) => this.lost(e);
  }

  private hear(message: FromServer): void {
    if (message.type === "table" && !this.greeted) this.welcome();
    if (message.type === "problem" && !this.greeted) this.told = message.text;
    if ("request" in message) this.unanswered.delete(message.request);
    this.hearer.heard(message);
  }

  private welcome(): void {
    this.greeted = true;
    this.tries = 0;
    this.hearer.state("open", "");
    for (const text of this.unanswered.values()) this.socket?.send(text);
  }

  private lost(e: CloseEvent): void {
    this.socket = null;
    this.greeted = false;
    if (this.ended) return;
    if (e.code === 1008 || e.code === 4410) {
      this.ended = true;
      if (e.code === 4410) this.hearer.state("shut", this.told || e.reason);
      else this.hearer.state("closed", e.reason || "the server turned this page away");
      return;
    }
    this.hearer.state("lost", e.reason);
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)] ?? 8000;
    this.timer = window.setTimeout(() => this.open(), wait);
  }
}
