"""Writes the page's types from the server's messages: web/src/messages.ts.  With --check it only compares."""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from typing import Any, get_args

from pydantic.json_schema import models_json_schema

from grognard.server import messages

OUT = Path(__file__).parents[1] / "web" / "src" / "messages.ts"
HEAD = "// Written by tools/page_types.py from the server's messages: do not edit.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def models() -> list[type[messages.Message]]:
    found = [m for m in vars(messages).values() if inspect.isclass(m) and issubclass(m, messages.Message)]
    return [m for m in found if m is not messages.Message]


def type_of(s: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in s:
        return str(s["$ref"]).rsplit("/", 1)[1]
    if "const" in s or "enum" in s:
        return " | ".join(json.dumps(v) for v in s.get("enum", [s.get("const")]))
    if "anyOf" in s or "oneOf" in s:
        return " | ".join(dict.fromkeys(type_of(part) for part in s.get("anyOf", s.get("oneOf"))))
    if s.get("type") == "array":
        return array_of(s)
    if s.get("type") == "object":
        rest = s.get("additionalProperties", True)
        return f"Record<string, {type_of(rest) if isinstance(rest, dict) else 'unknown'}>"
    return PLAIN.get(s.get("type", ""), "unknown")


def array_of(s: dict[str, Any]) -> str:
    if "prefixItems" in s:
        return f"[{', '.join(type_of(part) for part in s['prefixItems'])}]"
    of = type_of(s.get("items", {}))
    return f"({of})[]" if "|" in of else f"{of}[]"


def interface(name: str, s: dict[str, Any]) -> str:
    lines = [f"  {field}: {type_of(of)};" for field, of in s.get("properties", {}).items()]
    told = s.get("description", "").splitlines()
    doc = f"/** {told[0]} */\n" if told else ""
    return "\n".join([f"{doc}export interface {name} {{", *lines, "}"])


def union(name: str) -> str:
    members = get_args(get_args(getattr(messages, name))[0])
    return f"export type {name} = {' | '.join(m.__name__ for m in members)};"


def text() -> str:
    _, schema = models_json_schema([(m, "serialization") for m in models()])
    parts = [interface(name, s) for name, s in sorted(schema["$defs"].items())]
    return "\n\n".join([HEAD, *parts, union("FromServer"), union("FromPage")]) + "\n"


def main() -> int:
    wanted = text()
    if "--check" not in sys.argv:
        OUT.write_text(wanted, encoding="utf-8")
        return 0
    if OUT.read_text(encoding="utf-8") == wanted:
        return 0
    print("web/src/messages.ts is not what the server says: run python tools/page_types.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
