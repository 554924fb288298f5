"""What tests of several folders ask for."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from random import Random
from zlib import crc32

import pytest

from grognard import cli

Say = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """New games on a server have seeds of the test's own, the same in every run."""
    monkeypatch.setattr(secrets, "randbelow", Random(crc32(request.node.nodeid.encode())).randrange)


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
