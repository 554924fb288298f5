"""The eighteen spells, one by one."""

from __future__ import annotations

import pytest

from grognard.books.fire_at_will import (
    casting,
    charms,
    contact,
    forces,
    hits,
    movement,
    setup,
    sight,
    spell_targets,
    spells,
    victory,
)
from grognard.books.fire_at_will.setup import SPELL_NAMES
from grognard.books.fire_at_will.state import (
    FIGURE,
    FORMATIONS,
    NOBODY,
    Aim,
    Colour,
    Deed,
    Lost,
    Nerve,
    Spell,
    Trigger,
)
from grognard.books.fire_at_will.touching import strips_gap
from grognard.problems import Problem

from .field import FOLDER, Act, AskKind, Ev, Field, order
from .test_casting import cast, refused, with_mage


def kill(f: Field, i: int, how: Lost = Lost.MELEE) -> None:
    hits.doom(f.b, i, how)
    hits.deal(f.b, how, 143)


# BEGONE! and BE GONE


@pytest.mark.rule("FW-R92", "FW-080", "FW-089")
def test_they_are_two_spells_with_two_labels() -> None:
    f = Field()
    assert (SPELL_NAMES[Spell.BEGONE], SPELL_NAMES[Spell.BE_GONE]) == (
        "BEGONE! (shift enemy)",
        "BE GONE (invisible)",
    )
    assert [f.b.spells[spell].cost for spell in (Spell.BEGONE, Spell.BE_GONE)] == [3, 4]


@pytest.mark.rule("FW-080", "FW-R93")
def test_begone_asks_the_caster_for_the_move_of_an_enemy() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=2)
    f.u(foes).spent, f.u(foes).done = 4.0, True  # it has moved already: an extra move
    shift = order(Act.CAST, mage, foes, int(Spell.BEGONE))
    asked = f.play(lambda b: casting.cast(b, shift), order(Act.DONE))
    assert [(a.kind, a.side, a.actor, a.other) for a in asked] == [(AskKind.FORCED, 0, foes, mage)]
    assert f.m(0).points == 9
    assert f.u(foes).done and not f.u(foes).moved  # its own move is used up; it has not moved
    assert f.b.mover == NOBODY and f.one(Ev.FORCED).d == 0.0


@pytest.mark.rule("FW-080", "FW-R93")
def test_begone_gives_a_whole_move_and_counts_as_moving(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[tuple[float, float]] = []

    def moves(b: object, o: object) -> None:
        left.append((movement.left_to_move(f.b, foes), movement.allowance(f.b, foes) * f.u(foes).share))
        f.u(foes).y += 2.5
        f.u(foes).spent += 2.5

    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=2)
    f.u(foes).spent, f.u(foes).share, f.u(foes).done = 2.0, 0.5, True
    monkeypatch.setattr(spells, "move", moves)
    f.order(Act.BACK, foes, x=1.25)
    f.order(Act.BACK, foes, x=0.75)  # after that nothing is left, and nothing is asked
    cast(f, mage, "BEGONE", foes)
    f.used_up()
    assert left == [(4.0, 4.0), (1.5, 1.5)]
    assert f.u(foes).moved and f.u(foes).done and f.one(Ev.FORCED).d == 5.0


@pytest.mark.rule("FW-080", "FW-R93")
def test_the_forced_move_is_no_longer_than_what_is_left_of_it() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=2)
    f.u(foes).share = 0.125
    ask = f.ask(AskKind.FORCED, "blue", foes, mage)
    assert f.refused(ask, Act.DONE) == ""
    assert f.refused(ask, Act.ADVANCE, actor=foes, x=0.6) != ""
    assert f.refused(ask, Act.ADVANCE, actor=f.home(mage), x=0.1) == "FW-R93"


@pytest.mark.rule("FW-080", "FW-087")
def test_begone_moves_neither_those_in_melee_nor_the_frozen_nor_a_garrison() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=2)
    assert refused(f, mage, "BEGONE", foes) == ""
    charms.add_charm(f.b, Spell.FREEZE, NOBODY, foes, NOBODY, 2)
    assert refused(f, mage, "BEGONE", foes) == "FW-087"
    f.b.n_charms = 0
    inside = f.formation("red", "axemen", 27, 13, "south")
    f.garrison(inside, f.terrain("building", rectangle=(26, 12, 28, 14)), south=1)
    assert refused(f, mage, "BEGONE", inside) == "FW-R93"
    f.formation("blue", "axemen", 24, 15, strips=2)
    assert refused(f, mage, "BEGONE", foes) == "FW-080"


