"""python -m grognard: the command line."""

from .cli import main

main()
