"""Melee: the dice, and what the winner does."""

from __future__ import annotations

from ...battle import emit
from ...dice import die
from .decide import decide
from .fighting import factors, margin_needed, may_strike, odds, sum_of_factors
from .hits import take_hit
from .state import NOBODY, AskKind, Battle, Ev, Fight, MixedSide, R


def fight_all(b: Battle) -> None:
    """Every ordinary fight is rolled once; asks LEAD and VICTIM [FW-145, FW-169, FW-170, FW-171, FW-172, FW-R12, FW-R16].

    Losses are taken with hits.take_hit; the sequence deals them when all have rolled."""
    for f in range(b.n_formations):
        u = b.formations[f]
        for m in range(u.n):
            k = b.strips[u.members[m]].fight
            if k >= 0 and not b.fights[k].heroic and first_to_roll(b, b.fights[k]) == u.members[m]:
                fight_one(b, k)


def first_to_roll(b: Battle, fight: Fight) -> int:
    """The first of Side 1's strips in a fight [FW-R16]."""
    if b.strips[fight.single].side == b.first:
        return fight.single
    return fight.foes[0]


def fight_one(b: Battle, k: int) -> None:
    """A die a side, and the factors; the higher wins [FW-145, FW-R79]."""
    fight = b.fights[k]
    fight.lead = lead_of(b, k)
    emit(b.log, Ev.FIGHT, 143, fight.single, fight.lead, fight.n, k, 0.0)
    if b.strips[fight.single].side == b.first:
        mine = score(b, fight.single, fight.lead, odds(b, fight))
        theirs = score(b, fight.lead, fight.single, 1)
    else:
        theirs = score(b, fight.lead, fight.single, 1)
        mine = score(b, fight.single, fight.lead, odds(b, fight))
    fight.margin = mine - theirs
    if fight.margin == 0:
        emit(b.log, Ev.DRAWN, R + 79, fight.single, fight.lead, 0, 0, 0.0)
    elif fight.margin > 0:
        strike_one(b, k)
    else:
        strike(b, fight.lead, fight.single, -fight.margin)


def score(b: Battle, i: int, j: int, against: int) -> int:
    """One side's die, with its factors [FW-145]."""
    total = factors(b, i, j, against)
    face = die(b.dice)
    emit(b.log, Ev.ROLL, 145, i, j, face, total + face, 0.0)
    return total + face


# Who leads


def lead_of(b: Battle, k: int) -> int:
    """The strip whose factors count for the many: its owner's choice, or by option the worst [FW-R70]."""
    fight = b.fights[k]
    if are_alike(b, fight):
        return fight.foes[0]
    if b.options.mixed_side == MixedSide.WORST_STRIP:
        return worst_of(b, fight)
    return decide(b, AskKind.LEAD, b.strips[fight.foes[0]].side, k, fight.single).other


def are_alike(b: Battle, fight: Fight) -> bool:
    """Does it make no difference who leads?"""
    first = fight.foes[0]
    own = sum_of_factors(b, first, fight.single, 1)
    for m in range(1, fight.n):
        j = fight.foes[m]
        if sum_of_factors(b, j, fight.single, 1) != own or edge_over(b, fight, j) != edge_over(
            b, fight, first
        ):
            return False
    return True


def edge_over(b: Battle, fight: Fight, j: int) -> int:
    """What the many have over the single strip when j leads them."""
    return sum_of_factors(b, j, fight.single, 1) - sum_of_factors(b, fight.single, j, odds(b, fight))


def worst_of(b: Battle, fight: Fight) -> int:
    """The strip with which they have least over the single one [FW-R70]."""
    worst = fight.foes[0]
    for m in range(1, fight.n):
        if edge_over(b, fight, fight.foes[m]) < edge_over(b, fight, worst):
            worst = fight.foes[m]
    return worst


# What the winner does


def strike(b: Battle, i: int, j: int, margin: int) -> None:
    """A win by the loser's margin kills or hits it; by less it does nothing [FW-162, FW-169, FW-173]."""
    needed = margin_needed(b, j)
    if margin < needed:
        emit(b.log, Ev.NO_EFFECT, 169, i, j, margin, needed, 0.0)
        return
    emit(b.log, Ev.WON, rule_of_margin(b, j), i, j, margin, needed, 0.0)
    take_hit(b, j, 1)


def rule_of_margin(b: Battle, j: int) -> int:
    """The line of the table of margins."""
    needed = margin_needed(b, j)
    many_hits = b.rules.hits[b.strips[j].fights] > 1
    if needed <= 1:
        return 162
    if needed == 2:
        return 164 if many_hits else 163
    if needed == 3:
        return 166 if many_hits else 165
    return 168 if many_hits else 167


def strike_one(b: Battle, k: int) -> None:
    """The single strip kills or hits one of the many, whichever it likes of those beside it [FW-170, FW-171]."""
    fight = b.fights[k]
    margin = fight.margin
    n = 0
    victim = NOBODY
    for m in range(fight.n):
        if may_strike(b, k, fight.foes[m], margin):
            n += 1
            if victim < 0:
                victim = fight.foes[m]
    if victim < 0:
        victim = softest(b, fight)
    if n > 1:
        victim = decide(b, AskKind.VICTIM, b.strips[fight.single].side, fight.single, k).other
    strike(b, fight.single, victim, margin)


def softest(b: Battle, fight: Fight) -> int:
    """The one of the many that needs the smallest margin."""
    best = fight.foes[0]
    for m in range(1, fight.n):
        if margin_needed(b, fight.foes[m]) < margin_needed(b, best):
            best = fight.foes[m]
    return best
