"""What people are asked and offered: asks in words, choices, refusals with the nearest legal order."""

from __future__ import annotations

from ...book import Choice, Refusal
from ...values import Ask, Order
from . import whim
from .setup import Names
from .state import Act, AskKind, Battle
from .telling import side


def describe_ask(b: Battle, names: Names, ask: Ask) -> str:
    """The question in plain words."""
    return f"{side(ask.side)}: {AskKind(ask.kind).name.lower()}?"


def describe_order(b: Battle, names: Names, o: Order) -> str:
    """An order in a few words."""
    return Act(o.kind).name.lower()


def choices(b: Battle, names: Names, ask: Ask) -> list[Choice]:
    """What may be answered."""
    return [Choice(whim.certain(b, ask), "the safe choice", "0")]


def explain(b: Battle, names: Names, ask: Ask, o: Order, rule: int) -> Refusal:
    """Why an order is refused."""
    return Refusal(f"FH-{rule:03d}", "not allowed", None)
