"""Most Irregular in words: events that belong together are told in one line; and the outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ... import chronicle
from ...battle import Event
from ...book import Line, Outcome
from ...chronicle import ARMIES, DIE, WINDS, Said, agree, count, does, inches, is_plural, its, listed, side
from .grouping import Group, groups, off_table
from .setup import FOLDER, PIECE_COMMANDER, PIECE_FORMATION, Names
from .sketch import draw
from .state import OFFICER, Battle, Effect, Ev, Lost, Part, R, Shelter, Terrain
from .victory import commanders_lost, is_broken, is_decisive, men_left, men_lost
from .words import (
    LOSSES,
    SHELTERS,
    TERRAIN,
    commander,
    figure,
    figures,
    formation,
    objective,
    several,
)

__all__ = ["draw", "losses", "outcome", "tell"]


Teller = Callable[[Names, Group], Said]
Rules = tuple[int, ...]


# Small English


def shown(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces)) or "no dice"


def men(n: int) -> str:
    return count(n, "man", "men")


def they(n: Names, some: Sequence[int], verb: str) -> str:
    """Figures and what they do: Hunters 3 runs, Hunters 3 and 4 run."""
    several = len(dict.fromkeys(some)) > 1
    return f"{figures(n, some)} {agree('men and dogs', verb) if several else verb}"


def it(name: str) -> str:
    return "they" if is_plural(name) else "it"


def far(events: Iterable[Event]) -> str:
    """How far they went, if all went alike; else how far at most."""
    ways = [float(e.d) for e in events]
    most = inches(max(ways))
    return most if most == inches(min(ways)) else f"up to {most}"


def facing(e: Event) -> str:
    return f"facing {WINDS[int(e.b) % len(WINDS)]}"


# Whom a line points at


def figure_piece(g: int) -> int:
    return PIECE_COMMANDER + g - OFFICER if g >= OFFICER else g


def units(people: Iterable[int] = (), formations: Iterable[int] = ()) -> tuple[int, ...]:
    """Places in Names.pieces: figures first, then formations."""
    pieces = [figure_piece(int(g)) for g in people if g >= 0]
    pieces += [PIECE_FORMATION + int(f) for f in formations if f >= 0]
    return tuple(dict.fromkeys(pieces))


def officer(k: int) -> int:
    """The figure that a commander is."""
    return OFFICER + int(k)


def body_does(n: Names, e: Event, verb: str, after: str = "", level: int = 1, rules: Rules = ()) -> Said:
    """A formation and what it does."""
    return Said(does(formation(n, e.actor), verb) + after, level, rules, units((), (e.actor,)))


# The turn


def turn(n: Names, g: Group) -> Said:
    return Said(f"Turn {g.lead.a}", 0)


def initiative(n: Names, g: Group) -> Said:
    e = g.lead
    end = "a tie, rolled again" if e.actor < 0 else f"{side(e.actor)} goes first"
    text = f"Blue rolls {e.a}, Red rolls {e.b}: {end}"
    return Said(text, 1, (R + 8,) if e.actor < 0 else (), (), (int(e.a), int(e.b)))


def commands(n: Names, g: Group) -> Said:
    return Said(f"{commander(n, g.lead.actor)}'s turn", 0, (15,), units([officer(g.lead.actor)]))


def commander_moved(n: Names, g: Group) -> Said:
    e = g.lead
    return Said(f"{commander(n, e.actor)} moves {inches(e.d)}", 1, (R + 11,), units([officer(e.actor)]))


def dashed(n: Names, g: Group) -> Said:
    e = g.lead
    return Said(f"{commander(n, e.actor)} dashes {inches(e.d)}", 1, (21, R + 11), units([officer(e.actor)]))


def sniped_at(n: Names, g: Group) -> Said:
    e = g.lead
    who = commander(n, e.actor)
    sniper = figure(n, e.other) if e.other >= 0 else "an enemy"
    end = f"and {who} is shot dead" if e.b else "a miss"
    rules = (90,) if e.rule == R + 13 else (R + 48,)
    text = f"{sniper} takes a shot at {who}: {e.a}, {end}"
    return Said(text, 1, rules, units([officer(e.actor), e.other]), (int(e.a),))


def unit_activated(n: Names, g: Group) -> Said:
    e = g.lead
    text = f"{commander(n, e.other)} activates {formation(n, e.actor)}"
    return Said(text, 1, (28,), units([officer(e.other)], [e.actor]))


def led(n: Names, g: Group) -> Said:
    e = g.lead
    text = f"{commander(n, e.actor)} goes with {formation(n, e.other)}"
    return Said(text, 2, (), units([officer(e.actor)], [e.other]))


def succeeds(n: Names, g: Group) -> Said:
    e = g.lead
    text = f"{figure(n, e.actor)} takes command: {commander(n, e.other)}"
    return Said(text, 1, (), units([e.actor, officer(e.other)]))


# Formed units on the move


def moved(n: Names, g: Group) -> Said:
    e = g.lead
    return body_does(n, e, "moves", f" {inches(e.d)} with {men(e.a)}, {facing(e)}")


def wheeled(n: Names, g: Group) -> Said:
    e = g.lead
    text = f" with {men(e.a)} until {facing(e)}; the outermost man goes {inches(e.d)}"
    return body_does(n, e, "wheels", text, rules=(R + 22,))


def turned(n: Names, g: Group) -> Said:
    return body_does(n, g.lead, "turns", f" on the spot, {facing(g.lead)}", rules=(35,))


def merged(n: Names, g: Group) -> Said:
    e = g.lead
    text = f"{men(e.a)} of {formation(n, e.actor)} {'joins' if e.a == 1 else 'join'} {formation(n, e.other)}"
    return Said(text, 1, (), units((), (e.actor, e.other)))


def repositioned(n: Names, g: Group) -> Said:
    e = g.lead
    return body_does(n, e, "re-forms", f" in {count(e.a, 'file')}, {facing(e)}", rules=(47, 48))


def dispersed(n: Names, g: Group) -> Said:
    e = g.lead
    return body_does(
        n, e, "disperses", f": {men(e.a)}, up to {inches(e.d)} apart, stragglers now", rules=(R + 27,)
    )


def broken_up(n: Names, g: Group) -> Said:
    e = g.lead
    loose = "1 man is a straggler" if e.a == 1 else f"{e.a} men are stragglers"
    if e.rule == 115:
        return body_does(n, e, "is", f" dispersed by the combat: {loose}", rules=(R + 60,))
    where = f"the {TERRAIN[Terrain(e.b)]}" if e.b >= 0 else "woods or rubble"
    return body_does(n, e, "comes", f" apart in {where}: {loose}", rules=(42, R + 26))


def split(n: Names, g: Group) -> Said:
    e = g.lead
    parted = "1 man is" if e.a == 1 else f"{e.a} men are"
    text = f"{parted} parted from {formation(n, e.actor)}, a unit now: {formation(n, e.other)}"
    return Said(text, 1, (10,), units((), (e.actor, e.other)))


def straggles(n: Names, g: Group) -> Said:
    some = g.who(Ev.STRAGGLES)
    one = len(some) == 1
    what = "a straggler" if one else "stragglers"
    if g.lead.rule == R + 16:
        text = f"{figures(n, some)}, who acted before, {'is' if one else 'are'} left behind: {what}"
    else:
        text = f"{they(n, some, 'is')} parted from {formation(n, g.lead.other)}: {what}"
    return Said(text, 1, (11,), units(some, [g.lead.other]))


def closed_up(n: Names, g: Group) -> Said:
    e = g.lead
    step = "steps" if e.a == 1 else "step"
    return body_does(n, e, "closes up", f": {men(e.a)} {step} {inches(e.d)} at most", 2)


def formed(n: Names, g: Group) -> Said:
    e = g.lead
    rules = (R + 65,) if e.rule == 126 else ()
    return Said(
        f"{men(e.a)} form ranks as {formation(n, e.actor)}, {facing(e)}", 1, rules, units((), (e.actor,))
    )


def wounded_roll(n: Names, g: Group) -> Said:
    e, left = g.lead, g.who(Ev.LEFT_BEHIND)
    hurt = "1 wounded man" if e.a == 1 else f"{e.a} wounded men"
    if left:
        end = they(n, left, "is") + " left behind"
    else:
        end = f"{e.b} left behind" if e.b else "none is left behind" if e.a > 1 else "he keeps up"
    text = f"{hurt} of {formation(n, e.actor)}, on the move: {shown(g.faces())}, {end}"
    return Said(text, 1 if e.b else 2, (R + 43,), units(left, [e.actor]))


def left_behind(n: Names, g: Group) -> Said:
    some = g.who(Ev.LEFT_BEHIND)
    text = they(n, some, "is") + f" left behind by {formation(n, g.lead.other)}"
    return Said(text, 1, (), units(some, [g.lead.other]))


# Fire


def fires(n: Names, g: Group) -> Said:
    e = g.lead
    who = several(n, int(e.b), int(e.a)) if e.actor < 0 else formation(n, e.actor)
    verb = "rapid-fires" if e.actor >= 0 and e.b else "fires"
    verb = agree("men and dogs", verb) if e.actor < 0 and e.a > 1 else agree(who, verb)
    whom = formation(n, e.other) if e.other >= 0 else "stragglers"
    comes = f" as {it(whom)} {agree(whom, 'comes')} in" if e.rule == 103 else ""
    with_men = f" with {men(e.a)}" if e.actor >= 0 else ""
    ranges = g.of(Ev.RANGE)
    kind = f", {kind_of_fire(ranges[0], float(e.d))}" if ranges else ""
    text = f"{who} {verb}{with_men} at {whom}{comes}, {inches(e.d)} off{kind}"
    rules = (50, R + 19) if verb.startswith("rapid") else (129,) if e.actor < 0 else ()
    return Said(text, 1, rules, units([e.b] if e.actor < 0 else [], (e.actor, e.other)))


def kind_of_fire(e: Event, off: float) -> str:
    """Effective, or harassing."""
    if e.a:
        return f"effective fire up to {inches(e.d)}"
    return "harassing fire" + (f" beyond {inches(e.d)}" if off > e.d else "")


def range_(n: Names, g: Group) -> Said:
    return Said(kind_of_fire(g.lead, 0.0), 2, (56,), units((), (g.lead.actor, g.lead.other)))


def fire_sum(n: Names, g: Group) -> Said:
    """Die, parts, points, price and hits: as much of it as there is."""
    shot, points = g.of(Ev.SHOT), g.of(Ev.POINTS)
    sums = [kept(shot[0], g)] if shot else []
    sums += [part_of_fire(e) for e in g.of(Ev.FIRE_SUM)]
    text = ", ".join(sums)
    if points:
        total = count(points[0].a, "point")
        text = f"{text} = {total}" if len(sums) > 1 else f"{text}: {total}" if text else total
    rules: Rules = ()
    if points or g.of(Ev.PRICE):
        end, rules = bought(n, g.of(Ev.PRICE), points[0] if points else None)
        text = f"{text}; {end}" if text else end
    priced = [int(e.actor) for e in g.of(Ev.PRICE) if e.other < 0]
    best = (int(shot[0].a), DIE) if shot and shot[0].b > 1 else (0, 0)
    return Said(text, 2, rules, units(priced, (g.lead.actor, g.lead.other) if shot else ()), count=best)


def kept(e: Event, g: Group) -> str:
    return f"{shown(chronicle.faces(int(e.faces)))}, best die {e.a}" if e.b > 1 else f"die {e.a}"


def part_of_fire(e: Event) -> str:
    counted = f"{float(e.d):g} men" if e.d != 1 else "1 man"
    words = {
        Part.DOUBLED: f"doubled {e.a}",
        Part.BREECH: f"breech loaders {e.a:+d}",
        Part.QUALITY: f"Quality {e.a:+d}",
        Part.THREES: f"{counted} {e.a:+d}",
    }
    return words[Part(e.b)]


def bought(n: Names, prices: list[Event], points: Event | None) -> tuple[str, Rules]:
    """What the points buy: at one price for all, or at every straggler's own."""
    hits = f": {count(points.b, 'hit')}" if points is not None else ""
    if not prices:
        return ("too few for a hit" if points is not None and not points.b else hits[2:]), (R + 37,)
    own = [e for e in prices if e.other < 0 and e.actor >= 0]
    if own:
        spent = sum(int(e.a) for e in own)
        left = int(points.a) - spent if points is not None else 0
        return f"{price_list(n, own)}{hits}{lost_points(left)}", (R + 37, 74) if left else (R + 37,)
    e = prices[0]
    what = f"a formation {SHELTERS[Shelter(e.b)]}" if e.other >= 0 else "stragglers, all alike"
    text = f"{what}, {count(e.a, 'point')} a hit{hits}"
    if points is None:
        return text, ()
    if points.a // e.a > points.b:
        return f"{text}, one for every man", (R + 39,)
    left = int(points.a - points.b * e.a)
    return text + lost_points(left), (74,) if left else ()


