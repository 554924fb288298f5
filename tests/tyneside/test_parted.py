"""What is found out once for two groups, or kept from one question to the next, is what everybody would find out anew."""

from __future__ import annotations

import random

import pytest

from grognard.battle import General
from grognard.book import find_scenario
from grognard.books.tyneside import (
    actions,
    charge,
    contact,
    figures,
    moves,
    parted,
    sequence,
    setup,
    sight,
    status,
    ways,
)
from grognard.books.tyneside.figures import FAR, first, next_of, stands
from grognard.books.tyneside.footing import is_shut, is_well_in_shut
from grognard.books.tyneside.state import Battle, Gait
from grognard.records import clone
from grognard.table.sweeps import segment_in_piece
from grognard.table.terrain import Piece
from grognard.table.terrain import Shape as Outline

from .field import BOOKS, Field

SAXBY = find_scenario("saxby-bridge")


def river(turned: bool) -> Field:
    """A river across the table, or along it, with a bridge."""
    f = Field("ps", width=150, depth=150)
    if turned:
        f.terrain("river", rectangle=(70, 0, 78, 150))
        f.terrain("bridge", rectangle=(69, 60, 79, 68))
    else:
        f.terrain("river", rectangle=(0, 70, 150, 78))
        f.terrain("bridge", rectangle=(60, 69, 68, 79))
    f.corners()
    return f


def some_box(pick: random.Random, low: float, high: float, turned: bool) -> parted.Box:
    x, y = pick.uniform(20, 115), pick.uniform(low, high)
    box = (x, y, x + pick.uniform(0, 12), y + pick.uniform(0, 5))
    return parted.seen(box, turned)


@pytest.mark.rule("TY-R19", "TY-R64")
@pytest.mark.parametrize("turned", [False, True])
def test_who_is_cut_off_finds_no_way(turned: bool) -> None:
    b = river(turned).b
    pick = random.Random(4)
    shut = near = 0
    for _ in range(300):
        a, c = some_box(pick, 40, 64, turned), some_box(pick, 79, 100, turned)
        if pick.random() < 0.5:
            a, c = c, a
        reach = pick.uniform(20, 70)
        off = parted.is_cut_off(b, a, c, reach)
        shut += off
        for _ in range(6):
            x0, y0 = pick.uniform(a[0], a[2]), pick.uniform(a[1], a[3])
            x1, y1 = pick.uniform(c[0], c[2]), pick.uniform(c[1], c[3])
            way = ways.find_way(b, x0, y0, x1, y1, False, 25.0)
            assert not off or way >= reach, (a, c, reach)
            near += way < reach
    assert shut > 50 and near > 100


@pytest.mark.rule("TY-R19")
def test_a_group_can_reach_another_if_one_of_its_men_can() -> None:
    reached = missed = 0
    for seed in range(2):
        b = played(seed)
        for g in range(b.n_groups):
            for h in range(b.n_groups):
                if b.groups[g].side == b.groups[h].side or not stands(b, g) or not stands(b, h):
                    continue
                one = anybody(b, g, h)
                assert charge.can_reach(b, g, h, Gait.GALLOP) == one, (seed, g, h)
                reached += one
                missed += not one and figures.group_gap(b, g, h) < 40.0
    assert reached > 5 and missed > 5


def played(seed: int) -> Battle:
    b, _, _ = setup.new_battle(BOOKS["ps"], SAXBY)
    setup.seed(b, seed)
    b.generals = [int(General.DRILL), int(General.DRILL)]
    for _ in range(5):
        sequence.play_turn(b)
    for i in range(b.n_figures):
        b.figures[i].spent = 0.0
    return b


def anybody(b: Battle, g: int, h: int) -> bool:
    """Man by man, with all who stand about each enemy."""
    j = first(b, h)
    while j >= 0:
        i = first(b, g)
        while i >= 0:
            left = moves.left_of_move(b, i, Gait.GALLOP)
            if figures.gap(b, i, j) <= left + figures.TOUCH:
                n = contact.note_about(b, ways.EVERYBODY, j, figures.radius(b, i))
                if charge.cost_beside(b, i, j, n, Gait.GALLOP) < FAR:
                    return True
            i = next_of(b, i)
        j = next_of(b, j)
    return False


