"""Fair dice: what is promised before the first die, and proved when the seed is opened.

The promise is the SHA-256 of a salt and the seed; the seeds that forks brought in follow, each after a space."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .problems import Problem

LETTERS = 64  # of a commitment, and of a salt


@dataclass(frozen=True)
class Promise:
    """A commitment, and the salt that opens it together with the seeds."""

    commitment: str
    salt: bytes

    def broken(self, seeds: Sequence[int]) -> str:
        """Why these are not the seeds that were promised, or nothing."""
        found = commitment(seeds[0], self.salt, seeds[1:])
        if found == self.commitment:
            return ""
        which = f"{'seeds' if len(seeds) > 1 else 'seed'} {' '.join(map(str, seeds))}"
        return f"{which} and salt {self.salt.hex()} make commitment {found}, not {self.commitment}"


def commitment(seed: int, salt: bytes, more: Sequence[int] = ()) -> str:
    """What is shown before the first die, and proved when the seed is opened; more: seeds that forks added."""
    return hashlib.sha256(salt + " ".join(str(s) for s in (seed, *more)).encode()).hexdigest()


def read_letters(what: str, text: str) -> str:
    given = text.strip().lower()
    if not re.fullmatch(f"[0-9a-f]{{{LETTERS}}}", given):
        raise Problem(f"{what}: {text!r}: {LETTERS} letters of 0-9 and a-f are wanted")
    return given
