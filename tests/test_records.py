"""Records: one declaration, and the dataclass, its bytes, its copies and both engines agree on it."""

from __future__ import annotations

import dataclasses
import enum
import random
from dataclasses import dataclass
from typing import Any

import pytest

from grognard.book import BOOKS, book
from grognard.engines import Plain, head_fields, head_size
from grognard.problems import Problem
from grognard.records import clone, dtype_of, many, one, option, pack, shifted, size, unpack
from grognard.tables import TRUTHS, option_words, parse_override, readings, set_option


class Colour(enum.IntEnum):
    RED = 0
    GREEN = 1
    BLUE = 2


@dataclass(slots=True)
class Stone:
    heavy: bool = False
    weight: float = 0.0


@dataclass(slots=True)
class Bag:
    full: bool = False
    count: int = 0
    marks: list[int] = many(int, Colour)
    grid: list[list[float]] = many(float, Colour, 2)
    stones: list[Stone] = many(Stone, 3)
    best: Stone = one(Stone)
    last: bool = False


def filled() -> Bag:
    bag = Bag(True, -5, [1, 2, 3], [[0.5, -0.0], [1e300, 2.0], [3.0, 4.0]])
    bag.stones[1] = Stone(True, 7.25)
    bag.best = Stone(False, -1.5)
    return bag


def test_lengths_may_be_vocabularies() -> None:
    assert size(Colour) == 3
    bag = Bag()
    assert bag.marks == [0, 0, 0]
    assert bag.grid == [[0.0, 0.0]] * 3
    assert bag.stones[0] is not bag.stones[1]


@pytest.mark.parametrize("numbers", [1, 7, 8, 9, 20, 64, 65, 129])
def test_records_that_are_shifted_take_a_power_of_two_of_bytes(numbers: int) -> None:
    plain = dataclasses.make_dataclass("Made", [("n", list[int], many(int, numbers))], slots=True)
    made = shifted(dataclasses.make_dataclass("Made", [("n", list[int], many(int, numbers))], slots=True))
    bytes_of = dtype_of(made).itemsize
    assert dtype_of(plain).itemsize == 8 * numbers <= bytes_of < 16 * numbers
    assert bytes_of & (bytes_of - 1) == 0 and dtype_of(made).isalignedstruct
    full = made(list(range(numbers)))
    assert unpack(pack(full), made) == full


def test_pack_and_unpack_are_each_others_inverse() -> None:
    bag = filled()
    assert unpack(pack(bag), Bag) == bag


def test_equal_records_have_equal_bytes_and_others_do_not() -> None:
    assert pack(filled()).tobytes() == pack(filled()).tobytes()
    for change in ("full", "count", "last"):
        bag = filled()
        setattr(bag, change, not getattr(bag, change))
        assert pack(bag).tobytes() != pack(filled()).tobytes()
    bag = filled()
    bag.grid[0][1] = 0.0  # not minus nothing
    assert pack(bag).tobytes() != pack(filled()).tobytes()


def test_padding_is_zero() -> None:
    at = dtype_of(Bag).fields["full"][1] + 1
    padding = pack(filled()).tobytes()[at : dtype_of(Bag).fields["count"][1]]
    assert padding == bytes(7)


def test_a_clone_is_equal_and_apart() -> None:
    bag = filled()
    copy = clone(bag)
    assert copy == bag
    copy.stones[1].weight = 0.0
    copy.grid[0][0] = 9.0
    copy.marks[0] = 9
    copy.best.heavy = True
    assert bag == filled()


def scramble(record: Any, r: random.Random) -> None:
    """Some value in every scalar of a record."""
    for f in dataclasses.fields(record):
        of, shape, value = f.metadata.get("of"), f.metadata.get("shape", ()), getattr(record, f.name)
        if of is None:
            setattr(record, f.name, some(type(value), r))
        elif dataclasses.is_dataclass(of):
            for part in value if shape else [value]:
                scramble(part, r)
        elif len(shape) == 1:
            value[:] = [some(of, r) for _ in value]
        else:
            for row in value:
                row[:] = [some(of, r) for _ in row]


def some(kind: type, r: random.Random) -> Any:
    return {int: r.randrange(-(2**62), 2**62), float: r.uniform(-1e6, 1e6), bool: r.random() < 0.5}[kind]


@pytest.mark.parametrize("name", BOOKS)
def test_the_quick_packer_gives_the_bytes_of_pack(name: str) -> None:
    of = book(name)
    battle, r = of.battle(), random.Random(5)
    scramble(battle, r)
    assert Plain(of).state(battle) == pack(battle).tobytes()[: head_size(of.battle)]


