"""What the vocabularies of Most Irregular are called when people are spoken to."""

from __future__ import annotations

from collections.abc import Iterable

from ...chronicle import WINDS, listed, within
from ...table.vectors import compass
from .setup import Names
from .state import BODIES, OFFICER, Grade, Lost, Phase, Shelter, Terrain, Weapon

PARTIES = ("", "second", "third", "fourth")
GRADES = {
    Grade.RABBLE: "rabble",
    Grade.CONSCRIPT: "conscript",
    Grade.REGULAR: "regular",
    Grade.ELITE: "elite",
}
WEAPONS = {
    Weapon.NONE: "no firearms",
    Weapon.MUSKET: "muskets",
    Weapon.EARLY_RIFLE: "early rifles",
    Weapon.ADVANCED_RIFLE: "advanced rifles",
}
TERRAIN = {
    Terrain.OPEN: "open ground",
    Terrain.ROAD: "road",
    Terrain.BRIDGE: "bridge",
    Terrain.FENCE: "fence",
    Terrain.HEDGE: "hedge",
    Terrain.WALL: "wall",
    Terrain.EARTHWORK: "earthwork",
    Terrain.STREAM: "stream",
    Terrain.MARSH: "marsh",
    Terrain.PLOUGHED: "ploughed field",
    Terrain.BROKEN: "broken ground",
    Terrain.CROPS: "tall crops",
    Terrain.SCRUB: "scrub",
    Terrain.WOODS: "woods",
    Terrain.RUBBLE: "rubble",
    Terrain.BOULDER: "boulder",
    Terrain.TREE: "tree",
    Terrain.BUILDING: "building",
    Terrain.POND: "pond",
}
SHELTERS = {Shelter.NONE: "in the open", Shelter.CONCEALMENT: "concealed", Shelter.COVER: "in cover"}
LOSSES = {
    Lost.NO: "on the table",
    Lost.KILLED: "killed",
    Lost.SECOND_WOUND: "out of the battle with a second wound",
    Lost.CAPTURED: "killed or captured",
    Lost.REAR: "sent to the rear",
    Lost.BAILED: "lost in bailing out",
    Lost.OFF_TABLE: "driven off the table",
    Lost.SNIPED: "shot dead",
    Lost.PROMOTED: "in command now",
}
PHASES = {
    Phase.INITIATIVE: "initiative",
    Phase.COMMANDER: "commanders",
    Phase.FORMED: "a formed unit acts",
    Phase.STRAGGLERS: "stragglers act",
    Phase.ASSAULT: "assault",
    Phase.END: "the end of the turn",
}


def terrain(n: Names, k: int) -> str:
    """A piece of ground in the middle of a sentence."""
    return within(n.terrain[k]) if 0 <= k < len(n.terrain) else "the ground"


def the(name: str) -> str:
    """A body in the middle of a sentence: the Line section, Hart's company."""
    if name.startswith("The "):
        return within(name)
    return name if "'s " in name or "s' " in name else f"the {name}"


def formation(n: Names, f: int) -> str:
    """A formation by the body most of its men are from: the Pioneers, the Pioneers' second party."""
    body, number = f % BODIES, f // BODIES
    if not 0 <= number < len(PARTIES) or body >= len(n.bodies):
        return f"party {f}"
    name = the(n.bodies[body])
    return f"{name}'{'' if name.endswith('s') else 's'} {PARTIES[number]} party" if number else name


def commander(n: Names, k: int) -> str:
    return n.commanders[k] if 0 <= k < len(n.commanders) else f"commander {k}"


def man(n: Names, i: int) -> str:
    """A man by his body and number: Light company 1."""
    return n.men[i] if 0 <= i < len(n.men) else f"man {i}"


def figure(n: Names, g: int) -> str:
    """A man or a commander."""
    return commander(n, g - OFFICER) if g >= OFFICER else man(n, g)


def figures(n: Names, several: Iterable[int]) -> str:
    """Some figures: Militia 1 to 4 and 7, Hunters 2 and Captain Doyle."""
    bodies: dict[str, list[int]] = {}
    for g in several:
        body, _, number = figure(n, g).rpartition(" ")
        if g < OFFICER and number.isdigit():
            bodies.setdefault(body, []).append(int(number))
        else:
            bodies.setdefault(figure(n, g), [])
    parts = [f"{name} {part}" if part else name for name, of in bodies.items() for part in [numbers(of)]]
    return listed(parts) if len(parts) < 3 else "; ".join(parts)


def numbers(some: list[int]) -> str:
    """1 to 4 and 7."""
    runs: list[list[int]] = []
    for k in sorted(some):
        if runs and k == runs[-1][-1] + 1:
            runs[-1].append(k)
        else:
            runs.append([k])
    parts: list[str] = []
    for run in runs:
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return listed(parts) if parts else ""


def objective(n: Names, k: int) -> str:
    return within(n.objectives[k]) if 0 <= k < len(n.objectives) else "the objective"


def wind(fx: float, fy: float) -> str:
    """Where a facing looks to."""
    return WINDS[compass(fx, fy)]


def several(n: Names, first: int, men: int) -> str:
    """A group of whom one man is known: Hunters 3 and 2 others."""
    if men < 2:
        return figure(n, first)
    return f"{figure(n, first)} and {men - 1} other{'s' if men > 2 else ''}"
