"""What a charge runs into: first fire, supporting fire, halts, and the check of those who were hurt."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.horse_and_musket import casualties, fire, firing, melee, sequence, sight
from grognard.books.horse_and_musket.state import Lost, Result
from grognard.books.horse_and_musket.units import gap_between

from .field import Act, Ev, Field, rule

FRONT = 0


def charge_home(charger: str = "line", figures: int | None = None, **house: Any) -> tuple[Field, int, int]:
    """A blue line, and a red unit that has charged into contact with its front."""
    f = Field(**house)
    charged = f.unit("blue", "line", 30, 20)
    shape = "squadrons" if charger.endswith("horse") else "line"
    red = f.unit("red", charger, 30, 0, "south", figures=figures, formation=shape)
    f.u(red).y = 20.75 + f.u(red).depth / 2 + 1e-6
    f.home(red, charged)
    return f, charged, red


def supported(
    charger: str = "line", shooter: str = "line", apart: float = 3.0, **house: Any
) -> tuple[Field, int, int]:
    """The same, and a blue unit so far off that looks at the charger past the end of the charged line."""
    f, charged, red = charge_home(charger, **house)
    f.u(charged).x = 27
    fx, fy = -0.8, 0.6
    i = f.unit("blue", shooter, f.u(red).x - 9 * fx, f.u(red).y - 9 * fy, (fx, fy))
    u = f.u(i)
    for _ in range(50):
        more = sight.fire_range(f.b, u, f.u(red), 0) - apart
        u.x, u.y = u.x + fx * more, u.y + fy * more
    assert firing.check_target(f.b, i, red, FRONT) == 0
    return f, i, red


def bring_off(f: Field, i: int, lost: int) -> None:
    """Casualties of the first step, without the shots."""
    f.u(i).figures -= lost
    f.u(i).charge_lost += lost
    f.u(i).marker = True


# First fire


@pytest.mark.rule("FH-R05")
def test_first_fire_is_a_shot_of_two_ranks_at_short_range() -> None:
    f, charged, red = charge_home()
    f.u(charged).first_fire = True
    f.order(Act.YES, charged)
    f.dice(4, 5, 6, 6, 6, *[6] * 4)
    sequence.stationary_fire(f.b)
    assert (f.one(Ev.FIRES).actor, f.one(Ev.FIRES).other) == (charged, red)
    assert (f.one(Ev.FIRES).a, f.one(Ev.FIRES).b) == (5, 4)
    assert f.one(Ev.HITS).a == 4
    assert not f.events(Ev.HALVED)
    f.used_up()


@pytest.mark.rule("FH-R05")
def test_first_fire_is_the_units_shot_and_is_saved_as_a_shot() -> None:
    """Blue charges this time: skirmishers, who save on 4 against shooting."""
    f = Field()
    blue = f.unit("blue", "light", 30, 20, formation="extended")
    red = f.unit("red", "line", 30, 21.125, "south", first_fire=True)
    f.home(blue, red)
    f.order(Act.YES, red)
    f.dice(2, 6, 6, 6, 6, 4, 3)
    sequence.stationary_fire(f.b)
    assert f.u(red).fired
    assert f.u(blue).figures == 23
    f.used_up()


@pytest.mark.rule("FH-R05", "FH-060")
def test_a_disordered_unit_halves_its_first_fire() -> None:
    f, charged, _ = charge_home()
    f.u(charged).first_fire = f.u(charged).disordered = True
    f.order(Act.YES, charged)
    f.dice(3, 6, 6, 6, 6, 6, 6)
    sequence.stationary_fire(f.b)
    assert (f.one(Ev.HALVED).a, f.one(Ev.HALVED).b, f.one(Ev.HALVED).rule) == (3, 2, 60)
    f.used_up()


@pytest.mark.rule("FH-R61")
@pytest.mark.parametrize("first", [0, 1])
def test_of_two_first_fires_the_first_players_comes_first(first: int) -> None:
    f, blue, _ = charge_home()
    red = f.unit("red", "line", 50, 20, "south", first_fire=True)
    f.u(blue).first_fire = True
    f.home(f.unit("blue", "line", 50, 18.5), red)
    f.b.first = first
    f.order(Act.YES)
    f.order(Act.YES)
    f.dice(*[6] * 10)
    sequence.stationary_fire(f.b)
    assert [e.actor for e in f.events(Ev.FIRES)] == ([blue, red] if first == 0 else [red, blue])
    f.used_up()


@pytest.mark.rule("FH-R05")
def test_an_assault_column_fires_first_with_twelve_figures() -> None:
    f = Field()
    column = f.unit("blue", "line", 30, 20, formation="column", first_fire=True)
    red = f.unit("red", "line", 30, 22.25, "south")
    f.home(red, column)
    f.order(Act.YES, column)
    f.dice(6, 6)
    sequence.stationary_fire(f.b)
    assert f.one(Ev.FIRES).a == 2
    f.used_up()


@pytest.mark.rule("FH-R05", "FH-R45", "FH-087")
@pytest.mark.parametrize(("option", "number"), [("all_fire", 2), ("support_only", 4)])
def test_first_fire_at_horse_is_hurried(option: str, number: int) -> None:
    f, charged, _ = charge_home("heavy_horse", cav_long_fire=option)
    f.u(charged).first_fire = True
    f.order(Act.YES, charged)
    f.dice(number, number + 1, 6, 6, 6, *[6] * number)
    sequence.stationary_fire(f.b)
    assert f.one(Ev.FIRES).b == number
    assert f.one(Ev.HITS).a == number
    f.used_up()


@pytest.mark.rule("FH-R05")
def test_a_square_fires_first_from_the_side_charged() -> None:
    f = Field()
    square = f.unit("blue", "line", 30, 20, formation="square", first_fire=True)
    horse = f.unit("red", "heavy_horse", 30, 22, "south")
    f.home(horse, square)
    f.order(Act.YES, square)
    f.dice(6)
    sequence.stationary_fire(f.b)
    assert (f.one(Ev.FIRES).a, f.one(Ev.FIRES).b) == (1, 2)
    f.used_up()


@pytest.mark.rule("FH-R05")
def test_by_option_the_melee_attack_is_made_first() -> None:
    """Three ranks of an assault column at 4, saved as in melee, with the grenadiers' second throw."""
    f = Field(first_fire="melee_dice")
    column = f.unit("blue", "grenadier", 30, 20, formation="column", first_fire=True)
    red = f.unit("red", "light", 30, 21.9, "south", formation="extended")
    f.home(red, column)
    f.order(Act.YES, column)
    f.order(Act.REROLL, column, how=6)
    f.dice(1, 6, 6, 6, 3, 4, 4, 5, 5)  # 18 figures, 4 dice; a 6 rolled again; skirmishers save on 5 in melee
    sequence.stationary_fire(f.b)
    assert f.one(Ev.STRIKES).a == 4
    assert f.u(red).figures == 22
    assert f.u(column).inflicted == 2
    f.used_up()


