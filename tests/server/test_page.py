"""The page in a real Chromium: home, first orders by mouse and by keys, secrets, a server that was gone a while."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from grognard.book import BOOKS, book, scenario_paths
from grognard.server.host import Host, Wanted
from grognard.server.store import Store

from .browser import ROOT, needs_browser
from .browsing import Server, page_of

TITLES = [book(name).title for name in BOOKS]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("page"))
    yield found
    found.stop()
    assert found.errors() == []


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    with page_of(browser, server) as found:
        yield found


def prompt(page: Page) -> str:
    return page.inner_text(".prompt h1")


def begin(page: Page, server: Server) -> None:
    """The battle that home proposes."""
    page.goto(server.url)
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.locator(".mapbox")).to_be_visible()


def changed(page: Page, act: Locator | str) -> None:
    """Do something, and wait until the table has answered."""
    side = page.locator(".side")
    before = side.get_attribute("data-changes") or ""
    if isinstance(act, str):
        page.keyboard.press(act)
    else:
        act.click()
    expect(side).not_to_have_attribute("data-changes", before)
    expect(side).to_have_attribute("aria-busy", "false")


def until(page: Page, words: str) -> None:
    """Answer questions until one is asked that has these words."""
    for _ in range(40):
        if words in prompt(page):
            return
        ends = page.locator(".time .btn.primary")
        changed(page, ends if ends.count() else page.locator(".ord").first)
    raise AssertionError(f"never asked: {words}; the last question was {prompt(page)}")


def unit(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}, Blue"))


def forward(page: Page) -> Locator:
    return page.locator(".ord", has_text="forward").first


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    tool = [sys.executable, str(ROOT / "tools" / "page_types.py"), "--check"]
    told = subprocess.run(tool, capture_output=True, text=True, timeout=120)
    assert told.returncode == 0, told.stdout + told.stderr


@needs_browser
def test_home_shows_every_book_and_its_battles(page: Page, server: Server) -> None:
    page.goto(server.url)
    expect(page.locator(".book b")).to_have_text(TITLES)
    for name, title in zip(BOOKS, TITLES, strict=True):
        page.locator(".book", has_text=title).click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator(".thumb > svg.small")).to_have_count(len(scenario_paths(name)))


@needs_browser
def test_orders_are_given_by_clicking_and_home_knows_of_the_game(page: Page, server: Server) -> None:
    begin(page, server)
    until(page, "which unit moves")
    for name in ("1st Line", "2nd Line"):
        unit(page, name).click()
        changed(page, forward(page))
        expect(page.locator(".entries")).to_contain_text(name)
    page.goto(server.url)
    expect(page.locator(".game").first).to_contain_text("your move")


@needs_browser
def test_the_secret_of_a_seat_is_in_no_title_and_no_address(page: Page, server: Server) -> None:
    begin(page, server)
    kept = page.evaluate("Object.values(JSON.parse(localStorage['grognard.games'])[0].tokens)")
    assert kept and not any(token in page.title() + page.url for token in kept)
    asked = prompt(page)
    page.reload()
    expect(page.locator(".prompt h1")).to_have_text(asked)


@needs_browser
def test_a_drag_too_far_is_refused_and_enter_takes_the_nearest(page: Page, server: Server) -> None:
    begin(page, server)
    until(page, "which unit moves")
    box = unit(page, "1st Line").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y - 220, steps=5)
    page.mouse.up()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Refused")
    expect(refusal).to_contain_text("FH-019")
    changed(page, "Enter")
    expect(refusal).to_have_count(0)
    expect(page.locator(".entries li").first).to_contain_text("1st Line")


@needs_browser
def test_everything_goes_by_keys(page: Page, server: Server) -> None:
    begin(page, server)
    until(page, "which unit moves")
    unit(page, "1st Line").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ucard h2")).to_have_text("1st Line")
    changed(page, "f")
    expect(page.locator(".entries li").first).to_contain_text("1st Line")
    changed(page, "z")
    expect(page.locator(".entries")).not_to_contain_text("1st Line")
    page.keyboard.press("/")
    page.keyboard.type("FH-019\n")
    expect(page.locator(".rule")).to_contain_text("allowance")
    page.keyboard.press("Escape")
    expect(page.locator(".rules")).to_have_count(0)
    page.keyboard.press("]")
    expect(page.locator("g.unit.sel")).to_have_count(1)


@needs_browser
def test_a_die_is_typed_where_people_roll_their_own(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_label("Dice", exact=True).select_option(label="my own, typed in")
    page.get_by_role("button", name="Begin the battle").click()
    for face in (6, 1):
        expect(page.locator(".prompt h1")).to_contain_text("Roll 1 die")
        page.get_by_label("What you rolled").fill(str(face))
        changed(page, "Enter")
    expect(page.locator(".entries")).to_contain_text("Blue rolls 6, Red rolls 1")


@needs_browser
def test_the_page_comes_back_when_the_server_does(page: Page, server: Server) -> None:
    begin(page, server)
    until(page, "which unit moves")
    server.kill()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    unit(page, "1st Line").click()
    forward(page).click()  # said now, heard when there is somebody to hear
    server.start()
    expect(page.locator(".entries li", has_text="1st Line")).to_have_count(1)
    expect(page.get_by_text("The connection is lost")).to_have_count(0)


@needs_browser
def test_a_battle_that_cannot_be_opened_says_why_and_is_not_to_be_forgotten(
    page: Page, server: Server
) -> None:
    with contextlib.closing(Store(server.store)) as store:
        host = Host(store)
        made = host.create(Wanted("the-chateau-road"))
        table = host.table(made.game)
        table.order("blue", "r1", table.game.choices()[0])
        with store.engine.begin() as c:
            c.exec_driver_sql("UPDATE entries SET text = 'p blue dance' WHERE game = ?", (made.game,))
    page.goto(f"{server.url}/game/{made.game}#{made.tokens['blue']}")
    expect(page.get_by_role("heading", name="This battle cannot be opened now")).to_be_visible()
    said = page.get_by_role("status")
    expect(said).to_contain_text(f"Game {made.game} was begun with horse-and-musket")
    expect(said).to_contain_text("'p blue dance'): unknown ask 'dance'")
    expect(page.get_by_role("link", name="Home")).to_be_visible()
    expect(page.get_by_text("Forget this battle")).to_have_count(0)
