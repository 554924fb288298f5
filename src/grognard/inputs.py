"""The inputs of procedures, as all books write them."""

from __future__ import annotations

from .book import Input

LEAST = 0.1  # inches: nearer is contact


def choice(name: str, text: str, values: tuple[str, ...], default: str | None = None) -> Input:
    return Input(name, "choice", text, default or values[0], values)


def flag(name: str, text: str, default: bool = False) -> Input:
    return Input(name, "bool", text, default)


def number(name: str, text: str, default: int, unit: str, least: int, most: int) -> Input:
    return Input(name, "int", text, default, (), unit, least, most)


def inches(name: str, text: str, default: float, most: float, least: float = LEAST) -> Input:
    return Input(name, "float", text, default, (), "inches", least, most)