def price_list(n: Names, prices: list[Event]) -> str:
    """Hunters 1 and 2 in the open at 3, Hunters 4 concealed at 4."""
    alike: dict[tuple[int, int], list[int]] = {}
    for e in prices:
        alike.setdefault((int(e.b), int(e.a)), []).append(int(e.actor))
    return ", ".join(
        f"{figures(n, dict.fromkeys(some))} {SHELTERS[Shelter(shelter)]} at {price}"
        for (shelter, price), some in alike.items()
    )


def lost_points(left: int) -> str:
    return f", {count(left, 'point')} lost" if left > 0 else ""


def hit(n: Names, g: Group) -> Said:
    """Hits: Militia 3 shocked (2), Militia 4 wounded (3), Militia 5 killed (6)."""
    hits = g.of(Ev.HIT)
    told = [f"{figure(n, e.actor)} {effect(e, g)} ({e.a})" for e in hits]
    recoils = [e for e in g.of(Ev.RECOILS) if e.actor not in off_table(g)]
    tail = f"; {'shocked men recoil' if len(recoils) > 1 else 'he recoils'} {far(recoils)}" if recoils else ""
    if len(recoils) == 1 and len(hits) > 1:
        tail = f"; {figure(n, recoils[0].actor)} recoils {far(recoils)}"
    head = "Hit" if len(hits) == 1 else "Hits"
    rules: Rules = (79,) if any(e.other >= 0 for e in recoils) else ()
    if any("again" in one for one in told):
        rules += (R + 40,)
    return Said(
        f"{head}: {', '.join(told)}{tail}", 1, rules, units(g.who(Ev.HIT)), tuple(int(e.a) for e in hits)
    )


