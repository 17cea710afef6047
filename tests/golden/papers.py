"""The papers at smoke scale as JSON values: the tables, the pictures and the printed text."""

from pathlib import Path

from semeai.papers import load_paper
from semeai.papers.paper import Scale
from tests.golden.snapshot import Snapshot, describe_file, digest, said


def paper_snapshot(key: str, cwd: Path) -> Snapshot:
    """All figures of a paper, made in `cwd`."""
    return {figure.name: figure_snapshot(key, figure.name, cwd) for figure in load_paper(key).figures}


def figure_snapshot(key: str, figure: str, cwd: Path) -> Snapshot:
    """A figure made in `cwd`, with the experiments that it is drawn from."""
    command = ("reproduce", f"{key}/{figure}", "--scale", Scale.SMOKE, "--out", "out", "--quiet")
    printed = {"report": said(*command, cwd=cwd)}
    chosen = next(its for its in load_paper(key).figures if its.name == figure)
    tables = {f"{name}.csv": describe_table(cwd / "out" / f"{name}.csv") for name in chosen.experiments}
    drawn = {path.name: describe_file(path) for path in sorted((cwd / "out").glob(f"{figure}.s*"))}
    return printed | {"files": tables | drawn}


def describe_table(path: Path) -> list[str]:
    """The digest of a table, and enough of its lines to see what has changed."""
    data = path.read_bytes()
    rows = data.decode().splitlines()
    return [digest(data), f"{len(rows)} lines", *rows[:3], *rows[3:][-2:]]
