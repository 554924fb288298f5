"""Shooting with muskets and rifles: figures, dice, numbers, hits, halvings, and the order of it all."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.horse_and_musket import fire, firing, sequence, sight
from grognard.books.horse_and_musket.state import Band, GunBand, Lost

from .field import Act, Ev, Field, rule

FRONT = 0


def duel(apart: float, weapon: str = "musket", **more: Any) -> tuple[Field, int, int]:
    """A blue line that looks north, and a red one so far before it that looks back."""
    f = Field()
    shooter = f.unit("blue", "line", 30, 10, weapon=weapon, **more)
    target = f.unit("red", "line", 30, 10 + 0.75 + apart + 0.75, "south")
    return f, shooter, target


def miss(f: Field, dice: int) -> None:
    f.dice(*[6] * dice)


# Figures and dice


@pytest.mark.rule("FH-057", "FH-R31")
@pytest.mark.parametrize(
    ("figures", "dice"),
    [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (7, 1), (8, 2), (9, 2), (10, 2), (12, 2), (13, 3), (24, 5)],
)
def test_a_die_for_five_figures_and_one_for_leftovers_of_three_or_four(figures: int, dice: int) -> None:
    assert firing.dice_for_figures(Field().b, figures) == dice


@pytest.mark.rule("FH-R31", "FH-057")
def test_two_figures_shoot_without_a_die() -> None:
    f, shooter, target = duel(2.0, figures=2)
    fire.shoot(f.b, shooter, target, FRONT)
    assert f.one(Ev.FIRES).a == 0
    assert f.u(target).figures == 24
    f.used_up()


@pytest.mark.rule("FH-056", "FH-R29")
@pytest.mark.parametrize(
    ("formation", "files", "firing_figures", "dice"),
    [
        ("line", 0, 24, 5),
        ("column", 0, 12, 2),
        ("column", 3, 18, 4),
        ("march", 0, 6, 1),
        ("extended", 0, 24, 5),
    ],
)
def test_two_ranks_fire(formation: str, files: int, firing_figures: int, dice: int) -> None:
    f, shooter, target = duel(8.0, formation=formation, files=files)
    f.u(target).y = f.u(shooter).y + f.u(shooter).depth / 2 + 8.0 + 0.75
    assert firing.figures_firing(f.b, f.u(shooter)) == firing_figures
    miss(f, dice)
    fire.shoot(f.b, shooter, target, FRONT)
    assert f.one(Ev.FIRES).a == dice
    f.used_up()


@pytest.mark.rule("FH-056", "FH-R29")
def test_a_shrunken_unit_fires_with_the_figures_it_has() -> None:
    f = Field()
    column = f.unit("blue", "line", 30, 10, formation="column", figures=7)
    assert firing.figures_firing(f.b, f.u(column)) == 7


@pytest.mark.rule("FH-R29")
def test_all_of_a_garrison_fires() -> None:
    f = Field()
    garrison = f.garrison("blue", f.terrain("building", rectangle=(28, 8, 32, 12)))
    f.u(garrison).files = 1
    assert firing.figures_firing(f.b, f.u(garrison)) == 24


# Hits


@pytest.mark.rule("FH-058", "FH-R27", "FH-059")
def test_example_e1_three_dice_at_short_range() -> None:
    f, shooter, target = duel(2.0, figures=15)
    f.dice(1, 4, 5, 6, 6, 6, 6, 6)  # the 5 is discarded, 1 + 4 = 5 hits, all saved
    fire.shoot(f.b, shooter, target, FRONT)
    assert (f.one(Ev.FIRES).a, f.one(Ev.FIRES).b) == (3, 4)
    assert f.one(Ev.HITS).a == 5
    f.used_up()


@pytest.mark.rule("FH-058", "FH-R27")
def test_example_e2_five_dice_at_three_or_less() -> None:
    f, shooter, target = duel(4.0)
    f.dice(5, 5, 4, 2, 1, 6, 6, 6)
    fire.shoot(f.b, shooter, target, FRONT)
    assert (f.one(Ev.FIRES).a, f.one(Ev.FIRES).b) == (5, 3)
    assert f.one(Ev.HITS).a == 3
    f.used_up()


@pytest.mark.rule("FH-058", "FH-106")
def test_unsaved_hits_come_off_the_target() -> None:
    f, shooter, target = duel(2.0, figures=5)
    f.dice(4, 5, 4, 4, 4)
    fire.shoot(f.b, shooter, target, FRONT)
    assert f.u(target).figures == 21
    f.used_up()


# Ranges and target numbers


@pytest.mark.rule("FH-059", "FH-R40")
@pytest.mark.parametrize(
    ("weapon", "inches", "band"),
    [
        ("musket", 0.0, Band.SHORT),
        ("musket", 2.0, Band.SHORT),
        ("musket", 2.01, Band.MEDIUM),
        ("musket", 4.0, Band.MEDIUM),
        ("musket", 4.01, Band.LONG),
        ("musket", 8.0, Band.LONG),
        ("musket", 8.01, Band.OUT),
        ("rifle", 4.0, Band.SHORT),
        ("rifle", 4.01, Band.MEDIUM),
        ("rifle", 8.0, Band.MEDIUM),
        ("rifle", 8.01, Band.LONG),
        ("rifle", 16.0, Band.LONG),
        ("rifle", 16.01, Band.OUT),
    ],
)
def test_bands_include_their_limits(weapon: str, inches: float, band: Band) -> None:
    f, shooter, target = duel(inches, weapon)
    if band == Band.OUT:
        assert rule(firing.check_target(f.b, shooter, target, FRONT)) == "FH-059"
        assert f.b.refusal.asked == pytest.approx(inches)
        return
    assert firing.check_target(f.b, shooter, target, FRONT) == 0
    miss(f, 5)
    fire.shoot(f.b, shooter, target, FRONT)
    assert f.one(Ev.FIRES).b == {Band.SHORT: 4, Band.MEDIUM: 3, Band.LONG: 2}[band]
    f.used_up()


@pytest.mark.rule("FH-R40")
@pytest.mark.parametrize(("weapon", "inches"), [(1, 8.01), (2, 16.01), (0, 0.01)])
def test_beyond_the_last_band_there_is_none(weapon: int, inches: float) -> None:
    assert firing.musket_band(Field().b, weapon, inches) == Band.OUT


@pytest.mark.rule("FH-061", "FH-R30")
@pytest.mark.parametrize(("apart", "number"), [(2.0, 5), (4.0, 4), (8.0, 3)])
def test_one_more_into_a_flank_without_a_cap(apart: float, number: int) -> None:
    f, shooter, target = duel(apart)
    f.u(target).fy = 1.0  # its back to the muskets
    f.dice(number, number + 1, 6, 6, 6, *[6] * number)
    fire.shoot(f.b, shooter, target, FRONT)
    assert f.one(Ev.FIRES).b == number
    assert f.one(Ev.HITS).a == number
    assert f.one(Ev.FLANK).rule == 61
    f.used_up()


@pytest.mark.rule("FH-R30")
def test_a_six_never_counts() -> None:
    f, shooter, target = duel(2.0, figures=5)
    f.u(target).fy = 1.0
    miss(f, 1)
    fire.shoot(f.b, shooter, target, FRONT)
    assert f.one(Ev.HITS).a == 0
    f.used_up()


@pytest.mark.rule("FH-056", "FH-058", "FH-059", "FH-060", "FH-061", "FH-106")
def test_every_step_of_a_volley_cites_its_rule() -> None:
    f, shooter, target = duel(2.0, disordered=True)
    f.u(target).fy = 1.0
    f.dice(1, 1, 6, 6, 6, 1)
    fire.shoot(f.b, shooter, target, FRONT)
    said = [("FIRES", 59), ("FIGURES", 56), ("RANGE", 59), ("FLANK", 61), ("HITS", 58), ("HALVED", 60)]
    said += [("SAVES", 106), ("CASUALTIES", 6), ("MARKED", 117)]
    assert [(Ev(e.kind).name, e.rule) for e in f.events()] == said
    f.used_up()


# Halvings


@pytest.mark.rule("FH-060", "FH-R28")
@pytest.mark.parametrize(("face", "hits"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_disordered_shooters_halve_their_hits_rounding_up(face: int, hits: int) -> None:
    f, shooter, target = duel(2.0, figures=5, disordered=True)
    f.dice(face, *[6] * hits)
    fire.shoot(f.b, shooter, target, FRONT)
    assert (f.one(Ev.HALVED).a, f.one(Ev.HALVED).b, f.one(Ev.HALVED).rule) == (face, hits, 60)
    f.used_up()


@pytest.mark.rule("FH-060")
def test_a_unit_in_order_does_not_halve() -> None:
    f, shooter, target = duel(2.0, figures=5, marker=True)
    f.dice(4, 6, 6, 6, 6)
    fire.shoot(f.b, shooter, target, FRONT)
    assert not f.events(Ev.HALVED)
    f.used_up()


@pytest.mark.rule("FH-R28", "FH-086")
def test_halvings_follow_one_another_each_rounded_up() -> None:
    """Seven hits, disordered and in support: four, then two."""
    f = Field()
    shooter = f.unit("blue", "line", 30, 10, disordered=True)
    charged = f.unit("blue", "line", 38, 12)
    charger = f.unit("red", "line", 36, 12.9, "south")
    f.home(charger, charged)
    f.dice(3, 3, 1, 6, 6, 6, 6)  # medium range: 3 or less
    fire.shoot(f.b, shooter, charger, FRONT)
    assert [(e.a, e.b, e.rule) for e in f.events(Ev.HALVED)] == [(7, 4, 60), (4, 2, 86)]
    assert f.one(Ev.SAVES).a == 2
    f.used_up()


@pytest.mark.rule("FH-060")
@pytest.mark.parametrize(("option", "hits"), [("next_rally", 4), ("immediate", 2)])
def test_a_casualty_disorders_at_once_only_by_option(option: str, hits: int) -> None:
    """fh.casualty_disorder: the first shot's casualty halves the answer, or not yet."""
    f = Field(casualty_disorder=option)
    blue = f.unit("blue", "line", 30, 10, figures=5)
    red = f.unit("red", "line", 30, 13.5, "south", figures=5)
    f.dice(1, 1)  # one hit, not saved
    fire.shoot(f.b, blue, red, FRONT)
    f.dice(4, *[6] * hits)
    fire.shoot(f.b, red, blue, FRONT)
    assert f.u(red).marker
    assert f.u(red).disordered is (option == "immediate")
    assert f.events(Ev.SAVES)[1].a == hits
    f.used_up()


