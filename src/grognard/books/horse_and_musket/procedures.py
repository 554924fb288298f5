"""What can be adjudicated on its own: procedures with inputs, run by the very functions the battle runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...answering import Answered, Rules
from ...book import Input, Procedure, Situation
from ...inputs import choice, flag, inches, number
from ...problems import Problem
from ...tables import Override
from . import casualties, charges, charging, deployment, fire, firing, melee, morale, sequence
from .drill import drill
from .sight import sees
from .situations import BLUE, RED, Scene, lends, reach, rule_id, says, words, yes_or_no
from .state import NOBODY, Act, Arm, AskKind, Battle, Column, CounterBattery, Ev, Formation, Lost, Result
from .units import on_table

Given = Mapping[str, Any]

FOOT = ("line", "light", "grenadier", "guard")
HORSE = ("heavy_horse", "armoured_horse", "light_horse", "lancers")
GUNS = ("heavy_guns", "field_guns", "horse_guns")
FOOT_FORMATIONS = ("line", "column", "march", "extended", "square", "garrison")
FORMATIONS = ("line", "column", "march", "extended", "square", "squadrons", "garrison")
CHARGING = ("line", "column", "extended", "squadrons")
COVERS = ("open", "wood", "wall", "hedge", "earthworks", "building", "stronghold")


# Inputs


def figures(prefix: str, who: str, default: int) -> Input:
    return number(f"{prefix}figures", f"figures {who} has left", default, "figures", 1, 96)


def crew(prefix: str, who: str) -> Input:
    return number(f"{prefix}figures", f"the crew {who} has left", 4, "figures", 1, 8)


def lost(prefix: str, who: str) -> Input:
    return number(
        f"{prefix}lost",
        f"figures {who} has lost before: each full quarter is -1 [FH-112]",
        0,
        "figures",
        0,
        95,
    )


def grade(prefix: str, who: str) -> Input:
    return choice(
        f"{prefix}grade", f"morale grade of {who} [FH-008]", ("militia", "regular", "guard"), "regular"
    )


def cover(prefix: str, who: str) -> Input:
    return choice(f"{prefix}cover", f"what {who} is in or behind [FH-108]", COVERS)


def general(prefix: str, who: str) -> tuple[Input, Input]:
    return (
        choice(
            f"{prefix}general",
            f"a general with {who}, or within 4 inches [FH-112]",
            ("none", "near", "attached"),
        ),
        number(f"{prefix}modifier", "what he lends to a morale check [FH-112]", 1, "on the die", -2, 2),
    )


def troop(prefix: str, who: str, kinds: tuple[str, ...], default: str | None = None) -> Input:
    return choice(f"{prefix}troop", f"what {who} is [FH-007]", kinds, default)


def formation(prefix: str, who: str, kinds: tuple[str, ...]) -> Input:
    return choice(f"{prefix}formation", f"formation of {who} (guns have none)", kinds)


def disordered(prefix: str, who: str) -> Input:
    return flag(f"{prefix}disordered", f"{who} is disordered: its hits are halved [FH-060]")


TARGET = (
    troop("target_", "the target", FOOT + HORSE),
    figures("target_", "the target", 24),
    formation("target_", "the target", FORMATIONS),
    cover("target_", "the target"),
    choice(
        "target_general", "a general with the target, at risk from 6 hits on [FH-118]", ("none", "attached")
    ),
)


def with_garrison(given: Given, prefix: str) -> dict[str, Any]:
    """Who is in a building is its garrison, whatever formation it would like."""
    inside = given.get(f"{prefix}cover") in ("building", "stronghold")
    if given.get(f"{prefix}formation") == "garrison" and not inside and f"{prefix}cover" in given:
        raise Problem(
            f"{prefix}formation: a garrison holds a building; give {prefix}cover=building or stronghold"
        )
    return {**given, f"{prefix}formation": "garrison"} if inside else dict(given)


# What came of it


def events(b: Battle, *kinds: Ev) -> Iterator[Any]:
    return (e for e in b.log.events[: b.log.n] if e.kind in kinds)


def happened(b: Battle, kind: Ev) -> bool:
    return any(True for _ in events(b, kind))


def fell(b: Battle, kind: Ev = Ev.LEADER_HIT) -> bool:
    return any(e.b for e in events(b, kind) if e.actor >= 0)


def hits_on(b: Battle, j: int) -> int:
    return sum(int(e.a) for e in events(b, Ev.SAVES) if e.actor == j)


def saved_by(b: Battle, j: int) -> int:
    return sum(int(e.b) for e in events(b, Ev.SAVES) if e.actor == j)


def shot(b: Battle, j: int) -> dict[str, Any]:
    """The result of shots at unit j."""
    u = b.units[j]
    out: dict[str, Any] = {
        "hits": hits_on(b, j),
        "saved": saved_by(b, j),
        "casualties": u.suffered,
        "left": u.figures,
    }
    return out | ({"general_falls": fell(b)} if b.n_leaders else {}) | {"destroyed": not on_table(u)}


def verdict(b: Battle, i: int, column: Column | None = None) -> str:
    """What the morale table said to a unit, on a column or last of all; or nothing."""
    said = [e.a for e in events(b, Ev.RESULT) if e.actor == i and column in (None, e.b)]
    return words(Result(said[-1])) if said else ""


def fate(b: Battle, i: int) -> str:
    """How a unit left the battle, or nothing."""
    how = Lost(b.units[i].lost)
    return "" if how == Lost.NO else words(how)


def situation(scene: Scene, rules: Rules, result: Any, answers: Any = None) -> Situation:
    b = scene.ready()
    return Situation(b, scene.names, Answered(b, rules, answers or {}, drill), result)


# Initiative and deployment


def initiative(given: Given, house: Override) -> Situation:
    scene = Scene(house)
    return situation(
        scene, sequence.roll_initiative, lambda b: {"winner": "blue" if b.initiative == BLUE else "red"}
    )


def deployment_roll(given: Given, house: Override) -> Situation:
    def rules(b: Battle) -> None:
        b.first = deployment.lower_roller(b)

    return situation(Scene(house), rules, lambda b: {"first": "blue" if b.first == BLUE else "red"})


# Shooting


def shooting(given: Given, house: Override) -> tuple[Scene, int, int]:
    """Who shoots, and the target at its range."""
    scene = Scene(house)
    i = scene.unit(BLUE, given)
    j = scene.unit(RED, with_garrison(given, "target_"), "target_")
    if given.get("flank"):
        scene.turn_flank(j, "target_")
    scene.apart(i, j, given["range"])
    if scene.b.units[i].formation == Formation.GARRISON:
        scene.house(i, "building")
    scene.cover(j, given["target_cover"], given["range"], "target_")
    if given.get("target_general", "none") != "none":
        scene.general(j, given, "target_")
    return scene, i, j


def check_shot(scene: Scene, i: int, j: int) -> None:
    """Would the rules allow this shot?"""
    b = scene.b
    if b.units[i].arm == Arm.ARTILLERY and b.units[i].shots == 0:
        raise Problem("shots: a battery without ammunition does not shoot [FH-R38]")
    bad = firing.check_target(b, i, j, 0)
    if bad:
        far = (
            f": {b.refusal.asked:g} inches, and it reaches {b.refusal.allowed:g}" if b.refusal.allowed else ""
        )
        raise Problem(f"range: no such shot is allowed [{rule_id(bad)}]{far}")


def musketry(given: Given, house: Override) -> Situation:
    scene, i, j = shooting(given, house)
    scene.b.units[i].halted = given["halted"]
    if given["halted"]:
        scene.b.units[i].target = j
    check_shot(scene, i, j)
    return situation(scene, lambda b: fire.shoot(b, i, j, 0), lambda b: shot(b, j))


def artillery(given: Given, house: Override) -> Situation:
    scene, i, j = shooting(given, house)
    check_shot(scene, i, j)

    def result(b: Battle) -> dict[str, Any]:
        return {"hit": happened(b, Ev.DAMAGE)} | shot(b, j)

    return situation(scene, lambda b: fire.shoot(b, i, j, 0), result)


def counter_battery(given: Given, house: Override) -> Situation:
    scene, i, j = shooting({**given, "target_formation": "line"}, house)
    check_shot(scene, i, j)

    def result(b: Battle) -> dict[str, Any]:
        said = [words(CounterBattery(e.b)) for e in events(b, Ev.COUNTER_BATTERY)]
        return {
            "hit": bool(said),
            "result": said[0] if said else "missed",
            "crew_lost": b.units[j].suffered,
            "crew_left": b.units[j].figures,
            "gun_destroyed": happened(b, Ev.GUN_DESTROYED),
            "destroyed": not on_table(b.units[j]),
        }

    return situation(scene, lambda b: fire.shoot(b, i, j, 0), result)


def saves(given: Given, house: Override) -> Situation:
    attacker = {"troop": "line", "figures": 24, "range": 0.0 if given["melee"] else 1.0}
    scene, i, j = shooting({**given, **attacker}, house)
    return situation(
        scene,
        lambda b: discard(casualties.suffer(b, i, j, given["hits"], given["melee"])),
        lambda b: {k: v for k, v in shot(b, j).items() if k != "hits"},
    )


def discard(value: object) -> None:
    """Rules that give a value back; here the state tells."""


# Charges


def charge(given: Given, house: Override) -> Situation:
    """The charger is in contact; fire at it, halts and checks follow."""
    scene = Scene(house)
    i = scene.unit(BLUE, given, "charger_")
    j = scene.unit(RED, with_garrison(given, "target_"), "target_")
    check_kinds(scene, i, j)
    scene.in_contact(i, j)
    go_in(scene.b, i, j)
    scene.b.units[j].first_fire = given["first_fire"] and scene.b.units[j].arm == Arm.INFANTRY
    k = add_support(scene, given, i, j) if given["support"] != "none" else NOBODY
    scene.cover(j, given["target_cover"], 0.0, "target_")
    bad = firing.check_target(scene.b, k, i, 0) if k >= 0 else 0
    if bad:
        raise Problem(f"support_range: no such shot is allowed in support [{rule_id(bad)}]")
    scene.general(i, given)
    answers = {
        AskKind.FIRST_FIRE: yes_or_no(True),
        AskKind.TARGET: lambda b, ask: says(Act.FIRE)(b, ask)._replace(other=i),
        AskKind.INFLUENCE: lends,
    }

    def rules(b: Battle) -> None:
        sequence.stationary_fire(b)
        fire.halt_charges(b)

    return situation(scene, rules, lambda b: charge_result(b, i), answers)


def check_kinds(scene: Scene, i: int, j: int) -> None:
    """Infantry may not charge cavalry [FH-042]."""
    if scene.b.units[i].arm == Arm.INFANTRY and scene.b.units[j].arm == Arm.CAVALRY:
        raise Problem("target_troop: infantry may not charge cavalry [FH-042]")


def go_in(b: Battle, i: int, j: int) -> None:
    """Unit i has charged home on unit j."""
    u, e = b.units[i], b.units[j]
    u.charging, u.moved, u.target, u.in_contact = True, True, j, True
    u.charge_figures, u.line_x, u.line_y = u.figures, 0.0, 1.0
    e.in_contact = e.charged = True


def add_support(scene: Scene, given: Given, i: int, j: int) -> int:
    """Friends of the target beside it, who see the charger's front or, by choice, its flank [FH-085]."""
    b = scene.b
    what = given["support"]
    supporter = (
        {"troop": what, "figures": given["support_figures"]}
        if what in GUNS
        else {
            "troop": "line",
            "weapon": what,
            "figures": given["support_figures"],
            "disordered": given["support_disordered"],
        }
    )
    k = scene.unit(RED, supporter)
    u, e, s = b.units[i], b.units[j], b.units[k]
    if given["support_flank"]:
        s.fx, s.fy = 1.0, 0.0
        s.x, s.y = u.x - u.width / 2 - given["support_range"] - s.depth / 2, u.y
    else:
        e.x = u.x + u.width / 2 + e.width / 2 - min(u.width, e.width, 1.0) / 2
        s.x = min(u.x, e.x - e.width / 2 - s.width / 2)
        s.y = u.y + reach(u) + given["support_range"] + s.depth / 2
    return k


