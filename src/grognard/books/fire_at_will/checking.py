"""The check, for menus, hands and refusals, which try many orders: compiled where it can be."""

from __future__ import annotations

from ...checking import quick
from . import legality

check = quick(legality.check)