@pytest.mark.rule("FW-089", "FW-R99")
def test_a_formation_or_a_character_is_invisible() -> None:
    f, mage = with_mage()
    foot = f.formation("blue", "axemen", 28, 10, strips=2)
    hero = f.character("blue", "hero", attached=foot)
    cast(f, mage, "BE_GONE", FIGURE + hero)
    assert charms.strip_is_invisible(f.b, hero) and not charms.is_invisible(f.b, foot)
    assert not charms.strip_is_invisible(f.b, f.strip(foot, 0))
    f.c(mage).deed = 0
    cast(f, mage, "BE_GONE", foot)
    assert charms.is_invisible(f.b, foot) and charms.strip_is_invisible(f.b, f.strip(foot, 0))
    assert f.m(0).points == 4


@pytest.mark.rule("FW-089", "FW-R99")
def test_invisibility_of_a_character_alone_goes_with_him() -> None:
    f, mage = with_mage()
    hero = f.character("blue", "hero", 26, 10)
    cast(f, mage, "BE_GONE", f.home(hero))  # his formation is himself
    assert charms.is_invisible(f.b, f.home(hero))
    foot = f.formation("blue", "axemen", 28, 10, strips=2)
    f.attach(hero, foot)
    assert charms.strip_is_invisible(f.b, hero) and not charms.is_invisible(f.b, foot)


# BLINDED


@pytest.mark.rule("FW-081", "FW-R94")
@pytest.mark.parametrize(
    ("figure", "said"),
    [
        ("skirmishers", ""),
        ("crossbowmen", ""),
        ("arquebus", ""),
        ("mounted_crossbowmen", ""),
        ("axemen", "FW-R94"),
        ("dragon", "FW-R94"),
        ("bombard", "FW-R94"),
    ],
)
def test_blinded_is_for_archers_and_crossbows_of_any_side(figure: str, said: str) -> None:
    f, mage = with_mage()
    for side, x in (("red", 24), ("blue", 27)):
        shooters = f.formation(side, figure, x, 18, "south")
        assert refused(f, mage, "BLINDED", shooters) == said


# TURN UNDEAD


@pytest.mark.rule("FW-082", "FW-R95")
@pytest.mark.parametrize(("any_", "living"), [("false", "FW-R95"), ("true", "")])
def test_turn_undead_is_for_undead_or_by_option_for_all(any_: str, living: str) -> None:
    f, mage = with_mage(turn_undead_any=any_)
    dead = f.formation("red", "undead", 22, 15, "south", strips=2)
    f.character("red", "leader", attached=dead)
    foes = f.formation("red", "axemen", 27, 15, "south", strips=2)
    own = f.formation("blue", "undead", 24, 8)
    assert refused(f, mage, "TURN_UNDEAD", dead) == ""
    assert refused(f, mage, "TURN_UNDEAD", foes) == living
    assert refused(f, mage, "TURN_UNDEAD", own) == "FW-068"


@pytest.mark.rule("FW-082", "FW-R95", "FW-R67")
def test_a_garrison_is_not_turned() -> None:
    f, mage = with_mage()
    dead = f.formation("red", "undead", 24, 15, "south", strips=2)
    f.garrison(dead, f.terrain("building", rectangle=(22, 13, 26, 17)), south=2)
    assert refused(f, mage, "TURN_UNDEAD", dead) == "FW-R67"


