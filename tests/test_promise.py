"""Fair dice: the commitment that was shown at the start is proved by the saved battle, and a forged one is found out."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grognard import cli
from grognard.game import Game, Mismatch, open_game
from grognard.problems import Problem
from grognard.promise import Promise, commitment
from grognard.saved import read_saved, write_saved
from grognard.server.host import Host, Made, Table, Wanted
from grognard.server.store import Store

ROAD = "the-chateau-road"
SHORT = {"turns": 1}


def to_the_end(table: Table) -> None:
    for k in range(500):
        if table.game.ask is None:
            return
        seat = ("blue", "red")[table.game.ask.side]
        table.order(seat, f"{table.heading.id}-{k}", table.game.choices()[0])
    raise AssertionError("the battle never ends")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Any:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('promise') / 'games.db'}")
    yield Host(store)
    store.close()


@pytest.fixture(scope="module")
def battle(host: Host) -> tuple[str, str]:
    """A battle that was played on a server: what was promised, and what was given out."""
    made = host.create(Wanted(ROAD, house=SHORT))
    table = host.table(made.game)
    to_the_end(table)
    return made.commitment, table.saved_text()


@pytest.fixture(scope="module")
def forked(host: Host) -> tuple[str, str]:
    """The same for one that was forked four times on its way, twice at one place and three times in a turn."""
    made: Made = host.create(Wanted(ROAD, house={"turns": 3}))
    for turns, orders in ((1, 0), (1, 0), (1, 2), (2, 0)):
        table = host.table(made.game)
        while table.game.turns < turns or orders > 0:
            orders -= table.game.turns == turns
            table.order("blue", f"{made.game}-{len(table.game.entries)}", table.game.choices()[0])
        made = host.fork(made.game, None, {})
    to_the_end(host.table(made.game))
    return made.commitment, host.table(made.game).saved_text()


@pytest.fixture
def verify(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """grognard verify of a text: the exit code, and all that it said."""

    def command(text: str, *words: str) -> tuple[int, str]:
        (tmp_path / "my.battle").write_text(text, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["grognard", "verify", "my.battle", *words])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        said = capsys.readouterr()
        return int(stop.value.code or 0), said.out + said.err

    return command


def value(text: str, key: str) -> str:
    return re.findall(rf"^{key} = (.*)$", text, re.M)[0]


def with_value(text: str, key: str, new: str) -> str:
    out, n = re.subn(rf"^{key} = .*$", f"{key} = {new}", text, flags=re.M)
    assert n == 1
    return out


def other(letters: str) -> str:
    """The same with its first letter changed."""
    return ("0" if letters[0] != "0" else "1") + letters[1:]


def test_the_commitment_is_a_plain_sum_that_anybody_can_do_again() -> None:
    salt = bytes(range(32))
    assert commitment(815, salt) == hashlib.sha256(salt + b"815").hexdigest()
    assert commitment(815, salt, [7, 1815]) == hashlib.sha256(salt + b"815 7 1815").hexdigest()
    assert Promise(commitment(815, salt), salt).broken([815]) == ""
    assert Promise(commitment(815, salt), salt).broken([815, 7]).startswith("seeds 815 7 and salt 0001")


def test_a_battle_of_a_server_is_proved(battle: tuple[str, str], verify: Any) -> None:
    promised, text = battle
    assert value(text, "commitment") == promised
    code, said = verify(text)
    assert code == 0 and f"its dice were promised by commitment {promised}" in said
    code, said = verify(text, "--commitment", promised.upper())
    assert code == 0 and "its dice are those that were promised at the start" in said


def test_a_battle_that_was_forked_is_proved_with_all_its_seeds(forked: tuple[str, str], verify: Any) -> None:
    promised, text = forked
    assert [len(re.findall(r"^reseed \d+", turn, re.M)) for turn in text.split("\nturn ")] == [0, 0, 3, 1]
    code, said = verify(text, "--commitment", promised)
    assert code == 0, said


def test_the_promise_survives_loading_and_saving(battle: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "my.battle"
    path.write_text(battle[1], encoding="utf-8")
    game = Game.load(path)
    assert game.to_text() == battle[1]
    assert write_saved(read_saved(battle[1], "x")) == battle[1]
    assert game.fork(seed=3).promise is None, "nobody promised those dice"


TAMPERED: list[tuple[str, Callable[[str], str]]] = [
    ("seed", lambda t: with_value(t, "seed", str(int(value(t, "seed")) ^ 1))),
    ("salt", lambda t: with_value(t, "salt", other(value(t, "salt")))),
    ("commitment", lambda t: with_value(t, "commitment", other(value(t, "commitment")))),
]


@pytest.mark.parametrize(("what", "forge"), TAMPERED, ids=[what for what, _ in TAMPERED])
def test_a_forged_line_is_found_out(
    battle: tuple[str, str], verify: Any, what: str, forge: Callable[[str], str]
) -> None:
    text = forge(battle[1])
    code, said = verify(text)
    made = commitment(int(value(text, "seed")), bytes.fromhex(value(text, "salt")))
    assert code == 1 and said.count("\n") == 1
    assert said.rstrip() == (
        f"grognard: my.battle: these are not the dice that were promised: seed {value(text, 'seed')} "
        f"and salt {value(text, 'salt')} make commitment {made}, not {value(text, 'commitment')}"
    )


def test_a_forged_seed_of_a_fork_is_found_out(forked: tuple[str, str], verify: Any) -> None:
    for old in re.findall(r"^reseed (\d+)", forked[1], re.M):
        code, said = verify(forked[1].replace(f"reseed {old}", f"reseed {int(old) ^ 1}"))
        assert code == 1 and "not the dice that were promised" in said and f"{int(old) ^ 1}" in said


def test_a_seed_that_was_chosen_afterwards_is_found_out_by_who_noted_the_promise(
    battle: tuple[str, str], verify: Any
) -> None:
    """Everything fits: another battle, true in itself, with a promise that was made up to fit it."""
    promised, _ = battle
    game = open_game(ROAD, seed=4, house=SHORT, blue="drill")
    salt = b"s" * 32
    game.promise = Promise(commitment(4, salt), salt)
    forged = game.to_text()
    assert verify(forged)[0] == 0
    code, said = verify(forged, "--commitment", promised)
    assert code == 1 and f"its commitment is {commitment(4, salt)}, and {promised} was noted" in said


def test_a_battle_without_its_promise_proves_nothing(battle: tuple[str, str], verify: Any) -> None:
    promised, text = battle
    bare = re.sub(r"^(commitment|salt) = .*\n", "", text, flags=re.M)
    code, said = verify(bare)
    assert code == 0 and "promised" not in said
    code, said = verify(bare, "--commitment", promised)
    assert code == 1 and "no commitment and no salt in it" in said


@pytest.mark.parametrize("lost", ["commitment", "salt"])
def test_half_a_promise_is_none(battle: tuple[str, str], verify: Any, lost: str) -> None:
    code, said = verify(re.sub(rf"^{lost} = .*\n", "", battle[1], flags=re.M))
    assert code == 2 and f"the heading lacks {lost}" in said


@pytest.mark.parametrize("key", ["commitment", "salt"])
@pytest.mark.parametrize("wrong", ["", "abc", "g" * 64, "0" * 63])
def test_letters_that_are_none_are_said(battle: tuple[str, str], verify: Any, key: str, wrong: str) -> None:
    code, said = verify(with_value(battle[1], key, wrong))
    assert code == 2 and f"{key}: '{wrong}': 64 letters of 0-9 and a-f are wanted" in said


def test_a_commitment_noted_wrongly_is_said(battle: tuple[str, str], verify: Any) -> None:
    code, said = verify(battle[1], "--commitment", "deadbeef")
    assert code == 2 and "--commitment: 'deadbeef': 64 letters" in said


def test_a_battle_that_is_brought_back_to_a_server_keeps_its_promise(
    battle: tuple[str, str], host: Host
) -> None:
    promised, text = battle
    made = host.watch_saved(text)
    assert made.commitment == promised
    assert host.table(made.game).saved_text() == text


def test_a_server_takes_no_forged_battle(battle: tuple[str, str], host: Host) -> None:
    with pytest.raises(Mismatch, match="not the dice that were promised"):
        host.watch_saved(with_value(battle[1], "seed", "5"))
    with pytest.raises(Problem, match="commitment is there twice"):
        host.watch_saved(battle[1].replace("salt = ", f"commitment = {'0' * 64}\nsalt = "))
