"""Outside the rules: a bare table with a few formations on it, set up so that one procedure can be adjudicated.

Blue stands in the south and faces north; Red stands before it and faces south.  The procedures themselves are
in the ruling_ modules, which enter them here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

from ...battle import General
from ...book import Input, Procedure, Situation
from ...inputs import choice
from ...problems import Problem
from ...tables import Override
from ...values import Ask, Order
from . import forces, setup
from .checking import check
from .houses import man_sides
from .places import arrange, dress, enrol, note_places, put, strike_off
from .refusals import explain
from .sight import note_sights
from .state import Battle, Ev, Formation, Lost, No, Posted, Spell, Strip
from .strips import box_of, is_character
from .touching import outward

BLUE, RED = 0, 1
SIDES = ("blue", "red")
SIZE = 96.0  # of the table: nobody runs off it by chance
MIDDLE = SIZE / 2
NORTH, SOUTH, EAST = (0.0, 1.0), (0.0, -1.0), (1.0, 0.0)
FIGURES = tuple(forces.listed_figures())
ROOM = {"strips": "n_strips", "formations": "n_formations", "mages": "n_mages"}
FIGHTS, CHARMS = 8, 8  # that a situation has room for

Given = Mapping[str, Any]
Result = dict[str, Any]
Prepare = Callable[["Scene", Given], Situation]


# Inputs


def figure(prefix: str, who: str, default: str, among: tuple[str, ...] = FIGURES) -> Input:
    return choice(f"{prefix}figure", f"what {who} is, by the list of figures [FW-012]", among, default)


# The list


ENTRIES: dict[str, Procedure] = {}


def procedure(name: str, rules: str, headline: str, *inputs: Input) -> Callable[[Prepare], Prepare]:
    """Enter what prepares a situation among the procedures; its docstring is the title."""

    def enter(prepare: Prepare) -> Prepare:
        def ready(given: Mapping[str, Any], house: Override) -> Situation:
            return prepare(Scene(house), given)

        title = str(prepare.__doc__).rstrip(".")
        ENTRIES[name] = Procedure(name, title, tuple(rules.split()), inputs, ready, tuple(headline.split()))
        return prepare

    return enter


# The table


class Scene:
    """A battle in the making."""

    def __init__(self, house: Override) -> None:
        self.b, self.names = Battle(), forces.Names(armies=["Blue", "Red"])
        setup.lay_rules(self.b, dict(house or {}))
        setup.lay_spells(self.b, [], self.names, forces.FOLDER)
        self.b.ground.width = self.b.ground.depth = SIZE
        self.b.home_y[BLUE], self.b.home_y[RED] = -1.0, 1.0
        self.b.log.room = len(self.b.log.events)
        self.b.generals = [int(General.DRILL), int(General.DRILL)]
        self.b.turn = 1

    # Troops

    def formation(self, side: int, name: str, of: str, strips: int = 1, files: int | None = None) -> int:
        """Strips of a figure, in so many files, in the middle of the table; the number of the formation."""
        f = self.b.n_formations
        id = f"{'BR'[side]}{f + 1}"
        if is_character_figure(of):
            if strips != 1:
                raise Problem(
                    f"strips: {strips} given, but {of} is a character, who stands by himself [FW-009]"
                )
            entry = forces.ForceCharacter(id=id, name=name, figure=of)
            forces.raise_character(self.b, side, entry, {}, self.names, name)
        else:
            line = forces.StripEntry(figure=of, count=strips)
            troop = forces.ForceFormation(id=id, name=name, strips=[line])
            forces.raise_formation(self.b, side, troop, {}, self.names, name)
        if files is not None and files > strips:
            raise Problem(f"files: {files} given, but there are only {strips} strips")
        u = self.b.formations[f]
        u.x, u.y = MIDDLE, MIDDLE
        u.fx, u.fy = NORTH if side == BLUE else SOUTH
        arrange(self.b, f, files or strips)
        return f

    def attach(self, f: int, of: str, posted: Posted = Posted.RIGHT) -> int:
        """A character with a formation; his strip."""
        side = self.b.formations[f].side
        i = self.b.formations[self.formation(side, "The character", of)].members[0]
        strike_off(self.b, i)
        enrol(self.b, i, f)
        self.b.formations[f].character, self.b.strips[i].posted = i, int(posted)
        dress(self.b, f)
        return i

    def u(self, f: int) -> Formation:
        return self.b.formations[f]

    def strip(self, f: int, k: int = 0) -> Strip:
        return self.b.strips[self.b.formations[f].members[k]]

    def put(self, f: int, x: float, y: float, facing: tuple[float, float]) -> None:
        """The middle of its front edge there, so facing."""
        put(self.b, f, x, y, *facing)

    def facing_off(self, f: int, g: int, gap: float) -> None:
        """Formation g in the middle of the table, and formation f south of it, front to front, so far off."""
        self.put(g, MIDDLE, MIDDLE, SOUTH)
        self.put(f, MIDDLE, MIDDLE - gap, NORTH)

    def against(self, f: int, g: int, edge: int) -> None:
        """Formation f, of one file, flush against an edge of formation g's first strip."""
        s = self.strip(g)
        x, y = outward(box_of(s), edge)
        deep = s.depth if edge % 2 == 0 else s.width
        self.put(f, s.x + x * deep / 2, s.y + y * deep / 2, (-x, -y))

    def mage(self, i: int, spell: Spell) -> None:
        """A wizard becomes a magic user who knows a spell and has the points for it."""
        self.b.options.magic = int(No.TRUE)
        m = self.b.mages[self.b.n_mages]
        self.b.strips[i].mage = self.b.n_mages
        self.b.n_mages += 1
        m.strip, m.spells = i, 1 << spell
        m.points = m.stock = max(self.b.rules.magic_points, self.b.spells[spell].cost)

    # Ground

    def terrain(self, kind: str, **shape: Any) -> int:
        """A piece of terrain; its number."""
        first = self.b.ground.n
        setup.lay_terrain(self.b, setup.Feature(name=f"The {kind}", kind=kind, **shape), kind)
        self.names.terrain += [f"The {kind}"] * (self.b.ground.n - first)
        return first

    def garrison(self, f: int, how: int) -> None:
        """A house in the middle of the table, its southern wall on the middle line, with a formation in it."""
        half = max(2.0, self.u(f).n * self.strip(f).width)
        house = self.terrain("building", rectangle=(MIDDLE - half, MIDDLE, MIDDLE + half, MIDDLE + 4.0))
        man_sides(self.b, f, house, how)

    # Orders

    def lawful(self, ask: Ask, o: Order) -> Order:
        """An order that the rules allow here; if they do not, that is the answer."""
        rule = check(self.b, ask, o)
        if rule != 0:
            why = explain(self.b, self.names, ask, o, rule)
            raise Problem(f"{why.text} [{why.rule}]")
        return o

    # What comes of it

    def ready(self) -> Battle:
        """The battle with no more room than it needs, so that copies are cheap (and one blank at the end)."""
        b = self.b
        note_places(b)
        note_sights(b)
        for name, count in ROOM.items():
            setattr(b, name, getattr(b, name)[: getattr(b, count) + 1])
        b.fights, b.charms = b.fights[:FIGHTS], b.charms[:CHARMS]
        b.log.n = 0
        return b

    def situation(
        self,
        rules: Callable[[Any], None],
        result: Callable[[Any], Result],
        alike: Callable[[Any], Hashable] | None = None,
    ) -> Situation:
        """The scene ready to be run."""
        return Situation(self.ready(), self.names, rules, result, None, None, alike)


def is_character_figure(of: str) -> bool:
    """Is a figure of the list a hero, leader or wizard?"""
    s = Strip()
    forces.fill(s, forces.figure_named(of, {}, "figure"), "figure")
    return is_character(s)


# What came of it


def events(b: Battle, *kinds: Ev) -> Iterator[Any]:
    return (e for e in b.log.events[: b.log.n] if e.kind in kinds)


def last(b: Battle, kind: Ev) -> Any:
    """The last event of a kind, or nothing."""
    found = list(events(b, kind))
    return found[-1] if found else None


def losses_alike(b: Battle) -> Hashable:
    """The battle while dice are thrown for many: how many strips of a sort and formation bear how much."""
    of = b.strips[: b.n_strips]
    bear = Counter((s.home, s.side, s.fights, s.role, s.hits, s.wounds, s.doomed, s.lost) for s in of)
    return tuple(sorted(bear.items())), b.n_charms, b.script.cursor


def lost_of(b: Battle, side: int) -> int:
    """How many strips of a side are lost."""
    return sum(s.army == side and s.lost != Lost.NO for s in b.strips[: b.n_strips])
