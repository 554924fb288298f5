"""Home and the panels of the table in a real Chromium: house rules, battles kept and replayed, rules, chronicle,
undo by consent, forks, the end; nothing overlaps, nothing is clipped, and axe finds no fault."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from grognard.server.host import Host

from .browser import AXE, ROOT, needs_axe, needs_browser

SIZES = [(1440, 900), (1024, 768), (420, 900)]
pytestmark = needs_browser


def tool(name: str) -> ModuleType:
    """A program of tools/, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


pictures = tool("pictures")


class Hall:
    """A server with battles at known moments."""

    def __init__(self, url: str, host: Host) -> None:
        self.url, self.host, self.texts, self.links = url, host, dict[str, str](), dict[Any, str]()
        self.numbers = count()

    def link(self, scenario: str, turn: int, words: str) -> str:
        """A table where Blue is asked something, as that of nobody else."""
        scene = pictures.Scene(f"{scenario} {next(self.numbers)}", scenario, turn, words)
        made = pictures.staged(self.host, scene)
        return f"{self.url}/game/{made.game}#{made.tokens['blue']}"

    def shared(self, *where: Any) -> str:
        """The same for all tests that only look."""
        if where not in self.links:
            self.links[where] = self.link(*where)
        return self.links[where]

    def finished(self, scenario: str) -> str:
        """A whole battle, in the words in which it is saved."""
        if scenario not in self.texts:
            self.texts[scenario] = pictures.played(pictures.Scene("", scenario, 99, "")).to_text()
        return self.texts[scenario]


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    with pictures.serving() as (url, host):
        yield Hall(url, host)


