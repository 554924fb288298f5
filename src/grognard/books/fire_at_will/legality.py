"""Is an order legal?  0, or the number of the rule it breaks (its measurement is in b.refusal)."""

from __future__ import annotations

from ...battle import refuse
from ...values import Ask, Order
from .buildings import check_enter, check_garrison, check_leave
from .characters import check_detach, check_join, check_post
from .charges import check_charge, check_ordered_move, check_orders_kept
from .contact import check_break_off, check_face
from .fighting import check_duel, check_flee, check_join_fight, check_lead, check_victim
from .hiding import put_back, take_away
from .magic import check_cast, check_meditate, check_pick
from .movement import check_forced, check_mover
from .nerves import check_test
from .overlaps import check_overlap
from .routing import check_pursue, check_stay
from .shooting import check_shoot
from .speeches import check_insult, check_speech
from .state import NOBODY, Act, AskKind, Battle, Nerve, R


def check(b: Battle, ask: Ask, o: Order) -> int:
    """The one door for orders of people and of generals: nobody is refused for what he cannot know [FW-R114]."""
    away = take_away(b, ask.side)
    bad = check_order(b, ask, o)
    put_back(b, away)
    return bad


def check_order(b: Battle, ask: Ask, o: Order) -> int:
    """The same on the table as it is."""
    kind = ask.kind
    if kind == AskKind.ACTION:
        return check_action(b, ask.side, o)
    if kind == AskKind.SHOOT:
        return 0 if o.kind == Act.DONE else check_shoot(b, ask.side, o)
    if kind == AskKind.SPEECH:
        return check_words(b, ask.side, o)
    if kind == AskKind.TEST:
        return check_halted_test(b, ask.side, o)
    if kind == AskKind.FORCED:
        return check_forced(b, ask.actor, o)
    if kind == AskKind.FIGHT:
        return check_join_fight(b, ask, o)
    if kind == AskKind.LEAD:
        return check_lead(b, ask, o)
    if kind == AskKind.VICTIM:
        return check_victim(b, ask, o)
    if kind == AskKind.DUEL:
        return check_duel(b, ask, o)
    return check_choice(b, ask, o)


def check_choice(b: Battle, ask: Ask, o: Order) -> int:
    """The choices that are a word, a set or a number."""
    kind = ask.kind
    if kind == AskKind.PURSUE:
        return check_pursue(b, ask, o)
    if kind == AskKind.STAY:
        return check_stay(b, ask, o)
    if kind == AskKind.SPELLS:
        return check_pick(b, ask.actor, o) if o.kind == Act.PICK else not_asked(b, 64)
    if kind == AskKind.ORDERS:
        given = o.kind == Act.HOLD or o.kind == Act.ADVANCE_ORDER or o.kind == Act.CHARGE_ORDER
        return 0 if given else not_asked(b, R + 14)
    return 0 if o.kind == Act.FIRST or o.kind == Act.SECOND else not_asked(b, R + 11)


def not_asked(b: Battle, rule: int) -> int:
    """The order answers another question."""
    return refuse(b.refusal, rule, 0.0, 0.0, NOBODY)


def check_words(b: Battle, side: int, o: Order) -> int:
    """A speech, an insult, or no more of them [FW-059, FW-060, FW-R13]."""
    if o.kind == Act.DONE:
        return 0
    if o.kind == Act.SPEECH:
        return check_speech(b, side, o)
    if o.kind == Act.INSULT:
        return check_insult(b, side, o)
    return not_asked(b, 59)


def check_halted_test(b: Battle, side: int, o: Order) -> int:
    """A halted formation may test to go nearer again, or stay halted [FW-140, FW-R13, FW-R63]."""
    if o.kind == Act.DONE:
        return 0
    if o.kind != Act.TEST:
        return not_asked(b, 140)
    bad = check_test(b, side, o)
    if bad == 0 and b.formations[o.actor].nerve != Nerve.HALTED:
        return refuse(b.refusal, 140, 0.0, 0.0, o.actor)
    return bad


def check_action(b: Battle, side: int, o: Order) -> int:
    """Moves, charges, break-offs, overlaps and spells, in any order [FW-018, FW-R13]."""
    kind = o.kind
    if kind == Act.DONE:
        return check_orders_kept(b, side)
    if Act.ADVANCE <= kind <= Act.MARCH:
        return check_ordered_move(b, side, o)
    if kind == Act.CHARGE:
        return check_charge(b, side, o)
    if kind == Act.BREAK_OFF:
        return check_break_off(b, side, o)
    if kind == Act.OVERLAP:
        return check_overlap(b, side, o)
    if kind == Act.FACE:
        return check_face(b, side, o)
    if kind == Act.FLEE_DUEL:
        return check_flee(b, side, o)
    if kind == Act.TEST:
        return check_test(b, side, o)
    if kind == Act.CAST:
        return check_cast(b, side, o)
    if kind == Act.MEDITATE:
        return check_meditate(b, side, o)
    return check_coming(b, side, o)


def check_coming(b: Battle, side: int, o: Order) -> int:
    """Into and out of buildings and formations [FW-008, FW-041, FW-042]."""
    kind = o.kind
    if kind == Act.JOIN:
        return check_join(b, side, o)
    if kind == Act.DETACH:
        return check_detach(b, side, o)
    if kind == Act.POST:
        return check_post(b, side, o)
    if kind != Act.ENTER and kind != Act.GARRISON and kind != Act.LEAVE:
        return not_asked(b, 18)
    bad = check_mover(b, side, o.actor)
    if bad != 0:
        return bad
    if kind == Act.ENTER:
        return check_enter(b, o.actor, o)
    if kind == Act.GARRISON:
        return check_garrison(b, o.actor, o)
    return check_leave(b, o.actor, o)
