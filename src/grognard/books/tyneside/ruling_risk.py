"""Outside the rules: the Risk Factor, the Actions Tables and troops who act together, adjudicated on their own."""

from __future__ import annotations

from ...book import Input, Situation
from ...inputs import choice, flag, number
from ...problems import Problem
from ...tables import words_of
from . import risk as risks
from . import throws
from .figures import lose
from .mustering import figures_of
from .situations import (
    BLUE,
    HORSE,
    MIDDLE,
    RED,
    Given,
    Kit,
    Result,
    Scene,
    cm,
    cover,
    figures,
    procedure,
    wounded,
)
from .state import ROWS, Battle, Book, Gait, Lost, Shape, Table
from .words import CODES

TABLES = {
    Book.EARLY_19TH: {Table.INFANTRY: "infantry", Table.CAVALRY: "cavalry"},
    Book.PIKE_AND_SHOT: {
        Table.FIREARMS: "firearms",
        Table.MELEE: "melee",
        Table.DUTCH: "dutch",
        Table.SWEDISH: "swedish",
    },
}
DIRECTIONS = {"front": (0.0, 1.0), "flank": (1.0, 0.0), "rear": (0.0, -1.0)}
WORST = 40  # risk factors that anybody would ask of


def row_words(b: Battle, row: int) -> str:
    """The row of a table, as it is printed."""
    top = b.rules.row_up_to[row]
    if throws.is_calm(row):
        return f"up to {top}"
    low = b.rules.row_up_to[row - 1] + 1
    if row % ROWS == ROWS - 1:
        return f"{low}+"
    return f"{low}" if low == top else f"{low}-{top}"


def thrown(b: Battle, g: int) -> Result:
    """What a unit's throw came to."""
    u = b.groups[g]
    if u.code < 0:
        return {"risk": int(u.risk), "row": "", "die": 0, "action": "", "binding": False, "obeyed": False}
    return {
        "risk": int(u.risk),
        "row": row_words(b, u.row),
        "die": int(u.die),
        "action": CODES[u.code],
        "binding": bool(u.roman),
        "obeyed": throws.obeys(b, g),
    }


COMMANDED = flag("commanded", "it is commanded, and ignores what is in italics [TY-078]")


# The Risk Factor


def enemies(kit: Kit) -> tuple[str, ...]:
    return ("none", "foot", "horse", *(("shock",) if kit.is_early_19th else ()))


def risk_inputs(kit: Kit) -> tuple[Input, ...]:
    best = "a Hero" if kit.is_early_19th else "a Good officer"
    own = (flag("square", "it is in square or circle [EC-R13]"),) if kit.is_early_19th else ()
    return (
        choice("troops", "what the unit is", (*kit.foot, *kit.horse)),
        kit.weapon("", "its men", "musket"),
        figures("", "the unit when the game began [TY-R04]", 12),
        number("dead", "dead of the unit [TY-073]", 0, "figures", 0, 39),
        wounded("", "those who are left"),
        kit.quality("", "the unit"),
        cover("", "the unit, all of it"),
        choice("gait", "of its last move", ("halt", "walk", "trot", "gallop")),
        *own,
        choice("enemy", "what is in sight", enemies(kit), "foot"),
        kit.weapon("enemy_", "the enemy", "musket"),
        cm("distance", "to the enemy", 60.0),
        choice("side", "on which side of the unit he is [TY-R11]", tuple(DIRECTIONS)),
        flag("friends_retreat", "a friendly unit in sight retreats [TY-R08]"),
        flag("best", f"{best} is within 5 of the unit"),
        flag("ran", "it ran last turn, or was moved back by a melee [TY-075]"),
        number("threat", "TL of guns since its last throw [TY-083]", 0, "points", 0, 30),
        COMMANDED,
    )


