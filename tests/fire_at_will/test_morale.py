"""Morale: causes, factors, results, and who never tests."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.books.fire_at_will import fears, hits, morale, nerves, places, sequence
from grognard.books.fire_at_will.charms import add_charm
from grognard.books.fire_at_will.state import (
    NOBODY,
    Act,
    AskKind,
    Check,
    Lost,
    Nerve,
    Spell,
    Trigger,
    Why,
)
from grognard.books.fire_at_will.touching import strips_gap

from .field import Ev, Field, order

Routs = list[tuple[str, int]]


@pytest.fixture
def routs(monkeypatch: pytest.MonkeyPatch) -> Routs:
    """Rout is another chapter: who is sent there, and how."""
    sent: Routs = []

    def send(name: str) -> Any:
        def go(b: Any, f: int, *rule: int) -> None:
            sent.append((name, f))
            if name == "rout":
                assert rule == (141,)
                b.formations[f].nerve = int(Nerve.RUNNING)

        return go

    for name in ("rout", "run_on", "face_about"):
        monkeypatch.setattr(morale, name, send(name))
    return sent


def factors(f: Field, a: int) -> dict[str, int]:
    """The factors of a formation's test, by name; their sum is checked."""
    f.b.log.n = 0
    total = nerves.modifiers(f.b, a)
    told = {Why(e.b).name.lower(): e.a for e in f.events(Ev.MODIFIER)}
    assert len(told) == len(f.events(Ev.MODIFIER)) and all(e.actor == a for e in f.events(Ev.MODIFIER))
    assert sum(told.values()) == total
    return told


# The factors


@pytest.mark.rule("FW-127", "FW-129", "FW-138", "FW-R54")
def test_losses_of_the_turn_count_each() -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3, casualties=2, heroes_lost=1)
    assert factors(f, a) == {"heroes_lost": -1, "casualties": -2}


@pytest.mark.rule("FW-127", "FW-R57", "FW-123")
def test_a_hero_who_falls_counts_once_for_all_who_see_it() -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3)
    hero = f.character("blue", "hero", attached=a)
    sees = f.formation("blue", "axemen", 34, 10, strips=3)
    blind = f.formation("blue", "axemen", 24, 30, strips=3)
    f.terrain("building", rectangle=(14, 20, 34, 22))
    foe = f.formation("red", "axemen", 10, 10, "south", strips=3)
    hits.take_hit(f.b, hero, 3)
    hits.deal(f.b, Lost.SHOT, 113)
    assert [factors(f, k) for k in (a, sees, blind, foe)] == [
        {"heroes_lost": -1},
        {"heroes_lost": -1},
        {},
        {},
    ]
    assert f.u(a).test_due == Trigger.CHARACTER and f.u(sees).test_due == 0


@pytest.mark.rule("FW-128", "FW-R59")
@pytest.mark.parametrize(
    ("figures", "gap", "living"),
    [
        (["axemen"], 0.0, True),
        (["axemen"], 0.1, False),  # near is not fighting
        (["undead"], 0.0, False),
        (["undead", "axemen"], 0.0, True),
    ],
)
def test_the_living_fear_undead_they_fight(figures: list[str], gap: float, living: bool) -> None:
    f = Field()
    a = f.formation("blue", figures, 24, 10)
    f.formation("red", "undead", 24, 10 + gap, "south")
    assert factors(f, a) == ({"undead": -1} if living else {})


@pytest.mark.rule("FW-128", "FW-R08")
def test_a_living_leader_does_not_make_the_dead_afraid() -> None:
    f = Field()
    a = f.formation("blue", "undead", 24, 10, strips=2)
    f.character("blue", "leader", attached=a)
    f.formation("red", "undead", 24, 10, "south", strips=2)
    assert fears.is_living(f.b, a) is False and factors(f, a) == {}


@pytest.mark.rule("FW-R59", "FW-134")
@pytest.mark.parametrize("single", [True, False])
def test_a_fight_of_this_turn_counts_though_one_of_them_is_dead(single: bool) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=2)
    other = f.formation("blue", "axemen", 34, 10, strips=2)
    giant = f.formation("red", "giant", 24, 30, "south")
    fight = f.b.fights[0]
    f.b.n_fights, fight.n = 1, 1
    fallen = f.strip(a, 0)
    fight.single = fallen if single else f.strip(giant, 0)
    fight.foes[0] = f.strip(giant, 0) if single else fallen
    hits.doom(f.b, fallen, Lost.MELEE)
    hits.deal(f.b, Lost.MELEE, 143)
    assert factors(f, a) == {"casualties": -1, "giants": -2}
    assert factors(f, other) == {}