# Squares


@pytest.mark.rule("FH-062", "FH-R53")
@pytest.mark.parametrize(
    ("figures", "a_side", "dice"), [(24, 6, 1), (21, 6, 1), (20, 5, 1), (29, 8, 2), (9, 3, 1), (8, 2, 0)]
)
def test_a_quarter_of_a_square_fires_from_a_side(figures: int, a_side: int, dice: int) -> None:
    f = Field()
    square = f.unit("blue", "line", 30, 20, formation="square", figures=figures)
    target = f.unit("red", "line", 30, 20 + f.u(square).depth / 2 + 2.0 + 0.75, "south")
    assert firing.figures_firing(f.b, f.u(square)) == a_side
    miss(f, dice)
    fire.shoot(f.b, square, target, FRONT)
    assert f.one(Ev.FIRES).a == dice
    f.used_up()


@pytest.mark.rule("FH-062", "FH-R53", "FH-R25")
def test_a_square_takes_four_shots_one_from_each_side() -> None:
    f = Field()
    square = f.unit("blue", "line", 30, 20, formation="square")
    around = [
        f.unit("red", "field_guns", 30, 24, "south", shots=0),
        f.unit("red", "field_guns", 34, 20, "south", shots=0),
        f.unit("red", "field_guns", 30, 16, "south", shots=0),
        f.unit("red", "field_guns", 26, 20, "south", shots=0),
    ]
    for j in around:
        f.order(Act.FIRE, square, j)
    f.dice(1, 3, 2, 3, 3, 5, 4, 3, 3, 3, 4)  # one hit; two; a miss; four: gunners save on 4 and more
    sequence.stationary_fire(f.b)
    assert [e.other for e in f.events(Ev.FIRES)] == around
    assert [f.u(j).figures for j in around] == [3, 2, 4, 1]
    f.used_up()


