"""What people are asked, offered and refused: choices are legal, refusals have a reason and a way out."""

from __future__ import annotations

import ast
import math
import random
import re
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.battle import General
from grognard.book import Choice
from grognard.books.most_irregular import decide, menu, refusals, sequence, setup
from grognard.books.most_irregular.drill import drill
from grognard.books.most_irregular.legality import check
from grognard.books.most_irregular.state import Battle, R
from grognard.books.most_irregular.straggling import ready_stragglers
from grognard.books.most_irregular.whim import at_random
from grognard.records import clone
from grognard.values import Ask, Order

from .field import CATALOGUE, FOLDER, NOBODY, OFFICER, Act, AskKind, Field, order

SCENARIOS = sorted(path.stem for path in (FOLDER / "scenarios").glob("*.toml"))
SENTENCE = re.compile(
    r"unknown|no order|party \d|\bman -?\d|commander -?\d|None|<|>|[A-Za-z]\.[A-Z]|_|\bnan\b|  "
)
QUESTION = re.compile(r"(Blue|Red): .+\? \[MI-R?\d+(, MI-R?\d+)*\]")
Visit = Callable[[Battle, setup.Names, Ask], None]


def play(
    monkeypatch: pytest.MonkeyPatch, name: str, seed: int, visit: Visit, turns: int = 3, **house: str
) -> Battle:
    """A battle by choices from the menu and by chance, with somebody looking on at every ask."""
    b, names, _ = setup.new_battle(FOLDER / "scenarios" / f"{name}.toml", house)
    b.generals[0] = b.generals[1] = int(General.RANDOM)
    setup.seed(b, seed)
    rng = random.Random(seed)

    def watched(battle: Battle, ask: Ask) -> Order:
        counter = battle.whim.counter
        visit(battle, names, ask)
        battle.whim.counter = counter
        if rng.random() < 0.5:
            return at_random(battle, ask)
        offered = [choice.order for choice in menu.choices(battle, names, ask)]
        units = [o for o in offered if o.kind == Act.UNIT]
        return rng.choice(units or offered)

    monkeypatch.setattr(decide, "at_random", watched)
    while b.winner < 0 and b.turn < turns:
        sequence.play_turn(b)
    return b


def names_of(f: Field, *bodies: str) -> setup.Names:
    """What the pieces of a bare table are called: bodies and officers in the order they came."""
    b = f.b
    given = [*bodies, *(f"Body {k}" for k in range(len(bodies), b.n_bodies))]
    number: Counter[int] = Counter()
    n = setup.Names(bodies=given, body_ids=[f"U{k}" for k in range(len(given))], armies=["Blue", "Red"])
    for m in b.men[: b.n_men]:
        number[m.body] += 1
        n.men.append(f"{given[m.body]} {number[m.body]}")
        n.man_ids.append(f"U{m.body}-{number[m.body]}")
        n.man_sides.append(m.side)
    n.leaders = [
        ("Captain Wren", "Sergeant Hale", "Ensign Lacey", "Colonel Marsh")[k] for k in range(b.n_commanders)
    ]
    n.leader_ids = [f"C{k + 1}" for k in range(b.n_commanders)]
    n.terrain = [f"The ground {k}" for k in range(b.ground.n)]
    n.objectives = [f"The goal {k + 1}" for k in range(b.aims.n_objectives)]
    return n


def texts(offered: list[Choice]) -> list[str]:
    return [choice.text for choice in offered]


def keyed(f: Field, ask: Ask, *bodies: str) -> dict[str, str]:
    return {choice.key: choice.text for choice in menu.choices(f.b, names_of(f, *bodies), ask)}


def goal(f: Field, x: float, y: float) -> None:
    a = f.b.aims
    o = a.objectives[a.n_objectives]
    o.x, o.y, o.radius, o.points = x, y, 4.0, 2
    a.n_objectives += 1


def commands(f: Field, k: int) -> Ask:
    """The commander's turn to use his troops."""
    f.b.commander = k
    return Ask(AskKind.ACTIVATE, f.c(k).side, k, NOBODY)


