"""What a side may not know: hidden formations of the enemy [FW-R114], and spells that his mages have not cast [FW-R87].

Either side knows its own; when the battle is over, nothing is secret any more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, fields
from typing import Any

from ...battle import Event, Refusal
from ...table.terrain import Scratch
from .charms import remove_charm
from .forces import Names, spare_name
from .state import NOBODY, Battle, Ev, Formation, Lost, Strip
from .strips import is_character
from .telling import TELLERS
from .words import formation_piece, strip_piece

UNSEEN = "somebody unseen"


@dataclass
class Hidden:
    """A formation that began hidden: its strips, and the numbers that its characters have when they are alone."""

    formations: list[int] = field(default_factory=list)
    strips: list[int] = field(default_factory=list)
    found: int = 0  # the turn in which it was revealed; 0: it is hidden still

    def pieces(self, n: Names) -> frozenset[int]:
        """Places in Names.pieces."""
        return frozenset(
            [*(formation_piece(f) for f in self.formations), *(strip_piece(n, i) for i in self.strips)]
        )


@dataclass
class Veiled(Names):
    """The names for somebody who may not know all."""

    truth: Names = field(default_factory=Names)
    ambushes: dict[int, Hidden] = field(default_factory=dict)  # of the enemy, by their formations

    def learn(self, f: int) -> None:
        """A formation is revealed."""
        some = self.ambushes[f]
        for g in some.formations:
            self.formations[g], self.ids[g] = self.truth.formations[g], self.truth.ids[g]
        while some.strips and len(self.strips) <= some.strips[-1]:
            self.unseen_strip(len(self.strips))
        for i in some.strips:
            self.strips[i], self.strip_ids[i] = self.truth.strips[i], self.truth.strip_ids[i]
            self.figures[i] = self.truth.figures[i]

    def unseen_strip(self, i: int) -> None:
        """The place of a strip of which nothing is known."""
        del self.strips[i:], self.strip_ids[i:], self.figures[i:]
        self.strips.append(UNSEEN)
        self.strip_ids.append(f"unseen-strip-{i + 1}")
        self.figures.append(UNSEEN)

    def unseen(self, turn: int, shown: Iterable[int]) -> frozenset[int]:
        """The pieces that were hidden in a turn, but for formations that it has shown already."""
        known = set(shown)
        some = [h for f, h in self.ambushes.items() if f not in known and not 0 < h.found < turn]
        return frozenset(piece for h in some for piece in h.pieces(self))


def hides_in(b: Battle) -> bool:
    """Somebody began hidden, or mages have spells: from the first turn to the last."""
    return b.n_mages > 0 or any(u.ambush for u in b.formations[: b.n_formations])


def conceal(b: Battle, names: Names, sides: tuple[int, ...]) -> Names:
    """Take from a copy of a battle what those who play these sides may not know; the names for them."""
    if b.winner >= 0 or not hides_in(b):
        return names
    ambushes = {f: of_ambush(b, f) for f in range(b.n_formations) if is_secret(b, f, sides)}
    veiled = veil(names, ambushes)
    hidden = [some for some in ambushes.values() if not some.found]
    for some in hidden:
        blank(b, some)
    trim(b, [i for some in hidden for i in some.strips])
    clear(b.scratch, Scratch())
    clear(b.refusal, Refusal())
    for m in b.mages[: b.n_mages]:
        if b.strips[m.strip].side not in sides:
            m.spells, m.preset = m.shown, 0
    return veiled


def is_secret(b: Battle, f: int, sides: tuple[int, ...]) -> bool:
    """Is a formation of the other side hidden, or did it begin so?"""
    u = b.formations[f]
    return (u.ambush or u.hidden) and u.side not in sides


# Formations


def of_ambush(b: Battle, f: int) -> Hidden:
    """Who began in a formation, or is in it now; the numbers of its characters too."""
    u = b.formations[f]
    own = u.members[: u.n]
    strips = [
        i for i in range(b.n_strips) if i in own or (b.strips[i].home == f and b.strips[i].formation < 0)
    ]
    alone = [b.strips[i].home for i in strips if is_character(b.strips[i])]
    return Hidden(list(dict.fromkeys([f, *alone])), strips, 0 if u.hidden else max(1, u.found))


def blank(b: Battle, some: Hidden) -> None:
    """Nothing is left of them but that they are not there: neither they nor what lies on them nor their losses."""
    forget_charms(b, some)
    for i in some.strips:
        if b.strips[i].army >= 0:
            b.original[b.strips[i].army] -= 1
        clear(b.strips[i], Strip(side=b.strips[i].side, army=NOBODY, lost=int(Lost.OFF_TABLE)))
    for f in some.formations:
        clear(b.formations[f], Formation())
        b.mover = NOBODY if b.mover == f else b.mover
    for u in b.formations[: b.n_formations]:
        if u.routed_by in some.strips:
            u.routed_by = NOBODY


def trim(b: Battle, strips: Sequence[int]) -> None:
    """No numbers at the end that nobody has, lest they be counted."""
    b.n_strips = end_of(b.n_strips, strips)
    for i in (i for i in strips if i >= b.n_strips):
        clear(b.strips[i], Strip())
    unused = [f for f in range(b.n_formations) if b.formations[f].original == 0 and b.formations[f].n == 0]
    b.n_formations = end_of(b.n_formations, unused)


def forget_charms(b: Battle, some: Hidden) -> None:
    """Spells on them go; who cast one at somebody else is not known."""
    for k in reversed(range(b.n_charms)):
        c = b.charms[k]
        if c.formation in some.formations or c.strip in some.strips:
            remove_charm(b, k)
        elif c.caster in some.strips:
            c.caster = NOBODY


def clear(record: Any, like: Any) -> None:
    for of in fields(like):
        setattr(record, of.name, getattr(like, of.name))


# Names


def veil(names: Names, ambushes: dict[int, Hidden]) -> Veiled:
    """The names without those of formations that are hidden still."""
    known = {of.name: copy(getattr(names, of.name)) for of in fields(Names)}
    out = Veiled(**known, truth=names, ambushes=ambushes)
    hidden = [some for some in ambushes.values() if not some.found]
    for f in (f for some in hidden for f in some.formations):
        out.ids[f], out.formations[f] = spare_name(names, f)
    cover_strips(out, [i for some in hidden for i in some.strips])
    return out


def cover_strips(names: Veiled, hidden: Sequence[int]) -> None:
    """Strips of the enemy's have no name; at the end of the list, no place."""
    last = end_of(len(names.strips), hidden)
    del names.strips[last:], names.strip_ids[last:], names.figures[last:]
    for i in hidden:
        if i < last:
            names.strips[i], names.strip_ids[i], names.figures[i] = UNSEEN, f"unseen-strip-{i + 1}", UNSEEN


def end_of(n: int, hidden: Sequence[int]) -> int:
    """How many there are up to the last that is not hidden."""
    while n - 1 in hidden:
        n -= 1
    return n


# Events


def heard(names: Names, events: Iterable[Event], sides: tuple[int, ...]) -> list[Event]:
    """The events of which those who play these sides hear: nothing of the hidden before they were revealed."""
    if not isinstance(names, Veiled):
        return list(events)
    some = list(events)
    turn = turn_of(names, some)
    shown: list[int] = []
    out: list[Event] = []
    unseen = names.unseen(turn, shown)
    for e in some:
        if e.kind == Ev.REVEALED and e.actor in names.ambushes:
            shown.append(int(e.actor))
            names.learn(int(e.actor))
            unseen = names.unseen(turn, shown)
        if unseen.isdisjoint(TELLERS[int(e.kind)][1](names, e).units):
            out.append(e)
    return out


def turn_of(names: Veiled, events: Sequence[Event]) -> int:
    """The turn that events tell of; without a word of it they are the newest."""
    newest = 1 + max((h.found for h in names.ambushes.values()), default=0)
    return next((int(e.a) for e in events if e.kind == Ev.TURN), newest)
