"""A whole solo game against hidden markers, through the page itself: nobody knows who is under one before it is turned over.

Everything that the server says to the page is overheard.  Whatever a marker hides, the same is said of it; and of those
who are under one no word is said before the chronicle tells that they appear."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from grognard.book import Book, Setup, book_of, find_scenario, scenario_paths

from .browser import needs_browser
from .browsing import Server, page_of
from .episodes import Ends, Episode, ReadsARule, begin, play, spoken
from .players import Person, Sight

pytestmark = needs_browser
MARKER = "hidden marker"
WHERE = {
    "number",
    "handle",
    "name",
    "label",
    "x",
    "y",
}  # what differs from one marker to the next, whatever they hide
FACE_DOWN = """() => [...document.querySelectorAll('g[data-n][role=button][aria-label*="hidden marker"]')]
  .map((g) => g.getBoundingClientRect()).map((r) => [r.left + r.width / 2, r.top + r.height / 2])"""


def hides(path: Path) -> bool:
    """Is anything hidden from both sides?  What one side keeps from the other is no marker."""
    of = book_of(path)
    return not of.own_secrets and of.hides_in(of.set_up(path, {}).battle)


SOLO = [name for name, path in scenario_paths().items() if hides(path)]


class Overheard:
    """All that the server says to a page."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.texts.append(str(text)))

    @property
    def before_the_end(self) -> list[str]:
        """When the battle is over, everybody may look under the markers."""
        over = [k for k, m in enumerate(self.messages) if m.get("ended") is not None]
        return self.texts[: over[0]]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.texts]


