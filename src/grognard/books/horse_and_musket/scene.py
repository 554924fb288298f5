"""The table of Horse and Musket for whoever draws it: stands to scale, states as words."""

from __future__ import annotations

from ...chronicle import ARMIES
from ...scene import Base, Figure, Look, Mark, Place, Scene, Seen, Sign, features_of
from ...table.boxes import place as spot
from . import words
from .setup import Names
from .state import (
    Arm,
    Battle,
    Formation,
    Grade,
    Leader,
    Lost,
    Objective,
    Phase,
    RallyTiming,
    Terrain,
    Troop,
    Unit,
    Weapon,
)
from .telling import losses
from .units import box_of, in_melee, on_table, stands_of
from .victory import holder

STANDS: dict[Arm, Figure] = {Arm.INFANTRY: "foot", Arm.CAVALRY: "horse", Arm.ARTILLERY: "gun"}
LOOKS: dict[Terrain, Look] = {
    Terrain.ROAD: "road",
    Terrain.WOOD: "wood",
    Terrain.ROUGH: "rough",
    Terrain.MARSH: "marsh",
    Terrain.BUILDING: "house",
    Terrain.STRONGHOLD: "castle",
    Terrain.WALL: "wall",
    Terrain.HEDGE: "hedge",
    Terrain.STREAM: "stream",
    Terrain.FENCE: "fence",
    Terrain.EARTHWORKS: "works",
    Terrain.HILL: "hill",
}
MARKS: dict[str, Mark] = {
    "routing": "routing",
    "disordered": "disordered",
    "owes a rally check": "check",
    "moved": "moved",
    "fired": "fired",
    "extended": "loose",
    "square": "square",
    "in a building": "sheltered",
    "lancers": "lance",
    "armoured": "armour",
}
LEGEND = [
    Sign(mark="check", text="owes a rally check"),
    Sign(mark="disordered", text="disordered"),
    Sign(mark="moved", text="moved"),
    Sign(mark="fired", text="fired"),
]
NOTES = {"routing": "routing", "square": "in square", "in melee": "in melee"}
STRIP = {
    Phase.INITIATIVE: "initiative",
    Phase.GENERALS: "generals",
    Phase.RALLY: "charges",
    Phase.CHARGES: "charges",
    Phase.MOVES: "moves",
    Phase.FIRST_FIRE: "combat",
    Phase.MELEE: "combat",
    Phase.AFTERMATH: "combat",
}
RALLIES_FIRST = {Phase.INITIATIVE: "initiative", Phase.RALLY: "rallies"} | {
    p: word for p, word in STRIP.items() if p != Phase.RALLY
}
DEPLOYING = {Phase.DEPLOYMENT: "deployment"} | STRIP


def scene(b: Battle, names: Names) -> Scene:
    """Everything on the table; nothing of this book is hidden from anybody."""
    return Scene(
        width=b.ground.width,
        depth=b.ground.depth,
        unit="inch",
        turn=b.turn,
        turns=b.rules.turns,
        phase=strip(b)[Phase(b.phase)],
        phases=list(dict.fromkeys(strip(b).values())),
        step=words.PHASES[Phase(b.phase)],
        score=(b.points[0], b.points[1]),
        counts="places held, enemy units destroyed, guns taken and generals removed",
        losses=losses(b),
        armies=(names.armies[0], names.armies[1]),
        features=features_of(b.ground, names.terrain, Terrain, LOOKS),
        places=[objective(b, names, k) for k in range(b.aims.n_objectives)],
        pieces=[
            *(seen_unit(b, names, i) for i in range(b.n_units) if on_table(b.units[i])),
            *(seen_general(b, names, k) for k in range(b.n_leaders) if is_seen(b, b.leaders[k])),
        ],
        waiting=[seen_unit(b, names, i) for i in range(b.n_units) if b.units[i].lost == Lost.RESERVE],
        legend=LEGEND,
    )


def strip(b: Battle) -> dict[Phase, str]:
    """The parts of a turn, as they follow one another."""
    if b.phase == Phase.DEPLOYMENT:
        return DEPLOYING
    return RALLIES_FIRST if b.options.rally_timing == RallyTiming.TURN_START else STRIP


def objective(b: Battle, names: Names, k: int) -> Place:
    o: Objective = b.aims.objectives[k]
    p = b.ground.pieces[o.piece]
    x, y = (p.x0 + p.x1) / 2, (p.y0 + p.y1) / 2
    radius = ((p.x1 - p.x0) ** 2 + (p.y1 - p.y0) ** 2) ** 0.5 / 2
    return Place(name=names.objectives[k], x=x, y=y, radius=radius, points=o.points, holder=holder(b, o))


# Units


