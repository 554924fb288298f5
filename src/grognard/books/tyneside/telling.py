"""The family in words: one line an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ... import chronicle
from ...battle import Event
from ...book import Line, Outcome
from ...chronicle import ARMIES, Said, Teller, count, does, side
from .names import FAMILY, Names
from .points import item_name
from .state import ROWS, Act, Battle, Ev, Gait, Lost
from .victory import figures_lost
from .words import (
    ACTIVITIES,
    CODES,
    COVERS,
    GUN_BANDS,
    HITS,
    LOSSES,
    PARTS,
    PHASES,
    RISKS,
    SHAPES,
    TABLES,
    cm,
    engine,
    engine_piece,
    figure,
    group,
    group_piece,
    marker,
    marker_piece,
    terrain,
    the_group,
)

RULES = FAMILY / "rules.md"
SHOT_DIE, EDGE_DIE = 8, 100  # sides of the dice that are no D6 [TY-052, TY-101]
GUN_WORK = {
    Act.LIMBER: "is being limbered",
    Act.UNLIMBER: "is being unlimbered",
    Act.PIVOT: "is pivoted",
    Act.MANHANDLE: "is manhandled",
    Act.DRIVE: "goes",
}


def groups(*some: int) -> tuple[int, ...]:
    """Places in Names.pieces."""
    return tuple(dict.fromkeys(group_piece(int(g)) for g in some if g >= 0))


def men(*some: int) -> tuple[int, ...]:
    return tuple(dict.fromkeys(int(i) for i in some if i >= 0))


def signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−")


def does_it(n: Names, g: int, verb: str, after: str = "", level: int = 1) -> Said:
    return Said(does(group(n, g), verb) + after, level, (), groups(g))


# The turn and command


def turn(n: Names, e: Event) -> Said:
    return Said(f"Turn {e.a}", 0)


def initiative(n: Names, e: Event) -> Said:
    return Said(
        f"Blue rolls {e.a}, Red rolls {e.b}: {side(e.actor)} acts first", 1, dice=(int(e.a), int(e.b))
    )


def step(n: Names, e: Event) -> Said:
    return Said(f"Step {e.b}: {side(e.actor)}, {PHASES[e.a]}", 0)


def command_dice(n: Names, e: Event) -> Said:
    for_ = "" if e.actor == e.other else f" for {the_group(n, e.other)}"
    return does_it(
        n, e.actor, "throws", f" {count(int(e.a), 'command die', 'command dice')}{for_}: {e.b} points"
    )


def fewer_dice(n: Names, e: Event) -> Said:
    why = "in contact with an enemy" if e.a == 1 else "going to load or fire"
    return Said(f"One die fewer: {the_group(n, e.actor)} is {why}", 2, (), groups(e.actor))


def extra_die(n: Names, e: Event) -> Said:
    return Said(
        f"{group(n, e.actor)} adds a die: {count(int(e.a), 'point')}", 1, (), groups(e.actor), (int(e.a),)
    )


def activated(n: Names, e: Event) -> Said:
    text = f"{group(n, e.other)} commands {the_group(n, e.actor)} for {count(int(e.a), 'point')}, {e.b} left"
    return Said(text, 1, (), groups(e.other, e.actor))


def points_lost(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "leaves", f" {count(int(e.a), 'point')} unspent")


def succeeds(n: Names, e: Event) -> Said:
    return Said(f"{group(n, e.actor)} takes over from {the_group(n, e.other)}", 1, (), groups(e.actor))


# Sight


def spotting(n: Names, e: Event) -> Said:
    end = "seen" if e.b else "too far to be seen"
    text = f"{does(group(n, e.actor), 'looks')} for {the_group(n, e.other)} at {cm(e.d)}: {e.a}, {end}"
    return Said(text, 1, (), groups(e.actor, e.other), (int(e.a),))


def spotted(n: Names, e: Event) -> Said:
    return Said(
        f"{does(group(n, e.other), 'spots')} {the_group(n, e.actor)}", 2, (), groups(e.actor, e.other)
    )


def hidden_again(n: Names, e: Event) -> Said:
    return Said(
        f"{does(group(n, e.other), 'loses')} sight of {the_group(n, e.actor)}",
        1,
        (),
        groups(e.actor, e.other),
    )


def marker_laid(n: Names, e: Event) -> Said:
    piece = (marker_piece(int(e.actor)),)
    text = f"{marker(int(e.actor))} is laid, face down: {e.a} of 100 along its edge"
    return Said(text, 1, (), piece, (int(e.a),), sides=EDGE_DIE)


def marker_up(n: Names, e: Event) -> Said:
    end = "there are men under it" if e.a else "nothing"
    return Said(f"{marker(int(e.actor))} is turned over: {end}", 1, (), (marker_piece(int(e.actor)),))


def enters(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "appears")


# Dice


def risk(n: Names, e: Event) -> Said:
    times = f", {count(int(e.d), 'tenth')}" if RISKS[e.b] == "losses" else ""
    return Said(f"{signed(int(e.a))} {RISKS[e.b]}{times}", 2, (), groups(e.actor))


def action_die(n: Names, e: Event) -> Said:
    table = TABLES[int(e.other) // ROWS]
    text = f"{does(group(n, e.actor), 'throws')} {e.a} at risk {e.b} on the table of {table}"
    return Said(text, 1, (), groups(e.actor), (int(e.a),))


def result(n: Names, e: Event) -> Said:
    kind = "binding" if e.b else "in italics"
    with_ = f", after {the_group(n, e.other)}" if e.other >= 0 else ""
    return Said(f"{group(n, e.actor)}: {CODES[e.a]} ({kind}){with_}", 2, (), groups(e.actor, e.other))


def ignores(n: Names, e: Event) -> Said:
    return Said(
        f"{does(group(n, e.actor), 'is')} under command: the result is ignored", 2, (), groups(e.actor)
    )


def carries_on(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "carries on", f": {ACTIVITIES[e.a]}")


# Moves


def halts(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "halts")


HARDLY = 0.05  # cm: who goes less than is told has not gone anywhere


def moves(n: Names, e: Event) -> Said:
    if e.d >= HARDLY:
        return does_it(n, e.actor, "moves", f" {cm(e.d)}")
    if e.rule == 37 or e.a == Gait.HALT:
        return does_it(n, e.actor, "turns", " on the spot")
    return does_it(n, e.actor, "finds", " no room to move on")


def to_cover(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "goes", f" into the cover of {terrain(n, int(e.other))}, {cm(e.d)}")


def from_enemy(n: Names, e: Event) -> Said:
    verb = {"run": "runs", "flee at the gallop": "flees"}.get(CODES.get(e.a, ""), "falls back")
    if e.d < HARDLY:
        return does_it(n, e.actor, "finds", " no room to get away")
    return does_it(n, e.actor, verb, f" {cm(e.d)}")


def advances(n: Names, e: Event) -> Said:
    toward = f" toward {the_group(n, e.other)}" if e.other >= 0 else ""
    if e.d < HARDLY:
        return does_it(n, e.actor, "finds", " no room to advance")
    return Said(does(group(n, e.actor), "advances") + f" {cm(e.d)}{toward}", 1, (), groups(e.actor, e.other))


def charges(n: Names, e: Event) -> Said:
    home = f", {e.b} in contact" if e.b else ", at pike's length"
    return Said(
        does(group(n, e.actor), "charges") + f" {the_group(n, e.other)}{home}",
        1,
        (),
        groups(e.actor, e.other),
    )


def out_of_reach(n: Names, e: Event) -> Said:
    text = does(group(n, e.actor), "does") + f" not reach {the_group(n, e.other)}"
    return Said(text, 1, (), groups(e.actor, e.other))


def steps(n: Names, e: Event) -> Said:
    return Said(f"{figure(n, e.actor)} goes {cm(e.d)}", 1, (), men(e.actor))


def forms(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "forms", f" in {count(int(e.a), 'file')}")


def shapes(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "is", f" {SHAPES[e.a]} now")


def mounts(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "mounts" if e.a else "dismounts")


def joins(n: Names, e: Event) -> Said:
    return Said(
        does(group(n, e.actor), "joins") + f" {the_group(n, e.other)}", 1, (), groups(e.actor, e.other)
    )


def blown(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "may only walk next turn", "", 2)


def leaves(n: Names, e: Event) -> Said:
    return Said(f"{figure(n, e.actor)} leaves the table", 1, (), men(e.actor))


def rallies(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "runs no more")


def breaks_off(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "breaks off")


def hitches(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "hitches", " up their petticoats")


# Shooting


def loads(n: Names, e: Event) -> Said:
    return Said(f"{group(n, e.actor)}: {e.a} loaded again", 1, (), groups(e.actor))


def shoots(n: Names, e: Event) -> Said:
    text = (
        does(group(n, e.actor), "shoots")
        + f" at {the_group(n, e.other)} at {cm(e.d)}, {count(int(e.a), 'shot')}"
    )
    return Said(text, 1, (), groups(e.actor, e.other))


def to_hit(n: Names, e: Event) -> Said:
    return Said(
        f"{count(int(e.other), 'shot')} at a target {COVERS[e.b]}: {e.a} or more of a D8",
        2,
        (),
        groups(e.actor),
    )


def shots(n: Names, e: Event) -> Said:
    return Said(count(int(e.a), "hit"), 2, (), groups(e.actor), sides=SHOT_DIE)


def shift(n: Names, e: Event) -> Said:
    return Said("One band farther", 2, (), groups(e.actor))


def ratio(n: Names, e: Event) -> Said:
    if e.a == 0:
        text = f"{group(n, e.actor)}: one man in {e.other} shoots, of {e.b} nobody"
        return Said(text, 1, (), groups(e.actor))
    return Said(f"One man in {e.other} shoots, of {e.b} {e.a}", 2, (), groups(e.actor))


def drawn(n: Names, e: Event) -> Said:
    lot = (int(e.a),) if e.b > 1 else ()
    return Said(f"{figure(n, e.actor)} is hit", 2, (), men(e.actor), lot, sides=int(e.b))


def damage(n: Names, e: Event) -> Said:
    mod = f" {signed(int(e.other))}" if e.other else ""
    return Said(f"{figure(n, e.actor)}: {e.a}{mod}, {HITS[e.b]}", 2, (), men(e.actor), (int(e.a),))


def hurt(n: Names, e: Event) -> Said:
    return Said(f"{figure(n, e.actor)} is wounded", 1, (), men(e.actor))


def lost(n: Names, e: Event) -> Said:
    return Said(f"{figure(n, e.actor)} is {LOSSES[Lost(e.a)]}", 1, (), men(e.actor))


def lone_shot(n: Names, e: Event) -> Said:
    return Said(
        f"{group(n, e.actor)} picks out {figure(n, e.other)} at {cm(e.d)}",
        1,
        (),
        groups(e.actor) + men(e.other),
    )


# Guns


def gun_loads(n: Names, e: Event) -> Said:
    return Said(f"{engine(n, e.actor)} is being loaded: {e.a} of {e.b}", 1, (), (engine_piece(int(e.actor)),))


def gun_fires(n: Names, e: Event) -> Said:
    text = f"{engine(n, e.actor)} fires at {the_group(n, e.other)}, {GUN_BANDS[e.b]}"
    return Said(text, 1, (), (engine_piece(int(e.actor)), *groups(e.other)))


def gun_effect(n: Names, e: Event) -> Said:
    text = f"{count(int(e.a), 'wound')}, {count(int(e.b), 'kill')}"
    return Said(text, 2, (), (engine_piece(int(e.actor)), *groups(e.other)))


def threat(n: Names, e: Event) -> Said:
    return Said(f"{signed(int(e.b))} to the next risk of {the_group(n, e.actor)}", 2, (), groups(e.actor))


def jams(n: Names, e: Event) -> Said:
    return Said(f"{engine(n, e.actor)} jams", 1, (), (engine_piece(int(e.actor)),))


def gun_moves(n: Names, e: Event) -> Said:
    far = f" {cm(e.d)}" if e.d else ""
    return Said(f"{engine(n, e.actor)} {GUN_WORK[Act(e.a)]}{far}", 1, (), (engine_piece(int(e.actor)),))


def gun_taken(n: Names, e: Event) -> Said:
    return Said(f"{side(e.other)} takes {engine(n, e.actor)}", 1, (), (engine_piece(int(e.actor)),))


def crew_leaves(n: Names, e: Event) -> Said:
    return Said(f"{group(n, e.actor)} leaves the gun", 1, (), groups(e.actor))


# Melee


def match(n: Names, e: Event) -> Said:
    sizes = "" if e.a == e.b == 1 else f", {count(int(e.a), 'man', 'men')} against {e.b}"
    return Said(f"{figure(n, e.actor)} fights {figure(n, e.other)}{sizes}", 1, (), men(e.actor, e.other))


def fights(n: Names, e: Event) -> Said:
    return Said(f"{figure(n, e.actor)} throws {e.a}, {e.b} in all", 2, (), men(e.actor), (int(e.a),))


def fight_sum(n: Names, e: Event) -> Said:
    return Said(f"{signed(int(e.a))} {PARTS[e.b]}", 2, (), men(e.actor))


def match_won(n: Names, e: Event) -> Said:
    end = f" and strikes {figure(n, e.other)}" if e.other >= 0 else ", and hits nobody"
    return Said(f"{figure(n, e.actor)} wins{end}", 1, (), men(e.actor, e.other))


def match_tied(n: Names, e: Event) -> Said:
    return Said("Equal: nobody is hit", 2, (), men(e.actor, e.other))


def melee_score(n: Names, e: Event) -> Said:
    return Said(f"The melee costs Blue {e.a}, Red {e.b}", 1)


def pushed_back(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "moves back", f" {cm(e.d)}")


def follows_up(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "follows up")


def stands_fast(n: Names, e: Event) -> Said:
    return does_it(n, e.actor, "does", " not follow", 2)


# The end


def saved(n: Names, e: Event) -> Said:
    return Said(f"{figure(n, e.actor)} is safe", 1, (), men(e.actor))


def objective(n: Names, e: Event) -> Said:
    return Said(f"{n.objectives[e.other]}: {side(e.actor)}, {count(int(e.a), 'point')}", 1)


def priced(n: Names, e: Event) -> Said:
    """An item of the points table."""
    return Said(f"{count(int(e.a), 'point')}: {item_name(int(e.b), n.qualities)}", 2, (), groups(e.actor))


def scored(n: Names, e: Event) -> Said:
    return Said(f"{side(e.actor)} has {count(int(e.a), 'point')}", 1)


def in_retreat(n: Names, e: Event) -> Said:
    who = "Both sides are" if e.actor == 2 else f"All of {side(e.actor)} is"
    return Said(f"{who} in retreat", 1)


def over(n: Names, e: Event) -> Said:
    won = "A draw" if e.actor == 2 else f"{side(e.actor)} wins"
    return Said(f"{won}, {e.a} to {e.b}", 0)


TELLERS: dict[int, tuple[str, Teller]] = {
    int(kind): (kind.name.lower(), teller)
    for kind, teller in {
        Ev.TURN: turn,
        Ev.INITIATIVE: initiative,
        Ev.STEP: step,
        Ev.COMMAND_DICE: command_dice,
        Ev.FEWER_DICE: fewer_dice,
        Ev.EXTRA_DIE: extra_die,
        Ev.ACTIVATED: activated,
        Ev.POINTS_LOST: points_lost,
        Ev.SPOTTING: spotting,
        Ev.SPOTTED: spotted,
        Ev.HIDDEN_AGAIN: hidden_again,
        Ev.MARKER: marker_up,
        Ev.ENTERS: enters,
        Ev.RISK: risk,
        Ev.ACTION_DIE: action_die,
        Ev.RESULT: result,
        Ev.IGNORES: ignores,
        Ev.CARRIES_ON: carries_on,
        Ev.HALTS: halts,
        Ev.MOVES: moves,
        Ev.TO_COVER: to_cover,
        Ev.FROM_ENEMY: from_enemy,
        Ev.ADVANCES: advances,
        Ev.CHARGES: charges,
        Ev.OUT_OF_REACH: out_of_reach,
        Ev.STEPS: steps,
        Ev.FORMS: forms,
        Ev.SHAPES: shapes,
        Ev.MOUNTS: mounts,
        Ev.JOINS: joins,
        Ev.BLOWN: blown,
        Ev.LEAVES: leaves,
        Ev.LOADS: loads,
        Ev.SHOOTS: shoots,
        Ev.TO_HIT: to_hit,
        Ev.SHOTS: shots,
        Ev.SHIFT: shift,
        Ev.RATIO: ratio,
        Ev.DRAWN: drawn,
        Ev.DAMAGE: damage,
        Ev.HURT: hurt,
        Ev.LOST: lost,
        Ev.GUN_LOADS: gun_loads,
        Ev.GUN_FIRES: gun_fires,
        Ev.GUN_EFFECT: gun_effect,
        Ev.THREAT: threat,
        Ev.JAMS: jams,
        Ev.GUN_MOVES: gun_moves,
        Ev.GUN_TAKEN: gun_taken,
        Ev.CREW_LEAVES: crew_leaves,
        Ev.MATCH: match,
        Ev.FIGHTS: fights,
        Ev.FIGHT_SUM: fight_sum,
        Ev.MATCH_WON: match_won,
        Ev.MATCH_TIED: match_tied,
        Ev.MELEE_SCORE: melee_score,
        Ev.PUSHED_BACK: pushed_back,
        Ev.FOLLOWS_UP: follows_up,
        Ev.STANDS: stands_fast,
        Ev.BREAKS_OFF: breaks_off,
        Ev.RALLIES: rallies,
        Ev.SUCCEEDS: succeeds,
        Ev.SAVED: saved,
        Ev.OBJECTIVE: objective,
        Ev.SCORE: scored,
        Ev.IN_RETREAT: in_retreat,
        Ev.OVER: over,
        Ev.HITCHES: hitches,
        Ev.LONE_SHOT: lone_shot,
        Ev.LAID: marker_laid,
        Ev.PRICE: priced,
    }.items()
}


def tell(n: Names, events: Iterable[Event]) -> list[Line]:
    """Each event in words; what a throw is made of stands below it."""
    rules = chronicle.catalogue(RULES)
    whole, unfinished = by_throws(events)
    lines = chronicle.tell(TELLERS, rules, n, whole)
    if unfinished:  # people roll the die that is wanted now
        g = int(unfinished[0].actor)
        lines.append(Line(f"The risk of {the_group(n, g)}", ("TY-076",), (), "risk", groups(g), 1))
        lines += chronicle.tell(TELLERS, rules, n, unfinished)
    return [line if line.text[:1] != line.text[:1].lower() else capital(line) for line in lines]


def capital(line: Line) -> Line:
    return replace(line, text=line.text[:1].upper() + line.text[1:])


def by_throws(events: Iterable[Event]) -> tuple[list[Event], list[Event]]:
    """The same, with the factors of a throw and the cell that it meets after the throw itself; and the factors of one
    that is still to come [TY-076]."""
    blocks: list[list[Event]] = []
    thrown: dict[int, list[Event]] = {}  # by the group that threw
    held: list[Event] = []  # steps of a sum that were told before it
    for e in events:
        if e.kind == Ev.RISK or (e.kind == Ev.RATIO and e.a > 0):
            held.append(e)
            continue
        of = thrown.get(int(e.actor), thrown.get(int(e.other))) if e.kind in (Ev.RESULT, Ev.IGNORES) else None
        if of is not None:
            of.append(e)
            continue
        blocks.append([e, *held] if e.kind in (Ev.ACTION_DIE, Ev.SHOOTS) else [*held, e])
        held = []
        if e.kind == Ev.ACTION_DIE:
            thrown[int(e.actor)] = blocks[-1]
    if any(e.kind != Ev.RISK for e in held):
        blocks, held = [*blocks, held], []
    return [e for block in blocks for e in block], held


def outcome(b: Battle) -> Outcome | None:
    """How a battle ended."""
    if b.winner < 0:
        return None
    winner = "draw" if b.winner == 2 else ARMIES[b.winner].lower()
    return Outcome(winner, reason(b), (int(b.points[0]), int(b.points[1])))


def reason(b: Battle) -> str:
    if b.retreat == 2:
        return "both sides are in retreat"
    if b.retreat >= 0:
        return f"all of {ARMIES[b.retreat]} is in retreat"
    if b.aims.rescuer >= 0:
        return f"{count(int(b.saved), 'civilian')} brought off"
    return f"{b.points[0]} points to {b.points[1]}"


def losses(b: Battle) -> tuple[int, int]:
    """Figures that Blue and Red have lost so far."""
    return figures_lost(b, 0), figures_lost(b, 1)
