"""The table of Fire At Will, Men for whoever draws it: formations as strips, characters, monsters, spells as words."""

from __future__ import annotations

from collections import Counter

from ...chronicle import ARMIES, count, listed, within
from ...scene import Base, Feature, Figure, Look, Mark, Outline, Place, Scene, Seen, Sign, features_of
from ...table.vectors import compass
from . import words
from .charms import works_now
from .forces import Names
from .houses import building_box
from .state import Battle, Charm, Formation, Nerve, Orders, Phase, Posted, Role, Spell, Strip, Terrain, Troop
from .state import Weapon as Arms
from .strips import bears, is_character, is_lone_character, is_mounted, is_single, strips_of
from .telling import losses
from .touching import in_contact
from .victory import holder

LOOKS: dict[Terrain, Look] = {
    Terrain.HEDGE: "hedge",
    Terrain.WALL: "wall",
    Terrain.FALLEN_TREES: "fence",
    Terrain.FENCE: "fence",
    Terrain.STREAM: "stream",
    Terrain.FORD: "ford",
    Terrain.BRIDGE: "bridge",
    Terrain.RIVER: "stream",
    Terrain.HILL: "hill",
    Terrain.WOOD: "wood",
    Terrain.DENSE_FOREST: "wood",
    Terrain.SCREE: "rubble",
    Terrain.UNDERGROWTH: "rough",
    Terrain.BUILDING: "house",
    Terrain.ROAD: "road",
}
MONSTERS: dict[int, Figure] = {
    Troop.OGRE: "ogre",
    Troop.TROLL: "troll",
    Troop.GIANT: "giant",
    Troop.BEHEMOTH: "behemoth",
    Troop.BEAST: "beast",
    Troop.DRAGON: "dragon",
    Troop.CHARIOT: "chariot",
    Troop.WAR_WAGON: "chariot",
    Troop.ENGINE: "engine",
    Troop.CART: "wagon",
}
PERSONS: dict[int, Figure] = {Role.HERO: "hero", Role.LEADER: "leader", Role.WIZARD: "wizard"}
FOOT: dict[int, Figure] = {Arms.BOW: "bow", Arms.CROSSBOW: "crossbow"}
RIDERS = 3  # on a strip, as they are drawn: more could not be told apart
SPELL_STATES: dict[int, str] = {
    Spell.BLINDED: "blinded",
    Spell.FLASH: "hastened",
    Spell.FREEZE: "frozen",
    Spell.GO_SLOW: "slowed",
    Spell.BE_GONE: "invisible",
    Spell.FAST_STRIKE: "striking fast",
    Spell.HARM_HIM_NOT: "unharmable",
    Spell.MAGICAL_SHIELD: "shielded",
}
MARKS: dict[str, Mark] = {
    "hidden": "hidden",
    "halted": "halted",
    "running": "routing",
    "moved": "moved",
    **dict.fromkeys(SPELL_STATES.values(), "spell"),
}
LEGEND = [
    Sign(mark="halted", text="halted"),
    Sign(mark="routing", text="running"),
    Sign(mark="spell", text="spell"),
    Sign(mark="hits", text="hits"),
    Sign(mark="hidden", text="hidden"),
    Sign(mark="moved", text="moved"),
]
NOTED = ("hidden", "halted", "running", "in melee", *SPELL_STATES.values())
STRIP = {
    Phase.SPELLS: "spells",
    Phase.INITIATIVE: "initiative",
    Phase.ORDERS: "orders",
    Phase.SPEECHES: "speeches",
    Phase.TESTS: "nerve",
    Phase.MOVES: "moves",
    Phase.SHOOTING: "shooting",
    Phase.MELEE: "melee",
    Phase.END: "end",
}


def scene(b: Battle, names: Names) -> Scene:
    """Everything on the table that the viewer may see."""
    on = [f for f in range(b.n_formations) if b.formations[f].n > 0]
    bodies = [f for f in on if not is_lone_character(b, b.formations[f])]
    return Scene(
        width=b.ground.width,
        depth=b.ground.depth,
        unit="inch",
        turn=b.turn,
        turns=b.rules.turns,
        phase=STRIP[Phase(b.phase)],
        phases=phases(b),
        step=step_of(b),
        score=(losses(b)[1], losses(b)[0]),
        counts="enemy strips out of the battle",
        losses=losses(b),
        armies=(names.armies[0], names.armies[1]),
        features=[*features(b, names), *fog_banks(b)],
        places=[objective(b, names, k) for k in range(b.aims.n_objectives)],
        pieces=[
            *(seen_formation(b, names, f) for f in bodies),
            *(seen_character(b, names, i) for i in characters(b, on)),
        ],
        legend=LEGEND,
    )