@pytest.mark.rule("FW-082", "FW-R95", "FW-R108")
def test_the_turned_rout_from_the_caster(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[tuple[int, int]] = []
    monkeypatch.setattr(spells, "rout", lambda b, f, rule: runs.append((f, rule)))
    f, mage = with_mage()
    dead = f.formation("red", "undead", 24, 15, "south", strips=2)
    f.dice(3)
    cast(f, mage, "TURN_UNDEAD", dead)
    assert runs == [(dead, 82)] and f.u(dead).routed_by == mage
    assert f.m(0).points == 9


# DEATH AND DECAY


@pytest.mark.rule("FW-077", "FW-083", "FW-R96")
@pytest.mark.parametrize(
    ("figure", "survives"),
    [("axemen", 3), ("pikemen", 3), ("orc_infantry", 3), ("knights", 2)],
)
def test_whom_the_rot_hits(figure: str, survives: int) -> None:
    for face in (survives - 1, survives):
        f, mage = with_mage()
        foes = f.formation("red", figure, 24, 20, "south")
        f.dice(face)
        cast(f, mage, "DEATH_AND_DECAY", foes)
        assert f.u(foes).n == (1 if face == survives else 0)
        assert f.m(0).points == 6


@pytest.mark.rule("FW-077", "FW-078", "FW-083", "FW-R96")
def test_a_die_for_each_strip_and_character_of_the_target_and_for_nobody_else() -> None:
    f, mage = with_mage()
    foes = f.formation("red", ["axemen", "undead", "knights"], 24, 20, "south")
    leader = f.character("red", "leader", attached=foes)  # at the right end
    f.formation("red", "axemen", 24, 21, "south", strips=3)
    axemen, undead, knights = (f.strip(foes, k) for k in range(3))
    f.dice(2, 2, 1)  # the axemen are hit; the knights are not; the leader is
    cast(f, mage, "DEATH_AND_DECAY", foes)
    f.used_up()
    assert [f.c(i).lost for i in (axemen, undead, knights)] == [Lost.MAGIC, Lost.NO, Lost.NO]
    assert (f.c(leader).wounds, f.c(leader).lost) == (1, Lost.NO)  # one hit, not a death
    assert (f.u(foes).casualties, f.u(foes).test_due) == (1, Trigger.CASUALTY)
    assert [(e.actor, e.a, e.b) for e in f.events(Ev.STORM)] == [
        (axemen, 2, 2),
        (knights, 2, 1),
        (leader, 1, 1),
    ]


# FIRE IN THE SKY


@pytest.mark.rule("FW-084", "FW-R89")
def test_a_signal_of_any_colour_needs_no_target() -> None:
    f, mage = with_mage()
    f.terrain("building", rectangle=(20, 11, 28, 13))
    cast(f, mage, "FIRE_IN_THE_SKY", int(Colour.GREEN))
    assert f.m(0).points == 11 and f.one(Ev.SIGNAL).a == Colour.GREEN
    assert f.b.n_charms == 0
    f.c(mage).deed = 0
    assert refused(f, mage, "FIRE_IN_THE_SKY", len(Colour)) == "FW-084"
    assert refused(f, mage, "FIRE_IN_THE_SKY") == "FW-084"


# FLASH! and GO SLOW


@pytest.mark.rule("FW-085", "FW-088", "FW-R20")
def test_flash_doubles_and_go_slow_halves_the_allowance() -> None:
    f, mage = with_mage()
    foot = f.formation("blue", "axemen", 28, 10, strips=2)
    cast(f, mage, "FLASH", foot)
    assert (movement.allowance(f.b, foot), f.m(0).points) == (8.0, 10)
    f.c(mage).deed = 0
    cast(f, mage, "GO_SLOW", foot)
    assert (movement.allowance(f.b, foot), f.m(0).points) == (4.0, 8)
    charms.remove_charm(f.b, 0)
    assert movement.allowance(f.b, foot) == 2.0


@pytest.mark.rule("FW-088")
def test_go_slow_stays_on_the_character_who_was_with_them() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 20, "south", strips=2)
    hero = f.character("red", "hero", attached=foes)
    cast(f, mage, "GO_SLOW", foes)
    hits.leave_alone(f.b, hero)
    assert movement.allowance(f.b, f.home(hero)) == 2.0
    assert movement.allowance(f.b, foes) == 2.0


# FOG BANK


@pytest.mark.rule("FW-086", "FW-R97")
@pytest.mark.parametrize(("x", "clear"), [(24.0, False), (20.05, False), (19.95, True), (28.05, True)])
def test_fog_is_eight_inches_across(x: float, clear: bool) -> None:
    f, mage = with_mage()
    cast(f, mage, "FOG_BANK", x=x, y=20.0)
    assert (f.b.charms[0].x, f.b.charms[0].y, f.m(0).points) == (x, 20.0, 10)
    assert sight.ground_is_clear(f.b, 1 << sight.FOG, 0.0, 24.0, 10.0, 24.0, 30.0) == clear


@pytest.mark.rule("FW-086", "FW-R97")
def test_fog_blocks_into_out_of_and_through_but_not_in_contact() -> None:
    f, mage = with_mage()
    inside = f.formation("blue", "axemen", 24, 20)
    touching = f.formation("red", "axemen", 24, 20, "south")
    near = f.formation("red", "axemen", 24, 22, "south")
    beyond = f.formation("red", "axemen", 27, 30, "south")
    cast(f, mage, "FOG_BANK", x=23.0, y=20.0)
    assert sight.formation_sees(f.b, inside, touching)
    assert not sight.formation_sees(f.b, inside, near)  # within
    assert not sight.formation_sees(f.b, inside, beyond)  # out of
    assert not sight.strip_sees(f.b, mage, f.strip(near, 0), True)  # into
    assert not sight.strip_sees_formation(f.b, mage, beyond)  # through


@pytest.mark.rule("FW-069", "FW-R97", "FW-R89")
def test_the_centre_of_a_fog_bank_is_in_sight_and_on_the_table() -> None:
    f, mage = with_mage()
    f.terrain("building", rectangle=(20, 15, 28, 17))
    assert refused(f, mage, "FOG_BANK", x=24.0, y=14.0) == ""
    assert refused(f, mage, "FOG_BANK", x=24.0, y=20.0) == "FW-069"
    assert refused(f, mage, "FOG_BANK", x=24.0, y=-0.5) == "FW-R97"
    assert refused(f, mage, "FOG_BANK", x=40.0, y=2.0) == ""


