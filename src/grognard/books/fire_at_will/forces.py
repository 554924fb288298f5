"""Outside the rules: army lists, the figures they are made of, and their strips, formations and characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pydantic import Field, ValidationError

from ... import tables
from ...problems import Problem, unknown
from ...scenario import Strict, first_error, strictly
from ...setting import word
from .fighting import type_factor
from .places import enrol
from .state import FORMATIONS, STRIPS, Base, Battle, MixedFormations, Role, Strip, Troop, Weapon
from .strips import is_character, is_mounted, is_single, is_special, is_wheeled

FOLDER = Path(__file__).parent
TRAITS = ("undead", "elf", "pikes", "move_and_shoot")


# What files say


class Figure(Strict):
    """A kind of figure: what it is, and which types it moves and fights like [FW-012]."""

    name: str
    troop: str
    moves: str | None = None
    fights: str | None = None
    role: str | None = None
    weapon: str = "none"
    traits: list[str] = []


class OwnFigure(Figure):
    """A figure that an army list describes for itself [FW-209]."""

    id: str


class StripEntry(Strict):
    """So many strips of a figure."""

    figure: str
    count: int = Field(default=1, ge=1, le=6)


class ForceFormation(Strict):
    """A formation of an army list: its strips from the left of the front rank [FW-005]."""

    id: str
    name: str
    strips: list[StripEntry]


class ForceCharacter(Strict):
    """A hero, leader or wizard [FW-006]; one may be the commander in chief [FW-016]."""

    id: str
    name: str
    figure: str
    cinc: bool = False


class Force(Strict):
    id: str
    name: str
    book: str = ""
    figures: list[OwnFigure] = []
    formations: list[ForceFormation] = []
    characters: list[ForceCharacter] = []


@dataclass
class Names:
    """What the numbers of a battle are called: for people, never for rules."""

    formations: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)  # of formations; a character's own among them
    strips: list[str] = field(default_factory=list)
    strip_ids: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)  # of each strip: what kind of figure it is
    arquebuses: set[int] = field(default_factory=set)  # strips whose crossbows are none [FW-014]
    spells: list[str] = field(default_factory=list)
    spell_ids: list[str] = field(default_factory=list)
    terrain: list[str] = field(default_factory=list)
    objectives: list[str] = field(default_factory=list)
    armies: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what was changed at the set-up, for who set it up

    @property
    def pieces(self) -> list[str]:
        """Formations, then strips."""
        return self.ids + self.strip_ids

    def handles(self, kind: str) -> list[str]:
        return {"formation": self.ids, "strip": self.strip_ids, "spell": self.spell_ids}[kind]

    def group(self, kind: str, side: int) -> list[str]:
        return {"spell": self.spell_ids}[kind]


SPARE = "new-"


def spare_name(names: Names, f: int) -> tuple[str, str]:
    """What a formation of that number is called if it comes to be in the battle: its id and its name."""
    first = next((k for k, id in enumerate(names.ids) if id == f"{SPARE}1"), len(names.ids))
    return f"{SPARE}{f - first + 1}", f"New formation {f - first + 1}"


# Figures


@cache
def listed_figures() -> Mapping[str, Figure]:
    """The figures of the sample army lists and others that lists are made of.

    [FW-190, FW-191, FW-192, FW-193, FW-194, FW-195, FW-196, FW-197, FW-198, FW-199]
    [FW-200, FW-201, FW-202, FW-203, FW-204, FW-205, FW-206, FW-207, FW-208, FW-209, FW-R51]"""
    path = FOLDER / "figures.toml"
    out = {}
    for id, entry in tables.read_toml(path).items():
        try:
            out[id] = strictly(entry, Figure)
        except ValidationError as e:
            raise Problem(first_error(path, e, Figure, entry)) from None
    return out


def figure_named(id: str, own: Mapping[str, Figure], where: str) -> Figure:
    known = {**listed_figures(), **own}
    if id not in known:
        raise unknown("figure", id, known, where)
    return known[id]


ROLES = {
    Troop.HERO: Role.HERO,
    Troop.WAR_WAGON: Role.HERO,
    Troop.LEADER: Role.LEADER,
    Troop.WIZARD: Role.WIZARD,
}


def role_of(figure: Figure, troop: int, where: str) -> int:
    """The list says it, or its type does [FW-010]."""
    if figure.role is not None:
        return word(Role, figure.role, f"{where}.role")
    return int(ROLES.get(Troop(troop), Role.NONE))


def fill(s: Strip, figure: Figure, where: str) -> None:
    """What a strip is, from its figure [FW-012, FW-013, FW-014, FW-R08]."""
    s.troop = word(Troop, figure.troop, f"{where}.troop")
    usual = "ogre" if s.troop == Troop.BEAST else figure.troop
    s.moves = word(Troop, figure.moves or figure.troop, f"{where}.moves", "troop")
    s.fights = word(Troop, figure.fights or usual, f"{where}.fights", "troop")
    s.role = role_of(figure, s.troop, where)
    s.weapon = word(Weapon, figure.weapon, f"{where}.weapon")
    for trait in figure.traits:
        if trait not in TRAITS:
            raise unknown("trait", trait, TRAITS, f"{where}.traits")
        setattr(s, trait, True)
    s.undead = s.undead or s.troop == Troop.UNDEAD
    s.pikes = s.pikes or s.troop == Troop.PIKEMAN


def base_of(s: Strip) -> Base:
    """The size of its base [FW-004, FW-R04]."""
    if s.troop == Troop.DRAGON or s.moves == Troop.DRAGON:
        return Base.DRAGON
    if is_wheeled(s) or s.troop in (Troop.GIANT, Troop.BEHEMOTH, Troop.BEAST):
        return Base.HUGE
    if is_character(s):
        return Base.MOUNTED_CHARACTER if is_mounted(s) else Base.FOOT_CHARACTER
    if s.troop in (Troop.TROLL, Troop.OGRE):
        return Base.BIG
    return Base.MOUNTED if is_mounted(s) else Base.FOOT


def muster(b: Battle, side: int, figure: Figure, where: str) -> int:
    """A strip of that figure; its number [FW-002, FW-003, FW-R03, FW-R04]."""
    if b.n_strips == STRIPS:
        raise Problem(f"{where}: more than {STRIPS} strips in one battle")
    s = b.strips[b.n_strips]
    fill(s, figure, where)
    base = base_of(s)
    s.width, s.depth = b.rules.base_width[base], b.rules.base_depth[base]
    s.side, s.army = side, side
    s.figures = 1 if is_single(s) else b.rules.strip_figures
    b.n_strips += 1
    b.original[side] += 1
    return b.n_strips - 1


# Formations


def new_formation(b: Battle, side: int, where: str) -> int:
    if b.n_formations == FORMATIONS:
        raise Problem(f"{where}: more than {FORMATIONS} formations and characters in one battle")
    f = b.n_formations
    b.formations[f].side = side
    b.n_formations += 1
    return f


def raise_formation(
    b: Battle, side: int, entry: ForceFormation, own: Mapping[str, Figure], names: Names, where: str
) -> int:
    """A formation of an army list, its strips in order [FW-005, FW-011, FW-R05]."""
    f = new_formation(b, side, where)
    count = sum(each.count for each in entry.strips)
    if not 1 <= count <= b.rules.most_strips:
        raise Problem(
            f"{where}.strips: {entry.name} has {count}; 1 to {b.rules.most_strips} are wanted [FW-005]"
        )
    figures = [
        figure_named(each.figure, own, f"{where}.strips.{n}.figure") for n, each in enumerate(entry.strips)
    ]
    if b.options.mixed_formations == MixedFormations.SAME_TYPE_ONLY:
        figures = of_one_type(figures, [each.count for each in entry.strips], entry.name, names)
    for n, each in enumerate(entry.strips):
        for _ in range(each.count):
            i = muster(b, side, figures[n], f"{where}.strips.{n}")
            if b.strips[i].troop == Troop.ARQUEBUS:
                names.arquebuses.add(i)
            b.strips[i].home = f
            enrol(b, i, f)
            name_strip(names, entry.id, entry.name, b.formations[f].n, figures[n].name)
    if count == 1:
        names.strips[-1] = entry.name  # the only one needs no number
    names.ids.append(entry.id)
    names.formations.append(entry.name)
    b.formations[f].original = count
    check_sorts(b, f, entry.name, where)
    return f


def of_one_type(figures: list[Figure], counts: list[int], name: str, names: Names) -> list[Figure]:
    """Where types may not be mixed, all strips of a formation are as most of them are, which is told [FW-R05]."""
    sorts: Counter[str] = Counter()
    for figure, n in zip(figures, counts, strict=True):
        sorts[figure.troop] += n
    most = sorts.most_common(1)[0][0]
    usual = next(figure for figure in figures if figure.troop == most)
    for figure, n in zip(figures, counts, strict=True):
        if figure.troop != most:
            names.notes.append(
                f"{name}: {n} {figure.name} fights as {usual.name}, for types are not mixed [FW-R05]"
            )
    return [figure if figure.troop == most else usual for figure in figures]


def name_strip(names: Names, id: str, name: str, number: int, figure: str) -> None:
    names.strip_ids.append(f"{id}-{number}")
    names.strips.append(f"{name} {number}")
    names.figures.append(figure)


def check_sorts(b: Battle, f: int, name: str, where: str) -> None:
    """Special sorts keep to themselves; characters are listed apart [FW-011, FW-R07]."""
    u = b.formations[f]
    of = [b.strips[u.members[k]] for k in range(u.n)]
    if any(is_character(s) for s in of):
        raise Problem(f"{where}.strips: a character is listed under characters, and attached to {name}")
    sorts = {s.troop for s in of}
    if len(sorts) == 1:
        return
    special = [Troop(t).name.lower() for t in sorts if is_special(t)]
    if special:
        raise Problem(
            f"{where}.strips: {special[0]} stands alone or with its own kind in {name} [FW-011, FW-R07]"
        )


# Characters


def raise_character(
    b: Battle, side: int, entry: ForceCharacter, own: Mapping[str, Figure], names: Names, where: str
) -> int:
    """A character, alone in a formation of his own; his strip [FW-006, FW-007, FW-016, FW-R116]."""
    figure = figure_named(entry.figure, own, f"{where}.figure")
    f = new_formation(b, side, where)
    i = muster(b, side, figure, where)
    s = b.strips[i]
    if not is_character(s):
        raise Problem(f"{where}.figure: {entry.figure} is no hero, leader or wizard")
    s.home, s.cinc = f, entry.cinc
    enrol(b, i, f)
    b.formations[f].original = 1
    names.ids.append(entry.id)
    names.formations.append(entry.name)
    name_strip(names, entry.id, entry.name, 1, figure.name)
    names.strips[-1] = entry.name
    return i


# An even fight


def is_great(s: Strip) -> bool:
    """Characters and monsters count three times [FW-R115]."""
    monsters = (Troop.TROLL, Troop.OGRE, Troop.GIANT, Troop.BEHEMOTH, Troop.DRAGON, Troop.BEAST)
    return is_character(s) or s.troop in monsters


def worth(b: Battle, side: int) -> int:
    """The yardstick for even fights: 3 and the melee factor over all bases [FW-R115]."""
    of = [s for s in b.strips[: b.n_strips] if s.army == side]
    return sum((3 + type_factor(b, s.fights)) * (3 if is_great(s) else 1) for s in of)


def warnings(b: Battle, names: Names) -> list[str]:
    """What was changed at the set-up; sides that are far from even, by the yardstick [FW-R115]."""
    blue, red = worth(b, 0), worth(b, 1)
    if 3 * min(blue, red) >= 2 * max(blue, red):
        return list(names.notes)
    return [
        *names.notes,
        f"{names.armies[0]} is worth {blue} and {names.armies[1]} {red}: no even fight by the yardstick [FW-R115]",
    ]