@procedure(
    "risk",
    "TY-068 TY-069 TY-070 TY-071 TY-072 TY-073 TY-074 TY-075 TY-076 TY-077 TY-078 TY-083 TY-R04 TY-R07 TY-R09 "
    "EC-038 EC-039 EC-040 EC-041 EC-042 EC-043 EC-044 EC-045 EC-046 EC-047 "
    "PS-043 PS-044 PS-045 PS-046 PS-047 PS-048 PS-049 PS-050",
    "risk action obeyed",
    risk_inputs,
)
def risk(scene: Scene, given: Given) -> Situation:
    """The Risk Factor of a unit, line by line, and its throw on the Actions Table."""
    b = scene.b
    if given["dead"] + given["wounded"] > given["figures"] or given["dead"] >= given["figures"]:
        raise Problem(
            f"dead, wounded: {given['dead']} and {given['wounded']} given, of {given['figures']} figures"
        )
    g = scene.troops(BLUE, "The unit", given)
    scene.shelter(g, given["cover"])
    b.groups[g].spotted = 0
    for i in list(figures_of(b, g))[len(list(figures_of(b, g))) - given["dead"] :]:
        lose(b, i, Lost.KILLED)
    u = b.groups[g]
    u.dead, u.ran, u.threat = given["dead"], given["ran"], given["threat"]
    u.gait = words_of(Gait).index(given["gait"])
    u.commander = g if given["commanded"] else -1
    u.shape = Shape.SQUARE if given.get("square") else Shape.OPEN
    company(scene, g, given)
    if given["enemy"] != "none":
        enemy(scene, g, given)
    return scene.situation(lambda b: throw_alone(b, g), lambda b: thrown(b, g))


def throw_alone(b: Battle, g: int) -> None:
    """As throws.throw_all has it for every unit of a side [TY-010, TY-076]."""
    b.groups[g].risk = risks.risk_factor(b, g)
    throws.read_cell(b, g, throws.shared_die(b, g))
    throws.settle(b, g)


def company(scene: Scene, g: int, given: Given) -> None:
    """Friends of the unit: a great man beside it, and others who run."""
    west = min(scene.b.figures[i].x for i in figures_of(scene.b, g))
    if given["best"]:
        top = scene.member.qualities[2]
        hero = scene.group(BLUE, "The officer", role="officer", quality=top, arms=["sword"])
        scene.shift(hero, west - MIDDLE - 4.0, 0.0)
    if given["friends_retreat"]:
        friends = scene.group(BLUE, "The friends", 4, arms=["musket"])
        scene.shift(friends, west - MIDDLE - 40.0, 0.0)
        scene.b.groups[friends].gave_way = True


def enemy(scene: Scene, g: int, given: Given) -> None:
    """Somebody in sight, so far off, before, beside or behind the unit."""
    kind = {"foot": "formed", "horse": HORSE[scene.member.book][0], "shock": "shock"}[given["enemy"]]
    arms = [] if given["enemy_weapon"] == "none" else [given["enemy_weapon"]]
    foe = scene.group(RED, "The enemy", kind=kind, mounted=kind != "formed", arms=arms)
    own = [scene.b.figures[i] for i in figures_of(scene.b, g) if scene.b.figures[i].lost == Lost.NO]
    ux, uy = DIRECTIONS[given["side"]]
    n = max(own, key=lambda f: (round(f.x * ux + f.y * uy, 6), -abs((f.x - MIDDLE) * uy)))
    f = scene.b.figures[scene.b.groups[foe].head]
    far = scene.half(n) + given["distance"] + scene.half(f)
    scene.shift(foe, n.x + ux * far - f.x, n.y + uy * far - f.y)


# The tables


