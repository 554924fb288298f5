"""Horse and Musket in words: a teller for each kind of event, and the outcome."""

from __future__ import annotations

from collections.abc import Iterable

from ... import chronicle
from ...battle import Event
from ...book import Line, Outcome
from ...chronicle import ARMIES, DIE, WINDS, Said, Teller, count, does, inches, is_plural, its, side
from .setup import FOLDER, Names
from .sketch import draw
from .state import (
    Act,
    Arm,
    Battle,
    Column,
    CounterBattery,
    Ev,
    Formation,
    GunBand,
    Lost,
    R,
    Result,
    Step,
    Why,
)
from .words import (
    BANDS,
    COLUMNS,
    COUNTER_BATTERY,
    FORMATIONS,
    GUN_BANDS,
    LOSSES,
    RESULTS,
    STEPS,
    leader,
    objective,
    place,
    unit,
)

__all__ = ["draw", "outcome", "tell"]

HALVINGS = {
    60: "disordered",
    68: "guns at skirmishers",
    80: "light horse against heavy",
    86: "in support",
    100: "horse against a square",
    104: "skirmishers in the open",
}


def dice_of(e: Event) -> str:
    return " ".join(map(str, chronicle.faces(int(e.faces)))) or "no dice"


def about(e: Event) -> tuple[int, ...]:
    """The units of an event whose actor and other are units."""
    return tuple(int(i) for i in (e.actor, e.other) if i >= 0)


def does_it(
    n: Names, e: Event, verb: str, after: str = "", level: int = 1, rules: tuple[int, ...] = ()
) -> Said:
    """A unit and what it does."""
    return Said(does(unit(n, e.actor), verb) + after, level, rules, (int(e.actor),))


def does_to(
    n: Names, e: Event, verb: str, after: str = "", level: int = 1, rules: tuple[int, ...] = ()
) -> Said:
    """A unit and what it does to another; after the verb stands the other's name, if there is one."""
    other = f" {unit(n, e.other)}" if e.other >= 0 else ""
    return Said(does(unit(n, e.actor), verb) + other + after, level, rules, about(e))


# The turn


def turn(n: Names, e: Event) -> Said:
    return Said(f"Turn {e.a}", 0)


def initiative(n: Names, e: Event) -> Said:
    end = "a tie, rolled again" if e.actor < 0 else f"{side(e.actor)} has the initiative"
    return Said(f"Blue rolls {e.a}, Red rolls {e.b}: {end}", 1, (R + 1,), (), (int(e.a), int(e.b)))


def goes_first(n: Names, e: Event) -> Said:
    return Said(f"{STEPS[Step(e.a)]}: {side(e.actor)} goes first", 0, (12,))


def deploy_roll(n: Names, e: Event) -> Said:
    text = f"Blue rolls {e.a}, Red rolls {e.b}: {side(e.actor)}, the lower, deploys first"
    return Said(text, 0, (), (), (int(e.a), int(e.b)))


def deployed(n: Names, e: Event) -> Said:
    return does_it(n, e, "deploys", f" in {FORMATIONS[Formation(e.a)]}".replace(" in battery", ""))


def no_room(n: Names, e: Event) -> Said:
    return does_it(n, e, "stays", " off the table: there is no room to deploy")


# Movement


def moved(n: Names, e: Event) -> Said:
    wind = WINDS[int(e.b) % 8]
    if e.d < 0.05:
        return does_it(n, e, "faces", f" {wind}", 2 if e.a == Act.FORM else 1)
    if e.a == Act.LEAVE:
        return does_it(n, e, "stands", f" outside, facing {wind}", 2)
    if e.a == Act.HALF_MOVE:
        return does_it(n, e, "shifts", f" {inches(e.d)}, facing {wind}")
    return does_it(n, e, "moves", f" {inches(e.d)}, facing {wind}", 1, (19,))


def formed(n: Names, e: Event) -> Said:
    return does_it(n, e, "forms", f" {FORMATIONS[Formation(e.a)]}", 1, (R + 11,))


def entered(n: Names, e: Event) -> Said:
    return does_it(n, e, "enters", f" {place(n, e.other)}")


def left(n: Names, e: Event) -> Said:
    return does_it(n, e, "leaves", f" {place(n, e.other)}")


def road(n: Names, e: Event) -> Said:
    return does_it(n, e, "keeps", f" to the road for {inches(e.d)}", 2, (29, R + 15))


