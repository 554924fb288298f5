"""Who may cast, at what, for how much; shields, dice, meditation and the clocks of spells."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fire_at_will import casting, charms, sequence, spell_targets
from grognard.books.fire_at_will.state import FIGURE, NOBODY, Aim, Deed, Lasts, Lost, Nerve, Spell, Trigger
from grognard.books.fire_at_will.strips import is_character

from .field import Act, AskKind, Ev, Field, order

ALL = tuple(spell.name for spell in Spell)


def with_mage(
    *known: str, attached: int | None = None, f: Field | None = None, **house: Any
) -> tuple[Field, int]:
    """A blue mage at (24, 10) who looks north, and the table."""
    f = f or Field(magic="true", **house)
    mage = f.character("blue", "wizard", 24, 10, attached=attached)
    f.mage(mage, *(known or ALL))
    return f, mage


def refused(f: Field, mage: int, spell: str, other: int = NOBODY, side: str = "blue", **place: Any) -> str:
    return f.refused(f.action(side), Act.CAST, actor=mage, other=other, how=int(Spell[spell]), **place)


def cast(f: Field, mage: int, spell: str, other: int = NOBODY, **place: Any) -> None:
    """A legal casting."""
    assert refused(f, mage, spell, other, **place) == ""
    casting.cast(f.b, order(Act.CAST, mage, other, int(Spell[spell]), **place))


# Who


@pytest.mark.rule("FW-062", "FW-010")
def test_without_magic_a_wizard_is_a_hero() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 10, strips=2)
    wizard = f.character("blue", "wizard", attached=foot)
    f.mage(wizard, "fire_in_the_sky")
    assert refused(f, wizard, "FIRE_IN_THE_SKY", 0) == "FW-062"
    assert f.refused(f.action("blue"), Act.MEDITATE, actor=wizard) == "FW-062"
    assert is_character(f.c(wizard)) and f.u(foot).character == wizard
    assert f.refused(f.ask(AskKind.SPEECH, "blue"), Act.SPEECH, actor=wizard, other=foot) == ""


@pytest.mark.rule("FW-063")
def test_only_a_magic_user_of_ones_own_casts() -> None:
    f, mage = with_mage()
    hero = f.character("blue", "hero", 30, 10)
    assert refused(f, mage, "FIRE_IN_THE_SKY", 0) == ""
    assert refused(f, hero, "FIRE_IN_THE_SKY", 0) == "FW-063"
    assert refused(f, mage, "FIRE_IN_THE_SKY", 0, side="red") == "FW-063"
    assert refused(f, 90, "FIRE_IN_THE_SKY", 0) == "FW-063"
    f.c(mage).lost = int(Lost.SHOT)
    assert refused(f, mage, "FIRE_IN_THE_SKY", 0) == "FW-063"


@pytest.mark.rule("FW-065", "FW-066", "FW-R88")
def test_one_of_his_six_and_points_enough() -> None:
    f, mage = with_mage("flash", "fog_bank")
    assert refused(f, mage, "FLASH", f.home(mage)) == ""
    assert refused(f, mage, "HEAL", mage) == "FW-065"
    f.m(0).points = 1
    assert refused(f, mage, "FLASH", f.home(mage)) == "FW-066"
    assert (f.b.refusal.asked, f.b.refusal.allowed) == (2.0, 1.0)
    f.m(0).points = 2
    assert refused(f, mage, "FLASH", f.home(mage)) == ""


@pytest.mark.rule("FW-066", "FW-065", "FW-R87")
def test_casting_spends_the_cost_and_shows_the_spell_and_may_be_done_again_next_turn() -> None:
    f, mage = with_mage("fire_in_the_sky", "flash")
    cast(f, mage, "FLASH", f.home(mage))
    assert (f.m(0).points, f.m(0).shown, f.c(mage).deed) == (10, 1 << Spell.FLASH, Deed.CAST)
    told = f.one(Ev.CASTS)
    assert (told.actor, told.other, told.a, told.b) == (mage, f.home(mage), Spell.FLASH, 10)
    assert refused(f, mage, "FLASH", f.home(mage)) == "FW-067"  # one spell a turn
    sequence.begin_turn(f.b)
    cast(f, mage, "FLASH", f.home(mage))
    assert f.m(0).points == 8


@pytest.mark.rule("FW-067", "FW-R88", "FW-R98", "FW-R111")
def test_what_keeps_a_mage_from_casting() -> None:
    f = Field(magic="true")
    foot = f.formation("blue", "axemen", 24, 10, strips=2)
    mage = f.character("blue", "wizard", attached=foot)
    f.mage(mage, *ALL)
    assert refused(f, mage, "FIRE_IN_THE_SKY", 0) == ""
    f.u(foot).moved = True
    assert refused(f, mage, "FIRE_IN_THE_SKY", 0) == "FW-R88"
    f.u(foot).moved = False
    f.u(foot).nerve = int(Nerve.RUNNING)
    assert refused(f, mage, "FIRE_IN_THE_SKY", 0) == "FW-R111"
    f.u(foot).nerve = int(Nerve.CALM)
    f.c(mage).deed = int(Deed.SPEECH)
    assert refused(f, mage, "FIRE_IN_THE_SKY", 0) == "FW-067"
    f.c(mage).deed = int(Deed.NONE)
    charms.add_charm(f.b, Spell.FREEZE, NOBODY, foot, NOBODY, 2)
    assert refused(f, mage, "FIRE_IN_THE_SKY", 0) == "FW-R98"
    f.b.n_charms = 0
    f.formation("red", "axemen", 24, 10, "south", strips=2)
    assert refused(f, mage, "FIRE_IN_THE_SKY", 0) == "FW-R88"


@pytest.mark.rule("FW-067", "FW-070", "FW-R88")
@pytest.mark.parametrize(("deed", "said"), [(Deed.CAST, "FW-067"), (Deed.MEDITATE, "FW-070")])
def test_who_casts_or_meditates_keeps_his_formation_where_it_is(deed: Deed, said: str) -> None:
    f = Field(magic="true")
    foot = f.formation("blue", "axemen", 24, 10, strips=2)
    f.character("blue", "wizard", attached=foot, deed=int(deed))
    assert f.refused(f.action("blue"), Act.ADVANCE, actor=foot, x=1.0) == said


# At what


@pytest.mark.rule("FW-068")
@pytest.mark.parametrize(
    ("spell", "blue", "red"),
    [
        ("FREEZE", "FW-068", ""),  # an enemy
        ("GO_SLOW", "", ""),  # any formation
        ("FLASH", "", ""),
        ("MAGICAL_SHIELD", "", ""),
        ("DEATH_AND_DECAY", "FW-068", ""),
    ],
)
def test_whose_formation_a_spell_is_for(spell: str, blue: str, red: str) -> None:
    f, mage = with_mage()
    friends = f.formation("blue", "axemen", 28, 10)
    foes = f.formation("red", "axemen", 24, 15, "south")
    assert (refused(f, mage, spell, friends), refused(f, mage, spell, foes)) == (blue, red)
    assert refused(f, mage, spell, 50) == "FW-068"
    f.u(foes).n = 0
    assert refused(f, mage, spell, foes) == "FW-068"


@pytest.mark.rule("FW-068")
def test_whose_strips_and_characters_spells_are_for() -> None:
    f, mage = with_mage()
    friends = f.formation("blue", "axemen", 28, 10)
    foes = f.formation("red", "axemen", 24, 14, "south")
    hero = f.character("red", "hero", attached=foes)
    assert refused(f, mage, "LIGHTNING_BOLT", f.strip(foes, 0)) == ""
    assert refused(f, mage, "LIGHTNING_BOLT", f.strip(friends, 0)) == "FW-068"
    assert refused(f, mage, "HARM_HIM_NOT", f.strip(friends, 0)) == "FW-068"
    assert refused(f, mage, "HARM_HIM_NOT", mage) == ""
    assert refused(f, mage, "BE_GONE", FIGURE + hero) == ""
    assert refused(f, mage, "BE_GONE", FIGURE + f.strip(friends, 0)) == "FW-068"
    assert refused(f, mage, "BE_GONE", friends) == ""
    assert refused(f, mage, "BE_GONE", FIGURE + 95) == "FW-068"


@pytest.mark.rule("FW-R89")
@pytest.mark.parametrize(
    ("spell", "reach", "rule"),
    [
        ("BEGONE", 6, "FW-080"),
        ("BLINDED", 10, "FW-081"),
        ("TURN_UNDEAD", 6, "FW-082"),
        ("FLASH", 6, "FW-085"),
        ("FREEZE", 12, "FW-087"),
        ("GO_SLOW", 12, "FW-088"),
        ("BE_GONE", 6, "FW-089"),
        ("FAST_STRIKE", 6, "FW-090"),
        ("LIGHTNING_BOLT", 6, "FW-094"),
        ("MAGICAL_SHIELD", 12, "FW-095"),
        ("YOU_ARE_MINE", 6, "FW-097"),
    ],
)
def test_ranges_go_from_base_to_nearest_point_inclusive(spell: str, reach: float, rule: str) -> None:
    for far, said in ((reach, ""), (reach + 0.05, rule)):
        f, mage = with_mage(turn_undead_any="true")
        foes = f.formation("red", "skirmishers", 24, 10 + far, "south")
        strip = spell in ("LIGHTNING_BOLT", "YOU_ARE_MINE")
        assert refused(f, mage, spell, f.strip(foes, 0) if strip else foes) == said
    f, mage = with_mage(turn_undead_any="true")  # all round: behind him too
    foes = f.formation("red", "skirmishers", 24, 9.5 - reach, strips=1)
    assert refused(f, mage, spell, f.strip(foes, 0) if strip else foes) == ""


@pytest.mark.rule("FW-R89", "FW-092", "FW-093")
@pytest.mark.parametrize(("spell", "rule"), [("HARM_HIM_NOT", "FW-092"), ("HEAL", "FW-093")])
def test_ranges_to_characters(spell: str, rule: str) -> None:
    f, mage = with_mage()
    near = f.character("blue", "hero", 24.5 + 6, 10, wounds=1)
    far = f.character("blue", "leader", 17.4, 10, wounds=1)
    assert refused(f, mage, spell, near) == ""
    assert refused(f, mage, spell, far) == rule
    assert f.b.refusal.asked == pytest.approx(6.1) and f.b.refusal.allowed == 6.0


@pytest.mark.rule("FW-069", "FW-R89", "FW-083", "FW-091")
@pytest.mark.parametrize("spell", ["DEATH_AND_DECAY", "GREAT_STORM"])
def test_unlimited_range_still_needs_sight(spell: str) -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 40, "south", strips=2)
    other = f.strip(foes, 1) if spell == "GREAT_STORM" else foes
    assert refused(f, mage, spell, other) == ""
    f.terrain("building", rectangle=(20, 20, 23.9, 22))
    assert refused(f, mage, spell, other) == ""
    f.terrain("building", rectangle=(23.5, 20, 28, 22))
    assert refused(f, mage, spell, other) == "FW-069"


@pytest.mark.rule("FW-R89", "FW-R101")
def test_a_storm_needs_sight_of_the_formation_a_bolt_of_the_strip() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=6)
    f.terrain("building", rectangle=(24.2, 12, 28, 13))
    hidden = min(f.members(foes), key=lambda i: -f.c(i).x)  # the one farthest to the east
    assert refused(f, mage, "GREAT_STORM", hidden) == ""
    assert refused(f, mage, "LIGHTNING_BOLT", hidden) == "FW-069"


@pytest.mark.rule("FW-R89")
def test_his_own_formation_does_not_block_him() -> None:
    f = Field(magic="true")
    foot = f.formation("blue", "axemen", 24, 10, strips=3)
    f, mage = with_mage(attached=foot, f=f)
    f.attach(mage, foot, "behind")
    foes = f.formation("red", "axemen", 24, 15, "south")
    assert refused(f, mage, "LIGHTNING_BOLT", f.strip(foes, 0)) == ""
    f.formation("blue", "axemen", 24, 13, strips=6)
    assert refused(f, mage, "LIGHTNING_BOLT", f.strip(foes, 0)) == "FW-069"
    assert refused(f, mage, "FLASH", foot) == ""


@pytest.mark.rule("FW-069", "FW-R99")
def test_neither_the_hidden_nor_the_invisible_can_be_chosen() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south")
    hero = f.character("red", "hero", attached=foes)
    friends = f.formation("blue", "axemen", 28, 10, hidden=True)
    f.u(foes).hidden = True
    assert refused(f, mage, "FREEZE", foes) == "FW-068"  # for all he knows there is nobody
    assert refused(f, mage, "FLASH", friends) == ""
    f.u(foes).hidden = False
    charms.add_charm(f.b, Spell.BE_GONE, NOBODY, NOBODY, hero, 0)
    assert refused(f, mage, "LIGHTNING_BOLT", hero) == "FW-R99"
    assert refused(f, mage, "LIGHTNING_BOLT", f.strip(foes, 0)) == ""
    charms.add_charm(f.b, Spell.BE_GONE, NOBODY, foes, NOBODY, 0)
    assert refused(f, mage, "LIGHTNING_BOLT", f.strip(foes, 0)) == "FW-R99"
    assert refused(f, mage, "FREEZE", foes) == "FW-R99"


# Marks, shields and dice


@pytest.mark.rule("FW-079", "FW-R90")
def test_an_enemy_spell_aimed_at_a_formation_marks_it() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=2)
    friends = f.formation("blue", "axemen", 28, 10)
    f.dice(1)
    cast(f, mage, "FREEZE", foes)  # it fails, and still counts
    f.c(mage).deed = 0
    cast(f, mage, "FLASH", friends)
    assert [f.u(g).spelled for g in (foes, friends)] == [True, False]
    assert [f.s(foes, k).attacked for k in range(2)] == [True, True]
    assert not f.s(friends, 0).attacked
    f.used_up()


@pytest.mark.rule("FW-079", "FW-R90")
def test_a_spell_at_a_strip_is_aimed_at_its_formation_and_disturbs_that_strip() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=2)
    f.dice(1)
    cast(f, mage, "LIGHTNING_BOLT", f.strip(foes, 1))
    assert f.u(foes).spelled
    assert [f.s(foes, k).attacked for k in range(2)] == [False, True]


@pytest.mark.rule("FW-075", "FW-076", "FW-R88")
@pytest.mark.parametrize(
    ("spell", "needs", "cost", "rule"),
    [
        ("BLINDED", 2, 4, "FW-075"),
        ("FREEZE", 2, 1, "FW-075"),
        ("LIGHTNING_BOLT", 2, 1, "FW-075"),
        ("YOU_ARE_MINE", 2, 2, "FW-075"),
        ("TURN_UNDEAD", 3, 3, "FW-076"),
    ],
)
def test_the_die_that_a_spell_needs(spell: str, needs: int, cost: int, rule: str) -> None:
    for face in (needs - 1, needs):
        f, mage = with_mage(turn_undead_any="true")
        foes = f.formation("red", "skirmishers", 24, 15, "south", strips=2)
        f.dice(face, *([4] if spell == "FREEZE" and face == needs else []))
        cast(f, mage, spell, f.strip(foes, 0) if spell in ("LIGHTNING_BOLT", "YOU_ARE_MINE") else foes)
        f.used_up()
        assert f.m(0).points == 12 - cost  # spent even if the die fails
        assert len(f.events(Ev.SPELL_FAILS)) == (1 if face < needs else 0)
        assert len(f.events(Ev.SPELL_WORKS)) == (0 if face < needs else 1)
        assert rule in f.cited()


@pytest.mark.rule("FW-095", "FW-R105")
@pytest.mark.parametrize(("face", "works"), [(1, True), (2, False), (6, False)])
def test_a_shield_stops_an_enemy_spell_or_breaks(face: int, works: bool) -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=2)
    charms.add_charm(f.b, Spell.MAGICAL_SHIELD, NOBODY, foes, NOBODY, 0)
    f.dice(face, *([2] if works else []))
    cast(f, mage, "LIGHTNING_BOLT", f.strip(foes, 0))
    f.used_up()
    assert f.u(foes).n == (1 if works else 2)
    assert f.b.n_charms == (0 if works else 1)
    assert f.m(0).points == 11 and f.u(foes).spelled
    assert (f.one(Ev.SHIELDED).a, f.one(Ev.SHIELDED).b) == (face, int(works))


@pytest.mark.rule("FW-095", "FW-R105")
def test_a_shield_is_against_enemy_spells_only() -> None:
    f, mage = with_mage()
    friends = f.formation("blue", "axemen", 28, 10)
    cast(f, mage, "MAGICAL_SHIELD", friends)
    f.c(mage).deed = 0
    cast(f, mage, "FLASH", friends)  # no die
    assert [c.effect for c in f.b.charms[: f.b.n_charms]] == [Spell.MAGICAL_SHIELD, Spell.FLASH]
    assert f.m(0).points == 6


# Meditation


@pytest.mark.rule("FW-070", "FW-072", "FW-R86", "FW-R90")
def test_meditation_pays_a_point_at_the_end_of_the_turn_up_to_his_stock() -> None:
    f, mage = with_mage()
    f.m(0).points = 10
    for turn, points in enumerate((11, 12, 12), start=1):
        assert f.refused(f.action("blue"), Act.MEDITATE, actor=mage) == ""
        casting.meditate(f.b, order(Act.MEDITATE, mage))
        assert f.refused(f.action("blue"), Act.MEDITATE, actor=mage) == "FW-070"
        assert refused(f, mage, "FIRE_IN_THE_SKY", 0) == "FW-067"
        before = f.m(0).points
        casting.pay_meditation(f.b)
        assert (f.m(0).points, turn) == (points, turn)
        assert len(f.events(Ev.REGAINS)) == turn - (1 if before == 12 else 0)
        sequence.begin_turn(f.b)


@pytest.mark.rule("FW-070", "FW-R88")
def test_who_has_moved_does_not_meditate() -> None:
    f, mage = with_mage()
    f.u(f.home(mage)).moved = True
    assert f.refused(f.action("blue"), Act.MEDITATE, actor=mage) == "FW-R88"


@pytest.mark.rule("FW-071", "FW-R90")
@pytest.mark.parametrize("what", ["shot_at", "attacked", "running", "nothing"])
def test_who_is_shot_at_or_attacked_gains_nothing(what: str) -> None:
    f, mage = with_mage()
    f.m(0).points = 5
    casting.meditate(f.b, order(Act.MEDITATE, mage))
    if what == "running":
        f.u(f.home(mage)).nerve = int(Nerve.RUNNING)
    elif what != "nothing":
        setattr(f.c(mage), what, True)
    casting.pay_meditation(f.b)
    assert f.m(0).points == (6 if what == "nothing" else 5)
    assert len(f.events(Ev.DISTURBED)) == (0 if what == "nothing" else 1)


@pytest.mark.rule("FW-071", "FW-R90")
def test_an_enemy_spell_disturbs_a_mage() -> None:
    f, mage = with_mage()
    other = f.character("red", "wizard", 24, 15, "south")
    f.mage(other, "freeze", points=7)
    casting.meditate(f.b, order(Act.MEDITATE, mage))
    f.dice(1)
    casting.cast(f.b, order(Act.CAST, other, f.home(mage), int(Spell.FREEZE)))
    f.m(0).points = 3
    casting.pay_meditation(f.b)
    assert [f.m(k).points for k in range(2)] == [3, 6]
    assert f.one(Ev.DISTURBED).actor == mage


@pytest.mark.rule("FW-072")
def test_points_come_back_by_meditation_only() -> None:
    f, _ = with_mage()
    f.m(0).points = 3
    for _ in range(3):
        sequence.begin_turn(f.b)
        casting.wear_off(f.b)
        casting.pay_meditation(f.b)
    assert f.m(0).points == 3


# Clocks


@pytest.mark.rule("FW-074", "FW-R91")
@pytest.mark.parametrize("spell", ["FLASH", "GO_SLOW", "BE_GONE", "HARM_HIM_NOT"])
def test_lasting_spells_roll_from_the_next_turn_on_and_end_on_a_1(spell: str) -> None:
    f, mage = with_mage()
    cast(f, mage, spell, mage if spell == "HARM_HIM_NOT" else f.home(mage))
    assert f.b.n_charms == 1  # works from the moment of casting, without a die
    f.dice(2, 6, 1)
    for left in (1, 1, 0):
        f.b.turn += 1
        casting.wear_off(f.b)
        assert f.b.n_charms == left
    f.used_up()
    assert [(e.a, e.b) for e in f.events(Ev.WEARS_OFF)] == [(2, 0), (6, 0), (1, 1)]
    whom = FIGURE + mage if spell in ("BE_GONE", "HARM_HIM_NOT") else f.home(mage)
    assert {e.actor for e in f.events(Ev.WEARS_OFF)} == {whom}


@pytest.mark.rule("FW-R91", "FW-R13")
def test_dice_of_clocks_fall_in_order_of_casting() -> None:
    f, mage = with_mage()
    friends = f.formation("blue", "axemen", 28, 10)
    for spell, whom in (("GO_SLOW", friends), ("FLASH", f.home(mage))):
        f.c(mage).deed = 0
        cast(f, mage, spell, whom)
    f.b.turn += 1
    f.dice(1, 5)
    casting.wear_off(f.b)
    assert [c.effect for c in f.b.charms[: f.b.n_charms]] == [Spell.FLASH]


@pytest.mark.rule("FW-086", "FW-R91")
def test_fog_counts_the_turn_of_casting_as_the_first_of_five() -> None:
    f, mage = with_mage()
    cast(f, mage, "FOG_BANK", x=24.0, y=20.0)
    there = []
    for _ in range(6):
        there.append(f.b.n_charms)
        f.b.turn += 1
        casting.wear_off(f.b)
    assert there == [1, 1, 1, 1, 1, 0]
    assert [e.a for e in f.events(Ev.FOG)] == [1, 0]


@pytest.mark.rule("FW-087", "FW-R91", "FW-R98")
@pytest.mark.parametrize("turns", [1, 3, 6])
def test_freeze_lasts_a_die_of_turns_the_first_counted(turns: int) -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south")
    f.dice(2, turns)
    cast(f, mage, "FREEZE", foes)
    frozen = 0
    while charms.is_frozen(f.b, foes):
        frozen += 1
        f.b.turn += 1
        casting.wear_off(f.b)
    assert frozen == turns
    f.used_up()


@pytest.mark.rule("FW-081", "FW-R91", "FW-R94")
def test_blinded_is_over_after_the_following_turn() -> None:
    f, mage = with_mage()
    bows = f.formation("red", "skirmishers", 24, 18, "south")
    f.dice(2)
    cast(f, mage, "BLINDED", bows)
    blind = []
    for _ in range(3):
        blind.append(charms.is_blinded(f.b, bows))
        f.b.turn += 1
        casting.wear_off(f.b)
    assert blind == [False, True, False] and f.b.n_charms == 0


@pytest.mark.rule("FW-090")
def test_fast_strike_is_over_with_its_turn() -> None:
    f, mage = with_mage()
    cast(f, mage, "FAST_STRIKE", f.home(mage))
    f.b.turn += 1
    casting.wear_off(f.b)
    assert f.b.n_charms == 0


@pytest.mark.rule("FW-R98")
@pytest.mark.parametrize(
    ("before", "nerve", "runs"),
    [
        (Nerve.CALM, Nerve.RUNNING, True),
        (Nerve.CALM, Nerve.HALTED, False),
        (Nerve.RUNNING, Nerve.RUNNING, False),  # it has run already
    ],
)
def test_who_should_have_run_runs_when_the_freeze_ends(
    before: Nerve, nerve: Nerve, runs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[int] = []
    monkeypatch.setattr(casting, "run_on", lambda b, f: ran.append(f))
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", nerve=int(before))
    charms.add_charm(f.b, Spell.FREEZE, mage, foes, NOBODY, 2)
    f.u(foes).nerve = int(nerve)
    for ended in (False, True):
        f.b.turn += 1
        casting.wear_off(f.b)
        assert ran == ([foes] if ended and runs else [])


@pytest.mark.rule("FW-R85", "FW-R91")
def test_spells_on_the_dead_end_without_a_die_those_of_the_dead_go_on() -> None:
    f, mage = with_mage()
    hero = f.character("blue", "hero", 26, 10)
    cast(f, mage, "HARM_HIM_NOT", hero)
    f.c(mage).deed = 0
    cast(f, mage, "FLASH", f.home(hero))
    f.c(hero).lost = int(Lost.OFF_TABLE)
    f.c(mage).lost = int(Lost.SHOT)
    f.b.turn += 1
    f.dice(4)
    casting.wear_off(f.b)
    f.used_up()
    assert [c.effect for c in f.b.charms[: f.b.n_charms]] == [Spell.FLASH]


# Spells of a group's own


@pytest.mark.rule("FW-073", "FW-R87")
def test_a_spell_of_ones_own_works_by_its_own_numbers() -> None:
    f, mage = with_mage()
    row = f.b.spells[f.b.n_spells]
    row.effect, row.cost, row.reach, row.needs = int(Spell.FREEZE), 5, 3.0, 0
    row.aim, row.lasts, row.turns = int(Aim.ENEMY), int(Lasts.TURNS), 2
    own = f.b.n_spells
    f.b.n_spells += 1
    f.m(0).spells |= 1 << own
    near = f.formation("red", "axemen", 24, 13, "south")
    far = f.formation("red", "axemen", 30, 13, "south")
    ask = f.action("blue")
    assert f.refused(ask, Act.CAST, actor=mage, other=far, how=own) == "FW-087"
    assert f.refused(ask, Act.CAST, actor=mage, other=near, how=own) == ""
    casting.cast(f.b, order(Act.CAST, mage, near, own))  # no die at all
    assert f.m(0).points == 7 and charms.is_frozen(f.b, near)
    for frozen in (True, False):
        f.b.turn += 1
        casting.wear_off(f.b)
        assert charms.is_frozen(f.b, near) == frozen


@pytest.mark.rule("FW-018", "FW-R13")
def test_a_phase_one_with_a_spell_from_end_to_end() -> None:
    """Asked and answered as in a battle: a bolt kills a strip, and it must test."""
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=3)
    f.ready()
    f.dice(3)
    bolt = order(Act.CAST, mage, f.strip(foes, 1), int(Spell.LIGHTNING_BOLT))
    asked = f.play(lambda b: sequence.act_all(b, 0), bolt, order(Act.DONE))
    assert [a.kind for a in asked] == [AskKind.ACTION, AskKind.ACTION]
    assert f.u(foes).n == 2 and f.u(foes).test_due == Trigger.CASUALTY
    assert spell_targets.target_code(f.b, int(Spell.LIGHTNING_BOLT), bolt) == FIGURE + bolt.other