def test_what_is_kept_from_turn_to_turn_is_what_a_fresh_look_finds() -> None:
    b = played(3)
    for g in range(b.n_groups):
        for h in range(b.n_groups):
            if b.groups[g].side != b.groups[h].side and stands(b, g) and stands(b, h):
                assert sight.sees(b, g, h) == anybody_sees(b, g, h)
                d, i, j = figures.measure_pair(
                    b, min(g, h), max(g, h)
                )  # ties: to the lower of the lower group
                assert figures.nearest_pair(b, g, h) == ((d, i, j) if g < h else (d, j, i))


def anybody_sees(b: Battle, g: int, h: int) -> bool:
    """Line by line, with nothing that was noted."""
    plain = b.groups[h].spotted >> g & 1 != 0 or sight.has_fired(b, h) or b.options.spotting != 0
    spied = [j for j in members(b, h) if plain or not sight.hides(b, j)]
    return any(sight.has_open_line(b, i, j) for i in members(b, g) for j in spied)


def members(b: Battle, g: int) -> list[int]:
    return [i for i in range(b.n_figures) if b.figures[i].group == g and figures.present(b.figures[i])]


def test_sight_is_looked_for_anew_whichever_of_two_groups_stirs() -> None:
    f = Field("ec")
    f.terrain("building", rectangle=(55, 30, 65, 40))
    f.terrain("scrub", rectangle=(100, 40, 120, 60))
    g, h = f.group("blue", 1, 60, 20), f.group("red", 1, 60, 50, "south")
    b = f.b
    (i,), (j,) = members(b, g), members(b, h)
    seen = []
    for k, x, y in ((i, 90, 20), (i, 60, 20), (j, 90, 50), (j, 110, 50), (j, 60, 50), (i, 60, 60)):
        figures.set_down(b, k, x, y)
        figures.count_off(b, b.figures[k].group)
        assert sight.sees(b, g, h) == anybody_sees(b, g, h)
        assert sight.sees(b, h, g) == anybody_sees(b, h, g)
        seen.append(sight.sees(b, g, h))
    assert seen == [True, False, True, False, False, True]


@pytest.mark.parametrize("scenario", ["saxby-bridge", "the-mill-at-valdespino"])
def test_a_turn_that_was_taken_back_leaves_nothing_on_the_paper(scenario: str) -> None:
    """What is only noted on paper is no part of the state: the turn goes the same way again."""
    book = "ps" if scenario == "saxby-bridge" else "ec"
    start, _, _ = setup.new_battle(BOOKS[book], find_scenario(scenario))
    setup.seed(start, 6)
    start.generals = [int(General.DRILL), int(General.DRILL)]
    for _ in range(5):
        once, again = clone(start), clone(start)
        sequence.play_turn(once)
        again.paper = once.paper
        sequence.play_turn(again)
        assert (again.groups, again.figures, again.dice) == (once.groups, once.figures, once.dice)
        start = once


def test_who_looks_again_remembers_what_a_fresh_look_finds() -> None:
    """The nearest enemy in sight, and whom each leader is with, though not all of it was looked for anew."""
    b = played(3)
    for _ in range(2):
        for side in range(2):
            status.look_about(b, side)
        status.attach_all(b)
        for g in range(b.n_groups):
            u = b.groups[g]
            assert u.attached == status.attached_to(b, g)
            if stands(b, g) and u.sees != 0:
                _, _, _, j = figures.nearest_among(b, g, u.sees)
                assert u.seen and (u.seen_x, u.seen_y) == (b.figures[j].x, b.figures[j].y)
        for g in range(0, b.n_groups, 3):  # some stir
            if stands(b, g):
                f = b.figures[first(b, g)]
                figures.set_down(b, first(b, g), f.x + 1.0, f.y)
                figures.count_off(b, g)


