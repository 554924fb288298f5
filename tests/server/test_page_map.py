"""The map in a real Chromium: tape and sight, fingers, wheels and keys, moves in words, men picked together."""

from __future__ import annotations

import contextlib
import json
import re
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, WebSocketRoute, expect

from .browser import needs_browser
from .browsing import Server, page_of

pytestmark = needs_browser
ROAD, BRIDGE = "the-chateau-road", "the-mill-bridge"
ASKED = {
    ROAD: "which unit moves",
    BRIDGE: "or call",
}  # where the tests begin: units to move, stragglers to pick
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("map"))
    yield found
    found.stop()


def post(server: Server, path: str, token: str = "", **wanted: Any) -> dict[str, Any]:
    head = {"content-type": "application/json", "x-grognard-token": token}
    asked = urllib.request.Request(f"{server.url}{path}", json.dumps(wanted).encode(), head)
    with urllib.request.urlopen(asked) as told:
        return dict(json.load(told))


@pytest.fixture(scope="module")
def begun(server: Server, browser: Browser) -> dict[str, dict[str, Any]]:
    """A game of each book, played by buttons to where something is to be moved; every test goes on from there."""
    games = {}
    for scenario, there in STARTS.items():
        games[scenario] = post(
            server, "/api/games", scenario=scenario, blue="person", red="person", one_screen=True
        )
        with page_of(browser, server) as page:
            sit(page, server, games[scenario])
            until(page, there)
    return games


def sit(page: Page, server: Server, game: dict[str, Any]) -> None:
    page.goto(f"{server.url}/game/{game['game']}#{game['tokens']['both']}")
    expect(page.locator(".mapbox")).to_be_visible()


def changes(page: Page) -> str:
    return page.locator(".side").get_attribute("data-changes") or ""


def changed(page: Page, act: Callable[[], None]) -> None:
    """Do something, and wait until the table has answered."""
    before = changes(page)
    act()
    expect(page.locator(".side")).not_to_have_attribute("data-changes", before)
    expect(page.locator(".side")).to_have_attribute("aria-busy", "false")


def until(page: Page, there: Callable[[Page], bool]) -> None:
    """Let questions pass, or answer them with the first button, until one has come to where one wants to be."""
    for _ in range(60):
        if there(page):
            return
        end = page.locator(".time .btn.primary")
        changed(page, (end if end.count() else page.locator(".orders .ord:enabled").first).click)
    raise AssertionError(f"never came there; the last question was {page.inner_text('.prompt h1')}")


def units_can_go(page: Page) -> bool:
    """Some units may move: who is picked is shown places to go to."""
    units = page.locator("g.unit.can:not(.k-gen)")
    if units.count() < 4:
        return False
    units.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ucard")).to_be_visible()
    found = page.locator(".bead").count() > 0
    page.keyboard.press("Escape")
    return found


def one_has_targets(page: Page) -> bool:
    return page.locator(".orderlayer .target").count() > 1


def formation_acts(page: Page) -> bool:
    return page.locator("g.body.sel").count() == 1 and page.locator(".bead").count() > 0


def men_can_go(page: Page) -> bool:
    """Two men or more may scurry."""
    men = page.locator(".man.can")
    if men.count() < 2:
        return False
    men.first.click()
    expect(page.locator(".ucard")).to_be_visible()
    found = "Scurry" in page.inner_text(".orders")
    page.keyboard.press("Escape")
    return found


STARTS = {ROAD: units_can_go, BRIDGE: men_can_go}  # where the tests begin


@pytest.fixture
def table(server: Server, browser: Browser, begun: dict[str, dict[str, Any]]) -> Iterator[Open]:
    """Opens a fresh game that goes on from where its book begins here."""
    with contextlib.ExitStack() as stack:

        def opened(
            scenario: str = ROAD, through: Callable[[WebSocketRoute], None] | None = None, **more: Any
        ) -> Page:
            was = begun[scenario]
            fork = post(server, f"/api/games/{was['game']}/fork", was["tokens"]["both"], one_screen=True)
            page = stack.enter_context(page_of(browser, server, **more))
            if through is not None:
                page.route_web_socket("**/socket", through)
            sit(page, server, fork)
            return page

        yield opened


