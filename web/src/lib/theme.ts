// Light or dark: what the reader chose last, else what the system likes.
import { keeping } from "./keeping.svelte";

const KEY = "grognard.theme";

export function chooseTheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = keeping.read("browser", KEY) ?? (dark ? "dark" : "light");
}

export function otherTheme(): void {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  keeping.put("browser", KEY, next);
}
