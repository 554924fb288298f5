"""The table of the Tyneside books for whoever draws it: every man on his base, groups round their men, guns, markers."""

from __future__ import annotations

from collections.abc import Iterator

from ...chronicle import ARMIES, count, listed
from ...scene import Base, Feature, Figure, Look, Mark, Place, Scene, Seen, Sign, features_of
from . import words
from .figures import centre, first, is_leader, next_of, quality_of, radius, stands, strength, wounded_in
from .guns import fit_crew, is_gun
from .names import PIECE_ENGINE, PIECE_GROUP, PIECE_MARKER, Names
from .plans import facing_of
from .spotting import wholly_hidden
from .state import (
    Activity,
    Aims,
    Battle,
    EngineKind,
    Group,
    Kind,
    Limber,
    Loading,
    Lost,
    Phase,
    Role,
    Shape,
    Terrain,
    Weapon,
)
from .status import is_commanded
from .telling import losses
from .victory import holder
from .ways import is_out

LOOKS: dict[Terrain, Look] = {
    Terrain.OPEN: "open",
    Terrain.ROAD: "road",
    Terrain.BRIDGE: "bridge",
    Terrain.FORD: "road",
    Terrain.WOOD: "wood",
    Terrain.SCRUB: "rough",
    Terrain.CROPS: "crops",
    Terrain.MARSH: "marsh",
    Terrain.ROCKS: "rubble",
    Terrain.STREAM: "stream",
    Terrain.RIVER: "stream",
    Terrain.BUILDING: "house",
    Terrain.YARD: "plough",
    Terrain.GULLY: "rough",
    Terrain.HEDGE: "hedge",
    Terrain.FENCE: "fence",
    Terrain.WALL: "wall",
    Terrain.EARTHWORK: "works",
    Terrain.FELLED_TREE: "fence",
}
MARKS: dict[str, Mark] = {
    "wounded": "wounded",
    "not loaded": "acted",
    "half loaded": "acted",
    "running": "routing",
    "falling back": "disordered",
    "in square": "square",
    "in a circle": "square",
    "under command": "check",
    "moved": "moved",
    "fired": "fired",
}
LEGEND = [
    Sign(mark="check", text="under command"),
    Sign(mark="acted", text="not loaded"),
    Sign(mark="wounded", text="wounded"),
    Sign(mark="unknown", text="hidden marker"),
    Sign(mark="ring", text="command"),
]
NOTED = ("running", "falling back", "in square", "in a circle", "engaged")
KINDS: dict[int, str] = {
    Kind.FORMED: "formed infantry",
    Kind.SKIRMISHERS: "skirmishers",
    Kind.IRREGULARS: "irregulars",
    Kind.SHOCK: "shock cavalry",
    Kind.CUIRASSIERS: "cuirassiers",
    Kind.SKIRMISH_HORSE: "skirmishing cavalry",
    Kind.DUTCH: "Dutch-trained horse",
    Kind.SWEDISH: "Swedish-trained horse",
    Kind.DRAGOONS: "dragoons",
}
ENGINES: dict[int, str] = {
    EngineKind.MUZZLE_LOADER: "muzzle-loading gun",
    EngineKind.BREECH_LOADER: "breech-loading gun",
    EngineKind.GATLING: "Gatling",
    EngineKind.HEAVY: "heavy gun",
    EngineKind.WAGON: "wagon",
}
RIFLED = (Weapon.RIFLE, Weapon.MINIE_RIFLE, Weapon.BREECH_RIFLE, Weapon.RIFLED_MUSKET)
STRIP = {phase: "end" if phase == Phase.END else words.PHASES[phase] for phase in Phase}
EXIT = 4.0  # cm about the middle of the edge that is the way out


def scored_for(b: Battle) -> str:
    """What the scenario gives points for."""
    aims = {
        "places held": b.aims.n_objectives > 0,
        "the enemy's losses": b.aims.casualties and b.rules.points_share > 0,
        "civilians brought off": b.aims.rescuer >= 0,
    }
    return listed([what for what, so in aims.items() if so] or ["nothing"])


