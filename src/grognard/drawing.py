"""The table as text, as far as all books share it: cells of a grid, north up, and terrain laid on them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable

from .table.pieces import point_in_piece
from .table.terrain import Ground, Piece, Shape

ARROWS = "↑↗→↘↓↙←↖"
HIGHEST = 36  # rows of a map
LEAST = 60  # columns that a map and its keys want
GAP = 2  # columns between blocks
TIED = "\N{NO-BREAK SPACE}"  # between a sign and its meaning, until the lines are broken
TALL = 2.0  # a character is about twice as high as wide
Grid = list[list[str]]


class Frame:
    """The table cut into cells, north up."""

    def __init__(self, ground: Ground, columns: int) -> None:
        self.columns = columns
        self.dx = ground.width / columns
        self.rows = max(1, round(ground.depth / (self.dx * TALL)))
        self.dy = ground.depth / self.rows

    def grid(self) -> Grid:
        return [[" "] * self.columns for _ in range(self.rows)]

    def centre(self, row: int, column: int) -> tuple[float, float]:
        return (column + 0.5) * self.dx, (self.rows - row - 0.5) * self.dy

    def cell(self, x: float, y: float) -> tuple[int, int]:
        row = self.rows - 1 - int(y / self.dy)
        return min(max(row, 0), self.rows - 1), min(max(int(x / self.dx), 0), self.columns - 1)


def widest(ground: Ground, width: int, rows: int) -> int:
    """The columns of a map with edges that is neither wider nor higher than asked."""
    return min(width - 2, int(rows * TALL * ground.width / ground.depth))


def edged(grid: Grid) -> list[str]:
    """The rows of a map with a line round them."""
    edge = "+" + "-" * len(grid[0]) + "+"
    return [edge, *("|" + "".join(row) + "|" for row in grid), edge]


def lay(grid: Grid, frame: Frame, p: Piece, mark: str) -> None:
    """One piece of terrain; the smallest still marks a cell."""
    if p.shape == Shape.LINES:
        for k in range(0, p.n, 2):
            trace(grid, frame, p, k, mark)
        return
    row, column = frame.cell((p.x0 + p.x1) / 2, (p.y0 + p.y1) / 2)
    cells = cells_of(frame, p) or [(row, column)]
    for row, column in cells:
        grid[row][column] = mark


def cells_of(frame: Frame, p: Piece) -> list[tuple[int, int]]:
    """The cells whose middle is in a piece of terrain."""
    top, first = frame.cell(p.x0, p.y1)
    bottom, last = frame.cell(p.x1, p.y0)
    return [
        (row, column)
        for row in range(top, bottom + 1)
        for column in range(first, last + 1)
        if point_in_piece(p, *frame.centre(row, column))
    ]


def trace(grid: Grid, frame: Frame, p: Piece, k: int, mark: str) -> None:
    """One stretch of a line."""
    dx, dy = p.x[k + 1] - p.x[k], p.y[k + 1] - p.y[k]
    steps = max(1, int(2 * max(abs(dx) / frame.dx, abs(dy) / frame.dy)))
    for s in range(steps + 1):
        row, column = frame.cell(p.x[k] + dx * s / steps, p.y[k] + dy * s / steps)
        grid[row][column] = mark


def put(grid: Grid, cell: tuple[int, int], mark: str) -> None:
    grid[cell[0]][cell[1]] = mark


# The page


def laid_out(
    heading: str,
    grid: Grid,
    roll_of: Callable[[int, int], list[str]],
    legend: Iterable[str],
    width: int,
    beside: int,
) -> str:
    """A map with the rolls of both sides beside it, if they have so many columns there, or below it; then its keys."""
    page = edged(grid)
    room = width - len(page[0]) - GAP
    if room >= beside:
        page = side_by_side(page, [*roll_of(0, room), "", *roll_of(1, room)])
    else:
        page += rolls_below(roll_of, width, beside)
    keys = [line.replace(TIED, " ") for text in legend for line in textwrap.wrap(text, width)]
    return "\n".join([*textwrap.wrap(heading, width), *page, *keys])


def side_by_side(left: list[str], right: list[str]) -> list[str]:
    """Two blocks of lines next to each other."""
    rows, wide = max(len(left), len(right)), max(map(len, left))
    left, right = left + [""] * (rows - len(left)), right + [""] * (rows - len(right))
    return [f"{one:<{wide}}{' ' * GAP}{two}".rstrip() for one, two in zip(left, right, strict=True)]


def rolls_below(roll_of: Callable[[int, int], list[str]], width: int, beside: int) -> list[str]:
    """Both sides, next to each other if there is room."""
    each = (width - GAP) // 2
    if each < beside:
        return roll_of(0, width) + roll_of(1, width)
    blue, red = (roll_of(side, each) for side in (0, 1))
    return side_by_side([f"{line:<{each}}" for line in blue], red)
