"""The turn, as prose: initiative, commanders by turns, their men."""

from __future__ import annotations

from ...battle import emit
from ...dice import die
from ...table.vectors import compass, distance
from ...values import Order
from .assault import passes_test
from .decide import decide
from .footing import breaking_under
from .forced import close_up
from .formed import activate_unit
from .legality import check_unit, fresh_men, may_command, may_succeed, officer_may_move
from .loose import straggle
from .manoeuvres import is_direction
from .men import (
    alive,
    fall_out,
    label_parts,
    new_formation,
    part,
    radius_of,
    set_size,
)
from .shooting import snipe
from .state import (
    COMMANDERS,
    FORMATIONS,
    NOBODY,
    Act,
    AskKind,
    Battle,
    Ev,
    Lost,
    On,
    Phase,
    R,
    Succession,
)
from .straggling import may_be_called, plan_come, ready_stragglers
from .victory import judge


def play(b: Battle) -> int:
    """A whole battle: the winner, or 2 for a draw."""
    while b.winner < 0:
        play_turn(b)
    return b.winner


def play_turn(b: Battle) -> None:
    """Initiative, then the commanders by turns until all have acted [MI-013, MI-014, MI-R74]."""
    begin_turn(b)
    side = roll_initiative(b)
    while any_to_command(b, 0) or any_to_command(b, 1):
        if any_to_command(b, side):
            command(b, side)
        side = 1 - side
    b.phase = Phase.END
    b.commander = NOBODY
    judge(b)


def begin_turn(b: Battle) -> None:
    """Activation marks are cleared; a side without commanders finds one [MI-016, MI-R18, MI-R74]."""
    b.turn += 1
    emit(b.log, Ev.TURN, R + 74, NOBODY, NOBODY, b.turn, 0, 0.0)
    b.activation = 0
    b.assault = 0
    for i in range(b.n_men):
        b.men[i].acted = 0
        b.men[i].tested = 0
    for k in range(b.n_commanders):
        b.commanders[k].acted = False
        b.commanders[k].moved = False
        b.commanders[k].tested = 0
    for side in range(2):
        if not any_to_command(b, side):
            find_successor(b, side)


def roll_initiative(b: Battle) -> int:
    """Each side rolls a die, ties again; the higher goes first [MI-013, MI-R08]."""
    b.phase = Phase.INITIATIVE
    while True:
        zero = die(b.dice)
        one = die(b.dice)
        side = 0 if zero > one else 1
        emit(b.log, Ev.INITIATIVE, 13, side if zero != one else NOBODY, NOBODY, zero, one, 0.0)
        if zero != one:
            return side


def any_to_command(b: Battle, side: int) -> bool:
    for k in range(b.n_commanders):
        if may_command(b, k, side):
            return True
    return False


# One commander


def command(b: Battle, side: int) -> None:
    """A commander's turn: an optional move, then his troops or a rally [MI-015, MI-017, MI-018]."""
    b.phase = Phase.COMMANDER
    b.phase_side = side
    k = choose_commander(b, side)
    b.commander = k
    b.commanders[k].acted = True
    b.unit_used = False
    b.stirred = False
    b.volleys = 0
    emit(b.log, Ev.COMMANDS, 14, k, NOBODY, 0, 0, 0.0)
    step(b, k, decide(b, AskKind.STEP, side, k, NOBODY))
    move_officers(b, k)
    if alive(b.commanders[k]):
        use_troops(b, k)


def choose_commander(b: Battle, side: int) -> int:
    """The only one left, or the one his player picks [MI-014]."""
    only = NOBODY
    n = 0
    for k in range(b.n_commanders):
        if may_command(b, k, side):
            only = k
            n += 1
    if n == 1:
        return only
    return decide(b, AskKind.COMMANDER, side, NOBODY, NOBODY).actor


def step(b: Battle, k: int, o: Order) -> None:
    """He stays, moves, or dashes, which exposes him [MI-019, MI-020, MI-021, MI-R13]."""
    if o.kind != Act.MOVE and o.kind != Act.DASH:
        return
    c = b.commanders[k]
    gone = distance(c.x, c.y, o.x, o.y)
    c.x = o.x
    c.y = o.y
    dash = o.kind == Act.DASH
    emit(b.log, Ev.DASHED if dash else Ev.COMMANDER_MOVED, 20 if dash else 19, k, NOBODY, 0, 0, gone)
    if dash and b.options.dash_risk == On.ON:
        snipe(b, k, R + 13)


def move_officers(b: Battle, k: int) -> None:
    """Officers without troops move on the turn of a commander near them [MI-R09]."""
    while any_officer_to_move(b, k):
        o = decide(b, AskKind.OFFICER, b.commanders[k].side, k, NOBODY)
        if o.kind == Act.DONE:
            return
        b.commanders[o.actor].moved = True
        step(b, o.actor, o)


