"""The actions of stragglers: scurry, form ranks, skirmish, bail, gather [MI-029]."""

from __future__ import annotations

from ...battle import emit, emit_roll
from ...dice import at_least
from ...table.vectors import compass, distance
from ...values import Order
from .assault import passes_test
from .decide import decide
from .forced import flee, land, lose_figure
from .formed import mend
from .manoeuvres import carry_out
from .men import (
    enrol,
    figure_xy,
    first_of,
    new_formation,
    present,
    radius_of,
    set_size,
    wounded_among,
)
from .places import officers_step_aside
from .shooting import aim
from .state import NOBODY, Act, AskKind, BailDice, Battle, Ev, Lost, Phase, Table
from .straggling import (
    check_join,
    on_table_end,
    plan_attack,
    plan_bail,
    plan_cover,
    plan_gather,
    plan_ranks,
    plan_scurry,
    who_dice,
)


def straggle(b: Battle, o: Order, side: int) -> None:
    """One action of a group, or of one man who attacks; all of them are activated [MI-016, MI-029, MI-R17]."""
    b.phase = Phase.STRAGGLERS
    b.stirred = True
    b.activation += 1
    group = 1 << (o.actor - b.first_man[side]) if o.kind == Act.ATTACK else o.how
    for k in range(b.men_of[side]):
        if (group >> k) % 2 == 1:
            b.men[b.first_man[side] + k].acted = b.activation
    kind = o.kind
    if kind == Act.SCURRY:
        scurry(b, o, side)
    elif kind == Act.FORM_RANKS:
        form_ranks(b, o, side)
    elif kind == Act.JOIN:
        join(b, o, side)
    elif kind == Act.SKIRMISH or kind == Act.HARASS:
        skirmish_fire(b, o, side)
    elif kind == Act.ATTACK:
        attack(b, o.actor, o.other)
    elif kind == Act.BAIL:
        bail(b, o, side)
    else:
        gather(b, o, side)
    officers_step_aside(b, side)


def scurry(b: Battle, o: Order, side: int) -> None:
    """Up to 8 inches, each man working his way [MI-121, MI-123]."""
    if plan_scurry(b, o, side) == 0:
        far = farthest(b, side, o.how)
        carry_out(b, side, o.how)
        first = first_of(b, side, o.how)
        emit(b.log, Ev.SCURRIES, 121, first, NOBODY, set_size(o.how), compass(o.x, o.y), far)


def farthest(b: Battle, side: int, men: int) -> float:
    """How far the man goes who goes farthest, as planned."""
    far = 0.0
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            m = b.men[b.first_man[side] + k]
            far = max(far, distance(m.x, m.y, b.paper.x[k], b.paper.y[k]))
    return far


def form_ranks(b: Battle, o: Order, side: int) -> None:
    """Those who reach their places are a new formation; the others stay stragglers [MI-126, MI-R65]."""
    if plan_ranks(b, o, side) == 0:
        men = b.paper.formed
        carry_out(b, side, men)
        f = new_formation(b, side, men, o.fx, o.fy)
        emit(b.log, Ev.FORMED, 126, f, NOBODY, set_size(men), compass(o.fx, o.fy), 0.0)


def join(b: Battle, o: Order, side: int) -> None:
    """Into the ranks of a formation that stands [MI-127, MI-R65]."""
    if check_join(b, o, side) == 0:
        men = b.paper.formed
        carry_out(b, side, men)
        for k in range(b.men_of[side]):
            if (men >> k) % 2 == 1:
                enrol(b, b.first_man[side] + k, o.other)
                emit(b.log, Ev.JOINS, 127, b.first_man[side] + k, o.other, 0, 0, 0.0)


# Skirmish


def skirmish_fire(b: Battle, o: Order, side: int) -> None:
    """One volley of stragglers, never rapid, with the softer table [MI-129, MI-130, MI-131, MI-R17]."""
    b.volley_targets[b.volleys] = o.other
    b.volleys += 1
    aim(b, side, NOBODY, o.how, o, False, o.kind == Act.HARASS, Table.SKIRMISH)


