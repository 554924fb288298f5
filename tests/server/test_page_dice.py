"""Dice that people throw on their own table, typed in: what is wanted, what is taken, and why something is not."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from grognard.game import Game, Roll, open_game
from grognard.server.host import Host, Wanted
from grognard.server.store import Heading

from .browser import needs_browser
from .test_page_panels import paged, pictures, seated

MILL = "the-mill-at-valdespino"
pytestmark = needs_browser


@pytest.fixture(scope="module")
def hosted() -> Iterator[tuple[str, Host]]:
    with pictures.serving() as found:
        yield found


def at_roll(wanted: Callable[[Roll], bool]) -> Game:
    """The Mill, when such dice are wanted."""
    game, r = open_game(MILL, seed=2, blue="drill", red="random", dice="by hand"), random.Random(2)
    while game.roll_wanted and not wanted(game.roll_wanted):
        game.give_dice([r.randint(1, game.roll_wanted.sides) for _ in range(game.roll_wanted.n)])
    assert game.roll_wanted
    return game


def sit(page: Page, hosted: tuple[str, Host], game: Game, name: str) -> Game:
    """A seat at that game; the game as the server has it."""
    url, host = hosted
    wanted = Wanted(MILL, dice="by hand")
    heading = Heading(
        name, game.book.id, game.book.version, MILL, game.house, 2, bytes(32), "by hand", "person", "drill"
    )
    made = host.open(heading, game, wanted)
    seated(page, f"{url}/game/{made.game}#{made.tokens['blue']}")
    return host.table(made.game).game


def test_a_die_that_nobody_owns_is_typed_as_the_real_one_shows_it(
    browser: Browser, hosted: tuple[str, Host]
) -> None:
    with paged(browser) as page:
        game = sit(page, hosted, at_roll(lambda roll: roll.sides == 2), "a" * 16)
        before, side = len(game.entries), page.locator(".side").get_attribute("data-changes")
        dice = page.locator(".dice")
        expect(dice).to_contain_text("is hit: 1 D2")
        expect(dice).to_contain_text("1 to 3 is 1, 4 to 6 is 2. Type what the D6 shows.")
        typed = page.get_by_label("What you rolled")
        typed.fill("7")
        expect(dice).to_contain_text("7 is not on a D6")
        expect(page.get_by_role("button", name="That is it")).to_be_disabled()
        typed.fill("6")
        expect(dice).to_contain_text("1 of 1: 6 is 2")
        page.get_by_role("button", name="That is it").click()
        expect(page.locator(".side")).not_to_have_attribute("data-changes", side or "")
        assert game.entries[before].faces == (2,)  # type: ignore[union-attr]


def test_faces_that_are_not_on_the_dice_are_named(browser: Browser, hosted: tuple[str, Host]) -> None:
    with paged(browser) as page:
        sit(page, hosted, at_roll(lambda roll: roll.n == 4 and roll.sides == 6), "b" * 16)
        dice, typed = page.locator(".dice"), page.get_by_label("What you rolled")
        expect(dice).to_contain_text("Captain Harrow, command dice: 4 D6")
        typed.fill("7 8 9")
        expect(dice).to_contain_text("0 of 4: none yet. 7 is not on a D6")
        typed.fill("1 2 3 4 5")
        expect(dice).to_contain_text("5 dice typed, 4 wanted")
        expect(page.get_by_role("button", name="That is it")).to_be_disabled()
        typed.fill("1234")
        expect(dice).to_contain_text("4 of 4: 1, 2, 3, 4")
        expect(page.get_by_role("button", name="That is it")).to_be_enabled()
        dice.get_by_role("button", name="TY-008").click()
        expect(page.locator(".rules")).to_contain_text("TY-008")