def charge_result(b: Battle, i: int) -> dict[str, Any]:
    u = b.units[i]
    said = verdict(b, i)
    if happened(b, Ev.HALTED):
        end = "halted"
    elif fate(b, i):
        end = fate(b, i)
    else:
        end = {"": "goes in", "no rally": "stops short"}.get(said, said if "rall" not in said else "goes in")
    out: dict[str, Any] = {"charge": end, "casualties": u.suffered, "left": u.figures}
    return out | ({"general_falls": fell(b) or fell(b, Ev.STRAY)} if b.n_leaders else {})


def charged(given: Given, house: Override) -> Situation:
    """A charge is declared, answered and moved."""
    scene = Scene(house)
    i = scene.unit(BLUE, given, "charger_")
    j = scene.unit(RED, with_garrison(given, "target_"), "target_")
    u, e = scene.b.units[i], scene.b.units[j]
    if e.arm == Arm.ARTILLERY:
        raise Problem("target_troop: batteries do not check when charged [FH-R54]; see the procedure charge")
    if given["target_flank"]:
        scene.turn_flank(j, "target_")
    e.x, e.y = u.x, u.y + reach(u) + reach(e) + given["distance"]
    scene.cover(j, given["target_cover"], given["distance"], "target_")
    e.marker, e.moved = given["target_due"] or e.disordered, given["target_moved"]
    scene.general(j, given, "target_", behind=True)
    bad = charging.check_charge(scene.b, i, j, False)
    if bad:
        raise Problem(f"no such charge is allowed [{rule_id(bad)}]")
    answers = {
        AskKind.EVADE: yes_or_no(given["evade"]),
        AskKind.INFLUENCE: lends,
        AskKind.ANSWER: says(Act.COUNTER if given["counter"] else Act.STAND),
    }
    return situation(
        scene, lambda b: charges.charge(b, i, j, False), lambda b: charged_result(b, i, j), answers
    )


