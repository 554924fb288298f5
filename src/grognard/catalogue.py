"""The catalogue of a book: its rules.md, parsed into rules, rulings and options.

A rules.md is plain Markdown.  An entry is a list item that opens with its id in bold, or a table row whose
first cell is an id.  Tables, and captions and notes around them, belong to the entry above them, up to the
next heading; a heading that ends with an id in parentheses carries that entry on.  An entry may end with a
mark in braces, with its reason, when no program can enforce it: advice or scenery.

Events carry rule numbers: FH-057 is 57, FH-R36 is 1036.  A book of several prefixes adds 10,000 for each
prefix after the first, in the order in which they appear.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

from .battle import RULINGS

Kind = Literal["rule", "ruling"]
Mark = Literal["advice", "scenery"]

PREFIXES = 10_000  # what each further prefix of a book adds to its numbers

ID = r"[A-Z]{2}-R?\d+"
_ENTRY = re.compile(rf"- \*\*(?P<id>{ID})(?P<title>[^*]*)\*\*\s*(?P<text>.*)")
_CELL_ID = re.compile(rf"(\*\*)?(?P<id>{ID})(\*\*)?")
_PARTS = re.compile(r"(?P<prefix>[A-Z]{2})-(?P<ruling>R?)(?P<number>\d+)")
_REFERENCE = re.compile(rf"\b(?P<first>{ID})\b(?: to (?P<last>{ID})\b)?")
_WELL_FORMED = re.compile(r"[A-Z]{2}-(\d{3}|R\d{2,3})")
_CONTINUED = re.compile(rf"\((?P<id>{ID})\)$")
_MARK = re.compile(r"\{(?P<mark>\w+)(?:\s*:\s*(?P<reason>[^}]*))?\}(?P<after>[\s|]*)$")

_QUOTED = r"`[^`]+`|\*\*[^*]+\*\*|[\d.]+\d|\d"
_REMARK = r"\s*\([^()]*(?:\([^()]*\)[^()]*)*\)"
# `fh.x` = `a` (default) | `b` (remark), or `x` = **a** (alternative: b, c)
_STATED = re.compile(
    rf"`(?P<name>[a-z][\w.]*)` = (?P<default>{_QUOTED})"
    rf"(?:\s*\(alternative: (?P<listed>(?:[^()]|\([^()]*\))*)\))?(?:{_REMARK})?"
    rf"(?P<others>(?:\s*\|\s*(?:{_QUOTED})(?:{_REMARK})?)*)"
)
# `x = a` (b, c)
_STATED_WITHIN = re.compile(r"`(?P<name>[a-z][\w.]*) = (?P<default>[^`]+)`(?: \((?P<listed>[^()]*)\))?")
_MENTIONED = re.compile(r"`(?P<name>[a-z][\w.]*)(?: = [^`]*)?`")
_OPEN = {"any", "number", "custom table"}  # other values that stand for "whatever you like"


class CatalogueError(Exception):
    """A rules.md that contradicts itself: says the file, the line and what is wrong."""

    def __init__(self, path: Path, line: int, what: str) -> None:
        super().__init__(f"{path}:{line}: {what}")
        self.path = path
        self.line = line
        self.what = what


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the book, or a ruling of ours, in Markdown."""

    id: str
    kind: Kind
    number: int
    prefix: str
    chapter: str
    section: str
    text: str
    line: int
    sees: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    mark: Mark | None = None
    mark_reason: str = ""
    table: str = ""  # the name of the table that it is a row of, if it is one


@dataclass(frozen=True, slots=True)
class Option:
    """A choice a game may make; the default comes first among its values."""

    name: str
    default: str
    values: tuple[str, ...]
    ruling: str
    open: bool = False  # values other than those listed are welcome


@dataclass(frozen=True)
class Catalogue:
    """The rules, rulings and options of one book."""

    title: str
    rules: tuple[Rule, ...]
    options: tuple[Option, ...]

    @cached_property
    def _by_id(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in self.rules}

    @cached_property
    def _by_number(self) -> dict[int, Rule]:
        return {rule.number: rule for rule in self.rules}

    @cached_property
    def prefixes(self) -> tuple[str, ...]:
        """The prefixes of the book, in order of first appearance."""
        return tuple(dict.fromkeys(rule.prefix for rule in self.rules))

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def __getitem__(self, id: str) -> Rule:
        return self._by_id[id]

    def rule_number(self, id: str) -> int:
        """The number that events carry for an id."""
        return self._by_id[id].number

    def rule_id(self, number: int) -> str:
        """The id behind the number of an event."""
        return self._by_number[number].id

    def option(self, name: str) -> Option:
        """The option of that name."""
        return next(option for option in self.options if option.name == name)

    def narrowed(self, prefixes: Iterable[str]) -> Catalogue:
        """Only what has these prefixes, which points at nothing else; numbers stay."""
        wanted = frozenset(prefixes)
        kept = {rule.id for rule in self.rules if rule.prefix in wanted}
        options = tuple(option for option in self.options if option.ruling in kept)
        names = {option.name for option in options}
        rules = (
            replace(
                rule,
                sees=tuple(id for id in rule.sees if id in kept),
                options=tuple(name for name in rule.options if name in names),
            )
            for rule in self.rules
            if rule.id in kept
        )
        return Catalogue(self.title, tuple(rules), options)

    def rulings_of(self, rule: Rule) -> list[Rule]:
        """The rulings a rule points to, and those that point to it, in the order of the book."""
        return [
            other
            for other in self.rules
            if other.kind == "ruling" and (other.id in rule.sees or rule.id in other.sees)
        ]


