"""The turn, as prose: initiative, each side's Phase 1, shooting, melee, the end."""

from __future__ import annotations

from ...battle import emit
from ...dice import die
from .acting import act
from .casting import fast_strikes, pay_meditation, wear_off
from .contact import note_melees
from .decide import decide
from .fights import split_fights
from .heroic import duel_all
from .hits import deal
from .magic import has_magic
from .melee import fight_all
from .morale import checkpoint, chosen_test, stop_runners
from .nerves import any_halted
from .obstacles import note_lining
from .places import note_places
from .shooting import begin_naming, end_naming, next_shooter, shoot_all, take_aim
from .sight import note_sights, reveal_seen
from .speeches import any_speaker, insult, speak
from .state import NOBODY, Act, AskKind, Battle, Check, Deed, Ev, Initiative, Lost, Off, Orders, Phase, R
from .strips import exists, forget_turn, is_running
from .victory import judge


def play(b: Battle) -> int:
    """A whole battle: the winner, or 2 for a draw."""
    while b.winner < 0:
        play_turn(b)
    return b.winner


def play_turn(b: Battle) -> None:
    """Phase 1 of each side, shooting, melee; morale after each [FW-017, FW-018, FW-019, FW-020, FW-R13]."""
    if b.turn == 0:
        choose_spells(b)
    begin_turn(b)
    settle_initiative(b)
    wear_off(b)
    give_orders(b)
    for k in range(2):
        phase_one(b, in_order(b, k))
    checkpoint(b, Check.AFTER_MOVES)
    shooting(b)
    checkpoint(b, Check.AFTER_SHOOTING)
    melee(b)
    checkpoint(b, Check.AFTER_MELEE)
    end_turn(b)


# Before anything moves


def choose_spells(b: Battle) -> None:
    """Each mage has his six: those of the scenario, or those his player picks [FW-064, FW-R87]."""
    b.phase = Phase.SPELLS
    if not has_magic(b):
        return
    for k in range(b.n_mages):
        m = b.mages[k]
        if b.aims.choose_spells:
            m.spells = decide(b, AskKind.SPELLS, b.strips[m.strip].side, k, m.strip).how
            emit(b.log, Ev.PICKED, 64, m.strip, NOBODY, m.spells, 0, 0.0)
        else:
            m.spells = m.preset


def begin_turn(b: Battle) -> None:
    """A new turn: what lasted only a turn is over."""
    b.turn += 1
    b.phase = Phase.INITIATIVE
    b.mover = NOBODY
    b.n_fights = 0
    end_naming(b)
    emit(b.log, Ev.TURN, 17, NOBODY, NOBODY, b.turn, 0, 0.0)
    for f in range(b.n_formations):
        begin_turn_of_formation(b, f)
    for i in range(b.n_strips):
        begin_turn_of_strip(b, i)
    note_lining(b)
    note_melees(b)
    reveal_seen(b)
    note_sights(b)


def begin_turn_of_formation(b: Battle, f: int) -> None:
    u = b.formations[f]
    u.pursued_before = u.pursuing
    u.pursuing = False
    u.orders = Orders.NONE
    u.moved = False
    u.done = False
    u.began = False
    u.spent = 0.0
    u.share = 1.0
    forget_turn(u)


def begin_turn_of_strip(b: Battle, i: int) -> None:
    s = b.strips[i]
    s.deed = Deed.NONE
    s.shot_at = False
    s.attacked = False
    s.target = NOBODY
    s.column = 0
    s.hits = 0
    s.doomed = Lost.NO
    s.fight = NOBODY


def settle_initiative(b: Battle) -> None:
    """Who is Side 1 this turn: as the scenario says of the first, then by dice or by option [FW-R11]."""
    if b.turn == 1 and b.aims.first >= 0:
        b.first = b.aims.first
    elif b.turn == 1 or b.options.initiative == Initiative.DICE:
        roll_initiative(b)
    elif b.options.initiative == Initiative.ALTERNATE:
        b.first = 1 - b.first
    emit(b.log, Ev.GOES_FIRST, R + 11, b.first, NOBODY, 0, 0, 0.0)


def roll_initiative(b: Battle) -> None:
    """A die each, ties again; the higher chooses to be Side 1 or Side 2 [FW-R11]."""
    while True:
        zero = die(b.dice)
        one = die(b.dice)
        b.initiative = 0 if zero > one else 1
        emit(b.log, Ev.INITIATIVE, R + 11, b.initiative if zero != one else NOBODY, NOBODY, zero, one, 0.0)
        if zero != one:
            break
    order = decide(b, AskKind.INITIATIVE, b.initiative, NOBODY, NOBODY)
    b.first = b.initiative if order.kind == Act.FIRST else 1 - b.initiative


