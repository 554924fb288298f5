"""What the page keeps and what it covers, in a real Chromium: the promise of the dice from the first moment, the
keys of seats where a browser keeps little or nothing, and the screen that two share who hide from one another."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from grognard.book import find_scenario
from grognard.server.host import Host, Made, Wanted
from grognard.server.store import Heading

from .browser import needs_browser
from .hidden import SECRET, Ambush, game_of
from .pages import ROAD
from .test_page_panels import Hall, at_home, paged, pass_on, pictures, seated

pytestmark = needs_browser
BLOCKED = """for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {
  get() { throw new DOMException('blocked', 'SecurityError'); } });"""
LITTLE, NONE = 1500, 150  # letters that there is room for
FULL = """Storage.prototype.setItem = new Proxy(Storage.prototype.setItem, { apply(put, of, [key, value]) {
  if (value.length > ROOM) throw new DOMException('full', 'QuotaExceededError');
  return Reflect.apply(put, of, [key, value]); } });"""
KEPT = "JSON.parse(localStorage['grognard.games'])"


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    with pictures.serving() as (url, host):
        yield Hall(url, host)


# --- the promise --------------------------------------------------------------------------------------------


def test_the_promise_of_the_dice_is_shown_before_the_first_order(browser: Browser, hall: Hall) -> None:
    with paged(browser, permissions=["clipboard-read", "clipboard-write"]) as page:
        at_home(page, hall)
        page.get_by_role("button", name="Begin the battle").click()
        fold = page.get_by_role("button", name="Dice promised")
        expect(fold).to_be_in_viewport()
        expect(fold).to_have_attribute("aria-expanded", "false")
        fold.click()
        box = page.get_by_role("region", name="The promise of the dice")
        expect(box).to_be_in_viewport()
        told = hall.host.table(page.url.rsplit("/", 1)[1]).commitment
        box.get_by_role("button", name="Copy the promise of the dice").click()
        expect(box).to_contain_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == told
        expect(box.get_by_label("The promise of the dice, in full")).to_have_value(told)
        expect(box).to_contain_text("grognard verify FILE --commitment PROMISE")


def test_the_promise_stays_where_it_can_be_read_and_goes_when_it_is_opened(
    browser: Browser, hall: Hall
) -> None:
    with paged(browser) as page:
        seated(page, hall.shared(ROAD, 2, "move"))
        expect(page.get_by_role("button", name="Dice promised")).to_be_in_viewport()
        seated(page, hall.shared(ROAD, 99, ""))
        expect(page.locator(".endpanel")).to_be_visible()
        expect(page.get_by_role("button", name="Dice promised")).to_have_count(0)


@pytest.mark.parametrize("size", [(1440, 900), (1400, 900)])
def test_the_chronicle_has_room_beside_the_orders(
    browser: Browser, hall: Hall, size: tuple[int, int]
) -> None:
    """However many orders there are, something of what has happened can be read."""
    with paged(browser, *size) as page:
        seated(page, hall.shared("the-mill-at-valdespino", 2, "does what"))
        page.keyboard.press("]")
        expect(page.locator(".stats")).to_be_visible()
        room = page.locator(".chron").bounding_box()
        panel = page.locator(".side").bounding_box()
        assert room and panel and room["height"] >= 0.22 * panel["height"]


# --- coming back --------------------------------------------------------------------------------------------


def test_help_says_that_nothing_needs_saving_and_has_the_way_back(browser: Browser, hall: Hall) -> None:
    """The link of one's own seat opens it in another browser too."""
    with paged(browser) as page, paged(browser, 420, 900) as phone:
        seated(page, hall.link(ROAD, 2, "move"))
        page.get_by_role("button", name="Help").click()
        box = page.get_by_role("region", name="Coming back")
        expect(box).to_contain_text("Nothing needs saving")
        seated(phone, box.get_by_label("The link of your own seat", exact=True).input_value())
        expect(phone.locator(".prompt h1")).to_have_text(page.locator(".prompt h1").inner_text())
        at_home(phone, hall)
        expect(phone.locator(".resume")).to_contain_text("nothing needs saving")


# --- the keys of seats --------------------------------------------------------------------------------------


def kept(k: int, over: bool) -> dict[str, Any]:
    told = {
        "scenario": ROAD,
        "title": "A battle",
        "opponent": "drill",
        "seat": "blue",
        "note": "Turn 2 of 12",
    }
    state = {"tokens": {"blue": f"key{k}"}, "yours": not over, "over": over, "at": 1_000_000 + k}
    return {"game": f"g{k}", **told, **state}