# Choices


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_choice_is_legal_worded_and_has_a_key_of_its_own(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    seen: Counter[int] = Counter()

    def look(b: Battle, names: setup.Names, ask: Ask) -> None:
        seen[ask.kind] += 1
        if seen[ask.kind] > 8:
            return
        before = clone(b)
        offered = menu.choices(b, names, ask)
        assert offered, AskKind(ask.kind)
        assert all(check(b, ask, choice.order) == 0 for choice in offered)
        assert len({choice.key for choice in offered}) == len(offered)
        assert len({choice.order for choice in offered}) == len(offered) <= 90
        said = [*texts(offered), *(menu.describe_order(b, names, choice.order) for choice in offered)]
        assert not [text for text in said if not text.strip() or SENTENCE.search(text)]
        assert not [choice for choice in offered if not choice.key]
        question = menu.describe_ask(b, names, ask)
        assert QUESTION.fullmatch(question) and not SENTENCE.search(question), question
        assert (b.men, b.commanders, b.formations, b.dice) == (
            before.men, before.commanders, before.formations, before.dice
        )  # fmt: skip

    play(monkeypatch, name, 4, look)
    assert {AskKind.COMMANDER, AskKind.STEP, AskKind.ACTIVATE, AskKind.ACTION} <= set(seen)


def test_a_menu_offers_what_the_drill_book_would_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the asks that want a word and not a place, nothing is left out."""
    words = {AskKind.COMMANDER, AskKind.LEAD, AskKind.REROLL, AskKind.REACT, AskKind.EVADE}
    looked: Counter[int] = Counter()

    def look(b: Battle, names: setup.Names, ask: Ask) -> None:
        if ask.kind in words:
            wanted = drill(b, ask)
            looked[ask.kind] += 1
            offered = [choice.order for choice in menu.choices(b, names, ask)]
            assert (wanted.kind, wanted.actor) in [(o.kind, o.actor) for o in offered]
            if ask.kind == AskKind.REROLL and wanted.kind == Act.YES:
                assert wanted.other in [o.other for o in offered]

    for name in SCENARIOS:
        play(monkeypatch, name, 9, look)
    assert looked[AskKind.COMMANDER] > 20 and sum(looked.values()) > looked[AskKind.COMMANDER]


def test_bailing_is_offered_to_those_whose_way_is_clear() -> None:
    f = Field()
    clear, barred = f.men("blue", (16, 30), (24, 30))
    f.man("red", 24, 24)
    f.commander("blue", 20, 30)
    offered = menu.choices(f.b, names_of(f, "Light company", "Hunters"), commands(f, 0))
    (bail,) = [choice for choice in offered if choice.order.kind == Act.BAIL]
    assert bail.text == "Light company 1 bails 18.0 inches south, losing a man for each 1"
    assert bail.order.how == f.set(clear) and f.m(barred).formation == NOBODY


def test_every_ask_has_a_question_and_choices() -> None:
    assert set(menu.QUESTIONS) == set(AskKind)
    assert set(menu.OFFERS) == set(AskKind)


def test_every_act_is_described() -> None:
    f = Field()
    f.formation("blue", 6, 24, 10, files=3)
    f.men("blue", (10, 10), (12, 10))
    f.formation("red", 4, 24, 30, facing="south")
    f.commander("blue", 24, 8)
    names = names_of(f, "Line section", "Light company", "Militia")
    assert set(menu.WORDS) == set(Act)
    for act in Act:
        said = menu.describe_order(f.b, names, Order(int(act), 0, 2, 3, 25.0, 14.0, 0.0, 1.0))
        assert said and not SENTENCE.search(said), act
        assert said != act.name.lower() or act in (Act.STAY, Act.YES, Act.NO)


def test_the_orders_of_a_line_in_words() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10)
    light = f.men("blue", (10, 10), (12, 10), (14, 10))
    f.formation("red", 4, 24, 30, facing="south")
    names = names_of(f, "Line section", "Light company", "Militia")
    half = math.sqrt(0.5)
    orders = (
        order(Act.MOVE, line, x=24 + 4 * half, y=10 + 4 * half, fx=0, fy=1),
        order(Act.MOVE, line, x=24, y=10, fx=1, fy=0),
        order(Act.MOVE, line, how=f.set(0, 1), x=22.5, y=12, fx=0, fy=1),
        order(Act.WHEEL, line, 0, x=1.5, fx=-half, fy=half),
        order(Act.REPOSITION, line, 2, x=24, y=10, fx=0, fy=1),
        order(Act.RAPID, line, 2),
        order(Act.ASSAULT, line, fx=0, fy=1),
        order(Act.SKIRMISH, how=f.set(*light), other=2),
        order(Act.HARASS, how=f.set(light[0]), fx=-1, fy=0),
        order(Act.SCURRY, how=f.set(*light), x=0, y=-8, fx=-0.5),
        order(Act.FORM_RANKS, other=2, how=f.set(*light), x=12, y=10, fx=0, fy=1),
        order(Act.REGROUP, line, 1, f.set(*light)),
        order(Act.RUN, line, how=f.set(0, 1, 2, 5)),
    )
    assert [menu.describe_order(f.b, names, o) for o in orders] == [
        "the Line section moves 4.0 inches north-east, facing north",
        "the Line section turns to face east",
        "2 men of the Line section move 2.0 inches north, facing north",
        "the Line section wheels on Line section 1 to face north-west, then 1.5 inches straight on",
        "the Line section repositions in a column of 2 files, facing north",
        "the Line section fires rapidly at the Militia",
        "the Line section assaults the stragglers to the north",
        "3 men of the Light company fire at the Militia",
        "Light company 1 harasses the stragglers to the west",
        "3 men of the Light company scurry up to 8.0 inches south, closing in",
        "3 men of the Light company form ranks: 2 ranks of 2, facing north",
        "the Line section regroups: the wounded roll, 3 men of the Light company are taken in",
        "Line section 1 to 3 and 6 run",
    ]


def test_questions_in_words() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10)
    light = f.men("blue", (26, 8), (28, 8))
    mob = f.formation("red", 4, 24, 30, facing="south")
    wren = f.commander("blue", 24, 7.8, mounted=True)
    hale = f.commander("blue", 27, 7, "elite", charismatic=True)
    f.commander("blue", 25.5, 5, officer_only=True)
    f.m(0).wounded = True
    f.b.commander, f.b.sought = hale, f.set(*light)
    names = names_of(f, "Line section", "Light company", "Town mob")
    asks = (
        (AskKind.COMMANDER, 0, NOBODY, NOBODY),
        (AskKind.STEP, 0, wren, NOBODY),
        (AskKind.OFFICER, 0, wren, NOBODY),
        (AskKind.ACTIVATE, 0, hale, NOBODY),
        (AskKind.ACTION, 0, line, 2),
        (AskKind.LEAD, 0, wren, line),
        (AskKind.REROLL, 0, line, 1),
        (AskKind.RUN, 0, line, 2),
        (AskKind.REACT, 1, mob, line),
        (AskKind.EVADE, 0, OFFICER + hale, mob),
        (AskKind.FALL, 0, hale, 1),
        (AskKind.SUCCESSOR, 1, NOBODY, NOBODY),
    )
    said = [menu.describe_ask(f.b, names, Ask(*ask)) for ask in asks]
    assert said == [
        "Blue: which commander acts next, Captain Wren (regular, mounted) and Sergeant Hale (elite, charismatic)? "
        "[MI-014, MI-R08]",
        "Blue: does Captain Wren (regular, mounted) stay, move up to 8.0 inches, or dash up to 12.0 inches, "
        "which may draw a shot? [MI-017, MI-019, MI-020, MI-021]",
        "Blue: which officer without troops moves, within 6.0 inches of Captain Wren: Ensign Lacey? [MI-R09]",
        "Blue: Sergeant Hale (elite, charismatic) may activate one formed unit within 6.0 inches "
        "(the Line section) and stragglers within 8.0 inches (2 ready), or call 2 stragglers within 16.0 inches: "
        "what first? [MI-017, MI-023, MI-025]",
        "Blue: what does the Line section do (6 men, 1 wounded, regular, facing north), with 2 actions left? [MI-028]",
        "Blue: does Captain Wren go along with the Line section? [MI-R12]",
        "Blue: the Line section has rolled 1, 3 is wanted, and 2 men run if that stands: "
        "does an officer have it roll again? [MI-088, MI-089, MI-090]",
        "Blue: the Line section loses 2 men who run: which? [MI-086, MI-R46]",
        "Red: the Town mob is assaulted by the Line section: fire as they come in? [MI-103, MI-R55]",
        "Blue: Sergeant Hale has stood up to the Town mob: does he withdraw 4.0 inches? [MI-096, MI-R51]",
        "Blue: 1 man of the 2 who bail is lost: which? [MI-137, MI-R46]",
        "Red: no commander is left: who takes command? [MI-R18]",
    ]
    f.b.stirred = f.b.unit_used = True
    assert menu.describe_ask(f.b, names, Ask(AskKind.ACTIVATE, 0, hale, NOBODY)) == (
        "Blue: Sergeant Hale (elite, charismatic) may activate no other formed unit and stragglers within "
        "8.0 inches (2 ready): what next? [MI-017, MI-023, MI-025]"
    )


def test_the_actions_of_a_line_in_the_open() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10, files=3)
    f.formation("red", 4, 24, 21, facing="south")
    goal(f, 30, 12)
    said = keyed(f, f.activate(line), "Line section", "Militia")
    assert said["f"] == "the Line section moves 4.0 inches north, facing north"
    assert said["h"] == "the Line section moves 2.0 inches north, facing north"
    assert said["s"] == "the Line section moves 4.0 inches south, facing north"
    assert said["z"] == "the Line section moves 4.0 inches west, facing north"
    assert said["c"] == "the Line section moves 4.0 inches east, facing north"
    assert said["o1"] == "the Line section moves 4.0 inches east, facing east, towards the goal 1"
    assert said["v1"] == (
        "the Line section fires at the Militia, 6 men fire, 10.3 inches away, effective up to 12.0 inches"
    )
    assert said["x1"].startswith("the Line section fires rapidly at the Militia, 6 men fire")
    assert said["tse"] == "the Line section turns to face south-east"
    assert "tn" not in said
    assert said["wl"] == "the Line section wheels on Line section 1 to face north-west"
    assert said["wR"] == "the Line section wheels on Line section 3 to face east"
    assert said["r2"] == "the Line section repositions in 2 ranks of 3, facing north"
    assert said["c2"] == "the Line section repositions in a column of 2 files, facing north"
    assert "r1" not in said  # six abreast do not fit into the circle
    assert said["pf"] == "3 men of the Line section move 4.0 inches north, facing north (the front rank)"
    assert said["pl"].endswith("(the left half)")
    assert said["d2"] == "the Line section disperses, 2.0 inches apart"
    assert said["0"] == "no more actions"
    assert not [key for key in said if key[0] in "aj" or key.startswith("g")]


def test_a_unit_that_fired_with_one_action_left_is_not_offered_fire() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10)
    f.formation("red", 4, 24, 20, facing="south")
    ask = f.activate(line, actions=1)
    kinds = {choice.order.kind for choice in menu.choices(f.b, names_of(f), ask)}
    assert Act.FIRE in kinds and Act.RAPID not in kinds
    f.b.has_fired = True
    kinds = {choice.order.kind for choice in menu.choices(f.b, names_of(f), ask)}
    assert not kinds & {Act.FIRE, Act.RAPID}


def test_assaults_on_what_is_ahead_and_what_is_out_of_reach() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10)
    f.formation("red", 4, 24, 13, facing="south")
    f.formation("red", 4, 24, 6, facing="north")  # behind the line
    f.man("red", 24.3, 17.5)
    said = keyed(f, f.activate(line), "Line section", "Militia", "Town mob", "Hunters")
    assault = {key: text for key, text in said.items() if key[0] == "a"}
    assert assault == {
        "a1": "the Line section assaults the Militia, 2.2 inches away",
        "as": "the Line section assaults the stragglers to the north, 6.8 inches away, out of reach of 4.0 inches",
    }


def test_regrouping_with_what_there_is() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10)
    near = f.man("blue", 24, 13)
    f.man("blue", 24, 30)
    ask = f.activate(line)
    said = keyed(f, ask, "Line section", "Light company", "Marines")
    assert said["gs"] == "the Line section regroups: Light company 1 is taken in"
    assert "g" not in said and "gw" not in said
    f.m(0).wounded = True
    said = keyed(f, ask, "Line section", "Light company", "Marines")
    assert said["g"] == "the Line section regroups: the wounded roll, Light company 1 is taken in"
    assert said["gw"] == "the Line section regroups: the wounded roll"
    assert f.m(near).formation == NOBODY


def test_a_part_that_has_split_off_is_in_the_menu_too() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10)
    party = f.formation("blue", 3, 30, 10)
    ask = f.activate(line)
    for i in f.of(party):
        f.m(i).acted = f.b.activation
    said = keyed(f, ask, "Line section", "Pioneers")
    assert said["f"] == "the Line section moves 4.0 inches north, facing north"
    assert said["u1-f"] == "the Pioneers move 4.0 inches north, facing north"
    assert said["j2"] == "the Line section moves 3.4 inches east, facing north, to join the Pioneers"


def test_the_steps_of_a_commander() -> None:
    f = Field()
    f.formation("blue", 4, 24, 16)
    f.formation("blue", 4, 10, 10, acted=1)
    f.man("red", 24, 30)
    wren = f.commander("blue", 24, 8)
    said = keyed(f, Ask(AskKind.STEP, 0, wren, NOBODY), "Line section", "Pioneers", "Hunters")
    assert list(said.values()) == [
        "Captain Wren stays",
        "Captain Wren moves 4.0 inches north towards the Line section",
        "Captain Wren dashes 6.5 inches north towards the Line section, at risk of a shot",
        "Captain Wren moves 4.0 inches south away from the enemy",
        "Captain Wren dashes 7.6 inches south away from the enemy",
    ]


def test_an_officer_without_troops_goes_where_others_are() -> None:
    f = Field()
    f.formation("blue", 4, 24, 16)
    wren = f.commander("blue", 24, 8)
    hale = f.commander("blue", 26, 8, officer_only=True)
    offered = menu.choices(f.b, names_of(f, "Line section"), Ask(AskKind.OFFICER, 0, wren, NOBODY))
    assert texts(offered)[:2] == [
        "no officer moves",
        "Sergeant Hale moves 4.0 inches north towards the Line section",
    ]
    assert {choice.order.actor for choice in offered[1:]} == {hale}


def test_stragglers_of_two_bodies_as_one_group_and_by_bodies() -> None:
    f = Field()
    light = f.men("blue", (22, 10), (24, 10), (26, 10))
    pioneers = f.men("blue", (23, 12), (25, 12))
    f.man("blue", 40, 10)
    f.formation("red", 4, 24, 25, facing="south")
    wren = f.commander("blue", 24, 8.5)
    goal(f, 30, 20)
    ask = commands(f, wren)
    names = names_of(f, "Light company", "Pioneers", "Marines", "Militia")
    offered = menu.choices(f.b, names, ask)
    said = {choice.key: choice.text for choice in offered}
    assert said["at"] == (
        "5 men of the Light company and the Pioneers scurry up to 8.0 inches north, towards the nearest enemy"
    )
    assert (
        said["u0-o1"] == "3 men of the Light company scurry up to 8.0 inches north-east, towards the goal 1"
    )
    assert said["u1-h"] == "2 men of the Pioneers scurry up to 8.0 inches south, towards the own table edge"
    assert said["u0-r1"] == "3 men of the Light company form ranks: one rank, facing north"
    assert said["ab"] == (
        "5 men of the Light company and the Pioneers bail 18.0 inches south, losing a man for each 1"
    )
    assert said["c"] == "call 5 men of the Light company and the Pioneers"
    assert {choice.order.how for choice in offered} == {
        0, f.set(*light), f.set(*pioneers), f.set(*light, *pioneers)
    }  # fmt: skip


@pytest.mark.rule("MI-R31")
def test_a_volley_for_effect_leaves_out_who_is_too_far_and_harassing_does_not() -> None:
    f = Field()
    near = f.men("blue", (22, 12), (24, 12), (26, 12))
    far = f.man("blue", 28, 9, body=0)
    unarmed = f.man("blue", 20, 12, weapon="none", body=0)
    militia = f.formation("red", 4, 24, 24, facing="south")
    wren = f.commander("blue", 25, 9.5)
    ask = commands(f, wren)
    offered = {c.key: c for c in menu.choices(f.b, names_of(f, "Light company", "Militia"), ask)}
    effective, harassing = offered["u0-v1"], offered["u0-x1"]
    assert effective.text == (
        "3 men of the Light company fire at the Militia, 11.3 inches away, effective up to 12.0 inches"
    )
    assert effective.order == order(Act.SKIRMISH, other=militia, how=f.set(*near))
    assert harassing.text == "4 men of the Light company harass the Militia, 11.3 inches away, harassing"
    assert harassing.order.how == f.set(*near, far)
    assert not f.set(unarmed) & (effective.order.how | harassing.order.how)
    f.b.volleys = 1
    kinds = {c.order.kind for c in menu.choices(f.b, names_of(f), ask)}
    assert not kinds & {Act.SKIRMISH, Act.HARASS}


def test_a_volley_at_stragglers_goes_where_most_of_them_are() -> None:
    f = Field()
    f.men("blue", (24, 12), (26, 12))
    f.men("red", (30, 22), (31.5, 23), (29, 23.5))
    f.man("red", 25, 4)
    wren = f.commander("blue", 25, 11)
    ask = commands(f, wren)
    offered = [c for c in menu.choices(f.b, names_of(f, "Marines"), ask) if c.order.kind == Act.SKIRMISH]
    assert [c.text for c in offered] == [
        "2 men of the Marines fire at the stragglers to the north-east, 10.0 inches away, effective up to 12.0 inches",
        "2 men of the Marines fire at the stragglers to the south, 7.3 inches away, effective up to 12.0 inches",
    ]


def test_joining_attacking_gathering_and_taking_cover() -> None:
    f = Field()
    f.terrain("wall", line=[[20, 13], [28, 13]])
    f.formation("blue", 3, 24, 8)
    light = f.men("blue", (22, 11), (24, 11), (40, 12))
    f.m(light[0]).wounded = True
    f.man("red", 23, 16)
    wren = f.commander("blue", 23, 10)
    said = keyed(f, commands(f, wren), "Line section", "Light company", "Hunters")
    assert said["u0"] == "activate the Line section, 3 men, 1.3 inches away"
    assert said["u1-j1"] == "2 men of the Light company join the Line section"
    assert said["u1-g"] == "2 men of the Light company gather and the wounded roll"
    assert said["u1-k"] == "2 men of the Light company take the nearest cover and the wounded roll"
    assert said["u1-b"].endswith("losing a man for each 1; 1 wounded man is lost")
    assert "Light company 1 attacks Hunters 1 hand to hand, 4.3 inches away" in said.values()
    assert said["0"] == "no more activations"


def test_rerolls_name_the_risk() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10)
    f.man("red", 24, 20)
    f.commander("blue", 26.5, 10)
    f.commander("blue", 24, 30)
    said = keyed(f, Ask(AskKind.REROLL, 0, line, 1), "Line section", "Hunters")
    assert said == {
        "1": "Captain Wren has the test rolled again; Hunters 1, 9.6 inches away, may shoot him dead on a 6",
        "0": "let it stand",
    }
    f.m(f.b.first_man[1]).y = 40.0
    said = keyed(f, Ask(AskKind.REROLL, 0, line, 1), "Line section", "Hunters")
    assert said["1"] == "Captain Wren has the test rolled again; no enemy can shoot at him"


@pytest.mark.rule("MI-R46")
def test_who_runs_and_who_falls_by_default() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10, files=3)
    f.man("red", 22, 20)
    f.commander("blue", 24, 7)
    f.m(1).wounded = True
    f.b.sought = f.members(line)
    names = names_of(f, "Line section", "Hunters")
    run = menu.choices(f.b, names, Ask(AskKind.RUN, 0, line, 2))
    assert texts(run) == [
        "Line section 5 and 6 run: farthest from the enemy",
        "Line section 2 and 6 run: the wounded first",
        "Line section 1 and 2 run: nearest to the enemy",
    ]
    assert run[0].order.how == f.set(4, 5)
    fall = menu.choices(f.b, names, Ask(AskKind.FALL, 0, 0, 1))
    assert texts(fall) == [
        "Line section 1 is lost: nearest to the enemy",
        "Line section 2 is lost: the wounded first",
        "Line section 6 is lost: farthest from the enemy",
    ]


def test_questions_of_yes_and_no_and_of_a_successor() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10)
    f.m(1).grade = 3
    f.m(0).wounded = True
    mob = f.formation("red", 4, 24, 14, facing="south")
    names = names_of(f, "Line section", "Town mob")

    def offered(*ask: int) -> list[str]:
        return texts(menu.choices(f.b, names, Ask(*ask)))

    assert offered(AskKind.LEAD, 0, 0, line) == ["go along with them", "stay"]
    assert offered(AskKind.REACT, 1, mob, line) == ["fire as they come in", "hold fire"]
    assert offered(AskKind.EVADE, 0, 3, mob) == ["withdraw", "stay"]
    assert offered(AskKind.SUCCESSOR, 0, NOBODY, NOBODY) == [
        "Line section 2 (elite) takes command",
        "Line section 3 (regular) takes command",
        "Line section 4 (regular) takes command",
    ]


# Refusals


def cited_numbers() -> set[int]:
    """Every rule by which an order can be refused, read from the text of the modules that check it."""
    found: set[int] = set()
    for name in ("legality", "manoeuvres", "straggling", "ways"):
        tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            for node in ast.walk(function):
                found |= rules_of(function.name, node)
    return found - {0}


def rules_of(function: str, node: ast.AST) -> set[int]:
    """refuse(r, 57, ...); yes_or_no(b, ask, o, 57); rule = 57; return 57 where a function finds the rule."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        at = {"refuse": 1, "yes_or_no": 3}.get(node.func.id)
        return numbers_in(node.args[at]) if at is not None else set()
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "rule":
        return numbers_in(node.value)
    if isinstance(node, ast.Return) and node.value is not None and function.startswith("rule_of"):
        return numbers_in(node.value)
    return set()


def numbers_in(node: ast.expr) -> set[int]:
    """57, R + 9, 63 if guns else 59."""
    if isinstance(node, ast.Constant):
        return {int(node.value)}  # type: ignore[arg-type]
    if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
        return {R + int(node.right.value)}  # type: ignore[arg-type]
    if isinstance(node, ast.IfExp):
        return numbers_in(node.body) | numbers_in(node.orelse)
    return set()


def test_every_rule_that_refuses_has_its_words() -> None:
    numbers = cited_numbers()
    assert len(numbers) > 60
    worded = set(refusals.REASONS)
    assert sorted(CATALOGUE.rule_id(number) for number in numbers - worded) == []
    assert sorted(CATALOGUE.rule_id(number) for number in worded - numbers) == []


def refusal_of(f: Field, ask: Ask, o: Order, *bodies: str) -> tuple[str, str, Order | None]:
    rule = check(f.b, ask, o)
    assert rule != 0
    refusal = menu.explain(f.b, names_of(f, *bodies), ask, o, rule)
    assert refusal.nearest is None or check(f.b, ask, refusal.nearest) == 0
    return refusal.rule, refusal.text, refusal.nearest


@pytest.mark.rule("MI-032")
def test_a_move_too_long_is_given_back_shorter() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10)
    ask = f.activate(line)
    found = refusal_of(f, ask, order(Act.MOVE, line, x=24, y=16, fx=3, fy=4), "Line section")
    assert found[:2] == ("MI-035", "a facing is a direction of length 1")
    assert found[2] is not None and (found[2].fx, found[2].fy) == (0.6, 0.8)
    rule, text, nearest = refusal_of(f, ask, order(Act.MOVE, line, x=24, y=16, fy=1), "Line section")
    assert (rule, text) == ("MI-032", "the Line section would move 6.0 inches; a move is 4.0 inches")
    assert nearest is not None and (nearest.x, nearest.fy) == (24, 1)
    assert 13.99 < nearest.y <= 14.0


