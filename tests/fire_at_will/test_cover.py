"""Cover: buildings, walls and hedges, the edge of woods."""

from __future__ import annotations

import pytest

from grognard.books.fire_at_will import cover, shooting
from grognard.books.fire_at_will.state import Act, AskKind

from .field import Ev, Field, order


def aim(f: Field, a: int, c: int) -> tuple[int, list[tuple[int, int]]]:
    """Strip 0 of a aims at strip 0 of c: the column, and what is told of cover (piece, steps)."""
    shooting.take_aim(f.b, order(Act.SHOOT, f.strip(a, 0), f.strip(c, 0)))
    assert all(e.actor == f.strip(c, 0) for e in f.events(Ev.COVER))
    return f.s(a, 0).column, [(e.other, e.a) for e in f.events(Ev.COVER)]


def refused(f: Field, a: int, c: int) -> str:
    return f.refused(f.ask(AskKind.SHOOT, "blue"), Act.SHOOT, actor=f.strip(a, 0), other=f.strip(c, 0))


def house(f: Field, gap: float, shooter: str = "crossbowmen", target: str = "axemen") -> tuple[int, int, int]:
    """Shooters so far from a garrison's wall; the building."""
    a = f.formation("blue", shooter, 24, 20 - gap)
    c = f.formation("red", target, 24, 22, "south")
    k = f.terrain("building", rectangle=(22, 20, 26, 23))
    f.garrison(c, k, south=1)
    return a, c, k


@pytest.mark.rule("FW-119", "FW-R48")
def test_a_building_is_two_columns() -> None:
    f = Field()
    a, c, k = house(f, 5)
    assert cover.cover_steps(f.b, f.strip(a, 0), f.strip(c, 0)) == 2
    assert aim(f, a, c) == (2, [(k, 2)])
    assert shooting.needed(f.b, f.strip(a, 0), f.strip(c, 0), 2) == 6


@pytest.mark.rule("FW-120", "FW-121", "FW-R47")
@pytest.mark.parametrize(
    ("gap", "target", "said"),
    [(5, "axemen", ""), (5.1, "axemen", "FW-120"), (5, "trolls", "FW-121"), (15.1, "axemen", "FW-R41")],
)
def test_cover_past_the_last_column_forbids_the_shot(gap: float, target: str, said: str) -> None:
    f = Field()
    a, c, _ = house(f, gap, target=target)
    assert refused(f, a, c) == said


@pytest.mark.rule("FW-R48", "FW-119")
@pytest.mark.parametrize(
    ("shooter", "reading", "steps"),
    [("dragon", "true", 2), ("dragon", "false", 0), ("bombard", "false", 2), ("skirmishers", "true", 2)],
)
def test_cover_helps_against_all_tables_against_breath_by_option(
    shooter: str, reading: str, steps: int
) -> None:
    f = Field(cover_vs_breath=reading)
    a, c, _ = house(f, 4, shooter)
    assert cover.cover_steps(f.b, f.strip(a, 0), f.strip(c, 0)) == steps


@pytest.mark.rule("FW-118", "FW-R48")
@pytest.mark.parametrize("kind", ["wall", "hedge", "fallen_trees", "fence"])
@pytest.mark.parametrize(
    ("y", "steps"),
    [
        (14.75, 1),  # a quarter of an inch before its front
        (14.95, 1),
        (14.7, 0),  # too far before it to be defended
        (15.6, 0),  # behind its back
    ],
)
def test_who_lines_a_wall_or_hedge_is_a_column_farther_off(kind: str, y: float, steps: int) -> None:
    f = Field()
    a = f.formation("blue", "crossbowmen", 24, 10.5)
    c = f.formation("red", "axemen", 24, 15, "south")
    wall = f.terrain(kind, line=[(20, y), (28, y)])
    assert cover.cover_steps(f.b, f.strip(a, 0), f.strip(c, 0)) == steps
    assert aim(f, a, c) == (steps, [(wall, 1)] if steps else [])


@pytest.mark.rule("FW-118", "FW-R48")
def test_a_wall_covers_only_against_shots_across_it_and_only_the_front_rank() -> None:
    f = Field()
    before = f.formation("blue", "crossbowmen", 24, 10.5)
    behind = f.formation("blue", "crossbowmen", 24, 20.5, "south")
    aside = f.formation("blue", "crossbowmen", 29, 15.25, "west")
    c = f.formation("red", "axemen", 24, 15, "south", strips=2, files=1)
    f.terrain("wall", line=[(20, 14.9), (28, 14.9)])
    steps = {a: cover.cover_steps(f.b, f.strip(a, 0), f.strip(c, 0)) for a in (before, behind, aside)}
    assert steps == {before: 1, behind: 0, aside: 0}
    assert cover.cover_steps(f.b, f.strip(before, 0), f.strip(c, 1)) == 0


@pytest.mark.rule("FW-118", "FW-120")
def test_a_wall_puts_the_last_column_out_of_reach() -> None:
    f = Field()
    a = f.formation("blue", "crossbowmen", 24, 4)
    c = f.formation("red", "axemen", 24, 15, "south")
    assert refused(f, a, c) == ""
    f.terrain("wall", line=[(20, 14.9), (28, 14.9)])
    assert refused(f, a, c) == "FW-120"


@pytest.mark.rule("FW-118", "FW-R48")
@pytest.mark.parametrize(
    ("y", "steps"),
    [
        (14.5, 0),  # before the wood: only the rear of its base touches the edge at 15
        (14.6, 1),  # its rear is inside
        (15.6, 1),
        (15.9, 1),  # its front 0.9 behind the edge
    ],
)
def test_the_edge_of_a_wood_is_one_column(y: float, steps: int) -> None:
    f = Field()
    a = f.formation("blue", "crossbowmen", 24, 10.9)
    c = f.formation("red", "axemen", 24, y, "south")
    wood = f.terrain("wood", rectangle=(18, 15, 30, 24))
    column = 0 if y <= 15.9 and y - 10.9 <= 5.0 else 1
    assert aim(f, a, c) == (column + steps, [(wood, 1)] if steps else [])


@pytest.mark.rule("FW-R48")
def test_deeper_than_an_inch_one_is_not_seen_from_outside() -> None:
    f = Field()
    a = f.formation("blue", "crossbowmen", 24, 10.9)
    c = f.formation("red", "axemen", 24, 16.1, "south")
    f.terrain("wood", rectangle=(18, 15, 30, 24))
    assert refused(f, a, c) == "FW-R52"


@pytest.mark.rule("FW-R48")
def test_within_one_wood_the_shot_crosses_no_edge() -> None:
    f = Field()
    a = f.formation("blue", "crossbowmen", 24, 15.6)
    c = f.formation("red", "axemen", 24, 16.5, "south")
    f.terrain("wood", rectangle=(18, 15, 30, 24))
    assert aim(f, a, c) == (0, [])


@pytest.mark.rule("FW-R48")
def test_a_wood_in_the_targets_back_and_beyond_reach_of_the_shot_is_no_cover() -> None:
    f = Field()
    a = f.formation("blue", "crossbowmen", 24, 10)
    c = f.formation("red", "axemen", 24, 14, "south")
    f.terrain("wood", rectangle=(18, 15, 30, 24))
    assert aim(f, a, c) == (0, [])


@pytest.mark.rule("FW-R48")
def test_covers_do_not_add_up() -> None:
    f = Field()
    a, c, k = house(f, 5)
    f.terrain("wood", rectangle=(18, 19.5, 30, 20.5))
    assert aim(f, a, c) == (2, [(k, 2)])