@pytest.mark.rule("FW-130", "FW-132", "FW-R58", "FW-R60")
@pytest.mark.parametrize(
    ("own", "foes", "told"),
    [
        (2, 3, {}),
        (2, 4, {"two_to_one": -1}),
        (2, 5, {"two_to_one": -1}),
        (2, 6, {"three_to_one": -2}),
        (1, 6, {"three_to_one": -2}),
    ],
)
def test_outnumbered(own: int, foes: int, told: dict[str, int]) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=own)
    f.formation("red", "axemen", 24, 20, "south", strips=foes)
    assert factors(f, a) == told


@pytest.mark.rule("FW-R58")
@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("nothing", {"two_to_one": -1}),
        ("friends near", {}),
        ("friends run", {"two_to_one": -1}),
        ("friends far", {"two_to_one": -1}),
        ("foes far", {}),
        ("foes run", {}),
        ("foes unseen", {}),
        ("foes invisible", {}),
        ("it runs", {"two_to_one": -1}),
        ("a hero with it", {}),
    ],
)
def test_who_is_counted(what: str, told: dict[str, int]) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=2)
    c = f.formation("red", "axemen", 24, 22.1 if what == "foes far" else 22, "south", strips=4)
    if what.startswith("friends"):
        b = f.formation("blue", "axemen", 24, -3.1 if what == "friends far" else -2.4)
        f.u(b).nerve = int(Nerve.RUNNING if what == "friends run" else Nerve.CALM)
    if what in ("foes run", "it runs"):
        f.u(c if what == "foes run" else a).nerve = int(Nerve.RUNNING)
    if what == "foes unseen":
        f.terrain("building", rectangle=(14, 15, 34, 17))
    if what == "foes invisible":
        add_charm(f.b, Spell.BE_GONE, NOBODY, c, NOBODY, 0)
    if what == "a hero with it":
        f.character("blue", "hero", attached=a)
    assert factors(f, a) == told


@pytest.mark.rule("FW-R58")
def test_by_option_only_its_own_melee_is_counted() -> None:
    f = Field(outnumbered_scope="own_melee")
    a = f.formation("blue", "axemen", 24, 10)
    f.formation("red", "axemen", 24, 16, "south", strips=6)
    assert factors(f, a) == {}
    f.formation("red", "axemen", 24, 10, "south", strips=2)
    assert factors(f, a) == {"two_to_one": -1}
    f.formation("blue", "axemen", 25, 10)  # beside it, against the same enemy
    assert factors(f, a) == {}


@pytest.mark.rule("FW-131", "FW-133", "FW-R59")
@pytest.mark.parametrize(
    ("foe", "gap", "told"),
    [
        ("trolls", 3.0, {"trolls": -1}),
        ("trolls", 3.02, {}),
        ("trolls", 0.0, {"trolls": -1}),
        ("behemoth", 4.0, {"behemoth": -2}),
        ("behemoth", 4.02, {}),
        ("giant", 5.0, {}),  # those must be fought
        ("giant", 0.0, {"giants": -2}),
        ("dragon", 0.0, {"giants": -2}),
    ],
)
def test_facing_and_fighting_monsters(foe: str, gap: float, told: dict[str, int]) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3)
    f.formation("red", foe, 24, 10 + gap, "south")
    assert factors(f, a) == told


@pytest.mark.rule("FW-R59")
@pytest.mark.parametrize("why", ["runs", "halted", "frozen", "unseen", "invisible", "slowed"])
def test_trolls_that_cannot_charge_are_not_faced(why: str) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3)
    c = f.formation("red", "trolls", 24, 12.5, "south")
    assert factors(f, a) == {"trolls": -1}
    if why in ("runs", "halted"):
        f.u(c).nerve = int(Nerve.RUNNING if why == "runs" else Nerve.HALTED)
    elif why == "unseen":
        f.terrain("building", rectangle=(14, 11, 34, 12))
    else:
        spell = {"frozen": Spell.FREEZE, "invisible": Spell.BE_GONE, "slowed": Spell.GO_SLOW}[why]
        add_charm(f.b, spell, NOBODY, c, NOBODY, 1)
    assert factors(f, a) == {}


