"""Bases and the figures on them, base sizes of one's own, and how the book spells its names."""

from __future__ import annotations

import pytest

from grognard.books.fire_at_will import movement, places, setup, strips
from grognard.books.fire_at_will.state import Spell, Troop

from .field import Field


@pytest.mark.rule("FW-002", "FW-003", "FW-006", "FW-R03")
@pytest.mark.parametrize(
    ("figure", "figures"),
    [
        ("axemen", 5),
        ("knights", 5),
        ("pikemen", 5),
        ("hero", 1),
        ("leader", 1),
        ("wizard", 1),
        ("trolls", 1),
        ("ogres", 1),
        ("giant", 1),
        ("behemoth", 1),
        ("dragon", 1),
        ("orc_chariot", 1),
        ("orc_war_wagon", 1),
        ("bombard", 1),
        ("cart", 1),
        ("beast", 1),
    ],
)
def test_figures_on_a_base(figure: str, figures: int) -> None:
    f = Field()
    assert f.s(f.formation("blue", figure, 24, 10), 0).figures == figures


@pytest.mark.rule("FW-003")
def test_the_number_of_figures_changes_nothing() -> None:
    f = Field()
    n = f.formation("blue", "axemen", 24, 10, strips=3)
    f.s(n, 1).figures = 2
    assert strips.bears(f.b, f.s(n, 1)) == strips.bears(f.b, f.s(n, 0)) == 1
    assert movement.allowance(f.b, n) == 4 and strips.strips_of(f.u(n)) == 3


@pytest.mark.rule("FW-004", "FW-R04")
def test_base_sizes_are_the_players_choice() -> None:
    f = Field(base_width__foot=1.5, base_depth__foot=0.75, base_sizes="custom")
    n = f.formation("blue", "axemen", 24, 10, strips=4, files=2)
    box = places.rectangle_of(f.b, n)
    assert (box.width, box.depth) == (3.0, 1.5)


@pytest.mark.rule("FW-R02")
def test_names_and_the_table_cell_that_two_spells_share() -> None:
    f = Field()
    assert setup.SPELL_NAMES[Spell.PHEONIX_DOWN] == "PHEONIX DOWN"
    assert f.b.spells[Spell.FAST_STRIKE].cost == 3 and f.b.spells[Spell.GREAT_STORM].cost == 5
    assert f.b.rules.crossbow_hits[f.b.rules.row[Troop.GOBLIN]] == [4, 5, 6]
