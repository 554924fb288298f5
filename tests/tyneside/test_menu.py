"""What people are asked, offered and refused: choices are legal, refusals have a reason and a way out."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grognard.book import Book, Choice, book, scenario_paths
from grognard.books.tyneside import asking, brief, gestures, menu, nearest, refusals, volleys
from grognard.books.tyneside.hits import suffer_all
from grognard.books.tyneside.legality import check
from grognard.books.tyneside.names import PIECE_GROUP, Names
from grognard.books.tyneside.nearest import seen_enemies
from grognard.books.tyneside.state import Battle, Ev, R
from grognard.catalogue import of_book
from grognard.game import Game, open_game
from grognard.notation import Move
from grognard.records import clone
from grognard.trial import Alone
from grognard.values import Ask, Order

from .field import CATALOGUE, FOLDER, NOBODY, Act, AskKind, Field, asked, order
from .moments import names_of

BOOKS = ("early-19th-century", "pike-and-shot")
SCENARIOS = [s for name in BOOKS for s in scenario_paths(name)]
ODD = re.compile(
    r"no order of|nobody|None|<|>|[a-z]\.[A-Z]|_|\bnan\b|  |\b(he|it) (are|have|do)\b|\bthey (is|has|does)\b"
)
QUESTION = re.compile(r"(Blue|Red): .+\? \[(TY|EC|PS)-R?\d+(, (TY|EC|PS)-R?\d+)*\]")
EVERY = 14  # of the asks of a kind, how many are looked at


@cache
def boards(scenario: str) -> list[tuple[Any, Ask, Order]]:
    """Asks of a battle by random orders, each with the battle as it stood: some of every kind."""
    game = open_game(scenario, seed=5, blue="random", red="random")
    met: Counter[int] = Counter()
    out: list[tuple[Any, Ask, Order]] = []
    for n in range(1, game.turns + 1):
        orders = [e.order for e in game.entries_of_turn(n)]  # type: ignore[union-attr]

        def visit(b: Any, k: int, ask: Ask, orders: list[Order] = orders) -> None:
            met[ask.kind] += 1
            if met[ask.kind] <= 3 or met[ask.kind] % EVERY == 0:
                out.append((clone(b), ask, orders[k]))

        game.walk(n, visit)
    return out


def of_scenario(scenario: str) -> tuple[Book, Names]:
    name = next(name for name in BOOKS if scenario in scenario_paths(name))
    return book(name), book(name).set_up(scenario_paths(name)[scenario], {}).names  # type: ignore[return-value]


def texts(found: list[Choice]) -> list[str]:
    return [c.text for c in found]


# In battles


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_choice_of_a_battle_is_legal_and_well_said(scenario: str) -> None:
    of, names = of_scenario(scenario)
    for b, ask, _ in boards(scenario):
        found = of.choices(b, names, ask)
        assert len({c.text for c in found}) == len(found), [
            t for t, k in Counter(texts(found)).items() if k > 1
        ]
        for c in found:
            assert check(b, ask, c.order) == 0, c
            assert not ODD.search(c.text) and not ODD.search(c.title) and not ODD.search(c.more), c
            assert 0 < len(c.title) <= brief.LONGEST and c.title[0].isupper() | c.title[0].isdigit()
        assert QUESTION.fullmatch(of.describe_ask(b, names, ask)), of.describe_ask(b, names, ask)
        assert sum(c.ends for c in found) == (ask.kind != AskKind.VICTIM)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_commanded_group_has_orders_to_choose_from(scenario: str) -> None:
    """Nobody who may be ordered is left out, and each may at least be told to hold."""
    of, names = of_scenario(scenario)
    seen = 0
    for b, ask, given in boards(scenario):
        if ask.kind != AskKind.MOVE or given.kind == Act.DONE or given.kind == Act.STEP:
            continue
        own = [c.order.kind for c in of.choices(b, names, ask) if c.order.actor == given.actor]
        assert Act.HOLD in own and (
            len(own) > 1 or b.groups[given.actor].shape or b.groups[given.actor].engine >= 0
        )
        seen += 1
    assert seen > 3


def wrong_orders(ask: Ask, o: Order, r: random.Random) -> list[Order]:
    """Orders that are likely to be refused: every other act, other people, other places."""
    far = o._replace(x=o.x + r.uniform(-90, 90), y=o.y + r.uniform(-90, 90))
    acts = [o._replace(kind=int(act)) for act in Act]
    moved = [
        far._replace(kind=int(act), how=1, fx=0.6, fy=0.8)
        for act in (Act.MARCH, Act.FORM, Act.STEP, Act.DRIVE)
    ]
    people = [
        o._replace(actor=r.randrange(-1, 40)),
        o._replace(other=r.randrange(-1, 60)),
        o._replace(how=r.choice([-3, 2, 3, 5, 9, 77])),
    ]
    return [*acts, *moved, *people, far, o._replace(fx=3.0, fy=4.0), o._replace(x=float("nan"))]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_refusal_has_words_a_rule_of_the_book_and_a_way_out(scenario: str) -> None:
    of, names = of_scenario(scenario)
    known, r = of_book(of.folder, of.prefix), random.Random(1)
    rules: Counter[int] = Counter()
    for b, ask, given in boards(scenario)[:: 2 if len(boards(scenario)) > 40 else 1]:
        for wrong in wrong_orders(ask, given, r):
            rule = check(b, ask, wrong)
            if rule == 0 or rules[rule] > 12:
                continue
            rules[rule] += 1
            told = of.explain(b, names, ask, wrong, rule)
            assert told.rule == known.rule_id(rule), (told, wrong)
            assert rule in refusals.REASONS, (told.rule, AskKind(ask.kind).name, wrong)
            assert not re.search(r"None|<|>|_|\bnan\b|  ", told.text), told
            assert told.nearest is not None and check(b, ask, told.nearest) == 0, (told, wrong)
    assert len(rules) > 10


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_barred_is_refused_for_the_reason_given(scenario: str) -> None:
    of, names = of_scenario(scenario)
    known = of_book(of.folder, of.prefix)
    seen = 0
    for b, ask, _ in boards(scenario):
        for c in of.barred(b, names, ask):
            assert known.rule_id(check(b, ask, c.order)) == c.rule, c
            assert c.reason in c.text and not ODD.search(c.title), c
            seen += 1
    assert seen > 20


def test_every_rule_that_the_check_can_name_has_words() -> None:
    """Whatever number a check returns, there is a sentence for it."""
    found = {
        n
        for name in ("legality", "lacking", "plans", "command", "guns", "early_19th/gatling")
        for n in returned(name)
    }
    assert len(found) > 40
    assert {CATALOGUE.rule_id(n) for n in found - set(refusals.REASONS)} == set()


def returned(module: str) -> set[int]:
    """The rule numbers that functions which check or allow return."""
    source = Path(FOLDER / f"{module}.py").read_text(encoding="utf-8")
    numbers: set[int] = set()
    for f in ast.walk(ast.parse(source)):
        if isinstance(f, ast.FunctionDef) and re.match(
            r"check|lack|bar_to|may_(activate|order|fire)", f.name
        ):
            if ast.unparse(f.returns or ast.Constant(0)) == "int":
                numbers |= {n for node in ast.walk(f) for n in values_of(node, f)}
    return {n for n in numbers if n in {rule.number for rule in CATALOGUE.rules}}


def values_of(node: ast.AST, f: ast.FunctionDef) -> set[int]:
    """The numbers that a return, or a rule kept for one, can be."""
    if isinstance(node, ast.Return) and node.value is not None:
        return leaves(node.value)
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "rule":
        return leaves(node.value)
    return set()


def leaves(e: ast.expr) -> set[int]:
    """The constants of a choice between sums of numbers and OWN, OWN_PS and R."""
    if isinstance(e, ast.IfExp):
        return leaves(e.body) | leaves(e.orelse)
    if isinstance(e, ast.BinOp) and isinstance(e.op, ast.Add):
        return {a + c for a in leaves(e.left) for c in leaves(e.right)}
    if isinstance(e, ast.Name):
        return {{"R": R, "OWN": 10_000, "OWN_PS": 20_000}.get(e.id, -(10**6))}
    if isinstance(e, ast.Call) and ast.unparse(e.func) == "refuse":
        return leaves(e.args[1])
    return {e.value} if isinstance(e, ast.Constant) and isinstance(e.value, int) else {-(10**6)}


# On bare tables


def test_an_officer_is_asked_whether_he_will_load_or_fire() -> None:
    f = Field()
    pc = f.leader("blue", 40, 15, quality="top", pc=True)
    n = names_of(f, "Captain Harding")
    ask = asked(AskKind.DECLARE, 0, pc)
    said = "Captain Harding throws 4 command dice, or 3 if he means to load or fire this turn: does he?"
    assert menu.describe_ask(f.b, n, ask) == f"Blue: {said} [TY-019, TY-023, TY-R35]"
    assert [(c.key, c.more, c.ends) for c in menu.choices(f.b, n, ask)] == [
        ("n", "4 command dice", True),
        ("y", "3 command dice", False),
    ]
    f.group("red", 1, 40, 17)
    said = "Captain Harding throws 3 command dice either way: will he load or fire this turn?"
    assert said in menu.describe_ask(f.b, n, ask)


def test_points_are_spent_on_those_in_reach_and_the_others_are_barred_with_the_distance() -> None:
    f = Field()
    pc = f.leader("blue", 40, 15, quality="top", pc=True)
    nco = f.leader("blue", 45, 15, role="nco", arms=("musket",))
    near = f.group("blue", 3, 40, 30)
    far = f.group("blue", 3, 40, 80)
    dear = f.group("blue", 5, 45, 25)
    n = names_of(f, "Captain Harding", "The sergeant", "Riflemen", "Hussars", "The third section")
    for g in (nco, near, far, dear):
        f.loyal(g, pc, nco)
    f.g(pc).points = 4
    ask = asked(AskKind.SPEND, 0, pc, 4)
    said = "Blue: Captain Harding has 4 command points: whom shall he command? [TY-009, TY-028, TY-031]"
    assert menu.describe_ask(f.b, n, ask) == said
    assert texts(menu.choices(f.b, n, ask)) == [
        "command the sergeant for 1 point, who throws 3 dice",
        "command the sergeant for 1 point, who throws 2 dice and means to load or fire",
        "command Riflemen: 3 figures for 3 points",
        "spend no more: what is left is lost",
    ]
    barred = {c.order.other: (c.rule, c.reason) for c in menu.barred(f.b, n, ask)}
    assert barred[dear] == ("TY-R31", "the third section costs 5 command points; Captain Harding has 4")
    rule, why = barred[far]
    assert rule == "TY-035" and why.startswith("all 3 figures of Hussars are out of reach")
    assert why.endswith("from Captain Harding, who commands within 50.0 cm")
    told = menu.explain(f.b, n, ask, order(Act.ACTIVATE, pc, far), 35)
    assert told.nearest == order(Act.ACTIVATE, pc, near)


def test_who_is_in_retreat_and_could_be_commanded_is_named_before_the_points_are_lost() -> None:
    f = Field()
    pc = f.leader("blue", 40, 15, quality="top", pc=True)
    near = f.group("blue", 3, 40, 30)
    other = f.group("blue", 3, 45, 30)
    dear = f.group("blue", 5, 45, 25)
    n = names_of(f, "Captain Harding", "Riflemen", "The second section", "The third section")
    for g in (near, other, dear):
        f.loyal(g, pc)
        f.g(g).falling_back = True
    f.g(pc).points = 4
    ask = asked(AskKind.SPEND, 0, pc, 4)
    said = menu.describe_ask(f.b, n, ask)
    assert "whom shall he command (in retreat: Riflemen and the second section)? [" in said
    no_more = menu.choices(f.b, n, ask)[-1]
    assert no_more.text.endswith("lost; in retreat without command: Riflemen and the second section")
    f.g(near).commander = pc
    f.g(other).falling_back = False
    assert "in retreat" not in menu.describe_ask(f.b, n, ask)


def test_a_march_that_is_too_far_is_refused_with_both_measures_and_shortened() -> None:
    f = Field()
    g = f.group("blue", 3, 40, 20)
    n = names_of(f, "Riflemen")
    f.g(g).commander = g
    ask = asked(AskKind.MOVE)
    wrong = order(Act.MARCH, g, NOBODY, 1, x=40, y=60, fx=0.0, fy=1.0)
    told = menu.explain(f.b, n, ask, wrong, check(f.b, ask, wrong))
    assert (told.rule, told.text) == ("TY-039", "Riflemen 1 would go 40.0 cm; his move is 25.0 cm")
    assert told.nearest is not None and told.nearest.y == pytest.approx(45.0, abs=0.01)
    f.terrain("wood", rectangle=(0, 30, 80, 60))
    wrong = wrong._replace(y=43.0)
    told = menu.explain(f.b, n, ask, wrong, check(f.b, ask, wrong))
    assert told.text == "that way is 36.0 cm for Riflemen 1, with its ground; his move is 25.0 cm"
    assert told.nearest is not None and told.nearest.y == pytest.approx(37.5, abs=0.01)


def test_a_place_that_is_taken_names_who_stands_there() -> None:
    f = Field()
    one, two = f.leader("blue", 40, 20, role="nco"), f.leader("blue", 40, 30, role="drummer")
    n = names_of(f, "The sergeant", "The drummer")
    f.g(one).commander = one
    ask = asked(AskKind.MOVE)
    wrong = order(Act.MARCH, one, NOBODY, 1, x=40, y=30.5, fx=0.0, fy=1.0)
    told = menu.explain(f.b, n, ask, wrong, check(f.b, ask, wrong))
    assert (told.rule, told.text) == ("TY-R03", "there is no room for the sergeant: the drummer stands there")
    assert told.nearest is not None and abs(told.nearest.y - 30.5) < 2.6 and f.g(two).side == 0


def test_horse_is_offered_its_gaits_by_the_name_of_the_book() -> None:
    for name, word in (("ec", "canter"), ("ps", "trot")):
        f = Field(name)
        g = f.group("blue", 2, 40, 20, kind="skirmish_horse" if name == "ec" else "swedish", mounted=True)
        n = names_of(f, "Hussars")
        f.g(g).commander = g
        titles = [c.title for c in menu.choices(f.b, n, asked(AskKind.MOVE))]
        assert {"Walk forward", f"{word.capitalize()} forward", "Gallop forward"} <= set(titles)


def test_dutch_horse_is_told_that_it_does_not_gallop() -> None:
    f = Field("ps")
    g = f.group("blue", 2, 40, 20, kind="dutch", mounted=True)
    n = names_of(f, "Horse")
    f.g(g).commander = g
    ask = asked(AskKind.MOVE)
    wrong = order(Act.MARCH, g, NOBODY, 3, x=40, y=75, fx=0.0, fy=1.0)
    told = menu.explain(f.b, n, ask, wrong, check(f.b, ask, wrong))
    assert (told.rule, told.text) == (
        "PS-075",
        "horse trained in the Dutch manner gallops only when it runs away",
    )
    assert told.nearest is not None and (told.nearest.how, round(told.nearest.y)) == (2, 65)


def test_a_charge_is_offered_or_barred_with_its_distance() -> None:
    f = Field()
    g = f.group("blue", 3, 40, 20)
    near = f.group("red", 3, 40, 40, "south")
    far = f.group("red", 3, 40, 80, "south")
    n = names_of(f, "Riflemen", "Fusiliers", "Voltigeurs")
    f.g(g).commander = g
    f.ready()
    ask = asked(AskKind.MOVE)
    found = [c for c in menu.choices(f.b, n, ask) if c.order.kind == Act.CHARGE]
    assert [(c.title, c.more) for c in found] == [("Charge Fusiliers", "18 cm away")]
    assert found[0].order.other == near
    barred = {c.order.other: (c.rule, c.reason) for c in menu.barred(f.b, n, ask)}
    assert barred == {far: ("TY-R19", "Voltigeurs are 58.0 cm from Riflemen, who can charge 25.0 cm")}


def test_shots_are_offered_with_their_number_range_and_need() -> None:
    f = Field()
    g = f.group("blue", 3, 40, 20)
    f.group("red", 3, 40, 32, "south")
    n = names_of(f, "Riflemen", "Fusiliers")
    f.g(g).commander = g
    f.ready()
    ask = asked(AskKind.SHOOT)
    (shot, no_more) = menu.choices(f.b, n, ask)
    need = f.b.rules.to_hit[0][0]
    assert shot.text == f"Riflemen fire at Fusiliers: 3 shots, 10 cm away, hits on {need} or more of a D8"
    assert no_more.text == "no more shots" and no_more.ends
    assert shot.title == "Fire at Fusiliers"
    for i in f.of(g):
        f.f(i).loaded = False
    (barred,) = menu.barred(f.b, n, ask)
    assert (barred.rule, barred.reason) == ("TY-050", "Riflemen are not loaded")


def test_where_several_may_shoot_each_shot_names_its_shooter() -> None:
    f = Field()
    g = f.group("blue", 3, 40, 20)
    h = f.group("blue", 3, 60, 20)
    f.group("red", 3, 50, 32, "south")
    n = names_of(f, "Riflemen", "First line section", "Fusiliers")
    f.g(g).commander = f.g(h).commander = g
    f.ready()
    titles = [c.title for c in menu.choices(f.b, n, asked(AskKind.SHOOT))]
    assert titles == ["Riflemen fire at Fusiliers", "First line section fires at Fusiliers", "No more shots"]
    offers = book("early-19th-century").offers(f.b, n, asked(AskKind.SHOOT), [n.pieces.index(n.group_ids[h])])
    assert [c.title for c in offers] == ["Fire at Fusiliers"], "who is picked needs no name"


def test_a_far_target_is_offered_though_many_nearer_ones_are_none() -> None:
    """Who is asked whom to shoot at finds somebody on his list."""
    f = Field()
    g = f.group("blue", 3, 40, 20)
    f.group("blue", 1, 40, 44, "south")  # who sees them all
    f.terrain("building", rectangle=(30, 26, 50, 30))
    for k in range(menu.MOST_AIMS + 1):
        f.group("red", 1, 30.0 + 2.2 * k, 34, "south")  # near, and behind the house
    far = f.group("red", 3, 85, 40, "south")
    n = names_of(f, "Riflemen", "Scout", *("Hidden men",) * (menu.MOST_AIMS + 1), "Fusiliers")
    f.g(g).commander = g
    f.ready()
    ask = asked(AskKind.SHOOT)
    assert len(seen_enemies(f.b, 0, 40, 20)) == menu.MOST_AIMS + 2
    assert far in [c.order.other for c in menu.choices(f.b, n, ask) if c.order.actor == g]


def test_a_gun_says_what_it_lacks() -> None:
    f = Field("ps")
    k, crew = f.gun("blue", 40, 20, arms=("sword",))
    f.group("red", 3, 40, 60, "south")
    aside = f.group("red", 3, 90, 60, "south")
    n = names_of(f, "The saker's crew", "Fusiliers", "Voltigeurs")
    n.engines = ["The saker"]
    f.ready()
    ask = asked(AskKind.SHOOT)
    (shot, _) = menu.choices(f.b, n, ask)
    assert shot.title == "Fire the saker at Fusiliers"
    told = menu.explain(
        f.b, n, ask, order(Act.FIRE, crew, aside), check(f.b, ask, order(Act.FIRE, crew, aside))
    )
    assert (told.rule, told.text) == (
        "PS-092",
        "nobody of Voltigeurs is in sight straight ahead of the saker",
    )
    assert told.nearest == shot.order
    f.e(k).loaded, f.e(k).charge = False, 1.0
    told = menu.explain(f.b, n, ask, shot.order, check(f.b, ask, shot.order))
    assert (told.rule, told.text) == ("PS-091", "the saker is not loaded: 1 of 3 turns done")


def test_a_lone_winner_is_asked_for_his_victim_and_a_group_whether_it_follows_up() -> None:
    f = Field()
    g = f.leader("blue", 40, 20, role="nco")
    foes = f.group("red", 2, 40, 22)
    n = names_of(f, "The sergeant", "Fusiliers")
    for i in (*f.of(g), *f.of(foes)):
        f.f(i).match = 0
    f.f(f.of(foes)[1]).wounded = True
    ask = asked(AskKind.VICTIM, 0, f.of(g)[0], 1)
    assert menu.describe_ask(f.b, n, ask).startswith(
        "Blue: the sergeant has won alone against several: whom does he kill?"
    )
    assert [(c.title, c.more) for c in menu.choices(f.b, n, ask)] == [
        ("Fusiliers 1", ""),
        ("Fusiliers 2", "wounded already"),
    ]
    follow = asked(AskKind.FOLLOW, 0, g)
    assert menu.describe_ask(f.b, n, follow).startswith(
        "Blue: the sergeant has pushed back his enemies: does he follow up, 5.0 cm straight ahead?"
    )
    assert texts(menu.choices(f.b, n, follow)) == [
        "the sergeant follows up",
        "the sergeant stays where he stands",
    ]


def test_who_is_bound_by_his_dice_is_told_what_he_threw() -> None:
    f = Field()
    g = f.group("blue", 3, 40, 20)
    n = names_of(f, "Riflemen")
    u = f.g(g)
    u.commander, u.die, u.risk, u.code, u.row, u.roman = g, 2, 7, 3, 3, True
    ask = asked(AskKind.MOVE)
    told = menu.explain(f.b, n, ask, order(Act.HOLD, g), check(f.b, ask, order(Act.HOLD, g)))
    assert (told.rule, told.text) == (
        "TY-078",
        "Riflemen have thrown 2 at a Risk Factor of 7 and must obey: run",
    )


def test_single_men_women_and_sections_are_spoken_of_as_they_should_be() -> None:
    f = Field()
    f.leader("blue", 40, 20), f.group("blue", 3, 40, 40), f.group("blue", 3, 40, 60)
    n = names_of(f, "Captain Harding", "The millers' women", "First line section")
    said = [asking.describe_order(f.b, n, order(Act.STAY, g)) for g in range(3)]
    assert said == [
        "Captain Harding stays where he stands",
        "the millers' women stay where they stand",
        "First line section stays where it stands",
    ]
    assert [asking.possessive(f.b, n, g) for g in range(3)] == ["his", "their", "its"]


def test_a_shortened_way_is_legal_and_hardly_shorter_than_need_be() -> None:
    f = Field()
    g = f.group("blue", 4, 40, 20)
    f.g(g).commander = g
    f.terrain("wood", rectangle=(0, 30, 80, 60))
    ask = asked(AskKind.MOVE)
    wanted = order(Act.MARCH, g, NOBODY, 1, x=40, y=60, fx=0.0, fy=1.0)
    short = nearest.shortened(f.b, ask, wanted, 40, 20, 1.0)
    assert short is not None and check(f.b, ask, short) == 0
    best = nearest.farthest(f.b, ask, wanted, 40, 20)
    assert best is not None and 0.0 <= best.y - short.y < 1.0


def test_looking_changes_nothing() -> None:
    for scenario in SCENARIOS[:2]:
        of, names = of_scenario(scenario)
        b, ask, _ = boards(scenario)[5]
        before: Battle = clone(b)
        of.choices(b, names, ask), of.barred(b, names, ask), of.describe_ask(b, names, ask)
        assert (b.groups, b.figures, b.engines, b.dice) == (
            before.groups,
            before.figures,
            before.engines,
            before.dice,
        )


@pytest.mark.rule("TY-R28", "TY-066")
def test_odds_of_a_shot_leave_out_whom_the_step_has_doomed_already() -> None:
    """He still stands there, and is lost whatever is ordered."""
    f = Field("ec")
    f.group("blue", 3, 60, 20)
    g, alone = f.group("red", 3, 60, 50, "south"), f.group("red", 1, 90, 50, "south")
    b = f.b
    for j in (f.of(g)[0], f.of(alone)[0]):
        b.figures[j].slain = True
    b.figures[f.of(g)[1]].wounded, b.figures[f.of(g)[1]].struck = True, 1
    b.figures[f.of(g)[2]].struck = 1
    before = gestures.losses(b), gestures.broken(b)
    suffer_all(b)
    assert (gestures.losses(b), gestures.broken(b)) == before
    assert before == ((0, 3), {PIECE_GROUP + alone})


SHOT = re.compile(r"(\d+) shots?, .* cm away, hits on (\d+) or more of a D8")


def offered_shots(game: Game) -> dict[Order, tuple[int, int]]:
    """What the buttons promise of muskets that may be fired now: how many shots, and what the best of them needs."""
    found = {c.order: SHOT.fullmatch(c.more) for c in game.choices() if c.order.kind == Act.FIRE}
    return {order: (int(said[1]), int(said[2])) for order, said in found.items() if said and said[1] != "0"}


def carried_out(game: Game, o: Order) -> tuple[int, int]:
    """What the rules then make of them."""
    events = Alone(game, o, lambda b: volleys.fire(b, o.actor, o.other) and None, (0, 1)).listen(1)
    (shoots,) = (e for e in events if e.kind == Ev.SHOOTS)
    return int(shoots.a), min(int(e.a) for e in events if e.kind == Ev.TO_HIT)


@pytest.mark.parametrize("scenario", ["the-mill-at-valdespino", "saxby-bridge"])
def test_what_a_button_says_of_a_shot_is_what_the_rules_make_of_it(scenario: str) -> None:
    """With the book's proportion of the group, which are the nearest, and not the best placed [TY-R47]."""
    plan = open_game(scenario, seed=2, blue="drill", red="drill")
    mine = [e.order for e, ask in zip(plan.entries, plan.asks, strict=True)
            if isinstance(e, Move) and ask and ask.side == 0]  # fmt: skip
    game, seen = open_game(scenario, seed=2, red="drill"), 0
    for given in mine:
        if game.ask is not None and game.ask.kind == AskKind.SHOOT:
            for o, said in offered_shots(game).items():
                assert carried_out(game, o) == said, o
                seen += 1
        game.give(given)
    assert seen >= 20
