"""Heroic combat: heroes against heroes, dragons and giants, by coins."""

from __future__ import annotations

from ...battle import emit
from ...dice import die
from ...values import Order
from .charms import forget_formation
from .fights import end_duel
from .fleeing import posted_there, set_free, way_long
from .hits import deal, doom, take_hit
from .places import dress, enrol, put, strike_off
from .state import Battle, Deed, Ev, HeroicTosses, Lost, Posted, R
from .strips import bears


def duel_all(b: Battle) -> None:
    """Every heroic combat, before the other fights [FW-174, FW-177, FW-R16, FW-R82, FW-R83]."""
    for f in range(b.n_formations):
        u = b.formations[f]
        for m in range(u.n):
            i = u.members[m]
            k = b.strips[i].fight
            if k >= 0 and b.fights[k].heroic and b.fights[k].single == i:
                duel(b, i, b.strips[i].duel)


def duel(b: Battle, i: int, j: int) -> None:
    """Side 1's i against j: up to three tosses, whoever first has two scores a hit [FW-177, FW-R82].

    By option there is one toss a turn, and the score is kept."""
    emit(b.log, Ev.DUEL, 174, i, j, 0, 0, 0.0)
    tosses = b.rules.tosses
    if b.options.heroic_tosses == HeroicTosses.ONE_TOSS_PER_TURN:
        tosses = 1
    else:
        b.strips[i].toss_wins = 0
        b.strips[j].toss_wins = 0
    for _ in range(tosses):
        if die(b.dice, 2) == 1:
            win_toss(b, i, j)
        else:
            win_toss(b, j, i)
        if b.strips[i].toss_wins == b.rules.toss_wins or b.strips[j].toss_wins == b.rules.toss_wins:
            break
    if b.strips[i].toss_wins == b.rules.toss_wins:
        score_hit(b, i, j)
    elif b.strips[j].toss_wins == b.rules.toss_wins:
        score_hit(b, j, i)


def win_toss(b: Battle, i: int, j: int) -> None:
    """A fair coin: heads is Side 1's [FW-R82]."""
    b.strips[i].toss_wins += 1
    emit(b.log, Ev.TOSS, 177, i, j, b.strips[i].toss_wins, b.strips[j].toss_wins, 0.0)


def score_hit(b: Battle, i: int, j: int) -> None:
    """The winner of the tosses scores one hit; they begin again [FW-177, FW-R83]."""
    t = b.strips[j]
    b.strips[i].toss_wins = 0
    t.toss_wins = 0
    emit(b.log, Ev.DUEL_HIT, 177, i, j, 0, 0, 0.0)
    take_hit(b, j, 1)
    if t.wounds + t.hits >= bears(b, t):
        doom(b, j, Lost.DUEL)


# Running from it


def flee(b: Battle, o: Order) -> None:
    """He takes the hit, then runs if he lives [FW-178, FW-R84]."""
    i = o.actor
    s = b.strips[i]
    emit(b.log, Ev.FLED_DUEL, 178, i, s.duel, 0, 0, way_long(b, o))
    end_duel(b, i)
    take_hit(b, i, b.rules.break_off_hits)
    deal(b, Lost.BROKE_OFF, 178)
    if s.formation < 0:
        return
    if o.other == s.formation:
        s.posted = Posted.BEHIND
        dress(b, s.formation)
        s.deed = Deed.LEFT
    elif o.other >= 0:
        mingle(b, i, o)
    else:
        run(b, i, o)


def run(b: Battle, i: int, o: Order) -> None:
    """Away, alone [FW-178]."""
    s = b.strips[i]
    if b.formations[s.formation].character == i:
        set_free(b, i)
    put(b, s.formation, o.x, o.y, o.fx, o.fy)
    s.deed = Deed.LEFT
    u = b.formations[s.formation]
    u.moved = True
    u.began = True
    u.done = True
    u.melee_since = 0
    u.charging = False


def mingle(b: Battle, i: int, o: Order) -> None:
    """Back among friends: he joins them [FW-178, FW-R84]."""
    s = b.strips[i]
    f = s.formation
    strike_off(b, i)
    if b.formations[f].n == 0:
        forget_formation(b, f)
    enrol(b, i, o.other)
    b.formations[o.other].character = i
    s.posted = posted_there(o.how)
    s.deed = Deed.JOINED
    dress(b, o.other)
    emit(b.log, Ev.JOINED, R + 84, i, o.other, 0, 0, 0.0)
