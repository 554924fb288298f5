"""The drill-book general: what he does in situations set up for him, and that all his orders are legal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.battle import General
from grognard.books.fire_at_will import decide, sequence, setup
from grognard.books.fire_at_will.drill import drill
from grognard.books.fire_at_will.drill_magic import pick_spells
from grognard.books.fire_at_will.drill_odds import gain, pairs
from grognard.books.fire_at_will.legality import check
from grognard.books.fire_at_will.state import Battle, Edge, Nerve, Spell
from grognard.books.fire_at_will.whim import at_random
from grognard.values import Ask, Order

from .field import FOLDER, NOBODY, Act, AskKind, Field

SCENARIOS = FOLDER / "scenarios"
BATTLES: list[tuple[str, dict[str, Any]]] = [
    ("the-chapel-by-grimwater", {}),
    ("the-chapel-by-grimwater", {"scenario.allies": True, "fw.magic": "true"}),
    ("the-chapel-by-grimwater", {"fw.orders": "on"}),
    ("the-siege-of-the-ford-house", {}),
    ("the-worm-of-bleak-tarn", {}),
]


def act(f: Field, side: str, mover: int = NOBODY) -> Order:
    """His order for Phase 1, which must be legal."""
    ask = f.action(side, mover)
    o = drill(f.b, ask)
    assert check(f.b, ask, o) == 0
    return o


def answer(f: Field, kind: AskKind, side: str, actor: int = NOBODY, other: int = NOBODY) -> Order:
    ask = f.ask(kind, side, actor, other)
    o = drill(f.b, ask)
    assert check(f.b, ask, o) == 0
    return o


# Reckoning


def test_he_counts_the_dice_right() -> None:
    for k in range(-7, 8):
        assert pairs(k) == sum(one - other >= k for one in range(1, 7) for other in range(1, 7))


def test_horse_before_pikes_is_worse_than_foot_and_pikes_like_horse() -> None:
    f = Field()
    horse = f.formation("blue", "outriders", 10, 10, strips=3, files=3)
    pikes = f.formation("red", "pikemen", 10, 20, "south", strips=6, files=2)
    bare = f.formation("red", "men_at_arms", 20, 20, "south", strips=6, files=2)
    f.ready()
    assert gain(f.b, horse, pikes, Edge.FRONT, True) < gain(f.b, horse, bare, Edge.FRONT, True)
    assert gain(f.b, pikes, horse, Edge.FRONT, True) > gain(f.b, bare, horse, Edge.FRONT, True)
    assert gain(f.b, horse, pikes, Edge.REAR, True) > gain(f.b, horse, pikes, Edge.FRONT, True)


# Charges


def test_strong_charges_weak() -> None:
    f = Field()
    knights = f.formation("blue", "knights", 20, 20, strips=3, files=3)
    goblins = f.formation("red", "goblins", 20, 24, "south", strips=6, files=3)
    f.ready()
    o = act(f, "blue")
    assert (o.kind, o.actor, o.other) == (Act.CHARGE, knights, goblins)


def test_of_two_enemies_the_weaker_is_charged() -> None:
    f = Field()
    f.formation("blue", "orc_infantry", 20, 20, strips=6, files=3)
    f.formation("red", "knights", 22, 23.5, "south", strips=3, files=3)
    goblins = f.formation("red", "goblins", 18, 23.5, "south", strips=6, files=3)
    f.ready()
    o = act(f, "blue")
    assert (o.kind, o.other) == (Act.CHARGE, goblins)


def test_weak_do_not_charge_strong_and_keep_out_of_reach() -> None:
    f = Field()
    f.formation("blue", "goblins", 20, 20, strips=6, files=3)
    f.formation("red", "pikemen", 20, 23.5, "south", strips=6, files=3)
    f.ready()
    assert act(f, "blue").kind != Act.CHARGE


def test_horse_does_not_charge_a_hedge_of_pikes() -> None:
    f = Field()
    f.formation("blue", "outriders", 20, 20, strips=3, files=3)
    f.formation("red", "pikemen", 20, 24, "south", strips=6, files=2)
    f.ready()
    assert act(f, "blue").kind != Act.CHARGE


def test_the_commander_alone_does_not_charge_and_gets_out_of_the_way() -> None:
    f = Field()
    king = f.character("blue", "general", 20, 20, cinc=True)
    f.formation("red", "knights", 20, 24, "south", strips=3, files=3)
    f.ready()
    o = act(f, "blue")
    assert (o.kind, o.actor) == (Act.MARCH, f.home(king))
    assert o.y < 20


def test_a_badly_hurt_commander_leaves_his_men() -> None:
    f = Field()
    men = f.formation("blue", "axemen", 20, 20, strips=6, files=3)
    king = f.character("blue", "general", attached=men, cinc=True, wounds=2)
    f.formation("red", "knights", 20, 24, "south", strips=3, files=3)
    f.ready()
    o = act(f, "blue")
    assert (o.kind, o.actor) == (Act.DETACH, king)


# Shooting


def test_archers_with_a_target_stand_and_shoot() -> None:
    f = Field()
    bows = f.formation("blue", "skirmishers", 20, 20, strips=4, files=4)
    orcs = f.formation("red", "orc_infantry", 20, 27, "south", strips=6, files=3)
    f.ready()
    assert act(f, "blue").kind == Act.DONE
    o = answer(f, AskKind.SHOOT, "blue")
    assert (o.kind, o.actor, o.other) == (Act.VOLLEY, bows, orcs)


def test_archers_out_of_range_come_nearer() -> None:
    f = Field()
    bows = f.formation("blue", "skirmishers", 20, 20, strips=4, files=4)
    f.formation("red", "orc_infantry", 20, 38, "south", strips=6, files=3)
    f.ready()
    o = act(f, "blue")
    assert (o.kind, o.actor) == (Act.ADVANCE, bows)


def test_shots_go_where_they_hurt_most() -> None:
    f = Field()
    f.formation("blue", "crossbowmen", 20, 20, strips=1)
    f.formation("red", "goblins", 18.5, 24, "south", strips=1)
    horse = f.formation("red", "outriders", 21.5, 24, "south", strips=1)
    f.ready()
    assert answer(f, AskKind.SHOOT, "blue").other == horse


# Flanks


def test_one_hit_in_flank_turns_to_face() -> None:
    f = Field()
    men = f.formation("blue", "axemen", 20, 20, strips=3, files=3)
    wolves = f.formation("red", "wolf_riders", 21.5, 19.75, "west", strips=1)
    f.ready(2)
    o = act(f, "blue")
    assert (o.kind, o.actor, o.other) == (Act.FACE, men, wolves)


def test_strips_beyond_the_enemys_line_go_round_it() -> None:
    f = Field()
    men = f.formation("blue", "axemen", 20, 20, strips=4, files=4)
    orcs = f.formation("red", "orc_infantry", 20, 20, "south", strips=2, files=2)
    f.ready(2)
    f.u(men).melee_since = f.u(orcs).melee_since = 1
    o = act(f, "blue")
    assert (o.kind, o.other) == (Act.OVERLAP, orcs)


def test_nobody_runs_ahead_of_the_line() -> None:
    f = Field()
    f.formation("blue", "axemen", 12, 10, strips=6, files=3)
    f.formation("blue", "axemen", 18, 10, strips=6, files=3)
    horse = f.formation("blue", "outriders", 30, 20, strips=3, files=3)
    f.formation("red", "orc_infantry", 20, 44, "south", strips=6, files=3)
    f.ready()
    f.u(horse).fx, f.u(horse).fy = 0.0, 1.0
    o = act(f, "blue")
    assert not (o.actor == horse and o.kind == Act.ADVANCE)


# Houses


def house(f: Field) -> int:
    k = f.terrain("building", rectangle=(18, 22, 22, 25))
    f.b.aims.n_objectives = 1
    f.b.aims.objectives[0].piece = k
    f.b.rules.turns = 12
    return k


def test_the_nearest_foot_goes_for_an_empty_objective_and_enters_it() -> None:
    f = Field()
    k = house(f)
    men = f.formation("blue", "axemen", 20, 20, strips=6, files=3)
    f.formation("blue", "outriders", 20, 14, strips=3, files=3)
    f.formation("red", "orc_infantry", 20, 44, "south", strips=6, files=3)
    f.ready()
    o = act(f, "blue")
    assert (o.kind, o.actor) == (Act.ADVANCE, men)
    g = Field()
    k = house(g)
    men = g.formation("blue", "axemen", 20, 22, strips=6, files=3)
    g.formation("red", "orc_infantry", 20, 44, "south", strips=6, files=3)
    g.ready()
    o = act(g, "blue")
    assert (o.kind, o.actor, o.other) == (Act.ENTER, men, k)
    assert o.how % 8 == 4  # four of them along the side that looks north, to the enemy


def test_a_garrison_of_the_objective_stays() -> None:
    f = Field()
    k = house(f)
    men = f.formation("blue", "axemen", 20, 20, strips=4, files=4)
    f.garrison(men, k, north=4)
    f.formation("red", "goblins", 20, 29, "south", strips=6, files=3)
    f.ready()
    assert act(f, "blue").kind == Act.DONE


def test_he_goes_round_a_house() -> None:
    f = Field()
    f.terrain("building", rectangle=(18, 22, 22, 25))
    f.formation("blue", "axemen", 20, 18, strips=6, files=3)
    f.formation("red", "goblins", 20, 34, "south", strips=6, files=3)
    f.ready()
    o = act(f, "blue")
    assert o.kind == Act.WHEEL and abs(o.fx) > 0.3


# Words


def test_a_speech_to_those_who_run() -> None:
    f = Field()
    men = f.formation("blue", "axemen", 20, 20, strips=6, files=3, nerve=int(Nerve.RUNNING))
    hero = f.character("blue", "hero", 24, 20)
    f.formation("red", "orc_infantry", 20, 40, "south", strips=6, files=3)
    f.ready()
    o = answer(f, AskKind.SPEECH, "blue")
    assert (o.kind, o.actor, o.other) == (Act.SPEECH, hero, men)


def test_an_insult_for_those_in_melee_when_nobody_needs_a_speech() -> None:
    f = Field()
    f.formation("blue", "axemen", 20, 20, strips=3, files=3, speech=True)
    orcs = f.formation("red", "orc_infantry", 20, 20, "south", strips=3, files=3)
    hero = f.character("blue", "hero", 24, 20)
    f.ready(2)
    o = answer(f, AskKind.SPEECH, "blue")
    assert (o.kind, o.actor, o.other) == (Act.INSULT, hero, orcs)


def test_no_words_when_they_bring_nothing() -> None:
    f = Field()
    men = f.formation("blue", "axemen", 20, 20, strips=6, files=3)
    f.character("blue", "hero", attached=men)
    f.formation("red", "orc_infantry", 20, 40, "south", strips=6, files=3)
    f.ready()
    assert answer(f, AskKind.SPEECH, "blue").kind == Act.DONE


def test_the_halted_test_unless_they_might_run() -> None:
    f = Field()
    men = f.formation("blue", "axemen", 20, 20, strips=2, files=2, nerve=int(Nerve.HALTED))
    far = f.formation("red", "orc_infantry", 20, 40, "south", strips=6, files=3)
    f.ready()
    assert answer(f, AskKind.TEST, "blue").actor == men
    g = Field()
    g.formation("blue", "axemen", 20, 20, strips=2, files=2, nerve=int(Nerve.HALTED), insulted=True)
    g.formation("red", "orc_infantry", 20, 26, "south", strips=6, files=3)
    g.ready()
    assert answer(g, AskKind.TEST, "blue").kind == Act.DONE
    assert far >= 0


# Magic


def cast_with(points: int, *spells: str) -> tuple[Field, int, int]:
    f = Field(magic="true")
    wizard = f.character("blue", "wizard", 20, 20)
    f.mage(wizard, *spells, points=points)
    orcs = f.formation("red", "orc_infantry", 20, 25, "south", strips=6, files=3)
    f.ready()
    return f, wizard, orcs


def test_a_bolt_for_one_in_reach() -> None:
    f, wizard, orcs = cast_with(12, "lightning_bolt", "fire_in_the_sky", "fog_bank")
    o = act(f, "blue")
    assert (o.kind, o.actor, o.how) == (Act.CAST, wizard, Spell.LIGHTNING_BOLT)
    assert o.other in f.members(orcs)


def test_a_storm_spares_friends() -> None:
    f, wizard, orcs = cast_with(12, "great_storm")
    assert act(f, "blue").how == Spell.GREAT_STORM
    f.formation("blue", "knights", 20, 24.4, strips=6, files=3)
    f.ready()
    assert act(f, "blue").kind != Act.CAST
    assert wizard >= 0 and orcs >= 0


def test_undead_are_turned() -> None:
    f = Field(magic="true")
    wizard = f.character("blue", "wizard", 20, 20)
    f.mage(wizard, "turn_undead", "lightning_bolt", points=12)
    dead = f.formation("red", "undead", 20, 25, "south", strips=6, files=3)
    f.ready()
    o = act(f, "blue")
    assert (o.how, o.other) == (Spell.TURN_UNDEAD, dead)


def test_a_mage_without_points_meditates_when_nobody_is_near() -> None:
    f = Field(magic="true")
    wizard = f.character("blue", "wizard", 20, 10)
    f.mage(wizard, "lightning_bolt", points=0)
    f.m(0).stock = 12
    f.formation("red", "orc_infantry", 20, 40, "south", strips=6, files=3)
    f.ready()
    o = act(f, "blue")
    assert (o.kind, o.actor) == (Act.MEDITATE, wizard)


def test_his_six_spells() -> None:
    f, _, _ = cast_with(12)
    plain = pick_spells(f.b, f.ask(AskKind.SPELLS, "blue", 0)).how
    assert plain >> Spell.LIGHTNING_BOLT & 1 and not plain >> Spell.TURN_UNDEAD & 1
    f.formation("red", "undead", 30, 30, "south", strips=3)
    assert answer(f, AskKind.SPELLS, "blue", 0).how >> Spell.TURN_UNDEAD & 1


# What he may know


@pytest.mark.rule("FW-R114")
@pytest.mark.parametrize("general", [drill, at_random])
@pytest.mark.parametrize("who", ["knights", "hero"])
def test_he_does_not_know_of_hidden_troops(general: Any, who: str) -> None:
    """The same orders for a straight march, right into them, whether they are there or not."""
    orders = []
    for hidden in (False, True):
        f = Field()
        f.formation("red", "orc_infantry", 20, 40, "south", strips=6, files=3)
        if who == "hero":
            f.character("blue", "hero", 20, 20)
        else:
            f.formation("blue", who, 20, 20, strips=3, files=3)
        if hidden:
            f.formation("red", "goblins", 20, 22, "south", strips=6, files=3, hidden=True)
        f.ready()
        ask = f.action("blue")
        orders.append([general(f.b, ask) for f.b.whim.counter in range(1, 40)])
        assert all(check(f.b, ask, o) == 0 for o in orders[-1])
    assert orders[0] == orders[1] and orders[0][0].kind != Act.DONE


def test_his_own_hidden_men_lie_low_until_somebody_is_near() -> None:
    f = Field()
    f.formation("blue", "wolf_riders", 20, 20, strips=3, files=3, hidden=True)
    f.formation("red", "goblins", 20, 40, "south", strips=6, files=3)
    f.ready()
    assert act(f, "blue").kind == Act.DONE
    g = Field()
    g.formation("blue", "wolf_riders", 20, 20, strips=3, files=3, hidden=True)
    g.formation("red", "goblins", 20, 25, "south", strips=6, files=3)
    g.ready()
    assert act(g, "blue").kind == Act.CHARGE


# Whole battles


@pytest.mark.parametrize(("name", "options"), BATTLES)
def test_all_his_orders_are_legal_in_whole_battles(
    name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against himself, both sides: every order passes, and he answers with what he meant, not with a last resort."""
    given: list[int] = []

    def checked(b: Battle, ask: Ask) -> Order:
        o = drill(b, ask)
        assert check(b, ask, o) == 0, (ask, o)
        given.append(o.kind)
        return o

    monkeypatch.setattr(decide, "drill", checked)
    b, _, _ = setup.new_battle(Path(SCENARIOS / f"{name}.toml"), dict(options))
    setup.seed(b, 7)
    b.generals[0] = b.generals[1] = int(General.DRILL)
    assert sequence.play(b) in (0, 1, 2)
    assert given.count(Act.ADVANCE) > 5 and given.count(Act.CHARGE) > 0