def any_officer_to_move(b: Battle, k: int) -> bool:
    if not alive(b.commanders[k]):
        return False
    for j in range(b.n_commanders):
        if officer_may_move(b, k, j):
            return True
    return False


def use_troops(b: Battle, k: int) -> None:
    """One formed unit and any stragglers, in any order; or a rally instead [MI-017, MI-023, MI-024, MI-026]."""
    while anything_to_do(b, k):
        o = decide(b, AskKind.ACTIVATE, b.commanders[k].side, k, NOBODY)
        if o.kind == Act.DONE:
            return
        if o.kind == Act.UNIT:
            activate_unit(b, o.actor)
        elif o.kind == Act.RALLY:
            rally(b, k, o)
            return
        else:
            straggle(b, o, b.commanders[k].side)
        if not alive(b.commanders[k]):
            return


def anything_to_do(b: Battle, k: int) -> bool:
    """Is there a unit or a straggler he can activate, or somebody to call [MI-027]?"""
    if ready_stragglers(b, k) != 0:
        return True
    side = b.commanders[k].side
    if not b.unit_used:
        for f in range(FORMATIONS):
            u = b.formations[f]
            if u.size > 0 and u.side == side and fresh_men(b, f) > 0 and check_unit(b, k, f) == 0:
                return True
    if not b.stirred:
        for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
            if may_be_called(b, k, i):
                return True
    return False


# Rallying broken men


def rally(b: Battle, k: int, o: Order) -> None:
    """He calls stragglers; those who pass come, and those who come together are in ranks [MI-026, MI-R14]."""
    side = b.commanders[k].side
    b.stirred = True
    b.activation += 1
    emit(b.log, Ev.CALLED, 26, k, NOBODY, set_size(o.how), 0, 0.0)
    come = 0
    passed = rally_tests(b, side, o.how)
    for n in range(b.men_of[side]):
        if (passed >> n) % 2 == 1:
            i = b.first_man[side] + n
            m = b.men[i]
            x, y = plan_come(b, i, k, come)
            emit(b.log, Ev.COMES, R + 14, i, k, 0, 0, distance(m.x, m.y, x, y))
            m.x = x
            m.y = y
            come |= 1 << n
    form_rallied(b, k, come, o.fx, o.fy)


def rally_tests(b: Battle, side: int, called: int) -> int:
    """A one-die test each, in order; who passes, a set [MI-R14]."""
    passed = 0
    for n in range(b.men_of[side]):
        if (called >> n) % 2 == 1:
            i = b.first_man[side] + n
            b.men[i].acted = b.activation
            if b.options.rally_test == On.OFF or passes_test(b, i, NOBODY, R + 14):
                passed |= 1 << n
            else:
                emit(b.log, Ev.NOT_RALLIED, R + 14, i, NOBODY, 0, 0, 0.0)
    return passed


def form_rallied(b: Battle, k: int, come: int, fx: float, fy: float) -> None:
    """Two or more who ended within half an inch of one another, outside woods, are a formation [MI-R14]."""
    side = b.commanders[k].side
    if not is_direction(fx, fy):
        fx, fy = -b.home_x[side], -b.home_y[side]
    come = out_of_woods(b, side, come)
    parts = label_parts(b, side, come)
    for number in range(parts):
        men = part(b, side, number)
        if set_size(men) > 1:
            f = new_formation(b, side, men, fx, fy)
            emit(b.log, Ev.FORMED, R + 14, f, NOBODY, set_size(men), compass(fx, fy), 0.0)


def out_of_woods(b: Battle, side: int, men: int) -> int:
    """Of some men those who stand where ranks can be formed [MI-R26]."""
    out = 0
    for n in range(b.men_of[side]):
        if (men >> n) % 2 == 1:
            m = b.men[b.first_man[side] + n]
            if breaking_under(b, m.x, m.y, radius_of(b, m)) < 0:
                out |= 1 << n
    return out


# Succession


def find_successor(b: Battle, side: int) -> None:
    """A side without a commander makes one of its men its commander [MI-R18]."""
    if b.options.succession == Succession.NEVER or b.n_commanders >= COMMANDERS:
        return
    if not anyone_to_succeed(b, side):
        return
    i = decide(b, AskKind.SUCCESSOR, side, NOBODY, NOBODY).actor
    m = b.men[i]
    c = b.commanders[b.n_commanders]
    c.x = m.x
    c.y = m.y
    c.side = side
    c.grade = m.grade
    emit(b.log, Ev.SUCCEEDS, R + 18, i, b.n_commanders, 0, 0, 0.0)
    b.n_commanders += 1
    f = m.formation
    fall_out(b, i)
    m.lost = Lost.PROMOTED
    if f >= 0:
        close_up(b, f)


def anyone_to_succeed(b: Battle, side: int) -> bool:
    for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
        if may_succeed(b, side, i):
            return True
    return False
