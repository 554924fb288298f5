"""The ledger: code and tests read as they stand; and the pure parts of tools/mutate.py."""

from __future__ import annotations

import importlib.util
import json
import sys
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import pytest

from grognard.ledger import LedgerError, find_tests, ledger, missing, summary, to_json

ROOT = Path(__file__).parents[1]
HORSE_AND_MUSKET = Path(str(files("grognard"))) / "books" / "horse_and_musket"

RULES = """\
# T

- **AA-001** One. → AA-R01
- **AA-002** Two.
- **AA-003** Three. {advice: manners}
- **AA-004** Four.
- **AA-R01** Ruling.
"""

SHOOTING = '''\
"""Module docstrings prove nothing [AA-004]."""

class Gun:
    """A gun [AA-002]."""

    def fire(self) -> int:
        """Bang [AA-001,
        AA-R01], and [again]."""

        def within() -> None:
            """Deep [AA-R01]."""

def load() -> None:
    "no ids: AA-004"
'''


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A package of one book and a shared module, with a second book beside it."""
    folder = tmp_path / "src" / "pack" / "books" / "first"
    write(folder / "rules.md", RULES)
    write(folder / "shooting.py", SHOOTING)
    write(folder.parent / "second" / "rules.md", "# S\n\n- **BB-001** Other.\n")
    write(folder.parents[1] / "dice.py", 'def die() -> None:\n    """[AA-001], [BB-001]"""\n')
    write(folder.parents[1] / "cli.py", 'def main() -> None:\n    """[AA-004]"""\n')
    return folder


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def proofs(book: Path, source: str) -> dict[str, list[str]]:
    """The tests the ledger finds in a file of tests, by id."""
    tests = book.parents[3] / "tests"
    write(tests / "first" / "test_it.py", source)
    entries = ledger(book, tests)
    return {
        entry.id: [test.rpartition(".py::")[2] for test in entry.tests] for entry in entries if entry.tests
    }


def test_citations_are_docstrings_of_functions_and_classes(book: Path) -> None:
    functions = {entry.id: entry.functions for entry in ledger(book, None)}
    assert functions == {
        "AA-001": ("shooting.Gun.fire", "pack.dice.die"),
        "AA-002": ("shooting.Gun",),
        "AA-003": (),
        "AA-004": (),
        "AA-R01": ("shooting.Gun.fire", "shooting.Gun.fire.within"),
    }


def test_status(book: Path) -> None:
    tests = book.parents[3] / "tests"
    write(tests / "test_it.py", 'import pytest\n@pytest.mark.rule("AA-001")\ndef test_x(): ...\n')
    entries = ledger(book, tests)
    assert {entry.id: entry.status for entry in entries} == {
        "AA-001": "tested",
        "AA-002": "untested",
        "AA-003": "advice",
        "AA-004": "missing",
        "AA-R01": "untested",
    }
    assert entries[0].tests == ("tests/test_it.py::test_x",)
    assert [entry.id for entry in missing(entries)] == ["AA-004"]
    assert summary(entries)["rule"] == {"tested": 1, "untested": 1, "missing": 1, "advice": 1, "scenery": 0}
    assert summary(entries)["ruling"]["untested"] == 1


def test_without_tests_nothing_is_tested(book: Path) -> None:
    assert {entry.status for entry in ledger(book, None)} == {"untested", "advice", "missing"}


def test_json(book: Path) -> None:
    first = json.loads(json.dumps(to_json(ledger(book, None))))[0]
    assert first == {
        "id": "AA-001",
        "kind": "rule",
        "status": "untested",
        "functions": ["shooting.Gun.fire", "pack.dice.die"],
        "tests": [],
    }


def test_marks_on_functions_and_classes(book: Path) -> None:
    source = """
import pytest

@pytest.mark.rule("AA-001", "AA-R01")
@pytest.mark.slow
def test_plain(): ...

@pytest.mark.rule("AA-002")
class TestGuns:
    pytestmark = [pytest.mark.slow, pytest.mark.rule("AA-R01")]

    @pytest.mark.rule("AA-004")
    async def test_fires(self): ...

    def helper(self): ...

@pytest.mark.rule("AA-004")
def helper(): ...
"""
    assert proofs(book, source) == {
        "AA-001": ["test_plain"],
        "AA-002": ["TestGuns::test_fires"],
        "AA-004": ["TestGuns::test_fires"],
        "AA-R01": ["test_plain", "TestGuns::test_fires"],
    }


def test_marks_on_modules(book: Path) -> None:
    one = 'import pytest\npytestmark = pytest.mark.rule("AA-001")\ndef test_a(): ...\ndef test_b(): ...\n'
    assert proofs(book, one) == {"AA-001": ["test_a", "test_b"]}
    many = 'from pytest import mark\npytestmark = [mark.x, mark.rule("AA-002")]\ndef test_a(): ...\n'
    assert proofs(book, many) == {"AA-002": ["test_a"]}


def test_marks_on_parameters(book: Path) -> None:
    source = """
import pytest

rule = pytest.mark.rule
CASES: list[object] = [pytest.param(1, marks=[pytest.mark.x, rule("AA-002")]), 2]

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("AA-001")), 2])
def test_written(n): ...

@pytest.mark.parametrize("n", CASES)
def test_named(n): ...
"""
    assert proofs(book, source) == {"AA-001": ["test_written"], "AA-002": ["test_named"]}


def test_idle_tests_prove_nothing(book: Path) -> None:
    source = """
