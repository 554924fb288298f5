"""A game in play: a list of orders, and a snapshot at every turn.

A battle is a pure function of its scenario, options, seed and orders.  So a game is a list; the next order
is checked, appended, and the turn run again from its beginning.  Undo, save, replay and fork are all about
the list."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

from . import notation
from . import saved as saving
from .battle import Event, General
from .book import Book, Choice, Line, Outcome, Refusal, Setup, book_of, find_scenario, scenario_paths
from .dice import BAND, Source, Want
from .engines import Engine, Plain, asked, asks_from, digest, engine_for, events_from, orders_from
from .folding import Folded, Spread, fold_events, fold_state
from .notation import Entry, Move, Reseed, Throw
from .problems import Problem
from .promise import Promise
from .purpose import NOBODY_KNOWS, Purpose, Roller, purpose_of, roller_of
from .realdice import how_thrown
from .running import Stop, Stopped, There, Visit, put_dice_away, run_turn, state_when_asked
from .saved import Saved, Saying, Section
from .scenario import SIDES
from .scene import Seen
from .tables import Override
from .values import Ask, Order

if TYPE_CHECKING:
    from .lab.odds import Odds


class Refused(Exception):
    """An order that breaks a rule: which, by what measure, and the nearest that does not."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.text} [{refusal.rule}]")
        self.refusal = refusal
        self.rule = refusal.rule
        self.nearest = refusal.nearest


class Mismatch(Problem):
    """A saved battle that is not what it was: the place, and what was expected there."""


@dataclass(frozen=True)
class Roll:
    """Dice that people are asked to roll: how many, of how many sides, what counts, after what, and what for."""

    n: int
    sides: int
    counts: str
    after: str
    purpose: Purpose = NOBODY_KNOWS

    @property
    def dice(self) -> str:
        """Which dice; what they are for is not everybody's business."""
        how = f" ({self.how})" if self.how else ""
        return f"{self.n} D{self.sides}{how}"

    @property
    def how(self) -> str:
        """How dice that nobody owns are thrown with others."""
        return how_thrown(self.sides)

    def __str__(self) -> str:
        counts = f" ({self.counts})" if self.counts else ""
        dice, rules = f"{self.dice}{counts}", ", ".join(self.purpose.rules)
        if self.purpose.text:
            return f"{self.purpose.text}: {dice}" + (f" [{rules}]" if rules else "")
        return dice + (f", after: {self.after}" if self.after else "")


@dataclass(frozen=True)
class Moment:
    """One order of a battle: the ask it answers, and what the chronicle says came of it.

    The first moment of a turn has no ask and no order: it is what happens before anybody is asked."""

    turn: int
    index: int  # in the list of orders; -1 for the first moment of a turn
    ask: Ask | None
    order: Order | None
    by_person: bool
    text: str
    lines: list[Line]


class Snapshot:
    """The battle as it stands between two turns, and what happened in the turn before.

    One that the game does not go on from is folded: its state and its events are then a few bytes."""

    __slots__ = ("_held", "lines", "mark")

    def __init__(self, mark: int, battle: Any, events: list[Event], lines: list[Line] | None = None) -> None:
        self.mark, self.lines = mark, lines  # mark: entries of the list that lie before it
        self._held: Spread | Folded = Spread(battle, events)  # one thing, so that others may look meanwhile

    @classmethod
    def of_folded(cls, mark: int, folded: Folded) -> Snapshot:
        found = cls(mark, None, [])
        found._held = folded
        return found

    @property
    def battle(self) -> Any:
        return self._held.battle

    @property
    def events(self) -> list[Event]:
        return self._held.events

    def folded(self, engine: Engine, sheet: Any) -> Folded:
        """All of it as bytes; unfolded, it will be on that sheet of paper."""
        held = self._held
        if isinstance(held, Folded):
            return held
        return Folded(engine, sheet, fold_state(engine.state(held.battle)), fold_events(held.events))

    def fold(self, engine: Engine, sheet: Any) -> None:
        self._held = self.folded(engine, sheet)

    def unfold(self) -> Any:
        """The battle, for good: the game goes on from here."""
        if isinstance(self._held, Folded):
            self._held = Spread(self.battle, self.events)
        return self._held.battle


class Known(NamedTuple):
    """What people knew when an order was asked for: how far the dice were, and which pieces each side did not know."""

    dice: tuple[int, int]
    hidden: frozenset[tuple[int, int]]  # of a side: those it did not see, or not as what they are