@pytest.mark.rule("FH-R05")
def test_by_option_even_horse_is_met_at_four_and_a_square_fights_with_half() -> None:
    f = Field(first_fire="melee_dice")
    square = f.unit("blue", "line", 30, 20, formation="square", first_fire=True)
    horse = f.unit("red", "heavy_horse", 30, 22, "south")
    f.home(horse, square)
    f.order(Act.YES, square)
    f.dice(4, 5, 6, 6, 6, 6)
    sequence.stationary_fire(f.b)
    assert (f.one(Ev.STRIKES).a, f.one(Ev.HITS).b) == (2, 4)
    f.used_up()


@pytest.mark.rule("FH-R05")
@pytest.mark.parametrize(("option", "asked"), [("shot", False), ("melee_dice", True)])
def test_infantry_without_firearms_has_no_first_shot(option: str, asked: bool) -> None:
    f, charged, _ = charge_home(first_fire=option)
    f.u(charged).first_fire, f.u(charged).weapon = True, 0
    if asked:
        f.order(Act.NO, charged)
    sequence.stationary_fire(f.b)
    assert not f.events(Ev.FIRES, Ev.STRIKES)
    f.used_up()


@pytest.mark.rule("FH-R05")
@pytest.mark.parametrize("option", ["shot", "melee_dice"])
def test_who_fired_first_does_not_strike_but_its_casualties_count(option: str) -> None:
    f, charged, red = charge_home(first_fire=option)
    f.u(charged).first_fire = True
    f.order(Act.YES, charged)
    f.dice(3, 6, 6, 6, 6, 1, 1, 1)  # three fall
    sequence.stationary_fire(f.b)
    assert f.u(charged).inflicted == 3
    f.dice(4)  # the charge goes in
    fire.halt_charges(f.b)
    f.dice(2, 6, 6, 6, 1, 1)  # twenty-one figures: 4 dice, two fall
    sequence.moving_fire_and_melee(f.b)
    assert f.events(Ev.STRIKES)[-1].actor == red
    assert (f.u(charged).fired_first, f.u(charged).figures) == (True, 22)
    assert melee.inflicted_by(f.b, 0, 0) == 3
    assert melee.loser_of(f.b, 0) == 1
    f.used_up()