def general_moved(n: Names, e: Event) -> Said:
    return Said(f"{leader(n, e.actor)} rides {inches(e.d)}")


def attached(n: Names, e: Event) -> Said:
    return Said(f"{leader(n, e.actor)} joins {unit(n, e.other)}", units=(int(e.other),))


def detached(n: Names, e: Event) -> Said:
    return Said(f"{leader(n, e.actor)} leaves {unit(n, e.other)}", units=(int(e.other),))


def displaced(n: Names, e: Event) -> Said:
    return Said(
        f"{does(unit(n, e.other), 'makes')} room for {unit(n, e.actor)}: {inches(e.d)}", 2, (), about(e)
    )


def faces_about(n: Names, e: Event) -> Said:
    return does_it(n, e, "faces", f" {WINDS[int(e.b) % 8]}")


# Morale


def checks(n: Names, e: Event) -> Said:
    by = f" by {unit(n, e.other)}" if e.other >= 0 else ""
    why = {
        13: "to rally",
        43: f"for being charged{by}",
        46: f"for being charged{by} while due to rally",
        91: "for losses while charging",
        96: "for losing the melee",
    }
    return Said(f"{does(unit(n, e.actor), 'checks')} morale {why[int(e.rule)]}", 1, (109,), about(e))


def modifier(n: Names, e: Event) -> Said:
    """Of a morale check, or of a melee's score."""
    if e.actor < 0:
        return score_part(n, e)
    words = {
        Why.GRADE: ("guards, veterans or elite" if e.a > 1 else "regulars", R + 64),
        Why.GENERAL: (leader(n, e.other), R + 65),
        Why.LOSSES: ("losses so far", R + 66),
        Why.CANISTER: ("in canister range of an enemy battery", R + 67),
        Why.CONTACT: ("in contact with the enemy", R + 67),
        Why.COMMANDER: ("the commander has fallen", R + 85),
    }
    text, rule = words[Why(e.b)]
    return Said(f"{text}: {e.a:+d}", 2, (rule,), (int(e.actor),))


def score_part(n: Names, e: Event) -> Said:
    words = {
        Why.INFLICTED: (f"{count(e.a, 'casualty', 'casualties')} inflicted", R + 43),
        Why.LEADER: (f"{e.a:+d} for a leader", R + 49),
        Why.GRADE: (f"{e.a:+d} for the grade of the troops", R + 43),
    }
    text, rule = words[Why(e.b)]
    return Said(f"{side(e.other)}: {text}", 2, (rule,))


def morale(n: Names, e: Event) -> Said:
    return Said(f"rolls {dice_of(e)}: row {e.b} of the {COLUMNS[Column(e.a)]} column", 2, (110,), about(e))


def result(n: Names, e: Event) -> Said:
    one, many = RESULTS[Result(e.a)]
    if e.rule in SHORTER and Result.NO_RALLY <= e.a <= Result.RALLIES_CHARGES:
        one, many = SHORTER[int(e.rule)][e.a > Result.NO_RALLY]
    name = unit(n, e.actor)
    return Said(f"{name} {many if is_plural(name) else one}", 1, (111,), about(e))


SHORTER = {  # the Rally column read while charging, and while charged: not rallied, rallied
    R + 48: (
        ("stops short of its target", "stop short of their target"),
        ("keeps its nerve", "keep their nerve"),
    ),
    R + 68: (("does not rally, but stands", "do not rally, but stand"), ("rallies", "rally")),
}


def fell_back(n: Names, e: Event) -> Said:
    return does_it(n, e, "goes", f" back {inches(e.d)}, front to the enemy", rules=(R + 71,))


def routed(n: Names, e: Event) -> Said:
    way = f" {inches(e.d)}" if e.d >= 0.05 else " with no way to go"
    return does_it(n, e, "runs", way, rules=(R + 71,))


def dispersed(n: Names, e: Event) -> Said:
    return does_it(n, e, "leaves", " the battle in all directions", rules=(R + 63,))


def off_table(n: Names, e: Event) -> Said:
    return does_it(n, e, "leaves", " the table")


def lost_figures(n: Names, e: Event) -> Said:
    text = f"rolls {e.b}: {count(e.a, 'figure')} lost without saves"
    return Said(text, 2, (), (int(e.actor),), (int(e.b),) if 1 <= e.b <= 6 else ())


def marked(n: Names, e: Event) -> Said:
    return does_it(n, e, "owes", " a rally check", 2, (R + 3,))


def disordered(n: Names, e: Event) -> Said:
    return does_it(n, e, "is", " disordered", 1, (R + 3,))


