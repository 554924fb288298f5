"""Charges, lining up, breaking off, turning to face, overlapping."""

from __future__ import annotations

from math import cos, pi, radians, sin, sqrt
from typing import Any

import pytest

from grognard.books.fire_at_will import charges, charms, contact, links, overlaps, touching
from grognard.books.fire_at_will.places import put
from grognard.books.fire_at_will.state import Edge, Nerve, Posted, Spell
from grognard.values import Order

from .doing import go, next_turn, no
from .field import NOBODY, Act, Ev, Field, order

HALF = sqrt(0.5)


def near(*wanted: float) -> object:
    return pytest.approx(wanted, abs=1e-4)


def at(f: Field, n: int) -> tuple[float, float]:
    return f.u(n).x, f.u(n).y


# Charges


@pytest.mark.rule("FW-R18", "FW-R33", "FW-155")
@pytest.mark.parametrize(("y", "refused"), [(14, ""), (14.02, "FW-R18")])
def test_a_charge_goes_as_far_as_the_allowance_and_no_farther(y: float, refused: str) -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=3)
    enemy = f.formation("red", "axemen", 24, y, "south", strips=3)
    f.ready()
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == refused
    if not refused:
        go(f, Act.CHARGE, actor=n, other=enemy, fy=1.0)
        u = f.u(n)
        assert at(f, n) == near(24, 14) and touching.in_contact(f.b, n)
        assert (u.charging, u.charge_target, u.charge_edge) == (True, enemy, Edge.FRONT)
        assert u.moved and u.done
        assert f.one(Ev.CHARGES).d == pytest.approx(4, abs=1e-4) and f.one(Ev.CONTACT).a == Edge.FRONT
        assert at(f, enemy) == (24, y)  # the target does not move


@pytest.mark.rule("FW-R18", "FW-R20")
def test_slow_ground_shortens_a_charge() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=3)
    enemy = f.formation("red", "axemen", 24, 13.1, "south", strips=3)
    f.terrain("scree", rectangle=(20, 11, 28, 12))
    f.ready()
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == "FW-R18"  # an inch and a half of it costs two
    assert f.b.refusal.asked == pytest.approx(4.6, abs=1e-3)


@pytest.mark.rule("FW-R18")
@pytest.mark.parametrize(("tenths", "refused"), [(44, ""), (46, "FW-R18")])
def test_one_wheel_of_45_degrees_at_the_start(tenths: int, refused: str) -> None:
    f = Field()
    n = f.formation("blue", "wolf_riders", 24, 10, strips=2)
    fx, fy = sin(radians(tenths)), cos(radians(tenths))
    enemy = f.formation("red", "axemen", 25 + 3 * fx, 11 + 3 * fy, (-fx, -fy), strips=2)
    f.ready()
    assert no(f, Act.CHARGE, actor=n, other=enemy, fx=fx, fy=fy) == refused
    if not refused:
        go(f, Act.CHARGE, actor=n, other=enemy, fx=fx, fy=fy)
        assert (f.u(n).fx, f.u(n).fy) == near(fx, fy)


@pytest.mark.rule("FW-R18")
def test_the_wheel_is_paid_for() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=2)
    f.ready()
    enemy = f.formation("red", "axemen", 26.1, 12.2, (-HALF, -HALF), strips=2)
    f.ready()
    assert no(f, Act.CHARGE, actor=n, other=enemy, fx=HALF, fy=HALF) == ""
    cost = charges.charge_cost(f.b, *charge_of(f, n, enemy, HALF, HALF))
    far = charges.charge_length(f.b, charge_of(f, n, enemy, HALF, HALF)[0])
    assert cost == pytest.approx(2 * pi / 4 + far)
    f.u(n).spent = 4.1 - cost
    assert no(f, Act.CHARGE, actor=n, other=enemy, fx=HALF, fy=HALF) == "FW-R18"


def charge_of(f: Field, n: int, enemy: int, fx: float, fy: float) -> tuple[Order, float]:
    o = order(Act.CHARGE, n, enemy, fx=fx, fy=fy)
    return o, charges.charge_length(f.b, o)


