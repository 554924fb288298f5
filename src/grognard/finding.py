"""Rules found by words: ids first, then the words of the text, whatever their endings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import log
from pathlib import Path

from .catalogue import Catalogue, Rule, of_book
from .prose import in_words

ID = re.compile(r"[\s\[]*(?:([A-Za-z]+)-?)?\s*([Rr]?)0*(\d+)[\s\]]*")
WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
ENDINGS = ("ations", "ation", "ings", "ing", "ers", "er", "ed", "es", "s")
LOOSE = ("ey", "y", "e")  # what goes as well: volley, volleys
PLURAL = re.compile(r"(?<=..)ie[sd]$")  # tries are one try, dies are no dy
SHORTEST = 3  # letters that a stem keeps
SMALL = (
    "a an and are as at be by can do does for from has have how i if in is it its may my no not of on or "
    "that the to what when which with"
)
COMMON = frozenset(SMALL.split())  # words that tell nothing
HEADING = 3.0  # a word in bold or in the name of the chapter counts so much more
WHOLE = 2.0  # the whole phrase, if it has several words
AROUND = 70  # letters on either side of what was found
LONG = 0.75  # how much a long rule must say more
HARDLY = 6  # a rule that scores so many times less than the best is left out


def stem(word: str) -> str:
    """A word without its ending: charging, charged, charges are charg; volley and volleys are voll."""
    word = PLURAL.sub("y", word.partition("'")[0])
    return without(without(word, ENDINGS), LOOSE)


def without(word: str, endings: Sequence[str]) -> str:
    """A word without the first of the endings that leaves enough of it."""
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            return word[: -len(ending)]
    return word


def stems(text: str) -> list[str]:
    return [stem(w) for w in WORD.findall(text.lower())]


@dataclass(frozen=True)
class Index:
    """The words of a catalogue."""

    catalogue: Catalogue

    @cached_property
    def counts(self) -> dict[str, Counter[str]]:
        return {rule.id: Counter(stems(in_words(rule))) for rule in self.catalogue.rules}

    @cached_property
    def headings(self) -> dict[str, frozenset[str]]:
        return {rule.id: frozenset(stems(heading(rule))) for rule in self.catalogue.rules}

    @cached_property
    def rarity(self) -> dict[str, float]:
        """How much a word tells."""
        n = len(self.catalogue.rules)
        met = Counter(w for words in self.counts.values() for w in words)
        return {w: log(1 + n / k) for w, k in met.items()}

    @cached_property
    def length(self) -> float:
        """Of a rule, on the whole."""
        return sum(sum(words.values()) for words in self.counts.values()) / max(1, len(self.counts))

    def score(self, rule: Rule, wanted: Sequence[str], phrase: str) -> float:
        counts, headings = self.counts[rule.id], self.headings[rule.id]
        found, size = 0.0, 1 - LONG + LONG * sum(counts.values()) / self.length
        for w in wanted:
            n = counts[w] + HEADING * (w in headings)
            found += self.rarity.get(w, 1.0) * n / (n + size)
        met = sum(counts[w] > 0 or w in headings for w in wanted)
        whole = WHOLE if len(wanted) > 1 and phrase in rule.text.lower() else 0.0
        return found * (1 + met / len(wanted)) + whole if met else 0.0


def heading(rule: Rule) -> str:
    bold = re.match(r"\*\*(.*?)\*\*", rule.text)
    return f"{rule.section} {bold.group(1) if bold else ''}"


@cache
def index(folder: Path, prefix: str) -> Index:
    return Index(of_book(folder, prefix))


def search(folder: Path, prefix: str, wanted: str, most: int = 20) -> list[Rule]:
    """The rules of a book that are meant, the likeliest first: by id, by its number, or by words."""
    words_of = index(folder, prefix)
    found = by_id(words_of.catalogue, wanted)
    words = [w for w in dict.fromkeys(stems(wanted)) if w not in COMMON]
    if words:
        scored = by_words(words_of, words, wanted.strip().lower())
        found += [rule for rule in scored if rule not in found]
    return found[:most]


def id_in(catalogue: Catalogue, wanted: str) -> tuple[str, str] | None:
    """The prefix, if one is given, and the number of what is written as an id: FH-057, fh57, [FH-057], R36, 57."""
    given = ID.fullmatch(wanted)
    if given is None:
        return None
    prefix, ruling, number = (given.group(1) or "").upper(), given.group(2).upper(), given.group(3)
    if prefix.endswith("R") and not ruling and prefix not in catalogue.prefixes:
        prefix, ruling = prefix[:-1], "R"
    return (prefix, f"{ruling}0*{number}") if prefix in ("", *catalogue.prefixes) else None


def by_id(catalogue: Catalogue, wanted: str) -> list[Rule]:
    """The rules of that id; without a prefix those of every part of the catalogue."""
    meant = id_in(catalogue, wanted)
    if meant is None:
        return []
    prefix, number = meant
    wish = re.compile(rf"{prefix or '[A-Z]+'}-{number}")
    return [r for r in catalogue.rules if wish.fullmatch(r.id)]


def by_words(of: Index, words: Sequence[str], phrase: str) -> list[Rule]:
    """Those with most of the words; those that have hardly any of them are left out."""
    scored = [(of.score(rule, words, phrase), -k, rule) for k, rule in enumerate(of.catalogue.rules)]
    best = max((score for score, _, _ in scored), default=0.0)
    ranked = sorted((s for s in scored if s[0] * HARDLY > best), key=lambda s: s[:2], reverse=True)
    return [rule for score, _, rule in ranked if score > 0]


def snippet(rule: Rule, wanted: str) -> str:
    """The part of a rule in which the words are; no word of it is cut."""
    text = in_words(rule)
    words = {w for w in stems(wanted) if w not in COMMON}
    at = next((m.start() for m in WORD.finditer(text.lower()) if stem(m.group()) in words), 0)
    first = max(0, at - AROUND)
    last = min(len(text), max(at + AROUND, first + 2 * AROUND))
    if first:
        first = text.find(" ", first - 1, at) + 1 or at
    if last < len(text):
        last = max(text.rfind(" ", at, last + 1), 0) or last
    return ("… " if first else "") + text[first:last].strip() + (" …" if last < len(text) else "")