def scene(b: Battle, names: Names) -> Scene:
    """Everything on the table; what is under a marker only if the viewer may know it."""
    groups = [g for g in range(b.n_groups) if stands(b, g)]
    bodies = [g for g in groups if not is_leader(b.groups[g])]
    leaders = [g for g in groups if is_leader(b.groups[g])]
    return Scene(
        width=b.ground.width,
        depth=b.ground.depth,
        unit="cm",
        turn=b.turn,
        turns=b.rules.turns,
        phase=STRIP[Phase(b.phase)],
        phases=list(STRIP.values()),
        step=step_of(b),
        score=(b.points[0], b.points[1]),
        counts=scored_for(b),
        losses=losses(b),
        armies=(names.armies[0], names.armies[1]),
        features=features(b, names),
        places=places(b, names),
        pieces=[
            *(seen_group(b, names, g) for g in bodies),
            *(seen_figure(b, names, i) for g in bodies for i in members(b, g)),
            *(seen_engine(b, names, k) for k in range(b.n_engines) if is_out(b, k)),
            *(seen_leader(b, names, g) for g in leaders),
            *(seen_marker(b, names, m) for m in markers(b, True)),
        ],
        waiting=[
            *(seen_group(b, names, g) for g in range(b.n_groups) if is_awaited(b, g)),
            *(seen_marker(b, names, m) for m in markers(b, False)),
        ],
        legend=LEGEND,
    )


def step_of(b: Battle) -> str:
    """Just where in the turn the battle is."""
    if b.turn == 0:
        return "before the first turn"
    if b.phase in (Phase.MELEE, Phase.END):
        return words.PHASES[b.phase]
    return f"{ARMIES[b.phase_side]}, {words.PHASES[b.phase]}"


def features(b: Battle, names: Names) -> list[Feature]:
    return features_of(b.ground, names.terrain, Terrain, LOOKS)


def members(b: Battle, g: int) -> Iterator[int]:
    """The figures of a group that are on the table."""
    i = first(b, g)
    while i >= 0:
        yield i
        i = next_of(b, i)


def is_awaited(b: Battle, g: int) -> bool:
    """Does a group still have to come on?"""
    head = b.groups[g].head
    return head >= 0 and b.figures[head].lost == Lost.AWAITED


# Places


def places(b: Battle, names: Names) -> list[Place]:
    """The objectives, and the way out of the table."""
    found = [objective(b, names, k) for k in range(b.aims.n_objectives)]
    if b.aims.rescuer >= 0:
        found.append(way_out(b))
    return found


def objective(b: Battle, names: Names, k: int) -> Place:
    o = b.aims.objectives[k]
    wide = o.radius
    if o.piece >= 0:
        p = b.ground.pieces[o.piece]
        wide = ((p.x1 - p.x0) ** 2 + (p.y1 - p.y0) ** 2) ** 0.5 / 2
    return Place(name=names.objectives[k], x=o.x, y=o.y, radius=wide, points=o.points, holder=holder(b, o))


def way_out(b: Battle) -> Place:
    """Where civilians are to be brought off."""
    a, width, depth = b.aims, b.ground.width, b.ground.depth
    x, y = (1.0 + a.exit_x) / 2 * width, (1.0 + a.exit_y) / 2 * depth
    name = f"The way out: {b.saved} of {count(civilians(b), 'civilian')} safe, {rescue_words(a)}"
    return Place(name=name, x=x, y=y, radius=EXIT, points=0, holder=-1)


def civilians(b: Battle) -> int:
    """How many there were to be brought off."""
    return sum(b.groups[g].began for g in range(b.n_groups) if is_to_be_saved(b, b.groups[g]))


def is_to_be_saved(b: Battle, u: Group) -> bool:
    return u.civilian and u.side == b.aims.rescuer