def attack(b: Battle, i: int, g: int) -> None:
    """Both test, wounded or not; if only one passes the other is lost [MI-128, MI-132, MI-133, MI-134, MI-R66]."""
    if plan_attack(b, i, g) != 0:
        return
    carry_out(b, b.men[i].side, 1 << (i - b.first_man[b.men[i].side]))
    emit(b.log, Ev.ATTACKS, 128, i, g, 0, 0, 0.0)
    own = passes_test(b, i, NOBODY, 132)
    foe = passes_test(b, g, NOBODY, 132)
    if own == foe:
        fall_back(b, i, g)
    elif own:
        lose_figure(b, g, Lost.KILLED, 134)
    else:
        lose_figure(b, i, Lost.KILLED, 134)


def fall_back(b: Battle, g: int, h: int) -> None:
    """Each falls back 4 inches from the other [MI-133, MI-R42]."""
    gx, gy = figure_xy(b, g)
    hx, hy = figure_xy(b, h)
    far = flee(b, g, hx, hy, b.rules.recoil)
    emit(b.log, Ev.FALLS_BACK, 133, g, h, 0, 0, far)
    far = flee(b, h, gx, gy, b.rules.recoil)
    emit(b.log, Ev.FALLS_BACK, 133, h, g, 0, 0, far)


# Bail and gather


def bail(b: Battle, o: Order, side: int) -> None:
    """The wounded are removed, a die for each man left, then the survivors are placed [MI-135, MI-136, MI-R67]."""
    if plan_bail(b, o, side) != 0:
        return
    n = who_dice(b, side, o.how)
    hurt = wounded_among(b, side, o.how)
    if b.options.bail_dice == BailDice.UNWOUNDED:
        remove(b, side, hurt, 136)
    ones = 0
    if n > 0:
        ones = n - at_least(b.dice, n, b.rules.bail_lost + 1)
        going = o.how & ~hurt if b.options.bail_dice == BailDice.UNWOUNDED else o.how
        emit_roll(b.log, b.dice, Ev.BAILS, 137, first_of(b, side, going), NOBODY, set_size(going), ones)
    if b.options.bail_dice == BailDice.ALL:
        remove(b, side, hurt, 136)
    left = o.how & ~hurt
    ones = min(ones, set_size(left))
    if ones > 0:
        remove(b, side, who_falls(b, side, left, ones), 137)
    run_home(b, o, side, left)


def run_home(b: Battle, o: Order, side: int, men: int) -> None:
    """The survivors are placed, still stragglers; the table edge stops them [MI-135, MI-R67]."""
    for k in range(b.men_of[side]):
        i = b.first_man[side] + k
        if (men >> k) % 2 == 1 and present(b.men[i]):
            m = b.men[i]
            x, y = on_table_end(b, m.x, m.y, o.x, o.y, radius_of(b, m))
            land(b, i, x, y)


def who_falls(b: Battle, side: int, men: int, n: int) -> int:
    """The owner chooses who is lost [MI-137, MI-R46]."""
    if n >= set_size(men):
        return men
    b.sought = men
    return decide(b, AskKind.FALL, side, b.commander, n).how


def remove(b: Battle, side: int, men: int, rule: int) -> None:
    for k in range(b.men_of[side]):
        if (men >> k) % 2 == 1:
            lose_figure(b, b.first_man[side] + k, Lost.BAILED, rule)


def gather(b: Battle, o: Order, side: int) -> None:
    """The wounded roll, all or none; each may slip into cover [MI-138, MI-139, MI-R68]."""
    emit(b.log, Ev.GATHERS, 138, first_of(b, side, o.how), NOBODY, set_size(o.how), 0, 0.0)
    if o.other == 1:
        mend(b, side, wounded_among(b, side, o.how), 138)
    rule = plan_cover(b, o, side) if o.kind == Act.COVER else plan_gather(b, o, side)
    if rule == 0:
        for k in range(b.men_of[side]):
            i = b.first_man[side] + k
            if (o.how >> k) % 2 == 1 and present(b.men[i]):
                slip(b, i, b.paper.x[k], b.paper.y[k])


def slip(b: Battle, i: int, x: float, y: float) -> None:
    far = distance(b.men[i].x, b.men[i].y, x, y)
    if far > 0.0:
        b.men[i].x = x
        b.men[i].y = y
        emit(b.log, Ev.TAKES_COVER, 139, i, NOBODY, 0, 0, far)