# FREEZE!


@pytest.mark.rule("FW-087", "FW-R98")
def test_the_frozen_neither_move_nor_speak_nor_cast() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=2)
    other = f.character("red", "wizard", attached=foes)
    f.mage(other, "flash")
    f.dice(2, 3)
    cast(f, mage, "FREEZE", foes)
    f.used_up()
    assert f.m(0).points == 11 and f.b.charms[0].left == 3
    assert f.refused(f.action("red"), Act.ADVANCE, actor=foes, x=1.0) == "FW-087"
    speech = f.refused(f.ask(AskKind.SPEECH, "red"), Act.SPEECH, actor=other, other=foes)
    assert speech == "FW-061"
    assert refused(f, other, "FLASH", foes, side="red") == "FW-R98"
    assert [e.a for e in f.events(Ev.SPELL_DIE)] == [2, 3]


# FAST STRIKE


def strikers(*figures: str, y: float = 20.0) -> tuple[Field, int, int]:
    """Blue under FAST STRIKE in contact with red."""
    f, mage = with_mage()
    blue = f.formation("blue", "axemen", 24, y, strips=3)
    red = f.formation("red", list(figures), 24, y, "south")
    charms.add_charm(f.b, Spell.FAST_STRIKE, mage, blue, NOBODY, 0)
    return f, blue, red


@pytest.mark.rule("FW-090", "FW-R100")
def test_fast_strike_pushes_back_two_inches_facing_kept_and_parts_the_bases() -> None:
    f, blue, red = strikers("axemen", "axemen", "axemen")
    leader = f.character("red", "leader", attached=red)
    casting.fast_strikes(f.b)
    assert (f.u(red).x, f.u(red).y, f.u(red).fy) == (24.0, 22.0, -1.0)
    assert f.c(leader).y == pytest.approx(22.25)  # he goes with them
    assert (f.u(blue).y, f.one(Ev.PUSHED_BACK).d) == (20.0, 2.0)
    contact.note_melees(f.b)
    assert f.u(red).melee_since == 0 == f.u(blue).melee_since


@pytest.mark.rule("FW-090", "FW-R100")
@pytest.mark.parametrize("figure", ["trolls", "giant", "behemoth", "dragon", "hero", "leader", "wizard"])
def test_the_great_are_not_pushed(figure: str) -> None:
    f, _, red = strikers(figure)
    casting.fast_strikes(f.b)
    assert f.u(red).y == 20.0 and not f.events(Ev.PUSHED_BACK)


@pytest.mark.rule("FW-090", "FW-R100")
def test_a_garrison_is_not_pushed_out() -> None:
    f, _, red = strikers("axemen", "axemen")
    f.garrison(red, f.terrain("building", rectangle=(22, 20, 26, 23)), south=2)
    casting.fast_strikes(f.b)
    assert not f.events(Ev.PUSHED_BACK)


@pytest.mark.rule("FW-090", "FW-R100", "FW-R29")
@pytest.mark.parametrize(("what", "far"), [("friends", 0.75), ("building", 1.2), ("edge", 0.5)])
def test_what_is_behind_stops_a_push(what: str, far: float) -> None:
    f, _, red = strikers("axemen", "axemen", y=47.0 if what == "edge" else 20.0)
    y = f.u(red).y
    if what == "friends":
        f.formation("red", "axemen", 24, 21.25, "south")
    elif what == "building":
        f.terrain("building", rectangle=(22, 21.75, 26, 24))
    casting.fast_strikes(f.b)
    assert f.u(red).y - y == pytest.approx(far, abs=0.06)


@pytest.mark.rule("FW-090", "FW-R100")
def test_straight_back_is_its_own_way_and_only_those_in_contact_go() -> None:
    f, blue, red = strikers("axemen")
    flank = f.formation("red", "axemen", 22, 20, "north")  # its right side against blue's left end
    rear = f.formation("red", "axemen", 25.05, 20.5, "north")  # its rear against blue's front
    free = f.formation("red", "axemen", 30, 21, "south")
    casting.fast_strikes(f.b)
    assert [(f.u(g).x, f.u(g).y) for g in (red, flank, rear, free)] == [
        (24.0, 22.0),
        (22.0, 18.0),
        (25.05, 20.5),  # blue stands behind it
        (30.0, 21.0),
    ]
    assert [(e.actor, e.other, e.d) for e in f.events(Ev.PUSHED_BACK)] == [
        (red, blue, 2.0),
        (flank, blue, 2.0),
        (rear, blue, 0.0),
    ]


