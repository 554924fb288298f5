"""Pike and Shot as a book of the family."""

from __future__ import annotations

from ....book import Book
from ..book import Tyneside
from ..state import Book as Which

BOOK: Book = Tyneside(
    book=Which.PIKE_AND_SHOT,
    id="pike-and-shot",
    title="Pike and Shot",
    prefix="ps",
    credit="Pike and Shot, skirmish rules of the Tyneside Wargames club for the late 16th and 17th centuries",
    qualities=("poor", "fair", "good"),
)
