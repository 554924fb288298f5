"""What a page may ask without changing anything, for both books."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.lab.odds import simulated
from grognard.server import chances, queries
from grognard.server.app import make_app
from grognard.server.eyes import eyes_of
from grognard.server.messages import AskCourse, AskDraft, AskDrag, CourseTold, DraftsTold, OrderGiven
from grognard.server.store import Store
from grognard.trial import Alone

from .pages import FARM, ROAD, TESTING, Page, made, socket_of


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(Store(f"sqlite:///{tmp_path / 'games.db'}"), settings=TESTING)) as found:
        yield found


@pytest.fixture
def road(client: TestClient) -> Iterator[Page]:
    """Blue of Horse and Musket, at the question which unit moves."""
    game = made(client, ROAD)
    with socket_of(client, game) as socket:
        page = Page(socket, game["tokens"]["blue"])
        page.until("which unit moves")
        yield page


def test_a_hand_has_a_card_a_reach_and_ranges(road: Page) -> None:
    piece = road.piece("B2")
    hand = road.result("hand", piece=piece["number"])["hand"]
    assert hand["card"]["title"] == piece["name"] and hand["can_act"]
    assert {f["label"] for f in hand["card"]["facts"]} >= {"Strength", "Move", "Fire", "Save", "Morale"}
    assert all(f["rules"] for f in hand["card"]["facts"])
    assert all(len(f["value"]) <= 12 for f in hand["card"]["facts"])
    assert {b["kind"] for b in hand["reach"]} == {"move", "half"}
    assert [b["distance"] for b in hand["ranges"]] == sorted(b["distance"] for b in hand["ranges"])


def test_a_hand_of_the_enemy_is_a_card_only(road: Page) -> None:
    enemy = next(p for p in road.table["scene"]["pieces"] if p["side"] == 1)
    hand = road.result("hand", piece=enemy["number"])["hand"]
    assert hand["card"]["facts"] and not (hand["reach"] or hand["ranges"] or hand["can_act"])


def test_a_drag_that_is_legal_can_be_given(road: Page) -> None:
    p = road.piece("B2")
    x, y = p["x"] + 3 * p["fx"], p["y"] + 3 * p["fy"]
    [draft] = road.result("drag", pieces=[p["number"]], x=x, y=y, fx=p["fx"], fy=p["fy"])["drafts"]
    assert draft["legal"] and draft["preview"]["distance"] == pytest.approx(3.0)
    assert draft["preview"]["allowed"] > draft["preview"]["cost"] >= 3.0
    assert draft["preview"]["poses"][0]["bases"]
    assert road.order(draft["order"])["type"] == "answer"
    moved = road.piece("B2")
    assert (moved["x"], moved["y"]) == pytest.approx((x, y))


def test_a_drag_too_far_is_refused_with_the_nearest_that_is_not(road: Page) -> None:
    p = road.piece("B2")
    far = {"x": p["x"] + 20 * p["fx"], "y": p["y"] + 20 * p["fy"]}
    [draft] = road.result("drag", pieces=[p["number"]], fx=p["fx"], fy=p["fy"], **far)["drafts"]
    assert not draft["legal"] and draft["rule"].startswith("FH-") and "allowance" in draft["reason"]
    assert draft["nearest_text"] and draft["nearest_preview"]["poses"]
    assert road.order(draft["nearest"])["type"] == "answer"


def test_questions_change_nothing(road: Page) -> None:
    changes, number = road.table["changes"], road.piece("B2")["number"]
    road.result("hand", piece=number)
    road.result("drag", pieces=[number], x=30, y=20, fx=0, fy=1)
    road.result("sight", a=0, b=12)
    road.result("measure", a=0, b=[3.0, 4.0])
    road.result("timeline", turn=1)
    road.result("odds", order=road.table["ask"]["choices"][0]["order"])
    host = road.socket.app.state.server.host  # type: ignore[attr-defined]
    assert host.table(road.table["heading"]["game"]).changes == changes


def test_the_tape_and_the_line_of_sight(road: Page) -> None:
    line = road.result("sight", a=road.piece("B2")["number"], b=road.piece("R1")["number"])["tape"]
    assert line["clear"] in (True, False) and line["rules"] == ["FH-055", "FH-R24"]
    assert line["clear"] == (not line["blockers"])
    assert line["spoken"].partition(" inches from ")[2].startswith(road.piece("B2")["name"])
    tape = road.result("measure", a=[0.0, 0.0], b=[3.0, 4.0])["tape"]
    assert tape["distance"] == pytest.approx(5.0) and tape["text"] == "5.0 inches"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("hand", {"piece": 9999}),
        ("sight", {"a": 0, "b": 9999}),
        ("measure", {"a": 9999, "b": [1, 2]}),
        ("drag", {"pieces": [9999], "x": 1, "y": 1, "fx": 0, "fy": 1}),
        ("click", {"pieces": [0], "target": 9999}),
        ("timeline", {"turn": 99}),
        ("look", {"at": 99999}),
        ("draft", {"order": "dance"}),
        ("hand", {"piece": -1}),
        ("dance", {}),
        ("measure", {"a": [1], "b": [1, 2]}),
    ],
)
def test_a_question_that_makes_no_sense_is_a_problem(road: Page, kind: str, fields: dict[str, Any]) -> None:
    answer = road.query(kind, **fields)
    assert answer["type"] == "problem" and answer["text"]


NUMBERS = (-(2**63), -7, -1, 0, 1, 7, 31, 63, 140, 1000, 2**62, 2**63 - 1)


@pytest.mark.parametrize("scenario", [ROAD, FARM])
def test_any_order_can_be_drafted_at_any_ask(client: TestClient, scenario: str) -> None:
    """Numbers that mean nothing are refused, never a fault."""
    random = Random(7)
    table = client.app.state.server.host.table(made(client, scenario)["game"])  # type: ignore[attr-defined]
    for _ in range(25):
        if table.game.ask is None:
            break
        for kind in range(28):
            order = OrderGiven(
                kind=kind,
                actor=random.choice(NUMBERS),
                other=random.choice(NUMBERS),
                how=random.choice(NUMBERS),
                x=random.choice([0.0, 9e3, -3.0, 20.0]),
                y=random.choice([0.0, 9e3, -3.0, 20.0]),
                fx=random.choice([0.0, 1.0, 0.6]),
                fy=random.choice([0.0, 0.8]),
            )
            _, told = queries.answer(table, "blue", AskDraft(kind="draft", order=order), Event())
            assert isinstance(told, DraftsTold)
            piece = random.choice(eyes_of(table, "blue").scene.pieces).number
            drag = AskDrag(kind="drag", pieces=[piece], x=20, y=20, fx=0.6, fy=0.8, like=order)
            _, told = queries.answer(table, "blue", drag, Event())
            assert isinstance(told, DraftsTold)
        table.order("blue", f"r{table.changes}", random.choice(eyes_of(table, "blue").choices).order)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds are counted through however slow the machine is."""
    monkeypatch.setattr(chances, "EXACT_SECONDS", 1e9)
    monkeypatch.setattr(chances, "EXACT_RUNS", 10**6)


