"""grognard simulate: the same battles whoever fights them, honest intervals, rows on disk."""

from __future__ import annotations

import json
import sys
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grognard import problems
from grognard.book import BOOKS, scenario_paths
from grognard.game import open_game
from grognard.lab.simulate import Trials, seed_of, simulate, summary, wilson
from grognard.problems import Problem
from grognard.scenario import header

from .conftest import Say

SCENARIO = "the-chateau-road"
N = 150  # more than one chunk of battles a thread


@pytest.fixture(scope="module")
def trials() -> Trials:
    pytest.importorskip("numba")
    return simulate(SCENARIO, N, seed=5, jobs=1)


def test_the_number_of_jobs_changes_nothing(trials: Trials) -> None:
    for jobs in (2, 3):
        assert np.array_equal(simulate(SCENARIO, N, seed=5, jobs=jobs).rows, trials.rows)


def test_the_compiled_battles_are_those_of_cpython(trials: Trials) -> None:
    plain = simulate(SCENARIO, 4, seed=5, compiled=False)
    assert plain.seeds == trials.seeds[:4]
    assert np.array_equal(plain.rows, trials.rows[:4])


def test_a_battle_is_the_one_that_is_watched(trials: Trials) -> None:
    watched(SCENARIO, trials, 1)


@pytest.mark.parametrize("name", BOOKS)
def test_and_so_it_is_in_every_book(name: str) -> None:
    sample = next(id for id, path in scenario_paths(name).items() if header(path).get("sample"))
    watched(sample, simulate(sample, 1, seed=5, compiled=False), 0)


def watched(scenario: str, trials: Trials, k: int) -> None:
    """Battle k, fought at the table: it ends as its row says."""
    game = open_game(scenario, seed=trials.seeds[k], blue="drill", red="drill")
    assert game.outcome is not None
    row = {c.name: int(trials.rows[k, c]) for c in trials.columns}
    assert game.outcome.winner == ("blue", "red", "draw")[row["WINNER"]]
    assert game.outcome.points == (row["POINTS_BLUE"], row["POINTS_RED"])
    assert game.turn == row["TURNS"]


def test_seeds_depend_on_seed_and_number_only_and_do_not_meet() -> None:
    seeds = {seed_of(s, k) for s in range(5) for k in range(2000)}
    assert len(seeds) == 10_000
    assert all(0 <= s < 2**53 for s in seeds)


def test_another_seed_gives_other_battles(trials: Trials) -> None:
    assert not np.array_equal(simulate(SCENARIO, N, seed=6, jobs=2).rows, trials.rows)


def test_the_summary_adds_up(trials: Trials) -> None:
    s = summary(trials)
    assert s["battles"] == N == sum(s["wins"].values()) == sum(s["decided_by"].values())
    assert sum(s["turns"].values()) == N
    assert s["mean_turns"] == pytest.approx(sum(k * v for k, v in s["turns"].items()) / N, abs=1e-3)
    assert s["battles_per_second"] == pytest.approx(N / s["seconds"], rel=0.05)
    for held in s["objectives"].values():
        assert sum(held.values()) == N
    for name in ("figures_lost", "units_lost", "routs", "generals_lost"):
        assert all(v >= 0 for v in s[name].values())
    assert s["figures_lost"]["blue"] > s["units_lost"]["blue"]
    assert s["dice"] > 50 and s["decisions"] > 50


def test_broken_sides_are_told_from_points(trials: Trials) -> None:
    """By the option, a side that breaks has lost, and otherwise it is a draw [FH-R88]."""
    t = simulate(SCENARIO, 200, seed=5, jobs=2, house={"victory": "break", "break_share": 0.2})
    s = summary(t)
    assert s["wins"]["red"] == s["decided_by"]["blue broke"] > 0
    assert s["wins"]["blue"] == s["decided_by"]["red broke"]
    assert s["wins"]["draw"] == s["decided_by"]["points"]


def test_house_rules_change_the_battles(trials: Trials) -> None:
    saves = ["formed", "skirmish", "gunners", "building", "wall", "works", "armour"]
    t = simulate(SCENARIO, N, seed=5, jobs=2, house={f"save_{name}": 7 for name in saves})
    assert summary(t)["figures_lost"]["blue"] > 1.1 * summary(trials)["figures_lost"]["blue"]
    assert summary(t)["figures_lost"]["red"] > 1.1 * summary(trials)["figures_lost"]["red"]


def test_the_interval_is_wilsons() -> None:
    """Where it meets the share p, n(p - phat)^2 is z^2 p(1 - p)."""
    for won, n in ((0, 10), (3, 10), (500, 1000), (10, 10)):
        low, high = wilson(won, n)
        assert 0 <= low <= won / n <= high <= 1
        for edge in (low, high):
            if 0 < edge < 1:
                assert abs(edge - won / n) == pytest.approx(1.959964 * sqrt(edge * (1 - edge) / n), rel=1e-6)
    assert wilson(5, 10) == pytest.approx((0.236593, 0.763407), abs=1e-6)