def charged_result(b: Battle, i: int, j: int) -> dict[str, Any]:
    e = b.units[j]
    rally = verdict(b, j, Column.RALLY)
    out: dict[str, Any] = {"rally": rally} if rally else {}
    out["result"] = "evades" if e.evaded else verdict(b, j)
    out["melee"] = bool(b.units[i].in_contact and e.in_contact)
    out |= {"square": happened(b, Ev.SQUARE), "first_fire": e.first_fire, "counter_charge": e.counter}
    out |= {
        "caught": e.caught or happened(b, Ev.RIDDEN_DOWN),
        "left": e.figures,
        "lost_unit": not on_table(e),
    }
    return out | ({"general_falls": fell(b, Ev.STRAY)} if b.n_leaders else {})


# Melee


def melee_fought(given: Given, house: Override) -> Situation:
    """Both sides' attacks, who loses, his check, and the pursuit."""
    scene = Scene(house)
    i = scene.unit(BLUE, given, "attacker_")
    j = scene.unit(RED, with_garrison(given, "defender_"), "defender_")
    scene.in_contact(i, j)
    scene.cover(j, given["defender_cover"], 0.0, "defender_")
    go_in(scene.b, i, j)
    start_melee(scene.b, i, j, given)
    scene.general(i, given, "attacker_")
    scene.general(j, given, "defender_")
    answers = {AskKind.INFLUENCE: lends, AskKind.PURSUE: yes_or_no(given["pursue"])}
    if given["reroll"] == "never":
        answers[AskKind.REROLL] = yes_or_no(False)

    def rules(b: Battle) -> None:
        sequence.moving_fire_and_melee(b)
        sequence.aftermath(b)

    return situation(scene, rules, lambda b: melee_result(b, i, j), answers)


