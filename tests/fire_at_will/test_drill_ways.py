"""The drill-book general on the march: round houses, over water, off walls, to where a charge can be made; not all at one."""

from __future__ import annotations

import pytest

from grognard.books.fire_at_will import acting
from grognard.books.fire_at_will.drill import drill
from grognard.books.fire_at_will.drill_orders import best_foe
from grognard.books.fire_at_will.drill_plan import is_too_far_ahead, worth_of_aim
from grognard.books.fire_at_will.drill_ways import (
    half_front,
    is_cut_off,
    place,
    route,
    staging,
    to_go,
    turn_inches,
)
from grognard.books.fire_at_will.legality import check
from grognard.books.fire_at_will.poses import pose, pose_of
from grognard.books.fire_at_will.state import Edge, Objective
from grognard.values import Order

from .doing import next_turn
from .field import NOBODY, Act, Field


def one_turn(f: Field, side: str = "blue") -> list[Order]:
    """All that he orders in one Phase 1; each order is legal, and there is an end of it."""
    given: list[Order] = []
    mover = NOBODY
    while True:
        ask = f.action(side, mover)
        o = drill(f.b, ask)
        assert check(f.b, ask, o) == 0 and len(given) < 40, given
        if o.kind == Act.DONE:
            return given
        given.append(o)
        acting.act(f.b, o)
        mover = f.b.mover


def turns_until(f: Field, kind: Act, most: int, side: str = "blue") -> int:
    """In which turn he first gives such an order."""
    for turn in range(1, most + 1):
        if any(o.kind == kind for o in one_turn(f, side)):
            return turn
        next_turn(f)
    raise AssertionError(f"no {kind.name} in {most} turns: {pose_of(f.u(0))}")


# Reckoning ways


def test_a_turn_costs_a_wheel_or_half_a_move_and_a_wheel() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 20, 20, strips=6, files=3)
    hero = f.home(f.character("blue", "hero", 30, 20))
    assert turn_inches(f.b, n, 0.0, 1.0, 0.6, 0.8) == pytest.approx(0.6435 * 3.0, abs=1e-3)
    assert turn_inches(f.b, n, 0.0, 1.0, 1.0, 0.0) == pytest.approx(
        2.0, abs=1e-3
    )  # a right angle: half of 4 inches
    assert turn_inches(f.b, n, 0.0, 1.0, 0.0, -1.0) == pytest.approx(2.0)
    assert turn_inches(f.b, hero, 0.0, 1.0, 0.0, -1.0) == 0.0


def test_slow_ground_walls_and_closed_ground_make_a_way_longer() -> None:
    f = Field()
    f.terrain("wood", rectangle=(10, 22, 14, 26))
    f.terrain("wall", line=[[18, 24], [26, 24]])
    men = f.formation("blue", "axemen", 12, 20, strips=2, files=2)
    elves = f.formation("blue", "elf_infantry", 12, 18, strips=2, files=2)
    wagon = f.formation("blue", "orc_chariot", 12, 16)
    f.ready()

    def far(n: int, x: float) -> float:
        return to_go(f.b, n, pose(x, 20.0, 0.0, 1.0), place(x, 30.0, 0.0))

    assert far(men, 30) == pytest.approx(10.0)
    assert far(men, 12) == pytest.approx(14.0) and far(elves, 12) == pytest.approx(10.0)
    assert far(men, 22) == pytest.approx(13.0)
    assert far(wagon, 22) > 30.0 < far(wagon, 12)  # it cannot go there at all


def test_the_way_round_a_house_grows_shorter_step_by_step() -> None:
    """No place on the way from which going on would seem worse than staying."""
    f = Field()
    f.terrain("building", rectangle=(17, 22, 23, 26))
    n = f.formation("blue", "axemen", 20, 16, strips=6, files=3)
    f.ready()
    goal = place(20.0, 34.0, 1.0)
    x, y, left = 20.0, 16.0, 1000.0
    for _ in range(60):
        wx, wy, far, _ = route(f.b, n, x, y, goal.x, goal.y)
        assert far < left + 0.1, (x, y)
        left = far
        step = max(abs(wx - x), abs(wy - y), 0.5) / 0.5
        x, y = x + (wx - x) / step, y + (wy - y) / step
    assert abs(x - 20.0) + abs(y - 34.0) < 1.0


