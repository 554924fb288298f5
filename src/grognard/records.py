"""Records: slotted dataclasses on CPython, numpy records when compiled.  Never lifted: plain Python.

One declaration gives all four: the CPython object, its dtype, its clone and its bytes.

    @dataclass(slots=True)
    class Rules:
        save: int = 0
        reach: list[list[float]] = many(float, Weapon, Band)   # reach[Weapon.RIFLE][Band.LONG]

A length is a number or an IntEnum; with an IntEnum the tables file names each place in its words."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")
SCALARS = {"float": "f8", "int": "i8", "bool": "?"}

Length = int | type[enum.IntEnum]


class Pending(Exception):
    """The rules have reached a choice that nobody has made yet (the ask is in the script)."""


class Exhausted(Exception):
    """The rules want dice that nobody has given yet (what is wanted is in the dice)."""


def size(length: Length) -> int:
    return length if isinstance(length, int) else len(length)


def fill(kind: Any, shape: tuple[int, ...]) -> Any:
    if not shape:
        return kind()
    return [fill(kind, shape[1:]) for _ in range(shape[0])]


def many(kind: Any, *lengths: Length, words: type[enum.IntEnum] | None = None, sparse: bool = False) -> Any:
    """A fixed number of scalars or records; with two lengths, rows of them.

    With words, each value is one of a vocabulary and the tables file writes it in words; sparse: the tables
    file may leave names out, which stand for nothing: 0."""
    shape = tuple(size(n) for n in lengths)
    return dataclasses.field(
        default_factory=lambda: fill(kind, shape),
        metadata={"of": kind, "shape": shape, "lengths": lengths, "words": words, "sparse": sparse},
    )


def one(kind: Any) -> Any:
    """A record within a record."""
    return dataclasses.field(default_factory=kind, metadata={"of": kind, "shape": ()})


def option(values: type[enum.IntEnum], *words: str) -> Any:
    """A choice among named readings of a rule; the first is the book's default.

    People write the names of the values, or the words given for them: option(FireArc, "360", "180")."""
    readings = words or tuple(m.name.lower() for m in values)
    if [int(v) for v in values] != list(range(len(readings))):
        raise ValueError(f"{values.__name__}: {readings} are not the words of its values in order from 0")
    return dataclasses.field(default=0, metadata={"readings": readings})


def is_scalar(kind: Any) -> bool:
    return kind is None or kind.__name__ in SCALARS


@cache
def dtype_of(cls: type) -> Any:
    import numpy as np

    out: list[Any] = []
    for f in dataclasses.fields(cls):
        of, shape = f.metadata.get("of"), f.metadata.get("shape", ())
        name = str(f.type) if of is None else of.__name__
        kind = SCALARS[name] if name in SCALARS else dtype_of(of)
        out.append((f.name, kind, shape) if shape else (f.name, kind))
    plain = np.dtype(out, align=True)
    return filled_up(plain) if cls in SHIFTED else plain


SHIFTED: set[type] = set()


def shifted(cls: type[T]) -> type[T]:
    """A record that is looked up in lists more than anything else is filled up to a power of two of bytes: its place is
    then found by a shift, and whole battles are 3 % faster so."""
    SHIFTED.add(cls)
    return cls


def filled_up(plain: Any) -> Any:
    """A record's dtype with room at its end, so that it takes a power of two of bytes."""
    import numpy as np

    formats, offsets = zip(*(plain.fields[n][:2] for n in plain.names), strict=True)
    whole: Any = {"names": plain.names, "formats": formats, "offsets": offsets}
    whole["itemsize"] = 1 << (plain.itemsize - 1).bit_length()
    return np.dtype(whole, align=True)


@cache
def cloner(cls: type) -> Callable[[Any], Any]:
    """A generated copier: Unit(s.x, s.y, ...) with lists and records within copied too."""
    env: dict[str, Any] = {"cls": cls}
    parts = []
    for f in dataclasses.fields(cls):
        of, shape = f.metadata.get("of"), f.metadata.get("shape", ())
        part = f"s.{f.name}"
        if of is not None:
            if not is_scalar(of):
                env["c_" + f.name] = cloner(of)
                part = f"c_{f.name}({part})" if not shape else f"[c_{f.name}(v) for v in {part}]"
            elif len(shape) == 1:
                part += "[:]"
            else:
                part = f"[v[:] for v in {part}]"
        parts.append(part)
    return eval(f"lambda s: cls({', '.join(parts)})", env)  # type: ignore[no-any-return]


def clone(s: Any) -> Any:
    cls: Any = type(s)
    return cloner(cls)(s)


def pack(s: Any, into: Any = None) -> Any:
    """A dataclass record as a numpy record (its bytes are the state: padding is zero)."""
    import numpy as np

    cls: Any = type(s)
    rec = np.zeros(1, dtype_of(cls))[0] if into is None else into
    for f in dataclasses.fields(s):
        of, shape, v = f.metadata.get("of"), f.metadata.get("shape", ()), getattr(s, f.name)
        if is_scalar(of):
            rec[f.name] = v
        elif not shape:
            pack(v, rec[f.name])
        else:
            for i in range(shape[0]):
                pack(v[i], rec[f.name][i])
    return rec


def unpack(rec: Any, cls: Any) -> Any:
    """The dataclass record again, from a numpy record."""
    out = cls()
    for f in dataclasses.fields(cls):
        of, shape, v = f.metadata.get("of"), f.metadata.get("shape", ()), rec[f.name]
        if of is None:
            setattr(out, f.name, v.item())
        elif is_scalar(of):
            setattr(out, f.name, v.tolist())
        elif not shape:
            setattr(out, f.name, unpack(v, of))
        else:
            setattr(out, f.name, [unpack(v[i], of) for i in range(shape[0])])
    return out
