"""Melee, the part that is sums: how many fight, with how many dice, who strikes first."""

from __future__ import annotations

from .firing import dice_for_figures, figures_in_ranks
from .state import Arm, Battle, Formation, Light15, No, Troop, Unit
from .units import is_heavy, leader_near, leader_with


def strikes_first(u: Unit, e: Unit) -> bool:
    """Lancers against cavalry without lances [FH-081, FH-R55]."""
    return u.troop == Troop.LANCERS and e.arm == Arm.CAVALRY and e.troop != Troop.LANCERS


def figures_fighting(b: Battle, u: Unit) -> int:
    """Infantry three ranks, cavalry two, half of a square [FH-075, FH-097, FH-R42, FH-R51, FH-R54]."""
    if u.formation == Formation.SQUARE:
        return int(u.then * b.rules.square_share + 0.999999)
    return figures_in_ranks(b, u, b.rules.melee_ranks[u.arm])


def has_impetus(u: Unit, e: Unit) -> bool:
    """In the turn it charges infantry, not in square [FH-078, FH-099, FH-R41]."""
    return u.arm == Arm.CAVALRY and u.charging and e.arm == Arm.INFANTRY and e.formation != Formation.SQUARE


def melee_dice(b: Battle, u: Unit, e: Unit) -> int:
    """Heavy horse counts double, light horse half as many dice again [FH-076, FH-078, FH-079, FH-R41]."""
    figures = figures_fighting(b, u)
    if is_heavy(u) and has_impetus(u, e):
        return dice_for_figures(b, figures * b.rules.heavy_impetus)
    dice = dice_for_figures(b, figures)
    if has_light_dice(b, u, e):
        return int(dice * b.rules.light_impetus + 0.999999)
    return dice


def has_light_dice(b: Battle, u: Unit, e: Unit) -> bool:
    """When light horse rolls half as many again, by the options [FH-079, FH-R41]."""
    if u.arm != Arm.CAVALRY or is_heavy(u) or e.arm != Arm.INFANTRY:
        return False
    if e.formation == Formation.SQUARE and b.options.light_15_vs_square == No.FALSE:
        return False
    return u.charging or b.options.light_15 == Light15.ALWAYS


def square_halves(u: Unit, e: Unit) -> bool:
    """Horse does half casualties on a square, lancers excepted [FH-082, FH-100, FH-R55]."""
    return u.arm == Arm.CAVALRY and e.formation == Formation.SQUARE and u.troop != Troop.LANCERS


def leader_addition(b: Battle, i: int) -> int:
    """+2 for a general attached, +1 for one near; one overrun adds nothing [FH-093, FH-121, FH-R49]."""
    k = leader_with(b, i)
    if k >= 0:
        return 0 if b.leaders[k].spent else b.rules.leader_attached
    return b.rules.leader_near if leader_near(b, i) >= 0 else 0