@pytest.mark.rule("FW-R60", "FW-138")
@pytest.mark.parametrize(
    ("foes", "monster", "total", "told"),
    [
        (2, "trolls", -1, {"two_to_one"}),  # one line
        (3, "trolls", -3, {"three_to_one", "trolls"}),
        (3, "behemoth", -2, {"three_to_one"}),
        (2, "behemoth", -3, {"two_to_one", "behemoth"}),
    ],
)
def test_lines_that_share_an_or(foes: int, monster: str, total: int, told: set[str]) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10)
    f.formation("red", monster, 24, 12.9, "south")
    if foes > 1:
        f.formation("red", "axemen", 20, 14, "south", strips=foes - 1)
    found = factors(f, a)
    assert set(found) == told and sum(found.values()) == total


@pytest.mark.rule("FW-134", "FW-R61")
@pytest.mark.parametrize(
    ("character", "reading", "told"),
    [
        ("leader", "unless_character", {}),
        ("leader", "always", {"giants": -2}),
        (None, "unless_character", {"giants": -2}),
    ],
)
def test_a_hero_with_them_takes_the_fear_of_giants(
    character: str | None, reading: str, told: dict[str, int]
) -> None:
    f = Field(giant_fear=reading)
    a = f.formation("blue", "axemen", 24, 10, strips=3)
    if character:
        f.character("blue", character, attached=a)
    f.formation("red", "giant", 24, 10, "south")
    assert factors(f, a) == told


@pytest.mark.rule("FW-134", "FW-R61")
def test_a_hero_alone_does_not_fear_giants() -> None:
    f = Field()
    hero = f.character("blue", "hero", 24, 10)
    f.formation("red", "giant", 24, 10, "south")
    assert factors(f, f.home(hero)) == {}


@pytest.mark.rule("FW-135", "FW-136", "FW-137", "FW-079", "FW-R38", "FW-R39")
def test_words_and_spells() -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3, speech=True, insulted=True, spelled=True)
    assert factors(f, a) == {"speech": 2, "insult": -1, "spell": -1}


# A test and its result


@pytest.mark.rule("FW-126", "FW-138")
def test_a_die_and_the_factors() -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3, casualties=1, speech=True)
    f.dice(2)
    assert morale.take_test(f.b, a, Check.AFTER_SHOOTING) == 3
    event = f.one(Ev.MORALE)
    assert (event.actor, event.a, event.b) == (a, 2, 3)
    assert f.one(Ev.TESTS).a == Check.AFTER_SHOOTING


@pytest.mark.rule("FW-122", "FW-139", "FW-140", "FW-141", "FW-R62")
@pytest.mark.parametrize(
    ("die", "zero", "nerve"),
    [
        (6, "false", Nerve.CALM),  # 3
        (5, "false", Nerve.HALTED),  # 2
        (3, "false", Nerve.HALTED),  # 0
        (2, "false", Nerve.RUNNING),  # -1
        (4, "true", Nerve.HALTED),  # 1
        (3, "true", Nerve.RUNNING),
    ],
)
def test_the_results(routs: Routs, die: int, zero: str, nerve: Nerve) -> None:
    f = Field(rout_at_zero=zero)
    a = f.formation("blue", "axemen", 24, 10, strips=3, casualties=3, test_due=int(Trigger.CASUALTY))
    f.dice(die)
    morale.checkpoint(f.b, Check.AFTER_SHOOTING)
    f.used_up()
    assert f.u(a).nerve == nerve and routs == ([("rout", a)] if nerve == Nerve.RUNNING else [])
    assert len(f.events(Ev.CALM)) == (nerve == Nerve.CALM)
    assert len(f.events(Ev.HALTED)) == (nerve == Nerve.HALTED)


# Checkpoints


@pytest.mark.rule("FW-123", "FW-R54", "FW-R16")
def test_side_one_first_by_number_once_each(routs: Routs) -> None:
    f = Field()
    due = int(Trigger.CASUALTY | Trigger.SURPRISE)
    for x, side in ((10, "blue"), (20, "red"), (30, "blue"), (40, "red")):
        f.formation(side, "axemen", x, 10, strips=3, test_due=due)
    f.formation("blue", "axemen", 10, 40, strips=3)
    f.b.first = 1
    f.dice(6, 6, 6, 6)
    morale.checkpoint(f.b, Check.AFTER_MOVES)
    f.used_up()
    assert [e.actor for e in f.events(Ev.TESTS)] == [1, 3, 0, 2]
    morale.checkpoint(f.b, Check.AFTER_SHOOTING)  # nothing has happened since
    assert len(f.events(Ev.TESTS)) == 4 and not routs