@pytest.mark.rule("FH-R05")
def test_the_defender_may_decline_and_fight_at_the_same_time() -> None:
    f, charged, red = charge_home()
    f.u(charged).first_fire = True
    f.order(Act.NO, charged)
    sequence.stationary_fire(f.b)
    f.dice(*[6] * 10)
    sequence.moving_fire_and_melee(f.b)
    assert [e.actor for e in f.events(Ev.STRIKES)] == [red, charged]
    f.used_up()


@pytest.mark.rule("FH-R05", "FH-R06")
def test_casualties_of_first_fire_come_off_before_the_charger_strikes() -> None:
    f, charged, _ = charge_home("heavy_horse")
    f.u(charged).first_fire = True
    f.order(Act.YES, charged)
    f.dice(2, 6, 6, 6, 6, 1, 1)  # two of twelve: not halted
    sequence.stationary_fire(f.b)
    f.dice(4)
    fire.halt_charges(f.b)
    f.dice(*[6] * 4)  # ten count as twenty
    sequence.moving_fire_and_melee(f.b)
    assert f.one(Ev.STRIKES).a == 4
    f.used_up()


@pytest.mark.rule("FH-R61")
def test_first_fire_comes_before_other_shots_even_the_first_players() -> None:
    f, charged, _ = charge_home()
    f.u(charged).first_fire = True
    f.b.first = 1
    red = f.unit("red", "line", 60, 20, "south")
    blue = f.unit("blue", "line", 60, 16)
    f.order(Act.FIRE, red, blue)
    f.order(Act.YES, charged)
    f.order(Act.FIRE, blue, red)
    f.dice(*[6] * 15)
    sequence.stationary_fire(f.b)
    assert [e.actor for e in f.events(Ev.FIRES)] == [charged, red, blue]
    f.used_up()


@pytest.mark.rule("FH-R06")
def test_a_charger_shot_down_leaves_its_target_free() -> None:
    """With nobody left to fight there is no melee, and those who moved may shoot at the target."""
    f, charged, red = charge_home(figures=3)
    f.u(charged).first_fire = True
    moved = f.unit("red", "line", 30, 26, "south", moved=True)
    f.order(Act.YES, charged)
    f.dice(3, 6, 6, 6, 6, 1, 1, 1)
    sequence.stationary_fire(f.b)
    assert f.u(red).lost == Lost.DESTROYED
    f.order(Act.FIRE, moved, charged)
    f.dice(*[6] * 5)
    sequence.moving_fire_and_melee(f.b)
    assert f.b.n_melees == 0
    f.used_up()


@pytest.mark.rule("FH-R05")
@pytest.mark.parametrize("change", [{"charging": False}, {"in_contact": False}, {"target": -1}, {"lost": 1}])
def test_first_fire_is_at_a_unit_that_has_charged_it(change: dict[str, Any]) -> None:
    f, charged, red = charge_home()
    assert fire.charger_of(f.b, charged) == red
    for name, value in change.items():
        setattr(f.u(red), name, value)
    assert fire.charger_of(f.b, charged) == -1


