"""A person at a page: looks at what it shows, and acts on it with mouse and keys as people do.

Nothing here knows a rule or a book: buttons, pieces with a gold rim, beads, brackets round targets, keys."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from .browsing import PATIENCE

LOOK = """async (patience) => {
  const calm = () => {
    document.querySelector('.curtain button')?.click();  // the screen is handed over
    return document.querySelector('.side')?.getAttribute('aria-busy') === 'false';
  };
  for (const by = performance.now() + patience; !calm(); await new Promise(requestAnimationFrame))
    if (performance.now() > by) throw new Error('the page is busy and stays so');
  const side = document.querySelector('.side');
  const all = (q) => [...document.querySelectorAll(q)];
  const box = document.querySelector('.mapbox').getBoundingClientRect();
  const inside = (x, y) => x > box.left + 3 && x < box.right - 3 && y > box.top + 3 && y < box.bottom - 3;
  const grip = (g) => {
    const r = g.getBoundingClientRect();
    for (const [a, b] of [[.5, .5], [.3, .5], [.7, .5], [.5, .3], [.5, .7], [.2, .2], [.8, .8], [.1, .5], [.9, .5]]) {
      const x = r.left + r.width * a, y = r.top + r.height * b;
      const on = inside(x, y) && document.elementFromPoint(x, y)?.closest('[data-n],[data-bead]');
      if (on && (on === g || (g.matches('.body') && on.matches('.man[tabindex="-1"]')))) return [x, y];
    }
    return null;
  };
  const aimed = new Set(all('[data-target]').map((t) => t.dataset.target));
  const pieces = all('g[data-n][role=button]').map((g) => {
    const picked = g.getAttribute('aria-pressed') === 'true', can = g.matches('.can');
    const target = aimed.has(g.dataset.n) && !picked;
    return {n: Number(g.dataset.n), can, target, picked, side: g.matches('.sB') ? 1 : 0, grip: can || target ? grip(g) : null};
  });
  const beads = all('[data-bead]').map((b) => b.getBoundingClientRect())
    .map((r) => [r.left + r.width / 2, r.top + r.height / 2])
    .filter(([x, y]) => inside(x, y) && document.elementFromPoint(x, y)?.matches('[data-bead]'));
  const end = document.querySelector('.time .btn.primary');
  return {
    changes: Number(side.dataset.changes),
    prompt: document.querySelector('.prompt h1')?.innerText ?? '',
    turn: document.querySelector('.turn strong')?.innerText ?? '',
    orders: all('.orders .ord:enabled:not([aria-disabled=true])').map((o) => o.innerText),
    keys: all('.orders .ord:enabled').flatMap((o) => o.getAttribute('aria-keyshortcuts') ?? []),
    sorts: all('.orders .sort').length,
    end: end && !end.disabled ? end.innerText : '', roll: document.querySelector('.dice form') !== null,
    picker: document.querySelector('.picker') !== null, over: document.querySelector('.endpanel') !== null, pieces, beads,
    alert: document.querySelector('[role=alert]')?.innerText ?? '',
    undo: all('.time .btn:enabled').some((b) => /undo/i.test(b.innerText)),
  };
}"""
ORDERS = ".orders .ord:enabled:not([aria-disabled=true])"
TRIES = 4  # clumsy things done in answer to one question before a button is simply pressed
STUCK = 40  # tries of any kind after which nobody would go on


@dataclass(frozen=True)
class Sight:
    """What a page shows at a moment."""

    changes: int
    prompt: str
    turn: str
    orders: Sequence[str]
    keys: Sequence[str]
    sorts: int
    end: str
    roll: bool
    picker: bool
    over: bool
    pieces: Sequence[dict[str, Any]]
    beads: Sequence[Sequence[float]]
    alert: str
    undo: bool

    @property
    def able(self) -> list[dict[str, Any]]:
        return [p for p in self.pieces if p["can"] and p["grip"]]

    @property
    def targets(self) -> list[dict[str, Any]]:
        return [p for p in self.pieces if p["target"] and p["grip"]]

    @property
    def picked(self) -> dict[str, Any] | None:
        return next((p for p in self.pieces if p["picked"]), None)

    @property
    def mine(self) -> bool:
        """Is whoever sits here asked?"""
        return bool(self.orders or self.end or self.roll or self.picker or any(p["can"] for p in self.pieces))


@dataclass
class Person:
    """Plays by a seeded whim; remembers by which means orders were given."""

    page: Page
    seed: int
    eager: float = 0.85  # how often another order is given where the step could be ended
    means: Counter[str] = field(default_factory=Counter)
    tries: int = 0
    at: int = -1

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    # --- looking --------------------------------------------------------------------------------------------

    def look(self) -> Sight:
        """The page once it is not busy."""
        return Sight(**self.page.evaluate(LOOK, PATIENCE))

    def changes(self) -> int:
        """How often the table has changed, as far as this page has heard."""
        return int(self.page.locator(".side").get_attribute("data-changes") or 0)

    def wait_for(self, changes: int) -> None:
        """Until the page has heard of a change."""
        self.page.wait_for_function(
            "n => Number(document.querySelector('.side')?.dataset.changes) >= n", arg=changes
        )

    def settle(self, before: Sight) -> bool:
        """Has something come of what was done?  A page that has said something is busy until it is answered."""
        return self.look().changes != before.changes

    # --- a move of any kind ---------------------------------------------------------------------------------

    def act(self, seen: Sight) -> None:
        """Answer what is asked: one try by one means."""
        if seen.changes != self.at:
            self.at, self.tries = seen.changes, 0
        self.tries += 1
        assert self.tries <= STUCK, f"nothing comes of anything here: {seen}"
        if seen.roll:
            self.roll(seen)
        elif seen.picker:
            self.choose(seen)
        elif seen.end and (
            self.rng.random() > self.eager or self.tries > TRIES or not (seen.orders or seen.able)
        ):
            self.finish(seen)
        else:
            name, do = self.rng.choice(self.ways(seen))
            self.means[name] += do(seen)

    def ways(self, seen: Sight) -> list[tuple[str, Callable[[Sight], bool]]]:
        """The means that the page offers now."""
        found: list[tuple[str, Callable[[Sight], bool]]] = []
        if seen.orders:
            found += [("button", self.press_button), ("key", self.press_key)]
        if self.tries > TRIES and found:
            return found
        if seen.able:
            found += [("drag", self.drag), ("button", self.pick_and_press)]
        if seen.picked and seen.picked["can"]:
            found += [("arrows", self.nudge)]
            found += [("bead", self.take_bead)] * bool(seen.beads)
            found += [("target", self.take_target)] * 3 * bool(seen.targets)
        assert found, f"nothing can be done here: {seen}"
        return found

    def finish(self, seen: Sight) -> bool:
        """End the step, by its button or its key."""
        if self.rng.random() < 0.5:
            self.page.locator(".time .btn.primary").click()
        else:
            self.page.keyboard.press("e")
        return self.settle(seen)

    def press_button(self, seen: Sight) -> bool:
        """An order from the list: perhaps its sort first, or the piece that it is for."""
        for _ in range(3):
            if seen.sorts and self.rng.random() < 0.5:
                self.page.locator(".orders .sort").nth(self.rng.randrange(seen.sorts)).click()
                seen = self.look()
            if not seen.orders:
                return False
            self.page.locator(ORDERS).nth(self.rng.randrange(len(seen.orders))).click()
            if self.settle(seen):
                return True
            seen = self.look()
        return False

    def press_key(self, seen: Sight) -> bool:
        """An order by the letter that stands on it; before that, perhaps the piece that it is for."""
        for _ in range(3):
            if not seen.keys:
                return False
            self.page.keyboard.press(self.rng.choice(seen.keys))
            if self.settle(seen):
                return True
            seen = self.look()
        return False

    def pick_and_press(self, seen: Sight) -> bool:
        """A piece on the table, then one of its orders."""
        self.pick(seen)
        return self.press_button(self.look())

    def pick(self, seen: Sight) -> None:
        """A piece is picked up: with the mouse, or by going from one to the next."""
        if self.rng.random() < 0.7:
            self.page.mouse.click(*self.rng.choice(seen.able)["grip"])
        else:
            for _ in range(self.rng.randint(1, 3)):
                self.page.keyboard.press(self.rng.choice("[]"))

    # --- on the table ---------------------------------------------------------------------------------------

    def drag(self, seen: Sight, far: float = 120.0) -> bool:
        """A piece to another place; what is refused is taken as near as it may be."""
        x, y = self.rng.choice(seen.able)["grip"]
        self.carry(x, y, x + self.rng.uniform(-far, far), y + self.rng.uniform(-far, far))
        return self.settle(seen) or self.make_do(seen)

    def carry(self, x: float, y: float, to_x: float, to_y: float) -> None:
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(to_x, to_y, steps=4)
        self.page.mouse.up()

    def make_do(self, seen: Sight) -> bool:
        """What was refused: take the nearest that is not, or let go."""
        near = self.page.get_by_role("button", name="takes it")
        if not near.count():
            self.page.keyboard.press("Escape")
            return False
        if self.rng.random() < 0.5:
            self.page.keyboard.press("Enter")
        else:
            near.click()
        self.means["nearest"] += 1
        assert self.settle(seen), "the nearest that is legal was not taken"
        return True

    def nudge(self, seen: Sight) -> bool:
        """The ghost is pushed about by arrows, and set down."""
        for _ in range(self.rng.randint(1, 6)):
            self.page.keyboard.press(
                self.rng.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", ",", "."])
            )
        self.page.keyboard.press("Enter")
        return self.settle(seen) or self.make_do(seen)

    def take_bead(self, seen: Sight) -> bool:
        """A place that is offered on the table: once to see it, once to go there."""
        at = self.rng.choice(seen.beads)
        self.page.mouse.click(*at)
        self.page.mouse.click(*at)
        return self.settle(seen)

    def take_target(self, seen: Sight) -> bool:
        """An enemy in brackets: once to see the odds, once to do it."""
        at = self.rng.choice(seen.targets)["grip"]
        self.page.mouse.click(*at)
        self.page.mouse.click(*at)
        return self.settle(seen)

    # --- several of a list ----------------------------------------------------------------------------------

    def choose(self, seen: Sight) -> None:
        """Something of what is picked already is changed for something else, and that is it."""
        boxes = self.page.locator(".picker .items input")
        ticked = [k for k in range(boxes.count()) if boxes.nth(k).is_checked()]
        boxes.nth(self.rng.choice(ticked)).uncheck()
        boxes.nth(self.rng.choice([k for k in range(boxes.count()) if k not in ticked])).check()
        self.page.locator(".picker .btn.primary").click()
        assert self.settle(seen), "what was picked was not taken"
        self.means["picker"] += 1

    # --- dice -----------------------------------------------------------------------------------------------

    def roll(self, seen: Sight) -> None:
        """Dice that were rolled on a real table: typed, or clicked face by face."""
        wanted = int("".join(c for c in seen.prompt if c.isdigit()) or 1)
        sides = re.search(r"\bD(\d+)", self.page.locator(".dice > p").first.inner_text())
        faces = [min(self.rng.randint(1, 6), int(sides[1]) if sides else 6) for _ in range(wanted)]
        if wanted < 4 and self.rng.random() < 0.5 and self.page.locator(".faces").count():
            for face in faces:
                self.page.get_by_role("button", name=f"A {face}", exact=True).click()
            if wanted > 1:
                self.page.get_by_role("button", name="That is it").click()
        else:
            self.page.get_by_label("What you rolled").fill(" ".join(map(str, faces)))
            self.page.keyboard.press("Enter")
        assert self.settle(seen), "dice were not taken"
        self.means["dice"] += 1
