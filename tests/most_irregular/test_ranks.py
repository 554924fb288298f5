"""Form ranks: stragglers make a formation, or join one (chapter W)."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.books.most_irregular.legality import check_straggler_action
from grognard.books.most_irregular.loose import straggle
from grognard.books.most_irregular.men import new_formation
from grognard.values import Ask

from .field import NOBODY, Act, AskKind, Ev, Field, order
from .invariants import faults
from .scatter import Place, few, places, scatter


def group(*spots: tuple[float, float], **house: Any) -> tuple[Field, list[int], Ask]:
    """Blue stragglers and a charismatic commander south of them."""
    f = Field(**house)
    men = f.men("blue", *spots)
    return f, men, ask_of(f)


def ask_of(f: Field, x: float = 24, y: float = 15.5) -> Ask:
    f.b.commander = f.commander("blue", x, y, charismatic=True)
    return Ask(AskKind.ACTIVATE, 0, f.b.commander, NOBODY)


def ranks(
    f: Field, ask: Ask, men: list[int], files: int, x: float, y: float, fx: float = 0.0, fy: float = 1.0
) -> str:
    """The rule against it; if there is none, they form up."""
    o = order(Act.FORM_RANKS, other=files, how=f.set(*men), x=x, y=y, fx=fx, fy=fy)
    against = f.refused(ask, Act.FORM_RANKS, other=files, how=o.how, x=x, y=y, fx=fx, fy=fy)
    if not against:
        straggle(f.b, o, 0)
        f.used_up()
    return against


def join(f: Field, ask: Ask, men: list[int], line: int) -> str:
    against = f.refused(ask, Act.JOIN, other=line, how=f.set(*men))
    if not against:
        straggle(f.b, order(Act.JOIN, other=line, how=f.set(*men)), 0)
        f.used_up()
    return against


@pytest.mark.rule("MI-126", "MI-R65", "MI-012")
def test_stragglers_make_a_formation_that_faces_as_the_owner_likes() -> None:
    f, men, ask = group((22, 20), (24, 20), (26, 20), (24, 22))
    assert ranks(f, ask, men, 2, 24, 21, fx=1.0, fy=0.0) == ""
    (line,) = {f.m(i).formation for i in men}
    assert line != NOBODY
    assert (f.u(line).fx, f.u(line).fy, f.u(line).size) == (1.0, 0.0, 4)
    assert sorted({round(f.m(i).x, 3) for i in men}) == [23.25, 24.0]
    assert sorted({round(f.m(i).y, 3) for i in men}) == [20.625, 21.375]
    assert all(f.m(i).acted == 1 for i in men)
    assert f.one(Ev.FORMED).a == 4


@pytest.mark.rule("MI-R65", "MI-127")
@pytest.mark.parametrize(("x", "formed"), [(24 + 0.375 + 4.0, 3), (24 + 0.375 + 0.75 + 4.01, 2)])
def test_4_inches_a_man_and_who_cannot_reach_stays_a_straggler(x: float, formed: int) -> None:
    f, men, ask = group((22, 20), (23.6, 20), (x + 0.375, 20))
    assert ranks(f, ask, men, 3, 24, 20) == ""
    line = f.m(men[0]).formation
    assert f.u(line).size == formed
    if formed == 2:
        assert f.m(men[2]).formation == NOBODY
        assert f.m(men[2]).x == x + 0.375
        assert f.m(men[2]).acted == 1  # his action was to form ranks


@pytest.mark.rule("MI-R65", "MI-122")
@pytest.mark.parametrize(("y", "against"), [(20.0, ""), (19.9, "MI-R65")])
def test_an_obstacle_costs_1_inch(y: float, against: str) -> None:
    f, men, ask = group((22, 23), (24.375, y))
    f.terrain("fence", line=[(10, 22), (40, 22)])
    f.m(0).x = 23.625
    assert ranks(f, ask, men, 2, 24, 23) == against


@pytest.mark.rule("MI-R65", "MI-126", "MI-010")
def test_at_least_two_must_end_linked() -> None:
    f, men, ask = group((22, 20), (26, 20))
    assert ranks(f, ask, men[:1], 1, 22, 20) == "MI-126"
    assert ranks(f, ask, men, 3, 24, 20) == "MI-126"  # three files of two men
    assert ranks(f, ask, men, 0, 24, 20) == "MI-126"
    assert ranks(f, ask, men, 2, 24, 20, fx=0.0, fy=0.0) == "MI-R65"
    assert ranks(f, ask, men, 2, 28, 20) == "MI-R65"  # only one gets there
    assert ranks(f, ask, men, 2, 24, 20) == ""


@pytest.mark.rule("MI-R65")
def test_the_places_are_given_so_that_all_can_reach_one() -> None:
    """The front place is nearest to the southern man, but only he reaches the one behind it."""
    f, men, ask = group((24, 20), (24, 25.4))
    f.c(0).x = 27
    f.c(0).y = 20
    assert ranks(f, ask, men, 1, 24, 22) == ""
    assert [f.m(i).y for i in men] == [21.25, 22.0]


@pytest.mark.rule("MI-R65", "MI-R26")
@pytest.mark.parametrize("kind", ["woods", "rubble"])
def test_not_in_woods_or_rubble(kind: str) -> None:
    f, men, ask = group((22, 20), (26, 20))
    f.terrain(kind, rectangle=(20, 20.3, 28, 28))
    assert ranks(f, ask, men, 2, 24, 20) == "MI-R65"
    assert ranks(f, ask, men, 2, 24, 19.9) == ""  # out of them is no matter where they come from


@pytest.mark.rule("MI-R65", "MI-R29")
def test_not_into_enemy_contact_nor_through_enemies() -> None:
    f, men, ask = group((22, 20), (26, 20))
    f.man("red", 23.625, 20.79)
    assert ranks(f, ask, men, 2, 24, 20) == "MI-R65"
    assert ranks(f, ask, men, 2, 24, 19.9) == ""
    f, men, ask = group((22, 20), (26, 20))
    f.man("red", 25.2, 20)
    assert ranks(f, ask, men, 2, 23, 20) == "MI-R65"


@pytest.mark.rule("MI-R65", "MI-R29")
def test_who_stays_is_not_stood_upon() -> None:
    """A boulder takes the third place, so the third man stays where he is: on the second."""
    f, men, ask = group((23.1, 20), (24, 20.37), (24, 19.62))
    f.terrain("boulder", circle=(24.75, 20, 0.3))
    assert ranks(f, ask, men, 3, 24, 20) == "MI-R65"
    f.m(men[2]).y = 18.9
    assert ranks(f, ask, men, 3, 24, 20) == ""
    assert [f.m(i).formation == NOBODY for i in men] == [False, False, True]


@pytest.mark.rule("MI-127", "MI-R65")
def test_they_join_a_formation_within_4_inches() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 20)
    near, far, wide = f.men("blue", (24.375, 20 - 4.75), (24.375, 14), (28.0, 20))
    ask = ask_of(f)
    assert join(f, ask, [near, far, wide], line) == ""
    assert f.m(near).formation == f.m(wide).formation == line
    assert f.m(near).y == pytest.approx(19.25)
    assert f.m(far).formation == NOBODY
    assert f.m(far).y == 14
    assert f.u(line).size == 4
    assert [e.actor for e in f.events(Ev.JOINS)] == [near, wide]
    assert [f.m(i).acted for i in (near, far, wide)] == [1, 1, 1]
    assert f.m(0).acted == 0


@pytest.mark.rule("MI-127", "MI-R65", "MI-122")
def test_only_a_friendly_formation_that_stands_and_obstacles_count() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 20)
    man = f.man("blue", 24.375, 16)
    enemy = f.formation("red", 2, 24, 12)
    ask = ask_of(f, 24, 14)
    assert join(f, ask, [man], enemy) == "MI-127"
    assert join(f, ask, [man], 50) == "MI-127"
    f.terrain("hedge", line=[(10, 18), (40, 18)])
    f.m(man).y = 16.2
    assert join(f, ask, [man], line) == "MI-127"  # 3.05 inches and the hedge
    f.m(man).y = 16.3
    assert join(f, ask, [man], line) == ""


@pytest.mark.rule("MI-R65", "MI-R26", "MI-R29")
def test_they_do_not_join_in_woods_or_in_contact_with_the_enemy() -> None:
    f = Field()
    line = f.formation("blue", 2, 24, 20)
    man = f.man("blue", 24, 16.5)
    f.terrain("woods", rectangle=(20, 10, 28, 19.5))
    ask = ask_of(f, 24, 14)
    assert join(f, ask, [man], line) == ""
    assert f.m(man).y > 19.5 + 0.374
    f = Field()
    line = f.formation("blue", 2, 24, 20)
    man = f.man("blue", 24.375, 17)
    foe = f.man("red", 24.375, 18.4)
    ask = ask_of(f, 24, 14)
    join(f, ask, [man], line)
    assert math.hypot(f.m(man).x - f.m(foe).x, f.m(man).y - f.m(foe).y) > 0.8


@pytest.mark.rule("MI-126", "MI-R65")
@settings(max_examples=60, deadline=None)
@given(blue=few, red=few, at=st.tuples(st.floats(1, 23), st.floats(1, 23)), files=st.integers(1, 5))
def test_whatever_is_ordered_forming_ranks_keeps_the_rules(
    blue: list[Place], red: list[Place], at: Place, files: int
) -> None:
    near = [((x + 2 * at[0]) / 3, (y + 2 * at[1]) / 3) for x, y in blue]
    f, own, _ = scatter(near, red)
    before = places(f)
    o = order(
        Act.FORM_RANKS, other=min(files, max(1, len(own))), how=f.set(*own), x=at[0], y=at[1], fx=0.6, fy=0.8
    )
    if not own or check_straggler_action(f.b, 0, o) != 0:
        return
    straggle(f.b, o, 0)
    assert list(faults(f.b)) == []
    after = places(f)
    formed = [i for i in own if f.m(i).formation != NOBODY]
    assert len(formed) >= 2
    for i in own:
        assert math.dist(before[i], after[i]) <= (4 + 1e-6 if i in formed else 0.0)


@pytest.mark.rule("MI-127", "MI-R65")
@settings(max_examples=40, deadline=None)
@given(blue=few, red=few)
def test_whatever_is_ordered_joining_keeps_the_rules(blue: list[Place], red: list[Place]) -> None:
    f, own, _ = scatter(blue, red)
    if len(own) < 3:
        return
    f.m(own[1]).x, f.m(own[1]).y = f.m(own[0]).x + 0.75, f.m(own[0]).y
    if list(faults(f.b)):
        return
    line = new_formation(f.b, 0, f.set(*own[:2]), 0.0, 1.0)
    if list(faults(f.b)):
        return  # in the wood
    before = places(f)
    o = order(Act.JOIN, other=line, how=f.set(*own[2:]))
    if check_straggler_action(f.b, 0, o) != 0:
        return
    straggle(f.b, o, 0)
    assert list(faults(f.b)) == []
    assert all(math.dist(before[i], (f.m(i).x, f.m(i).y)) <= 4 + 1e-6 for i in own)
