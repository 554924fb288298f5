"""What a seat receives contains nothing hidden from it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.book import find_scenario
from grognard.game import Roll
from grognard.purpose import Purpose
from grognard.server import views
from grognard.server.app import make_app
from grognard.server.eyes import eyes_of
from grognard.server.host import Made, Wanted
from grognard.server.store import Heading, Store
from grognard.values import Order

from .hidden import SECRET, Ambush, Leaky, Sloppy, Truth, game_of
from .pages import KINDS, ROAD, TESTING, Page

POINTING = ("number", "piece", "pieces", "targets", "within")  # fields that name pieces


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(Store(f"sqlite:///{tmp_path / 'games.db'}"), settings=TESTING)) as found:
        yield found


def opened(
    client: TestClient,
    of: Ambush,
    red: str = "drill",
    name: str = "",
    one_screen: bool = False,
    dice: str = "seeded",
) -> Made:
    """A game of that book, as the host would open it."""
    game = game_of(of, find_scenario(ROAD), red, dice)
    name = name or secrets.token_hex(8)
    heading = Heading(name, of.id, of.version, ROAD, game.house, 5, bytes(32), dice, "person", red)
    wanted = Wanted(ROAD, red=red, one_screen=one_screen)
    made: Made = client.app.state.server.host.open(heading, game, wanted)  # type: ignore[attr-defined]
    return made


def pointed_at(told: Any) -> Iterator[int]:
    """Every piece that a message names by its number."""
    if isinstance(told, list):
        for part in told:
            yield from pointed_at(part)
    elif isinstance(told, dict):
        for name, value in told.items():
            if name in POINTING:
                some = value if isinstance(value, list) else [value]
                yield from (v for v in some if isinstance(v, int))
            yield from pointed_at(value)


def leaks(page: Page, of: Ambush, places: list[str]) -> list[str]:
    """What the page heard that it may not know."""
    out = [text for text in page.heard if any(word in text for word in (*SECRET, *places))]
    return out + [text for text in page.heard if set(of.hidden) & set(pointed_at(json.loads(text)))]


def places_of(battle: Any, of: Ambush) -> list[str]:
    """Where the hidden units stand, to the last digit, if that is told apart from other numbers."""
    spots = [v for k in of.hidden for v in (battle.units[k].x, battle.units[k].y)]
    return [repr(v) for v in spots if v != round(v, 1)]


def ask_everything(page: Page, of: Ambush, battle: Any) -> None:
    """All questions there are, about all that is there and all that is not."""
    for piece in [p["number"] for p in page.table["scene"]["pieces"]][:6]:
        page.query("hand", piece=piece)
        page.query("drag", pieces=[piece], x=30.0, y=30.0, fx=0.0, fy=1.0)
    for k in of.hidden:
        u = battle.units[k]
        for kind, fields in {
            "hand": {"piece": k},
            "sight": {"a": 0, "b": k},
            "measure": {"a": k, "b": [1.0, 1.0]},
            "click": {"pieces": [0], "target": k},
            "offers": {"pieces": [0, k]},
            "drag": {"pieces": [0], "x": round(u.x), "y": round(u.y), "fx": 0.0, "fy": 1.0},
        }.items():
            page.query(kind, **fields)
    for rule in ("FH-040", "FH-057", "nothing"):
        page.query("rule", rule=rule)
    page.query("course")
    page.query("draft", order="move R99 1.0 1.0")
    page.query("draft", order="fire B1 R99")
    for turn in range(1, page.table["scene"]["turn"] + 1):
        told = page.query("timeline", turn=turn)
        for moment in told.get("result", {}).get("moments", [])[:4]:
            page.query("look", at=moment["at"])
    if page.table["ask"]["yours"]:
        page.query("odds", order=page.table["ask"]["choices"][-1]["order"])


def play(page: Page, of: Ambush, table: Any, most: int = 14) -> list[str]:
    """Some orders of Blue's, and questions on the way; where the hidden have been."""
    places: list[str] = []
    for k in range(most):
        places += places_of(table.game.battle, of)
        if page.table["ended"] is not None:
            break
        if k % 6 == 0:
            ask_everything(page, of, table.game.battle)
        choices = page.table["ask"]["choices"]
        if page.order(choices[min(k, len(choices) - 1)]["order"])["type"] != "answer":
            page.order(choices[-1]["order"])
    return places


