"""Runs playaid as a module: ``python -m playaid``."""

from playaid.cli import main

main()
