"""Loading: who is ready to fire, and what a halted turn does [TY-050, EC-023, EC-026, EC-R14, TY-R46]."""

from __future__ import annotations

from ...battle import emit
from .figures import (
    NEAR,
    first,
    in_contact,
    is_leader,
    next_of,
)
from .state import (
    Activity,
    Battle,
    Ev,
    Loading,
    R,
)
from .status import is_commanded


def ready(b: Battle, i: int, weapon: int) -> bool:
    """Loaded; a slow rifle half loaded may fire if it stands still; bows need no loading [TY-050, EC-R14, TY-R46, PS-R14]."""
    f = b.figures[i]
    load = b.rules.weapon_loading[weapon]
    if load == Loading.NONE or f.loaded:
        return True
    return f.half_loaded > 0 and f.half_loaded == halves_to_load(b, i) - 1 and f.spent <= NEAR


def halves_to_load(b: Battle, i: int) -> int:
    """Half turns of loading that a figure needs: two, or for a slow rifle three [EC-023, EC-026, EC-R14]."""
    for k in range(3):
        if b.rules.weapon_loading[b.figures[i].arms[k]] == Loading.SLOW:
            return 3
    return 2


def load_all(b: Battle) -> None:
    """A halted turn without firing, out of contact and not running, loads [TY-050, EC-023, EC-026, EC-R14, TY-R46]."""
    for g in range(b.n_groups):
        loaded = 0
        i = first(b, g)
        while i >= 0:
            loaded += load(b, i)
            i = next_of(b, i)
        if loaded > 0:
            emit(b.log, Ev.LOADS, R + 46, g, -1, loaded, 0, 0.0)


def load(b: Battle, i: int) -> int:
    """1 if a figure is ready again."""
    f, u = b.figures[i], b.groups[b.figures[i].group]
    if f.loaded or u.router or u.activity == Activity.RUNNING or f.serves == b.turn or in_contact(b, i):
        return 0
    if is_leader(u) and not u.declared and is_commanded(b, f.group):
        return 0  # he did not say that he would [TY-R35]
    f.half_loaded += halves_for_loading(b, i)
    if f.half_loaded < halves_to_load(b, i):
        return 0
    f.loaded, f.half_loaded = True, 0
    return 1


def halves_for_loading(b: Battle, i: int) -> int:
    """Half turns of this turn that a figure had for loading: both if it stood and did not fire; if a game reckons in
    half turns, one beside a shot or half a move [EC-025, EC-R14]."""
    f = b.figures[i]
    halves = 2
    if f.spent > NEAR:
        halves -= 1 if f.spent <= b.rules.fire_move_share + NEAR else 2
    if f.shot == b.turn:
        halves -= 1
    return max(0, halves) if b.options.half_turn_loading != 0 or halves == 2 else 0