# On the march


def test_he_comes_round_a_house_to_charge() -> None:
    f = Field()
    f.terrain("building", rectangle=(17, 22, 23, 26))
    f.formation("blue", "orc_infantry", 20, 19, strips=6, files=3)
    f.formation("red", "peasants", 20, 31, "south", strips=3, files=3)
    f.ready()
    assert turns_until(f, Act.CHARGE, 9) >= 3


def test_water_is_crossed_straight_however_the_way_leads() -> None:
    """Slow men whose way leads far along a stream: aslant they could never cross it."""
    f = Field()
    f.terrain("stream", line=[[0, 24], [48, 24]], width=0.5)
    n = f.formation("blue", "men_at_arms", 12, 21, strips=6, files=3)
    f.formation("red", "peasants", 30, 30, "south", strips=3, files=3)
    f.ready()
    for _ in range(4):
        one_turn(f)
        next_turn(f)
    assert f.u(n).y > 24.5


def test_who_touches_the_end_of_a_wall_is_not_stuck_there() -> None:
    """He can neither wheel over it nor go straight on: back or aside, and on."""
    f = Field()
    f.terrain("wall", line=[[16, 20], [19, 20]])
    f.terrain("building", rectangle=(10, 20.5, 19, 24))
    f.formation("blue", "axemen", 18, 20, strips=6, files=3)
    f.formation("red", "peasants", 30, 30, "south", strips=6, files=3)
    f.ready()
    assert turns_until(f, Act.CHARGE, 12) > 2


def test_who_stands_with_its_front_to_a_house_goes_back_and_round_it() -> None:
    """The side before it is empty: the enemy mans another."""
    f = Field()
    f.terrain("building", rectangle=(17, 22, 23, 26))
    foe = f.formation("red", "peasants", 20, 24, strips=2)
    f.garrison(foe, 0, east=2)
    f.formation("blue", "trolls", 20, 22, strips=3, files=3)
    f.ready()
    assert turns_until(f, Act.CHARGE, 8) >= 2


def test_chariots_wait_where_water_cuts_them_off() -> None:
    """They cannot cross a stream: they look that way, and are in nobody's."""
    f = Field()
    f.terrain("stream", line=[[0, 24], [48, 24]], width=0.5)
    n = f.formation("blue", "orc_chariot", 20, 16, "east", strips=2, files=2)
    f.formation("red", "peasants", 20, 32, "south", strips=3, files=3)
    f.ready()
    assert is_cut_off(f.b, n, 20.0, 32.0) and not is_cut_off(f.b, n, 30.0, 16.0)
    for _ in range(3):
        one_turn(f)
        next_turn(f)
    assert f.u(n).fy > 0.9 and f.u(n).y < 19.0


def test_a_way_by_a_house_is_as_wide_as_who_is_beside_the_ranks() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 20, 20, strips=6, files=3)
    alone = half_front(f.b, n)
    f.character("blue", "hero", attached=n, post="left")
    f.ready()
    assert half_front(f.b, n) == pytest.approx(alone + 0.5)


def test_a_single_model_turns_once_and_no_more() -> None:
    """A turn costs it nothing: between two enemies it might turn for ever."""
    f = Field()
    f.terrain("building", rectangle=(18, 20, 22, 24))
    f.b.aims.n_objectives = 1
    f.b.aims.objectives[0] = Objective(piece=0)
    held = f.formation("blue", "axemen", 20, 22, strips=4)
    f.garrison(held, 0, north=4)
    f.formation("blue", "behemoth", 24, 16)
    f.formation("red", "goblins", 14, 36, "south", strips=3, files=3)
    f.formation("red", "goblins", 34, 36, "south", strips=3, files=3)
    f.ready()
    assert len(one_turn(f)) <= 3


# To where a charge can be made


