"""Outside the rules: from a scenario file to a battle ready to play; one for both books of the family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from ... import setting, tables
from ...problems import Problem, unknown
from ...scenario import SIDES, entry_at, read
from ...setting import (
    FACINGS,
    ON_IT,
    check_listed,
    facing_of,
    force_path,
    once_each,
    size_of,
    told_apart,
)
from ...table.pieces import point_in_piece
from .figures import gap, is_leader, radius, survey
from .footing import SHUT, rate_at, rate_of
from .forces import Force, GroupEntry, HiddenEntry, ObjectiveEntry, RescueEntry, Scenario, SideEntry
from .laying import lay_terrain, piece_named
from .mustering import add_engine, figures_of, muster, place_group, set_engine
from .names import Member, Names
from .routes import lay_corners
from .state import EDGES, MARKERS, NOBODY, OBJECTIVES, Battle, Lost


@dataclass
class Roll:
    """The groups of a battle while it is set up: by id, with the lines of their army lists."""

    groups: dict[str, int] = field(default_factory=dict)
    entries: dict[int, GroupEntry] = field(default_factory=dict)

    def find(self, id: str, where: str) -> int:
        if id not in self.groups:
            raise unknown("group", id, self.groups, where)
        return self.groups[id]


def check_book(force: Force, m: Member, source: Path) -> None:
    """An army list that says of which book it is takes the field in no other."""
    if force.book not in ("", m.id):
        raise Problem(f"{source}: book: {force.book!r} given, {m.id!r} wanted")


def raise_force(
    b: Battle,
    m: Member,
    side: int,
    name: str,
    wanted: list[str],
    roll: Roll,
    names: Names,
    path: Path,
    here: str,
) -> Force:
    """Those of a force who take the field, in the order of its list."""
    source = force_path(name, path.parent, m.folder, f"{here}.force")
    force = read(source, Force)
    check_book(force, m, source)
    once_each(source, "groups", [entry.id for entry in force.groups])
    for n, id in enumerate(wanted):
        check_listed("group", id, [e.id for e in force.groups], wanted[:n], f"{here}.groups.{n}")
    for k, entry in enumerate(force.groups):
        if entry.id in wanted:
            where = f"{source}: {entry_at('groups', k, entry.name)}"
            g = muster(b, m, side, entry, names, where)
            roll.groups[entry.id], roll.entries[g] = g, entry
            add_engine(b, g, entry, names, where)
    return force


def enlist_side(
    b: Battle, m: Member, side: int, entry: SideEntry, roll: Roll, names: Names, path: Path
) -> None:
    """Those of a side who stand in the open, or come on later."""
    here = f"{path}: {SIDES[side]}"
    if not entry.groups and entry.hidden is None:
        raise Problem(f"{here}.groups: an army has somebody in it")
    wanted = [place.id for place in entry.groups]
    force = raise_force(b, m, side, entry.force, wanted, roll, names, path, here)
    names.armies.append(force.name)
    b.home_x[side], b.home_y[side] = FACINGS[entry.edge]
    for n, place in enumerate(entry.groups):
        place_group(b, roll.groups[place.id], place, f"{here}.groups.{n}")


def enlist_hidden(
    b: Battle, m: Member, side: int, entry: SideEntry, roll: Roll, names: Names, path: Path
) -> None:
    """Those under markers come last, so that the numbers of all others say nothing of them; only of a side that
    nobody plays [TY-100, TY-101]."""
    here = f"{path}: {SIDES[side]}"
    if entry.hidden is not None:
        wanted = [id for under in entry.hidden.groups for id in under]
        for id in wanted:
            if id in roll.groups:
                raise Problem(f"{here}.hidden.groups: {id} stands in the open already")
        raise_force(b, m, side, entry.force, wanted, roll, names, path, f"{here}.hidden")
        if entry.pcs:
            raise Problem(f"{here}.hidden: a side with Player Characters has no hidden markers [TY-100]")
        hide(b, side, entry.hidden, roll, names, f"{here}.hidden")


def appoint(b: Battle, side: int, entry: SideEntry, roll: Roll, path: Path) -> None:
    """The Player Characters of a side [TY-017]."""
    here = f"{path}: {SIDES[side]}"
    for n, id in enumerate(entry.pcs):
        g = roll.find(id, f"{here}.pcs.{n}")
        if not is_leader(b.groups[g]):
            raise Problem(f"{here}.pcs.{n}: {id} is no leader; a Player Character is one [TY-017]")
        b.groups[g].pc = True


def hide(b: Battle, side: int, entry: HiddenEntry, roll: Roll, names: Names, where: str) -> None:
    """Groups under markers, and dummies; where they lie is settled by dice when the battle begins [TY-101]."""
    total = len(entry.groups) + entry.dummies
    if b.n_markers + total > MARKERS:
        raise Problem(f"{where}: {total} markers, at most {MARKERS} in one battle")
    fx, fy = facing_of(entry.facing, where)
    for under in entry.groups:
        for id in under:
            g = roll.find(id, where)
            b.groups[g].marker = b.n_markers
            for i in figures_of(b, g):
                b.figures[i].lost, b.figures[i].fx, b.figures[i].fy = Lost.HIDDEN, fx, fy
            set_engine(b, g, (0.0, 0.0), (fx, fy))
        b.markers[b.n_markers].side, b.markers[b.n_markers].real = side, True
        b.n_markers += 1
    for _ in range(entry.dummies):
        b.markers[b.n_markers].side = side
        b.n_markers += 1
    names.markers = b.n_markers
    for n, e in enumerate(entry.edges):
        if b.n_edges == EDGES:
            raise Problem(f"{where}.edges: more than {EDGES} edges")
        at = b.edges[b.n_edges]
        (at.x0, at.y0), (at.x1, at.y1) = e.line
        at.piece, at.defends = piece_named(names, e.of, f"{where}.edges.{n}.of"), e.defends
        b.n_edges += 1


def bind_loyalty(b: Battle, roll: Roll, path: Path) -> None:
    """Troops are Loyal to the leaders of their own army, outsiders to their own only [TY-003, TY-004, EC-005, PS-003]."""
    for g, entry in roll.entries.items():
        u = b.groups[g]
        for h, other in roll.entries.items():
            if b.groups[h].side != u.side or not is_leader(b.groups[h]) or h == g:
                continue
            own = entry.loyal_to is None and other.loyal_to is None
            if own or (entry.loyal_to is not None and other.id in entry.loyal_to):
                u.loyal |= 1 << h
        for id in entry.loyal_to or ():
            roll.find(id, f"{path}: {entry.id}.loyal_to")


def add_neutrals(b: Battle, m: Member, s: Scenario, roll: Roll, names: Names, path: Path) -> None:
    for n, entry in enumerate(s.neutral):
        here = f"{path}: neutral.{n}"
        side = SIDES.index(entry.side)
        raise_force(b, m, side, entry.force, [p.id for p in entry.groups], roll, names, path, here)
        for k, place in enumerate(entry.groups):
            g = roll.groups[place.id]
            place_group(b, g, place, f"{here}.groups.{k}")
            if place.loyal_when_met:
                to = roll.find(place.loyal_when_met, f"{here}.groups.{k}.loyal_when_met")
                b.groups[g].loyal_when_met = 1 << to


# What the scenario wants


def set_aims(b: Battle, s: Scenario, roll: Roll, names: Names, path: Path) -> None:
    if len(s.objectives) > OBJECTIVES:
        raise Problem(f"{path}: objectives: {len(s.objectives)} given, at most {OBJECTIVES}")
    for n, entry in enumerate(s.objectives):
        set_objective(b, n, entry, names, f"{path}: objectives.{n}")
    b.aims.n_objectives, b.aims.casualties = len(s.objectives), s.casualties
    if s.rescue is not None:
        set_rescue(b, s.rescue, roll, f"{path}: rescue")


def set_objective(b: Battle, n: int, entry: ObjectiveEntry, names: Names, where: str) -> None:
    o = b.aims.objectives[n]
    o.points = entry.points
    names.objectives.append(entry.name)
    if entry.piece:
        o.piece = piece_named(names, entry.piece, f"{where}.piece")
        p = b.ground.pieces[o.piece]
        o.x, o.y = (p.x0 + p.x1) / 2, (p.y0 + p.y1) / 2
        return
    if entry.at is None or entry.radius <= 0:
        raise Problem(f"{where}: a piece of terrain is wanted, or at = [x, y] with a radius")
    if not (0 <= entry.at[0] <= b.ground.width and 0 <= entry.at[1] <= b.ground.depth):
        raise Problem(f"{where}.at: {entry.name} is off the table ({size_of(b.ground)})")
    (o.x, o.y), o.radius = entry.at, entry.radius


def set_rescue(b: Battle, entry: RescueEntry, roll: Roll, where: str) -> None:
    a = b.aims
    roll.find(entry.group, f"{where}.group")
    a.rescuer, a.rescue_win, a.rescue_draw = SIDES.index(entry.side), entry.win, entry.draw
    a.exit_x, a.exit_y = FACINGS[entry.edge]
    a.must_live = roll.find(entry.must_live, f"{where}.must_live") if entry.must_live else NOBODY


# Checks


def check_places(b: Battle, names: Names, path: Path) -> None:
    """Nobody off the table, on another, or where nobody can be."""
    there = [i for i in range(b.n_figures) if b.figures[i].lost == Lost.NO]
    for n, i in enumerate(there):
        check_on_table(b, names, i, path)
        check_footing(b, names, i, path)
        for j in there[:n]:
            lap = -gap(b, i, j)
            if lap > ON_IT:
                raise Problem(f"{path}: {names.figure_ids[i]} overlaps {names.figure_ids[j]} by {lap:.2f} cm")


def check_on_table(b: Battle, names: Names, i: int, path: Path) -> None:
    f, r, g = b.figures[i], radius(b, i), b.ground
    off = max(r - f.x, r - f.y, f.x + r - g.width, f.y + r - g.depth)
    if off > ON_IT:
        raise Problem(f"{path}: {names.figure_ids[i]} is off the table by {off:.2f} cm ({size_of(g)})")


def check_footing(b: Battle, names: Names, i: int, path: Path) -> None:
    """Nobody stands in a river, and no rider in a house."""
    f = b.figures[i]
    if rate_at(b, f.x, f.y, f.mounted) == SHUT:
        under = (k for k in range(b.ground.n) if point_in_piece(b.ground.pieces[k], f.x, f.y))
        shut = names.terrain[next(k for k in under if rate_of(b, k, f.mounted) == SHUT)]
        who = "no horse" if rate_at(b, f.x, f.y, False) != SHUT else "nobody"
        raise Problem(f"{path}: {names.figure_ids[i]} stands in {shut}, where {who} can")


def check_sizes(b: Battle, m: Member, names: Names, path: Path) -> None:
    """A group of pike and shot has at most 40 figures, one of the early 19th century any number [EC-016, PS-018]."""
    most = b.rules.group_most
    for g in range(b.n_groups):
        if most and b.groups[g].began > most:
            raise Problem(
                f"{path}: {names.group_ids[g]} has {b.groups[g].began} figures; at most {most} [PS-018]"
            )


def check_guns(b: Battle, names: Names, path: Path) -> None:
    """No gun heavier than 12 pounders [EC-086, EC-R33]."""
    most = b.rules.gun_pounds_most
    for k in range(b.n_engines):
        if most and b.engines[k].pounds > most:
            raise Problem(
                f"{path}: {names.engine_ids[k]} is a {b.engines[k].pounds} pounder; at most {most} [EC-086]"
            )


def check_handles(names: Names, path: Path) -> None:
    """No two pieces of a battle go by one handle."""
    for one, other in pairwise(sorted(names.pieces)):
        if one == other:
            raise Problem(f"{path}: two pieces would go by the handle {one}: give one another id")


# The battle


def lay_rules(b: Battle, m: Member, house: Mapping[str, Any]) -> None:
    """The numbers and options of a game: what a book does not speak of it has not, and an option of its sister is none
    of its own [PS-R01, PS-R10]."""
    for name in house:
        bare = name.removeprefix(f"{m.prefix}.")
        if bare in tables.readings(b.options) and bare not in m.options:
            raise tables.no_such(name, [*m.options, *tables.flatten(tables.tables_of(m.folder))])
    tables.apply(b.rules, b.options, m.folder, m.prefix, house)


def new_battle(
    m: Member, path: Path, overrides: tables.Override | None = None
) -> tuple[Battle, Names, Scenario]:
    """The battle of a scenario file, before its first die."""
    s = read(path, Scenario)
    if s.book != m.id:
        raise Problem(f"{path}: book: {s.book!r} given, {m.id!r} wanted")
    b, names, roll = Battle(), Names(qualities=m.qualities), Roll()
    b.book = m.book
    lay_rules(b, m, {"turns": s.turns, **(overrides or {})})
    b.ground.width, b.ground.depth = s.table.width, s.table.depth
    for n, entry in enumerate(s.terrain):
        lay_terrain(b, entry, names, f"{path}: terrain.{n} ({entry.name})")
    for side, side_entry in enumerate((s.blue, s.red)):
        enlist_side(b, m, side, side_entry, roll, names, path)
    add_neutrals(b, m, s, roll, names, path)
    for side, side_entry in enumerate((s.blue, s.red)):
        enlist_hidden(b, m, side, side_entry, roll, names, path)
    for side, side_entry in enumerate((s.blue, s.red)):
        appoint(b, side, side_entry, roll, path)
    bind_loyalty(b, roll, path)
    b.first = b.side_a = side_first(s)
    name_all(b, names)
    set_aims(b, s, roll, names, path)
    lay_corners(b)
    survey(b)
    check_handles(names, path)
    check_places(b, names, path)
    check_sizes(b, m, names, path)
    check_guns(b, names, path)
    return b, names, s


def side_first(s: Scenario) -> int:
    """Side A: the one with Player Characters; if both have them, the one that the scenario names [TY-R30]."""
    if bool(s.blue.pcs) != bool(s.red.pcs):
        return 0 if s.blue.pcs else 1
    return SIDES.index(s.first)


def name_all(b: Battle, names: Names) -> None:
    """Groups of one name are told apart; figures are called by their group and number."""
    names.groups = told_apart(names.groups, [b.groups[g].side for g in range(b.n_groups)])
    names.figures = [
        names.groups[b.figures[i].group]
        + (f" {id.rpartition('-')[2]}" if b.groups[b.figures[i].group].began > 1 else "")
        for i, id in enumerate(names.figure_ids)
    ]


def seed(b: Battle, number: int) -> None:
    """The dice of the battle and, apart from them, the coins of its generals."""
    setting.seed(b.dice, b.whim, number)
