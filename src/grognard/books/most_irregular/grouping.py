"""Which events of Most Irregular belong together, and are told in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ... import chronicle
from ...battle import Event
from .setup import Names
from .state import OFFICER, Ev, Lost, R


@dataclass(frozen=True)
class Group:
    """Events told in one line: the one it is about, all of them in order, and what comes after."""

    lead: Event
    events: Sequence[Event]
    after: Sequence[Event] = ()

    def of(self, *kinds: Ev) -> list[Event]:
        return [e for e in self.events if e.kind in kinds]

    def who(self, *kinds: Ev) -> list[int]:
        """The actors of events of these kinds."""
        return [int(e.actor) for e in self.of(*kinds)]

    def faces(self) -> tuple[int, ...]:
        """The dice rolled together in any of the events."""
        return tuple(p for e in self.events for p in chronicle.faces(int(e.faces)))

    def same_kind(self) -> list[Event]:
        return self.of(Ev(self.lead.kind))


def off_table(g: Group) -> list[int]:
    return [int(e.actor) for e in g.of(Ev.LOST) if e.a == Lost.OFF_TABLE]


Belongs = Callable[[Names, Sequence[Event], Event], bool]  # does the next event belong to those so far?


def follows(*kinds: Ev) -> Belongs:
    """Any of these kinds, of the same actor as the first."""
    return lambda n, so_far, e: e.kind in kinds and e.actor == so_far[0].actor


def alike(n: Names, so_far: Sequence[Event], e: Event) -> bool:
    """The same again: kind, rule and the body it concerns; or that the last of them has left the table."""
    first, last = so_far[0], so_far[-1]
    if e.kind == Ev.LOST and first.kind in GOINGS:
        return bool(e.a == Lost.OFF_TABLE and e.actor == last.actor and last.kind in GOINGS)
    return bool(e.kind == first.kind and e.rule == first.rule and (e.other == first.other or e.rule == 133))


GOINGS = (Ev.RECOILS, Ev.FALLS_BACK)


def in_volley(n: Names, so_far: Sequence[Event], e: Event) -> bool:
    """Die, parts, price, points: until the points are there."""
    return so_far[-1].kind != Ev.POINTS and e.kind in (Ev.FIRE_SUM, Ev.PRICE, Ev.POINTS)


def in_hits(n: Names, so_far: Sequence[Event], e: Event) -> bool:
    """The hits of one volley on one side, each with what comes of it."""
    last = next(x for x in reversed(so_far) if x.kind == Ev.HIT)
    if e.kind == Ev.HIT:
        return e.rule == last.rule and side_of(n, e) == side_of(n, last)
    effects = e.kind in (Ev.WOUNDED, Ev.LOST) or (e.kind == Ev.RECOILS and e.rule == 78)
    return effects and e.actor == last.actor


def side_of(n: Names, e: Event) -> int:
    return n.man_sides[e.actor] if 0 <= e.actor < len(n.man_sides) else -1


def in_duel(n: Names, so_far: Sequence[Event], e: Event) -> bool:
    """Two tests hand to hand, and who falls."""
    if e.kind == Ev.MAN_TESTS:
        return e.rule == 132 and sum(x.kind == Ev.MAN_TESTS for x in so_far) < 2
    return bool(e.kind == Ev.LOST and e.rule == 134)


def in_tests(n: Names, so_far: Sequence[Event], e: Event) -> bool:
    """Men called to a commander; two hand to hand; or one man, and his end if he fails."""
    first = so_far[0]
    if first.rule == R + 14:
        return e.rule == first.rule and e.kind in (Ev.MAN_TESTS, Ev.NOT_RALLIED)
    if first.rule == 132:
        return in_duel(n, so_far, e)
    return bool(e.kind == Ev.LOST and e.actor == first.actor and not first.b)


def in_combat(n: Names, so_far: Sequence[Event], e: Event) -> bool:
    """The total of one side, then of the other."""
    if e.kind == Ev.COMBAT:
        return e.actor == so_far[0].other and sum(x.kind == Ev.COMBAT for x in so_far) < 2
    return e.kind == Ev.COMBAT_SUM


def in_joining(n: Names, so_far: Sequence[Event], e: Event) -> bool:
    """Men taken in one by one, and the regrouping that took them."""
    if so_far[-1].kind == Ev.REGROUPS:
        return False
    if e.kind == Ev.REGROUPS:
        return bool(e.actor == so_far[0].other and so_far[0].rule == 120)
    return alike(n, so_far, e)


def in_mending(n: Names, so_far: Sequence[Event], e: Event) -> bool:
    return e.kind in (Ev.MENDS, Ev.STAYS_WOUNDED) or bool(e.kind == Ev.LOST and e.a == Lost.REAR)


def in_bailing(n: Names, so_far: Sequence[Event], e: Event) -> bool:
    return bool(e.kind == Ev.LOST and e.rule == 137)


def in_leaving(n: Names, so_far: Sequence[Event], e: Event) -> bool:
    return bool(e.kind == Ev.LEFT_BEHIND and e.other == so_far[0].actor)


def in_sniping(n: Names, so_far: Sequence[Event], e: Event) -> bool:
    return bool(e.kind == Ev.LOST and e.a == Lost.SNIPED and e.actor == OFFICER + so_far[0].actor)


BELONGS: dict[Ev, Belongs] = {
    Ev.SNIPED_AT: in_sniping,
    Ev.WOUNDED_ROLL: in_leaving,
    Ev.FIRES: follows(Ev.RANGE),
    Ev.SHOT: in_volley,
    Ev.HIT: in_hits,
    Ev.NERVE: follows(Ev.STAYS),
    Ev.TESTS: follows(Ev.HOLDS, Ev.GIVES_GROUND),
    Ev.MAN_TESTS: in_tests,
    Ev.ATTACKS: in_duel,
    Ev.COMBAT: in_combat,
    Ev.MENDING: in_mending,
    Ev.BAILS: in_bailing,
    Ev.JOINS: in_joining,
    Ev.STRAGGLES: alike,
    Ev.LEFT_BEHIND: alike,
    Ev.RECOILS: alike,
    Ev.FALLS_BACK: alike,
    Ev.LOST: alike,
    Ev.TAKES_COVER: alike,
    Ev.COMES: alike,
    Ev.NOT_RALLIED: alike,
}


def in_order(events: Iterable[Event]) -> list[Event]:
    """A man who goes off the table is lost before the log says that he went: told the other way round."""
    out = list(events)
    for k in range(len(out) - 1):
        here, after = out[k], out[k + 1]
        if here.kind == Ev.LOST and here.a == Lost.OFF_TABLE:
            if after.kind in GOINGS and after.actor == here.actor:
                out[k], out[k + 1] = after, here
    return out


def groups(n: Names, events: Iterable[Event]) -> list[Group]:
    """The events of a log, those together that are told in one line."""
    every = in_order(events)
    out, k = [], 0
    while k < len(every):
        end = k + 1
        belongs = BELONGS.get(Ev(every[k].kind))
        while belongs is not None and end < len(every) and belongs(n, every[k:end], every[end]):
            end += 1
        together = every[k:end]
        lead = together[-1] if together[-1].kind == Ev.REGROUPS else together[0]
        out.append(Group(lead, together, every[end : end + SEEN]))
        k = end
    return out


SEEN = 40  # how far ahead a line may look: over all the wounded of a unit who are left behind
