"""The past of a table: its turns gone through again, a moment looked at, points and losses turn by turn."""

from __future__ import annotations

from ..book import Line
from ..problems import Problem
from .eyes import Eyes, TableEyes
from .messages import (
    CourseTold,
    LookTold,
    MomentTold,
    Standing,
    TimelineTold,
)
from .pasts import Then
from .table import Table
from .views import line_told


def timeline(table: Table, now: TableEyes, turn: int) -> TimelineTold:
    """The moments of a turn that this seat knows of."""
    past = table.pasts.of(table.heading.id, now.shown, turn)
    cuts = [m.told for m in past.moments] + [len(past.events)]
    moments = []
    for k, m in enumerate(past.moments):
        eyes = Eyes(now.book, m.battle, now.shown.names, m.ask, now.sides)
        lines = eyes.tell(past.events[cuts[k] : cuts[k + 1]])
        own = eyes.yours or not now.hides
        if own or lines:
            text = eyes.describe(m.order) if own else lines[0].text
            moments.append(moment_told(now, m, turn, text, lines))
    return TimelineTold(
        turn=turn,
        turns=len(now.turns),
        lines=[line_told(now, line, turn) for line in now.tell(past.events[: cuts[0]])],
        moments=moments,
    )


def moment_told(eyes: Eyes, m: Then, turn: int, text: str, lines: list[Line]) -> MomentTold:
    """With the weightiest thing that came of it."""
    weights = eyes.book.weights
    worst = max(lines, key=lambda line: weights.get(line.kind, 0), default=None)
    return MomentTold(
        at=m.at,
        side=m.ask.side,
        text=text,
        kind="" if worst is None else worst.kind,
        weight=0 if worst is None else weights.get(worst.kind, 0),
        lines=[line_told(eyes, line, turn) for line in lines],
    )


def look(table: Table, now: TableEyes, at: int) -> LookTold:
    """The table when the order at this place of the list, or the next one, was asked for."""
    if at > now.length:
        raise Problem(f"the list has {now.length} entries")
    turn = now.shown.turn_of(at)
    past = table.pasts.of(table.heading.id, now.shown, turn)
    m = next((m for m in past.moments if m.at >= at), None)
    before = sum(len(lines) for lines in now.turns[: turn - 1])
    if m is None:
        return present(now, at, turn)
    eyes = Eyes(now.book, m.battle, now.shown.names, m.ask, now.sides)
    return LookTold(
        at=m.at,
        turn=turn,
        side=m.ask.side,
        text=eyes.question,
        scene=eyes.scene,
        lines=before + len(eyes.tell(past.events[: m.told])),
    )


def present(eyes: TableEyes, at: int, turn: int) -> LookTold:
    """Nothing has been ordered there yet: the table as it stands."""
    return LookTold(
        at=at,
        turn=turn,
        side=-1 if eyes.ask is None else eyes.ask.side,
        text=eyes.question,
        scene=eyes.scene,
        lines=sum(len(lines) for lines in eyes.turns),
    )


def course(table: Table, eyes: TableEyes) -> CourseTold:
    """Points and losses after each turn, as this seat knows them, and as they stand."""
    game = eyes.shown
    battles = [game.after_turn(n) for n in range(game.turns + 1)]
    then = [Eyes(game.book, b, game.names, None, eyes.sides).scene for b in battles]
    scenes = [*then, eyes.scene] if eyes.scene.turn > then[-1].turn else then
    return CourseTold(
        standings=[Standing(turn=s.turn, score=s.score, losses=s.losses) for s in scenes],
    )