@pytest.mark.rule("FH-R05", "FH-085", "FH-086", "FH-087", "FH-088")
def test_every_step_of_a_charge_under_fire_cites_its_rule() -> None:
    f, shooter, red = supported("heavy_horse", apart=2.0)
    f.u(0).first_fire = True
    f.order(Act.YES, 0)
    f.order(Act.FIRE, shooter, red)
    f.dice(2, 6, 6, 6, 6, 1, 1)
    f.dice(2, 1, 6, 6, 6, 1, 1)
    sequence.stationary_fire(f.b)
    fire.halt_charges(f.b)
    said = [(Ev(e.kind).name, e.rule) for e in f.events()]
    volley = [("HURRIED", 87), ("HITS", 58)]
    fall = [("SAVES", 106), ("CASUALTIES", 6)]
    assert said == [
        *[("FIRES", 17), ("FIGURES", 56), ("RANGE", 59), *volley, *fall, ("MARKED", 117)],
        *[("SUPPORTS", 85), ("FIRES", 59), ("FIGURES", 56), ("RANGE", 59), *volley, ("HALVED", 86), *fall],
        *[("HALTED", 88), ("FELL_BACK", 113)],
    ]
    f.used_up()


# Supporting fire


@pytest.mark.rule("FH-085", "FH-R44")
def test_units_nearby_fire_in_support_at_chargers() -> None:
    f, shooter, red = supported(apart=4.0)
    f.order(Act.FIRE, shooter, red)
    f.dice(3, 4, 6, 6, 6, 6, 6)
    sequence.stationary_fire(f.b)
    assert (f.one(Ev.SUPPORTS).actor, f.one(Ev.SUPPORTS).other) == (shooter, red)
    assert f.u(shooter).fired
    f.used_up()


@pytest.mark.rule("FH-085", "FH-R44")
@pytest.mark.parametrize(
    ("change", "why"),
    [({"moved": True}, "FH-R25"), ({"fx": 0.8, "fy": -0.6}, "FH-R22"), ({"x": 40.0, "y": 14.0}, "FH-059")],
)
def test_support_wants_a_unit_that_stood_with_the_charger_in_arc_and_range(
    change: dict[str, Any], why: str
) -> None:
    f, shooter, red = supported()
    assert firing.check_target(f.b, shooter, red, FRONT) == 0
    for name, value in change.items():
        setattr(f.u(shooter), name, value)
    assert rule(firing.check_target(f.b, shooter, red, FRONT)) == why


@pytest.mark.rule("FH-085", "FH-R44")
def test_support_wants_a_clear_line() -> None:
    f, shooter, red = supported()
    f.unit("blue", "field_guns", (f.u(shooter).x + f.u(red).x) / 2, (f.u(shooter).y + f.u(red).y) / 2)
    assert rule(firing.check_target(f.b, shooter, red, FRONT)) == "FH-055"


@pytest.mark.rule("FH-R44")
def test_the_target_of_the_charge_itself_does_not_support() -> None:
    f, charged, _ = charge_home()
    assert not firing.may_shoot(f.b, f.u(charged))


@pytest.mark.rule("FH-086", "FH-R44")
@pytest.mark.parametrize(("faces", "hits"), [((4, 3, 6, 6, 6), 4), ((1, 6, 6, 6, 6), 1)])
def test_support_is_at_half_strength_in_hits_rounded_up(faces: tuple[int, ...], hits: int) -> None:
    f, shooter, red = supported(apart=2.0)
    f.dice(*faces, *[6] * hits)
    fire.shoot(f.b, shooter, red, FRONT)
    assert f.one(Ev.HALVED).rule == 86
    assert f.one(Ev.SAVES).a == hits
    f.used_up()


@pytest.mark.rule("FH-086", "FH-R44")
def test_support_by_option_is_half_the_figures() -> None:
    f, shooter, red = supported(apart=2.0, support_half="figures")
    f.u(shooter).figures = f.u(shooter).then = 23
    f.dice(4, 3, *[6] * 7)  # twelve figures of twenty-three: 2 dice, their hits not halved
    fire.shoot(f.b, shooter, red, FRONT)
    assert (f.one(Ev.FIGURES).a, f.one(Ev.FIRES).a) == (12, 2)
    assert f.one(Ev.SAVES).a == 7
    f.used_up()


@pytest.mark.rule("FH-R44")
def test_that_option_is_for_support_alone() -> None:
    f = Field(support_half="figures")
    shooter, target = f.unit("blue", "line", 30, 10), f.unit("red", "line", 30, 14, "south")
    f.dice(*[6] * 5)
    fire.shoot(f.b, shooter, target, FRONT)
    assert f.one(Ev.FIRES).a == 5
    f.used_up()