@pytest.mark.rule("FW-R17", "FW-R18")
def test_a_single_model_turns_free_to_charge_whoever_is_behind_it() -> None:
    f = Field()
    giant = f.formation("blue", "giant", 24, 20)
    enemy = f.formation("red", "axemen", 24, 15, strips=3)
    f.ready()
    go(f, Act.CHARGE, actor=giant, other=enemy, fy=-1.0)
    assert f.one(Ev.CONTACT).a == Edge.FRONT and f.u(giant).fy == -1
    assert f.u(giant).spent == pytest.approx(4, abs=1e-4)


@pytest.mark.rule("FW-R18")
def test_a_charge_is_a_move_of_its_own() -> None:
    f = Field()
    n = f.formation("blue", "wolf_riders", 24, 10, strips=3)
    enemy = f.formation("red", "axemen", 24, 14, "south", strips=3)
    f.ready()
    go(f, Act.ADVANCE, actor=n, x=1)
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == "FW-R18"


@pytest.mark.rule("FW-R18", "FW-R28")
def test_whoever_is_met_first_is_in_the_way() -> None:
    f = Field()
    n = f.formation("blue", "wolf_riders", 24, 10, strips=3)
    enemy = f.formation("red", "axemen", 24, 16, "south", strips=3)
    other = f.formation("red", "axemen", 25, 14, "south", strips=1)
    f.ready()
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == "FW-R18"
    assert f.b.refusal.other == other
    put(f.b, other, 40, 14, 0, -1)
    f.formation("blue", "axemen", 24, 13, strips=1)
    f.ready()
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == "FW-R28"


@pytest.mark.rule("FW-R18", "FW-R36", "FW-140")
def test_who_may_not_charge() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=3)
    enemy = f.formation("red", "axemen", 24, 13, "south", strips=3)
    f.ready()
    assert no(f, Act.CHARGE, actor=n, other=n, fy=1.0) == "FW-R18"
    assert no(f, Act.CHARGE, actor=n, other=99, fy=1.0) == "FW-R18"
    f.u(n).nerve = int(Nerve.HALTED)
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == "FW-140"
    f.u(n).nerve = int(Nerve.RUNNING)
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == "FW-141"
    f.u(n).nerve = int(Nerve.CALM)
    go(f, Act.CHARGE, actor=n, other=enemy, fy=1.0)
    next_turn(f)
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == "FW-R36"
    assert no(f, Act.ADVANCE, actor=n, x=1) == "FW-R36"
    assert no(f, Act.BACK, actor=n, x=1) == "FW-R36"


@pytest.mark.rule("FW-R99")
def test_the_invisible_and_the_hidden_are_not_charged_on_purpose() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=3)
    enemy = f.formation("red", "axemen", 24, 13, "south", strips=3)
    f.ready()
    charms.add_charm(f.b, Spell.BE_GONE, NOBODY, enemy, NOBODY, 1)
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == "FW-R99"
    f.b.n_charms = 0
    f.u(enemy).hidden = True
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == "FW-R18"


@pytest.mark.rule("FW-R99")
def test_the_invisible_may_charge() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=3)
    enemy = f.formation("red", "axemen", 24, 13, "south", strips=3)
    f.ready()
    charms.add_charm(f.b, Spell.BE_GONE, NOBODY, n, NOBODY, 1)
    go(f, Act.CHARGE, actor=n, other=enemy, fy=1.0)
    assert charms.is_invisible(f.b, n)


# Quarters


@pytest.mark.rule("FW-049", "FW-R32")
def test_flank_and_rear_are_charged_from_their_quarters() -> None:
    f = Field()
    enemy = f.formation("red", "axemen", 24, 24, "south", strips=3)
    flank = f.formation("blue", "wolf_riders", 30, 24.25, "west", strips=1)
    rear = f.formation("blue", "wolf_riders", 24, 30, "south", strips=2)
    f.ready()
    go(f, Act.CHARGE, actor=flank, other=enemy, fx=-1.0, fy=0.0)
    assert f.one(Ev.CONTACT).a == Edge.LEFT and at(f, flank) == near(25.5, 24.25)
    assert touching.edge_touched_by(f.b, enemy, Edge.LEFT, flank, True)
    go(f, Act.CHARGE, actor=rear, other=enemy, fx=0.0, fy=-1.0)
    assert f.u(rear).charge_edge == Edge.REAR and f.u(rear).y == pytest.approx(24.5, abs=1e-4)


