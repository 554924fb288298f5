"""Shooting: who may, at whom, at which range, and the dice."""

from __future__ import annotations

from ...battle import refuse
from ...values import Order
from .state import Battle


def may_shoot(b: Battle, i: int) -> bool:
    """Armed, in a rank that shoots, has not moved, is free of enemies [FW-098, FW-099, FW-100, FW-R42, FW-R49]."""
    return False  # to be written


def check_shot(b: Battle, i: int, j: int) -> int:
    """May strip i shoot at strip j [FW-101, FW-102, FW-120, FW-121, FW-R41, FW-R43, FW-R45, FW-R47, FW-R52]?"""
    return refuse(b.refusal, 102, 0.0, 0.0, j)  # to be written


def any_shooter(b: Battle, side: int) -> bool:
    """Is there a strip that has a target and has not named one?"""
    return False  # to be written


def check_shoot(b: Battle, side: int, o: Order) -> int:
    """SHOOT: one strip names its target; VOLLEY: a formation's strips each name the nearest [FW-R45]."""
    return refuse(b.refusal, 102, 0.0, 0.0, o.other)  # to be written


def take_aim(b: Battle, o: Order) -> None:
    """Targets are named before any dice [FW-R12, FW-R45]."""
    # to be written


def needed(b: Battle, i: int, j: int, column: int) -> int:
    """The lowest face that hits, or 0 if the shot may not be taken [FW-103, FW-107, FW-109, FW-111]."""
    return 0  # to be written


def shoot_all(b: Battle) -> None:
    """A die for each shooting strip, in order; hits are dealt when all have rolled [FW-102, FW-R12, FW-R16]."""
    # to be written