def after_sitting_down(page: Page, hall: Hall, games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is kept of these games when one more has been seen."""
    at_home(page, hall)
    page.evaluate("(games) => localStorage.setItem('grognard.games', games)", json.dumps(games))
    seated(page, hall.shared(ROAD, 2, "move"))
    return list(page.evaluate(KEPT))


def test_no_battle_in_progress_is_ever_dropped(browser: Browser, hall: Hall) -> None:
    games = [kept(k, over=k % 2 == 0) for k in range(600)]
    with paged(browser) as page:
        found = after_sitting_down(page, hall, games)
    assert {g["game"] for g in games if not g["over"]} < {g["game"] for g in found}
    over = [g["at"] for g in found if g["over"]]
    assert len(over) == 200 and min(over) > 1_000_000 + 150, "the latest of them"


def test_where_there_is_little_room_it_is_for_the_keys(browser: Browser, hall: Hall) -> None:
    games = [kept(k, over=k > 1) for k in range(12)]
    with paged(browser) as page:
        at_home(page, hall)
        page.evaluate("(games) => localStorage.setItem('grognard.games', games)", json.dumps(games))
        page.add_init_script(FULL.replace("ROOM", str(LITTLE)))
        seated(page, hall.shared(ROAD, 2, "move"))
        found = page.evaluate(KEPT)
        expect(page.locator(".banner")).to_have_count(0)
    assert len(found) == 3 and {"g0", "g1"} < {g["game"] for g in found}


def test_where_there_is_no_room_at_all_the_address_is_the_key(browser: Browser, hall: Hall) -> None:
    link = hall.link(ROAD, 1, "move")
    with paged(browser) as page:
        page.add_init_script(FULL.replace("ROOM", str(NONE)))
        seated(page, link)
        expect(page.locator(".banner")).to_contain_text("note the address of this page")
        assert page.url == link and page.evaluate("localStorage['grognard.games']") is None


def test_where_nothing_is_kept_two_can_play_all_the_same(browser: Browser, hall: Hall) -> None:
    with paged(browser) as page, paged(browser) as other:
        page.add_init_script(BLOCKED)
        at_home(page, hall)
        expect(page.locator(".resume .warn")).to_contain_text("keeps nothing")
        page.get_by_role("button", name="Light or dark").click()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        page.locator(".gen", has_text="A friend").click()
        page.get_by_role("button", name="Begin the battle").click()
        link = page.get_by_label("To play Army Red", exact=True).input_value()
        seated(other, link)
        expect(page.locator(".banner")).to_contain_text("note the address of this page")
        page.reload()
        expect(page.locator(".mapbox")).to_be_visible()
        page.get_by_role("button", name="I did").click()
        expect(page.locator(".banner")).to_have_count(0)


# --- one screen ---------------------------------------------------------------------------------------------


def ambush(host: Host) -> Made:
    """Two people at one screen, and Red hides units from Blue."""
    game = game_of(Ambush(), find_scenario(ROAD), "person")
    heading = Heading(
        "a3b05ca3b05ca3b0",
        game.book.id,
        game.book.version,
        ROAD,
        game.house,
        5,
        bytes(32),
        "seeded",
        "person",
        "person",
    )
    return host.open(heading, game, Wanted(ROAD, red="person", one_screen=True))


def pass_on_until_covered(page: Page) -> None:
    for _ in range(60):
        before = page.locator(".side").get_attribute("data-changes")
        pass_on(page)
        expect(page.locator(f'.curtain, .side:not([data-changes="{before}"])')).to_be_visible()
        if page.locator(".curtain").count():
            return
    raise AssertionError("the screen never changed hands")


def test_a_shared_screen_is_covered_until_it_is_handed_over(browser: Browser, hall: Hall) -> None:
    made = ambush(hall.host)
    entries = hall.host.table(made.game).game.entries
    seen: list[tuple[str, bool]] = []
    with paged(browser) as page:
        page.goto(f"{hall.url}/game/{made.game}#{made.tokens['both']}")
        for _ in range(3):
            curtain = page.get_by_role("dialog", name="Hand over the screen")
            expect(curtain).to_contain_text(re.compile("Now Army (Blue|Red)"))
            army, given = curtain.locator("h1 span").inner_text(), len(entries)
            assert page.locator(".mapbox, .side").count() == 0 and SECRET[0] not in page.content()
            page.keyboard.press("e")
            page.keyboard.press("Enter")
            expect(page.locator(".prompt h1")).to_be_visible()
            assert len(entries) == given, "a key means nothing to a table that is covered"
            seen.append((army, SECRET[0] in page.content()))
            pass_on_until_covered(page)
    assert seen[0][0] != seen[1][0] and seen[0] == seen[2]
    assert {army for army, secret in seen if secret} == {"Army Red"}
