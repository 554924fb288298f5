"""The ledger of a book: for each rule, which functions cite it and which tests prove it.

It is generated from the code and the tests, never kept by hand.  A function or class cites a rule by writing
its id in square brackets in its docstring, alone or in a list.  A test proves a rule by the mark
`pytest.mark.rule`, on the test, its class, its module or one of its parameters.  Tests that are skipped or
expected to fail prove nothing.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypedDict

from .catalogue import ID, Catalogue, Kind, Rule, load, of_book, rules_path

Status = Literal["tested", "untested", "missing", "advice", "scenery"]
STATUSES: tuple[Status, ...] = ("tested", "untested", "missing", "advice", "scenery")

SHARED = ("battle.py", "dice.py", "table")  # rules modules that books have in common

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_ID = re.compile(rf"\b{ID}\b")
_LIST_OF_IDS = re.compile(rf"\s*{ID}(?:,\s*{ID})*\s*")

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Documented = _Function | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of one id of the catalogue."""

    id: str
    kind: Kind
    status: Status
    functions: tuple[str, ...]
    tests: tuple[str, ...]


class EntryJson(TypedDict):
    """An entry as JSON."""

    id: str
    kind: Kind
    status: Status
    functions: list[str]
    tests: list[str]


@dataclass(frozen=True, slots=True)
class Citation:
    """An id named somewhere: by a function of the rules or by a test."""

    id: str
    by: str
    path: Path
    line: int


class LedgerError(Exception):
    """Code or tests cite what is not in the catalogue; one problem a line, each with file and line."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


def ledger(book_folder: Path, tests: Path | None, prefix: str = "") -> list[Entry]:
    """An entry for every id of the book's catalogue; without tests, nothing counts as tested.

    prefix: of a book of a family, whose code is the family's."""
    book_folder = book_folder.resolve()
    family = rules_path(book_folder).parent
    catalogue = of_book(book_folder, prefix)
    code, code_problems = code_citations(family)
    proofs, test_problems = proof_citations(tests) if tests is not None else ([], [])
    problems = code_problems + test_problems + _unknown(family, load(family / "rules.md"), code, proofs)
    if problems:
        raise LedgerError(problems)
    functions, proven = _by_id(code), _by_id(proofs)
    return [_entry(rule, functions[rule.id], proven[rule.id]) for rule in catalogue.rules]


def find_tests(start: Path = Path(__file__)) -> Path | None:
    """The tests of the checkout that holds this package; None when it is installed without them."""
    for folder in start.resolve().parents:
        if (folder / "pyproject.toml").is_file() and (folder / "tests").is_dir():
            return folder / "tests"
    return None


def to_json(entries: Iterable[Entry]) -> list[EntryJson]:
    """The entries as plain data."""
    return [
        EntryJson(
            id=entry.id,
            kind=entry.kind,
            status=entry.status,
            functions=list(entry.functions),
            tests=list(entry.tests),
        )
        for entry in entries
    ]


def summary(entries: Iterable[Entry]) -> dict[Kind, dict[Status, int]]:
    """How many rules and rulings have each status."""
    counts: dict[Kind, dict[Status, int]] = {
        "rule": dict.fromkeys(STATUSES, 0),
        "ruling": dict.fromkeys(STATUSES, 0),
    }
    for entry in entries:
        counts[entry.kind][entry.status] += 1
    return counts


