"""The README is true: its Python runs, and its commands print what it shows (... stands for what varies)."""

from __future__ import annotations

import doctest
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.book import BOOKS, book
from grognard.catalogue import of_book
from grognard.cli import app
from grognard.options import amounts_of
from grognard.problems import how_to_install

from .processes import Process, free_port

LASTING = {"play", "serve"}  # until they are stopped
README = Path(__file__).parent.parent / "README.md"
BLOCKS = re.findall(r"```console\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
EXAMPLES = [
    (command.strip(), shown)
    for block in BLOCKS
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)
    if command.startswith("grognard ")
]


def test_every_command_has_an_example() -> None:
    shown = {command.split()[1] for command, _ in EXAMPLES}
    known = {info.name or info.callback.__name__ for info in app.registered_commands if info.callback}
    known |= {str(info.name) for info in app.registered_groups}
    assert shown == known and known > LASTING


def test_the_books_are_counted_as_they_are() -> None:
    """Rules, rulings and options of each; and how many options are numbers, which the page lists with those."""
    text = README.read_text(encoding="utf-8")
    shown = dict(re.findall(r"^\| \*(.+?)\* \|.*\| (\d+, \d+, \d+) \|$", text, re.M))
    numbers = {}
    for of in map(book, BOOKS):
        rules = of_book(of.folder, of.prefix)
        kinds = [sum(rule.kind == kind for rule in rules.rules) for kind in ("rule", "ruling")]
        assert shown[of.title] == f"{kinds[0]}, {kinds[1]}, {len(rules.options)}"
        bare = [o.name.removeprefix(of.prefix + ".") for o in rules.options if len(o.values) < 2]
        numbers[of.title] = len(bare)
        assert {*bare} <= {amount.name for amount in amounts_of(of.folder, of.prefix)}
    assert [*shown] == [*numbers]
    assert [*numbers.values()] == [0, 7, 2, 2, 2]
    assert "7 of *Most Irregular*\nand 2 each of the three below it" in text


def test_the_command_is_where_it_is_said_to_be() -> None:
    assert "`.venv/bin/grognard`" in README.read_text(encoding="utf-8")
    assert 'grognard = "grognard.cli:main"' in (README.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert how_to_install("fast") in README.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the army list of docs/forces.md in it."""
    made = tmp_path_factory.mktemp("readme")
    page = (README.parent / "docs" / "forces.md").read_text(encoding="utf-8")
    (made / "my-company.toml").write_text(page.partition("```toml\n")[2].partition("```")[0])
    return made


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[c for c, _ in EXAMPLES])
def test_the_commands_print_what_is_shown(command: str, shown: str, folder: Path) -> None:
    if not (folder / "my.battle").exists():
        run("grognard watch the-chateau-road --seed 7 --save my.battle --no-map", folder)
    printed = serve(command, folder) if command.split()[1] in LASTING else run(command, folder)
    shown = re.sub(r"(127\.0\.0\.1):\d+", r"\1:PORT", shown)
    checker = doctest.OutputChecker()
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert checker.check_output(shown, printed, flags), f"{command} printed:\n{printed}"


def serve(command: str, folder: Path) -> str:
    """What a command prints that goes on until it is stopped; its port is any that is free."""
    words = re.sub(r"(?<=--port )\d+", str(free_port()), command).split()
    process = Process(*words[1:], data=folder / "data", BROWSER="true %s")
    process.ready()
    assert process.stop(signal.SIGINT) == 0
    return re.sub(r"(127\.0\.0\.1):\d+", r"\1:PORT", "".join(process.said + process.complained))


@pytest.mark.parametrize(
    "page", [README, *sorted((README.parent / "docs").glob("*.md"))], ids=lambda p: p.name
)
def test_the_files_that_are_named_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    named = re.findall(r"`((?:docs|bench|tools|tests)/[\w/.-]+\.\w+|[A-Z]+\.md)`", text)
    for name in named:
        assert (README.parent / name).is_file(), name
    for link in links:
        assert (page.parent / link).is_file(), link


def run(command: str, folder: Path) -> str:
    words = [w.strip("'\"") for w in re.findall(r"'[^']*'|\"[^\"]*\"|\S+", command)]
    done = subprocess.run(
        [sys.executable, "-m", "grognard", *words[1:]],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "COLUMNS": "100"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_python_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (example,) = re.findall(r"```pycon\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    test = doctest.DocTestParser().get_doctest(example, {}, "README", str(README), 0)
    assert len(test.examples) >= 8
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0
