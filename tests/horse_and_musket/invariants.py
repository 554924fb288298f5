"""What must be true of a Horse and Musket battle at every moment: see tests/watching.py."""

from __future__ import annotations

import math
from collections.abc import Iterator

from grognard.books.horse_and_musket.movement import building_box, is_building
from grognard.books.horse_and_musket.state import Arm, Battle, Formation, Leader, Leave, Lost, Phase, Unit
from grognard.books.horse_and_musket.units import (
    box_of,
    box_of_leader,
    gap_between,
    may_take,
    on_table,
    shape_of,
    stands_of,
)
from grognard.table.boxes import beyond_edge, penetration

from ..watching import Watching, no_numbers

SHARE = 1.0  # of the battles of tests/test_battles.py
TOUCH = 1e-4  # how deep two footprints may stand in one another: nothing that anybody could measure
CONTACT = 1e-3  # beyond the rule's own contact


class Watch(Watching):
    phases = Phase

    def __init__(self) -> None:
        super().__init__()
        self.figures: list[int] = []
        self.lost: list[int] = []
        self.alive: list[bool] = []
        self.shots: list[int] = []

    def wrong(self, b: Battle) -> Iterator[str]:
        yield from faults(b)
        yield from self.rises(b)

    def remember(self, b: Battle) -> None:
        units = b.units[: b.n_units]
        self.figures = [u.figures for u in units]
        self.lost = [u.lost for u in units]
        self.shots = [u.shots for u in units]
        self.alive = [g.alive for g in b.leaders[: b.n_leaders]]

    def rises(self, b: Battle) -> Iterator[str]:
        """Figures and shots only fall, the dead stay dead, the lost stay lost."""
        for i, before in enumerate(self.figures):
            u = b.units[i]
            if u.figures > before:
                yield f"unit {i} grew from {before} to {u.figures} figures"
            if u.shots > self.shots[i]:
                yield f"unit {i} found shots: {self.shots[i]} to {u.shots}"
            if self.lost[i] not in (Lost.NO, Lost.RESERVE) and u.lost != self.lost[i]:
                yield f"unit {i} was {Lost(self.lost[i]).name} and is {Lost(u.lost).name}"
            if self.lost[i] == Lost.NO and u.lost == Lost.RESERVE:
                yield f"unit {i} went back into reserve"
        for k, before_alive in enumerate(self.alive):
            if b.leaders[k].alive and not before_alive:
                yield f"general {k} rose from the dead"


def faults(b: Battle) -> Iterator[str]:
    """Everything that is not as it must be."""
    yield from numbers(b)
    for i in range(b.n_units):
        yield from faults_of_unit(b, i)
    for k in range(b.n_leaders):
        yield from faults_of_leader(b, k, b.leaders[k])
    yield from overlaps(b)
    yield from contacts(b)


def numbers(b: Battle) -> Iterator[str]:
    """No number that is no number anywhere in the state."""
    yield from no_numbers("unit", b.units[: b.n_units])
    yield from no_numbers("general", b.leaders[: b.n_leaders])
    if not -1 <= b.winner <= 2 or b.n_melees > b.n_units or not 0 <= b.turn <= b.rules.turns:
        yield f"winner {b.winner}, {b.n_melees} melees, turn {b.turn}"


def faults_of_unit(b: Battle, i: int) -> Iterator[str]:
    u = b.units[i]
    if not 0 <= u.figures <= u.original:
        yield f"unit {i} has {u.figures} of {u.original} figures"
    if not 0 <= u.shots <= b.rules.shots:
        yield f"unit {i} has {u.shots} shots"
    if not on_table(u):
        yield from faults_of_the_lost(b, i, u)
        return
    if u.figures == 0:
        yield f"unit {i} is on the table with nobody in it"
    if abs(u.fx * u.fx + u.fy * u.fy - 1.0) > 1e-9:
        yield f"unit {i} faces ({u.fx}, {u.fy})"
    off = beyond_edge(box_of(u), b.ground.width, b.ground.depth)
    if off > TOUCH:
        yield f"unit {i} is off the table by {off}"
    yield from faults_of_formation(b, i, u)
    yield from faults_of_spirit(b, i, u)


def faults_of_the_lost(b: Battle, i: int, u: Unit) -> Iterator[str]:
    """Who is gone fights nobody, and nobody is with him."""
    if u.locked >= 0:
        yield f"unit {i} is {Lost(u.lost).name} and locked with {u.locked}"
    if u.lost == Lost.DESTROYED and u.arm != Arm.ARTILLERY and u.figures > 0:
        yield f"unit {i} is destroyed with {u.figures} figures"
    if u.lost != Lost.RESERVE and any(g.alive and g.attached == i for g in b.leaders[: b.n_leaders]):
        yield f"a general is with unit {i}, which is {Lost(u.lost).name}"