@pytest.mark.rule("FH-086", "FH-R44", "FH-R38")
@pytest.mark.parametrize("option", ["hits", "figures"])
def test_a_battery_in_support_halves_its_hits(option: str) -> None:
    f, guns, red = supported(shooter="field_guns", support_half=option)
    f.dice(5, *[6] * 3)
    fire.shoot(f.b, guns, red, FRONT)
    assert (f.one(Ev.HALVED).a, f.one(Ev.HALVED).b) == (5, 3)
    assert f.u(guns).shots == 9
    f.used_up()


@pytest.mark.rule("FH-087", "FH-R45")
@pytest.mark.parametrize("option", ["all_fire", "support_only"])
@pytest.mark.parametrize("weapon", ["musket", "rifle"])
def test_support_at_charging_horse_is_at_two_whatever_the_range(option: str, weapon: str) -> None:
    f, shooter, red = supported("light_horse", cav_long_fire=option)
    f.u(shooter).weapon = {"musket": 1, "rifle": 2}[weapon]
    f.dice(2, 3, 6, 6, 6, 6)
    fire.shoot(f.b, shooter, red, FRONT)
    assert f.one(Ev.FIRES).b == 2
    assert f.one(Ev.HITS).a == 2
    f.used_up()


@pytest.mark.rule("FH-085", "FH-086", "FH-087")
def test_horse_that_does_not_charge_home_is_shot_at_as_usual() -> None:
    f = Field()
    shooter = f.unit("blue", "line", 30, 10)
    horse = f.unit("red", "light_horse", 30, 13.25, "south", charging=True, moved=True)
    f.dice(4, 6, 6, 6, 6, *[6] * 4)
    fire.shoot(f.b, shooter, horse, FRONT)
    assert f.one(Ev.FIRES).b == 4
    assert not f.events(Ev.SUPPORTS, Ev.HALVED)
    f.used_up()


@pytest.mark.rule("FH-087")
def test_charging_infantry_is_shot_at_by_its_range() -> None:
    f, shooter, red = supported(apart=2.0)
    f.dice(*[6] * 5)
    fire.shoot(f.b, shooter, red, FRONT)
    assert f.one(Ev.FIRES).b == 4
    f.used_up()


@pytest.mark.rule("FH-R45", "FH-061")
def test_a_flank_still_adds_one_at_charging_horse() -> None:
    f, shooter, red = supported("light_horse")
    f.u(shooter).x, f.u(shooter).y = 30, 26  # behind the horse
    f.u(shooter).fy = -1.0
    f.dice(3, 4, 6, 6, 6, *[6] * 2)
    fire.shoot(f.b, shooter, red, FRONT)
    assert f.one(Ev.FIRES).b == 3
    assert f.one(Ev.SAVES).a == 2
    f.used_up()


@pytest.mark.rule("FH-087", "FH-R45", "FH-065")
@pytest.mark.parametrize("option", ["all_fire", "support_only"])
@pytest.mark.parametrize(("charger", "dice"), [("light_horse", 1), ("line", 2)])
def test_close_canister_at_charging_horse_is_one_die(charger: str, dice: int, option: str) -> None:
    f, guns, red = supported(charger, "field_guns", apart=2.0, cav_long_fire=option)
    f.dice(*[1] * dice, 6)
    fire.shoot(f.b, guns, red, FRONT)
    assert f.one(Ev.DAMAGE).a == dice
    f.used_up()


# Halted charges


@pytest.mark.rule("FH-088", "FH-R46")
@pytest.mark.parametrize(
    ("troop", "figures", "lost", "halts"),
    [
        ("heavy_horse", 12, 3, True),
        ("heavy_horse", 12, 2, False),
        ("line", 24, 6, True),
        ("line", 24, 5, False),
        ("line", 21, 6, True),
        ("line", 21, 5, False),
    ],
)
def test_a_quarter_lost_halts_a_charge(troop: str, figures: int, lost: int, halts: bool) -> None:
    f, _, red = charge_home(troop, figures)
    bring_off(f, red, lost)
    if not halts:
        f.dice(6)
    fire.halt_charges(f.b)
    assert bool(f.events(Ev.HALTED)) is halts
    f.used_up()