def rallied(n: Names, e: Event) -> Said:
    return does_it(n, e, "is", " in order again", 2)


def recalled(n: Names, e: Event) -> Said:
    return does_it(n, e, "is", " recalled", 1, (R + 87,))


# Charges


def charges(n: Names, e: Event) -> Said:
    return does_to(n, e, "charges", f", {inches(e.d)} away", 1, (40,))


def impetuous(n: Names, e: Event) -> Said:
    return does_to(n, e, "makes straight for", rules=(R + 75,))


def evades(n: Names, e: Event) -> Said:
    return does_to(n, e, "evades", f", {inches(e.d)}", 1, (R + 20,))


def caught(n: Names, e: Event) -> Said:
    by = f" by {unit(n, e.other)}" if e.other >= 0 else ""
    return Said(does(unit(n, e.actor), "is") + f" caught{by} and cannot strike back", 1, (R + 20,), about(e))


def falls_short(n: Names, e: Event) -> Said:
    whom = f"without reaching {unit(n, e.other)}" if e.other >= 0 else "and nobody is there"
    return Said(f"{does(unit(n, e.actor), 'goes')} on {inches(e.d)}, {whom}", 1, (), about(e))


def contact(n: Names, e: Event) -> Said:
    return does_to(n, e, "reaches", "", 1)


def counters(n: Names, e: Event) -> Said:
    return does_to(n, e, "counter-charges", "", 1, (R + 69,))


def square(n: Names, e: Event) -> Said:
    return does_it(n, e, "forms", " square", 1, (R + 70,))


def gives_ground(n: Names, e: Event) -> Said:
    before = f" before {unit(n, e.other)}" if e.other >= 0 else ""
    return Said(does(unit(n, e.actor), "gives") + f" ground{before}, {inches(e.d)}", 1, (R + 20,), about(e))


def shelters(n: Names, e: Event) -> Said:
    return Said(f"the crew of {unit(n, e.actor)} shelters with {unit(n, e.other)}", 1, (R + 86,), about(e))


def general_shelters(n: Names, e: Event) -> Said:
    return Said(f"{leader(n, e.actor)} shelters with {unit(n, e.other)}", 1, (R + 86,), (int(e.other),))


def returns(n: Names, e: Event) -> Said:
    return Said(f"the crew of {unit(n, e.actor)} is back at its gun", 1, (), (int(e.actor),))


def halted(n: Names, e: Event) -> Said:
    text = f" halted: {e.a} lost of the {e.b} who charged, a quarter or more"
    return does_it(n, e, "is", text, 1, (R + 46,))


def goes_in(n: Names, e: Event) -> Said:
    name = unit(n, e.actor)
    return Said(f"{does(name, 'presses')} {its(name)} charge on {unit(n, e.other)} home", 1, (91,), about(e))


# Leaders


def fate(e: Event, fallen: str, spared: str) -> str:
    return fallen if e.b else spared


def overrun(n: Names, e: Event) -> Said:
    end = fate(e, "killed or taken", f"he escapes to {unit(n, e.other)} and is silent this turn")
    return Said(f"{leader(n, e.actor)} is overrun, rolls {e.a}: {end}", 1, (R + 83,), (), (int(e.a),))


def stray(n: Names, e: Event) -> Said:
    end = fate(e, "killed by a stray round", "unhurt")
    text = f"{leader(n, e.actor)}, under fire beside {unit(n, e.other)}, rolls {e.a}: {end}"
    return Said(text, 1, (120, R + 82), (int(e.other),), (int(e.a),))


def leader_hit(n: Names, e: Event) -> Said:
    who = (
        f"the commander of {unit(n, e.other)}"
        if e.actor < 0
        else f"{leader(n, e.actor)}, with {unit(n, e.other)},"
    )
    end = fate(e, "hit and out of the battle", "unhurt")
    rules = (118, R + 85) if e.actor < 0 else (R + 80, R + 81)
    return Said(f"{who} rolls {e.a}: {end}", 1, rules, (int(e.other),), (int(e.a),))


# Shooting


def fires(n: Names, e: Event) -> Said:
    first = e.rule == 17
    how = "first, " if first else ""
    far = "" if first else f", {inches(e.d)}"
    text = f"{does(unit(n, e.actor), 'fires')} {how}at {unit(n, e.other)}{far}"
    text += f": {count(e.a, 'die', 'dice')} at {e.b} or less"
    return Said(text, 1, (R + 5,) if first else (54,), about(e))