def test_progress_is_told(trials: Trials) -> None:
    heard: list[tuple[int, int]] = []
    simulate(SCENARIO, N, seed=5, jobs=2, told=lambda done, of: heard.append((done, of)))
    assert heard[-1] == (N, N)
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)


# The command


def test_as_json(say: Say, trials: Trials) -> None:
    code, out, _ = say("simulate", SCENARIO, "-n", str(N), "--seed", "5", "--json")
    found: dict[str, Any] = json.loads(out)
    assert code == 0
    again = json.loads(json.dumps(summary(trials)))
    for name in ("seconds", "battles_per_second", "jobs"):
        del found[name], again[name]
    assert found == again


def test_as_a_page(say: Say, trials: Trials) -> None:
    code, out, _ = say("simulate", SCENARIO, "-n", str(N), "--seed", "5", "--blue", "random", "--jobs", "2")
    assert code == 0
    assert out.startswith(f"The Chateau Road: {N} battles, Blue random, Red drill, seed 5\n")
    for words in (
        "Red wins",
        "with 95 % confidence",
        "decided by",
        "figures lost",
        "routs",
        "battles a second",
    ):
        assert words in out


def test_rows_are_written(say: Say, tmp_path: Path, trials: Trials) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "battles.parquet"
    code, _, _ = say("simulate", SCENARIO, "-n", str(N), "--seed", "5", "--out", str(path))
    assert code == 0
    rows = parquet.read_table(path).to_pylist()
    assert [r["seed"] for r in rows] == trials.seeds
    assert [r["battle"] for r in rows] == list(range(N))
    for k in (0, N - 1):
        assert rows[k]["winner"] == ("blue", "red", "draw")[trials.rows[k, trials.columns["WINNER"]]]
        assert rows[k]["figures_lost_red"] == trials.rows[k, trials.columns["FIGURES_LOST_RED"]]
    assert [p.name for p in tmp_path.iterdir()] == ["battles.parquet"]


def test_without_numba_it_says_so_and_goes_on(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    from grognard import compiled

    monkeypatch.setattr(compiled, "numba", None)
    code, out, err = say("simulate", SCENARIO, "-n", "2", "--json")
    assert code == 0
    assert json.loads(out)["engine"] == "CPython"
    assert err.count("\n") == 1 and ".venv/bin/pip install -e '.[fast]'" in err


def test_without_pyarrow_it_says_what_to_install(
    say: Say, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = say("simulate", SCENARIO, "-n", "2", "--out", str(tmp_path / "x.parquet"))
    assert (code, err) == (2, "grognard: --out wants pyarrow: .venv/bin/pip install -e '.[parquet]'\n")


def test_what_to_install_is_said_as_it_is_where_the_program_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert problems.how_to_install("fast") == ".venv/bin/pip install -e '.[fast]'"
    monkeypatch.setattr(problems, "ROOT", tmp_path)
    assert problems.how_to_install("fast") == "pip install 'grognard[fast]'"


BAD = [
    (("simulate", "the-chateau-rod"), "Did you mean 'the-chateau-road'?"),
    (("simulate", "nowhere.toml"), "nowhere.toml: there is no such scenario file"),
    (("simulate", SCENARIO, "-n", "0"), "-n 0: at least one battle is wanted"),
    (("simulate", SCENARIO, "--jobs", "0"), "--jobs 0: at least one is wanted"),
    (("simulate", SCENARIO, "--red", "dril"), "unknown general for --red: 'dril'. Did you mean 'drill'?"),
    (("simulate", SCENARIO, "--blue", "person"), "unknown general for --blue: 'person'"),
    (("simulate", SCENARIO, "--set", "turns=0"), "turns: 0 given, 1 to 1000 is wanted"),
    (("simulate", SCENARIO, "--set", "rate.infantry_lin=7"), "Did you mean 'rate.infantry_line'"),
    (
        ("simulate", SCENARIO, "--out", "/nowhere/at/all.parquet"),
        "cannot be written: No such file or directory",
    ),
    (("simulate", SCENARIO, "--out", "."), "that is a folder"),
    (("simulate", SCENARIO, "--out", "x.csv"), "written as Parquet; call the file x.parquet"),
]


@pytest.mark.parametrize("numba", [True, False])
@pytest.mark.parametrize(("words", "said"), BAD)
def test_bad_input_is_one_helpful_line(
    say: Say, words: tuple[str, ...], said: str, numba: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing else: not what is missing, not how long it will take."""
    from grognard import compiled

    if not numba:
        monkeypatch.setattr(compiled, "numba", None)
    code, out, err = say(*words)
    assert (code, out) == (2, "")
    assert err.startswith("grognard: ") and err.count("\n") == 1
    assert said in err


def test_nothing_is_fought_when_the_rows_cannot_be_written(monkeypatch: pytest.MonkeyPatch, say: Say) -> None:
    fought = []
    monkeypatch.setattr("grognard.cli.measure.simulate", lambda *a, **k: fought.append(a))
    code, _, _ = say("simulate", SCENARIO, "--out", "/nowhere/at/all.parquet")
    assert (code, fought) == (2, [])


def test_simulate_refuses_an_impossible_number() -> None:
    with pytest.raises(Problem):
        simulate(SCENARIO, -1)