@pytest.mark.rule("FW-090", "FW-R100")
def test_a_character_alone_pushes_only_whom_he_touches_himself() -> None:
    f, mage = with_mage()
    blue = f.formation("blue", "axemen", 24, 20, strips=2)
    hero = f.character("blue", "hero", attached=blue)  # his base: x 25 to 25.5
    left = f.formation("red", "axemen", 23.4, 20, "south")
    right = f.formation("red", "axemen", 25.4, 20, "south")
    f.c(mage).x, f.u(f.home(mage)).x = 24.0, 24.0
    charms.add_charm(f.b, Spell.FAST_STRIKE, mage, NOBODY, hero, 0)
    casting.fast_strikes(f.b)
    assert (f.u(left).y, f.u(right).y) == (20.0, 22.0)


@pytest.mark.rule("FW-090")
def test_fast_strike_is_cast_at_a_formation_or_a_character() -> None:
    f, mage = with_mage()
    foot = f.formation("blue", "axemen", 28, 10, strips=2)
    hero = f.character("blue", "hero", attached=foot)
    cast(f, mage, "FAST_STRIKE", foot)
    f.c(mage).deed = 0
    cast(f, mage, "FAST_STRIKE", FIGURE + hero)
    assert [(c.formation, c.strip) for c in f.b.charms[:2]] == [(foot, NOBODY), (NOBODY, hero)]
    assert f.m(0).points == 6


# GREAT STORM


@pytest.mark.rule("FW-091", "FW-077", "FW-R101", "FW-R16")
def test_everyone_whose_centre_is_under_the_storm_rolls_friend_or_foe() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "undead", 24, 20, "south", strips=1)
    friends = f.formation("blue", "axemen", 25, 19, strips=1)
    beside = f.formation("red", "knights", 27, 19.875, "south", strips=1)  # its centre three inches off
    f.formation("red", "axemen", 27.1, 22, "south", strips=1)  # farther than three inches
    f.b.first = 0
    f.dice(2, 2, 2)  # Side 1 first: friends, then the undead, then the knights
    cast(f, mage, "GREAT_STORM", f.strip(foes, 0))
    f.used_up()
    assert f.m(0).points == 7
    assert [f.u(g).n for g in (friends, foes, beside)] == [0, 0, 1]


@pytest.mark.rule("FW-091", "FW-R101")
@pytest.mark.parametrize(
    ("figure", "reading", "hit_up_to"),
    [
        ("hero", "true", 1),
        ("leader", "true", 1),
        ("leader", "false", 2),
        ("wizard", "false", 1),
        ("knights", "false", 1),
        ("trolls", "true", 2),
    ],
)
def test_leaders_count_with_heroes_or_by_option_do_not(figure: str, reading: str, hit_up_to: int) -> None:
    f, mage = with_mage(storm_leader_as_hero=reading)
    foes = f.formation("red", figure, 24, 20, "south")
    f.dice(2)
    i = f.strip(foes, 0)
    cast(f, mage, "GREAT_STORM", i)
    assert f.one(Ev.STORM).b == hit_up_to
    assert f.c(i).wounds == (1 if hit_up_to == 2 else 0)


@pytest.mark.rule("FW-R101")
@pytest.mark.parametrize(("faces", "lost"), [((1, 2, 3, 4, 5), False), ((2, 2, 1, 6, 6), True)])
def test_by_option_a_die_for_each_figure(faces: tuple[int, ...], lost: bool) -> None:
    f, mage = with_mage(storm_dice="per_figure")
    foes = f.formation("red", "axemen", 24, 20, "south")
    f.character("red", "hero", 24, 22, "south")
    f.dice(*faces, 2)  # one die for the hero: not hit
    i = f.strip(foes, 0)
    cast(f, mage, "GREAT_STORM", i)
    f.used_up()
    assert (f.c(i).lost == Lost.MAGIC) == lost


@pytest.mark.rule("FW-095", "FW-R105", "FW-R101")
def test_a_shield_keeps_its_formation_from_a_storm_and_nobody_else() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 20, "south", strips=2)
    beside = f.formation("red", "axemen", 24, 21, "south")
    friends = f.formation("blue", "axemen", 24, 19)
    for g in (foes, friends):
        charms.add_charm(f.b, Spell.MAGICAL_SHIELD, NOBODY, g, NOBODY, 0)
    f.dice(
        1, 4, 1
    )  # friends have no shield against it: hit; the shield of the foes holds; those beside are hit
    cast(f, mage, "GREAT_STORM", f.strip(foes, 0))
    f.used_up()
    assert [f.u(g).n for g in (friends, foes, beside)] == [0, 2, 0]
    assert f.u(foes).spelled and not f.u(beside).spelled


# HARM HIM NOT and HEAL