@pytest.mark.rule("FW-123", "FW-129", "FW-R54")
def test_a_second_test_in_a_turn_is_harder(routs: Routs) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=4)
    f.dice(4, 5)
    for check in (Check.AFTER_SHOOTING, Check.AFTER_MELEE):
        hits.doom(f.b, f.strip(a, 0), Lost.SHOT)
        hits.deal(f.b, Lost.SHOT, 113)
        morale.checkpoint(f.b, check)
    f.used_up()
    assert [e.b for e in f.events(Ev.MORALE)] == [3, 3]


@pytest.mark.rule("FW-R54")
def test_by_option_all_tests_are_at_the_end_of_the_turn(routs: Routs) -> None:
    f = Field(morale_tests="once_per_turn")
    f.formation("blue", "axemen", 24, 10, strips=4, test_due=int(Trigger.CASUALTY))
    morale.checkpoint(f.b, Check.AFTER_MOVES)
    morale.checkpoint(f.b, Check.AFTER_SHOOTING)
    assert not f.events(Ev.TESTS)
    f.dice(6)
    morale.checkpoint(f.b, Check.AFTER_MELEE)
    f.used_up()


@pytest.mark.rule("FW-R56", "FW-R55")
@pytest.mark.parametrize(("reading", "tests"), [("false", 0), ("true", 1)])
def test_a_wound_is_no_casualty_but_by_option_a_cause(routs: Routs, reading: str, tests: int) -> None:
    f = Field(wound_triggers_morale=reading)
    a = f.formation("blue", "trolls", 24, 10)
    hits.take_hit(f.b, f.strip(a, 0), 1)
    hits.deal(f.b, Lost.SHOT, 113)
    f.dice(*[6] * tests)
    morale.checkpoint(f.b, Check.AFTER_SHOOTING)
    f.used_up()
    assert len(f.events(Ev.TESTS)) == tests and factors(f, a) == {}


@pytest.mark.rule("FW-141", "FW-R63")
def test_who_runs_already_tests_only_to_stop(routs: Routs) -> None:
    f = Field()
    a = f.formation(
        "blue", "axemen", 24, 10, strips=3, nerve=int(Nerve.RUNNING), test_due=int(Trigger.CASUALTY)
    )
    morale.checkpoint(f.b, Check.AFTER_SHOOTING)
    assert not f.events() and f.u(a).test_due == 0


# Who is exempt


@pytest.mark.rule("FW-047", "FW-R67")
def test_a_garrison_never_tests_and_its_halt_is_cancelled(routs: Routs) -> None:
    f = Field()
    a = f.formation(
        "blue", "axemen", 24, 10, strips=3, nerve=int(Nerve.HALTED), test_due=int(Trigger.CASUALTY)
    )
    house = f.terrain("building", rectangle=(22, 8, 26, 11))
    f.garrison(a, house, north=3)
    assert not nerves.any_halted(f.b, 0)
    assert f.refused(f.action("blue"), Act.TEST, actor=a) == "FW-047"
    morale.checkpoint(f.b, Check.AFTER_MOVES)
    assert f.u(a).nerve == Nerve.CALM and not f.events(Ev.TESTS)
    assert f.one(Ev.CALM).rule == 1067


@pytest.mark.rule("FW-142", "FW-R66")
def test_the_commander_in_chief_alone_never_tests_in_a_formation_he_does(routs: Routs) -> None:
    f = Field()
    alone = f.character("blue", "general", 24, 10, cinc=True)
    a = f.formation("blue", "axemen", 34, 10, strips=3)
    f.character("blue", "general", attached=a, cinc=True)
    for each in (f.home(alone), a):
        f.u(each).test_due = int(Trigger.SURPRISE)
        f.u(each).nerve = int(Nerve.HALTED)
    assert f.refused(f.action("blue"), Act.TEST, actor=f.home(alone)) == "FW-142"
    f.dice(6)
    morale.checkpoint(f.b, Check.AFTER_MOVES)
    f.used_up()
    assert f.one(Ev.TESTS).actor == a
    assert f.u(f.home(alone)).nerve == Nerve.CALM  # nothing binds him