@pytest.mark.rule("FH-R25")
def test_one_shot_a_turn() -> None:
    f, shooter, target = duel(2.0)
    f.u(target).weapon = 0
    f.order(Act.FIRE, shooter, target)
    miss(f, 5)
    sequence.stationary_fire(f.b)
    f.u(shooter).moved = True  # as if it belonged to the second class too
    sequence.moving_fire_and_melee(f.b)
    assert len(f.events(Ev.FIRES)) == 1
    f.used_up()


@pytest.mark.rule("FH-054")
def test_a_unit_may_hold_its_fire() -> None:
    f, shooter, target = duel(2.0)
    f.order(Act.HOLD, shooter)
    f.order(Act.HOLD, target)
    sequence.stationary_fire(f.b)
    assert not f.events(Ev.FIRES)
    f.used_up()


@pytest.mark.rule("FH-054")
def test_nobody_is_asked_who_has_no_target() -> None:
    f, _, _ = duel(8.01)
    sequence.stationary_fire(f.b)
    assert not f.events()


# Simultaneous, in order


@pytest.mark.rule("FH-R06")
def test_dice_are_counted_from_the_figures_at_the_start_of_the_step() -> None:
    f, blue, red = duel(2.0)
    f.order(Act.FIRE, blue, red)
    f.order(Act.FIRE, red, blue)
    f.dice(4, 4, 4, 6, 6, *[1] * 12)  # twelve figures fall
    miss(f, 5)  # and the twelve that are left still answer with the dice of twenty-four
    sequence.stationary_fire(f.b)
    assert [e.a for e in f.events(Ev.FIRES)] == [5, 5]
    assert f.u(red).figures == 12
    f.used_up()


