"""The page in a real Chromium: home, a game against a general, refusals, keys, a server that was gone a while."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from grognard.server.app import make_app
from grognard.server.page import FOLDER
from grognard.server.store import Store

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--no-first-run"]  # fmt: skip
ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
needs_browser = pytest.mark.skipif(
    CHROMIUM is None or not (FOLDER / "index.html").is_file(), reason="no Chromium here, or no built page"
)


class Running:
    """A server on a port of its own, that can go and come back."""

    def __init__(self, folder: Path) -> None:
        self.url_of_store = f"sqlite:///{folder / 'games.db'}"
        with closing(socket.socket()) as s:
            s.bind(("127.0.0.1", 0))
            self.port: int = s.getsockname()[1]
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        config = uvicorn.Config(
            make_app(Store(self.url_of_store)), host="127.0.0.1", port=self.port, log_level="warning"
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.02)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    server = Running(tmp_path)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as p:
        found = p.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page whose console must stay clean."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page, faults = context.new_page(), []
    page.on("console", lambda m: faults.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda e: faults.append(str(e)))
    yield page
    context.close()
    assert [f for f in faults if "ERR_CONNECTION_REFUSED" not in f] == []


def prompt(page: Page) -> str:
    return page.inner_text(".prompt h1")


def begin(page: Page, running: Running, book: str = "Horse and Musket", opponent: str = "Drill book") -> None:
    page.goto(running.url)
    page.locator(".book", has_text=book).click()
    page.locator(".gen", has_text=opponent).click()
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.locator(".mapbox")).to_be_visible()


def changed(page: Page, act: Locator | str) -> None:
    """Do something, and wait until the table has answered."""
    before = page.locator(".side").inner_text()
    if isinstance(act, str):
        page.keyboard.press(act)
    else:
        act.click()
    page.wait_for_function("before => document.querySelector('.side').innerText !== before", arg=before)
    expect(page.locator(".side")).to_have_attribute("aria-busy", "false", timeout=20_000)


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


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    told = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "page_types.py"), "--check"], capture_output=True, text=True
    )
    assert told.returncode == 0, told.stdout + told.stderr


@needs_browser
def test_home_shows_every_book_and_its_battles(page: Page, running: Running) -> None:
    page.goto(running.url)
    expect(page.locator(".book b")).to_have_text(["Horse and Musket", "Most Irregular"])
    expect(page.get_by_role("heading", name="The Chateau Road")).to_be_visible()
    page.locator(".book", has_text="Most Irregular").click()
    expect(page.get_by_role("heading", name="The Mill Bridge")).to_be_visible()
    assert page.locator(".thumb > svg.small").count() == page.locator(".thumb").count() >= 3


@needs_browser
def test_a_game_is_begun_and_orders_are_given_by_clicking(page: Page, running: Running) -> None:
    begin(page, running)
    until(page, "which unit moves")
    for name in ("1st Line", "2nd Line"):
        unit(page, name).click()
        changed(page, page.locator(".ord", has_text="forward").first)
    expect(page.locator(".entries")).to_contain_text("1st Line")
    expect(page.locator(".entries")).to_contain_text("2nd Line")
    page.goto(running.url)
    expect(page.locator(".game")).to_contain_text("your move")


@needs_browser
def test_the_secret_of_a_seat_is_in_no_title_and_no_address(page: Page, running: Running) -> None:
    begin(page, running)
    kept = page.evaluate("Object.values(JSON.parse(localStorage['grognard.games'])[0].tokens)")
    assert kept and not any(token in page.title() + page.url for token in kept)
    page.reload()
    expect(page.locator(".prompt h1")).to_contain_text("Army")


@needs_browser
def test_a_drag_too_far_is_refused_and_enter_takes_the_nearest(page: Page, running: Running) -> None:
    begin(page, running)
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
def test_everything_goes_by_keys(page: Page, running: Running) -> None:
    begin(page, running)
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
def test_a_die_is_typed_where_people_roll_their_own(page: Page, running: Running) -> None:
    page.goto(running.url)
    page.get_by_label("Dice").select_option("hand")
    page.get_by_role("button", name="Begin the battle").click()
    for face in (6, 1):
        expect(page.locator(".prompt h1")).to_contain_text("Roll 1 die")
        page.get_by_label("What you rolled").fill(str(face))
        changed(page, "Enter")
    expect(page.locator(".entries")).to_contain_text("Blue rolls 6, Red rolls 1")


@needs_browser
def test_the_page_comes_back_when_the_server_does(page: Page, running: Running) -> None:
    begin(page, running)
    until(page, "which unit moves")
    running.stop()
    expect(page.get_by_role("status")).to_contain_text("connection is lost")
    unit(page, "1st Line").click()
    page.locator(".ord", has_text="forward").first.click()  # said now, heard when there is somebody to hear
    running.start()
    expect(page.locator(".entries")).to_contain_text("1st Line", timeout=20_000)
    assert page.locator(".entries li", has_text="1st Line").count() == 1


@needs_browser
def test_two_browsers_play_by_links(page: Page, running: Running, browser: Browser) -> None:
    begin(page, running, opponent="A friend")
    page.get_by_role("button", name="Invite").click()
    link = page.get_by_label("To play Army Red").input_value()
    page.keyboard.press("Escape")
    other = browser.new_context().new_page()
    other.goto(link)
    expect(other.locator(".mapbox")).to_be_visible()
    asked, waits = (page, other) if page.locator(".ord").count() else (other, page)
    expect(waits.locator(".prompt h1")).to_contain_text("Waiting for")
    asked.locator(".ord").first.click()
    expect(waits.locator(".entries")).to_contain_text("goes first")
    other.context.close()


@needs_browser
@pytest.mark.parametrize("book", ["Horse and Musket", "Most Irregular"])
def test_a_battle_is_played_to_its_end(page: Page, running: Running, book: str) -> None:
    begin(page, running, book)
    over = page.locator(".endpanel")
    for _ in range(600):
        if over.count():
            break
        ends = page.locator(".time .btn.primary")
        changed(page, ends if ends.count() else page.locator(".ord").first)
    expect(over).to_contain_text("points")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the battle").click()
    assert "seed = " in Path(saved.value.path()).read_text()


@needs_browser
def test_the_past_is_looked_at_and_gone_on_from(page: Page, running: Running) -> None:
    begin(page, running)
    until(page, "which unit moves")
    unit(page, "1st Line").click()
    changed(page, page.locator(".ord", has_text="forward").first)
    changed(page, "j")
    expect(page.locator(".prompt h1")).to_have_text("Looking back at turn 1")
    expect(page.locator(".entries")).not_to_contain_text("1st Line")
    first = page.url
    page.get_by_role("button", name="Go on from here").click()
    page.wait_for_url(lambda url: "/game/" in url and url.split("#")[0] != first)
    expect(page.locator(".prompt h1")).to_contain_text("which unit moves")
    expect(page.locator(".entries")).not_to_contain_text("1st Line")


@needs_browser
def test_odds_are_shown_before_the_order_is_given(page: Page, running: Running) -> None:
    begin(page, running)
    until(page, "fire?")
    page.locator(".ord").first.hover()
    odds = page.get_by_role("region", name="Odds")
    expect(odds).to_contain_text("expected", timeout=20_000)
    expect(odds.get_by_role("img")).to_have_attribute("aria-label", re.compile("per cent"))


@needs_browser
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core comes with the page's own packages")
@pytest.mark.parametrize("size", [(1440, 900), (420, 900)])
def test_axe_finds_no_fault(running: Running, browser: Browser, size: tuple[int, int]) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, bypass_csp=True)
    page = context.new_page()
    page.goto(running.url)
    expect(page.get_by_role("button", name="Begin the battle")).to_be_visible()
    found = faults_by_axe(page)
    begin(page, running)
    until(page, "which unit moves")
    unit(page, "1st Line").click()
    assert found + faults_by_axe(page) == []
    context.close()


def faults_by_axe(page: Page) -> list[str]:
    page.add_script_tag(path=AXE)
    run = "async () => (await axe.run()).violations.map(v => `${v.impact} ${v.id}: ${v.nodes[0].html}`)"
    told: list[str] = page.evaluate(run)
    return told