@pytest.mark.rule("FW-049", "FW-R32")
def test_from_the_front_quarter_or_astride_the_flank_is_refused() -> None:
    f = Field()
    enemy = f.formation("red", "axemen", 24, 24, "south", strips=3)
    ahead = f.formation(
        "blue", "wolf_riders", 28.5, 20.9, "west", strips=1
    )  # the line from (25.5, 24) cuts it
    f.ready()
    put(f.b, ahead, 28.5, 24.25, -1.0, 0.0)  # it has come round since, but began the turn there
    assert no(f, Act.CHARGE, actor=ahead, other=enemy, fx=-1.0, fy=0.0) == "FW-049"
    f.ready()
    go(f, Act.CHARGE, actor=ahead, other=enemy, fx=-1.0, fy=0.0)


@pytest.mark.rule("FW-R32")
def test_a_lone_character_is_hit_from_any_side() -> None:
    f = Field()
    hero = f.home(f.character("red", "hero", 24, 24))
    n = f.formation("blue", "axemen", 24, 21, strips=3)
    f.ready()
    go(f, Act.CHARGE, actor=n, other=hero, fy=1.0)
    assert touching.in_contact(f.b, n)


# Lining up


@pytest.mark.rule("FW-R33")
@pytest.mark.parametrize(
    ("off", "x", "slid"),
    [
        (0.0, 24.0, 0.0),
        (0.4, 24.4, 0.0),  # each still has more than half its front against an enemy
        (2.6, 26.5, 0.1),  # only the left one would: a tenth of an inch makes half
        (3.4, 27.0, 0.4),
    ],
)
def test_the_charger_slides_up_to_half_a_strip_so_that_most_get_in(off: float, x: float, slid: float) -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24 + off, 10, strips=3)
    enemy = f.formation("red", "axemen", 24, 13, "south", strips=3)
    f.ready()
    if off >= 3.0:
        assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == "FW-R18"  # it would pass them by
        return
    go(f, Act.CHARGE, actor=n, other=enemy, fy=1.0)
    assert f.u(n).x == pytest.approx(x, abs=0.07)
    assert f.one(Ev.CONTACT).d == pytest.approx(slid, abs=0.07)


@pytest.mark.rule("FW-R33")
def test_a_charger_that_comes_askew_is_squared_up_to_the_edge_it_hits() -> None:
    f = Field()
    n = f.formation("blue", "wolf_riders", 24, 10, (0.28, 0.96), strips=2)
    enemy = f.formation("red", "axemen", 25, 14, "south", strips=4)
    f.ready()
    go(f, Act.CHARGE, actor=n, other=enemy, fx=0.28, fy=0.96)
    assert (f.u(n).fx, f.u(n).fy) == near(0, 1)
    assert f.u(n).y == pytest.approx(14, abs=1e-4)
    ins = [touching.is_in_against(f.b, i, j) for i in f.members(n) for j in f.members(enemy)]
    assert sum(ins) >= 2


@pytest.mark.rule("FW-R33")
def test_no_room_to_line_up_no_charge() -> None:
    f = Field()
    n = f.formation("blue", "wolf_riders", 24, 10, (0.6, 0.8), strips=2)
    enemy = f.formation("red", "axemen", 26.5, 13.5, "south", strips=1)
    beside = f.formation(
        "blue", "axemen", 27.4, 13.45, strips=1
    )  # clear of its way, not of where it would square up
    f.ready()
    assert no(f, Act.CHARGE, actor=n, other=enemy, fx=0.6, fy=0.8) == "FW-R33"
    put(f.b, beside, 40, 13.45, 0.0, 1.0)
    assert no(f, Act.CHARGE, actor=n, other=enemy, fx=0.6, fy=0.8) == ""


# Buildings


@pytest.mark.rule("FW-048", "FW-R77")
@pytest.mark.parametrize(
    ("figure", "refused"),
    [
        ("outriders", "FW-048"),
        ("wolf_riders", "FW-048"),
        ("mounted_crossbowmen", "FW-048"),
        ("knights", "FW-048"),
        ("orc_chariot", "FW-048"),
        ("orc_war_wagon", "FW-048"),
        ("champion", "FW-048"),
        ("axemen", ""),
        ("giant", ""),
        ("trolls", ""),
        ("behemoth", ""),
        ("dragon", ""),
    ],
)
def test_cavalry_may_not_attack_a_building(figure: str, refused: str) -> None:
    f = Field()
    n = f.formation("blue", figure, 24, 11)
    house = f.terrain("building", rectangle=(22, 14, 26, 17))
    enemy = f.formation("red", "axemen", 24, 30, strips=4)
    f.garrison(enemy, house, south=2, north=2)
    f.ready()
    assert no(f, Act.CHARGE, actor=n, other=enemy, fy=1.0) == refused