@pytest.mark.rule("FH-R06")
def test_the_count_is_of_those_on_the_table() -> None:
    f, blue, red = duel(2.0, figures=17)
    f.u(blue).then = 0
    f.u(red).lost = Lost.DISPERSED
    fire.count_figures(f.b)
    assert (f.u(blue).then, f.u(red).then) == (17, 0)


@pytest.mark.rule("FH-R06")
def test_the_destroyed_still_shoot() -> None:
    f, blue, red = duel(2.0)
    f.u(red).figures = 3
    f.order(Act.FIRE, blue, red)
    f.order(Act.FIRE, red, blue)
    f.dice(4, 6, 6, 6, 6, 1, 1, 1, 1)
    f.dice(4, 1, 1, 1, 1)
    sequence.stationary_fire(f.b)
    assert f.u(red).lost == Lost.DESTROYED
    assert f.u(blue).figures == 20
    f.used_up()


@pytest.mark.rule("FH-R06", "FH-R61")
def test_a_shot_at_those_already_gone_rolls_no_dice_but_is_spent() -> None:
    f = Field()
    first = f.unit("blue", "line", 27, 10)
    second = f.unit("blue", "field_guns", 32, 10)
    third = f.unit("blue", "line", 37, 10, (-0.8, 0.6))
    red = f.unit("red", "line", 29, 13, "south", figures=3, weapon="none")
    f.order(Act.FIRE, first, red)
    f.order(Act.FIRE, second, red)
    f.order(Act.FIRE, third, red)
    f.dice(4, 6, 6, 6, 6, 1, 1, 1, 1)
    sequence.stationary_fire(f.b)
    assert f.u(red).lost == Lost.DESTROYED
    assert f.u(second).shots == 9
    assert f.u(second).fired
    assert f.u(third).fired
    f.used_up()


@pytest.mark.rule("FH-R06", "FH-R04")
def test_ranges_are_those_at_the_start_of_the_step_and_ranks_close_after_it() -> None:
    """The second battery fires at the end of a line that the first shot shortens: still within reach."""
    f = Field(width=120, depth=60)
    near = f.unit("blue", "heavy_guns", 60, 20)
    far = f.unit("blue", "heavy_guns", 25, 11)  # front edge at y = 12
    red = f.unit("red", "line", 60, 51.7, "south", weapon="none")  # from x = 57 to 63, front at y = 50.95
    assert sight.fire_range(f.b, f.u(far), f.u(red), 0) < 50.0
    f.order(Act.FIRE, near, red)
    f.order(Act.FIRE, far, red)
    f.dice(4, 6, *[1] * 6)  # six figures fall, two stands
    f.dice(5, 1, 6)  # extreme range: one hit
    sequence.stationary_fire(f.b)
    assert [e.a for e in f.events(Ev.GUN_FIRES)] == [GunBand.MEDIUM, GunBand.EXTREME]
    assert f.u(red).width == 4.5
    assert sight.fire_range(f.b, f.u(far), f.u(red), 0) > 50.0
    f.used_up()


@pytest.mark.rule("FH-R61")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_players_units_shoot_first_each_side_in_order(first: int) -> None:
    f = Field()
    f.b.first = first
    red = f.unit("red", "line", 27, 14, "south")
    blue = [f.unit("blue", "line", 24, 10), f.unit("blue", "line", 31, 10)]
    other = f.unit("red", "line", 34, 14, "south")
    shots = {0: [(blue[0], red), (blue[1], other)], 1: [(red, blue[0]), (other, blue[1])]}
    in_turn = shots[first] + shots[1 - first]
    for i, j in in_turn:
        f.order(Act.FIRE, i, j)
    miss(f, 20)
    sequence.stationary_fire(f.b)
    assert [(e.actor, e.other) for e in f.events(Ev.FIRES)] == in_turn
    f.used_up()