def _parts(id: str) -> tuple[str, bool, int]:
    """Prefix, whether it is a ruling, and the number as printed."""
    match = _PARTS.fullmatch(id)
    assert match is not None
    return match["prefix"], bool(match["ruling"]), int(match["number"])


# Reading the file


@dataclass(frozen=True, slots=True)
class _Block:
    """A heading, an entry, a table or a paragraph, with its first line."""

    kind: Literal["heading", "entry", "table", "text"]
    line: int
    lines: list[str]


@dataclass(slots=True)
class _Draft:
    id: str
    line: int
    chapter: str
    section: str
    parts: list[str]
    mark: Mark | None = None
    mark_reason: str = ""
    table: str = ""

    @property
    def text(self) -> str:
        return "\n\n".join(self.parts)


@dataclass(slots=True)
class _Indexed:
    """An option as the index of options gives it."""

    name: str
    line: int
    default: str
    others: str
    ruling: str


@dataclass(slots=True)
class _Page:
    """The file while it is being read."""

    path: Path
    title: str = ""
    chapter: str = ""
    section: str = ""
    drafts: dict[str, _Draft] = field(default_factory=dict)
    index: list[_Indexed] = field(default_factory=list)
    owner: _Draft | None = None
    carried_on: bool = False  # the heading names the entry: every paragraph under it is the entry's

    def wrong(self, line: int, what: str) -> CatalogueError:
        return CatalogueError(self.path, line, what)


def load(path: Path) -> Catalogue:
    """The catalogue in a rules.md."""
    return parse(path.read_text(encoding="utf-8"), path)


def rules_path(folder: Path) -> Path:
    """The rules.md of a book's folder, or of the family that the folder is in."""
    own = folder / "rules.md"
    return own if own.is_file() else folder.parent / "rules.md"


@cache
def of_book(folder: Path, prefix: str) -> Catalogue:
    """The catalogue of a book; of a family's, the common rules, which come first, and the book's own."""
    path = rules_path(folder)
    whole = load(path)
    return whole if path.parent == folder else whole.narrowed({whole.prefixes[0], prefix.upper()})


def parse(text: str, path: Path = Path("rules.md")) -> Catalogue:
    """The catalogue in a text; `path` is only for error messages."""
    page = _Page(path)
    blocks = list(_blocks(text.splitlines()))
    for i, block in enumerate(blocks):
        before = blocks[i - 1].kind if i > 0 else "heading"
        after = blocks[i + 1].kind if i + 1 < len(blocks) else "heading"
        if block.kind == "heading":
            _read_heading(page, block)
        elif block.kind == "entry":
            _read_entry(page, block)
        elif block.kind == "table":
            _read_table(page, block, blocks[i - 1] if before == "text" else None)
        elif page.owner is not None and (page.carried_on or "table" in (before, after)):
            page.owner.parts.append("\n".join(block.lines))
    _check_references(page, text)
    return _finish(page)


def _blocks(lines: list[str]) -> Iterator[_Block]:
    """The lines in groups; a blank line ends a group, and so does a change of kind."""
    group: _Block | None = None
    for number, line in enumerate(lines, start=1):
        kind = _kind_of(line)
        if group is not None and (not line.strip() or not _goes_on(group, kind, line)):
            yield group
            group = None
        if group is not None:
            group.lines.append(line)
        elif line.strip():
            group = _Block(kind, number, [line])
    if group is not None:
        yield group


def _kind_of(line: str) -> Literal["heading", "entry", "table", "text"]:
    if line.startswith("#"):
        return "heading"
    if line.startswith("|"):
        return "table"
    if _ENTRY.match(line):
        return "entry"
    return "text"


def _goes_on(group: _Block, kind: str, line: str) -> bool:
    if group.kind == "entry":
        return line.startswith(" ")
    return kind == group.kind and kind != "heading"