def effect(e: Event, g: Group) -> str:
    """What a hit did, by what came of it."""
    if e.b == Effect.SHOCK:
        return "shocked and driven off the table" if int(e.actor) in off_table(g) else "shocked"
    if e.b == Effect.FATAL:
        return "killed"
    if any(x.kind == Ev.LOST and x.actor == e.actor for x in g.events):
        return "wounded again and out of the battle"
    if any(x.kind == Ev.WOUNDED and x.actor == e.actor for x in g.events):
        return "wounded"
    return "wounded again, to no effect"


def wounded(n: Names, g: Group) -> Said:
    some = g.who(Ev.WOUNDED)
    return Said(they(n, some, "is") + " wounded", 1, (), units(some))


def gone(n: Names, g: Group, verb: str, after: str = "", after_many: str = "", rules: Rules = ()) -> Said:
    """Figures who go away, some of them off the table."""
    moves, off = g.same_kind(), off_table(g)
    some = [int(e.actor) for e in moves]
    text = f"{they(n, some, verb)} {far(moves)}"
    text += (after_many or after) if len(some) > 1 else after
    if off:
        text += ", off the table" if len(off) == len(some) else f"; {they(n, off, 'is')} off the table"
    return Said(text, 1, rules, units(some))


def recoils(n: Names, g: Group) -> Said:
    e = g.lead
    if e.rule == 78:
        return gone(n, g, "recoils", rules=(R + 42,))
    if e.rule == 86:
        return gone(n, g, "runs", ", a straggler now", ", stragglers now", (R + 42,))
    return gone(n, g, "runs", " further, a straggler now", " further, stragglers now", (R + 42,))


