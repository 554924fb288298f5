"""Outside the rules: shooting, guns and the Gatling, adjudicated on their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...battle import emit
from ...book import Input, Situation
from ...inputs import choice, flag, number
from ...problems import Problem
from ...tables import words_of
from . import guns, shooting, volleys
from .early_19th import gatling as gatlings
from .hits import suffer_all
from .mustering import figures_of
from .situations import (
    BLUE,
    HORSE,
    RED,
    Given,
    Kit,
    Result,
    Scene,
    cm,
    cover,
    events,
    figures,
    last,
    men_alike,
    procedure,
    ranks,
    rule_id,
    suffered,
    wounded,
)
from .state import NOBODY, Armour, Battle, Book, EngineKind, Ev, Gait, Hit, Weapon
from .words import GUN_BANDS

RUNS, THROWS = 16_000, 2_000  # of the rules, for odds: a few seconds
COUNTED = 10  # shots or hits whose odds can be counted through in that time
MOVED = {"halted": 0.0, "half": 0.5, "moved": 1.0}  # share of a move


# Inputs


def armour(kit: Kit, prefix: str, who: str) -> tuple[Input, ...]:
    if kit.is_early_19th:
        return ()
    return (choice(f"{prefix}armour", f"armour of {who} [PS-039, PS-040]", tuple(words_of(Armour))),)


def target(kit: Kit) -> tuple[Input, ...]:
    moving = (flag("target_moves", "horse that moved: one band farther [EC-077, EC-R08]"),)
    return (
        figures("target_", "the target", 10),
        ranks("target_", "the target"),
        wounded("target_", "the target"),
        cover("target_", "the target"),
        flag("target_mounted", "the target is mounted [TY-R03]"),
        *armour(kit, "target_", "the target"),
        *(moving if kit.is_early_19th else ()),
    )


RANGE = cm("range", "from the nearest shooter to the nearest target, base to base [TY-R03]", 25.0)


def aimed_at(scene: Scene, given: Given) -> int:
    """The target, before it is moved to its distance."""
    horse = {Book.EARLY_19TH: "skirmish_horse", Book.PIKE_AND_SHOT: "dutch"}[scene.member.book]
    mounted = bool(given.get("target_mounted"))
    entry = {"target_troops": horse if mounted else "formed"}
    foe = scene.troops(RED, "The target", {**given, **entry}, "target_", mounted=mounted)
    if given.get("target_moves"):
        if not mounted:
            raise Problem("target_moves: only horse counts farther away [EC-077]; give target_mounted=yes")
        scene.b.groups[foe].moved, scene.b.groups[foe].gait = True, Gait.WALK
    return foe


# Small arms


def shooting_inputs(kit: Kit) -> tuple[Input, ...]:
    return (
        kit.troops("", "those who shoot"),
        figures("", "those who shoot", 6),
        ranks("", "those who shoot"),
        wounded("", "those who shoot"),
        kit.quality("", "those who shoot"),
        kit.weapon("", "they", "musket", missiles=True),
        flag("commanded", "they are commanded: all who are loaded may fire [TY-051]", True),
        flag("loaded", "they are loaded [TY-050]", True),
        choice("moved", "how much of a move they made this turn", tuple(MOVED)),
        RANGE,
        *target(kit),
    )


@procedure(
    "shooting",
    "TY-048 TY-050 TY-051 TY-052 TY-053 TY-054 TY-060 TY-063 TY-066 TY-R01 TY-R02 TY-R47 TY-R49 TY-R50 TY-R61 "
    "EC-020 EC-024 EC-027 EC-028 EC-029 EC-030 EC-031 EC-032 EC-033 EC-034 EC-035 EC-036 EC-037 EC-064 EC-077 "
    "PS-028 PS-029 PS-031 PS-032 PS-033 PS-034 PS-035 PS-036 PS-037 PS-038 PS-039 PS-040",
    "hits killed wounded",
    shooting_inputs,
)
def shoot(scene: Scene, given: Given) -> Situation:
    """A group shoots: who may, the dice to hit, who is hit, and what it does."""
    rides = (
        given["troops"] in HORSE[scene.member.book] and given["troops"] != "dragoons"
    )  # who get down to shoot
    own = scene.troops(BLUE, "The shooters", given, mounted=rides)
    foe = aimed_at(scene, given)
    scene.apart(own, foe, given["range"])
    scene.shelter(foe, given["target_cover"])
    b, u = scene.b, scene.b.groups[own]
    u.commander = own if given["commanded"] else NOBODY
    for i in figures_of(b, own):
        b.figures[i].loaded, b.figures[i].spent = given["loaded"], MOVED[given["moved"]]
    u.moved, u.gait = given["moved"] != "halted", Gait.HALT if given["moved"] == "halted" else Gait.WALK
    scene.ready()
    n, told = settled(b, lambda: volleys.line_up(b, own, foe))
    if n == 0 and not told:
        raise Problem(why_nobody(b, own, foe, given))
    m = volleys.list_targets(b, own, foe, n) if n > 0 else 0

    def rules(b: Battle) -> None:
        for said in told:
            emit(b.log, *said)
        if n > 0:
            volleys.volley(b, own, foe, n, m)
        suffer_all(b)

    runs = RUNS if n <= COUNTED else 0
    return scene.situation(rules, lambda b: {"shots": n} | struck(b, foe), men_alike, runs, THROWS)


def settled(b: Battle, line_up: Callable[[], int]) -> tuple[int, list[tuple[Any, ...]]]:
    """Who shoots is found once for all runs, and stays on the paper; what was told then is told again each time."""
    n = line_up()
    said = [(e.kind, e.rule, e.actor, e.other, e.a, e.b, e.d) for e in b.log.events[: b.log.n]]
    b.log.n = 0
    return n, said


def why_nobody(b: Battle, own: int, foe: int, given: Given) -> str:
    """Which input it is that leaves nobody a shot."""
    weapon = words_of(Weapon).index(given["weapon"])
    reach = b.rules.weapon_long[weapon]
    if given["range"] > reach:
        return f"range: {given['range']:g} cm given; a {given['weapon']} reaches {reach:g} [TY-R02]"
    if not given["loaded"] and given["commanded"]:
        return "loaded: commanded men who are not loaded cannot fire [TY-050]"
    if given["moved"] != "halted":
        return "moved: who has moved so far does not shoot [EC-024, EC-025, PS-028, PS-R12]"
    if given["wounded"] == given["figures"]:
        return "wounded: the wounded shoot at short range only [TY-063]"
    return "range, target_cover: no such shot is possible [TY-052, PS-036, EC-064]"


def struck(b: Battle, foe: int) -> Result:
    """Hits, what the damage dice said, and what it came to."""
    said = [int(e.b) for e in events(b, Ev.DAMAGE)]
    out: Result = {"hits": sum(int(e.a) for e in events(b, Ev.SHOTS))}
    out |= {"grazes": said.count(Hit.GRAZE), "wounds": said.count(Hit.WOUND), "kills": said.count(Hit.KILL)}
    return out | suffered(b, foe)


@procedure(
    "pick",
    "TY-049 TY-054 TY-R54 TY-052 TY-053 EC-035 PS-039 PS-040",
    "effect",
    lambda kit: (
        kit.quality("", "the Player Character", 2),
        kit.weapon("", "he", "musket", missiles=True),
        flag("mounted", "he is mounted"),
        flag("wounded", "he is wounded: short range only [TY-063]"),
        RANGE,
        cover("target_", "his man"),
        flag("target_wounded", "his man is wounded already: a second wound kills [TY-066]"),
        *armour(kit, "target_", "his man"),
    ),
)
def pick(scene: Scene, given: Given) -> Situation:
    """A Player Character shoots at a man of his choice."""
    b = scene.b
    own = scene.group(
        BLUE,
        "The officer",
        role="officer",
        quality=given["quality"],
        arms=[given["weapon"]],
        mounted=given["mounted"],
        hurt=int(given["wounded"]),
    )
    b.groups[own].pc = b.groups[own].declared = True
    foe = scene.troops(RED, "His man", {**given, "target_wounded": int(given["target_wounded"])}, "target_")
    scene.apart(own, foe, given["range"])
    scene.shelter(foe, given["target_cover"])
    scene.ready()
    man = b.groups[foe].head
    if not shooting.may_pick(b, own, man):
        raise Problem(
            f"range: {given['range']:g} cm, target_cover {given['target_cover']}: no such shot [TY-049, TY-R54]"
        )

    def rules(b: Battle) -> None:
        volleys.pick_off(b, own, man)
        suffer_all(b)

    def result(b: Battle) -> Result:
        said = last(b, Ev.DAMAGE)
        hit = words_of(Hit)[said.b] if said else "miss"
        return {"effect": hit, "killed": suffered(b, foe)["killed"] == 1}

    return scene.situation(rules, result)


@procedure(
    "damage",
    "TY-053 TY-054 TY-062 TY-063 TY-066 TY-067 TY-R50 TY-R61 EC-033 EC-034 EC-035 EC-036 EC-037 PS-037 PS-038 "
    "PS-039 PS-040 PS-041",
    "killed wounded",
    lambda kit: (
        number("hits", "hits of one volley", 3, "hits", 1, 30),
        kit.weapon("", "the shooters", "musket", missiles=True),
        kit.quality("", "the shooters"),
        figures("target_", "the target: hits fall among them", 9),
        wounded("target_", "the target"),
        *armour(kit, "target_", "the target"),
    ),
)
def damage(scene: Scene, given: Given) -> Situation:
    """Hits: on whom they fall, and graze, wound or kill."""
    b, n = scene.b, given["hits"]
    own = scene.group(BLUE, "The shooters", n, arms=[given["weapon"]], quality=given["quality"])
    foe = scene.troops(RED, "The target", given, "target_")
    weapon, quality = words_of(Weapon).index(given["weapon"]), b.figures[b.groups[own].head].quality
    scene.apart(own, foe, b.rules.weapon_short[weapon])
    scene.ready()
    men = list(figures_of(b, foe))
    m = min(len(men), volleys.nearest_only(b) or len(men))
    b.paper.eligible[: len(men)] = men

    def rules(b: Battle) -> None:
        for k in range(n):
            b.volley.weapon[k], b.volley.quality[k] = weapon, quality
        volleys.draw_and_damage(b, n, m, NOBODY)
        suffer_all(b)

    def result(b: Battle) -> Result:
        out = struck(b, foe)
        del out["hits"]
        return out

    return scene.situation(rules, result, men_alike, RUNS if n <= COUNTED else 0, THROWS)


# Guns


def gun_inputs(kit: Kit) -> tuple[Input, ...]:
    kinds = ("muzzle_loader", "breech_loader") if kit.is_early_19th else ("muzzle_loader", "heavy")
    return (
        choice("gun", "the gun [EC-093, EC-094, PS-085, PS-086]", kinds),
        number("crew", "its crew [PS-087]", 4, "figures", 1, 8),
        number("crew_wounded", "of them wounded, who do not serve it [TY-R82]", 0, "figures", 0, 8),
        cm("range", "from the gun to the nearest of the target, base to base [TY-R79]", 40.0),
        figures("target_", "the target", 20),
        ranks("target_", "the target", 2),
        wounded("target_", "the target"),
    )


@procedure(
    "gun",
    "TY-080 TY-081 TY-082 TY-083 TY-R14 TY-R49 TY-R79 EC-099 EC-100 EC-101 EC-R24 PS-087 PS-093 PS-094 PS-095 "
    "PS-096 PS-R27",
    "wounds kills killed wounded threat",
    gun_inputs,
)
def gun(scene: Scene, given: Given) -> Situation:
    """A shot of a loaded gun: the chart, on whom it falls, and the threat."""
    b = scene.b
    if given["crew_wounded"] > given["crew"]:
        raise Problem(f"crew_wounded: {given['crew_wounded']} given, but the crew is {given['crew']}")
    crew = scene.gun(BLUE, given["gun"], given["crew"], hurt=given["crew_wounded"], arms=["sword"])
    foe = scene.troops(RED, "The target", given, "target_")
    before_gun(scene, crew, foe, given["range"])
    b.engines[0].loaded = True
    scene.ready()
    bad = guns.may_fire_gun(b, 0, foe)
    if bad:
        raise Problem(f"{'crew' if bad % 100 in (87, 93) else 'range'}: no such shot [{rule_id(bad)}]")

    def rules(b: Battle) -> None:
        guns.fire_gun(b, 0, foe)
        suffer_all(b)

    def result(b: Battle) -> Result:
        shot, effect = last(b, Ev.GUN_FIRES), last(b, Ev.GUN_EFFECT)
        if not effect:
            return {"band": "", "dice": 0, "wounds": 0, "kills": 0} | suffered(b, foe) | {"threat": 0}
        out = {
            "band": GUN_BANDS[shot.b],
            "dice": int(shot.a),
            "wounds": int(effect.a),
            "kills": int(effect.b),
        }
        return out | suffered(b, foe) | {"threat": int(b.groups[foe].threat)}

    runs = RUNS if guns.dice_of_shot(b, foe) <= 2 else 0
    return scene.situation(rules, result, men_alike, runs, THROWS)


def before_gun(scene: Scene, crew: int, foe: int, far: float) -> None:
    """A target straight ahead, so far from the front of the gun."""
    e = scene.b.engines[scene.b.groups[crew].engine]
    f = scene.foremost(foe, -1.0)
    scene.shift(foe, e.x - f.x, e.y + e.base / 2 + far + scene.half(f) - f.y)


@procedure(
    "gatling",
    "EC-103 EC-104 EC-105 EC-106 EC-R25 EC-030 EC-031 EC-032 EC-033",
    "hits killed wounded jams",
    lambda kit: (
        number("crew", "its crew: two fire it as six rifles, one as three", 2, "figures", 1, 4),
        kit.quality("", "the crew"),
        cm("range", "to the nearest of the target", 60.0, 180.0),
        figures("target_", "the target", 10),
        wounded("target_", "the target"),
        cover("target_", "the target"),
    ),
    Book.EARLY_19TH,
)
def gatling(scene: Scene, given: Given) -> Situation:
    """A burst of the Gatling, and whether it jams."""
    b = scene.b
    kind = words_of(EngineKind)[EngineKind.GATLING]
    crew = scene.gun(BLUE, kind, given["crew"], quality=given["quality"], arms=["revolver"])
    foe = scene.troops(RED, "The target", given, "target_")
    before_gun(scene, crew, foe, given["range"])
    scene.shelter(foe, given["target_cover"])
    scene.ready()
    bad = gatlings.may_fire_gatling(b, 0, foe)
    if bad:
        raise Problem(f"range: no such shot [{rule_id(bad)}]")

    def rules(b: Battle) -> None:
        gatlings.fire_gatling(b, 0, foe)
        suffer_all(b)

    def result(b: Battle) -> Result:
        return struck(b, foe) | {"jams": last(b, Ev.JAMS) is not None}

    return scene.situation(rules, result, men_alike, RUNS, THROWS)