@contextmanager
def paged(
    browser: Browser, width: int = 1440, height: int = 900, refused: bool = False, **more: Any
) -> Iterator[Page]:
    """A page in a profile of its own; its console stays clean, but for requests that are to be refused."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", **more
    )
    page, faults = context.new_page(), list[str]()
    page.on("console", lambda m: faults.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda e: faults.append(str(e)))
    yield page
    context.close()
    assert [f for f in faults if not (refused and "status of 422" in f)] == []


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with paged(browser) as found:
        yield found


def seated(page: Page, link: str) -> None:
    page.goto(link)
    expect(page.locator(".mapbox")).to_be_visible()
    expect(page.locator(".side")).to_have_attribute("aria-busy", "false")


def at_home(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    expect(page.get_by_role("button", name="Begin the battle")).to_be_visible()


def answered(page: Page, act: Callable[[], None]) -> None:
    """Do something that changes the game, and wait for the table after it."""
    before = page.locator(".side").get_attribute("data-changes")
    act()
    expect(page.locator(".side")).not_to_have_attribute("data-changes", before or "", timeout=20_000)
    expect(page.locator(".side")).to_have_attribute("aria-busy", "false", timeout=20_000)


def pass_on(page: Page) -> None:
    """Answer a question with whatever is shortest."""
    end, order = page.locator(".time .btn.primary"), page.locator(".ord:not(.barred)")
    expect(end.or_(order).first).to_be_enabled()
    (end if end.count() else order.first).click()


# --- home ---------------------------------------------------------------------------------------------------


def test_a_reading_and_a_number_are_changed_and_hold_in_the_game(page: Page, hall: Hall) -> None:
    at_home(page, hall)
    page.get_by_text("more, all by the book").click()
    page.get_by_label("Find a rule or a number").fill("FH-R05")
    reading = page.locator(".reading")
    expect(reading.first).to_contain_text("by the book")
    expect(reading.first.get_by_role("radio")).to_be_checked()
    reading.nth(1).click()
    page.get_by_role("button", name="Ruling FH-R05").click()
    expect(page.locator(".optr")).to_contain_text("first-firing defender")
    page.get_by_label("Find a rule or a number").fill("road bonus")
    page.get_by_label("Road bonus").fill("4.5")
    expect(page.locator(".house summary")).to_contain_text("2 changed")
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.locator(".mapbox")).to_be_visible()
    page.keyboard.press("/")
    expect(page.locator(".rules")).to_contain_text("House rules of this game")
    expect(page.locator(".rules")).to_contain_text("4.5")
    page.keyboard.type("FH-R05\n")
    expect(page.locator(".rule .used").first).to_contain_text("a house rule")


def test_magic_stands_beside_the_choices_of_a_scenario_with_wizards(page: Page, hall: Hall) -> None:
    """In the first row, and then not among the readings as well; a scenario without wizards has it there."""
    at_home(page, hall)
    page.locator(".book", has_text="Fire At Will, Men").click()
    magic, readings = page.locator(".switch", has_text="wizards cast spells"), page.locator(".house legend")
    page.locator(".thumb", has_text="The Worm of Bleak Tarn").click()
    expect(magic.get_by_role("checkbox")).to_be_checked()
    page.locator(".thumb", has_text="The Siege").click()
    expect(magic).to_have_count(0)
    page.get_by_text("more, all by the book").click()
    expect(readings.filter(has_text="There is magic")).to_have_count(1)
    page.locator(".thumb", has_text="The Chapel").click()
    expect(readings.first).to_be_visible()
    expect(readings.filter(has_text="There is magic")).to_have_count(0)
    magic.get_by_role("checkbox").check()
    page.locator(".switch", has_text="wizards choose their spells").get_by_role("checkbox").check()
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.get_by_role("form", name="Pick 6")).to_be_visible()


def test_a_number_that_is_none_is_refused_with_the_line_of_the_server(browser: Browser, hall: Hall) -> None:
    with paged(browser, refused=True) as page:
        at_home(page, hall)
        page.get_by_text("more, all by the book").click()
        page.get_by_label("Find a rule or a number").fill("road bonus")
        page.get_by_label("Road bonus").fill("plenty")
        page.get_by_role("button", name="Begin the battle").click()
        expect(page.get_by_role("alert")).to_contain_text("road_bonus")
        expect(page.get_by_role("button", name="Begin the battle")).to_be_enabled()


def test_a_battle_is_gone_back_to_and_forgotten(page: Page, hall: Hall) -> None:
    seated(page, hall.link("the-chateau-road", 1, "move"))
    address = page.url
    at_home(page, hall)
    row = page.locator(".gamerow")
    expect(row).to_contain_text("Turn 1 of 12, your move")
    expect(row).to_contain_text("against the drill book")
    expect(row).to_contain_text("today")
    row.get_by_role("link").click()
    page.wait_for_url(address)
    expect(page.locator(".prompt h1")).to_contain_text("moves")
    at_home(page, hall)
    page.get_by_role("button", name="Forget The Chateau Road").click()
    expect(row).to_have_count(0)


def test_a_friend_gets_a_link_at_once_and_one_who_watches_finds_it_again(
    page: Page, hall: Hall, browser: Browser
) -> None:
    at_home(page, hall)
    page.locator(".gen", has_text="A friend").click()
    page.get_by_role("button", name="Begin the battle").click()
    box = page.get_by_role("dialog", name="Links for others")
    expect(box).to_contain_text("Send a link")
    link = page.get_by_label("To watch, without a seat", exact=True).input_value()
    expect(page.locator(".watch")).to_contain_text("not here yet")
    with paged(browser) as other:
        seated(other, link)
        expect(page.locator(".watch")).to_contain_text("1 watching")
        at_home(other, hall)
        expect(other.locator(".gamerow")).to_contain_text("You watch")
    box.get_by_role("button", name="Close").click()
    page.reload()
    expect(page.locator(".mapbox")).to_be_visible()
    expect(box).to_have_count(0)


DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, {type: 'text/plain'}));
  for (const type of ['dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
}"""


def test_a_saved_battle_that_is_dropped_on_home_is_watched_and_gone_on_with(page: Page, hall: Hall) -> None:
    at_home(page, hall)
    page.evaluate(DROP, ["battle.txt", hall.finished("the-chateau-road")])
    expect(page.locator(".endpanel")).to_be_visible(timeout=60_000)
    expect(page.locator(".watch")).to_have_text("You are watching")
    page.get_by_role("slider", name="Timeline").focus()
    page.keyboard.press("Home")
    expect(page.locator(".prompt h1")).to_have_text("Looking back at turn 1")
    first = page.url
    page.get_by_role("button", name="Go on from here").click()
    page.get_by_label("Who plays Army Red").select_option("me")
    page.get_by_role("button", name="Begin there").click()
    page.wait_for_url(lambda url: "/game/" in url and url.split("#")[0] != first)
    expect(page.locator(".handover")).to_contain_text("Now Army")
    at_home(page, hall)
    expect(page.locator(".gamerow")).to_have_count(2)


