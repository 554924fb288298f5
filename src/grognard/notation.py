"""Orders in short words, as a saved battle writes them, parsed back to the last bit.

    blue initiative second
    red move R9 45.0 28.0 0.0 -1.0
    blue charge B5 R3

An order is the side, the ask, the act where it has another name, then who, with whom, how, and the place.
Where an order chooses several pieces, they are joined by commas: A3-1,A3-2,A3-5."""

from __future__ import annotations

import enum
import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from .book import Book, Names
from .players import PLAYERS as PLAYERS
from .problems import Problem, unknown
from .scenario import SIDES
from .tables import words_of
from .values import Ask, Order

DICE = ("seeded", "by hand")
FLOAT = re.compile(r"-?(\d+\.\d*(e[+-]?\d+)?|\d+e[+-]?\d+|inf|nan)")
WHOLE = re.compile(r"-?\d{1,18}")
SEED = re.compile(r"\d{1,19}")
PLAIN = re.compile(r"[A-Za-z][\w.'/-]*")
NONE = "-"
MOST_OF_A_SET = 62  # pieces: the bits of a whole number that is not negative, and one to spare
MOST_SEED = 2**62


class Move(NamedTuple):
    """An order of the list, and whether a person gave it."""

    order: Order
    by_person: bool


class Throw(NamedTuple):
    """Dice that people rolled on their own table."""

    faces: tuple[int, ...]


class Reseed(NamedTuple):
    """From here on the dice are others: the battle was forked with a new seed."""

    seed: int


Entry = Move | Throw | Reseed
How = type[enum.IntEnum] | str | None  # what Nouns.how may be


def word(vocabulary: type[enum.IntEnum], value: int) -> str:
    return vocabulary(value).name.lower()


def unmistakable(handles: Sequence[str]) -> list[str]:
    """Handles of pieces; those that could be misread are left to their numbers."""
    return list(told_apart(tuple(handles)))


@lru_cache(256)
def told_apart(handles: tuple[str, ...]) -> list[str]:
    count = Counter(handles)
    return [h if PLAIN.fullmatch(h) and not FLOAT.fullmatch(h) and count[h] == 1 else "" for h in handles]


def handles(names: Names, kind: str) -> list[str]:
    return unmistakable(names.handles(kind))


def write_piece(known: Sequence[str], value: int) -> str:
    return (known[value] if 0 <= value < len(known) else "") or f"#{value}"


def read_piece(known: Sequence[str], kind: str, token: str) -> int:
    """B4 by its place among the handles, #3 by its number."""
    if token and token in known:
        return known.index(token)
    if token.startswith("#") and WHOLE.fullmatch(token[1:]):
        return int(token[1:])
    raise unknown(kind, token, [k for k in known if k])


def write_noun(names: Names, kind: str, value: int) -> str:
    if value == -1:
        return NONE
    return str(value) if kind == "number" else write_piece(handles(names, kind), value)


def read_noun(names: Names, kind: str, token: str) -> int:
    if token == NONE:
        return -1
    if kind == "number":
        return read_number(token.removeprefix("#"))
    return read_piece(handles(names, kind), kind, token)


def read_number(token: str) -> int:
    if not WHOLE.fullmatch(token):
        raise Problem(f"a whole number is wanted, not {token!r}")
    return int(token)


def write_set(group: Sequence[str], mask: int) -> str:
    """The pieces whose bits are set, joined by commas; what is no set stays a number."""
    if not 0 <= mask < 1 << MOST_OF_A_SET:
        return str(mask)
    known = unmistakable(group)
    return ",".join(write_piece(known, k) for k in range(mask.bit_length()) if mask >> k & 1) or NONE


def read_set(group: Sequence[str], kind: str, token: str) -> int:
    if token == NONE:
        return 0
    if WHOLE.fullmatch(token):
        return int(token)
    known, mask = unmistakable(group), 0
    for part in token.split(","):
        k = read_piece(known, kind, part)
        if not 0 <= k < MOST_OF_A_SET:
            raise Problem(f"{part}: a set has pieces from #0 to #{MOST_OF_A_SET - 1}")
        if mask >> k & 1:
            raise Problem(f"{part} is named twice")
        mask |= 1 << k
    return mask


def write_how(names: Names, side: int, vocabulary: How, value: int) -> str:
    if isinstance(vocabulary, str):
        return write_set(names.group(vocabulary, side), value)
    if vocabulary is not None and value in vocabulary.__members__.values():
        return word(vocabulary, value)
    return NONE if value == 0 and vocabulary is None else str(value)


def read_how(names: Names, side: int, vocabulary: How, token: str) -> int:
    if isinstance(vocabulary, str):
        return read_set(names.group(vocabulary, side), vocabulary, token)
    if token == NONE:
        return 0
    if vocabulary is not None and token in words_of(vocabulary):
        return int(vocabulary[token.upper()])
    if vocabulary is None or WHOLE.fullmatch(token):
        return read_number(token)
    raise unknown("word", token, words_of(vocabulary))


