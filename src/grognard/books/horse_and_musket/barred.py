"""Orders of Horse and Musket that one would look for and may not give now, each with the rule against it."""

from __future__ import annotations

from collections.abc import Iterator

from ...battle import plain
from ...book import Choice
from ...values import Ask, Order
from ...wishes import Wish, Wishes, choice, refused
from .brief import brief, capital
from .checking import check
from .firing import longest_range
from .movement import check_mover, is_building
from .refusals import reason
from .setup import FOLDER, Names
from .state import NOBODY, Act, Arm, AskKind, Battle, Formation, Unit
from .units import apart_at_least, gap_between, may_take, on_table, rate
from .words import leader

NEAR = 1.5  # times its reach: what is farther nobody looks for
MOST = 3  # enemies of each unit
FORMED = (Formation.LINE, Formation.COLUMN, Formation.MARCH, Formation.EXTENDED, Formation.SQUARE)


def barred(b: Battle, n: Names, ask: Ask) -> list[Choice]:
    """Each wish that a rule stands against."""
    wishes = WISHES[AskKind(ask.kind)](b, n, ask) if ask.kind in WISHES else ()
    found = refused(FOLDER / "rules.md", check, reason, b, n, ask, wishes)
    told = [(titled(b, n, ask, w), rule, why) for w, rule, why in found]
    return [choice(w, capital(w.title), rule, why) for w, rule, why in told]


def titled(b: Battle, n: Names, ask: Ask, w: Wish) -> Wish:
    """A wish without words is called what its order is."""
    if w.title:
        return w
    said = brief(b, n, ask, w.order, "")
    return w._replace(title=said.title, group=said.group)


def own(b: Battle, side: int) -> Iterator[int]:
    return (i for i in range(b.n_units) if b.units[i].side == side and on_table(b.units[i]))


def stay(b: Battle, i: int, kind: int = Act.HALF_MOVE) -> Order:
    u = b.units[i]
    return Order(int(kind), i, NOBODY, 0, u.x, u.y, u.fx, u.fy)


def moves(b: Battle, n: Names, ask: Ask) -> Iterator[Wish]:
    """To move at all, to charge now, to form up, to go into a building."""
    for i in own(b, ask.side):
        u = b.units[i]
        if check_mover(b, ask.side, i) != 0:
            yield Wish(stay(b, i), "move", "move")
            continue
        if u.arm != Arm.ARTILLERY:
            why = "over for this turn"
            yield Wish(plain(Act.CHARGE, i, NOBODY), "charge", "charge", "FH-011", why)
        if u.arm == Arm.INFANTRY and u.building < 0:
            yield from shapes(b, i)
            yield from buildings(b, i)


def shapes(b: Battle, i: int) -> Iterator[Wish]:
    u = b.units[i]
    for formation in FORMED:
        if formation != u.formation and may_take(b, u, formation):
            yield Wish(Order(Act.FORM, i, 0, formation, u.x, u.y, u.fx, u.fy))


def buildings(b: Battle, i: int) -> Iterator[Wish]:
    """Those near enough to think of."""
    u = b.units[i]
    for k in range(b.ground.n):
        p = b.ground.pieces[k]
        dx, dy = max(p.x0 - u.x, 0.0, u.x - p.x1), max(p.y0 - u.y, 0.0, u.y - p.y1)
        if is_building(b, k) and (dx * dx + dy * dy) ** 0.5 <= rate(b, u):
            yield Wish(plain(Act.ENTER, i, k))


def nearest(b: Battle, u: Unit, reach: float) -> list[int]:
    """The enemies that lie about within reach, the nearest first."""
    foes = own(b, 1 - u.side)
    near = [(gap_between(u, b.units[j]), j) for j in foes if apart_at_least(u, b.units[j]) <= reach]
    return [j for gap, j in sorted(near) if gap <= reach][:MOST]


def charges(b: Battle, n: Names, ask: Ask) -> Iterator[Wish]:
    for i in own(b, ask.side):
        u = b.units[i]
        if u.arm != Arm.ARTILLERY and u.building < 0:
            for j in nearest(b, u, rate(b, u) * NEAR):
                yield Wish(plain(Act.CHARGE, i, j))


def targets(b: Battle, n: Names, ask: Ask) -> Iterator[Wish]:
    u = b.units[ask.actor]
    for j in nearest(b, u, longest_range(b, u) * NEAR):
        yield Wish(plain(Act.FIRE, ask.actor, j))


def rides(b: Battle, n: Names, ask: Ask) -> Iterator[Wish]:
    for k in range(b.n_leaders):
        g = b.leaders[k]
        if g.side == ask.side and g.alive and g.moved:
            title, why = f"ride with {leader(n, k)}", f"{leader(n, k)} has ridden this turn"
            order = Order(Act.MOVE, k, NOBODY, 0, g.x, g.y, 0.0, 1.0)
            yield Wish(order, title, "ride", "FH-R13", why)


WISHES: dict[AskKind, Wishes] = {
    AskKind.GENERAL: rides,
    AskKind.CHARGE: charges,
    AskKind.MOVE: moves,
    AskKind.TARGET: targets,
}