@pytest.mark.rule("FW-045", "FW-R27", "FW-R33")
@pytest.mark.parametrize(("x", "y", "fx", "fy"), [(24, 11, 0, 1), (24, 20, 0, -1), (19, 15.5, 1, 0)])
def test_a_garrison_is_attacked_at_its_wall_and_has_no_flank_or_rear(
    x: float, y: float, fx: float, fy: float
) -> None:
    f = Field()
    n = f.formation("blue", "axemen", x, y, (fx, fy), strips=2)
    house = f.terrain("building", rectangle=(22, 14, 26, 17))
    enemy = f.formation("red", "axemen", 24, 30, strips=6)
    f.garrison(enemy, house, south=2, north=2, west=2)
    f.ready()
    go(f, Act.CHARGE, actor=n, other=enemy, fx=float(fx), fy=float(fy))
    assert f.u(n).charge_edge == Edge.FRONT and touching.in_contact(f.b, n)
    assert f.u(n).x == pytest.approx(22 if fx else 24, abs=1e-4)


# Breaking off


def broken(blue: str = "wolf_riders", red: str = "axemen", **more: Any) -> tuple[Field, int, int]:
    """Two formations front to front, in the second turn."""
    f = Field()
    n = f.formation("blue", blue, 24, 20, strips=3, **more)
    enemy = f.formation("red", red, 24, 20, "south", strips=3)
    contact.note_melees(f.b)
    f.ready(2)
    return f, n, enemy


@pytest.mark.rule("FW-050", "FW-054", "FW-R35")
def test_breaking_off_goes_straight_back_with_all_of_the_allowance() -> None:
    f, n, _ = broken()
    go(f, Act.BREAK_OFF, actor=n)
    assert at(f, n) == near(24, 13) and f.u(n).fy == 1  # at full allowance, facing the enemy
    assert f.u(n).moved and f.u(n).done
    assert f.one(Ev.BROKE_OFF).d == pytest.approx(7)


@pytest.mark.rule("FW-050")
def test_who_is_not_in_contact_has_nothing_to_break_off() -> None:
    f = Field()
    n = f.formation("blue", "wolf_riders", 24, 20)
    f.ready()
    assert no(f, Act.BREAK_OFF, actor=n) == "FW-050"


@pytest.mark.rule("FW-051", "FW-R35")
@pytest.mark.parametrize(
    ("blue", "red", "refused"),
    [("axemen", "axemen", "FW-051"), ("axemen", "men_at_arms", ""), ("men_at_arms", "axemen", "FW-051")],
)
def test_it_must_be_faster_not_as_fast(blue: str, red: str, refused: str) -> None:
    f, n, _ = broken(blue, red)
    assert no(f, Act.BREAK_OFF, actor=n) == refused


@pytest.mark.rule("FW-051", "FW-R35")
def test_paces_are_compared_in_the_ground_where_it_ends() -> None:
    f, n, enemy = broken("axemen", "trolls")
    assert no(f, Act.BREAK_OFF, actor=n) == ""
    f.terrain("wood", rectangle=(20, 10, 28, 18.5))  # two inches there for axemen, three for trolls
    assert no(f, Act.BREAK_OFF, actor=n) == "FW-051"
    assert (f.b.refusal.asked, f.b.refusal.allowed, f.b.refusal.other) == (2, 3, enemy)


@pytest.mark.rule("FW-051", "FW-R35")
def test_it_must_beat_all_that_are_on_its_front() -> None:
    f = Field()
    n = f.formation("blue", "knights", 24, 20, strips=4)
    f.formation("red", "axemen", 23, 20, "south", strips=2)
    f.ready()
    assert no(f, Act.BREAK_OFF, actor=n) == ""
    f.formation("red", "wolf_riders", 25, 20, "south", strips=2)
    assert no(f, Act.BREAK_OFF, actor=n) == "FW-051"


