"""What happens once in a battle at a page; each waits for its moment and then checks what the page makes of it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from playwright.sync_api import Page, expect

from .browsing import Server
from .players import Person, Sight

BACK = """words => {
  document.querySelector('.curtain button')?.click();  // the screen is handed over
  return document.querySelector('.prompt h1')?.innerText === words;
}"""
MOST = 2000  # things done in one battle
CALM = 0.5  # how eager somebody is who has seen everything
VERIFY = [sys.executable, "-m", "grognard", "verify"]


def spoken(page: Page) -> list[str]:
    """What every piece on the table says of itself."""
    told: list[str] = page.eval_on_selector_all(
        "g[data-n][role=button]", "all => all.map(g => `${g.dataset.n} ${g.getAttribute('aria-label')}`)"
    )
    return sorted(told)


def entries(page: Page) -> int:
    return page.locator(".entries > li").count()


class Episode(Protocol):
    def happens(self, person: Person, seen: Sight) -> bool:
        """Is this its moment?  If so it has happened."""


def begin(
    page: Page, server: Server, title: str, foe: str, dice: str = "rolled for me", scenario: str = ""
) -> None:
    """From home, with the mouse; the battle that home proposes, or another one."""
    page.goto(server.url)
    page.locator(".book", has_text=title).click()
    if scenario:
        page.locator(".thumb", has_text=scenario).click()
    page.locator(".gen", has_text=foe).click()
    page.get_by_label("Dice", exact=True).select_option(label=dice)
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.locator(".mapbox, .curtain")).to_be_visible()


def play(person: Person, episodes: list[Episode]) -> None:
    """To the end of the battle, with everything on the way that is to happen."""
    waiting = list(episodes)
    for _ in range(MOST):
        seen = person.look()
        if seen.over:
            break
        if not waiting:
            person.eager = min(person.eager, CALM)
        if waiting and waiting[0].happens(person, seen):
            waiting.pop(0)
        else:
            person.act(seen)
    assert waiting == [], f"never came to it: {waiting}; did {person.means}"


class TakesBack:
    """An order is given and taken back: everything is as it was."""

    def happens(self, person: Person, seen: Sight) -> bool:
        page = person.page
        before, lines = spoken(page), entries(page)
        person.act(seen)
        given = person.look()
        undo = page.get_by_role("button", name=re.compile("^Undo"))
        if given.changes == seen.changes or given.over or not undo.count() or given.roll:
            return False
        undo.click()
        page.wait_for_function(BACK, arg=seen.prompt)
        again = person.look()
        assert (spoken(page), entries(page)) == (before, lines)
        assert again.changes > given.changes
        return True


class IsRefused:
    """A piece is dragged across the whole table: refused by a rule, and set down as near as it may be."""

    def happens(self, person: Person, seen: Sight) -> bool:
        if not seen.able or seen.roll:
            return False
        page = person.page
        box = page.locator(".mapbox").bounding_box()
        assert box is not None
        x, y = person.rng.choice(seen.able)["grip"]
        person.carry(
            x, y, box["x"] + box["width"] * 0.5, box["y"] + box["height"] * (0.1 if y > 400 else 0.85)
        )
        if person.settle(seen):
            return False
        refusal = page.get_by_role("alert")
        near = refusal.get_by_role("button", name="takes it")
        if not near.count():
            page.keyboard.press("Escape")
            return False
        expect(refusal.locator(".cite").first).to_have_text(re.compile(r"^[A-Z]+-[A-Z0-9]+$"))
        near.click()
        assert person.settle(seen), "the nearest that is legal was not legal"
        expect(refusal).to_have_count(0)
        return True


class ReadsARule:
    """A citation opens its rule beside the table."""

    def happens(self, person: Person, seen: Sight) -> bool:
        page = person.page
        cite = page.locator(".side .cite").first
        if not cite.count():
            return False
        id = cite.inner_text()
        cite.click()
        rules = page.get_by_role("region", name="Rules")
        expect(rules.locator(".rule")).to_contain_text(id)
        assert len(rules.locator(".rule p").first.inner_text()) > 20
        page.keyboard.press("Escape")
        expect(rules).to_have_count(0)
        return True


class SeesOdds:
    """A target clicked once shows what may come of it; clicked again it is done."""

    def happens(self, person: Person, seen: Sight) -> bool:
        own = None if seen.picked is None else seen.picked["side"]
        foes = [t for t in seen.targets if t["side"] != own]
        if not foes:
            return False
        page, at = person.page, foes[0]["grip"]
        page.mouse.click(*at)
        odds = page.get_by_role("region", name="Odds")
        expect(odds.get_by_role("img")).to_have_attribute("aria-label", re.compile("per cent"))
        assert person.look().changes == seen.changes, "odds are looked at before anything is done"
        page.mouse.click(*at)
        assert person.settle(seen)
        expect(odds).to_have_count(0)
        return True


class LosesTheServer:
    """The server is killed; an order given meanwhile is carried out once, when there is a server again."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def happens(self, person: Person, seen: Sight) -> bool:
        if not seen.end or seen.roll:
            return False
        lost = person.page.get_by_text("The connection is lost")
        self.server.kill()
        expect(lost).to_be_visible()
        person.page.keyboard.press("e")
        self.server.start()
        self.once(person, seen)
        expect(lost).to_have_count(0)
        now = person.look()
        if now.end:
            self.in_flight(person, now)
        return True

    def in_flight(self, person: Person, seen: Sight) -> None:
        """Killed just after an order was said: whether it was heard or not, it is done once."""
        lost = person.page.get_by_text("The connection is lost")
        person.page.keyboard.press("e")
        self.server.kill()
        expect(lost).to_be_visible()
        self.server.start()
        self.once(person, seen)
        expect(lost).to_have_count(0)  # heard before the kill or not, the page is back

    def once(self, person: Person, seen: Sight) -> None:
        person.wait_for(seen.changes + 1)
        assert person.look().changes == seen.changes + 1, "the order was carried out once"