def test_a_file_that_is_no_battle_or_not_what_it_was_is_refused_in_a_line(
    browser: Browser, hall: Hall
) -> None:
    true = hall.finished("the-chateau-road")
    changed = re.sub(r"(?m)^(g red .*)$", lambda m: m[1].replace("R", "B", 1), true, count=3)
    with paged(browser, refused=True) as page:
        at_home(page, hall)
        for text, why in (("a shopping list", "not a saved battle"), (changed, "line")):
            file = {"name": "x.txt", "mimeType": "text/plain", "buffer": text.encode()}
            page.locator(".dropbox input").set_input_files([file])  # type: ignore[list-item]
            said = page.locator(".dropbox [role=alert]")
            expect(said).to_contain_text("x.txt was refused", timeout=60_000)
            expect(said).to_contain_text(why)
            assert len(said.inner_text().splitlines()) == 1


# --- rules and chronicle ------------------------------------------------------------------------------------


def test_rules_are_found_by_words_and_one_goes_back(page: Page, hall: Hall) -> None:
    seated(page, hall.link("the-chateau-road", 1, "move"))
    page.keyboard.press("/")
    page.keyboard.type("woods")
    expect(page.locator(".near mark").first).to_have_text(re.compile("woods", re.I))
    first = page.locator(".near .cite").first.inner_text()
    page.locator(".near .cite").first.click()
    expect(page.locator(".rule > .eyebrow").first).to_contain_text(first)
    expect(page.locator(".rbody")).to_contain_text("before")
    second = page.locator(".near .cite").first.inner_text()
    page.locator(".near .cite").first.click()
    expect(page.locator(".rule > .eyebrow").first).to_contain_text(second)
    page.get_by_role("button", name="Back to the rule before").click()
    expect(page.locator(".rule > .eyebrow").first).to_contain_text(first)
    page.keyboard.press("Escape")
    expect(page.locator(".rules")).to_have_count(0)


@pytest.mark.parametrize("rule", ["EC-040", "EC-048", "EC-079", "TY-070"])
def test_a_rule_that_is_a_table_is_one_and_in_lists_it_is_words(page: Page, hall: Hall, rule: str) -> None:
    seated(page, hall.shared("the-mill-at-valdespino", 2, "does what"))
    page.keyboard.press("/")
    page.keyboard.type(f"{rule}\n")
    expect(page.locator(".rule > .eyebrow").first).to_contain_text(rule)
    assert page.locator(".rule table.t th").count() > 1
    assert page.locator(".rule table.t tbody td").count() > 1
    expect(page.locator(".near")).to_have_count(2)
    listed = page.locator(".near li > span:last-child").all_text_contents()
    assert all(len(told.strip()) > 5 for told in listed), listed
    said = page.locator(".rbody").inner_text()
    assert "|" not in said and "---" not in said, said
    beside = page.locator(".near").first.locator("li > span:last-child").all_text_contents()
    assert len(set(beside)) == len(beside) > 1, "each says something of its own"


def test_an_entry_of_the_chronicle_is_shown_on_the_table(page: Page, hall: Hall) -> None:
    seated(page, hall.link("the-chateau-road", 2, "move"))
    entry = page.locator(".entries .entry.a, .entries .entry.b").first
    name = entry.locator("b").first.inner_text()
    entry.hover()
    lit = page.locator(".map .lit")
    expect(lit.first).to_have_attribute("aria-label", re.compile(f"^{name}", re.I))
    page.mouse.move(300, 300)
    expect(lit).to_have_count(0)


def test_tab_meets_one_line_of_the_chronicle_and_its_rules_and_arrows_go_on(page: Page, hall: Hall) -> None:
    seated(page, hall.link("the-chateau-road", 2, "move"))
    lines = page.locator(".entries > li")
    lines.first.focus()
    for key, line in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1)):
        page.keyboard.press(key)
        expect(lines.nth(line)).to_be_focused()
        expect(page.locator(".entries > li[tabindex='0']")).to_have_count(1)
        own = lines.nth(line).locator(".cite").count()
        expect(page.locator(".entries .cite:not([tabindex='-1'])")).to_have_count(own)
    rules = lines.filter(has=page.locator(".cite")).first
    rules.focus()
    page.keyboard.press("Tab")
    expect(rules.locator(".cite").first).to_be_focused()


