"""The Actions Tables: every cell as the catalogue prints it, every row at its edges, and who must obey."""

from __future__ import annotations

import pytest

from grognard.books.tyneside import throws
from grognard.books.tyneside.state import OWN, OWN_PS, Code, Row, Table

from .field import CATALOGUE, Field

WORDS = {"HLT*": "HLT_DISMOUNT", "ADC!": "ADC_REMOUNT"}
FIRST = {"INFANTRY": 48, "CAVALRY": 78, "FIREARMS": 51, "MELEE": 62, "DUTCH": 70, "SWEDISH": 78}
ROWS = [
    *("EC-048", "EC-049", "EC-050", "EC-051", "EC-052", "EC-078", "EC-079", "EC-080", "EC-081", "EC-082"),
    *("PS-051", "PS-052", "PS-053", "PS-054", "PS-055", "PS-062", "PS-063", "PS-064", "PS-065", "PS-066"),
    *("PS-070", "PS-071", "PS-072", "PS-073", "PS-074", "PS-078", "PS-079", "PS-080", "PS-081", "PS-082"),
]


def printed(id: str) -> tuple[str, list[str]]:
    """The row of a table as the catalogue has it: its range of risk, and six cells."""
    row = CATALOGUE[id].text.splitlines()[-1]
    risk, *cells = [cell.strip() for cell in row.strip("| ").split("|")]
    return risk, cells


def highest(risk: str) -> int:
    """ "up to 0", "1", "2-5", "9+"."""
    if risk.endswith("+"):
        return 99
    return int(risk.removeprefix("up to ").rpartition("-")[2])


@pytest.mark.rule(
    "EC-048", "EC-049", "EC-050", "EC-051", "EC-052", "EC-078", "EC-079", "EC-080", "EC-081", "EC-082"
)
@pytest.mark.rule(
    "PS-051", "PS-052", "PS-053", "PS-054", "PS-055", "PS-062", "PS-063", "PS-064", "PS-065", "PS-066"
)
@pytest.mark.rule(
    "PS-070", "PS-071", "PS-072", "PS-073", "PS-074", "PS-078", "PS-079", "PS-080", "PS-081", "PS-082"
)
@pytest.mark.rule("PS-R02", "PS-R03", "PS-R18", "TY-077")
@pytest.mark.parametrize("row", list(Row))
def test_every_cell_is_as_printed(row: Row) -> None:
    f = Field("ec" if row < Row.FIREARMS_CALM else "ps")
    id = ROWS[row]
    risk, cells = printed(id)
    assert f.b.rules.row_up_to[row] == highest(risk)
    assert CATALOGUE.rule_id(throws.rule_of_row(row)) == id
    for roll, cell in enumerate(cells, 1):
        code, _, mark = cell.partition(" ")
        assert Code(throws.code_at(f.b, row, roll)).name == WORDS.get(code, code)
        assert throws.is_roman(f.b, row, roll) == (mark == "B" or code == "CALM")


@pytest.mark.rule("TY-076")
@pytest.mark.parametrize("table", list(Table))
def test_the_row_goes_by_the_risk_factor(table: Table) -> None:
    f = Field("ec" if table <= Table.CAVALRY else "ps")
    ups = [f.b.rules.row_up_to[table * 5 + k] for k in range(5)]
    assert throws.row_of(f.b, table, -9) == table * 5
    for k, up in enumerate(ups[:-1]):
        assert throws.row_of(f.b, table, up) == table * 5 + k
        assert throws.row_of(f.b, table, up + 1) == table * 5 + k + 1
    assert throws.row_of(f.b, table, 40) == table * 5 + 4


@pytest.mark.rule("PS-R02")
def test_a_game_may_have_every_trot_away_bind() -> None:
    plain, other = Field("ps"), Field("ps", ps_italics="trt_always_binding")
    assert not throws.is_roman(plain.b, Row.DUTCH_5, 6)
    assert throws.is_roman(other.b, Row.DUTCH_5, 6)


def test_rule_numbers_of_the_two_books_are_told_apart() -> None:
    assert CATALOGUE.rule_number("TY-007") == 7
    assert CATALOGUE.rule_number("TY-R31") == 1031
    assert CATALOGUE.rule_number("EC-036") == OWN + 36
    assert CATALOGUE.rule_number("PS-R09") == OWN_PS + 1009
