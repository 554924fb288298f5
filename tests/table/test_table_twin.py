"""The compiled twin of the table: every function, on random cases, bit for bit."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from table_oracle import FIELD, any_box, any_move, any_piece, facing

from grognard import compiled
from grognard import ground as lay
from grognard.records import pack
from grognard.table.terrain import Ground, Piece, Scratch, Shape

pytest.importorskip("numba")

MODULES = ["vectors", "boxes", "arcs", "sweeps", "pieces", "going", "sight", "discs"]
CASES = 60
ROOM = 8  # stretches, cuts and points laid out beforehand


def functions(name: str) -> list[str]:
    module = import_module(f"grognard.table.{name}")
    return [n for n, f in inspect.getmembers(module, inspect.isfunction) if f.__module__ == module.__name__]


EVERY = [(name, function) for name in MODULES for function in functions(name)]


def any_ground(rng: np.random.Generator) -> Ground:
    ground = Ground(width=FIELD, depth=FIELD, n=6)
    for k in range(ground.n):
        piece = any_piece(rng, Shape(k % 3))
        piece.group, piece.going, piece.toll = (
            int(rng.integers(3)),
            float(rng.choice([1, 2, 3])),
            float(k % 2),
        )
        piece.closed, piece.road = bool(rng.random() < 0.2), bool(rng.random() < 0.5)
        ground.pieces[k] = piece
    return ground


def any_upright(rng: np.random.Generator) -> Piece:
    """A polygon that fills the box around it."""
    (x0, x1), (y0, y1) = np.sort(rng.uniform(0, FIELD, (2, 2))).tolist()
    return lay.add_piece(Ground(), Shape.POLYGON, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def any_scratch(rng: np.random.Generator) -> Scratch:
    scratch = Scratch()
    for k in range(ROOM):
        scratch.from_[k], scratch.until[k] = sorted(rng.choice([0.0, 0.25, 0.5, 0.75, 1.0], 2).tolist())
        scratch.rate[k] = float(rng.integers(1, 4))
    scratch.cuts[:ROOM] = sorted(rng.uniform(0, 1, ROOM).tolist())
    return scratch


def any_int(rng: np.random.Generator, name: str, function: str, piece: Piece | None) -> int:
    if name == "end":
        assert piece is not None
        return piece.n
    if name == "first" or function == "sweep_line":
        return 0
    if name in ("k", "side"):
        return int(rng.integers(4))
    return int(rng.integers(3)) if name in ("i", "areas") else 3 + int(rng.integers(3))


def any_arguments(
    rng: np.random.Generator, function: str, parameters: list[inspect.Parameter]
) -> Iterator[Any]:
    """Values for the parameters of a function, by their type and name."""
    moves = [*any_move(rng), *facing(rng), *rng.uniform(-2, FIELD, 8).tolist(), 0.0, 1.0]
    piece = None
    if any(p.annotation == "Piece" for p in parameters):
        piece = any_piece(rng, Shape.LINES if "line" in function else Shape(int(rng.integers(3))))
        if function in ("sweep_polygon", "span", "sweep_points", "disc_sweep_polygon"):
            piece = any_piece(rng, Shape.POLYGON)
        if function == "runs_through":
            piece = any_upright(rng)
    for p in parameters:
        if p.annotation == "float":
            yield moves[int(rng.integers(2))] if p.name in ("dx", "dy") else float(rng.choice(moves))
        elif p.annotation == "int":
            yield any_int(rng, p.name, function, piece)
        elif p.annotation == "bool":
            yield bool(rng.random() < 0.5)
        else:
            makers = {"Box": any_box, "Ground": any_ground, "Scratch": any_scratch, "Piece": lambda _: piece}
            makers["list[float]"] = lambda rng: rng.uniform(0, FIELD, ROOM).tolist()
            yield makers[p.annotation](rng)


def as_packed(argument: Any) -> Any:
    """An argument as the twin takes it."""
    if isinstance(argument, list):
        return np.array(argument)
    return pack(argument) if isinstance(argument, (Ground, Scratch, Piece)) else argument


def bits(value: Any) -> bytes:
    """The very bits of an answer; a box, a pair or a number."""
    flat = value if isinstance(value, tuple) else (value,)
    return b"".join(np.asarray(v, "f8" if isinstance(v, float) else "i8").tobytes() for v in flat)


def outcome(call: Callable[..., Any], arguments: list[Any]) -> bytes:
    """What a call answers and what it leaves on the scratch paper."""
    answer = bits(call(*arguments))
    for a in arguments:
        if isinstance(a, Scratch):
            answer += pack(a).tobytes()
        elif isinstance(a, np.void):
            answer += a.tobytes() if "cuts" in a.dtype.names else b""
    return answer


@pytest.mark.parametrize(("name", "function"), EVERY)
def test_the_twin_answers_alike(name: str, function: str) -> None:
    plain: ModuleType = import_module(f"grognard.table.{name}")
    twin = compiled.entry(f"table.{name}", function)
    call = getattr(plain, function)
    parameters = list(inspect.signature(call).parameters.values())
    answers = set()
    for rng in np.random.default_rng(len(function)).spawn(CASES):
        arguments = list(any_arguments(rng, function, parameters))
        packed = [as_packed(a) for a in arguments]
        answer = outcome(twin, packed)
        assert answer == outcome(call, arguments)
        answers.add(answer)
    assert len(answers) > 1  # or the cases say nothing
    assert twin.signatures


def test_not_a_number_is_alike_in_the_twin() -> None:
    rng = np.random.default_rng(1)
    plain = import_module("grognard.table.boxes")
    inside_table, boxes_overlap, box_gap = (
        compiled.entry("table.boxes", name) for name in ("inside_table", "boxes_overlap", "box_gap")
    )
    box = any_box(rng)
    for field in box._fields:
        bad = box._replace(**{field: float("nan")})
        assert inside_table(bad, 99.0, 99.0) is plain.inside_table(bad, 99.0, 99.0) is False
        assert boxes_overlap(bad, box, 0.0) is plain.boxes_overlap(bad, box, 0.0) is False
        assert bits(box_gap(bad, box)) == bits(plain.box_gap(bad, box))