def test_a_screen_is_aside_of_two_groups_if_no_line_between_them_meets_it() -> None:
    """What is_aside says is tried with every line from corner to corner of the boxes, and many within."""
    f = Field("ps")
    b = f.b
    g, h = f.group("blue", 2, 40, 40), f.group("red", 2, 60, 50)
    u, v = b.groups[g], b.groups[h]
    r = random.Random(5)
    aside = 0
    for _ in range(4000):
        for box in (u, v):
            box.left, box.low = r.uniform(0, 80), r.uniform(0, 80)
            box.right, box.high = box.left + r.uniform(0, 20), box.low + r.uniform(0, 20)
        p = Piece(n=4, shape=Outline.POLYGON, upright=True)
        p.x0, p.y0 = r.uniform(0, 90), r.uniform(0, 90)
        p.x1, p.y1 = p.x0 + r.uniform(1, 20), p.y0 + r.uniform(1, 20)
        xs, ys = [p.x0, p.x1, p.x1, p.x0], [p.y0, p.y0, p.y1, p.y1]
        p.x[:4], p.y[:4] = xs, ys
        if not sight.is_aside(p, u, v):
            continue
        aside += 1
        for x0 in (u.left, u.right, r.uniform(u.left, u.right)):
            for y0 in (u.low, u.high, r.uniform(u.low, u.high)):
                for x1 in (v.left, v.right, r.uniform(v.left, v.right)):
                    for y1 in (v.low, v.high, r.uniform(v.low, v.high)):
                        t0, t1 = segment_in_piece(p, x0, y0, x1, y1)
                        assert t0 > t1
    assert 500 < aside < 3500


def test_no_way_leads_well_into_ground_that_is_shut_and_some_lead_to_its_edge() -> None:
    b = played(3)
    shut = [b.ground.pieces[b.shuts[m]] for m in range(b.n_shuts)]
    assert shut
    r = random.Random(5)
    tried = 0
    for p in shut:
        for _ in range(200):
            x, y = r.uniform(p.x0, p.x1), r.uniform(p.y0, p.y1)
            if is_well_in_shut(b, x, y, False):
                tried += 1
                assert is_shut(b, x, y, False)
                assert all(ways.to_corner(b, x, y, k, False, 25.0) >= FAR for k in range(b.n_corners))
        assert not is_well_in_shut(b, p.x0, (p.y0 + p.y1) / 2, False)
    assert tried > 50


@pytest.mark.rule("PS-R19", "TY-R03")
def test_who_mounts_is_measured_anew_though_he_stays_where_he_is() -> None:
    f = Field("ps")
    g = f.group("blue", 1, 60, 20, kind="dragoons")
    h = f.group("red", 1, 60, 50, "south")
    b = f.b
    before = figures.group_gap(b, g, h)
    actions.mount(b, g, True)
    wider = (b.rules.mounted_base - b.rules.foot_base) / 2
    assert wider > 0.0 and figures.group_gap(b, g, h) == pytest.approx(before - wider)


@pytest.mark.parametrize("other", [(61.0, 14.0), (60.0, 45.0), (60.0, 45.00001)])
def test_a_march_that_went_otherwise_is_measured_anew(other: tuple[float, float]) -> None:
    """The paper may be of a battle that was taken back: the same man elsewhere, or another man there."""
    f = Field("ps")
    g = f.group("blue", 3, 40, 40)
    h = f.group("red", 1, 60, 50, "south")
    b = f.b
    stirs, men = b.groups[g].stirs, [first(b, g), next_of(b, next_of(b, first(b, g)))]
    home = [(b.figures[i].x, b.figures[i].y) for i in men]
    figures.set_down(b, men[0], 60.0, 45.0)
    figures.nearest_pair(b, g, h)
    for i, (x, y) in zip(men, home, strict=True):
        b.figures[i].x, b.figures[i].y = x, y
    b.groups[g].stirs = stirs
    figures.count_off(b, g)
    figures.set_down(b, men[1] if other == (60.0, 45.0) else men[0], *other)
    assert figures.nearest_pair(b, g, h) == figures.measure_pair(b, g, h)