def phases(b: Battle) -> list[str]:
    """The parts of a turn; orders only where they are given, and at first the choice of spells."""
    left_out = {Phase.SPELLS: b.phase != Phase.SPELLS, Phase.ORDERS: not b.options.orders}
    return [word for phase, word in STRIP.items() if not left_out.get(phase, False)]


def step_of(b: Battle) -> str:
    """Just where in the turn the battle is."""
    if b.turn == 0:
        return "before the first turn"
    if b.phase in (Phase.SPEECHES, Phase.TESTS, Phase.MOVES):
        return f"{ARMIES[b.phase_side]}, {words.PHASES[b.phase]}"
    return words.PHASES[b.phase]


# The ground


def features(b: Battle, names: Names) -> list[Feature]:
    """The terrain; the parts of a stream share the name before the comma, and a bridge is all of a piece."""
    found = features_of(b.ground, names.terrain, Terrain, LOOKS)
    return [
        f.model_copy(
            update={
                "label": f.label.partition(",")[0],
                "outlines": deck(f.outlines) if f.look == "bridge" else f.outlines,
            }
        )
        for f in found
    ]


def deck(parts: list[Outline]) -> list[Outline]:
    """The strips of a bridge, one after the other, as one that goes from the first corner to the last."""
    if len(parts) < 2 or any(len(part.points) != 4 for part in parts):
        return parts
    first, last = parts[0].points, parts[-1].points
    return [Outline(shape="polygon", points=[first[0], last[1], last[2], first[3]])]


def fog_banks(b: Battle) -> list[Feature]:
    """The fog that mages have called up [FW-086]."""
    return [
        Feature(
            name=f"Fog bank {n}",
            kind="fog",
            look="fog",
            label="fog",
            outlines=[Outline(shape="circle", points=[(c.x, c.y)], radius=b.spells[c.spell].radius)],
        )
        for n, c in enumerate((c for c in b.charms[: b.n_charms] if c.effect == Spell.FOG_BANK), 1)
    ]


def objective(b: Battle, names: Names, k: int) -> Place:
    """A building that decides the battle [FW-R113]."""
    box = building_box(b, b.aims.objectives[k].piece)
    wide = (box.width**2 + box.depth**2) ** 0.5 / 2
    name = f"Hold {within(names.objectives[k])} at the end of turn {b.rules.turns}"
    return Place(name=name, x=box.x, y=box.y, radius=wide, points=0, holder=holder(b, k))


# Spells in force


def charms_on(b: Battle, f: int) -> list[Charm]:
    """Those that lie on a formation, or on the character who is all of it."""
    u = b.formations[f]
    alone = u.members[0] if u.n == 1 else -1
    return [c for c in b.charms[: b.n_charms] if c.formation == f or (alone >= 0 and is_on(c, alone))]


def charms_on_strip(b: Battle, i: int) -> list[Charm]:
    """Those that lie on a strip itself, and not on all its formation."""
    return [c for c in b.charms[: b.n_charms] if is_on(c, i)]


def is_on(c: Charm, i: int) -> bool:
    return c.formation < 0 and c.strip == i


def spell_words(b: Battle, charms: list[Charm]) -> list[str]:
    """frozen, shielded; what begins with the next turn is not there yet."""
    told = [SPELL_STATES[c.effect] for c in charms if c.effect in SPELL_STATES and works_now(b, c)]
    return list(dict.fromkeys(told))


# Formations


def formation_states(b: Battle, names: Names, f: int) -> list[str]:
    """What is to be seen of a formation besides its shape, in words."""
    u = b.formations[f]
    known = {
        "hidden": u.hidden,
        "halted": u.nerve == Nerve.HALTED,
        "running": u.nerve == Nerve.RUNNING,
        "in melee": in_contact(b, f),
        f"in {words.terrain(names, u.building)}": u.building >= 0,
        f"behind {words.terrain(names, u.wall)}": u.wall >= 0,
        f"ordered to {words.ORDERS[u.orders]}": u.orders != Orders.NONE,
        "charging": u.charging,
        "moved": u.moved,
    }
    return [*(word for word, so in known.items() if so), *spell_words(b, charms_on(b, f))]