@pytest.mark.usefixtures("patient")
def test_a_click_on_an_enemy_is_the_shot_that_is_asked_about(client: TestClient) -> None:
    game = made(client, ROAD)
    with socket_of(client, game) as socket:
        page = Page(socket, game["tokens"]["blue"])
        for _ in range(200):
            if "fire" in page.table["ask"]["text"]:
                break
            choices = page.table["ask"]["choices"]
            page.order(max(choices, key=lambda c: c["key"].endswith("f"))["order"])
        shot = page.table["ask"]["choices"][0]
        assert shot["targets"], page.table["ask"]
        drafts = page.result("click", pieces=[], target=shot["targets"][0])["drafts"]
        assert drafts[0]["legal"] and drafts[0]["order"] == shot["order"]
        odds = page.result("odds", order=shot["order"])
        assert sum(c["chance"] for c in odds["chances"]) == pytest.approx(1.0)
        assert odds["expected"][1] > 0 and odds["sums"] and all(line["rules"] for line in odds["sums"])
        assert odds["alone"] and odds["exact"] and odds["error"] == 0
        assert {line["kind"] for line in odds["sums"]} >= {"fires", "figures", "range", "save_number"}


def test_the_past_is_looked_at_moment_by_moment(road: Page) -> None:
    start = road.result("look", at=0)
    timeline = road.result("timeline", turn=1)
    assert timeline["moments"] and timeline["turns"] == 1
    for moment in timeline["moments"][:3]:
        then = road.result("look", at=moment["at"])
        assert then["at"] == moment["at"] and then["side"] == moment["side"]
        assert then["scene"]["turn"] == 1 and then["text"]
    told = road.table["lines_from"] + len(road.table["lines"])
    assert start["lines"] <= told
    now = road.result("look", at=timeline["moments"][-1]["at"] + 1)
    assert now["scene"] == road.table["scene"] and now["lines"] == told