# Surprise


def ambush(gap: float, foe: str = "outriders") -> tuple[Field, int, int]:
    """A formation out of sight behind a building as the turn begins, then so near in the open."""
    f = Field()
    a = f.formation("blue", "axemen", 10, 10, strips=3)
    c = f.formation("red", foe, 10, 30, "south")
    f.terrain("building", rectangle=(2, 20, 18, 22))
    f.ready()
    assert f.u(a).seen == 0 and f.u(c).seen == 0
    move_to(f, c, 10, 10 + gap)
    return f, a, c


def move_to(f: Field, c: int, x: float, y: float) -> None:
    places.put(f.b, c, float(x), float(y), f.u(c).fx, f.u(c).fy)


@pytest.mark.rule("FW-124", "FW-R65", "FW-R55")
@pytest.mark.parametrize(
    ("gap", "foe", "tests"), [(7.0, "outriders", True), (7.1, "outriders", False), (4.1, "axemen", False)]
)
def test_an_enemy_who_comes_into_view_within_its_own_move(
    routs: Routs, gap: float, foe: str, tests: bool
) -> None:
    f, a, c = ambush(gap, foe)
    nerves.note_surprises(f.b)
    assert (f.u(a).test_due == Trigger.SURPRISE) == tests
    assert [(e.actor, e.other) for e in f.events(Ev.SURPRISED) if e.actor == a] == ([(a, c)] if tests else [])


@pytest.mark.rule("FW-124", "FW-R65", "FW-R55")
def test_one_test_however_many_appear_and_lone_pieces_test_too(routs: Routs) -> None:
    f, a, c = ambush(3)
    d = f.formation("red", "outriders", 13, 13.5, "south")
    f.dice(5, 6, 6)
    morale.checkpoint(f.b, Check.AFTER_MOVES)
    f.used_up()
    assert [e.actor for e in f.events(Ev.TESTS)] == [a, c, d]  # the lone ones are surprised by the axemen
    assert f.u(a).nerve == Nerve.CALM


@pytest.mark.rule("FW-124", "FW-R65")
def test_whom_one_has_seen_is_no_surprise() -> None:
    f = Field()
    a = f.formation("blue", "axemen", 10, 10, strips=3)
    c = f.formation("red", "outriders", 10, 20, "south")
    f.ready()
    move_to(f, c, 10, 12)
    nerves.note_surprises(f.b)
    assert f.u(a).seen == 1 << c and f.u(a).test_due == 0


@pytest.mark.rule("FW-124", "FW-R65")
def test_a_character_who_leaves_a_formation_that_was_seen_is_no_surprise() -> None:
    f = Field()
    a = f.formation("blue", "axemen", 10, 10, strips=3)
    c = f.formation("red", "axemen", 10, 13, "south", strips=3)
    hero = f.character("red", "hero", attached=c)
    f.ready()
    hits.leave_alone(f.b, hero)
    nerves.note_surprises(f.b)
    assert f.u(a).test_due == 0


@pytest.mark.rule("FW-R99", "FW-124")
@pytest.mark.parametrize(("gap", "lifted", "due"), [(2.0, False, 0), (2.0, True, 2), (0.0, False, 2)])
def test_the_invisible_surprise_by_contact_or_by_appearing(gap: float, lifted: bool, due: int) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 10, 10, strips=3)
    c = f.formation("red", "outriders", 10, 16, "south")
    add_charm(f.b, Spell.BE_GONE, NOBODY, c, NOBODY, 0)
    f.ready()
    assert f.u(a).seen == 0
    move_to(f, c, 10, 10 + gap)
    if lifted:
        f.b.n_charms = 0
    nerves.note_surprises(f.b)
    assert f.u(a).test_due == due
    f.ready()
    f.u(a).test_due = 0
    nerves.note_surprises(f.b)
    assert f.u(a).test_due == 0  # not twice