def strip_states(b: Battle, i: int) -> list[str]:
    s = b.strips[i]
    known = {
        hit_words(b, s): s.wounds > 0,
        "in heroic combat": s.duel >= 0,
        words.POSTS[s.posted]: s.posted == Posted.FLANK,
    }
    return [*(word for word, so in known.items() if so), *spell_words(b, charms_on_strip(b, i))]


def hit_words(b: Battle, s: Strip) -> str:
    """1 of 3 hits taken."""
    return f"{s.wounds} of {count(bears(b, s), 'hit')} taken"


def token(s: Strip) -> Figure:
    """What stands on a strip."""
    if s.troop in MONSTERS:
        return MONSTERS[s.troop]
    if is_character(s):
        return "crown" if s.cinc and s.role != Role.WIZARD else PERSONS[s.role]
    if is_mounted(s):
        return "wolf" if Troop.WOLF_RIDER in (s.troop, s.moves) else "horse"
    if s.pikes:
        return "pike"
    if s.troop == Troop.ARQUEBUS:
        return "musket"
    if s.undead:
        return "undead"
    return "banner" if s.troop == Troop.COMMAND else FOOT.get(s.weapon, "sword")


def base_of(b: Battle, i: int) -> Base:
    s = b.strips[i]
    most = bears(b, s)
    drawn = min(s.figures, RIDERS) if is_mounted(s) else s.figures
    return Base(
        x=s.x,
        y=s.y,
        fx=s.fx,
        fy=s.fy,
        width=s.width,
        depth=s.depth,
        figures=drawn,
        hits=most - s.wounds if most > 1 else 0,
        hurt=s.wounds,
        mark=token(s),
        states=strip_states(b, i),
    )


def members(b: Battle, f: int) -> list[int]:
    """The strips of a formation, front rank first; the attached character left out."""
    u = b.formations[f]
    return [i for i in u.members[: u.n] if i != u.character]


def kind_of(b: Battle, f: int) -> str:
    """trolls; or of several sorts: orcs and archers."""
    sorts = Counter(b.strips[i].troop for i in members(b, f))
    return listed([words.TROOPS[troop] for troop, _ in sorts.most_common()])


def figure_words(b: Battle, names: Names, f: int) -> str:
    """4 Orc infantry, 2 Orc archers."""
    sorts = Counter(names.figures[i] for i in members(b, f))
    return ", ".join(f"{n} {name}" if len(sorts) > 1 else name for name, n in sorts.items())


def strength_of(b: Battle, f: int) -> tuple[int, int]:
    """Strips left and at first; of a single model the hits it can bear, if it bears several."""
    some = members(b, f)
    u = b.formations[f]
    if len(some) == 1 and u.original == 1:
        most = bears(b, b.strips[some[0]])
        return most - b.strips[some[0]].wounds, most
    return len(some), max(u.original, len(some))


def formation_marks(b: Battle, f: int, states: list[str]) -> list[Mark]:
    u = b.formations[f]
    some = [b.strips[i] for i in members(b, f)]
    marks: list[Mark] = [] if len(some) == 1 and is_single(some[0]) else ["strips"]
    if u.building >= 0:
        marks.append("inside")
    if all(Troop.KNIGHT in (s.troop, s.moves) for s in some):
        marks += ["lance", "armour"]
    if any(s.wounds for s in some):
        marks.append("hits")
    return list(dict.fromkeys([*marks, *(MARKS[s] for s in states if s in MARKS)]))


def seen_formation(b: Battle, names: Names, f: int) -> Seen:
    u = b.formations[f]
    some = members(b, f)
    states = formation_states(b, names, f)
    left, full = strength_of(b, f)
    x, y = middle_of(b, f)
    fx, fy = facing_of(b, u)
    return Seen(
        number=words.formation_piece(f),
        also=[words.strip_piece(names, i) for i in some],
        handle=names.ids[f],
        side=u.side,
        kind=kind_of(b, f),
        name=names.formations[f],
        label=names.formations[f],
        note=", ".join(s for s in states if s in NOTED),
        spoken=spoken_formation(b, names, f, states),
        x=x,
        y=y,
        fx=fx,
        fy=fy,
        strength=left,
        full=full,
        bases=[base_of(b, i) for i in some],
        states=states,
        marks=formation_marks(b, f, states),
    )


def middle_of(b: Battle, f: int) -> tuple[float, float]:
    """The middle of its files and ranks, the attached character left out; or of the building it is in."""
    u = b.formations[f]
    back = 0.0 if u.building >= 0 else u.ranks * u.cell_depth / 2
    return u.x - u.fx * back, u.y - u.fy * back


