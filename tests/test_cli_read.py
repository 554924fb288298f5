"""The commands that read: rules, ledger, scenarios."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from grognard import __version__
from grognard.book import BOOKS, book, scenario_paths
from grognard.catalogue import load, of_book
from grognard.cli import read
from grognard.finding import search
from grognard.options import amounts_of
from grognard.problems import Problem

from .conftest import Say

BOOK = "horse-and-musket"
CATALOGUE_PATH = Path(read.__file__).parents[1] / "books" / BOOKS[BOOK] / "rules.md"
CATALOGUE = load(CATALOGUE_PATH)


def test_a_book_by_its_chapters(say: Say) -> None:
    code, out, _ = say("rules", BOOK)
    assert code == 0
    assert "2.7 Infantry shooting                               7" in out
    assert out.rstrip().splitlines()[-1].split() == ["24", "options", "124", "91"]


@pytest.mark.parametrize("wanted", ["FH-057", "fh-57", "57", "[FH-057]"])
def test_a_rule_by_its_id_with_its_rulings(say: Say, wanted: str) -> None:
    code, out, _ = say("rules", BOOK, wanted)
    assert code == 0
    assert out.startswith("FH-057  2.7 Infantry shooting\nDice = figures / 5, rounded down")
    assert "FH-R31  4.3 Shooting" in out
    assert "Enforced by firing.dice_for_figures" in out
    assert "Proved by tests/horse_and_musket/" in out


def test_a_ruling_with_its_options(say: Say) -> None:
    _, out, _ = say("rules", BOOK, "R41")
    assert "Option fh.light_15: charge_only by default; or always [FH-R41]" in out
    assert "Option fh.light_15_vs_square: false by default; or true [FH-R41]" in out


def test_rules_by_words_best_first(say: Say) -> None:
    code, out, _ = say("rules", BOOK, "square", "cavalry")
    assert code == 0
    rows = out.splitlines()
    assert rows[0].split() == ["Rule", "Says"]
    assert len(rows) > 5
    found = [CATALOGUE[row.split()[0]] for row in rows[1:]]
    assert found == search(CATALOGUE_PATH.parent, "fh", "square cavalry"), "as the page finds them"
    for rule in found[:5]:
        text = f"{rule.section} {rule.text}".lower()
        assert "square" in text and "cavalry" in text


def test_rules_as_json(say: Say) -> None:
    _, out, _ = say("rules", BOOK, "60", "--json")
    (rule,) = json.loads(out)
    assert rule["id"] == "FH-060" and rule["kind"] == "rule" and rule["section"] == "2.7 Infantry shooting"
    assert [ruling["id"] for ruling in rule["rulings"]] == ["FH-R28"]
    assert "units.halved" in rule["functions"] and rule["status"] in ("tested", "untested")
    _, out, _ = say("rules", BOOK, "R80", "--json")
    (option,) = json.loads(out)[0]["options"]
    assert option == {
        "name": "fh.leader_hits",
        "default": "per_attack",
        "values": ["per_attack", "per_turn"],
        "open": False,
        "ruling": "FH-R80",
    }
    _, out, _ = say("rules", BOOK, "--json")
    assert sum(row["rules"] for row in json.loads(out)) == 124


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rules", BOOK, "FH-999"), "unknown rule 'FH-999'. Allowed: FH-001 to FH-124, FH-R01 to FH-R91"),
        (("rules", BOOK, "zebra"), "no rule of horse-and-musket speaks of 'zebra'"),
        (("rules", "horse-and-muskit"), "unknown book 'horse-and-muskit'. Did you mean 'horse-and-musket'?"),
        (("ledger", "whist"), f"unknown book 'whist'. Allowed: {', '.join(BOOKS)}"),
        (("scenarios", "whist"), f"unknown book 'whist'. Allowed: {', '.join(BOOKS)}"),
    ],
)
def test_bad_input_is_one_helpful_line_and_exit_code_2(say: Say, words: tuple[str, ...], said: str) -> None:
    code, out, err = say(*words)
    assert code == 2
    assert out == ""
    assert err.startswith(f"grognard: {said}") and err.count("\n") == 1


@pytest.mark.parametrize("name", BOOKS)
def test_everything_that_a_house_rule_may_change_is_listed(say: Say, name: str) -> None:
    of = book(name)
    listed = json.loads(say("rules", name, "--options", "--json")[1])
    names = [row["name"] for row in listed]
    assert {o.name for o in of_book(of.folder, of.prefix).options} < {*names}
    assert {a.name for a in amounts_of(of.folder, of.prefix)} < {*names}
    switches = {s.name for path in scenario_paths(name).values() for s in of.switches(path)}
    assert switches <= {*names}
    assert all(row["what"] and row["usual"] for row in listed)


def test_the_list_of_house_rules_can_be_narrowed(say: Say) -> None:
    _, out, _ = say("rules", BOOK, "--options", "first", "fire")
    assert [row.split()[0] for row in out.splitlines()] == ["Name", "fh.first_fire"]
    assert "FH-R05" in out and "melee_dice" in out
    assert say("rules", BOOK, "--options", "zebra")[0] == 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("foo", "unknown number or option 'foo'. grognard rules BOOK --options lists them all"),
        ("first_fir", "Did you mean 'first_fire'"),
        ("infantry", "'rate.infantry_line'"),
    ],
)
def test_of_hundreds_of_names_only_the_nearest_are_said(say: Say, given: str, said: str) -> None:
    code, _, err = say("watch", "the-chateau-road", "--set", f"{given}=1")
    assert code == 2 and said in err and len(err) < 300


def test_the_ledger_as_json_has_every_rule_and_ruling(say: Say) -> None:
    code, out, _ = say("ledger", BOOK, "--json")
    entries = json.loads(out)
    assert code == 0
    assert [entry["id"] for entry in entries] == [rule.id for rule in CATALOGUE.rules]
    assert all(list(entry) == ["id", "kind", "status", "functions", "tests"] for entry in entries)
    assert {entry["kind"] for entry in entries} == {"rule", "ruling"}
    by_id = {entry["id"]: entry for entry in entries}
    assert "firing.dice_for_figures" in by_id["FH-057"]["functions"]
    assert by_id["FH-057"]["status"] == "tested" and by_id["FH-057"]["tests"]


def test_the_ledger_of_all_books_is_that_of_each(say: Say) -> None:
    everything = json.loads(say("ledger", "--json")[1])
    each = [entry for name in BOOKS for entry in json.loads(say("ledger", name, "--json")[1])]
    assert everything == each


def test_the_ledger_in_sums(say: Say) -> None:
    _, out, _ = say("ledger", BOOK, "--summary")
    header, rules, rulings = (row.split() for row in out.splitlines())
    assert header == ["Book", "tested", "untested", "missing", "advice", "scenery", "all"]
    assert (rules[-1], rulings[-1]) == ("124", "91")
    assert sum(map(int, rules[2:-1])) == 124
    _, out, _ = say("ledger", "--summary", "--json")
    assert sum(json.loads(out)[BOOK]["ruling"].values()) == 91


def test_none_is_missing(say: Say) -> None:
    assert say("ledger", "--missing") == (0, "none missing\n", "")
    assert json.loads(say("ledger", "--missing", "--json")[1]) == []


def test_the_ledger_as_a_table_has_a_row_a_rule(say: Say) -> None:
    _, out, _ = say("ledger", BOOK)
    rows = out.splitlines()
    assert len(rows) == 1 + 124 + 91
    assert [row.split()[0] for row in rows[1:]] == [rule.id for rule in CATALOGUE.rules]


def test_long_cells_of_the_ledger_put_only_their_own_lines_out(say: Say) -> None:
    for name in BOOKS:
        rows = say("ledger", name)[1].splitlines()
        assert rows[0].split() == ["Rule", "Status", "Functions", "Tests"]
        assert rows[0].index("Tests") <= 100
        entries = json.loads(say("ledger", name, "--json")[1])
        for row, entry in zip(rows[1:], entries, strict=True):
            said = [", ".join(entry[key]) for key in ("functions", "tests")]
            assert said[0] in row and row.endswith(said[1])
            assert len(row) <= len(said[1]) + max(len(said[0]), 60) + 30


def test_the_scenarios(say: Say) -> None:
    code, out, _ = say("scenarios", "--json")
    listed = json.loads(out)
    assert code == 0
    assert [row["id"] for row in listed] == list(scenario_paths())
    assert all(list(row) == ["id", "book", "title", "sample"] for row in listed)
    for name in BOOKS:
        assert sum(row["sample"] for row in listed if row["book"] == name) == 1
    assert json.loads(say("scenarios", BOOK, "--json")[1]) == [row for row in listed if row["book"] == BOOK]
    _, out, _ = say("scenarios")
    assert "the-chateau-road horse-and-musket The Chateau Road sample" in [
        " ".join(row.split()) for row in out.splitlines()
    ]


@pytest.mark.parametrize(("samples", "said"), [([], "none"), (["a", "b"], "a, b")])
def test_a_book_has_one_sample_and_not_more(samples: list[str], said: str) -> None:
    listed = [{"id": id, "book": BOOK, "title": id, "sample": id in samples} for id in ("a", "b", "c")]
    with pytest.raises(Problem, match=f"horse-and-musket: one scenario is the sample; these are: {said}"):
        read.one_sample_each(listed)


def test_the_version(say: Say) -> None:
    assert say("--version") == (0, f"grognard {__version__}\n", "")


def test_help_is_there_and_the_command_is_installed() -> None:
    out = subprocess.run(
        [sys.executable, "-c", "from grognard.cli import main; main()", "rules", "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "Look up a rule" in out and "BOOK" in out
