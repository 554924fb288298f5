"""What tests of several folders ask for."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from grognard import cli

Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Run a command as from a shell: its exit code, what it said, what it complained of."""

    def command(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["grognard", *words])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        said = capsys.readouterr()
        return int(stop.value.code or 0), said.out, said.err

    return command