def faults_of_formation(b: Battle, i: int, u: Unit) -> Iterator[str]:
    """A formation of its arm, with the footprint of that formation."""
    if (u.formation == Formation.GARRISON) != (u.building >= 0):
        yield f"unit {i} is in {Formation(u.formation).name} and building {u.building}"
    if (u.formation == Formation.BATTERY) != (u.arm == Arm.ARTILLERY):
        yield f"unit {i} of {Arm(u.arm).name} is in {Formation(u.formation).name}"
    if u.building >= 0:
        home = building_box(b, u.building)
        if u.arm != Arm.INFANTRY or max(abs(a - c) for a, c in zip(box_of(u), home, strict=True)) > 1e-9:
            yield f"unit {i} does not fill building {u.building}"
        return
    shape = shape_of(b, u, u.formation, u.files)
    if abs(u.width - shape[0]) + abs(u.depth - shape[1]) > 1e-9 and not u.suffered:
        yield f"unit {i}, {stands_of(b, u)} stands: {u.width} by {u.depth}, not {shape[0]} by {shape[1]}"
    if u.arm == Arm.CAVALRY and not may_take(b, u, u.formation):
        yield f"cavalry unit {i} is in {Formation(u.formation).name}"


def faults_of_spirit(b: Battle, i: int, u: Unit) -> Iterator[str]:
    """Who runs is disordered; who is disordered owes a check; guns never run."""
    if u.routing and not u.disordered:
        yield f"unit {i} routs in good order"
    if u.disordered and not u.marker:
        yield f"unit {i} is disordered and owes no check"
    if u.leave not in tuple(Leave):
        yield f"unit {i} has leave {u.leave}"
    if u.sheltering >= 0:
        friend = b.units[u.sheltering]
        if u.arm != Arm.ARTILLERY or friend.side != u.side:
            yield f"unit {i} shelters with {u.sheltering}"
    if u.commander and u.commander_killed:
        yield f"the commander of unit {i} is dead and alive"


def faults_of_leader(b: Battle, k: int, g: Leader) -> Iterator[str]:
    if not g.alive:
        return
    if g.attached >= 0:
        u = b.units[g.attached]
        if u.side != g.side or u.lost not in (Lost.NO, Lost.RESERVE):
            yield f"general {k} is with unit {g.attached}, which is {Lost(u.lost).name}"
        elif u.lost == Lost.NO and math.hypot(u.x - g.x, u.y - g.y) > 1e-9:
            yield f"general {k} is with unit {g.attached} but {math.hypot(u.x - g.x, u.y - g.y)} away"
        if [h.attached for h in b.leaders[: b.n_leaders] if h.alive].count(g.attached) > 1:
            yield f"two generals are with unit {g.attached}"
    else:
        off = beyond_edge(box_of_leader(b, g), b.ground.width, b.ground.depth)
        if off > TOUCH:
            yield f"general {k} is off the table by {off}"


def overlaps(b: Battle) -> Iterator[str]:
    """Nobody stands on anybody, and only its garrison stands in a building."""
    on = [i for i in range(b.n_units) if on_table(b.units[i])]
    for i in on:
        for j in on:
            if j < i:
                deep = penetration(box_of(b.units[i]), box_of(b.units[j]))[0]
                if deep > TOUCH:
                    yield f"units {i} and {j} overlap by {deep}"
        for k in range(b.ground.n):
            if is_building(b, k) and b.units[i].building != k:
                deep = penetration(box_of(b.units[i]), building_box(b, k))[0]
                if deep > TOUCH:
                    yield f"unit {i} stands in building {k} by {deep}"


def contacts(b: Battle) -> Iterator[str]:
    """Who is locked or has charged home touches his enemy."""
    for i in range(b.n_units):
        u = b.units[i]
        if not on_table(u):
            continue
        foes = [u.locked] if u.locked >= 0 else []
        if u.charging and u.in_contact and u.target >= 0 and on_table(b.units[u.target]):
            foes.append(u.target)
        for j in foes:
            e = b.units[j]
            if e.side == u.side or not on_table(e):
                yield f"unit {i} is in contact with {j}, a friend or gone"
            elif gap_between(u, e) > b.rules.contact + CONTACT and not settled(u, e):
                yield f"unit {i} is in contact with {j}, {gap_between(u, e)} away"


def settled(u: Unit, e: Unit) -> bool:
    """Ranks have closed up since: the rear has moved, the contact is a word until the turn ends."""
    return u.suffered > 0 or e.suffered > 0
