"""Hits and losses, spells in force, ways and room."""

from __future__ import annotations

import pytest

from grognard.books.fire_at_will import charms, hits, ways
from grognard.books.fire_at_will.state import NOBODY, Lost, Spell, Trigger

from .field import Ev, Field


@pytest.mark.rule("FW-113", "FW-114", "FW-115", "FW-116", "FW-117", "FW-R50", "FW-R72")
@pytest.mark.parametrize(
    ("figure", "bears"),
    [
        ("axemen", 1),
        ("knights", 1),
        ("ogres", 1),
        ("trolls", 2),
        ("giant", 2),
        ("behemoth", 2),
        ("hero", 3),
        ("leader", 3),
        ("wizard", 3),
        ("orc_war_wagon", 3),
        ("dragon", 4),
    ],
)
def test_the_last_hit_that_it_bears_kills(figure: str, bears: int) -> None:
    f = Field()
    i = f.strip(f.formation("blue", figure, 24, 10), 0)
    for n in range(1, bears + 1):
        assert f.c(i).lost == Lost.NO
        hits.take_hit(f.b, i, 1)
        hits.deal(f.b, Lost.MELEE, 143)
        assert f.c(i).wounds == n
    assert f.c(i).lost == Lost.MELEE and f.home(i) == NOBODY
    assert [e.a for e in f.events(Ev.WOUNDED)] == list(range(1, bears))


@pytest.mark.rule("FW-R12", "FW-R50")
def test_hits_are_dealt_together_and_a_second_on_the_dead_is_wasted() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 10, strips=2)
    first = f.strip(foot, 0)
    hits.take_hit(f.b, first, 1)
    hits.take_hit(f.b, first, 1)
    assert f.c(first).lost == Lost.NO
    hits.deal(f.b, Lost.SHOT, 113)
    assert f.u(foot).n == 1 and f.u(foot).casualties == 1
    assert f.u(foot).test_due == Trigger.CASUALTY


@pytest.mark.rule("FW-R09")
@pytest.mark.parametrize("dealt", [True, False])
def test_who_is_behind_steps_up_however_a_strip_was_lost(dealt: bool) -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20, strips=4, files=2)
    f.ready()
    front, beside, behind, _ = f.members(foot)
    place = (f.c(front).x, f.c(front).y)
    assert (f.c(behind).x, f.c(behind).file) == (place[0], f.c(front).file)
    if dealt:
        hits.take_hit(f.b, front, 1)
        hits.deal(f.b, Lost.SHOT, 113)
    else:
        hits.remove_strip(f.b, front, Lost.DESTROYED, 188)
        hits.settle_formation(f.b, foot)
    assert (f.c(behind).x, f.c(behind).y) == place
    assert f.members(foot)[:2] == [behind, beside]


@pytest.mark.rule("FW-R56")
@pytest.mark.parametrize(("reading", "due"), [("false", 0), ("true", Trigger.WOUND)])
def test_a_wound_is_no_casualty(reading: str, due: int) -> None:
    f = Field(wound_triggers_morale=reading)
    troll = f.formation("blue", "trolls", 24, 10)
    hits.take_hit(f.b, f.strip(troll, 0), 1)
    hits.deal(f.b, Lost.SHOT, 113)
    assert (f.u(troll).casualties, f.u(troll).test_due) == (0, due)


@pytest.mark.rule("FW-127", "FW-R57")
def test_friends_who_see_a_hero_fall_count_him_and_he_is_no_strip_casualty() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 10, strips=3)
    hero = f.character("blue", "hero", attached=foot)
    near = f.formation("blue", "axemen", 34, 10, strips=3)
    behind = f.formation("blue", "axemen", 10, 10)
    f.terrain("building", rectangle=(14, 2, 16, 20))
    foe = f.formation("red", "axemen", 24, 20, "south")
    hits.take_hit(f.b, hero, 3)
    hits.deal(f.b, Lost.DUEL, 177)
    assert [f.u(g).heroes_lost for g in (foot, near, behind, foe)] == [1, 1, 0, 0]
    assert (f.u(foot).casualties, f.u(foot).test_due, f.u(foot).character) == (0, Trigger.CHARACTER, NOBODY)


@pytest.mark.rule("FW-092", "FW-R102")
def test_who_cannot_be_harmed_takes_nothing() -> None:
    f = Field()
    hero = f.character("blue", "hero", 24, 10)
    charms.add_charm(f.b, Spell.HARM_HIM_NOT, hero, NOBODY, hero, 0)
    hits.take_hit(f.b, hero, 1)
    hits.doom(f.b, hero, Lost.PURSUED)
    hits.deal(f.b, Lost.MELEE, 143)
    assert (f.c(hero).wounds, f.c(hero).lost) == (0, Lost.NO)
    assert f.one(Ev.UNHARMED).actor == hero


