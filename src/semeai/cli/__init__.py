"""The command line: verbs only. Each imports what it needs when it runs, so that `semeai --help` answers at once.

The modules hold some verbs each; their order is that of the help.
"""

from semeai.cli import playing, browsing, competing, recording, evolve, demo, runs, papers, measuring  # noqa: I001
from semeai.cli.app import app, main

__all__ = [
    "app",
    "browsing",
    "competing",
    "demo",
    "evolve",
    "main",
    "measuring",
    "papers",
    "playing",
    "recording",
    "runs",
]
