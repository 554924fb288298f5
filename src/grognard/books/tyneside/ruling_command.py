"""Outside the rules: initiative, command points, the chain of command, and seeing, adjudicated on their own."""

from __future__ import annotations

from ...book import Input, Situation
from ...inputs import choice, flag, number
from ...tables import words_of
from . import command as prices
from . import commanding, sequence, spotting
from .situations import BLUE, MIDDLE, RED, Given, Kit, Result, Scene, cm, events, figures, last, procedure
from .state import Battle, Ev, Initiative
from .status import look_about

GAP = 4.0  # between leaders who stand together
WOOD = ("open", "enclosed")
GROUPS = 4  # in one chain, at most
RUNS, THROWS = 4_000, 2_000  # of the rules, for odds: a few seconds


@procedure(
    "initiative",
    "TY-R30",
    "first",
    lambda kit: (
        choice(
            "initiative", "how side A is found, unless a house rule says", tuple(words_of(Initiative)), "roll"
        ),
        choice("scenario", "the side that the scenario lets act first", ("blue", "red")),
        number("turn", "the turn", 1, "turns", 1, 60),
    ),
)
def initiative(scene: Scene, given: Given) -> Situation:
    """Who is side A and acts first in a turn."""
    b = scene.b
    if b.options.initiative == 0:
        b.options.initiative = words_of(Initiative).index(given["initiative"])
    b.first = b.side_a = ("blue", "red").index(given["scenario"])
    b.turn = given["turn"]
    return scene.situation(sequence.settle_initiative, lambda b: {"first": ("blue", "red")[b.side_a]})


# Command points


def busy(who: str) -> Input:
    return choice("busy", f"{who} loses a die if he is busy [TY-023, TY-R35]", ("no", "shoots", "fights"))


@procedure(
    "command",
    "TY-008 TY-020 TY-021 TY-022 TY-023 TY-024 TY-R33 TY-R34 TY-R35 EC-017 PS-021",
    "points",
    lambda kit: (
        kit.quality("", "the officer"),
        busy("the officer"),
        choice("musician", "a drummer or bugler he activates [TY-024]", ("none", "drummer", "bugler")),
        kit.quality("musician_", "the drummer or bugler"),
        flag("loyal", "the drummer or bugler is Loyal to him [TY-029]", True),
    ),
)
def command(scene: Scene, given: Given) -> Situation:
    """The command dice of an officer, and of his drummer or bugler."""
    officer = leader(scene, "The officer", given["quality"], 0, pc=True)
    others: tuple[int, ...] = ()
    if given["busy"] == "fights":
        in_touch(scene, officer)
    if given["musician"] != "none":
        others = (leader(scene, f"The {given['musician']}", given["musician_quality"], 1, given["musician"]),)
        scene.b.groups[others[0]].loyal = 1 << officer if given["loyal"] else 0

    def result(b: Battle) -> Result:
        thrown = sum(e.a for e in events(b, Ev.COMMAND_DICE)) + sum(1 for _ in events(b, Ev.EXTRA_DIE))
        return {"dice": int(thrown), "points": purse(b)}

    scene.b.groups[officer].declared = given["busy"] == "shoots"
    return scene.situation(lambda b: spend(b, officer, others), result)


def leader(
    scene: Scene,
    name: str,
    quality: str,
    at: int,
    role: str = "officer",
    pc: bool = False,
    apart: float = GAP,
) -> int:
    """A leader, so many places east of the middle of the table."""
    g = scene.group(BLUE, name, role=role, quality=quality, arms=["sword"])
    scene.shift(g, at * apart, 0.0)
    scene.b.groups[g].pc = pc
    return g


def in_touch(scene: Scene, g: int) -> None:
    """An enemy touches a leader."""
    foe = scene.group(RED, "The enemy", arms=["sword"])
    scene.apart(g, foe, 0.0)


def purse(b: Battle) -> int:
    """All points that are left, in whosever purse."""
    return int(sum(u.points for u in b.groups[: b.n_groups] if u.side == BLUE))


def spend(b: Battle, officer: int, others: tuple[int, ...]) -> None:
    """He throws, and spends on others in their order; a leader throws as soon as he is paid for [TY-R31]."""
    commanding.throw_command(b, officer, officer)
    for g in others:
        if prices.may_activate(b, officer, g) == 0:
            commanding.activate(b, officer, g, False)


# The chain


def chain_inputs(kit: Kit) -> tuple[Input, ...]:
    return (
        kit.quality("", "the officer"),
        number("ncos", "NCOs who pass command on, each reached by the one before [TY-034]", 2, "NCOs", 0, 3),
        kit.quality("nco1_", "the first NCO"),
        kit.quality("nco2_", "the second NCO", 0),
        kit.quality("nco3_", "the third NCO", 0),
        number("groups", "groups of men", 3, "groups", 1, GROUPS),
        figures("", "each group", 9, 12),
        choice("ground", "50 cm in the open, 25 in enclosed ground [TY-025, TY-026]", WOOD, "enclosed"),
        cm("gap", "from one leader to the next, centre to centre", 22.0, 60.0, 3.0),
        flag("loyal", "everybody is Loyal to the officer and the NCOs [TY-028, TY-029]", True),
        number("routers", "groups that run, the last ones [TY-030]", 0, "groups", 0, GROUPS),
        busy("the officer"),
    )