def known_in(of: Book, names: Any, battle: Any) -> Known:
    """Where things are hidden, the pieces that each side would see otherwise if it knew all."""
    hidden: set[tuple[int, int]] = set()
    if of.hides_in(battle):
        truth = {(p.number, p.spoken) for p in pieces_of(of, battle, names, None)}
        for side in range(len(SIDES)):
            seen = {(p.number, p.spoken) for p in pieces_of(of, battle, names, side)}
            hidden |= {(side, number) for number, _ in truth - seen}
    return Known((int(battle.dice.counter), int(battle.dice.key)), frozenset(hidden))


def pieces_of(of: Book, battle: Any, names: Any, side: int | None) -> list[Seen]:
    """All pieces, as a side sees them; of nobody: as they are."""
    desk = Plain(of).desk(battle)
    known = names if side is None else of.conceal(desk, names, (side,))
    scene = of.scene(desk, known)
    return [*scene.pieces, *scene.waiting]


COUNTS = {
    int(Want.AT_LEAST): "{} or more",
    int(Want.PIPS): "pips of {} or less",
    int(Want.HIGHEST): "the highest",
}

Given = Order | Sequence[Any] | Choice | str


def counts(n: int, want: int, target: int, sides: int) -> str:
    """What counts of a roll, in words."""
    if want != Want.BANDS:
        return COUNTS.get(want, "").format(target)
    first, second = divmod(target, BAND)
    bands = [(1, first), (first + 1, second), (second + 1, sides)]
    told = [f"{low}" if low == high else f"{low} to {high}" for low, high in bands if low <= high]
    return ("one after another: " if n > 1 else "") + ", ".join(told)


def as_plain_order(given: Sequence[Any]) -> Order:
    """An order of whole numbers and floats, whatever it was made of."""
    try:
        o = Order(*given)
        whole = [operator.index(v) for v in o[:4]]
        place = [float(v) for v in o[4:]]
    except (TypeError, ValueError, OverflowError) as e:
        raise Problem(f"{given}: four whole numbers and four floats are wanted: {e}") from None
    if not all(-(2**63) <= v < 2**63 for v in whole):
        raise Problem(f"{o}: a whole number there is beyond 64 bits")
    return Order(*whole, *place)