@pytest.mark.rule("FH-R46")
def test_the_quarter_is_of_what_it_had_when_the_charge_began() -> None:
    """Twenty of an original forty: five are a quarter."""
    f, _, red = charge_home("line", 20)
    f.u(red).original = 40
    bring_off(f, red, 5)
    fire.halt_charges(f.b)
    assert f.one(Ev.HALTED).a == 5
    f.used_up()


@pytest.mark.rule("FH-R46", "FH-088")
def test_all_fire_of_the_first_step_is_added_together() -> None:
    f, shooter, red = supported("heavy_horse")
    f.u(0).first_fire = True
    f.order(Act.YES, 0)
    f.order(Act.FIRE, shooter, red)
    f.dice(2, 6, 6, 6, 6, 1, 1)  # first fire: two fall
    f.dice(2, 6, 6, 6, 6, 1)  # support: two halved is one
    sequence.stationary_fire(f.b)
    fire.halt_charges(f.b)
    assert (f.one(Ev.HALTED).a, f.one(Ev.HALTED).b) == (3, 12)
    f.used_up()


@pytest.mark.rule("FH-R46")
def test_saved_hits_halt_nobody() -> None:
    f, shooter, red = supported("heavy_horse")
    f.order(Act.FIRE, shooter, red)
    f.dice(2, 2, 2, 6, 6, 5, 5, 6)  # six hits, three after halving, all saved
    sequence.stationary_fire(f.b)
    fire.halt_charges(f.b)
    assert not f.events(Ev.HALTED, Ev.MORALE)
    f.used_up()


@pytest.mark.rule("FH-089", "FH-R47")
def test_halted_infantry_stops_an_inch_short_and_answers_at_four_halved() -> None:
    f, charged, red = charge_home()
    bring_off(f, red, 6)
    fire.halt_charges(f.b)
    assert gap_between(f.u(red), f.u(charged)) == pytest.approx(1.0, abs=1e-5)
    assert f.u(red).disordered
    assert f.one(Ev.DISORDERED).rule == 89
    f.order(Act.FIRE, red, charged)
    f.dice(4, 3, 5, 6, *[1] * 4)  # eighteen figures, 4 dice: seven hits, four after halving
    sequence.moving_fire_and_melee(f.b)
    assert (f.one(Ev.FIRES).a, f.one(Ev.FIRES).b) == (4, 4)
    assert f.u(charged).figures == 20
    assert f.b.n_melees == 0
    sequence.aftermath(f.b)
    assert not f.events(Ev.MELEE_LOST, Ev.PURSUES)
    f.used_up()


@pytest.mark.rule("FH-R47")
def test_halted_infantry_fires_at_its_target_and_at_nobody_else() -> None:
    f, charged, red = charge_home()
    other = f.unit("blue", "field_guns", 34.5, 17)
    bring_off(f, red, 6)
    fire.halt_charges(f.b)
    assert firing.check_target(f.b, red, charged, FRONT) == 0
    assert rule(firing.check_target(f.b, red, other, FRONT)) == "FH-R47"


@pytest.mark.rule("FH-R47")
def test_by_option_centres_do_not_take_halted_infantry_out_of_short_range() -> None:
    f, charged, red = charge_home(range_from="centre")
    bring_off(f, red, 6)
    fire.halt_charges(f.b)
    assert sight.fire_range(f.b, f.u(red), f.u(charged), 0) > 2.0
    f.dice(*[6] * 4)
    fire.count_figures(f.b)
    fire.shoot(f.b, red, charged, FRONT)
    assert f.one(Ev.FIRES).b == 4
    f.used_up()


@pytest.mark.rule("FH-R47", "FH-061")
def test_halted_infantry_on_a_flank_has_its_one_more() -> None:
    f, charged, red = charge_home()
    f.u(charged).fy = -1.0  # charged in the rear
    bring_off(f, red, 6)
    fire.halt_charges(f.b)
    fire.count_figures(f.b)
    f.dice(*[6] * 4)
    fire.shoot(f.b, red, charged, FRONT)
    assert f.one(Ev.FIRES).b == 5
    f.used_up()


@pytest.mark.rule("FH-R47")
def test_the_target_of_a_halted_charge_is_free_to_be_shot_at_again() -> None:
    f, charged, red = charge_home()
    f.u(red).x = 27
    moved = f.unit("red", "field_guns", 36, 26, "south", moved=True)
    assert rule(firing.check_target(f.b, moved, charged, FRONT)) == "FH-R25"
    bring_off(f, red, 6)
    fire.halt_charges(f.b)
    assert firing.check_target(f.b, moved, charged, FRONT) == 0


