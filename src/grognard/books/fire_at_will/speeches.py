"""Speeches and insults."""

from __future__ import annotations

from ...battle import emit, refuse
from ...values import Order
from .charms import is_frozen
from .sight import strip_sees_formation
from .state import NOBODY, Battle, Deed, Ev, R
from .strips import is_character, is_garrison, is_running, on_table
from .touching import strip_formation_gap


def may_speak(b: Battle, side: int, i: int) -> bool:
    """A character who has done nothing yet, neither running nor frozen [FW-059, FW-060, FW-061, FW-R98]."""
    if not 0 <= i < b.n_strips:
        return False
    s = b.strips[i]
    if s.side != side or not is_character(s) or not on_table(s) or s.deed != Deed.NONE:
        return False
    u = b.formations[s.formation]
    return not is_running(u) and not u.moved and not is_frozen(b, s.formation)


def any_speaker(b: Battle, side: int) -> bool:
    for i in range(b.n_strips):
        if may_speak(b, side, i):
            return True
    return False


def is_formation_of(b: Battle, side: int, f: int) -> bool:
    return 0 <= f < b.n_formations and b.formations[f].n > 0 and b.formations[f].side == side


def check_speech(b: Battle, side: int, o: Order) -> int:
    """To his own formation, or to one he sees within reach [FW-059, FW-R38]."""
    if not may_speak(b, side, o.actor):
        return refuse(b.refusal, 61, 0.0, 0.0, o.actor)
    if not is_formation_of(b, side, o.other):
        return refuse(b.refusal, 59, 0.0, 0.0, NOBODY)
    return check_heard(b, o, b.rules.speech_reach, R + 38)


def check_insult(b: Battle, side: int, o: Order) -> int:
    """One enemy formation that he sees within reach, in no building [FW-060, FW-R39]."""
    if not may_speak(b, side, o.actor):
        return refuse(b.refusal, 61, 0.0, 0.0, o.actor)
    if not is_formation_of(b, 1 - side, o.other) or b.formations[o.other].hidden:
        return refuse(b.refusal, 60, 0.0, 0.0, NOBODY)
    if is_garrison(b.formations[o.other]):
        return refuse(b.refusal, R + 39, 0.0, 0.0, o.other)
    return check_heard(b, o, b.rules.insult_reach, 60)


def check_heard(b: Battle, o: Order, reach: float, rule: int) -> int:
    """Near enough and in sight; those he is with hear him anyway [FW-R38, FW-R39]."""
    if b.strips[o.actor].formation == o.other:
        return 0
    gap = strip_formation_gap(b, o.actor, o.other)
    if gap > reach + b.rules.tolerance or not strip_sees_formation(b, o.actor, o.other):
        return refuse(b.refusal, rule, gap, reach, o.other)
    return 0


def speak(b: Battle, o: Order) -> None:
    """+2 on their tests this turn, once [FW-059, FW-135, FW-R38]."""
    b.strips[o.actor].deed = Deed.SPEECH
    b.formations[o.other].speech = True
    emit(b.log, Ev.SPEECH, 59, o.actor, o.other, 0, 0, 0.0)


def insult(b: Battle, o: Order) -> None:
    """-1 on their tests this turn, once [FW-060, FW-136, FW-R39]."""
    b.strips[o.actor].deed = Deed.INSULT
    b.formations[o.other].insulted = True
    gap = strip_formation_gap(b, o.actor, o.other)
    emit(b.log, Ev.INSULT, 60, o.actor, o.other, 0, 0, gap)
