"""Splitting combats into fights: who is in, who faces whom."""

from __future__ import annotations

from .decide import decide
from .fighting import may_join
from .links import (
    comes_first,
    is_fighting_side,
    is_linked,
    next_rival,
    note_engaged,
    touching_length,
    would_duel,
)
from .state import FOES, NOBODY, AskKind, Battle, Fight

ONLY = -2  # strip.fight of those whose group has been looked at, while the fights are split
OTHERS = -3


def split_fights(b: Battle) -> None:
    """Heroic combats are paired first, then each linked group is split [FW-143, FW-144, FW-R69, FW-R80].

    Fills b.fights and b.n_fights, strip.fight and strip.attacked; asks FIGHT (a tie) and DUEL."""
    b.n_fights = 0
    for i in range(b.n_strips):
        b.strips[i].fight = NOBODY
    if not note_engaged(b):
        end_duels(b)
        return
    pair_duels(b)
    choose_singles(b)
    join_the_longest(b)
    join_by_choice(b)
    find_opponents(b)
    close_list(b)


# Heroic combats


def pair_duels(b: Battle) -> None:
    """Those who fought go on; then those with one rival; then who has several picks one [FW-176, FW-R80, FW-R83]."""
    end_duels(b)
    for i in range(b.n_strips):
        if b.strips[i].duel > i:
            open_duel(b, i, b.strips[i].duel)
    pair_the_plain(b)
    while True:
        i = first_with_rivals(b)
        if i < 0:
            break
        j = next_rival(b, i, 0)
        if next_rival(b, i, j + 1) >= 0:
            j = decide(b, AskKind.DUEL, b.strips[i].side, i, j).other
        pair(b, i, j)
        pair_the_plain(b)


def end_duels(b: Battle) -> None:
    """Those who cannot go on."""
    for i in range(b.n_strips):
        if b.strips[i].duel >= 0 and not goes_on(b, i):
            end_duel(b, i)


def goes_on(b: Battle, i: int) -> bool:
    """Is his rival still there, in touch, and his?"""
    j = b.strips[i].duel
    if b.strips[i].formation < 0 or b.strips[j].formation < 0 or b.strips[j].duel != i:
        return False
    b.strips[i].duel = NOBODY
    b.strips[j].duel = NOBODY
    same = would_duel(b, i, j) and is_linked(b, i, j)
    b.strips[i].duel = j
    b.strips[j].duel = i
    return same


def end_duel(b: Battle, i: int) -> None:
    """The heroic combat is over, and what was tossed in it."""
    j = b.strips[i].duel
    b.strips[i].duel = NOBODY
    b.strips[i].toss_wins = 0
    if j >= 0 and b.strips[j].duel == i:
        end_duel_of_other(b, j)


def end_duel_of_other(b: Battle, j: int) -> None:
    b.strips[j].duel = NOBODY
    b.strips[j].toss_wins = 0


def pair_the_plain(b: Battle) -> None:
    """Two who have nobody else to fight a heroic combat with are paired."""
    for i in range(b.n_strips):
        j = next_rival(b, i, 0)
        if j >= 0 and next_rival(b, i, j + 1) < 0:
            other = next_rival(b, j, 0)
            if next_rival(b, j, other + 1) < 0:
                pair(b, i, j)


def first_with_rivals(b: Battle) -> int:
    """The first who has several to choose from, Side 1 before Side 2; or nobody [FW-R16]."""
    for k in range(2):
        side = b.first if k == 0 else 1 - b.first
        for i in range(b.n_strips):
            if b.strips[i].side == side:
                j = next_rival(b, i, 0)
                if j >= 0 and next_rival(b, i, j + 1) >= 0:
                    return i
    return NOBODY


def pair(b: Battle, i: int, j: int) -> None:
    """A new heroic combat."""
    b.strips[i].duel = j
    b.strips[j].duel = i
    b.strips[i].toss_wins = 0
    b.strips[j].toss_wins = 0
    open_duel(b, i, j)


