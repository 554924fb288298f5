"""Men scattered about a small table with a pond, a wood and a wall on it, for tests of what holds whatever happens."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from .field import Field

Place = tuple[float, float]
POND = (12.0, 12.0, 1.5)
spots = st.tuples(st.floats(1, 23), st.floats(1, 23))
few = st.lists(spots, min_size=2, max_size=5)


def scatter(blue: list[Place], red: list[Place], apart: float = 0.76) -> tuple[Field, list[int], list[int]]:
    """Those of the places that are free, taken by stragglers; blue's men and red's."""
    f = Field(24, 24)
    f.terrain("pond", circle=POND)
    f.terrain("woods", rectangle=(15, 3, 20, 8))
    f.terrain("wall", line=[(3, 14), (9, 14)])
    taken: list[Place] = []
    sides: list[list[Place]] = [[], []]
    for side, places in enumerate((blue, red)):
        for x, y in places:
            if math.dist((x, y), POND[:2]) > 2 and all(math.dist((x, y), o) >= apart for o in taken):
                taken.append((x, y))
                sides[side].append((x, y))
    return f, f.men("blue", *sides[0]), f.men("red", *sides[1])


def places(f: Field) -> list[Place]:
    return [(m.x, m.y) for m in f.b.men[: f.b.n_men]]
