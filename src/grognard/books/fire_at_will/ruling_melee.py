"""Outside the rules: fights, heroic combats, routs and pursuits, adjudicated on their own."""

from __future__ import annotations

from collections.abc import Hashable

from ...book import Input, Situation
from ...inputs import choice, flag, inches, number
from ...problems import Problem
from . import rout as routs
from . import sequence
from .links import would_duel
from .places import rectangle_of
from .situations import (
    BLUE,
    EAST,
    FIGURES,
    MIDDLE,
    NORTH,
    RED,
    SIDES,
    SOUTH,
    Given,
    Result,
    Scene,
    events,
    figure,
    is_character_figure,
    last,
    lost_of,
    procedure,
)
from .state import Act, Battle, Edge, Ev, Lost, Nerve, Posted
from .strips import is_cavalry

AROUND = 5  # strips against a single one, at most
BEHIND = 5  # ranks of pikemen behind the first, at most
EDGES = {"front": Edge.FRONT, "flank": Edge.RIGHT, "rear": Edge.REAR}
FACINGS = {"front": SOUTH, "flank": EAST, "rear": NORTH}
MORALE = 141
FAR = 12.0  # inches


# A fight


@procedure(
    "fight",
    "FW-143 FW-145 FW-146 FW-147 FW-148 FW-149 FW-150 FW-151 FW-152 FW-153 FW-154 FW-155 FW-156 FW-157 FW-158 "
    "FW-159 FW-160 FW-161 FW-162 FW-163 FW-164 FW-165 FW-166 FW-167 FW-168 FW-169 FW-170 FW-173 FW-R70 FW-R71 "
    "FW-R72 FW-R73 FW-R74 FW-R75 FW-R76 FW-R78 FW-R79",
    "winner effect",
    figure("", "Blue", "orc_infantry"),
    number("strips", "of Blue in the fight; one side is a single strip", 1, "strips", 1, AROUND),
    figure("enemy_", "Red", "knights"),
    number("enemy_strips", "of Red in it", 1, "strips", 1, AROUND),
    choice("place", "which side of Red's strip Blue attacks [FW-156, FW-157]", tuple(EDGES)),
    choice("charge", "who charged into contact this turn [FW-155]", ("nobody", *SIDES)),
    choice("enemy_cover", "what Red defends [FW-158, FW-159]", ("open", "wall", "building")),
    number(
        "pikes_behind", "strips of pikemen behind Red's, if it is of pikemen [FW-161]", 0, "strips", 0, BEHIND
    ),
    number("wounds", "hits that Blue's strip bears already [FW-173]", 0, "hits", 0, 3),
    number("enemy_wounds", "hits that Red's strip bears already [FW-173]", 0, "hits", 0, 3),
)
def fight(scene: Scene, given: Given) -> Situation:
    """One fight of a melee: a strip against one or more."""
    check_numbers(given)
    red = red_formation(scene, given)
    blue = scene.formation(BLUE, "Blue", given["figure"])
    b = scene.b
    if would_duel(b, scene.u(blue).members[0], scene.u(red).members[0]):
        raise Problem("figure, enemy_figure: these two fight a heroic combat: resolve heroic [FW-174]")
    scene.against(blue, red, EDGES[given["place"]])
    scene.strip(blue).wounds, scene.strip(red).wounds = given["wounds"], given["enemy_wounds"]
    for n in range(1, given["strips"]):
        beside(scene, blue, f"Blue {n + 1}", given["figure"])
    for n in range(1, given["enemy_strips"]):
        beside(scene, red, f"Red {n + 1}", given["enemy_figure"])
    charge(scene, given["charge"], red, EDGES[given["place"]])
    return scene.situation(sequence.melee, result_of_fight)


def check_numbers(given: Given) -> None:
    """What does not go together, in a line each."""
    if given["strips"] > 1 and given["enemy_strips"] > 1:
        raise Problem("strips, enemy_strips: one side of a fight is a single strip [FW-143]")
    if given["pikes_behind"] and (given["enemy_figure"] != "pikemen" or given["enemy_strips"] != 1):
        raise Problem("pikes_behind: for a single strip of pikemen of Red [FW-161]")
    if given["enemy_cover"] != "open" and (given["place"] != "front" or given["enemy_strips"] != 1):
        raise Problem("enemy_cover: for a single strip of Red attacked in front [FW-045]")
    if given["place"] != "front" and given["enemy_strips"] != 1:
        raise Problem("place: flank and rear are asked of a single strip of Red [FW-R75]")
    if given["charge"] == "red" and given["place"] != "front":
        raise Problem("place: who charged has his front against the enemy; front is wanted")


