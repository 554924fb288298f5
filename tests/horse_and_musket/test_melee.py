"""Melee: who fights with how many dice, in what order, who loses and what that costs him."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.horse_and_musket import fighting, fire, melee, sequence
from grognard.books.horse_and_musket.state import Column, Lost
from grognard.values import Ask

from .field import Act, AskKind, Ev, Field, rule


def clash(
    blue: str = "line", red: str = "line", house: dict[str, Any] | None = None, **charger: Any
) -> tuple[Field, int, int]:
    """A blue unit in the open (its number is 0), and a red one that has charged into its front (1)."""
    f = Field(**(house or {}))
    i = f.unit("blue", blue, 30, 20)
    j = f.unit("red", red, 30, 0, "south", **charger)
    f.u(j).y = 20 + (f.u(i).depth + f.u(j).depth) / 2 + 1e-6
    f.home(j, i)
    return f, i, j


def engage(f: Field) -> None:
    """The third step up to its dice."""
    fire.count_figures(f.b)
    melee.form_melees(f.b)
    melee.choose_foes(f.b)


def strikes(f: Field) -> list[tuple[int, int]]:
    """Who struck with how many dice, in order."""
    return [(e.actor, e.a) for e in f.events(Ev.STRIKES)]


def scored(f: Field, attacker: int, blue: int, red: int) -> Field:
    """Both sides have done so many casualties."""
    engage(f)
    f.b.melee_attacker[0] = attacker
    f.u(0).inflicted, f.u(1).inflicted = blue, red
    return f


# Dice


@pytest.mark.rule("FH-075", "FH-R42")
@pytest.mark.parametrize(
    ("troop", "formation", "files", "figures", "dice"),
    [
        ("line", "line", 0, 24, 5),
        ("line", "column", 0, 18, 4),
        ("line", "column", 3, 24, 5),
        ("line", "march", 0, 9, 2),
        ("line", "extended", 0, 24, 5),
        ("heavy_horse", "line", 0, 12, 2),
        ("heavy_horse", "squadrons", 0, 12, 2),
        ("heavy_horse", "march", 0, 4, 1),
    ],
)
def test_three_ranks_of_infantry_and_two_of_cavalry_fight(
    troop: str, formation: str, files: int, figures: int, dice: int
) -> None:
    f = Field()
    unit = f.unit("blue", troop, 30, 20, formation=formation, files=files)
    foe = f.unit("red", "heavy_horse", 30, 30)
    assert fighting.figures_fighting(f.b, f.u(unit)) == figures
    assert fighting.melee_dice(f.b, f.u(unit), f.u(foe)) == dice


@pytest.mark.rule("FH-R42")
def test_all_fight_however_little_of_the_front_is_in_contact() -> None:
    f, i, j = clash()
    f.u(j).x = 35.5  # half an inch of front to front
    f.dice(*[6] * 10)
    sequence.moving_fire_and_melee(f.b)
    assert strikes(f) == [(j, 5), (i, 5)]
    f.used_up()


@pytest.mark.rule("FH-R42")
def test_all_of_a_garrison_fights() -> None:
    f = Field()
    garrison = f.garrison("blue", f.terrain("building", rectangle=(28, 8, 32, 12)))
    f.u(garrison).files = 1
    assert fighting.figures_fighting(f.b, f.u(garrison)) == 24


@pytest.mark.rule("FH-076")
@pytest.mark.parametrize(("figures", "dice"), [(2, 0), (3, 1), (5, 1), (7, 1), (8, 2), (12, 2), (13, 3)])
def test_a_die_for_five_and_for_leftovers_of_three_or_four(figures: int, dice: int) -> None:
    f, i, j = clash(figures=figures)
    f.dice(*[6] * (dice + 5))
    sequence.moving_fire_and_melee(f.b)
    assert strikes(f) == [(j, dice), (i, 5)]
    f.used_up()


@pytest.mark.rule("FH-077")
def test_dice_of_four_or_less_are_totalled_and_saved() -> None:
    f, i, j = clash(figures=15)
    engage(f)
    f.dice(4, 5, 1, 4, 5, 6, 4, 4)  # 4 + 1; of five hits two are saved
    melee.strike(f.b, j, i)
    assert f.one(Ev.HITS).a == 5
    assert f.u(i).figures == 21
    assert f.u(j).inflicted == 3
    f.used_up()


# Cavalry


@pytest.mark.rule("FH-078", "FH-R41")
@pytest.mark.parametrize("troop", ["heavy_horse", "armoured_horse"])
def test_heavy_cavalry_counts_double_in_the_turn_it_charges_infantry(troop: str) -> None:
    f, i, j = clash(red=troop)
    assert fighting.melee_dice(f.b, f.u(j), f.u(i)) == 5  # twelve count as twenty-four
    f.u(j).charging = False
    assert fighting.melee_dice(f.b, f.u(j), f.u(i)) == 2


@pytest.mark.rule("FH-078", "FH-R41")
def test_the_doubling_is_of_figures_not_of_dice() -> None:
    f, i, j = clash(red="heavy_horse", figures=7)
    assert fighting.melee_dice(f.b, f.u(j), f.u(i)) == 3  # fourteen figures; one die doubled would be two


@pytest.mark.rule("FH-079", "FH-R41")
@pytest.mark.parametrize("troop", ["light_horse", "lancers"])
@pytest.mark.parametrize(("figures", "dice"), [(12, 3), (13, 5), (5, 2), (20, 6), (2, 0)])
def test_light_cavalry_has_half_as_many_dice_again_rounded_up(troop: str, figures: int, dice: int) -> None:
    f, i, j = clash(red=troop, figures=figures)
    assert fighting.melee_dice(f.b, f.u(j), f.u(i)) == dice


@pytest.mark.rule("FH-079", "FH-R41")
@pytest.mark.parametrize(("option", "dice"), [("charge_only", 2), ("always", 3)])
def test_light_cavalry_only_in_the_turn_of_its_charge_or_by_option_always(option: str, dice: int) -> None:
    f, i, j = clash(red="light_horse", house={"light_15": option})
    f.u(j).charging = False
    assert fighting.melee_dice(f.b, f.u(j), f.u(i)) == dice


@pytest.mark.rule("FH-R41")
@pytest.mark.parametrize("option", ["charge_only", "always"])
@pytest.mark.parametrize("troop", ["heavy_horse", "light_horse"])
@pytest.mark.parametrize("foe", ["field_guns", "light_horse", "heavy_horse"])
def test_no_impetus_against_batteries_or_cavalry(troop: str, foe: str, option: str) -> None:
    f, i, j = clash(blue=foe, red=troop, house={"light_15": option})
    assert fighting.melee_dice(f.b, f.u(j), f.u(i)) == 2


@pytest.mark.rule("FH-R41")
@pytest.mark.parametrize("troop", ["heavy_horse", "light_horse"])
def test_no_impetus_on_contact_after_a_pursuit(troop: str) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    j = f.unit("red", troop, 30, 21.25, "south", pursuing=True)
    f.u(i).locked, f.u(j).locked = j, i
    f.dice(*[6] * 7)
    sequence.moving_fire_and_melee(f.b)
    assert strikes(f) == [(j, 2), (i, 5)]
    f.used_up()


@pytest.mark.rule("FH-078", "FH-079")
def test_infantry_has_no_impetus() -> None:
    f, i, j = clash()
    assert fighting.melee_dice(f.b, f.u(j), f.u(i)) == 5


@pytest.mark.rule("FH-080", "FH-R28")
@pytest.mark.parametrize(
    ("striker", "foe", "halved"),
    [
        ("light_horse", "heavy_horse", True),
        ("light_horse", "armoured_horse", True),
        ("lancers", "heavy_horse", True),
        ("light_horse", "light_horse", False),
        ("light_horse", "line", False),
        ("heavy_horse", "light_horse", False),
        ("heavy_horse", "heavy_horse", False),
        ("line", "heavy_horse", False),
    ],
)
def test_light_cavalry_halves_its_hits_on_heavy(striker: str, foe: str, halved: bool) -> None:
    f, i, j = clash(blue=foe, red=striker)
    assert melee.halvings(f.b, j, i, 5) == (3 if halved else 5)
    assert [e.rule for e in f.events(Ev.HALVED)] == ([80] if halved else [])


@pytest.mark.rule("FH-060", "FH-080", "FH-R28")
def test_disorder_halves_in_melee_and_before_the_other_halvings() -> None:
    f, i, j = clash(blue="heavy_horse", red="light_horse", disordered=True)
    assert melee.halvings(f.b, j, i, 5) == 2
    assert [(e.a, e.b, e.rule) for e in f.events(Ev.HALVED)] == [(5, 3, 60), (3, 2, 80)]


@pytest.mark.rule("FH-081", "FH-R55")
@pytest.mark.parametrize("charger", [0, 1])
def test_lancers_strike_first_and_the_enemy_counts_what_is_left(charger: int) -> None:
    """Charging or charged; the light horse loses eight of twelve before it counts its dice."""
    f, _, _ = clash(blue="light_horse", red="light_horse")
    f.u(charger).troop = 7
    lancers, horse = charger, 1 - charger
    f.dice(4, 4, *[1] * 8)
    f.dice(6)  # four figures left, one die
    sequence.moving_fire_and_melee(f.b)
    assert strikes(f) == [(lancers, 2), (horse, 1)]
    assert f.u(horse).figures == 4
    f.used_up()


@pytest.mark.rule("FH-081", "FH-R55")
def test_those_whom_lancers_destroy_do_not_strike() -> None:
    f, i, j = clash(blue="light_horse", red="lancers")
    f.u(i).figures = 3
    f.dice(4, 4, *[1] * 8)
    sequence.moving_fire_and_melee(f.b)
    assert strikes(f) == [(j, 2), (i, 0)]
    assert f.u(i).lost == Lost.DESTROYED
    f.used_up()


@pytest.mark.rule("FH-081", "FH-R55")
@pytest.mark.parametrize("foe", ["lancers", "line"])
def test_lancers_have_no_first_strike_at_lancers_or_infantry(foe: str) -> None:
    f, i, _ = clash(blue=foe, red="lancers")
    f.u(i).figures = 5
    engage(f)
    f.dice(*[1] * (2 if foe == "lancers" else 3), *[1] * (2 if foe == "lancers" else 3))
    f.dice(6)  # five figures' die, though some have fallen
    melee.fight(f.b, 0)
    assert strikes(f)[1] == (i, 1)
    f.used_up()


# The second throw


@pytest.mark.rule("FH-084", "FH-R56")
@pytest.mark.parametrize("troop", ["grenadier", "guard"])
@pytest.mark.parametrize(
    ("rolled", "face", "new", "hits"),
    [
        ((1, 2, 5, 6, 6), 6, 4, 7),
        ((1, 2, 5, 6, 6), 1, 4, 6),
        ((1, 2, 5, 6, 6), 2, 6, 1),
        ((1, 2, 5, 6, 6), 5, 5, 3),
        ((4, 2, 5, 6, 6), 4, 6, 2),
        ((4, 2, 5, 6, 6), 6, 6, 6),
    ],
)
def test_grenadiers_and_guards_may_roll_one_die_again(
    troop: str, rolled: tuple[int, ...], face: int, new: int, hits: int
) -> None:
    f, i, j = clash(red=troop)
    engage(f)
    f.dice(*rolled, new, *[6] * hits)
    f.order(Act.REROLL, j, how=face)
    melee.strike(f.b, j, i)
    assert (f.one(Ev.REROLL).a, f.one(Ev.REROLL).b) == (face, new)
    assert f.one(Ev.SAVES).a == hits
    f.used_up()


@pytest.mark.rule("FH-084", "FH-R56")
def test_the_owner_may_keep_his_dice() -> None:
    f, i, j = clash(red="guard")
    engage(f)
    f.dice(1, 6, 6, 6, 6, 6)
    f.order(Act.NO, j)
    melee.strike(f.b, j, i)
    assert f.one(Ev.SAVES).a == 1
    f.used_up()


@pytest.mark.rule("FH-R56")
def test_he_chooses_after_seeing_the_roll_and_among_the_dice_rolled() -> None:
    f, i, j = clash(red="guard")
    engage(f)
    f.dice(1, 2, 5, 6, 6)
    asked = f.asks(melee.strike, f.b, j, i)
    assert asked == Ask(AskKind.REROLL, 1, j, i)
    assert list(f.b.dice.faces[1:7]) == [1, 1, 0, 0, 1, 2]
    assert f.check(asked, Act.REROLL, j, how=6) == 0
    assert f.check(asked, Act.NO, j) == 0
    assert rule(f.check(asked, Act.REROLL, j, how=3)) == "FH-R56"


@pytest.mark.rule("FH-084", "FH-R56")
@pytest.mark.parametrize("troop", ["line", "light", "armoured_horse", "lancers"])
def test_nobody_else_has_a_second_throw(troop: str) -> None:
    f, i, j = clash(red=troop, grade="guard")
    engage(f)
    dice = fighting.melee_dice(f.b, f.u(j), f.u(i))
    f.dice(*[6] * dice)
    melee.strike(f.b, j, i)  # without a question
    assert f.one(Ev.HITS).a == 0
    f.used_up()


@pytest.mark.rule("FH-R56")
def test_without_dice_there_is_nothing_to_ask() -> None:
    f, i, j = clash(red="guard", figures=2)
    engage(f)
    melee.strike(f.b, j, i)
    assert strikes(f) == [(j, 0)]
    f.used_up()


@pytest.mark.rule("FH-084")
def test_the_second_throw_is_for_melee_not_for_shooting() -> None:
    f = Field()
    guards, foe = f.unit("blue", "guard", 30, 10), f.unit("red", "line", 30, 13.5, "south")
    f.dice(*[6] * 5)
    fire.shoot(f.b, guards, foe, 0)
    f.used_up()


# Skirmishers


@pytest.mark.rule("FH-104", "FH-R28")
def test_skirmishers_in_the_open_do_half() -> None:
    f, i, _ = clash()
    f.u(i).formation = 3
    assert melee.halvings(f.b, i, 1, 5) == 3
    assert f.one(Ev.HALVED).rule == 104


@pytest.mark.rule("FH-104")
def test_light_infantry_in_line_does_not_halve() -> None:
    f, i, j = clash(blue="light")
    assert melee.halvings(f.b, i, j, 5) == 5


@pytest.mark.rule("FH-105", "FH-R57")
@pytest.mark.parametrize("kind", ["wood", "rough", "marsh"])
@pytest.mark.parametrize("foe", ["line", "heavy_horse"])
def test_skirmishers_in_difficult_ground_do_it_all_to_any_enemy(kind: str, foe: str) -> None:
    f, i, j = clash(red=foe)
    f.u(i).formation = 3
    f.terrain(kind, rectangle=(20, 15, 40, 25))
    assert melee.halvings(f.b, i, j, 5) == 5


@pytest.mark.rule("FH-105", "FH-R57")
@pytest.mark.parametrize(
    ("kind", "hits"), [("wall", 5), ("hedge", 5), ("earthworks", 5), ("fence", 3), ("stream", 3)]
)
def test_skirmishers_behind_defences_do_it_all(kind: str, hits: int) -> None:
    f, i, j = clash()
    f.u(i).formation = 3
    f.u(j).y += 1
    f.terrain(kind, line=[(20, 21), (40, 21)])
    assert melee.halvings(f.b, i, j, 5) == hits


@pytest.mark.rule("FH-R57", "FH-105")
@pytest.mark.parametrize(("kind", "hits"), [("road", 3), ("hill", 3)])
def test_roads_and_hills_are_open_ground(kind: str, hits: int) -> None:
    f, i, j = clash()
    f.u(i).formation = 3
    shape: dict[str, Any] = (
        {"line": [(30, 0), (30, 40)], "width": 20} if kind == "road" else {"circle": (30, 20, 8)}
    )
    f.terrain(kind, **shape)
    assert melee.halvings(f.b, i, j, 5) == hits


@pytest.mark.rule("FH-105", "FH-R57")
def test_a_garrison_never_halves() -> None:
    f = Field()
    garrison = f.garrison("blue", f.terrain("building", rectangle=(28, 18, 32, 22)))
    foe = f.unit("red", "line", 30, 23, "south")
    f.u(garrison).formation = 3  # even as skirmishers
    assert melee.halvings(f.b, garrison, foe, 5) == 5


# Order and simultaneity


@pytest.mark.rule("FH-R61", "FH-R06")
@pytest.mark.parametrize("first", [0, 1])
def test_the_charger_strikes_first_whoever_is_first_player_but_numbers_are_of_the_start(first: int) -> None:
    f, i, j = clash()
    f.b.first = first
    f.dice(4, 4, 4, 6, 6, *[1] * 12)  # twelve fall
    f.dice(*[6] * 5)  # and are still counted
    sequence.moving_fire_and_melee(f.b)
    assert strikes(f) == [(j, 5), (i, 5)]
    f.used_up()


@pytest.mark.rule("FH-R06")
def test_the_destroyed_still_strike() -> None:
    f, i, j = clash()
    f.u(i).figures = 3
    f.dice(3, 6, 6, 6, 6, 1, 1, 1)
    f.dice(2, 1, 1)
    sequence.moving_fire_and_melee(f.b)
    assert f.u(i).lost == Lost.DESTROYED
    assert (f.u(i).inflicted, f.u(j).figures) == (2, 22)
    f.used_up()


@pytest.mark.rule("FH-R06", "FH-R43")
def test_a_unit_shot_at_in_the_step_strikes_with_all_it_had() -> None:
    """Two chargers on one column: the ranks that close after the first do not thin its answer."""
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    for x in (28.5, 31.5):
        f.home(f.unit("red", "line", x, 21.5, "south", formation="march"), i)
    f.order(Act.STRIKE, i, 1)
    f.dice(4, 4, *[1] * 8, 4, 4, *[1] * 8)  # sixteen of twenty-four
    f.dice(*[6] * 5)
    sequence.moving_fire_and_melee(f.b)
    assert strikes(f) == [(1, 2), (2, 2), (0, 5)]
    f.used_up()


@pytest.mark.rule("FH-R61", "FH-R50")
def test_in_a_counter_charge_the_original_charger_attacks_first_and_is_the_attacker() -> None:
    f, i, j = clash(blue="light_horse", red="light_horse")
    f.home(i, j)
    f.u(i).counter = True
    f.dice(*[6] * 4)
    sequence.moving_fire_and_melee(f.b)
    assert strikes(f) == [(j, 2), (i, 2)]
    assert f.b.melee_attacker[0] == 1
    assert melee.loser_of(f.b, 0) == 1  # 0 + 1 each: the tie is the defender's
    f.used_up()


@pytest.mark.rule("FH-R61")
def test_one_attack_ends_before_the_next_begins() -> None:
    f, i, j = clash()
    f.dice(1, 6, 6, 6, 6, 1)
    f.dice(2, 6, 6, 6, 6, 1, 6)
    sequence.moving_fire_and_melee(f.b)
    kinds = [Ev.STRIKES, Ev.HITS, Ev.SAVES, Ev.CASUALTIES]
    assert [e.kind for e in f.events(*kinds)] == kinds * 2
    assert (f.u(i).figures, f.u(j).figures) == (23, 23)
    f.used_up()


@pytest.mark.rule("FH-R06", "FH-R61")
def test_at_a_unit_already_destroyed_the_next_attacker_rolls_nothing() -> None:
    f = two_on_one(grade="militia")
    f.u(0).figures = f.u(0).then = 1
    f.dice(1, 6, 6, 6, 6, 1)
    melee.fight(f.b, 0)
    assert strikes(f) == [(1, 5), (2, 5), (0, 0)]
    assert [(e.actor, e.a) for e in f.events(Ev.HITS)] == [(1, 1), (0, 0)]
    f.used_up()


@pytest.mark.rule("FH-R61")
def test_a_melee_is_fought_by_those_in_it() -> None:
    """Lancers in the second do not strike first in the first."""
    f, i, j = clash()
    f.home(f.unit("blue", "lancers", 50, 20), f.unit("red", "light_horse", 50, 21, "south"))
    engage(f)
    f.dice(*[6] * 10)
    melee.fight(f.b, 0)
    assert strikes(f) == [(j, 5), (i, 5)]
    f.used_up()


@pytest.mark.rule("FH-049")
def test_those_caught_in_retreat_do_not_strike() -> None:
    f, _, j = clash(blue="light")
    f.u(0).caught = True
    f.dice(*[6] * 5)
    sequence.moving_fire_and_melee(f.b)
    assert strikes(f) == [(j, 5)]
    f.used_up()


@pytest.mark.rule("FH-075", "FH-076", "FH-077", "FH-078", "FH-084", "FH-106")
def test_every_step_of_an_attack_cites_its_rule() -> None:
    f, i, j = clash(blue="guard", red="heavy_horse")
    engage(f)
    f.dice(1, 6, 6, 6, 6, 6)
    melee.strike(f.b, j, i)
    f.order(Act.REROLL, i, how=5)
    f.dice(1, 5, 5, 5, 5, 6, 6)
    melee.strike(f.b, i, j)
    said = [("STRIKES", 76), ("FIGURES", 75), ("IMPETUS", 78), ("HITS", 77), ("SAVES", 106)]
    said += [("STRIKES", 76), ("FIGURES", 75), ("HITS", 77), ("REROLL", 84), ("SAVES", 106)]
    assert [(Ev(e.kind).name, e.rule) for e in f.events()] == said
    f.used_up()


# Several units


@pytest.mark.rule("FH-R43")
def test_each_unit_strikes_one_enemy_it_touches_at_its_players_choice() -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    left, right = f.unit("red", "line", 27.5, 21.5, "south"), f.unit("red", "line", 33.6, 21.5, "south")
    f.home(left, i)
    f.home(right, i)
    other = f.unit("red", "line", 50, 21.5, "south")
    fire.count_figures(f.b)
    melee.form_melees(f.b)
    asked = f.asks(melee.choose_foes, f.b)
    assert asked == Ask(AskKind.STRIKE, 0, i, -1)
    assert f.check(asked, Act.STRIKE, i, left) == 0
    assert f.check(asked, Act.STRIKE, i, right) == 0
    assert rule(f.check(asked, Act.STRIKE, i, other)) == "FH-R43"
    f.order(Act.STRIKE, i, right)
    melee.choose_foes(f.b)
    assert [f.u(k).foe for k in (i, left, right)] == [right, i, i]


@pytest.mark.rule("FH-R43")
@pytest.mark.parametrize("why", ["fired_first", "caught"])
def test_who_is_not_to_strike_is_not_asked_whom(why: str) -> None:
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    setattr(f.u(i), why, True)
    for x in (27.5, 33.6):
        f.home(f.unit("red", "line", x, 21.5, "south"), i)
    engage(f)
    assert f.u(i).foe == 1
    f.used_up()


def chain() -> Field:
    """Red 3 has charged blue 0 and is charged by blue 1, whom red 2 charges: one melee, link by link."""
    f = Field()
    for side, y in (("blue", 20), ("blue", 23), ("red", 24.5), ("red", 21.5)):
        f.unit(side, "line", 30, y, "south" if side == "red" else "north")
    f.home(3, 0)
    f.home(1, 3)
    f.home(2, 1)
    return f


@pytest.mark.rule("FH-R43")
@pytest.mark.parametrize("first", [0, 1])
def test_a_chain_of_contacts_is_one_melee_in_which_each_strikes_whom_it_touches(first: int) -> None:
    f = chain()
    f.b.first = first
    fire.count_figures(f.b)
    melee.form_melees(f.b)
    assert (f.b.n_melees, [f.u(k).melee for k in range(4)]) == (1, [0, 0, 0, 0])
    for actor, foe in [(1, 2), (3, 1)] if first == 0 else [(3, 1), (1, 2)]:
        f.order(Act.STRIKE, actor, foe)
    melee.choose_foes(f.b)
    assert [f.u(k).foe for k in range(4)] == [3, 2, 1, 1]
    assert f.b.melee_attacker[0] == first  # both sides charged: the first player is the attacker
    f.used_up()


@pytest.mark.rule("FH-R43")
def test_melees_are_formed_anew_each_time() -> None:
    f = chain()
    for _ in range(2):
        fire.count_figures(f.b)
        melee.form_melees(f.b)
    f.u(0).foe = 3
    f.u(3).lost = Lost.DISPERSED
    f.b.melee_done[0] = 1
    melee.form_melees(f.b)
    assert f.b.melee_done[0] == 0
    assert (f.b.n_melees, [f.u(k).melee for k in range(4)]) == (1, [-1, 0, 0, -1])
    assert f.u(0).foe == -1


@pytest.mark.rule("FH-R43")
def test_with_nobody_to_fight_there_is_no_melee() -> None:
    f = Field()
    f.unit("blue", "line", 30, 20, in_contact=True)
    f.unit("red", "line", 50, 20, in_contact=True)
    engage(f)
    assert f.b.n_melees == 0


@pytest.mark.rule("FH-R43")
def test_units_not_in_contact_with_one_another_fight_two_melees() -> None:
    f, _, _ = clash()
    a, c = f.unit("blue", "line", 50, 20), f.unit("red", "line", 50, 21.5, "south")
    f.home(a, c)
    engage(f)
    assert f.b.n_melees == 2
    assert [f.u(k).melee for k in range(4)] == [0, 0, 1, 1]
    assert [f.b.melee_attacker[m] for m in range(2)] == [1, 0]


def two_on_one(**second: Any) -> Field:
    """Blue 0 is charged by red 1 and 2."""
    f = Field()
    i = f.unit("blue", "line", 30, 20)
    f.home(f.unit("red", "line", 27.5, 21.5, "south", grade="militia"), i)
    f.home(f.unit("red", "line", 33.6, 21.5, "south", **second), i)
    f.order(Act.STRIKE, i, 1)
    engage(f)
    return f


@pytest.mark.rule("FH-R43", "FH-092")
def test_a_sides_score_is_the_casualties_of_all_its_units() -> None:
    f = two_on_one(grade="militia")
    f.u(1).inflicted, f.u(2).inflicted = 2, 3
    assert melee.score(f.b, 0, 1) == 5


@pytest.mark.rule("FH-R43", "FH-094")
@pytest.mark.parametrize(
    ("figures", "grade", "added"),
    [(24, "guard", 2), (23, "guard", 0), (25, "regular", 1), (24, "regular", 1)],
)
def test_a_sides_grade_is_that_of_its_largest_unit_and_of_equals_the_higher(
    figures: int, grade: str, added: int
) -> None:
    f = two_on_one(figures=figures, grade=grade)
    assert melee.grade_of_side(f.b, 0, 1) == added


@pytest.mark.rule("FH-R43", "FH-094")
def test_of_equals_the_higher_grade_whichever_is_listed_first() -> None:
    f = two_on_one(grade="militia")
    f.u(1).grade = 2
    assert melee.grade_of_side(f.b, 0, 1) == 2


@pytest.mark.rule("FH-R43", "FH-092", "FH-093", "FH-094")
def test_another_melee_adds_nothing_to_the_score() -> None:
    f = two_on_one(grade="militia")
    other = f.unit("red", "guard", 50, 21.5, "south", figures=30, grade="guard", inflicted=5)
    f.home(other, f.unit("blue", "line", 50, 20))
    f.general("red", attached=other)
    f.order(Act.STRIKE, 0, 1)
    engage(f)
    assert f.u(other).melee == 1
    assert melee.score(f.b, 0, 1) == 0


@pytest.mark.rule("FH-R43", "FH-R49", "FH-093")
def test_a_side_has_its_best_single_leader_only() -> None:
    f = two_on_one(grade="militia")
    f.general("red", attached=1)
    assert melee.score(f.b, 0, 1) == 2
    f.general("red", attached=2)
    f.general("red", 27.5, 24)
    assert melee.score(f.b, 0, 1) == 2


@pytest.mark.rule("FH-R43", "FH-096")
def test_every_unit_of_the_losing_side_rolls() -> None:
    f = two_on_one(grade="militia")
    f.u(0).inflicted = 3
    f.dice(3, 4)
    f.order(Act.NO, 0)  # no pursuit
    melee.settle(f.b, 0)
    assert [(e.actor, e.a) for e in f.events(Ev.MORALE)] == [(1, Column.LOST_MELEE), (2, Column.LOST_MELEE)]
    f.used_up()


# The loser


@pytest.mark.rule("FH-092", "FH-094", "FH-R49")
@pytest.mark.parametrize("attacker", [0, 1])
def test_example_e3_is_recomputed(attacker: int) -> None:
    """Guards inflict 2: 2 + 2 = 4.  Regulars inflict 3 and have a leader attached: 3 + 1 + 2 = 6."""
    f = scored(clash(red="line")[0], attacker, 2, 3)
    f.u(0).grade = 2
    f.general("red", attached=1)
    assert (melee.score(f.b, 0, 0), melee.score(f.b, 0, 1)) == (4, 6)
    assert melee.loser_of(f.b, 0) == 0
    assert [(e.actor, e.a) for e in f.events(Ev.SCORE)] == (
        [(0, 4), (1, 6)] if attacker == 0 else [(1, 6), (0, 4)]
    )


@pytest.mark.rule("FH-R49")
@pytest.mark.parametrize(("attacker", "regulars"), [(0, 5), (1, 6)])
def test_by_option_a_leader_attached_counts_two_for_the_losing_unit_only(
    attacker: int, regulars: int
) -> None:
    """Level without leaders (4 each), the attacker is losing: the defender's leader was merely involved."""
    f = clash(red="line", house={"leader_melee": "losing_unit_only"})[0]
    scored(f, attacker, 2, 3)
    f.u(0).grade = 2
    f.general("red", attached=1)
    assert melee.score(f.b, 0, 1) == regulars
    assert melee.loser_of(f.b, 0) == 0