@pytest.mark.rule("MI-040", "MI-041")
def test_ground_that_costs_too_much_is_named() -> None:
    f = Field()
    f.terrain("fence", line=[[20, 12], [28, 12]])
    f.terrain("marsh", rectangle=(0, 8, 10, 20))
    line = f.formation("blue", 4, 24, 10)
    pioneers = f.formation("blue", 3, 5, 9)
    rule, text, nearest = refusal_of(
        f, f.activate(line), order(Act.MOVE, line, x=24, y=13, fy=1), "Line section", "Pioneers"
    )
    assert (rule, text) == (
        "MI-040",
        "over the ground 0 that way costs Line section 1 5.0 inches; a move is 4.0 inches",
    )
    assert nearest is not None and nearest.y == pytest.approx(12.0, abs=0.01)
    rule, text, nearest = refusal_of(
        f, f.activate(pioneers), order(Act.MOVE, pioneers, x=5, y=12, fy=1), "Line section", "Pioneers"
    )
    assert (rule, text) == (
        "MI-041",
        "over the ground 1 that way costs Pioneers 1 6.0 inches; a move is 4.0 inches",
    )
    assert nearest is not None and nearest.y == pytest.approx(11.0, abs=0.01)


@pytest.mark.rule("MI-R24", "MI-R29")
def test_what_is_in_the_way_is_named() -> None:
    f = Field()
    f.terrain("building", rectangle=(22, 12, 26, 14))
    line = f.formation("blue", 3, 24, 10)
    other = f.formation("blue", 3, 34, 10)
    f.man("red", 34, 12)
    bodies = ("Line section", "Pioneers", "Hunters")
    found = refusal_of(f, f.activate(line), order(Act.MOVE, line, x=24, y=14, fy=1), *bodies)
    assert found[:2] == ("MI-R24", "the ground 0 is in the way of the Line section")
    assert found[2] is not None and 11.0 < found[2].y < 11.7
    found = refusal_of(f, f.activate(other), order(Act.MOVE, other, x=34, y=14, fy=1), *bodies)
    assert found[:2] == (
        "MI-R29",
        "Hunters 1 is in the way of the Pioneers; contact with the enemy comes by assault",
    )
    assert found[2] is not None and found[2].y > 11.0


