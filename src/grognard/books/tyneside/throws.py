"""The Actions Tables: a die for every unit, the cell it finds, and who must obey it [TY-010, TY-076, TY-077]."""

from __future__ import annotations

from enum import IntEnum

from ...battle import emit
from ...dice import die
from .figures import NEAR, is_mounted, is_within, stands
from .risk import risk_factor
from .state import (
    NOBODY,
    OWN,
    OWN_PS,
    ROWS,
    Battle,
    Book,
    Code,
    Ev,
    Italics,
    Kind,
    R,
    Table,
)
from .status import is_commanded, is_unit, leader_near, nearest_seen, table_of

# The cell


def row_of(b: Battle, table: int, risk: int) -> int:
    """The row of a table for a risk factor [TY-076, PS-R18]."""
    row = table * ROWS
    while row < table * ROWS + ROWS - 1 and risk > b.rules.row_up_to[row]:
        row += 1
    return row


def is_calm(row: int) -> bool:
    return row % ROWS == 0


def code_at(b: Battle, row: int, roll: int) -> int:
    """What a cell says."""
    return b.rules.actions[row][roll - 1]


def is_roman(b: Battle, row: int, roll: int) -> bool:
    """Is a cell printed upright, so that it binds everybody [TY-078, PS-R02, PS-R03]?"""
    if b.options.ps_italics == Italics.TRT_ALWAYS_BINDING and code_at(b, row, roll) == Code.TRT:
        return True
    return b.rules.roman[row][roll - 1] != 0


FIRST_ROW = (48, 78, 51, 62, 70, 78)  # the rule of the calm row of each table; the others follow


def rule_of_row(row: int) -> int:
    """The rule that a row of a table is.

    [EC-048, EC-049, EC-050, EC-051, EC-052, EC-078, EC-079, EC-080, EC-081, EC-082]
    [PS-051, PS-052, PS-053, PS-054, PS-055, PS-062, PS-063, PS-064, PS-065, PS-066]
    [PS-070, PS-071, PS-072, PS-073, PS-074, PS-078, PS-079, PS-080, PS-081, PS-082]."""
    table = row // ROWS
    own = OWN if table <= Table.CAVALRY else OWN_PS
    return own + FIRST_ROW[table] + row % ROWS


# Throwing


def read_cell(b: Battle, g: int, roll: int) -> None:
    """Note what a unit's die says at its risk [TY-076, TY-R06]."""
    u = b.groups[g]
    u.die = roll
    u.row = row_of(b, table_of(b, g), u.risk)
    u.code = code_at(b, u.row, roll)
    u.roman = is_roman(b, u.row, roll)
    u.leads = NOBODY
    emit(b.log, Ev.ACTION_DIE, rule_of_row(u.row), g, u.row, roll, u.risk, 0.0)


class Whose(IntEnum):
    """Which units of a side do something now [PS-R07]."""

    ALL = 0
    COMMANDED = 1
    UNCOMMANDED = 2


def is_of(b: Battle, g: int, side: int, whose: int) -> bool:
    """Is a group of a side, and of those whose turn it is?"""
    if b.groups[g].side != side:
        return False
    return whose == Whose.ALL or is_commanded(b, g) == (whose == Whose.COMMANDED)


def throw_all(b: Battle, side: int, whose: int) -> None:
    """Every unit of a side throws, commanded or not, before any of it moves.

    [TY-010, TY-012, TY-R28, TY-R49, EC-015, PS-016, PS-R06]"""
    for g in range(b.n_groups):
        if is_of(b, g, side, whose) or (whose == Whose.COMMANDED and b.groups[g].side == side):
            b.groups[g].code = NOBODY  # who throws later has no result yet
    for g in range(b.n_groups):
        if is_of(b, g, side, whose) and throws_now(b, g):
            b.groups[g].risk = risk_factor(b, g)
            read_cell(b, g, shared_die(b, g))
    keep_company(b, side)
    for g in range(b.n_groups):
        if is_of(b, g, side, whose) and b.groups[g].code >= 0:
            settle(b, g)


def throws_now(b: Battle, g: int) -> bool:
    """On the table, not under a marker, not in a group's keeping [TY-R44, TY-R90]."""
    return b.groups[g].marker < 0 and is_unit(b, g)


def shared_die(b: Battle, g: int) -> int:
    """An uncommanded Formed Unit of pike and shot throws one die for all its groups [PS-020, PS-R24]."""
    if b.book == Book.PIKE_AND_SHOT and keeps_company(b, g):
        for h in range(g):
            if same_unit(b, g, h) and b.groups[h].code >= 0 and keeps_company(b, h):
                return b.groups[h].die
    return die(b.dice)


def settle(b: Battle, g: int) -> None:
    """Told, and what was only for this throw is done with [TY-R08, TY-R13, TY-R14]."""
    u = b.groups[g]
    emit(b.log, Ev.RESULT, rule_of_row(u.row), g, u.leads, u.code, int(u.roman), 0.0)
    tell_ignored(b, g)
    u.ran = u.code == Code.RUN or u.code == Code.FLG
    away = u.ran or u.code == Code.WDR or u.code == Code.CAN or u.code == Code.TRT
    u.gave_way = away and obeys(b, g)
    u.threat, u.shelled, u.pushed_back = 0, False, False