@procedure(
    "actions",
    "TY-076 TY-077 TY-078 TY-R06 TY-R15 TY-R16 EC-048 EC-049 EC-050 EC-051 EC-052 EC-078 EC-079 EC-080 EC-081 "
    "EC-082 PS-051 PS-052 PS-053 PS-054 PS-055 PS-062 PS-063 PS-064 PS-065 PS-066 PS-070 PS-071 PS-072 PS-073 "
    "PS-074 PS-078 PS-079 PS-080 PS-081 PS-082",
    "action obeyed",
    lambda kit: (
        choice("table", "the Actions Table", tuple(TABLES[kit.member.book].values())),
        number("risk", "the Risk Factor", 2, "points", -WORST, WORST),
        COMMANDED,
    ),
)
def actions(scene: Scene, given: Given) -> Situation:
    """A throw on an Actions Table at a known Risk Factor."""
    b = scene.b
    kind = {"cavalry": "skirmish_horse", "dutch": "dutch", "swedish": "swedish"}.get(given["table"], "formed")
    arms = ["sword"] if given["table"] == "melee" else ["musket"]
    g = scene.group(BLUE, "The unit", 4, kind=kind, mounted=kind != "formed", arms=arms)
    b.groups[g].risk = given["risk"]
    b.groups[g].commander = g if given["commanded"] else -1

    def rules(b: Battle) -> None:
        throws.read_cell(b, g, throws.shared_die(b, g))
        throws.settle(b, g)

    return scene.situation(rules, lambda b: thrown(b, g))


# Troops who act together


def unit_inputs(kit: Kit) -> tuple[Input, ...]:
    both: list[Input] = []
    for n, default in (("first", 1), ("second", 0)):
        both += [
            kit.quality(f"{n}_", f"the {n} group", default),
            kit.weapon(f"{n}_", f"the {n} group", "musket"),
            number(f"{n}_dead", f"dead of the {n} group, of ten", 0, "figures", 0, 9),
        ]
    return (
        *both,
        cm("gap", "between the two groups: 5 at most [EC-021, PS-020]", 1.0, 30.0),
        flag("leader", "an officer or NCO is within 5", True),
        flag("shelled", "a gun has fired at the first since its last throw [TY-084]"),
        cm("distance", "to the enemy, nearest to the first", 60.0),
        kit.weapon("enemy_", "the enemy", "musket"),
    )


@procedure(
    "together",
    "TY-084 EC-021 EC-R20 EC-R21 PS-019 PS-020 PS-R24",
    "first_action second_action together",
    unit_inputs,
)
def together(scene: Scene, given: Given) -> Situation:
    """Two uncommanded groups of one platoon or Formed Unit throw: who copies whom."""
    b = scene.b
    pair = [half_of_unit(scene, n, given) for n in ("first", "second")]
    west = max(b.figures[i].x for i in figures_of(b, pair[0]))
    east = min(b.figures[i].x for i in figures_of(b, pair[1]))
    scene.shift(pair[1], west - east + 2 * b.rules.foot_base / 2 + given["gap"], -0.5)
    if given["leader"]:
        nco = scene.group(BLUE, "The NCO", role="nco", arms=["sword"])
        scene.shift(nco, 0.0, -5.0)
    arms = [] if given["enemy_weapon"] == "none" else [given["enemy_weapon"]]
    foe = scene.group(RED, "The enemy", arms=arms)
    scene.apart(pair[0], foe, given["distance"])
    b.groups[pair[0]].shelled = given["shelled"]

    def result(b: Battle) -> Result:
        out: Result = {}
        for name, g in zip(("first", "second"), pair, strict=True):
            found = thrown(b, g)
            out |= {f"{name}_{key}": found[key] for key in ("risk", "die", "action", "binding")}
        return out | {"together": any(b.groups[g].leads >= 0 for g in pair)}

    return scene.situation(lambda b: throws.throw_all(b, BLUE, throws.Whose.ALL), result)


def half_of_unit(scene: Scene, name: str, given: Given) -> int:
    b = scene.b
    arms = [] if given[f"{name}_weapon"] == "none" else [given[f"{name}_weapon"]]
    g = scene.group(
        BLUE, f"The {name} group", 10, 2, quality=given[f"{name}_quality"], arms=arms, platoon="the unit"
    )
    dead = given[f"{name}_dead"]
    for i in list(figures_of(b, g))[10 - dead :]:
        lose(b, i, Lost.KILLED)
    b.groups[g].dead = dead
    return g
