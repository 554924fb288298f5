"""The README is true: its Python runs, and its commands print what it shows (... stands for what varies)."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
    assert shown == {"watch", "replay", "verify", "resolve", "simulate", "rules", "ledger", "scenarios"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("readme")


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[c for c, _ in EXAMPLES])
def test_the_commands_print_what_is_shown(command: str, shown: str, folder: Path) -> None:
    if not (folder / "my.battle").exists():
        run("grognard watch the-chateau-road --seed 7 --save my.battle --no-map", folder)
    printed = run(command, folder)
    checker = doctest.OutputChecker()
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert checker.check_output(shown, printed, flags), f"{command} printed:\n{printed}"


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