def start_melee(b: Battle, i: int, j: int, given: Given) -> None:
    """How it came to blows: a charge, a counter-charge, or a pursuit; and whether first fire was taken."""
    u, e = b.units[i], b.units[j]
    if given["start"] == "pursuit":
        u.charging, u.in_contact, u.target, u.locked, u.pursuing = False, False, NOBODY, j, True
        e.charged, e.in_contact, e.locked = False, False, i
    elif given["start"] == "counter":
        if e.arm != u.arm or e.arm == Arm.ARTILLERY:
            raise Problem("start: horse meets horse and foot meets foot in a counter-charge [FH-R69]")
        e.charging, e.counter, e.target, e.moved, e.charge_figures = True, True, i, True, e.figures
    if given["first_fire"]:
        if e.arm != Arm.INFANTRY or given["start"] != "charge":
            raise Problem("first_fire: it is charged infantry that fires first [FH-R05, FH-R69]")
        e.fired_first, e.inflicted = True, given["first_fire_casualties"]
        u.charge_lost = given["first_fire_casualties"]


def melee_result(b: Battle, i: int, j: int) -> dict[str, Any]:
    loser = next(
        (("attacker", i) if e.actor == BLUE else ("defender", j) for e in events(b, Ev.MELEE_LOST)),
        ("nobody", NOBODY),
    )
    if happened(b, Ev.AUTO_LOSS):
        loser = ("attacker", i)
    out: dict[str, Any] = {"loser": loser[0]}
    out["loser_result"] = loser_result(b, loser[1])
    out |= {"attacker_inflicts": b.units[i].inflicted, "defender_inflicts": b.units[j].inflicted}
    out |= {"attacker_left": b.units[i].figures, "defender_left": b.units[j].figures}
    return out | (
        {"general_falls": fell(b) or fell(b, Ev.STRAY) or fell(b, Ev.OVERRUN)} if b.n_leaders else {}
    )