def charged_by_two() -> Field:
    """Blue 0 is charged by red 1 and red 2."""
    f = Field()
    f.unit("blue", "line", 30, 20)
    for x in (27.5, 33.6):
        f.home(f.unit("red", "line", x, 21.5, "south"), 0)
    return f


@pytest.mark.rule("FH-R47")
@pytest.mark.parametrize(("halted", "other"), [(1, 2), (2, 1)])
def test_the_halt_of_one_charger_does_not_free_the_target_from_another(halted: int, other: int) -> None:
    f = charged_by_two()
    elsewhere = f.unit("blue", "line", 60, 20)
    f.home(elsewhere, f.unit("red", "line", 60, 21.5, "south"))
    bring_off(f, halted, 6)
    fire.halt_charges(f.b)
    assert [f.u(k).in_contact for k in (0, halted, other, elsewhere)] == [True, False, True, True]
    bring_off(f, other, 6)
    f.u(halted).charge_lost = 0
    fire.halt_charges(f.b)
    assert [f.u(k).in_contact for k in (0, other, elsewhere)] == [False, False, True]
    f.used_up()


@pytest.mark.rule("FH-R47")
def test_a_target_that_charges_another_is_still_held_by_that_charge() -> None:
    """Blue 0 has charged red 3 when red 1 charges it and is halted."""
    f, charged, red = charge_home()
    third = f.unit("red", "line", 30, 17)
    f.home(charged, third)
    bring_off(f, red, 6)
    fire.halt_charges(f.b)
    assert [f.u(k).in_contact for k in (charged, red, third)] == [True, False, True]
    f.used_up()


@pytest.mark.rule("FH-R79")
def test_those_locked_by_a_pursuit_are_free_when_one_of_them_leaves() -> None:
    f = Field()
    blue, red = f.unit("blue", "line", 30, 20), f.unit("red", "line", 30, 21.5, "south")
    other = f.unit("blue", "line", 60, 20, locked=5)
    f.u(blue).locked, f.u(red).locked = red, blue
    casualties.break_contact(f.b, red)
    assert [f.u(k).locked for k in (blue, red, other)] == [-1, -1, 5]


@pytest.mark.rule("FH-090", "FH-R47")
@pytest.mark.parametrize(("troop", "move"), [("heavy_horse", 12.0), ("light_horse", 15.0)])
def test_halted_cavalry_withdraws_a_move_facing_the_enemy(troop: str, move: float) -> None:
    f, charged, red = charge_home(troop)
    y = f.u(red).y
    bring_off(f, red, 3)
    f.u(red).marker = False
    fire.halt_charges(f.b)
    assert f.u(red).y == pytest.approx(y + 1.0 + move)
    assert (f.u(red).fx, f.u(red).fy) == (0.0, -1.0)
    assert f.u(red).marker
    assert not f.u(red).disordered
    sequence.moving_fire_and_melee(f.b)
    assert f.b.n_melees == 0
    assert f.u(charged).figures == 24
    f.used_up()


@pytest.mark.rule("FH-088", "FH-R48")
def test_each_side_of_a_counter_charge_bears_its_own_losses() -> None:
    f, blue, red = charge_home("light_horse")
    f.u(blue).lost = Lost.DESTROYED
    counter = f.unit("blue", "light_horse", 30, 20.25, counter=True)
    f.home(red, counter)
    f.home(counter, red)
    bring_off(f, red, 3)
    bring_off(f, counter, 3)
    fire.halt_charges(f.b)
    assert [e.actor for e in f.events(Ev.HALTED)] == [counter, red]
    f.used_up()


@pytest.mark.rule("FH-R48")
def test_who_is_halted_does_not_check_too() -> None:
    f, _, red = charge_home()
    bring_off(f, red, 6)
    fire.halt_charges(f.b)
    assert not f.events(Ev.MORALE)
    f.used_up()


# The check of those who were hurt


@pytest.mark.rule("FH-091", "FH-R48")
def test_a_charge_without_casualties_goes_in_unchecked() -> None:
    f, _, red = charge_home()
    fire.halt_charges(f.b)
    assert not f.events()
    assert f.u(red).in_contact


