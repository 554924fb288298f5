"""What nobody may know: what is under the markers of the side that is run solo [TY-100, TY-101].

Whoever answers for that side knows no more than the others, lest somebody take both seats to look.
Men in terrain who have not been spotted stand on the table for everybody to see: only their enemies' troops do not
see them [TY-R57].  When the battle is over, all markers may be looked under."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, fields
from typing import Any

from ...battle import Event
from .names import PIECE_ENGINE, PIECE_GROUP, Names
from .state import MARKERS, Battle, Engine, Ev, Figure, Group, Lost
from .telling import TELLERS

UNSEEN = "somebody unseen"


@dataclass
class Hidden:
    """What is under markers: groups, their figures, their guns."""

    groups: list[int] = field(default_factory=list)
    figures: list[int] = field(default_factory=list)
    engines: list[int] = field(default_factory=list)

    @property
    def pieces(self) -> frozenset[int]:
        """The same as places in Names.pieces."""
        groups = {PIECE_GROUP + g for g in self.groups}
        return frozenset({*self.figures, *groups, *(PIECE_ENGINE + k for k in self.engines)})


@dataclass
class Veiled(Names):
    """The names for somebody who may not know all; of whom he hears that they appear, he learns the names."""

    truth: Names = field(default_factory=Names)
    members: dict[int, Hidden] = field(default_factory=dict)  # of each hidden group

    def learn(self, g: int) -> None:
        """A group has appeared."""
        found = self.members.pop(g, None)
        if found is not None:
            self.show("groups", "group_ids", "G", found.groups)
            self.show("figures", "figure_ids", "F", found.figures)
            self.show("engines", "engine_ids", "X", found.engines)

    def show(self, names: str, ids: str, letter: str, some: Sequence[int]) -> None:
        """Put the true names in their places, and none into those before them."""
        mine, handles = getattr(self, names), getattr(self, ids)
        for k in some:
            while len(mine) <= k:
                handles.append(f"{letter}{len(mine) + 1}")
                mine.append(UNSEEN)
            mine[k], handles[k] = getattr(self.truth, names)[k], getattr(self.truth, ids)[k]

    @property
    def unseen(self) -> frozenset[int]:
        """The pieces that are still hidden."""
        return frozenset(piece for some in self.members.values() for piece in some.pieces)


def hides_in(b: Battle) -> bool:
    """Are, or were, there hidden markers in this battle?"""
    return b.n_markers > 0


def face_down(b: Battle) -> list[int]:
    """The markers that nobody may look under yet."""
    return [] if b.winner >= 0 else [m for m in range(b.n_markers) if not b.markers[m].up]


def conceal(b: Battle, names: Names, sides: tuple[int, ...]) -> Names:
    """Take from a copy of a battle what is under its markers, whatever sides its viewer plays; the names for him."""
    markers = face_down(b)
    if not markers:
        return names
    members = {g: under(b, g) for g in range(b.n_groups) if b.groups[g].marker in markers}
    veiled = veil(names, members)
    for m in markers:
        b.markers[m].real, b.markers[m].veiled = False, True
    for some in members.values():
        blank(b, some)
    veiled.platoons = platoons_of(b, veiled.platoons)
    b.n_groups = end_of(b.n_groups, [g for some in members.values() for g in some.groups])
    b.n_figures = end_of(b.n_figures, [i for some in members.values() for i in some.figures])
    b.n_engines = end_of(b.n_engines, [k for some in members.values() for k in some.engines])
    return veiled


def under(b: Battle, g: int) -> Hidden:
    """A hidden group with its figures and its gun."""
    figures = [i for i in range(b.n_figures) if b.figures[i].group == g]
    return Hidden([g], figures, [k for k in range(b.n_engines) if b.engines[k].crew == g])


def blank(b: Battle, some: Hidden) -> None:
    """Nothing is left of them but that they are not there."""
    for g in some.groups:
        clear(b.groups[g], Group(side=b.groups[g].side, marker=MARKERS))  # under none that there is
    for i in some.figures:
        clear(b.figures[i], Figure(side=b.figures[i].side, group=b.figures[i].group, lost=int(Lost.HIDDEN)))
    for k in some.engines:
        clear(b.engines[k], Engine(side=b.engines[k].side, crew=b.engines[k].crew))


def platoons_of(b: Battle, names: list[str]) -> list[str]:
    """The platoons of which somebody is known; the others have no name, and none at the end."""
    used = {b.groups[g].platoon for g in range(b.n_groups)}
    known = [name if k in used else "" for k, name in enumerate(names)]
    return known[: end_of(len(known), [k for k in range(len(known)) if k not in used])]


def clear(record: Any, like: Any) -> None:
    for of in fields(like):
        setattr(record, of.name, getattr(like, of.name))


def end_of(n: int, hidden: Sequence[int]) -> int:
    """How many there are up to the last that is not hidden."""
    while n - 1 in hidden:
        n -= 1
    return n


def veil(names: Names, members: dict[int, Hidden]) -> Veiled:
    """The names without those of hidden groups, their men and their guns."""
    known = {of.name: copy(getattr(names, of.name)) for of in fields(Names)}
    out = Veiled(**known, truth=names, members=dict(members))
    hidden = list(members.values())
    cover(out.groups, out.group_ids, "G", [g for some in hidden for g in some.groups])
    cover(out.figures, out.figure_ids, "F", [i for some in hidden for i in some.figures])
    cover(out.engines, out.engine_ids, "X", [k for some in hidden for k in some.engines])
    return out


def cover(names: list[str], ids: list[str], letter: str, hidden: Sequence[int]) -> None:
    n = end_of(len(names), hidden)
    del names[n:], ids[n:]
    for k in hidden:
        if k < n:
            names[k], ids[k] = UNSEEN, f"{letter}{k + 1}"


def heard(names: Names, events: Iterable[Event], sides: tuple[int, ...]) -> list[Event]:
    """The events of which anybody hears: nothing about men under markers."""
    if not isinstance(names, Veiled):
        return list(events)
    out: list[Event] = []
    unseen = names.unseen
    for e in events:
        if e.kind == Ev.ENTERS and e.actor in names.members:
            names.learn(int(e.actor))
            unseen = names.unseen
        if unseen.isdisjoint(TELLERS[int(e.kind)][1](names, e).units):
            out.append(e)
    return out