def test_nothing_hidden_reaches_a_seat_that_may_not_know_it(client: TestClient) -> None:
    of = Ambush()
    made = opened(client, of)
    table = client.app.state.server.host.table(made.game)  # type: ignore[attr-defined]
    url = f"/api/games/{made.game}/socket"
    with client.websocket_connect(url) as blue, client.websocket_connect(url) as watcher:
        page, watch = Page(blue, made.tokens["blue"]), Page(watcher, made.tokens["watch"])
        places = play(page, of, table)
        ask_everything(watch, of, table.game.battle)
        assert leaks(page, of, places) == [] and leaks(watch, of, places) == []
        assert page.kinds == KINDS and watch.kinds >= KINDS - {"odds", "look"}
        assert len(page.heard) > 60 and table.game.chronicle
        told = {line.text for line in table.game.chronicle if any(w in line.text for w in SECRET)}
        assert told, "the hidden did something that was not told"


def test_the_side_that_hides_sees_its_own(client: TestClient) -> None:
    of = Ambush()
    made = opened(client, of, red="person")
    with client.websocket_connect(f"/api/games/{made.game}/socket") as socket:
        page = Page(socket, made.tokens["red"])
        assert set(of.hidden) <= {p["number"] for p in page.table["scene"]["pieces"]}
        assert page.result("hand", piece=of.hidden[0])["hand"]["card"]["title"].startswith("Zouave")


def test_an_order_into_the_unseen_is_refused_without_saying_by_what(client: TestClient) -> None:
    of = Ambush()
    made = opened(client, of)
    table = client.app.state.server.host.table(made.game)  # type: ignore[attr-defined]
    with client.websocket_connect(f"/api/games/{made.game}/socket") as socket:
        page = Page(socket, made.tokens["blue"])
        page.until("which unit moves")
        unit, foe = table.game.now.units[1], table.game.now.units[of.hidden[0]]
        foe.x, foe.y = unit.x + unit.fx * 5.0, unit.y + unit.fy * 5.0
        table.eyes.clear()
        drop = {"x": unit.x + unit.fx * 3.0, "y": unit.y + unit.fy * 3.0, "fx": unit.fx, "fy": unit.fy}
        [draft] = page.result("drag", pieces=[1], **drop)["drafts"]
        assert draft["legal"], "as far as Blue can know"
        refused = page.order(draft["order"])
        assert refused["type"] == "refused" and refused["nearest"] is None
        assert refused["text"] == "something that you do not see forbids that" and refused["rule"] == ""
        assert page.query("odds", order=draft["order"])["type"] == "result", "odds find nobody who hides"


def test_a_battle_with_secrets_is_not_forked_while_it_goes_on(client: TestClient) -> None:
    made = opened(client, Ambush())
    token = {"X-Grognard-Token": made.tokens["blue"]}
    assert client.post(f"/api/games/{made.game}/fork", json={}, headers=token).status_code == 403


def test_the_test_of_leaks_finds_one(client: TestClient) -> None:
    of = Leaky()
    made = opened(client, of)
    table = client.app.state.server.host.table(made.game)  # type: ignore[attr-defined]
    of.open = table.game.battle
    with client.websocket_connect(f"/api/games/{made.game}/socket") as socket:
        assert leaks(Page(socket, made.tokens["blue"]), of, [])


# --- two battles that differ only in what is hidden are one battle ------------------------------------------

PLAIN = Truth()
OTHER = Truth("Grenadier", "WX", (1.5, 0.75), 1, 0)


