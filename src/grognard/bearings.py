"""Ways and turns in the words of somebody who stands with the men: forward, half right, about."""

from __future__ import annotations

from math import atan2, degrees

WAYS = ("forward", "half right", "right", "back and right", "back", "back and left", "left", "half left")
TURNS = (
    "a little",
    "half right",
    "right",
    "right about",
    "about",
    "left about",
    "left",
    "half left",
)
SECTOR = 45.0  # degrees from one word to the next


def bearing(fx: float, fy: float, dx: float, dy: float) -> float:
    """How many degrees a way lies to the right of a front, from -180 to 180."""
    return degrees(atan2(dx * fy - dy * fx, dx * fx + dy * fy))


def way(fx: float, fy: float, dx: float, dy: float) -> str:
    """A way as seen from a front: forward, half right, back and left."""
    return WAYS[round(bearing(fx, fy, dx, dy) / SECTOR) % len(WAYS)]


def turn(fx: float, fy: float, gx: float, gy: float) -> str:
    """From one front to another: half left, about, a little to the right."""
    off = bearing(fx, fy, gx, gy)
    sector = round(off / SECTOR) % len(TURNS)
    return f"a little {'right' if off > 0 else 'left'}" if sector == 0 else TURNS[sector]


def short_inches(d: float) -> str:
    """6 inches, 4.8 inches, 1 inch."""
    shown = f"{d:.1f}".removesuffix(".0")
    return f"{shown} inch" if shown == "1" else f"{shown} inches"
