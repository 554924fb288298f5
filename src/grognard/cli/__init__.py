"""The command line: grognard COMMAND.  Bad input is one helpful line and exit code 2."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Annotated

import typer

from ..problems import Problem
from . import force, measure, play, read, resolve, serve

app = typer.Typer(
    name="grognard",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"grognard {version('grognard')}")
        raise typer.Exit


@app.callback()
def options(
    version_: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=tell_version, help="say which version this is"),
    ] = False,
) -> None:
    """An umpire for miniature wargames: it plays, adjudicates, explains and simulates whole rulebooks."""


for chapter in (serve, play, resolve, measure, read, force):
    chapter.register(app)


def main() -> None:
    """Run a command; say what was wrong with the input, if anything was."""
    try:
        app()
    except Problem as e:
        print(f"grognard: {e}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except KeyboardInterrupt:
        print("grognard: stopped", file=sys.stderr)
        sys.exit(130)
