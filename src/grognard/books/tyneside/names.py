"""Outside the rules: a book of the family, and what the numbers of its battles are called."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from .state import ENGINES, FIGURES, GROUPS, MARKERS, Book

FAMILY = Path(__file__).parent

# Names.pieces: figure i is piece i; after the figures come the groups, the engines and the markers
PIECE_GROUP = FIGURES
PIECE_ENGINE = PIECE_GROUP + GROUPS
PIECE_MARKER = PIECE_ENGINE + ENGINES


@dataclass(frozen=True)
class Member:
    """A book of the family, as far as setting it up goes."""

    id: str
    book: Book
    prefix: str
    folder: Path
    qualities: tuple[str, str, str]  # the words for its classes, from worst to best
    options: frozenset[str]


@dataclass
class Names:
    """What the numbers of a battle are called: for people, never for rules."""

    groups: list[str] = field(default_factory=list)
    group_ids: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    figure_ids: list[str] = field(default_factory=list)
    engines: list[str] = field(default_factory=list)
    engine_ids: list[str] = field(default_factory=list)
    markers: int = 0
    platoons: list[str] = field(default_factory=list)
    qualities: tuple[str, str, str] = ("", "", "")
    terrain: list[str] = field(default_factory=list)
    objectives: list[str] = field(default_factory=list)
    armies: list[str] = field(default_factory=list)

    @property
    def marker_ids(self) -> list[str]:
        return [f"M{k + 1}" for k in range(MARKERS)]

    @property
    def pieces(self) -> list[str]:
        """Figures, then groups from PIECE_GROUP, engines from PIECE_ENGINE, markers from PIECE_MARKER."""
        figures = self.figure_ids + [f"F{i + 1}" for i in range(len(self.figure_ids), FIGURES)]
        groups = self.group_ids + [f"G{g + 1}" for g in range(len(self.group_ids), GROUPS)]
        engines = self.engine_ids + [f"X{e + 1}" for e in range(len(self.engine_ids), ENGINES)]
        return figures + groups + engines + self.marker_ids

    def handles(self, kind: str) -> list[str]:
        return {
            "figure": self.figure_ids,
            "group": self.group_ids,
            "engine": self.engine_ids,
            "marker": self.marker_ids,
        }[kind]

    def group(self, kind: str, side: int) -> list[str]:
        """No order of the family names a set of pieces."""
        raise KeyError(kind)
