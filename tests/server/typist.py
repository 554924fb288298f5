"""A person who has no mouse: everything by keys, from the order in which things get the focus."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from playwright.sync_api import expect

from .players import Person, Sight

FOCUS = """() => {
  const on = document.activeElement;
  if (!on || on === document.body) return '';
  const words = on.labels?.[0]?.innerText ?? on.getAttribute('aria-label') ?? on.innerText ?? '';
  const kind = on.type === 'radio' ? `${on.name}: ` : on.matches('.ord') ? 'order: ' : on.matches('g.can[data-n]') ? 'can: ' : '';
  return kind + words;
}"""
POINTED = "addEventListener('pointerdown', () => { window.pointed = (window.pointed ?? 0) + 1; }, true)"
FAR = 400  # presses of Tab that lead round any page


@dataclass
class Typist(Person):
    """Never touches the mouse; a page that needs one is found out."""

    def tab_to(self, words: str, back: bool = False) -> str:
        """Go on until something with these words has the focus."""
        met: list[str] = []
        while len(met) < FAR:
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
            on: str = self.page.evaluate(FOCUS)
            met.append(on)
            if words in on:
                return on
        raise AssertionError(
            f"nothing with the words {words!r} gets the focus: {Counter(met).most_common(9)}"
        )

    def begin(self, url: str, title: str) -> None:
        """A battle against the general that home proposes."""
        page = self.page
        page.add_init_script(POINTED)
        page.goto(url)
        expect(page.get_by_role("button", name="Begin the battle")).to_be_visible()
        on = self.tab_to("book: ")
        for _ in range(FAR):
            if title in on:
                break
            page.keyboard.press("ArrowDown")
            on = page.evaluate(FOCUS)
        assert title in on, "books are chosen by arrows"
        self.tab_to("Begin the battle")
        page.keyboard.press("Enter")
        expect(page.locator(".mapbox")).to_be_visible()

    def play_a_turn(self) -> None:
        """Until another turn has begun."""
        turn = self.look().turn
        for _ in range(FAR):
            seen = self.look()
            if seen.turn != turn or seen.over:
                break
            self.act(seen)
        assert self.look().turn != turn
        assert self.page.evaluate("() => window.pointed ?? 0") == 0, "the mouse was used"

    def act(self, seen: Sight) -> None:
        if seen.changes != self.at:
            self.at, self.tries = seen.changes, 0
        self.tries += 1
        if seen.end and (self.rng.random() > self.eager or self.tries > 3 or not (seen.orders or seen.able)):
            self.finish(seen)
        else:
            self.rng.choice([self.press_key, self.by_focus, self.by_pieces, self.by_arrows])(seen)

    def finish(self, seen: Sight) -> bool:
        self.page.keyboard.press("e")
        return self.settle(seen)

    def by_focus(self, seen: Sight) -> bool:
        """Tab to an order of the list, and Enter; what only picks a piece up is followed by an order."""
        if not seen.orders:
            return self.press_key(seen)
        self.tab_to("order: ")
        self.page.keyboard.press("Enter")
        return self.settle(seen) or self.press_key(self.look())

    def by_pieces(self, seen: Sight) -> bool:
        """Tab to a piece that can act, pick it up, and give it one of its orders."""
        if not seen.able:
            return self.press_key(seen)
        self.tab_to("can: ")
        self.page.keyboard.press("Enter")
        return self.press_key(self.look())

    def by_arrows(self, seen: Sight) -> bool:
        """A piece is pushed forward and set down; what is refused is taken as near as it may be."""
        self.page.keyboard.press("]")
        if not self.look().picked:
            return self.press_key(seen)
        for _ in range(self.rng.randint(2, 5)):
            self.page.keyboard.press("ArrowUp")
        self.page.keyboard.press("Enter")
        if self.settle(seen):
            return True
        self.page.keyboard.press("Enter" if "takes it" in self.look().alert else "Escape")
        return self.settle(seen)
