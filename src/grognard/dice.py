"""The dice: seeded, given by hand, or enumerated for odds.  One record, three sources.

Rules roll through a few primitives that say what is wanted of the dice (a die, a pool, how many reach a
number, the pips up to a number, the highest, the band that each falls in); that is what makes exact odds
cheap."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from .records import Exhausted, many

M62 = 0x3FFFFFFFFFFFFFFF
GOLDEN = 0x1E3779B97F4A7C15
MIX1 = 0x3F58476D1CE4E5B9
MIX2 = 0x14D049BB133111EB

MOST_SIDES = 10
GIVEN = 1024  # dice that can be given by hand between two snapshots
KEPT = 64  # dice that can be rolled in order
BAND = 16


class Source(IntEnum):
    SEEDED = 0
    GIVEN = 1
    ENUMERATED = 2


class Want(IntEnum):
    DIE = 0
    POOL = 1
    AT_LEAST = 2
    PIPS = 3
    HIGHEST = 4
    BANDS = (
        5  # the target is two: up to which face the first band goes, times BAND, and up to which the second
    )


@dataclass(slots=True)
class Dice:
    key: int = 0
    counter: int = 0
    source: int = 0
    n_given: int = 0
    used: int = 0
    want: int = 0  # what the rules were waiting for when they stopped
    want_n: int = 0
    want_sides: int = 0
    want_target: int = 0
    faces: list[int] = many(int, MOST_SIDES + 1)  # of the last roll: faces[p] dice showed p
    rolled: list[int] = many(int, KEPT)  # of the last roll whose dice are told apart: each, in order
    given: list[int] = many(int, GIVEN)


def mix(z: int) -> int:
    """Splitmix finaliser on 62-bit words, so that int64 arithmetic wraps to the same bits."""
    z = ((z ^ (z >> 30)) * MIX1) & M62
    z = ((z ^ (z >> 27)) * MIX2) & M62
    return z ^ (z >> 31)


def seed_dice(d: Dice, seed: int) -> None:
    d.key = mix((seed + 1) * GOLDEN & M62)
    d.counter = 0


def await_dice(d: Dice, want: int, n: int, sides: int, target: int) -> None:
    """Stop the rules unless n more numbers have been given."""
    if d.n_given - d.used < n:
        d.want = want
        d.want_n = n - (d.n_given - d.used)
        d.want_sides = sides
        d.want_target = target
        raise Exhausted


def next_given(d: Dice) -> int:
    d.used += 1
    return d.given[d.used - 1]


def next_die(d: Dice, sides: int) -> int:
    """One die, where it is known that there is one."""
    if d.source != Source.SEEDED:
        return next_given(d)
    d.counter += 1
    return 1 + (mix((d.key + d.counter * GOLDEN) & M62) >> 16) % sides


def clear_faces(d: Dice) -> None:
    for p in range(MOST_SIDES + 1):
        d.faces[p] = 0


def die(d: Dice, sides: int = 6) -> int:
    """Roll one die."""
    if d.source != Source.SEEDED:
        await_dice(d, Want.DIE, 1, sides, 0)
    return next_die(d, sides)


def pool(d: Dice, n: int, sides: int = 6) -> None:
    """Roll n dice at once; faces[p] tells how many showed p."""
    clear_faces(d)
    if n <= 0:
        return
    if d.source == Source.ENUMERATED:
        if d.used >= d.n_given:
            await_dice(d, Want.POOL, n, sides, 0)
        for p in range(1, sides + 1):
            d.faces[p] = next_given(d)
        return
    if d.source == Source.GIVEN:
        await_dice(d, Want.POOL, n, sides, 0)
    for _ in range(n):
        d.faces[next_die(d, sides)] += 1


def at_least(d: Dice, n: int, target: int, sides: int = 6) -> int:
    """Roll n dice; how many show the target or more."""
    if d.source == Source.ENUMERATED and n > 0:
        if d.used >= d.n_given:
            await_dice(d, Want.AT_LEAST, n, sides, target)
        return next_given(d)
    if d.source == Source.GIVEN and n > 0:
        await_dice(d, Want.AT_LEAST, n, sides, target)
    clear_faces(d)
    made = 0
    for _ in range(n):
        roll = next_die(d, sides)
        d.faces[roll] += 1
        if roll >= target:
            made += 1
    return made


def pips_up_to(d: Dice, n: int, target: int, sides: int = 6) -> int:
    """Roll n dice; the sum of those that show the target or less."""
    if d.source == Source.ENUMERATED and n > 0:
        if d.used >= d.n_given:
            await_dice(d, Want.PIPS, n, sides, target)
        return next_given(d)
    if d.source == Source.GIVEN and n > 0:
        await_dice(d, Want.PIPS, n, sides, target)
    clear_faces(d)
    total = 0
    for _ in range(n):
        roll = next_die(d, sides)
        d.faces[roll] += 1
        if roll <= target:
            total += roll
    return total


def highest(d: Dice, n: int, sides: int = 6) -> int:
    """Roll n dice; the highest face, or 0 of no dice."""
    clear_faces(d)
    if n <= 0:
        return 0
    if d.source == Source.ENUMERATED:
        if d.used >= d.n_given:
            await_dice(d, Want.HIGHEST, n, sides, 0)
        return next_given(d)
    if d.source == Source.GIVEN:
        await_dice(d, Want.HIGHEST, n, sides, 0)
    best = 0
    for _ in range(n):
        roll = next_die(d, sides)
        d.faces[roll] += 1
        best = max(best, roll)
    return best


def clear_rolled(d: Dice) -> None:
    """Put away dice that were told apart; until then, odds keep battles apart that differ in them."""
    for k in range(KEPT):
        d.rolled[k] = 0


def begin_rolled(d: Dice, n: int) -> None:
    assert n <= KEPT, "more dice than can be told apart"
    clear_faces(d)
    clear_rolled(d)


def keep(d: Dice, k: int, face: int) -> None:
    """Note the die that was rolled after k others."""
    d.rolled[k] = face
    d.faces[face] += 1


def each(d: Dice, n: int, sides: int = 6) -> None:
    """Roll n dice one after another; rolled tells each."""
    begin_rolled(d, n)
    if d.source == Source.GIVEN and n > 0:
        await_dice(d, Want.DIE, n, sides, 0)
    for k in range(n):
        keep(d, k, die(d, sides))


def in_bands(d: Dice, n: int, first: int, second: int, sides: int = 6) -> None:
    """Roll n dice one after another, of which only the band matters: up to first, up to second, above."""
    begin_rolled(d, n)
    if n <= 0:
        return
    first = min(max(first, 0), sides)
    second = min(max(second, first), sides)
    if d.source == Source.ENUMERATED:
        if d.used >= d.n_given:
            await_dice(d, Want.BANDS, n, sides, first * BAND + second)
        lay_bands(d, n, first, second, sides)
        return
    if d.source == Source.GIVEN:
        await_dice(d, Want.BANDS, n, sides, first * BAND + second)
    for k in range(n):
        keep(d, k, next_die(d, sides))


def one_in_bands(d: Dice, first: int, second: int, sides: int = 6) -> int:
    """Roll one die of which only the band matters: up to first, up to second, above."""
    if d.source == Source.ENUMERATED:
        if d.used >= d.n_given:
            await_dice(d, Want.BANDS, 1, sides, first * BAND + second)
        low = next_given(d)
        middle = next_given(d)
        return first if low > 0 else second if middle > 0 else sides
    if d.source == Source.GIVEN:
        await_dice(d, Want.BANDS, 1, sides, first * BAND + second)
    return next_die(d, sides)


def lay_bands(d: Dice, n: int, first: int, second: int, sides: int) -> None:
    """So many in the first band, so many in the second: the highest face of each stands for it, last band first."""
    low = next_given(d)
    middle = next_given(d)
    for k in range(n):
        if k < n - middle - low:
            keep(d, k, sides)
        elif k < n - low:
            keep(d, k, second)
        else:
            keep(d, k, first)


def packed_faces(d: Dice) -> int:
    """The faces of the last roll in one number, six bits a face (for the log)."""
    word = 0
    for p in range(MOST_SIDES, 0, -1):
        word = (word << 6) | d.faces[p]
    return word