@pytest.mark.rule("FH-091", "FH-R46")
def test_a_charge_that_did_not_come_home_has_nothing_to_halt() -> None:
    f, _, red = charge_home()
    bring_off(f, red, 12)
    f.u(red).in_contact = False
    fire.halt_charges(f.b)
    assert not f.events()


@pytest.mark.rule("FH-091", "FH-R48")
@pytest.mark.parametrize("row", [4, 5, 6, 7])
def test_a_hurt_charge_goes_in_on_four_or_more(row: int) -> None:
    f, _, red = charge_home()
    bring_off(f, red, 1)
    f.dice(row - 1)  # regulars +1, and no -1 for contact
    fire.halt_charges(f.b)
    assert f.one(Ev.MORALE).b == row
    assert (f.one(Ev.CHARGE_GOES_IN).actor, f.one(Ev.CHARGE_GOES_IN).rule) == (red, 1048)
    assert f.u(red).in_contact
    f.used_up()


@pytest.mark.rule("FH-R48")
@pytest.mark.parametrize(("troop", "fires"), [("line", True), ("heavy_horse", False)])
def test_three_halts_a_hurt_charge_an_inch_short_without_a_move(troop: str, fires: bool) -> None:
    f, charged, red = charge_home(troop)
    bring_off(f, red, 1)
    f.dice(2)
    fire.halt_charges(f.b)
    assert gap_between(f.u(red), f.u(charged)) == pytest.approx(1.0, abs=1e-5)
    assert f.u(red).disordered
    assert f.one(Ev.DISORDERED).rule == 1048
    assert not f.u(charged).in_contact
    assert firing.may_shoot(f.b, f.u(red)) is fires
    f.used_up()


@pytest.mark.rule("FH-R48")
@pytest.mark.parametrize(
    ("grade", "faces", "result"),
    [("regular", (1,), Result.FALLS_BACK), ("militia", (1, 4), Result.ROUTS)],
)
def test_a_hurt_charge_may_fall_back_or_rout(grade: str, faces: tuple[int, ...], result: Result) -> None:
    f, charged, red = charge_home()
    f.u(red).grade = {"militia": 0, "regular": 1}[grade]
    bring_off(f, red, 1)
    f.dice(*faces)
    fire.halt_charges(f.b)
    assert f.one(Ev.RESULT).a == result
    assert f.u(red).routing is (result == Result.ROUTS)
    assert f.u(red).figures == 23 - (4 if result == Result.ROUTS else 0)
    assert not f.u(charged).in_contact
    f.used_up()


@pytest.mark.rule("FH-R48")
def test_a_hurt_charge_may_disperse_and_its_target_is_free() -> None:
    f, charged, red = charge_home()
    f.u(red).grade, f.u(red).original = 0, 48  # half lost before: -2
    bring_off(f, red, 1)
    f.dice(2)
    fire.halt_charges(f.b)
    assert f.u(red).lost == Lost.DISPERSED
    assert not f.u(charged).in_contact
    f.used_up()


@pytest.mark.rule("FH-R48", "FH-R61")
@pytest.mark.parametrize("first", [0, 1])
def test_hurt_chargers_check_first_players_first(first: int) -> None:
    f, _, red = charge_home()
    blue = f.unit("blue", "line", 50, 10)
    f.home(blue, f.unit("red", "line", 50, 11.5, "south"))
    f.b.first = first
    bring_off(f, red, 1)
    bring_off(f, blue, 1)
    f.dice(6, 6)
    fire.halt_charges(f.b)
    assert [e.actor for e in f.events(Ev.MORALE)] == ([blue, red] if first == 0 else [red, blue])
    f.used_up()


@pytest.mark.rule("FH-R48")
def test_one_check_after_all_casualties() -> None:
    f, shooter, red = supported()
    f.u(0).first_fire = True
    f.order(Act.YES, 0)
    f.order(Act.FIRE, shooter, red)
    f.dice(1, 6, 6, 6, 6, 1)
    f.dice(1, 6, 6, 6, 6, 1)
    sequence.stationary_fire(f.b)
    f.dice(6)
    fire.halt_charges(f.b)
    assert len(f.events(Ev.MORALE)) == 1
    f.used_up()
