"""The worked examples of the catalogue, as printed: W1 range, W2 a rapid volley, W3 two ranks, W4 column to line."""

from __future__ import annotations

import pytest

from grognard.books.most_irregular import firing, formed, legality, shooting
from grognard.books.most_irregular.state import Part

from .field import Act, Ev, Field, order


@pytest.mark.rule("MI-056", "MI-057", "MI-058")
@pytest.mark.parametrize(("grade", "inches"), [("conscript", 9.0), ("elite", 15.0)])
def test_w1_effective_range_with_smooth_bores(grade: str, inches: float) -> None:
    f = Field()
    i = f.man("blue", 10, 10, grade=grade, weapon="musket")
    assert firing.effective_range(f.b, 0, f.set(i)) == inches


TARGETS = {  # points a hit, and hits from 14, 15 and 16
    "formation in the open": (2, (7, 7, 8)),
    "formation in cover": (3, (4, 5, 5)),
    "stragglers in the open": (3, (4, 5, 5)),
    "stragglers concealed": (4, (3, 3, 4)),
    "stragglers in cover": (5, (2, 3, 3)),
}


def rapid_volley(grade: str, target: str) -> Field:
    """Twelve men with muskets spend both actions on Fire, at effective range; dice 3 and 5."""
    f = Field()
    line = f.formation("blue", 12, 20, 10, files=6, grade=grade)
    aim = -1
    if target.startswith("formation"):
        aim = f.formation("red", 12, 20, 15, "south", files=6)
    else:
        f.men("red", *[(15 + 1.3 * n, 15) for n in range(9)])
    cover = {"cover": "wall", "concealed": "hedge"}.get(target.split()[-1])
    if cover:
        f.terrain(cover, line=[(5, 14.3), (35, 14.3)])
    hits = TARGETS[target][1][{"rabble": 0, "conscript": 0, "regular": 1, "elite": 2}[grade]]
    f.dice(3, 5)
    f.dice(*[3] * hits)
    if aim >= 0:
        f.dice(6)
    ask = f.activate(line)
    assert f.refused(ask, Act.RAPID, actor=line, other=aim) == ""
    shooting.fire_unit(f.b, order(Act.RAPID, line, aim, fy=1.0))
    f.used_up()
    assert f.one(Ev.POINTS).b == hits
    return f


@pytest.mark.rule("MI-060", "MI-062", "MI-065", "MI-067", "MI-068", "MI-069", "MI-070", "MI-071", "MI-072")
@pytest.mark.rule("MI-074", "MI-R35", "MI-R36")
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("grade", ["rabble", "conscript"])
def test_w2_twelve_men_rapid_firing_score_fourteen(grade: str, target: str) -> None:
    f = rapid_volley(grade, target)
    assert f.one(Ev.SHOT).a == 5
    assert f.one(Ev.POINTS).a == 14
    assert {e.b: e.a for e in f.events(Ev.FIRE_SUM)} == {Part.DOUBLED: 10, Part.THREES: 4}


@pytest.mark.rule("MI-064", "MI-067")
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("grade", "points"), [("regular", 15), ("elite", 16)])
def test_w2_regulars_would_score_fifteen_and_elite_sixteen(grade: str, points: int, target: str) -> None:
    assert rapid_volley(grade, target).one(Ev.POINTS).a == points


@pytest.mark.rule("MI-052", "MI-053")
def test_w3_two_ranks_fire_and_a_third_would_fire_through_two_men() -> None:
    f = Field()
    line = f.formation("blue", 9, 20, 10, files=3)
    target = f.formation("red", 3, 20, 18, "south")
    f.activate(line)
    firers = legality.formed_firers(f.b, line, order(Act.FIRE, line, target))
    assert firers == f.set(*f.of(line)[:6])


@pytest.mark.rule("MI-035", "MI-036", "MI-037")
def test_w4_a_column_becomes_a_line_by_turning_on_the_spot() -> None:
    f = Field()
    column = f.formation("blue", 6, 20, 10, files=1)
    before = [(f.m(i).x, f.m(i).y) for i in f.of(column)]
    x, y = 20.0, 10 - 2.5 * 0.75  # where its middle is: it does not move
    ask = f.activate(column)
    assert f.refused(ask, Act.MOVE, actor=column, x=x, y=y, fx=1.0, fy=0.0) == ""
    formed.act(f.b, order(Act.MOVE, column, x=x, y=y, fx=1.0))
    assert [(f.m(i).x, f.m(i).y) for i in f.of(column)] == before
    assert (f.u(column).fx, f.u(column).fy) == (1.0, 0.0)
    assert f.b.actions == 1
    assert f.one(Ev.TURNED).d == 0.0
    assert not f.events(Ev.MOVED)


@pytest.mark.rule("MI-035", "MI-036")
def test_w4_the_four_inches_of_that_move_are_still_there_in_full() -> None:
    f = Field()
    column = f.formation("blue", 6, 20, 10, files=1)
    x, y = 20.0, 10 - 2.5 * 0.75
    ask = f.activate(column)
    assert f.refused(ask, Act.MOVE, actor=column, x=x + 4.0, y=y, fx=1.0, fy=0.0) == ""
    assert f.refused(ask, Act.MOVE, actor=column, x=x + 4.01, y=y, fx=1.0, fy=0.0) == "MI-032"