def open_duel(b: Battle, i: int, j: int) -> None:
    """Side 1's is the single strip [FW-R16]."""
    if b.strips[i].side == b.first:
        k = open_fight(b, i)
        add_foe(b, k, j)
    else:
        k = open_fight(b, j)
        add_foe(b, k, i)
    b.fights[k].heroic = True


# The list of fights


def open_fight(b: Battle, i: int) -> int:
    """A fight of strip i against nobody yet; its number."""
    k = b.n_fights
    b.n_fights += 1
    fight = b.fights[k]
    fight.single = i
    fight.n = 0
    fight.heroic = False
    fight.lead = NOBODY
    fight.margin = 0
    b.strips[i].fight = k
    return k


def add_foe(b: Battle, k: int, j: int) -> None:
    """One more of the many; they are kept in the order of dice [FW-R16]."""
    fight = b.fights[k]
    if fight.n >= FOES:
        return
    at = fight.n
    while at > 0 and comes_first(b, j, fight.foes[at - 1]):
        fight.foes[at] = fight.foes[at - 1]
        at -= 1
    fight.foes[at] = j
    fight.n += 1
    b.strips[j].fight = k


def take_foe(b: Battle, j: int) -> None:
    """One of the many leaves a fight."""
    fight = b.fights[b.strips[j].fight]
    at = 0
    for k in range(fight.n):
        if fight.foes[k] != j:
            fight.foes[at] = fight.foes[k]
            at += 1
    fight.n = at
    b.strips[j].fight = NOBODY


# Linked groups


def choose_singles(b: Battle) -> None:
    """In each linked group the side with fewer strips, or Side 1, supplies the single ones [FW-R69]."""
    for f in range(b.n_formations):
        u = b.formations[f]
        for m in range(u.n):
            i = u.members[m]
            if is_fighting_side(b, i, b.first) and b.strips[i].fight == NOBODY and has_link(b, i):
                split_group(b, i)


def has_link(b: Battle, i: int) -> bool:
    for j in range(b.n_strips):
        if b.strips[j].engaged and is_linked(b, i, j):
            return True
    return False


def split_group(b: Battle, start: int) -> None:
    """The group of one strip: all that are linked to it, and to those [FW-R69]."""
    b.strips[start].fight = ONLY
    first, second = spread(b)
    side = b.first if first <= second else 1 - b.first
    for f in range(b.n_formations):
        u = b.formations[f]
        for m in range(u.n):
            s = b.strips[u.members[m]]
            if s.fight == ONLY:
                s.fight = OTHERS
                if s.side == side:
                    open_fight(b, u.members[m])


def spread(b: Battle) -> tuple[int, int]:
    """Mark all that hang together with those marked; how many they are of Side 1 and of Side 2."""
    more = True
    while more:
        more = False
        for i in range(b.n_strips):
            if b.strips[i].fight == ONLY:
                for j in range(b.n_strips):
                    if b.strips[j].fight == NOBODY and b.strips[j].engaged and is_linked(b, i, j):
                        b.strips[j].fight = ONLY
                        more = True
    first = 0
    second = 0
    for i in range(b.n_strips):
        if b.strips[i].fight == ONLY:
            if b.strips[i].side == b.first:
                first += 1
            else:
                second += 1
    return first, second


# Who joins whom


def fights_open_to(b: Battle, i: int) -> tuple[int, int]:
    """How many fights strip i may join, and the first of them [FW-R69]."""
    n = 0
    found = NOBODY
    for k in range(b.n_fights):
        if may_join(b, i, k):
            n += 1
            if found < 0:
                found = k
    return n, found


def longest_single(b: Battle, i: int) -> int:
    """The fight whose single strip it touches plainly longest, or nobody if two are alike."""
    best = NOBODY
    long = 0.0
    for k in range(b.n_fights):
        here = length_in_fight(b, i, k)
        if here > long + b.rules.tolerance:
            best = k
        elif best >= 0 and here >= long - b.rules.tolerance:
            best = NOBODY
        long = max(long, here)
    return best


def length_in_fight(b: Battle, i: int, k: int) -> float:
    """How long it touches the single strip of a fight that it is linked to."""
    fight = b.fights[k]
    if fight.heroic or not is_linked(b, i, fight.single):
        return 0.0
    return touching_length(b, i, fight.single)


