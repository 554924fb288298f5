"""The drill-book general's reckoning of a charge: the enemy's nerve, the blows, what it should bring."""

from __future__ import annotations

from ...battle import plain
from ...values import Order
from .charging import charge_distance, check_charge
from .fighting import melee_dice
from .sight import save_number, takes_in_flank
from .state import NOBODY, Act, Arm, Battle, Formation, Unit
from .units import is_skirmishing, leader_with, on_table, rate, surely_farther

PIP = 10.0 / 6.0  # what a die at 4 or less brings
ENOUGH = 0.8  # a charge that promises less is not made


def quarters(b: Battle, u: Unit) -> int:
    """Quarters of its strength that a unit has lost."""
    return int((u.original - u.figures) / (u.original * b.rules.lost_step) + 1e-9)


def is_spent(u: Unit) -> bool:
    """Cavalry that has lost a third, or its order, is spent."""
    return u.disordered or 3 * u.figures < 2 * u.original


def nerve(b: Battle, i: int) -> int:
    """What a unit adds to its die when charged."""
    u = b.units[i]
    base = b.rules.grade[u.grade] - b.rules.lost_penalty * quarters(b, u)
    return base + b.rules.general_attached if leader_with(b, i) >= 0 else base


def unsaved(b: Battle, i: int, j: int, melee: bool) -> float:
    """The share of hits that go home."""
    number = save_number(b, b.units[j], b.units[i].x, b.units[i].y, melee)
    return min(1.0, max(0.0, (number - 1) / 6.0))


def blow(b: Battle, i: int, j: int, charging: bool) -> float:
    """Casualties one should inflict on the other in a melee."""
    u = b.units[i]
    e = b.units[j]
    was = u.charging
    then = u.then
    u.charging = charging
    u.then = u.figures
    hits = melee_dice(b, u, e) * PIP
    u.charging = was
    u.then = then
    if u.disordered:
        hits /= 2.0
    if u.arm == Arm.CAVALRY and e.formation == Formation.SQUARE:
        hits /= 2.0
    if is_skirmishing(u):
        hits /= 2.0
    return hits * unsaved(b, i, j, True)


def faces(low: int, high: int) -> int:
    """How many faces of a die lie between two numbers."""
    return max(0, min(high, 6) - max(low, 1) + 1)


def worth_of_charge(b: Battle, i: int, j: int) -> float:
    """What it should win, less what it should cost, over the six faces of the enemy's check."""
    u = b.units[i]
    e = b.units[j]
    if u.arm == Arm.CAVALRY and e.formation == Formation.SQUARE:
        return -1.0
    if e.arm == Arm.ARTILLERY:
        return worth_of_guns(b, u, e)
    mine = blow(b, i, j, True)
    if is_skirmishing(e):
        return worth_of_skirmishers(b, u, e, mine)
    theirs = blow(b, j, i, False)
    base = nerve(b, j)
    back = faces(1, 3 - base)
    wavers = faces(4 - base, 4 - base)
    flight = worth_of_flight(b, j)
    if rate(b, u) - charge_distance(u, e) > rate(b, e) + 0.5:
        flight += mine - theirs / 2.0  # those who fall back are caught
    worth = back * flight + wavers * (mine + 1.0 - theirs / 2.0)
    if u.arm == Arm.CAVALRY and e.arm == Arm.INFANTRY and e.building < 0:
        worth -= faces(5 - base, 6) * 2.5  # it will be in square
    else:
        first = faces((6 if not e.moved else 7) - base, 6) if e.arm == Arm.INFANTRY else 0
        edge = mine - theirs + b.rules.grade[u.grade] - b.rules.grade[e.grade]
        worth += (6 - back - wavers - first) * edge + first * (mine / 2.0 - theirs - 1.0)
    if takes_in_flank(u, e):
        worth += 2.0
    return worth / 6.0


def worth_of_flight(b: Battle, j: int) -> float:
    """An enemy who gives way: more if it was shaken already, or had a place to keep."""
    e = b.units[j]
    worth = 2.0
    if e.marker and not e.checked:
        worth += 1.5
    if e.building >= 0:
        worth += 2.0
    return worth + (1.0 - e.figures / e.original) * 2.0


def worth_of_guns(b: Battle, u: Unit, e: Unit) -> float:
    """A battery taken is a point; its canister halts most horse, and foot has the dice to finish a crew."""
    if e.shots <= 0 or e.sheltering >= 0:
        return 5.0
    if u.arm == Arm.CAVALRY:
        return 4.0 - 1.2 * e.figures
    return 2.0 if 3 * u.figures > 2 * u.original else 0.0


def worth_of_skirmishers(b: Battle, u: Unit, e: Unit, mine: float) -> float:
    """Caught they are lost; otherwise they are driven off in disorder."""
    left = rate(b, u) - charge_distance(u, e) - 9.0
    return mine if left > 0.5 else 1.3


def best_charge(b: Battle, side: int) -> Order:
    """The charge that promises most; none that promises little."""
    best_i = NOBODY
    best_j = NOBODY
    best = ENOUGH
    for i in range(b.n_units):
        u = b.units[i]
        if u.side != side or not on_table(u) or u.arm == Arm.ARTILLERY:
            continue
        if u.moved or u.disordered or u.routing:
            continue
        far = rate(b, u)
        for j in range(b.n_units):
            e = b.units[j]
            if e.side == side or not on_table(e) or surely_farther(u, e, far):
                continue
            worth = worth_of_charge(b, i, j)
            if worth > best and check_charge(b, i, j, False) == 0:
                best_i = i
                best_j = j
                best = worth
    if best_i < 0:
        return plain(Act.DONE, NOBODY, NOBODY)
    return plain(Act.CHARGE, best_i, best_j)