@pytest.mark.rule("MI-038", "MI-R16")
def test_a_move_without_the_men_who_have_acted() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10)
    f.m(0).acted = 99
    ask = f.activate(line)
    tried = order(Act.MOVE, line, how=f.set(0, 1, 2), x=24, y=12, fy=1)
    rule, text, nearest = refusal_of(f, ask, tried, "Line section")
    assert (rule, text) == ("MI-R16", "only men of the Line section who act in this activation can move")
    assert nearest is not None and nearest.how == f.set(1, 2)


@pytest.mark.rule("MI-R22")
def test_a_wheel_too_wide_is_made_narrower() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10)
    ask = f.activate(line)
    rule, text, nearest = refusal_of(f, ask, order(Act.WHEEL, line, 0, fx=-1, fy=0), "Line section")
    assert (rule, text) == ("MI-R22", "Line section 5 would cover 4.8 inches; a move is 4.0 inches")
    assert nearest is not None and nearest.fx == pytest.approx(-math.sin(math.radians(90 * 10 / 16)))
    rule, text, nearest = refusal_of(f, ask, order(Act.WHEEL, line, 2, fx=0.0, fy=1.0), "Line section")
    assert (rule, text) == ("MI-R22", "the Line section wheels about a man at one end of those who move")
    assert nearest is not None and nearest.other in (0, 5)


