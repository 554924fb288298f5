"""What must be true of a battle of Fire At Will, Men at every moment: see tests/watching.py."""

from __future__ import annotations

import math
from collections.abc import Iterator

from grognard.books.fire_at_will.places import measure
from grognard.books.fire_at_will.state import (
    FORMATIONS,
    NOBODY,
    SLOTS,
    Battle,
    Deed,
    Edge,
    Formation,
    Lost,
    Nerve,
    Orders,
    Phase,
    Posted,
    Role,
    Troop,
    Weapon,
)
from grognard.books.fire_at_will.strips import bears, box_of, is_character
from grognard.records import clone
from grognard.table.boxes import penetration

from ..watching import Watching, no_numbers

SHARE = 0.3  # of the battles of tests/test_battles.py
DEEP = 0.02  # how deep two bases may stand in one another: nothing that anybody could measure
EDGE = 1e-3


class Watch(Watching):
    phases = Phase

    def __init__(self) -> None:
        super().__init__()
        self.off: set[int] = set()
        self.shown: list[int] = []

    def wrong(self, b: Battle) -> Iterator[str]:
        yield from faults(b)
        yield from self.turns_back(b)

    def remember(self, b: Battle) -> None:
        self.off = {i for i in range(b.n_strips) if b.strips[i].lost == Lost.OFF_TABLE}
        self.shown = [m.shown for m in b.mages[: b.n_mages]]

    def turns_back(self, b: Battle) -> Iterator[str]:
        """Nobody comes back from off the table, and no spell is forgotten."""
        for i in self.off:
            if b.strips[i].lost != Lost.OFF_TABLE:
                yield f"strip {i} was off the table and is {Lost(b.strips[i].lost).name}"
        for k, shown in enumerate(self.shown):
            if shown & ~b.mages[k].shown:
                yield f"mage {k} had shown {shown} and has {b.mages[k].shown}"


def faults(b: Battle) -> Iterator[str]:
    """Everything that is not as it must be."""
    yield from numbers(b)
    yield from strips(b)
    yield from formations(b)
    yield from mages(b)
    yield from charms(b)
    yield from bases(b)
    yield from notes(b)


def notes(b: Battle) -> Iterator[str]:
    """What is noted of a formation's rectangle and circle is what its bases say."""
    for f in range(b.n_formations):
        noted, again = b.formations[f], clone(b.formations[f])
        if noted.n > 0:
            b.formations[f] = again
            measure(b, f)
            b.formations[f] = noted
            for name in ("ahead", "aside", "width", "depth", "loose", "middle_x", "middle_y", "girth"):
                if abs(getattr(noted, name) - getattr(again, name)) > EDGE:
                    yield f"{name} of formation {f} is noted as {getattr(noted, name)}, not {getattr(again, name)}"


def numbers(b: Battle) -> Iterator[str]:
    """Every number is one."""
    yield from no_numbers("strip", b.strips[: b.n_strips])
    yield from no_numbers("formation", b.formations[: b.n_formations])
    yield from no_numbers("charm", b.charms[: b.n_charms])
    if not -1 <= b.winner <= 2 or not -1 <= b.broken <= 1:
        yield f"the winner is {b.winner}, broken is {b.broken}"
    if b.phase_side not in (0, 1) or b.first not in (0, 1) or b.phase not in list(Phase):
        yield f"side {b.phase_side} in phase {b.phase}, {b.first} first"


def strips(b: Battle) -> Iterator[str]:
    """On the table in a formation or lost; of the words there are; alive while they bear their hits."""
    for i in range(b.n_strips):
        s = b.strips[i]
        if (s.lost == Lost.NO) != (s.formation >= 0):
            yield f"strip {i} is {Lost(s.lost).name} and in formation {s.formation}"
        if s.lost not in list(Lost) or s.deed not in list(Deed) or s.posted not in list(Posted):
            yield f"strip {i} has no such word: {s}"
        if s.troop not in list(Troop) or s.weapon not in list(Weapon) or s.role not in list(Role):
            yield f"strip {i} is of no such sort: {s}"
        if s.lost == Lost.NO and not 0 <= s.wounds < bears(b, s):
            yield f"strip {i} bears {s.wounds} of {bears(b, s)} hits and lives"
        if abs(math.hypot(s.fx, s.fy) - 1.0) > 1e-6:
            yield f"strip {i} faces ({s.fx}, {s.fy})"
        if s.edge not in list(Edge) or s.side not in (0, 1) or s.army not in (0, 1):
            yield f"strip {i} is on edge {s.edge} of side {s.side}"


