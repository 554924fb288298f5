"""Nobody can tell a dummy from a man before the marker is turned over.

Two battles that differ only in what their markers hold are one battle to whoever may not know it: scene, words, choices,
refusals, hands, ghosts, tapes, odds and the chronicle are the same, byte by byte, until something is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from fractions import Fraction
from math import hypot
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.battle import emit
from grognard.book import Setup, book, find_scenario
from grognard.books.tyneside import conceal, spotting
from grognard.books.tyneside.guns import capture_guns
from grognard.books.tyneside.names import PIECE_ENGINE, PIECE_GROUP, PIECE_MARKER
from grognard.books.tyneside.state import Act, AskKind, Ev, Lost
from grognard.books.tyneside.victory import still_to_come
from grognard.dice import die
from grognard.engines import Plain
from grognard.game import Game
from grognard.lab.odds import simulated
from grognard.server import chances, views
from grognard.server.app import make_app
from grognard.server.eyes import Eyes
from grognard.server.eyes import eyes_of as eyes_of_seat
from grognard.server.host import Host, Table, Wanted
from grognard.server.shown import Shown
from grognard.server.store import Heading, Store
from grognard.server.table import NotYours
from grognard.server.views import asked
from grognard.trial import Alone, Trial
from grognard.values import Order

from ..server.pages import KINDS, TESTING, Page

GAME = "0123456789abcdef"
MILL = find_scenario("the-mill-at-valdespino")
OF = book("early-19th-century")
HELD = 'groups = [["E2-A", "E2-S1", "E2-OF"], ["E2-B", "E2-S2"], ["E2-V1", "E2-DR"], ["E2-V2"], ["E2-H"], ["E2-6P"]]'
WALL = '  { of = "The yard wall", line = [[75, 66], [105, 66]], defends = true },\n'
OTHERS = {
    "other men": (
        'groups = [["E2-6P"], ["E2-H", "E2-DR"], ["E2-B"], ["E2-V2", "E2-OF"], ["E2-S2"], ["E2-V1"]]',
        3,
    ),
    "fewer men": ('groups = [["E2-H"], ["E2-V1", "E2-DR"]]', 7),
    "one gun": ('groups = [["E2-6P"]]', 8),
}


def battle_of(folder: Path, held: str = HELD, dummies: int = 3) -> Setup:
    """The mill without markers on the yard wall, which is in everybody's sight; and something under the others."""
    text = MILL.read_text().replace(WALL, "").replace(HELD, held)
    text = text.replace("dummies = 3", f"dummies = {dummies}")
    assert 'yard wall", line' not in text and held in text
    path = folder / "mill.toml"
    path.write_text(text)
    return OF.set_up(path, {})


def swapped(setup: Setup, by: int) -> Setup:
    """The same groups, each under another marker."""
    b = setup.battle
    real = [b.markers[(m - by) % b.n_markers].real for m in range(b.n_markers)]
    for m in range(b.n_markers):
        b.markers[m].real = real[m]
    for g in range(b.n_groups):
        if b.groups[g].marker >= 0:
            b.groups[g].marker = (b.groups[g].marker + by) % b.n_markers
    return setup


def games(first: Setup, second: Setup, red: str = "drill") -> list[Game]:
    return [Game(OF, setup, seed=11, red=red) for setup in (first, second)]


# What a seat can get to know


def eyes_of(game: Game, sides: tuple[int, ...]) -> Eyes:
    return Eyes(OF, game.battle, game.names, game.ask, sides)


def told(game: Game, sides: tuple[int, ...]) -> list[str]:
    """The table, the question with its choices, the names, and the whole chronicle."""
    eyes = eyes_of(game, sides)
    ask = asked(eyes)
    lines = [line for n in range(1, game.turns + 2) for line in eyes.tell(game.events_of_turn(n))]
    return [
        eyes.scene.model_dump_json(),
        "" if ask is None else ask.model_dump_json(),
        json.dumps([eyes.names.pieces, eyes.names.handles("group"), eyes.names.groups, eyes.names.platoons]),
        json.dumps([[line.text, line.rules, line.dice, line.units] for line in lines]),
        str((len(game.entries), game.undo_is_free if game.entries else None)),
    ]


