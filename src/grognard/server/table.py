"""A table: one game as the host plays it.  Who is asked acts, and nobody hears of what is not yet on disk.

Everything here is plain and synchronous; one acts at a time (the lock), and who looks, looks at how the table
stands, and waits for nobody."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..game import Game, Given, Refused
from ..notation import Reseed
from ..problems import Problem
from ..promise import commitment
from ..running import Overflow
from ..saved import write_saved
from ..scenario import SIDES
from ..values import Order
from .opening import ask_of, kept_of, opened, proof_of_now, write_with_ask
from .pasts import Pasts
from .shown import PERSON, Shown
from .store import Kept, Listed, Record, Stale, Store

SEATS = {"blue": (0,), "red": (1,), "both": (0, 1), "watch": ()}  # whom each may act for
LATE = "the table has changed since you saw it: look again"

Answer = dict[str, Any]


class NotYours(Problem):
    """Somebody acts who is not asked."""


class Late(Problem):
    """Somebody acts on a state of the table that is no more."""


class Table:
    """One game, as the host plays it."""

    def __init__(
        self, store: Store, record: Record, game: Game, kept: int = 0, pasts: Pasts | None = None
    ) -> None:
        """kept: the turns of which the store has a snapshot of this program's."""
        self.store, self.heading, self.pasts = store, record.heading, pasts or Pasts()
        self.lock = threading.RLock()  # one acts
        self.looking = threading.RLock()  # one opens eyes
        self.undo_asked_by: str | None = None
        self.told: list[Callable[[], None]] = []
        self.eyes: dict[str, Any] = {}  # of each seat, as of the last change it looked at
        self.take(game, record, kept)

    def take(self, game: Game, record: Record, kept: int) -> None:
        """A game as it is in the store."""
        self._game, self.stored, self.kept = game, record.length, kept
        self.unsure = False  # is what is in memory perhaps not what is in the store?
        self.undo_asked_by = None
        self.shown = Shown(game, record.changes)

    @property
    def game(self) -> Game:
        """The game; if a change could not be stored, as the store has it."""
        if self.unsure:
            with self.lock:
                if self.unsure:
                    self.read_anew()
        return self._game

    @property
    def changes(self) -> int:
        return self.shown.changes

    # --- who may do what ------------------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        return commitment(self.heading.seed, self.heading.salt, self.reseeds())

    def reseeds(self) -> list[int]:
        """The seeds that forks have brought in."""
        return self.shown.reseeds()

    def is_open(self) -> bool:
        """May the seed be shown?  Not while the battle goes on, here or in one this was forked from."""
        heading = self.heading
        while heading.forked:
            above = self.store.read(heading.forked.partition("@")[0])
            if not above.result:
                return False
            heading = above.heading
        return self.shown.outcome is not None

    def saved_text(self) -> str:
        """The saved battle, with what opens the promise of fair dice."""
        saved = self.game.saved()
        saved.commitment, saved.salt = self.commitment, self.heading.salt
        return write_saved(saved)

    def persons(self) -> list[int]:
        """The sides that people play."""
        return [side for side, player in enumerate(self.shown.players) if player == PERSON]

    def must_be_asked(self, seat: str) -> None:
        ask = self.game.ask
        if ask is None:
            raise NotYours("dice are wanted" if self.game.roll_wanted else "the battle is over")
        if ask.side not in SEATS[seat]:
            raise NotYours(f"{SIDES[ask.side].title()} is asked, not {seat}")

    # --- acting ---------------------------------------------------------------------------------------------

    def once(self, request: str, seen: int | None, act: Callable[[], Answer]) -> Answer:
        """A request that was answered before is answered the same way and changes nothing.

        seen: the change of the table that it is about; None: as it stands."""
        if not 0 < len(request) <= 64:
            raise Problem("a request has a name of its own, of 1 to 64 letters")
        with self.lock:
            before = self.answered(request)
            if before is not None:
                return before
            self.must_have_seen(seen)
            try:
                return act()
            except Overflow:  # what was taken back may have led to it: then that is no more
                self.unsure = True
                raise
            except (Problem, Refused):
                raise
            except Stale:
                return self.overtaken(request)
            except BaseException:
                self.unsure = True
                raise

    def must_have_seen(self, seen: int | None) -> None:
        """Nobody acts on a table that he has not seen."""
        if self.unsure:
            self.read_anew()
        if seen is not None and seen != self.changes:
            raise Late(LATE)

    def overtaken(self, request: str) -> Answer:
        """Another process was first: with this very request, or with something else."""
        self.read_anew()
        self.tell()
        before = self.answered(request)
        if before is None:
            raise Late(LATE)
        return before

    def answered(self, request: str) -> Answer | None:
        """What was answered to a request before."""
        found: Answer | None = self.store.answer(self.heading.id, request)
        return found

    def noted(self, request: str, answer: Answer) -> Answer:
        """An answer to something that changes nothing, kept so that asking again is answered the same way."""
        self.store.note(self.heading.id, request, answer)
        return answer

    def order(
        self, seat: str, request: str, given: Given | Callable[[], Order], seen: int | None = None
    ) -> Answer:
        """An order of whoever is asked; it may be read only when it is his turn to give one."""

        def act() -> Answer:
            self.must_be_asked(seat)
            order = given() if callable(given) else given
            return self.changed(request, lambda: self.game.give(order))

        return self.once(request, seen, act)

    def throw(self, seat: str, request: str, faces: Sequence[int], seen: int | None = None) -> Answer:
        """Dice that people rolled on their own table."""

        def act() -> Answer:
            if not SEATS[seat]:
                raise NotYours("who watches rolls no dice")
            return self.changed(request, lambda: self.game.give_dice(faces))

        return self.once(request, seen, act)

    # --- on disk --------------------------------------------------------------------------------------------

    def changed(self, request: str, act: Callable[[], None]) -> Answer:
        """Do something to the list, and have it on disk before anybody hears of it."""
        act()
        answer = {"changes": self.changes + 1}
        self.save(request, answer)
        return answer

    def save(self, request: str, answer: Mapping[str, Any]) -> None:
        """What is new in the list goes to the store, and is there to be seen."""
        game = self._game
        more, kept = self.listed(self.stored), self.to_keep()
        since, proof = self.changes, proof_of_now(game)

        def write() -> int:
            id = self.heading.id
            return self.store.append(
                id, self.stored, more, request, answer, self.result(), since, proof, kept
            )

        self.publish(write)

    def publish(self, write: Callable[[], int]) -> None:
        """Write a change; what cannot be written has not happened."""
        self.unsure = True
        changes = write()
        self.unsure = False
        self.stored, self.kept = len(self._game.entries), self._game.turns
        self.undo_asked_by = None
        self.shown = Shown(self._game, changes)
        self.tell()

    def read_anew(self) -> None:
        """The game as it is in the store."""
        whole = self.store.whole(self.heading.id)
        game, kept = opened(whole, self._game.engine.name)
        self.take(game, whole.record, kept)

    def catch_up(self) -> None:
        """Take the game from the store again, if another process has changed it there.

        If somebody acts here just now, he will find out by himself."""
        if self.store.read(self.heading.id).changes == self.changes or not self.lock.acquire(blocking=False):
            return
        try:
            if self.store.read(self.heading.id).changes == self.changes:
                return
            self.read_anew()
        finally:
            self.lock.release()
        self.tell()

    def settle(self) -> None:
        """What is not in the store yet: orders of generals, and turns that another program has not kept."""
        if len(self._game.entries) > self.stored:
            self.save("", {})
        elif self.kept < self._game.turns:
            self.store.keep(self.heading.id, self.changes, self.to_keep())
            self.kept = self._game.turns

    def to_keep(self) -> list[Kept]:
        """Snapshots of the turns that have ended since the last was kept."""
        return [kept_of(self._game, n) for n in range(self.kept + 1, self._game.turns + 1)]

    def result(self) -> str:
        outcome = self._game.outcome
        return "" if outcome is None else f"{outcome.winner} {outcome.points[0]}:{outcome.points[1]}"

    def listed(self, first: int) -> list[Listed]:
        """The entries from `first` on, in words."""
        game = self._game
        turns = [n for n in range(1, game.turns + 2) for _ in game.entries_of_turn(n)]
        return [Listed(turns[k], write_with_ask(game, k)) for k in range(first, len(game.entries))]

    # --- taking back ----------------------------------------------------------------------------------------

    def undo(self, seat: str, request: str, seen: int | None = None) -> Answer:
        """Take the last order back: at once while no die was rolled, else if the other player agrees."""

        def act() -> Answer:
            side = self.must_own_last_order(seat)
            others = [s for s in self.persons() if s != side and s not in SEATS[seat]]
            if not others and self.game.revealed:
                raise NotYours("something hidden was revealed since that order: it is not taken back")
            if not others or self.game.undo_is_free:
                return self.take_back(request)
            answer = self.noted(request, {"changes": self.changes, "asked": SIDES[others[0]]})
            self.undo_asked_by = seat
            self.tell()
            return answer

        return self.once(request, seen, act)

    def must_own_last_order(self, seat: str) -> int:
        """The side whose order would be taken back."""
        if self.game.outcome is not None:  # the seed has been shown: who went on would know his dice
            raise NotYours("the battle is over and its dice are open: go on from a past moment as a new game")
        k = self.game.last_order_of_a_person()
        if any(isinstance(e, Reseed) for e in self.game.entries[k:]):
            raise NotYours("this game was forked after that order: nothing before is taken back")
        side = ask_of(self.game, k).side
        if side not in SEATS[seat]:
            raise NotYours(f"the last order was {SIDES[side].title()}'s")
        return side

    def answer_undo(self, seat: str, request: str, agreed: bool, seen: int | None = None) -> Answer:
        """The other player says yes or no."""

        def act() -> Answer:
            if self.undo_asked_by is None or seat == self.undo_asked_by or not SEATS[seat]:
                raise NotYours("nobody asks you to take an order back")
            if agreed:
                return self.take_back(request)
            answer = self.noted(request, {"changes": self.changes, "agreed": False})
            self.undo_asked_by = None
            self.tell()
            return answer

        return self.once(request, seen, act)

    def take_back(self, request: str) -> Answer:
        """The list without its last order of a person; generals may have another thought."""
        to, length, since = self.game.last_order_of_a_person(), self.stored, self.changes
        self.game.undo()
        answer = {"changes": since + 1}
        self.kept = min(self.kept, sum(s.mark <= to for s in self._game.snapshots) - 1)
        more, kept, proof = self.listed(to), self.to_keep(), proof_of_now(self._game)

        def write() -> int:
            id = self.heading.id
            return self.store.cut(id, length, to, request, answer, since, more, proof, kept, self.result())

        self.publish(write)
        return answer

    def tell(self) -> None:
        """Everybody who looks at the table hears that it has changed."""
        for hear in list(self.told):
            hear()
