"""The saved battle: a short text that a person can read and diff, and that parses back exactly.

    grognard battle 1
    book = horse-and-musket 1.0
    scenario = the-chateau-road
    ...
    turn 1
    g blue initiative second ~91c3
    p red move R9 45.0 28.0 0.0 -1.0 ~3fa9
    d 3 6 1 ~0b7e
    = 3fa9c2d1aa07e514
    end blue 9:4 3fa9c2d1aa07e514

An order is who gave it (p: a person, g: a general), the side, the ask, the act where it has another name,
then who, with whom, how, and the place.  The letters after the ~ are drawn from the state in which the
order was given and the order itself, so that whatever was changed is found where it was changed.
A battle that a server gives out has its promise of fair dice in the heading: commitment and salt."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import re
from dataclasses import dataclass, field
from typing import Any

from .engines import head_fields
from .notation import DICE, PLAYERS, one_of, read_seed
from .problems import Problem, choices, unknown
from .promise import Promise, read_letters
from .records import is_scalar
from .scenario import SIDES
from .tables import Override, parse_value

FIRST_LINE = "grognard battle 1"
RESEED = "reseed "
KEYS = ("book", "scenario", "start", "numbers", "seed", "blue", "red", "dice")
PROMISED = ("commitment", "salt")  # both or neither


@dataclass(frozen=True)
class Saying:
    """A line of the file: where it is, what it says, and the letters that vouch for it."""

    number: int
    text: str
    tag: str = ""


@dataclass
class Section:
    """One turn of a saved battle; its hash, once it is over."""

    turn: int
    sayings: list[Saying] = field(default_factory=list)
    hash: str = ""


@dataclass
class Saved:
    """A saved battle as it is written, before anybody has looked whether it is true."""

    book: str = ""
    version: str = ""
    scenario: str = ""
    start: dict[str, str] = field(default_factory=dict)
    numbers: str = ""
    house: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    players: list[str] = field(default_factory=lambda: ["person", "person"])
    dice: str = "seeded"
    commitment: str = ""
    salt: bytes = b""
    sections: list[Section] = field(default_factory=list)
    result: str = ""  # "blue 9:4", or nothing while the battle goes on
    hash: str = ""

    @property
    def promise(self) -> Promise | None:
        """What was promised of the dice, if anything was."""
        return Promise(self.commitment, self.salt) if self.commitment else None

    def seeds(self) -> list[int]:
        """The seed, and those that forks brought in."""
        lines = [line.text for section in self.sections for line in section.sayings]
        return [self.seed, *(read_seed(t.partition(" ")[2]) for t in lines if t.startswith(RESEED))]


# --- what a battle started from -----------------------------------------------------------------------------


def short_hash(value: Any, size: int = 2) -> bytes:
    return hashlib.blake2b(repr(value).encode(), digest_size=size).digest()


def start_prints(battle: Any) -> dict[str, str]:
    """A short print of each part a battle starts from: its options, ground, aims, units and so on."""
    records = (f.name for f in head_fields(type(battle)) if not is_scalar(f.metadata.get("of")))
    parts = [p for p in records if p not in ("dice", "whim", "rules")]  # the seed's, and the numbers'
    return {p: short_hash(plain_values(getattr(battle, p)), 4).hex() for p in parts}


def plain_values(value: Any) -> Any:
    """Records as nested lists of plain numbers."""
    if dataclasses.is_dataclass(value):
        return [plain_values(getattr(value, f.name)) for f in dataclasses.fields(value)]
    if isinstance(value, list):
        return [plain_values(v) for v in value]
    return float(value) if isinstance(value, float) else int(value)


def number_prints(rules: Any) -> str:
    """Two letters for each number or table of the book, in the order of its record."""
    letters = (
        base64.urlsafe_b64encode(short_hash(plain_values(getattr(rules, f.name))))[:2]
        for f in dataclasses.fields(rules)
    )
    return b"".join(letters).decode()


def changed_numbers(rules: Any, prints: str) -> list[str]:
    """The numbers that are not what they were, with what they are now."""
    now, fields = number_prints(rules), dataclasses.fields(rules)
    if len(now) != len(prints):
        return [f"the book has {len(now) // 2} numbers now, and had {len(prints) // 2}"]
    pairs = ((f.name, now[2 * k : 2 * k + 2], prints[2 * k : 2 * k + 2]) for k, f in enumerate(fields))
    return [f"{name} (now {getattr(rules, name)})" for name, a, b in pairs if a != b]


# --- the file -----------------------------------------------------------------------------------------------


def write_value(value: Any) -> str:
    """A value in TOML's notation."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(write_value(v) for v in value) + "]"
    if isinstance(value, bool | str):
        return json.dumps(value)
    return repr(value)


def write_saved(s: Saved) -> str:
    """The whole file."""
    out = [FIRST_LINE, f"book = {s.book} {s.version}", f"scenario = {s.scenario}"]
    out += [f"set {name} = {write_value(value)}" for name, value in s.house.items()]
    out += [f"start = {', '.join(f'{k} {v}' for k, v in s.start.items())}", f"numbers = {s.numbers}"]
    out += [f"seed = {s.seed}", f"blue = {s.players[0]}", f"red = {s.players[1]}", f"dice = {s.dice}"]
    out += [f"commitment = {s.commitment}", f"salt = {s.salt.hex()}"] if s.commitment else []
    for section in s.sections:
        out += ["", f"turn {section.turn}"]
        out += [f"{line.text} ~{line.tag}" for line in section.sayings]
        out += [f"= {section.hash}"] if section.hash else []
    return "\n".join([*out, "", f"end {s.result} {s.hash}" if s.result else f"here {s.hash}", ""])


