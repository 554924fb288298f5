"""Early 19th Century as a book of the family."""

from __future__ import annotations

from ....book import Book
from ..book import Tyneside
from ..state import Book as Which

BOOK: Book = Tyneside(
    book=Which.EARLY_19TH,
    id="early-19th-century",
    title="Early 19th Century",
    prefix="ec",
    credit="Early 19th Century Wars, skirmish rules of the Tyneside Wargames club, version 3 of August 2013",
    qualities=("raw", "veteran", "hero"),
)