class Game:
    """A battle of a book's, being fought."""

    def __init__(
        self,
        of: Book,
        setup: Setup,
        *,
        seed: int = 1,
        blue: str = "person",
        red: str = "person",
        dice: str = "seeded",
        house: Override | None = None,
        engine: str = "plain",
        begin: bool = True,
    ) -> None:
        self.book, self.setup, self.names = of, setup, setup.names
        self.house = saving.house_of(house or {})
        self.players = [known_player("blue", blue), known_player("red", red)]
        self.seed, self.dice = known_seed(seed), notation.one_of("dice", dice, notation.DICE)
        self.engine, self.warning = engine_for(of, engine)
        self.entries: list[Entry] = []
        self.asks: list[Ask | None] = []  # what each entry answered; nothing for dice
        self.ask: Ask | None = None
        self.roll_wanted: Roll | None = None
        self.promise: Promise | None = None  # of the server that a loaded battle comes from
        first = self.engine.start(self.first_battle())
        self.snapshots = [Snapshot(0, first, [], [])]
        self.sheet: Any = first  # on whose paper the past is unfolded
        self.now: Any = first
        self._log: list[Event] = []
        self._roller: Roller | None = None  # who wants dice, as far as CPython ran the rules
        self._noted = -1, Known((0, 0), frozenset())  # the place of the last order, and what was known then
        if begin:
            self.run()

    def first_battle(self) -> Any:
        """The battle before its first die, with its seed and its generals."""
        battle = Plain(self.book).start(self.setup.battle)
        self.book.seed(battle, self.seed)
        for side, player in enumerate(self.players):
            battle.generals[side] = int(General[player.upper()])
        battle.dice.source = int(Source.SEEDED if self.dice == "seeded" else Source.GIVEN)
        return battle

    # --- playing --------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Re-execute from the last snapshot until something is wanted or the battle is over."""
        self.ask = self.roll_wanted = self._roller = None
        while True:
            last = self.snapshots[-1]
            battle = last.unfold()
            self.now = self.engine.copy(battle)
            self._log = []
            if battle.winner >= 0:
                return
            stop = run_turn(self.engine, self.now, self.entries[last.mark :], rolls=self.note_roller)
            given = sum(isinstance(e, Move) for e in self.entries[last.mark :])
            self.entries += [Move(order, False) for order in orders_from(self.now, given)]
            self.note_asks(last.mark)
            self._log = events_from(self.now)
            if stop is not Stop.TURN:
                break
            self.take_snapshot()
        if stop is Stop.ASK:
            self.ask = asked(self.now)
        else:
            self.roll_wanted = self.wanted()

    def note_asks(self, mark: int) -> None:
        """Beside the entries of the turn in hand, what they answered."""
        answered = iter(asks_from(self.now))
        entries = self.entries[mark:]
        self.asks[mark:] = [next(answered, None) if isinstance(e, Move) else None for e in entries]

    def take_snapshot(self) -> None:
        put_dice_away(self.now)
        self.add_snapshot(self.engine.copy(self.now), self._log)

    def add_snapshot(self, battle: Any, events: list[Event]) -> None:
        """A turn is over; those before it are folded away."""
        self.snapshots[-1].fold(self.engine, self.sheet)
        self.snapshots.append(Snapshot(len(self.entries), battle, events))

    def wanted(self) -> Roll:
        """What the dice are wanted for."""
        lines = self.book.tell(self.names, self._log)
        d = self.now.dice
        n, sides = int(d.want_n), int(d.want_sides)
        told = counts(n, int(d.want), int(d.want_target), sides)
        return Roll(n, sides, told, lines[-1].text if lines else "", self.purpose())

    def note_roller(self, tb: TracebackType | None) -> None:
        """Who wants the dice is found where the rules were stopped."""
        self._roller = roller_of(tb)

    def purpose(self) -> Purpose:
        """What the dice are wanted for; a compiled twin does not say where it was stopped, so CPython runs the turn again."""
        battle = self.now if self._roller else self.walk(self.turns + 1, rolls=self.note_roller)
        return purpose_of(self.book.rolls, self.names, battle, self._roller) if self._roller else NOBODY_KNOWS

    @property
    def battle(self) -> Any:
        """The battle as it stands, for those who look."""
        return self.engine.plain(self.now)

    @property
    def question(self) -> str:
        """The ask in words."""
        if self.ask is None:
            return str(self.roll_wanted) if self.roll_wanted else ""
        return self.book.describe_ask(self.battle, self.names, self.ask)

    def choices(self) -> list[Choice]:
        """What may be answered."""
        return self.book.choices(self.battle, self.names, self.asked())

    def asked(self) -> Ask:
        if self.ask is None:
            raise Problem(
                f"dice are wanted: {self.roll_wanted}" if self.roll_wanted else "the battle is over"
            )
        return self.ask

    def read(self, given: Given) -> Order:
        """An order however it is given: as an order, a choice, or in the words of a saved battle."""
        if isinstance(given, Choice):
            given = given.order
        if isinstance(given, str):
            ask = self.asked()
            word = notation.word(self.book.asks, ask.kind)
            text = notation.with_points(given if given.split()[:1] == [word] else f"{word} {given}")
            return notation.read_order(self.book, self.names, f"{SIDES[ask.side]} {text}")[2]
        return as_plain_order(given)

    def write(self, order: Given) -> str:
        """An order in the words of a saved battle."""
        return notation.write_order(self.book, self.names, self.asked(), self.read(order)).partition(" ")[2]

    def why_not(self, order: Given) -> Refusal | None:
        """Why an order would be refused, or nothing."""
        ask, plain = self.asked(), self.read(order)
        rule = int(self.engine.check(self.now, ask, plain))
        return self.book.explain(self.battle, self.names, ask, plain, rule) if rule else None

    def give(self, order: Given) -> None:
        """Answer the ask; an order that breaks a rule is refused and changes nothing."""
        given = self.read(order)
        refusal = self.why_not(given)
        if refusal is not None:
            raise Refused(refusal)
        self.add(Move(given, True))

    def give_dice(self, faces: Sequence[int]) -> None:
        """The dice that people have rolled."""
        want = self.roll_wanted
        if want is None:
            raise Problem("no dice are wanted now")
        if len(faces) != want.n:
            raise Problem(f"{len(faces)} dice given; wanted: {want.dice}")
        for face in faces:
            if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= want.sides:
                raise Problem(f"{face!r} is not on a D{want.sides}; wanted: {want.dice}")
        self.add(Throw(tuple(int(f) for f in faces)))

    def add(self, entry: Entry) -> None:
        """One more entry of the list, or none if something goes wrong with it."""
        before = len(self.entries)
        if isinstance(entry, Move):
            self._noted = before, self.known()
        self.entries.append(entry)
        try:
            self.run()
        except BaseException:
            self.cut(before)
            raise

    def cut(self, k: int) -> None:
        """Back to when the list was k long."""
        del self.entries[k:], self.asks[k:]
        while self.snapshots[-1].mark > k:
            self.snapshots.pop()
        self.run()

    def undo(self) -> None:
        """Back to before the last order that a person gave."""
        self.cut(self.last_order_of_a_person())

    def last_order_of_a_person(self) -> int:
        for k in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[k]
            if isinstance(entry, Move) and entry.by_person:
                return k
        raise Problem("there is no order to take back")

    @property
    def undo_is_free(self) -> bool:
        """Since the last order of a person: no die rolled, nothing revealed, nothing done by the other side?"""
        k = self.last_order_of_a_person()
        if any(isinstance(e, Throw) for e in self.entries[k:]):
            return False
        mine = self.asks[k]
        if any(ask is not None and mine is not None and ask.side != mine.side for ask in self.asks[k:]):
            return False
        before, now = self.known_at(k), self.known()
        return before.dice == now.dice and before.hidden <= now.hidden

    @property
    def revealed(self) -> bool:
        """Since the last order of a person: is anything known now that was hidden then?"""
        return self.hides and not self.known_at(self.last_order_of_a_person()).hidden <= self.known().hidden

    @property
    def hides(self) -> bool:
        """Is, or was, anything of this battle hidden from anybody?"""
        return self.book.hides_in(self.now)

    def known_at(self, k: int) -> Known:
        """What was known when the list was k long."""
        place, known = self._noted
        return known if place == k else known_in(self.book, self.names, self.before(k))

    def known(self) -> Known:
        return known_in(self.book, self.names, self.battle if self.hides else self.now)

    # --- looking --------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        return int(self.now.turn)

    @property
    def outcome(self) -> Outcome | None:
        return self.book.outcome(self.battle)

    @property
    def hash(self) -> str:
        """The state of the battle in sixteen letters."""
        return digest(self.state(self.now))

    def state(self, battle: Any) -> bytes:
        """Every byte that says how a battle stands; dice on the table but not used are no part of it."""
        if battle.dice.source == Source.SEEDED:
            return self.engine.state(battle)
        copy = self.engine.copy(battle)
        put_dice_away(copy)
        return self.engine.state(copy)

    @property
    def turns(self) -> int:
        """How many turns are over."""
        return len(self.snapshots) - 1

    def after_turn(self, n: int) -> Any:
        """The battle after turn n, 0 being before the first."""
        if not 0 <= n <= self.turns:
            raise Problem(f"turn {n} is not over; turns 0 to {self.turns} are")
        return self.engine.plain(self.engine.copy(self.snapshots[n].battle))

    def events_of_turn(self, n: int) -> list[Event]:
        return self._log if n == self.turns + 1 else self.snapshots[n].events

    def lines_of_turn(self, n: int) -> list[Line]:
        """What the chronicle says of turn n; the last may be in progress."""
        if n == self.turns + 1:
            return self.book.tell(self.names, self._log)
        snapshot = self.snapshots[n]
        if snapshot.lines is None:
            snapshot.lines = self.book.tell(self.names, snapshot.events)
        return snapshot.lines

    @property
    def chronicle(self) -> list[Line]:
        """All that has happened, in words, with the rules it cites."""
        return [line for n in range(1, self.turns + 2) for line in self.lines_of_turn(n)]

    def entries_of_turn(self, n: int) -> list[Entry]:
        end = self.snapshots[n].mark if n <= self.turns else len(self.entries)
        return self.entries[self.snapshots[n - 1].mark : end]

    def walk(self, n: int, visit: Visit | None = None, rolls: Stopped | None = None) -> Any:
        """Go through turn n again on a copy of its own; the battle at its end."""
        plain = Plain(self.book)
        battle = plain.start(self.after_turn(n - 1))
        run_turn(plain, battle, self.entries_of_turn(n), visit, rolls)
        return battle

    def before(self, k: int) -> Any:
        """The battle as it stood when entry k, an order, was asked for."""
        n = next(
            n
            for n in range(1, self.turns + 2)
            if k < self.snapshots[n - 1].mark + len(self.entries_of_turn(n))
        )
        start = self.snapshots[n - 1].mark
        nth = sum(isinstance(e, Move) for e in self.entries[start:k])
        found: list[Any] = []

        def visit(battle: Any, order: int, ask: Ask) -> None:
            if order == nth:
                found.append(battle)
                raise There

        self.walk(n, visit)
        return found[0]

    def replay(self) -> Iterator[Moment]:
        """Every order again, with what came of it."""
        for n in range(1, self.turns + 2):
            if n <= self.turns or self.entries_of_turn(n) or self._log:
                yield from self.moments(n)

    def moments(self, n: int) -> list[Moment]:
        """The moments of one turn."""
        seen: list[tuple[int, Ask, str]] = []

        def visit(battle: Any, k: int, ask: Ask) -> None:
            seen.append((battle.log.n, ask, self.book.describe_order(battle, self.names, moves[k].order)))

        start = self.snapshots[n - 1].mark
        indices = [start + k for k, e in enumerate(self.entries_of_turn(n)) if isinstance(e, Move)]
        moves = [e for e in self.entries_of_turn(n) if isinstance(e, Move)]
        events = events_from(self.walk(n, visit))
        cuts = [at for at, _, _ in seen] + [len(events)]
        out = [Moment(n, -1, None, None, False, "", self.book.tell(self.names, events[: cuts[0]]))]
        for k, (_, ask, text) in enumerate(seen):
            lines = self.book.tell(self.names, events[cuts[k] : cuts[k + 1]])
            out.append(Moment(n, indices[k], ask, moves[k].order, moves[k].by_person, text, lines))
        return out

    # --- saving ---------------------------------------------------------------------------------------------

    def to_text(self) -> str:
        """The saved battle."""
        return saving.write_saved(self.saved())

    def save(self, path: str | Path) -> None:
        try:
            Path(path).write_text(self.to_text(), encoding="utf-8")
        except OSError as e:
            raise Problem(f"{path}: cannot be written: {e.strerror}") from None

    def saved(self) -> Saved:
        outcome = self.outcome
        sections = [
            self.section(n) for n in range(1, self.turns + 2) if n <= self.turns or self.entries_of_turn(n)
        ]
        return Saved(
            book=self.book.id,
            version=self.book.version,
            scenario=scenario_name(self.setup),
            start=saving.start_prints(self.setup.battle),
            numbers=saving.number_prints(self.setup.battle.rules),
            house=self.house,
            seed=self.seed,
            players=self.players,
            dice=self.dice,
            commitment=self.promise.commitment if self.promise else "",
            salt=self.promise.salt if self.promise else b"",
            sections=sections,
            result="" if outcome is None else f"{outcome.winner} {outcome.points[0]}:{outcome.points[1]}",
            hash=self.hash,
        )

    def section(self, n: int) -> Section:
        """One turn of the file: every entry with its tag, and the hash of a turn that is over."""
        tagger = Tagger(self.book, self.names, self.entries_of_turn(n))
        self.walk(n, tagger.visit)
        sayings = [Saying(0, text, tag) for text, tag in tagger.finish()]
        over = n <= self.turns
        return Section(n, sayings, digest(self.state(self.snapshots[n].battle)) if over else "")

    @classmethod
    def load(cls, path: str | Path, engine: str = "plain") -> Game:
        """A saved battle, re-executed and confirmed."""
        from .loading import load

        return load(Path(path), engine)

    def fork(
        self,
        at: int | None = None,
        *,
        seed: int | None = None,
        blue: str | None = None,
        red: str | None = None,
    ) -> Game:
        """Another game that goes on from when the list was `at` long, with other players or dice if given."""
        kept = list(self.entries[: len(self.entries) if at is None else known_place(at, len(self.entries))])
        if seed is not None:
            kept.append(Reseed(known_seed(seed)))
        game = Game(
            self.book,
            self.setup,
            seed=self.seed,
            blue=blue or self.players[0],
            red=red or self.players[1],
            dice=self.dice,
            house=self.house,
            engine=self.engine.name,
            begin=False,
        )
        for n in range(1, len(self.snapshots) + 1):
            start = self.snapshots[n - 1].mark
            end = self.snapshots[n].mark if n <= self.turns else len(kept)
            game.entries += kept[start:end]
            if len(kept) <= end:
                break
            game.finish_turn()
        game.run()
        return game

    def finish_turn(self) -> None:
        """Run a turn whose whole list is known."""
        last = self.snapshots[-1]
        self.now = self.engine.copy(last.unfold())
        stop = run_turn(self.engine, self.now, self.entries[last.mark :])
        if stop is not Stop.TURN:
            raise Problem(f"turn {self.turn} has not as many orders as it wants")
        self.note_asks(last.mark)
        self._log = events_from(self.now)
        self.take_snapshot()

    def put_back(self, entries: Sequence[Entry], asks: Sequence[Ask | None], folded: Folded) -> None:
        """A turn that is over, as it was: its entries, what they answered, and how the battle stood then."""
        self.entries += entries
        self.asks += asks
        self.snapshots[-1].fold(self.engine, self.sheet)
        self.snapshots.append(Snapshot.of_folded(len(self.entries), folded))

    def resume(self, turns: Sequence[Sequence[Entry]]) -> None:
        """Go on from a list, turn by turn; the last may be in progress."""
        for entries in turns[:-1]:
            self.entries += entries
            self.finish_turn()
        self.entries += turns[-1] if turns else []
        self.run()

    # --- thinking ahead -------------------------------------------------------------------------------------

    def odds(self, order: Given, limit: int = 200, throws: int = 300) -> Odds:
        """The chances of what an order may lead to until this step of the turn is over.

        Each result is the figures that blue and red lose.  The dice are never those of the game: they are
        enumerated from the very order being tried, or thrown anew where that would take too long."""
        from .lab.odds import odds
        from .trial import Trial

        given = self.read(order)
        refusal = self.why_not(given)
        if refusal is not None:
            raise Refused(refusal)
        trial = Trial(self, given)
        return odds(trial.make, trial.run, trial.result, limit, throws, self.seed + 1)