def unit(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}, "))


def middle(at: Locator) -> tuple[float, float]:
    box = at.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def plate(page: Page) -> Locator:
    return page.locator("g.plate")


def view(page: Page) -> list[float]:
    text = page.locator("svg.map").first.get_attribute("viewBox") or ""
    return [float(n) for n in text.split()]


def drag(page: Page, at: tuple[float, float], by: tuple[float, float], drop: bool = True) -> None:
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0] + by[0], at[1] + by[1], steps=5)
    if drop:
        page.mouse.up()


# The tape


def test_two_clicks_with_the_ruler_tell_distance_and_sight(table: Open) -> None:
    page = table()
    page.get_by_role("button", name="Ruler").click()
    expect(page.locator(".rulerhint")).to_contain_text("From where?")
    unit(page, "1st Line").click()
    expect(page.locator(".rulerhint")).to_have_text("To where?")
    unit(page, "2nd Line").click()
    expect(plate(page)).to_contain_text(re.compile(r"^\d+\.\d″, (in|out of) sight"))
    expect(page.locator("path.tape:not(.under)")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(plate(page)).to_contain_text("sight")  # it stays until it is let go
    page.keyboard.press("Escape")
    expect(page.locator("path.tape")).to_have_count(0)


def test_what_blocks_the_sight_is_named_and_marked(table: Open) -> None:
    page = table()
    page.keyboard.press("r")
    unit(page, "1st Line").click()
    unit(page, "Militia").click()
    expect(page.locator("path.tape:not(.under)")).to_have_class(re.compile("blocked"))
    expect(plate(page)).to_contain_text("out of sight")
    expect(plate(page)).to_contain_text("the wood is in")  # and on the next line of the plate: the way
    expect(page.locator(".inway")).to_have_count(1)


def test_the_tape_goes_from_place_to_place_by_dragging(table: Open) -> None:
    page = table()
    page.keyboard.press("r")
    before = view(page)
    x, y = middle(page.locator(".mapbox"))
    drag(page, (x, y), (150, 0))
    box = page.locator(".mapbox").bounding_box()
    assert box is not None
    expect(plate(page)).to_have_text(f"{150 * before[2] / box['width'] / 10:.1f}″")
    assert view(page) == before  # nothing was moved by it


def test_a_tape_shows_the_newest_answer_whichever_comes_last(table: Open) -> None:
    """Answers are given in any order: here that to the first question is held back until the second has its own."""
    asked: list[str] = []
    told: list[str | bytes] = []

    def between(to_page: WebSocketRoute) -> None:
        to_server = to_page.connect_to_server()

        def say(said: str | bytes) -> None:
            message = json.loads(said)
            if message["type"] == "query" and message["query"]["kind"] == "measure":
                asked.append(message["request"])
            to_server.send(said)

        def tell(text: str | bytes) -> None:
            if json.loads(text).get("request") not in asked:
                to_page.send(text)
                return
            told.append(text)
            if len(told) == 2:
                for one in sorted(told, key=lambda t: -asked.index(json.loads(t)["request"])):
                    to_page.send(one)

        to_page.on_message(say)
        to_server.on_message(tell)

    page = table(through=between)
    page.keyboard.press("r")
    box = page.locator(".mapbox").bounding_box()
    assert box is not None
    inch = 10 * box["width"] / view(page)[2]
    x, y = middle(page.locator(".mapbox"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y)
    page.mouse.move(x + 150, y)
    page.mouse.up()
    for _ in range(300):
        if len(told) == 2:
            break
        page.wait_for_timeout(100)
    assert len(asked) == len(told) == 2
    expect(plate(page)).to_have_text(f"{150 / inch:.1f}″")


class Late:
    """What stands between a page and its server and holds back the answers to questions of one kind."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.begun = False
        self.asked: list[str] = []
        self.held: list[str | bytes] = []

    def __call__(self, to_page: WebSocketRoute) -> None:
        self.to_page = to_page
        self.to_server = to_page.connect_to_server()
        to_page.on_message(self.say)
        self.to_server.on_message(self.tell)

    def begin(self) -> None:
        self.begun = True

    def say(self, said: str | bytes) -> None:
        message = json.loads(said)
        if self.begun and message["type"] == "query" and message["query"]["kind"] == self.kind:
            self.asked.append(message["request"])
        self.to_server.send(said)

    def tell(self, text: str | bytes) -> None:
        if json.loads(text).get("request") in self.asked:
            self.held.append(text)
        else:
            self.to_page.send(text)

    def wait(self, page: Page) -> None:
        """Until what was asked has its answer, which is held back."""
        for _ in range(300):
            if self.held and len(self.held) == len(self.asked):
                return
            page.wait_for_timeout(100)
        raise AssertionError(f"{len(self.asked)} asked, {len(self.held)} answered")

    def let_go(self, page: Page) -> None:
        """Only now the answers come."""
        for text in self.held:
            self.to_page.send(text)
        page.wait_for_timeout(300)


def test_a_look_back_that_is_over_does_not_come_back(table: Open) -> None:
    late = Late("look")
    page = table(through=late)
    past = page.get_by_role("region", name="Looking back")
    page.keyboard.press("j")
    expect(past).to_be_visible()
    late.begin()
    page.keyboard.press("j")
    late.wait(page)
    page.get_by_role("button", name="Back to now").click()
    late.let_go(page)
    expect(past).to_have_count(0)


def test_a_piece_that_is_no_longer_pointed_at_is_not_measured(table: Open) -> None:
    late = Late("sight")
    page = table(through=late)
    mine, other = page.locator("g.unit.sA").first, page.locator("g.unit.sB").first
    mine.click()
    other.hover()
    expect(plate(page)).to_be_visible()
    page.mouse.move(2, 2)
    expect(plate(page)).to_have_count(0)
    late.begin()
    other.hover()
    late.wait(page)
    page.mouse.move(2, 2)
    late.let_go(page)
    expect(plate(page)).to_have_count(0)


# Fingers


def fingers(cdp: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    touches = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
    cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_two_fingers_zoom_and_pan(table: Open) -> None:
    page = table(has_touch=True, viewport={"width": 420, "height": 900})
    cdp = page.context.new_cdp_session(page)
    page.keyboard.press("0")
    whole = view(page)
    x, y = middle(page.locator(".mapbox"))
    fingers(cdp, "touchStart", (x - 30, y), (x + 30, y))
    for k in range(1, 7):
        fingers(cdp, "touchMove", (x - 30 - 10 * k, y), (x + 30 + 10 * k, y))
    fingers(cdp, "touchEnd")
    near = view(page)
    assert near[2] == pytest.approx(whole[2] / 3, rel=0.05)
    fingers(cdp, "touchStart", (x - 40, y), (x + 40, y))
    for k in range(1, 6):
        fingers(cdp, "touchMove", (x - 40 + 8 * k, y), (x + 40 + 8 * k, y))
    fingers(cdp, "touchEnd")
    panned = view(page)
    assert panned[2] == pytest.approx(near[2], rel=0.01)
    assert near[0] - panned[0] == pytest.approx(40 * near[2] / 420, rel=0.1)
    expect(page.locator(".unit.sel")).to_have_count(0)  # no finger picked anything


def test_a_finger_drags_a_unit_and_the_handle_turns_it(table: Open) -> None:
    page = table(has_touch=True)
    cdp = page.context.new_cdp_session(page)
    unit(page, "1st Line").tap()
    handle = page.locator(".turnhandle .knob")
    x, y = middle(handle)
    fingers(cdp, "touchStart", (x, y))
    for k in range(1, 5):
        fingers(cdp, "touchMove", (x + 4 * k, y + k))
    fingers(cdp, "touchEnd")
    expect(page.locator(".ghost.held")).to_have_count(1)  # it waits until it is given
    expect(plate(page)).to_contain_text("costs")
    changed(page, page.locator(".givehandle").tap)
    expect(page.locator(".entries")).to_contain_text("1st Line")


def test_a_resting_finger_draws_a_lasso(table: Open) -> None:
    page = table(BRIDGE, has_touch=True)
    cdp = page.context.new_cdp_session(page)
    x0, y0, x1, y1 = around(page.locator(".man.can"))
    fingers(cdp, "touchStart", (x0, y0))
    expect(page.locator(".lasso")).to_have_count(1)
    fingers(cdp, "touchMove", (x1, y1))
    fingers(cdp, "touchEnd")
    expect(page.locator(".man.pick")).to_have_count(page.locator(".man.can").count())


# Wheels and keys


def test_the_wheel_and_the_keys_zoom_and_arrows_pan(table: Open) -> None:
    page = table()
    whole = view(page)
    page.mouse.move(*middle(page.locator(".mapbox")))
    page.mouse.wheel(0, -400)
    expect(page.locator("svg.map").first).not_to_have_attribute("viewBox", " ".join(map(str, whole)))
    near = view(page)
    assert near[2] < whole[2] * 0.6
    page.keyboard.press("ArrowRight")
    assert view(page)[0] > near[0] and view(page)[1] == near[1]
    page.keyboard.press("-")
    assert view(page)[2] > near[2]
    page.keyboard.press("+")
    assert view(page)[2] == pytest.approx(near[2], rel=0.01)
    page.keyboard.press("0")
    assert view(page) == pytest.approx(whole, abs=0.05)


def test_the_wheel_turns_what_is_dragged(table: Open) -> None:
    page = table()
    before = view(page)
    drag(page, middle(unit(page, "Guard Grenadiers")), (0, -12), drop=False)
    ghost = page.locator(".ghost g.unit")
    expect(ghost).to_have_count(1)
    expect(plate(page)).to_be_visible()
    straight = bearing(ghost)
    for _ in range(6):
        page.mouse.wheel(0, 100)
    expect(ghost).not_to_have_attribute("transform", re.compile(rf"rotate\({straight}\)"))
    assert view(page) == before
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(ghost).to_have_count(0)


def bearing(ghost: Locator) -> str:
    found = re.search(r"rotate\((\S+)\)", ghost.get_attribute("transform") or "")
    assert found is not None
    return found[1]


def test_arrows_nudge_commas_wheel_and_enter_gives(table: Open) -> None:
    page = table()
    unit(page, "1st Line").focus()
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowUp")
    expect(plate(page)).to_contain_text("2.1″ costs")
    page.keyboard.press(".")
    page.keyboard.press(",")
    expect(plate(page)).to_contain_text("2.1″ costs")
    changed(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator(".entries li").first).to_contain_text("2.1 inches")


def test_a_nudge_too_far_shows_the_nearest_place_before_anything_is_given(table: Open) -> None:
    page = table()
    unit(page, "1st Line").focus()
    page.keyboard.press("Enter")
    for _ in range(18):
        page.keyboard.press("ArrowUp")
    expect(page.locator("path.asked")).to_have_count(1)
    expect(plate(page)).to_contain_text("Nearest")
    expect(page.locator(".ghost g.unit")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("path.asked")).to_have_count(0)


def test_space_held_takes_away_what_lies_over_the_table(table: Open) -> None:
    page = table()
    drag(page, middle(unit(page, "1st Line")), (30, -220))
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Refused")
    page.keyboard.down(" ")
    expect(refusal).to_be_hidden()
    page.keyboard.up(" ")
    expect(page.locator(".refuse")).to_be_visible()


def test_brackets_go_through_those_who_can_act(table: Open) -> None:
    page = table()
    can = page.locator("g.unit.can").count()
    names = set()
    for _ in range(can):
        page.keyboard.press("]")
        names.add(page.evaluate("document.activeElement.getAttribute('aria-label')"))
        expect(page.locator("g.unit.sel")).to_have_count(1)
    assert len(names) == can > 3
    page.keyboard.press("[")
    expect(page.locator("g.unit.sel")).to_be_focused()


def test_a_move_is_said_in_words(table: Open) -> None:
    page = table()
    unit(page, "1st Line").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("m")
    field = page.get_by_label("Move 1st Line")
    expect(field).to_be_focused()
    page.keyboard.type("nowhere 3")
    expect(page.locator(".typed p")).to_contain_text("no direction")
    field.fill("forward 2.5")
    expect(page.locator(".typed p")).to_contain_text("costs 2.5″ of")
    changed(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator(".typed")).to_have_count(0)
    expect(page.locator(".entries li").first).to_contain_text("2.5 inches")


def test_t_goes_through_the_targets_and_a_glance_gives_nothing(table: Open) -> None:
    page = table()
    until(page, one_has_targets)
    targets = page.locator(".orderlayer .target")
    expect(targets.first).to_be_attached()
    page.keyboard.press("t")
    expect(page.locator(".orderlayer .target.on")).to_have_count(1)
    first = page.locator(".target.on").get_attribute("data-target")
    for _ in range(targets.count()):
        page.keyboard.press("t")
    assert page.locator(".target.on").get_attribute("data-target") == first  # all round
    page.keyboard.press("Escape")
    before = changes(page)
    page.locator(f'[data-n="{first}"]').hover()
    expect(page.locator(".orderlayer .target.on")).to_have_count(1)
    page.locator(f'[data-n="{first}"]').click()
    expect(page.locator(".orderlayer .target.on")).to_have_count(1)
    assert changes(page) == before  # one click shows, the second gives
    changed(page, page.locator(f'[data-n="{first}"]').click)


# Several men


def around(men: Locator) -> tuple[float, float, float, float]:
    boxes = [box for m in men.all() if (box := m.bounding_box()) is not None]
    assert len(boxes) > 1
    return (
        min(b["x"] for b in boxes) - 12,
        min(b["y"] for b in boxes) - 12,
        max(b["x"] + b["width"] for b in boxes) + 12,
        max(b["y"] + b["height"] for b in boxes) + 12,
    )


def test_men_caught_by_a_lasso_move_together(table: Open) -> None:
    page = table(BRIDGE)
    men = page.locator(".man.can")
    n, (x0, y0, x1, y1) = men.count(), around(men)
    page.keyboard.down("Shift")
    drag(page, (x0, y0), (x1 - x0, y1 - y0))
    page.keyboard.up("Shift")
    expect(page.locator(".man.pick")).to_have_count(n)
    drag(page, middle(page.locator(".man.pick").first), (0, -20), drop=False)
    expect(page.locator(".ghost g.man")).to_have_count(n)
    changed(page, page.mouse.up)
    expect(page.locator(".entries")).to_contain_text(re.compile(rf"and {n - 1} others scurry"))


def test_a_double_click_picks_his_company_and_shift_one_more_or_less(table: Open) -> None:
    page = table(BRIDGE)
    men = page.locator(".man.can")
    men.first.dblclick()
    picked = page.locator(".man.pick")
    expect(picked).to_have_count(men.count())
    men.last.click(modifiers=["Shift"])
    expect(picked).to_have_count(men.count() - 1)
    page.keyboard.press("Escape")
    men.first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    expect(picked).to_have_count(men.count())


def test_one_man_in_the_ranks_carries_his_whole_formation(table: Open) -> None:
    page = table(BRIDGE)
    until(page, lambda p: p.locator("g.body.can").count() > 0)
    page.locator("g.body.can").first.focus()
    page.keyboard.press("Enter")
    changed(page, page.locator(".orders .ord:enabled").first.click)
    until(page, formation_acts)
    body = page.locator("g.body.sel")
    expect(body).to_have_count(1)
    name = (body.get_attribute("aria-label") or "").partition(",")[0]
    men = page.locator(f'.man[aria-label*=", in {name}"]')
    drag(page, middle(men.first), (0, -14), drop=False)
    expect(plate(page)).to_contain_text("costs")
    assert men.count() > 1
    expect(page.locator(".ghost g.man")).to_have_count(men.count())


def test_men_of_a_formation_are_reached_by_arrows(table: Open) -> None:
    page = table(BRIDGE)
    body = page.locator("g.body").first
    body.focus()
    page.keyboard.press("ArrowRight")
    first = page.locator("g.man:focus")
    expect(first).to_have_attribute("aria-label", re.compile(", in "))
    was = first.get_attribute("data-n")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("g.man:focus")).not_to_have_attribute("data-n", was or "")
    assert page.locator(".ghost g").count() == 0


# Motion


def slides(page: Page) -> list[float]:
    """How long each animation of a piece takes that was begun."""
    found: list[float] = page.evaluate("window.slides")
    return found


WATCH = """
window.slides = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) { window.slides.push(how.duration); return animate.call(this, frames, how); };
null;
"""


@pytest.mark.parametrize(("motion", "told"), [("no-preference", [280]), ("reduce", [])])
def test_moves_slide_unless_people_want_no_motion(table: Open, motion: str, told: list[int]) -> None:
    page = table(reduced_motion=motion)
    page.evaluate(WATCH)
    unit(page, "1st Line").click()
    changed(page, page.locator(".ord", has_text="forward").first.click)
    expect(page.locator(".entries")).to_contain_text("1st Line")
    assert slides(page) == told


# What is heard


def test_every_piece_says_what_it_is_and_how_far_from_what_is_picked(table: Open) -> None:
    page = table()
    for piece in page.locator("svg.map [data-n]").all():
        assert re.match(r".+, (Blue|Red), ", piece.get_attribute("aria-label") or "")
        assert piece.get_attribute("role") == "button"
    unit(page, "1st Line").focus()
    page.keyboard.press("Enter")
    expect(unit(page, "1st Line")).to_have_attribute("aria-pressed", "true")
    unit(page, "Grenadiers").focus()
    heard = page.locator(".mapbox [role=status]")
    expect(heard).to_have_text(re.compile(r"1st Line to Grenadiers: \d+\.\d inches, (clear|.+ in the way)"))


def test_a_click_without_a_pointer_picks_a_piece(table: Open) -> None:
    """As those who listen to the page do it."""
    page = table()
    unit(page, "1st Line").evaluate("piece => piece.dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    expect(unit(page, "1st Line")).to_have_attribute("aria-pressed", "true")


def test_names_lie_neither_over_one_another_nor_over_the_edge(table: Open) -> None:
    for scenario in STARTS:
        for size in ((1440, 900), (1024, 768), (420, 900)):
            page = table(scenario, viewport={"width": size[0], "height": size[1]})
            page.keyboard.press("Escape")
            assert page.evaluate(CLASHES) == [], (scenario, size)
            page.keyboard.press("+")
            page.keyboard.press("+")
            assert page.evaluate(CLASHES) == [], (scenario, size, "nearer")


CLASHES = """() => {
  const box = document.querySelector('.mapbox').getBoundingClientRect();
  const all = [...document.querySelectorAll('.labels text')].map((t) => [t.textContent, t.getBoundingClientRect()]);
  const over = ([, a], [, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
  const out = ([, r]) => r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 4 || r.bottom > box.bottom + 4;
  const found = all.filter(out).map(([t]) => `${t} is cut off`);
  for (const [k, a] of all.entries()) for (const b of all.slice(k + 1)) if (over(a, b)) found.push(`${a[0]} over ${b[0]}`);
  return found;
}"""


LEGEND = """() => {
  const parts = [...document.querySelectorAll('.legend > g, .north')].map((g) => [g.textContent.trim(), g.getBoundingClientRect()]);
  const over = ([, a], [, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  return parts.flatMap((a, k) => parts.slice(k + 1).filter((b) => over(a, b)).map((b) => `${a[0]} over ${b[0]}`));
}"""


@pytest.mark.parametrize("scenario", ["the-mill-at-valdespino", "saxby-bridge"])
def test_the_columns_of_the_legend_are_as_wide_as_their_texts(
    server: Server, browser: Browser, scenario: str
) -> None:
    game = post(server, "/api/games", scenario=scenario, blue="person", red="drill")
    for size in ((1440, 900), (1400, 900), (1024, 768)):
        with page_of(browser, server, viewport={"width": size[0], "height": size[1]}) as page:
            page.goto(f"{server.url}/game/{game['game']}#{game['tokens']['blue']}")
            expect(page.locator(".mapbox")).to_be_visible()
            if page.locator(".legend").count():
                assert page.locator(".legend > g").count() >= 3
                assert page.evaluate(LEGEND) == [], size


# Arrows of formations, and names while something is dragged

ARROWS = """() => [...document.querySelectorAll('g.body > g .chev')].map((chev) => {
  const [x0, y0, x1, y1, x2] = chev.getAttribute('d').match(/-?[\\d.]+/g).map(Number), to = chev.getScreenCTM();
  const foot = new DOMPoint((x0 + x2) / 2, y0).matrixTransform(to), body = chev.closest('.body');
  const line = body.querySelector('.hull'), at = new DOMPoint(foot.x, foot.y).matrixTransform(line.getScreenCTM().inverse());
  const reach = Number(line.getAttribute('stroke-width')) / 2, far = Math.min(...[...Array(400).keys()].map((k) => {
    const p = line.getPointAtLength(line.getTotalLength() * k / 399);
    return Math.hypot(p.x - at.x, p.y - at.y);
  }));
  return {name: body.getAttribute('aria-label'), high: y0 - y1, wide: x2 - x0, gap: far - reach};
})"""


@pytest.mark.parametrize("scenario", ["the-mill-at-valdespino", "the-mill-bridge"])
def test_the_arrow_of_a_formation_is_long_and_stands_against_its_men(
    server: Server, browser: Browser, scenario: str
) -> None:
    game = post(server, "/api/games", scenario=scenario, blue="person", red="drill")
    with page_of(browser, server) as page:
        page.goto(f"{server.url}/game/{game['game']}#{game['tokens']['blue']}")
        expect(page.locator(".mapbox")).to_be_visible()
        arrows = page.evaluate(ARROWS)
        assert len(arrows) > 3
        for arrow in arrows:
            assert arrow["high"] > arrow["wide"], arrow
            assert arrow["gap"] < 2, arrow


PLACES = """() => Object.fromEntries([...document.querySelectorAll('.labels text:not(.bandt)')].map(
  (t) => [t.textContent, `${t.getAttribute('x')} ${t.getAttribute('y')}`]))"""


def test_names_stay_where_they_are_while_a_piece_is_dragged(table: Open) -> None:
    page = table()
    page.keyboard.press("Escape")
    page.keyboard.press("]")
    expect(page.locator(".bead").first).to_be_visible()
    before = page.evaluate(PLACES)
    picked = page.locator("g.unit.sel .stand").first
    for step in (-10, -30, -60):
        drag(page, middle(picked), (0, step), drop=False)
        expect(page.locator(".ghost .stand").first).to_be_visible()
        assert page.evaluate(PLACES) == before
        page.keyboard.press("Escape")
        page.mouse.up()


# A table in centimetres, with what nobody may know


@pytest.mark.parametrize("scenario", ["the-mill-at-valdespino", "saxby-bridge"])
def test_a_table_in_centimetres_is_drawn_as_large_as_one_in_inches(
    server: Server, browser: Browser, scenario: str
) -> None:
    """Single men, their guns and wagons; the margin counts centimetres, and no name lies over another."""
    game = post(server, "/api/games", scenario=scenario, blue="person", red="person", one_screen=True)
    for size in ((1440, 900), (1024, 768), (420, 900)):
        with page_of(browser, server, viewport={"width": size[0], "height": size[1]}) as page:
            sit(page, server, game)
            page.keyboard.press("Escape")
            assert page.evaluate(CLASHES) == [], size
            if size[0] == 1440:
                assert page.locator(".scale").text_content() == "0102030 cm"
            assert not re.search(r"\d ?(″|inch)", page.locator("body").inner_text())
            wide = page.locator("g.man .base").first.bounding_box()
            assert wide is not None and (size[0] < 600 or wide["width"] > 6)


def test_markers_carry_a_question_mark_and_say_nothing_else(server: Server, browser: Browser) -> None:
    game = post(server, "/api/games", scenario="the-mill-at-valdespino", red="drill")
    with page_of(browser, server) as page:
        page.goto(f"{server.url}/game/{game['game']}#{game['tokens']['blue']}")
        marks = page.locator("g[aria-label*='hidden marker']")
        expect(marks.first).to_be_visible()
        said = {re.sub(r"\d+", "", m.get_attribute("aria-label") or "") for m in marks.all()}
        assert said == {"Marker , Red, hidden marker, what is under it is not known"}
        assert page.locator("g[aria-label*='hidden marker'] path.query").count() == marks.count() >= 3
        drawn = {re.sub(r"<!--.*?-->", "", m.inner_html()) for m in marks.all()}
        assert len(drawn) == 1, "all of them look alike"
