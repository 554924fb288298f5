"""The compiled twin: how functions are lifted, linked, kept and named."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from grognard import compiled
from grognard.book import BOOKS, book

pytest.importorskip("numba")

ENTRY = """
import sys, grognard.compiled as c
seen = []
with c.watched(lambda done, of: seen.append(done)):
    answer = c.entry("table.vectors", "distance")(0.0, 0.0, 3.0, 4.0)
print(answer, len(seen))
"""


def run(code: str, cache: Path) -> str:
    env = {**os.environ, "GROGNARD_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def imported_by(home: Path, name: str) -> set[str]:
    """The modules of its book that a module imports."""
    tree = ast.parse((home / f"{name}.py").read_text(encoding="utf-8"))
    found = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.level == 1]
    names = {a for n in found for a in ([n.module] if n.module else [a.name for a in n.names])}
    return {n for n in names if (home / f"{n}.py").is_file()}


@pytest.mark.parametrize("package", sorted({book(name).package for name in BOOKS}))
def test_the_rules_of_a_book_are_what_a_battle_is_played_by_and_nothing_else_is(package: str) -> None:
    home = compiled.HOME.joinpath(*package.split("."))
    rules, found = {"sequence", "batch"}, set[str]()
    while rules > found:
        found = set(rules)
        rules |= {m for name in found for m in imported_by(home, name)}
    modules = {p.stem for p in home.glob("*.py")} - {"__init__"}
    assert {m for m in modules if compiled.is_rules(f".{package}.{m}")} == rules


def test_an_entry_is_compiled_once_and_kept(tmp_path: Path) -> None:
    answer, compiles = run(ENTRY, tmp_path).split()
    assert answer == "5.0"
    assert int(compiles) >= 2  # distance, and length below it
    assert run(ENTRY, tmp_path) == "5.0 0"


def test_an_entry_takes_in_what_it_calls_through_others() -> None:
    gap = compiled.entry("table.boxes", "box_gap")  # leads to dot by way of two others
    from grognard.table.boxes import box_gap
    from grognard.values import Box

    a, b = Box(0.0, 0.0, 0.0, 1.0, 2.0, 1.0), Box(5.0, 3.0, 0.6, 0.8, 2.0, 1.0)
    assert gap(a, b) == box_gap(a, b) > 0.0


def test_python_may_not_call_an_inner_function_and_does_not_crash(tmp_path: Path) -> None:
    code = """
import grognard.compiled as c
f = c.load("table.vectors").dot
try:
    f(1.0, 2.0, 3.0, 4.0)
except TypeError:
    print("refused")
"""
    assert run(code, tmp_path) == "refused"


def test_the_vocabularies_become_plain_numbers() -> None:
    shape = compiled.load("table.terrain").Shape
    assert isinstance(shape, ModuleType)
    assert type(shape.CIRCLE) is int
    assert shape.CIRCLE == 1


def test_modules_outside_the_rules_are_the_very_same() -> None:
    from grognard import records

    compiled.load("table.boxes")
    assert sys.modules["grognard_compiled.records"] is records
    assert records.__spec__ is not None
    assert (
        records.__spec__.name == "grognard.records"
    )  # or its own relative imports would warn, and go astray
    assert not compiled.is_rules(".books.horse_and_musket.setup")
    assert compiled.is_rules(".books.horse_and_musket.melee")


def test_the_cache_is_named_by_the_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    home = tmp_path / "grognard"
    for name, text in {"dice.py": "a = 1", "books/x/melee.py": "b = 1", "books/x/setup.py": "c = 1"}.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    monkeypatch.setattr(compiled, "HOME", home)

    def names() -> tuple[str, str]:
        compiled.fingerprint.cache_clear()
        return compiled.fingerprint(""), compiled.fingerprint(".books.x")

    shared, book = names()
    (home / "books/x/setup.py").write_text("c = 2")  # not a rule
    assert names() == (shared, book)
    (home / "books/x/melee.py").write_text("b = 2")
    assert names()[0] == shared
    assert names()[1] != book
    (home / "dice.py").write_text("a = 2")
    assert names()[0] != shared
    monkeypatch.undo()
    compiled.fingerprint.cache_clear()


def test_without_numba_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled.missing() == ""
    monkeypatch.setattr(compiled, "numba", None)
    assert "pip install -e '.[fast]'" in compiled.missing()
    with pytest.raises(ImportError, match=r"pip install -e '\.\[fast\]'"):
        compiled.load("table.vectors")


def test_rule_numbers_do_not_multiply_functions(tmp_path: Path) -> None:
    """A literal argument is just an int: one version of a function, however many numbers it is given."""
    code = """
import grognard.compiled as c
from grognard.values import Box
c.entry("table.boxes", "front_centre")(Box(0.0, 0.0, 0.0, 1.0, 2.0, 1.0))  # calls place with a literal
c.entry("table.boxes", "farthest_front_corner")(*[Box(0.0, 0.0, 0.0, 1.0, 2.0, 1.0)] * 2)
print(len(c.load("table.boxes").corner.signatures))
"""
    assert run(code, tmp_path) == "1"