def seen_unit(b: Battle, names: Names, i: int) -> Seen:
    u = b.units[i]
    seen = states(b, u)
    return Seen(
        number=i,
        handle=names.ids[i],
        side=u.side,
        kind=Arm(u.arm).name.lower(),
        name=names.units[i],
        label=names.units[i],
        note=", ".join(NOTES[s] for s in seen if s in NOTES),
        spoken=spoken(b, names, i),
        x=u.x,
        y=u.y,
        fx=u.fx,
        fy=u.fy,
        strength=u.figures,
        full=u.original,
        bases=bases(b, u),
        states=seen,
        marks=[MARKS[s] for s in seen if s in MARKS],
    )


def spoken(b: Battle, names: Names, i: int) -> str:
    """Second battalion, Blue, line, facing north-east, 24 of 24 figures, disordered."""
    u = b.units[i]
    facing = "" if u.building >= 0 else f", facing {words.wind(u.fx, u.fy)}"
    strength = f"{u.figures} of {u.original} figures"
    side = ARMIES[u.side]
    told = ", ".join([names.units[i], side, words.formation(u, b, names) + facing, strength])
    return ", ".join([told, *states(b, u)])


def states(b: Battle, u: Unit) -> list[str]:
    """What is to be seen of a unit besides its shape, in words."""
    known = {
        "routing": u.routing,
        "disordered": u.disordered,
        "owes a rally check": u.marker,
        "in melee": in_melee(u),
        "charging": u.charging and not u.in_contact,
        "moved": u.moved,
        "fired": u.fired,
        "extended": u.formation == Formation.EXTENDED,
        "square": u.formation == Formation.SQUARE,
        "in a building": u.building >= 0,
        "lancers": u.troop == Troop.LANCERS,
        "armoured": u.troop == Troop.ARMOURED_HORSE,
        "rifles": u.weapon == Weapon.RIFLE,
        "guard": u.grade == Grade.GUARD,
    }
    return [word for word, so in known.items() if so]


def bases(b: Battle, u: Unit) -> list[Base]:
    """The stands of a unit where they stand, the fallen of the last one left to be seen."""
    if u.building >= 0 or u.formation == Formation.BATTERY:
        return [base(b, u, u.x, u.y, u.width, u.depth, u.figures, 0)]
    n, each = stands_of(b, u), b.rules.stand_figures[u.arm]
    wide, deep = b.rules.stand_width[u.arm], b.rules.stand_depth[u.arm]
    if u.formation == Formation.SQUARE:
        return square(b, u, n, each)
    files = max(1, min(u.files, n))
    out = []
    for k in range(n):
        rank, file = divmod(k, files)
        here = files if (rank + 1) * files <= n else n - rank * files
        ahead, right = u.depth / 2 - (rank + 0.5) * deep, (file - (here - 1) / 2) * wide
        x, y = spot(box_of(u), ahead, right)
        left = min(each, u.figures - k * each)
        out.append(base(b, u, x, y, wide, deep, left, each - left))
    return out


def square(b: Battle, u: Unit, n: int, each: int) -> list[Base]:
    """A square is drawn as four fronts round its edge, the figures shared among them."""
    deep = b.rules.stand_depth[u.arm]
    out = []
    turns = ((u.fx, u.fy), (u.fy, -u.fx), (-u.fx, -u.fy), (-u.fy, u.fx))
    for k, (fx, fy) in enumerate(turns):
        share = u.figures // 4 + (k < u.figures % 4)
        x, y = u.x + fx * (u.width - deep) / 2, u.y + fy * (u.width - deep) / 2
        mark = STANDS[Arm(u.arm)]
        out.append(Base(x=x, y=y, fx=fx, fy=fy, width=u.width - deep, depth=deep, figures=share, mark=mark))
    return out


def base(b: Battle, u: Unit, x: float, y: float, wide: float, deep: float, left: int, gone: int) -> Base:
    mark = STANDS[Arm(u.arm)]
    return Base(x=x, y=y, fx=u.fx, fy=u.fy, width=wide, depth=deep, figures=left, gone=gone, mark=mark)


# Generals


def is_seen(b: Battle, g: Leader) -> bool:
    """A general with a unit that waits off the table waits with it."""
    return g.alive and (g.attached < 0 or on_table(b.units[g.attached]))


def seen_general(b: Battle, names: Names, k: int) -> Seen:
    g: Leader = b.leaders[k]
    facing = (0.0, 1.0) if g.attached < 0 else (b.units[g.attached].fx, b.units[g.attached].fy)
    doing = f"with {names.units[g.attached]}" if g.attached >= 0 else "by himself"
    seen = [word for word, so in {"moved": g.moved, "silent": g.spent}.items() if so]
    return Seen(
        number=b.n_units + k,
        handle=names.leader_ids[k],
        side=g.side,
        kind="general",
        role="leader",
        name=names.leaders[k],
        label=names.leaders[k],
        spoken=", ".join([names.leaders[k], ARMIES[g.side], "general", doing, *seen]),
        x=g.x,
        y=g.y,
        fx=facing[0],
        fy=facing[1],
        bases=[Base(x=g.x, y=g.y, fx=0.0, fy=1.0, radius=b.rules.general_base / 2, mark="star")],
        states=seen,
        within=g.attached,
        rings=[b.rules.general_reach],
    )
