"""How far a move carries over whatever lies in its way, and which ground nobody enters."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from grognard.books.tyneside.footing import NEAR, SHORT, SHUT, carry, is_shut, list_pieces, rate_at, way_cost
from grognard.books.tyneside.state import Battle

from .field import Field

MOVE = 25.0


def ground() -> Battle:
    """A river with a bridge and a difficult ford, a wood, a marsh, hedges, a road, and a house with a door."""
    f = Field("ec", width=120, depth=120)
    f.terrain("river", rectangle=(0, 50, 120, 58))
    f.terrain("bridge", rectangle=(30, 49, 38, 59))
    f.terrain("ford", rectangle=(70, 49, 82, 59), difficult=True)
    f.terrain("wood", polygon=[(10, 70), (35, 68), (40, 90), (12, 95)])
    f.terrain("marsh", rectangle=(60, 62, 90, 75))
    f.terrain("hedge", line=[(50, 20), (100, 24), (104, 40)])
    f.terrain("wall", line=[(55, 30), (95, 28)])
    f.terrain("road", line=[(34, 0), (34, 120)], width=6)
    f.terrain("building", rectangle=(60, 95, 80, 110), doors=[(70, 95)])
    return f.b


@pytest.mark.rule("TY-039", "TY-042", "TY-043", "TY-R64")
@pytest.mark.parametrize("mounted", [False, True])
def test_a_move_carries_exactly_as_far_as_it_pays_for(mounted: bool) -> None:
    b = ground()
    pick = random.Random(7)
    seen: Counter[str] = Counter()
    for _ in range(4000):
        x0, y0, x1, y1 = (pick.uniform(2, 118) for _ in range(4))
        left = pick.choice([pick.uniform(0.5, 60.0), 200.0])
        far = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        if is_shut(b, x0, y0, mounted) or far < 1.0:
            continue
        share, spent = carry(b, list_pieces(b, x0, y0, x1, y1), x0, y0, x1, y1, mounted, MOVE, left)

        def cost(t: float, x0=x0, y0=y0, x1=x1, y1=y1) -> float:  # type: ignore[no-untyped-def]
            found = way_cost(b, x0, y0, x0 + (x1 - x0) * t, y0 + (y1 - y0) * t, mounted, MOVE)
            return float("inf") if found < 0.0 else found

        assert 0.0 <= share <= 1.0
        assert cost(share) <= left + 2 * NEAR and abs(cost(share) - spent) < 2 * NEAR
        if share == 1.0:
            seen["all the way"] += 1
            continue
        beyond = min(1.0, share + 2 * SHORT / far)
        assert cost(beyond) > left  # another step would be too much, or lead where nobody goes
        paid = abs(spent - left) < 2 * NEAR
        seen["shut" if cost(beyond) == float("inf") else "spent" if paid else "barrier"] += 1
    assert set(seen) == {"all the way", "shut", "spent", "barrier"} and min(seen.values()) > 20


@pytest.mark.rule("TY-043")
@pytest.mark.parametrize(("left", "far", "cost"), [(16.0, 10 - SHORT, 10 - SHORT), (16.3, 10.05, 16.3)])
def test_who_cannot_pay_for_a_hedge_stops_before_it(left: float, far: float, cost: float) -> None:
    """Ten to the hedge, and a quarter of a move to clear it."""
    f = Field("ec")
    f.terrain("hedge", line=[(40, 20), (80, 20)])
    share, spent = carry(f.b, list_pieces(f.b, 60, 10, 60, 40), 60, 10, 60, 40, False, MOVE, left)
    assert (30 * share, spent) == (pytest.approx(far), pytest.approx(cost))


@pytest.mark.rule("TY-R64")
@pytest.mark.parametrize("left", [19.4999, 19.5, 19.5001, 30.0])
def test_nobody_comes_to_stand_in_a_wall(left: float) -> None:
    """Or he would be through it with the next move."""
    b = ground()
    share, _ = carry(b, list_pieces(b, 62, 75.5, 62, 102), 62, 75.5, 62, 102, False, MOVE, left)
    y = 75.5 + 26.5 * share
    assert y <= 95 - SHORT + NEAR
    share, spent = carry(b, list_pieces(b, 62, y, 62, 102), 62, y, 62, 102, False, MOVE, MOVE)
    assert y + (102 - y) * share <= 95 - SHORT + NEAR and spent <= 95 - y


@pytest.mark.rule("TY-042", "TY-R64")
@pytest.mark.parametrize("mounted", [False, True])
def test_ground_is_shut_where_nobody_goes(mounted: bool) -> None:
    b = ground()
    pick = random.Random(3)
    seen: Counter[bool] = Counter()
    for _ in range(3000):
        x, y = pick.uniform(0, 120), pick.uniform(0, 120)
        shut = is_shut(b, x, y, mounted)
        assert shut == (rate_at(b, x, y, mounted) == SHUT), (x, y)
        seen[shut] += 1
    assert min(seen[True], seen[False]) > 100
    assert not is_shut(b, 34.0, 54.0, mounted)  # on the bridge
    assert is_shut(b, 70.0, 100.0, mounted) == mounted  # no horse goes into a house