@pytest.mark.parametrize("name", BOOKS)
def test_the_state_is_copied_and_the_paper_passed_on(name: str) -> None:
    of = book(name)
    battle = of.battle()
    scramble(battle, random.Random(6))
    plain = Plain(of)
    copy = plain.copy(battle)
    before = plain.state(battle)
    assert plain.state(copy) == before
    scramble(copy.dice, random.Random(7))
    lists = [f.name for f in dataclasses.fields(of.battle) if dataclasses.is_dataclass(f.metadata.get("of"))]
    for name in lists[: lists.index("script")]:
        part = getattr(copy, name)
        scramble(part[0] if isinstance(part, list) else part, random.Random(8))
    assert plain.state(battle) == before
    assert copy.log is battle.log
    assert copy.script is battle.script


@pytest.mark.parametrize("name", BOOKS)
def test_a_start_has_paper_of_its_own(name: str) -> None:
    of = book(name)
    battle = of.battle()
    start = Plain(of).start(battle)
    assert start.log is not battle.log
    assert Plain(of).state(start) == Plain(of).state(battle)


@pytest.mark.parametrize("name", BOOKS)
def test_the_state_leaves_out_paper_and_nothing_else(name: str) -> None:
    of = book(name)
    names = [f.name for f in dataclasses.fields(of.battle)]
    paper = names[len(head_fields(of.battle)) :]
    assert paper[:4] == ["script", "log", "scratch", "refusal"]
    assert paper[4:] in ([], ["paper"])  # a book may have sheets of its own


class Arc(enum.IntEnum):
    ALL_ROUND = 0
    FRONT = 1


@dataclass(slots=True)
class Choices:
    """Options whose words are no names, and one whose words are."""

    fire_arc: int = option(Arc, "360", "180")
    reach: int = option(Arc, "0.5", "4")
    share: int = option(Arc, "1/3", "off")
    named: int = option(Arc)


def test_the_words_of_an_option_are_those_given_or_the_names_of_its_values() -> None:
    assert readings(Choices) == {
        "fire_arc": ("360", "180"),
        "reach": ("0.5", "4"),
        "share": ("1/3", "off"),
        "named": ("all_round", "front"),
    }
    assert option_words(Choices(1, 0, 1, 1)) == {
        "fire_arc": "180",
        "reach": "0.5",
        "share": "off",
        "named": "front",
    }


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ("fire_arc=180", "fire_arc", 1),
        ('fire_arc="180"', "fire_arc", 1),
        ("fire_arc=360", "fire_arc", 0),
        ("reach=4", "reach", 1),
        ("reach=4.0", "reach", 1),
        ("reach=0.50", "reach", 0),
        ("share=1/3", "share", 0),
        ("share=OFF", "share", 1),
        ("named=front", "named", 1),
    ],
)
def test_an_option_is_chosen_by_its_word_or_its_number(given: str, name: str, value: int) -> None:
    choices = Choices(*(1 - value,) * 4)
    assert set_option(choices, *parse_override(given))
    assert getattr(choices, name) == value


@pytest.mark.parametrize("given", ["fire_arc=90", "fire_arc=front", "reach=true", "share=0.3", "named=1"])
def test_any_other_value_is_a_problem_that_names_the_words(given: str) -> None:
    name, value = parse_override(given)
    with pytest.raises(Problem, match=f"unknown value for {name}: .*Allowed: {readings(Choices)[name][0]}, "):
        set_option(Choices(), name, value)


@pytest.mark.parametrize("words", [("false", "true"), ("on", "off"), ("off", "maybe", "on")])
def test_what_is_true_or_false_may_be_said_as_people_say_it(words: tuple[str, ...]) -> None:
    said = {True: ("true", "on", "yes", "Yes", True), False: ("false", "off", "no", "OFF", False)}
    options = dataclasses.make_dataclass(
        "Magic", [("magic", int, dataclasses.field(default=0, metadata={"readings": words}))]
    )()
    for meant, ways in said.items():
        for way in ways:
            assert set_option(options, *parse_override(f"magic={str(way).lower()}"))
            assert set_option(options, "magic", way)
            assert TRUTHS[words[options.magic]] is meant
    with pytest.raises(Problem) as e:
        set_option(options, "magic", "perhaps")
    assert all(word in str(e.value).partition("Allowed: ")[2].split(", ") for word in TRUTHS)


@pytest.mark.parametrize("given", [False, "no", "false"])
def test_an_option_that_may_be_off_is_no_truth(given: Any) -> None:
    with pytest.raises(Problem, match=r"Allowed: 1/3, off$"):
        set_option(Choices(), "share", given)


def test_an_option_needs_a_word_for_each_of_its_values() -> None:
    with pytest.raises(ValueError, match="Arc"):
        option(Arc, "360")