def figures(n: Names, e: Event) -> Said:
    words = {
        56: ("in the ranks that fire", 57, R + 29),
        62: ("on one side of the square", 57, R + 53),
        75: ("in the ranks that fight", 76, R + 42),
        97: ("that a square fights with", 76, R + 51),
    }
    how, *rules = words[int(e.rule)]
    text = f"{count(e.a, 'figure')} {how}: {count(e.b, 'die', 'dice')}"
    return Said(text, 2, (*rules,), (int(e.actor),))


def range_(n: Names, e: Event) -> Said:
    return Said(f"{BANDS[min(int(e.a), 2)]} range: {e.b} or less", 2, (R + 40,), about(e))


def hurried(n: Names, e: Event) -> Said:
    return Said(f"a hurried volley at charging horse: {e.b} or less", 2, (R + 45,), about(e))


def flank(n: Names, e: Event) -> Said:
    return Said(f"into the flank of {unit(n, e.other)}: {e.a:+d} to the number", 2, (R + 26,), about(e))


def supports(n: Names, e: Event) -> Said:
    text = f"{does(unit(n, e.actor), 'supports')} the charged with fire at {unit(n, e.other)}"
    return Said(text, 1, (R + 44,), about(e))


def hits(n: Names, e: Event) -> Said:
    text = f"{dice_of(e)} at {e.b} or less: {count(e.a, 'hit')}"
    return Said(text, 2, (), about(e), count=(1, int(e.b)))


def halved(n: Names, e: Event) -> Said:
    return Said(f"{HALVINGS.get(int(e.rule), 'half')}: {e.a} halved to {e.b}", 2, (R + 28,), about(e))


def gun_fires(n: Names, e: Event) -> Said:
    defence = e.rule == 52
    text = f"{does(unit(n, e.actor), 'fires')} at {unit(n, e.other)}"
    text += ", charging" if defence else f", {inches(e.d)}"
    text += ", canister" if e.a == GunBand.CANISTER else f", {GUN_BANDS[GunBand(e.a)]}: {e.b} or more to hit"
    return Said(text, 1, (R + 54,) if defence else (), about(e))


def gun_roll(n: Names, e: Event) -> Said:
    text = f"rolls {dice_of(e)}: {'a hit' if e.a else 'a miss'}"
    return Said(text, 2, (), about(e), count=(int(e.b), DIE))


def damage_added(n: Names, e: Event) -> Said:
    massed = {Formation.SQUARE: "a square", Formation.MARCH: "a march column"}
    why = "an assault column" if e.rule == 66 else massed.get(Formation(e.b), "into the flank")
    return Said(f"{why}: {e.a:+d} damage", 2, (R + 33,), about(e))


def damage(n: Names, e: Event) -> Said:
    more = f" and {e.b}" if e.b else ""
    return Said(f"damage {dice_of(e)}{more}: {count(e.a, 'hit')}", 2, (R + 32,), about(e))


def in_cover(n: Names, e: Event) -> Said:
    return Said(f"{does(unit(n, e.actor), 'is')} in cover", 2, (), about(e))


def counter_battery(n: Names, e: Event) -> Said:
    text = f"counter-battery {dice_of(e)}, {e.a} in all: {COUNTER_BATTERY[CounterBattery(e.b)]}"
    return Said(text, 2, (R + 35,), about(e))


def shot_spent(n: Names, e: Event) -> Said:
    return Said(f"{count(e.a, 'shot')} left", 2, (R + 38,), (int(e.actor),))


def save_number(n: Names, e: Event) -> Said:
    if e.other >= 0:
        return Said(
            f"in the cover of {place(n, e.other)}: saves on {e.a} or more", 2, (R + 60,), (int(e.actor),)
        )
    shot_at = "gunners under fire" if e.b == Arm.ARTILLERY else "skirmishers under fire"
    why = "armour" if e.rule == 83 else shot_at
    return Said(f"{why}: saves on {e.a} or more", 2, (108,), (int(e.actor),))


def saves(n: Names, e: Event) -> Said:
    rolled = f" ({dice_of(e)})" if e.faces else ""
    text = f"{does(unit(n, e.actor), 'saves')} {e.b} of {count(e.a, 'hit')} at {e.other} or more{rolled}"
    return Said(text, 2, (R + 58,), (int(e.actor),), count=(int(e.other), DIE), saves=True)