@pytest.mark.rule("FW-092", "FW-R102")
def test_harm_him_not_keeps_off_every_harm() -> None:
    f, mage = with_mage()
    leader = f.character("blue", "leader", 26, 10)
    cast(f, mage, "HARM_HIM_NOT", leader)
    assert f.m(0).points == 8
    other = f.character("red", "wizard", 26, 14, "south")
    f.mage(other, "lightning_bolt")
    f.dice(6)
    cast_red(f, other, "LIGHTNING_BOLT", leader)
    hits.doom(f.b, leader, Lost.PURSUED)
    hits.deal(f.b, Lost.PURSUED, 182)
    assert (f.c(leader).wounds, f.c(leader).lost) == (0, Lost.NO)


def cast_red(f: Field, mage: int, spell: str, other: int) -> None:
    assert refused(f, mage, spell, other, side="red") == ""
    casting.cast(f.b, order(Act.CAST, mage, other, int(Spell[spell])))


@pytest.mark.rule("FW-093", "FW-R103", "FW-R50")
@pytest.mark.parametrize("figure", ["hero", "leader", "wizard"])
def test_heal_takes_one_wound_from_a_character(figure: str) -> None:
    f, mage = with_mage()
    hurt = f.character("blue", figure, 26, 10, wounds=2)
    for left in (1, 0):
        cast(f, mage, "HEAL", hurt)
        f.c(mage).deed = 0
        assert f.c(hurt).wounds == left == f.events(Ev.HEALED)[-1].a
    assert f.m(0).points == 8
    assert refused(f, mage, "HEAL", hurt) == "FW-R103"  # not below zero
    f.c(hurt).wounds = 2
    kill(f, hurt)
    assert refused(f, mage, "HEAL", hurt) == "FW-068"  # not the dead


@pytest.mark.rule("FW-093", "FW-R103")
def test_the_caster_may_heal_himself() -> None:
    f, mage = with_mage()
    f.c(mage).wounds = 1
    cast(f, mage, "HEAL", mage)
    assert f.c(mage).wounds == 0
    troll = f.formation("blue", "trolls", 26, 10)
    f.s(troll, 0).wounds, f.c(mage).deed = 1, 0
    assert refused(f, mage, "HEAL", f.strip(troll, 0)) == "FW-068"


# LIGHTNING BOLT


@pytest.mark.rule("FW-078", "FW-094", "FW-R104")
@pytest.mark.parametrize(
    ("figure", "dies"),
    [
        ("axemen", True),
        ("knights", True),
        ("ogres", True),
        ("orc_chariot", True),
        ("bombard", True),
        ("hero", False),
        ("leader", False),
        ("wizard", False),
        ("orc_war_wagon", False),
        ("trolls", False),
        ("giant", False),
        ("behemoth", False),
        ("dragon", False),
    ],
)
def test_a_bolt_kills_but_the_great_take_a_hit(figure: str, dies: bool) -> None:
    f, mage = with_mage()
    i = f.strip(f.formation("red", figure, 24, 15, "south"), 0)
    f.dice(2)
    cast(f, mage, "LIGHTNING_BOLT", i)
    assert f.c(i).lost == (Lost.MAGIC if dies else Lost.NO)
    assert f.c(i).wounds == (0 if dies else 1)


@pytest.mark.rule("FW-094", "FW-R104")
def test_a_bolt_strikes_any_rank() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=6, files=2)
    rear = f.strip(foes, 5)
    f.dice(2)
    cast(f, mage, "LIGHTNING_BOLT", rear)
    assert f.c(rear).lost == Lost.MAGIC and f.u(foes).n == 5


# PHEONIX DOWN


@pytest.mark.rule("FW-096", "FW-R106")
def test_a_strip_comes_back_into_its_formation_unhurt() -> None:
    f, mage = with_mage()
    foot = f.formation("blue", "axemen", 28, 10, strips=4, files=2)
    dead = f.strip(foot, 3)
    kill(f, dead)
    assert f.u(foot).n == 3
    cast(f, mage, "PHEONIX_DOWN", dead)
    assert f.m(0).points == 6
    assert f.u(foot).n == 4 and f.home(dead) == foot
    assert (f.c(dead).lost, f.c(dead).wounds, f.c(dead).deed) == (Lost.NO, 0, Deed.RAISED)
    assert (f.c(dead).file, f.c(dead).rank) == (1, 1)
    assert (f.c(dead).x, f.c(dead).y) == pytest.approx((28.5, 9.25))
    assert f.refused(f.action("blue"), Act.ADVANCE, actor=foot, x=1.0) == "FW-R107"  # may not act this turn