@pytest.mark.rule("MI-046", "MI-047")
def test_a_shape_that_does_not_fit_is_brought_back_into_the_circle() -> None:
    f = Field()
    line = f.formation("blue", 6, 24, 10, files=3)
    ask = f.activate(line)
    rule, text, nearest = refusal_of(f, ask, order(Act.REPOSITION, line, 9, x=24, y=10, fy=1), "Line section")
    assert (rule, text) == ("MI-046", "9 files asked; with 6 men there are 1 to 6")
    assert nearest is not None and nearest.other == 3
    rule, text, nearest = refusal_of(f, ask, order(Act.REPOSITION, line, 2, x=24, y=14, fy=1), "Line section")
    assert rule == "MI-047"
    assert text.endswith(
        "from the middle of the Line section; the circle round it has a radius of 1.2 inches"
    )
    assert nearest is not None and nearest.other == 2 and 10.0 < nearest.y < 14.0


@pytest.mark.rule("MI-043", "MI-R27")
def test_the_gap_nearest_to_the_one_asked_for() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10, files=2)
    ask = f.activate(line)
    rule, text, nearest = refusal_of(f, ask, order(Act.DISPERSE, line, x=5), "Line section")
    assert (rule, text) == (
        "MI-043",
        "a gap of 5.0 inches asked; men disperse more than 0.5 inches and at most 3.0 inches apart",
    )
    assert nearest is not None and nearest.x == 3.0


@pytest.mark.rule("MI-050", "MI-051", "MI-R19")
def test_fire_that_cannot_be() -> None:
    f = Field()
    f.terrain("building", rectangle=(20, 14, 28, 16))
    line = f.formation("blue", 3, 24, 10)
    hidden = f.formation("red", 3, 24, 20, facing="south")
    seen = f.formation("red", 3, 36, 14, facing="south")
    bodies = ("Line section", "Militia", "Town mob")
    ask = f.activate(line)
    found = refusal_of(f, ask, order(Act.FIRE, line, hidden), *bodies)
    assert found[:2] == ("MI-051", "nobody of the Line section has a clear line to the Militia")
    assert found[2] is not None and (found[2].kind, found[2].other) == (Act.FIRE, seen)
    found = refusal_of(f, ask, order(Act.FIRE, line, line), *bodies)
    assert found[:2] == ("MI-054", "the Line section is on the same side")
    found = refusal_of(f, ask, order(Act.FIRE, line, fx=0, fy=1), *bodies)
    assert found[:2] == (
        "MI-051",
        "nobody of the Line section has a clear line to the stragglers to the north",
    )
    f.b.actions = 1
    found = refusal_of(f, ask, order(Act.RAPID, line, seen), *bodies)
    assert found[:2] == ("MI-050", "rapid fire takes 2 actions; the Line section has 1 left")
    assert found[2] == order(Act.FIRE, line, seen)
    f.b.has_fired = True
    found = refusal_of(f, ask, order(Act.FIRE, line, seen), *bodies)
    assert found[:2] == ("MI-R19", "the Line section has fired already in this activation")
    assert found[2] is not None and found[2].kind == Act.DONE


@pytest.mark.rule("MI-R21")
def test_an_assault_off_the_front_is_turned_into_the_cone() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    militia = f.formation("red", 3, 28, 11, facing="west")
    ask = f.activate(line)
    found = refusal_of(f, ask, order(Act.ASSAULT, line, militia, fx=1, fy=0), "Line section", "Militia")
    assert found[:2] == ("MI-R21", "that way is 90 degrees off the front of the Line section; 45 are allowed")
    nearest = found[2]
    assert nearest is not None and nearest.fx == pytest.approx(math.sqrt(0.5), abs=1e-3)


@pytest.mark.rule("MI-120")
def test_regrouping_without_those_too_far() -> None:
    f = Field()
    line = f.formation("blue", 3, 24, 10)
    near, far = f.men("blue", (24, 13), (24, 17))
    ask = f.activate(line)
    tried = order(Act.REGROUP, line, 0, f.set(near, far))
    rule, text, nearest = refusal_of(f, ask, tried, "Line section", "Light company")
    assert (rule, text) == (
        "MI-120",
        "Light company 2 is 6.3 inches from the Line section; stragglers within 4.0 inches are taken in",
    )
    assert nearest is not None and nearest.how == f.set(near)


