"""Whole battles of every book through the page itself, in a real Chromium, as people would play them.

Against a general, on one screen with real dice, and by two browsers far apart; on the way everything a person
does at a table once: takes back, is refused, looks at odds and rules, looks back, goes on from there, loses the
server.  A new book is played without a word here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from grognard.book import BOOKS, book

from .browser import needs_browser
from .browsing import Server, launch, page_of
from .episodes import (
    BACK,
    MOST,
    Ends,
    Forks,
    IsRefused,
    LooksBack,
    LosesTheServer,
    ReadsARule,
    SeesOdds,
    TakesBack,
    begin,
    is_over,
    play,
    spoken,
)
from .players import Person, Sight
from .typist import Typist

pytestmark = needs_browser
TITLES = [book(name).title for name in BOOKS]
SHARED, APART = TITLES[::2], TITLES[1::2] + TITLES[-1:]  # in one of these ways each is played to its end too


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as p:
        yield p


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    found = launch(playwright)
    yield found
    found.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    yield found
    found.stop()
    assert found.errors() == []


@pytest.mark.parametrize("title", TITLES)
def test_against_a_general(server: Server, browser: Browser, tmp_path: Path, title: str) -> None:
    with page_of(browser, server) as page:
        typist = Typist(page, seed=1)
        typist.begin(server.url, title)
        typist.play_a_turn()
        person = Person(page, seed=2)
        play(
            person,
            [
                TakesBack(),
                IsRefused(),
                ReadsARule(),
                SeesOdds(),
                LosesTheServer(server),
                LooksBack(),
                Forks(),
            ],
        )
        Ends(tmp_path).check(page)
    assert {"button", "key", "drag", "nearest"} <= set(person.means), person.means


@pytest.mark.parametrize("title", SHARED)
def test_on_one_screen(server: Server, browser: Browser, tmp_path: Path, title: str) -> None:
    with page_of(browser, server) as page:
        begin(page, server, title, "Somebody here")
        person = Person(page, seed=3, eager=0.6)
        play(person, [SeesOdds(), TakesBack(), LooksBack()])
        Ends(tmp_path).check(page)


@pytest.mark.parametrize("title", TITLES)
def test_a_turn_with_real_dice(server: Server, browser: Browser, title: str) -> None:
    with page_of(browser, server) as page:
        begin(page, server, title, "Drill book", "my own, typed in")
        person = Person(page, seed=7)
        for _ in range(MOST):
            seen = person.look()
            if "Turn 2 " in seen.turn:
                break
            person.act(seen)
        assert person.look().turn.startswith("Turn 2 ")
    assert person.means["dice"] > 1, person.means


@pytest.mark.parametrize("title", APART)
def test_by_two_browsers_far_apart(
    server: Server, browser: Browser, playwright: Playwright, tmp_path: Path, title: str
) -> None:
    far = launch(playwright)
    with page_of(browser, server) as here, page_of(far, server) as there, page_of(far, server) as watcher:
        begin(here, server, title, "A friend")
        links = here.get_by_role("dialog", name="Links for others")
        there.goto(links.get_by_label(re.compile("^To play ")).input_value())
        watcher.goto(links.get_by_label(re.compile("^To watch")).input_value())
        here.keyboard.press("Escape")
        table = Table([Person(here, 4, eager=0.4), Person(there, 5, eager=0.4)], Person(watcher, 6))
        table.play(server)
        is_over(here)
        is_over(watcher)
        Ends(tmp_path).check(there)
    far.close()


class Table:
    """Two people, each at a page of his own, and somebody who watches."""

    def __init__(self, people: list[Person], watcher: Person) -> None:
        self.people, self.watcher = people, watcher

    def play(self, server: Server) -> None:
        waiting = [self.undo_by_consent, self.watcher_can_do_nothing, self.server_is_killed]
        for _ in range(MOST):
            asked, seen = self.asked()
            if seen.over:
                break
            if waiting and waiting[0](asked, seen, server):
                waiting.pop(0)
            elif asked.changes() == seen.changes:
                asked.act(seen)
        assert waiting == []

    def asked(self) -> tuple[Person, Sight]:
        """Whose move it is, once every page has heard of the last one."""
        last = max(p.changes() for p in self.people)
        for p in [*self.people, self.watcher]:
            p.wait_for(last)
        found = [(p, p.look()) for p in self.people]
        mine = [(p, seen) for p, seen in found if seen.mine]
        assert len(mine) == 1 or all(seen.over for _, seen in found), "one of the two is asked, and only one"
        return mine[0] if mine else found[0]

    def other(self, one: Person) -> Person:
        return next(p for p in self.people if p is not one)

    def undo_by_consent(self, asked: Person, before: Sight, server: Server) -> bool:
        """An order after dice is taken back if the other agrees; first he does not."""
        then = spoken(asked.page)
        asked.act(before)
        ask = asked.page.get_by_role("button", name="Ask to undo")
        if not (asked.look().changes > before.changes and ask.count() and ask.is_enabled()):
            return False
        for word in ("No, it stands", "Agree"):
            ask.click()
            dialog = self.other(asked).page.get_by_role("alert")
            expect(dialog).to_contain_text("asks to take the last order back")
            dialog.get_by_role("button", name=word).click()
            expect(dialog).to_have_count(0)
        asked.page.wait_for_function(BACK, arg=before.prompt)
        assert spoken(asked.page) == then
        return True

    def watcher_can_do_nothing(self, asked: Person, before: Sight, server: Server) -> bool:
        """Who watches sees the same pieces, and moves none of them."""
        page = self.watcher.page
        assert spoken(page) == spoken(asked.page)
        seen = self.watcher.look()
        assert not seen.mine and not seen.undo and not seen.orders
        x, y = page.locator("g[data-n][role=button]").first.evaluate(MIDDLE)
        self.watcher.carry(x, y, x + 60, y - 60)
        for key in ("e", "z", "f", "1", "]", "ArrowUp", "Enter", "Escape"):
            page.keyboard.press(key)
        expect(page.get_by_text("You are watching")).to_be_visible()
        assert asked.look().changes == before.changes == self.watcher.look().changes
        return True

    def server_is_killed(self, asked: Person, seen: Sight, server: Server) -> bool:
        if not LosesTheServer(server).happens(asked, seen):
            return False
        for p in [*self.people, self.watcher]:
            expect(p.page.get_by_text("The connection is lost")).to_have_count(0)
        return True


MIDDLE = "g => { const r = g.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; }"