@pytest.mark.rule("FH-R49")
@pytest.mark.parametrize("attacker", [0, 1])
@pytest.mark.parametrize(("blue", "red", "scores"), [(5, 2, (7, 5)), (2, 5, (5, 7))])
def test_by_option_the_side_ahead_counts_its_leader_as_involved(
    attacker: int, blue: int, red: int, scores: tuple[int, int]
) -> None:
    f = clash(house={"leader_melee": "losing_unit_only"})[0]
    scored(f, attacker, blue, red)
    f.general("blue", attached=0)
    f.general("red", attached=1)
    assert (melee.score(f.b, 0, 0), melee.score(f.b, 0, 1)) == scores


@pytest.mark.rule("FH-093")
def test_a_leader_overrun_this_turn_adds_nothing() -> None:
    f, i, _ = clash()
    k = f.general("blue", attached=i)
    f.b.leaders[k].spent = True
    assert fighting.leader_addition(f.b, i) == 0


@pytest.mark.rule("FH-R49", "FH-093")
@pytest.mark.parametrize("option", ["own_side", "losing_unit_only"])
def test_a_leader_within_four_inches_adds_one_either_way(option: str) -> None:
    f = clash(red="line", house={"leader_melee": option})[0]
    scored(f, 1, 2, 0)
    f.general("blue", 30, 14.75)  # his base ends four inches behind the line
    f.general("red", 30, 26)
    assert (melee.score(f.b, 0, 0), melee.score(f.b, 0, 1)) == (4, 2)