def questioned(game: Game, sides: tuple[int, ...], random: Random) -> list[str]:
    """Answers to questions about pieces and places, whether they are there or not."""
    eyes = eyes_of(game, sides)
    pieces = [p.number for p in eyes.scene.pieces]
    piece, other = random.choice(pieces), random.choice(pieces)
    any_one = random.randrange(PIECE_MARKER + 16)
    at = (random.uniform(0, 180), random.uniform(0, 120))
    wild = Order(
        random.randrange(28), random.randrange(60), random.randrange(60), random.randrange(4), *at, 0.0, 1.0
    )
    near = Order(Act.MARCH, 4, -1, 1, 80.0 + random.random(), 12.0, 0.0, 1.0)
    calls: list[Callable[[], Any]] = [
        lambda: eyes.hand(piece),
        lambda: eyes.hand(any_one),
        lambda: eyes.sight(piece, other),
        lambda: eyes.sight(piece, any_one),
        lambda: eyes.measure(any_one, at),
        lambda: eyes.click([piece], any_one),
        lambda: eyes.click([piece], other),
        lambda: eyes.drag([piece], (*at, 0.0, 1.0), None),
        lambda: [(c.order, c.text) for c in eyes.offers([piece, other])],
        lambda: eyes.why_not(wild),
        lambda: eyes.preview(wild),
        lambda: eyes.preview(near),
        lambda: eyes.read(
            f"{random.choice(('fire', 'charge'))} E1-A {random.choice(('E2-A', 'E2-V1', 'G18', 'E2-K'))}"
        ),
    ]
    return [said(call) for call in calls]


def said(call: Callable[[], Any]) -> str:
    try:
        found = call()
    except Exception as e:  # what is said of a mistake counts too
        return f"{type(e).__name__}: {e}"
    return found.model_dump_json() if hasattr(found, "model_dump_json") else repr(found)


def odds(game: Game, order: Order) -> dict[Any, Fraction]:
    """The chances of an order, as a seat is told them."""
    assert game.ask is not None
    rules = OF.alone(game.ask, order)
    trial = Trial(game, order, (0,)) if rules is None else Alone(game, order, rules, (0,))
    return simulated(trial.make, trial.run, trial.fate, 6, 1).chances


# Play


def forward(game: Game, far: float) -> Order | None:
    """A group that may be ordered goes north, but not where a marker could be found."""
    assert game.ask is not None
    for p in eyes_of(game, (0,)).scene.pieces:
        if p.side == 0 and p.role == "formation" and p.y + far < 38:
            order = OF.drag(game.battle, game.names, game.ask, [p.number], (p.x, p.y + far, 0.0, 1.0), None)
            if order is not None and Plain(OF).check(game.battle, game.ask, order) == 0:
                return order
    return None


def answer_of(game: Game, random: Random) -> Order:
    """What Blue does: it buys what it can, and goes forward a little."""
    assert game.ask is not None
    b, ask = game.battle, game.ask
    if ask.kind == AskKind.SPEND:
        for g in random.sample(range(14), 14):
            order = Order(Act.ACTIVATE, ask.actor, g, 0, 0.0, 0.0, 0.0, 0.0)
            if Plain(OF).check(b, ask, order) == 0:
                return order
    if ask.kind == AskKind.MOVE:
        order = forward(game, 3.0 + random.randrange(3))
        if order is not None:
            return order
    kind = Act.NO if ask.kind == AskKind.DECLARE else Act.STAY if ask.kind == AskKind.FOLLOW else Act.DONE
    return Order(kind, ask.actor if kind != Act.DONE else -1, -1, 0, 0.0, 0.0, 0.0, 0.0)


def turned_over(game: Game) -> int:
    return sum(m.up for m in game.battle.markers[: game.battle.n_markers])


def play_alike(pair: list[Game], turns: int, random: Random) -> int:
    """The same orders in both, and the same to be seen after each of them; how many."""
    given = 0
    while pair[0].turns < turns:
        for sides in ((0,), ()):
            one, other = (told(game, sides) for game in pair)
            assert one == other
        if given % 6 == 0:
            seed = random.random()
            for sides in ((0,), ()):
                one, other = (questioned(game, sides, Random(seed)) for game in pair)
                assert one == other
        order = answer_of(pair[0], random)
        if given % 12 == 0:
            assert odds(pair[0], order) == odds(pair[1], order)
        for game in pair:
            game.give(order)
        given += 1
        assert turned_over(pair[0]) == turned_over(pair[1]) == 0, "nothing was to be found yet"
    return given