def casualties(n: Names, e: Event) -> Said:
    return does_it(n, e, "loses", f" {count(e.a, 'figure')}, {e.b or 'none'} left")


def gun_destroyed(n: Names, e: Event) -> Said:
    return Said(f"the gun of {unit(n, e.actor)} is destroyed", 1, (), about(e))


def captured(n: Names, e: Event) -> Said:
    by = f" by {unit(n, e.other)}" if e.other >= 0 else ""
    return Said(f"{does(unit(n, e.actor), 'is')} captured{by}", 1, (), about(e))


def destroyed(n: Names, e: Event) -> Said:
    return does_it(n, e, "is", f" lost: {LOSSES[Lost(e.a)]}", 1 if e.a == Lost.DESTROYED else 2)


# Melee


def strikes(n: Names, e: Event) -> Said:
    return does_to(n, e, "strikes", f": {count(e.a, 'die', 'dice')}", 1, (77,))


def impetus(n: Names, e: Event) -> Said:
    if e.rule == 78:
        return Said(f"the charge of heavy horse: {e.a} figures count as {e.b}", 2, (R + 41,), about(e))
    return Said(
        f"light horse against infantry: {count(e.a, 'die', 'dice')} become {e.b}", 2, (R + 41,), about(e)
    )


def reroll(n: Names, e: Event) -> Said:
    said = does_it(n, e, "rolls", f" a {e.a} again: {e.b}", 2, (R + 56,))
    return Said(said.text, 2, said.rules, said.units, (int(e.b),))


def score(n: Names, e: Event) -> Said:
    who = f" ({unit(n, e.b)})" if e.b >= 0 else ""
    return Said(
        f"{side(e.actor)}{who} scores {e.a} in the melee", 1, (R + 49,), (int(e.b),) if e.b >= 0 else ()
    )


def melee_lost(n: Names, e: Event) -> Said:
    pair = tuple(int(i) for i in (e.a, e.b) if i >= 0)
    return Said(
        f"{side(e.actor)} loses the melee of {unit(n, e.a)} and {unit(n, e.b)}", 1, (95, R + 50), pair
    )


def auto_loss(n: Names, e: Event) -> Said:
    whom = f" by {unit(n, e.other)} in square" if e.other >= 0 else ""
    text = f" beaten off{whom}: {e.a} casualties, fewer than {e.b}"
    return Said(does(unit(n, e.actor), "is") + text, 1, (R + 51,), about(e))


def retreats(n: Names, e: Event) -> Said:
    return does_it(n, e, "withdraws", f" up to {inches(e.d)}", 2, (R + 52,))


def pursues(n: Names, e: Event) -> Said:
    more = " and the rest of the move" if e.rule == 116 else ""
    return does_to(n, e, "pursues", f": {dice_of(e)}, {e.b} inches{more}", 1, (R + 77,))


def pursued(n: Names, e: Event) -> Said:
    return does_it(n, e, "goes", f" {inches(e.d)} in pursuit", 2)


def ridden_down(n: Names, e: Event) -> Said:
    by = f" by {unit(n, e.other)}" if e.other >= 0 else ""
    return Said(f"{does(unit(n, e.actor), 'is')} run down{by}", 1, (), about(e))


def locked(n: Names, e: Event) -> Said:
    return Said(
        f"{does(unit(n, e.actor), 'runs')} into {unit(n, e.other)}: a melee next turn", 1, (), about(e)
    )


# The end


def broken(n: Names, e: Event) -> Said:
    return Said(f"{side(e.actor)} breaks: {e.a} of {e.b} units lost or routing", 0)


def held(n: Names, e: Event) -> Said:
    return Said(
        f"{side(e.actor) if e.actor >= 0 else 'Nobody'} holds {objective(n, e.other)} ({count(e.a, 'point')})"
    )


def points(n: Names, e: Event) -> Said:
    return Said(f"{side(e.actor)} has {count(e.a, 'point')}", 1)


def over(n: Names, e: Event) -> Said:
    return Said(f"The battle is {verdict(int(e.actor))}: Blue {e.a}, Red {e.b}", 0, (R + 89,))


def verdict(winner: int) -> str:
    return "drawn" if winner == 2 else f"{ARMIES[winner]}'s"