@pytest.mark.rule("FH-093", "FH-R49")
@pytest.mark.parametrize(("y", "added"), [(14.75, 1), (14.74, 0)])
def test_near_is_four_inches(y: float, added: int) -> None:
    f, i, _ = clash()
    f.general("blue", 30, y)
    assert fighting.leader_addition(f.b, i) == added


@pytest.mark.rule("FH-093", "FH-R49")
def test_attached_is_two_and_not_three_with_another_near() -> None:
    f, i, _ = clash()
    f.general("blue", attached=i)
    f.general("blue", 30, 17)
    assert fighting.leader_addition(f.b, i) == 2


@pytest.mark.rule("FH-092")
@pytest.mark.parametrize(("blue", "red", "loser"), [(3, 2, 1), (2, 3, 0)])
@pytest.mark.parametrize("attacker", [0, 1])
def test_the_lower_score_loses(blue: int, red: int, loser: int, attacker: int) -> None:
    assert melee.loser_of(scored(clash()[0], attacker, blue, red).b, 0) == loser


@pytest.mark.rule("FH-094", "FH-092")
def test_grade_decides_an_even_fight() -> None:
    f = scored(clash()[0], 0, 2, 2)
    assert melee.loser_of(f.b, 0) == 0
    f.u(0).grade = 2
    assert melee.loser_of(f.b, 0) == 1


