"""A crowded field played at random: after every order all bases stand where they may."""

from __future__ import annotations

import random

import pytest

from grognard.books.fire_at_will import acting, sequence
from grognard.books.fire_at_will.state import Act, Battle, Posted
from grognard.books.fire_at_will.strips import box_of
from grognard.books.fire_at_will.ways import ground_bears
from grognard.table.boxes import boxes_overlap
from grognard.values import Order

from .field import Field

SORTS = [
    "axemen",
    "wolf_riders",
    "pikemen",
    "trolls",
    "giant",
    "dragon",
    "orc_chariot",
    "elf_infantry",
    "knights",
]


def crowd(seed: int, **house: str) -> Field:
    """Two rows of formations a few inches apart, with ground between them."""
    r = random.Random(seed)
    f = Field(36, 30, **house)
    f.terrain("wood", rectangle=(4, 12, 9, 16))
    f.terrain("building", rectangle=(14, 13, 18, 16))
    f.terrain("wall", lines=[[(20, 15), (26, 15)], [(26, 12), (26, 15)]])
    f.terrain("stream", line=[(27, 14), (36, 15)], width=0.5)
    f.terrain("hill", rectangle=(28, 6, 35, 12), crest=(31, 9))
    for side, y, facing in (("blue", 11.0, "north"), ("red", 18.5, "south")):
        for k in range(6):
            strips = r.randint(1, 5)
            f.formation(side, r.choice(SORTS), 4 + 5.5 * k, y, facing, strips, files=min(strips, 3))
        f.character(side, r.choice(["hero", "leader", "champion"]), 9, 3 if side == "blue" else 27, facing)
    f.b.generals[0] = f.b.generals[1] = 2
    f.b.rules.turns = 5
    f.b.turn = 0
    f.b.dice.source = 0
    f.b.dice.key, f.b.whim.key = seed, seed + 1
    return f


def look(b: Battle, last: Order) -> None:
    on = [i for i in range(b.n_strips) if b.strips[i].formation >= 0]
    out = [i for i in on if b.formations[b.strips[i].formation].building < 0]
    for i in out:
        assert ground_bears(b, i, box_of(b.strips[i])), (i, last)
    for n, i in enumerate(out):
        for j in out[n + 1 :]:
            assert not boxes_overlap(box_of(b.strips[i]), box_of(b.strips[j]), 1e-4), (i, j, last)
    for f in range(b.n_formations):
        u = b.formations[f]
        assert [i for i in on if b.strips[i].formation == f] == sorted(u.members[: u.n])
        assert u.character < 0 or b.strips[u.character].posted != Posted.RANKS


@pytest.mark.rule("FW-R28", "FW-R29", "FW-R33", "FW-R37", "FW-R23")
@pytest.mark.parametrize("seed", range(3))
def test_nobody_ever_stands_on_another_or_where_he_cannot(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    f = crowd(seed)
    done: list[int] = []

    def act(b: Battle, o: Order) -> None:
        acting.act(b, o)
        done.append(o.kind)
        look(b, o)

    monkeypatch.setattr(sequence, "act", act)
    sequence.play(f.b)
    assert len(done) > 20 and Act.CHARGE in done
