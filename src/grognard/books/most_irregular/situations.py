"""Outside the rules: a bare table with a few men on it, set up so that one procedure can be adjudicated.

Blue stands in the south and faces north; Red stands before it and faces south."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...answering import Answer
from ...battle import General, plain, with_how
from ...problems import Problem
from ...scenario import SIDES, TerrainEntry
from ...tables import Override
from ...values import Ask, Order
from . import setup
from .firing import nearest_gap
from .footing import footing_of
from .legality import may_rally
from .men import present, radius_of
from .state import NOBODY, Act, AskKind, Battle, Footing, R, Terrain

BLUE, RED = 0, 1
SIZE = 200.0  # of the table: nobody runs off it by chance
MIDDLE = SIZE / 2
LOOSE = 0.1  # between stragglers, more than the gap of a formation
AHEAD = 0.25  # how far in front of a man his wall is, where there is room
IN_TOUCH = 0.04  # between bases in contact
NEARBY = 2.0  # where an officer within reach stands, from the base of the outermost man
ABREAST = 6  # stragglers in one row

Given = Mapping[str, Any]


def rule_id(number: int) -> str:
    """57 is MI-057, 1036 is MI-R36."""
    return f"MI-R{number - R:02d}" if number >= R else f"MI-{number:03d}"


def words(value: Any) -> str:
    """ADVANCED_RIFLE as "advanced rifle"."""
    return str(value.name).lower().replace("_", " ")


@dataclass(frozen=True)
class Body:
    """Some men of a side, in ranks or not."""

    side: int
    men: range
    formation: int = NOBODY


class Scene:
    """A battle in the making: men, officers and cover for one procedure.  Blue's men come before Red's."""

    def __init__(self, house: Override) -> None:
        self.b = Battle()
        self.names = setup.Names(armies=["Blue", "Red"])
        setup.lay_rules(self.b, house)
        self.b.ground.width = self.b.ground.depth = SIZE
        self.b.home_y = [-1.0, 1.0]
        self.b.log.room = len(self.b.log.events)
        self.b.generals = [int(General.DRILL), int(General.DRILL)]
        self.b.turn = self.b.activation = 1

    # Men

    def muster(self, side: int, given: Given, prefix: str) -> range:
        """The men of the inputs that begin with a prefix: men, wounded, quality, weapon; the first are wounded."""
        b, n = self.b, int(given[f"{prefix}men"])
        hurt = int(given.get(f"{prefix}wounded", 0))
        weapon, breech = (
            str(given.get(f"{prefix}weapon", "musket")),
            bool(given.get(f"{prefix}breech_loader")),
        )
        if hurt > n:
            raise Problem(f"{prefix}wounded: {hurt} given, but there are only {n} men")
        if breech and weapon not in ("early_rifle", "advanced_rifle"):
            raise Problem(f"{prefix}breech_loader: rifles only [MI-R34]; {prefix}weapon is {weapon}")
        if b.men_of[side] == 0:
            b.first_man[side] = b.n_men
        entry = setup.ForceBody(
            id=f"{SIDES[side][0].upper()}{b.n_bodies + 1}",
            name=f"{SIDES[side].capitalize()} {'section' if b.men_of[side] == 0 else 'stragglers'}",
            men=n,
            quality=str(given.get(f"{prefix}quality", "regular")),
            weapon=weapon,
            breech_loader=breech,
        )
        men = setup.muster(b, side, entry, self.names, prefix.rstrip("_"))
        for i in men[:hurt]:
            b.men[i].wounded = True
        return men

    def formation(self, side: int, given: Given, prefix: str = "") -> Body:
        """Men in ranks, base to base."""
        men = self.muster(side, given, prefix)
        ranks = int(given.get(f"{prefix}ranks", 1))
        if ranks > len(men):
            raise Problem(f"{prefix}ranks: {ranks} given, but there are only {len(men)} men")
        files = -(-len(men) // ranks)
        place = setup.BodyPlace(id="", files=files, front=(MIDDLE, MIDDLE))
        setup.draw_up(self.b, men, place, prefix.rstrip("_"))
        return Body(side, men, self.b.men[men[0]].body)

    def stragglers(self, side: int, given: Given, prefix: str = "", abreast: int = ABREAST) -> Body:
        """Men by themselves, in rows: the first row is nearest to the enemy."""
        men = self.muster(side, given, prefix)
        step = self.b.rules.base_diameter + self.b.rules.formation_gap + LOOSE
        for k, i in enumerate(men):
            row, file = divmod(k, abreast)
            here = min(abreast, len(men) - row * abreast)
            self.b.men[i].x = MIDDLE + (file - (here - 1) / 2) * step
            self.b.men[i].y = MIDDLE + row * step * (1.0 if side == RED else -1.0)
        return Body(side, men)

    def apart(self, near: Body, far: Body, inches: float) -> None:
        """Move the far body north of the near one: the nearest two are so far from one another [MI-R02]."""
        n = self.foremost(near, 1.0)
        f = self.foremost(far, -1.0)
        dx = n.x - f.x
        dy = n.y + radius_of(self.b, n) + inches + radius_of(self.b, f) - f.y
        for i in far.men:
            self.b.men[i].x += dx
            self.b.men[i].y += dy

    def foremost(self, body: Body, north: float) -> Any:
        """The man farthest to the north (or south), of equals the one in the middle."""
        men = [self.b.men[i] for i in body.men]
        return max(men, key=lambda m: (round(m.y * north, 6), -abs(m.x - MIDDLE)))

    # Ground

    def terrain(self, kind: str, **shape: Any) -> None:
        before = self.b.ground.n
        setup.lay_terrain(self.b, TerrainEntry(name=kind, kind=kind, **shape), kind)
        self.names.terrain += [f"The {kind}"] * (self.b.ground.n - before)

    def cover(self, body: Body, kind: str, gap: float, covered: int = 0) -> None:
        """What shelters Red from the south: all of a formation; of stragglers so many, or with 0 all."""
        if kind == "open":
            return
        if body.formation >= 0:
            self.shelter(kind, list(body.men), gap)
        else:
            for i in body.men[: covered or len(body.men)]:
                self.shelter(kind, [i], gap)

    def shelter(self, kind: str, men: list[int], gap: float) -> None:
        """A feature that some men are in, or directly behind [MI-R38]."""
        r = self.b.rules.base_diameter / 2
        xs, ys = [self.b.men[i].x for i in men], [self.b.men[i].y for i in men]
        west, east, south, north = min(xs) - r, max(xs) + r, min(ys) - r, max(ys) + r
        if footing_of(Terrain[kind.upper()]) == Footing.OBSTACLE:
            y = south - min(AHEAD, gap / 2)
            self.terrain(kind, line=[(west, y), (east, y)])
        else:
            self.terrain(kind, rectangle=(west, south, east, north))

    # Officers

    def officer(self, side: int, x: float, y: float, quality: str = "regular", **state: Any) -> int:
        """An officer on foot; his number."""
        k = self.b.n_commanders
        name = f"the {SIDES[side]} officer"
        entry = setup.ForceCommander(
            id=f"{SIDES[side][0].upper()}-C{k + 1}", name=name, quality=quality, **state
        )
        setup.appoint(self.b, side, entry, (x, y), self.names, name)
        return k

    def beside(self, body: Body, where: str, exposed: bool = True) -> None:
        """An officer with some men or within reach of them: where the enemy sees him, or behind them [MI-088]."""
        if where == "none":
            return
        men = [self.b.men[i] for i in body.men]
        away = self.b.rules.base_diameter + (NEARBY if where == "near" else IN_TOUCH)
        north = 1.0 if body.side == RED else -1.0  # the way to the rear
        if exposed:
            m = max(men, key=lambda m: (round(m.x, 6), -m.y * north))
            self.officer(body.side, m.x + away, m.y)
        else:
            m = max(men, key=lambda m: (round(m.y * north, 6), -abs(m.x - MIDDLE)))
            self.officer(body.side, m.x, m.y + away * north)

    def with_officers(self, body: Body, n: int) -> None:
        """Officers in a row behind the rear rank, attached [MI-R12]."""
        men = [self.b.men[i] for i in body.men]
        north = 1.0 if body.side == RED else -1.0
        rear = max(m.y * north for m in men)
        row = sorted((m for m in men if abs(m.y * north - rear) < LOOSE), key=lambda m: abs(m.x - MIDDLE))
        if n > len(row):
            raise Problem(f"officers: {n} given, but the rear rank has room for {len(row)}")
        for m in row[:n]:
            self.officer(body.side, m.x, m.y + (self.b.rules.base_diameter + IN_TOUCH) * north)

    def ready(self) -> Battle:
        """The battle with no more room than it needs, so that copies are cheap (and one blank at the end)."""
        b = self.b
        if b.men_of[RED] == 0:
            b.first_man[RED] = b.n_men
        b.men, b.commanders = b.men[: b.n_men + 1], b.commanders[: b.n_commanders + 1]
        setup.name_all(b, self.names)
        b.log.n = 0
        return b

    def set_of(self, body: Body) -> int:
        """The set of all men of a body."""
        return sum(1 << (i - self.b.first_man[body.side]) for i in body.men)


# Answers


def yes_or_no(yes: bool) -> Answer:
    return lambda b, ask: plain(int(Act.YES if yes else Act.NO), ask.actor, ask.other)


def rerolls(b: Battle, ask: Ask) -> Order:
    """The first officer near enough has the test rolled again [MI-088]."""
    k = next(k for k in range(b.n_commanders) if may_rally(b, k, ask.actor))
    return plain(int(Act.YES), ask.actor, k)


def chosen(b: Battle, ask: Ask, act: Act, first: float) -> Order:
    """So many of the men concerned: the nearest to the enemy (first 1) or the farthest (-1), then by number."""
    foe = 1 - ask.side
    start = b.first_man[foe]
    enemies = sum(1 << k for k in range(b.men_of[foe]) if present(b.men[start + k]))
    own = [k for k in range(b.men_of[ask.side]) if (b.sought >> k) % 2 == 1]
    gaps = {k: round(nearest_gap(b, foe, enemies, b.first_man[ask.side] + k), 6) for k in own}
    own.sort(key=lambda k: (gaps[k] * first, k))
    return with_how(int(act), ask.actor, NOBODY, sum(1 << k for k in own[: ask.other]))


def answers(given: Given) -> dict[AskKind, Answer]:
    """What the inputs say to the questions that come up; men run and fall by the default pick [MI-R46]."""
    return {
        AskKind.RUN: lambda b, ask: chosen(b, ask, Act.RUN, -1.0),
        AskKind.FALL: lambda b, ask: chosen(b, ask, Act.FALL, 1.0),
        AskKind.LEAD: yes_or_no(True),
        AskKind.REROLL: rerolls if given.get("reroll", True) else yes_or_no(False),
        AskKind.REACT: yes_or_no(given.get("react", True)),
        AskKind.EVADE: yes_or_no(given.get("withdraw", True)),
    }
