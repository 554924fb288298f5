// What this browser keeps for the page.  Where it keeps nothing, or is full, that lasts as long as the page does.
type Place = "browser" | "tab";

class Keeping {
  works = $state(true); // false: whoever leaves the page loses what it knew
  private readonly here = { browser: new Map<string, string>(), tab: new Map<string, string>() };

  constructor() {
    const probe = "grognard.probe";
    this.works = this.put("browser", probe, "") && this.put("tab", probe, "");
    this.drop("browser", probe);
    this.drop("tab", probe);
  }

  read(place: Place, key: string): string | null {
    const kept = this.here[place].get(key);
    if (kept !== undefined) return kept;
    try {
      return this.storage(place).getItem(key);
    } catch {
      return null; // blocked: nothing was ever kept
    }
  }

  /** Says whether it will be there after the page. */
  put(place: Place, key: string, value: string): boolean {
    try {
      this.storage(place).setItem(key, value);
      this.here[place].delete(key);
      return true;
    } catch {
      this.here[place].set(key, value); // blocked or full
      return false;
    }
  }

  drop(place: Place, key: string): void {
    this.here[place].delete(key);
    try {
      this.storage(place).removeItem(key);
    } catch {
      return; // blocked: it is not there
    }
  }

  /** Even to name them is forbidden where they are blocked. */
  private storage(place: Place): Storage {
    return place === "browser" ? localStorage : sessionStorage;
  }
}

export const keeping = new Keeping();