def write_order(book: Book, names: Names, ask: Ask, order: Order) -> str:
    """An order in its short words: charge B5 R3."""
    ask_word, act_word = word(book.asks, ask.kind), word(book.acts, order.kind)
    kinds = book.nouns(ask.kind, order.kind)
    nouns = [
        write_noun(names, kinds.actor, order.actor),
        write_noun(names, kinds.other, order.other),
        write_how(names, ask.side, kinds.how, order.how),
    ]
    while nouns and nouns[-1] == NONE:
        nouns.pop()
    same = ask_word == act_word and not (nouns and nouns[0] in words_of(book.acts))
    words = [SIDES[ask.side], ask_word, *([] if same else [act_word]), *nouns]
    return " ".join(words + write_place(order))


def write_place(order: Order) -> list[str]:
    """The numbers of a place to the last bit; a place or facing that is all zero is left out."""
    place = [repr(order.x), repr(order.y), repr(order.fx), repr(order.fy)]
    while place and place[-2:] == ["0.0", "0.0"]:
        place = place[:-2]
    return place


def read_order(book: Book, names: Names, text: str) -> tuple[int, int, Order]:
    """The side, the ask and the order again."""
    tokens = text.split()
    if not tokens or tokens[0] not in SIDES:
        raise unknown("side", tokens[0] if tokens else "", SIDES)
    asks, acts = words_of(book.asks), words_of(book.acts)
    if len(tokens) < 2 or tokens[1] not in asks:
        raise unknown("ask", tokens[1] if len(tokens) > 1 else "", asks)
    act, rest = (tokens[2], tokens[3:]) if tokens[2:3] and tokens[2] in acts else (tokens[1], tokens[2:])
    if act not in acts:
        raise unknown("act", tokens[2] if len(tokens) > 2 else "", acts)
    side, ask = SIDES.index(tokens[0]), int(book.asks[tokens[1].upper()])
    return side, ask, read_rest(book, names, side, ask, int(book.acts[act.upper()]), rest)


def read_rest(book: Book, names: Names, side: int, ask: int, kind: int, tokens: Sequence[str]) -> Order:
    nouns = [t for t in tokens if not FLOAT.fullmatch(t)]
    place = list(tokens[len(nouns) :])
    if not all(FLOAT.fullmatch(t) for t in place) or len(nouns) > 3 or len(place) not in (0, 2, 4):
        raise Problem("an order is at most who, with whom and how, then a place of two or four numbers")
    kinds = book.nouns(ask, kind)
    who, whom, how = [*nouns, NONE, NONE, NONE][:3]
    x, y, fx, fy = [float(t) for t in [*place, "0.0", "0.0", "0.0", "0.0"][:4]]
    actor, other = read_noun(names, kinds.actor, who), read_noun(names, kinds.other, whom)
    return Order(kind, actor, other, read_how(names, side, kinds.how, how), x, y, fx, fy)


def with_points(text: str) -> str:
    """What people write: the last two or four numbers behind a name are a place, whole numbers too."""
    tokens = text.split()
    tail = len(tokens)
    while tail > 0 and (FLOAT.fullmatch(tokens[tail - 1]) or WHOLE.fullmatch(tokens[tail - 1])):
        tail -= 1
    start = len(tokens) - min((len(tokens) - tail) // 2 * 2, 4)
    if tail < 2:
        return text
    return " ".join([*tokens[:start], *(f"{t}.0" if WHOLE.fullmatch(t) else t for t in tokens[start:])])


def tag(state: bytes, text: str) -> str:
    """Four letters that vouch for a line in the state it was said in."""
    return hashlib.blake2b(state + text.encode(), digest_size=2).hexdigest()


def read_seed(text: str) -> int:
    if not SEED.fullmatch(text) or int(text) >= MOST_SEED:
        raise Problem(f"seed: {text!r}: a whole number from 0 is wanted")
    return int(text)


def one_of(what: str, given: str, allowed: Sequence[str]) -> str:
    if given not in allowed:
        raise unknown(f"word for {what}:", given, allowed)
    return given


def write_entry(book: Book, names: Names, ask: Ask | None, entry: Entry) -> str:
    """A line of a turn, without its tag."""
    if isinstance(entry, Throw):
        return " ".join(["d", *map(str, entry.faces)])
    if isinstance(entry, Reseed):
        return f"reseed {entry.seed}"
    assert ask is not None
    return ("p " if entry.by_person else "g ") + write_order(book, names, ask, entry.order)


def read_entry(book: Book, names: Names, text: str) -> Entry:
    """The entry again."""
    who, _, rest = text.partition(" ")
    if who == "d":
        if not rest or not all(WHOLE.fullmatch(t) and 1 <= int(t) <= 10 for t in rest.split()):
            raise Problem(f"{rest!r}: dice are whole numbers from 1")
        return Throw(tuple(int(t) for t in rest.split()))
    if who == "reseed":
        return Reseed(read_seed(rest))
    return Move(read_order(book, names, rest)[2], who == "p")