def in_order(b: Battle, k: int) -> int:
    """Side 1, then Side 2 [FW-R11, FW-R16]."""
    return b.first if k == 0 else 1 - b.first


def give_orders(b: Battle) -> None:
    """By option every formation is told to hold, advance or charge [FW-021, FW-R14]."""
    if b.options.orders == Off.OFF:
        return
    b.phase = Phase.ORDERS
    for k in range(2):
        side = in_order(b, k)
        for f in range(b.n_formations):
            u = b.formations[f]
            if exists(u) and u.side == side and not is_running(u):
                kind = decide(b, AskKind.ORDERS, side, f, NOBODY).kind
                u.orders = Orders.HOLD + kind - Act.HOLD
                emit(b.log, Ev.ORDERED, R + 14, f, NOBODY, u.orders, 0, 0.0)


# Phase 1


def phase_one(b: Battle, side: int) -> None:
    """Words, then tests of routers and the halted, then everything else in any order [FW-018, FW-R13]."""
    b.phase_side = side
    b.mover = NOBODY
    note_places(b)
    b.phase = Phase.SPEECHES
    hear_words(b, side)
    b.phase = Phase.TESTS
    stop_runners(b, side)
    offer_tests(b, side)
    b.phase = Phase.MOVES
    act_all(b, side)
    b.mover = NOBODY


def hear_words(b: Battle, side: int) -> None:
    """Speeches and insults, as many as there are characters [FW-059, FW-060, FW-061, FW-R13]."""
    last = NOBODY
    while any_speaker(b, side):
        order = decide(b, AskKind.SPEECH, side, last, NOBODY)
        if order.kind == Act.DONE:
            return
        last = order.actor
        if order.kind == Act.SPEECH:
            speak(b, order)
        else:
            insult(b, order)


def offer_tests(b: Battle, side: int) -> None:
    """Halted formations may test to go nearer again [FW-140, FW-R13, FW-R63]."""
    while any_halted(b, side):
        order = decide(b, AskKind.TEST, side, NOBODY, NOBODY)
        if order.kind == Act.DONE:
            return
        chosen_test(b, order.actor, Check.TO_ADVANCE)


def act_all(b: Battle, side: int) -> None:
    """Moves, charges, break-offs, overlaps and spells in any order [FW-017, FW-R13]."""
    while any_on_table(b, side):
        order = decide(b, AskKind.ACTION, side, b.mover, NOBODY)
        if order.kind == Act.DONE:
            return
        act(b, order)


def any_on_table(b: Battle, side: int) -> bool:
    for f in range(b.n_formations):
        if exists(b.formations[f]) and b.formations[f].side == side:
            return True
    return False


# Phase 2


def shooting(b: Battle) -> None:
    """All name their targets, all roll, then the dead go [FW-019, FW-020, FW-R12]."""
    b.phase = Phase.SHOOTING
    for k in range(2):
        side = in_order(b, k)
        b.phase_side = side
        begin_naming(b, side)
        name_targets(b, side)
        end_naming(b)
    shoot_all(b)
    deal(b, Lost.SHOT, 113)


def name_targets(b: Battle, side: int) -> None:
    """Formation by formation, or strip by strip, for as long as somebody has a target [FW-R45]."""
    last = NOBODY
    i = next_shooter(b, side, 0)
    while i >= 0:
        order = decide(b, AskKind.SHOOT, side, last, i)
        if order.kind == Act.DONE:
            return
        last = order.actor
        take_aim(b, order)
        i = next_shooter(b, side, i)  # nobody before him has a target: that does not change


def melee(b: Battle) -> None:
    """FAST STRIKE, the split, heroic combats, the other fights; then the dead go [FW-019, FW-R12, FW-R13]."""
    b.phase = Phase.MELEE
    fast_strikes(b)
    note_melees(b)
    split_fights(b)
    duel_all(b)
    fight_all(b)
    deal(b, Lost.MELEE, 143)


def end_turn(b: Battle) -> None:
    """Meditation pays; then the umpire looks who has won [FW-R13, FW-R90, FW-R113]."""
    b.phase = Phase.END
    pay_meditation(b)
    judge(b)