def test_a_fork_goes_on_from_a_moment_with_dice_of_its_own(client: TestClient) -> None:
    game = made(client, ROAD)
    token = {"X-Grognard-Token": game["tokens"]["blue"]}
    url = f"/api/games/{game['game']}/fork"
    with socket_of(client, game) as socket:
        page = Page(socket, game["tokens"]["blue"])
        page.until("which unit moves")
        moments = page.result("timeline", turn=1)["moments"]
        then = page.result("look", at=moments[1]["at"])
    assert client.post(url, json={"at": 1}, headers={"X-Grognard-Token": "wrong"}).status_code == 403
    assert client.post(url, json={"at": 9999}, headers=token).status_code == 422
    answer = client.post(url, json={"at": moments[1]["at"]}, headers=token)
    assert answer.status_code == 201, answer.text
    fork = answer.json()
    host = client.app.state.server.host  # type: ignore[attr-defined]
    old, new = host.table(game["game"]), host.table(fork["game"])
    assert new.heading.forked == f"{game['game']}@{moments[1]['at']}"
    assert new.reseeds() and new.commitment != old.commitment
    with socket_of(client, fork) as socket:
        page = Page(socket, fork["tokens"]["blue"])
        assert page.table["scene"]["pieces"] == then["scene"]["pieces"]
        assert page.table["may_undo"] == ""
        assert page.order(page.table["ask"]["choices"][0]["order"])["type"] == "answer"
    host.tables.clear()  # as after a restart
    again = host.table(fork["game"])
    assert again.game.hash == new.game.hash


def test_a_fork_that_is_over_keeps_the_seed_of_a_battle_that_goes_on(client: TestClient) -> None:
    game = made(client, ROAD, house={"turns": 1})
    token = {"X-Grognard-Token": game["tokens"]["blue"]}
    made_of = {"at": 0, "blue": "drill", "red": "drill"}
    fork = client.post(f"/api/games/{game['game']}/fork", json=made_of, headers=token).json()
    host = client.app.state.server.host  # type: ignore[attr-defined]
    seed = str(host.table(game["game"]).heading.seed)
    with socket_of(client, fork) as socket:
        page = Page(socket, fork["tokens"]["watch"])
        assert page.table["ended"] and page.table["ended"]["seed"] == ""
        assert seed not in json.dumps(page.table)
    watcher = {"X-Grognard-Token": fork["tokens"]["watch"]}
    assert client.get(f"/api/games/{fork['game']}/saved", headers=watcher).status_code == 403


# Most Irregular