def rescue_words(a: Aims) -> str:
    """How many of them win, and how many are a draw."""
    win = f"{a.rescue_win} {'wins' if a.rescue_win == 1 else 'win'}"
    draw = f", {a.rescue_draw} {'is' if a.rescue_draw == 1 else 'are'} a draw"
    return win + (draw if 0 < a.rescue_draw < a.rescue_win else "")


# Groups


def group_states(b: Battle, g: int) -> list[str]:
    """What is to be seen of a group, in words."""
    u = b.groups[g]
    known = {
        "running": u.router,
        "falling back": u.falling_back and not u.router,
        words.SHAPES[u.shape]: u.shape != Shape.OPEN,
        "under command": u.commander >= 0,
        "engaged": u.activity == Activity.ENGAGED,
        "defending": u.activity == Activity.DEFENDING,
        "moved": u.moved,
        "fired": u.shot > 0 and u.shot == b.turn,
        "may only walk": u.must_walk,
        "not spotted": is_unspotted(b, g),
        f"gun fire adds {u.threat} to its next risk": u.threat > 0,
    }
    return [word for word, so in known.items() if so]


def is_unspotted(b: Battle, g: int) -> bool:
    """In terrain, all of it, and no enemy has spotted it."""
    u = b.groups[g]
    return b.options.spotting == 0 and stands(b, g) and u.spotted == 0 and u.shot == 0 and wholly_hidden(b, g)


def loads(b: Battle, i: int) -> bool:
    """Has a figure anything that must be loaded?"""
    return any(b.rules.weapon_loading[w] != Loading.NONE for w in b.figures[i].arms)


def loaded_of(b: Battle, g: int) -> tuple[int, int]:
    """How many of a group are loaded, of those who have something to load."""
    shot = [i for i in members(b, g) if loads(b, i)]
    return sum(b.figures[i].loaded for i in shot), len(shot)


def counted(b: Battle, g: int) -> list[str]:
    """3 wounded, 4 of 10 loaded."""
    hurt, (ready, of) = wounded_in(b, g), loaded_of(b, g)
    out = [f"{hurt} wounded"] if hurt else []
    return [*out, f"{ready} of {of} loaded"] if ready < of else out


def seen_group(b: Battle, names: Names, g: int) -> Seen:
    """A body of men; one that is still to come has no place yet but that where it will come on."""
    u = b.groups[g]
    waits = is_awaited(b, g)
    states = [] if waits else [*counted(b, g), *group_states(b, g)]
    x, y = (u.enter_x, u.enter_y) if waits else centre(b, g)
    fx, fy = (b.figures[u.head].fx, b.figures[u.head].fy) if waits else facing_of(b, g)
    n = u.began if waits else strength(b, g)
    if waits:
        states = [f"comes on in turn {u.enters}"]
    return Seen(
        number=PIECE_GROUP + g,
        handle=names.group_ids[g],
        side=u.side,
        kind=kind_of(b, g),
        role="formation",
        name=names.groups[g],
        label=names.groups[g],
        note=", ".join(s for s in states if s in NOTED or waits),
        spoken=spoken_group(b, names, g, n, (fx, fy), states),
        x=x,
        y=y,
        fx=fx,
        fy=fy,
        strength=n,
        full=u.began,
        states=states,
        marks=list(dict.fromkeys(MARKS[s] for s in states if s in MARKS)),
    )


def kind_of(b: Battle, g: int) -> str:
    """What a group is for: gun crew, driver, or how it fights."""
    u = b.groups[g]
    return words.ROLES[u.role] if u.role != Role.TROOPS else KINDS[u.kind]


