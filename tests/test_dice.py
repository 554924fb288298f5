"""The dice: counter-based, by hand, enumerated; the same primitives whatever the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard import compiled
from grognard.dice import (
    BAND,
    GIVEN,
    KEPT,
    MOST_SIDES,
    Dice,
    Source,
    Want,
    at_least,
    clear_rolled,
    die,
    each,
    highest,
    in_bands,
    one_in_bands,
    packed_faces,
    pips_up_to,
    pool,
    seed_dice,
)
from grognard.game import Roll, counts
from grognard.realdice import how_thrown, read_off
from grognard.records import Exhausted, clone, pack, unpack

FIRST = [5, 5, 1, 2, 5, 5, 4, 1, 2, 2, 2, 4]  # of seed 7: a change here changes every saved battle


def seeded(seed: int) -> Dice:
    d = Dice()
    seed_dice(d, seed)
    return d


def by_hand(*faces: int) -> Dice:
    d = Dice(source=int(Source.GIVEN), n_given=len(faces))
    d.given[: len(faces)] = faces
    return d


def enumerated(*said: int) -> Dice:
    d = by_hand(*said)
    d.source = int(Source.ENUMERATED)
    return d


def test_the_same_seed_gives_the_same_dice_for_ever() -> None:
    d = seeded(7)
    assert [die(d) for _ in FIRST] == FIRST


def test_a_die_depends_on_the_seed_and_its_number_only() -> None:
    d = seeded(7)
    d.counter = 5
    assert die(d) == FIRST[5]


@given(st.integers(0, 2**62 - 1), st.integers(2, MOST_SIDES))
def test_dice_show_their_faces(seed: int, sides: int) -> None:
    d = seeded(seed)
    assert all(1 <= die(d, sides) <= sides for _ in range(20))
    assert d.counter == 20


@pytest.mark.parametrize("sides", [6, 10])
def test_every_face_comes_as_often_as_it_should(sides: int) -> None:
    d = seeded(99)
    n = 60_000
    seen = Counter(die(d, sides) for _ in range(n))
    expected = n / sides
    chi_squared = sum((seen[p] - expected) ** 2 / expected for p in range(1, sides + 1))
    assert chi_squared < 30.0  # 9 degrees of freedom: one in two thousand


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    rows = [[die(d) for _ in range(300)] for d in (seeded(s) for s in range(20))]
    for a in range(20):
        for b in range(a):
            same = sum(x == y for x, y in zip(rows[a], rows[b], strict=True))
            assert 20 < same < 85, (a, b, same)  # 50 expected, deviation 6.5


@given(st.lists(st.integers(1, 6), min_size=1, max_size=30), st.integers(1, 6))
def test_primitives_count_the_dice_that_were_given(faces: list[int], target: int) -> None:
    n = len(faces)
    assert at_least(by_hand(*faces), n, target) == sum(f >= target for f in faces)
    assert pips_up_to(by_hand(*faces), n, target) == sum(f for f in faces if f <= target)
    d = by_hand(*faces)
    pool(d, n)
    assert [d.faces[p] for p in range(1, 7)] == [faces.count(p) for p in range(1, 7)]
    assert d.used == n


@pytest.mark.parametrize(
    ("roll", "want", "target"),
    [
        (lambda d: die(d), Want.DIE, 0),
        (lambda d: pool(d, 1), Want.POOL, 0),
        (lambda d: at_least(d, 1, 4), Want.AT_LEAST, 4),
        (lambda d: pips_up_to(d, 1, 3), Want.PIPS, 3),
        (lambda d: highest(d, 1), Want.HIGHEST, 0),
        (lambda d: in_bands(d, 1, 2, 4), Want.BANDS, 2 * BAND + 4),
        (lambda d: in_bands(d, 1, -1, 9), Want.BANDS, 6),
        (lambda d: in_bands(d, 1, 7, 3), Want.BANDS, 6 * BAND + 6),
        (lambda d: one_in_bands(d, 2, 4), Want.BANDS, 2 * BAND + 4),
        (lambda d: each(d, 1), Want.DIE, 0),
    ],
)
@pytest.mark.parametrize("source", [Source.GIVEN, Source.ENUMERATED])
def test_without_dice_the_rules_stop_and_say_what_they_want(
    roll: Callable[[Dice], object], want: Want, target: int, source: Source
) -> None:
    d = Dice(source=int(source))
    with pytest.raises(Exhausted):
        roll(d)
    assert (d.want, d.want_n, d.want_sides, d.want_target) == (want, 1, 6, target)


@pytest.mark.parametrize(("said", "face"), [((1, 0), 2), ((0, 1), 5), ((0, 0), 6)])
def test_a_die_in_a_band_is_its_highest_face(said: tuple[int, int], face: int) -> None:
    assert one_in_bands(enumerated(*said), 2, 5) == face


def test_one_in_bands_is_a_die() -> None:
    assert [one_in_bands(by_hand(p), 2, 5) for p in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    one, other = seeded(7), seeded(7)
    assert [one_in_bands(one, 2, 5) for _ in range(50)] == [die(other) for _ in range(50)]


def test_the_missing_dice_are_counted() -> None:
    d = by_hand(1, 2)
    with pytest.raises(Exhausted):
        pool(d, 5)
    assert d.want_n == 3
    assert d.used == 0


@pytest.mark.parametrize(
    ("roll", "want"),
    [
        (lambda d: highest(d, 5), Want.HIGHEST),
        (lambda d: in_bands(d, 5, 2, 4), Want.BANDS),
        (lambda d: each(d, 5), Want.DIE),
    ],
)
def test_all_missing_dice_are_asked_for_at_once(roll: Callable[[Dice], object], want: Want) -> None:
    d = by_hand(1, 2)
    with pytest.raises(Exhausted):
        roll(d)
    assert (d.want, d.want_n, d.used) == (want, 3, 0)


@pytest.mark.parametrize(
    ("roll", "text"),
    [
        (lambda d: die(d), "1 D6"),
        (lambda d: each(d, 3), "3 D6"),
        (lambda d: pool(d, 3), "3 D6"),
        (lambda d: at_least(d, 3, 4), "3 D6 (4 or more)"),
        (lambda d: highest(d, 3, 8), "3 D8 (the highest)"),
        (lambda d: die(d, 9), "1 D9 (a D10, again above 9)"),
        (lambda d: in_bands(d, 3, 2, 4), "3 D6 (one after another: 1 to 2, 3 to 4, 5 to 6)"),
        (lambda d: in_bands(d, 3, 0, 1), "3 D6 (one after another: 1, 2 to 6)"),
        (lambda d: one_in_bands(d, 3, 5), "1 D6 (1 to 3, 4 to 5, 6)"),
    ],
)
def test_dice_are_asked_for_in_words(roll: Callable[[Dice], object], text: str) -> None:
    d = by_hand()
    with pytest.raises(Exhausted):
        roll(d)
    assert (
        str(Roll(d.want_n, d.want_sides, counts(d.want_n, d.want, d.want_target, d.want_sides), "")) == text
    )


@given(st.lists(st.integers(1, 6), min_size=1, max_size=KEPT))
def test_dice_told_apart_are_kept_in_order(faces: list[int]) -> None:
    n = len(faces)
    for roll in (each, lambda d, n: in_bands(d, n, 2, 4)):
        d = by_hand(*faces)
        d.rolled[:] = [9] * KEPT  # of an earlier roll
        roll(d, n)
        assert d.rolled == faces + [0] * (KEPT - n)
        assert [d.faces[p] for p in range(1, 7)] == [faces.count(p) for p in range(1, 7)]
        assert d.used == n


@given(st.lists(st.integers(1, 6), min_size=1, max_size=30))
def test_the_highest_of_the_dice(faces: list[int]) -> None:
    d = by_hand(*faces)
    assert highest(d, len(faces)) == max(faces)
    assert [d.faces[p] for p in range(1, 7)] == [faces.count(p) for p in range(1, 7)]
    assert d.used == len(faces)


def test_seeded_dice_fall_alike_however_they_are_asked_for() -> None:
    n = len(FIRST)
    d = seeded(7)
    each(d, n)
    assert d.rolled[:n] == FIRST
    in_bands(d := seeded(7), n, 2, 4)
    assert d.rolled[:n] == FIRST
    assert highest(seeded(7), n) == max(FIRST)
    assert d.counter == n


def test_enumerated_dice_in_bands_are_laid_from_the_last_band_to_the_first() -> None:
    d = enumerated(1, 2)
    in_bands(d, 5, 2, 4)
    assert d.rolled[:6] == [6, 6, 4, 4, 2, 0]
    assert d.faces[1:7] == [0, 1, 0, 2, 0, 2]
    assert d.used == 2
    clear_rolled(d)
    assert not any(d.rolled)


def test_enumerated_dice_told_apart_are_asked_for_one_by_one() -> None:
    d = enumerated(3, 5)
    with pytest.raises(Exhausted):
        each(d, 4)
    assert (d.want, d.want_n, d.used) == (Want.DIE, 1, 2)
    d = enumerated(3, 5)
    each(d, 2)
    assert d.rolled[:3] == [3, 5, 0]
    assert highest(enumerated(4), 9) == 4


@pytest.mark.parametrize("roll", [each, lambda d, n: in_bands(d, n, 2, 4)])
def test_more_dice_than_can_be_told_apart_are_an_error(roll: Callable[[Dice, int], None]) -> None:
    with pytest.raises(AssertionError, match="told apart"):
        roll(seeded(1), KEPT + 1)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("highest", (7, 6)), ("in_bands", (7, 2, 4, 6)), ("in_bands", (7, -1, 12, 10)), ("each", (7, 8))],
)
def test_the_twin_rolls_alike(name: str, arguments: tuple[int, ...]) -> None:
    pytest.importorskip("numba")
    plain: dict[str, Any] = {"highest": highest, "in_bands": in_bands, "each": each}
    twin = compiled.entry("dice", name)
    for d in (seeded(11), by_hand(3, 1, 6, 2, 5, 5, 4), enumerated(2, 3, 1, 1, 4, 5, 6)):
        record: np.void = pack(d)
        assert twin(record, *arguments) == plain[name](d, *arguments)
        assert unpack(record, Dice) == d
        assert d.used + d.counter > 0


def test_enumerated_rolls_say_their_result_at_once() -> None:
    assert at_least(enumerated(3), 5, 4) == 3
    assert pips_up_to(enumerated(11), 5, 4) == 11
    d = enumerated(2, 0, 0, 1, 0, 0)
    pool(d, 3)
    assert d.faces[1:7] == [2, 0, 0, 1, 0, 0]


@pytest.mark.parametrize(
    "roll",
    [
        lambda d: pool(d, 0),
        lambda d: at_least(d, 0, 4),
        lambda d: pips_up_to(d, 0, 4),
        lambda d: highest(d, 0),
        lambda d: in_bands(d, 0, 2, 4),
        lambda d: each(d, 0),
    ],
)
@pytest.mark.parametrize("source", list(Source))
def test_no_dice_want_no_dice(roll: Callable[[Dice], int | None], source: Source) -> None:
    d = Dice(source=int(source))
    assert not roll(d)
    assert d.counter == d.used == 0


def test_faces_go_into_one_number_and_out_again() -> None:
    d = by_hand(1, 1, 6, 3)
    pool(d, 4)
    word = packed_faces(d)
    assert [(word >> 6 * k) & 63 for k in range(6)] == [2, 0, 1, 0, 0, 1]


def test_a_copy_rolls_the_same_and_leaves_the_first_alone() -> None:
    d = seeded(7)
    die(d)
    copy = clone(d)
    assert [die(copy) for _ in range(5)] == FIRST[1:6]
    assert d.counter == 1


def test_there_is_room_for_a_turn_of_dice() -> None:
    assert len(Dice().given) == GIVEN >= 1000


@pytest.mark.parametrize(
    ("sides", "how"),
    [
        *((sides, "") for sides in (1, 6, 8, 10)),
        (2, "a D6: 1 to 3 is 1, 4 to 6 is 2"),
        (3, "a D6: 1 or 2 is 1, 3 or 4 is 2, and so on"),
        (4, "a D8: 1 or 2 is 1, 3 or 4 is 2, and so on"),
        (5, "a D10: 1 or 2 is 1, 3 or 4 is 2, and so on"),
        (7, "a D8, again above 7"),
        (12, "a D10, and 10 more if a D6 shows 4 or more, again above 12"),
        (20, "a D10, and 10 more if a D6 shows 4 or more"),
        (30, "a D10, and 10 more if a D6 shows 3 or 4, 20 more if it shows 5 or 6"),
        (45, "two D10, one of them for the tens, again above 45"),
        (100, "two D10, one of them for the tens"),
    ],
)
def test_dice_that_nobody_owns_are_thrown_with_others(sides: int, how: str) -> None:
    assert how_thrown(sides) == how


@pytest.mark.parametrize(
    ("sides", "die", "alike"),
    [
        *((n, n, 1) for n in (1, 6, 8, 10, 12, 100)),
        (2, 6, 3),
        (3, 6, 2),
        (4, 8, 2),
        (5, 10, 2),
        (7, 8, 1),
        (9, 10, 1),
    ],
)
def test_the_face_of_the_die_that_is_thrown_is_read_off(sides: int, die: int, alike: int) -> None:
    assert read_off(sides) == (die, alike)
    if alike > 1:
        assert how_thrown(sides).startswith(f"a D{die}")
