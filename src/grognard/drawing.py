"""The table as text, as far as all books share it: cells of a grid, north up, and terrain laid on them."""

from __future__ import annotations

from .table.pieces import point_in_piece
from .table.terrain import Ground, Piece, Shape

ARROWS = "↑↗→↘↓↙←↖"
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
