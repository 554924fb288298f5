"""What people are asked, offered and refused: choices are legal, refusals have a reason and a way out."""

from __future__ import annotations

import ast
import math
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.battle import General, plain
from grognard.book import Choice, scenario_paths
from grognard.books.horse_and_musket import charges, decide, menu, refusals, sequence, setup
from grognard.books.horse_and_musket.drill import drill
from grognard.books.horse_and_musket.legality import check
from grognard.books.horse_and_musket.state import NOBODY, Act, AskKind, Battle, Formation, Leave, Lost, R
from grognard.catalogue import load
from grognard.values import Ask, Order

from .horse_and_musket.field import Field, place

CATALOGUE = load(setup.FOLDER / "rules.md")
SENTENCE = re.compile(r"unknown|unit -|None|<|>|[A-Za-z]\.[A-Z]|_|\bnan\b|  ")
Visit = Callable[[Battle, setup.Names, Ask], None]


def play(monkeypatch: pytest.MonkeyPatch, name: str, seed: int, visit: Visit, turns: int = 60) -> Battle:
    """A battle of drill generals, with somebody looking over their shoulders at every ask."""
    b, names, _ = setup.new_battle(scenario_paths("horse-and-musket")[name], {"unit_commanders": "on"})
    b.generals[0] = b.generals[1] = int(General.DRILL)
    setup.seed(b, seed)

    def watched(battle: Battle, ask: Ask) -> Order:
        visit(battle, names, ask)
        return drill(battle, ask)

    monkeypatch.setattr(decide, "drill", watched)
    while b.winner < 0 and b.turn < turns:
        sequence.play_turn(b)
    return b


# Choices