@pytest.mark.rule("FW-052")
def test_no_enemy_front_may_touch_its_flank_or_rear() -> None:
    f, n, _ = broken()
    f.formation("red", "axemen", 25.5, 19.6, "west")
    assert no(f, Act.BREAK_OFF, actor=n) == "FW-052"


@pytest.mark.rule("FW-053", "FW-R35")
def test_it_must_end_clear_of_enemies_and_its_way_must_be_free() -> None:
    f, n, _ = broken()
    back = f.formation("red", "axemen", 26.0, 12.5, "south")  # beside where it would stand
    assert no(f, Act.BREAK_OFF, actor=n) == "FW-053"
    put(f.b, back, 24, 15, 0.0, -1.0)
    assert no(f, Act.BREAK_OFF, actor=n) == "FW-R35"
    put(f.b, back, 40, 15, 0.0, -1.0)
    f.formation("blue", "axemen", 24, 16, strips=3)
    assert no(f, Act.BREAK_OFF, actor=n) == "FW-R35"


@pytest.mark.rule("FW-R35", "FW-R29")
def test_off_the_table_nobody_breaks_off() -> None:
    f = Field()
    n = f.formation("blue", "wolf_riders", 24, 7, strips=3)
    f.formation("red", "axemen", 24, 7, "south", strips=3)
    f.ready()
    assert no(f, Act.BREAK_OFF, actor=n) == "FW-R35"


@pytest.mark.rule("FW-054", "FW-R35")
def test_slow_ground_shortens_it_and_a_wall_stops_it() -> None:
    f, n, _ = broken()
    f.terrain("undergrowth", rectangle=(20, 5, 28, 17.25))
    go(f, Act.BREAK_OFF, actor=n)  # two inches, then two and a half in the undergrowth
    assert f.u(n).y == pytest.approx(15.5, abs=1e-3)
    f, n, _ = broken()
    f.terrain("hedge", line=[(15, 16.25), (33, 16.25)])
    go(f, Act.BREAK_OFF, actor=n)
    assert f.u(n).y == pytest.approx(17, abs=1e-3)


@pytest.mark.rule("FW-050", "FW-054")
def test_a_dragon_breaks_off_over_friends() -> None:
    f = Field()
    n = f.formation("blue", "dragon", 24, 20)
    f.formation("red", "axemen", 24, 20, "south", strips=3)
    f.formation("blue", "axemen", 24, 18, strips=3)
    f.ready()
    go(f, Act.BREAK_OFF, actor=n)
    assert f.u(n).y == 13


# Turning to face


@pytest.mark.rule("FW-R34")
@pytest.mark.parametrize(
    ("x", "y", "facing", "turned"),
    [(25.5, 19.75, "west", (1, 0)), (22.5, 19.75, "east", (-1, 0)), (24, 19.5, "north", (0, -1))],
)
def test_hit_in_flank_or_rear_one_turns_to_face(
    x: float, y: float, facing: str, turned: tuple[float, float]
) -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 20, strips=3)
    enemy = f.formation("red", "axemen", x, y, facing, strips=1)
    f.ready()
    go(f, Act.FACE, actor=n, other=enemy)
    assert (f.u(n).fx, f.u(n).fy) == turned
    assert touching.edge_touched_by(f.b, n, Edge.FRONT, enemy, True)
    assert at(f, enemy) == (x, y) and f.u(n).done
    assert f.one(Ev.FACED).other == enemy
    assert no(f, Act.FACE, actor=n, other=enemy) == "FW-023"


@pytest.mark.rule("FW-R34")
def test_with_an_enemy_on_its_front_it_cannot() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 20, strips=3)
    flank = f.formation("red", "axemen", 25.5, 19.75, "west")
    far = f.formation("red", "axemen", 24, 40, "south")
    f.ready()
    assert no(f, Act.FACE, actor=n, other=far) == "FW-R34"
    front = f.formation("red", "axemen", 24, 20, "south", strips=2)
    assert no(f, Act.FACE, actor=n, other=flank) == "FW-R34"
    assert f.b.refusal.other == front


# Overlapping


def melee(turn: int = 2, **house: Any) -> tuple[Field, int, int]:
    """Four blue strips against two red ones, front to front; one of blue's is beyond either end."""
    f = Field(**house)
    n = f.formation("blue", "axemen", 24, 20, strips=4)
    enemy = f.formation("red", "axemen", 24, 20, "south", strips=2)
    contact.note_melees(f.b)
    f.ready(turn)
    return f, n, enemy