def loser_result(b: Battle, i: int) -> str:
    if i < 0:
        return ""
    if happened(b, Ev.AUTO_LOSS):
        return "beaten off"
    return verdict(b, i) or fate(b, i)


def lost_melee(given: Given, house: Override) -> Situation:
    """The check of a unit that has lost a melee."""
    scene = Scene(house)
    i = scene.unit(BLUE, given)
    j = scene.unit(RED, {"troop": given["enemy"], "figures": 12 if given["enemy"] in HORSE else 24})
    scene.in_contact(i, j)
    go_in(scene.b, j, i)
    scene.b.units[i].foe = j
    scene.general(i, given)
    return situation(
        scene, lambda b: melee.lose_melee(b, i), lambda b: check_result(b, i), {AskKind.INFLUENCE: lends}
    )


def pursuit(given: Given, house: Override) -> Situation:
    """The victor goes after the beaten."""
    scene = Scene(house)
    i = scene.unit(BLUE, given)
    j = scene.unit(RED, given, "beaten_")
    u, e = scene.b.units[i], scene.b.units[j]
    e.y = u.y + reach(u) + reach(e) + given["beaten_distance"]
    u.foe, u.spent, u.impetuous, u.melee, e.melee, e.routing = (
        j,
        given["spent"],
        given["impetuous"],
        0,
        0,
        given["routing"],
    )
    if given["fresh_distance"]:
        k = scene.unit(RED, {"troop": "line", "figures": 24})
        scene.b.units[k].y = u.y + reach(u) + reach(scene.b.units[k]) + given["fresh_distance"]
        if abs(scene.b.units[k].y - e.y) < reach(scene.b.units[k]) + reach(e):
            raise Problem("fresh_distance: the fresh enemy would stand on the beaten unit")

    def result(b: Battle) -> dict[str, Any]:
        gone = [round(float(x.d), 2) for x in events(b, Ev.PURSUED)]
        caught = happened(b, Ev.RIDDEN_DOWN)
        return {
            "inches": gone[0] if gone else 0.0,
            "ridden_down": caught,
            "lost": b.units[j].suffered,
            "melee_next_turn": happened(b, Ev.LOCKED),
        }

    answers = {AskKind.PURSUE: yes_or_no(True)}
    return situation(scene, lambda b: melee.win_melee(b, i), result, answers)


# Morale


def with_enemy(scene: Scene, i: int, given: Given) -> None:
    """An enemy before a unit, at a distance; one at no distance is in contact."""
    if given["enemy"] == "none":
        return
    size = {"line": 24, "heavy_horse": 12, "field_guns": 4}[given["enemy"]]
    j = scene.unit(RED, {"troop": given["enemy"], "figures": size})
    u, e = scene.b.units[i], scene.b.units[j]
    e.y = u.y + reach(u) + reach(e) + given["enemy_distance"]
    if not sees(scene.b, j, i):
        raise Problem("enemy_distance: the two would not see one another")


def rally(given: Given, house: Override) -> Situation:
    """The mandatory check of a unit with a marker."""
    scene = Scene(house)
    i = scene.unit(BLUE, given)
    u = scene.b.units[i]
    u.marker, u.commander_killed, u.impetuous_before = (
        True,
        given["commander_killed"],
        given["impetuous_before"],
    )
    with_enemy(scene, i, given)
    if given["routing"]:
        u.routing, u.disordered, u.fy = True, True, -1.0
    scene.general(i, given)
    answers = {AskKind.INFLUENCE: lends, AskKind.RECALL: yes_or_no(given["recall"])}

    def result(b: Battle) -> dict[str, Any]:
        return check_result(b, i) | ({"recalled": happened(b, Ev.RECALLED)} if u.arm == Arm.CAVALRY else {})

    return situation(scene, lambda b: discard(morale.rally(b, i)), result, answers)


