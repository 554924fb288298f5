"""Rules in words: what lists show of them, whole tables and rows of tables included."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.book import BOOKS, book
from grognard.catalogue import Catalogue, Rule, of_book, parse
from grognard.finding import snippet
from grognard.prose import full_text, in_words, plain
from grognard.server.rulebook import rule_told

from .conftest import Say


def catalogue(name: str) -> Catalogue:
    return of_book(book(name).folder, book(name).prefix)


def rule(id: str) -> Rule:
    of = {"FH": "horse-and-musket", "MI": "most-irregular", "PS": "pike-and-shot", "FW": "fire-at-will-men"}
    return catalogue(of.get(id[:2], "early-19th-century"))[id]


@pytest.mark.parametrize("name", BOOKS)
def test_what_lists_show_of_a_rule_is_in_words_and_of_no_other_rule(name: str) -> None:
    shown = {rule.id: snippet(rule, "") for rule in catalogue(name).rules}
    assert [id for id, text in shown.items() if len(text) < len("Halt.")] == []
    assert [id for id, text in shown.items() if "---" in text or "|" in text] == []
    often = Counter(shown.values())
    assert [id for id, text in shown.items() if often[text] > 1] == []


@pytest.mark.parametrize("name", BOOKS)
def test_a_search_never_shows_the_bars_of_a_table(name: str) -> None:
    for rule in catalogue(name).rules:
        if "\n|" in rule.text or rule.table:
            for word in in_words(rule).split():
                shown = snippet(rule, word)
                assert shown and "--" not in shown and "|" not in shown


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("TY-074", "+2 A visible enemy on flank or rear (Risk Factor and Actions Tables)"),
        ("PS-049", "+2 Visible enemy on flank or rear (Risk Factors, all troops)"),
        (
            "EC-006",
            "Rifle: short 30, medium 90, long 180, MF 2 (3 with bayonet) (Weapons of the early 19th century)",
        ),
        ("EC-010", "Sword: MF 3 (Weapons of the early 19th century)"),
        ("EC-033", "Damage (D6), gunpowder weapons: 1-2 Graze, 3-4 Wound, 5-6 Kill (To hit, and damage)"),
        ("PS-111", "Pike: 2 points (Points system)"),
        ("PS-115", "Sword: 1 point (Points system)"),
        ("PS-117", "Stave, club etc: 0 points (Points system)"),
        ("FW-104", 'Man at Arms: up to 4" 5,6; up to 8" 6 (Archers, range column = up to)'),
        ("FW-130", "visibly outnumbered at least 2 to 1: −1 (Morale)"),
        ("FW-164", "Giant: winning margin needed 2+, one hit (Margins of the loser)"),
    ],
)
def test_a_row_of_a_table_is_said_in_words(id: str, words: str) -> None:
    assert in_words(rule(id)) == words


def test_what_is_said_of_all_rows_of_a_table_comes_after_the_row() -> None:
    assert in_words(rule("EC-045")).startswith(
        "+2 Visible enemy on flank or rear (Infantry Risk Factors) Common"
    )
    assert in_words(rule("PS-052")).startswith(
        "RF 1: 1 COV B, 2-3 HLT* i, 4-5 CTC i, 6 ADC! i (Actions Table: dragoons"
    )


def test_a_row_that_is_opened_is_a_table_and_what_is_said_of_all_rows_comes_after_it() -> None:
    table, codes = full_text(rule("EC-048")).split("\n\n")
    assert table.splitlines()[-1] == "| up to 0 | CALM | CALM | CALM | CALM | CALM | CALM |"
    assert codes == "Codes: TY-077; the calm row: EC-053 to EC-055."
    assert full_text(rule("EC-045")).endswith("with these precise EC forms.")
    assert full_text(rule("FW-104")).startswith("Archers (range column = up to)\n\n| Target |")
    assert "HLT* i" in full_text(rule("PS-052"))


def test_a_whole_table_is_drawn_where_there_is_room_and_said_in_a_list() -> None:
    movement = rule("FH-026")
    assert snippet(movement, "").startswith(
        'Movement rates: Infantry, line: rate 6". Infantry, (assault) column'
    )
    assert '| Infantry, line | 6" |' in full_text(movement)
    assert "| Musket |" in full_text(rule("FH-059")), "the mark before a table takes no table with it"
    assert "general: rate not given" in snippet(movement, "general").lower()


def test_the_values_of_an_option_are_said_with_or() -> None:
    assert "fh.cav_march_stack = true (default) or false" in in_words(rule("FH-R16"))


def test_a_star_that_is_no_mark_stays() -> None:
    assert plain("**Bold** and *leaning*: `ps.x` = 2*, `*`: down †") == "Bold and leaning: ps.x = 2*, *: down"
    assert full_text(rule("PS-059")) == "A star, *: mounted dragoons dismount."


ACTIONS = [f"EC-{n:03}" for n in (*range(48, 53), *range(78, 83))]
ACTIONS += [f"PS-{n:03}" for n in (*range(51, 56), *range(62, 67), *range(70, 75), *range(78, 83))]


@pytest.mark.parametrize("id", ACTIONS)
def test_the_rows_of_actions_tables_point_to_their_codes(id: str) -> None:
    """And every code that stands in them is explained there."""
    of = catalogue("pike-and-shot" if id.startswith("PS") else "early-19th-century")
    row, codes = of[id], of["TY-077"].text
    assert "Codes: TY-077" in full_text(row) and "TY-077" in row.sees
    cells = row.text.splitlines()[-1].strip("| ").split(" | ")[1:]
    assert len(cells) == 6
    for cell in cells:
        code = cell.split()[0].rstrip("*!")
        assert f"| {code} |" in codes
    told = rule_told(book("pike-and-shot" if id.startswith("PS") else "early-19th-century"), id)
    assert any(seen.id == "TY-077" and "| RUN |" in seen.text for seen in told.sees)


def test_the_command_line_shows_the_same_words(say: Say) -> None:
    _, out, _ = say("rules", "early-19th-century", "clear", "sight", "weapon", "range")
    assert "EC-042  +1 Enemy in clear sight and the unit within their weapon range (Infantry" in out
    assert "|" not in out
    assert "Codes: TY-077" in say("rules", "early-19th-century", "EC-048")[1]


def test_a_caption_in_bold_is_the_name_of_a_table_else_its_section_is() -> None:
    rows = "| Id | What | Mod |\n|---|---|---|\n| AA-001 | Snow | -1 |\n"
    assert parse(f"# T\n\n### 2.1 Weather (all)\n\n{rows}")["AA-001"].table == "Weather, all"
    assert parse(f"# T\n\n### 2.1 Weather\n\n**Winter** (only)\n\n{rows}")["AA-001"].table == "Winter, only"
    assert in_words(parse(f"# T\n\n## W\n\nIn winter:\n\n{rows}")["AA-001"]) == "Snow: -1 (W) In winter."