@pytest.mark.rule("FW-055", "FW-R37")
def test_from_the_second_turn_a_strip_beyond_the_end_turns_the_flank() -> None:
    f, n, enemy = melee(turn=1)
    left, right = f.strip(n, 0), f.strip(n, 3)
    assert no(f, Act.OVERLAP, actor=right, other=enemy, how=Edge.LEFT) == "FW-055"
    f.ready(2)
    go(f, Act.OVERLAP, actor=right, other=enemy, how=Edge.LEFT)
    s = f.c(right)
    assert (s.x, s.y, s.fx, s.fy) == near(25.25, 20.5, -1, 0)  # flush on the flank, behind the line of fronts
    assert s.posted == Posted.FLANK
    foe = f.strip(enemy, 0)  # facing south, the enemy's first file is in the east
    assert touching.is_in_against(f.b, right, foe) and touching.edge_hit(f.b, right, foe) == Edge.LEFT
    assert f.u(n).moved and not f.u(n).charging
    go(f, Act.OVERLAP, actor=left, other=enemy, how=Edge.RIGHT)
    assert (f.c(left).x, f.c(left).fx) == near(22.75, 1)
    assert [e.rule for e in f.events(Ev.OVERLAPS)] == [55, 55]


@pytest.mark.rule("FW-R37", "FW-056")
def test_who_may_not_overlap() -> None:
    f, n, enemy = melee()
    right = f.strip(n, 3)
    assert no(f, Act.OVERLAP, actor=f.strip(n, 2), other=enemy, how=Edge.LEFT) == "FW-R37"  # it fights
    assert no(f, Act.OVERLAP, actor=right, other=enemy, how=Edge.RIGHT) == "FW-R37"  # the other end
    assert no(f, Act.OVERLAP, actor=right, other=enemy, how=Edge.REAR) == "FW-055"  # only the flanks
    f.u(n).nerve = int(Nerve.HALTED)
    assert no(f, Act.OVERLAP, actor=right, other=enemy, how=Edge.LEFT) == "FW-140"
    f.u(n).nerve = int(Nerve.RUNNING)
    assert no(f, Act.OVERLAP, actor=right, other=enemy, how=Edge.LEFT) == "FW-141"


@pytest.mark.rule("FW-R37")
def test_only_the_strip_next_to_one_that_fights() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 20, strips=6)
    enemy = f.formation("red", "axemen", 24, 20, "south", strips=2)
    contact.note_melees(f.b)
    f.ready(2)
    assert no(f, Act.OVERLAP, actor=f.strip(n, 5), other=enemy, how=Edge.LEFT) == "FW-R37"
    assert no(f, Act.OVERLAP, actor=f.strip(n, 4), other=enemy, how=Edge.LEFT) == ""


@pytest.mark.rule("FW-R37", "FW-056")
@pytest.mark.parametrize(("overlap", "refused"), [("strict", "FW-R37"), ("umpire", ""), ("off", "FW-R37")])
def test_another_enemy_within_an_inch(overlap: str, refused: str) -> None:
    f, n, enemy = melee(overlap=overlap)
    right = f.strip(n, 3)
    other = f.formation("red", "axemen", 27, 21, "south", strips=1)
    assert no(f, Act.OVERLAP, actor=right, other=enemy, how=Edge.LEFT) == refused
    put(f.b, other, 27.05, 21, 0.0, -1.0)
    assert no(f, Act.OVERLAP, actor=right, other=enemy, how=Edge.LEFT) == (
        "FW-R37" if overlap == "off" else ""
    )


@pytest.mark.rule("FW-R37", "FW-056")
def test_the_edge_must_be_free_and_the_ground_bear_it() -> None:
    f, n, enemy = melee()
    right = f.strip(n, 3)
    house = f.terrain("building", rectangle=(25.2, 20.6, 30, 24))
    assert no(f, Act.OVERLAP, actor=right, other=enemy, how=Edge.LEFT) == "FW-056"
    f.b.ground.n = house
    f.formation("red", "axemen", 25.5, 20, "south", strips=1)  # the line goes on
    assert no(f, Act.OVERLAP, actor=right, other=enemy, how=Edge.LEFT) == "FW-R37"  # it fights now