GUARDS = {"fw.stand_and_shoot": "false", "fw.rout_at_zero": "true", "fw.leaders_heroic": "true"}


@pytest.mark.parametrize(
    ("name", "options", "red", "seed"),
    [
        ("the-siege-of-the-ford-house", {"fw.manoeuvre": "free"}, General.DRILL, 2),
        ("the-chapel-by-grimwater", {**GUARDS, "fw.storm_dice": "per_figure"}, General.RANDOM, 1016),
    ],
)
def test_he_does_not_turn_for_ever_where_turns_are_free(
    name: str, options: dict[str, str], red: General, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def patient(b: Battle, ask: Ask) -> Order:
        assert b.decisions < 60 * (b.turn + 1)
        return drill(b, ask)

    monkeypatch.setattr(decide, "drill", patient)
    b, _, _ = setup.new_battle(SCENARIOS / f"{name}.toml", dict(options))
    setup.seed(b, seed)
    b.generals[0], b.generals[1] = int(General.DRILL), int(red)
    assert sequence.play(b) in (0, 1, 2)


def test_he_beats_the_random_general() -> None:
    """Two battles, sides swapped (the rate over many is measured elsewhere)."""
    for side in range(2):
        b, _, _ = setup.new_battle(SCENARIOS / "the-worm-of-bleak-tarn.toml", {})
        setup.seed(b, 1)
        b.generals[side], b.generals[1 - side] = int(General.DRILL), int(General.RANDOM)
        assert sequence.play(b) == side