def test_commanders_step_and_units_move_by_drag(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.server.host.secrets.randbelow", lambda _: 1815)  # Blue is first
    game = made(client, FARM)
    with socket_of(client, game) as socket:
        page = Page(socket, game["tokens"]["blue"])
        page.order(page.table["ask"]["choices"][0]["order"])
        commander = next(
            p
            for p in page.table["scene"]["pieces"]
            if p["kind"] == "commander" and page.result("hand", piece=p["number"])["hand"]["reach"]
        )
        hand = page.result("hand", piece=commander["number"])["hand"]
        assert {b["kind"] for b in hand["reach"]} == {"move", "dash"}
        drop = {"x": commander["x"], "y": commander["y"] + 1.0, "fx": 0.0, "fy": 1.0}
        [draft] = page.result("drag", pieces=[commander["number"]], **drop)["drafts"]
        assert draft["preview"]["distance"] == pytest.approx(1.0)
        page.order(page.table["ask"]["choices"][0]["order"])
        unit = next(c for c in page.table["ask"]["choices"] if c["text"].startswith("activate"))
        page.order(unit["order"])
        number = unit["pieces"][0]
        hand = page.result("hand", piece=number)["hand"]
        assert hand["can_act"] and hand["reach"][0]["distance"] == pytest.approx(4.0)
        p = next(p for p in page.table["scene"]["pieces"] if p["number"] == number)
        drop = {"x": p["x"] + 1.5 * p["fx"], "y": p["y"] + 1.5 * p["fy"], "fx": p["fx"], "fy": p["fy"]}
        [draft] = page.result("drag", pieces=[number], **drop)["drafts"]
        assert draft["legal"], draft["reason"]
        assert len(draft["preview"]["poses"]) == p["strength"] + 1
        assert page.order(draft["order"])["type"] == "answer"
        while "go along" in page.table["ask"]["text"]:
            page.order(page.table["ask"]["choices"][-1]["order"])
        now = next(p for p in page.table["scene"]["pieces"] if p["number"] == number)
        where = pytest.approx((drop["x"], drop["y"]), abs=0.7)  # a wounded man may stay behind
        assert (now["x"], now["y"]) == where


def test_newer_odds_drop_older_ones(client: TestClient) -> None:
    game = made(client, FARM)
    with socket_of(client, game) as socket:
        page = Page(socket, game["tokens"]["blue"])
        order = page.table["ask"]["choices"][0]["order"]
        for k in range(3):
            page.say(type="query", request=f"odds{k}", query={"kind": "odds", "order": order})
        answers = [page.hear("result", "dropped") for _ in range(3)]
        kinds = {a["request"]: a["type"] for a in answers}
        assert kinds["odds2"] == "result" and "dropped" in kinds.values()


@pytest.mark.usefixtures("patient")
def test_odds_of_a_volley_are_those_of_many_throws_and_name_every_modifier(client: TestClient) -> None:
    table = client.app.state.server.host.table(made(client, FARM)["game"])  # type: ignore[attr-defined]
    for k in range(20):
        choices = eyes_of(table, "blue").choices
        volley = next((c for c in choices if c.text.partition(" fire at ")[2]), None)
        if volley is not None:
            break
        table.order("blue", f"r{k}", choices[0].order)
    assert volley is not None
    eyes, game = eyes_of(table, "blue"), table.game
    found = queries.odds_told(table, "blue", volley.order, Event())
    assert found.exact and found.alone
    rules = game.book.alone(eyes.asked(), volley.order)
    assert rules is not None
    trial = Alone(game, volley.order, rules, (0,))
    thrown = simulated(trial.make, trial.run, trial.fate, 600, seed=3)
    red = sum(fate[1] * float(p) for fate, p in thrown.chances.items())
    assert red == pytest.approx(found.expected[1], abs=0.15) and found.expected[1] > 0
    said = " / ".join(line.text for line in found.sums)
    assert "Quality" in said and "points a hit" in said and all(line.rules for line in found.sums)


def test_what_others_would_do_is_not_told_by_odds(road: Page) -> None:
    """A trial of a whole step has the drill-book answer for both sides: that stays out of the sums."""
    choice = road.table["ask"]["choices"][0]
    odds = road.result("odds", order=choice["order"])
    assert not odds["alone"]
    named = {*choice["pieces"], *choice["targets"]}
    assert all(named & set(line["pieces"]) for line in odds["sums"])


# Orders on buttons


def test_a_choice_says_in_two_lines_what_it_is_and_where(road: Page) -> None:
    ask, piece = road.table["ask"], road.piece("B2")
    own = [c for c in ask["choices"] if c["pieces"] == [piece["number"]]]
    ahead = next(c for c in own if c["title"] == "Move forward")
    assert ahead["more"] == "6 inches, straight ahead" and ahead["group"] == "move" and ahead["place"]
    assert {c["group"] for c in own} >= {"move", "turn", "half move", "formation"}
    assert [c["title"] for c in ask["choices"] if c["ends"]] == ["No more moves"]


def test_what_is_refused_now_stays_with_its_rule(road: Page) -> None:
    charge = next(c for c in road.table["ask"]["barred"] if c["title"] == "Charge")
    assert (charge["rule"], charge["reason"]) == ("FH-011", "over for this turn")
    assert road.order(charge["order"])["type"] == "refused"
    assert not {json.dumps(c["order"]) for c in road.table["ask"]["barred"]} & {
        json.dumps(c["order"]) for c in road.table["ask"]["choices"]
    }


def test_pieces_that_are_picked_are_offered_what_they_may_do(road: Page) -> None:
    number = road.piece("B2")["number"]
    offered = road.result("offers", pieces=[number])["choices"]
    known = {json.dumps(c["order"]) for c in road.table["ask"]["choices"]}
    assert offered and all(c["pieces"] == [number] and json.dumps(c["order"]) in known for c in offered)
    assert road.query("offers", pieces=[9999])["type"] == "problem"


def test_stragglers_who_are_picked_act_together(client: TestClient) -> None:
    """Two of a loose body: in ranks, to cover, away, or called, just these two."""
    game = made(client, FARM, blue="drill", red="person")
    with socket_of(client, game) as socket:
        page = Page(socket, game["tokens"]["red"])
        for _ in range(40):
            loose = [c for c in page.table["ask"]["choices"] if len(c["pieces"]) > 2]
            if "may activate" in page.table["ask"]["text"] and loose:
                break
            page.order(page.table["ask"]["choices"][-1]["order"])
        two = sorted(loose[0]["pieces"])[:2]
        offered = page.result("offers", pieces=two)["choices"]
        assert {c["group"] for c in offered} >= {"scurry", "form ranks"}
        assert all(set(c["pieces"]) <= set(two) for c in offered)
        assert page.order(next(c for c in offered if c["group"] == "scurry")["order"])["type"] == "answer"


def test_the_course_of_a_battle_is_told_turn_by_turn(client: TestClient) -> None:
    game = made(client, ROAD, blue="drill", red="drill", house={"turns": 3})
    table = client.app.state.server.host.table(game["game"])  # type: ignore[attr-defined]
    told = queries.answer(table, "watch", AskCourse(kind="course"), Event())[1]
    assert isinstance(told, CourseTold)
    assert [s.turn for s in told.standings] == list(range(table.game.turns + 1))
    assert told.standings[0].losses == (0, 0)
    assert told.standings[-1].losses == table.game.book.losses(table.game.battle)
    assert told.standings[-1].score == table.game.outcome.points
    for side in (0, 1):
        lost = [s.losses[side] for s in told.standings]
        assert lost == sorted(lost)


def test_lines_weigh_what_the_book_says_they_weigh(client: TestClient) -> None:
    game = made(client, ROAD, blue="drill", red="drill", house={"turns": 4})
    with socket_of(client, game) as socket:
        page = Page(socket, game["tokens"]["watch"])
        weights = client.app.state.server.host.table(game["game"]).game.book.weights  # type: ignore[attr-defined]
        assert all(line["weight"] == weights.get(line["kind"], 0) for line in page.lines)
        assert {line["weight"] for line in page.lines} >= {0, 1, 2}


# Odds


def test_the_odds_of_a_charge_go_on_to_the_end_of_its_melee(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against many battles in which nobody else fires: the same mean loss, and somebody may break."""
    monkeypatch.setattr(chances, "EXACT_RUNS", 50)
    monkeypatch.setattr(chances, "THROW_SECONDS", 1e9)
    table = client.app.state.server.host.table(made(client, ROAD, red="person")["game"])  # type: ignore[attr-defined]
    charge, side = charge_in(table)
    found = queries.odds_told(table, side, charge.order, Event())
    assert found.alone and sum(c.chance for c in found.chances) == pytest.approx(1.0)
    assert sum(found.expected) > 0 and found.breaks and len(found.chances) > 5
    assert found.sums and all(line.rules for line in found.sums)
    eyes = eyes_of(table, side)
    rules = table.game.book.alone(eyes.asked(), charge.order)
    trial = Alone(table.game, charge.order, rules, eyes.sides)
    thrown = simulated(trial.make, trial.run, trial.fate, 500, seed=9)
    for k in (0, 1):
        mean = sum(fate[k] * float(p) for fate, p in thrown.chances.items())
        assert mean == pytest.approx(found.expected[k], abs=0.5)


def charge_in(table: Any) -> tuple[Any, str]:
    """Both sides go forward until somebody can charge."""
    for k in range(600):
        side = ("blue", "red")[table.game.ask.side]
        choices = eyes_of(table, side).choices
        found = next((c for c in choices if c.group == "charge"), None)
        if found is not None:
            return found, side
        ahead = [c for c in choices if c.title == "Move forward"]
        passes = [c for c in choices if c.ends]
        table.order(side, f"r{k}", (ahead or passes or choices)[0].order)
    raise AssertionError("nobody could charge")