def records(value: Any) -> Iterator[dict[str, Any]]:
    """Every record in what was said."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from records(each)


def shape(marker: dict[str, Any]) -> str:
    """What is said of a marker, without its number and its place."""
    rest = {key: value for key, value in marker.items() if key not in WHERE}
    rest["bases"] = [
        {key: value for key, value in base.items() if key not in WHERE} for base in rest["bases"]
    ]
    return json.dumps(rest, sort_keys=True).replace(marker["name"], "MARKER")


def hidden_in(of: Book, setup: Setup) -> set[str]:
    """The handles of all who are under markers when the battle begins."""
    veiled = of.conceal(copy.deepcopy(setup.battle), setup.names, (0,))
    return set(setup.names.pieces) - set(veiled.pieces)


def names_of(texts: Sequence[str], handles: set[str]) -> dict[str, str]:
    """What those are called who were under markers, and nobody else is."""
    met = {
        r["handle"]: r["name"] for t in texts for r in records(json.loads(t)) if {"handle", "name"} <= set(r)
    }
    others = {name for handle, name in met.items() if handle not in handles}
    return {handle: name for handle, name in met.items() if handle in handles and name not in others}


class Scout(Person):
    """Goes for the markers: a piece is dragged towards the nearest one."""

    def drag(self, seen: Sight, far: float = 90.0) -> bool:
        markers = self.page.evaluate(FACE_DOWN)
        if not markers:
            return super().drag(seen)
        x, y = self.rng.choice(seen.able)["grip"]
        to_x, to_y = min(markers, key=lambda m: (m[0] - x) ** 2 + (m[1] - y) ** 2)
        share = min(1.0, far / max(1.0, ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5))
        self.carry(x, y, x + (to_x - x) * share, y + (to_y - y) * share)
        return self.settle(seen) or self.make_do(seen)


def face_down(page: Page) -> list[str]:
    """The markers on the map, as they are read out."""
    return [line.split(" ", 1)[1] for line in spoken(page) if MARKER in line]


class LooksAtMarkers:
    """Before anything is found: many lie there, all alike, and the card of one is the card of another."""

    def happens(self, person: Person, seen: Sight) -> bool:
        page = person.page
        labels = face_down(page)
        if len(labels) < 3:
            return False
        assert len({re.sub(r"\d+", "#", label) for label in labels}) == 1, labels
        cards = {re.sub(r"\d+", "#", self.card(page, label)) for label in labels}
        assert len(cards) == 1 and "not known" in cards.pop()
        page.keyboard.press("Escape")
        return True

    def card(self, page: Page, label: str) -> str:
        """What the page shows of a marker that is picked."""
        page.get_by_role("button", name=label).focus()
        page.keyboard.press("Enter")
        card = page.get_by_role("region", name=f"Picked: {label}")
        expect(card.locator(".stats")).to_be_visible()
        return card.inner_text()


class TurnsOver:
    """A marker that lay on the map after the first turn is turned over, and the chronicle says by which rule."""

    def __init__(self) -> None:
        self.down: list[str] = []

    def happens(self, person: Person, seen: Sight) -> bool:
        page = person.page
        now = face_down(page)
        gone = [label for label in self.down if label not in now]
        self.down = now if not seen.turn.startswith("Turn 1 ") else []
        if not gone:
            return False
        name = gone[0].split(",")[0]
        told = page.locator(".entries > .entry", has_text=f"{name} is turned over")
        expect(told).to_have_count(1)
        expect(told.locator(".cite").first).to_have_text(re.compile(r"^[A-Z]+-[A-Z0-9]+$"))
        told.locator(".cite").first.click()
        expect(page.get_by_role("region", name="Rules").locator(".rule")).to_contain_text(
            MARKER, ignore_case=True
        )
        page.keyboard.press("Escape")
        return True


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    yield found
    found.stop()
    assert found.errors() == []


@pytest.mark.parametrize("scenario", SOLO)
def test_a_whole_solo_game_against_hidden_markers(
    server: Server, browser: Browser, tmp_path: Path, scenario: str
) -> None:
    path = find_scenario(scenario)
    of = book_of(path)
    setup = of.set_up(path, {})
    with page_of(browser, server) as page:
        overheard = Overheard()
        page.on("websocket", overheard.listen)
        begin(page, server, of.title, "Drill book", scenario=setup.title)
        scout = Scout(page, seed=4, eager=0.6)
        episodes: list[Episode] = [LooksAtMarkers(), TurnsOver(), ReadsARule()]
        play(scout, episodes)
        Ends(tmp_path).check(page)
    assert {"button", "key", "drag"} <= set(scout.means), scout.means
    nobody_can_tell(overheard, hidden_in(of, setup))


def nobody_can_tell(overheard: Overheard, hidden: set[str]) -> None:
    """Of every marker the same was said; and of those under one nothing, until it was told that they appear."""
    before = overheard.before_the_end
    markers = [
        r for text in before for r in records(json.loads(text)) if r.get("kind") == "marker" and "bases" in r
    ]
    assert len({m["number"] for m in markers}) > 2 and len({shape(m) for m in markers}) == 1
    called = names_of(before, hidden)
    assert called, "nobody was found"
    for handle in hidden:
        words = [f'"{handle}"', *([called[handle]] if handle in called else [])]
        first = next((text for text in before if any(word in text for word in words)), None)
        assert first is None or '"kind":"enters"' in first.replace(" ", ""), (
            f"{handle} was known before: {first}"
        )


def said(*lines: str, ended: bool = False, **marker: Any) -> str:
    """A table with one marker, and what the chronicle adds."""
    told = {
        "number": 1,
        "handle": "M1",
        "name": "Marker 1",
        "kind": "marker",
        "bases": [{"x": 1.0}],
        **marker,
    }
    lines_told = [{"kind": line} for line in lines]
    return json.dumps({"scene": {"pieces": [told]}, "lines": lines_told, "ended": {} if ended else None})


MAN = json.dumps({"scene": {"pieces": [{"handle": "E2-A", "name": "Fusiliers"}]}})
ALIKE = [said(number=n, x=float(n)) for n in (1, 2, 3)]
FOUND = [MAN[:-1] + ', "lines": [{"kind": "enters"}]}', MAN]


@pytest.mark.parametrize(
    "leak",
    [
        [*ALIKE, said(states=["a dummy"]), *FOUND],
        [*ALIKE, said(extra=1), *FOUND],
        [*ALIKE, MAN, *FOUND],
        [*ALIKE, '{"text": "Fusiliers are too far away"}', *FOUND],
    ],
    ids=["another state", "another field", "seen too soon", "named too soon"],
)
def test_who_listens_finds_a_leak(leak: list[str]) -> None:
    nobody_can_tell(Overheard(*ALIKE, *FOUND, said(ended=True)), {"E2-A"})
    with pytest.raises(AssertionError):
        nobody_can_tell(Overheard(*leak, said(ended=True)), {"E2-A"})