@pytest.mark.parametrize("name", scenario_paths("horse-and-musket"))
def test_every_choice_is_legal_worded_and_has_a_key_of_its_own(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    seen: Counter[int] = Counter()
    rng = random.Random(1)

    def look(b: Battle, names: setup.Names, ask: Ask) -> None:
        if ask.kind == AskKind.MOVE and rng.random() < 0.9:
            return
        seen[ask.kind] += 1
        offered = menu.choices(b, names, ask)
        assert offered, AskKind(ask.kind)
        assert all(check(b, ask, choice.order) == 0 for choice in offered)
        assert len({choice.key for choice in offered}) == len(offered)
        assert len({choice.order for choice in offered}) == len(offered)
        assert not [choice for choice in offered if not choice.key or SENTENCE.search(choice.text)]
        question = menu.describe_ask(b, names, ask)
        assert re.fullmatch(r"(Blue|Red): .+ \[FH-R?\d+(, FH-R?\d+)*\]", question), question
        assert not SENTENCE.search(question), question

    play(monkeypatch, name, 4, look)
    assert {AskKind.INITIATIVE, AskKind.GENERAL, AskKind.MOVE, AskKind.TARGET, AskKind.CHARGE} <= set(seen)


def test_a_menu_offers_what_the_drill_book_would_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the asks that want a word and not a place, nothing is left out."""
    words = set(AskKind) - {AskKind.MOVE, AskKind.GENERAL, AskKind.DEPLOY, AskKind.RETREAT, AskKind.FACE}
    looked = 0

    def look(b: Battle, names: setup.Names, ask: Ask) -> None:
        nonlocal looked
        if ask.kind in words:
            order = drill(b, ask)
            looked += 1
            assert any(meant(c.order) == meant(order) for c in menu.choices(b, names, ask)), AskKind(ask.kind)

    def meant(o: Order) -> tuple[int, int, int]:
        return o.kind, o.other if o.kind in (Act.FIRE, Act.STRIKE, Act.CHARGE, Act.SHELTER) else NOBODY, o.how

    play(monkeypatch, "the-chateau-road", 9, look)
    assert looked > 50


def texts(offered: list[Choice]) -> list[str]:
    return [choice.text for choice in offered]


def names_of(f: Field, *names: str) -> setup.Names:
    leaders = [f"General {letter}" for letter in "ABCD"[: f.b.n_leaders]]
    ids = [f"U{i}" for i in range(f.b.n_units)]
    terrain = [
        f.terrain_names[k] if k < len(f.terrain_names) else f"The ground {k}" for k in range(f.b.ground.n)
    ]
    return setup.Names(units=list(names), ids=ids, leaders=leaders, terrain=terrain)


def test_the_moves_of_a_line_in_the_open() -> None:
    f = Field()
    line = f.unit("blue", "line", 36, 20)
    f.unit("red", "line", 36, 44, facing="south")
    offered = menu.choices(f.b, names_of(f, "1st Line", "Militia"), Ask(AskKind.MOVE, 0, NOBODY, NOBODY))
    said = {choice.key: choice.text for choice in offered}
    assert said["u0f"] == "1st Line moves forward 6.0 inches, facing north"
    assert said["u0h"] == "1st Line moves forward 3.0 inches, facing north"
    assert said["u0b"] == "1st Line turns to face south"
    assert said["u0s"] == "1st Line shifts 3.0 inches south, facing north"
    assert said["u02"] == "1st Line forms assault column, facing north"
    assert said["u02f"] == "1st Line forms assault column and advances 4.5 inches, facing north"
    assert said["u05"] == "1st Line forms square, facing north"
    assert said["0"] == "no more moves"
    assert not any(choice.order.how == Formation.SQUADRONS for choice in offered)
    assert {choice.order.actor for choice in offered} == {line, NOBODY}


def test_the_way_into_a_building_and_out_of_it() -> None:
    f = Field()
    farm = f.terrain("building", rectangle=(30, 20, 34, 23))
    f.terrain_names = ["The farm"]
    outside = f.unit("blue", "line", 32, 18.9)
    ask = Ask(AskKind.MOVE, 0, NOBODY, NOBODY)
    names = names_of(f, "1st Line")
    assert "1st Line enters the farm" in texts(menu.choices(f.b, names, ask))
    f.u(outside).lost = int(Lost.DESTROYED)
    f.garrison("blue", farm)
    out = menu.choices(f.b, names_of(f, "1st Line", "2nd Line"), ask)
    assert {
        "2nd Line leaves in line, facing north",
        "2nd Line leaves in assault column, facing south",
    } <= set(texts(out))


def test_a_battery_on_the_road_is_offered_the_whole_road() -> None:
    f = Field()
    f.terrain("road", line=[[36, 0], [36, 48]], width=2)
    f.unit("blue", "horse_guns", 36, 4)
    offered = menu.choices(f.b, names_of(f, "Horse battery"), Ask(AskKind.MOVE, 0, NOBODY, NOBODY))
    said = {choice.key: choice.text for choice in offered}
    assert said["u0f"] == "Horse battery moves 24.0 inches north, facing north"
    assert said["u0fh"] == "Horse battery moves 6.0 inches north, facing north"
    assert said["u0e"] == "Horse battery moves 12.0 inches north-east, facing north"
    assert said["u0l"] == "Horse battery turns to face north-west"


def test_rare_questions_in_words() -> None:
    f = Field()
    rifles = f.unit("red", "light", 30, 20, facing="south", formation="extended")
    horse = f.unit("blue", "armoured_horse", 30, 10)
    battery = f.unit("red", "field_guns", 40, 20, facing="south")
    f.general("red", attached=rifles)
    names = names_of(f, "Rifles", "Cuirassiers", "Field battery")
    f.b.check_column, f.b.check_base = 1, 2
    for face in (5, 5, 6):
        f.b.dice.faces[face] += 1
    said = [
        menu.describe_ask(f.b, names, Ask(kind, side, actor, other))
        for kind, side, actor, other in (
            (AskKind.EVADE, 1, rifles, horse),
            (AskKind.INFLUENCE, 1, rifles, 0),
            (AskKind.SHELTER, 1, battery, NOBODY),
            (AskKind.SHELTER, 1, NOBODY, 0),
            (AskKind.REROLL, 0, horse, rifles),
            (AskKind.CHARGE, 0, NOBODY, NOBODY),
            (AskKind.RETREAT, 0, horse, rifles),
            (AskKind.INITIATIVE, 0, NOBODY, 3),
        )
    ]
    assert said == [
        "Red: Rifles are charged by Cuirassiers: evade or stand? [FH-047, FH-050]",
        "Red: what does General A add to the Charged check of Rifles (+2 so far)? [FH-112, FH-R65]",
        "Red: the crew of Field battery is in the way of a charge: shelter with friends? [FH-051, FH-R86]",
        "Red: General A is in the way of a charge: shelter with friends? [FH-051, FH-R86]",
        "Blue: Cuirassiers have rolled 5 5 6: roll one die again? [FH-084, FH-R56]",
        "Blue: which unit charges? [FH-040]",
        "Blue: how far back from the square with Cuirassiers? [FH-102]",
        "Blue: go first or second in what comes next, combat? [FH-010, FH-R01]",
    ]


def test_rare_choices() -> None:
    f = Field()
    rifles = f.unit("red", "light", 30, 20, facing="south", formation="extended")
    horse = f.unit("blue", "armoured_horse", 30, 10)
    f.general("red", attached=rifles)
    names = names_of(f, "Rifles", "Cuirassiers")
    for face in (5, 5, 1):
        f.b.dice.faces[face] += 1

    def offered(kind: int, side: int, actor: int, other: int) -> list[str]:
        return texts(menu.choices(f.b, names, Ask(kind, side, actor, other)))

    assert offered(AskKind.REROLL, 0, horse, rifles) == ["roll a 5 again", "roll a 1 again", "keep them all"]
    assert offered(AskKind.EVADE, 1, rifles, horse) == ["evade", "stand"]
    assert offered(AskKind.ANSWER, 1, rifles, horse) == ["counter-charge", "stand"]
    assert offered(AskKind.RETREAT, 0, horse, rifles) == [
        "go back half a move, 6.0 inches",
        "go back three quarters, 9.0 inches",
        "go back a whole move, 12.0 inches",
    ]
    assert offered(AskKind.INFLUENCE, 1, rifles, 0) == [
        "General A stays out of it",
        "General A adds +2",
        "General A adds +1",
        "General A adds -1",
        "General A adds -2",
    ]
    assert "face Cuirassiers" in offered(AskKind.FACE, 1, rifles, NOBODY)


def test_every_ask_has_a_question_and_choices() -> None:
    assert set(menu.QUESTIONS) == set(AskKind)
    assert set(menu.OFFERS) == set(AskKind)


def test_every_act_is_described() -> None:
    f = Field()
    f.terrain("building", rectangle=(50, 20, 54, 23))
    f.unit("blue", "line", 30, 10)
    f.general("blue", 20, 20)
    names = names_of(f, "1st Line")
    for act in Act:
        order = Order(int(act), 0, 0, 1, 31.0, 14.0, 0.0, 1.0)
        said = menu.describe_order(f.b, names, order)
        assert said and not SENTENCE.search(said), act
        assert act.name.lower() != said or act in (Act.STAND, Act.YES, Act.NO)


# Refusals


def cited_numbers() -> set[int]:
    """Every rule that the rules modules can refuse an order by, read from their text."""
    found: set[int] = set()
    for path in sorted(Path(setup.FOLDER).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id == "refuse":
                    found |= numbers_in(node.args[1])
                elif node.func.id == "one_of":
                    found |= numbers_in(node.args[-1])
            elif isinstance(node, ast.FunctionDef) and node.name in ("formation_rule", "yes_no_rule"):
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Return) and inner.value is not None:
                        found |= numbers_in(inner.value)
    return found


def numbers_in(node: ast.expr) -> set[int]:
    """57, R + 9, 63 if guns else 59."""
    if isinstance(node, ast.Constant):
        return {node.value}
    if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
        return {R + int(node.right.value)}  # type: ignore[arg-type]
    if isinstance(node, ast.IfExp):
        return numbers_in(node.body) | numbers_in(node.orelse)
    return set()


def test_every_rule_that_refuses_has_its_words() -> None:
    numbers = cited_numbers()
    assert len(numbers) > 40
    worded = {rule for _, rule in refusals.REASONS}
    assert sorted(CATALOGUE.rule_id(number) for number in numbers - worded) == []


ACTS = {
    AskKind.MOVE: (Act.MOVE, Act.MOVE, Act.HALF_MOVE, Act.FORM, Act.ENTER, Act.LEAVE),
    AskKind.GENERAL: (Act.MOVE, Act.ATTACH),
    AskKind.CHARGE: (Act.CHARGE,),
    AskKind.TARGET: (Act.FIRE,),
    AskKind.DEPLOY: (Act.DEPLOY,),
    AskKind.INFLUENCE: (Act.INFLUENCE,),
    AskKind.RETREAT: (Act.RETREAT,),
    AskKind.FACE: (Act.FACE,),
}


def wild(b: Battle, ask: Ask, rng: random.Random) -> Order:
    """An order somebody might try, with little regard for the rules."""
    act = rng.choice(ACTS.get(AskKind(ask.kind), (Act.DONE,)))
    own = [i for i in range(b.n_units) if b.units[i].side == ask.side]
    actor = rng.choice(own) if rng.random() < 0.8 else rng.randrange(-1, b.n_units)
    x, y = b.units[max(actor, 0)].x, b.units[max(actor, 0)].y
    if ask.kind == AskKind.GENERAL:
        actor = rng.randrange(b.n_leaders)
        x, y = b.leaders[actor].x, b.leaders[actor].y
    turn, face, far = rng.uniform(0, 7), rng.uniform(0, 7), rng.uniform(0, 20)
    other = rng.choice((0, 3)) if act == Act.FORM else rng.randrange(-1, b.n_units)
    place = (x + far * math.cos(turn), y + far * math.sin(turn), math.cos(face), math.sin(face))
    return Order(int(act), actor, other, rng.randrange(-3, 8), *place)


@pytest.mark.parametrize("name", scenario_paths("horse-and-musket"))
def test_a_refusal_gives_its_reason_and_the_nearest_legal_order(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    rng = random.Random(2)
    refused: Counter[tuple[int, bool]] = Counter()

    def look(b: Battle, names: setup.Names, ask: Ask) -> None:
        for _ in range(6):
            order = wild(b, ask, rng)
            rule = check(b, ask, order)
            if rule != 0:
                refusal = menu.explain(b, names, ask, order, rule)
                refused[ask.kind, refusal.nearest is not None] += 1
                assert refusal.rule == CATALOGUE.rule_id(rule)
                assert refusal.text and not SENTENCE.search(refusal.text), refusal.text
                no_farther_than_staying(b, ask, order, refusal.nearest)

    play(monkeypatch, name, 6, look, turns=6)
    assert refused[AskKind.MOVE, True] > 30


def no_farther_than_staying(b: Battle, ask: Ask, order: Order, nearest: Order | None) -> None:
    """What is offered instead is legal, and nearer to what was wanted than not moving at all."""
    if nearest is None:
        return
    assert check(b, ask, nearest) == 0
    if ask.kind == AskKind.MOVE:
        u = b.units[order.actor]
        stay = max(math.hypot(order.x - u.x, order.y - u.y), refusals.RINGS[-1] * (order.kind == Act.LEAVE))
        assert math.hypot(order.x - nearest.x, order.y - nearest.y) <= stay + 1e-6


def test_a_move_that_is_only_too_long_is_always_given_back_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(3)
    tried = 0

    def look(b: Battle, names: setup.Names, ask: Ask) -> None:
        nonlocal tried
        order = wild(b, ask, rng)
        if ask.kind != AskKind.MOVE or check(b, ask, order) not in (19, 22) or b.refusal.allowed == 0.0:
            return
        tried += 1
        asked, allowed = b.refusal.asked, b.refusal.allowed
        refusal = menu.explain(b, names, ask, order, check(b, ask, order))
        assert f"{allowed:.1f} inches" in refusal.text
        assert asked > allowed
        assert refusal.nearest is not None, refusal.text

    play(monkeypatch, "the-chateau-road", 7, look)
    assert tried > 5


def refusal_of(f: Field, ask: Ask, order: Order, *names: str) -> tuple[str, str, Order | None]:
    rule = check(f.b, ask, order)
    assert rule != 0
    refusal = menu.explain(f.b, names_of(f, *names), ask, order, rule)
    return refusal.rule, refusal.text, refusal.nearest


MOVE = Ask(AskKind.MOVE, 0, NOBODY, NOBODY)


@pytest.mark.rule("FH-019")
def test_too_far_through_the_wood() -> None:
    f = Field()
    f.terrain("wood", rectangle=(20, 22, 40, 30))
    f.terrain_names = ["The wood"]
    line = f.unit("blue", "line", 30, 20)
    rule, text, nearest = refusal_of(f, MOVE, place(Act.MOVE, line, 30, 25), "1st Line")
    assert (rule, text) == (
        "FH-019",
        "1st Line would move 8.8 inches through the wood; its allowance is 6.0 inches",
    )
    assert nearest is not None and nearest.y == pytest.approx(23.625, abs=0.01)


@pytest.mark.rule("FH-R09")
def test_out_of_the_forward_arc_the_nearest_is_a_forward_move_at_its_edge_or_a_half_move() -> None:
    f = Field()
    line = f.unit("blue", "line", 30, 20)
    rule, text, nearest = refusal_of(f, MOVE, place(Act.MOVE, line, 34, 20), "1st Line")
    assert rule == "FH-R09"
    assert text.startswith("that way is 90 degrees off the front of 1st Line; 45 degrees are allowed")
    assert nearest is not None and nearest.kind == Act.HALF_MOVE and nearest.x == pytest.approx(33.0)
    assert nearest.y == pytest.approx(20.0)


@pytest.mark.rule("FH-R17")
def test_too_near_an_enemy_by_how_much() -> None:
    f = Field()
    line = f.unit("blue", "line", 30, 20)
    f.unit("red", "line", 30, 24, facing="south")
    rule, text, nearest = refusal_of(f, MOVE, place(Act.MOVE, line, 30, 22), "1st Line", "Militia")
    assert rule == "FH-R17"
    assert text == "Militia bars the way of 1st Line"
    assert nearest is not None and nearest.y == pytest.approx(21.5, abs=0.01)


@pytest.mark.rule("FH-R74", "FH-R73")
def test_who_may_not_move_at_all_is_told_why_and_offered_nothing() -> None:
    f = Field()
    horse = f.unit("blue", "lancers", 30, 20, leave=int(Leave.NONE))
    order = place(Act.MOVE, horse, 30, 25)
    assert refusal_of(f, MOVE, order, "Lancers") == (
        "FH-R74",
        "Lancers may not move this turn, after the rally check",
        None,
    )
    f.u(horse).routing = True
    assert refusal_of(f, MOVE, order, "Lancers")[:2] == (
        "FH-R73",
        "Lancers are routing and do not move until they rally",
    )


@pytest.mark.rule("FH-063", "FH-055")
def test_shots_that_cannot_be_had() -> None:
    f = Field(width=100, depth=100)
    guns = f.unit("blue", "field_guns", 30, 20)
    far = f.unit("red", "line", 30, 70, facing="south")
    near = f.unit("red", "line", 38, 40, facing="south")
    hidden = f.unit("red", "line", 42, 50, facing="south")
    ask = Ask(AskKind.TARGET, 0, guns, 0)
    names = ("Field battery", "Militia", "Grenadiers", "Rifles")
    assert refusal_of(f, ask, plain(Act.FIRE, guns, far), *names) == (
        "FH-063",
        "Militia is 48.3 inches away; Field battery reaches 40",
        plain(Act.FIRE, guns, near),
    )
    assert refusal_of(f, ask, plain(Act.FIRE, guns, hidden), *names)[:2] == (
        "FH-055",
        "Grenadiers are in the line of fire from Field battery to Rifles",
    )


@pytest.mark.rule("FH-042", "FH-R18")
def test_charges_that_cannot_be_made() -> None:
    f = Field()
    line = f.unit("blue", "line", 30, 20)
    horse = f.unit("red", "light_horse", 30, 24, facing="south")
    foot = f.unit("red", "line", 33, 32, facing="south")
    names = ("1st Line", "Hussars", "Militia")
    ask = Ask(AskKind.CHARGE, 0, NOBODY, NOBODY)
    assert refusal_of(f, ask, plain(Act.CHARGE, line, horse), *names)[:2] == (
        "FH-042",
        "infantry may not charge cavalry",
    )
    rule, text, nearest = refusal_of(f, ask, plain(Act.CHARGE, line, foot), *names)
    assert rule == "FH-R18"
    assert re.fullmatch(
        r"1st Line would need \d+\.\d inches to reach Militia; its allowance is 6\.0 inches", text
    )
    assert nearest == plain(Act.DONE, NOBODY, NOBODY)


def test_a_number_that_is_none_is_refused_without_a_crash() -> None:
    f = Field()
    line = f.unit("blue", "line", 30, 20)
    for bad in (math.nan, math.inf):
        order = Order(int(Act.HALF_MOVE), line, NOBODY, 0, bad, 20.0, 0.0, 1.0)
        _, text, nearest = refusal_of(f, MOVE, order, "1st Line")
        assert text == "that is not a place on the table"
        assert nearest is None


def test_an_answer_to_another_question_is_put_right() -> None:
    f = Field()
    rifles = f.unit("red", "light", 30, 20, formation="extended")
    horse = f.unit("blue", "lancers", 30, 10)
    ask = Ask(AskKind.EVADE, 1, rifles, horse)
    rule, text, nearest = refusal_of(f, ask, plain(Act.FIRE, rifles, horse), "Rifles", "Lancers")
    assert (rule, text) == ("FH-R20", "evade, or stand: yes or no")
    assert nearest is not None and nearest.kind == Act.NO


def test_looking_and_asking_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Menus and explanations leave no trace in the state of the battle."""
    rng = random.Random(8)

    def look(b: Battle, names: setup.Names, ask: Ask) -> None:
        if rng.random() < 0.9:
            return
        menu.choices(b, names, ask)
        order = wild(b, ask, rng)
        rule = check(b, ask, order)
        if rule:
            menu.explain(b, names, ask, order, rule)

    looked = play(monkeypatch, "the-last-mile", 3, look)
    alone = play(monkeypatch, "the-last-mile", 3, lambda b, names, ask: None)
    assert looked.units == alone.units
    assert looked.dice == alone.dice
    assert looked.points == alone.points


def test_charges_ask_through_the_menu_too() -> None:
    """The ask of a charge on skirmishers, as the rules put it."""
    f = Field()
    horse = f.unit("blue", "lancers", 30, 10)
    rifles = f.unit("red", "light", 30, 20, facing="south", formation="extended")
    ask = f.asks(charges.charge, f.b, horse, rifles, False)
    names = names_of(f, "Lancers", "Rifles")
    assert (
        menu.describe_ask(f.b, names, ask)
        == "Red: Rifles are charged by Lancers: evade or stand? [FH-047, FH-050]"
    )
    assert texts(menu.choices(f.b, names, ask)) == ["evade", "stand"]


@pytest.mark.rule("FH-R90")
def test_a_crowded_zone_still_leaves_a_place_for_the_last_unit() -> None:
    """The usual places are taken: what is offered is found elsewhere in the zone."""
    f = Field(width=30, depth=44)
    for y in (4.0, 7.5, 11.0):
        for x in (4.5, 15.0):
            f.unit("blue", "line", x, y, formation="extended", figures=15)
    f.unit("blue", "line", 0, 0, lost=int(Lost.RESERVE))
    names = names_of(f, *"ABCDEF", "1st Line")
    ask = Ask(AskKind.DEPLOY, 0, NOBODY, NOBODY)
    offered = menu.choices(f.b, names, ask)
    assert offered and all(check(f.b, ask, choice.order) == 0 for choice in offered)
    assert {choice.order.actor for choice in offered} == {6}