def test_only_a_d6_has_pips_and_other_dice_stand_apart(page: Page, hall: Hall) -> None:
    """Shots of this book are D8: one style for all of them, numbers in boxes that do not touch."""
    seated(page, hall.link("saxby-bridge", 4, "does what"))
    every = page.get_by_role("button", name="The whole battle")
    if every.count():
        every.click()
    shots = page.locator(".sums > li", has_text=re.compile(r"^\d+ hits?")).filter(
        has=page.locator(".dicerow")
    )
    assert shots.count() > 3
    seen = set[int]()
    for shot in shots.all():
        dice = shot.locator(".die")
        assert shot.locator("svg").count() == 0
        seen |= {int(face) for face in dice.all_text_contents()}
        across = [box for die in dice.all() if (box := die.bounding_box())]
        for left, right in pairwise(across):
            assert right["x"] >= left["x"] + left["width"] + 1 or right["y"] > left["y"]
    assert min(seen) < 6 < max(seen)
    damage = page.locator(".sums > li", has_text=re.compile("graze|wound|kill")).filter(
        has=page.locator(".dicerow")
    )
    expect(damage.first.locator("svg.die")).to_have_count(1)


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)])
@pytest.mark.parametrize(
    "where",
    [
        ("the-mill-bridge", 3, "what does"),
        ("the-mill-at-valdespino", 4, "shoot"),
        ("saxby-bridge", 1, "shoot"),
    ],
)
def test_odds_add_up_and_cover_neither_the_order_nor_who_is_in_it(
    browser: Browser, hall: Hall, where: tuple[str, int, str], size: tuple[int, int]
) -> None:
    with paged(browser, *size) as page:
        seated(page, hall.shared(*where))
        if not page.locator(".ucard").count():
            page.keyboard.press("]")
        page.keyboard.press("t")
        odds = page.get_by_role("region", name="Odds")
        expect(odds).to_contain_text("losses expected")
        shown = odds.locator(".bars .pc").all_text_contents()
        assert sum(int(part) for part in shown if part != "<1") == 100
        plate = page.locator(".plate").first
        expect(plate).to_be_visible()
        page.wait_for_timeout(200)  # until the plate has made room
        for what in (plate, page.locator(".orderlayer .target.on").first):
            a, b = odds.bounding_box(), what.bounding_box()
            assert a and b
            across = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
            down = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
            assert across <= 0 or down <= 0


def test_many_orders_are_sorted_and_what_is_forbidden_says_by_which_rule(page: Page, hall: Hall) -> None:
    seated(page, hall.link("the-chateau-road", 1, "move"))
    page.get_by_role("button", name=re.compile("^1st Line, Blue")).click()
    sorts = page.locator(".sort")
    assert sorts.count() >= 3
    first = page.locator(".ord b").all_inner_texts()
    assert len(first) <= 12
    page.keyboard.press("2")
    expect(sorts.nth(1)).to_have_attribute("aria-pressed", "true")
    assert page.locator(".ord b").all_inner_texts() != first
    sorts.filter(has_text="Charge").click()  # over for this turn: a sort of its own
    barred = page.locator(".ord.barred").first
    expect(barred).to_have_attribute("aria-disabled", "true")
    changes = page.locator(".side").get_attribute("data-changes")
    barred.click(force=True)  # it says that it is disabled, and why when it is clicked all the same
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Refused")
    rule = alert.locator(".cite").inner_text()
    alert.locator(".cite").click()
    expect(page.locator(".rule > .eyebrow").first).to_contain_text(rule)
    assert page.locator(".side").get_attribute("data-changes") == changes


def test_what_is_forbidden_stands_with_the_sort_of_order_it_is(page: Page, hall: Hall) -> None:
    """Once, and under a sort of its own if nothing of that sort is allowed now."""
    seated(page, hall.shared("the-mill-at-valdespino", 2, "does what"))
    told = list[tuple[str, str]]()
    for name in ("Second line section", "Guerrillas", "First line section"):
        page.get_by_role("button", name=re.compile(f"^{name}, Blue, ")).first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".ucard h2")).to_have_text(name)
        for sort in page.locator(".sort").all():
            sort.click()
            expect(sort).to_have_attribute("aria-pressed", "true")
            kind = sort.inner_text()
            told += [(f"{name}: {said}", kind) for said in page.locator(".ord.barred").all_inner_texts()]
        page.keyboard.press("Escape")
    assert told
    twice = {said for said, _ in told if sum(said == other for other, _ in told) > 1}
    assert twice == set()


# --- time ---------------------------------------------------------------------------------------------------