@pytest.mark.rule("FH-095", "FH-R50")
@pytest.mark.parametrize("attacker", [0, 1])
def test_a_tie_goes_to_the_defender(attacker: int) -> None:
    assert melee.loser_of(scored(clash()[0], attacker, 2, 2).b, 0) == attacker


@pytest.mark.rule("FH-R50")
def test_the_attacker_is_who_charged_or_who_pursued() -> None:
    f, i, j = clash()
    engage(f)
    assert f.b.melee_attacker[0] == 1
    f = Field()
    i, j = f.unit("blue", "line", 30, 20), f.unit("red", "line", 30, 21.5, "south")
    f.u(i).pursuing = True
    f.u(i).locked, f.u(j).locked = j, i
    engage(f)
    assert f.b.melee_attacker[0] == 0


@pytest.mark.rule("FH-096")
def test_the_loser_checks_on_the_lost_melee_column_and_the_winner_does_not() -> None:
    f = scored(clash()[0], 1, 4, 1)
    f.dice(3)
    f.order(Act.NO, 0)
    melee.settle(f.b, 0)
    assert (f.one(Ev.MORALE).actor, f.one(Ev.MORALE).a) == (1, Column.LOST_MELEE)
    assert f.u(1).disordered
    assert not f.u(0).in_contact
    lost = f.one(Ev.MELEE_LOST)
    assert (lost.actor, lost.a, lost.b, lost.rule) == (1, 1, 0, 92)
    assert [(e.actor, e.b) for e in f.events(Ev.SCORE)] == [(1, 1), (0, 0)]
    f.used_up()