def _read_heading(page: _Page, block: _Block) -> None:
    marks, _, words = block.lines[0].partition(" ")
    if len(marks) == 1:
        page.title = words
    elif len(marks) == 2:
        page.chapter = words
    page.section = words
    continued = _CONTINUED.search(words)
    page.owner = page.drafts.get(continued["id"]) if continued else None
    page.carried_on = page.owner is not None


def _read_entry(page: _Page, block: _Block) -> None:
    match = _ENTRY.match(block.lines[0])
    assert match is not None
    title = match["title"].strip()
    bold = title and not title.startswith("[")
    lead = f"**{title}** " if bold else f"{title} " if title else ""
    text = "\n".join([lead + match["text"], *block.lines[1:]])
    page.owner = _add(page, match["id"], block.line, text)
    page.carried_on = False


def _add(page: _Page, id: str, line: int, text: str) -> _Draft:
    """A new entry of the page, its mark taken off."""
    if id in page.drafts:
        raise page.wrong(line, f"{id} is already defined on line {page.drafts[id].line}")
    draft = _Draft(id, line, page.chapter, page.section, [])
    mark = _MARK.search(text)
    if mark is not None:
        draft.mark = _mark_word(page, line, mark["mark"])
        draft.mark_reason = (mark["reason"] or "").strip()
        if not draft.mark_reason:
            raise page.wrong(line, f"{id} is marked {draft.mark} without a reason")
        text = text[: mark.start()].rstrip() + mark["after"]
    if not text.strip():
        raise page.wrong(line, f"{id} says nothing")
    if "{advice" in text or "{scenery" in text:
        raise page.wrong(line, f"{id}: a mark stands at the end of its entry")
    draft.parts.append(text.strip())
    page.drafts[id] = draft
    return draft


def _mark_word(page: _Page, line: int, word: str) -> Mark:
    if word == "advice":
        return "advice"
    if word == "scenery":
        return "scenery"
    raise page.wrong(line, f"the mark is {word!r}: it may be advice or scenery")


def _read_table(page: _Page, block: _Block, caption: _Block | None) -> None:
    """A table is its owner's; rows that open with an id are entries as well; options are indexed."""
    header = cells(block.lines[0])
    rows = list(enumerate(block.lines[2:], start=block.line + 2))
    if header[0] == "Option":
        page.index += [_indexed(page, header, line, cells(row)) for line, row in rows]
        return
    for line, row in rows:
        match = _CELL_ID.fullmatch(cells(row)[0])
        if match is not None:
            lead = "\n".join(caption.lines) + "\n\n" if caption else ""
            draft = _add(page, match["id"], line, lead + _one_row(block.lines[0], block.lines[1], row))
            draft.table = _table_name(page, lead)
    if page.owner is not None:
        page.owner.parts.append("\n".join(block.lines))


def cells(row: str) -> list[str]:
    """What stands in the columns of a line of a table."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _one_row(header: str, rule: str, row: str) -> str:
    """A table of that row alone, without the cell of the id."""
    return "\n".join("| " + " | ".join(cells(line)[1:]) + " |" for line in (header, rule, row))


def _table_name(page: _Page, caption: str) -> str:
    """A caption that opens in bold is the table's name; else it is called after its section."""
    name = (
        caption.strip().replace("**", "") if caption.startswith("**") else page.section.lstrip("0123456789. ")
    )
    return name.replace(" (", ", ").removesuffix(")")


def _indexed(page: _Page, header: list[str], line: int, cells: list[str]) -> _Indexed:
    if len(cells) != len(header):
        raise page.wrong(line, f"the index of options has {len(header)} columns, this row {len(cells)}")
    others = cells[2] if len(cells) > 3 else ""
    return _Indexed(_bare(cells[0]), line, _bare(cells[1]), others, cells[-1])


def _bare(value: str) -> str:
    return value.strip().strip("`*").strip()


# Checking and finishing


def _references(text: str) -> Iterator[str]:
    """The ids a text names, in order; "FW-113 to FW-116" names four."""
    for match in _REFERENCE.finditer(text):
        yield match["first"]
        if match["last"] is not None:
            yield from _between(match["first"], match["last"])
            yield match["last"]


def _between(first: str, last: str) -> Iterator[str]:
    prefix, ruling, start = _parts(first)
    digits = len(first.rpartition("R" if ruling else "-")[2])
    for number in range(start + 1, _parts(last)[2]):
        yield f"{prefix}-{'R' if ruling else ''}{number:0{digits}}"


