"""Outside the rules: who goes first, and the four shooting tables, adjudicated on their own."""

from __future__ import annotations

from ...battle import plain
from ...book import Situation
from ...inputs import choice, flag, inches, number
from ...problems import Problem
from ...values import Ask
from . import sequence
from .forces import listed_figures
from .hits import deal
from .obstacles import note_lining
from .shooting import shoot_all, take_aim
from .situations import (
    BLUE,
    MIDDLE,
    RED,
    SIDES,
    Given,
    Result,
    Scene,
    events,
    figure,
    is_character_figure,
    last,
    losses_alike,
    lost_of,
    procedure,
)
from .state import NOBODY, Act, AskKind, Battle, Edge, Ev, Lost, Weapon
from .strips import may_garrison, on_table
from .targets import shot_gap

MOST = 6  # strips of a formation
COVERS = ("open", "wall", "wood", "building")
WIDE, DEEP = 12.0, 8.0  # inches: the ground that cover and hills take on either side


# Who goes first


@procedure("initiative", "FW-R11", "winner")
def initiative(scene: Scene, given: Given) -> Situation:
    """A die each, again on a tie: who chooses to go first or second."""
    return scene.situation(sequence.roll_initiative, result_of_initiative, lambda b: 0)


def result_of_initiative(b: Battle) -> Result:
    """Who threw higher, after how many ties does not matter."""
    said = last(b, Ev.INITIATIVE)
    return {"winner": "nobody" if said is None or said.actor < 0 else SIDES[said.actor]}


# The tables


def armed(weapon: Weapon) -> tuple[str, ...]:
    """The figures of the list that shoot by a table."""
    return tuple(id for id, of in listed_figures().items() if of.weapon == weapon.name.lower())


def table(name: str, weapon: Weapon, rules: str, default: str, title: str) -> None:
    """One of the four shooting tables becomes a procedure."""
    bows = weapon in (Weapon.BOW, Weapon.CROSSBOW)
    most = float(Scene({}).b.rules.shot_range[weapon][-1])

    def prepare(scene: Scene, given: Given) -> Situation:
        return shooting(scene, given)

    prepare.__doc__ = title
    procedure(
        name,
        f"FW-102 {rules} FW-113 FW-114 FW-115 FW-116 FW-117 FW-118 FW-119 FW-120 FW-121 FW-R41 FW-R46 FW-R47 FW-R48",
        "killed wounds",
        figure("", "Blue", default, armed(weapon)),
        number("strips", "of Blue", 3 if bows else 1, "strips", 1, MOST),
        number("files", "of Blue; 0: all in one rank [FW-099]", 0, "files", 0, MOST),
        flag("slope", "Blue stands on a hill and shoots down: two ranks of bows [FW-100, FW-R44]"),
        inches("range", "from front edge to front edge [FW-R41]", 4.0, most),
        *((flag("charged", "Red charged Blue's front this turn: stand and shoot [FW-R49]"),) if bows else ()),
        figure("enemy_", "Red", "axemen"),
        number("enemy_strips", "of Red, in one rank", 3, "strips", 1, MOST),
        number("enemy_wounds", "hits that Red's first strip bears already [FW-117]", 0, "hits", 0, 3),
        choice("cover", "what Red defends or stands in [FW-118, FW-119]", COVERS),
    )(prepare)


def shooting(scene: Scene, given: Given) -> Situation:
    """Blue's front rank shoots at Red, each strip at its nearest target."""
    strips, files = given["strips"], given["files"] or given["strips"]
    if strips % files:
        raise Problem(f"files: {strips} strips do not fill {files} files; as many in each are wanted")
    blue = scene.formation(BLUE, "Blue", given["figure"], strips, files)
    enemies = 1 if is_character_figure(given["enemy_figure"]) else given["enemy_strips"]
    red = scene.formation(RED, "Red", given["enemy_figure"], enemies)
    check_wounds(scene, given, red)
    place(scene, given, blue, red)
    note_lining(scene.b)
    order = scene.lawful(Ask(AskKind.SHOOT, BLUE, NOBODY, NOBODY), plain(Act.VOLLEY, blue, red))

    def run(b: Battle) -> None:
        take_aim(b, order)
        shoot_all(b)
        deal(b, Lost.SHOT, 113)

    return scene.situation(run, result_of_shots, losses_alike)


def check_wounds(scene: Scene, given: Given, red: int) -> None:
    s = scene.strip(red)
    s.wounds = given["enemy_wounds"]
    if s.wounds >= scene.b.rules.hits[s.fights]:
        raise Problem(f"enemy_wounds: {s.wounds} given, but {given['enemy_figure']} is dead by then")


def place(scene: Scene, given: Given, blue: int, red: int) -> None:
    """Red on its ground, Blue before it at the range; or in contact, if Red has charged."""
    scene.facing_off(blue, red, 0.0 if given.get("charged") else given["range"])
    if given.get("charged"):
        if given["cover"] != "open":
            raise Problem("cover: who has charged is in the open; open is wanted [FW-R49]")
        u = scene.u(red)
        u.charging, u.charge_target, u.charge_edge = True, blue, int(Edge.FRONT)
        return
    lay_cover(scene, given, blue, red)
    if given["slope"]:
        y = scene.u(blue).y
        scene.terrain("hill", rectangle=(MIDDLE - WIDE, y - DEEP, MIDDLE + WIDE, y + 0.01))


def lay_cover(scene: Scene, given: Given, blue: int, red: int) -> None:
    """A wall along Red's front, a wood from there on, or a house around it."""
    if given["cover"] == "wall":
        scene.terrain("wall", line=[(MIDDLE - WIDE, MIDDLE - 0.05), (MIDDLE + WIDE, MIDDLE - 0.05)])
    elif given["cover"] == "wood":
        scene.terrain("wood", rectangle=(MIDDLE - WIDE, MIDDLE, MIDDLE + WIDE, MIDDLE + DEEP))
    elif given["cover"] == "building":
        if not may_garrison(scene.strip(red)):
            raise Problem(f"cover: {given['enemy_figure']} may not go into a building [FW-R27]")
        scene.garrison(red, scene.u(red).n << 6)  # all along the southern side
        gap = min(shot_gap(scene.b, i, j) for i in members(scene, blue) for j in members(scene, red))
        scene.put(blue, MIDDLE, scene.u(blue).y + gap - given["range"], (0.0, 1.0))


def members(scene: Scene, f: int) -> list[int]:
    return scene.u(f).members[: scene.u(f).n]


def result_of_shots(b: Battle) -> Result:
    """Shots, and who is left, with his wounds."""
    left = [s for s in b.strips[: b.n_strips] if s.army == RED and on_table(s)]
    return {
        "shots": len(list(events(b, Ev.SHOT))),
        "killed": lost_of(b, RED),
        "left": len(left),
        "wounds": sum(int(s.wounds) for s in left),
    }


table("bows", Weapon.BOW, "FW-103 FW-104 FW-105 FW-106", "skirmishers", "Archers shoot.")
table("crossbows", Weapon.CROSSBOW, "FW-014 FW-107 FW-108", "crossbowmen", "Crossbows or arquebus shoot.")
table("breath", Weapon.BREATH, "FW-109 FW-110", "dragon", "Dragons breathe fire.")
table("engines", Weapon.ENGINE, "FW-111 FW-112", "bombard", "Bombards, catapults and other engines shoot.")