def red_formation(scene: Scene, given: Given) -> int:
    """Red's strip in the middle, turned so that Blue, coming from the south, meets the side asked for."""
    strips = 1 + given["pikes_behind"]
    red = scene.formation(RED, "Red", given["enemy_figure"], strips, 1)
    if given["enemy_cover"] == "building":
        if cavalry(given["figure"]):
            raise Problem(f"figure: {given['figure']} may not attack a building [FW-048]")
        scene.garrison(red, strips << 6)  # all along the southern side
        return red
    scene.put(red, MIDDLE, MIDDLE, FACINGS[given["place"]])
    if given["enemy_cover"] == "wall":
        line = [(MIDDLE - 3.0, MIDDLE), (MIDDLE + 3.0, MIDDLE)]
        scene.u(red).wall, scene.u(red).wall_since = scene.terrain("wall", line=line), 0
    return red


def cavalry(of: str) -> bool:
    scene = Scene({})
    return is_cavalry(scene.strip(scene.formation(BLUE, "Blue", of)))


def beside(scene: Scene, f: int, name: str, of: str) -> None:
    """One more against the same enemy.  Where each stands is not asked here: all stand where the first does."""
    u = scene.u(f)
    more = scene.formation(u.side, name, of)
    scene.put(more, u.x, u.y, (u.fx, u.fy))


def charge(scene: Scene, who: str, red: int, edge: int) -> None:
    """All of a side have charged this turn [FW-155, FW-R74]."""
    if who == "nobody":
        return
    b = scene.b
    for f in range(b.n_formations):
        u = b.formations[f]
        if u.side == SIDES.index(who):
            u.charging, u.charge_edge = True, int(edge if u.side == BLUE else Edge.FRONT)
            u.charge_target = red


def result_of_fight(b: Battle) -> Result:
    """Who won, by how much, and what it did."""
    won = last(b, Ev.WON) or last(b, Ev.NO_EFFECT)
    out: Result = {"winner": "nobody", "margin": 0, "effect": "none"}
    if won is None:
        return out
    out["winner"], out["margin"] = SIDES[b.strips[won.actor].army], int(won.a)
    if won.kind == Ev.WON:
        gone = b.strips[won.other].lost != Lost.NO
        out["effect"] = f"{SIDES[b.strips[won.other].army]} {'killed' if gone else 'hit'}"
    return out


# Heroic combat


def heroes() -> tuple[str, ...]:
    """Whom the list has that may fight a heroic combat."""
    scene, out = Scene({"leaders_heroic": "true"}), []
    hero = scene.formation(BLUE, "Blue", "hero")
    for of in FIGURES:
        i = scene.u(scene.formation(RED, "Red", of)).members[0]
        if would_duel(scene.b, scene.u(hero).members[0], i):
            out.append(of)
    return tuple(out)


HEROES = heroes()


@procedure(
    "heroic",
    "FW-174 FW-177 FW-115 FW-114 FW-116 FW-R81 FW-R82 FW-R83",
    "hit dead",
    figure("", "Blue", "hero", HEROES),
    number("wounds", "hits that he bears already", 0, "hits", 0, 3),
    figure("enemy_", "Red", "dragon", HEROES),
    number("enemy_wounds", "hits that it bears already", 0, "hits", 0, 3),
    flag("to_the_end", "not one turn of it, but until one is dead"),
)
def heroic(scene: Scene, given: Given) -> Situation:
    """A heroic combat: the tosses of a turn, or of all turns until one is dead."""
    blue = scene.formation(BLUE, "Blue", given["figure"])
    red = scene.formation(RED, "Red", given["enemy_figure"])
    scene.against(blue, red, Edge.FRONT)
    for f, prefix in ((blue, ""), (red, "enemy_")):
        s = scene.strip(f)
        s.wounds = given[f"{prefix}wounds"]
        if s.wounds >= scene.b.rules.hits[s.fights]:
            raise Problem(f"{prefix}wounds: {s.wounds} given, but {given[f'{prefix}figure']} is dead by then")
    i, j = scene.u(blue).members[0], scene.u(red).members[0]
    if not would_duel(scene.b, i, j):
        raise Problem(
            "figure, enemy_figure: one of them is a hero, wizard or war wagon (leaders by fw.leaders_heroic) [FW-R81]"
        )
    run = until_one_is_dead if given["to_the_end"] else sequence.melee
    return scene.situation(run, result_of_duel, duellists)