def falls_back(n: Names, g: Group) -> Said:
    return gone(n, g, "withdraws" if g.lead.rule == 96 else "falls back", rules=(R + 42,))


def lost(n: Names, g: Group) -> Said:
    some, e = g.who(Ev.LOST), g.lead
    text = f"{they(n, some, 'is')} {LOSSES[Lost(e.a)]}"
    if e.rule == 136:
        text = f"{they(n, some, 'is')} lost: the wounded cannot bail"
    return Said(text, 1, (R + 71,), units(some))


# Being shot at


def tests(n: Names, g: Group) -> Said:
    e, name = g.lead, formation(n, g.lead.actor)
    head = f"{does(name, 'rolls')} again" if e.rule == 89 else f"{does(name, 'tests')} under fire"
    end = ""
    rules: Rules = (R + 44,) if e.rule == 85 else ()
    if g.of(Ev.HOLDS):
        end = f": {it(name)} {agree(name, 'holds')}"
    for ground in g.of(Ev.GIVES_GROUND):
        end = f": {it(name)} {agree(name, 'gives')} ground, {runners(ground)}"
        rules += (R + 45,)
    text = f"{head}, {e.a} where {e.b} is needed{end}"
    return Said(text, 1, rules, units((), (e.actor,)), (int(e.a),), count=(int(e.b), DIE))


def runners(e: Event) -> str:
    return "1 man runs" if e.a == 1 else f"{e.a} men run"


def gives_ground(n: Names, g: Group) -> Said:
    return body_does(n, g.lead, "gives", f" ground: {runners(g.lead)}", rules=(R + 45,))


def holds(n: Names, g: Group) -> Said:
    return body_does(n, g.lead, "holds")


