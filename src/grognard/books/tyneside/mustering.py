"""Outside the rules: groups from a force file, with their men and engines, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from math import ceil

from ...problems import Problem, unknown
from ...scenario import SIDES, Point
from ...setting import facing_of, word
from .figures import base_of, enlist, is_leader, radius
from .forces import GroupEntry, GroupPlace
from .names import Member, Names
from .points import man_of, price
from .state import (
    ENGINES,
    FIGURES,
    GROUPS,
    Activity,
    Armour,
    Battle,
    Book,
    EngineKind,
    Gait,
    Kind,
    Lost,
    Role,
    Weapon,
)

GAP = 0.5  # between the bases of men in ranks
FOOT = (Kind.FORMED, Kind.SKIRMISHERS, Kind.IRREGULARS)
KINDS = {
    Book.EARLY_19TH: (*FOOT, Kind.SHOCK, Kind.CUIRASSIERS, Kind.SKIRMISH_HORSE),
    Book.PIKE_AND_SHOT: (*FOOT, Kind.DUTCH, Kind.SWEDISH, Kind.DRAGOONS),
}


def muster(b: Battle, m: Member, side: int, entry: GroupEntry, names: Names, where: str) -> int:
    """A group of an army list takes the field; where its figures stand is another matter."""
    g = b.n_groups
    if g == GROUPS:
        raise Problem(f"{where}: more than {GROUPS} groups in one battle")
    b.n_groups += 1
    u = b.groups[g]
    u.side = side
    u.role = word(Role, entry.role, f"{where}.role", "role")
    u.kind = kind_of(m, entry.kind, f"{where}.kind")
    u.regular = u.kind not in (Kind.IRREGULARS,)
    u.civilian = u.role == Role.CIVILIANS
    u.missile_only = entry.missile_only
    u.began = entry.figures
    names.group_ids.append(entry.id)
    names.groups.append(entry.name)
    enrol(b, m, g, entry, names, where)
    u.volley = can_volley(b, m, g) if entry.volley is None else entry.volley
    if entry.platoon:
        known = f"{SIDES[side]} {entry.platoon}"
        if known not in names.platoons:
            names.platoons.append(known)
        u.platoon = names.platoons.index(known)
    if is_leader(u) and entry.figures != 1:
        raise Problem(f"{where}.figures: {entry.figures} given; a leader is a group of one")
    return g


def can_volley(b: Battle, m: Member, g: int) -> bool:
    """Irregulars cannot, nor can Poor troops, nor anybody in the early war [EC-R15, PS-022, PS-R25]."""
    u = b.groups[g]
    if m.book == Book.EARLY_19TH:
        return bool(u.regular)
    return b.figures[u.head].quality > 0 and b.options.early_war == 0


def enrol(b: Battle, m: Member, g: int, entry: GroupEntry, names: Names, where: str) -> None:
    """The figures of a group, each with what he carries."""
    arms = [weapons(b, entry.arms, f"{where}.arms")] * entry.figures
    for n, other in enumerate(entry.others):
        if other.figures > entry.figures:
            raise Problem(f"{where}.others.{n}.figures: more than the group has")
        arms = arms[: -other.figures] + [weapons(b, other.arms, f"{where}.others.{n}.arms")] * other.figures
    if b.n_figures + entry.figures > FIGURES:
        raise Problem(f"{where}: more than {FIGURES} figures in one battle")
    for k in range(entry.figures):
        i = b.n_figures
        f = b.figures[i]
        b.n_figures += 1
        enlist(b, i, g)
        f.quality = quality(m, entry.quality or usual_quality(m, b.groups[g].role), f"{where}.quality")
        f.armour = word(Armour, entry.armour, f"{where}.armour", "armour")
        f.mounted, f.bayonet, f.targe = entry.mounted, entry.bayonet, entry.targe
        f.hampered, f.loaded, f.base = entry.hampered, True, entry.base or 0.0
        f.radius = base_of(b, i) / 2
        f.arms = list(arms[k])
        f.points = price(b.rules, b.options, man_of(b, i))
        names.figure_ids.append(f"{entry.id}-{k + 1}")


def one_of(known: Iterable[IntEnum], given: str, where: str, what: str) -> int:
    """A word that this book has, or a problem that lists those it has."""
    words = {each.name.lower(): int(each) for each in known}
    if given.lower() not in words:
        raise unknown(what, given, words, where)
    return words[given.lower()]


def kind_of(m: Member, given: str, where: str) -> int:
    """A kind of troops that the book knows [EC-002, EC-003, EC-056]."""
    return one_of(KINDS[m.book], given, where, "kind of troops")


def usual_quality(m: Member, role: int) -> str:
    """The class of a gun's crew of which nothing is said [PS-R37]."""
    return m.qualities[1] if role == Role.CREW else ""


def quality(m: Member, given: str, where: str) -> int:
    """A class, by the book's word for it [TY-002, EC-004, PS-002]."""
    if given not in m.qualities:
        raise unknown("class", given, m.qualities, where)
    return m.qualities.index(given)