TELLERS: dict[Ev, Teller] = {
    Ev.TURN: turn,
    Ev.INITIATIVE: initiative,
    Ev.GOES_FIRST: goes_first,
    Ev.MOVED: moved,
    Ev.FORMED: formed,
    Ev.ENTERED: entered,
    Ev.LEFT: left,
    Ev.ROAD: road,
    Ev.GENERAL_MOVED: general_moved,
    Ev.ATTACHED: attached,
    Ev.DETACHED: detached,
    Ev.MODIFIER: modifier,
    Ev.MORALE: morale,
    Ev.RESULT: result,
    Ev.FELL_BACK: fell_back,
    Ev.ROUTED: routed,
    Ev.DISPERSED: dispersed,
    Ev.OFF_TABLE: off_table,
    Ev.LOST_FIGURES: lost_figures,
    Ev.DISPLACED: displaced,
    Ev.MARKED: marked,
    Ev.DISORDERED: disordered,
    Ev.RALLIED: rallied,
    Ev.RECALLED: recalled,
    Ev.CHARGES: charges,
    Ev.EVADES: evades,
    Ev.CAUGHT: caught,
    Ev.FALLS_SHORT: falls_short,
    Ev.CONTACT: contact,
    Ev.COUNTERS: counters,
    Ev.SQUARE: square,
    Ev.GIVES_GROUND: gives_ground,
    Ev.SHELTERS: shelters,
    Ev.GENERAL_SHELTERS: general_shelters,
    Ev.OVERRUN: overrun,
    Ev.STRAY: stray,
    Ev.LEADER_HIT: leader_hit,
    Ev.FIRES: fires,
    Ev.FLANK: flank,
    Ev.HITS: hits,
    Ev.HALVED: halved,
    Ev.GUN_FIRES: gun_fires,
    Ev.GUN_ROLL: gun_roll,
    Ev.DAMAGE: damage,
    Ev.COUNTER_BATTERY: counter_battery,
    Ev.SAVES: saves,
    Ev.CASUALTIES: casualties,
    Ev.GUN_DESTROYED: gun_destroyed,
    Ev.CAPTURED: captured,
    Ev.HALTED: halted,
    Ev.CHARGE_GOES_IN: goes_in,
    Ev.STRIKES: strikes,
    Ev.IMPETUS: impetus,
    Ev.REROLL: reroll,
    Ev.SCORE: score,
    Ev.MELEE_LOST: melee_lost,
    Ev.AUTO_LOSS: auto_loss,
    Ev.RETREATS: retreats,
    Ev.PURSUES: pursues,
    Ev.RIDDEN_DOWN: ridden_down,
    Ev.LOCKED: locked,
    Ev.RETURNS: returns,
    Ev.SHOT_SPENT: shot_spent,
    Ev.DEPLOYED: deployed,
    Ev.DEPLOY_ROLL: deploy_roll,
    Ev.NO_ROOM: no_room,
    Ev.POINTS: points,
    Ev.BROKEN: broken,
    Ev.OVER: over,
    Ev.DESTROYED: destroyed,
    Ev.OBJECTIVE: held,
    Ev.IMPETUOUS: impetuous,
    Ev.SUPPORTS: supports,
    Ev.CHECKS: checks,
    Ev.FIGURES: figures,
    Ev.RANGE: range_,
    Ev.HURRIED: hurried,
    Ev.DAMAGE_ADDED: damage_added,
    Ev.SAVE_NUMBER: save_number,
    Ev.IN_COVER: in_cover,
    Ev.PURSUED: pursued,
    Ev.FACES: faces_about,
}
KINDS = {int(kind): (kind.name.lower(), teller) for kind, teller in TELLERS.items()}


def tell(names: Names, events: Iterable[Event]) -> list[Line]:
    """What happened, in words, each ruling with its rules."""
    return chronicle.tell(KINDS, chronicle.catalogue(FOLDER / "rules.md"), names, events)


def outcome(b: Battle) -> Outcome | None:
    """How the battle ended, if it has."""
    if b.winner < 0:
        return None
    winner = ("blue", "red", "draw")[b.winner]
    return Outcome(winner, reason(b), (b.points[0], b.points[1]))


def reason(b: Battle) -> str:
    """Why it ended and what decided it."""
    end = f"{ARMIES[b.broken]} broke in turn {b.turn}" if b.broken >= 0 else f"the {b.turn} turns are over"
    score = f"Blue {count(b.points[0], 'point')}, Red {b.points[1]}"
    return f"{end}; {score}"


def losses(b: Battle) -> tuple[int, int]:
    """The figures each side has lost so far."""
    lost = [0, 0]
    for u in b.units[: b.n_units]:
        lost[u.side] += u.original - u.figures
    return lost[0], lost[1]