def rallies(n: Names, g: Group) -> Said:
    e = g.lead
    text = f"{commander(n, e.actor)} rallies {formation(n, e.other)}: the test is rolled again"
    return Said(text, 1, (R + 47,), units([officer(e.actor)], [e.other]))


# Assault


def assaults(n: Names, g: Group) -> Said:
    e = g.lead
    whom = formation(n, e.other) if e.other >= 0 else "stragglers"
    text = f"{does(formation(n, e.actor), 'assaults')} {whom}"
    return Said(text, 1, (92,) if e.other >= 0 else (92, 93), units((), (e.actor, e.other)))


def nerve(n: Names, g: Group) -> Said:
    e, name = g.lead, formation(n, g.lead.actor)
    head = f"{agree(name, 'tests')} {its(name)} nerve"
    head += " to go in" if e.b else " to meet the charge"
    passed = "none passes" if e.a == 0 else "1 passes" if e.a == 1 else f"{e.a} pass"
    result, rules = nerve_result(g)
    end = f": {it(name)} {agree(name, result)}" if result else ""
    text = f"{name} {head}: {shown(g.faces())} where {e.other} is needed, {passed}{end}"
    return Said(text, 1, (8, *rules), units((), (e.actor,)), count=(int(e.other), DIE))


def nerve_result(g: Group) -> tuple[str, Rules]:
    """What comes of a nerve test, by what happens next."""
    e = g.lead
    if g.of(Ev.STAYS):
        return "hangs back, the action wasted", (R + 52,)
    quiet = (Ev.WOUNDED_ROLL, Ev.LEFT_BEHIND)
    after = next((x for x in g.after if x.kind not in quiet), None)
    if after is not None and after.actor == e.actor and after.kind in (Ev.DESERTERS, Ev.WITHDRAWS):
        return "gives way", (101,) if e.b else (105,)
    if e.a == 0:
        return "", ()
    if e.b:
        return "goes in", (99,)
    return ("stands and fires", (103,)) if after is not None and after.kind == Ev.FIRES else ("stands", ())


def stays(n: Names, g: Group) -> Said:
    name = formation(n, g.lead.actor)
    where = f"{it(name)} {agree(name, 'is')}"
    return body_does(n, g.lead, "stays", f" where {where}, the action wasted", rules=(R + 52,))


def withdraws(n: Names, g: Group) -> Said:
    e = g.lead
    beaten = ", beaten" if e.rule == 114 else ""
    return body_does(n, e, "withdraws", f" {inches(e.d)}{beaten}", rules=(R + 42,))


def deserters(n: Names, g: Group) -> Said:
    e = g.lead
    end = "nobody runs" if e.b == 0 else f"{runners_of(int(e.b))} further"
    text = f"a die for each of {men(e.a)} of {formation(n, e.actor)}: {shown(g.faces())}, {end}"
    return Said(text, 2, (R + 57,), units((), (e.actor,)))


def runners_of(n: int) -> str:
    return "1 man is to run" if n == 1 else f"{n} men are to run"


def advances(n: Names, g: Group) -> Said:
    e = g.lead
    if e.other < 0:
        text = f"the assault of {formation(n, e.actor)} ends after {inches(e.d)}"
        return Said(text, 1, (R + 49,), units((), (e.actor,)))
    text = f"{does(formation(n, e.actor), 'reaches')} {formation(n, e.other)} after {inches(e.d)}"
    return Said(text, 1, (106,), units((), (e.actor, e.other)))


def falls_short(n: Names, g: Group) -> Said:
    e = g.lead
    text = (
        f"the assault of {formation(n, e.actor)} ends after {inches(e.d)}, short of {formation(n, e.other)}"
    )
    return Said(text, 1, (91,), units((), (e.actor, e.other)))


def man_tests(n: Names, g: Group) -> Said:
    """One man's test; those of men called to a commander; or those of two hand to hand."""
    e = g.lead
    dice = tuple(int(x.a) for x in g.of(Ev.MAN_TESTS))
    if e.rule == R + 14:
        return Said(answers(n, g), 1, (), units(g.who(Ev.MAN_TESTS, Ev.NOT_RALLIED)), dice)
    if e.rule == 132:
        return Said(duel(n, g), 1, (R + 3,), units(g.who(Ev.MAN_TESTS)), dice)
    by = f", met by {formation(n, e.other)}," if e.other >= 0 else ", his men gone,"
    end = "and passes" if e.b else "and fails"
    if g.of(Ev.LOST):
        end += ": he is killed or captured"
    text = f"{figure(n, e.actor)}{by} rolls {e.a} {end}"
    return Said(text, 1, (95,) if e.rule == 94 and e.b else (), units([e.actor], [e.other]), dice)


