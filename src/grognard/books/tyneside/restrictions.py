"""Outside the rules: an army list with its points, and what of it is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from pathlib import Path

from ...armies import Breach, Muster, Priced
from ...chronicle import does
from ...problems import unknown
from ...scenario import entry_at, read
from ...setting import once_each
from ...tables import Override, words_of
from . import mustering, setup
from .figures import is_leader, survey
from .forces import Force, GroupEntry
from .mustering import FOOT, KINDS, figures_of
from .names import Member, Names
from .points import Part, gun_price, has_points, item_name, man_of, parts_of
from .state import Battle, Book, EngineKind, Group, Kind, Role, Weapon
from .status import has_missiles


class List:
    """An army list on parade: every group mustered as for a battle."""

    def __init__(self, m: Member, path: Path, house: Override) -> None:
        self.m, self.b = m, Battle()
        self.b.book = m.book
        setup.lay_rules(self.b, m, house)
        self.force = read(path, Force)
        setup.check_book(self.force, m, path)
        once_each(path, "groups", [entry.id for entry in self.force.groups])
        names = Names(qualities=m.qualities)
        for k, entry in enumerate(self.force.groups):
            where = f"{path}: {entry_at('groups', k, entry.name)}"
            g = mustering.muster(self.b, m, 0, entry, names, where)
            mustering.add_engine(self.b, g, entry, names, where)
            self.check_loyalty(entry, where)
        survey(self.b)

    def check_loyalty(self, entry: GroupEntry, where: str) -> None:
        ids = [other.id for other in self.force.groups]
        for id in entry.loyal_to or ():
            if id not in ids:
                raise unknown("group", id, ids, f"{where}.loyal_to")

    def groups(self) -> Iterator[tuple[int, Group, GroupEntry]]:
        for g, entry in enumerate(self.force.groups):
            yield g, self.b.groups[g], entry


def check_force(m: Member, path: Path, house: Override) -> Muster:
    """The lines of a list with their points, what is not allowed, and what is not as it should be [PS-109]."""
    a = List(m, path, house)
    priced = has_points(a.b.rules)
    lines = tuple(line for g, u, entry in a.groups() for line in lines_of(a, g, u, entry))
    breaches = tuple(breach for restriction in RESTRICTIONS for breach in restriction(a))
    notes = tuple(note for advice in ADVICE for note in advice(a))
    return Muster(a.force.name, priced, lines, breaches, notes)


# Points


def lines_of(a: List, g: int, u: Group, entry: GroupEntry) -> Iterator[Priced]:
    """Figures of a group that are armed alike, one line each sort; and its gun."""
    alike: dict[tuple[tuple[Part, ...], bool], int] = {}
    for i in figures_of(a.b, g):
        parts = tuple(parts_of(a.b.rules, a.b.options, man_of(a.b, i)))
        sort = parts, entry.bayonet and takes_bayonet(a, i)
        alike[sort] = alike.get(sort, 0) + 1
    for (parts, bayonet), n in alike.items():
        text = summed(parts, a) + ", bayonet" * bayonet
        yield Priced(entry.id, entry.name, n, sum(p.points for p in parts), text)
    if entry.engine is not None and has_points(a.b.rules):
        part = gun_price(a.b.rules, a.b.engines[u.engine].kind)
        yield Priced(entry.id, entry.engine.name, 1, part.points, summed((part,), a), False)


def summed(parts: tuple[Part, ...], a: List) -> str:
    if not has_points(a.b.rules):
        return ", ".join(item_name(p.item, a.m.qualities) for p in parts)
    return " + ".join(f"{p.points} {item_name(p.item, a.m.qualities)}" for p in parts)


# What is not allowed


def own(a: List, early: str, pike: str) -> tuple[str, ...]:
    """The rules behind it in this book."""
    return tuple((early if a.m.book == Book.EARLY_19TH else pike).split())


def too_many(a: List) -> Iterator[Breach]:
    """A group of pike and shot has at most 40 figures [PS-018]."""
    most = a.b.rules.group_most
    for _, u, entry in a.groups():
        if most and u.began > most:
            yield Breach(entry.id, f"{u.began} figures; at most {most} in a group", ("PS-018",))


def wrong_guns(a: List) -> Iterator[Breach]:
    """Guns too heavy for the book; wagons are the early 19th century's [EC-086, EC-R33, EC-092, PS-085]."""
    most = a.b.rules.gun_pounds_most
    for _, u, entry in a.groups():
        if entry.engine is None:
            continue
        e = a.b.engines[u.engine]
        if e.kind == EngineKind.WAGON and a.m.book == Book.PIKE_AND_SHOT:
            yield Breach(entry.id, "the book has no wagons", ("PS-085",))
        if most and e.pounds > most:
            text = f"{e.pounds} pounds; no gun is heavier than {most} pounders"
            yield Breach(entry.id, text, ("EC-086", "EC-R33"))


def few_crew(a: List) -> Iterator[Breach]:
    """A gun served by fewer than 3 cannot be used [PS-087]."""
    least = a.b.rules.gun_crew_least
    for _, u, entry in a.groups():
        if u.role == Role.CREW and u.began < least:
            yield Breach(entry.id, f"a crew of {u.began}; a gun wants {least} at least", ("PS-087",))


def crew_kit(a: List) -> Iterator[Breach]:
    """A crewman with his sword is complete [PS-129, PS-R36]."""
    for g, u, entry in a.groups():
        if not has_points(a.b.rules) or u.role != Role.CREW:
            continue
        more = {w for i in figures_of(a.b, g) for w in a.b.figures[i].arms} - {Weapon.NONE, Weapon.SWORD}
        if more or entry.mounted or entry.targe or entry.armour != "none":
            text = "a crewman has a sword and nothing else for his 8 points"
            yield Breach(entry.id, text, ("PS-129", "PS-R36"))