def until_one_is_dead(b: Battle) -> None:
    while all(s.lost == Lost.NO for s in b.strips[: b.n_strips]):
        sequence.melee(b)


def result_of_duel(b: Battle) -> Result:
    """Who was hit last, who is dead, and the hits on each."""
    hit = last(b, Ev.DUEL_HIT)
    dead = [SIDES[s.army] for s in b.strips[: b.n_strips] if s.lost != Lost.NO]
    out: Result = {"hit": SIDES[b.strips[hit.other].army] if hit else "nobody"}
    out["dead"] = dead[0] if dead else "nobody"
    return out | {f"{SIDES[s.army]}_wounds": int(s.wounds) for s in b.strips[: b.n_strips]}


def duellists(b: Battle) -> Hashable:
    """The battle between tosses."""
    return tuple((s.wounds, s.hits, s.toss_wins, s.lost, s.doomed) for s in b.strips[: b.n_strips])


# Rout and pursuit


def chased(prefix: str, who: str, default: str, strips: int, files: int) -> tuple[Input, ...]:
    return (
        figure(prefix, who, default),
        number(f"{prefix}strips", f"of {who}", strips, "strips", 1, 6),
        number(f"{prefix}files", f"of {who}", files, "files", 1, 6),
    )


@procedure(
    "rout",
    "FW-141 FW-179 FW-180 FW-181 FW-182 FW-183 FW-188 FW-189 FW-R108 FW-R109 FW-R110 FW-R112",
    "fate killed",
    *chased("", "Blue, who run", "axemen", 6, 3),
    flag("with_hero", "a hero is with them, at the end of the front rank [FW-R110]"),
    *chased("enemy_", "Red, in contact with their front", "outriders", 3, 3),
    flag("pursue", "Red pursues if it may [FW-181]", True),
    choice("behind", "an enemy behind them [FW-188, FW-189]", ("nobody", "in contact", "farther off")),
    inches("behind_gap", "how far off", 3.0, FAR),
)
def rout(scene: Scene, given: Given) -> Situation:
    """A rout move, who is destroyed by it, and the pursuit: whom the pursuers cut down."""
    blue = scene.formation(BLUE, "Blue", given["figure"], given["strips"], given["files"])
    if given["with_hero"]:
        if is_character_figure(given["figure"]):
            raise Problem(f"with_hero: {given['figure']} is a character himself [FW-009]")
        scene.attach(blue, "hero", Posted.RIGHT)
    red = scene.formation(RED, "Red", given["enemy_figure"], given["enemy_strips"], given["enemy_files"])
    if given["behind"] != "nobody":
        other = scene.formation(RED, "Red behind", "axemen")
        gap = given["behind_gap"] if given["behind"] == "farther off" else 0.0
        box = rectangle_of(scene.b, blue)
        scene.put(other, MIDDLE, box.y - box.depth / 2 - gap, NORTH)
    answer(scene.b, Act.PURSUE if given["pursue"] else Act.NO, red, blue)

    def run(b: Battle) -> None:
        routs.rout(b, blue, MORALE)

    return scene.situation(run, lambda b: result_of_rout(b, blue))


def answer(b: Battle, kind: Act, actor: int, other: int) -> None:
    """The order that the first question will be answered with."""
    o = b.script.orders[0]
    o.kind, o.actor, o.other = int(kind), actor, other
    b.script.n = 1


def result_of_rout(b: Battle, f: int) -> Result:
    """What became of them: got away, pursued, destroyed; how far they ran, and who is left."""
    ran, u = last(b, Ev.ROUTED), b.formations[f]
    fate = "pursued" if any(events(b, Ev.PURSUES)) else "got away"
    if any(events(b, Ev.DESTROYED)):
        fate = "destroyed"
    elif u.nerve != Nerve.RUNNING:
        fate = "stands"
    left = sum(s.army == BLUE and s.lost == Lost.NO for s in b.strips[: b.n_strips])
    return {
        "fate": fate,
        "killed": lost_of(b, BLUE),
        "left": left,
        "inches": round(float(ran.d), 2) if ran else 0.0,
    }
