"""Heroic combat: who fights whom, the tosses, and running from it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fire_at_will import acting, fights, hits, sequence
from grognard.books.fire_at_will.state import NOBODY, Act, AskKind, Deed, Lost, Nerve, Posted

from .field import Ev, Field, order

HEADS, TAILS = 1, 2  # heads is Side 1's


def two(blue: str = "hero", red: str = "hero", **house: Any) -> tuple[Field, int, int]:
    f = Field(**house)
    b = f.strip(f.formation("blue", blue, 24, 20), 0)
    r = f.strip(f.formation("red", red, 24, 20, "south"), 0)
    f.ready()
    return f, b, r


def duels(f: Field) -> list[tuple[int, int]]:
    fights.split_fights(f.b)
    return [(k.single, k.foes[0]) for k in f.b.fights[: f.b.n_fights] if k.heroic]


@pytest.mark.rule("FW-174", "FW-R81", "FW-R83")
@pytest.mark.parametrize(
    ("blue", "red", "heroic"),
    [
        ("hero", "champion", True),
        ("hero", "wizard", True),
        ("hero", "orc_war_wagon", True),
        ("hero", "dragon", True),
        ("giant", "hero", True),
        ("hero", "leader", False),
        ("leader", "leader", False),
        ("giant", "dragon", False),
        ("hero", "trolls", False),
        ("leader", "giant", False),
    ],
)
def test_who_fights_heroic_combats(blue: str, red: str, heroic: bool) -> None:
    f, b, r = two(blue, red)
    assert duels(f) == ([(b, r)] if heroic else [])
    assert (f.c(b).duel, f.c(r).duel) == ((r, b) if heroic else (NOBODY, NOBODY))
    assert f.b.n_fights == 1 and f.c(b).attacked


@pytest.mark.rule("FW-R81")
def test_leaders_by_option() -> None:
    f, b, r = two("leader", "hero", leaders_heroic="true")
    assert duels(f) == [(b, r)]


@pytest.mark.rule("FW-177", "FW-R82", "FW-R16")
@pytest.mark.parametrize(
    ("tosses", "loser", "score"),
    [
        ((HEADS, HEADS), 1, [(1, 0), (2, 0)]),
        ((TAILS, TAILS), 0, [(1, 0), (2, 0)]),
        ((HEADS, TAILS, HEADS), 1, [(1, 0), (1, 1), (2, 1)]),
        ((TAILS, HEADS, TAILS), 0, [(1, 0), (1, 1), (2, 1)]),
    ],
)
def test_the_best_of_three_scores_one_hit(
    tosses: tuple[int, ...], loser: int, score: list[tuple[int, int]]
) -> None:
    f, b, r = two()
    f.dice(*tosses)
    sequence.melee(f.b)
    f.used_up()
    assert [(e.a, e.b) for e in f.events(Ev.TOSS)] == score
    assert [f.c(i).wounds for i in (b, r)] == [1 - loser, loser]
    assert f.one(Ev.DUEL_HIT).other == (b, r)[loser] and not f.events(Ev.ROLL)


@pytest.mark.rule("FW-R16", "FW-R82")
def test_heads_is_side_1_whoever_that_is() -> None:
    f, b, r = two()
    f.b.first = 1
    f.dice(HEADS, HEADS)
    sequence.melee(f.b)
    assert (f.c(b).wounds, f.c(r).wounds) == (1, 0)


@pytest.mark.rule("FW-R82")
def test_one_toss_a_turn_by_option_keeps_the_score() -> None:
    f, b, r = two(heroic_tosses="one_toss_per_turn")
    for toss, wounds in ((HEADS, 0), (TAILS, 0), (HEADS, 1), (HEADS, 1), (HEADS, 2)):
        f.dice(toss)
        sequence.melee(f.b)
        f.used_up()
        assert (f.c(b).wounds, f.c(r).wounds) == (0, wounds)


@pytest.mark.rule("FW-115", "FW-R83", "FW-R85")
@pytest.mark.parametrize(("monster", "bears"), [("dragon", 4), ("giant", 2)])
def test_a_hero_and_a_monster_go_on_until_one_is_dead(monster: str, bears: int) -> None:
    f, b, r = two("hero", monster)
    for _ in range(bears):
        assert f.c(r).lost == Lost.NO
        f.dice(HEADS, HEADS)
        sequence.melee(f.b)
    assert f.c(r).lost == Lost.DUEL and f.c(b).wounds == 0
    sequence.melee(f.b)
    assert f.c(b).duel == NOBODY and f.b.n_fights == 0
    f, b, r = two("hero", monster)
    for _ in range(3):
        f.dice(TAILS, TAILS)
        sequence.melee(f.b)
    assert f.c(b).lost == Lost.DUEL and f.c(r).wounds == 0


def dragon_and_two_heroes() -> tuple[Field, int, int, int]:
    f = Field()
    h1 = f.character("blue", "hero", 23.75, 20)
    h2 = f.character("blue", "hero", 24.25, 20)
    dragon = f.strip(f.formation("red", "dragon", 24, 20, "south"), 0)
    f.ready()
    return f, h1, h2, dragon


@pytest.mark.rule("FW-175", "FW-176", "FW-R83")
def test_one_hero_at_a_time_and_the_others_watch() -> None:
    f, h1, h2, dragon = dragon_and_two_heroes()
    ask = f.asks(fights.split_fights, f.b)
    assert (ask.kind, ask.side, ask.actor, ask.other) == (AskKind.DUEL, 1, dragon, h1)
    assert f.refused(ask, Act.JOIN_FIGHT, actor=dragon, other=dragon) == "FW-176"
    assert f.refused(ask, Act.JOIN_FIGHT, actor=h1, other=h2) == "FW-176"
    f.play(fights.split_fights, order(Act.JOIN_FIGHT, dragon, h2))
    assert [(k.single, k.n, k.heroic) for k in f.b.fights[: f.b.n_fights]] == [(h2, 1, True)]
    assert (f.c(h1).duel, f.c(h1).fight) == (NOBODY, NOBODY)
    fights.split_fights(f.b)  # next turn they go on, and nobody is asked
    assert f.c(dragon).duel == h2


@pytest.mark.rule("FW-176")
def test_the_next_one_when_his_turn_comes() -> None:
    f, h1, h2, dragon = dragon_and_two_heroes()
    f.c(h2).wounds = 2
    f.order(Act.JOIN_FIGHT, dragon, h2)
    f.dice(TAILS, TAILS)
    sequence.melee(f.b)
    assert f.c(h2).lost == Lost.DUEL
    f.dice(HEADS, HEADS)
    sequence.melee(f.b)
    assert f.c(dragon).duel == h1 and f.c(dragon).wounds == 1


@pytest.mark.rule("FW-R80", "FW-R83")
def test_other_strips_stand_idle_or_fight_somebody_else() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20, strips=2)
    hero = f.character("blue", "hero", attached=foot, post="right")
    giant = f.strip(f.formation("red", "giant", 24.75, 20, "south"), 0)
    orc = f.strip(f.formation("red", "orc_infantry", 23.5, 20, "south"), 0)
    f.ready()
    assert duels(f) == [(hero, giant)]  # the right-hand strip touches the giant too, and stands idle
    left, right, _ = f.members(foot)
    assert f.b.n_fights == 2 and (f.c(left).fight, f.c(orc).fight) == (1, 1)
    assert f.c(right).fight == NOBODY


@pytest.mark.rule("FW-R83")
def test_ordinary_strips_fight_the_monster_when_no_hero_does() -> None:
    f = Field()
    foot = f.strip(f.formation("blue", "axemen", 24, 20), 0)
    giant = f.strip(f.formation("red", "giant", 24, 20, "south"), 0)
    assert duels(f) == [] and (f.b.fights[0].single, f.b.fights[0].foes[0]) == (foot, giant)


@pytest.mark.rule("FW-R85")
def test_a_character_whose_strips_all_die_carries_on_alone() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20)
    hero = f.character("blue", "hero", attached=foot)
    f.formation("red", "knights", 24, 20, "south")
    f.dice(1, 6)
    sequence.melee(f.b)
    assert f.u(foot).n == 0 and f.home(hero) == f.c(hero).home and f.c(hero).lost == Lost.NO


# Running from it


def ready_to_flee(**house: Any) -> tuple[Field, int, int]:
    f, b, r = two(**house)
    f.dice(HEADS, HEADS)
    sequence.melee(f.b)
    f.ready(2)
    return f, b, r


@pytest.mark.rule("FW-178", "FW-R84")
def test_he_takes_a_hit_and_runs_his_full_move() -> None:
    f, b, r = ready_to_flee()
    ask = f.action("blue")
    away: dict[str, Any] = {"actor": b, "x": 24.0, "y": 16.0, "fx": 0.0, "fy": 1.0}
    assert f.refused(ask, Act.FLEE_DUEL, **{**away, "y": 15.9}) == "FW-R84"  # 4" is his move
    assert f.refused(ask, Act.FLEE_DUEL, **away) == ""
    acting.act(f.b, order(Act.FLEE_DUEL, **away))
    u = f.u(f.home(b))
    assert f.c(b).wounds == 1 and (u.x, u.y) == (24.0, 16.0) and u.done
    assert (f.c(b).duel, f.c(r).duel) == (NOBODY, NOBODY)
    assert f.one(Ev.FLED_DUEL).d == pytest.approx(4.0)
    assert f.refused(ask, Act.FLEE_DUEL, **away) == "FW-178"  # no combat any more


@pytest.mark.rule("FW-178")
def test_the_hit_may_kill_him() -> None:
    f, b, _ = ready_to_flee()
    f.c(b).wounds = 2
    acting.act(f.b, order(Act.FLEE_DUEL, b, x=24, y=17, fx=0, fy=1))
    assert f.c(b).lost == Lost.BROKE_OFF


@pytest.mark.rule("FW-178", "FW-R84")
def test_whither_he_may_not_run() -> None:
    f, b, _ = ready_to_flee()
    f.formation("red", "axemen", 24, 18, strips=3)
    f.formation("blue", "axemen", 20, 19.75)
    ask = f.action("blue")

    def refused(x: float, y: float, **more: float) -> str:
        return f.refused(ask, Act.FLEE_DUEL, **{"actor": b, "x": x, "y": y, "fx": 0.0, "fy": 1.0} | more)

    assert refused(24, 17) == "FW-178"  # through the enemy behind him
    assert refused(26.5, 20) == ""
    assert refused(26.5, 20, fx=0.5) == "FW-R84"  # no facing
    assert refused(20.5, 19.6) == "FW-R28"  # onto friends
    assert refused(24.1, 20) == "FW-053"  # still in touch
    assert f.refused(f.action("red"), Act.FLEE_DUEL, actor=b, x=26.5, y=20.0) == "FW-178"
    f.u(f.home(b)).nerve = int(Nerve.RUNNING)
    assert refused(26.5, 20) == "FW-141"


@pytest.mark.rule("FW-178", "FW-R84", "FW-009", "FW-R111")
def test_he_may_mingle_with_friends_who_have_no_character() -> None:
    f, b, _ = ready_to_flee()
    near = f.formation("blue", "axemen", 24, 17, strips=3)
    far = f.formation("blue", "axemen", 24, 14, strips=3)
    ask = f.action("blue")
    assert f.refused(ask, Act.FLEE_DUEL, actor=b, other=far) == "FW-R84"
    assert f.refused(ask, Act.FLEE_DUEL, actor=b, other=near) == ""
    f.u(near).nerve = int(Nerve.RUNNING)
    assert f.refused(ask, Act.FLEE_DUEL, actor=b, other=near) == "FW-R111"
    f.u(near).nerve = int(Nerve.CALM)
    leader = f.character("blue", "leader", attached=near)
    assert f.refused(ask, Act.FLEE_DUEL, actor=b, other=near) == "FW-R84"
    hits.leave_alone(f.b, leader)
    acting.act(f.b, order(Act.FLEE_DUEL, b, near, int(Posted.LEFT)))
    assert (f.home(b), f.u(near).character, f.c(b).posted) == (near, b, Posted.LEFT)
    assert f.c(b).wounds == 1 and f.c(b).deed == Deed.JOINED


@pytest.mark.rule("FW-178", "FW-R06")
def test_an_attached_hero_may_fall_back_behind_his_own_men() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20, strips=2)
    hero = f.character("blue", "hero", attached=foot, post="right")
    foe = f.character("red", "hero", 25.25, 20, "south")
    f.dice(HEADS, HEADS)
    sequence.melee(f.b)
    f.ready(2)
    ask = f.action("blue")
    assert f.refused(ask, Act.FLEE_DUEL, actor=hero, other=foot) == ""
    acting.act(f.b, order(Act.FLEE_DUEL, hero, foot))
    assert (f.c(hero).posted, f.c(hero).wounds, f.home(hero)) == (Posted.BEHIND, 1, foot)
    assert f.c(foe).duel == NOBODY


@pytest.mark.rule("FW-178")
def test_an_attached_hero_runs_alone() -> None:
    f = Field()
    foot = f.formation("blue", "axemen", 24, 20, strips=2)
    hero = f.character("blue", "hero", attached=foot, post="right")
    f.character("red", "hero", 25.25, 20, "south")
    f.dice(HEADS, HEADS)
    sequence.melee(f.b)
    f.ready(2)
    acting.act(f.b, order(Act.FLEE_DUEL, hero, x=27, y=19, fx=0, fy=1))
    assert f.home(hero) == f.c(hero).home and f.u(foot).character == NOBODY
    assert (f.u(f.home(hero)).x, f.u(f.home(hero)).y) == (27, 19) and f.u(foot).n == 2
