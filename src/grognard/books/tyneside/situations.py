"""Outside the rules: a bare table with a few groups on it, set up so that one procedure can be adjudicated.

Blue stands in the south and faces north; Red stands before it and faces south.  The procedures themselves are
in the ruling_ modules, which enter them here."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...battle import General
from ...book import Input, Procedure, Situation
from ...chronicle import does
from ...inputs import choice, number
from ...problems import Problem
from ...scenario import SIDES
from ...tables import Override, words_of
from . import laying, mustering, setup
from .figures import radius, survey
from .forces import EngineEntry, Ground, GroupEntry
from .mustering import figures_of
from .names import Member, Names
from .state import OWN, OWN_PS, Battle, Book, Ev, Lost, R, Rules, Weapon
from .status import attach_all, look_about

BLUE, RED = 0, 1
SIZE = 400.0  # of the table: nobody runs off it by chance
MIDDLE = SIZE / 2
ROOM = 0.2  # of a patch of cover, around those who are in it
FOOT = {
    Book.EARLY_19TH: ("formed", "skirmishers", "irregulars"),
    Book.PIKE_AND_SHOT: ("formed", "irregulars"),
}
HORSE = {
    Book.EARLY_19TH: ("skirmish_horse", "shock", "cuirassiers"),
    Book.PIKE_AND_SHOT: ("dutch", "swedish", "dragoons"),
}
COVER = {"soft": "scrub", "hard": "rocks"}
LEAST, FARTHEST = 0.1, 220.0  # cm

Given = Mapping[str, Any]
Result = dict[str, Any]


def rule_id(n: int) -> str:
    """57 is TY-057, 1036 is TY-R36; above OWN the early 19th century's own, above OWN_PS pike and shot's."""
    prefix = "PS" if n >= OWN_PS else "EC" if n >= OWN else "TY"
    bare = n % OWN
    return f"{prefix}-R{bare - R:02d}" if bare >= R else f"{prefix}-{bare:03d}"


def rule_number(id: str) -> int:
    """The other way about."""
    prefix, bare = id.split("-")
    own = {"TY": 0, "EC": OWN, "PS": OWN_PS}[prefix]
    return own + (R + int(bare[1:]) if bare.startswith("R") else int(bare))


@dataclass(frozen=True)
class Kit:
    """What a book of the family has, for the inputs of its procedures."""

    member: Member
    rules: Rules

    @property
    def is_early_19th(self) -> bool:
        return self.member.book == Book.EARLY_19TH

    @property
    def missiles(self) -> tuple[str, ...]:
        return tuple(w for w in self.weapons if self.rules.weapon_long[words_of(Weapon).index(w)] > 0)

    @property
    def weapons(self) -> tuple[str, ...]:
        """Whatever has ranges or a melee factor."""
        r = self.rules
        return tuple(
            w for k, w in enumerate(words_of(Weapon)) if r.weapon_long[k] > 0 or r.weapon_factor[k] > 0
        )

    @property
    def foot(self) -> tuple[str, ...]:
        return FOOT[self.member.book]

    @property
    def horse(self) -> tuple[str, ...]:
        return HORSE[self.member.book]

    # Inputs

    def quality(self, prefix: str, who: str, default: int = 1) -> Input:
        text = f"class of {who} [TY-002]"
        return choice(f"{prefix}quality", text, self.member.qualities, self.member.qualities[default])

    def weapon(self, prefix: str, who: str, default: str, missiles: bool = False) -> Input:
        words = self.missiles if missiles else ("none", *self.weapons)
        fights = "they fight" if who == "they" else does(who, "fights")
        return choice(f"{prefix}weapon", f"what {fights} with [TY-005]", words, default)

    def troops(self, prefix: str, who: str) -> Input:
        return choice(f"{prefix}troops", f"what {who} are", (*self.foot, *self.horse))


def kit_of(m: Member) -> Kit:
    b = Battle()
    b.book = m.book
    setup.lay_rules(b, m, {})
    return Kit(m, b.rules)


def cm(name: str, text: str, default: float, most: float = FARTHEST, least: float = LEAST) -> Input:
    return Input(name, "float", text, default, (), "cm", least, most)


def figures(prefix: str, who: str, default: int, most: int = 40) -> Input:
    return number(f"{prefix}figures", f"figures of {who}", default, "figures", 1, most)


def wounded(prefix: str, who: str) -> Input:
    return number(f"{prefix}wounded", f"wounded among {who} [TY-063]", 0, "figures", 0, 40)


def ranks(prefix: str, who: str, default: int = 1) -> Input:
    return number(f"{prefix}ranks", f"ranks of {who}", default, "ranks", 1, 6)


def cover(prefix: str, who: str) -> Input:
    return choice(f"{prefix}cover", f"cover of {who} [TY-R59]", ("open", *COVER))


# The list

Prepare = Callable[["Scene", Given], Situation]
Inputs = Callable[[Kit], tuple[Input, ...]]


@dataclass(frozen=True)
class Entry:
    """A procedure before it is known of which book."""

    name: str
    rules: tuple[str, ...]
    headline: tuple[str, ...]
    inputs: Inputs
    prepare: Prepare
    only: Book | None

    def of(self, kit: Kit) -> Procedure:
        """The procedure as a book has it: with its inputs, and without the rules of the sister book."""
        m = kit.member
        rules = tuple(id for id in self.rules if id[:2] in ("TY", m.prefix.upper()))
        title = str(self.prepare.__doc__).rstrip(".")

        def prepare(given: Mapping[str, Any], house: Override) -> Situation:
            return self.prepare(Scene(m, house), given)

        return Procedure(self.name, title, rules, self.inputs(kit), prepare, self.headline)


ENTRIES: list[Entry] = []


def procedure(
    name: str, rules: str, headline: str, inputs: Inputs, only: Book | None = None
) -> Callable[[Prepare], Prepare]:
    """Enter what prepares a situation among the procedures; its docstring is the title."""

    def enter(prepare: Prepare) -> Prepare:
        ENTRIES.append(Entry(name, tuple(rules.split()), tuple(headline.split()), inputs, prepare, only))
        return prepare

    return enter


# The table


class Scene:
    """A battle in the making."""

    def __init__(self, m: Member, house: Override) -> None:
        self.member, self.b = m, Battle()
        self.b.book = m.book
        self.names = Names(armies=["Blue", "Red"], qualities=m.qualities)
        setup.lay_rules(self.b, m, house)
        self.b.ground.width = self.b.ground.depth = SIZE
        self.b.home_y = [-1.0, 1.0]
        self.b.log.room = len(self.b.log.events)
        self.b.generals = [int(General.DRILL), int(General.DRILL)]
        self.b.turn = 1

    # Groups

    def muster(self, side: int, name: str, figures: int = 1, hurt: int = 0, **entry: Any) -> int:
        """A group of a side; where it stands is another matter."""
        if hurt > figures:
            raise Problem(f"wounded: {hurt} given, but there are only {figures} figures")
        id = f"{SIDES[side][0].upper()}{self.b.n_groups + 1}"
        entry.setdefault("quality", self.member.qualities[1])
        entry.setdefault("kind", "formed")
        line = GroupEntry(id=id, name=name, figures=figures, **entry)
        g = mustering.muster(self.b, self.member, side, line, self.names, name)
        mustering.add_engine(self.b, g, line, self.names, name)
        for i in list(figures_of(self.b, g))[:hurt]:
            self.b.figures[i].wounded = True
        return g

    def group(self, side: int, name: str, figures: int = 1, ranks: int = 1, **entry: Any) -> int:
        """A group in ranks in the middle of the table, facing the other side."""
        g = self.muster(side, name, figures, **entry)
        if ranks > figures:
            raise Problem(f"ranks: {ranks} given, but there are only {figures} figures")
        members = list(figures_of(self.b, g))
        step = 2 * radius(self.b, members[0]) + mustering.GAP
        facing = (0.0, 1.0 if side == BLUE else -1.0)
        self.place(members, mustering.block(figures, ranks, step, (MIDDLE, MIDDLE), facing), facing)
        return g

    def place(
        self, members: list[int], spots: list[tuple[float, float]], facing: tuple[float, float]
    ) -> None:
        for i, (x, y) in zip(members, spots, strict=True):
            f = self.b.figures[i]
            (f.x, f.y), (f.fx, f.fy) = (x, y), facing
        survey(self.b)

    def troops(self, side: int, name: str, given: Given, prefix: str = "", **entry: Any) -> int:
        """Those of the inputs that begin with a prefix: troops, figures, wounded, quality, weapon, armour, targe."""
        kind = str(given.get(f"{prefix}troops", "formed"))
        weapon = str(given.get(f"{prefix}weapon", "none"))
        entry.setdefault("mounted", kind in HORSE[self.member.book])
        return self.group(
            side,
            name,
            int(given.get(f"{prefix}figures", 1)),
            int(given.get(f"{prefix}ranks", 1)),
            hurt=int(given.get(f"{prefix}wounded", 0)),
            kind=kind,
            quality=given.get(f"{prefix}quality", self.member.qualities[1]),
            arms=[] if weapon == "none" else [weapon],
            armour=given.get(f"{prefix}armour", "none"),
            targe=bool(given.get(f"{prefix}targe")),
            bayonet=bool(given.get(f"{prefix}bayonet")),
            **entry,
        )

    def gun(self, side: int, kind: str, crew: int, **entry: Any) -> int:
        """A gun in the middle of the table with its crew behind it; the number of the crew."""
        engine = EngineEntry(name="The gun", kind=kind)
        g = self.muster(side, "The gun's crew", crew, role="crew", engine=engine, **entry)
        facing = (0.0, 1.0 if side == BLUE else -1.0)
        mustering.set_engine(self.b, g, (MIDDLE, MIDDLE), facing)
        step = self.b.rules.foot_base + mustering.GAP
        back = MIDDLE - facing[1] * (self.b.rules.gun_base + step) / 2
        self.place(
            list(figures_of(self.b, g)), mustering.block(crew, 1, step, (MIDDLE, back), facing), facing
        )
        return g

    def shift(self, g: int, dx: float, dy: float) -> None:
        for i in figures_of(self.b, g):
            self.b.figures[i].x += dx
            self.b.figures[i].y += dy

    def foremost(self, g: int, north: float) -> Any:
        """The figure farthest to the north (or south), of equals the one in the middle."""
        men = [self.b.figures[i] for i in figures_of(self.b, g)]
        return max(men, key=lambda f: (round(f.y * north, 6), -abs(f.x - MIDDLE)))

    def apart(self, near: int, far: int, gap: float) -> None:
        """Move the far group north of the near one: the nearest two are so far from one another [TY-R03]."""
        n, f = self.foremost(near, 1.0), self.foremost(far, -1.0)
        self.shift(far, n.x - f.x, n.y + self.half(n) + gap + self.half(f) - f.y)

    def half(self, figure: Any) -> float:
        """Half the base of a figure."""
        return radius(self.b, self.b.figures.index(figure))

    # Ground

    def shelter(self, g: int, kind: str) -> None:
        """A patch of cover around a group, which everybody on the other side has spotted."""
        if kind == "open":
            return
        men = [self.b.figures[i] for i in figures_of(self.b, g)]
        room = max(self.half(f) for f in men) + ROOM
        xs, ys = [f.x for f in men], [f.y for f in men]
        self.terrain(COVER[kind], (min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room))
        self.b.groups[g].spotted = (1 << self.b.n_groups) - 1

    def terrain(self, kind: str, rectangle: tuple[float, float, float, float]) -> None:
        entry = Ground(name=f"The {kind}", kind=kind, rectangle=rectangle)
        laying.lay_terrain(self.b, entry, self.names, kind)

    # What comes of it

    def ready(self) -> Battle:
        """The battle with no more room than it needs, so that copies are cheap (and one blank at the end)."""
        b = self.b
        survey(b)
        for name, n in (
            ("figures", b.n_figures),
            ("groups", b.n_groups),
            ("engines", b.n_engines),
            ("markers", b.n_markers),
            ("edges", b.n_edges),
            ("doors", b.n_doors),
            ("corners", b.n_corners),
        ):
            setattr(b, name, getattr(b, name)[: n + 1])
        setup.name_all(b, self.names)
        attach_all(b)
        for side in range(2):
            look_about(b, side)
        b.log.n = 0
        return b

    def situation(
        self,
        rules: Callable[[Any], None],
        result: Callable[[Any], Result],
        alike: Callable[[Any], Hashable] | None = None,
        runs: int | None = None,
        throws: int | None = None,
    ) -> Situation:
        """The scene ready to be run."""
        return Situation(self.ready(), self.names, rules, result, runs, throws, alike)


# What came of it


def events(b: Battle, *kinds: Ev) -> Iterator[Any]:
    return (e for e in b.log.events[: b.log.n] if e.kind in kinds)


def last(b: Battle, kind: Ev) -> Any:
    """The last event of a kind, or nothing."""
    found = list(events(b, kind))
    return found[-1] if found else None


def suffered(b: Battle, g: int, prefix: str = "") -> Result:
    """What the men of a group have suffered."""
    killed = sum(b.figures[i].lost in (Lost.KILLED, Lost.SECOND_WOUND) for i in figures_of(b, g))
    left = sum(b.figures[i].lost == Lost.NO for i in figures_of(b, g))
    hurt = sum(e.other == g for e in events(b, Ev.HURT))
    return {f"{prefix}killed": killed, f"{prefix}wounded": hurt, f"{prefix}left": left}


def men_alike(b: Battle) -> Hashable:
    """The battle while hits fall: who has suffered what, and has still to learn what; not who he is.

    Hits are the same in whatever order they are diced for, so only which of them fall on one man matters."""
    waiting: dict[int, list[tuple[int, int]]] = {}
    v = b.volley
    for k, weapon in enumerate(v.weapon):
        if weapon != 0:
            waiting.setdefault(v.target[k], []).append((weapon, v.quality[k]))
    men = [
        (f.group, f.lost, f.wounded, f.struck, f.slain, f.armour, tuple(sorted(waiting.get(i, ()))))
        for i, f in enumerate(b.figures[: b.n_figures])
    ]
    return tuple(sorted(men)), tuple(sorted(waiting.get(-1, ()))), tuple(u.shot for u in b.groups)
