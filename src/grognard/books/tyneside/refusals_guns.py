"""Why orders that have to do with guns and wagons are refused, in words with the measurement."""

from __future__ import annotations

from ...chronicle import count, does, side
from ...values import Ask, Order
from .asking import the_engine
from .figures import is_mounted
from .guns import fit_crew, is_gun, lane_range
from .names import Names
from .plans import is_direction, men_at
from .refusals_fire import Words
from .state import OWN, OWN_PS, Act, Battle, Book, Limber, R, Role
from .words import cm, exact, the_group


def no_limber(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    k, name = b.groups[o.actor].engine, the_group(n, o.actor)
    if k < 0 or not is_gun(b.engines[k]):
        return f"{does(name, 'serves')} no gun"
    if o.kind == Act.FIRE:
        return f"{the_engine(n, k)} is limbered"
    if (b.engines[k].limber == Limber.LIMBERED) == (o.kind == Act.LIMBER):
        state = "limbered" if o.kind == Act.LIMBER else "unlimbered"
        return f"{the_engine(n, k)} is {state} already"
    men = men_at(b, o.actor, k, False)
    return (
        f"that takes {b.rules.limber_crew} unwounded men at {the_engine(n, k)}; there {is_or_are(men)} {men}"
    )


def is_or_are(men: int) -> str:
    return "is" if men == 1 else "are"


def no_pivot(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    k, name = b.groups[o.actor].engine, the_group(n, o.actor)
    if k < 0 or b.engines[k].limber == Limber.LIMBERED:
        return f"{does(name, 'serves')} no gun that is unlimbered"
    if not is_direction(o.fx, o.fy):
        return "a facing is a direction of length 1"
    e = b.engines[k]
    if e.fx * o.fx + e.fy * o.fy < 0.7071:
        return f"{the_engine(n, k)} turns 45 degrees a turn at most"
    return f"it takes {b.rules.gun_pivot_crew} of the crew, unwounded and at {the_engine(n, k)}"


def no_manhandling(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    k, name = b.groups[o.actor].engine, the_group(n, o.actor)
    if k < 0 or b.engines[k].limber == Limber.LIMBERED:
        return f"{does(name, 'serves')} no gun that is unlimbered"
    if b.engines[k].pounds > b.rules.manhandle_pounds:
        return f"{the_engine(n, k)} is too heavy: only guns up to {b.rules.manhandle_pounds} pounds are manhandled"
    men = men_at(b, o.actor, k, False)
    if men < b.rules.manhandle_crew:
        return f"that takes {b.rules.manhandle_crew} unwounded men at {the_engine(n, k)}; there {is_or_are(men)} {men}"
    return f"{the_engine(n, k)} would go {exact(b.refusal.asked)}; men move it {cm(b.refusal.allowed)} a turn"


def no_drive(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Limbering in pike and shot; driving what is not limbered, too far, or over bad ground."""
    k, name = b.groups[o.actor].engine, the_group(n, o.actor)
    if o.kind in (Act.LIMBER, Act.UNLIMBER):
        return "guns are neither limbered nor unlimbered in play"
    if o.kind == Act.FIRE:
        return f"{the_engine(n, k)} is limbered for the whole game"
    if k < 0 or not is_direction(o.fx, o.fy):
        return f"{does(name, 'drives')} nothing" if k < 0 else "a facing is a direction of length 1"
    if men_at(b, o.actor, k, False) < 1:
        return f"nobody is with {the_engine(n, k)}"
    if b.refusal.asked > b.refusal.allowed:
        return (
            f"{the_engine(n, k)} would go {exact(b.refusal.asked)}; it moves {cm(b.refusal.allowed)} a turn"
        )
    if b.refusal.asked == 0.0:
        return f"{the_engine(n, k)} is not limbered"
    return f"{the_engine(n, k)} moves in open ground only, straight to its place"


def no_driver(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"nobody who is unwounded is with {the_engine(n, b.groups[o.actor].engine)}"


def no_service(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    name = the_group(n, o.actor)
    if not 0 <= o.other < b.n_engines or b.engines[o.other].side != ask.side:
        return f"choose a gun of {side(ask.side)}'s"
    if b.groups[o.actor].role != Role.TROOPS or is_mounted(b, o.actor):
        return "only infantry stands in for a crew"
    return f"nobody of {name} touches {the_engine(n, o.other)}"


# Firing them


def gun_of(b: Battle, n: Names, o: Order) -> str:
    return the_engine(n, b.groups[o.actor].engine)


def unserved(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """Too few of its crew are left at it."""
    men = int(fit_crew(b, b.groups[o.actor].engine))
    return f"{gun_of(b, n, o)} wants {count(b.rules.gun_crew_least, 'man', 'men')} of its crew; {men} can serve it"


def unloaded(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    """How far the loading has got."""
    e = b.engines[b.groups[o.actor].engine]
    if fit_crew(b, b.groups[o.actor].engine) <= 0.0:
        return f"{gun_of(b, n, o)} has no fit crew"
    if e.fired == b.turn:
        return f"{gun_of(b, n, o)} has fired this turn"
    if e.loaded:
        return f"the last turn of loading {gun_of(b, n, o)} is no turn of fire"
    unit_ = "man-turn" if b.book == Book.EARLY_19TH else "turn"
    return f"{gun_of(b, n, o)} is not loaded: {e.charge:g} of {count(b.rules.gun_load[e.kind], unit_)} done"


def no_lane(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"nobody of {the_group(n, o.other)} is in sight straight ahead of {gun_of(b, n, o)}"


def beyond_gun(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    d = lane_range(b, b.groups[o.actor].engine, o.other)
    return f"{does(the_group(n, o.other), 'is')} {exact(d)} away; {gun_of(b, n, o)} reaches {cm(b.rules.gun_reach[2])}"


def friends_ahead(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"friends stand in the lane of {gun_of(b, n, o)}, nearer than {the_group(n, o.other)}"


def no_burst(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    e = b.engines[b.groups[o.actor].engine]
    if e.fired == b.turn:
        return f"{gun_of(b, n, o)} has fired this turn"
    return f"{gun_of(b, n, o)} has no fit crew"


def jammed(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"{gun_of(b, n, o)} has jammed, and cannot fire this turn"


def out_of_arc(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return f"nobody of {the_group(n, o.other)} is in sight and reach within 45 degrees ahead of {gun_of(b, n, o)}"


def no_motion(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    return "guns do not move in play"


def busy_or_no_pivot(b: Battle, n: Names, ask: Ask, o: Order) -> str:
    if o.kind == Act.FIRE:
        return f"the crew has done other work at {gun_of(b, n, o)} this turn"
    return no_pivot(b, n, ask, o)


GUN_REASONS: dict[int, Words] = {
    R + 80: friends_ahead,
    R + 83: no_service,
    OWN + 90: no_manhandling,
    OWN + 91: no_limber,
    OWN + 92: no_drive,
    OWN + 93: unloaded,
    OWN + 101: beyond_gun,
    OWN + 102: no_lane,
    OWN + 104: no_burst,
    OWN + 105: jammed,
    OWN + 106: out_of_arc,
    OWN + R + 23: no_pivot,
    OWN + R + 32: no_driver,
    OWN_PS + 87: unserved,
    OWN_PS + 88: no_motion,
    OWN_PS + 89: no_drive,
    OWN_PS + 90: busy_or_no_pivot,
    OWN_PS + 91: unloaded,
    OWN_PS + 92: no_lane,
    OWN_PS + 96: beyond_gun,
}