class LooksBack:
    """The past by keys, along the timeline, and played; then back to now."""

    def happens(self, person: Person, seen: Sight) -> bool:
        if seen.changes < 12 or seen.roll:
            return False
        page = person.page
        page.keyboard.press("j")
        expect(page.locator(".prompt h1")).to_contain_text("Looking back at turn")
        page.get_by_role("slider", name="Timeline of the battle").click(position={"x": 12, "y": 20})
        expect(page.locator(".prompt h1")).to_have_text("Looking back at turn 1")
        self.goes_on(page, lambda: page.keyboard.press("k"))
        bar = page.get_by_role("region", name="Looking back")
        bar.get_by_label("Speed").select_option(label="8×")
        self.goes_on(page, lambda: bar.get_by_role("button", name="Play on").click())
        bar.get_by_role("button", name="Stop").click()
        bar.get_by_role("button", name="Back to now").click()
        expect(page.locator(".prompt h1")).to_have_text(seen.prompt)
        assert person.look().changes == seen.changes
        return True

    def goes_on(self, page: Page, act: Callable[[], None]) -> None:
        """Another moment is looked at."""
        before = page.locator(".side").inner_text()
        act()
        page.wait_for_function("was => document.querySelector('.side').innerText !== was", arg=before)


class Forks:
    """From a past moment goes another game, which is played a little; the first one is as it was."""

    def happens(self, person: Person, seen: Sight) -> bool:
        page, first = person.page, person.page.url
        if seen.roll:
            return False
        page.keyboard.press("j")
        fork = page.get_by_role("button", name="Go on from here")
        expect(fork).to_be_visible()
        if fork.is_disabled():  # something is hidden in this battle until it is over
            expect(fork).to_have_accessible_description(re.compile("When the battle is over"))
            page.get_by_role("button", name="Back to now").click()
            return True
        fork.click()
        page.get_by_role("button", name="Begin there").click()
        page.wait_for_url(lambda url: "/game/" in url and url.split("#")[0] != first)
        expect(page.locator(".mapbox")).to_be_visible()
        start = now = person.look()
        while now.changes < start.changes + 4 and not now.over:
            person.act(now)
            now = person.look()
        page.goto(first)
        expect(page.locator(".prompt h1")).to_have_text(seen.prompt)
        assert person.look().changes == seen.changes
        return True


def is_over(page: Page) -> None:
    """The end is told, and nothing can be taken back: the dice are open."""
    panel = page.get_by_role("region", name="The end of the battle")
    expect(panel.get_by_role("heading").first).to_have_text(re.compile("wins|draw"))
    expect(panel).to_contain_text("Lost")
    expect(page.get_by_role("button", name=re.compile("undo", re.IGNORECASE))).to_be_disabled()


class Ends:
    """The end: the result, and a saved battle that is true."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def check(self, page: Page) -> None:
        is_over(page)
        with page.expect_download() as saved:
            page.get_by_role("button", name="Download the battle").click()
        path = self.folder / saved.value.suggested_filename
        saved.value.save_as(path)
        told = subprocess.run([*VERIFY, str(path)], capture_output=True, text=True, timeout=120)
        assert told.returncode == 0, told.stdout + told.stderr
        assert "true: " in told.stdout and "not over" not in told.stdout