def facing_of(b: Battle, u: Formation) -> tuple[float, float]:
    """Its own front; of a garrison that of the building, whichever way it came in."""
    if u.building < 0:
        return u.fx, u.fy
    box = building_box(b, u.building)
    return box.fx, box.fy


def front_at(u: Formation, x: float, y: float, fx: float, fy: float) -> tuple[float, float]:
    """Where the middle of its front edge is, by which orders go, if its middle is drawn there, so facing."""
    ahead = u.ranks * u.cell_depth / 2
    return x + fx * ahead, y + fy * ahead


def shape_words(u: Formation) -> str:
    """3 files by 2 ranks."""
    return f"{count(u.files, 'file')} by {count(u.ranks, 'rank')}"


def spoken_formation(b: Battle, names: Names, f: int, states: list[str]) -> str:
    """The Axemen, Blue, 6 of 6 strips, Infantry with axes, 3 files by 2 ranks, facing north, halted."""
    u = b.formations[f]
    left, full = strength_of(b, f)
    single = strips_of(u) == 1 and u.original == 1
    parts = [names.formations[f], ARMIES[u.side]]
    if single and full > 1:
        parts.append(f"{left} of {full} hits left")
    elif not single:
        parts.append(f"{left} of {full} strips")
    parts.append(figure_words(b, names, f))
    if u.building < 0:
        parts += [] if single else [shape_words(u)]
        parts.append(f"facing {words.wind(compass(u.fx, u.fy))}")
    if u.character >= 0:
        parts.append(f"with {words.the_strip(names, u.character)}")
    return ", ".join(parts + states)


# Characters


def characters(b: Battle, formations: list[int]) -> list[int]:
    """The strips of heroes, leaders and wizards on the table, alone or attached."""
    some = [i for f in formations for i in b.formations[f].members[: b.formations[f].n]]
    return sorted(
        i
        for i in some
        if is_character(b.strips[i])
        and (b.formations[b.strips[i].formation].character == i or b.formations[b.strips[i].formation].n == 1)
    )


def character_states(b: Battle, names: Names, i: int) -> list[str]:
    """What is to be seen of a character; alone, he is a formation too."""
    s = b.strips[i]
    own = ["commander in chief"] if s.cinc else []
    own += strip_states(b, i)
    own += [words.DEEDS[s.deed]] if s.deed else []
    if s.mage >= 0:
        m = b.mages[s.mage]
        own.append(f"{m.points} of {count(m.stock, 'power point')}")
    alone = b.formations[s.formation].character != i
    return list(dict.fromkeys([*own, *(formation_states(b, names, s.formation) if alone else [])]))


def character_marks(s: Strip, states: list[str]) -> list[Mark]:
    marks: list[Mark] = ["hits"] if s.wounds else []
    return list(dict.fromkeys([*marks, *(MARKS[word] for word in states if word in MARKS)]))


def seen_character(b: Battle, names: Names, i: int) -> Seen:
    """Alone he is a piece that faces somewhere; attached he is part of a formation and picked by himself."""
    s = b.strips[i]
    f = s.formation
    alone = b.formations[f].character != i
    states = character_states(b, names, i)
    most = bears(b, s)
    return Seen(
        number=words.strip_piece(names, i),
        also=[words.formation_piece(f)] if alone else [],
        handle=names.strip_ids[i],
        side=s.side,
        kind=words.ROLES[s.role],
        role="unit" if alone else "leader",
        name=names.strips[i],
        label=names.strips[i],
        note=", ".join(word for word in states if word in NOTED),
        spoken=spoken_character(b, names, i, states),
        x=s.x,
        y=s.y,
        fx=s.fx,
        fy=s.fy,
        strength=most - s.wounds,
        full=most,
        bases=[base_of(b, i)],
        states=states,
        marks=character_marks(s, states),
        within=-1 if alone else words.formation_piece(f),
    )


def spoken_character(b: Battle, names: Names, i: int, states: list[str]) -> str:
    """The General, Blue, leader, 3 of 3 hits left, facing north, commander in chief."""
    s = b.strips[i]
    u = b.formations[s.formation]
    most = bears(b, s)
    parts = [names.strips[i], ARMIES[s.side], words.ROLES[s.role], f"{most - s.wounds} of {most} hits left"]
    if u.character == i:
        parts.append(f"with {words.the_formation(names, s.formation)}")
    else:
        parts.append(f"facing {words.wind(compass(s.fx, s.fy))}")
    return ", ".join([*parts, *(word for word in states if word != hit_words(b, s))])