@pytest.mark.rule("FW-R37")
def test_the_wheel_must_be_within_the_allowance() -> None:
    f, n, enemy = melee()
    right = f.strip(n, 3)
    f.b.rules.move[f.c(right).moves] = 1.0
    assert no(f, Act.OVERLAP, actor=right, other=enemy, how=Edge.LEFT) == "FW-R37"
    path = overlaps.wheel_path(
        f.c(right), overlaps.landing(f.b, right, f.strip(enemy, 0), Edge.FRONT, Edge.LEFT)
    )
    assert f.b.refusal.asked == pytest.approx(path) and path == pytest.approx(pi / 2)


@pytest.mark.rule("FW-057", "FW-R37")
def test_who_charged_a_flank_overlaps_onto_front_and_rear() -> None:
    f = Field()
    enemy = f.formation("red", "axemen", 24, 20, "south", strips=2)  # y from 20 to 20.5, x from 23 to 25
    n = f.formation("blue", "axemen", 25, 20.25, "west", strips=3)
    contact.note_melees(f.b)
    f.ready(2)
    south, north = f.strip(n, 0), f.strip(n, 2)
    assert no(f, Act.OVERLAP, actor=north, other=enemy, how=Edge.RIGHT) == "FW-057"
    go(f, Act.OVERLAP, actor=north, other=enemy, how=Edge.REAR)
    assert (f.c(north).fx, f.c(north).fy) == near(0, -1)
    assert touching.edge_hit(f.b, north, f.strip(enemy, 0)) == Edge.REAR
    go(f, Act.OVERLAP, actor=south, other=enemy, how=Edge.FRONT)
    assert touching.edge_touched_by(f.b, enemy, Edge.FRONT, n, True)
    assert {e.rule for e in f.events(Ev.OVERLAPS)} == {57}


@pytest.mark.rule("FW-058", "FW-R37")
def test_who_charged_a_rear_overlaps_onto_both_flanks() -> None:
    f = Field()
    enemy = f.formation("red", "axemen", 24, 20, strips=2)
    n = f.formation("blue", "axemen", 24, 19.5, strips=4)
    contact.note_melees(f.b)
    f.ready(2)
    assert no(f, Act.OVERLAP, actor=f.strip(n, 3), other=enemy, how=Edge.FRONT) == "FW-058"
    go(f, Act.OVERLAP, actor=f.strip(n, 3), other=enemy, how=Edge.RIGHT)
    go(f, Act.OVERLAP, actor=f.strip(n, 0), other=enemy, how=Edge.LEFT)
    assert touching.edge_touched_by(f.b, enemy, Edge.RIGHT, n, True)
    assert touching.edge_touched_by(f.b, enemy, Edge.LEFT, n, True)
    assert {e.rule for e in f.events(Ev.OVERLAPS)} == {58}


@pytest.mark.rule("FW-055")
def test_a_melee_begins_when_contact_does_and_ends_with_it() -> None:
    f, n, enemy = melee(turn=1)
    assert (f.u(n).melee_since, f.u(enemy).melee_since) == (1, 1)
    f.b.turn = 3
    contact.note_melees(f.b)
    assert f.u(n).melee_since == 1
    put(f.b, enemy, 24, 30, 0.0, -1.0)
    contact.note_melees(f.b)
    assert f.u(n).melee_since == 0


# Hidden enemies in the way


def ambush(**more: Any) -> tuple[Field, int, int]:
    """Riders, and enemies hidden in a wood three inches before them."""
    f = Field()
    f.terrain("wood", rectangle=(20, 13, 28, 20))
    n = f.formation("blue", "wolf_riders", 24, 10, strips=2)
    lurking = f.formation("red", "axemen", 24, 14, "south", strips=2, hidden=True, **more)
    f.ready()
    return f, n, lurking


@pytest.mark.rule("FW-R114", "FW-023")
def test_an_advance_ends_before_hidden_enemies_who_are_then_seen() -> None:
    f, n, lurking = ambush()
    go(f, Act.ADVANCE, actor=n, x=4.5)
    assert f.u(n).y == pytest.approx(13.98, abs=1e-3)
    assert not f.u(lurking).hidden and f.one(Ev.REVEALED).actor == lurking
    assert not touching.in_contact(f.b, n)


