"""The compiled twin of the rules: load("books.horse_and_musket.sequence") is that module, jitted.

A finder gives every module of `grognard` a second life under the name `grognard_compiled`: the rules
modules are executed again from the same files and their functions jitted; relative imports inside
them then find one another's jitted twins.  Modules outside the rules are the very same objects."""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from .problems import how_to_install

try:
    import numba
    import numba.core.config
    import numba.core.event
except ImportError:  # the laboratory is slower without it; missing() says so to people
    numba = None

ROOT, SHADOW = "grognard", "grognard_compiled"
HOME = Path(__file__).parent
RULES = ("", ".table", ".dice", ".battle", ".books")
OUTSIDE = (
    "asking",
    "barred",
    "book",
    "brief",
    "cards",
    "checking",
    "conceal",
    "forces",
    "foretelling",
    "gestures",
    "grouping",
    "hand",
    "laying",
    "menu",
    "mustering",
    "names",
    "nearest",
    "offers",
    "offers_magic",
    "picking",
    "points",
    "procedures",
    "refusals",
    "refusals_fire",
    "refusals_guns",
    "refusals_magic",
    "restrictions",
    "rolls",
    "rosters",
    "routes",
    "ruling_command",
    "ruling_fire",
    "ruling_magic",
    "ruling_melee",
    "ruling_morale",
    "ruling_points",
    "ruling_risk",
    "scene",
    "setup",
    "situations",
    "sketch",
    "telling",
    "words",
)  # of a book: what is not rules

lifted = 0  # how many functions have been made ready, for progress


def missing() -> str:
    """Why there is no compiled twin here, or nothing."""
    if numba is None:
        slow = "Numba is not installed, so battles run on CPython, about 100 times slower"
        return f"{slow}: {how_to_install('fast')}"
    return ""


def cache_root() -> Path:
    """Where machine code is kept between runs."""
    given = os.environ.get("GROGNARD_CACHE")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "grognard"


def is_rules(tail: str) -> bool:
    """Is this module, named after the package, one that rules are written in?"""
    inside = any(tail == r or (r and tail.startswith(r + ".")) for r in RULES)
    return inside and tail.rpartition(".")[2] not in OUTSIDE


@cache
def fingerprint(book: str) -> str:
    """The sources a module's machine code can depend on, and the compiler, in one short word.

    Shared modules depend on shared modules, a book on those and on itself.  Tables are data of the
    battle, not constants of the code, so they are not counted."""
    h = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for p in sorted(HOME.rglob("*.py")):
        tail = "." + ".".join(p.relative_to(HOME).with_suffix("").parts)
        counts = not tail.startswith(".books.") or (book != "" and tail.startswith(book + "."))
        if counts and (is_rules(tail) or p.name in ("records.py", "values.py", "compiled.py", "linking.py")):
            h.update(tail.encode() + b"\0" + p.read_bytes())
    return (book.rpartition(".")[2] or "shared") + "-" + h.hexdigest()[:16]


def jit(f: FunctionType, pipeline: Any, keep: bool) -> Any:
    """njit, but a literal argument is just an int: numba would compile emit anew for every rule number."""
    d: Any = numba.njit(cache=keep, nogil=True, error_model="numpy", pipeline_class=pipeline)(f)
    ask = d.get_call_template
    plain: Any = numba.types.unliteral
    d.get_call_template = lambda args, kws: ask(
        [plain(a) for a in args], {k: plain(v) for k, v in kws.items()}
    )
    return d


class Lifter(importlib.machinery.SourceFileLoader):
    """Executes a rules module a second time and jits what it defines."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        for name, value in list(vars(module).items()):
            if isinstance(value, FunctionType):
                if value.__module__ == module.__name__:
                    setattr(module, name, inner(value))
                elif value.__module__.startswith(ROOT + ".") and is_rules(value.__module__[len(ROOT) :]):
                    raise ImportError(f"{module.__name__}: {name} came by an absolute import")
            elif isinstance(value, type) and issubclass(value, IntEnum) and value is not IntEnum:
                plain = ModuleType(name)  # numba takes a module's ints as constants of type int
                vars(plain).update({m.name: int(m) for m in value})
                setattr(module, name, plain)
            elif is_row(value):
                setattr(
                    module, name, np.array(value)
                )  # a place in a tuple is found by a jump, in an array it is read


def is_row(value: object) -> bool:
    """Is this a constant tuple of numbers, all whole or all not?"""
    return isinstance(value, tuple) and len(value) > 2 and {type(v) for v in value} in ({float}, {int})


class Alias(importlib.abc.Loader):
    """A module outside the rules is itself under either name, and stays what it is."""

    def create_module(self, spec: Any) -> ModuleType:
        module = importlib.import_module(ROOT + spec.name[len(SHADOW) :])
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state  # the import system has put the shadow's there


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> Any:
        if name != SHADOW and not name.startswith(SHADOW + "."):
            return None
        real = importlib.util.find_spec(ROOT + name[len(SHADOW) :])
        if real is None or real.origin is None:
            return None
        if not is_rules(name[len(SHADOW) :]):
            return importlib.util.spec_from_loader(name, Alias())
        return importlib.util.spec_from_file_location(
            name,
            real.origin,
            loader=Lifter(name, real.origin),
            submodule_search_locations=real.submodule_search_locations,
        )


def load(module: str) -> ModuleType:
    """load("table.boxes"): the jitted twin of grognard.table.boxes."""
    if numba is None:
        raise ImportError(missing())
    if not any(isinstance(f, Finder) for f in sys.meta_path):
        sys.meta_path.insert(0, Finder())
    return importlib.import_module(f"{SHADOW}.{module}")


@cache
def entry(module: str, name: str) -> Any:
    """entry("books.horse_and_musket.sequence", "play_turn"): callable from Python, kept on disk.

    Its machine code holds all it calls, so the next process loads one file and compiles nothing."""
    from .linking import Entry

    found = getattr(load(module), name)
    parts = module.split(".")
    book = "." + ".".join(parts[:2]) if parts[0] == "books" and len(parts) > 2 else ""
    config: Any = numba.core.config
    config.CACHE_DIR = str(cache_root() / fingerprint(book))  # read when njit is applied
    return jit(found.py_func, Entry, True)


def inner(f: FunctionType) -> Any:
    """A function that only other compiled functions call."""
    from .linking import Inner

    global lifted
    lifted += 1
    return jit(f, Inner, False)


@contextlib.contextmanager
def watched(told: Callable[[int, int], None]) -> Iterator[None]:
    """Tell how many functions have been compiled, of how many; silent when all come from the cache."""
    done = 0

    class Watcher(numba.core.event.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None: ...

        def on_end(self, event: Any) -> None:
            nonlocal done
            done += 1
            told(done, max(lifted, done))

    with numba.core.event.install_listener("numba:compile", Watcher()):
        yield