@pytest.mark.rule("FW-R114", "FW-124")
def test_hidden_troops_that_come_out_surprise(routs: Routs) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 10, 10, strips=3)
    c = f.formation("red", "wolf_riders", 10, 18, "south", hidden=True)
    f.terrain("wood", rectangle=(4, 15, 16, 24))
    f.ready()
    move_to(f, c, 10, 14)
    f.dice(6, 6)  # the riders, who had not seen the axemen either
    morale.checkpoint(f.b, Check.AFTER_MOVES)
    f.used_up()
    assert not f.u(c).hidden and {e.actor for e in f.events(Ev.SURPRISED)} == {a, c}


# Halted


@pytest.mark.rule("FW-140", "FW-R63", "FW-R13")
@pytest.mark.parametrize(("die", "nerve"), [(3, Nerve.CALM), (2, Nerve.HALTED), (1, Nerve.HALTED)])
def test_a_halted_formation_may_test_to_advance(routs: Routs, die: int, nerve: Nerve) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3, nerve=int(Nerve.HALTED))
    f.dice(die)
    asks = f.play(lambda b: sequence.offer_tests(b, 0), order(Act.TEST, a))
    f.used_up()
    assert [(ask.kind, ask.side) for ask in asks] == [(AskKind.TEST, 0)]  # and is not asked again
    assert f.u(a).nerve == nerve and not routs
    assert f.one(Ev.TESTS).a == Check.TO_ADVANCE


@pytest.mark.rule("FW-140", "FW-R63")
def test_it_need_not_test_and_stays_halted(routs: Routs) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3, nerve=int(Nerve.HALTED))
    f.play(lambda b: sequence.offer_tests(b, 0), order(Act.DONE))
    assert f.u(a).nerve == Nerve.HALTED
    calm = f.formation("blue", "axemen", 34, 10, strips=3)
    assert f.refused(f.ask(AskKind.TEST, "blue"), Act.TEST, actor=calm) == "FW-140"


@pytest.mark.rule("FW-R63", "FW-141")
def test_a_halted_formation_that_scores_under_0_runs(routs: Routs) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3, nerve=int(Nerve.HALTED), insulted=True, casualties=1)
    f.dice(1)
    morale.chosen_test(f.b, a, Check.TO_ADVANCE)
    assert routs == [("rout", a)]


@pytest.mark.rule("FW-140", "FW-R54", "FW-R63")
def test_a_test_passed_at_a_checkpoint_does_not_end_a_halt(routs: Routs) -> None:
    f = Field()
    a = f.formation(
        "blue", "axemen", 24, 10, strips=3, nerve=int(Nerve.HALTED), test_due=int(Trigger.CASUALTY)
    )
    f.dice(6)
    morale.checkpoint(f.b, Check.AFTER_MELEE)
    assert f.u(a).nerve == Nerve.HALTED and not f.events(Ev.CALM)


# By choice


@pytest.mark.rule("FW-125", "FW-R64")
def test_a_player_may_have_it_test_once_before_it_moves(routs: Routs) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3)
    ask = f.action("blue")
    assert f.refused(ask, Act.TEST, actor=a) == ""
    f.dice(2)
    morale.chosen_test(f.b, a, Check.CHOSEN)
    assert f.u(a).nerve == Nerve.HALTED and f.one(Ev.TESTS).rule == 125  # the result binds
    assert f.refused(ask, Act.TEST, actor=a) == "FW-R64"
    moved = f.formation("blue", "axemen", 34, 10, strips=3, began=True)
    assert f.refused(ask, Act.TEST, actor=moved) == "FW-R64"
    runs = f.formation("blue", "axemen", 44, 10, strips=3, nerve=int(Nerve.RUNNING))
    assert f.refused(ask, Act.TEST, actor=runs) == "FW-141"
    foe = f.formation("red", "axemen", 24, 40, strips=3)
    assert f.refused(ask, Act.TEST, actor=foe) == "FW-125"
    assert f.refused(ask, Act.TEST, actor=99) == "FW-125"


@pytest.mark.rule("FW-125", "FW-R64", "FW-139")
def test_a_chosen_test_that_passes_ends_a_halt(routs: Routs) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3, nerve=int(Nerve.HALTED))
    f.dice(3)
    morale.chosen_test(f.b, a, Check.CHOSEN)
    assert f.u(a).nerve == Nerve.CALM


# Routers