def missing(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that no function cites, though they are neither advice nor scenery."""
    return [entry for entry in entries if entry.status == "missing"]


def _entry(rule: Rule, functions: tuple[str, ...], tests: tuple[str, ...]) -> Entry:
    return Entry(rule.id, rule.kind, _status(rule, functions, tests), functions, tests)


def _status(rule: Rule, functions: tuple[str, ...], tests: tuple[str, ...]) -> Status:
    if rule.mark is not None:
        return rule.mark
    if not functions:
        return "missing"
    return "tested" if tests else "untested"


def _by_id(citations: Iterable[Citation]) -> defaultdict[str, tuple[str, ...]]:
    names: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    for citation in citations:
        if citation.by not in names[citation.id]:
            names[citation.id] += (citation.by,)
    return names


# What is cited must exist


def _unknown(
    book_folder: Path, catalogue: Catalogue, code: list[Citation], proofs: list[Citation]
) -> list[str]:
    """Citations of ids that do not exist; shared code and tests may cite the other books as well."""
    elsewhere = _other_prefixes(book_folder) - set(catalogue.prefixes)
    return [
        f"{citation.path}:{citation.line}: {citation.by} cites {citation.id}, which is not in the catalogue"
        for citation in code + proofs
        if citation.id not in catalogue
        and (citation.path.is_relative_to(book_folder) or citation.id[:2] not in elsewhere)
    ]


def _other_prefixes(book_folder: Path) -> set[str]:
    catalogues = _books_folder(book_folder).rglob("rules.md")
    return {prefix for path in catalogues for prefix in load(path).prefixes}


def _books_folder(book_folder: Path) -> Path:
    """The folder of all books, or the book's own if it stands alone."""
    return next((folder for folder in book_folder.parents if folder.name == "books"), book_folder)


# What the code cites


def code_citations(book_folder: Path) -> tuple[list[Citation], list[str]]:
    """The citations in the book's modules and in the shared ones, and those that cannot be read."""
    citations: list[Citation] = []
    problems: list[str] = []
    for path, module in _rules_modules(book_folder):
        for name, node in _documented(ast.parse(path.read_text(encoding="utf-8")), module):
            docstring = ast.get_docstring(node, clean=False) or ""
            for words in _BRACKETS.findall(docstring):
                ids = _ID.findall(words)
                citations += [Citation(id, name, path, node.lineno) for id in ids]
                if ids and not _LIST_OF_IDS.fullmatch(words):
                    problems.append(f"{path}:{node.lineno}: {name} cites [{words}]: write a list of ids")
    return citations, problems


def _rules_modules(book_folder: Path) -> Iterator[tuple[Path, str]]:
    """Files and the names of their modules: of the book, relative to it; shared ones, from the package."""
    for path in sorted(book_folder.rglob("*.py")):
        yield path, _module(path, book_folder)
    package = _books_folder(book_folder).parent
    for shared in SHARED:
        place = package / shared
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            if path.is_file():
                yield path, f"{package.name}.{_module(path, package)}"


def _module(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def _documented(node: ast.AST, name: str) -> Iterator[tuple[str, _Documented]]:
    """The functions and classes within a node, however deep, with their names."""
    for child in ast.iter_child_nodes(node):
        inner = name
        if isinstance(child, _Documented):
            inner = f"{name}.{child.name}" if name else child.name
            yield inner, child
        yield from _documented(child, inner)


# What the tests prove


@dataclass(frozen=True, slots=True)
class _TestFile:
    """A file of tests: where it is, what its names stand for, and what could not be read."""

    path: Path
    name: str
    values: dict[str, ast.expr]
    problems: list[str]


def proof_citations(tests: Path) -> tuple[list[Citation], list[str]]:
    """The rules that tests are marked with, and marks that cannot be read."""
    citations: list[Citation] = []
    problems: list[str] = []
    for path in sorted(tests.rglob("*.py")):
        name = path.relative_to(tests.parent).as_posix()
        found, unread = _proofs_of(path, name, path.stat().st_mtime_ns, path.stat().st_size)
        citations += found
        problems += unread
    return citations, problems


@lru_cache(maxsize=1024)  # the ledger of all books reads every test once
def _proofs_of(path: Path, name: str, changed: int, size: int) -> tuple[list[Citation], list[str]]:
    """Those of one file, as it stood when it was last changed."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    file = _TestFile(path, name, _assigned(tree.body), [])
    return list(_proofs_in(file, tree.body, file.name, [])), file.problems


def _assigned(body: list[ast.stmt]) -> dict[str, ast.expr]:
    """The names a body gives values to."""
    values: dict[str, ast.expr] = {}
    for statement in body:
        if isinstance(statement, ast.Assign):
            values |= {t.id: statement.value for t in statement.targets if isinstance(t, ast.Name)}
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            values |= {t.id: statement.value for t in [statement.target] if isinstance(t, ast.Name)}
    return values


def _proofs_in(file: _TestFile, body: list[ast.stmt], name: str, outer: list[ast.expr]) -> Iterator[Citation]:
    """The citations of the tests in a body, under the marks of what holds it."""
    own = _assigned(body).get("pytestmark")
    marks = outer if own is None else [*outer, own]
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _proofs_in(file, node.body, f"{name}::{node.name}", [*marks, *node.decorator_list])
        elif isinstance(node, _Function) and node.name.startswith("test"):
            all_marks = [*marks, *node.decorator_list]
            if not any(_is_idle(mark) for mark in all_marks):
                for id in _marked_ids(file, all_marks):
                    yield Citation(id, f"{name}::{node.name}", file.path, node.lineno)


def _is_idle(mark: ast.expr) -> bool:
    """A test that never runs, or is expected to fail."""
    plain = mark.func if isinstance(mark, ast.Call) else mark
    if isinstance(plain, ast.List | ast.Tuple):
        return any(_is_idle(element) for element in plain.elts)
    return ast.unparse(plain).endswith(("mark.skip", "mark.xfail"))


def _marked_ids(file: _TestFile, marks: list[ast.expr]) -> Iterator[str]:
    """The ids of all the rule marks in these expressions, and in what their names stand for."""
    seen: set[str] = set()
    queue = list(marks)
    while queue:
        for node in ast.walk(queue.pop(0)):
            if isinstance(node, ast.Call) and _is_rule_mark(file, node.func):
                yield from _written_ids(file, node)
            elif isinstance(node, ast.Name) and node.id in file.values and node.id not in seen:
                seen.add(node.id)
                queue.append(file.values[node.id])


def _is_rule_mark(file: _TestFile, function: ast.expr) -> bool:
    if isinstance(function, ast.Name) and function.id in file.values:
        function = file.values[function.id]
    words = ast.unparse(function)
    return words == "mark.rule" or words.endswith(".mark.rule")


def _written_ids(file: _TestFile, call: ast.Call) -> Iterator[str]:
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value
        else:
            file.problems.append(f"{file.path}:{argument.lineno}: write out the ids of a rule mark")
