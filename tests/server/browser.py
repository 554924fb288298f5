"""Where Chromium is.  Tests that want it are skipped where there is none, except with GROGNARD_CI: there they fail."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from grognard.server.page import FOLDER

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--no-first-run"]  # fmt: skip
MUST = bool(os.environ.get("GROGNARD_CI"))


def find_chromium() -> str | None:
    """The machine's own, or the one that Playwright has fetched."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is not None:
        return found
    with sync_playwright() as p:
        fetched = p.chromium.executable_path
    return fetched if Path(fetched).is_file() else None


def needs(there: bool, what: str) -> pytest.MarkDecorator:
    """A mark for tests that cannot run without something; where nothing may be skipped they fail."""
    return pytest.mark.skipif(not there and not MUST, reason=what)


CHROMIUM = find_chromium()
needs_browser = needs(
    CHROMIUM is not None and (FOLDER / "index.html").is_file(), "no Chromium here, or no built page"
)
needs_axe = needs(AXE.is_file(), "axe-core comes with the page's own packages")
