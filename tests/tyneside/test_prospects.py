"""The quick questions have the same answers as the rules that they stand for."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from grognard.battle import General
from grognard.books.tyneside import prospects, sequence, setup
from grognard.books.tyneside.figures import centre, stands, strength
from grognard.books.tyneside.matches import fights, may_fight
from grognard.books.tyneside.plans import check_charge, check_form, check_march, facing_of
from grognard.books.tyneside.risk import has_before_it
from grognard.books.tyneside.state import Battle, Gait, Role
from grognard.books.tyneside.status import on_flank_or_rear
from grognard.books.tyneside.ways import SPOKE_X, SPOKE_Y, SPOKES

from .field import BOOKS, FOLDER

SCENARIOS = [
    ("ec", FOLDER / "early_19th" / "scenarios" / "the-mill-at-valdespino.toml"),
    ("ps", FOLDER / "pike_and_shot" / "scenarios" / "saxby-bridge.toml"),
    ("ec", FOLDER / "early_19th" / "scenarios" / "the-wagon-road.toml"),
    ("ps", FOLDER / "pike_and_shot" / "scenarios" / "copthorne-lane.toml"),
]
STEPS = (3.0, 14.0, 26.0, 44.0)
EVERY = pytest.mark.parametrize(("book", "path"), SCENARIOS, ids=[path.stem for _, path in SCENARIOS])


def under_way(book: str, path: Path, turns: int) -> Battle:
    """A battle of two drill-book generals after some turns."""
    b, _, _ = setup.new_battle(BOOKS[book], path, {})
    b.generals[0] = b.generals[1] = int(General.DRILL)
    setup.seed(b, 5)
    for _ in range(turns):
        sequence.play_turn(b)
    for i in range(b.n_figures):
        b.figures[i].spent = 0.25 * (i % 3)
    return b


@EVERY
def test_he_may_go_exactly_where_no_rule_is_against_it(book: str, path: Path) -> None:
    b = under_way(book, path, 6)
    seen: Counter[tuple[str, int]] = Counter()
    for g in range(b.n_groups):
        for k in range(SPOKES if stands(b, g) else 0):
            cx, cy = centre(b, g)
            step, gait = STEPS[k % len(STEPS)], int(Gait.WALK) + (g + k) % 3
            x, y = cx + SPOKE_X[k] * step, cy + SPOKE_Y[k] * step
            fx, fy = facing_of(b, g) if k % 2 == 0 else (SPOKE_X[k - 1], SPOKE_Y[k - 1])
            rule = check_march(b, g, x, y, fx, fy, gait)
            assert prospects.can_march(b, g, x, y, fx, fy, gait) == (rule == 0), (g, k, rule)
            seen["march", rule] += 1
            if b.groups[g].role == Role.CREW:  # the check of its kind keeps it from forming files
                seen["crew", rule] += 1
                continue
            files = min(3, strength(b, g))
            rule = check_form(b, g, files, x, y, fx, fy, gait)
            assert prospects.can_form(b, g, files, x, y, fx, fy, gait) == (rule == 0), (g, k, rule)
            seen["form", rule] += 1
    crews = any(b.groups[g].role == Role.CREW for g in range(b.n_groups) if stands(b, g))
    assert (seen["crew", 0] > 0) == crews
    assert {("march", 0), ("march", 39), ("march", 1003), ("form", 0), ("form", 39)} <= set(seen)


@EVERY
def test_he_charges_only_whom_no_rule_is_against_and_overlooks_few(book: str, path: Path) -> None:
    """He asks only whether each man can get at the enemy nearest to him; the check asks about all of them."""
    seen: Counter[tuple[bool, bool, int]] = Counter()
    for turns in (5, 7, 9):
        b = under_way(book, path, turns)
        for g in range(b.n_groups):
            for h in range(b.n_groups):
                if b.groups[g].side != b.groups[h].side and stands(b, g) and stands(b, h):
                    for gait in (Gait.WALK, Gait.TROT, Gait.GALLOP):
                        can = prospects.can_charge(b, g, h, gait)
                        may = check_charge(b, g, h, gait) == 0
                        assert may or not can, (g, h, gait)
                        seen[can, may, gait] += 1
    assert seen[True, True, Gait.WALK] > 0 and seen[False, False, Gait.WALK] > 0
    assert seen[True, True, Gait.TROT] + seen[True, True, Gait.GALLOP] > 0
    overlooked = sum(n for (can, may, _), n in seen.items() if may and not can)
    assert overlooked <= 0.2 * sum(n for (can, _, _), n in seen.items() if can)


@EVERY
def test_who_is_plainly_before_a_group_is_not_on_its_flank(book: str, path: Path) -> None:
    b = under_way(book, path, 5)
    seen: Counter[bool] = Counter()
    for g in range(b.n_groups):
        for h in range(b.n_groups):
            if b.groups[g].side != b.groups[h].side and stands(b, g) and stands(b, h):
                before = has_before_it(b, g, h)
                assert not (before and on_flank_or_rear(b, g, h))
                seen[before] += 1
    assert seen[True] > 0 and seen[False] > 0


def test_whom_a_box_keeps_apart_does_not_fight() -> None:
    fighting = 0
    for turns in (7, 9, 11):
        b = under_way(*SCENARIOS[1], turns)
        b.groups[b.figures[0].group].at_pikes_length = True
        for i in range(b.n_figures):
            for j in range(b.n_figures):
                if fights(b, i, j):
                    assert may_fight(b, i, b.figures[j].group)
                    fighting += 1
    assert fighting > 0