def test_from_a_place_half_in_flank_half_in_rear_nobody_charges_so_he_goes_where_he_can() -> None:
    """At the enemy's rear corner he straddles two quarters [FW-R32]."""
    f = Field()
    f.formation("blue", "wolf_riders", 25, 18.5, (-0.6, 0.8), strips=3, files=3)
    foe = f.formation("red", "peasants", 20, 22, strips=3, files=3)
    f.ready()
    goal = staging(f.b, 0, foe)
    assert goal.fy > 0.9 or goal.fx < -0.9  # the rear, or the flank that is near
    assert turns_until(f, Act.CHARGE, 4) <= 3
    assert f.u(0).charge_edge in (Edge.REAR, Edge.RIGHT)


def test_before_a_house_he_goes_to_a_side_that_is_manned_and_that_friends_have_not_taken() -> None:
    f = Field()
    f.terrain("building", rectangle=(17, 22, 23, 26))
    foe = f.formation("red", "crossbowmen", 20, 24, strips=4)
    f.garrison(foe, 0, south=3, east=1)
    n = f.formation("blue", "orc_infantry", 20, 16, strips=6, files=3)
    f.ready()
    assert staging(f.b, n, foe).fy == pytest.approx(1.0)
    f.formation("blue", "trolls", 20, 21.9, strips=3, files=3)
    f.ready()
    assert staging(f.b, n, foe).fx == pytest.approx(-1.0)  # from the east


# The plan


def test_not_all_go_for_one() -> None:
    """Friends who are nearer are enough for the few; he takes those who are left."""
    f = Field()
    near = f.formation("blue", "axemen", 20, 20, strips=6, files=3)
    other = f.formation("blue", "axemen", 24, 16, strips=6, files=3)
    few = f.formation("red", "goblins", 20, 26, "south", strips=2, files=2)
    many = f.formation("red", "goblins", 30, 28, "south", strips=6, files=3)
    f.ready()
    assert best_foe(f.b, near) == few and best_foe(f.b, other) == many


def test_he_goes_ahead_of_the_line_where_the_enemy_is_weak_and_not_where_he_is_strong() -> None:
    for strips, waits in ((1, False), (6, True)):
        f = Field()
        riders = f.formation("blue", "outriders", 20, 26, strips=3, files=3)
        f.formation("blue", "axemen", 12, 10, strips=6, files=3)
        f.formation("blue", "axemen", 28, 10, strips=6, files=3)
        f.formation("red", "orc_infantry", 20, 34, "south", strips=strips)
        f.ready()
        assert is_too_far_ahead(f.b, riders) == waits


def test_an_objective_is_worth_more_the_less_time_there_is() -> None:
    f = Field()
    f.b.turn = 1
    first = worth_of_aim(f.b)
    f.b.turn = f.b.rules.turns
    assert worth_of_aim(f.b) > 2 * first


def test_an_objective_that_a_few_hold_is_stormed_before_the_end() -> None:
    kinds = []
    for turn in (1, 11):
        f = Field()
        f.terrain("building", rectangle=(17, 22, 23, 26))
        f.b.aims.n_objectives = 1
        f.b.aims.objectives[0] = Objective(piece=0)
        foe = f.formation("red", "axemen", 20, 24, strips=3)
        f.garrison(foe, 0, south=3)
        f.formation("blue", "orc_infantry", 20, 20, strips=6, files=3)
        f.ready(turn)
        kinds.append([o.kind for o in one_turn(f)])
    assert Act.CHARGE not in kinds[0] and Act.CHARGE in kinds[1]


def test_archers_in_a_wood_come_out_to_see_somebody() -> None:
    f = Field()
    f.terrain("wood", rectangle=(14, 14, 26, 22))
    n = f.formation("blue", "skirmishers", 20, 18, strips=4, files=4)
    f.formation("red", "goblins", 20, 27, "south", strips=6, files=3)
    f.ready()
    for _ in range(4):
        one_turn(f)
        next_turn(f)
    assert f.u(n).y > 20.5


def test_a_mage_does_not_walk_before_the_line() -> None:
    f = Field(magic="true")
    f.formation("blue", "axemen", 20, 20, strips=6, files=3)
    mage = f.character("blue", "wizard", 24, 19)
    f.mage(mage, "lightning_bolt", "freeze")
    f.formation("red", "goblins", 22, 44, "south", strips=6, files=3)
    f.ready()
    for _ in range(3):
        one_turn(f)
        next_turn(f)
    assert f.c(mage).y < f.u(0).y