def answers(n: Names, g: Group) -> str:
    """Who comes when called, and who does not."""
    told = []
    for passed, verb in ((1, "passes"), (0, "fails")):
        some = [e for e in g.of(Ev.MAN_TESTS) if e.b == passed]
        if some:
            told.append(f"{they(n, [int(e.actor) for e in some], verb)} ({shown(int(e.a) for e in some)})")
    return "; ".join(told)


def duel(n: Names, g: Group) -> str:
    tests = g.of(Ev.MAN_TESTS)
    told = [f"{figure(n, e.actor)} rolls {e.a} and {'passes' if e.b else 'fails'}" for e in tests]
    fallen = [f"; {figure(n, e.actor)} is killed" for e in g.of(Ev.LOST)]
    return ", ".join(told) + "".join(fallen)


def stands(n: Names, g: Group) -> Said:
    e = g.lead
    return Said(f"{figure(n, e.actor)} stands his ground", 1, (), units([e.actor], [e.other]))


def melee(n: Names, g: Group) -> Said:
    e = g.lead
    text = f"round {e.a}: {formation(n, e.actor)} and {formation(n, e.other)} fight hand to hand"
    return Said(text, 1, (R + 61,) if e.a > 1 else (), units((), (e.actor, e.other)))


def combat(n: Names, g: Group) -> Said:
    """The totals of both sides, part by part."""
    sides = g.of(Ev.COMBAT)
    told = [total(n, e, [s for s in g.of(Ev.COMBAT_SUM) if s.actor == e.actor]) for e in sides]
    rules = (R + 57,) if any(e.b == Part.NUMBERS for e in g.of(Ev.COMBAT_SUM)) else ()
    return Said("; ".join(told), 2, rules, units((), [e.actor for e in sides] or g.who(Ev.COMBAT_SUM)))


def total(n: Names, e: Event, parts: list[Event]) -> str:
    sums = [f"best die {e.a}", *(part_of_combat(p) for p in parts)]
    rolled = shown(chronicle.faces(int(e.faces)))
    return f"{formation(n, e.actor)}: {rolled}, {', '.join(sums)} = {e.b}"


def part_of_combat(e: Event) -> str:
    words = {Part.LEVELS: "better Quality", Part.OFFICERS: "officers", Part.NUMBERS: "numbers"}
    return f"{words[Part(e.b)]} {e.a:+d}"


def combat_sum(n: Names, g: Group) -> Said:
    e = g.lead
    return Said(f"{formation(n, e.actor)}: {part_of_combat(e)}", 2, (), units((), (e.actor,)))


def strikes(n: Names, g: Group) -> Said:
    e = g.lead
    text = f", {shown(g.faces())} where {e.b} is needed: {count(e.a, 'hit')}"
    said = body_does(n, e, "strikes", text, 2, (R + 57,))
    return replace(said, count=(int(e.b), DIE))


def won(n: Names, g: Group) -> Said:
    e = g.lead
    text = f"{does(formation(n, e.actor), 'beats')} {formation(n, e.other)}"
    return Said(text, 1, (115,), units((), (e.actor, e.other)))


def drawn(n: Names, g: Group) -> Said:
    e = g.lead
    text = f"{formation(n, e.actor)} and {formation(n, e.other)} draw: another round at once"
    return Said(text, 1, (R + 61,), units((), (e.actor, e.other)))


# Regrouping and the wounded


def regroups(n: Names, g: Group) -> Said:
    e, taken = g.lead, g.who(Ev.JOINS)
    whom = f" and {agree(formation(n, e.actor), 'takes')} in {figures(n, taken) if taken else men(e.a)}"
    return Said(
        does(formation(n, e.actor), "regroups") + (whom if e.a else ""),
        1,
        (R + 63,),
        units(taken, [e.actor]),
    )


def joins(n: Names, g: Group) -> Said:
    some = g.who(Ev.JOINS)
    text = f"{they(n, some, 'joins')} {formation(n, g.lead.other)}"
    return Said(text, 1, (R + 65,) if g.lead.rule == 127 else (R + 63,), units(some, [g.lead.other]))


def mending(n: Names, g: Group) -> Said:
    """A die for each of the wounded, and what became of them."""
    e = g.lead
    parts = mended(n, g)
    who = "1 wounded man rolls" if e.a == 1 else f"{e.a} wounded men roll"
    text = f"{who} {shown(g.faces())}" + (f": {'; '.join(parts)}" if parts else "")
    rules = (R + 63,) if e.rule == 117 else (R + 68,)
    return Said(text, 1, rules, units(g.who(Ev.MENDS, Ev.STAYS_WOUNDED, Ev.LOST) or [e.actor]))


