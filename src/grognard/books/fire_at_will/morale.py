"""Morale: the tests, when they are taken, and what comes of them."""

from __future__ import annotations

from ...battle import emit, emit_roll
from ...dice import highest
from .nerves import exempt, free_the_exempt, modifiers, note_surprises
from .rout import face_about, rout, run_on
from .sight import reveal_seen
from .state import NOBODY, Battle, Check, Ev, Formation, MoraleTests, Nerve, No
from .strips import is_running


def checkpoint(b: Battle, check: int) -> None:
    """Those who have cause test, Side 1 first, by their numbers; who fails runs [FW-122, FW-123, FW-R16, FW-R54]."""
    reveal_seen(b)
    free_the_exempt(b)
    if check == Check.AFTER_MOVES:
        note_surprises(b)
    if b.options.morale_tests == MoraleTests.ONCE_PER_TURN and check != Check.AFTER_MELEE:
        return
    for k in range(2):
        side = b.first if k == 0 else 1 - b.first
        for f in range(b.n_formations):
            if b.formations[f].n > 0 and b.formations[f].side == side:
                settle_due(b, f, check)


def settle_due(b: Battle, f: int, check: int) -> None:
    """One test for all causes since the last; who runs already tests when he may stop [FW-124, FW-R54, FW-R55, FW-R56]."""
    u = b.formations[f]
    due = u.test_due
    u.test_due = 0
    if due != 0 and not exempt(b, f) and not is_running(u):
        bear(b, f, take_test(b, f, check), check)


# One test


def take_test(b: Battle, f: int, check: int) -> int:
    """Roll, add the factors; the score [FW-126, FW-138]."""
    b.check = check
    emit(b.log, Ev.TESTS, rule_of(check), f, NOBODY, check, 0, 0.0)
    added = modifiers(b, f)
    roll = highest(b.dice, 1)
    emit_roll(b.log, b.dice, Ev.MORALE, 126, f, NOBODY, roll, roll + added)
    return roll + added


def rule_of(check: int) -> int:
    """Why it tests [FW-122, FW-125, FW-140, FW-141]."""
    if check == Check.TO_STOP:
        return 141
    if check == Check.TO_ADVANCE:
        return 140
    return 125 if check == Check.CHOSEN else 122


def passes(b: Battle, score: int) -> bool:
    """[FW-139, FW-R63]"""
    return score >= b.rules.calm_at


def breaks(b: Battle, score: int) -> bool:
    """Under 0; by option at 0 too [FW-141, FW-R62]."""
    if b.options.rout_at_zero == No.TRUE:
        return score <= b.rules.runs_under
    return score < b.rules.runs_under


def bear(b: Battle, f: int, score: int, check: int) -> None:
    """Calm, halted or running, the whole formation [FW-122, FW-139, FW-140, FW-141, FW-R62, FW-R68]."""
    if breaks(b, score):
        rout(b, f, 141)
    elif not passes(b, score):
        b.formations[f].nerve = Nerve.HALTED
        emit(b.log, Ev.HALTED, 140, f, NOBODY, 0, 0, 0.0)
    else:
        take_heart(b, f, check)


def take_heart(b: Battle, f: int, check: int) -> None:
    """It may act freely; but only a test to advance, or by choice, ends a halt [FW-139, FW-140, FW-R54, FW-R63]."""
    u = b.formations[f]
    if u.nerve == Nerve.HALTED and check < Check.TO_STOP:
        emit(b.log, Ev.HALTED, 140, f, NOBODY, 0, 0, 0.0)
        return
    u.nerve = Nerve.CALM
    emit(b.log, Ev.CALM, 139, f, NOBODY, 0, 0, 0.0)


# In Phase 1


def stop_runners(b: Battle, side: int) -> None:
    """At the start of Phase 1 routers must test: they stop, or run on [FW-141, FW-184, FW-185, FW-R63, FW-R111]."""
    free_the_exempt(b)
    for f in range(b.n_formations):
        u = b.formations[f]
        if u.n > 0 and u.side == side and is_running(u) and not ran_now(u):
            try_to_stop(b, f)


def ran_now(u: Formation) -> bool:
    """Has it begun to run this very turn, turned by a spell or let go by one?  It tests in the next [FW-141, FW-R95, FW-R98]."""
    return u.moved and (u.routed_by >= 0 or not u.spelled)


def try_to_stop(b: Battle, f: int) -> None:
    """Those who were pursued face about first; nothing less than a pass stops them [FW-184, FW-R63, FW-R111]."""
    u = b.formations[f]
    if u.pursued:
        face_about(b, f)
        u.moved = True
        u.pursued = False
    if passes(b, take_test(b, f, Check.TO_STOP)):
        u.nerve = Nerve.CALM
        u.routed_by = NOBODY
        emit(b.log, Ev.RALLIES, 141, f, NOBODY, 0, 0, 0.0)
    else:
        run_on(b, f)


def chosen_test(b: Battle, f: int, check: int) -> None:
    """A test by choice, or of a halted formation: the result binds [FW-125, FW-140, FW-R63, FW-R64]."""
    b.formations[f].tested = True
    bear(b, f, take_test(b, f, check), check)