# Formed troops who act together


def same_unit(b: Battle, g: int, h: int) -> bool:
    """Groups of one platoon, or of one Formed Unit of foot or of horse; if a game wants it so, on one table only.

    [TY-R92, EC-R21, PS-019, PS-R24]"""
    u, o = b.groups[g], b.groups[h]
    if g == h or u.platoon < 0 or u.platoon != o.platoon or not stands(b, h):
        return False
    if is_mounted(b, g) != is_mounted(b, h):
        return False
    return b.options.formed_mixed == 0 or table_of(b, g) == table_of(b, h)


def linked(b: Battle, g: int) -> bool:
    """Are all groups of the platoon within 5 of each other, from group to group [EC-021, PS-020]?"""
    reached = 1 << g
    grown = True
    while grown:
        grown = False
        for h in range(b.n_groups):
            if same_unit(b, g, h) and reached >> h & 1 == 0 and near_any(b, h, reached):
                reached |= 1 << h
                grown = True
    for h in range(b.n_groups):
        if same_unit(b, g, h) and reached >> h & 1 == 0:
            return False
    return True


def near_any(b: Battle, h: int, reached: int) -> bool:
    for k in range(b.n_groups):
        if reached >> k & 1 != 0 and is_within(b, h, k, b.rules.near + NEAR):
            return True
    return False


def has_leader(b: Battle, g: int) -> bool:
    """Is an officer or NCO within 5 of the platoon [EC-021, PS-020]?"""
    if leader_near(b, g, b.rules.near):
        return True
    for h in range(b.n_groups):
        if same_unit(b, g, h) and leader_near(b, h, b.rules.near):
            return True
    return False


def keeps_company(b: Battle, g: int) -> bool:
    """Formed, uncommanded, not shelled since its last throw, near its fellows and a leader [EC-021, PS-020, TY-084].

    In pike and shot horse may be a Formed Unit too [PS-019, PS-R24]."""
    u = b.groups[g]
    formed = u.kind == Kind.FORMED or (b.book == Book.PIKE_AND_SHOT and is_mounted(b, g))
    if u.platoon < 0 or not formed or is_commanded(b, g) or u.shelled:
        return False
    for h in range(b.n_groups):
        if same_unit(b, g, h) and b.groups[h].shelled:
            return False
    return linked(b, g) and has_leader(b, g)


def nearer_to_enemy(b: Battle, g: int, h: int) -> bool:
    """Is g nearer to the enemy it sees than h to the one that it sees; ties to the lower [TY-R95]?"""
    at, to = nearest_seen(b, g)[1], nearest_seen(b, h)[1]
    return at < to - NEAR or (at <= to + NEAR and g < h)


def leader_of_unit(b: Battle, g: int) -> int:
    """Of the groups whose result is italic, the one nearest to the enemy: the first to move [EC-R20, PS-R24]."""
    best = g
    for h in range(b.n_groups):
        if same_unit(b, g, h) and may_lead(b, g, h) and nearer_to_enemy(b, h, best):
            best = h
    return best


def may_lead(b: Battle, g: int, h: int) -> bool:
    u = b.groups[h]
    if u.code < 0 or u.roman or not keeps_company(b, h):
        return False
    return b.book == Book.EARLY_19TH or table_of(b, g) == table_of(b, h)


def keep_company(b: Battle, side: int) -> None:
    """Groups with italic results copy the code of the first of their platoon to move [EC-021, EC-R20, PS-R24]."""
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.side == side and u.code >= 0 and not u.roman and keeps_company(b, g):
            u.leads = leader_of_unit(b, g)
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.side == side and u.leads >= 0 and u.leads != g:
            b.paper.code[g] = b.groups[u.leads].code
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.side == side and u.leads >= 0:
            if u.leads == g:
                u.leads = NOBODY
            else:
                u.code = b.paper.code[g]


# Who obeys


def obeys(b: Battle, g: int) -> bool:
    """Uncommanded troops do what the table says; commanded ones only what is upright.

    [TY-078, TY-R15, TY-R16, EC-019, PS-017]"""
    u = b.groups[g]
    if u.code < 0:
        return False
    if not is_commanded(b, g):
        return True
    if is_calm(u.row):
        return b.options.calm_binds_commanded != 0 and u.die == 6
    return u.roman


def binds_leaders(b: Battle, g: int) -> bool:
    """Does a group's result bind commanded leaders who are with it: is it upright, and not of the calm row [TY-R44]?"""
    u = b.groups[g]
    return u.code >= 0 and u.roman and not is_calm(u.row)


def is_bound(b: Battle, g: int) -> bool:
    """Must a group do what a table says: by its own throw, or as a leader by that of the group he is with?

    [TY-078, TY-R15, TY-R44]"""
    u = b.groups[g]
    if u.code < 0 and u.attached >= 0:
        return binds_leaders(b, u.attached)
    return obeys(b, g)


def tell_ignored(b: Battle, g: int) -> None:
    """A commanded unit ignores an italic result; who is calm has nothing to ignore [TY-078, TY-R15, PS-017]."""
    u = b.groups[g]
    if u.code >= 0 and not is_calm(u.row) and not obeys(b, g):
        emit(b.log, Ev.IGNORES, R + 15, g, -1, u.code, 0, 0.0)
