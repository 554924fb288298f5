"""What must be true of a Tyneside battle at every moment: see tests/watching.py."""

from __future__ import annotations

import math
from collections.abc import Iterator

from grognard.books.tyneside.figures import (
    base_of,
    is_leader,
    measure_pair,
    nearest_pair,
    present,
    radius,
    strength,
)
from grognard.books.tyneside.footing import SHUT, rate_at
from grognard.books.tyneside.state import (
    NOBODY,
    Activity,
    Battle,
    EngineKind,
    Gait,
    Lost,
    Phase,
    Quality,
    Role,
    Shape,
    Weapon,
)
from grognard.books.tyneside.ways import is_out

from ..watching import Watching, no_numbers

SHARE = 0.15  # of the battles of tests/test_battles.py
DEEP = 0.02  # how deep two bases may stand in one another: nothing that anybody could measure
EDGE = 1e-3


class Watch(Watching):
    phases = Phase

    def __init__(self) -> None:
        super().__init__()
        self.lost: list[int] = []
        self.up: list[bool] = []
        self.dead: list[int] = []

    def wrong(self, b: Battle) -> Iterator[str]:
        yield from faults(b)
        yield from self.turns_back(b)

    def remember(self, b: Battle) -> None:
        self.lost = [f.lost for f in b.figures[: b.n_figures]]
        self.up = [m.up for m in b.markers[: b.n_markers]]
        self.dead = [u.dead for u in b.groups[: b.n_groups]]

    def turns_back(self, b: Battle) -> Iterator[str]:
        """Nobody comes back, and no marker hides again."""
        for i, was in enumerate(self.lost):
            gone = was not in (Lost.NO, Lost.AWAITED, Lost.HIDDEN)
            if gone and b.figures[i].lost != was:
                yield f"figure {i} was {Lost(was).name} and is {Lost(b.figures[i].lost).name}"
            if was == Lost.NO and b.figures[i].lost in (Lost.AWAITED, Lost.HIDDEN):
                yield f"figure {i} was on the table and is {Lost(b.figures[i].lost).name}"
        for m, was_up in enumerate(self.up):
            if was_up and not b.markers[m].up:
                yield f"marker {m} lies again"
        for g, dead in enumerate(self.dead):
            if b.groups[g].dead < dead:
                yield f"group {g} had {dead} dead and has {b.groups[g].dead}"


def faults(b: Battle) -> Iterator[str]:
    """Everything that is not as it must be."""
    yield from numbers(b)
    yield from figures(b)
    yield from lists(b)
    yield from groups(b)
    yield from notes(b)
    yield from command(b)
    yield from engines(b)
    yield from markers(b)
    yield from bases(b)


def numbers(b: Battle) -> Iterator[str]:
    """Every number is one, and those of a side add up."""
    yield from no_numbers("figure", b.figures[: b.n_figures])
    yield from no_numbers("group", b.groups[: b.n_groups])
    yield from no_numbers("engine", b.engines[: b.n_engines])
    if not -1 <= b.winner <= 2 or not -1 <= b.retreat <= 2:
        yield f"the winner is {b.winner}, in retreat {b.retreat}"
    if b.side_a not in (0, 1) or not 0 <= b.step <= 6:
        yield f"side {b.side_a} in step {b.step}"
    saved = sum(f.lost == Lost.SAVED and b.groups[f.group].civilian for f in b.figures[: b.n_figures])
    if b.saved != saved:
        yield f"{b.saved} saved are told, {saved} are"