def spoken_group(
    b: Battle, names: Names, g: int, n: int, facing: tuple[float, float], states: list[str]
) -> str:
    """Line section, Blue, formed infantry, 8 of 10 figures, veteran, facing north, 2 wounded."""
    u = b.groups[g]
    parts = [names.groups[g], ARMIES[u.side], kind_of(b, g), f"{n} of {u.began} figures"]
    if not is_awaited(b, g):
        parts += [names.qualities[quality_of(b, g)], f"facing {words.wind(*facing)}"]
    return ", ".join([part for part in parts if part] + states)


# Single men


def figure_states(b: Battle, i: int) -> list[str]:
    f = b.figures[i]
    known = {
        "wounded": f.wounded,
        "half loaded": loads(b, i) and not f.loaded and f.half_loaded,
        "not loaded": loads(b, i) and not f.loaded and not f.half_loaded,
        "mounted": f.mounted,
        "went by himself": f.stepped > 0 and f.stepped == b.turn,
    }
    return [word for word, so in known.items() if so]


def arms_of(b: Battle, i: int) -> str:
    """musket with bayonet, sword."""
    f = b.figures[i]
    carried = [
        words.WEAPONS[w] + (" with bayonet" if f.bayonet and b.rules.bayonet_factor[w] else "")
        for w in f.arms
        if w != Weapon.NONE
    ]
    return ", ".join(carried) or "unarmed"


def token(b: Battle, i: int) -> Figure:
    """What stands on his base."""
    f = b.figures[i]
    u = b.groups[f.group]
    if u.role in (Role.DRUMMER, Role.BUGLER):
        return "drum"
    if is_leader(u):
        return "rider" if f.mounted else "officer"
    if f.mounted:
        return "horse"
    if Weapon.PIKE in f.arms:
        return "pike"
    if any(w in RIFLED for w in f.arms):
        return "rifle"
    return "musket" if any(b.rules.weapon_long[w] > 0.0 for w in f.arms) else "foot"


def base_of(b: Battle, i: int, states: list[str]) -> Base:
    f = b.figures[i]
    return Base(x=f.x, y=f.y, fx=f.fx, fy=f.fy, radius=radius(b, i), mark=token(b, i), states=states)


def seen_figure(b: Battle, names: Names, i: int) -> Seen:
    f = b.figures[i]
    states = figure_states(b, i)
    name = names.figures[i]
    about = [
        name,
        ARMIES[f.side],
        names.qualities[f.quality],
        arms_of(b, i),
        f"facing {words.wind(f.fx, f.fy)}",
    ]
    return Seen(
        number=i,
        handle=names.figure_ids[i],
        side=f.side,
        kind="man",
        role="figure",
        name=name,
        label=names.groups[f.group],
        spoken=", ".join([part for part in about if part] + states),
        x=f.x,
        y=f.y,
        fx=f.fx,
        fy=f.fy,
        bases=[base_of(b, i, states)],
        states=states,
        marks=[MARKS[s] for s in states if s in MARKS],
        within=PIECE_GROUP + f.group,
    )


def seen_leader(b: Battle, names: Names, g: int) -> Seen:
    """An officer, NCO, drummer or bugler; he counts as part of a group that he is near [TY-055]."""
    u, i = b.groups[g], first(b, g)
    f = b.figures[i]
    states = [*figure_states(b, i), *group_states(b, g)]
    states += ["Player Character"] if u.pc else []
    states += [f"{u.points} command points left"] if u.points > 0 else []
    beside = u.attached if 0 <= u.attached < b.n_groups and stands(b, u.attached) else -1
    about = [names.groups[g], ARMIES[u.side], words.ROLES[u.role], names.qualities[f.quality], arms_of(b, i)]
    about += [f"with {words.the_group(names, beside)}"] if beside >= 0 else []
    return Seen(
        number=PIECE_GROUP + g,
        also=[i],
        handle=names.group_ids[g],
        side=u.side,
        kind=words.ROLES[u.role],
        role="leader",
        name=names.groups[g],
        label=names.groups[g],
        note=", ".join(s for s in states if s in NOTED),
        spoken=", ".join([part for part in about if part] + states),
        x=f.x,
        y=f.y,
        fx=f.fx,
        fy=f.fy,
        bases=[base_of(b, i, states)],
        states=states,
        marks=list(dict.fromkeys(MARKS[s] for s in states if s in MARKS)),
        within=PIECE_GROUP + beside if beside >= 0 else -1,
        rings=[b.rules.command_open, b.rules.command_enclosed] if is_commanded(b, g) else [],
    )


