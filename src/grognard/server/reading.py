"""How much of the chronicle a page has: lines may be taken back, and others told in their place."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from ..book import Line
from ..scene import Scene

Told = tuple[Line, int]  # a line, and the turn it is of


def mark_of(chronicle: Sequence[Told]) -> str:
    """A few letters that say which lines these are."""
    digest = hashlib.blake2b(digest_size=12)
    for line, turn in chronicle:
        digest.update(f"{turn}\t{line.kind}\t{line.level}\t{line.units}\t{line.dice}\t{line.text}\n".encode())
    return digest.hexdigest()


class Reader:
    """What a page has read so far."""

    def __init__(self, lines: int = 0, mark: str = "") -> None:
        """A page that comes back says how many lines it has, and which these are."""
        self.lines, self.mark = lines, mark
        self.has: list[Told] | None = None
        self.scene: Scene | None = None  # as it was told last

    def read(self, chronicle: list[Told]) -> int:
        """The whole chronicle is told; how many of its lines the page had already."""
        had = self.had(chronicle) if self.has is None else same(self.has, chronicle)
        self.has = chronicle
        return had

    def had(self, chronicle: list[Told]) -> int:
        """Of what it says it has: all, or nothing that can be relied on."""
        first = chronicle[: self.lines]
        return self.lines if len(first) == self.lines and self.mark == mark_of(first) else 0


def news(scene: Scene, had: Scene) -> Scene:
    """A scene without the pieces that are as they were, and without the ground if that is."""
    before = {p.number: p for p in had.pieces}
    pieces = [p for p in scene.pieces if before.get(p.number) != p]
    ground = [] if scene.features == had.features else scene.features
    return scene.model_copy(update={"pieces": pieces, "features": ground})


def same(a: Sequence[Told], b: Sequence[Told]) -> int:
    """How many lines two chronicles have in common from the first on."""
    for k, (one, other) in enumerate(zip(a, b, strict=False)):
        if one != other:
            return k
    return min(len(a), len(b))
