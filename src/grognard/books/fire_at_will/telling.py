"""Fire At Will, Men in words: one line an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ... import chronicle
from ...battle import Event
from ...book import Line, Outcome
from ...chronicle import ARMIES, Said, Teller, agree, count, does, inches, its, side
from .forces import FOLDER, Names
from .state import FIGURE, Battle, Check, Ev, Lost
from .victory import DRAW, is_broken, strips_out
from .words import (
    CHECKS,
    COLOURS,
    EDGES,
    FACTORS,
    LOSSES,
    ORDERS,
    POSTS,
    WHYS,
    arms,
    column,
    formation,
    formation_piece,
    manned,
    spell,
    strip,
    strip_piece,
    terrain,
    the_formation,
    the_strip,
    the_target,
    wind,
)

RULES = FOLDER / "rules.md"


def formations(*some: int) -> tuple[int, ...]:
    """Places in Names.pieces."""
    return tuple(dict.fromkeys(formation_piece(int(f)) for f in some if f >= 0))


def strips(n: Names, *some: int) -> tuple[int, ...]:
    return tuple(dict.fromkeys(strip_piece(n, int(i)) for i in some if i >= 0))


def targets(n: Names, code: int) -> tuple[int, ...]:
    return strips(n, code - FIGURE) if code >= FIGURE else formations(code)


def rolled(e: Event) -> tuple[int, ...] | None:
    """The die of an event, where its faces are not in it."""
    return None if e.faces else (int(e.a),)


def signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−")


def does_it(n: Names, e: Event, verb: str, after: str = "", level: int = 1) -> Said:
    """A formation does something."""
    return Said(does(formation(n, e.actor), verb) + after, level, (), formations(e.actor))


def does_to(n: Names, e: Event, verb: str, after: str = "") -> Said:
    """A formation does something to another."""
    text = f"{does(formation(n, e.actor), verb)} {the_formation(n, e.other)}{after}"
    return Said(text, 1, (), formations(e.actor, e.other))


def he_does(n: Names, e: Event, verb: str, after: str = "", level: int = 1) -> Said:
    """A strip or a character does something."""
    return Said(does(strip(n, e.actor), verb) + after, level, (), strips(n, e.actor))


# The turn


def turn(n: Names, e: Event) -> Said:
    return Said(f"Turn {e.a}", 0)


def initiative(n: Names, e: Event) -> Said:
    end = "a tie, again" if e.actor < 0 else f"{side(e.actor)} chooses"
    return Said(f"Blue rolls {e.a}, Red rolls {e.b}: {end}", 1, dice=(int(e.a), int(e.b)))


def goes_first(n: Names, e: Event) -> Said:
    return Said(f"{side(e.actor)} goes first", 1)


def ordered(n: Names, e: Event) -> Said:
    return does_it(n, e, "is told to", f" {ORDERS[e.a]}", 2)


def picked(n: Names, e: Event) -> Said:
    """Which, is his secret until he casts them [FW-R87]."""
    return he_does(n, e, "writes", f" down {int(e.a).bit_count()} spells")


# Words and nerve


def speech(n: Names, e: Event) -> Said:
    text = f"{does(strip(n, e.actor), 'makes')} a stirring speech to {the_formation(n, e.other)}"
    return Said(text, 1, (), strips(n, e.actor) + formations(e.other))


def insult(n: Names, e: Event) -> Said:
    text = f"{does(strip(n, e.actor), 'insults')} {the_formation(n, e.other)}, {inches(e.d)} off"
    return Said(text, 1, (), strips(n, e.actor) + formations(e.other))


def tests(n: Names, e: Event) -> Said:
    joint = " " if e.a in (Check.TO_STOP, Check.TO_ADVANCE) else ", "
    return does_it(n, e, "tests", f" {its(formation(n, e.actor))} nerve{joint}{CHECKS[e.a]}")


def modifier(n: Names, e: Event) -> Said:
    return Said(f"{signed(int(e.a))} {WHYS[e.b]}", 2, (), formations(e.actor))


def morale(n: Names, e: Event) -> Said:
    text = f"{does(formation(n, e.actor), 'rolls')} {e.a}: {signed_total(e.b)} in all"
    return Said(text, 2, (), formations(e.actor), rolled(e))


def signed_total(value: int) -> str:
    return str(int(value)).replace("-", "−")


def calm(n: Names, e: Event) -> Said:
    return does_it(n, e, "is", " steady")


def halted(n: Names, e: Event) -> Said:
    return does_it(n, e, "wavers", ": no nearer to any enemy")


def routs(n: Names, e: Event) -> Said:
    return does_it(n, e, "breaks", f" and {agree(formation(n, e.actor), 'runs')}")


def routed(n: Names, e: Event) -> Said:
    return does_it(n, e, "runs", f" {inches(e.d)} {wind(e.b)}")


def rallies(n: Names, e: Event) -> Said:
    return does_it(n, e, "stops", " running")


def off_table(n: Names, e: Event) -> Said:
    return does_it(n, e, "runs", f" off the table, {count(int(e.a), 'strip')}")


# Moves


def advanced(n: Names, e: Event) -> Said:
    return does_it(n, e, "advances", f" {inches(e.d)} {wind(e.b)}")


def wheeled(n: Names, e: Event) -> Said:
    return does_it(n, e, "wheels", f" to face {wind(e.b)}, {inches(e.d)} at the outer corner")


def stepped_back(n: Names, e: Event) -> Said:
    return does_it(n, e, "steps", f" back {inches(e.d)}")


def sidestepped(n: Names, e: Event) -> Said:
    return does_it(n, e, "steps", f" {inches(abs(e.d))} to the {'right' if e.d >= 0 else 'left'}")


def turned(n: Names, e: Event) -> Said:
    return does_it(n, e, "turns", f" to face {wind(e.b)}")


def reshaped(n: Names, e: Event) -> Said:
    return does_it(n, e, "forms", f" {count(int(e.a), 'file')}, {count(int(e.b), 'rank')} deep")


def marched(n: Names, e: Event) -> Said:
    return does_it(n, e, "goes", f" {inches(e.d)} {wind(e.b)}")


def stopped(n: Names, e: Event) -> Said:
    return does_it(n, e, "stops", f" at the edge of {terrain(n, int(e.other))}")


def crossed(n: Names, e: Event) -> Said:
    return does_it(n, e, "crosses", f" {terrain(n, int(e.other))}")


def charges(n: Names, e: Event) -> Said:
    return does_to(n, e, "charges", f", {inches(e.d)}")


def contact(n: Names, e: Event) -> Said:
    slid = f", sliding {inches(e.d)} to line up" if e.d >= 0.05 else ""
    text = f"{does(formation(n, e.actor), 'meets')} the {EDGES[e.a]} of {the_formation(n, e.other)}{slid}"
    return Said(text, 1, (), formations(e.actor, e.other))


def falls_short(n: Names, e: Event) -> Said:
    if e.other < 0:
        return does_it(n, e, "comes", " upon somebody unseen, and stops")
    return does_to(n, e, "does not reach", f": {inches(e.d)}")


def broke_off(n: Names, e: Event) -> Said:
    return does_it(n, e, "breaks", f" off, {inches(e.d)} straight back")


def overlaps(n: Names, e: Event) -> Said:
    text = f"{does(strip(n, e.actor), 'wheels')} round to the {EDGES[e.a]} of {the_formation(n, e.other)}"
    return Said(text, 1, (), strips(n, e.actor) + formations(e.other))


def faced(n: Names, e: Event) -> Said:
    return does_to(n, e, "turns to face", f", {wind(e.b)}")


def fled_duel(n: Names, e: Event) -> Said:
    return he_does(n, e, "breaks", f" off the combat and runs {inches(e.d)}")


def entered(n: Names, e: Event) -> Said:
    return does_it(n, e, "enters", f" {terrain(n, int(e.other))}")


def sides_manned(n: Names, e: Event) -> Said:
    return does_it(n, e, "mans", f" {terrain(n, int(e.other))}: {manned(int(e.a))}")


def left(n: Names, e: Event) -> Said:
    return does_it(n, e, "leaves", f" {terrain(n, int(e.other))}")


def joined(n: Names, e: Event) -> Said:
    text = f"{does(strip(n, e.actor), 'joins')} {the_formation(n, e.other)}"
    return Said(text, 1, (), strips(n, e.actor) + formations(e.other))


def detached(n: Names, e: Event) -> Said:
    text = f"{does(strip(n, e.actor), 'leaves')} {the_formation(n, e.other)}"
    return Said(text, 1, (), strips(n, e.actor) + formations(e.other))


def posted(n: Names, e: Event) -> Said:
    return he_does(n, e, "stands", f" {POSTS[e.a]}")


def revealed(n: Names, e: Event) -> Said:
    by = f", seen by {the_formation(n, e.other)}" if e.other >= 0 else ""
    return Said(does(formation(n, e.actor), "is") + f" revealed{by}", 1, (), formations(e.actor, e.other))


def surprised(n: Names, e: Event) -> Said:
    text = f"{does(formation(n, e.actor), 'is')} surprised by {the_formation(n, e.other)}"
    return Said(text, 1, (), formations(e.actor, e.other))


# Magic


def casts(n: Names, e: Event) -> Said:
    at = f" at {the_target(n, e.other)}" if e.other >= 0 else ""
    text = f"{does(strip(n, e.actor), 'casts')} {spell(n, e.a)}{at}, {count(int(e.b), 'point')} left"
    return Said(text, 1, (), strips(n, e.actor) + targets(n, int(e.other)))


def spell_die(n: Names, e: Event) -> Said:
    need = f", {e.b} or more needed" if e.b else f": {count(int(e.a), 'turn')}"
    return Said(f"A die of {e.a}{need}", 2, (), strips(n, e.actor), rolled(e))


def spell_works(n: Names, e: Event) -> Said:
    on = f" on {the_target(n, e.other)}" if e.other >= 0 else ""
    return Said(f"{spell(n, e.a)} works{on}", 2, (), strips(n, e.actor) + targets(n, int(e.other)))


def spell_fails(n: Names, e: Event) -> Said:
    return Said(f"{spell(n, e.a)} fails", 1, (), strips(n, e.actor) + targets(n, int(e.other)))


def shielded(n: Names, e: Event) -> Said:
    end = "it breaks" if e.b else "it holds"
    text = f"The magical shield of {the_formation(n, e.actor)}: a die of {e.a}, {end}"
    return Said(text, 1, (), formations(e.actor), rolled(e))


def wears_off(n: Names, e: Event) -> Said:
    end = "ends" if e.b else "lasts"
    text = f"{spell(n, int(e.other))} on {the_target(n, e.actor)} {end}"
    if not e.a:
        return Said(text, 1, (), targets(n, int(e.actor)), ())
    return Said(f"{text}: a die of {e.a}", 1, (), targets(n, int(e.actor)), rolled(e))


def meditates(n: Names, e: Event) -> Said:
    return he_does(n, e, "meditates")


def regains(n: Names, e: Event) -> Said:
    return he_does(n, e, "regains", f" {count(int(e.a), 'point')}: {e.b} now")


def disturbed(n: Names, e: Event) -> Said:
    return he_does(n, e, "is", " disturbed and regains nothing")


def forced(n: Names, e: Event) -> Said:
    text = f"{does(formation(n, e.actor), 'is')} moved {inches(e.d)} by {the_strip(n, e.other)}"
    return Said(text, 1, (), formations(e.actor) + strips(n, e.other))


def pushed_back(n: Names, e: Event) -> Said:
    far = f"is pushed back {inches(e.d)}" if e.d > 0 else "has no room to be pushed back"
    text = f"{does(formation(n, e.actor), far)} by {the_formation(n, e.other)}"
    return Said(text, 1, (), formations(e.actor, e.other))


def raised(n: Names, e: Event) -> Said:
    return Said(
        f"{does(strip(n, e.actor), 'rises')} from the dead", 1, (), strips(n, e.actor) + formations(e.other)
    )


def converted(n: Names, e: Event) -> Said:
    text = f"{does(strip(n, e.actor), 'changes')} sides, and stands apart from {the_formation(n, e.a)}"
    return Said(text, 1, (), strips(n, e.actor) + formations(e.other, int(e.a)))


def healed(n: Names, e: Event) -> Said:
    return he_does(n, e, "is", f" healed: {count(int(e.a), 'wound')} left")


def storm(n: Names, e: Event) -> Said:
    """A die, or by option one for each figure."""
    if e.faces:
        text = f"{strip(n, e.actor)}: {count(int(e.a), 'figure')} hit, {e.b} or less needed"
        return Said(text, 2, (), strips(n, e.actor), count=(1, int(e.b)))
    end = "hit" if e.a <= e.b else "not hit"
    text = f"{strip(n, e.actor)}: a die of {e.a}, {e.b} or less needed, {end}"
    return Said(text, 2, (), strips(n, e.actor), (int(e.a),))


def signal(n: Names, e: Event) -> Said:
    return he_does(n, e, "sends", f" a {COLOURS[e.a]} fire into the sky")


def fog(n: Names, e: Event) -> Said:
    text = "A fog bank rises" if e.a else "A fog bank lifts"
    return Said(text, 1, (), strips(n, e.other))


# Shooting


def aims(n: Names, e: Event) -> Said:
    text = (
        f"{does(strip(n, e.actor), 'aims')} at {the_strip(n, e.other)} with {arms(int(e.b), int(e.actor) in n.arquebuses)}"
        f" at {inches(e.d)}, {column(int(e.a))} column"
    )
    return Said(text, 1, (), strips(n, e.actor, e.other))


def shot(n: Names, e: Event) -> Said:
    end = "a hit" if e.a >= e.b else "a miss"
    text = (
        f"{does(strip(n, e.actor), 'shoots')} at {the_strip(n, e.other)}: {e.a}, {e.b} or more needed, {end}"
    )
    return Said(text, 1, (), strips(n, e.actor, e.other), rolled(e))


def cover(n: Names, e: Event) -> Said:
    text = f"{does(strip(n, e.actor), 'is')} in the cover of {terrain(n, int(e.other))}: {count(int(e.a), 'column')} farther"
    return Said(text, 2, (), strips(n, e.actor))


def wounded(n: Names, e: Event) -> Said:
    return he_does(n, e, "is", f" hit: {e.a} of the {e.b} that {'kill' if e.b != 1 else 'kills'}")


def killed(n: Names, e: Event) -> Said:
    return he_does(n, e, "is", f" {LOSSES[Lost(e.a)]}")


def unharmed(n: Names, e: Event) -> Said:
    return he_does(n, e, "cannot be harmed")


def closed_up(n: Names, e: Event) -> Said:
    return does_it(n, e, "closes", f" up: {count(int(e.a), 'file')}, {count(int(e.b), 'rank')}", 2)


def alone(n: Names, e: Event) -> Said:
    return he_does(n, e, "carries", " on alone")


# Melee


def fight(n: Names, e: Event) -> Said:
    more = f" and {count(int(e.a) - 1, 'other')}" if e.a > 1 else ""
    text = f"{does(strip(n, e.actor), 'fights')} {the_strip(n, e.other)}{more}"
    return Said(text, 1, (), strips(n, e.actor, e.other))


def factor(n: Names, e: Event) -> Said:
    return Said(f"{signed(int(e.a))} {FACTORS[e.b]}: {the_strip(n, e.actor)}", 2, (), strips(n, e.actor))


def roll(n: Names, e: Event) -> Said:
    text = f"{does(strip(n, e.actor), 'rolls')} {e.a}: {signed_total(e.b)} in all"
    return Said(text, 2, (), strips(n, e.actor), rolled(e))


def won(n: Names, e: Event) -> Said:
    text = f"{does(strip(n, e.actor), 'beats')} {the_strip(n, e.other)} by {e.a}, {e.b} needed"
    return Said(text, 1, (), strips(n, e.actor, e.other))


def drawn(n: Names, e: Event) -> Said:
    text = f"Equal: {the_strip(n, e.actor)} and {the_strip(n, e.other)} fight on"
    return Said(text, 2, (), strips(n, e.actor, e.other))


def no_effect(n: Names, e: Event) -> Said:
    text = (
        f"{does(strip(n, e.actor), 'wins')} by {e.a} against {the_strip(n, e.other)}, {e.b} needed: no effect"
    )
    return Said(text, 1, (), strips(n, e.actor, e.other))


def duel(n: Names, e: Event) -> Said:
    text = f"{does(strip(n, e.actor), 'meets')} {the_strip(n, e.other)} in heroic combat"
    return Said(text, 1, (), strips(n, e.actor, e.other))


def toss(n: Names, e: Event) -> Said:
    text = f"{does(strip(n, e.actor), 'wins')} a toss: {e.a} to {e.b}"
    return Said(text, 2, (), strips(n, e.actor, e.other))


def duel_hit(n: Names, e: Event) -> Said:
    text = f"{does(strip(n, e.actor), 'hits')} {the_strip(n, e.other)}"
    return Said(text, 1, (), strips(n, e.actor, e.other))


def pursues(n: Names, e: Event) -> Said:
    return does_to(n, e, "pursues", f", {inches(e.d)}")


def cut_down(n: Names, e: Event) -> Said:
    return does_it(n, e, "cuts", f" down {count(int(e.a), 'strip')} of {the_formation(n, e.other)}")


def destroyed(n: Names, e: Event) -> Said:
    by = f": {the_formation(n, e.other)} is in the way" if e.other >= 0 else ""
    return Said(does(formation(n, e.actor), "is") + f" destroyed{by}", 1, (), formations(e.actor, e.other))


def stays(n: Names, e: Event) -> Said:
    return he_does(n, e, "does", " not run with them")


# The end


def objective(n: Names, e: Event) -> Said:
    if e.actor < 0:
        return Said(f"Nobody holds {chronicle.within(n.objectives[e.other])}", 1)
    return Said(f"{side(e.actor)} holds {chronicle.within(n.objectives[e.other])}", 1)


def broken(n: Names, e: Event) -> Said:
    return Said(f"{side(e.actor)} breaks: {e.a} of {count(int(e.b), 'strip')} lost or running", 1)


def over(n: Names, e: Event) -> Said:
    won_by = "The battle is drawn" if e.actor == DRAW else f"{side(e.actor)} wins"
    return Said(f"{won_by}: Blue lost {e.a}, Red {e.b}", 0)


TELLERS: dict[int, tuple[str, Teller]] = {
    int(kind): (kind.name.lower(), teller)
    for kind, teller in {
        Ev.TURN: turn,
        Ev.INITIATIVE: initiative,
        Ev.GOES_FIRST: goes_first,
        Ev.ORDERED: ordered,
        Ev.PICKED: picked,
        Ev.SPEECH: speech,
        Ev.INSULT: insult,
        Ev.TESTS: tests,
        Ev.MODIFIER: modifier,
        Ev.MORALE: morale,
        Ev.CALM: calm,
        Ev.HALTED: halted,
        Ev.ROUTS: routs,
        Ev.ROUTED: routed,
        Ev.RALLIES: rallies,
        Ev.OFF_TABLE: off_table,
        Ev.ADVANCED: advanced,
        Ev.WHEELED: wheeled,
        Ev.STEPPED_BACK: stepped_back,
        Ev.SIDESTEPPED: sidestepped,
        Ev.TURNED: turned,
        Ev.RESHAPED: reshaped,
        Ev.MARCHED: marched,
        Ev.STOPPED: stopped,
        Ev.CROSSED: crossed,
        Ev.CHARGES: charges,
        Ev.CONTACT: contact,
        Ev.FALLS_SHORT: falls_short,
        Ev.BROKE_OFF: broke_off,
        Ev.OVERLAPS: overlaps,
        Ev.FACED: faced,
        Ev.FLED_DUEL: fled_duel,
        Ev.ENTERED: entered,
        Ev.MANNED: sides_manned,
        Ev.LEFT: left,
        Ev.JOINED: joined,
        Ev.DETACHED: detached,
        Ev.POSTED: posted,
        Ev.REVEALED: revealed,
        Ev.SURPRISED: surprised,
        Ev.CASTS: casts,
        Ev.SPELL_DIE: spell_die,
        Ev.SPELL_WORKS: spell_works,
        Ev.SPELL_FAILS: spell_fails,
        Ev.SHIELDED: shielded,
        Ev.WEARS_OFF: wears_off,
        Ev.MEDITATES: meditates,
        Ev.REGAINS: regains,
        Ev.DISTURBED: disturbed,
        Ev.FORCED: forced,
        Ev.PUSHED_BACK: pushed_back,
        Ev.RAISED: raised,
        Ev.CONVERTED: converted,
        Ev.HEALED: healed,
        Ev.STORM: storm,
        Ev.SIGNAL: signal,
        Ev.FOG: fog,
        Ev.AIMS: aims,
        Ev.SHOT: shot,
        Ev.COVER: cover,
        Ev.WOUNDED: wounded,
        Ev.KILLED: killed,
        Ev.UNHARMED: unharmed,
        Ev.CLOSED_UP: closed_up,
        Ev.ALONE: alone,
        Ev.FIGHT: fight,
        Ev.FACTOR: factor,
        Ev.ROLL: roll,
        Ev.WON: won,
        Ev.DRAWN: drawn,
        Ev.NO_EFFECT: no_effect,
        Ev.DUEL: duel,
        Ev.TOSS: toss,
        Ev.DUEL_HIT: duel_hit,
        Ev.PURSUES: pursues,
        Ev.CUT_DOWN: cut_down,
        Ev.DESTROYED: destroyed,
        Ev.STAYS: stays,
        Ev.OBJECTIVE: objective,
        Ev.BROKEN: broken,
        Ev.OVER: over,
    }.items()
}


def tell(n: Names, events: Iterable[Event]) -> list[Line]:
    """Each event in words; what a roll is made of stands below the test or the fight."""
    lines = chronicle.tell(TELLERS, chronicle.catalogue(RULES), n, events)
    return [capital(line) for line in lines]


def capital(line: Line) -> Line:
    return replace(line, text=line.text[:1].upper() + line.text[1:])


def outcome(b: Battle) -> Outcome | None:
    """How a battle ended; the points of a side are the enemy's strips out of it."""
    if b.winner < 0:
        return None
    winner = "draw" if b.winner == DRAW else ARMIES[b.winner].lower()
    return Outcome(winner, reason(b), (strips_out(b, 1), strips_out(b, 0)))


def reason(b: Battle) -> str:
    if b.broken >= 0:
        return f"the army of {ARMIES[b.broken]} is broken"
    if is_broken(b, 0) and is_broken(b, 1):
        return "both armies are broken"
    if b.aims.n_objectives > 0:
        return "nobody holds the objective" if b.winner == DRAW else f"{ARMIES[b.winner]} holds the objective"
    lost = [f"{strips_out(b, each)} of {b.original[each]}" for each in range(2)]
    return f"strips lost: Blue {lost[0]}, Red {lost[1]}"


def losses(b: Battle) -> tuple[int, int]:
    """Strips of Blue and of Red out of the battle so far."""
    return strips_out(b, 0), strips_out(b, 1)