# Guns and wagons


def engine_states(b: Battle, k: int) -> list[str]:
    e = b.engines[k]
    need = b.rules.gun_load[e.kind]
    gun = is_gun(e)
    known = {
        "limbered": gun and e.limber == Limber.LIMBERED,
        "loaded": gun and e.loaded,
        f"{int(e.charge)} of {need} of its loading done": gun and not e.loaded and need > 0,
        "jammed": e.jammed > 0 and b.turn - e.jammed <= 1,
        "fired": e.fired > 0 and e.fired == b.turn,
        f"taken by {ARMIES[max(0, e.taken)]}": e.taken >= 0,
        "nobody serves it": gun and e.taken < 0 and fit_crew(b, k) <= 0.0,
    }
    return [word for word, so in known.items() if so]


def engine_base(b: Battle, k: int) -> Base:
    """Its base, and what stands on it."""
    e = b.engines[k]
    mark: Figure = "gun" if is_gun(e) else "wagon"
    return Base(x=e.x, y=e.y, fx=e.fx, fy=e.fy, width=e.base, depth=e.base, figures=0, mark=mark)


def seen_engine(b: Battle, names: Names, k: int) -> Seen:
    """A gun or a wagon; who picks it up means its crew, if it has one."""
    e = b.engines[k]
    states = engine_states(b, k)
    crewed = e.crew >= 0 and stands(b, e.crew)
    base = engine_base(b, k)
    about = [names.engines[k], ARMIES[e.side], ENGINES[e.kind], f"facing {words.wind(e.fx, e.fy)}"]
    return Seen(
        number=PIECE_ENGINE + k,
        handle=names.engine_ids[k],
        side=e.side,
        kind="gun" if is_gun(e) else "wagon",
        name=names.engines[k],
        label="" if crewed else names.engines[k],
        note=", ".join(states[:1]),
        spoken=", ".join(about + states),
        x=e.x,
        y=e.y,
        fx=e.fx,
        fy=e.fy,
        bases=[base],
        states=states,
        marks=[MARKS[s] for s in states if s in MARKS],
        within=PIECE_GROUP + e.crew if crewed else -1,
    )


# Markers


def markers(b: Battle, laid: bool) -> list[int]:
    """Those that are face down on the table, or are still to be laid."""
    return [m for m in range(b.n_markers) if not b.markers[m].up and (b.markers[m].edge >= 0) == laid]


def what_is_under(b: Battle, names: Names, m: int) -> str:
    """For who may know it: those who hide there, or nothing."""
    if b.markers[m].veiled:
        return "what is under it is not known"
    there = [words.the_group(names, g) for g in range(b.n_groups) if b.groups[g].marker == m]
    return f"under it: {', '.join(there)}" if there else "a dummy"


def seen_marker(b: Battle, names: Names, m: int) -> Seen:
    """A marker, face down: all of them look alike [TY-101]."""
    mark = b.markers[m]
    name, about = words.marker(m), what_is_under(b, names, m)
    base = Base(x=mark.x, y=mark.y, fx=0.0, fy=1.0, radius=b.rules.foot_base / 2, figures=0, mark="unknown")
    return Seen(
        number=PIECE_MARKER + m,
        handle=names.marker_ids[m],
        side=mark.side,
        kind="marker",
        role="leader",
        name=name,
        label=name,
        spoken=", ".join([name, ARMIES[mark.side], "hidden marker", about]),
        x=mark.x,
        y=mark.y,
        fx=0.0,
        fy=1.0,
        bases=[base],
        states=[about],
    )