def check_result(b: Battle, i: int) -> dict[str, Any]:
    """What a check led to."""
    u = b.units[i]
    rows = [int(e.b) for e in events(b, Ev.MORALE) if e.actor == i]
    out: dict[str, Any] = {"result": verdict(b, i) or fate(b, i), "row": rows[-1] if rows else NOBODY}
    out |= {"routing": u.routing and on_table(u), "left": u.figures, "lost_unit": not on_table(u)}
    return out | ({"general_falls": fell(b, Ev.STRAY) or fell(b, Ev.OVERRUN)} if b.n_leaders else {})


# Leaders


def leader_risk(given: Given, house: Override) -> Situation:
    """Enough hits on a unit, and its leaders are diced for."""
    scene = Scene({**house, "unit_commanders": "on"} if given["commander"] else house)
    i = scene.unit(BLUE, {"troop": "line", "figures": 24})
    scene.b.units[i].commander = given["commander"]
    scene.general(i, {"general": "attached" if given["general"] else "none"})

    def result(b: Battle) -> dict[str, Any]:
        out = {"rolled": happened(b, Ev.LEADER_HIT), "general_falls": fell(b)}
        return out | ({"commander_falls": b.units[i].commander_killed} if given["commander"] else {})

    return situation(scene, lambda b: casualties.leaders_at_risk(b, i, given["hits"]), result)


def stray_round(given: Given, house: Override) -> Situation:
    """A general near a unit has lent it his influence."""
    scene = Scene(house)
    i = scene.unit(BLUE, {"troop": "line", "figures": 24})
    with_enemy(scene, i, given)
    scene.general(i, {**given, "general": "near"})

    def result(b: Battle) -> dict[str, Any]:
        return {"rolled": happened(b, Ev.STRAY), "general_falls": fell(b, Ev.STRAY)}

    return situation(scene, lambda b: morale.stray_round(b, i, given["modifier"]), result)


def general_overrun(given: Given, house: Override) -> Situation:
    """Enemy troops have come over an unattached general."""
    scene = Scene(house)
    friend = {"troop": "line", "figures": 24}
    i = scene.unit(BLUE, friend if given["friends"] else {**friend, "formation": "extended"})
    k = scene.general(i, {"general": "near"})
    return situation(
        scene,
        lambda b: casualties.overrun(b, k),
        lambda b: {"general_falls": fell(b, Ev.OVERRUN), "joins_friends": b.leaders[k].attached >= 0},
    )


# The list


def enemy(default: str, distance: float) -> tuple[Input, Input]:
    return (
        choice("enemy", "the nearest enemy", ("none", "line", "heavy_horse", "field_guns"), default),
        inches("enemy_distance", "how far off it is; 0 is contact", distance, 60.0, least=0.0),
    )


def unit_inputs(
    prefix: str, who: str, kinds: tuple[str, ...], size: int, shapes: tuple[str, ...]
) -> tuple[Input, ...]:
    return (
        troop(prefix, who, kinds),
        figures(prefix, who, size),
        lost(prefix, who),
        formation(prefix, who, shapes),
    )


def procedure(
    name: str, title: str, rules: str, prepare: Any, inputs: tuple[Input, ...], headline: str
) -> tuple[str, Procedure]:
    ids = tuple(f"FH-{r}" for r in rules.split())
    return name, Procedure(name, title, ids, inputs, prepare, tuple(headline.split()))


