"""The shooting tables and morale adjudicated on their own: the odds against the printed numbers, and bad inputs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.problems import Problem

from .ruling import binomial, chances, prepared, ruled

SIXTH = Fraction(1, 6)


def test_who_goes_first_is_even() -> None:
    assert chances("initiative")["winner"] == {"blue": Fraction(1, 2), "red": Fraction(1, 2)}
    assert ruled("initiative", 4, 4, 1, 2)["winner"] == "red"


# The tables: so many faces of six hit, by target and range; 0: no shot

TABLES: list[tuple[str, str, tuple[float, float, float], tuple[int, int, int]]] = [
    ("bows", "axemen", (4, 8, 12), (3, 2, 1)),
    ("bows", "goblins", (4, 8, 12), (3, 2, 1)),
    ("bows", "men_at_arms", (4, 8, 12), (2, 1, 0)),
    ("bows", "outriders", (4, 8, 12), (3, 2, 1)),
    ("bows", "ogres", (4, 8, 12), (3, 2, 1)),
    ("bows", "knights", (4, 8, 12), (1, 1, 0)),
    ("bows", "hero", (4, 8, 12), (1, 1, 0)),
    ("crossbows", "men_at_arms", (5, 10, 15), (3, 2, 1)),
    ("crossbows", "knights", (5, 10, 15), (2, 1, 0)),
    ("crossbows", "trolls", (5, 10, 15), (2, 1, 0)),
    ("breath", "knights", (5, 8, 12), (3, 2, 1)),
    ("breath", "giant", (5, 8, 12), (2, 1, 0)),
    ("engines", "knights", (10, 15, 25), (3, 2, 1)),
    ("engines", "behemoth", (10, 15, 25), (2, 1, 1)),
]


@pytest.mark.rule(
    "FW-102", "FW-103", "FW-104", "FW-105", "FW-106", "FW-107", "FW-108", "FW-109", "FW-110", "FW-111", "FW-112",
    "FW-121",
)  # fmt: skip
@pytest.mark.parametrize(("table", "target", "ranges", "faces"), TABLES)
def test_the_odds_of_a_shot_are_the_faces_of_the_table(
    table: str, target: str, ranges: tuple[float, ...], faces: tuple[int, ...]
) -> None:
    for off, hits in zip(ranges, faces, strict=True):
        shot: dict[str, Any] = {"strips": 1, "range": off, "enemy_figure": target, "enemy_strips": 1}
        if hits == 0:
            with pytest.raises(Problem, match=r"cannot be hit at that range \[FW-121\]"):
                prepared(table, **shot)
            continue
        found = chances(table, **shot)
        struck = 1 - found["killed"].get(0, Fraction(0)) + 1 - found["wounds"].get(0, Fraction(0))
        assert struck == hits * SIXTH


@pytest.mark.rule("FW-099", "FW-102")
def test_the_front_rank_shoots_and_every_strip_throws_a_die() -> None:
    assert chances("bows", strips=6, enemy_strips=6)["killed"] == binomial(6, Fraction(1, 2))
    assert ruled("bows", 4, 3, 6, strips=6, files=3) == {"shots": 3, "killed": 2, "left": 1, "wounds": 0}


@pytest.mark.rule("FW-100", "FW-R44")
def test_two_ranks_shoot_down_a_slope() -> None:
    down = {"strips": 6, "files": 3, "range": 3.0, "slope": True}
    assert ruled("crossbows", 1, 1, 1, 5, 5, 5, **down)["shots"] == 6


@pytest.mark.rule("FW-118", "FW-119", "FW-120", "FW-R48")
@pytest.mark.parametrize(("cover", "faces"), [("open", 3), ("wall", 2), ("wood", 2), ("building", 1)])
def test_cover_shifts_the_column(cover: str, faces: int) -> None:
    one: dict[str, Any] = {"strips": 1, "range": 4.0, "enemy_strips": 1, "cover": cover}
    assert chances("bows", **one)["killed"][1] == faces * SIXTH
    far = one | {"range": {"open": 12.0, "wall": 8.0, "wood": 8.0, "building": 4.0}[cover]}
    assert chances("bows", **far)["killed"][1] == SIXTH
    if cover != "open":
        with pytest.raises(Problem, match=r"\[FW-120\]"):
            prepared("bows", **one | {"range": far["range"] + 0.5})


@pytest.mark.rule("FW-R48")
def test_fire_burns_through_cover_by_option() -> None:
    behind = {"range": 5.0, "cover": "wall", "enemy_strips": 1}
    assert chances("breath", **behind)["killed"][1] == 2 * SIXTH
    assert chances("breath", {"cover_vs_breath": "false"}, **behind)["killed"][1] == 3 * SIXTH


@pytest.mark.rule("FW-114", "FW-116", "FW-117")
def test_the_great_keep_their_wounds() -> None:
    dragon = {"strips": 3, "enemy_figure": "dragon", "enemy_strips": 1}
    assert ruled("bows", 6, 6, 1, **dragon) == {"shots": 3, "killed": 0, "left": 1, "wounds": 2}
    assert ruled("bows", 6, 1, 6, enemy_wounds=2, **dragon)["killed"] == 1


@pytest.mark.rule("FW-R49")
def test_those_who_are_charged_shoot_at_the_shortest_range() -> None:
    found = ruled("bows", 4, 4, 3, charged=True, range=12.0)
    assert (found["shots"], found["killed"]) == (3, 2)
    with pytest.raises(Problem, match="in contact"):
        prepared("bows", {"stand_and_shoot": "false"}, charged=True)


@pytest.mark.parametrize(
    ("procedure", "given", "words"),
    [
        ("bows", {"strips": 5, "files": 2}, "do not fill 2 files"),
        ("bows", {"enemy_figure": "giant", "enemy_strips": 1, "enemy_wounds": 2}, "dead by then"),
        ("bows", {"enemy_figure": "knights", "cover": "building"}, "may not go into a building"),
        ("bows", {"charged": True, "cover": "wall"}, "open is wanted"),
        ("morale", {"figure": "hero", "strips": 1, "character": "leader"}, "character himself"),
        ("morale", {"enemy_figure": "hero", "enemy_strips": 2}, "stands by himself"),
    ],
)
def test_what_does_not_go_together_is_refused_in_a_line(
    procedure: str, given: dict[str, Any], words: str
) -> None:
    with pytest.raises(Problem) as e:
        prepared(procedure, **given)
    assert words in str(e.value) and "\n" not in str(e.value)


# Morale


def scores(**given: Any) -> tuple[int, dict[str, Fraction]]:
    """What the factors come to, and the chance of each result."""
    found = chances("morale", **given)
    return min(found["score"]) - 1, found["result"]


@pytest.mark.rule(
    "FW-126", "FW-127", "FW-128", "FW-129", "FW-130", "FW-131", "FW-132", "FW-133", "FW-134", "FW-135", "FW-136",
    "FW-137", "FW-138", "FW-R58", "FW-R59", "FW-R60", "FW-R61",
)  # fmt: skip
@pytest.mark.parametrize(
    ("given", "sum_of_factors"),
    [
        ({}, -1),
        ({"casualties": 3, "strips": 3}, -4),  # and two to one
        ({"heroes_lost": 2}, -3),
        ({"speech": True}, 1),
        ({"insult": True, "spell": True}, -3),
        ({"enemy_figure": "undead"}, -2),
        ({"enemy_strips": 9, "distance": 6.0}, -1),
        ({"enemy_strips": 10, "distance": 6.0}, -2),
        ({"enemy_strips": 15, "distance": 6.0}, -3),
        ({"enemy_strips": 15, "distance": 13.0}, -1),
        ({"enemy_figure": "trolls", "enemy_strips": 2, "distance": 3.0}, -2),
        ({"enemy_figure": "trolls", "enemy_strips": 2, "distance": 3.5}, -1),
        ({"enemy_figure": "behemoth", "enemy_strips": 1, "distance": 4.0}, -3),
        ({"enemy_figure": "giant", "enemy_strips": 1}, -3),
        ({"enemy_figure": "giant", "enemy_strips": 1, "character": "leader"}, -1),
        ({"enemy_figure": "giant", "enemy_strips": 1, "distance": 1.0}, -1),
        ({"enemy_strips": 0, "casualties": 0}, 0),
    ],
)
def test_the_factors_of_morale(given: dict[str, Any], sum_of_factors: int) -> None:
    assert scores(**given)[0] == sum_of_factors


@pytest.mark.rule("FW-139", "FW-140", "FW-141", "FW-R62", "FW-R63")
def test_what_a_score_does() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    assert scores()[1] == {"calm": half, "halted": half}
    assert scores(casualties=3)[1] == {"runs": third, "halted": half, "calm": SIXTH}
    assert chances("morale", {"rout_at_zero": "true"}, casualties=3)["result"]["runs"] == half
    assert scores(why="halted", casualties=0)[1] == {"calm": 2 * third, "halted": third}
    stop = chances("morale", why="running", casualties=0, enemy_strips=0)
    assert stop["result"] == {"calm": 2 * third, "runs": third}
    assert ruled("morale", 1, casualties=3, enemy_strips=0) == {
        "score": -2,
        "result": "runs",
        "fate": "got away",
    }
