"""Who may play a side: a person, or a general of the computer."""

from __future__ import annotations

from typing import NamedTuple

PERSON = "person"


class Named(NamedTuple):
    """A general: what he is called on a list, in a sentence, and what he is."""

    title: str
    name: str
    text: str


GENERALS = {
    "drill": Named("Drill book", "the drill book", "a general who plays by the manual"),
    "random": Named("Whim", "the whim", "a general who does whatever is allowed"),
}
PLAYERS = (PERSON, *GENERALS)