def mended(n: Names, g: Group) -> list[str]:
    words = ((Ev.MENDS, "is restored"), (Ev.STAYS_WOUNDED, "stays wounded"), (Ev.LOST, "is sent to the rear"))
    return [they(n, g.who(kind), verb) for kind, verb in words if g.of(kind)]


def mends(n: Names, g: Group) -> Said:
    """One of the wounded by himself."""
    e = g.lead
    return Said(f"rolls {e.a}: {mended(n, g)[0]}", 1, (), units([e.actor]), (int(e.a),))


# Stragglers


def group_does(n: Names, e: Event, verb: str, after: str = "", rules: Rules = ()) -> Said:
    """A group of whom the first man is known."""
    verb = agree("men and dogs", verb) if e.a > 1 else verb
    return Said(f"{several(n, int(e.actor), int(e.a))} {verb}{after}", 1, rules, units([e.actor]))


def scurries(n: Names, g: Group) -> Said:
    e = g.lead
    way = f" {WINDS[int(e.b) % len(WINDS)]}, {'up to ' if e.a > 1 else ''}{inches(e.d)}"
    return group_does(n, e, "scurries", way, (R + 64,))


def attacks(n: Names, g: Group) -> Said:
    e = g.lead
    text = f"{figure(n, e.actor)} attacks {figure(n, e.other)} hand to hand"
    tests = g.of(Ev.MAN_TESTS)
    if tests:
        text += f": {duel(n, g)}"
    return Said(text, 1, (R + 66,), units([e.actor, e.other]), tuple(int(x.a) for x in tests))


def skirmishes(n: Names, g: Group) -> Said:
    e = g.lead
    end = "both fall back" if e.a else "one of them is down"
    text = f"{figure(n, e.actor)} and {figure(n, e.other)} have fought: {end}"
    return Said(text, 1, (), units([e.actor, e.other]))


def bails(n: Names, g: Group) -> Said:
    e, fallen = g.lead, g.who(Ev.LOST)
    owed = "nobody is lost" if e.b == 0 else "1 man is lost" if e.b == 1 else f"{e.b} men are lost"
    end = f"{they(n, fallen, 'is')} lost" if fallen else owed
    said = group_does(n, e, "bails", f" to the rear, {shown(g.faces())}: {end}", (135, R + 67))
    return Said(said.text, 1, said.rules, units([e.actor, *fallen]))


def gathers(n: Names, g: Group) -> Said:
    return group_does(n, g.lead, "gathers", "", (R + 68,))


def takes_cover(n: Names, g: Group) -> Said:
    return gone(n, g, "slips", " into cover", rules=(R + 68,))


def called(n: Names, g: Group) -> Said:
    e = g.lead
    text = f"{commander(n, e.actor)} calls {count(e.a, 'straggler')} to him"
    return Said(text, 1, (R + 14,), units([officer(e.actor)]))


def comes(n: Names, g: Group) -> Said:
    said = gone(n, g, "comes")
    to = f" to {commander(n, g.lead.other)}" if g.lead.other >= 0 else ""
    return Said(said.text + to, 1, (26,), said.units)


def not_rallied(n: Names, g: Group) -> Said:
    some = g.who(Ev.NOT_RALLIED)
    return Said(f"{they(n, some, 'does')} not come", 1, (), units(some))


# The end


def held(n: Names, g: Group) -> Said:
    e = g.lead
    who = side(e.actor) if e.actor >= 0 else "nobody"
    return Said(f"{who} holds {objective(n, e.other)} ({count(e.a, 'point')})")


def score(n: Names, g: Group) -> Said:
    return Said(f"{side(g.lead.actor)} has {count(g.lead.a, 'point')}")


def broken(n: Names, g: Group) -> Said:
    e = g.lead
    return Said(f"{side(e.actor)} breaks: {e.a} of {e.b} men left", 0)


def over(n: Names, g: Group) -> Said:
    e = g.lead
    verdict = "drawn" if e.actor == 2 else f"{ARMIES[e.actor]}'s"
    return Said(f"The battle is {verdict}: Blue {e.a}, Red {e.b}", 0)