@pytest.mark.rule("MI-019", "MI-020", "MI-022", "MI-R11")
def test_a_commander_goes_no_farther_than_he_can() -> None:
    f = Field()
    f.terrain("wall", line=[[20, 12], [28, 12]])
    f.formation("blue", 3, 10, 10)
    wren = f.commander("blue", 24, 10)
    marsh = f.commander("blue", 34, 10, mounted=True)
    ask = Ask(AskKind.STEP, 0, wren, NOBODY)
    found = refusal_of(f, ask, order(Act.MOVE, wren, x=30, y=10))
    assert found[:2] == ("MI-019", "Captain Wren would go 6.0 inches; his move is 4.0 inches")
    assert found[2] is not None and found[2].x == pytest.approx(28.0, abs=0.01)
    found = refusal_of(f, ask, order(Act.DASH, wren, x=33, y=10))
    assert found[:2] == ("MI-020", "Captain Wren would go 9.0 inches; his dash is 8.0 inches")
    found = refusal_of(f, ask, order(Act.MOVE, wren, x=24, y=13.5))
    assert found[:2] == (
        "MI-R11", "with the ground that way costs Captain Wren 4.5 inches; he has 4.0 inches"
    )  # fmt: skip
    assert found[2] is not None and math.dist((found[2].x, found[2].y), (24, 13.5)) <= 0.51
    found = refusal_of(f, ask, order(Act.MOVE, marsh, x=34, y=11))
    assert found[:2] == ("MI-017", "it is Captain Wren who acts")
    found = refusal_of(f, Ask(AskKind.STEP, 0, marsh, NOBODY), order(Act.MOVE, marsh, x=43, y=10))
    assert found[:2] == ("MI-022", "Sergeant Hale would go 9.0 inches; his move is 8.0 inches")


@pytest.mark.rule("MI-015", "MI-R08", "MI-R09")
def test_the_wrong_commander() -> None:
    f = Field()
    f.man("blue", 4, 4)
    f.man("red", 40, 40)
    f.commander("blue", 24, 10)
    f.commander("blue", 26, 10, acted=True)
    f.commander("blue", 28, 10, officer_only=True)
    f.commander("red", 24, 40)
    ask = Ask(AskKind.COMMANDER, 0, NOBODY, NOBODY)
    said = [refusal_of(f, ask, order(Act.COMMAND, k)) for k in (1, 2, 3, 9)]
    assert [text for _, text, _ in said] == [
        "Sergeant Hale has acted already this turn",
        "Ensign Lacey is an officer without troops: he moves with a commander near him",
        "that is no commander of Blue's",
        "that is no commander of Blue's",
    ]
    assert {rule for rule, _, _ in said} == {"MI-015"}
    assert {nearest.actor for _, _, nearest in said if nearest} == {0}
    rule, text, _ = refusal_of(f, ask, order(Act.DONE))
    assert (rule, text) == ("MI-R08", "choose a commander: nobody may pass")


@pytest.mark.rule("MI-016", "MI-023", "MI-024", "MI-025", "MI-R15")
def test_out_of_reach_of_the_commander() -> None:
    f = Field()
    far = f.formation("blue", 3, 24, 20)
    near = f.formation("blue", 3, 24, 12)
    spent = f.formation("blue", 3, 28, 12, acted=1)
    here, there = f.men("blue", (22, 8), (30, 8))
    wren = f.commander("blue", 24, 8)
    bodies = ("Line section", "Pioneers", "Marines", "Light company")
    ask = commands(f, wren)
    found = refusal_of(f, ask, order(Act.UNIT, far), *bodies)
    assert found[:2] == (
        "MI-023",
        "the Line section is 11.3 inches from Captain Wren; 6.0 inches is the most",
    )
    assert found[2] is not None and found[2].actor == near
    found = refusal_of(f, ask, order(Act.UNIT, spent), *bodies)
    assert found[:2] == ("MI-016", "all men of the Marines have acted already this turn")
    tried = order(Act.SCURRY, how=f.set(here, there), y=4)
    found = refusal_of(f, ask, tried, *bodies)
    assert found[:2] == (
        "MI-024",
        "Light company 2 is 5.3 inches from Captain Wren, who reaches stragglers within 4.0 inches",
    )
    assert found[2] is not None and found[2].how == f.set(here)
    f.c(wren).charismatic = True
    f.m(there).x = 34.0
    assert refusal_of(f, ask, tried, *bodies)[0] == "MI-025"
    f.m(here).acted = 1
    found = refusal_of(f, ask, tried, *bodies)
    assert found[:2] == ("MI-016", "Light company 1 has acted already this turn")
    f.b.unit_used = True
    found = refusal_of(f, ask, order(Act.UNIT, near), *bodies)
    assert found[:2] == ("MI-023", "Captain Wren has activated his one formed unit already")
    assert found[2] is not None and found[2].kind == Act.DONE


@pytest.mark.rule("MI-121", "MI-124", "MI-125")
def test_scurries_too_far_too_near_and_too_close() -> None:
    f = Field()
    men = f.men("blue", (22, 10), (24, 10))
    f.man("red", 22, 20)
    wren = f.commander("blue", 23, 8)
    ask = commands(f, wren)
    found = refusal_of(f, ask, order(Act.SCURRY, how=f.set(*men), y=-9), "Light company", "Hunters")
    assert found[:2] == ("MI-121", "that is 9.0 inches; 2 men of the Light company can scurry 8.0 inches")
    assert found[2] is not None and found[2].y == pytest.approx(-8.0, abs=0.01)
    found = refusal_of(f, ask, order(Act.SCURRY, how=f.set(men[0]), y=7), "Light company", "Hunters")
    assert found[:2] == ("MI-125", "Light company 1 would come within 4.0 inches of an enemy")
    assert found[2] is not None and found[2].y == pytest.approx(5.25, abs=0.01)
    found = refusal_of(f, ask, order(Act.SCURRY, how=f.set(men[0]), x=1.0), "Light company", "Hunters")
    assert found[:2] == (
        "MI-124", "Light company 1 has no room there, more than 0.5 inches from friends"
    )  # fmt: skip
    assert found[2] is not None and found[2].x < 0.8


@pytest.mark.rule("MI-126", "MI-127", "MI-R65")
def test_ranks_that_cannot_be_formed() -> None:
    f = Field()
    f.formation("blue", 3, 40, 40)
    men = f.men("blue", (22, 10), (24, 10), (26, 10))
    wren = f.commander("blue", 24, 8)
    ask = commands(f, wren)
    bodies = ("Line section", "Light company")
    tried = order(Act.FORM_RANKS, other=5, how=f.set(*men), x=24, y=11, fy=1)
    found = refusal_of(f, ask, tried, *bodies)
    assert found[:2] == ("MI-126", "5 files asked; with 3 men there are 1 to 3")
    assert found[2] is not None and found[2].other == 3
    found = refusal_of(f, ask, tried._replace(other=3, y=30.0), *bodies)
    assert found[:2] == (
        "MI-R65",
        "fewer than two of 3 men of the Light company can get to neighbouring places in ranks there "
        "within 4.0 inches",
    )
    assert found[2] is not None and 10.0 < found[2].y < 16.0
    found = refusal_of(f, ask, order(Act.JOIN, other=0, how=f.set(men[0])), *bodies)
    assert found[:2] == (
        "MI-127", "Light company 1 cannot get into the ranks of the Line section within 4.0 inches"
    )  # fmt: skip


