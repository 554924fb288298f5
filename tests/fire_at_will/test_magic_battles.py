"""Random battles in which mages turn up in the thick of it with every spell there is: nothing ever comes apart."""

from __future__ import annotations

from itertools import combinations

import pytest

from grognard.books.fire_at_will import casting, places, sequence, setup, spells, ways
from grognard.books.fire_at_will.state import FORMATIONS, Battle, Lost, Spell
from grognard.books.fire_at_will.strips import box_of
from grognard.table.boxes import boxes_overlap
from grognard.values import Order

from .field import FOLDER

SCENARIOS = sorted((FOLDER / "scenarios").glob("*.toml"))


def everybody(b: Battle) -> dict[int, int]:
    """Each strip on the table and its formation; none is in two."""
    members = [(i, f) for f in range(b.n_formations) for i in b.formations[f].members[: b.formations[f].n]]
    assert len({i for i, _ in members}) == len(members)
    return dict(members)


def assert_whole(b: Battle) -> None:
    """Strips and formations agree, nobody stands on anybody, points and spells in force are what they may be."""
    home = everybody(b)
    for i in range(b.n_strips):
        s = b.strips[i]
        assert s.formation == home.get(i, -1)
        assert (s.lost == Lost.NO) == (i in home)
        assert i not in home or s.side == b.formations[s.formation].side
    outside = [i for i, f in home.items() if b.formations[f].building < 0]
    for i, j in combinations(outside, 2):
        assert not boxes_overlap(box_of(b.strips[i]), box_of(b.strips[j]), 1e-4), (i, j)
    assert b.n_formations <= FORMATIONS
    assert all(0 <= m.points <= m.stock for m in b.mages[: b.n_mages])
    assert all(c.formation < b.n_formations and c.strip < b.n_strips for c in b.charms[: b.n_charms])


def bring_near(b: Battle, k: int, turn: int) -> None:
    """A mage who is alone stands near some enemy, with all his points."""
    m = b.mages[k]
    s = b.strips[m.strip]
    m.points = m.stock
    foes = [v for v in b.formations[: b.n_formations] if v.n > 0 and v.side != s.side]
    if s.formation < 0 or b.formations[s.formation].n > 1 or not foes:
        return
    v = foes[(turn * 7 + k) % len(foes)]
    x, y, found = ways.free_spot(b, m.strip, v.x + 2.0 * v.fx, v.y + 2.0 * v.fy, 0.05, 6.0)
    if found:
        front = s.depth / 2.0
        places.put(b, s.formation, x + s.fx * front, y + s.fy * front, s.fx, s.fy)


@pytest.mark.rule("FW-073", "FW-R13", "FW-R86")
def test_battles_full_of_magic_stay_whole_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    worked: set[int] = set()

    def work(b: Battle, i: int, spell: int, o: Order) -> None:
        spells.work(b, i, spell, o)
        worked.add(b.spells[spell].effect)
        assert_whole(b)

    monkeypatch.setattr(casting, "work", work)
    for path in SCENARIOS:
        for seed in range(2):
            b, _, _ = setup.new_battle(path, {"scenario.allies": True, "fw.magic": "true"})
            b.generals[0] = b.generals[1] = 2
            setup.seed(b, seed)
            for m in b.mages[: b.n_mages]:
                m.preset = (1 << len(Spell)) - 1
            while b.winner < 0:
                for k in range(b.n_mages):
                    bring_near(b, k, b.turn)
                sequence.play_turn(b)
                assert_whole(b)
    assert len(worked) >= 8
