"""Break each value of a book's tables.toml in turn: the tests marked with its rules must fail.

    python tools/mutate.py [--book B] [--sample N] [--seed S] [--jobs N]

A whole number goes up by one, another number by half and one, a truth is denied, a word becomes the next
other word of its list.  The tests of the rules named in the comment of that line (or, where it names none,
of the list or table that holds it) run against the broken copy, through GROGNARD_TABLES.  A break that no
test notices is a survivor.  Exit status: 0 none survived, 1 some did, 2 the tests fail on the true tables.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from grognard.book import BOOKS, book
from grognard.catalogue import ID, rules_path
from grognard.ledger import find_tests, ledger
from grognard.options import cited

PATIENCE = 600  # seconds; a broken battle may never end, and a test that hangs has noticed
TABLES = "GROGNARD_TABLES"
NONE_COLLECTED = 5  # pytest's exit status when it found no test

# A comment, a string, a key, a truth or a number: what comes first is taken
TOKEN = re.compile(
    r"""(?P<comment>\#.*)
      | (?P<key>(?:[\w.-]+|"[^"]*")\s*=)
      | (?P<string>"[^"]*"|'[^']*')
      | (?P<truth>\btrue\b|\bfalse\b)
      | (?P<number>[+-]?\b\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?\b)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Value:
    """A value in the text of a tables.toml: where it stands, what it becomes, which rules it serves."""

    name: str
    line: int
    start: int
    end: int
    old: str
    new: str
    ids: tuple[str, ...]

    def __str__(self) -> str:
        rules = ", ".join(self.ids) or "no rule"
        return f"line {self.line}: {self.name} = {self.old} -> {self.new} [{rules}]"


def ids_of(line: str) -> tuple[str, ...]:
    """The rule ids in the comment of a line, and those alone."""
    comments = [match["comment"] for match in TOKEN.finditer(line) if match["comment"]]
    return tuple(dict.fromkeys(id for comment in comments for id in re.findall(rf"\b{ID}\b", comment)))


def perturbed(number: str) -> str:
    """A number made wrong: one more if it is whole, half as much again and one more if not."""
    if re.fullmatch(r"[+-]?[\d_]+", number):
        return str(int(number) + 1)
    value = float(number)
    return repr(value * 1.5 + 1.0 if value != -2.0 else -1.0)  # -2.0 would stay what it is


def denied(truth: str) -> str:
    """The other truth."""
    return "false" if truth == "true" else "true"


def next_word(word: str, words: list[str], place: int) -> str:
    """The next other word of a list, round and round; the word itself if there is no other."""
    following = words[place + 1 :] + words[:place]
    return next((other for other in following if other != word), word)


def values_of(text: str) -> list[Value]:
    """Every value of a tables.toml that can be broken."""
    found: list[Value] = []
    header_ids: tuple[str, ...] = ()
    list_ids: tuple[str, ...] = ()
    depth = 0
    for number, line in enumerate(text.splitlines(), start=1):
        ids = ids_of(line)
        if depth == 0 and line.lstrip().startswith("["):
            header_ids = ids
            continue
        list_ids = list_ids if depth else ids
        found += _broken(text, line, number, ids or list_ids or header_ids)
        bare = TOKEN.sub("", line)
        depth += bare.count("[") - bare.count("]")
    return found


def _broken(text: str, line: str, number: int, ids: tuple[str, ...]) -> Iterator[Value]:
    words = [match["string"] for match in TOKEN.finditer(line) if match["string"]]
    place = 0
    for match in TOKEN.finditer(line):
        old = match.group()
        new = old
        if match["number"]:
            new = perturbed(old)
        elif match["truth"]:
            new = denied(old)
        elif match["string"]:
            new = next_word(old, words, place)
            place += 1
        if new != old and not match["comment"]:
            value = Value("", number, match.start(), match.end(), old, new, ids)
            name = changed(tomllib.loads(text), tomllib.loads(broken(text, value)))
            yield Value(name, number, value.start, value.end, old, new, ids)


def broken(text: str, value: Value) -> str:
    """The text with that value made wrong."""
    lines = text.splitlines(keepends=True)
    line = lines[value.line - 1]
    lines[value.line - 1] = line[: value.start] + value.new + line[value.end :]
    return "".join(lines)


def changed(before: Mapping[str, object], after: Mapping[str, object]) -> str:
    """The name of the one value that differs between two tables."""
    old, new = dict(flat(before)), dict(flat(after))
    names = [name for name in old.keys() | new.keys() if old.get(name) != new.get(name)]
    if len(names) != 1:
        raise ValueError(f"one value should have changed, not {sorted(names)}")
    return names[0]


def flat(table: object, name: str = "") -> Iterator[tuple[str, object]]:
    """The values of a table within tables and lists, each under its whole name."""
    if isinstance(table, Mapping):
        for key, value in table.items():
            yield from flat(value, f"{name}.{key}" if name else str(key))
    elif isinstance(table, list):
        for i, value in enumerate(table):
            yield from flat(value, f"{name}[{i}]")
    else:
        yield name, table


@dataclass(frozen=True, slots=True)
class Trial:
    """How a broken value fared: noticed, or why not."""

    value: Value
    noticed: bool
    why: str


def run_tests(root: Path, book: Path, tables: str, tests: list[str]) -> int:
    """The exit status of pytest with other tables for the book."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / book.name / "tables.toml"
        copy.parent.mkdir()
        copy.write_text(tables, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        try:
            done = subprocess.run(
                command,
                cwd=root,
                env=os.environ | {TABLES: folder},
                capture_output=True,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return 1
        return done.returncode


def tried(root: Path, book: Path, text: str, value: Value, tests: list[str]) -> Trial:
    """Break one value and run the tests of its rules."""
    if not value.ids:
        return Trial(value, False, "no rule is named for it")
    if not tests:
        return Trial(value, False, "no test is marked with its rules")
    if run_tests(root, book, broken(text, value), tests) in (0, NONE_COLLECTED):
        return Trial(value, False, f"{len(tests)} tests passed all the same")
    return Trial(value, True, "noticed")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Break each value of the tables: marked tests must fail.")
    parser.add_argument("--book", choices=list(BOOKS), help="the book (default: all, one after another)")
    parser.add_argument("--sample", type=int, help="only so many values, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the draw (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (default: %(default)s)")
    return parser.parse_args()


def main() -> int:
    """Break them all, or a sample; report the survivors."""
    asked = arguments()
    tests_folder = find_tests()
    if tests_folder is None:
        print("The tests are not here: run this from a checkout.", file=sys.stderr)
        return 2
    names = [asked.book] if asked.book else list(BOOKS)
    return max(broken_tables(asked, tests_folder, folder) for folder in dict.fromkeys(map_out(names)))


def map_out(names: Sequence[str]) -> Iterator[Path]:
    """The folders whose tables these books are played by: their own, and that of their family."""
    for name in names:
        for folder in (rules_path(book(name).folder).parent, book(name).folder):
            if (folder / "tables.toml").is_file():
                yield folder


def broken_tables(asked: argparse.Namespace, tests_folder: Path, book: Path) -> int:
    """The values of one file of tables."""
    root = tests_folder.parent
    proofs = {entry.id: entry.tests for entry in ledger(rules_path(book).parent, tests_folder)}
    text = (book / "tables.toml").read_text(encoding="utf-8")
    values = [value for value in values_of(text) if value.ids or not is_sisters(book, value)]
    if asked.sample is not None and asked.sample < len(values):
        values = sorted(random.Random(asked.seed).sample(values, asked.sample), key=lambda v: v.line)
    tests = {value: sorted({test for id in value.ids for test in proofs.get(id, ())}) for value in values}
    everything = sorted({test for some in tests.values() for test in some})
    if everything and run_tests(root, book, text, everything) != 0:
        print("The tests fail on the true tables: mend that first.", file=sys.stderr)
        return 2
    survivors = [trial for trial in trials(root, book, text, tests, asked.jobs) if not trial.noticed]
    print(
        f"{book.name}: {len(values)} values broken, {len(values) - len(survivors)} noticed, {len(survivors)} survived."
    )
    for trial in sorted(survivors, key=lambda trial: (trial.value.line, trial.value.start)):
        print(f"  {trial.value}: {trial.why}")
    return 1 if survivors else 0


def is_sisters(book: Path, value: Value) -> bool:
    """Whether only a sister book has a rule for a value: then this one has a place for it, and nothing in it."""
    key = re.split(r"[.\[]", value.name)[0]
    others = (path for path in book.parent.glob("*/tables.toml") if path.parent != book)
    return rules_path(book).parent != book and any(key in cited(path) for path in others)


def trials(root: Path, book: Path, text: str, tests: Mapping[Value, list[str]], jobs: int) -> Iterator[Trial]:
    """Every trial as it ends, with progress on the error stream."""
    with ThreadPoolExecutor(jobs) as pool:
        running = [pool.submit(tried, root, book, text, value, some) for value, some in tests.items()]
        for n, done in enumerate(as_completed(running), start=1):
            trial = done.result()
            word = "noticed " if trial.noticed else "SURVIVED"
            print(f"[{n}/{len(running)}] {word} {trial.value}", file=sys.stderr, flush=True)
            yield trial


if __name__ == "__main__":
    sys.exit(main())