def weapons(b: Battle, given: list[str], where: str) -> list[int]:
    """Arms of the period: those that the book has a line for [EC-001, PS-001, TY-005]."""
    known = [w for w in Weapon if b.rules.weapon_factor[w] > 0]
    found = [one_of(known, each, where, "weapon") for each in given]
    return found + [int(Weapon.NONE)] * (3 - len(found))


# Places


def place_group(b: Battle, g: int, place: GroupPlace, where: str) -> None:
    """A block about its middle, a line, or every figure on a place of its own."""
    given = [name for name in ("at", "line", "places") if getattr(place, name) is not None]
    if len(given) != 1:
        raise Problem(f"{where}: one is wanted of at, line or places; given: {given or 'none'}")
    u = b.groups[g]
    members = list(figures_of(b, g))
    fx, fy = facing_of(place.facing, where)
    if place.dismounted:
        for i in members:
            b.figures[i].mounted, b.figures[i].radius = False, b.rules.foot_base / 2
    spots = places_for(b, members, place, (fx, fy), u.engine >= 0, where)
    for i, (x, y) in zip(members, spots, strict=True):
        f = b.figures[i]
        f.x, f.y, f.fx, f.fy = x, y, fx, fy
        f.lost = Lost.AWAITED if place.enters else Lost.NO
    u.activity = word(Activity, place.activity, f"{where}.activity", "activity")
    u.gait = word(Gait, place.gait, f"{where}.gait", "gait")
    u.enters, u.sets_off = place.enters, place.sets_off
    if place.at is not None:
        u.enter_x, u.enter_y = place.at
        set_engine(b, g, place.at, (fx, fy))
    if place.to is not None:
        u.to_x, u.to_y = place.to


def figures_of(b: Battle, g: int) -> Iterable[int]:
    i = b.groups[g].head
    while i >= 0:
        yield i
        i = b.figures[i].next


def places_for(
    b: Battle, members: list[int], place: GroupPlace, facing: Point, serves: bool, where: str
) -> list[Point]:
    n, (fx, fy) = len(members), facing
    if place.places is not None:
        if len(place.places) != n:
            raise Problem(f"{where}.places: {place.id} has {n} figures; places given: {len(place.places)}")
        return place.places
    if place.line is not None:
        (x0, y0), (x1, y1) = place.line
        return [(x0 + (x1 - x0) * k / max(1, n - 1), y0 + (y1 - y0) * k / max(1, n - 1)) for k in range(n)]
    assert place.at is not None
    step = 2 * radius(b, members[0]) + GAP
    x, y = place.at
    if serves:  # the gun stands there, its crew behind it
        back = (b.rules.gun_base + step) / 2
        x, y = x - fx * back, y - fy * back
    return block(n, min(place.ranks, n), step, (x, y), facing)


def block(n: int, ranks: int, step: float, middle: Point, facing: Point) -> list[Point]:
    """So many places in ranks about a middle, the front rank first, from left to right."""
    (x, y), (fx, fy) = middle, facing
    files = ceil(n / ranks)
    out = []
    for k in range(n):
        rank, file = divmod(k, files)
        across = min(files, n - rank * files)
        right = (file - (across - 1) / 2) * step
        ahead = ((ceil(n / files) - 1) / 2 - rank) * step
        out.append((x + fx * ahead + fy * right, y + fy * ahead - fx * right))
    return out


def add_engine(b: Battle, g: int, entry: GroupEntry, names: Names, where: str) -> None:
    """The gun that a group serves, or the wagon that it drives [EC-085, EC-087, PS-085]."""
    if entry.engine is None:
        if b.groups[g].role in (Role.CREW, Role.DRIVER):
            raise Problem(f"{where}: a {entry.role} has an engine = {{ name, kind }}")
        return
    if b.n_engines == ENGINES:
        raise Problem(f"{where}: more than {ENGINES} guns and wagons in one battle")
    k = b.n_engines
    e = b.engines[k]
    b.n_engines += 1
    b.groups[g].engine = k
    e.crew, e.side = g, b.groups[g].side
    known = [
        x for x in EngineKind if b.rules.gun_load[x] or b.rules.gun_crew_most[x] or x == EngineKind.WAGON
    ]
    e.kind = one_of(known, entry.engine.kind, f"{where}.engine.kind", "kind of engine")
    e.pounds, e.base = entry.engine.pounds, entry.engine.base or b.rules.gun_base
    e.limber = int(entry.engine.limbered)
    e.loaded = b.options.guns_start_loaded == 0 and e.kind != EngineKind.WAGON  # EC-R22, PS-R29
    e.charge = float(b.rules.gun_load[e.kind]) if e.loaded else 0.0
    names.engines.append(entry.engine.name)
    names.engine_ids.append(f"{entry.id}-gun" if e.kind != EngineKind.WAGON else f"{entry.id}-wagon")


def set_engine(b: Battle, g: int, at: Point, facing: Point) -> None:
    if b.groups[g].engine >= 0:
        e = b.engines[b.groups[g].engine]
        (e.x, e.y), (e.fx, e.fy) = at, facing
