"""What must be true of a Most Irregular battle at every moment: see tests/watching.py."""

from __future__ import annotations

import math
from collections.abc import Iterator

from grognard.books.most_irregular.footing import breaking_under, no_ground_for
from grognard.books.most_irregular.men import (
    alive,
    commander_radius,
    is_one,
    members,
    present,
    radius_of,
    set_size,
)
from grognard.books.most_irregular.state import (
    COMMANDERS,
    FORMATIONS,
    Battle,
    Grade,
    Lost,
    Phase,
    Weapon,
)

from ..watching import Watching, no_numbers

SHARE = 0.15  # of the battles of tests/test_battles.py
TOUCH = 1e-4  # how deep two bases may stand in one another: nothing that anybody could measure
IN_FLUX = (Phase.ASSAULT,)  # while an assault goes on, ranks may be open and bases on the move


class Watch(Watching):
    phases = Phase

    def __init__(self) -> None:
        super().__init__()
        self.lost: list[int] = []
        self.gone: list[int] = []

    def wrong(self, b: Battle) -> Iterator[str]:
        yield from faults(b)
        yield from self.rises(b)

    def remember(self, b: Battle) -> None:
        self.lost = [m.lost for m in b.men[: b.n_men]]
        self.gone = [c.lost for c in b.commanders[: b.n_commanders]]

    def rises(self, b: Battle) -> Iterator[str]:
        """Nobody comes back."""
        for i, was in enumerate(self.lost):
            if was != Lost.NO and b.men[i].lost != was:
                yield f"man {i} was lost and is {Lost(b.men[i].lost).name}"
        for k, was in enumerate(self.gone):
            if was != Lost.NO and b.commanders[k].lost != was:
                yield f"commander {k} was lost and is {Lost(b.commanders[k].lost).name}"


def faults(b: Battle) -> Iterator[str]:
    """Everything that is not as it must be."""
    yield from numbers(b)
    yield from men(b)
    yield from commanders(b)
    yield from formations(b)
    if b.phase not in IN_FLUX:
        yield from bases(b)
        yield from ranks(b)


def numbers(b: Battle) -> Iterator[str]:
    yield from no_numbers("man", b.men[: b.n_men])
    yield from no_numbers("commander", b.commanders[: b.n_commanders])
    yield from no_numbers("formation", b.formations)
    if b.men_of[0] + b.men_of[1] != b.n_men or b.first_man[1] != b.men_of[0]:
        yield "the men of the sides do not add up"
    if not 0 <= b.actions <= b.rules.actions:
        yield f"{b.actions} actions left"
    if not -1 <= b.winner <= 2:
        yield f"the winner is {b.winner}"


def men(b: Battle) -> Iterator[str]:
    for i in range(b.n_men):
        m = b.men[i]
        if m.lost not in list(Lost) or m.grade not in list(Grade) or m.weapon not in list(Weapon):
            yield f"man {i} has no such word: {m}"
        if not present(m) and m.formation >= 0:
            yield f"man {i} is lost and in formation {m.formation}"
        if present(m) and no_ground_for(b, m.x, m.y, radius_of(b, m) - TOUCH):
            yield f"man {i} stands where nobody may, at {m.x:.3f}, {m.y:.3f}"
        if m.acted > b.activation:
            yield f"man {i} acted in activation {m.acted} of {b.activation}"


def commanders(b: Battle) -> Iterator[str]:
    if not 0 <= b.n_commanders <= COMMANDERS:
        yield f"{b.n_commanders} commanders"
    for k in range(b.n_commanders):
        c = b.commanders[k]
        if alive(c) and no_ground_for(b, c.x, c.y, commander_radius(b, c) - TOUCH):
            yield f"commander {k} stands where nobody may, at {c.x:.3f}, {c.y:.3f}"


def formations(b: Battle) -> Iterator[str]:
    for f in range(FORMATIONS):
        u = b.formations[f]
        own = [i for i in range(b.n_men) if b.men[i].formation == f and present(b.men[i])]
        if len(own) != u.size:
            yield f"formation {f} says {u.size} and has {len(own)}"
        if any(b.men[i].side != u.side for i in own):
            yield f"formation {f} has men of both sides"
        if u.size and abs(math.hypot(u.fx, u.fy) - 1.0) > 1e-6:
            yield f"formation {f} faces ({u.fx}, {u.fy})"


def ranks(b: Battle) -> Iterator[str]:
    """Formations are of two men or more, linked, and never in woods or rubble."""
    for f in range(FORMATIONS):
        u = b.formations[f]
        if u.size == 1:
            yield f"formation {f} is one man"
        if u.size > 1 and not is_one(b, u.side, members(b, f)):
            yield f"formation {f} of {set_size(members(b, f))} is not linked"
        for i in range(b.n_men):
            m = b.men[i]
            if u.size and m.formation == f and breaking_under(b, m.x, m.y, radius_of(b, m) - TOUCH) >= 0:
                yield f"man {i} of formation {f} is in woods or rubble"


def bases(b: Battle) -> Iterator[str]:
    """No two bases stand in one another."""
    discs: list[tuple[str, float, float, float]] = [
        (f"man {i}", m.x, m.y, radius_of(b, m)) for i, m in enumerate(b.men[: b.n_men]) if present(m)
    ]
    discs += [
        (f"commander {k}", c.x, c.y, commander_radius(b, c))
        for k, c in enumerate(b.commanders[: b.n_commanders])
        if alive(c)
    ]
    for n, (name, x, y, r) in enumerate(discs):
        for other, ox, oy, orr in discs[:n]:
            deep = r + orr - math.hypot(x - ox, y - oy)
            if deep > TOUCH:
                yield f"{name} and {other} stand {deep:.4f} in one another"