# Spells in force


@pytest.mark.rule("FW-085", "FW-088", "FW-R20")
@pytest.mark.parametrize(
    ("spells", "factor"),
    [((), 1.0), ((Spell.FLASH,), 2.0), ((Spell.GO_SLOW,), 0.5), ((Spell.FLASH, Spell.GO_SLOW), 1.0)],
)
def test_flash_and_go_slow_cancel(spells: tuple[Spell, ...], factor: float) -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 10)
    for spell in spells:
        charms.add_charm(f.b, spell, NOBODY, foot, NOBODY, 0)
    assert charms.pace_factor(f.b, foot) == factor


@pytest.mark.rule("FW-081", "FW-R94")
def test_blinded_works_from_the_next_turn() -> None:
    f = Field()
    bows = f.formation("blue", "skirmishers", 24, 10)
    charms.add_charm(f.b, Spell.BLINDED, NOBODY, bows, NOBODY, 0)
    assert not charms.is_blinded(f.b, bows)
    f.b.turn += 1
    assert charms.is_blinded(f.b, bows)


@pytest.mark.rule("FW-R13")
def test_charms_keep_their_order_when_one_ends() -> None:
    f = Field()
    for n, spell in enumerate((Spell.FLASH, Spell.FREEZE, Spell.BE_GONE)):
        charms.add_charm(f.b, spell, NOBODY, n, NOBODY, n)
    charms.remove_charm(f.b, 0)
    assert [(c.effect, c.formation, c.left) for c in f.b.charms[: f.b.n_charms]] == [
        (Spell.FREEZE, 1, 1),
        (Spell.BE_GONE, 2, 2),
    ]
    charms.forget_formation(f.b, 1)
    assert f.b.n_charms == 1 and charms.is_invisible(f.b, 2)


# Ways and room


def test_whom_a_formation_meets_on_its_way() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 10, strips=3)
    friend = f.formation("blue", "axemen", 24, 13, strips=3)
    foe = f.formation("red", "axemen", 25, 16, "south", strips=3)
    f.formation("red", "axemen", 27, 12, "south", strips=3)  # beside its way: from x 25.5 on
    when, who = ways.first_met(f.b, foot, 0.0, 8.0, True, True)
    assert who == friend and when == pytest.approx(2.5 / 8)
    when, who = ways.first_met(f.b, foot, 0.0, 8.0, True, False)
    assert who == foe and when == pytest.approx(6.0 / 8)
    assert ways.first_met(f.b, foot, 0.0, -4.0, True, True) == (ways.NEVER, NOBODY)


@pytest.mark.rule("FW-R25", "FW-R29")
def test_where_bases_may_stand() -> None:
    f = Field()
    f.terrain("wood", rectangle=(20, 9, 28, 12))
    f.terrain("dense_forest", rectangle=(30, 9, 38, 12))
    foot = f.formation("blue", "axemen", 24, 10)
    chariot = f.formation("blue", "orc_chariot", 10, 10)
    elves = f.formation("blue", "elf_infantry", 40, 10)
    assert ways.has_room_at(f.b, foot, 0.0, 0.0) and ways.has_room_at(f.b, chariot, 0.0, 0.0)
    assert not ways.has_room_at(f.b, chariot, 14.0, 1.5)  # wheels in a wood
    assert not ways.has_room_at(f.b, foot, 10.0, 0.0)  # in a dense forest
    assert ways.has_room_at(f.b, elves, -6.0, 0.0)
    assert not ways.has_room_at(f.b, foot, 0.0, -9.8)  # off the table
    assert not ways.has_room_at(f.b, foot, -14.0, -0.5)  # on the chariot


@pytest.mark.rule("FW-R107")
def test_the_nearest_free_spot() -> None:
    f = Field()
    foot = f.formation("red", "axemen", 24, 20, "south", strips=3)
    i = f.strip(f.formation("blue", "axemen", 40, 40), 0)
    x, y, found = ways.free_spot(f.b, i, 24.0, 20.25, 1.0, 6.0)
    assert found and (x, y) == pytest.approx((24.0, 21.75), abs=0.26)
    assert ways.free_spot(f.b, i, 24.0, 20.25, 1.0, 1.0) == (24.0, 20.25, False)
    assert f.u(foot).n == 3