@pytest.mark.rule("FH-096")
def test_a_loser_already_destroyed_does_not_check() -> None:
    f = scored(clash()[0], 1, 4, 1)
    f.u(1).lost = Lost.DESTROYED
    melee.settle(f.b, 0)
    assert not f.events(Ev.MORALE)
    assert f.one(Ev.MELEE_LOST).actor == 1


@pytest.mark.rule("FH-096", "FH-R43")
def test_the_beaten_go_from_the_foe_they_fought_or_another_who_is_left() -> None:
    f = two_on_one(grade="militia")
    f.home(f.unit("red", "line", 50, 21.5, "south"), f.unit("blue", "line", 50, 20))
    f.order(Act.STRIKE, 0, 1)
    engage(f)
    assert [melee.opponent_left(f.b, k) for k in range(5)] == [1, 0, 0, 4, 3]
    f.u(1).auto_lost = True
    assert melee.opponent_left(f.b, 0) == 2
    f.u(2).lost = Lost.DESTROYED
    assert melee.opponent_left(f.b, 0) == -1


@pytest.mark.rule("FH-R04")
def test_the_first_player_picks_the_order_of_the_aftermath() -> None:
    f, _, _ = clash()
    f.home(f.unit("blue", "line", 50, 20), f.unit("red", "line", 50, 21.5, "south"))
    f.b.first = 1
    f.dice(*[6] * 20)
    sequence.moving_fire_and_melee(f.b)
    asked = f.asks(sequence.aftermath, f.b)
    assert asked == Ask(AskKind.MELEE_ORDER, 1, -1, -1)
    assert f.check(asked, Act.MELEE, how=1) == 0
    assert rule(f.check(asked, Act.MELEE, how=2)) == "FH-R04"
    f.order(Act.MELEE, how=1)
    f.dice(6, 6)  # both attackers lose the tie and fall back
    f.order(Act.NO, 3)
    f.order(Act.NO, 0)
    sequence.aftermath(f.b)
    assert [e.actor for e in f.events(Ev.MORALE)] == [2, 1]
    assert list(f.b.melee_done[:2]) == [1, 1]
    f.used_up()