def figures(b: Battle) -> Iterator[str]:
    """On the table, of the words there are, facing somewhere, and owing nobody a wound."""
    for i in range(b.n_figures):
        f = b.figures[i]
        if f.lost not in list(Lost) or f.quality not in list(Quality):
            yield f"figure {i} has no such word: {f}"
        if any(w not in list(Weapon) for w in f.arms):
            yield f"figure {i} carries {f.arms}"
        if abs(math.hypot(f.fx, f.fy) - 1.0) > 1e-6:
            yield f"figure {i} faces ({f.fx}, {f.fy})"
        if not 0.0 <= f.spent <= 1.0 + 1e-9:
            yield f"figure {i} has spent {f.spent}"
        if max(f.shot, f.serves, f.stepped) > b.turn:
            yield f"figure {i} did something in a turn to come"
        if (f.loaded and f.half_loaded) or not 0 <= f.half_loaded <= 2:
            yield f"figure {i} is loaded and {f.half_loaded} halves more"
        if present(f):
            yield from place(b, i)
        elif f.wounded and f.lost in (Lost.KILLED, Lost.SECOND_WOUND):
            yield f"figure {i} is dead and wounded"


def place(b: Battle, i: int) -> Iterator[str]:
    """Inside the edges, and on ground that bears him."""
    f, r = b.figures[i], radius(b, i) - EDGE
    if f.x < r or f.y < r or f.x > b.ground.width - r or f.y > b.ground.depth - r:
        yield f"figure {i} is over the edge at {f.x:.3f}, {f.y:.3f}"
    if rate_at(b, f.x, f.y, f.mounted) == SHUT:
        yield f"figure {i} stands where nobody may, at {f.x:.3f}, {f.y:.3f}"


def lists(b: Battle) -> Iterator[str]:
    """Every figure is in the list of its group, once, and in no other."""
    found = [0] * b.n_figures
    for g in range(b.n_groups):
        i, steps = b.groups[g].head, 0
        while i >= 0 and steps <= b.n_figures:
            if i >= b.n_figures:
                yield f"group {g} lists figure {i}"
                break
            found[i] += 1
            if b.figures[i].group != g or b.figures[i].side != b.groups[g].side:
                yield f"group {g} lists figure {i}, who is of group {b.figures[i].group}"
            i, steps = b.figures[i].next, steps + 1
        if steps > b.n_figures:
            yield f"the list of group {g} goes round"
    for i, times in enumerate(found):
        if times != 1:
            yield f"figure {i} is listed {times} times"


def groups(b: Battle) -> Iterator[str]:
    """Counts add up, words are words, and nobody is two things at once."""
    for g in range(b.n_groups):
        u = b.groups[g]
        left = sum(b.figures[i].group == g for i in range(b.n_figures))
        lost = sum(
            b.figures[i].group == g and b.figures[i].lost in (Lost.KILLED, Lost.SECOND_WOUND)
            for i in range(b.n_figures)
        )
        if lost != u.dead:
            yield f"group {g} says {u.dead} dead and has {lost}"
        if left > u.began:
            yield f"group {g} began with {u.began} and has {left}"
        if b.rules.group_most and strength(b, g) > b.rules.group_most:
            yield f"group {g} has {strength(b, g)} figures"
        if u.router and u.falling_back:
            yield f"group {g} runs and falls back in order"
        if u.activity not in list(Activity) or u.gait not in list(Gait) or u.shape not in list(Shape):
            yield f"group {g} has no such word: {u.activity}, {u.gait}, {u.shape}"
        if u.threat < 0 or u.galloped < 0 or u.dead < 0:
            yield f"group {g} counts below 0"
        if u.attached >= 0 and not is_leader(u):
            yield f"group {g} is with group {u.attached} and no leader"
        if u.shape != Shape.OPEN and b.rules.square_least == 0:
            yield f"group {g} is in {Shape(u.shape).name}, of which the book knows nothing"