import pytest

@pytest.mark.rule("AA-001")
@pytest.mark.skip
def test_a(): ...

@pytest.mark.xfail(reason="not yet")
@pytest.mark.rule("AA-001")
def test_b(): ...

@pytest.mark.skipif(False, reason="no GPU")
@pytest.mark.rule("AA-001")
def test_c(): ...
"""
    assert proofs(book, source) == {"AA-001": ["test_c"]}


def test_unknown_ids_are_reported_with_their_places(book: Path) -> None:
    melee = write(book / "melee.py", 'def a():\n    """[AA-009]"""\n\ndef b():\n    """[BB-001]"""\n')
    dice = write(book.parents[1] / "dice.py", 'def die():\n    """[ZZ-001, BB-001]"""\n')
    tests = book.parents[3] / "tests"
    source = 'import pytest\n\n@pytest.mark.rule("AA-1", "BB-001")\ndef test_x(): ...\n'
    test = write(tests / "test_it.py", source)
    with pytest.raises(LedgerError) as caught:
        ledger(book, tests)
    assert caught.value.problems == (
        f"{melee}:1: melee.a cites AA-009, which is not in the catalogue",
        f"{melee}:4: melee.b cites BB-001, which is not in the catalogue",
        f"{dice}:1: pack.dice.die cites ZZ-001, which is not in the catalogue",
        f"{test}:4: tests/test_it.py::test_x cites AA-1, which is not in the catalogue",
    )


def test_citations_that_cannot_be_read_are_reported(book: Path) -> None:
    melee = write(book / "melee.py", 'def a():\n    """[AA-001 to AA-004]"""\n')
    tests = book.parents[3] / "tests"
    source = 'import pytest\nIDS = ("AA-001",)\n@pytest.mark.rule(*IDS)\ndef test_x(): ...\n'
    test = write(tests / "test_it.py", source)
    with pytest.raises(LedgerError) as caught:
        ledger(book, tests)
    assert caught.value.problems == (
        f"{melee}:1: melee.a cites [AA-001 to AA-004]: write a list of ids",
        f"{test}:3: write out the ids of a rule mark",
    )


def test_tests_are_found_from_the_checkout(tmp_path: Path) -> None:
    package = tmp_path / "src" / "pack" / "ledger.py"
    assert find_tests(package) is None
    write(tmp_path / "pyproject.toml", "")
    (tmp_path / "tests").mkdir()
    assert find_tests(package) == tmp_path / "tests"


def test_nothing_in_this_repository_cites_a_rule_that_is_not_there() -> None:
    entries = ledger(HORSE_AND_MUSKET, ROOT / "tests")
    assert len(entries) == 124 + 91


# Breaking the tables


@pytest.fixture(scope="module")
def mutate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutate", ROOT / "tools" / "mutate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutate"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("infantry_line = 6  # FH-026", ("FH-026",)),
        ("x = 1 # FH-R13, see FH-026 and FH-R13", ("FH-R13", "FH-026")),
        ('x = "# FH-001"  # FH-002', ("FH-002",)),
        ('x = "FH-001"', ()),
        ("x = 1", ()),
    ],
)
def test_the_rules_of_a_line(mutate: ModuleType, line: str, ids: tuple[str, ...]) -> None:
    assert mutate.ids_of(line) == ids


def test_perturbation(mutate: ModuleType) -> None:
    assert [mutate.perturbed(n) for n in ("6", "-1", "0", "1_000")] == ["7", "0", "1", "1001"]
    assert [mutate.perturbed(n) for n in ("6.0", "0.5", "-2.0")] == ["10.0", "1.75", "-1.0"]
    assert (mutate.denied("true"), mutate.denied("false")) == ("false", "true")
    words = ['"a"', '"b"', '"b"']
    assert [mutate.next_word(word, words, i) for i, word in enumerate(words)] == ['"b"', '"a"', '"a"']


TABLES = """\
turns = 12  # FH-R89
road = true  # FH-029
name = "six 6"  # FH-001

[rate]  # FH-026
line = 6.0  # FH-019
range2 = { near = 2, far = 4 }
bands = [  # FH-059
  2.0, 4.0,
  8.0,  # FH-R40
]
cells = ["routs", "stands"]  # FH-111
"""


def test_every_value_is_found_with_its_rules(mutate: ModuleType) -> None:
    found = [(value.name, value.old, value.new, value.ids) for value in mutate.values_of(TABLES)]
    assert found == [
        ("turns", "12", "13", ("FH-R89",)),
        ("road", "true", "false", ("FH-029",)),
        ("rate.line", "6.0", "10.0", ("FH-019",)),
        ("rate.range2.near", "2", "3", ("FH-026",)),
        ("rate.range2.far", "4", "5", ("FH-026",)),
        ("rate.bands[0]", "2.0", "4.0", ("FH-059",)),
        ("rate.bands[1]", "4.0", "7.0", ("FH-059",)),
        ("rate.bands[2]", "8.0", "13.0", ("FH-R40",)),
        ("rate.cells[0]", '"routs"', '"stands"', ("FH-111",)),
        ("rate.cells[1]", '"stands"', '"routs"', ("FH-111",)),
    ]


def test_one_value_is_broken_at_a_time(mutate: ModuleType) -> None:
    first = mutate.values_of(TABLES)[0]
    assert mutate.broken(TABLES, first) == TABLES.replace("12", "13")
    assert str(first) == "line 1: turns = 12 -> 13 [FH-R89]"
