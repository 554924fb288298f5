"""Shooting, the part that is sums: who may shoot at whom, with how many dice, at which number."""

from __future__ import annotations

from ...battle import refuse
from .sight import fire_range, ground_blocker, in_arc_of_fire, line_blocker, sides_of_fire, takes_in_flank
from .state import (
    NOBODY,
    Arm,
    ArtyClose,
    Band,
    Battle,
    CavLongFire,
    Formation,
    Gun,
    GunBand,
    R,
    RangeFrom,
    SupportHalf,
    Troop,
    Unit,
    Weapon,
)
from .units import apart_at_least, ceil_div, centre_gap, in_melee, is_skirmishing, on_table


def dice_for_figures(b: Battle, figures: int) -> int:
    """One die for five; leftovers of three or four are a die, less nothing [FH-057, FH-076, FH-R31]."""
    r = b.rules
    dice = figures // r.figures_a_die
    if figures % r.figures_a_die >= r.leftover_die:
        dice += 1
    return dice


def figures_in_ranks(b: Battle, u: Unit, ranks: int) -> int:
    """Figures counted: those in the ranks allowed, over the width of the formation [FH-R29, FH-R42]."""
    if u.formation == Formation.GARRISON or u.formation == Formation.BATTERY:
        return u.then
    return min(u.then, ranks * u.files * b.rules.stand_figures[u.arm])


def figures_firing(b: Battle, u: Unit) -> int:
    """Two ranks fire; a square a quarter of its figures from each side [FH-056, FH-062, FH-R53]."""
    if u.formation == Formation.SQUARE:
        return ceil_div(u.then, b.rules.square_sides)
    return figures_in_ranks(b, u, b.rules.fire_ranks)


def musket_band(b: Battle, weapon: int, d: float) -> int:
    """The range band; its limit is inclusive [FH-059, FH-R40]."""
    for band in range(3):
        if d <= b.rules.musket_range[weapon][band] + 1e-9:
            return band
    return Band.OUT


def is_charging_horse(e: Unit) -> bool:
    return e.charging and e.arm == Arm.CAVALRY


def hurried(b: Battle, e: Unit, first: bool) -> bool:
    """Fire at charging cavalry is one hurried volley, as if at long range [FH-087, FH-R45]."""
    if not is_charging_horse(e) or not e.in_contact:
        return False
    return not first or b.options.cav_long_fire == CavLongFire.ALL_FIRE


def musket_target(b: Battle, u: Unit, e: Unit, d: float, first: bool) -> int:
    """The number: by range, hurried at charging horse, one more into a flank [FH-059, FH-061, FH-R30].

    Halted infantry fires at short range [FH-089, FH-R47]."""
    band = Band.SHORT if u.halted else musket_band(b, u.weapon, d)
    number = b.rules.musket_target[min(band, Band.LONG)]
    if hurried(b, e, first):
        number = b.rules.charging_horse_target
    if takes_in_flank(u, e):
        number += b.rules.flank_target
    return number


def gun_of(u: Unit) -> int:
    return Gun.HEAVY if u.troop == Troop.HEAVY_GUNS else Gun.LIGHT


def gun_band(b: Battle, u: Unit, d: float) -> int:
    """Canister, short, medium, long or extreme; limits are inclusive [FH-063, FH-R40]."""
    for band in range(5):
        if d <= b.rules.gun_range[gun_of(u)][band] + 1e-9:
            return band
    return GunBand.OUT


def canister_dice(b: Battle, e: Unit, d: float) -> int:
    """Two dice within two inches, else one; charging horse takes one [FH-065, FH-087, FH-R45]."""
    if d <= b.rules.close_canister + 1e-9 and not hurried(b, e, False):
        return b.rules.close_canister_dice
    return b.rules.canister_dice


def damage_added(b: Battle, u: Unit, e: Unit) -> int:
    """Columns +1; squares, flanks and march columns +2; the highest only [FH-066, FH-067, FH-R33]."""
    if e.formation == Formation.SQUARE or e.formation == Formation.MARCH or takes_in_flank(u, e):
        return b.rules.massed_damage
    if e.formation == Formation.COLUMN:
        return b.rules.column_damage
    return 0