def read_saved(text: str, path: str) -> Saved:
    """The file again, or a problem that names the line, what is wrong with it and what is allowed."""
    lines = [(k + 1, line.strip()) for k, line in enumerate(text.splitlines())]
    if not lines or lines[0][1] != FIRST_LINE:
        raise Problem(f"{path}: line 1: not a saved battle: {FIRST_LINE!r} is wanted")
    saved, seen = Saved(), set[str]()
    for number, line in lines[1:]:
        try:
            read_line(saved, seen, number, line)
        except Problem as e:
            raise Problem(f"{path}: line {number}: {e}") from None
    missing = [key for key in KEYS if key not in seen]
    if len(seen.intersection(PROMISED)) == 1:
        missing += [key for key in PROMISED if key not in seen]
    if missing:
        raise Problem(f"{path}: the heading lacks {choices(missing)}")
    if not saved.hash:
        raise Problem(f"{path}: line {len(lines)}: cut short: the last line is 'end ...' or 'here ...'")
    return saved


def read_line(saved: Saved, seen: set[str], number: int, line: str) -> None:
    """One line: of the heading, of a turn, or the last."""
    first, _, rest = line.partition(" ")
    if not line or line.startswith("#"):
        return
    if saved.hash:
        raise Problem(f"{line!r} after the end of the battle")
    if first in ("end", "here"):
        read_end(saved, first, rest)
    elif first == "turn":
        begin_section(saved, rest)
    elif saved.sections:
        read_saying(saved.sections[-1], number, line)
    else:
        read_heading(saved, seen, line)


def read_heading(saved: Saved, seen: set[str], line: str) -> None:
    key, equals, value = (part.strip() for part in line.partition("="))
    if not equals:
        raise Problem(f"{line!r}: a heading is written name = value")
    if key.startswith("set "):
        saved.house[key[4:].strip()] = parse_value(value)
        return
    if key not in (*KEYS, *PROMISED):
        raise unknown("heading", key, [*KEYS, *PROMISED, "set NAME"])
    if key in seen:
        raise Problem(f"{key} is there twice")
    seen.add(key)
    read_key(saved, key, value)


def read_key(saved: Saved, key: str, value: str) -> None:
    if key == "book":
        saved.book, _, saved.version = value.partition(" ")
    elif key == "seed":
        saved.seed = read_seed(value)
    elif key in SIDES:
        saved.players[SIDES.index(key)] = one_of(key, value, PLAYERS)
    elif key == "dice":
        saved.dice = one_of(key, value, DICE)
    elif key == "commitment":
        saved.commitment = read_letters(key, value)
    elif key == "salt":
        saved.salt = bytes.fromhex(read_letters(key, value))
    elif key == "start":
        parts = (part.strip().partition(" ") for part in value.split(","))
        saved.start = {name: letters for name, _, letters in parts}
    else:
        setattr(saved, key, value)


def begin_section(saved: Saved, rest: str) -> None:
    turn = len(saved.sections) + 1
    if rest != str(turn):
        raise Problem(f"'turn {rest}': turn {turn} is wanted here")
    if saved.sections and not saved.sections[-1].hash:
        raise Problem(f"turn {turn - 1} has no hash: its last line is '= ...'")
    saved.sections.append(Section(turn))


def read_saying(section: Section, number: int, line: str) -> None:
    if section.hash:
        raise Problem(f"{line!r}: turn {section.turn} is over; 'turn {section.turn + 1}' or 'end' is wanted")
    if line.startswith("= "):
        section.hash = read_hash(line[2:].strip())
        return
    text, tilde, letters = line.rpartition(" ~")
    if not tilde or not re.fullmatch(r"[0-9a-f]{4}", letters):
        raise Problem(f"{line!r}: an order ends with ~ and four letters of 0-9 and a-f")
    if text.split(" ")[0] not in ("p", "g", "d", "reseed"):
        raise unknown("beginning", text.split(" ")[0], ("p", "g", "d", "reseed", "=", "turn", "end", "here"))
    section.sayings.append(Saying(number, " ".join(text.split()), letters))


def read_hash(text: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{16}", text):
        raise Problem(f"{text!r}: a hash is sixteen letters of 0-9 and a-f")
    return text


def read_end(saved: Saved, first: str, rest: str) -> None:
    """end blue 9:4 3fa9c2d1aa07e514, or here 3fa9c2d1aa07e514."""
    *result, letters = rest.split() or [""]
    saved.hash = read_hash(letters)
    saved.result = " ".join(result)
    if (first == "end") != bool(re.fullmatch(r"(blue|red|draw) -?\d+:-?\d+", saved.result)):
        raise Problem("the last line is 'end WINNER POINTS:POINTS HASH' or 'here HASH'")


def house_of(given: Override) -> dict[str, Any]:
    """House rules as plain values, by name."""
    return dict(sorted(given.items()))
