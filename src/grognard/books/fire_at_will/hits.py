"""Hits and losses: one tally for shooting, melee and magic; the dead go at the end of a step [FW-R12, FW-R50]."""

from __future__ import annotations

from ...battle import emit
from .charms import forget_formation, is_unharmable
from .houses import man_sides
from .places import close_files, close_up, dress, enrol, follow, strike_off
from .sight import formation_sees
from .state import NOBODY, Battle, Ev, Lost, No, R, Strip, Trigger
from .strips import bears, is_character, is_garrison, strips_of


def take_hit(b: Battle, i: int, n: int) -> None:
    """A strip takes hits; they are dealt when the step ends [FW-R12]."""
    b.strips[i].hits += n


def doom(b: Battle, i: int, lost: int) -> None:
    """A strip is to go outright when the step ends, however many hits it bears."""
    b.strips[i].doomed = lost


def deal(b: Battle, lost: int, rule: int) -> None:
    """The end of a step: wounds are marked, the dead go, those left close up [FW-113, FW-117, FW-R09, FW-R50]."""
    thinned = 0  # the formations that have lost somebody, a set
    for i in range(b.n_strips):
        s = b.strips[i]
        if s.hits > 0 or s.doomed != Lost.NO:
            f = s.formation
            deal_to(b, i, lost, rule)
            if f >= 0 and s.formation != f:
                thinned |= 1 << f
    for f in range(b.n_formations):
        u = b.formations[f]
        if is_garrison(u) or u.loose > 0:
            thinned |= 1 << f  # nor are they always in their places
        if strips_of(u) > 0 and (thinned >> f) % 2 == 1:
            dress(b, f)  # all step up before anybody closes up
    for f in range(b.n_formations):
        if (thinned >> f) % 2 == 1 and b.formations[f].n > 0:
            settle_formation(b, f)
        else:
            close_files(b, f)


def deal_to(b: Battle, i: int, lost: int, rule: int) -> None:
    """Its hits are added to its wounds; the last that it bears kills it [FW-114, FW-115, FW-116, FW-117]."""
    s = b.strips[i]
    hits = s.hits
    doomed = s.doomed
    s.hits = 0
    s.doomed = Lost.NO
    if s.lost != Lost.NO:
        return
    if is_unharmable(b, i):
        emit(b.log, Ev.UNHARMED, 92, i, s.formation, 0, 0, 0.0)
        return
    s.wounds += hits
    if doomed != Lost.NO:
        remove_strip(b, i, doomed, rule)
    elif s.wounds >= bears(b, s):
        remove_strip(b, i, lost, rule)
    else:
        note_wound(b, i)


def note_wound(b: Battle, i: int) -> None:
    """A hit that does not kill is no casualty, but by option a cause to test [FW-117, FW-R56]."""
    s = b.strips[i]
    emit(b.log, Ev.WOUNDED, 117, i, s.formation, s.wounds, bears(b, s), 0.0)
    if b.options.wound_triggers_morale == No.TRUE:
        b.formations[s.formation].test_due |= Trigger.WOUND


def remove_strip(b: Battle, i: int, lost: int, rule: int) -> None:
    """A strip is lost: a casualty of its formation; of a character, friends in sight take note [FW-R56, FW-R57]."""
    s = b.strips[i]
    f = s.formation
    emit(b.log, Ev.KILLED, rule, i, f, lost, 0, 0.0)
    if is_character(s):
        mourn(b, s)
        b.formations[f].test_due |= Trigger.CHARACTER
    else:
        b.formations[f].casualties += 1
        b.formations[f].test_due |= Trigger.CASUALTY
    s.lost = lost
    strike_off(b, i)
    if b.formations[f].n == 0:
        forget_formation(b, f)


def mourn(b: Battle, s: Strip) -> None:
    """Every friendly formation that sees a hero or leader fall counts him [FW-127, FW-R57]."""
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side == s.side and (g == s.formation or formation_sees(b, g, s.formation)):
            v.heroes_lost += 1


def settle_formation(b: Battle, f: int) -> None:
    """Those left step up and close up; a character who is the last carries on alone [FW-R09, FW-R85]."""
    u = b.formations[f]
    if u.character >= 0 and strips_of(u) == 0:
        leave_alone(b, u.character)
        forget_formation(b, f)
    else:
        close_up(b, f)


def leave_alone(b: Battle, i: int) -> None:
    """A character goes on by himself, where he stands, in the formation that is his own [FW-R06, FW-R85]."""
    s = b.strips[i]
    f = s.formation
    strike_off(b, i)
    g = s.home
    take_over(b, f, g)
    enrol(b, i, g)
    follow(b, g)
    if b.formations[f].building >= 0:
        man_sides(b, g, b.formations[f].building, 1)
        b.formations[f].building = NOBODY
    emit(b.log, Ev.ALONE, R + 85, i, f, 0, 0, 0.0)


def take_over(b: Battle, f: int, g: int) -> None:
    """What bound the formation he was with binds him still."""
    u = b.formations[f]
    v = b.formations[g]
    v.side = u.side
    v.nerve = u.nerve
    v.routed_by = u.routed_by
    v.moved = u.moved
    v.done = u.done
    v.began = u.began
    v.spent = u.spent
    v.share = 1.0
    v.charging = u.charging
    v.charge_target = u.charge_target
    v.charge_edge = u.charge_edge
    v.melee_since = u.melee_since
    v.test_due = 0
    v.casualties = 0
    v.heroes_lost = u.heroes_lost
    v.building = NOBODY
    v.hidden = False
    v.character = NOBODY
    v.wall = NOBODY
    v.seen = u.seen