def join_the_longest(b: Battle) -> None:
    """Every strip of the many joins the single one that it touches longest [FW-R69]."""
    for k in range(2):
        side = b.first if k == 0 else 1 - b.first
        for f in range(b.n_formations):
            u = b.formations[f]
            for m in range(u.n):
                i = u.members[m]
                if b.strips[i].fight == OTHERS and b.strips[i].side == side:
                    fight = longest_single(b, i)
                    if fight >= 0:
                        add_foe(b, fight, i)


def join_by_choice(b: Battle) -> None:
    """Those who touch two as long join the one with fewest against it; else as their owner likes [FW-R69]."""
    for k in range(2):
        side = b.first if k == 0 else 1 - b.first
        for f in range(b.n_formations):
            u = b.formations[f]
            for m in range(u.n):
                i = u.members[m]
                if b.strips[i].fight == OTHERS and b.strips[i].side == side:
                    choose_fight(b, i)


def choose_fight(b: Battle, i: int) -> None:
    n, k = fights_open_to(b, i)
    if n > 1:
        other = decide(b, AskKind.FIGHT, b.strips[i].side, i, b.fights[k].single).other
        k = b.strips[other].fight
    if k >= 0:
        add_foe(b, k, i)


# Nobody is left over


def find_opponents(b: Battle) -> None:
    """A single strip without an opponent takes one from a fight that has two or more [FW-R69]."""
    for k in range(b.n_fights):
        if b.fights[k].n == 0:
            j = spare_foe(b, b.fights[k].single, k)
            if j >= 0:
                take_foe(b, j)
                add_foe(b, k, j)
            else:
                join_own_side(b, k)


def spare_foe(b: Battle, i: int, k: int) -> int:
    """Of those linked to strip i that are not alone in their fight, the one it touches longest; or nobody."""
    best = NOBODY
    long = 0.0
    for j in range(b.n_strips):
        m = b.strips[j].fight
        if m >= 0 and m != k and b.fights[m].n > 1 and b.fights[m].single != j and is_linked(b, i, j):
            here = touching_length(b, i, j)
            if here > long + b.rules.tolerance:
                long = here
                best = j
    return best


def join_own_side(b: Battle, k: int) -> None:
    """No foe can be spared: it joins its comrade's fight, in which the foe is then the single one [FW-143, FW-R69]."""
    i = b.fights[k].single
    b.strips[i].fight = NOBODY
    b.fights[k].single = NOBODY
    for j in range(b.n_strips):
        m = b.strips[j].fight
        if m >= 0 and b.strips[i].fight == NOBODY and is_linked(b, i, j):
            if b.fights[m].single != j:
                turn_round(b, m)
            add_foe(b, m, i)


def turn_round(b: Battle, k: int) -> None:
    """A fight of one against one, told from the other side."""
    fight = b.fights[k]
    single = fight.single
    fight.single = fight.foes[0]
    fight.foes[0] = single


def close_list(b: Battle) -> None:
    """Fights that came to nothing go; who fights is marked."""
    at = 0
    for k in range(b.n_fights):
        if b.fights[k].n > 0 and b.fights[k].single >= 0:
            if at != k:
                copy_fight(b.fights[at], b.fights[k])
            at += 1
    b.n_fights = at
    for i in range(b.n_strips):
        b.strips[i].fight = NOBODY
    for k in range(b.n_fights):
        mark_fight(b, k)


def copy_fight(to: Fight, of: Fight) -> None:
    to.single = of.single
    to.n = of.n
    to.heroic = of.heroic
    to.lead = of.lead
    to.margin = of.margin
    for k in range(of.n):
        to.foes[k] = of.foes[k]


def mark_fight(b: Battle, k: int) -> None:
    """All in it have been attacked this turn [FW-071]."""
    fight = b.fights[k]
    b.strips[fight.single].fight = k
    b.strips[fight.single].attacked = True
    for m in range(fight.n):
        b.strips[fight.foes[m]].fight = k
        b.strips[fight.foes[m]].attacked = True
