"""What can be adjudicated on its own: procedures with inputs, run by the very functions the battle runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...answering import Answered, Rules
from ...book import Input, Procedure, Situation
from ...problems import Problem
from ...tables import Override
from ...values import Order
from . import assault, forced, formed, legality, loose, sequence, shooting, straggling
from .drill import drill
from .firing import effective_range, list_targets
from .men import NEAR, alive, members, present
from .situations import BLUE, IN_TOUCH, MIDDLE, RED, Body, Given, Scene, answers, rule_id, words
from .state import (
    A_SIDE,
    NOBODY,
    OFFICER,
    Act,
    Battle,
    Effect,
    Ev,
    Grade,
    Lost,
    R,
    Shelter,
    SurplusHits,
    Table,
    Weapon,
)

GRADES = tuple(words(g) for g in Grade)
WEAPONS = tuple(w.name.lower() for w in Weapon)
FORMED_COVER = ("open", "hedge", "scrub", "crops", "wall", "earthwork")
LOOSE_COVER = ("open", "hedge", "scrub", "woods", "wall", "earthwork", "rubble")
GROUP = 24  # stragglers in one situation, at most
THROWN = 0  # runs for exact odds: hand to hand has no last round, so dice are thrown at once [MI-116]

Result = dict[str, Any]


# Inputs


def choice(name: str, text: str, values: tuple[str, ...], default: str | None = None) -> Input:
    return Input(name, "choice", text, default or values[0], values)


def flag(name: str, text: str, default: bool = False) -> Input:
    return Input(name, "bool", text, default)


def number(name: str, text: str, default: int, unit: str, least: int, most: int) -> Input:
    return Input(name, "int", text, default, (), unit, least, most)


def inches(name: str, text: str, default: float, most: float, least: float = 0.1) -> Input:
    return Input(name, "float", text, default, (), "inches", least, most)


def men(prefix: str, who: str, default: int, least: int = 2, most: int = A_SIDE) -> Input:
    return number(f"{prefix}men", f"men of {who}", default, "men", least, most)


def wounded(prefix: str, who: str, default: int = 0) -> Input:
    text = f"wounded among {who}, from the first man of the front rank on [MI-080]"
    return number(f"{prefix}wounded", text, default, "men", 0, A_SIDE)


def quality(prefix: str, who: str) -> Input:
    return choice(f"{prefix}quality", f"Quality of {who} [MI-006]", GRADES, "regular")


def ranks(prefix: str, who: str) -> Input:
    return number(f"{prefix}ranks", f"ranks in which {who} stand", 2, "ranks", 1, 10)


def in_ranks(prefix: str, who: str, default: int = 12) -> tuple[Input, ...]:
    """A formation."""
    return men(prefix, who, default), wounded(prefix, who), quality(prefix, who), ranks(prefix, who)


def by_themselves(prefix: str, who: str, default: int) -> tuple[Input, ...]:
    """Stragglers."""
    return men(prefix, who, default, 1, GROUP), wounded(prefix, who), quality(prefix, who)


def armed(prefix: str, who: str) -> tuple[Input, ...]:
    return (
        choice(f"{prefix}weapon", f"what {who} shoot with [MI-057, MI-R34]", WEAPONS, "musket"),
        flag(f"{prefix}breech_loader", "their rifles are breech loaders [MI-063]"),
    )


RANGE = inches("range", "from the nearest who fires to the nearest target [MI-R31]", 8.0, 60.0)
RAPID = flag("rapid", "both actions are spent on it: rapid fire [MI-050]")
REROLL = flag("reroll", "an officer near a unit that fails has the test rolled again [MI-088]", True)
TARGET = (
    choice("target", "what is fired at [MI-054, MI-055]", ("formation", "stragglers")),
    men("target_", "the target", 12, 1),
    wounded("target_", "the target"),
    quality("target_", "the target"),
    ranks("target_", "a target in formation"),
    choice(
        "target_cover",
        "what the target is in or behind [MI-R24]",
        tuple(dict.fromkeys(FORMED_COVER + LOOSE_COVER)),
    ),
    number("target_covered", "stragglers who have that cover, nearest first; 0: all", 0, "men", 0, GROUP),
)
OFFICER_NEAR = (
    choice(
        "officer",
        "an officer with the unit shot at, or within 4 inches [MI-088]",
        ("none", "near", "attached"),
    ),
    flag("exposed", "he stands where the enemy sees him; else behind his men [MI-R48]", True),
    REROLL,
)


FIRERS = (*in_ranks("", "those who fire"), *armed("", "those who fire"))
ENEMY = choice(
    "enemy",
    "who is near: their sort and range decide the officer's risk [MI-090]",
    ("formation", "straggler"),
)
FIGHT = (
    *in_ranks("attacker_", "the attackers"),
    number("attacker_officers", "officers with them: +1 each [MI-109]", 0, "officers", 0, 3),
    *in_ranks("defender_", "the defenders"),
    number("defender_officers", "officers with them: +1 each [MI-109]", 0, "officers", 0, 3),
)
LOSSES = "attacker_killed attacker_left defender_killed defender_left"


# What came of it


def events(b: Battle, *kinds: Ev) -> Iterator[Any]:
    return (e for e in b.log.events[: b.log.n] if e.kind in kinds)


def happened(b: Battle, *kinds: Ev) -> bool:
    return any(True for _ in events(b, *kinds))


def last(b: Battle, kind: Ev) -> Any:
    """The last event of a kind, or nothing."""
    found = list(events(b, kind))
    return found[-1] if found else None


def count_lost(b: Battle, body: Body, *how: Lost) -> int:
    """Men of a body who left the battle so."""
    return sum(b.men[i].lost in how for i in body.men)


def struck(b: Battle, body: Body, prefix: str = "") -> Result:
    """What hits did to the men of a body."""
    effects = [e.b for e in events(b, Ev.HIT) if e.actor in body.men]
    return {
        f"{prefix}killed": count_lost(b, body, Lost.KILLED, Lost.SECOND_WOUND),
        f"{prefix}wounded": sum(e.actor in body.men for e in events(b, Ev.WOUNDED)),
        f"{prefix}shocked": effects.count(Effect.SHOCK),
    }


def on_table(b: Battle, body: Body) -> int:
    return sum(present(b.men[i]) for i in body.men)


def formed_men(b: Battle, body: Body) -> int:
    """Men of a body who are in a formation, whichever."""
    return sum(present(b.men[i]) and b.men[i].formation >= 0 for i in body.men)


def officers_lost(b: Battle, side: int) -> int:
    return sum(c.side == side and not alive(c) for c in b.commanders[: b.n_commanders])


def test_result(b: Battle, body: Body) -> Result:
    """What a test under fire led to [MI-086]."""
    run = sum(int(e.a) for e in events(b, Ev.GIVES_GROUND) if e.actor == body.formation)
    out: Result = {"run": run, "holds": run == 0, "in_ranks": formed_men(b, body)}
    return out | ({"officer_killed": officers_lost(b, body.side) > 0} if b.n_commanders else {})


def check(b: Battle, bad: int, name: str) -> None:
    """Say which input is at fault where the rules refuse, and what they allow."""
    if bad:
        r = b.refusal
        how = (
            f": {r.asked:.4g} inches, {r.allowed:.4g} allowed"
            if r.asked
            else f": {r.allowed:g} inches allowed"
        )
        raise Problem(f"{name}: not by the rules [{rule_id(bad)}]{how if r.allowed else ''}")


def situation(scene: Scene, given: Given, rules: Rules, result: Any, runs: int | None = None) -> Situation:
    b = scene.ready()
    return Situation(b, scene.names, Answered(b, rules, answers(given), drill), result, runs)


# The procedures

PROCEDURES: dict[str, Procedure] = {}

Prepare = Callable[[Given, Override], Situation]


def procedure(name: str, rules: str, headline: str, *inputs: Input) -> Callable[[Prepare], Prepare]:
    """Enter what prepares a situation among the procedures; its docstring is the title."""

    def enter(prepare: Prepare) -> Prepare:
        title = str(prepare.__doc__).rstrip(".")
        ids = tuple(f"MI-{r}" for r in rules.split())
        PROCEDURES[name] = Procedure(name, title, ids, inputs, prepare, tuple(headline.split()))
        return prepare

    return enter


@procedure("initiative", "013 R08", "winner")
def initiative(given: Given, house: Override) -> Situation:
    """Who has the initiative."""

    def rules(b: Battle) -> None:
        b.phase_side = sequence.roll_initiative(b)

    return situation(Scene(house), given, rules, lambda b: {"winner": ("blue", "red")[b.phase_side]})


# Fire


def aimed_at(scene: Scene, given: Given) -> Body:
    """The target of fire, formed or not."""
    if given["target"] == "formation":
        check_cover(given, FORMED_COVER, "no formation stands in that [MI-R26]")
        if given["target_men"] < 2:
            raise Problem("target_men: a formation has two men or more [MI-010]; or give target=stragglers")
        return scene.formation(RED, given, "target_")
    check_cover(given, LOOSE_COVER, "not for stragglers here")
    if given["officer"] != "none":
        raise Problem("officer: stragglers fired on do not test [MI-087]; leave officer at none")
    if given["target_men"] > GROUP:
        raise Problem(f"target_men: {given['target_men']} given, at most {GROUP} stragglers")
    return scene.stragglers(RED, given, "target_")


def check_cover(given: Given, allowed: tuple[str, ...], why: str) -> None:
    if given["target_cover"] not in allowed:
        raise Problem(f"target_cover: {given['target_cover']}: {why}; allowed: {', '.join(allowed)}")


def fire(scene: Scene, given: Given, own: Body, kind: Act, table: Table) -> Situation:
    """Who sees is settled now; the volley and all that follows is run [MI-051]."""
    foe = aimed_at(scene, given)
    scene.apart(own, foe, given["range"])
    scene.cover(foe, given["target_cover"], given["range"], given["target_covered"])
    scene.beside(foe, given["officer"], given["exposed"])
    b = scene.b
    b.actions = b.rules.actions
    order = Order(int(kind), own.formation, foe.formation, scene.set_of(own), 0.0, 0.0, 0.0, 1.0)
    formed = own.formation >= 0
    bad = legality.check_fire(b, own.formation, order) if formed else legality.check_volley(b, BLUE, order)
    check(b, bad, {R + 34: "weapon", 51: "men"}.get(bad, "range"))
    return situation(scene, given, settled(b, own, order, table), lambda b: fire_result(b, foe))


def settled(b: Battle, own: Body, o: Order, table: Table) -> Rules:
    """shooting.aim with sight, range and shelter found once for all runs [MI-051]."""
    f, rapid = own.formation, o.kind == Act.RAPID
    men = legality.formed_firers(b, f, o) if f >= 0 else o.how
    targets, officers, shelter, effective, far = shooting.lay(b, BLUE, men, o, o.kind == Act.HARASS)

    def rules(b: Battle) -> None:
        shooting.tell_aim(b, BLUE, f, men, o.other, rapid, effective, far)
        shooting.volley(
            b, BLUE, f, men, o.other, targets, officers, effective, rapid, int(table), shelter, True
        )

    return rules


def fire_result(b: Battle, foe: Body) -> Result:
    seen, shot = last(b, Ev.RANGE), last(b, Ev.POINTS)
    out: Result = {"effective": bool(seen and seen.a), "hits": int(shot.b) if shot else 0} | struck(b, foe)
    return out | (test_result(b, foe) if foe.formation >= 0 else {})


@procedure(
    "volley",
    "051 059 060 061 062 063 064 065 067 068 069 070 077 085 086 088 090",
    "hits killed wounded shocked run holds",
    *FIRERS,
    RAPID,
    RANGE,
    *TARGET,
    *OFFICER_NEAR,
)
def volley(given: Given, house: Override) -> Situation:
    """A volley of a formation, its hits, and the test of the unit shot at."""
    scene = Scene(house)
    own = scene.formation(BLUE, given)
    return fire(scene, given, own, Act.RAPID if given["rapid"] else Act.FIRE, Table.STANDARD)


@procedure(
    "skirmish",
    "128 129 130 131 085 R17 R31",
    "hits killed wounded shocked run holds",
    *by_themselves("", "those who fire", 6),
    *armed("", "those who fire"),
    flag("harass", "all of it as harassing fire, at whatever range [MI-R31]"),
    RANGE,
    *TARGET,
    *OFFICER_NEAR,
)
def skirmish(given: Given, house: Override) -> Situation:
    """A volley of stragglers, its hits, and the test of a unit shot at."""
    scene = Scene(house)
    own = scene.stragglers(BLUE, given, abreast=GROUP)
    return fire(scene, given, own, Act.HARASS if given["harass"] else Act.SKIRMISH, Table.SKIRMISH)


@procedure(
    "fire-effect",
    "056 060 061 062 063 064 065 067 068 069 070 071 072",
    "points formation stragglers",
    *FIRERS,
    RAPID,
    RANGE,
)
def fire_effect(given: Given, house: Override) -> Situation:
    """The points of a volley, and the hits they are on each kind of target."""
    scene = Scene(house)
    own = scene.formation(BLUE, given)
    if given["weapon"] == "none":
        raise Problem("weapon: without a firearm nobody fires [MI-R34]")
    firing, foe = scene.set_of(own), facing_enemy(scene, given, own, given["range"]).formation
    reach = effective_range(scene.b, BLUE, firing)
    effective = given["range"] <= reach + NEAR

    def rules(b: Battle) -> None:
        shooting.hits_by_volley(
            b, BLUE, own.formation, firing, foe, A_SIDE, effective, given["rapid"], int(Shelter.NONE)
        )

    def result(b: Battle) -> Result:
        shot = last(b, Ev.POINTS)
        points = int(shot.a) if shot else 0
        out: Result = {"effective_range": reach, "effective": effective, "points": points}
        out |= {"formation": points // b.rules.formation_price[Shelter.NONE]}
        out |= {"formation_covered": points // b.rules.formation_price[Shelter.COVER]}
        names = ("stragglers", "stragglers_concealed", "stragglers_covered")
        return out | {n: points // p for n, p in zip(names, b.rules.straggler_price, strict=True)}

    return situation(scene, given, rules, result)


def facing_enemy(scene: Scene, given: Given, own: Body, far: float, men: int = 2) -> Body:
    """Enemies to be hit by or to run from: a formation or stragglers."""
    some = {"men": men, "weapon": "musket"}
    foe = scene.formation(RED, some) if given.get("enemy") != "straggler" else scene.stragglers(RED, some)
    scene.apart(own, foe, far)
    return foe


@procedure(
    "hits",
    "077 078 080 081 131 R40 R41",
    "killed wounded shocked",
    men("", "those hit", 12, 1),
    wounded("", "those hit"),
    number("ranks", "ranks in which they stand", 1, "ranks", 1, 10),
    number("hits", "hits, one a man from the nearest on [MI-R39]", 4, "hits", 0, A_SIDE),
    choice(
        "table",
        "standard, or for hits by the fire of stragglers [MI-131]",
        ("standard", "skirmish"),
    ),
)
def hits(given: Given, house: Override) -> Situation:
    """The effect of hits."""
    scene = Scene(house)
    own = scene.formation(BLUE, given) if given["men"] > 1 else scene.stragglers(BLUE, given)
    files = -(-given["men"] // given["ranks"])  # as many enemies, so that the nearest are hit in order
    foe = scene.set_of(facing_enemy(scene, given, own, 8.0, max(2, files)))
    table = Table[given["table"].upper()]

    def rules(b: Battle) -> None:
        n = list_targets(b, RED, foe, scene.set_of(own), 0)
        shooting.suffer(b, RED, foe, n, given["hits"], int(table))

    if given["hits"] > given["men"] and scene.b.options.surplus_hits == SurplusHits.LOST:
        raise Problem(f"hits: {given['hits']} given, {given['men']} men: at most one a man [MI-R39]")
    return situation(scene, given, rules, lambda b: struck(b, own) | {"left": on_table(b, own)})


@procedure(
    "shot-at",
    "085 086 088 089 090 R44 R46 R47 R48",
    "holds run",
    *in_ranks("", "the unit"),
    ENEMY,
    RANGE,
    *OFFICER_NEAR,
)
def shot_at(given: Given, house: Override) -> Situation:
    """The test of a unit that is fired on."""
    scene = Scene(house)
    own = scene.formation(BLUE, given)
    foe = scene.set_of(facing_enemy(scene, given, own, given["range"]))
    scene.beside(own, given["officer"], given["exposed"])
    return situation(
        scene,
        given,
        lambda b: shooting.being_shot_at(b, own.formation, RED, foe),
        lambda b: test_result(b, own),
    )


@procedure(
    "sniped",
    "090 R13 R48",
    "officer_killed",
    ENEMY,
    RANGE,
    flag("mounted", "he is on horseback [MI-022]"),
)
def sniped(given: Given, house: Override) -> Situation:
    """An officer who exposes himself: rallying under fire, or after a dash."""
    scene = Scene(house)
    draw_up = scene.formation if given["enemy"] == "formation" else scene.stragglers
    at = scene.b.men[draw_up(BLUE, {"men": 2}).men[0]]
    r = scene.b.rules
    half = (r.mounted_base_diameter if given["mounted"] else r.base_diameter) / 2
    y = at.y + r.base_diameter / 2 + given["range"] + half
    scene.officer(RED, at.x, y, mounted=given["mounted"])

    def result(b: Battle) -> Result:
        return {"at_risk": happened(b, Ev.SNIPED_AT), "officer_killed": officers_lost(b, RED) > 0}

    return situation(scene, given, lambda b: shooting.snipe(b, 0, 90), result)


# Assault


@procedure(
    "assault-stragglers",
    "091 093 094 095 096 097 R50 R51",
    "taken killed wounded shocked",
    *in_ranks("", "the attackers"),
    *by_themselves("target_", "the stragglers", 3),
    inches("distance", "to the nearest of them [MI-091]", 2.0, 12.0),
    flag("withdraw", "a straggler who passes his test withdraws [MI-096]", True),
)
def assault_stragglers(given: Given, house: Override) -> Situation:
    """An assault on stragglers."""
    scene = Scene(house)
    own = scene.formation(BLUE, given)
    foe = scene.stragglers(RED, given, "target_")
    scene.apart(own, foe, given["distance"])
    order = Order(int(Act.ASSAULT), own.formation, NOBODY, 0, 0.0, 0.0, 0.0, 1.0)

    def result(b: Battle) -> Result:
        met = [e for e in events(b, Ev.MAN_TESTS) if e.actor in foe.men]
        out: Result = {"met": len(met), "taken": count_lost(b, foe, Lost.CAPTURED)}
        return out | struck(b, own) | {"in_ranks": formed_men(b, own)}

    return situation(scene, given, lambda b: assault.assault(b, order), result)


def two_formations(given: Given, house: Override, far: float) -> tuple[Scene, Body, Body]:
    """Attacker and defender, with their officers."""
    scene = Scene(house)
    own = scene.formation(BLUE, given, "attacker_")
    foe = scene.formation(RED, given, "defender_")
    scene.apart(own, foe, far)
    scene.with_officers(own, given["attacker_officers"])
    scene.with_officers(foe, given["defender_officers"])
    return scene, own, foe


@procedure(
    "assault",
    "091 098 099 100 101 102 103 104 105 106 107 112 114 115",
    f"result {LOSSES}",
    *FIGHT,
    choice("defender_weapon", "what the defenders shoot with [MI-103]", WEAPONS, "musket"),
    inches("distance", "between the two [MI-091]", 2.0, 12.0),
    flag("react", "the defenders fire when they may [MI-103]", True),
    REROLL,
)
def assault_formation(given: Given, house: Override) -> Situation:
    """An assault on a formation: nerve, reaction fire, hand to hand."""
    scene, own, foe = two_formations(given, house, given["distance"])
    order = Order(int(Act.ASSAULT), own.formation, foe.formation, 0, 0.0, 0.0, 0.0, 1.0)
    return situation(
        scene,
        given,
        lambda b: assault.assault(b, order),
        lambda b: {"result": assault_ends(b, own, foe)} | fight_result(b, own, foe),
        THROWN,
    )


def assault_ends(b: Battle, own: Body, foe: Body) -> str:
    """How an assault on a formation ended, in words [MI-099, MI-100, MI-101, MI-105, MI-111]."""
    won = last(b, Ev.WON)
    if won:
        return "attacker wins" if won.actor == own.formation else "defender wins"
    if happened(b, Ev.MELEE):
        return "nobody wins"
    if happened(b, Ev.STAYS):
        return "attacker stays"
    fled = {e.actor for e in events(b, Ev.WITHDRAWS)}
    if own.formation in fled:
        return "attacker withdraws"
    return "defender withdraws" if foe.formation in fled else "falls short"


def fight_result(b: Battle, own: Body, foe: Body) -> Result:
    """The losses of both sides, and who is left."""
    out: Result = {"rounds": sum(1 for _ in events(b, Ev.MELEE))}
    for body, prefix in ((own, "attacker_"), (foe, "defender_")):
        out |= struck(b, body, prefix) | {f"{prefix}left": on_table(b, body)}
        if any(c.side == body.side for c in b.commanders[: b.n_commanders]):
            out[f"{prefix}officers_lost"] = officers_lost(b, body.side)
    return out


@procedure(
    "combat",
    "107 108 109 110 111 112 113 114 115 116 R57 R59 R61",
    f"winner {LOSSES}",
    *FIGHT,
)
def combat(given: Given, house: Override) -> Situation:
    """Hand to hand between two formations, to the end."""
    scene, own, foe = two_formations(given, house, IN_TOUCH)

    def result(b: Battle) -> Result:
        won = last(b, Ev.WON)
        winner = "nobody" if not won else "attacker" if won.actor == own.formation else "defender"
        return {"winner": winner} | fight_result(b, own, foe)

    return situation(scene, given, lambda b: assault.combat(b, own.formation, foe.formation), result, THROWN)


VERDICTS = {
    "attacker": ("withdraws", "stays", "assaults"),
    "defender": ("withdraws", "receives the charge", "may fire"),
}


@procedure(
    "nerve",
    "098 099 100 101 102 103 104 105",
    "passes verdict deserters",
    choice("role", "the unit attacks or is attacked", ("attacker", "defender")),
    *in_ranks("", "the unit"),
)
def nerve(given: Given, house: Override) -> Situation:
    """The nerve of a unit in an assault on a formation."""
    scene = Scene(house)
    own = scene.formation(BLUE, given)
    foe = facing_enemy(scene, given, own, 2.0)
    attacks = given["role"] == "attacker"

    def rules(b: Battle) -> None:
        if attacks:
            assault.attackers_nerve(b, own.formation, foe.formation)
        else:
            assault.defenders_nerve(b, own.formation, foe.formation)

    def result(b: Battle) -> Result:
        test = last(b, Ev.NERVE)
        passes = int(test.a) if test else 0
        step = (passes >= b.rules.nerve_stay) + (passes >= b.rules.nerve_pass)
        fled = last(b, Ev.DESERTERS)
        out: Result = {"passes": passes, "verdict": VERDICTS[given["role"]][step]}
        return out | {"deserters": int(fled.b) if fled else 0, "in_ranks": formed_men(b, own)}

    return situation(scene, {**given, "react": False}, rules, result)


@procedure(
    "attack",
    "128 132 133 134 R66",
    "result",
    quality("", "the attacker"),
    choice("target", "whom he attacks [MI-R10]", ("straggler", "officer")),
    quality("target_", "the defender"),
    inches("distance", "between the two [MI-128]", 3.0, 12.0),
)
def attack(given: Given, house: Override) -> Situation:
    """A straggler attacks hand to hand."""
    scene = Scene(house)
    own = scene.stragglers(BLUE, {"men": 1, "quality": given["quality"]})
    if given["target"] == "officer":
        y = MIDDLE + scene.b.rules.base_diameter + given["distance"]
        whom = OFFICER + scene.officer(RED, MIDDLE, y, given["target_quality"])
    else:
        foe = scene.stragglers(RED, {"men": 1, "quality": given["target_quality"]})
        scene.apart(own, foe, given["distance"])
        whom = foe.men[0]
    check(scene.b, straggling.plan_attack(scene.b, own.men[0], whom), "distance")
    ends = {own.men[0]: "attacker killed", whom: "defender killed"}

    def result(b: Battle) -> Result:
        fell = last(b, Ev.LOST)
        return {"result": ends[fell.actor] if fell else "both fall back"}

    return situation(scene, given, lambda b: loose.attack(b, own.men[0], whom), result)


# The wounded, and stragglers


def mended(b: Battle, body: Body, hurt: int) -> Result:
    """What dice for the wounded did [MI-118, MI-119]."""
    back = count_lost(b, body, Lost.REAR)
    still = sum(present(b.men[i]) and b.men[i].wounded for i in body.men)
    return {
        "restored": hurt - back - still,
        "sent_back": back,
        "still_wounded": still,
        "left": on_table(b, body),
    }


@procedure(
    "regroup",
    "117 118 119 120 R63",
    "restored sent_back taken_in",
    men("", "the formation", 12),
    wounded("", "the formation", 4),
    quality("", "the formation"),
    ranks("", "the formation"),
    number("stragglers", "stragglers to be taken in [MI-120]", 2, "men", 0, 6),
    inches("distance", "to the nearest of them", 2.0, 12.0),
)
def regroup(given: Given, house: Override) -> Situation:
    """A formation regroups: its wounded, and stragglers taken in."""
    scene = Scene(house)
    own = scene.formation(BLUE, given)
    group = 0
    if given["stragglers"]:
        others = scene.stragglers(BLUE, {"men": given["stragglers"], "quality": given["quality"]})
        scene.apart(own, others, given["distance"])
        group = scene.set_of(others)
    order = Order(int(Act.REGROUP), own.formation, 1, group, 0.0, 0.0, 0.0, 0.0)
    check(scene.b, legality.check_regroup(scene.b, order), "distance")

    def result(b: Battle) -> Result:
        taken = last(b, Ev.REGROUPS)
        return mended(b, own, given["wounded"]) | {"taken_in": int(taken.a) if taken else 0}

    return situation(scene, given, lambda b: formed.regroup(b, order), result)


@procedure(
    "gather",
    "138 R68",
    "restored sent_back",
    men("", "the group", 6, 1, GROUP),
    wounded("", "the group", 4),
)
def gather(given: Given, house: Override) -> Situation:
    """Stragglers gather: dice for their wounded."""
    scene = Scene(house)
    own = scene.stragglers(BLUE, given)
    order = Order(int(Act.GATHER), NOBODY, 1, scene.set_of(own), 0.0, 0.0, 0.0, 0.0)
    return situation(
        scene, given, lambda b: loose.gather(b, order, BLUE), lambda b: mended(b, own, given["wounded"])
    )


@procedure(
    "bail",
    "135 136 137 R67",
    "lost left",
    men("", "the group", 6, 1, GROUP),
    wounded("", "the group"),
    inches("distance", "how far they go [MI-135]", 18.0, 60.0),
)
def bail(given: Given, house: Override) -> Situation:
    """Stragglers bail out."""
    scene = Scene(house)
    own = scene.stragglers(BLUE, given)
    order = Order(int(Act.BAIL), NOBODY, NOBODY, scene.set_of(own), 0.0, -given["distance"], 0.0, 0.0)
    check(scene.b, straggling.plan_bail(scene.b, order, BLUE), "distance")

    def result(b: Battle) -> Result:
        gone = count_lost(b, own, Lost.BAILED)
        return {"lost": gone, "lost_unwounded": gone - given["wounded"], "left": on_table(b, own)}

    return situation(scene, given, lambda b: loose.bail(b, order, BLUE), result)


@procedure(
    "wounded",
    "082 R43",
    "left_behind",
    men("", "the formation", 12),
    wounded("", "the formation", 4),
    ranks("", "the formation"),
)
def wounded_march(given: Given, house: Override) -> Situation:
    """The wounded of a formation that moves."""
    scene = Scene(house)
    own = scene.formation(BLUE, given)

    def rules(b: Battle) -> None:
        forced.wounded_dice(b, own.formation, members(b, own.formation))

    def result(b: Battle) -> Result:
        behind = sum(1 for _ in events(b, Ev.LEFT_BEHIND))
        return {"left_behind": behind, "go_on": len(own.men) - behind}

    return situation(scene, given, rules, result)


@procedure(
    "rally",
    "026 R14",
    "come in_ranks",
    *by_themselves("", "those called", 6),
    flag("charismatic", "the commander is charismatic: he reaches twice as far [MI-025]"),
    inches("distance", "from him to the nearest of them", 3.0, 24.0),
)
def rally(given: Given, house: Override) -> Situation:
    """A commander calls broken men."""
    scene = Scene(house)
    own = scene.stragglers(BLUE, given)
    front = scene.foremost(own, 1.0)
    y = front.y + scene.b.rules.base_diameter + given["distance"]
    k = scene.officer(BLUE, MIDDLE, y, charismatic=given["charismatic"])
    order = Order(int(Act.RALLY), k, NOBODY, scene.set_of(own), 0.0, 0.0, 0.0, 1.0)
    check(scene.b, straggling.check_call(scene.b, k, order.how), "distance")

    def result(b: Battle) -> Result:
        return {"come": sum(1 for _ in events(b, Ev.COMES)), "in_ranks": formed_men(b, own)}

    return situation(scene, given, lambda b: sequence.rally(b, k, order), result)