@pytest.mark.rule("TY-100", "TY-101", "TY-R90")
@pytest.mark.parametrize("truth", ["swapped", *OTHERS])
def test_whatever_markers_hold_all_is_the_same_to_who_may_not_know(tmp_path: Path, truth: str) -> None:
    first = battle_of(tmp_path)
    second = swapped(battle_of(tmp_path), 4) if truth == "swapped" else battle_of(tmp_path, *OTHERS[truth])
    pair = games(first, second)
    assert play_alike(pair, 3 if truth == "swapped" else 2, Random(truth)) > 20
    under = [[(m.real, m.x, m.y) for m in game.battle.markers[:9]] for game in pair]
    assert [m[1:] for m in under[0]] == [m[1:] for m in under[1]]
    assert pair[0].hash != pair[1].hash, "and yet they are not the same battle"
    for sides in ((1,), (0, 1)):
        assert told(pair[0], sides) == told(pair[1], sides), "not even who plays a side that is run solo"


@pytest.mark.parametrize("truth", ["swapped", *OTHERS])
def test_the_comparison_finds_a_leak(tmp_path: Path, truth: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = battle_of(tmp_path)
    second = swapped(battle_of(tmp_path), 4) if truth == "swapped" else battle_of(tmp_path, *OTHERS[truth])
    pair = games(first, second)
    assert told(pair[0], (0,)) == told(pair[1], (0,))
    monkeypatch.setattr(OF, "conceal", lambda b, names, sides: names)
    assert told(pair[0], (0,)) != told(pair[1], (0,))


def turn_over(game: Game, m: int) -> None:
    """One marker, whoever finds it."""
    game.now.log.room = len(game.now.log.events)
    spotting.reveal(game.now, m)


@pytest.mark.rule("TY-102")
def test_when_a_marker_is_turned_over_everybody_sees_what_was_under_it(tmp_path: Path) -> None:
    pair = games(battle_of(tmp_path), swapped(battle_of(tmp_path), 4))
    marks = [m for m in range(9) if pair[0].now.markers[m].real != pair[1].now.markers[m].real]
    assert marks
    m = marks[0]
    for game in pair:
        turn_over(game, m)
    scenes = [eyes_of(game, (0,)).scene for game in pair]
    real = next(k for k in (0, 1) if pair[k].now.markers[m].real)
    shown = [
        [p for p in s.pieces if p.side == 1 and p.kind != "wagon" and p.role != "leader"] for s in scenes
    ]
    assert len(shown[real]) > len(shown[1 - real])
    assert all(PIECE_MARKER + m not in {p.number for p in s.pieces} for s in scenes)
    assert told(pair[0], (0,))[0] != told(pair[1], (0,))[0]
    names = eyes_of(pair[real], (0,)).names.groups
    assert any(
        name in names
        for name in ("Fusiliers", "Conscripts", "Hussars", "First voltigeurs", "The 6 pounder's crew")
    )


# With some of them on the table


def lots(seed: int, n: int) -> list[int]:
    """Which number each marker had before they were shuffled."""
    b = OF.set_up(MILL, {}).battle
    OF.seed(b, seed)
    out = list(range(n))
    for m in range(n - 1, 0, -1):
        k = die(b.whim, m + 1) - 1
        out[m], out[k] = out[k], out[m]
    return out


def exchanged(seed: int, some: list[int]) -> Setup:
    """The mill, but what these markers will hold goes round among them."""
    setup, came_from = OF.set_up(MILL, {}), lots(seed, 9)
    b = setup.battle
    to = {came_from[m]: came_from[some[(k + 1) % len(some)]] for k, m in enumerate(some)}
    real = {to[m]: b.markers[m].real for m in to}
    for m, is_real in real.items():
        b.markers[m].real = is_real
    for g in range(b.n_groups):
        b.groups[g].marker = to.get(b.groups[g].marker, b.groups[g].marker)
    return setup


@pytest.mark.rule("TY-R90")
@pytest.mark.parametrize("seed", [11])
def test_those_who_have_been_found_tell_nothing_of_the_others(seed: int) -> None:
    """On the yard wall markers are in sight at once: their men fight while the others are still face down."""
    first = Game(OF, OF.set_up(MILL, {}), seed=seed, red="drill")
    down = [m for m in range(9) if not first.now.markers[m].up]
    assert 3 <= len(down) < 9 and any(first.now.markers[m].real for m in down)
    pair = [first, Game(OF, exchanged(seed, down), seed=seed, red="drill")]
    assert pair[0].hash != pair[1].hash
    contents = [[sorted(under_of(game, m)) for m in range(9)] for game in pair]
    assert all((contents[0][m] == contents[1][m]) is (m not in down) or not contents[0][m] for m in range(9))
    random, given, found = Random(seed), 0, turned_over(first)
    while turned_over(first) == found and first.turn < 4 and given < 40:
        for sides in ((0,), ()):
            assert told(pair[0], sides) == told(pair[1], sides)
        if given % 5 == 0:
            mark = random.random()
            assert questioned(pair[0], (0,), Random(mark)) == questioned(pair[1], (0,), Random(mark))
        order = random.choice(eyes_of(first, (0,)).choices).order if given % 3 else answer_of(first, random)
        if given % 10 == 0:
            assert odds(pair[0], order) == odds(pair[1], order)
        for game in pair:
            game.give(order)
        given += 1
    assert given > 15 and turned_over(pair[0]) == turned_over(pair[1])


def under_of(game: Game, m: int) -> list[str]:
    b = game.now
    return [game.names.group_ids[g] for g in range(b.n_groups) if b.groups[g].marker == m]


# The same through the doors of the server


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds that do not depend on how quick the machine is."""
    monkeypatch.setattr(chances, "EXACT_SECONDS", 1e9)
    monkeypatch.setattr(chances, "EXACT_RUNS", 20)
    monkeypatch.setattr(chances, "THROW_SECONDS", 1e9)
    monkeypatch.setattr(chances, "THROWS", 20)


class Served:
    """A game at a server, with pages for Blue and for somebody who watches."""

    def __init__(self, stack: ExitStack, store: Path, setup: Setup) -> None:
        app = make_app(Store(f"sqlite:///{store}"), settings=TESTING)
        client = stack.enter_context(TestClient(app))
        game = Game(OF, setup, seed=5, red="drill")
        heading = Heading(
            GAME, OF.id, OF.version, MILL.stem, game.house, 5, bytes(32), "seeded", "person", "drill"
        )
        made = app.state.server.host.open(heading, game, Wanted(MILL.stem, red="drill"))
        self.table = app.state.server.host.table(GAME)
        url = f"/api/games/{GAME}/socket"
        sit = {seat: stack.enter_context(client.websocket_connect(url)) for seat in ("blue", "watch")}
        self.pages = {seat: Page(socket, made.tokens[seat]) for seat, socket in sit.items()}
        key = {"X-Grognard-Token": made.tokens["blue"]}
        saved = client.get(f"/api/games/{GAME}/saved", headers=key)
        fork = client.post(f"/api/games/{GAME}/fork", json={"at": 0}, headers=key)
        assert (saved.status_code, fork.status_code) == (403, 403)
        assert fork.json() and saved.json()
        self.pages["blue"].heard += [saved.text, fork.text]

    @property
    def found(self) -> bool:
        b = self.table.game.battle
        return any(m.up for m in b.markers[: b.n_markers])

    def heard(self, seat: str) -> list[str]:
        """All but who comes and goes and who thinks: that is a matter of time."""
        return sorted(
            t for t in self.pages[seat].heard if json.loads(t).get("type") not in ("company", "thinking")
        )

    def lengths(self) -> dict[str, int]:
        return {seat: len(page.heard) for seat, page in self.pages.items()}

    def forget(self, lengths: dict[str, int]) -> None:
        """What was heard since then."""
        for seat, page in self.pages.items():
            del page.heard[lengths[seat] :]

    def order(self, order: Any) -> str:
        answer = self.pages["blue"].order(order)
        while self.pages["watch"].table["changes"] < self.pages["blue"].table["changes"]:
            self.pages["watch"].hear("table")
        return str(answer["type"])


def ask_blindly(page: Page, random: Random) -> None:
    """Questions of every kind about pieces and places, whether they are there or not."""
    pieces = [p["number"] for p in page.table["scene"]["pieces"]]
    piece, other, unknown = random.choice(pieces), random.choice(pieces), random.randrange(PIECE_MARKER + 16)
    at = {"x": random.uniform(0, 180), "y": random.uniform(0, 120)}
    for a in (piece, unknown):
        page.query("hand", piece=a)
        page.query("sight", a=a, b=other)
        page.query("measure", a=a, b=[at["x"], at["y"]])
        page.query("click", pieces=[piece], target=a)
    page.query("drag", pieces=[piece], fx=0.0, fy=1.0, **at)
    page.query("offers", pieces=[piece, other])
    page.query("rule", rule=f"TY-{random.randrange(1, 103):03}")
    page.query("course")
    page.query("draft", order=f"fire E1-A {random.choice(('E2-A', 'E2-H', 'G18', 'E2-K'))}")
    wild = {
        "kind": random.randrange(28),
        "actor": random.randrange(60),
        "other": random.randrange(60),
        "how": 1,
    }
    page.query("draft", order={**wild, **at, "fx": 0.0, "fy": 1.0})
    page.query("timeline", turn=random.randrange(1, page.table["scene"]["turn"] + 1))
    page.query("look", at=random.randrange(page.table["changes"] + 2))
    if page.table["ask"] is not None and page.table["ask"]["yours"]:
        page.query("odds", order=random.choice(page.table["ask"]["choices"])["order"])


@pytest.mark.usefixtures("steady")
@pytest.mark.parametrize("truth", ["swapped", "fewer men"])
def test_at_a_server_who_may_not_know_receives_the_same_bytes(tmp_path: Path, truth: str) -> None:
    second = swapped(battle_of(tmp_path), 4) if truth == "swapped" else battle_of(tmp_path, *OTHERS[truth])
    random, given = Random(truth), 0
    with ExitStack() as stack:
        tables = [
            Served(stack, tmp_path / f"{k}.db", setup)
            for k, setup in enumerate((battle_of(tmp_path), second))
        ]
        while given < 24:
            choices = tables[0].pages["blue"].table["ask"]["choices"]
            ends = [c for c in choices if c["ends"]]
            order = random.choice(ends * 2 + choices)["order"]
            before = [table.lengths() for table in tables]
            assert len({table.order(order) for table in tables}) == 1
            if tables[0].found or tables[1].found:
                for table, lengths in zip(tables, before, strict=True):
                    table.forget(lengths)
                break
            given += 1
            if given % 4 == 0:
                seed = random.random()
                for table in tables:
                    for page in table.pages.values():
                        ask_blindly(page, Random(seed))
        assert given > 10
        for seat in ("blue", "watch"):
            one, other = (table.heard(seat) for table in tables)
            assert len(one) > 30
            for a, b in zip(one, other, strict=True):
                assert a == b
        assert tables[0].table.game.hash != tables[1].table.game.hash
        assert tables[0].pages["blue"].kinds == KINDS


# What is taken from the copy


def concealed(tmp_path: Path) -> tuple[Any, Any, Game]:
    game = Game(OF, battle_of(tmp_path), seed=11, red="drill")
    b = Plain(OF).desk(game.battle)
    return b, OF.conceal(b, game.names, (0,)), game


@pytest.mark.rule("TY-101")
def test_of_those_under_markers_nothing_is_left(tmp_path: Path) -> None:
    b, names, game = concealed(tmp_path)
    hidden = [g for g in range(game.battle.n_groups) if game.battle.groups[g].marker >= 0]
    assert len(hidden) == 10 and hidden[-1] == game.battle.n_groups - 1
    assert b.n_groups == hidden[0] and b.n_figures < game.battle.n_figures and b.n_engines == 2
    assert all(m.veiled and not m.real for m in b.markers[: b.n_markers])
    assert not any(f.lost == Lost.HIDDEN for f in b.figures[: b.n_figures])
    assert not any("E2-A" in handle or "E2-6P" in handle for handle in names.pieces)
    assert "Fusiliers" not in names.groups and not any("Q1" in platoon for platoon in names.platoons)
    assert len(names.pieces) == len(set(names.pieces)) == len(game.names.pieces)
    assert OF.broken(b) == frozenset() and OF.losses(b) == (0, 0)


@pytest.mark.rule("TY-100", "TY-101")
@pytest.mark.parametrize("sides", [(), (0,), (1,), (0, 1)])
def test_all_markers_look_alike_to_everybody(tmp_path: Path, sides: tuple[int, ...]) -> None:
    """Also to who answers for the side that is run solo: he may be the same person."""
    markers = [p for p in eyes_of(concealed(tmp_path)[2], sides).scene.pieces if p.kind == "marker"]
    assert len(markers) == 9 and len({p.spoken.replace(p.name, "") for p in markers}) == 1
    assert all("not known" in p.spoken for p in markers)
    assert len({(tuple(p.states), p.kind, p.role, p.side, p.strength, p.full) for p in markers}) == 1


@pytest.mark.rule("TY-R88")
def test_a_copy_in_which_nothing_is_known_turns_no_marker_over_and_ends_no_battle(tmp_path: Path) -> None:
    b = concealed(tmp_path)[0]
    f = b.figures[0]
    f.x, f.y = b.markers[0].x, b.markers[0].y - 5.0
    spotting.reveal_markers(b)
    assert not any(m.up for m in b.markers[: b.n_markers])
    assert still_to_come(b, 1) and not still_to_come(b, 0)


def test_when_the_battle_is_over_all_may_be_looked_under(tmp_path: Path) -> None:
    _, _, game = concealed(tmp_path)
    game.battle.winner = 0
    b = Plain(OF).desk(game.battle)
    b.winner = 0
    assert OF.conceal(b, game.names, ()) is game.names and b.n_groups == game.battle.n_groups
    spoken = [p.spoken for p in OF.scene(b, game.names).pieces if p.kind == "marker"]
    assert sum("a dummy" in s for s in spoken) == 3 and sum("Fusiliers" in s for s in spoken) == 1


# The chronicle


def test_who_hears_of_men_who_appear_learns_their_names(tmp_path: Path) -> None:
    """Eyes that look at a moment before a marker was turned over, and hear what came then."""
    b, names, game = concealed(tmp_path)
    m = next(m for m in range(9) if game.now.markers[m].real)
    under = [g for g in range(game.now.n_groups) if game.now.groups[g].marker == m]
    turn_over(game, m)
    log = game.now.log
    events = list(log.events[: log.n])
    heard = OF.heard(names, events, (0,))
    text = " ".join(line.text for line in OF.tell(names, heard))
    assert all(game.names.groups[g] in text for g in under) and conceal.UNSEEN not in text
    others = [g for g in range(b.n_groups, game.now.n_groups) if g not in under]
    assert not any(game.names.groups[g] in names.groups for g in others)


def test_nothing_is_heard_of_those_who_are_hidden(tmp_path: Path) -> None:
    _, names, game = concealed(tmp_path)
    g = next(g for g in range(game.battle.n_groups) if game.battle.groups[g].marker >= 0)
    log = game.now.log
    log.room = len(log.events)
    start = log.n
    emit(log, int(Ev.HALTS), 37, g, -1, 0, 0, 0.0)
    emit(log, int(Ev.HURT), 63, game.battle.groups[g].head, g, 1, 0, 0.0)
    emit(log, int(Ev.HALTS), 37, 0, -1, 0, 0, 0.0)
    heard = OF.heard(names, log.events[start : log.n], (0,))
    assert [int(e.actor) for e in heard] == [0]
    assert len(OF.heard(game.names, log.events[start : log.n], ())) == 3, "with nothing hidden all is heard"


# Lots that nobody rolls


@pytest.mark.rule("TY-101", "TY-R90")
def test_people_who_roll_the_dice_themselves_do_not_roll_what_is_under_the_markers(tmp_path: Path) -> None:
    """By hand only the places are rolled; what lies there is settled by lot."""
    game = Game(OF, battle_of(tmp_path), seed=11, red="drill", dice="by hand")
    rolled = 0
    while game.roll_wanted is not None and game.ask is None:
        assert (game.roll_wanted.n, game.roll_wanted.sides) == (1, 100)
        game.give_dice([50])
        rolled += 1
    assert rolled == 9
    orders = set()
    for seed in range(8):
        b = battle_of(tmp_path).battle
        OF.seed(b, seed)
        spotting.shuffle_markers(b)
        orders.add(tuple(m.real for m in b.markers[:9]))
        assert b.dice.counter == 0 and b.whim.counter == 0
    assert len(orders) > 4


@pytest.mark.rule("TY-R90")
def test_every_order_of_the_markers_is_as_likely(tmp_path: Path) -> None:
    """Each number is real two times in three, wherever it was before."""
    b = battle_of(tmp_path).battle
    first = [(m.real, m.x) for m in b.markers[:9]]
    assert [real for real, _ in first] == [True] * 6 + [False] * 3
    counts = [0] * 9
    n = 600
    for seed in range(n):
        b = battle_of(tmp_path).battle if seed == 0 else b
        for m in range(9):
            b.markers[m].real = m < 6
        OF.seed(b, seed)
        spotting.shuffle_markers(b)
        for m in range(9):
            counts[m] += b.markers[m].real
    assert all(abs(c / n - 2 / 3) < 0.08 for c in counts), counts


def test_a_gun_under_a_marker_is_neither_in_the_way_nor_taken(tmp_path: Path) -> None:
    game = Game(OF, battle_of(tmp_path), seed=11, red="drill")
    b = game.now
    k = next(k for k in range(b.n_engines) if b.groups[b.engines[k].crew].marker >= 0)
    f = b.figures[0]
    f.x, f.y = b.engines[k].x + 2.0, b.engines[k].y + 2.0
    assert hypot(f.x - b.engines[k].x, f.y - b.engines[k].y) < 4
    capture_guns(b)
    assert b.engines[k].taken < 0
    assert PIECE_ENGINE + k not in {p.number for p in OF.scene(b, game.names).pieces}
    assert PIECE_GROUP + b.engines[k].crew not in {p.number for p in OF.scene(b, game.names).pieces}


# What has been seen stays seen


def table_of(folder: Path, scenario: str, red: str) -> Table:
    """A new game on a host, with Blue played by a person."""
    host = Host(Store(f"sqlite:///{folder / 'games.db'}"))
    return host.table(host.create(Wanted(scenario, red=red)).game)


def test_an_order_after_which_a_marker_was_turned_over_is_not_taken_back(tmp_path: Path) -> None:
    """Neither from a general nor by oneself: who knows what is under it would play on with that."""
    with pytest.MonkeyPatch.context() as m:
        m.setattr(
            "grognard.server.host.secrets.randbelow", lambda _: 1815
        )  # not all dummies are up at the start
        table = table_of(tmp_path, "the-mill-at-valdespino", "drill")
    real = [m.real for m in table.game.now.markers]
    for lies in (True, False):
        table.order("blue", f"a{lies}", table.game.choices()[0])
        now = Shown(table.game, 0)
        assert not table.game.revealed and views.may_undo(now, "blue") == "free"
        assert views.no_undo(now, "blue") == ""
        turn_over(
            table.game, next(m for m in range(9) if real[m] == lies and not table.game.now.markers[m].up)
        )
        now = Shown(table.game, 0)
        assert table.game.revealed and views.may_undo(now, "blue") == ""
        assert views.no_undo(now, "blue") == "something hidden was revealed since"
        assert views.no_undo(now, "red") == "the last order was not yours"
        assert views.no_undo(now, "watch") == ""
        with pytest.raises(NotYours, match="something hidden was revealed since that order"):
            table.undo("blue", f"b{lies}")
        table.game.cut(len(table.game.entries))


def test_with_another_person_an_order_that_showed_something_is_taken_back_by_consent(tmp_path: Path) -> None:
    table = table_of(tmp_path, "the-mill-at-valdespino", "person")
    table.order("blue", "a", table.game.choices()[0])
    turn_over(table.game, next(m for m in range(9) if not table.game.now.markers[m].up))
    assert views.may_undo(Shown(table.game, 0), "blue") == "by consent"


def test_a_scenario_without_markers_hides_nothing(tmp_path: Path) -> None:
    """It is forked while it is played, and everybody reads what is asked."""
    table = table_of(tmp_path, "the-wagon-road", "person")
    assert not table.game.hides and views.heading_of(table, table.shown).hides is False
    assert eyes_of_seat(table, "red").question == eyes_of_seat(table, "blue").question != "Blue is asked"
    mill = table_of(tmp_path, "the-mill-at-valdespino", "person")
    assert mill.game.hides and eyes_of_seat(mill, "red").question == "Blue is asked"
    host = Host(table.store)
    assert host.fork(table.heading.id, None, {}).game != table.heading.id
    with pytest.raises(NotYours, match="forked when it is over"):
        host.fork(mill.heading.id, None, {})