@pytest.mark.rule("FW-141", "FW-R63", "FW-R111")
@pytest.mark.parametrize(("die", "stops"), [(3, True), (2, False), (1, False)])
def test_routers_must_pass_to_stop(routs: Routs, die: int, stops: bool) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3, nerve=int(Nerve.RUNNING), routed_by=7)
    foe = f.formation("red", "axemen", 24, 40, strips=3, nerve=int(Nerve.RUNNING))
    f.dice(die)
    morale.stop_runners(f.b, 0)
    f.used_up()
    assert f.one(Ev.TESTS).a == Check.TO_STOP
    assert f.u(a).nerve == (Nerve.CALM if stops else Nerve.RUNNING)
    assert routs == ([] if stops else [("run_on", a)])
    assert [e.actor for e in f.events(Ev.RALLIES)] == ([a] if stops else [])
    assert f.u(foe).nerve == Nerve.RUNNING
    if stops:
        assert f.u(a).routed_by == NOBODY


@pytest.mark.rule("FW-184", "FW-R111")
def test_the_pursued_face_about_before_they_test(routs: Routs) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3, nerve=int(Nerve.RUNNING), pursued=True)
    f.dice(1)
    morale.stop_runners(f.b, 0)
    assert routs == [("face_about", a), ("run_on", a)]
    assert f.u(a).moved and not f.u(a).pursued


@pytest.mark.rule("FW-141", "FW-R95", "FW-R98", "FW-R93")
@pytest.mark.parametrize(
    ("by", "spelled", "tests"),
    [
        (7, True, False),  # turned by TURN UNDEAD
        (NOBODY, False, False),  # runs since its freeze has ended
        (NOBODY, True, True),  # a router whom BEGONE! has moved
    ],
)
def test_who_has_begun_to_run_this_turn_tests_in_the_next(
    routs: Routs, by: int, spelled: bool, tests: bool
) -> None:
    f = Field()
    a = f.formation("blue", "undead", 24, 10, strips=3, routed_by=by, spelled=spelled, moved=True)
    f.u(a).nerve = int(Nerve.RUNNING)
    f.dice(*[1] * tests)
    morale.stop_runners(f.b, 0)
    f.used_up()
    assert routs == [("run_on", a)] * tests


@pytest.mark.rule("FW-142", "FW-R66")
def test_the_commander_in_chief_runs_only_if_he_likes(routs: Routs) -> None:
    f = Field()
    lord = f.character("blue", "general", 24, 10, cinc=True)
    f.u(f.home(lord)).nerve = int(Nerve.RUNNING)
    morale.stop_runners(f.b, 0)
    assert f.u(f.home(lord)).nerve == Nerve.CALM and not routs and not f.events(Ev.TESTS)


@pytest.mark.rule("FW-R68", "FW-140")
def test_halted_in_melee_it_stays_and_fights(routs: Routs) -> None:
    f = Field()
    a = f.formation("blue", "axemen", 24, 10, strips=3, test_due=int(Trigger.CASUALTY))
    f.formation("red", "axemen", 24, 10, "south", strips=3)
    before = [(f.s(a, k).x, f.s(a, k).y) for k in range(3)]
    f.dice(1)
    morale.checkpoint(f.b, Check.AFTER_MELEE)
    assert f.u(a).nerve == Nerve.HALTED and [(f.s(a, k).x, f.s(a, k).y) for k in range(3)] == before


@pytest.mark.rule("FW-R58", "FW-R59")
def test_who_is_about_is_counted_base_by_base() -> None:
    """Whole formations that are plainly near or far are counted at once; the sum is the same."""
    pick = random.Random(3)
    some = {"none": 0, "a few": 0, "all": 0}
    for _ in range(400):
        f = Field()
        f.b.rules.outnumbered_reach = pick.uniform(2.0, 9.0)
        sizes = [(pick.randint(1, 6), pick.choice((1, 6))) for _ in range(2)]
        own, foe = (
            f.formation(side, "axemen", x, pick.uniform(10, 22), facing, strips=n, files=min(n, files))
            for (n, files), side, x, facing in zip(
                sizes, ("blue", "red"), (20, pick.uniform(16, 24)), ("north", "east"), strict=True
            )
        )
        f.ready()
        reach = f.b.rules.outnumbered_reach + f.b.rules.tolerance
        near = [any(strips_gap(f.b, i, j) <= reach for j in f.members(own)) for i in f.members(foe)]
        assert fears.strips_about(f.b, own, foe) == sum(near)
        some["all" if all(near) else "a few" if any(near) else "none"] += 1
    assert min(some.values()) > 20, some
