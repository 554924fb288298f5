"""The table of Most Irregular for whoever draws it: every man on his base, formations round their men."""

from __future__ import annotations

from ...chronicle import ARMIES
from ...scene import Base, Figure, Look, Mark, Place, Scene, Seen, Sign, features_of
from . import words
from .men import alive, attached_to, centre_of, commander_radius, members, present, radius_of, straggler_reach
from .setup import PIECE_COMMANDER, PIECE_FORMATION, Names
from .state import FORMATIONS, Battle, Grade, Phase, Terrain, Weapon
from .telling import losses
from .victory import holder

STRIP = {
    Phase.INITIATIVE: "initiative",
    Phase.COMMANDER: "commander",
    Phase.FORMED: "his men",
    Phase.STRAGGLERS: "his men",
    Phase.ASSAULT: "his men",
    Phase.END: "end of turn",
}
ARMS: dict[Weapon, Figure] = {Weapon.NONE: "foot", Weapon.MUSKET: "musket"}
LOOKS: dict[Terrain, Look] = {
    Terrain.OPEN: "open",
    Terrain.ROAD: "road",
    Terrain.BRIDGE: "bridge",
    Terrain.FENCE: "fence",
    Terrain.HEDGE: "hedge",
    Terrain.WALL: "wall",
    Terrain.EARTHWORK: "works",
    Terrain.STREAM: "stream",
    Terrain.MARSH: "marsh",
    Terrain.PLOUGHED: "plough",
    Terrain.BROKEN: "rough",
    Terrain.CROPS: "crops",
    Terrain.SCRUB: "rough",
    Terrain.WOODS: "wood",
    Terrain.RUBBLE: "rubble",
    Terrain.BOULDER: "boulder",
    Terrain.TREE: "tree",
    Terrain.BUILDING: "house",
    Terrain.POND: "pond",
}
MARKS: dict[str, Mark] = {"wounded": "wounded", "has acted": "acted"}
LEGEND = [Sign(mark="acted", text="has acted"), Sign(mark="wounded", text="wounded")]


def scene(b: Battle, names: Names) -> Scene:
    """Everything on the table; nothing of this book is hidden from anybody."""
    men = [i for i in range(b.n_men) if present(b.men[i])]
    formed = [f for f in range(FORMATIONS) if b.formations[f].size > 0]
    leaders = [k for k in range(b.n_commanders) if alive(b.commanders[k])]
    return Scene(
        width=b.ground.width,
        depth=b.ground.depth,
        unit="inch",
        turn=b.turn,
        turns=b.rules.turns,
        phase=STRIP[Phase(b.phase)],
        phases=list(dict.fromkeys(STRIP.values())),
        step=words.PHASES[Phase(b.phase)],
        score=(b.points[0], b.points[1]),
        counts="places held, enemy commanders dead, and every five enemy men lost",
        losses=losses(b),
        armies=(names.armies[0], names.armies[1]),
        features=features_of(b.ground, names.terrain, Terrain, LOOKS),
        places=[objective(b, names, k) for k in range(b.aims.n_objectives)],
        pieces=[
            *(seen_formation(b, names, f) for f in formed),
            *(seen_man(b, names, i) for i in men),
            *(seen_commander(b, names, k) for k in leaders),
        ],
        legend=LEGEND,
        ladder=[PIECE_COMMANDER + k for k in leaders],
        acting=PIECE_COMMANDER + b.commander if b.commander in leaders else -1,
    )


def objective(b: Battle, names: Names, k: int) -> Place:
    o = b.aims.objectives[k]
    name, held = names.objectives[k], holder(b, o)
    return Place(name=name, x=o.x, y=o.y, radius=o.radius, points=o.points, holder=held)


def seen_man(b: Battle, names: Names, i: int) -> Seen:
    m = b.men[i]
    formed = m.formation >= 0
    fx, fy = (b.formations[m.formation].fx, b.formations[m.formation].fy) if formed else (0.0, 1.0)
    seen = [word for word, so in {"wounded": m.wounded, "has acted": m.acted > 0}.items() if so]
    status = f"in {words.formation(names, m.formation)}" if formed else "straggler"
    quality = f"{words.GRADES[Grade(m.grade)]}, {words.WEAPONS[Weapon(m.weapon)]}"
    mark: Figure = "horse" if m.horse else ARMS.get(Weapon(m.weapon), "rifle")
    return Seen(
        number=i,
        handle=names.man_ids[i],
        side=m.side,
        kind="man",
        role="figure",
        name=words.man(names, i),
        label=names.bodies[m.body],
        spoken=", ".join([words.man(names, i), ARMIES[m.side], status, quality, *seen]),
        x=m.x,
        y=m.y,
        fx=fx,
        fy=fy,
        bases=[Base(x=m.x, y=m.y, fx=fx, fy=fy, radius=radius_of(b, m), mark=mark, states=seen)],
        states=seen,
        marks=[MARKS[s] for s in seen if s in MARKS],
        within=PIECE_FORMATION + m.formation if formed else -1,
    )


def seen_formation(b: Battle, names: Names, f: int) -> Seen:
    u = b.formations[f]
    x, y = centre_of(b, u.side, members(b, f))
    own = [m for m in b.men[: b.n_men] if m.formation == f and present(m)]
    wounded = sum(m.wounded for m in own)
    seen = [f"{wounded} wounded"] if wounded else []
    if all(m.acted > 0 for m in own):
        seen.append("has acted")
    name = words.formation(names, f)
    facing = f"facing {words.wind(u.fx, u.fy)}"
    return Seen(
        number=PIECE_FORMATION + f,
        handle=names.formation_ids[f],
        side=u.side,
        kind="formation",
        role="formation",
        name=name,
        label=name.removeprefix("the "),
        spoken=", ".join([name, ARMIES[u.side], f"formation of {u.size}", facing, *seen]),
        x=x,
        y=y,
        fx=u.fx,
        fy=u.fy,
        strength=u.size,
        full=u.size,
        states=seen,
        marks=[MARKS[s] for s in seen if s in MARKS],
    )


def has_acted(b: Battle, k: int) -> bool:
    """A commander whose turn is over [MI-015]."""
    return b.commanders[k].acted and k != b.commander


def seen_commander(b: Battle, names: Names, k: int) -> Seen:
    c = b.commanders[k]
    traits = {"mounted": c.mounted, "charismatic": c.charismatic, "officer only": c.officer_only}
    seen = [
        word for word, so in (traits | {"wounded": c.wounded, "has acted": has_acted(b, k)}).items() if so
    ]
    unit = attached_to(b, k)
    doing = f"with {words.formation(names, unit)}" if unit >= 0 else "by himself"
    name, grade = words.commander(names, k), words.GRADES[Grade(c.grade)]
    mark: Figure = "rider" if c.mounted else "officer"
    return Seen(
        number=PIECE_COMMANDER + k,
        handle=names.commander_ids[k],
        side=c.side,
        kind="commander",
        role="leader",
        name=name,
        label=name,
        spoken=", ".join([name, ARMIES[c.side], "commander", grade, doing, *seen]),
        x=c.x,
        y=c.y,
        fx=0.0,
        fy=1.0,
        bases=[Base(x=c.x, y=c.y, fx=0.0, fy=1.0, radius=commander_radius(b, c), mark=mark, states=seen)],
        states=seen,
        marks=[MARKS[s] for s in seen if s in MARKS],
        within=PIECE_FORMATION + unit if unit >= 0 else -1,
        rings=[b.rules.unit_radius, straggler_reach(b, c)],
    )