def _check_references(page: _Page, text: str) -> None:
    prefixes = {_parts(id)[0] for id in page.drafts}
    for line, words in enumerate(text.splitlines(), start=1):
        for id in _references(words):
            ours = id[:2] in prefixes or _WELL_FORMED.fullmatch(id)
            if ours and id not in page.drafts:
                raise page.wrong(line, f"{id} is named here but not defined")


def _finish(page: _Page) -> Catalogue:
    drafts = sorted(page.drafts.values(), key=lambda draft: draft.line)
    prefixes = list(dict.fromkeys(_parts(draft.id)[0] for draft in drafts))
    options = tuple(_option(page, indexed) for indexed in page.index)
    names = {option.name for option in options}
    for draft in drafts:
        _check_options(page, draft, options, prefixes)
    rules = tuple(_rule(page, draft, prefixes, names) for draft in drafts)
    _check_numbers(page, rules)
    return Catalogue(page.title, rules, options)


def _rule(page: _Page, draft: _Draft, prefixes: list[str], names: set[str]) -> Rule:
    prefix, ruling, number = _parts(draft.id)
    if not 0 < number < RULINGS:
        raise page.wrong(draft.line, f"{draft.id}: numbers go from 1 to {RULINGS - 1}")
    sees = dict.fromkeys(id for id in _references(draft.text) if id in page.drafts and id != draft.id)
    mentioned = dict.fromkeys(match["name"] for match in _MENTIONED.finditer(draft.text))
    return Rule(
        id=draft.id,
        kind="ruling" if ruling else "rule",
        number=number + RULINGS * ruling + PREFIXES * prefixes.index(prefix),
        prefix=prefix,
        chapter=draft.chapter,
        section=draft.section,
        text=draft.text,
        line=draft.line,
        sees=tuple(sees),
        options=tuple(name for name in mentioned if name in names),
        mark=draft.mark,
        mark_reason=draft.mark_reason,
        table=draft.table,
    )


def _check_numbers(page: _Page, rules: Iterable[Rule]) -> None:
    seen: dict[int, Rule] = {}
    for rule in rules:
        if rule.number in seen:
            raise page.wrong(rule.line, f"{rule.id} has the number of {seen[rule.number].id}")
        seen[rule.number] = rule


# Options


@dataclass(frozen=True, slots=True)
class StatedOption:
    """An option as the text of an entry states it."""

    name: str
    default: str
    others: tuple[str, ...]


def stated_options(text: str) -> list[StatedOption]:
    """The options that a text states, with default and alternatives."""
    found = [(m.start(), _stated(m, m["others"])) for m in _STATED.finditer(text)]
    found += [(m.start(), _stated(m, "")) for m in _STATED_WITHIN.finditer(text)]
    return [option for _, option in sorted(found, key=lambda pair: pair[0])]


def _stated(match: re.Match[str], barred: str) -> StatedOption:
    others = [_bare(value) for value in re.findall(rf"\|\s*({_QUOTED})", barred)]
    return StatedOption(match["name"], _bare(match["default"]), (*others, *_listed(match["listed"] or "")))


def _listed(others: str) -> tuple[str, ...]:
    """Other values in a list; a value may be followed by a colon or parentheses that explain it."""
    if ":" in others:
        others = others.partition(":")[0]
    values = re.sub(r"\([^()]*\)", "", others).split(",")
    return tuple(_bare(value) for value in values if _bare(value))


def _option(page: _Page, indexed: _Indexed) -> Option:
    """The option of a row of the index; its values stand there or in the ruling."""
    if indexed.ruling not in page.drafts:
        raise page.wrong(indexed.line, f"{indexed.name}: {indexed.ruling!r} is no entry of this book")
    others = _listed(indexed.others)
    for stated in stated_options(page.drafts[indexed.ruling].text):
        if stated.name == indexed.name and not others:
            others = stated.others
    values = dict.fromkeys((indexed.default, *(value for value in others if value not in _OPEN)))
    free = any(value in _OPEN for value in others)
    return Option(indexed.name, indexed.default, tuple(values), indexed.ruling, free)


def _check_options(page: _Page, draft: _Draft, options: tuple[Option, ...], prefixes: list[str]) -> None:
    """What an entry says of an option must be what the index says."""
    defaults = {option.name: option.default for option in options}
    for match in _MENTIONED.finditer(draft.text):
        name = match["name"]
        if name.partition(".")[0].upper() in prefixes and "." in name and name not in defaults:
            raise page.wrong(draft.line, f"{draft.id} names {name}, which the index of options has not")
    for stated in stated_options(draft.text):
        default = defaults.get(stated.name)
        if default is not None and default != stated.default:
            raise page.wrong(
                draft.line,
                f"{draft.id} gives {stated.name} the default {stated.default!r}, the index {default!r}",
            )