class Tables:
    """The same game twice, with other things hidden: whatever is done is done to both."""

    def __init__(self, folder: Path, book: type[Ambush] = Ambush) -> None:
        self.stack = ExitStack()
        self.clients, self.pages, self.books = [], [], [book(PLAIN), book(OTHER)]
        for k, of in enumerate(self.books):
            app = make_app(Store(f"sqlite:///{folder / f'{k}.db'}"), settings=TESTING)
            client = self.stack.enter_context(TestClient(app))
            self.clients.append(client)
            self.pages.append(self.sit(client, of))

    def sit(self, client: TestClient, of: Ambush) -> dict[str, Page]:
        made = opened(client, of, "person", "0123456789abcdef")
        self.tokens = made.tokens
        pages = {}
        for seat, token in made.tokens.items():
            socket = self.stack.enter_context(client.websocket_connect(f"/api/games/{made.game}/socket"))
            pages[seat] = Page(socket, token)
            self.doors(client, made, pages[seat], token)
        for page in pages.values():
            while page.hear("company")["watching"] == 0:
                pass
        return pages

    def doors(self, client: TestClient, made: Made, page: Page, token: str) -> None:
        """What the other doors say counts too."""
        key = {"X-Grognard-Token": token}
        page.heard.append(client.post(f"/api/games/{made.game}/fork", json={"at": 0}, headers=key).text)
        page.heard.append(client.get(f"/api/games/{made.game}/saved", headers=key).text)

    def heard(self, seat: str) -> list[list[str]]:
        """All but who comes and goes: of that only the latest is told, which is a matter of time."""
        return [[t for t in pages[seat].heard if '"company"' not in t[:20]] for pages in self.pages]

    def table(self, k: int = 0) -> Any:
        return self.clients[k].app.state.server.host.table("0123456789abcdef")  # type: ignore[attr-defined]

    def asked(self) -> str:
        """The seat that is asked, by the page that knows it."""
        return next(seat for seat, page in self.pages[0].items() if page.table["ask"]["yours"])

    def order(self, seat: str, order: Any) -> str:
        """The same order in both; everybody looks at what came of it."""
        answers = [pages[seat].order(order) for pages in self.pages]
        for pages in self.pages:
            for page in pages.values():
                while page.table["changes"] < pages[seat].table["changes"]:
                    page.hear("table")
        types = {answer["type"] for answer in answers}
        assert len(types) == 1, answers
        return types.pop()

    def take(self, order: dict[str, Any]) -> bool:
        """Would both take it?  One may stand in the way who is hidden."""
        return all(self.table(k).game.why_not(Order(**order)) is None for k in (0, 1))

    def everywhere(self, seat: str, ask: Callable[[Page], Any]) -> None:
        for pages in self.pages:
            ask(pages[seat])


def open_orders(page: Page, hidden: Sequence[int]) -> list[Any]:
    """Choices that have nothing to do with who is hidden, if there are any; and more often such as end it."""
    choices = page.table["ask"]["choices"]
    fair = [c for c in choices if not set(hidden) & {*c["pieces"], *c["targets"]}] or choices
    return [c["order"] for c in [c for c in fair if c["ends"]] * 9 + fair]


def ask_blindly(page: Page, random: Random) -> None:
    """Questions of every kind about pieces and places, whether they are there or not."""
    piece, other, at = (
        random.randrange(20),
        random.randrange(20),
        [random.uniform(0, 70), random.uniform(0, 48)],
    )
    page.query("hand", piece=piece)
    page.query("sight", a=piece, b=other)
    page.query("measure", a=other, b=at)
    page.query("click", pieces=[piece], target=other)
    page.query("drag", pieces=[piece], x=at[0], y=at[1], fx=0.0, fy=1.0)
    page.query("offers", pieces=[piece, other])
    page.query("rule", rule=f"FH-{piece + 30:03}")
    page.query("course")
    page.query("draft", order=f"fire B{piece} R{other}")
    page.query(
        "draft",
        order={
            "kind": random.randrange(20),
            "actor": piece,
            "other": other,
            "how": 0,
            "x": at[0],
            "y": at[1],
        },
    )
    page.query("timeline", turn=random.randrange(1, 3))
    page.query("look", at=random.randrange(page.table["changes"] + 2))
    if page.table["ask"] is not None and page.table["ask"]["yours"]:
        page.query("odds", order=random.choice(page.table["ask"]["choices"])["order"])


def play_both(tables: Tables, random: Random, most: int) -> int:
    """Orders of both sides, none of them about who is hidden, and questions of all; how many were taken."""
    taken = 0
    for _ in range(most):
        if tables.pages[0]["watch"].table["ended"] is not None:
            break
        seat = tables.asked()
        orders = open_orders(tables.pages[0][seat], tables.books[0].hidden)
        order = next(o for o in random.sample(orders, len(orders)) if tables.take(o))
        taken += tables.order(seat, order) == "answer"
        seed = random.random()
        if seed < 0.5:
            continue
        for blind in ("blue", "watch"):
            tables.everywhere(blind, lambda page, seed=seed: ask_blindly(page, Random(seed)))
    return taken


