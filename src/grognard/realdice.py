"""Dice that nobody owns: how people at a table throw one of nine sides with those they have."""

from __future__ import annotations

OWNED = (6, 8, 10)  # sides of dice that lie on every table
TENS = {
    2: "a D10, and 10 more if a D6 shows 4 or more",
    3: "a D10, and 10 more if a D6 shows 3 or 4, 20 more if it shows 5 or 6",
}  # by how many tens there are
HUNDRED = "two D10, one of them for the tens"
MOST = 100


def read_off(sides: int) -> tuple[int, int]:
    """The die whose faces are typed in, and how many of them count as one: two of a D6 for a D3.

    Where it takes two dice, what they make together is typed."""
    if sides in OWNED or not 1 < sides <= max(OWNED):
        return sides, 1
    die = min([d for d in OWNED if d % sides == 0] or [d for d in OWNED if d > sides])
    return die, die // sides


def how_thrown(sides: int) -> str:
    """How a die of so many sides is thrown; nothing where everybody knows."""
    if sides in OWNED or not 1 < sides <= MOST:
        return ""
    if sides > max(OWNED):
        tens = -(-sides // 10)
        return TENS.get(tens, HUNDRED) + again(sides, 10 * tens if tens in TENS else MOST)
    die, each = read_off(sides)
    return f"a D{die}{again(sides * each, die)}{shared_out(each, sides)}"


def again(sides: int, thrown: int) -> str:
    """What is too high does not count."""
    return f", again above {sides}" if sides < thrown else ""


def shared_out(each: int, sides: int) -> str:
    """1 and 2 are 1, 3 and 4 are 2."""
    if each == 1:
        return ""
    link = "or" if each == 2 else "to"
    first, second = (f"{k * each + 1} {link} {k * each + each} is {k + 1}" for k in (0, 1))
    return f": {first}, {second}" + (", and so on" if sides > 2 else "")
