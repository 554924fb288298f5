"""Lines of sight, hidden troops, and what was seen as the turn began."""

from __future__ import annotations

import pytest

from grognard.books.fire_at_will import places, sight
from grognard.books.fire_at_will.charms import add_charm
from grognard.books.fire_at_will.state import NOBODY, Posted, Spell

from .field import Ev, Field


def pair(f: Field, y: float = 20) -> tuple[int, int]:
    """Two strips that look at one another over ten inches."""
    return f.formation("blue", "axemen", 24, 10), f.formation("red", "axemen", 24, y, "south")


def sees(f: Field, a: int, c: int) -> bool:
    both = sight.formation_sees(f.b, a, c)
    assert sight.strip_sees(f.b, f.strip(a, 0), f.strip(c, 0), True) == both
    return both


@pytest.mark.rule("FW-R52")
def test_nothing_in_between() -> None:
    f = Field()
    assert sees(f, *pair(f))


@pytest.mark.rule("FW-R52")
@pytest.mark.parametrize(
    ("kind", "shape", "seen"),
    [
        ("building", (20, 14, 28, 16), False),
        ("building", (24.3, 14, 28, 16), True),  # past its corner
        ("wood", (20, 14, 28, 14.9), True),  # less than an inch of it
        ("wood", (20, 14, 28, 15.5), False),
        ("hill", (20, 13, 28, 17), False),
        ("hill", (20, 9, 28, 17), True),  # one of them is on it
        ("scree", (20, 13, 28, 17), True),
    ],
)
def test_ground_in_between(kind: str, shape: tuple[float, ...], seen: bool) -> None:
    f = Field()
    a, c = pair(f)
    f.terrain(kind, rectangle=shape)
    assert sees(f, a, c) == seen


@pytest.mark.rule("FW-R52")
@pytest.mark.parametrize(("figure", "seen"), [("axemen", False), ("hero", True)])
def test_a_formation_blocks_a_lone_character_does_not(figure: str, seen: bool) -> None:
    f = Field()
    a, c = pair(f)
    f.formation("red", figure, 24, 15, strips=1 if figure == "hero" else 6)
    assert sees(f, a, c) == seen


@pytest.mark.rule("FW-R52")
def test_higher_ground_sees_over_troops() -> None:
    f = Field()
    a, c = pair(f)
    f.formation("red", "axemen", 24, 15, strips=6)
    f.terrain("hill", rectangle=(20, 8, 28, 12))
    assert sees(f, a, c)


@pytest.mark.rule("FW-086", "FW-R97")
@pytest.mark.parametrize(("x", "seen"), [(24, False), (27.4, False), (28.7, True)])
def test_fog(x: float, seen: bool) -> None:
    f = Field()
    a, c = pair(f)
    k = add_charm(f.b, Spell.FOG_BANK, NOBODY, NOBODY, NOBODY, 5)
    f.b.charms[k].x, f.b.charms[k].y = x, 15.0
    assert sees(f, a, c) == seen


@pytest.mark.rule("FW-086", "FW-R97")
def test_those_who_touch_see_one_another_in_fog() -> None:
    f = Field()
    a, c = pair(f, 10)
    k = add_charm(f.b, Spell.FOG_BANK, NOBODY, NOBODY, NOBODY, 5)
    f.b.charms[k].x, f.b.charms[k].y = 24.0, 10.0
    assert sees(f, a, c) and sight.strip_sees(f.b, f.strip(a, 0), f.strip(c, 0), False)


@pytest.mark.rule("FW-R52")
def test_shooters_look_from_their_front_edge() -> None:
    f = Field()
    a, c = pair(f)
    f.terrain(
        "building", rectangle=(20, 9.9, 24.6, 12)
    )  # flush with its front: only its rear corner sees past
    assert not sight.strip_sees(f.b, f.strip(a, 0), f.strip(c, 0), False)


@pytest.mark.rule("FW-R52", "FW-R27")
def test_a_garrison_sees_out_of_its_own_building() -> None:
    f = Field()
    foot, foe = pair(f)
    house = f.terrain("building", rectangle=(22, 8, 26, 11))
    f.garrison(foot, house, north=1)
    assert sight.formation_sees(f.b, foot, foe)
    assert sight.strip_sees(f.b, f.strip(foot, 0), f.strip(foe, 0), False)


@pytest.mark.rule("FW-R114", "FW-R48")
@pytest.mark.parametrize(("y", "hidden"), [(19.5, True), (18.5, False)])
def test_the_hidden_are_revealed_when_seen(y: float, hidden: bool) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10)
    c = f.formation("red", "axemen", 24, y, "south", hidden=True)
    f.terrain("wood", rectangle=(18, 18, 30, 26))
    sight.reveal_seen(f.b)
    assert f.u(c).hidden == hidden
    assert [(e.actor, e.other) for e in f.events(Ev.REVEALED)] == ([] if hidden else [(c, a)])


@pytest.mark.rule("FW-R52")
@pytest.mark.parametrize(("gone", "seen"), [((), False), ((0,), False), ((1, 4), True)])
def test_one_looks_through_a_gap_in_a_line_but_not_through_a_joint(gone: tuple[int, ...], seen: bool) -> None:
    f = Field()
    a, c = f.formation("blue", "axemen", 24, 10), f.formation("red", "axemen", 24, 20, "south")
    line = f.formation("red", "axemen", 24, 15, strips=6, files=3)  # files at 23, 24 and 25
    f.formation("red", "axemen", 19, 15, strips=6)
    f.formation("red", "axemen", 29, 15, strips=6)
    for i in [f.strip(line, k) for k in gone]:
        f.c(i).formation = NOBODY
        f.u(line).members[: f.u(line).n - 1] = [m for m in f.members(line) if m != i]
        f.u(line).n -= 1
    assert sees(f, a, c) == seen


@pytest.mark.rule("FW-R52", "FW-R37")
def test_strips_round_a_flank_block_where_they_stand() -> None:
    f = Field()
    a, c = pair(f)
    line = f.formation("blue", "axemen", 40, 40, strips=2)
    assert sees(f, a, c)
    for k, x in ((0, 23.6), (1, 24.6)):
        s = f.s(line, k)
        s.posted, s.x, s.y, s.fx, s.fy = int(Posted.FLANK), x, 12.0, 0.0, 1.0
    f.u(line).x, f.u(line).y = 26.0, 12.5
    f.s(line, 0).width = f.s(line, 1).width = 4.0
    places.measure(f.b, line)
    assert not sees(f, a, c)


@pytest.mark.rule("FW-R114", "FW-R52")
@pytest.mark.parametrize(("x", "y", "hidden"), [(24, 15, True), (24, 21.9, False), (30, 22, True)])
def test_deep_in_a_wood_only_who_comes_in_finds_them(x: float, y: float, hidden: bool) -> None:
    f = Field()
    f.formation("blue", "axemen", x, y)
    c = f.formation("red", "axemen", 24, 22.5, "south", hidden=True)
    f.terrain("wood", rectangle=(16, 18, 32, 28))
    assert sight.wood_around(f.b, c) == 0
    sight.reveal_seen(f.b)
    assert f.u(c).hidden == hidden


@pytest.mark.rule("FW-124", "FW-R65")
def test_what_was_seen_as_the_turn_began() -> None:
    f = Field()
    a, c = pair(f)
    d = f.formation("red", "outriders", 40, 30, "south")
    f.terrain("building", rectangle=(30, 22, 44, 24))
    f.ready()
    assert f.u(a).seen == 1 << c
    assert f.u(c).seen == 1 << a and f.u(d).seen == 0