@pytest.mark.rule("FH-R04")
def test_leaders_are_diced_for_right_after_the_attack() -> None:
    f, i, _ = clash()
    f.general("blue", attached=i)
    f.dice(4, 2, 6, 6, 6, 5, *[6] * 6)  # six hits: the leader's die, then the saves
    f.dice(*[6] * 5)
    sequence.moving_fire_and_melee(f.b)
    assert [e.kind for e in f.events(Ev.STRIKES, Ev.LEADER_HIT, Ev.SAVES)] == [
        Ev.STRIKES,
        Ev.LEADER_HIT,
        Ev.SAVES,
        Ev.STRIKES,
    ]
    f.used_up()


@pytest.mark.rule("FH-R04", "FH-R06")
def test_moving_units_shoot_in_the_step_of_the_melees_and_halts_come_before_it() -> None:
    """C3: a unit that moved fires while others fight."""
    f, i, j = clash()
    mover = f.unit("blue", "line", 50, 10, moved=True)
    target = f.unit("red", "line", 50, 14, "south", moved=True, weapon="none")
    f.order(Act.FIRE, mover, target)
    f.dice(*[6] * 5)
    f.dice(*[6] * 10)
    sequence.moving_fire_and_melee(f.b)
    assert [(e.kind, e.actor) for e in f.events(Ev.FIRES, Ev.STRIKES)] == [
        (Ev.FIRES, mover),
        (Ev.STRIKES, j),
        (Ev.STRIKES, i),
    ]
    f.used_up()