def halved_on_skirmishers(b: Battle, u: Unit, e: Unit, d: float) -> bool:
    """Guns are half as good against skirmishers beyond close range [FH-068, FH-R34]."""
    close = b.rules.close_canister
    if b.options.arty_close == ArtyClose.CANISTER:
        close = b.rules.gun_range[gun_of(u)][GunBand.CANISTER]
    return is_skirmishing(e) and d > close + 1e-9


def longest_range(b: Battle, u: Unit) -> float:
    if u.arm == Arm.ARTILLERY:
        return b.rules.gun_range[gun_of(u)][GunBand.EXTREME]
    return b.rules.musket_range[u.weapon][Band.LONG]


def gun_is_served(b: Battle, u: Unit) -> bool:
    """Shots left, a crew at the gun, and not one man who fired last turn [FH-070, FH-074, FH-R37, FH-R38]."""
    if u.shots <= 0 or u.figures <= 0 or u.sheltering >= 0:
        return False
    return u.figures > b.rules.crew_slow or not u.fired_before


def may_shoot(b: Battle, u: Unit) -> bool:
    """Eligible to shoot at all this turn [FH-054, FH-R22]."""
    if not on_table(u) or u.routing or u.caught or u.fired:
        return False
    if u.arm == Arm.CAVALRY or (u.arm == Arm.INFANTRY and u.weapon == Weapon.NONE):
        return False
    if u.arm == Arm.ARTILLERY and (u.gun_spoiled or not gun_is_served(b, u)):
        return False
    if in_melee(u):
        return False
    return not u.charging or u.gone_home or u.halted


def is_supporting(e: Unit) -> bool:
    """A shot at a unit in the act of charging home is supporting fire [FH-085, FH-R44]."""
    return e.charging and e.in_contact


def can_support_halve(b: Battle) -> bool:
    """Half strength is half the hits, or by option half the figures [FH-086, FH-R44]."""
    return b.options.support_half == SupportHalf.HITS


def is_out_of_range(b: Battle, u: Unit, e: Unit, side: int, limit: float) -> bool:
    """Beyond the last band [FH-R40]; the tape comes out only where a glance does not settle it."""
    if centre_gap(u, e) <= limit:
        return False
    if apart_at_least(u, e) > limit + 1e-6 and b.options.range_from == RangeFrom.NEAREST:
        return True
    return fire_range(b, u, e, side) > limit + 1e-9


def check_target(b: Battle, i: int, j: int, side: int) -> int:
    """May unit i shoot at unit j from that side?  0, or the rule against it [FH-054, FH-R25]."""
    if not 0 <= j < b.n_units:
        return refuse(b.refusal, 54, 0.0, 0.0, NOBODY)
    u = b.units[i]
    e = b.units[j]
    if e.side == u.side or not on_table(e) or not 0 <= side < sides_of_fire(u):
        return refuse(b.refusal, 54, 0.0, 0.0, j)
    if not in_arc_of_fire(b, u, e, side):
        return refuse(b.refusal, R + 22, 0.0, 0.0, j)
    limit = longest_range(b, u)
    if is_out_of_range(b, u, e, side, limit):
        d = fire_range(b, u, e, side) if b.log.room > 0 else limit  # measured only where somebody reads it
        return refuse(b.refusal, 63 if u.arm == Arm.ARTILLERY else 59, d, limit, j)
    if u.halted:
        return 0 if j == u.target else refuse(b.refusal, R + 47, 0.0, 0.0, j)
    return check_clear_shot(b, i, j)


def check_clear_shot(b: Battle, i: int, j: int) -> int:
    """Not into a melee, save in support by those who stood; a clear line [FH-055, FH-R25, FH-R44]."""
    u = b.units[i]
    e = b.units[j]
    if in_melee(e) and (u.moved or not is_supporting(e)):
        return refuse(b.refusal, R + 25, 0.0, 0.0, j)
    k = line_blocker(b, i, j, u.x, u.y, e.x, e.y)
    if k >= 0:
        return refuse(b.refusal, 55, 0.0, 0.0, k)
    if ground_blocker(b, u.building, e.building, u.x, u.y, e.x, e.y) >= 0:
        return refuse(b.refusal, R + 24, 0.0, 0.0, j)
    return 0


def any_target(b: Battle, i: int, side: int) -> bool:
    """Has the unit anything to shoot at from that side?"""
    for j in range(b.n_units):
        if b.units[j].side != b.units[i].side and check_target(b, i, j, side) == 0:
            return True
    return False
