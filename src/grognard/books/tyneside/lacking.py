"""What a group lacks that cannot shoot at another: the rule that stands against it."""

from __future__ import annotations

from .figures import NEAR, first, in_contact, is_leader, next_of
from .loading import ready
from .shooting import may_shoot_at_all, missile_at, still_enough, uses_ratio
from .state import OWN, OWN_PS, Battle, Book, Kind, R


def lack(b: Battle, g: int, away: float) -> int:
    """The first thing that a group wants for a shot so far: a weapon, leave, reach, rest, a load, and if all these are
    there a clear view [TY-005, TY-050, TY-057]."""
    if reach_of(b, g) <= 0.0:
        return 5
    rule = bar_to_all(b, g)
    if rule != 0:
        return rule
    if away > reach_of(b, g) + NEAR:
        return 5
    return lack_in_reach(b, g, away)


def reach_of(b: Battle, g: int) -> float:
    """The longest range of all the weapons of a group."""
    reach = 0.0
    i = first(b, g)
    while i >= 0:
        for k in range(3):
            reach = max(reach, b.rules.weapon_long[b.figures[i].arms[k]])
        i = next_of(b, i)
    return reach


def any_free(b: Battle, g: int) -> bool:
    i = first(b, g)
    while i >= 0:
        if may_shoot_at_all(b, i):
            return True
        i = next_of(b, i)
    return False


def bar_to_all(b: Battle, g: int) -> int:
    """Why nobody of a group may shoot, whoever the target; 0: somebody may [TY-R35, TY-R53, TY-R60, PS-R19]."""
    u, i = b.groups[g], first(b, g)
    all_touch, all_shot = True, True
    while i >= 0:
        all_touch = all_touch and in_contact(b, i)
        all_shot = all_shot and b.figures[i].shot == b.turn
        i = next_of(b, i)
    if all_touch:
        return R + 60
    if any_free(b, g):
        return 0
    if is_leader(u) and not u.declared:
        return R + 35
    if b.book == Book.PIKE_AND_SHOT and u.kind == Kind.DRAGOONS and b.figures[first(b, g)].mounted:
        return OWN_PS + R + 19
    return R + 53 if all_shot else 57


def lack_in_reach(b: Battle, g: int, away: float) -> int:
    """Of those whose weapons reach: all have moved too far, or none is loaded [TY-050, EC-024, PS-028]."""
    armed, still, loaded = False, False, uses_ratio(b, g)
    i = first(b, g)
    while i >= 0:
        weapon = missile_at(b, i, away)
        if weapon >= 0 and may_shoot_at_all(b, i):
            armed = True
            still = still or still_enough(b, i, weapon)
            loaded = loaded or ready(b, i, weapon)
        i = next_of(b, i)
    if armed and not still:
        return OWN + 24 if b.book == Book.EARLY_19TH else OWN_PS + 28
    return 50 if armed and not loaded else 57