def formations(b: Battle) -> Iterator[str]:
    """Every strip is a member of its formation and of no other; shapes hold all of them."""
    if not 0 <= b.n_formations <= FORMATIONS:
        yield f"{b.n_formations} formations"
    for f in range(b.n_formations):
        u = b.formations[f]
        if u.n > 0:
            yield from one_formation(b, f, u)
    for i in range(b.n_strips):
        f = b.strips[i].formation
        if f >= 0 and list(b.formations[f].members[: b.formations[f].n]).count(i) != 1:
            yield f"strip {i} is not a member of its formation {f}"


def one_formation(b: Battle, f: int, u: Formation) -> Iterator[str]:
    some = list(u.members[: u.n])
    if any(b.strips[i].formation != f or b.strips[i].side != u.side for i in some):
        yield f"formation {f} has members of others: {some}"
    strips = u.n - (u.character >= 0)
    ranked = [b.strips[i] for i in some if b.strips[i].posted == Posted.RANKS]
    if not 1 <= strips <= SLOTS or not 1 <= u.files <= SLOTS:
        yield f"formation {f} has {strips} strips in {u.files} files"
    if u.building < 0 and any(not (0 <= s.file < u.files and 0 <= s.rank < u.ranks) for s in ranked):
        yield f"formation {f} has strips outside its {u.files} files and {u.ranks} ranks"
    if len({(s.file, s.rank) for s in ranked}) != len(ranked):
        yield f"formation {f} has two strips in one place"
    if u.character != NOBODY and (u.character not in some or not is_character(b.strips[u.character])):
        yield f"formation {f} is led by strip {u.character}"
    if abs(math.hypot(u.fx, u.fy) - 1.0) > 1e-6:
        yield f"formation {f} faces ({u.fx}, {u.fy})"
    if u.nerve not in list(Nerve) or u.orders not in list(Orders):
        yield f"formation {f} has no such nerve or orders: {u.nerve}, {u.orders}"
    if u.spent < 0.0 or not 0.0 <= u.share <= 1.0:
        yield f"formation {f} has spent {u.spent} of {u.share}"
    if u.building >= 0 and sum(u.manned >> 3 * e & 7 for e in range(4)) != strips:
        yield f"formation {f} mans {u.manned} with {strips} strips"


def mages(b: Battle) -> Iterator[str]:
    for k in range(b.n_mages):
        m = b.mages[k]
        if not 0 <= m.points <= m.stock or b.strips[m.strip].mage != k:
            yield f"mage {k} has {m.points} of {m.stock} points"
        if m.shown & ~m.spells:
            yield f"mage {k} has shown {m.shown} of {m.spells}"


def charms(b: Battle) -> Iterator[str]:
    """Lie on somebody who is there, or on the ground."""
    for k in range(b.n_charms):
        c = b.charms[k]
        if not 0 <= c.spell < b.n_spells or c.since > b.turn:
            yield f"charm {k} is spell {c.spell} of turn {c.since}"
        if c.formation >= 0 and b.formations[c.formation].n == 0:
            yield f"charm {k} lies on formation {c.formation}, which is gone"
        if c.formation < 0 <= c.strip and b.strips[c.strip].lost != Lost.NO:
            yield f"charm {k} lies on strip {c.strip}, which is gone"


def bases(b: Battle) -> Iterator[str]:
    """Everybody is on the table; no two bases of enemies, or of other formations, stand in one another."""
    there = [i for i in range(b.n_strips) if b.strips[i].formation >= 0]
    for i in there:
        s = b.strips[i]
        off = min(s.x, s.y, b.ground.width - s.x, b.ground.depth - s.y)
        if off < -EDGE:
            yield f"strip {i} is off the table at {s.x:.2f}, {s.y:.2f}"
    for n, i in enumerate(there):
        for j in there[:n]:
            if apart(b, i, j):
                continue
            deep = penetration(box_of(b.strips[i]), box_of(b.strips[j]))[0]
            if deep > DEEP:
                yield f"strips {j} and {i} stand {deep:.4f} in one another"


def apart(b: Battle, i: int, j: int) -> bool:
    """Plainly clear of one another; or in one formation, whose places are its own; or in a building."""
    s, t = b.strips[i], b.strips[j]
    if s.formation == t.formation or Posted.SIDE in (s.posted, t.posted):
        return True
    reach = (s.width + s.depth + t.width + t.depth) / 2
    return abs(s.x - t.x) > reach or abs(s.y - t.y) > reach