@pytest.mark.rule("FW-R114", "FW-R18")
def test_a_charge_falls_short_of_its_target_if_hidden_enemies_are_in_the_way() -> None:
    f, n, lurking = ambush()
    enemy = f.formation("red", "axemen", 24, 14.9, "south", strips=2)  # behind them
    f.ready()
    f.u(lurking).hidden = True
    go(f, Act.CHARGE, actor=n, other=enemy, fx=0.0, fy=1.0)
    assert f.one(Ev.FALLS_SHORT).other == enemy and not f.events(Ev.CONTACT)
    assert f.u(n).done and not f.u(n).charging and f.u(n).y == pytest.approx(13.98, abs=1e-3)
    assert not f.u(lurking).hidden


@pytest.mark.rule("FW-R114", "FW-R17")
@pytest.mark.parametrize(
    ("act", "more"),
    [
        (Act.WHEEL, {"fx": 0.6, "fy": 0.8}),
        (Act.TURN, {"how": Edge.RIGHT}),
        (Act.RESHAPE, {"other": 1}),
        (Act.SIDESTEP, {"x": 1.0}),
    ],
)
def test_whoever_cannot_know_of_the_hidden_may_order_what_runs_into_them(
    act: Act, more: dict[str, Any]
) -> None:
    """It is found out as it is carried out: the order was legal, they stay where they are, their move is over."""
    where = {Act.WHEEL: (19, 20.9), Act.TURN: (20, 20.6), Act.RESHAPE: (20, 19), Act.SIDESTEP: (22.1, 20)}
    f = Field()
    men = f.formation("blue", "axemen", 20, 20, strips=2, files=2)
    lurking = f.formation("red", "goblins", *where[act], "south", strips=1)
    f.ready()
    assert no(f, act, actor=men, **more) != ""  # they see them, and may not
    f.u(lurking).hidden = True
    assert no(f, act, actor=men, **more) == ""
    go(f, act, actor=men, **more)
    assert f.u(men).done and f.one(Ev.FALLS_SHORT).other == NOBODY
    assert (f.u(men).x, f.u(men).y, f.u(men).fy, f.u(men).files) == (20, 20, 1.0, 2)


@pytest.mark.rule("FW-051", "FW-050")
def test_only_those_on_its_front_are_compared() -> None:
    f, n, _ = broken("axemen", "men_at_arms")
    f.formation("red", "wolf_riders", 26, 20, strips=1)  # side by side with it, front to nobody
    assert no(f, Act.BREAK_OFF, actor=n) == ""


# Merely touching


@pytest.mark.rule("FW-R36", "FW-144", "FW-R69")
def test_who_merely_touches_is_in_no_melee_and_walks_away() -> None:
    """Flank to flank, or corner to corner: nobody has half a front against anybody, so there is nothing to leave."""
    f = Field()
    men = f.formation("blue", "axemen", 20, 20, strips=2)
    f.formation("red", "goblins", 22, 20, strips=2)  # side by side, both to the north
    corner = f.formation("blue", "axemen", 30, 20, strips=2)
    f.formation("red", "goblins", 32, 20, "south", strips=2)  # the fronts in one line, a corner shared
    f.ready()
    for n in (men, corner):
        assert touching.in_contact(f.b, n) and no(f, Act.BACK, actor=n, x=1.0) == ""
    go(f, Act.ADVANCE, actor=men, x=3.0)
    assert not touching.in_contact(f.b, men)


@pytest.mark.rule("FW-R36", "FW-144")
@pytest.mark.parametrize(("x", "held"), [(20.5, True), (20.6, False)])
def test_half_a_front_against_the_enemy_is_a_melee(x: float, held: bool) -> None:
    f = Field()
    men = f.formation("blue", "axemen", 20, 20)
    f.formation("red", "goblins", x, 20, "south")
    f.ready()
    assert no(f, Act.BACK, actor=men, x=1.0) == ("FW-R36" if held else "")
    assert links.is_held(f.b, men) == held


@pytest.mark.rule("FW-R36", "FW-R18")
def test_who_merely_touches_may_charge() -> None:
    f = Field()
    men = f.formation("blue", "axemen", 20, 20, strips=2)
    foe = f.formation("red", "goblins", 21.7, 20, "south", strips=2)
    f.ready()
    assert touching.in_contact(f.b, men) and not links.is_held(f.b, men)
    go(f, Act.CHARGE, actor=men, other=foe, fx=0.0, fy=1.0)
    assert links.is_held(f.b, men) and f.u(men).charging