def two_players(page: Page, other: Page, hall: Hall) -> None:
    at_home(page, hall)
    page.locator(".gen", has_text="A friend").click()
    page.get_by_role("button", name="Begin the battle").click()
    link = page.get_by_label("To play Army Red", exact=True).input_value()
    page.keyboard.press("Escape")
    seated(other, link)


def ask_to_undo(page: Page, other: Page) -> Page:
    """Play on until somebody's last order is past dice, and ask to have it back; who asks."""
    for _ in range(60):
        for seat in (page, other):
            wish = seat.get_by_role("button", name="Ask to undo")
            if wish.count() and wish.is_enabled():
                wish.click()
                return seat
        asked = page if page.locator(".time .btn.primary, .ord").count() else other
        answered(asked, lambda: pass_on(asked))  # noqa: B023
        expect((other if asked is page else page).locator(".side")).to_have_attribute(
            "data-changes", asked.locator(".side").get_attribute("data-changes") or ""
        )
    raise AssertionError("no order was ever past dice")


def test_an_order_past_dice_is_taken_back_only_if_the_other_agrees(
    page: Page, browser: Browser, hall: Hall
) -> None:
    with paged(browser) as other:
        two_players(page, other, hall)
        seat = ask_to_undo(page, other)
        friend = other if seat is page else page
        expect(seat.locator(".banner")).to_contain_text("Waiting for Army")
        asks = friend.get_by_role("alert")
        expect(asks).to_contain_text("asks to take the last order back")
        lines = friend.locator(".entries li").count()
        asks.get_by_role("button", name="No, it stands").click()
        expect(seat.locator(".banner")).to_contain_text("does not agree")
        assert friend.locator(".entries li").count() == lines
        seat.get_by_role("button", name="Ask to undo").click()
        answered(friend, lambda: asks.get_by_role("button", name="Agree").click())
        expect(seat.locator(".banner")).to_contain_text("taken back")
        assert friend.locator(".entries li").count() < lines


def test_a_battle_is_played_back_at_any_speed(page: Page, hall: Hall) -> None:
    seated(page, hall.link("the-chateau-road", 2, "move"))
    page.get_by_role("button", name="Play the battle back").click()
    expect(page.locator(".prompt h1")).to_have_text("Looking back at turn 1")
    assert page.get_by_label("Speed").locator("option").all_inner_texts() == ["0.5×", "1×", "2×", "4×", "8×"]
    page.get_by_label("Speed").select_option("8")
    expect(page.locator(".prompt h1")).to_have_text("Looking back at turn 2", timeout=60_000)
    page.get_by_role("button", name="Stop").first.click()
    at = page.get_by_role("slider", name="Timeline").get_attribute("aria-valuetext")
    assert at == "Looking back at turn 2"
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".prompt h1")).to_contain_text("moves")


def test_two_at_one_screen_are_told_whose_turn_it_is(page: Page, hall: Hall) -> None:
    at_home(page, hall)
    page.locator(".gen", has_text="Somebody here").click()
    expect(page.get_by_text("Your seat")).to_have_count(0)
    page.get_by_role("button", name="Begin the battle").click()
    said = page.locator(".handover")
    expect(said).to_contain_text("Now Army")
    before = said.inner_text()
    for _ in range(30):
        answered(page, lambda: pass_on(page))
        if said.inner_text() != before:
            break
    expect(page.locator(".handbox")).to_have_text(said.inner_text().strip())
    assert said.inner_text() != before


def test_an_order_is_under_way_until_its_own_answer_comes(page: Page, hall: Hall) -> None:
    """A table that comes before the answer is not yet the answer."""
    held: list[Any] = []
    holding: list[bool] = []

    def relay(route: WebSocketRoute) -> None:
        def heard(message: str | bytes) -> None:
            if holding and json.loads(message)["type"] == "answer":
                held.append(lambda: route.send(message))
            else:
                route.send(message)

        route.connect_to_server().on_message(heard)

    page.route_web_socket(re.compile("/socket$"), relay)
    seated(page, hall.link("the-chateau-road", 1, "move"))
    answered(page, lambda: pass_on(page))
    holding.append(True)
    side = page.locator(".side")
    before = side.get_attribute("data-changes") or ""
    pass_on(page)
    expect(side).not_to_have_attribute("data-changes", before)
    expect(side).to_have_attribute("aria-busy", "true")
    holding.clear()
    for answer in held:
        answer()
    expect(side).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize("size", SIZES)
