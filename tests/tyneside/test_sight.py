"""Sight, spotting and hidden markers."""

from __future__ import annotations

import pytest

from grognard.book import HOME
from grognard.books.tyneside import setup, sight, spotting
from grognard.books.tyneside.figures import group_gap
from grognard.books.tyneside.state import Lost

from .field import BOOKS, Ev, Field

MILL = HOME / "tyneside" / "early_19th" / "scenarios" / "the-mill-at-valdespino.toml"


def line(f: Field, y0: float, y1: float) -> bool:
    return sight.line_open(f.b, 60, y0, 60, y1)


@pytest.mark.rule("TY-047", "TY-059", "TY-R56")
def test_woods_let_one_see_ten_across_the_edge_and_twenty_inside() -> None:
    f = Field("ec")
    f.terrain("wood", rectangle=(20, 40, 100, 90))
    assert line(f, 20, 50) and not line(f, 20, 50.5)  # into it
    assert line(f, 50, 70) and not line(f, 50, 71)  # within it
    assert not line(f, 20, 110)  # through it
    thin = Field("ec")
    thin.terrain("wood", rectangle=(20, 40, 100, 49))
    assert line(thin, 20, 110)


def test_one_sees_into_a_building_and_never_through_it() -> None:
    f = Field("ec")
    f.terrain("building", rectangle=(50, 40, 70, 50))
    assert line(f, 20, 45) and not line(f, 20, 80)


@pytest.mark.rule("TY-046", "TY-045", "TY-R57", "TY-R58")
def test_men_in_terrain_must_be_spotted_unless_they_fire() -> None:
    f = Field("ec")
    g = f.group("blue", 2, 60, 20, "south")  # they see all round
    h = f.group("red", 2, 60, 45, "south")
    f.ready()
    assert sight.sees(f.b, g, h)
    f.terrain("scrub", rectangle=(40, 40, 80, 60))
    f.ready()
    assert not sight.sees(f.b, g, h)
    f.g(h).shot = 1
    assert sight.sees(f.b, g, h)
    f.b.turn = 3
    assert not sight.sees(f.b, g, h)
    f.b.options.spotting = 1
    assert sight.sees(f.b, g, h)


@pytest.mark.rule("TY-044", "TY-R57")
@pytest.mark.parametrize(("die", "seen"), [(2, False), (3, True)])
def test_spotting_by_a_die_times_ten(die: int, seen: bool) -> None:
    f = Field("ec")
    g = f.group("blue", 1, 60, 20)
    h = f.group("red", 1, 60, 45, "south")  # 23 from base to base
    f.terrain("scrub", rectangle=(20, 40, 100, 100))
    f.dice(die)
    spotting.spot(f.b, 0)
    f.used_up()
    assert sight.sees(f.b, g, h) == seen
    if seen:
        spotting.spot(f.b, 0)  # no die for whom one sees already
        f.f(f.of(h)[0]).y = 56  # deeper than 10, and out of sight
        spotting.spot(f.b, 0)
        assert f.events(Ev.HIDDEN_AGAIN) and not sight.sees(f.b, g, h)


@pytest.mark.rule("TY-R55", "TY-057")
def test_a_wall_far_from_both_blocks_a_shot_and_hides_nobody() -> None:
    f = Field("ec")
    g = f.group("blue", 1, 60, 20)
    h = f.group("red", 1, 60, 60, "south")
    f.terrain("wall", line=[(40, 40), (80, 40)])
    f.ready()
    i, j = f.of(g)[0], f.of(h)[0]
    assert not sight.clear_sight(f.b, i, j) and sight.sees(f.b, g, h)
    f.f(i).y = 37  # within 2 of it, he shoots over
    assert sight.clear_sight(f.b, i, j)


# Markers


