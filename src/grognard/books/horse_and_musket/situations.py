"""Outside the rules: a flat table with a few units on it, set up so that one procedure can be adjudicated.

Blue stands in the south and faces north; Red stands before it and faces south, unless taken in flank."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ... import tables
from ...answering import Answer
from ...battle import General, plain, with_how
from ...problems import Problem
from ...scenario import SIDES, TerrainEntry
from ...table.boxes import half_extent
from ...tables import Override
from ...values import Ask, Order
from . import setup
from .movement import SLACK
from .state import (
    NOBODY,
    Act,
    Arm,
    Battle,
    Formation,
    Grade,
    R,
    RangeFrom,
    Troop,
    Unit,
    Weapon,
)
from .units import box_of, may_take, take_formation

BLUE, RED = 0, 1
SIZE = 200.0  # of the table: nobody runs off it by chance
BUILDING = (5.0, 4.0)  # width and depth of the house a garrison holds
WALL_AHEAD = 0.5  # how far in front of a unit its wall is, where there is room
BESIDE = 2.5  # where a general within reach stands, from the edge of his unit:
BEHIND = 1.0  # beside it, or behind it when the enemy comes from the front


def rule_id(number: int) -> str:
    """57 is FH-057, 1036 is FH-R36."""
    return f"FH-R{number - R:02d}" if number >= R else f"FH-{number:03d}"


def words(value: Any) -> str:
    """HEAVY_HORSE as "heavy horse"."""
    return str(value.name).lower().replace("_", " ")


class Scene:
    """A battle in the making: units, generals and cover for one procedure."""

    def __init__(self, house: Override) -> None:
        self.b = Battle()
        self.names = setup.Names(armies=["Blue", "Red"])
        tables.apply(self.b.rules, self.b.options, setup.FOLDER, "fh", house)
        self.b.ground.width = self.b.ground.depth = SIZE
        self.b.log.room = len(self.b.log.events)
        self.b.generals = [int(General.DRILL), int(General.DRILL)]
        self.b.turn = 1

    def unit(self, side: int, given: Mapping[str, Any], prefix: str = "", y: float = SIZE / 2) -> int:
        """A unit from the inputs that begin with a prefix: troop, figures, formation.  Its number."""
        i = self.muster(side, given, prefix)
        u = self.b.units[i]
        u.x, u.y, u.fx, u.fy = SIZE / 2, y, 0.0, 1.0 if side == BLUE else -1.0
        self.form(
            u, str(given.get(f"{prefix}formation", "line")), int(given.get(f"{prefix}files", 0)), prefix
        )
        u.disordered = bool(given.get(f"{prefix}disordered", False))
        u.marker = u.disordered
        return i

    def muster(self, side: int, given: Mapping[str, Any], prefix: str) -> int:
        """Its kind, strength, grade and weapon."""
        b, i = self.b, self.b.n_units
        b.n_units += 1
        u = b.units[i]
        troop = Troop[str(given[f"{prefix}troop"]).upper()]
        u.side, u.troop, u.arm = side, int(troop), int(setup.arm_of(troop))
        u.grade = int(Grade[str(given.get(f"{prefix}grade", "regular")).upper()])
        weapon = str(given.get(f"{prefix}weapon", "musket")) if u.arm == Arm.INFANTRY else "none"
        u.weapon = int(Weapon[weapon.upper()])
        u.figures = u.then = int(given[f"{prefix}figures"])
        u.original = u.figures + int(given.get(f"{prefix}lost", 0))
        u.shots = int(given.get(f"{prefix}shots", b.rules.shots)) if u.arm == Arm.ARTILLERY else 0
        u.commander = True
        u.aims = [-1, -1, -1, -1]
        self.names.ids.append(f"{SIDES[side][0].upper()}{i + 1}")
        self.names.units.append(f"{SIDES[side].capitalize()} {words(troop)}")
        return i

    def form(self, u: Unit, given: str, files: int, prefix: str) -> None:
        """In its formation; guns have none, and a garrison is put into its building later [FH-039]."""
        formation = Formation[given.upper()]
        if u.arm == Arm.ARTILLERY:
            take_formation(self.b, u, int(Formation.BATTERY), 0)
        elif formation == Formation.GARRISON:
            self.in_building(u, prefix)
        elif may_take(self.b, u, int(formation)):
            take_formation(self.b, u, int(formation), files)
        else:
            able = [words(f) for f in Formation if may_take(self.b, u, int(f))]
            raise Problem(
                f"{prefix}formation: {u.figures} figures of {words(Troop(u.troop))} cannot be in "
                f"{words(formation)}; allowed: {', '.join(able)}"
            )

    def in_building(self, u: Unit, prefix: str) -> None:
        """A garrison takes the shape of its building [FH-R14]."""
        if u.arm != Arm.INFANTRY:
            raise Problem(f"{prefix}cover: only infantry holds buildings [FH-R14]")
        u.formation, u.files = int(Formation.GARRISON), 1
        u.width, u.depth = BUILDING

    def house(self, i: int, kind: str) -> None:
        """The building around a garrison."""
        u = self.b.units[i]
        u.building = self.terrain(
            kind, rectangle=(u.x - u.width / 2, u.y - u.depth / 2, u.x + u.width / 2, u.y + u.depth / 2)
        )
        u.fx, u.fy = 0.0, 1.0

    def terrain(self, kind: str, **shape: Any) -> int:
        k = self.b.ground.n
        setup.lay_terrain(self.b, TerrainEntry(name=kind, kind=kind, **shape), kind)
        self.names.terrain += [f"The {kind}"] * (self.b.ground.n - k)
        return k

    def turn_flank(self, j: int, prefix: str) -> None:
        """Turned so that whoever is in the south takes it in flank [FH-R26]."""
        u = self.b.units[j]
        if u.formation not in (Formation.LINE, Formation.COLUMN, Formation.MARCH, Formation.SQUADRONS):
            raise Problem(
                f"flank: a unit in {words(Formation(u.formation))} has none [FH-R26]; see {prefix}formation"
            )
        u.fx, u.fy = 1.0, 0.0

    def apart(self, i: int, j: int, inches: float) -> None:
        """Unit j straight ahead of unit i, at a range measured as the rules measure it [FH-R23]."""
        u, e = self.b.units[i], self.b.units[j]
        least = reach(u) + reach(e)
        centre = self.b.options.range_from == RangeFrom.CENTRE
        if centre and inches < least:
            raise Problem(
                f"range: these two are at least {least:g} inches apart, centre to centre (fh.range_from)"
            )
        u.x = e.x = SIZE / 2
        e.y = u.y + (inches if centre else least + inches)

    def in_contact(self, i: int, j: int) -> None:
        """Edge to edge."""
        u, e = self.b.units[i], self.b.units[j]
        e.x, e.y = u.x, u.y + reach(u) + reach(e) + SLACK

    def cover(self, j: int, kind: str, gap: float, prefix: str) -> None:
        """What protects a unit from the south: what it is in, or what it is behind [FH-R60]."""
        u = self.b.units[j]
        near, half = u.y - reach(u), half_extent(box_of(u), 1.0, 0.0)
        if kind in ("building", "stronghold"):
            if u.formation != Formation.GARRISON:
                raise Problem(
                    f"{prefix}cover: who holds a {kind} is its garrison; leave {prefix}formation to it"
                )
            self.house(j, kind)
        elif kind == "wood":
            edge = u.y - min(reach(u), 1.0)  # so that its centre can be seen [FH-R24]
            self.terrain(kind, rectangle=(u.x - half, edge, u.x + half, u.y + reach(u)))
        elif kind != "open":
            y = near - min(WALL_AHEAD, gap / 2)
            self.terrain(kind, line=[(u.x - half, y), (u.x + half, y)])

    def general(self, i: int, given: Mapping[str, Any], prefix: str = "", behind: bool = False) -> int:
        """A general with a unit or within reach of it, if the inputs have one.  His number [FH-112]."""
        where = str(given[f"{prefix}general"])
        if where == "none":
            return NOBODY
        u, k = self.b.units[i], self.b.n_leaders
        g = self.b.leaders[k]
        self.b.n_leaders += 1
        g.side, g.alive, g.x, g.y = u.side, True, u.x, u.y
        g.rating = self.modifier(where, int(given.get(f"{prefix}modifier", 0)), prefix)
        if where == "attached":
            g.attached = i
        elif behind:
            g.y -= u.fy * (reach(u) + 0.5 + BEHIND)
        else:
            g.x += half_extent(box_of(u), 1.0, 0.0) + 0.5 + BESIDE
        self.names.leaders.append(f"The {SIDES[u.side]} general")
        self.names.leader_ids.append(f"G{SIDES[u.side][0].upper()}")
        return k

    def modifier(self, where: str, given: int, prefix: str) -> int:
        """What a general lends: two either way when attached, one when near [FH-112, FH-R65]."""
        most = self.b.rules.general_attached if where == "attached" else self.b.rules.general_near
        if abs(given) > most:
            raise Problem(
                f"{prefix}modifier: a general {where} lends {most} at most, up or down [FH-112]: {given:+d}"
            )
        return given

    def ready(self) -> Battle:
        """The battle with no more room than it needs, so that copies are cheap (and one blank at the end)."""
        b = self.b
        b.units, b.leaders = b.units[: b.n_units + 1], b.leaders[: b.n_leaders + 1]
        b.log.n = 0
        return b


def reach(u: Unit) -> float:
    """How far a unit reaches from its centre, north and south."""
    return half_extent(box_of(u), 0.0, 1.0)


# Answers


def says(act: Act) -> Answer:
    """Always the same word."""
    return lambda b, ask: plain(int(act), ask.actor, ask.other)


def yes_or_no(yes: bool) -> Answer:
    return says(Act.YES if yes else Act.NO)


def lends(b: Battle, ask: Ask) -> Order:
    """A general lends what the inputs say, which is his rating [FH-R65]."""
    return with_how(int(Act.INFLUENCE), ask.actor, ask.other, b.leaders[ask.other].rating)