def takes_bayonet(a: List, i: int) -> bool:
    """Whether a figure has something to fix one on [EC-006, EC-007]."""
    return any(a.b.rules.bayonet_factor[w] for w in a.b.figures[i].arms)


def bayonets(a: List) -> Iterator[Breach]:
    """Only rifles and muskets of the early 19th century take a bayonet [EC-006, EC-007, EC-R02]."""
    for g, _, entry in a.groups():
        if entry.bayonet and not any(takes_bayonet(a, i) for i in figures_of(a.b, g)):
            text = "bayonets, and nothing to fix them on"
            yield Breach(entry.id, text, own(a, "EC-006 EC-007 EC-R02", "PS-011 PS-012"))


def no_armour(a: List) -> Iterator[Breach]:
    """Armour and targes are pike and shot's; cuirassiers of the early 19th century are a kind of horse [EC-067]."""
    if any(a.b.rules.armour_melee):
        return
    for _, _, entry in a.groups():
        if entry.armour != "none" or entry.targe:
            yield Breach(entry.id, "the book has no armour; cuirassiers are a kind of horse", ("EC-067",))


def horses(a: List) -> Iterator[Breach]:
    """Horse ride, and foot do not; leaders do as they please [EC-056, PS-R17]."""
    for _, u, entry in a.groups():
        kind, rules = word(Kind, u.kind), own(a, "EC-056", "PS-R17")
        if is_leader(u):
            continue
        if entry.mounted and u.kind in FOOT:
            ways = ", ".join(word(Kind, k) for k in KINDS[a.m.book] if k not in FOOT)
            yield Breach(entry.id, f"mounted {kind}; those who ride are {ways}", rules)
        elif not entry.mounted and u.kind not in FOOT:
            yield Breach(entry.id, f"{kind} without horses", rules)


def units(a: List) -> Iterator[Breach]:
    """A platoon is of Formed troops, a Formed Unit of foot or of horse [EC-021, EC-R21, PS-019, PS-R24]."""
    rides: dict[str, bool] = {}
    for _, u, entry in a.groups():
        if not entry.platoon:
            continue
        if a.m.book == Book.EARLY_19TH and u.kind != Kind.FORMED:
            yield Breach(
                entry.id, f"{word(Kind, u.kind)} in a platoon, which is of formed troops", ("EC-021",)
            )
        if rides.setdefault(entry.platoon, entry.mounted) != entry.mounted:
            yield Breach(entry.id, f"foot and horse in one unit, {entry.platoon}", ("PS-019", "PS-R24"))


def volleys(a: List) -> Iterator[Breach]:
    """Poor troops cannot fire volleys, and in early-war games nobody [PS-022, PS-R25]."""
    for g, u, entry in a.groups():
        if a.m.book == Book.PIKE_AND_SHOT and entry.volley and not mustering.can_volley(a.b, a.m, g):
            yield Breach(entry.id, f"{grade_of(a, u)} troops cannot fire volleys", ("PS-022", "PS-R25"))


def civilians(a: List) -> Iterator[Breach]:
    """Civilians are of the lowest class [TY-R91]."""
    for _, u, entry in a.groups():
        if u.civilian and grade_of(a, u) != a.m.qualities[0]:
            yield Breach(entry.id, f"civilians are {a.m.qualities[0]}; {grade_of(a, u)} given", ("TY-R91",))


RESTRICTIONS: tuple[Callable[[List], Iterator[Breach]], ...] = (
    too_many,
    horses,
    bayonets,
    no_armour,
    wrong_guns,
    few_crew,
    crew_kit,
    units,
    volleys,
    civilians,
)


# What is not as it should be


def one_grade(a: List) -> Iterator[Breach]:
    """All figures of a company should have the same grade [PS-108]."""
    grades: dict[str, dict[str, None]] = {}
    for _, u, entry in a.groups():
        if entry.platoon:
            grades.setdefault(entry.platoon, {})[grade_of(a, u)] = None
    for unit, found in grades.items():
        if a.m.book == Book.PIKE_AND_SHOT and len(found) > 1:
            text = f"{does(unit, 'is')} {' and '.join(found)}; a company should be of one grade"
            yield Breach("", text, ("PS-108",))


def somebody_leads(a: List) -> Iterator[Breach]:
    """Without an officer or NCO nobody commands [TY-017, TY-R43]."""
    if not any(u.role in (Role.OFFICER, Role.NCO) for _, u, _ in a.groups()):
        yield Breach("", "no officer and no NCO: nobody can command", ("TY-017", "TY-R43"))


def crew_arms(a: List) -> Iterator[Breach]:
    """Gun crews of the early 19th century act as troops with firearms [EC-087]."""
    for g, u, entry in a.groups():
        if a.m.book == Book.EARLY_19TH and u.role == Role.CREW:
            if not any(has_missiles(a.b, i) for i in figures_of(a.b, g)):
                yield Breach(entry.id, "a gun's crew has firearms", ("EC-087",))


def unpriced(a: List) -> Iterator[Breach]:
    """The book has no price for civilians, drivers and wagons [PS-109]."""
    for _, u, entry in a.groups():
        if has_points(a.b.rules) and u.role in (Role.CIVILIANS, Role.DRIVER):
            yield Breach(entry.id, f"the book has no price for a {entry.role}", ("PS-109",))


ADVICE: tuple[Callable[[List], Iterator[Breach]], ...] = (one_grade, somebody_leads, crew_arms, unpriced)


def grade_of(a: List, u: Group) -> str:
    return a.m.qualities[a.b.figures[u.head].quality]


def word(vocabulary: type[IntEnum], value: int) -> str:
    return words_of(vocabulary)[value].replace("_", " ")