def test_what_is_grey_says_why_where_it_can_be_read(
    browser: Browser, hall: Hall, size: tuple[int, int]
) -> None:
    """No undo after something hidden was seen, no fork where something is hidden: in words, not in a tooltip."""

    def relay(route: WebSocketRoute) -> None:
        def heard(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "table":
                said |= {"may_undo": "", "no_undo": "something hidden was revealed since"}
            route.send(json.dumps(said))

        route.connect_to_server().on_message(heard)

    with paged(browser, *size) as page:
        page.route_web_socket(re.compile("/socket$"), relay)
        seated(page, hall.shared("the-mill-at-valdespino", 2, "does what"))
        undo = page.get_by_role("button", name=re.compile("^Undo"))
        expect(undo).to_be_disabled()
        expect(undo).to_have_accessible_description("Something hidden was revealed since")
        expect(page.get_by_text("Something hidden was revealed since")).to_be_in_viewport(ratio=1)
        assert page.evaluate(FAULTS) == []
        page.keyboard.press("j")
        fork = page.get_by_role("button", name="Go on from here")
        expect(fork).to_be_disabled()
        expect(fork).to_have_accessible_description(re.compile("when the battle is over", re.I))
        expect(page.get_by_text("Something is hidden in this battle")).to_be_visible()


# --- the end ------------------------------------------------------------------------------------------------


def test_the_end_tells_losses_moments_and_fair_dice_and_a_rematch_changes_sides(
    page: Page, hall: Hall
) -> None:
    seated(page, hall.link("the-chateau-road", 99, ""))
    end = page.locator(".endpanel")
    expect(end).to_contain_text("wins")
    number = page.url.rsplit("/", 1)[1]
    scene = hall.host.table(number).game.book.scene
    table = hall.host.table(number)
    lost = scene(table.game.battle, table.game.names).losses
    assert [int(t) for t in end.locator(".tally td:last-child").all_inner_texts()] == list(lost)
    expect(end.get_by_role("img", name=re.compile("^Losses by turn"))).to_be_visible(timeout=60_000)
    end.locator(".keymoments button").first.click(timeout=60_000)
    expect(page.locator(".prompt h1")).to_contain_text("Looking back at turn")
    page.get_by_role("button", name="To the end").click()
    end.get_by_text("Were the dice fair?").click()
    expect(end).to_contain_text(
        f"grognard verify the-chateau-road-{number}.txt --commitment {table.commitment}"
    )
    with page.expect_download() as saved:
        end.get_by_role("button", name="Download the battle").click()
    assert "seed = 1815" in Path(saved.value.path()).read_text()
    end.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: number not in url and "/game/" in url)
    expect(page.locator(".prompt h1")).to_be_visible()
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_label("To watch, without a seat", exact=True)).to_be_visible()
    kept = page.evaluate("JSON.parse(localStorage['grognard.games'])[0].seat")
    assert kept == "red"