@pytest.mark.rule("MI-128", "MI-R66")
def test_attacks_out_of_reach_or_on_men_in_ranks() -> None:
    f = Field()
    man = f.man("blue", 24, 10)
    near = f.man("red", 24, 15)
    far = f.man("red", 24, 24)
    f.formation("red", 2, 28, 14, facing="south")
    wren = f.commander("blue", 24, 8)
    ask = commands(f, wren)
    bodies = ("Light company", "Hunters", "Scouts", "Militia")
    found = refusal_of(f, ask, order(Act.ATTACK, man, far), *bodies)
    assert found[:2] == (
        "MI-128", "Light company 1 would go 13.3 inches to reach Scouts 1; 6.0 inches is the most"
    )  # fmt: skip
    assert found[2] is not None and found[2].other == near
    found = refusal_of(f, ask, order(Act.ATTACK, man, far + 1), *bodies)
    assert found[:2] == ("MI-R66", "Militia 1 is in ranks; hand to hand is for stragglers")
    found = refusal_of(f, ask, order(Act.ATTACK, near, man), *bodies)
    assert found[:2] == ("MI-128", "choose a straggler of Blue's to attack with")


@pytest.mark.rule("MI-051", "MI-R17", "MI-R31", "MI-R34")
def test_volleys_without_those_who_may_not() -> None:
    f = Field()
    f.terrain("building", rectangle=(20, 14, 23, 16))
    blind, near, far, bare = f.men("blue", (21.5, 12), (25, 12), (28, 8.2), (24.5, 9))
    f.m(bare).weapon = 0
    militia = f.formation("red", 2, 24.5, 24, facing="south")
    f.commander("blue", 25, 10)
    ask = commands(f, 0)
    bodies = ("Light company", "Militia")
    found = refusal_of(f, ask, order(Act.SKIRMISH, other=militia, how=f.set(blind, near)), *bodies)
    assert found[:2] == ("MI-051", "Light company 1 has no clear line to the Militia")
    assert found[2] == order(Act.SKIRMISH, other=militia, how=f.set(near))
    found = refusal_of(f, ask, order(Act.SKIRMISH, other=militia, how=f.set(near, far)), *bodies)
    assert found[:2] == (
        "MI-R31",
        "Light company 3 has no target within the effective range of 12.0 inches: leave him out, or let all harass",
    )
    assert found[2] == order(Act.SKIRMISH, other=militia, how=f.set(near))
    found = refusal_of(f, ask, order(Act.HARASS, other=militia, how=f.set(near, bare)), *bodies)
    assert found[:2] == ("MI-R34", "Light company 4 has no firearm")
    f.b.volleys = 1
    found = refusal_of(f, ask, order(Act.HARASS, other=militia, how=f.set(near)), *bodies)
    assert found[:2] == ("MI-R17", "the stragglers under Captain Wren have fired their volley this turn")


@pytest.mark.rule("MI-135", "MI-139", "MI-R67")
def test_bailing_and_gathering_by_the_rules() -> None:
    f = Field()
    clear, barred = f.men("blue", (16, 30), (24, 30))
    f.man("red", 24, 24)
    f.commander("blue", 20, 30)
    ask = commands(f, 0)
    both = f.set(clear, barred)
    bodies = ("Light company", "Hunters")
    found = refusal_of(f, ask, order(Act.BAIL, how=both, y=-18), *bodies)
    assert found[:2] == (
        "MI-135",
        "Light company 2 has no straight way to the rear, clear of closed ground and 4.0 inches from the enemy",
    )
    assert found[2] is not None and found[2].how in (both, f.set(clear))
    found = refusal_of(f, ask, order(Act.BAIL, how=f.set(clear), x=-10), *bodies)
    assert found[:2] == ("MI-R67", "that is west; the rear is within 45 degrees of south")
    assert found[2] is not None and (found[2].x, found[2].y) == (0.0, -10.0)
    found = refusal_of(f, ask, order(Act.BAIL, how=f.set(clear), y=-19), *bodies)
    assert found[:2] == ("MI-135", "19.0 inches asked; men bail up to 18.0 inches")
    found = refusal_of(f, ask, order(Act.GATHER, other=0, how=f.set(clear), x=16, y=31), *bodies)
    assert found[:2] == ("MI-139", "that place is not in cover, nor directly behind it")
    assert found[2] == order(Act.GATHER, other=0, how=f.set(clear))


@pytest.mark.rule("MI-026", "MI-R14")
def test_calls_without_those_who_cannot_hear() -> None:
    f = Field()
    near, far = f.men("blue", (24, 14), (24, 22))
    f.commander("blue", 24, 8)
    ask = commands(f, 0)
    found = refusal_of(f, ask, order(Act.RALLY, how=f.set(near, far)), "Light company")
    assert found[:2] == (
        "MI-R14",
        "Light company 2 is 13.3 inches from Captain Wren, who can call men within 8.0 inches",
    )
    assert found[2] is not None and found[2].how == f.set(near)
    f.b.stirred = True
    found = refusal_of(f, ask, order(Act.RALLY, how=f.set(near)), "Light company")
    assert found[:2] == ("MI-017", "Captain Wren has activated men already and cannot call others now")


@pytest.mark.rule("MI-088", "MI-R46", "MI-R47")
def test_the_wrong_officer_and_the_wrong_men() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10)
    stranger = f.man("blue", 40, 40)
    near = f.commander("blue", 24, 7)
    far = f.commander("blue", 24, 2)
    ask = Ask(AskKind.REROLL, 0, line, 1)
    bodies = ("Line section", "Light company")
    found = refusal_of(f, ask, order(Act.YES, line, far), *bodies)
    assert found[:2] == (
        "MI-088",
        "Sergeant Hale is 7.3 inches from the Line section; 4.0 inches is the most",
    )
    assert found[2] is not None and found[2].other == near
    f.b.sought = f.members(line)
    ask = Ask(AskKind.RUN, 0, line, 2)
    found = refusal_of(f, ask, order(Act.RUN, line, how=f.set(3, stranger)), *bodies)
    assert found[:2] == ("MI-R46", "choose 2 men who run, of the Line section; 2 named, not all of them")
    assert found[2] is not None and found[2].how == f.set(0, 3)
    found = refusal_of(f, Ask(AskKind.FALL, 0, 0, 1), order(Act.FALL, 0, how=f.set(1, 2)), *bodies)
    assert found[:2] == ("MI-R46", "choose 1 man who is lost, of those who bail; 2 named")
    assert found[2] is not None and found[2].how == f.set(1)


def test_yes_or_no_and_nonsense() -> None:
    f = Field()
    line = f.formation("blue", 4, 24, 10)
    mob = f.formation("red", 4, 24, 14, facing="south")
    found = refusal_of(f, Ask(AskKind.REACT, 1, mob, line), order(Act.FIRE, mob, line))
    assert found[:2] == ("MI-103", "fire as they come in, or not: yes or no")
    assert found[2] is not None and found[2].kind == Act.NO
    nowhere = Order(int(Act.MOVE), line, NOBODY, 0, math.nan, 12.0, 0.0, 1.0)
    found = refusal_of(f, f.activate(line), nowhere)
    assert found[:2] == ("MI-032", "that is not a place on the table")
    found = refusal_of(f, f.activate(line), Order(99, 10**9, -7, 1 << 80, math.inf, 0.0, 0.0, 0.0))
    assert found[:2] == ("MI-R23", "that formation does not stand")
    assert (
        menu.describe_order(f.b, names_of(f), Order(99, 0, 0, 0, 0.0, 0.0, 0.0, 0.0))
        == "no order of this game"
    )