@pytest.mark.rule("FH-R61", "FH-R06")
def test_an_attack_is_rolled_to_its_end_before_the_next() -> None:
    f, blue, red = duel(2.0, figures=5)
    f.u(red).figures = 5
    f.order(Act.FIRE, blue, red)
    f.order(Act.FIRE, red, blue)
    f.dice(2, 1, 5, 3, 6, 1, 6)  # 2 hits: one saved; 3 hits: two saved
    sequence.stationary_fire(f.b)
    kinds = [Ev.FIRES, Ev.HITS, Ev.SAVES, Ev.CASUALTIES]
    assert [e.kind for e in f.events(*kinds)] == kinds * 2
    assert (f.u(red).figures, f.u(blue).figures) == (4, 4)
    f.used_up()


@pytest.mark.rule("FH-R61")
def test_the_leader_is_diced_for_between_hits_and_saves() -> None:
    f, blue, red = duel(2.0, figures=10)
    general = f.general("red", attached=red)
    f.dice(4, 2)  # six hits
    f.dice(2)  # the general falls
    f.dice(*[5] * 6)  # all saved
    fire.shoot(f.b, blue, red, FRONT)
    assert [e.kind for e in f.events(Ev.HITS, Ev.LEADER_HIT, Ev.SAVES)] == [Ev.HITS, Ev.LEADER_HIT, Ev.SAVES]
    assert not f.b.leaders[general].alive
    assert f.u(red).figures == 24
    f.used_up()


@pytest.mark.rule("FH-R61")
def test_initiative_dice_are_the_first_listed_sides_then_the_others() -> None:
    f = Field()
    f.dice(2, 5)
    sequence.roll_initiative(f.b)
    assert (f.one(Ev.INITIATIVE).a, f.one(Ev.INITIATIVE).b) == (2, 5)
    assert f.b.initiative == 1
    f.used_up()


# The classes of Combat


@pytest.mark.rule("FH-R04")
def test_stationary_units_shoot_before_those_that_moved() -> None:
    f, still, moved = duel(2.0)
    f.u(moved).moved = True
    f.u(moved).figures = 14
    f.order(Act.FIRE, still, moved)
    f.order(Act.FIRE, moved, still)
    f.dice(4, 6, 6, 6, 6, 1, 1, 1, 1)  # four fall in C1
    miss(f, 2)  # ten are left, and count in C3
    sequence.stationary_fire(f.b)
    fire.halt_charges(f.b)
    sequence.moving_fire_and_melee(f.b)
    assert [(e.actor, e.a) for e in f.events(Ev.FIRES)] == [(still, 5), (moved, 2)]
    f.used_up()


@pytest.mark.rule("FH-R04")
def test_those_destroyed_in_the_first_step_are_gone_in_the_third() -> None:
    f, still, moved = duel(2.0)
    f.u(moved).moved = True
    f.u(moved).figures = 4
    f.order(Act.FIRE, still, moved)
    f.dice(4, 6, 6, 6, 6, 1, 1, 1, 1)
    sequence.stationary_fire(f.b)
    sequence.moving_fire_and_melee(f.b)
    assert len(f.events(Ev.FIRES)) == 1
    f.used_up()


@pytest.mark.rule("FH-R04")
@pytest.mark.parametrize("first_fire", [True, False])
def test_a_charged_unit_shoots_in_the_first_step_only_with_first_fire(first_fire: bool) -> None:
    """Without it (Charged 4 and 5) it strikes in the third."""
    f = Field()
    charged = f.unit("blue", "line", 30, 10, first_fire=first_fire)
    charger = f.unit("red", "line", 30, 11.5, "south")
    f.home(charger, charged)
    if first_fire:
        f.order(Act.YES, charged)
        miss(f, 5)
    sequence.stationary_fire(f.b)
    assert len(f.events(Ev.FIRES)) == first_fire
    fire.halt_charges(f.b)
    miss(f, 5 if first_fire else 10)
    sequence.moving_fire_and_melee(f.b)
    assert [e.actor for e in f.events(Ev.STRIKES)] == ([charger] if first_fire else [charger, charged])
    f.used_up()