def test_a_link_to_no_seat_says_so(page: Page, hall: Hall) -> None:
    link = hall.link("the-chateau-road", 1, "move")
    page.goto(link[:-3])
    expect(page.get_by_role("heading", name="There is no seat for you at this table")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("opens no seat")
    expect(page.get_by_role("link", name="Home")).to_be_visible()


# --- layout -------------------------------------------------------------------------------------------------

FAULTS = """() => {
  const seen = (e) => e.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
  const shown = (e) => {  // the part of it that no scrolling box cuts off
    let r = e.getBoundingClientRect(), b = {x0: r.left, y0: r.top, x1: r.right, y1: r.bottom};
    for (let p = e.parentElement; p; p = p.parentElement) {
      if (getComputedStyle(p).overflowY === 'visible') continue;
      const q = p.getBoundingClientRect();
      b = {x0: Math.max(b.x0, q.left), y0: Math.max(b.y0, q.top), x1: Math.min(b.x1, q.right), y1: Math.min(b.y1, q.bottom)};
    }
    return b;
  };
  const out = [], name = (e) => `${e.tagName.toLowerCase()}.${e.className} "${e.innerText.slice(0, 30)}"`;
  if (document.documentElement.scrollWidth > innerWidth)
    out.push(`the page is ${document.documentElement.scrollWidth} wide, and ${innerWidth} are there`);
  const parts = [...document.querySelectorAll(
    '.home label, .home legend, .home h1, .home h2, .home p, .home .btn, .home select, .top .mark, .top .sidetag, '
    + '.top .turn, .top .btn, '
    + '.prompt h1, .prompt p, .prompt .steps li, .tabs button, .ucard h2, .ucard .kind, .ucard .stats > div, .ucard .note, '
    + '.orders .ord, .orders .sort, .time .btn, .tlw, .rail .plainname, .endpanel p, .endpanel .btn, .tally th, .tally td, '
    + '.keymoments button, .rules .cite, .rules input, .pastbar .btn')].filter(seen);
  for (const e of parts) {
    if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline') out.push(`clipped: ${name(e)}`);
    const r = e.getBoundingClientRect(), rail = e.closest('.rail');
    if (!rail && (r.left < -1 || r.right > innerWidth + 1)) out.push(`off the page: ${name(e)}`);
  }
  for (const bar of document.querySelectorAll('.top, .time')) for (const e of bar.querySelectorAll('.army, .btn, .turn, .watch')) {
    const r = e.getBoundingClientRect(), q = bar.getBoundingClientRect();
    if (seen(e) && !e.closest('.pop') && (r.top < q.top - 1 || r.bottom > q.bottom + 1)) out.push(`out of its bar: ${name(e)}`);
  }
  const covers = (e) => e.closest('.rules') ? 1 : 0;
  const over = document.querySelector('.rules') !== null;
  const all = over && getComputedStyle(document.querySelector('.rules')).position === 'fixed';
  const bare = (e) => !over || covers(e) || !(all || e.closest('.side'));  // what the rules do not cover
  const boxes = parts.filter(bare).map((e) => [e, shown(e)]);
  for (const [k, [a, p]] of boxes.entries()) for (const [b, q] of boxes.slice(k + 1)) {
    if (a.contains(b) || b.contains(a) || (a.closest('.time') ? 1 : 0) !== (b.closest('.time') ? 1 : 0)) continue;
    const w = Math.min(p.x1, q.x1) - Math.max(p.x0, q.x0), h = Math.min(p.y1, q.y1) - Math.max(p.y0, q.y0);
    if (w > 1.5 && h > 1.5) out.push(`overlap ${w.toFixed(0)} by ${h.toFixed(0)}: ${name(a)} and ${name(b)}`);
  }
  return out;
}"""
TARGETS = """() => [...document.querySelectorAll('.app .btn, .app .ord, .app .sort, .app .tabs button, .home .btn, .home select')]
  .filter((e) => e.checkVisibility()).map((e) => [e, e.getBoundingClientRect()])
  .filter(([, r]) => r.height < 43.5 || r.width < 29.5)
  .map(([e, r]) => `${e.className} "${e.innerText}": ${r.width.toFixed(0)} by ${r.height.toFixed(0)}`)"""


STAGES = [
    ("the-chateau-road", 2, "move"),
    ("the-guns-of-ebersdorf", 1, "move"),  # armies with long names
    ("the-mill-bridge", 1, "what does"),
]


@pytest.mark.parametrize("size", [*SIZES, (1280, 720), (900, 700), (720, 450), (360, 740)])
def test_nothing_overlaps_and_nothing_is_clipped(browser: Browser, hall: Hall, size: tuple[int, int]) -> None:
    """720 by 450 is a screen of 1440 by 900 at 200 per cent."""
    with paged(browser, *size) as page:
        at_home(page, hall)
        found = [f"home: {f}" for f in page.evaluate(FAULTS)]
        page.locator(".book", has_text="Most Irregular").click()
        page.get_by_text("more, all by the book").click()
        found += [f"house rules: {f}" for f in page.evaluate(FAULTS)]
        for scenario, turn, words in STAGES:
            seated(page, hall.shared(scenario, turn, words))
            found += [f"{scenario}: {f}" for f in page.evaluate(FAULTS)]
            page.keyboard.press("]")
            expect(page.locator(".stats")).to_be_visible()
            found += [f"{scenario}, picked: {f}" for f in page.evaluate(FAULTS)]
            page.keyboard.press("/")
            page.keyboard.type("fire")
            expect(page.locator(".near mark").first).to_be_visible()
            found += [f"{scenario}, rules: {f}" for f in page.evaluate(FAULTS)]
            page.keyboard.press("Escape")
            page.keyboard.press("j")
            expect(page.locator(".pastbar")).to_be_visible()
            found += [f"{scenario}, past: {f}" for f in page.evaluate(FAULTS)]
        assert found == []


BROKEN = """() => [...document.querySelectorAll('.army')].flatMap((e) => {
  const text = e.firstChild, range = document.createRange();
  return [...text.data.matchAll(/\\S+/g)].filter((word) => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((r) => r.top)).size > 1;
  }).map((word) => word[0]);
})"""


@pytest.mark.parametrize("width", [420, 360])
def test_on_a_phone_no_name_is_broken_inside_a_word_and_the_mark_is_whole(
    browser: Browser, hall: Hall, width: int
) -> None:
    with paged(browser, width, 900) as page:
        at_home(page, hall)
        mark, line = page.locator(".mast .mark"), page.locator(".mast p")
        assert mark.evaluate("e => e.scrollWidth <= e.clientWidth"), "its letters stay in its box"
        left, right = mark.bounding_box(), line.bounding_box()
        assert left and right and left["x"] >= 10 and left["x"] + left["width"] + 8 <= right["x"]
        page.locator(".book", has_text="Early 19th").click()
        page.get_by_role("button", name="Begin the battle").click()
        expect(page.get_by_role("button", name="Invite")).to_be_visible()
        assert page.evaluate(BROKEN) == []


@pytest.mark.parametrize("fingers", [True, False])
def test_keys_are_named_only_where_there_may_be_a_keyboard(
    browser: Browser, hall: Hall, fingers: bool
) -> None:
    with paged(browser, 420, 900, has_touch=fingers, is_mobile=fingers) as page:
        seated(page, hall.shared("the-chateau-road", 2, "move"))
        page.get_by_role("button", name=re.compile("^1st Line, Blue")).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".ord").first).to_be_visible()
        hints = page.locator("kbd:visible")
        assert (hints.count() == 0) == fingers
        for order in page.locator(".ord:visible").all():
            assert order.locator("b").bounding_box()["width"] > 90, "the words have the room"  # type: ignore[index]