def notes(b: Battle) -> Iterator[str]:
    """What is noted of the groups is so."""
    for g, u in enumerate(b.groups[: b.n_groups]):
        men = [f for f in b.figures[: b.n_figures] if f.group == g and f.lost == Lost.NO]
        if (u.strength, u.riders) != (len(men), sum(f.mounted for f in men)):
            yield f"group {g}: {u.strength} men noted, {u.riders} mounted, but there are {len(men)}"
        if any(not (u.left <= f.x <= u.right and u.low <= f.y <= u.high) for f in men):
            yield f"group {g}: somebody is outside the box noted of it"
        if any(f.radius > u.widest for f in men):
            yield f"group {g}: a base is wider than noted"
    for i in range(b.n_figures):
        if b.figures[i].radius != base_of(b, i) / 2:
            yield f"figure {i}: half a base of {b.figures[i].radius}"
    for g in range(b.n_groups):
        h = (g + b.decisions) % b.n_groups  # one each time: in the end all
        if b.groups[g].strength and b.groups[h].strength and g != h:
            low, high = min(g, h), max(g, h)
            d, i, j = measure_pair(b, low, high)
            if nearest_pair(b, low, high) != (d, i, j) or nearest_pair(b, high, low) != (d, j, i):
                yield f"groups {g} and {h}: another gap noted than there is"


def command(b: Battle) -> Iterator[str]:
    """Points are never owed, and the chain hangs on a Player Character of the own side."""
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.points < 0:
            yield f"group {g} has {u.points} command points"
        if u.pc and not is_leader(u):
            yield f"group {g} is a Player Character and no leader"
        if u.relay and (not is_leader(u) or u.commander < 0):
            yield f"group {g} passes on a command it has not"
        if u.commander >= 0 and b.groups[u.commander].side != u.side:
            yield f"group {g} is commanded by the enemy"
    for side in range(2):
        if sum(b.groups[g].pc and b.groups[g].side == side for g in range(b.n_groups)) > 4:
            yield f"side {side} has too many Player Characters"


def engines(b: Battle) -> Iterator[str]:
    for k in range(b.n_engines):
        e = b.engines[k]
        if not 0.0 <= e.charge <= b.rules.gun_load[e.kind] + 1e-9:
            yield f"engine {k} is charged {e.charge}"
        if e.kind == EngineKind.WAGON and (e.loaded or e.fired):
            yield f"wagon {k} is loaded"
        if max(e.fired, e.jammed, e.charged) > b.turn or e.work < 0:
            yield f"engine {k} did something in a turn to come"
        if abs(math.hypot(e.fx, e.fy) - 1.0) > 1e-6:
            yield f"engine {k} faces ({e.fx}, {e.fy})"
        if e.crew != NOBODY and b.groups[e.crew].role not in (Role.CREW, Role.DRIVER):
            yield f"engine {k} is served by group {e.crew}, which is no crew"
        off = min(e.x, e.y, b.ground.width - e.x, b.ground.depth - e.y)
        if is_out(b, k) and off < 0.0:
            yield f"engine {k} is off the table at {e.x:.2f}, {e.y:.2f}"


def markers(b: Battle) -> Iterator[str]:
    """Who is under a marker is hidden, and it lies."""
    for g in range(b.n_groups):
        u = b.groups[g]
        hidden = [
            i for i in range(b.n_figures) if b.figures[i].group == g and b.figures[i].lost == Lost.HIDDEN
        ]
        if bool(hidden) != (u.marker >= 0):
            yield f"group {g} is under marker {u.marker} with {len(hidden)} figures"
        if u.marker >= 0 and (b.markers[u.marker].up or not b.markers[u.marker].real):
            yield f"group {g} is under marker {u.marker}, which hides nobody"


def bases(b: Battle) -> Iterator[str]:
    """No two bases stand in one another."""
    there = [(i, f.x, f.y, radius(b, i)) for i, f in enumerate(b.figures[: b.n_figures]) if present(f)]
    for n, (i, x, y, r) in enumerate(there):
        for j, ox, oy, o in there[:n]:
            if abs(x - ox) < r + o and abs(y - oy) < r + o:
                deep = r + o - math.hypot(x - ox, y - oy)
                if deep > DEEP:
                    yield f"figures {j} and {i} stand {deep:.4f} in one another"
    for k, e in enumerate(b.engines[: b.n_engines]):
        for i, x, y, r in there:
            deep = r + e.base / 2 - math.hypot(x - e.x, y - e.y)
            if is_out(b, k) and deep > DEEP:
                yield f"figure {i} stands {deep:.4f} in engine {k}"