@pytest.mark.usefixtures("steady")
def test_who_may_not_know_receives_the_same_bytes_whatever_is_hidden(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    with tables.stack:
        assert play_both(tables, Random(1), 20) > 12
        for seat in ("blue", "watch"):
            one, other = tables.heard(seat)
            assert len(one) > 80
            asked = tables.pages[0][seat].kinds | tables.pages[1][seat].kinds
            assert asked == (KINDS if seat == "blue" else KINDS - {"odds"})
            for a, b in zip(sorted(one), sorted(other), strict=True):  # an answer and the table race
                assert a == b
        one, other = tables.heard("red")
        assert one != other, "and who may know sees the difference"


def test_the_comparison_finds_a_leak(tmp_path: Path) -> None:
    tables = Tables(tmp_path, Sloppy)
    with tables.stack:
        for seat in ("blue", "watch"):
            one, other = tables.heard(seat)
            assert one != other


# --- one screen for two: each sees what is his while he is asked --------------------------------------------


def test_on_one_screen_the_secrets_shown_are_those_of_who_is_asked(client: TestClient) -> None:
    of = Ambush()
    made = opened(client, of, "person", one_screen=True)
    assert set(made.tokens) == {"both", "watch"}
    table = client.app.state.server.host.table(made.game)  # type: ignore[attr-defined]
    seen = set()
    with client.websocket_connect(f"/api/games/{made.game}/socket") as socket:
        page = Page(socket, made.tokens["both"])
        assert page.table["heading"]["hides"]
        for _ in range(12):
            side, shown = page.table["ask"]["side"], {p["number"] for p in page.table["scene"]["pieces"]}
            assert page.table["viewpoint"] == [side] and page.table["ask"]["yours"]
            assert bool(set(of.hidden) & shown) is (side == 1)
            own = eyes_of(table, ("blue", "red")[side])
            assert [line["text"] for line in page.lines] == [line.text for line, _ in own.chronicle]
            assert page.query("hand", piece=of.hidden[0])["type"] == ("result" if side == 1 else "problem")
            seen.add(side)
            ends = [c for c in page.table["ask"]["choices"] if c["ends"]]
            page.order((ends or page.table["ask"]["choices"])[0]["order"])
    assert seen == {0, 1}


def throw(page: Page, faces: list[int]) -> dict[str, Any]:
    page.asked += 1
    page.say(type="throw", request=f"t{page.asked}", changes=page.table["changes"], faces=faces)
    answer = page.hear("answer", "problem")
    while answer["type"] == "answer" and page.table["changes"] < answer["answer"]["changes"]:
        page.hear("table")
    return answer


def test_who_types_wrong_dice_is_told_which_are_wanted_and_not_what_for(client: TestClient) -> None:
    of = Ambush()
    made = opened(client, of, dice="by hand")
    table = client.app.state.server.host.table(made.game)  # type: ignore[attr-defined]
    with client.websocket_connect(f"/api/games/{made.game}/socket") as socket:
        page = Page(socket, made.tokens["blue"])
        assert page.table["roll"] is not None
        n, sides = page.table["roll"]["n"], page.table["roll"]["sides"]
        secret = f"{SECRET[0]} 3 fires at Blue"
        table.game.roll_wanted = replace(table.game.roll_wanted, counts="5 or more", purpose=Purpose(secret))
        assert "5 or more" in str(table.game.roll_wanted) and secret in str(table.game.roll_wanted)
        dice = f"wanted: {n} D{sides}"
        assert throw(page, [1] * (n + 1))["text"] == f"{n + 1} dice given; {dice}"
        assert throw(page, [0] * n)["text"] == f"0 is not on a D{sides}; {dice}"
        assert throw(page, [6] * n)["type"] == "answer"
        assert leaks(page, of, []) == []


@pytest.mark.parametrize("hides", [True, False])
def test_what_counts_of_a_roll_is_not_said_where_things_are_hidden(hides: bool) -> None:
    roll = Roll(3, 6, "5 and 6", "Zouave 3 fires")
    eyes = SimpleNamespace(roll=roll, turns=[], hides=hides)
    told = views.roll_wanted(eyes)  # type: ignore[arg-type]
    assert told is not None and (told.n, told.sides, told.after) == (3, 6, "")
    assert told.counts == ("" if hides else "5 and 6")
