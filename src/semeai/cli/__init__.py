"""The command line: verbs only, each in the file with its name. They import what they need when they run, so that
`semeai --help` answers at once.

The order of the imports is that of the help.
"""

from semeai.cli import list_, agents, play, gtp, web, match, tournament, records, regress  # noqa: I001
from semeai.cli import evolve, demo, runs, reproduce, bench
from semeai.cli.app import app, main

__all__ = [
    "agents",
    "app",
    "bench",
    "demo",
    "evolve",
    "gtp",
    "list_",
    "main",
    "match",
    "play",
    "records",
    "regress",
    "reproduce",
    "runs",
    "tournament",
    "web",
]
