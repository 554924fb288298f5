"""What hits do: they are noted when they fall and suffered when the step is over [TY-062, TY-R28, TY-R50]."""

from __future__ import annotations

from ...battle import emit
from .figures import lose, present
from .state import Battle, Ev, Figure, Hit, Lost


def strike(b: Battle, j: int, hit: int) -> None:
    """Note a hit on a figure; a second wound kills, and who is killed already feels nothing [TY-066, TY-R50]."""
    f = b.figures[j]
    if f.slain or hit == Hit.GRAZE:
        return
    if hit == Hit.KILL:
        f.slain = True
    else:
        f.struck += 1


def is_doomed(f: Figure) -> bool:
    """Does a figure fall when this step is over: killed, or wounded for the second time [TY-066, TY-067, TY-R28]?"""
    return f.slain or f.struck + int(f.wounded) >= 2


def suffer(b: Battle, j: int) -> None:
    """A figure suffers what this step has done to it, rider and mount as one.

    [TY-063, TY-066, TY-067, EC-068, EC-R01]"""
    f = b.figures[j]
    if f.slain:
        fall(b, j, Lost.KILLED, 67)
    elif is_doomed(f):
        fall(b, j, Lost.SECOND_WOUND, 66)
    elif f.struck > 0:
        f.wounded = True
        emit(b.log, Ev.HURT, 63, j, f.group, Hit.WOUND, 0, 0.0)
    f.struck, f.slain = 0, False


def fall(b: Battle, j: int, how: int, rule: int) -> None:
    """Out of the game: a casualty of his group [TY-067, TY-R04]."""
    f = b.figures[j]
    f.wounded = False
    lose(b, j, how)
    b.groups[f.group].dead += 1
    emit(b.log, Ev.LOST, rule, j, f.group, how, 0, 0.0)


def suffer_all(b: Battle) -> None:
    """Everybody who was hit in this step [TY-R28]."""
    for j in range(b.n_figures):
        f = b.figures[j]
        if f.slain or f.struck > 0:
            if present(f):
                suffer(b, j)
            f.slain, f.struck = False, 0