@pytest.mark.rule("FW-096", "FW-R106")
@pytest.mark.parametrize("why", ["far", "full", "gone"])
def test_else_it_is_a_formation_of_one_near_the_caster(why: str) -> None:
    f, mage = with_mage()
    strips = 6 if why == "full" else 2
    foot = f.formation("blue", "axemen", 40 if why == "far" else 29, 10, strips=strips)
    dead = f.strip(foot, 0)
    kill(f, dead)
    if why == "full":
        f.formation("blue", "axemen", 29, 12)
        extra = f.strip(f.b.n_formations - 1, 0)
        f.attach(extra, foot)
        f.u(foot).character = NOBODY
        f.c(extra).posted, f.c(extra).file = 0, 5
    if why == "gone":
        kill(f, f.strip(foot, 0))
    before = f.b.n_formations
    cast(f, mage, "PHEONIX_DOWN", dead)
    g = f.home(dead)
    assert g == (foot if why == "gone" else before) and f.u(g).n == 1
    assert f.u(g).side == 0 and f.u(g).done and f.u(g).nerve == Nerve.CALM
    gap = strips_gap(f.b, dead, mage)
    assert f.b.rules.contact < gap <= 6.0
    assert f.one(Ev.RAISED).other == g


@pytest.mark.rule("FW-096", "FW-R106")
def test_whom_one_cannot_raise() -> None:
    f, mage = with_mage()
    foot = f.formation("blue", "axemen", 28, 10, strips=3)
    foes = f.formation("red", "axemen", 28, 20, "south", strips=2)
    off, foe = f.strip(foot, 0), f.strip(foes, 0)
    kill(f, off, Lost.OFF_TABLE)
    kill(f, foe)
    assert refused(f, mage, "PHEONIX_DOWN", off) == "FW-R106"
    assert refused(f, mage, "PHEONIX_DOWN", foe) == "FW-R106"
    assert refused(f, mage, "PHEONIX_DOWN", f.strip(foot, 0)) == "FW-R106"  # alive
    assert refused(f, mage, "PHEONIX_DOWN", 95) == "FW-068"


@pytest.mark.rule("FW-096", "FW-R106", "FW-R50")
def test_a_hero_comes_back_alone_without_wounds_and_without_old_spells() -> None:
    f, mage = with_mage()
    foot = f.formation("blue", "axemen", 28, 10, strips=2)
    hero = f.character("blue", "hero", attached=foot, wounds=2)
    cast(f, mage, "BE_GONE", FIGURE + hero)
    kill(f, hero)
    f.c(mage).deed = 0
    cast(f, mage, "PHEONIX_DOWN", hero)
    assert f.home(hero) == f.c(hero).home != foot
    assert f.c(hero).wounds == 0 and f.u(foot).character == NOBODY
    assert not charms.strip_is_invisible(f.b, hero)
    assert f.refused(f.ask(AskKind.SPEECH, "blue"), Act.SPEECH, actor=hero, other=foot) == "FW-061"


@pytest.mark.rule("FW-096", "FW-R106")
def test_into_a_garrison_if_a_side_has_room() -> None:
    f, mage = with_mage()
    foot = f.formation("blue", "axemen", 27, 10, strips=4)
    house = f.terrain("building", rectangle=(26, 8, 28, 12))  # two on a short side, four on a long one
    f.garrison(foot, house, north=2, east=1, south=1)
    dead = f.strip(foot, 1)
    kill(f, dead)
    cast(f, mage, "PHEONIX_DOWN", dead)
    assert f.home(dead) == foot and f.u(foot).n == 4 and f.u(foot).building == house
    sides = [f.s(foot, k).edge for k in range(4)]
    assert sorted(sides) == [0, 0, 1, 2]


@pytest.mark.rule("FW-R106")
def test_room_is_needed_and_no_enemy_near_the_place() -> None:
    f, mage = with_mage()
    foot = f.formation("blue", "axemen", 28, 10, strips=2)
    dead = f.strip(foot, 0)
    kill(f, dead)
    f.formation("red", "axemen", 28, 9.5, strips=4)  # close behind the only file
    cast(f, mage, "PHEONIX_DOWN", dead)
    assert f.home(dead) != foot and f.u(f.home(dead)).n == 1
    assert spell_targets.target_formation(f.b, int(Spell.PHEONIX_DOWN), order(Act.CAST, mage, dead)) == NOBODY


# YOU ARE MINE


@pytest.mark.rule("FW-097", "FW-R107", "FW-R56")
def test_a_strip_changes_sides_and_stands_an_inch_clear() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=3)
    f.ready()
    taken = f.strip(foes, 1)
    f.dice(2)
    cast(f, mage, "YOU_ARE_MINE", taken)
    s, g = f.c(taken), f.home(taken)
    assert f.m(0).points == 10
    assert (s.side, s.army, s.deed, f.u(g).side, f.u(g).n) == (0, 1, Deed.RAISED, 0, 1)
    assert (f.u(foes).n, f.u(foes).casualties, f.u(foes).test_due) == (2, 1, Trigger.CASUALTY)
    assert f.u(foes).files == 2  # they close up
    gaps = [strips_gap(f.b, taken, i) for i in f.members(foes)]
    assert min(gaps) >= 1.0 - 1e-6
    assert f.refused(f.action("blue"), Act.ADVANCE, actor=g, x=1.0) in ("FW-R107", "FW-023")
    assert f.u(g).moved and (f.u(foes).seen >> g) % 2 == 1  # no surprise
    told = f.one(Ev.CONVERTED)
    assert (told.actor, told.other, told.a) == (taken, g, foes)
    assert victory.strips_out(f.b, 1) == 1