def test_on_a_phone_every_target_is_large_enough(browser: Browser, hall: Hall) -> None:
    with paged(browser, 420, 900) as page:
        at_home(page, hall)
        found = page.evaluate(TARGETS)
        seated(page, hall.shared("the-mill-bridge", 1, "what does"))
        page.keyboard.press("]")
        expect(page.locator(".stats")).to_be_visible()
        assert found + page.evaluate(TARGETS) == []


@pytest.mark.parametrize(("system", "other"), [("light", "dark"), ("dark", "light")])
def test_what_the_browser_draws_is_as_light_or_dark_as_the_page(
    browser: Browser, hall: Hall, system: str, other: str
) -> None:
    """Scroll bars and lists, by the button too, both ways."""
    scheme = "getComputedStyle(document.documentElement).colorScheme"
    with paged(browser, color_scheme=system) as page:
        at_home(page, hall)
        for shown in (system, other, system):
            assert page.evaluate(scheme) == shown
            page.get_by_role("button", name="Light or dark").click()


# --- axe ----------------------------------------------------------------------------------------------------

RUN = "async () => (await axe.run()).violations.map(v => `${v.impact} ${v.id}: ${v.nodes.map(n => n.html).join(' ')}`)"


def faults(page: Page, where: str) -> list[str]:
    page.add_script_tag(path=AXE)
    return [f"{where}: {told}" for told in page.evaluate(RUN)]


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (420, 900)])
def test_axe_finds_no_fault(browser: Browser, hall: Hall, size: tuple[int, int], scheme: str) -> None:
    with paged(browser, *size, bypass_csp=True, color_scheme=scheme) as page:
        at_home(page, hall)
        page.get_by_text("more, all by the book").click()
        found = faults(page, "home")
        seated(page, hall.shared("the-mill-bridge", 1, "what does"))
        page.keyboard.press("]")
        expect(page.locator(".stats")).to_be_visible()
        found += faults(page, "table")
        page.keyboard.press("/")
        page.keyboard.type("fire")
        expect(page.locator(".near mark").first).to_be_visible()
        found += faults(page, "rules found")
        page.locator(".near .cite").first.click()
        expect(page.locator(".rule")).to_be_visible()
        found += faults(page, "a rule")
        seated(page, hall.shared("the-mill-bridge", 99, ""))
        expect(page.locator(".keymoments")).to_be_visible(timeout=60_000)
        found += faults(page, "the end")
        assert found == []
