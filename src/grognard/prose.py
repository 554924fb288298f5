"""A rule in words: without the marks of its catalogue, and with the rows of its tables as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from .catalogue import Rule, cells

MARKUP = re.compile(r"†|\s*(?:→|\(see)\s[^)]*\)?$|\s*\[L[\d, -]+\]|^\[[A-Z]+\]\s*")
REFERS = re.compile(r"\s*\((?:→|see) [^()]*\)|,?\s*→ [A-Z]{2}-R?\d+(?:, [A-Z]{2}-R?\d+)*")  # in a cell
PAIRED = re.compile(r"\*\*(.+?)\*\*|(?<![\w*`])\*([^*\s](?:[^*\n]*[^*\s])?)\*|`([^`]+)`", re.S)
SIGNED = re.compile(r"[+−-]\d+( each)?|0")
NOTHING = ("", "-", "–")
SEEN = "See"  # a column of ids, which are given with the rule anyway
PLAIN = ("Effect", "Result", "Meaning")  # columns that need not be named


def plain(text: str) -> str:
    """A rule without the marks of its catalogue, paragraph by paragraph."""
    return "\n\n".join(map(unmarked, text.split("\n\n"))).strip()


def unmarked(text: str) -> str:
    return PAIRED.sub(inside, PAIRED.sub(inside, MARKUP.sub("", text)))


def inside(match: re.Match[str]) -> str:
    return next(found for found in match.groups() if found is not None)


def full_text(rule: Rule) -> str:
    """All of a rule: tables as they are; of a row of one what is said of all rows comes after it."""
    *notes, table = rule.text.split("\n\n")
    if not rule.table:
        return plain(rule.text)
    named = [note for note in notes if note.startswith("**")]
    return plain("\n\n".join([*named, table, *map(noted, notes[len(named) :])]))


def noted(note: str) -> str:
    """What stands before a table, said after it."""
    return note.removesuffix(":").removesuffix(".") + "."


def in_words(rule: Rule) -> str:
    """A rule on one line; of a row of a table the row, then the table, then what is said of all its rows."""
    blocks = [block.splitlines() for block in rule.text.split("\n\n")]
    told = [rows_told(block) if block[0].startswith("|") else " ".join(block) for block in blocks]
    if rule.table:
        notes = [noted(note) for note in told[:-1] if not note.startswith("**")]
        told = [f"{told[-1]} ({rule.table})", *notes]
    return " ".join(" ".join(map(unmarked, told)).split()).replace(" | ", " or ")


def rows_told(lines: Sequence[str]) -> str:
    """A table, a sentence a row."""
    head = cells(lines[0])
    return ". ".join(row_told(head, cells(line)) for line in lines[2:])


def row_told(head: Sequence[str], row: Sequence[str]) -> str:
    """A row of a table in words: "Rifle: short 30, medium 90"; "+2 Visible enemy on flank or rear"."""
    if head[0] == "Id":
        head, row = head[1:], row[1:]
    row = [REFERS.sub("", cell) for cell in row]
    if len(row) == 2 and SIGNED.fullmatch(row[0]):
        return f"{row[0]} {row[1]}"
    said = list(told(head[1:], row[1:]))
    between = "; " if any(mark in cell for cell in row[1:] for mark in ",;.") else ", "
    first = subject(head[0], row[0])
    return f"{first}: {between.join(said)}" if said else first


def subject(name: str, cell: str) -> str:
    """What a row is about; a number or a die does not say that by itself."""
    if name.isupper():
        return f"{name} {cell}"
    return f"{name}, {lowered(cell)}" if name.endswith(")") else cell


def told(head: Sequence[str], row: Sequence[str]) -> Iterator[str]:
    """What stands in each column; neighbours with numbers over them that say the same are told together."""
    pairs = [(h, c) for h, c in zip(head, row, strict=True) if c not in NOTHING and h != SEEN]
    for (cell, numbered), group in groupby(pairs, lambda pair: (pair[1], pair[0].isdigit())):
        names = [name for name, _ in group]
        if numbered:
            yield f"{names[0]}-{names[-1]} {cell}" if len(names) > 1 else f"{names[0]} {cell}"
        else:
            yield from (of_column(name, cell, alone=len(head) == 1) for name in names)


def of_column(name: str, cell: str, alone: bool) -> str:
    if name.endswith('"'):
        return f"up to {name} {cell}"
    if name.endswith("s") and cell.isdigit():
        return f"{cell} {lowered(name).removesuffix('s' if cell == '1' else '')}"
    if name in PLAIN or (alone and SIGNED.fullmatch(cell)):
        return cell
    return f"{lowered(name)} {cell}"


def lowered(name: str) -> str:
    """A heading in the middle of a sentence; MF stays."""
    return name if name[:2].isupper() else name[:1].lower() + name[1:]