PROCEDURES: dict[str, Procedure] = dict(
    (
        procedure("initiative", "Who has the initiative", "010 R01", initiative, (), "winner"),
        procedure("deployment", "Who deploys first", "R90", deployment_roll, (), "first"),
        procedure(
            "musketry",
            "A volley of infantry, with saves",
            "056 057 058 059 060 061 062 106 118",
            musketry,
            (
                troop("", "the shooter", FOOT),
                figures("", "the shooter", 24),
                formation("", "the shooter", FOOT_FORMATIONS),
                number(
                    "files", "width of an assault column in stands; 0: the usual [FH-R08]", 0, "stands", 0, 32
                ),
                choice("weapon", "what it shoots with", ("musket", "rifle")),
                inches("range", "from its front edge to the target [FH-R23]", 2.0, 48.0, least=0.0),
                disordered("", "the shooter"),
                flag("halted", "it is infantry whose charge was halted: short range [FH-R47]"),
                flag("flank", "it shoots into the target's flank [FH-061]"),
                *TARGET,
            ),
            "casualties destroyed",
        ),
        procedure(
            "artillery",
            "A battery's shot at infantry or cavalry, with saves",
            "063 064 065 066 067 068 106 118",
            artillery,
            (
                troop("", "the battery", GUNS),
                crew("", "the battery"),
                number("shots", "shots it has left [FH-070]", 10, "shots", 0, 99),
                inches("range", "from its front edge to the target [FH-R23]", 20.0, 99.0, least=0.0),
                disordered("", "the battery"),
                flag("flank", "it shoots into the target's flank [FH-067]"),
                *TARGET,
            ),
            "hit casualties destroyed",
        ),
        procedure(
            "counter-battery",
            "A battery's shot at a battery",
            "063 069 R35",
            counter_battery,
            (
                troop("", "the battery", GUNS),
                crew("", "the battery"),
                number("shots", "shots it has left [FH-070]", 10, "shots", 0, 99),
                inches("range", "from its front edge to the target [FH-R23]", 20.0, 99.0, least=0.0),
                troop("target_", "the battery shot at", GUNS, "field_guns"),
                crew("target_", "the battery shot at"),
                choice(
                    "target_cover",
                    "what it is in or behind [FH-069]",
                    ("open", "wood", "wall", "hedge", "earthworks"),
                ),
            ),
            "result crew_lost destroyed",
        ),
        procedure(
            "saves",
            "Saving rolls against hits",
            "106 107 108 R60",
            saves,
            (
                number("hits", "hits, after halvings", 5, "hits", 0, 60),
                flag("melee", "the hits come from a melee, not from shooting"),
                troop("target_", "the target", FOOT + HORSE + GUNS),
                figures("target_", "the target", 24),
                formation("target_", "the target", FORMATIONS),
                cover("target_", "the target"),
                choice(
                    "target_general",
                    "a general with the target, at risk from 6 hits on [FH-118]",
                    ("none", "attached"),
                ),
            ),
            "casualties destroyed",
        ),
        procedure(
            "charge",
            "Fire at a charge that has come in: first fire, support, halt, check",
            "085 086 087 088 089 090 091 R05 R46 R48",
            charge,
            (
                *unit_inputs("charger_", "the charger", FOOT + HORSE, 24, CHARGING),
                grade("charger_", "the charger"),
                *general("", "the charger"),
                troop("target_", "the charged unit", FOOT + HORSE + GUNS),
                figures("target_", "the charged unit", 24),
                formation("target_", "the charged unit", FORMATIONS),
                disordered("target_", "the charged unit"),
                cover("target_", "the charged unit"),
                flag(
                    "first_fire",
                    "the charged infantry fires first, in place of its melee attack [FH-017]",
                    True,
                ),
                choice("support", "who fires in support [FH-085]", ("none", "musket", "rifle", *GUNS)),
                number(
                    "support_figures",
                    "figures of the supporting unit (a battery's crew)",
                    4,
                    "figures",
                    1,
                    96,
                ),
                inches("support_range", "from the supporting unit to the charger", 4.0, 48.0, least=0.0),
                flag("support_flank", "the support takes the charger in flank [FH-061]"),
                flag("support_disordered", "the supporting unit is disordered [FH-060]"),
            ),
            "charge casualties",
        ),
        procedure(
            "charged",
            "The answer to a charge: evade, or check and stand or run",
            "043 044 045 046 047 111 R20 R68 R69 R70",
            charged,
            (
                troop("charger_", "the charger", FOOT + HORSE),
                figures("charger_", "the charger", 24),
                formation("charger_", "the charger", CHARGING),
                inches("distance", "from the charger to the charged unit", 4.0, 30.0, 0.1),
                *unit_inputs("target_", "the charged unit", FOOT + HORSE, 24, FORMATIONS),
                grade("target_", "the charged unit"),
                cover("target_", "the charged unit"),
                flag("target_flank", "it is charged in flank"),
                flag("target_due", "it is due a rally check: one roll for both [FH-046]"),
                flag("target_moved", "it has moved this turn: no first fire on a 6 [FH-R76]"),
                disordered("target_", "the charged unit"),
                *general("target_", "the charged unit"),
                flag("evade", "skirmishers evade; false: they stand [FH-050]", True),
                flag("counter", "infantry counter-charges infantry on a 7; false: it stands [FH-R69]"),
            ),
            "result melee",
        ),
        procedure(
            "melee",
            "A melee: both attacks, who loses, his check, the pursuit",
            "075 077 078 079 080 081 084 092 093 094 095 096 097 100 101 104 115 116",
            melee_fought,
            (
                *unit_inputs("attacker_", "the attacker", FOOT + HORSE, 24, CHARGING),
                grade("attacker_", "the attacker"),
                disordered("attacker_", "the attacker"),
                *general("attacker_", "the attacker"),
                *unit_inputs("defender_", "the defender", FOOT + HORSE + GUNS, 24, FORMATIONS),
                grade("defender_", "the defender"),
                disordered("defender_", "the defender"),
                cover("defender_", "the defender"),
                *general("defender_", "the defender"),
                choice(
                    "start",
                    "how they met; pursuit: neither counts as charging [FH-R79]",
                    ("charge", "counter", "pursuit"),
                ),
                flag("first_fire", "the defender has fired first and does not strike [FH-017]"),
                number(
                    "first_fire_casualties",
                    "casualties of that fire, which count [FH-R05]",
                    0,
                    "figures",
                    0,
                    96,
                ),
                choice(
                    "reroll",
                    "one die again for grenadiers and guards: by the drill book, or never [FH-084]",
                    ("drill", "never"),
                ),
                flag("pursue", "victorious infantry pursues; cavalry must [FH-115]"),
            ),
            "loser loser_result attacker_inflicts defender_inflicts",
        ),
        procedure(
            "rally",
            "The rally check of a unit with a marker",
            "013 110 111 112 113 114 124 R03 R73 R74",
            rally,
            (
                *unit_inputs("", "the unit", FOOT + HORSE + GUNS, 24, FORMATIONS[:-1]),
                grade("", "the unit"),
                disordered("", "the unit"),
                flag("routing", "it is routing [FH-R73]"),
                flag("commander_killed", "its commander has been killed [FH-123]"),
                *enemy("none", 12.0),
                *general("", "the unit"),
                flag("recall", "cavalry that may not move is recalled [FH-124]"),
                flag("impetuous_before", "it was impetuous last turn: no recall [FH-124]"),
            ),
            "result lost_unit",
        ),
        procedure(
            "lost-melee",
            "The check of a unit that has lost a melee",
            "096 111 112 113 114 R72",
            lost_melee,
            (
                *unit_inputs("", "the loser", FOOT + HORSE + GUNS, 24, FORMATIONS[:-1]),
                grade("", "the loser"),
                choice("enemy", "who beat it", ("line", "heavy_horse", "light_horse")),
                *general("", "the loser"),
            ),
            "result lost_unit",
        ),
        procedure(
            "pursuit",
            "How far the victor pursues, and whom he reaches",
            "115 116 R77 R78 R79",
            pursuit,
            (
                troop("", "the victor", FOOT + HORSE),
                figures("", "the victor", 24),
                formation("", "the victor", CHARGING),
                inches("spent", "movement it has used this turn [FH-116]", 0.0, 30.0, least=0.0),
                flag("impetuous", "it charged because of a rally 7: two dice for cavalry [FH-R78]"),
                troop("beaten_", "the beaten unit", FOOT + HORSE),
                figures("beaten_", "the beaten unit", 24),
                formation("beaten_", "the beaten unit", CHARGING),
                inches("beaten_distance", "how far off it is now", 6.0, 60.0, least=0.0),
                flag("routing", "it is routing"),
                inches(
                    "fresh_distance", "a fresh enemy straight ahead; 0: none [FH-R79]", 0.0, 60.0, least=0.0
                ),
            ),
            "inches ridden_down lost",
        ),
        procedure(
            "leader-risk",
            "Leaders of a unit that takes hits",
            "118 123 R80 R81",
            leader_risk,
            (
                number("hits", "hits before saves, from one attack", 6, "hits", 0, 60),
                flag("general", "a general is attached", True),
                flag("commander", "the unit has a commander (an optional rule) [FH-123]"),
            ),
            "general_falls",
        ),
        procedure(
            "stray-round",
            "An unattached general who has used his influence",
            "119 120 R82",
            stray_round,
            (number("modifier", "what he lent", 1, "on the die", -1, 1), *enemy("line", 6.0)),
            "general_falls",
        ),
        procedure(
            "general-overrun",
            "A general overrun by the enemy",
            "121 R83 R84",
            general_overrun,
            (flag("friends", "there is a formed friendly unit to fly to", True),),
            "general_falls",
        ),
    )
)