TELLERS: dict[Ev, Teller] = {
    Ev.TURN: turn,
    Ev.INITIATIVE: initiative,
    Ev.COMMANDS: commands,
    Ev.COMMANDER_MOVED: commander_moved,
    Ev.DASHED: dashed,
    Ev.SNIPED_AT: sniped_at,
    Ev.UNIT_ACTIVATED: unit_activated,
    Ev.MOVED: moved,
    Ev.WHEELED: wheeled,
    Ev.TURNED: turned,
    Ev.MERGED: merged,
    Ev.FORMED: formed,
    Ev.SPLIT: split,
    Ev.STRAGGLES: straggles,
    Ev.BROKEN_UP: broken_up,
    Ev.DISPERSED: dispersed,
    Ev.REPOSITIONED: repositioned,
    Ev.CLOSED_UP: closed_up,
    Ev.WOUNDED_ROLL: wounded_roll,
    Ev.LEFT_BEHIND: left_behind,
    Ev.FIRES: fires,
    Ev.SHOT: fire_sum,
    Ev.FIRE_SUM: fire_sum,
    Ev.POINTS: fire_sum,
    Ev.PRICE: fire_sum,
    Ev.HIT: hit,
    Ev.RECOILS: recoils,
    Ev.WOUNDED: wounded,
    Ev.LOST: lost,
    Ev.TESTS: tests,
    Ev.GIVES_GROUND: gives_ground,
    Ev.HOLDS: holds,
    Ev.RALLIES: rallies,
    Ev.ASSAULTS: assaults,
    Ev.NERVE: nerve,
    Ev.STAYS: stays,
    Ev.WITHDRAWS: withdraws,
    Ev.DESERTERS: deserters,
    Ev.ADVANCES: advances,
    Ev.FALLS_SHORT: falls_short,
    Ev.MAN_TESTS: man_tests,
    Ev.STANDS: stands,
    Ev.MELEE: melee,
    Ev.COMBAT: combat,
    Ev.COMBAT_SUM: combat_sum,
    Ev.STRIKES: strikes,
    Ev.WON: won,
    Ev.DRAW: drawn,
    Ev.REGROUPS: regroups,
    Ev.MENDS: mends,
    Ev.STAYS_WOUNDED: mends,
    Ev.JOINS: joins,
    Ev.SCURRIES: scurries,
    Ev.ATTACKS: attacks,
    Ev.FALLS_BACK: falls_back,
    Ev.BAILS: bails,
    Ev.GATHERS: gathers,
    Ev.TAKES_COVER: takes_cover,
    Ev.CALLED: called,
    Ev.COMES: comes,
    Ev.NOT_RALLIED: not_rallied,
    Ev.SUCCEEDS: succeeds,
    Ev.OBJECTIVE: held,
    Ev.SCORE: score,
    Ev.BROKEN: broken,
    Ev.OVER: over,
    Ev.LED: led,
    Ev.RANGE: range_,
    Ev.SKIRMISHES: skirmishes,
    Ev.MENDING: mending,
}


def told(n: Names, g: Group) -> Line:
    """A group in words, with the rules of all its events."""
    kind = Ev(g.lead.kind)
    said = TELLERS[kind](n, g)
    text = said.text[:1].upper() + said.text[1:]
    rules = (*(int(e.rule) for e in g.events), *said.rules)
    dice = g.faces() if said.dice is None else said.dice
    whole = replace(said, text=text, rules=rules, dice=dice)
    return chronicle.line(whole, kind.name.lower(), g.lead, chronicle.catalogue(FOLDER / "rules.md"))


def tell(names: Names, events: Iterable[Event]) -> list[Line]:
    """What happened, in words, each ruling with its rules."""
    return [told(names, g) for g in groups(names, events)]


# How it ended


def outcome(b: Battle) -> Outcome | None:
    """How the battle ended, if it has."""
    if b.winner < 0:
        return None
    winner = ("blue", "red", "draw")[b.winner]
    return Outcome(winner, reason(b), (b.points[0], b.points[1]))


def reason(b: Battle) -> str:
    """Why it ended and what decided it."""
    gone = [s for s in range(2) if is_broken(b, s)]
    points = f"Blue {count(b.points[0], 'point')}, Red {b.points[1]}"
    if gone:
        left = listed([f"{ARMIES[s]} broke: {men_left(b, s)} of {men(b.men_of[s])} left" for s in gone])
        return f"{left}; {points}"
    end = "decisive" if is_decisive(b) else "a narrow win"
    if b.points[0] == b.points[1]:
        end = "a draw"
    return f"after {count(b.turn, 'turn')}: {points}, {end}"


def losses(b: Battle) -> tuple[int, int]:
    """The figures each side has lost so far: men and commanders."""
    return men_lost(b, 0) + commanders_lost(b, 0), men_lost(b, 1) + commanders_lost(b, 1)