@procedure(
    "chain",
    "TY-025 TY-026 TY-027 TY-028 TY-029 TY-030 TY-031 TY-032 TY-033 TY-034 TY-035 TY-R31 TY-R32 TY-R33 TY-R38",
    "points commanded all left",
    chain_inputs,
)
def chain(scene: Scene, given: Given) -> Situation:
    """The chain of command: an officer, NCOs who pass it on, and the groups that the points pay for."""
    b, far = scene.b, given["gap"]
    officer = leader(scene, "The officer", given["quality"], 0, pc=True)
    names = ("The first NCO", "The second NCO", "The third NCO")[: given["ncos"]]
    ncos = [
        leader(scene, name, given[f"nco{k}_quality"], k, "nco", apart=far) for k, name in enumerate(names, 1)
    ]
    groups = [chain_group(scene, k, min(k, len(ncos)), given) for k in range(given["groups"])]
    for g in (*ncos, *groups):
        b.groups[g].loyal = sum(1 << h for h in (officer, *ncos)) if given["loyal"] else 0
    for g in groups[len(groups) - given["routers"] :] if given["routers"] else ():
        b.groups[g].router = True
    if given["ground"] == "enclosed":
        scene.terrain("yard", (1.0, 1.0, 399.0, 399.0))
    if given["busy"] == "fights":
        in_touch(scene, officer)
    b.groups[officer].declared = given["busy"] == "shoots"
    paid = (*ncos, *groups)
    return scene.situation(
        lambda b: spend(b, officer, paid), lambda b: chained(b, groups), None, RUNS, THROWS
    )


def chain_group(scene: Scene, k: int, at: int, given: Given) -> int:
    """The men of a group behind the leader who is nearest to them; a second group there stands farther back."""
    n = given["figures"]
    g = scene.group(BLUE, f"Group {k + 1}", n, ranks=min(3, n), arms=["musket"])
    behind = 1 + (k - at)
    scene.shift(g, at * given["gap"], -9.0 * behind)
    return g


def chained(b: Battle, groups: list[int]) -> Result:
    commanded = sum(b.groups[g].commander >= 0 for g in groups)
    thrown = sum(int(e.b) for e in events(b, Ev.COMMAND_DICE))
    return {"points": thrown, "commanded": commanded, "all": commanded == len(groups), "left": purse(b)}


# Seeing


@procedure(
    "visibility",
    "TY-044 TY-045 TY-046 TY-R57",
    "seen",
    lambda kit: (
        cm("distance", "from those who look to the nearest of them", 35.0),
        choice("terrain", "what they are in [TY-R57]", ("open", "wood", "scrub", "crops", "rocks"), "wood"),
        cm("depth", "how far inside the edge they are [TY-044]", 2.0, 30.0),
        flag("fired", "they fired this turn or last [TY-045]"),
    ),
)
def visibility(scene: Scene, given: Given) -> Situation:
    """Whether a group sees another that is in terrain: a D6 times 10 cm."""
    own = scene.group(BLUE, "The lookouts", 2, arms=["musket"])
    foe = scene.group(RED, "The hidden men", 2, arms=["musket"])
    scene.apart(own, foe, given["distance"])
    front = scene.foremost(foe, -1.0).y
    if given["terrain"] != "open":
        depth = given["depth"]
        scene.terrain(given["terrain"], (MIDDLE - 60, front - depth, MIDDLE + 60, front + max(40.0, depth)))
    scene.b.groups[foe].shot = scene.b.turn if given["fired"] else 0

    def rules(b: Battle) -> None:
        spotting.spot(b, BLUE)
        look_about(b, BLUE)

    def result(b: Battle) -> Result:
        looked = last(b, Ev.SPOTTING)
        return {"diced": looked is not None, "seen": bool(b.groups[own].sees >> foe & 1)}

    return scene.situation(rules, result)


@procedure(
    "marker",
    "TY-101 TY-R90",
    "along",
    lambda kit: (cm("edge", "length of the front edge it is laid on", 30.0, 180.0, 1.0),),
)
def marker(scene: Scene, given: Given) -> Situation:
    """Where on the front edge of a piece of terrain a hidden marker is laid."""
    b, half = scene.b, given["edge"] / 2
    scene.terrain("wood", (MIDDLE - half, MIDDLE, MIDDLE + half, MIDDLE + 30))
    e = b.edges[0]
    e.x0, e.y0, e.x1, e.y1, e.piece = MIDDLE - half, MIDDLE, MIDDLE + half, MIDDLE, 0
    b.n_edges = b.n_markers = scene.names.markers = 1
    b.markers[0].side, b.markers[0].real = RED, True
    return scene.situation(spotting.lay_markers, lambda b: {"along": round(b.markers[0].x - e.x0, 1)})
