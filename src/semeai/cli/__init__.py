"""The command line. Each verb is in the file with its name, and imports its modules only when it runs, so that `semeai
--help` is fast.
"""

from importlib import import_module

from semeai.cli.app import app, main

__all__ = ["app", "main"]

# In the order of the help.
for _verb in (
    *("list_", "agents", "play", "gtp", "web", "match", "tournament", "ladder", "report", "records", "regress"),
    *("evolve", "demo", "runs", "zoo", "reproduce", "bench"),
):
    import_module(f"semeai.cli.{_verb}")
