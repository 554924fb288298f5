"""The nearest order that is legal, to one that is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from math import acos, atan2, cos, degrees, hypot, pi, sin

from ...searching import BISECTIONS, RINGS, about, along, first_legal, is_place, with_facing
from ...values import Ask, Order
from . import whim
from .checking import check
from .firing import armed_among, effective_range, man_in_range, volley_range
from .legality import (
    commander_allowance,
    firers_of_volley,
    gap_of_man,
    is_in_hand,
    may_command,
    may_rally,
    may_succeed,
    officers_of,
    targets_of,
)
from .manoeuvres import is_direction, movers, unit_circle
from .men import (
    NEAR,
    actors_of,
    alive,
    attached_to,
    bit,
    centre_of,
    figure_present,
    figure_xy,
    gap_to_formation,
    is_straggler,
    members,
    set_size,
    stands,
)
from .places import block_step, ranks_of
from .state import FORMATIONS, NOBODY, OFFICER, Act, AskKind, Battle
from .straggling import may_be_called, ready_stragglers

INWARD = 1e-4  # inside an arc or a limit, not on it
GAPS = 0.25  # inches between the gaps tried for men who disperse
ROUNDS = 6  # of leaving men out of a volley, until all who are left may fire


def of_set(b: Battle, own: int, men: int) -> list[int]:
    """The men of a set, by their numbers."""
    return [b.first_man[own] + k for k in range(b.men_of[own]) if men >> k & 1]


def nearest(b: Battle, ask: Ask, o: Order) -> Order | None:
    """By shortening, turning or trimming the order; else what the ask always allows."""
    tries = OTHERS.get(AskKind(ask.kind))
    others = (
        tries(b, ask, o if o.kind == Act.SCURRY else with_facing(o))
        if tries is not None and is_place(o)
        else ()
    )
    return first_legal(lambda tried: check(b, ask, tried) == 0, chain(others, [whim.certain(b, ask)]))


Tries = Iterator[Order | None]


def farthest(b: Battle, ask: Ask, o: Order, x: float, y: float, steps: int = BISECTIONS) -> Order | None:
    """The order as far as it can be carried out along its line."""
    return along(lambda tried: check(b, ask, tried) == 0, o, x, y, steps)


def around(b: Battle, ask: Ask, o: Order, nearer_than: float) -> Order | None:
    """The order at a place near the one asked for."""
    return about(lambda tried: check(b, ask, tried) == 0, o, nearer_than)


def nearer(b: Battle, ask: Ask, o: Order, x: float, y: float) -> Order | None:
    """As far as it goes along its line, or around the place asked for, whichever ends nearer to it."""
    line = farthest(b, ask, o, x, y)
    gap = hypot(line.x - o.x, line.y - o.y) if line is not None else RINGS[-1]
    return around(b, ask, o, gap) or line


def from_commander(b: Battle, ask: Ask, o: Order) -> Tries:
    """A shorter way; a move as a dash, or by the one who acts."""
    for k in dict.fromkeys((o.actor, ask.actor)):
        if 0 <= k < b.n_commanders and o.kind in (Act.MOVE, Act.DASH):
            c, most = b.commanders[k], commander_allowance(b, k, o.kind == Act.DASH)
            share = min(1.0, most / max(hypot(o.x - c.x, o.y - c.y), NEAR))
            x, y = c.x + (o.x - c.x) * share, c.y + (o.y - c.y) * share  # he gets no farther by any way
            yield nearer(b, ask, o._replace(actor=k, x=x, y=y), c.x, c.y)


def other_commander(b: Battle, ask: Ask, o: Order) -> Tries:
    """The commander nearest to the one asked for who may act."""
    at = OFFICER + o.actor if 0 <= o.actor < b.n_commanders else NOBODY
    may = [k for k in range(b.n_commanders) if may_command(b, k, ask.side)]
    for k in sorted(may, key=lambda k: figures_apart(b, at, OFFICER + k)):
        yield o._replace(kind=int(Act.COMMAND), actor=k)


def figures_apart(b: Battle, g: int, h: int) -> float:
    """From one figure to another; none to one that is none."""
    if g < 0:
        return 0.0
    (x0, y0), (x1, y1) = figure_xy(b, g), figure_xy(b, h)
    return hypot(x1 - x0, y1 - y0)


def formations_near(b: Battle, own: int, x: float, y: float) -> list[int]:
    """The formations of a side, nearest to a place first."""

    def gap(f: int) -> float:
        cx, cy = centre_of(b, own, members(b, f))
        return hypot(cx - x, cy - y)

    found = [f for f in range(FORMATIONS) if stands(b, f) and b.formations[f].side == own]
    return sorted(found, key=gap)


def place_of(b: Battle, f: int, x: float, y: float) -> tuple[float, float]:
    """Where a formation stands, if it does."""
    return centre_of(b, b.formations[f].side, members(b, f)) if stands(b, f) else (x, y)


# Stragglers


def from_activation(b: Battle, ask: Ask, o: Order) -> Tries:
    """The same without those who may not; nearer; at another target."""
    c = b.commanders[ask.actor]
    if o.kind == Act.UNIT:
        for f in formations_near(b, ask.side, *place_of(b, o.actor, c.x, c.y)):
            yield o._replace(actor=f)
    elif o.kind == Act.RALLY:
        yield o._replace(how=callable_among(b, ask, o.how) or callable_among(b, ask, -1))
    elif o.kind == Act.ATTACK:
        yield from attacks_near(b, ask, o)
    elif o.kind in GROUPS:
        o = o._replace(how=o.how & ready_stragglers(b, ask.actor) or ready_stragglers(b, ask.actor))
        if o.how:
            yield o
            yield from GROUPS[Act(o.kind)](b, ask, o)


def callable_among(b: Battle, ask: Ask, men: int) -> int:
    """Of some men those whom the commander can call."""
    out = 0
    for k in range(b.men_of[ask.side]):
        if men >> k & 1 and may_be_called(b, ask.actor, b.first_man[ask.side] + k):
            out |= 1 << k
    return out


def attacks_near(b: Battle, ask: Ask, o: Order) -> Tries:
    """The nearest enemy whom the man can attack."""
    if not 0 <= o.actor < b.n_men:
        return
    at = o.other if figure_present(b, o.other) else o.actor
    for h in sorted(lone_enemies(b, ask.side), key=lambda h: figures_apart(b, at, h)):
        yield o._replace(other=h)


def lone_enemies(b: Battle, own: int) -> list[int]:
    """Enemy stragglers, and enemy officers who stand alone."""
    men = [i for i in range(b.n_men) if b.men[i].side != own and is_straggler(b.men[i])]
    officers = [
        OFFICER + k
        for k in range(b.n_commanders)
        if b.commanders[k].side != own and alive(b.commanders[k]) and attached_to(b, k) < 0
    ]
    return men + officers


def shorter_scurry(b: Battle, ask: Ask, o: Order) -> Tries:
    for spread in dict.fromkeys((o.fx, min(2.9, max(-0.9, o.fx)), 0.0)):
        yield farthest(b, ask, o._replace(fx=spread), 0.0, 0.0)
    if set_size(o.how) == 1:
        yield around(b, ask, o, RINGS[-1])


def ranks_near(b: Battle, ask: Ask, o: Order) -> Tries:
    """As many files as there are men at most, and nearer to the middle of them."""
    x, y = centre_of(b, ask.side, o.how)
    o = o._replace(other=min(set_size(o.how), max(1, o.other)))
    if not is_direction(o.fx, o.fy):
        o = o._replace(fx=-b.home_x[ask.side], fy=-b.home_y[ask.side])
    yield farthest(b, ask, o, x, y)
    yield o._replace(x=x, y=y)
    yield around(b, ask, o._replace(x=x, y=y), RINGS[-1])


def other_ranks(b: Battle, ask: Ask, o: Order) -> Tries:
    for f in formations_near(b, ask.side, *place_of(b, o.other, *centre_of(b, ask.side, o.how))):
        yield o._replace(other=f)


def other_volley(b: Battle, ask: Ask, o: Order) -> Tries:
    """With those who may; as harassing fire; at somebody else."""
    kinds = dict.fromkeys((int(o.kind), int(Act.HARASS)))
    x, y = centre_of(b, ask.side, o.how)
    aims = [o] if o.other >= 0 or is_direction(o.fx, o.fy) else []
    aims += [o._replace(other=f) for f in formations_near(b, 1 - ask.side, *place_of(b, o.other, x, y))[:3]]
    aims += [o._replace(other=NOBODY, fx=fx, fy=fy) for fx, fy in sweeps(b, ask.side, x, y, 0.0)[:2]]
    for aim in aims:
        for kind in kinds:
            yield legal_volley(b, ask, aim._replace(kind=kind))


def legal_volley(b: Battle, ask: Ask, o: Order) -> Order | None:
    """The volley with as many of its men as may fire it."""
    own = ask.side
    o = o._replace(how=armed_among(b, own, o.how))
    if o.other >= 0 and (not stands(b, o.other) or b.formations[o.other].side == own):
        return None
    for _ in range(ROUNDS):
        seeing = firers_of_volley(b, own, o) if o.how else 0
        if seeing == o.how:
            seeing = near_enough(b, own, o) if o.how and o.kind == Act.SKIRMISH else o.how
        if seeing == o.how:
            break
        o = o._replace(how=seeing)
    return o if o.how and check(b, ask, o) == 0 else None


def near_enough(b: Battle, own: int, o: Order) -> int:
    """Of an effective volley those who have a target in its range; of another all."""
    targets, officers = targets_of(b, own, o.how, o), officers_of(b, own, o.how, o)
    reach = effective_range(b, own, o.how)
    if volley_range(b, own, o.how, targets, officers) > reach + NEAR:
        return o.how
    near = [i for i in of_set(b, own, o.how) if man_in_range(b, i, targets, officers, reach)]
    return sum(bit(b, i) for i in near)


def sweeps(b: Battle, own: int, x: float, y: float, reach: float) -> list[tuple[float, float]]:
    """Directions to enemy stragglers: first where most are in range, then where most are, then the nearest."""
    foes = [(m.x - x, m.y - y) for m in b.men[: b.n_men] if m.side != own and is_straggler(m)]
    foes = [(dx, dy) for dx, dy in foes if hypot(dx, dy) > INWARD]
    ways = [(dx / hypot(dx, dy), dy / hypot(dx, dy), hypot(dx, dy)) for dx, dy in foes]

    def worth(way: tuple[float, float, float]) -> tuple[int, int, float]:
        inside = [w for w in ways if w[0] * way[0] + w[1] * way[1] >= b.rules.sweep_cosine]
        return -sum(w[2] <= reach for w in inside), -len(inside), way[2]

    ranked = sorted(ways, key=worth)
    first = ranked[:1] + sorted(ways, key=lambda w: w[2])[:1] + ranked[1:]
    out: list[tuple[float, float]] = []
    for fx, fy, _ in first:
        if all(fx * gx + fy * gy < b.rules.sweep_cosine for gx, gy in out):
            out.append((fx, fy))
    return out


def shorter_bail(b: Battle, ask: Ask, o: Order) -> Tries:
    """Straight home if need be, as far as it goes; then without those whose way is not clear."""
    far = min(hypot(o.x, o.y) or b.rules.bail, b.rules.bail)
    size = hypot(o.x, o.y) or 1.0
    asked = o._replace(x=o.x / size * far, y=o.y / size * far)
    home = o._replace(x=b.home_x[ask.side] * far, y=b.home_y[ask.side] * far)
    for tried in (asked, home):
        clear = sum(bit(b, i) for i in of_set(b, ask.side, o.how) if bails(b, ask, tried, bit(b, i)))
        yield farthest(b, ask, tried, 0.0, 0.0)
        if clear:
            yield tried._replace(how=clear)


def bails(b: Battle, ask: Ask, o: Order, alone: int) -> bool:
    return check(b, ask, o._replace(how=alone)) == 0


def plain_gather(b: Battle, ask: Ask, o: Order) -> Tries:
    """A place nearer at hand for one man; else they stay."""
    o = o._replace(other=min(1, max(0, o.other)))
    yield o
    if set_size(o.how) == 1 and (o.x, o.y) != (0.0, 0.0):
        yield around(b, ask, o, RINGS[-1])
    yield o._replace(x=0.0, y=0.0)


GROUPS: dict[Act, Callable[[Battle, Ask, Order], Tries]] = {
    Act.SCURRY: shorter_scurry,
    Act.FORM_RANKS: ranks_near,
    Act.JOIN: other_ranks,
    Act.SKIRMISH: other_volley,
    Act.HARASS: other_volley,
    Act.BAIL: shorter_bail,
    Act.GATHER: plain_gather,
    Act.COVER: plain_gather,
}


# Formed men


def from_action(b: Battle, ask: Ask, o: Order) -> Tries:
    """The same by the unit in hand: shorter, turned less, nearer to where it stands."""
    ours = stands(b, o.actor) and b.formations[o.actor].side == ask.side and is_in_hand(b, o.actor)
    f = o.actor if ours else whim.unit_in_hand(b, ask)
    if o.kind in FORMED and stands(b, f):
        yield o._replace(actor=f)
        yield from FORMED[Act(o.kind)](b, ask, o._replace(actor=f))


def shorter_move(b: Battle, ask: Ask, o: Order) -> Tries:
    """With those who act, along the line, as it faces; then without joining anybody."""
    u = b.formations[o.actor]
    o = o._replace(how=o.how & actors_of(b, o.actor) if o.how > 0 else 0)
    if not is_direction(o.fx, o.fy):
        o = o._replace(fx=u.fx, fy=u.fy)
    x, y = centre_of(b, u.side, movers(b, o.actor, o.how))
    for other in dict.fromkeys((o.other, NOBODY)):
        yield nearer(b, ask, o._replace(other=other), x, y)
    yield o._replace(other=NOBODY, x=x, y=y)


def less_of_a_wheel(b: Battle, ask: Ask, o: Order) -> Tries:
    """About the nearest end, less far on, or round by less."""
    u = b.formations[o.actor]
    o = o._replace(how=o.how & actors_of(b, o.actor) if o.how > 0 else 0, x=max(0.0, o.x))
    if not is_direction(o.fx, o.fy):
        return
    turn = atan2(u.fx * o.fy - u.fy * o.fx, u.fx * o.fx + u.fy * o.fy)
    for pivot in dict.fromkeys((o.other, end_man(b, o.actor, o.how, turn > 0))):
        tried = o._replace(other=pivot)
        yield farthest(b, ask, tried, 0.0, o.y)
        yield tried._replace(x=0.0)
        for share in range(15, 0, -1):
            fx, fy = turned(u.fx, u.fy, -degrees(turn) * share / 16)
            yield tried._replace(x=0.0, fx=fx, fy=fy)


def turned(fx: float, fy: float, right: float) -> tuple[float, float]:
    """A facing so many degrees to the right of another."""
    c, s = cos(right * pi / 180), sin(right * pi / 180)
    return fx * c + fy * s, fy * c - fx * s


def end_man(b: Battle, f: int, how: int, left: bool) -> int:
    """The man at the left or the right end of those who move, the foremost of them."""
    u = b.formations[f]

    def place(i: int) -> tuple[float, float]:
        m = b.men[i]
        right = m.x * u.fy - m.y * u.fx
        return round(right if left else -right, 6), -(m.x * u.fx + m.y * u.fy)

    return min(of_set(b, u.side, movers(b, f, how)), key=place, default=NOBODY)


def front_for(b: Battle, f: int, files: int, fx: float, fy: float) -> tuple[float, float]:
    """The front centre of a block of the unit about the middle of its circle."""
    x, y, _ = unit_circle(b, f)
    men = actors_of(b, f)
    step = block_step(b, b.formations[f].side, men)
    back = (ranks_of(set_size(men), max(1, files)) - 1) * step / 2
    return x + fx * back, y + fy * back


def other_shape(b: Battle, ask: Ask, o: Order) -> Tries:
    """As many files as may be, nearer to the middle of the circle; then other numbers of files."""
    u = b.formations[o.actor]
    n = set_size(actors_of(b, o.actor))
    if not is_direction(o.fx, o.fy):
        o = o._replace(fx=u.fx, fy=u.fy)
    wanted = min(n, max(1, o.other))
    x, y = front_for(b, o.actor, wanted, o.fx, o.fy)
    yield farthest(b, ask, o._replace(other=wanted), x, y)
    for files in sorted(range(1, n + 1), key=lambda k: abs(k - wanted)):
        x, y = front_for(b, o.actor, files, o.fx, o.fy)
        yield o._replace(other=files, x=x, y=y)


def other_gap(b: Battle, ask: Ask, o: Order) -> Tries:
    """The gap nearest to the one asked for."""
    least, most = b.rules.formation_gap, b.rules.disperse_most
    gaps = [least + GAPS * k for k in range(1, int((most - least) / GAPS) + 1)]
    for gap in sorted({*gaps, most}, key=lambda gap: abs(gap - o.x)):
        yield o._replace(x=gap)


def other_fire(b: Battle, ask: Ask, o: Order) -> Tries:
    """Not so rapid; at the target nearest to the one asked for."""
    x, y = centre_of(b, ask.side, members(b, o.actor))
    aims = [o]
    aims += [o._replace(other=f) for f in formations_near(b, 1 - ask.side, *place_of(b, o.other, x, y))[:4]]
    aims += [o._replace(other=NOBODY, fx=fx, fy=fy) for fx, fy in sweeps(b, ask.side, x, y, 0.0)[:2]]
    for aim in aims:
        yield aim
        yield aim._replace(kind=int(Act.FIRE))


def other_assault(b: Battle, ask: Ask, o: Order) -> Tries:
    """As near to the direction as the front allows; against a formation that stands."""
    u = b.formations[o.actor]
    if is_direction(o.fx, o.fy):
        off = atan2(u.fx * o.fy - u.fy * o.fx, u.fx * o.fx + u.fy * o.fy)
        most = acos(b.rules.assault_cosine) - INWARD
        fx, fy = turned(u.fx, u.fy, -degrees(min(most, max(-most, off))))
    else:
        fx, fy = u.fx, u.fy
    yield o._replace(fx=fx, fy=fy)
    for f in formations_near(b, 1 - ask.side, *place_of(b, o.actor, 0.0, 0.0))[:1]:
        yield o._replace(other=f, fx=fx, fy=fy)
    yield o._replace(other=NOBODY, fx=fx, fy=fy)


def less_taken_in(b: Battle, ask: Ask, o: Order) -> Tries:
    yield o._replace(other=min(1, max(0, o.other)), how=o.how & near_stragglers(b, o.actor))


def near_stragglers(b: Battle, f: int) -> int:
    """The stragglers whom a formation can take in [MI-120]."""
    own = b.formations[f].side
    near = [
        i
        for i in of_set(b, own, (1 << b.men_of[own]) - 1)
        if is_straggler(b.men[i]) and gap_of_man(b, i, f) <= b.rules.regroup_reach + NEAR
    ]
    return sum(bit(b, i) for i in near)


FORMED: dict[Act, Callable[[Battle, Ask, Order], Tries]] = {
    Act.MOVE: shorter_move,
    Act.WHEEL: less_of_a_wheel,
    Act.REPOSITION: other_shape,
    Act.DISPERSE: other_gap,
    Act.FIRE: other_fire,
    Act.RAPID: other_fire,
    Act.ASSAULT: other_assault,
    Act.REGROUP: less_taken_in,
}


# Choices of men and officers


def other_officer(b: Battle, ask: Ask, o: Order) -> Tries:
    """The nearest officer who may."""
    if o.kind != Act.YES:
        return
    may = [k for k in range(b.n_commanders) if may_rally(b, k, ask.actor)]
    for k in sorted(may, key=lambda k: gap_to_formation(b, b.commanders[k], ask.actor)):
        yield o._replace(other=k)


def other_men(b: Battle, ask: Ask, o: Order) -> Tries:
    """Those named who are concerned, and as many others as are wanted."""
    act = Act.RUN if ask.kind == AskKind.RUN else Act.FALL
    named = of_set(b, ask.side, o.how & b.sought)
    rest = of_set(b, ask.side, b.sought & ~o.how)
    yield o._replace(kind=int(act), how=sum(bit(b, i) for i in (named + rest)[: ask.other]))


def other_successor(b: Battle, ask: Ask, o: Order) -> Tries:
    """The man nearest to the one named."""
    at = o.actor if 0 <= o.actor < b.n_men else NOBODY
    may = [i for i in range(b.n_men) if may_succeed(b, ask.side, i)]
    for i in sorted(may, key=lambda i: figures_apart(b, at, i)):
        yield o._replace(kind=int(Act.SUCCEED), actor=i)


OTHERS: dict[AskKind, Callable[[Battle, Ask, Order], Tries]] = {
    AskKind.COMMANDER: other_commander,
    AskKind.STEP: from_commander,
    AskKind.OFFICER: from_commander,
    AskKind.ACTIVATE: from_activation,
    AskKind.ACTION: from_action,
    AskKind.REROLL: other_officer,
    AskKind.RUN: other_men,
    AskKind.FALL: other_men,
    AskKind.SUCCESSOR: other_successor,
}
