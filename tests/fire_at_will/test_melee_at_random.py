"""Melees and routs of formations thrown together at random: nobody is forgotten, nobody stands on anybody."""

from __future__ import annotations

import random

import pytest

from grognard.battle import General
from grognard.books.fire_at_will import fights, hits, links, rout, sequence, setup
from grognard.books.fire_at_will.places import put, rectangle_of
from grognard.books.fire_at_will.state import NOBODY, Battle, Edge, Lost, Nerve, Posted
from grognard.books.fire_at_will.strips import box_of, is_running
from grognard.books.fire_at_will.ways import has_room_at
from grognard.dice import Source
from grognard.table.arcs import side_vector
from grognard.table.boxes import boxes_overlap, inside_table

from .field import Field

FOOT = ["axemen", "orc_infantry", "goblins", "men_at_arms", "pikemen", "outriders", "knights", "undead"]
LONE = ["giant", "dragon", "trolls", "hero", "wizard", "behemoth"]
CHARACTERS = ["hero", "leader", "champion", "wizard"]


def some_formation(f: Field, rng: random.Random, side: str, x: float, y: float) -> int:
    if rng.random() < 0.3:
        return f.formation(side, rng.choice(LONE), x, y)
    strips = rng.randint(1, 6)
    g = f.formation(side, rng.choice(FOOT), x, y, strips=strips, files=rng.randint(1, strips))
    if rng.random() < 0.3:
        f.character(side, rng.choice(CHARACTERS), attached=g, post=rng.choice(["left", "right", "behind"]))
        f.c(f.u(g).character).cinc = rng.random() < 0.3
    return g


def throw_at(f: Field, rng: random.Random, g: int, target: int) -> bool:
    """Formation g flush against some edge of the target, if there is room."""
    box = rectangle_of(f.b, target)
    edge = rng.choice([Edge.FRONT, Edge.FRONT, Edge.RIGHT, Edge.REAR, Edge.LEFT])
    nx, ny = side_vector(box, edge)
    deep = box.depth if edge in (Edge.FRONT, Edge.REAR) else box.width
    wide = box.width if edge in (Edge.FRONT, Edge.REAR) else box.depth
    aside = rng.choice([0.0, 0.25, 0.5, rng.uniform(-wide, wide) / 2])
    put(
        f.b,
        g,
        box.x + nx * deep / 2 + ny * aside,
        box.y + ny * deep / 2 - nx * aside,
        -nx,
        -ny,
    )
    return has_room_at(f.b, g, 0.0, 0.0)


def melee_of(seed: int) -> Field:
    rng = random.Random(seed)
    f = Field(heroic_tosses=rng.choice(["best_of_three_each_turn", "one_toss_per_turn"]))
    first = some_formation(f, rng, "blue", 24, 24)
    on_table = [first]
    for n in range(rng.randint(1, 6)):
        g = some_formation(f, rng, "red" if n % 2 == 0 else rng.choice(["blue", "red"]), 4, 4 + 5 * n)
        if any(throw_at(f, rng, g, rng.choice(on_table)) for _ in range(8)):
            on_table.append(g)
        else:
            put(f.b, g, 4.0 + 5.0 * n, 44.0, 0.0, 1.0)
    setup.seed(f.b, seed)
    f.b.dice.source = int(Source.SEEDED)
    f.b.generals[0] = f.b.generals[1] = int(General.RANDOM)
    f.b.first = seed % 2
    f.ready()
    return f


def nobody_forgotten(b: Battle) -> None:
    """Every linked strip is in exactly one fight, and the fights are right about it."""
    seen: list[int] = []
    for k in range(b.n_fights):
        fight = b.fights[k]
        assert fight.n >= 1 and (not fight.heroic or fight.n == 1)
        seen += [fight.single, *fight.foes[: fight.n]]
        assert {b.strips[i].side for i in fight.foes[: fight.n]} == {1 - b.strips[fight.single].side}
        for i in fight.foes[: fight.n]:
            assert links.touching_length(b, i, fight.single) > 0.0
    assert len(seen) == len(set(seen))
    for i in range(b.n_strips):
        linked = any(links.is_linked(b, i, j) for j in range(b.n_strips) if b.strips[j].engaged)
        assert (b.strips[i].fight >= 0) == (i in seen)
        assert not linked or i in seen
        assert b.strips[i].duel < 0 or b.strips[b.strips[i].duel].duel == i


def all_in_order(b: Battle) -> None:
    """Members know their formations; nobody stands on anybody, or off the table."""
    for g in range(b.n_formations):
        u = b.formations[g]
        assert len(set(u.members[: u.n])) == u.n
        for i in u.members[: u.n]:
            s = b.strips[i]
            assert s.formation == g and s.lost == Lost.NO and s.side == u.side
            assert inside_table(box_of(s), b.ground.width, b.ground.depth)
            assert (s.posted in (Posted.LEFT, Posted.RIGHT, Posted.BEHIND)) == (u.character == i)
    standing = [s for s in b.strips[: b.n_strips] if s.formation >= 0]
    for n, s in enumerate(standing):
        for t in standing[n + 1 :]:
            if s.formation != t.formation:
                assert not boxes_overlap(box_of(s), box_of(t), 1e-3), (s.formation, t.formation)


@pytest.mark.rule("FW-143", "FW-R69", "FW-R80")
@pytest.mark.parametrize("seed", range(60))
def test_every_linked_strip_is_in_exactly_one_fight(seed: int) -> None:
    f = melee_of(seed)
    fights.split_fights(f.b)
    nobody_forgotten(f.b)


@pytest.mark.rule("FW-172", "FW-179", "FW-R108", "FW-R112")
@pytest.mark.parametrize("seed", range(40))
def test_melees_routs_and_pursuits_leave_everybody_somewhere(seed: int) -> None:
    f = melee_of(seed)
    rng = random.Random(-seed)
    for turn in range(2, 6):
        sequence.melee(f.b)
        nobody_killed_twice(f.b)
        some = [g for g in range(f.b.n_formations) if f.u(g).n > 0 and rng.random() < 0.3]
        for g in some:
            if f.u(g).n > 0 and not is_running(f.u(g)):
                rout.rout(f.b, g, 141)
                all_in_order(f.b)
        for g in range(f.b.n_formations):
            sequence.begin_turn_of_formation(f.b, g)
        f.ready(turn)
        for g in range(f.b.n_formations):
            if f.u(g).n > 0 and is_running(f.u(g)):
                rout.face_about(f.b, g)
                if rng.random() < 0.5:
                    rout.run_on(f.b, g)
                else:
                    f.u(g).nerve = int(Nerve.CALM)
                all_in_order(f.b)


def nobody_killed_twice(b: Battle) -> None:
    """Nothing is left to be dealt; the dead are in no formation."""
    for s in b.strips[: b.n_strips]:
        assert s.hits == 0 and s.doomed == Lost.NO
        assert (s.lost == Lost.NO) == (s.formation != NOBODY)
    hits.deal(b, Lost.MELEE, 143)


@pytest.mark.rule("FW-017", "FW-R13", "FW-R36")
@pytest.mark.parametrize("seed", range(25))
def test_whole_turns_that_begin_in_melee(seed: int) -> None:
    f = melee_of(seed)
    f.b.turn = 0
    for _ in range(4):
        if f.b.winner < 0:
            sequence.play_turn(f.b)
            all_in_order_but_lapped(f.b)


def all_in_order_but_lapped(b: Battle) -> None:
    """Strips that have lapped round an enemy have places of their own."""
    if all(s.posted != Posted.FLANK for s in b.strips[: b.n_strips]):
        all_in_order(b)
