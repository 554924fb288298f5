"""What the bare tables of all books share: scripted dice and orders, a rule run, and what the log says of it."""

from __future__ import annotations

from typing import Any

from grognard.catalogue import Catalogue
from grognard.records import Pending, clone
from grognard.values import Ask, Order


def order(
    act: int,
    actor: int = -1,
    other: int = -1,
    how: int = 0,
    x: float = 0.0,
    y: float = 0.0,
    fx: float = 0.0,
    fy: float = 0.0,
) -> Order:
    """An order, as the rules get it."""
    return Order(int(act), actor, other, how, float(x), float(y), float(fx), float(fy))


class BareTable:
    """A battle b without a scenario; a book's Field adds how to put its pieces on the table."""

    b: Any
    catalogue: Catalogue
    legal: Any  # the book's own check
    asks_of: type[Any]

    def dice(self, *faces: int) -> None:
        """The faces the rules will roll next, in the book's order; all of them must be used."""
        d = self.b.dice
        for face in faces:
            d.given[d.n_given] = face
            d.n_given += 1

    def order(self, act: int, *parts: Any, **named: Any) -> None:
        """An answer to the next ask, in order; what it holds is said as to order()."""
        s = self.b.script
        o, given = s.orders[s.n], order(act, *parts, **named)
        o.kind, o.actor, o.other, o.how = given.kind, given.actor, given.other, given.how
        o.x, o.y, o.fx, o.fy = given.x, given.y, given.fx, given.fy
        s.n += 1

    def used_up(self) -> None:
        """Every scripted die and order was wanted."""
        assert self.b.dice.used == self.b.dice.n_given, "dice given but not used"
        assert self.b.script.cursor == self.b.script.n, "orders given but not asked for"

    def asks(self, run: Any, *args: Any) -> Ask:
        """Run a rule that is expected to stop at a question; the question."""
        try:
            run(*args)
        except Pending:
            s = self.b.script
            return Ask(s.ask_kind, s.ask_side, s.ask_actor, s.ask_other)
        raise AssertionError("nothing was asked")

    def play(self, run: Any, *orders: Order) -> list[Ask]:
        """Run a rule with these orders, each checked against its question; the questions.  None may be left."""
        start = clone(self.b)
        asks: list[Ask] = []
        for n in range(len(orders) + 1):
            self.b = clone(start)
            for one in orders[:n]:
                self.order(*one)
            try:
                run(self.b)
            except Pending:
                s = self.b.script
                ask = Ask(self.asks_of(s.ask_kind), s.ask_side, s.ask_actor, s.ask_other)
                assert n < len(orders), f"not answered: {ask}, after {asks}"
                bad = type(self).legal(self.b, ask, orders[n])
                assert bad == 0, f"{ask} answered with {orders[n]}: {self.catalogue.rule_id(bad)}"
                asks.append(ask)
            else:
                assert n == len(orders), f"{len(orders) - n} orders not asked for, after {asks}"
        return asks

    def check(
        self,
        ask: Ask,
        act: int,
        actor: int = -1,
        other: int = -1,
        how: int = 0,
        x: float = 0.0,
        y: float = 0.0,
        fx: float = 0.0,
        fy: float = 1.0,
    ) -> int:
        """Would that order be legal?  0, or the number of the rule against it."""
        return int(type(self).legal(self.b, ask, Order(int(act), actor, other, how, x, y, fx, fy)))

    def refused(self, ask: Ask, act: int, **order: Any) -> str:
        """The id of the rule that forbids an order; empty if none does."""
        number = self.check(ask, act, **order)
        return self.catalogue.rule_id(number) if number else ""

    def events(self, *kinds: int) -> list[Any]:
        """What the log says, of those kinds or of all."""
        return [e for e in self.b.log.events[: self.b.log.n] if not kinds or e.kind in kinds]

    def one(self, kind: int) -> Any:
        (event,) = self.events(kind)
        return event

    def cited(self) -> set[str]:
        """The ids of all rules the log cites."""
        return {self.catalogue.rule_id(int(e.rule)) for e in self.events()}