@pytest.mark.rule("FW-097", "FW-R107")
@pytest.mark.parametrize(
    ("figure", "with_", "without"),
    [
        ("axemen", "", ""),
        ("knights", "", ""),
        ("bombard", "", ""),
        ("trolls", "", "FW-R107"),
        ("ogres", "", "FW-R107"),
        ("dragon", "", "FW-R107"),
        ("hero", "FW-R107", "FW-R107"),
        ("wizard", "FW-R107", "FW-R107"),
    ],
)
def test_who_can_be_taken_over(figure: str, with_: str, without: str) -> None:
    for reading, said in (("true", with_), ("false", without)):
        f, mage = with_mage(convert_monsters=reading)
        foes = f.formation("red", figure, 24, 15, "south")
        assert refused(f, mage, "YOU_ARE_MINE", f.strip(foes, 0)) == said


@pytest.mark.rule("FW-097", "FW-R107", "FW-R85")
def test_the_last_strip_leaves_its_character_alone_and_its_spells_behind() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south")
    hero = f.character("red", "hero", attached=foes)
    charms.add_charm(f.b, Spell.FLASH, hero, foes, NOBODY, 0)
    f.dice(2)
    cast(f, mage, "YOU_ARE_MINE", f.strip(foes, 0))
    assert f.u(foes).n == 0 and f.home(hero) == f.c(hero).home
    assert f.b.n_charms == 0 and f.one(Ev.ALONE).actor == hero


@pytest.mark.rule("FW-R107", "FW-R36")
def test_a_dragon_that_changes_sides_leaves_its_heroic_combat() -> None:
    f, mage = with_mage()
    dragon = f.strip(f.formation("red", "dragon", 24, 15, "south"), 0)
    hero = f.character("blue", "hero", 24, 15)
    f.c(hero).duel, f.c(dragon).duel = dragon, hero
    f.dice(2)
    cast(f, mage, "YOU_ARE_MINE", dragon)
    assert f.c(hero).duel == f.c(dragon).duel == NOBODY
    assert strips_gap(f.b, hero, dragon) >= 1.0 - 1e-6


@pytest.mark.rule("FW-R107")
def test_when_there_are_no_formations_left_nobody_changes_sides() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=2)
    f.b.n_formations = FORMATIONS
    for u in f.b.formations:
        u.original = 1
    assert refused(f, mage, "YOU_ARE_MINE", f.strip(foes, 0)) == "FW-R107"


@pytest.mark.rule("FW-096", "FW-097", "FW-R106", "FW-R107")
def test_who_changed_sides_and_died_is_raised_on_his_new_side() -> None:
    f, mage = with_mage()
    foes = f.formation("red", "axemen", 24, 15, "south", strips=2)
    taken = f.strip(foes, 0)
    f.dice(2)
    cast(f, mage, "YOU_ARE_MINE", taken)
    g = f.home(taken)
    kill(f, taken)
    f.c(mage).deed = 0
    cast(f, mage, "PHEONIX_DOWN", taken)
    assert f.home(taken) == g and f.u(g).side == 0 and f.u(foes).n == 1


# Spells of a group's own, from a scenario


@pytest.mark.rule("FW-073", "FW-R87")
def test_every_spell_of_the_book_is_aimed_at_what_its_function_works_on() -> None:
    f = Field()
    assert all(f.b.spells[spell].aim in setup.aims_of(spell) for spell in Spell)


@pytest.mark.rule("FW-073", "FW-R87")
def test_a_spell_of_ones_own_is_refused_an_aim_that_its_function_cannot_work_on() -> None:
    f, names = Field(), forces.Names()
    fair = setup.OwnSpell(
        id="hex", name="HEX", like="freeze", cost=3, aim="formation", lasts="turns", turns=2
    )
    setup.lay_spells(f.b, [fair], names, FOLDER)
    row = f.b.spells[18]
    assert (row.effect, row.cost, row.reach, row.needs, row.aim, row.turns) == (
        7,
        3,
        12.0,
        2,
        Aim.FORMATION,
        2,
    )
    foul = setup.OwnSpell(id="zap", name="ZAP", like="lightning_bolt", aim="place")
    with pytest.raises(
        Problem, match=r"spells\.0\.aim: lightning_bolt works on strip, character, not on place"
    ):
        setup.lay_spells(f.b, [foul], forces.Names(), FOLDER)