@pytest.mark.rule("TY-100", "TY-101", "TY-R90")
def test_markers_are_laid_on_the_front_edges_and_their_numbers_tell_nothing() -> None:
    kinds = set()
    for seed in range(12):
        b, _, _ = setup.new_battle(BOOKS["ec"], MILL)
        setup.seed(b, seed)
        assert b.n_markers == 9 and sum(m.real for m in b.markers[:9]) == 6
        spotting.lay_markers(b)
        assert sum(m.real for m in b.markers[:9]) == 6
        kinds.add(tuple(m.real for m in b.markers[:9]))
        for m in b.markers[:9]:
            e = b.edges[m.edge]
            assert min(e.x0, e.x1) <= m.x <= max(e.x0, e.x1) and min(e.y0, e.y1) <= m.y <= max(e.y0, e.y1)
        assert [sum(m.edge == k for m in b.markers[:9]) for k in range(3)] == [3, 3, 3]
        for g in range(b.n_groups):
            if b.groups[g].marker >= 0:
                assert b.markers[b.groups[g].marker].real
    assert len(kinds) > 6


@pytest.mark.rule("TY-102", "TY-R90")
def test_a_marker_that_is_found_is_turned_over() -> None:
    b, names, _ = setup.new_battle(BOOKS["ec"], MILL)
    setup.seed(b, 3)
    spotting.lay_markers(b)
    spotting.reveal_markers(b)
    assert not any(m.up for m in b.markers[:9] if m.edge < 2)  # nobody is near the woods
    real = next(k for k in range(9) if b.markers[k].real and not b.markers[k].up)
    dummy = next(k for k in range(9) if not b.markers[k].real and not b.markers[k].up)
    captain = names.group_ids.index("E1-PC")
    for k in (real, dummy):
        f = b.figures[b.groups[captain].head]
        f.x, f.y = b.markers[k].x, b.markers[k].y - 9
        spotting.reveal_markers(b)
        assert b.markers[k].up
    under = [
        g for g in range(b.n_groups) if b.groups[g].enters == 0 and b.figures[b.groups[g].head].side == 1
    ]
    shown = [g for g in under if b.figures[b.groups[g].head].lost == Lost.NO and b.groups[g].sets_off == 0]
    assert shown
    for g in shown:
        i = b.groups[g].head
        while i >= 0:
            x, y = b.figures[i].x, b.figures[i].y
            near = min(((m.x - x) ** 2 + (m.y - y) ** 2) ** 0.5 for m in b.markers[:9] if m.up and m.real)
            assert near <= 20 + 1e-6
            i = b.figures[i].next
    assert group_gap(b, shown[0], captain) > 0


@pytest.mark.rule("TY-R90")
def test_hidden_groups_do_not_dice() -> None:
    from grognard.books.tyneside.throws import throws_now

    b, _, _ = setup.new_battle(BOOKS["ec"], MILL)
    hidden = [g for g in range(b.n_groups) if b.groups[g].marker >= 0]
    assert len(hidden) == 10 and not any(throws_now(b, g) for g in hidden)


@pytest.mark.rule("TY-102", "TY-R90", "TY-R03")
def test_a_gun_that_is_revealed_stands_on_nobody() -> None:
    b, names, _ = setup.new_battle(BOOKS["ec"], MILL)
    setup.seed(b, 3)
    spotting.lay_markers(b)
    crew, captain = names.group_ids.index("E2-6P"), names.group_ids.index("E1-PC")
    m = b.groups[crew].marker
    man = b.figures[b.groups[captain].head]
    man.x, man.y = b.markers[m].x, b.markers[m].y  # he has walked onto the marker
    spotting.reveal(b, m)
    gun = b.engines[b.groups[crew].engine]
    there = [f for f in b.figures[: b.n_figures] if f.lost == Lost.NO]
    assert sum(f.group == crew for f in there) == 5
    for f in there:
        assert ((f.x - gun.x) ** 2 + (f.y - gun.y) ** 2) ** 0.5 >= 2.5 + 1.0 - 1e-3
    assert ((gun.x - b.markers[m].x) ** 2 + (gun.y - b.markers[m].y) ** 2) ** 0.5 <= 20


@pytest.mark.rule("TY-102")
def test_room_for_a_gun_is_looked_for_within_20() -> None:
    f = Field("ec")
    k, _ = f.gun("red", 60, 60)
    x, y = spotting.room_for_engine(f.b, k, -15.0, 50.0)  # as far off the table as a marker never lies
    assert x >= 2.5 and ((x + 15.0) ** 2 + (y - 50.0) ** 2) ** 0.5 <= 20
    assert spotting.room_for_engine(f.b, k, -18.0, 50.0) == (-18.0, 50.0)
