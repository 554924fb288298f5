"""Write constraints.txt: the exact version of everything that a fresh install for development brings today.

python tools/pin.py            # into constraints.txt, from a virtual environment made for this and thrown away
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
HEADING = """\
# The versions that Grognard is built, tested and played with: what pip may choose, whatever else there is.
# pyproject.toml has the ranges that should work.  To renew these: make constraints
"""


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="grognard-pins-") as folder:
        venv.create(folder, with_pip=True)
        python = next(
            p for p in (Path(folder, "bin/python"), Path(folder, "Scripts/python.exe")) if p.exists()
        )
        pip(python, "install", "--quiet", *builders(), f"{ROOT}[dev]")
        found = pip(python, "freeze").splitlines()
    pins = sorted((line for line in found if "==" in line), key=str.lower)
    Path(ROOT, "constraints.txt").write_text(HEADING + "\n".join(pins) + "\n", encoding="utf-8")
    print(f"constraints.txt: {len(pins)} versions")


def builders() -> list[str]:
    """What builds the package, in a place of its own that pip freeze does not see."""
    project = tomllib.loads(Path(ROOT, "pyproject.toml").read_text(encoding="utf-8"))
    return list(project["build-system"]["requires"])


def pip(python: Path, *words: str) -> str:
    command = [str(python), "-m", "pip", "--disable-pip-version-check", *words]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