class Tagger:
    """Writes the entries of a turn with their tags, on the way through it."""

    def __init__(self, of: Book, names: Any, entries: Sequence[Entry]) -> None:
        self.book, self.names, self.plain = of, names, Plain(of)
        self.rest = list(entries)
        self.out: list[tuple[str, str]] = []

    def visit(self, battle: Any, k: int, ask: Ask) -> None:
        self.write_others()
        entry = self.rest.pop(0)
        text = notation.write_entry(self.book, self.names, ask, entry)
        self.out.append((text, notation.tag(state_when_asked(self.plain, battle), text)))

    def write_others(self) -> None:
        """Dice and new seeds, which are vouched for by the line before."""
        while self.rest and not isinstance(self.rest[0], Move):
            text = notation.write_entry(self.book, self.names, None, self.rest.pop(0))
            self.out.append((text, notation.tag(self.out[-1][1].encode() if self.out else b"", text)))

    def finish(self) -> list[tuple[str, str]]:
        self.write_others()
        assert not self.rest, "orders that were not asked for"
        return self.out


def known_player(side: str, player: str) -> str:
    return notation.one_of(side, player, notation.PLAYERS)


def known_seed(seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < notation.MOST_SEED:
        raise Problem(f"seed: {seed!r}: a whole number from 0 to {notation.MOST_SEED - 1} is wanted")
    return seed


def known_place(at: int, most: int) -> int:
    if not 0 <= at <= most:
        raise Problem(f"fork: {at} given; the list has 0 to {most} entries")
    return at


def scenario_name(setup: Setup) -> str:
    """The id of a scenario that comes with a book; of one's own, the file."""
    return setup.id if scenario_paths().get(setup.id) == setup.path else str(setup.path)


def open_game(
    scenario: str | Path,
    *,
    seed: int = 1,
    blue: str = "person",
    red: str = "drill",
    dice: str = "seeded",
    house: Mapping[str, Any] | None = None,
    engine: str = "plain",
) -> Game:
    """A battle of a scenario, by its id or its file, ready to play."""
    path = find_scenario(str(scenario))
    of = book_of(path)
    setup = of.set_up(path, house or {})
    return Game(of, setup, seed=seed, blue=blue, red=red, dice=dice, house=house, engine=engine)


def replay(path: str | Path) -> Iterator[Moment]:
    """Every moment of a saved battle."""
    return Game.load(path).replay()
