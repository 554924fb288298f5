"""Rules whose questions are answered beforehand, so that nobody is asked in the middle of a procedure."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from .battle import General
from .records import Pending, clone
from .values import Ask, Order

Rules = Callable[[Any], None]
Answer = Callable[[Any, Ask], Order]


class Answered:
    """At a question the rules are run again from the start, one answer wiser.

    Without answers the generals of the battle decide; a question that has none here goes to the general."""

    def __init__(self, start: Any, rules: Rules, answers: Mapping[Any, Answer], general: Answer) -> None:
        self.rules, self.answers, self.general = rules, answers, general
        if answers:
            start.generals = [int(General.PERSON), int(General.PERSON)]
        self.start = clone(start)

    def __call__(self, b: Any) -> None:
        while not self.through(b):
            pass

    def through(self, b: Any) -> bool:
        try:
            self.rules(b)
        except Pending:
            self.answer(b)
            return False
        return True

    def answer(self, b: Any) -> None:
        s = b.script
        ask = Ask(s.ask_kind, s.ask_side, s.ask_actor, s.ask_other)
        order = self.answers.get(ask.kind, self.general)(b, ask)
        slot = s.orders[s.n]
        for name, value in order._asdict().items():
            setattr(slot, name, value)
        s.n += 1
        rewind(b, self.start)


def rewind(b: Any, start: Any) -> None:
    """Everything as it was, but for the orders given and the dice on the table."""
    for f in dataclasses.fields(b):
        v = getattr(start, f.name)
        if isinstance(v, list):
            setattr(b, f.name, [clone(r) for r in v] if dataclasses.is_dataclass(v[0]) else v[:])
        elif isinstance(v, int | float):
            setattr(b, f.name, v)
    b.log.n = b.script.cursor = b.dice.used = b.dice.counter = 0
