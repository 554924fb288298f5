"""Orders in short words: handles that cannot be mistaken, and sets of pieces."""

from __future__ import annotations

import enum
import re
from pathlib import Path
from typing import cast

import pytest

from grognard import Order, Problem, notation
from grognard.book import Book, Nouns, book_of, find_scenario
from grognard.books.horse_and_musket.setup import Names
from grognard.notation import read_order, write_order
from grognard.values import Ask


def test_names_that_could_be_misread_are_written_as_numbers() -> None:
    names = Names(ids=["B1", "done", "7", "nan", "two words", "B1", "-", "a,b"], leader_ids=["GA"])
    for value in range(-2, 10):
        text = notation.write_noun(names, "unit", value)
        assert len(text.split()) == 1
        assert notation.read_noun(names, "unit", text) == value
    assert notation.write_noun(names, "leader", 0) == "GA"


MEN = [[f"A{k}-1" for k in range(61)] + ["a,b"], ["B1", "B1", "nan", "-", "choose", "B,2"]]


class Squad(Names):
    def group(self, kind: str, side: int) -> list[str]:
        return {"men": MEN[side]}[kind]


class Act(enum.IntEnum):
    PICK = 0
    CHOOSE = 1


class SquadBook:
    """Just enough of a book to write its orders."""

    asks = acts = Act

    def nouns(self, ask: int, act: int) -> Nouns:
        return Nouns("unit", "number", "men")


SQUAD, SQUADS = Squad(ids=["pick", "B2"]), cast(Book, SquadBook())


def through(side: int, how: int, actor: int = 1) -> str:
    """An order in words, which must be read back to the last bit."""
    order = Order(Act.PICK, actor, -1, how, 1.5, 0.0, 0.0, 0.0)
    text = notation.write_order(SQUADS, SQUAD, Ask(Act.PICK, side, -1, -1), order)
    assert notation.read_order(SQUADS, SQUAD, text) == (side, Act.PICK, order)
    return text


def test_a_set_of_pieces_is_written_with_commas() -> None:
    assert through(0, 0b100101) == "blue pick B2 - A0-1,A2-1,A5-1 1.5 0.0"
    assert through(0, 0) == "blue pick B2 1.5 0.0"
    assert through(0, 1 << 60 | 1 << 61) == "blue pick B2 - A60-1,#61 1.5 0.0"
    assert through(0, 2**62 - 1).count(",") == 61
    assert through(0, -5) == "blue pick B2 - -5 1.5 0.0"


def test_pieces_of_a_set_that_could_be_misread_are_numbers() -> None:
    assert through(1, 0b111111) == "red pick B2 - #0,#1,#2,#3,choose,#5 1.5 0.0"
    assert through(1, 1 << 40) == "red pick B2 - #40 1.5 0.0"
    assert through(1, 0b10000, actor=0) == "red pick pick pick - choose 1.5 0.0"


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("A3-1,A3-9", r"unknown men 'A3-9'. Did you mean 'A3-1'\? Allowed: A0-1, A1-1"),
        ("A3-1,,A4-1", "unknown men ''"),
        ("A3-1,A3-1", "A3-1 is named twice"),
        ("A3-1,#3", "#3 is named twice"),
        ("#62", "#62: a set has pieces from #0 to #61"),
        ("#-1", "#-1: a set has pieces"),
        ("a,b", "unknown men 'a'"),
    ],
)
def test_a_set_that_cannot_be_read_is_a_problem(token: str, message: str) -> None:
    with pytest.raises(Problem, match=message):
        notation.read_order(SQUADS, SQUAD, f"blue pick B2 - {token}")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("pick B2 24 13", "pick B2 24.0 13.0"),
        ("pick B2 24 13.5 0 -1", "pick B2 24.0 13.5 0.0 -1.0"),
        ("pick B2 6 24 13 0 1", "pick B2 6 24.0 13.0 0.0 1.0"),
        ("pick B2 - A0-1,A2-1 24 13", "pick B2 - A0-1,A2-1 24.0 13.0"),
        ("pick B2 6", "pick B2 6"),
        ("pick 3", "pick 3"),
        ("pick", "pick"),
        ("", ""),
    ],
)
def test_people_may_write_places_in_whole_numbers(written: str, meant: str) -> None:
    assert notation.with_points(written) == meant


ORDERS = (Path(__file__).parents[1] / "docs" / "orders.md").read_text(encoding="utf-8")
SHOWN = [
    (scenario, question.strip(), order)
    for scenario, chapter in (
        ("the-chateau-road", ORDERS.partition("## Horse and Musket")[2].partition("## ")[0]),
        ("the-mill-bridge", ORDERS.partition("## Most Irregular")[2].partition("## ")[0]),
        ("the-mill-at-valdespino", ORDERS.partition("## Early 19th Century")[2].partition("## ")[0]),
        ("the-chapel-by-grimwater", ORDERS.partition("## Fire At Will, Men")[2].partition("## ")[0]),
    )
    for questions, row in re.findall(r"^\| ([a-z, ]+) \| (.*) \|$", chapter, re.M)
    if questions != "the question"
    for question in questions.split(",")[:1]
    for order in re.findall(r"`([^`]+)`", row)
]


@pytest.mark.parametrize(("scenario", "question", "order"), SHOWN)
def test_the_orders_of_the_page_are_read_and_written_again(scenario: str, question: str, order: str) -> None:
    of = book_of(find_scenario(scenario))
    names = of.set_up(find_scenario(scenario), {}).names
    side, ask, read = read_order(of, names, f"blue {question} {order}")
    again = write_order(of, names, Ask(ask, side, -1, -1), read)
    assert read_order(of, names, again) == (side, ask, read)
    assert len(SHOWN) > 110
