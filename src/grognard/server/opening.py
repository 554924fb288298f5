"""A game opened again from what is stored of it.

What its own program has kept of a turn is taken as it is; the turns of another program are gone through again,
entry by entry, and must lead exactly where they led, or the game says which entry goes otherwise, and by which
rule."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from .. import book as books
from ..battle import Event
from ..book import Book, Setup, book, find_scenario
from ..engines import Plain, digest, events_from, head_fields
from ..folding import Folded, fold_asks, rows_of, unfold_asks, unfold_events, unfold_state
from ..game import Game
from ..notation import Entry, Move, read_entry, read_order, word, write_entry
from ..problems import Problem
from ..records import dtype_of
from ..running import Overflow, Stop, put_dice_away, run_turn
from ..scenario import SIDES
from ..values import Ask
from .store import Heading, Kept, Listed, Whole

SETUPS = 64  # scenarios with their house rules that games share
OUTSIDE = ("server", "cli", "lab")  # folders of the program that no battle depends on

log = logging.getLogger("grognard.server")


class Proof(NamedTuple):
    """How a battle stood: by the shape of its records, its state, what was told of the turn, and its entries."""

    layout: str
    state: str
    told: str
    listed: str = "-"

    def __str__(self) -> str:
        return " ".join(self)


def proof_in(text: str) -> Proof | None:
    parts = text.split()
    return Proof(*parts) if len(parts) == len(Proof._fields) else None


@cache
def print_of(name: str) -> str:
    """The program that a battle of a book depends on, in one word: its sources, numbers and scenarios."""
    home, h = Path(books.__file__).parent, hashlib.sha256()
    of = book(name)
    own = tuple(of.package.split("."))
    for path in sorted([*home.rglob("*.py"), *home.joinpath(*own).rglob("*.toml")]):
        parts = path.relative_to(home).parts
        if parts[0] not in OUTSIDE and (parts[0] != own[0] or parts[: len(own)] == own):
            h.update("/".join(parts).encode() + b"\0" + path.read_bytes())
    return h.hexdigest()[:32]


@cache
def layout_of(of: type) -> str:
    """The shape of the records of a state."""
    dtype = dtype_of(of)
    return digest(repr([(f.name, str(dtype.fields[f.name][0])) for f in head_fields(of)]).encode())


def listed_digest(texts: Sequence[str]) -> str:
    return digest("\n".join(texts).encode())


# --- what is kept -------------------------------------------------------------------------------------------


def proof_of_now(game: Game) -> str:
    """How the battle stands, in the middle of a turn."""
    told = digest(rows_of(game.events_of_turn(game.turns + 1)))
    return str(Proof(layout_of(game.book.battle), game.hash, told))


def kept_of(game: Game, n: int) -> Kept:
    """What is kept of turn n, which is over."""
    first, snapshot = game.snapshots[n - 1].mark, game.snapshots[n]
    folded = snapshot.folded(game.engine, game.sheet)
    texts = [write_with_ask(game, k) for k in range(first, snapshot.mark)]
    state, told = unfold_state(folded.packed), rows_of(snapshot.events)
    proof = Proof(layout_of(game.book.battle), digest(state), digest(told), listed_digest(texts))
    asks = fold_asks(game.asks[first : snapshot.mark])
    return Kept(n, snapshot.mark, print_of(game.book.id), folded.packed, folded.told, asks, str(proof))


def write_with_ask(game: Game, k: int) -> str:
    """An entry in words; an order says which ask it answers."""
    entry = game.entries[k]
    return write_entry(game.book, game.names, ask_of(game, k) if isinstance(entry, Move) else None, entry)


def ask_of(game: Game, k: int) -> Ask:
    """What the order at place k of the list answered."""
    ask = game.asks[k]
    assert ask is not None, f"entry {k} is no order"
    return ask


# --- opening ------------------------------------------------------------------------------------------------


def set_up(scenario: str, of: Book, house: Mapping[str, Any]) -> Setup:
    """A scenario with house rules; games that play the same share it, and nobody writes on it."""
    return shared(find_scenario(scenario), of.id, json.dumps(dict(house), sort_keys=True))


@lru_cache(SETUPS)
def shared(path: Path, name: str, house: str) -> Setup:
    return book(name).set_up(path, json.loads(house))


def begun(h: Heading, engine: str) -> Game:
    """The game before its first turn."""
    of = book(h.book)
    return Game(
        of,
        set_up(h.scenario, of, h.house),
        seed=h.seed,
        blue=h.blue,
        red=h.red,
        dice=h.dice,
        house=dict(h.house),
        engine=engine,
        begin=False,
    )


class Opened(NamedTuple):
    """A game again, and how many of its turns were taken as they had been kept."""

    game: Game
    as_kept: int


class Unopened(Problem):
    """A game that is there, but cannot be opened."""


def opened(whole: Whole, engine: str) -> Opened:
    """A game again, where it stood; or a problem that says why not."""
    try:
        return Opening(whole, engine).run()
    except Overflow as e:
        raise Unopened(f"{begun_with(whole.record.heading)}: {e}") from None
    except Problem as e:
        raise Unopened(as_told(whole.record.heading, str(e))) from None


def as_told(h: Heading, why: str) -> str:
    """Why a game cannot be opened, for who sits there; where things are hidden no order and no line is quoted."""
    if h.book not in books.BOOKS or not book(h.book).hides:
        return why
    log.warning("%s", why)
    return f"{begun_with(h)}: its list does not lead where it led"


def begun_with(h: Heading) -> str:
    of = book(h.book)
    other = "" if of.version == h.version else f", and this is {of.version}"
    return f"game {h.id} was begun with {h.book} {h.version}{other}"


class Opening:
    """One game on its way from the store to the table."""

    def __init__(self, whole: Whole, engine: str) -> None:
        self.record, self.kept = whole.record, whole.kept
        h = whole.record.heading
        self.name = begun_with(h)
        try:
            self.game = begun(h, engine)
        except Problem as e:
            raise Problem(f"{self.name}: {e}") from None
        self.turns = self.by_turns(whole.entries)

    def by_turns(self, listed: Sequence[Listed]) -> list[list[Placed]]:
        """The entries of each turn; the last turn may be in progress."""
        out: list[list[Placed]] = []
        for place, (turn, text) in enumerate(listed):
            if turn < len(out) or turn < 1:
                raise Problem(
                    f"{self.name}: entry {place} ({text!r}) is of turn {turn}, after turn {len(out)}"
                )
            while len(out) < turn:
                out.append([])
            try:
                out[-1].append(Placed(place, text, read_entry(self.game.book, self.game.names, text)))
            except Problem as e:
                raise Problem(f"{self.name}: entry {place} ({text!r}): {e}") from None
        return out

    def run(self) -> Opened:
        mine = self.as_kept()
        for k in mine:
            self.put_back(k)
        known = len(mine) >= len(self.turns) - 1 and not self.kept[len(mine) :]
        if not known:
            self.prove(len(mine))
        rest = self.turns[self.game.turns :]
        assert len(rest) <= 1, "only the last turn may be in progress"
        self.game.resume([[p.entry for p in rest[0]]] if rest else [])
        self.confirm_end()
        return Opened(self.game, len(mine))

    # --- as it was kept -------------------------------------------------------------------------------------

    def as_kept(self) -> list[Kept]:
        """The turns, from the first on, that this very program has kept."""
        out: list[Kept] = []
        for k in self.kept:
            if k.turn != len(out) + 1 or k.print != print_of(self.game.book.id):
                break
            out.append(k)
        return out

    def put_back(self, k: Kept) -> None:
        """A turn as it was kept, if that is of the list that is there."""
        entries = self.turns[k.turn - 1] if k.turn <= len(self.turns) else []
        proof, state = proof_in(k.proof), unfold_state(k.state)
        texts = listed_digest([p.text for p in entries])
        mark = len(self.game.entries) + len(entries)
        if proof is None or (proof.state, proof.listed, k.mark) != (digest(state), texts, mark):
            raise Problem(f"{self.name}: its list and what was kept of it disagree about turn {k.turn}")
        game = self.game
        folded = Folded(game.engine, game.sheet, k.state, k.events)
        game.put_back([p.entry for p in entries], unfold_asks(k.asks), folded)

    def confirm_end(self) -> None:
        """The turn in progress must have led where it had led."""
        game, proof = self.game, proof_in(self.record.proof)
        if proof is None or len(game.entries) != self.record.length:
            return
        now = proof_in(proof_of_now(game))
        assert now is not None
        if proof.told != now.told or (proof.layout == now.layout and proof.state != now.state):
            raise Problem(
                f"{self.name}: turn {game.turns + 1} does not lead where it led, after its last entry"
            )

    # --- gone through again ---------------------------------------------------------------------------------

    def prove(self, done: int) -> None:
        """The turns after the first `done` again, each held against what was kept of it."""
        of, h = self.game.book, self.record.heading
        kept = {k.turn: k for k in self.kept}
        if of.version != h.version and not kept and not self.record.proof:
            raise Problem(f"{self.name}: nothing says how it went then")
        last = max(len(self.turns), max(kept, default=0))
        for n in range(done + 1, last + 1):
            over = n < len(self.turns) or n in kept
            entries = self.turns[n - 1] if n <= len(self.turns) else []
            turn = Again(self.game, n, entries, self.name)
            turn.run(over)
            if n in kept:
                turn.compare(kept[n])
            if over:
                turn.take()


class Placed(NamedTuple):
    """An entry, its words, and its place in the list."""

    place: int
    text: str
    entry: Entry


class Again:
    """A turn gone through again, which stops at the first entry that could not be given now."""

    def __init__(self, game: Game, n: int, entries: Sequence[Placed], name: str) -> None:
        self.game, self.n, self.entries, self.name = game, n, entries, name
        self.plain = Plain(game.book)
        self.orders = [p for p in entries if isinstance(p.entry, Move)]
        self.reached: list[tuple[int, Placed]] = []  # how much had been told when each was asked for
        self.battle: Any = None

    def run(self, over: bool) -> None:
        self.battle = self.plain.start(self.game.after_turn(self.n - 1))
        stop = run_turn(self.plain, self.battle, [p.entry for p in self.entries], self.visit)
        if len(self.reached) < len(self.orders):
            late = self.orders[len(self.reached)]
            raise Problem(f"{self.where(late)}: {self.wanted(stop)}")
        if over and stop is not Stop.TURN:
            raise Problem(f"{self.name}: turn {self.n} is not over now: {self.wanted(stop)}")
        if self.battle.dice.used != self.battle.dice.n_given:
            raise Problem(f"{self.name}: turn {self.n}: dice are given that nobody rolls")
        put_dice_away(self.battle)

    def where(self, p: Placed) -> str:
        return f"{self.name}: turn {self.n}, entry {p.place} ({p.text!r})"

    def wanted(self, stop: Stop) -> str:
        if stop is Stop.TURN:
            return "the turn is over by then"
        if stop is Stop.ROLL:
            return f"{self.battle.dice.want_n} dice are wanted first"
        s = self.battle.script
        return f"{SIDES[s.ask_side]} is asked for {word(self.game.book.asks, s.ask_kind)}"

    def visit(self, battle: Any, k: int, ask: Ask) -> None:
        """An order is reached: is it the answer to what is asked, and legal?"""
        p, of = self.orders[k], self.game.book
        self.reached.append((int(battle.log.n), p))
        side, kind, order = read_order(of, self.game.names, p.text.partition(" ")[2])
        if (side, kind) != (ask.side, ask.kind):
            raise Problem(f"{self.where(p)}: {SIDES[ask.side]} is asked for {word(of.asks, ask.kind)}")
        rule = int(self.plain.check(battle, ask, order))
        if rule:
            refusal = of.explain(battle, self.game.names, ask, order, rule)
            raise Problem(f"{self.where(p)}: refused: {refusal.text} [{refusal.rule}]")

    # --- against what was kept ------------------------------------------------------------------------------

    def compare(self, kept: Kept) -> None:
        """The same was told, and the battle stands the same."""
        proof, events = proof_in(kept.proof), events_from(self.battle)
        if proof is None:
            return
        if proof.told != digest(rows_of(events)):
            raise Problem(self.told_otherwise(unfold_events(kept.events), events))
        same_shape = proof.layout == layout_of(self.game.book.battle)
        if same_shape and proof.state != digest(self.plain.state(self.battle)):
            raise Problem(f"{self.name}: after turn {self.n} {self.other_parts(kept)}")

    def told_otherwise(self, then: list[Event], now: list[Event]) -> str:
        """The first thing that goes otherwise, the entry it came of, and its rule."""
        pairs = enumerate(zip(then, now, strict=False))
        k = next((k for k, (a, b) in pairs if a != b), min(len(then), len(now)))
        after = next((p for n, p in reversed(self.reached) if n <= k), None)
        where = f"{self.name}: turn {self.n}" if after is None else self.where(after)
        return f"{where}: then {self.line(then[k : k + 1])}; now {self.line(now[k : k + 1])}"

    def line(self, events: list[Event]) -> str:
        told = self.game.book.tell(self.game.names, events)
        if not told:
            return "nothing more"
        return f"{told[0].text!r}" + (f" [{' '.join(told[0].rules)}]" if told[0].rules else "")

    def other_parts(self, kept: Kept) -> str:
        """What stands otherwise, by the names of its records and numbers."""
        then = self.plain.restore(unfold_state(kept.state), self.battle)
        parts = [
            part
            for f in head_fields(self.game.book.battle)
            for part in differing(f.name, getattr(then, f.name), getattr(self.battle, f.name))
        ]
        return f"{', '.join(parts)}: not what it was"

    def take(self) -> None:
        """It is as it was: the game goes on after it."""
        game = self.game
        events, mark = events_from(self.battle), len(game.entries)
        game.entries += [p.entry for p in self.entries]
        game.now = self.battle
        game.note_asks(mark)
        game.add_snapshot(game.engine.start(self.battle), events)


def differing(name: str, then: Any, now: Any) -> list[str]:
    """Which parts of a record are not the same: rules.save_formed, units."""
    if then == now:
        return []
    if not dataclasses.is_dataclass(then):
        return [name]
    names = [f.name for f in dataclasses.fields(then)]
    return [f"{name}.{n}" for n in names if getattr(then, n) != getattr(now, n)]