# Whatever anybody orders


def crowded() -> tuple[Field, list[Ask]]:
    """A table with something of everything, and an ask of every kind."""
    f = Field()
    f.terrain("building", rectangle=(20, 16, 23, 19))
    f.terrain("woods", rectangle=(30, 14, 36, 20))
    f.terrain("wall", line=[[24, 18], [29, 18]])
    f.terrain("boulder", circle=(18, 12, 0.6))
    f.terrain("marsh", rectangle=(10, 8, 16, 14))
    line = f.formation("blue", 6, 24, 12, files=3)
    f.formation("blue", 3, 29, 12, files=2)
    light = f.men("blue", (20, 10), (22, 8), (26.5, 14), (17, 11))
    f.man("blue", 24, 8, weapon="none")
    mob = f.formation("red", 5, 26, 17, facing="south", files=3)
    hunters = f.men("red", (21, 14.5), (31, 16), (18, 20), (24, 22))
    wren = f.commander("blue", 23, 9.5, charismatic=True)
    f.commander("blue", 25, 9, officer_only=True)
    f.commander("red", 26, 19, mounted=True)
    f.m(1).wounded = f.m(light[0]).wounded = True
    f.b.commander, f.b.sought = wren, f.members(line)
    asks = [f.activate(line)]
    asks += [Ask(AskKind.ACTIVATE, 0, wren, NOBODY)] * 2
    asks += [Ask(kind, 0, wren, NOBODY) for kind in (AskKind.STEP, AskKind.OFFICER)]
    asks += [Ask(kind, 0, NOBODY, NOBODY) for kind in (AskKind.COMMANDER, AskKind.SUCCESSOR)]
    asks += [
        Ask(AskKind.FALL, 0, wren, 1),
        Ask(AskKind.REROLL, 0, line, 1),
        Ask(AskKind.RUN, 0, line, 2),
        Ask(AskKind.LEAD, 0, wren, line),
    ]
    asks += [Ask(AskKind.REACT, 1, mob, line), Ask(AskKind.EVADE, 1, hunters[0], line)]
    assert {ask.kind for ask in asks} == set(AskKind)
    return f, asks


CROWD, ASKS = crowded()
READY = ready_stragglers(CROWD.b, 0)
odd = st.one_of(
    st.integers(-2, 20),
    st.sampled_from([63, 64, 124, 499, OFFICER, 502, 503, 10**9, -(10**9), 1 << 63, 1 << 200]),
)
sets = st.one_of(
    st.just(0), st.just(READY), st.integers(0, READY).map(lambda k: k & READY), st.integers(), odd
)
numbers = st.one_of(
    st.floats(-10, 50),
    st.sampled_from([math.nan, math.inf, -math.inf, 0.0, -0.0, 1.0, 5e-324, 1e160, -1e300]),
)
ways = st.one_of(
    st.tuples(numbers, numbers), st.floats(0, 7).map(lambda turn: (math.cos(turn), math.sin(turn)))
)


@st.composite
def wild_orders(draw: st.DrawFn) -> tuple[Ask, Order]:
    """An order with little regard for the rules, half of them at least with an act of its ask."""
    ask = draw(st.sampled_from(ASKS))
    kind = draw(st.one_of(st.sampled_from(ACTS.get(AskKind(ask.kind), list(Act))), st.integers(-3, 40)))
    actor = draw(st.one_of(st.just(ask.actor), odd))
    fx, fy = draw(ways)
    return ask, Order(int(kind), actor, draw(odd), draw(sets), draw(numbers), draw(numbers), fx, fy)


ACTS = {
    AskKind.ACTION: [
        Act.MOVE,
        Act.WHEEL,
        Act.DISPERSE,
        Act.REPOSITION,
        Act.FIRE,
        Act.RAPID,
        Act.ASSAULT,
        Act.REGROUP,
    ],
    AskKind.ACTIVATE: [
        Act.UNIT,
        Act.SCURRY,
        Act.FORM_RANKS,
        Act.JOIN,
        Act.SKIRMISH,
        Act.HARASS,
        Act.ATTACK,
        Act.BAIL,
        Act.GATHER,
        Act.COVER,
        Act.RALLY,
    ],
    AskKind.STEP: [Act.MOVE, Act.DASH],
    AskKind.OFFICER: [Act.MOVE, Act.DASH],
}


@given(wild_orders())
def test_no_order_whatsoever_breaks_anything(asked: tuple[Ask, Order]) -> None:
    """It is legal or refused by a rule of the book, with a reason and a legal order instead; nothing moves."""
    (ask, o), b = asked, CROWD.b
    before = clone(b)
    rule = check(b, ask, o)
    said = menu.describe_order(b, NAMES, o)
    assert said.strip()
    if rule != 0:
        refusal = menu.explain(b, NAMES, ask, o, rule)
        assert refusal.rule == CATALOGUE.rule_id(rule)
        assert refusal.text.strip() and not SENTENCE.search(refusal.text), refusal.text
        assert refusal.nearest is not None and check(b, ask, refusal.nearest) == 0
    assert (b.men, b.commanders, b.formations) == (before.men, before.commanders, before.formations)


NAMES = names_of(CROWD, "Line section", "Pioneers", "Light company", "Porters", "Town mob", "Hunters")


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_move_given_back_ends_nearer_than_staying(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    rng = random.Random(2)
    tried = 0

    def look(b: Battle, names: setup.Names, ask: Ask) -> None:
        nonlocal tried
        if ask.kind != AskKind.STEP or rng.random() < 0.5:
            return
        c = b.commanders[ask.actor]
        turn, far = rng.uniform(0, 7), rng.uniform(2, 14)
        x, y = c.x + far * math.cos(turn), c.y + far * math.sin(turn)
        o = order(rng.choice((Act.MOVE, Act.DASH)), ask.actor, x=x, y=y)
        rule = check(b, ask, o)
        if rule != 0:
            nearest = menu.explain(b, names, ask, o, rule).nearest
            assert nearest is not None and check(b, ask, nearest) == 0
            tried += 1
            if nearest.kind == o.kind:
                assert math.dist((nearest.x, nearest.y), (x, y)) <= math.dist((c.x, c.y), (x, y)) + 1e-6

    play(monkeypatch, name, 6, look, turns=2)
    assert tried > 3


@pytest.mark.parametrize(
    "house",
    [
        {"straggler_volleys": "per_target", "fire_arc": "180", "harassing_max": "double"},
        {"officers_targetable": "on", "mixed_quality": "worst", "activated_men": "carried"},
    ],
    ids=["per target", "officers too"],
)
def test_menus_under_other_readings_of_the_rules(
    monkeypatch: pytest.MonkeyPatch, house: dict[str, str]
) -> None:
    looked = 0

    def look(b: Battle, names: setup.Names, ask: Ask) -> None:
        nonlocal looked
        if ask.kind in (AskKind.ACTIVATE, AskKind.ACTION):
            looked += 1
            offered = menu.choices(b, names, ask)
            assert all(check(b, ask, choice.order) == 0 for choice in offered)

    play(monkeypatch, "the-mill-bridge", 8, look, turns=2, **house)
    assert looked > 10
