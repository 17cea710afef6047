"""Files that come with semeai: results of papers, positions of their problems, and suites for `semeai regress`.

A wheel holds them inside the package. In a source tree, results and suites are next to the package, under version
control.
"""

from pathlib import Path

PACKAGE = Path(__file__).parent
SOURCE = PACKAGE.parents[1]


def shipped_results(key: str) -> Path:
    """The folder with the results of a paper, or with the ladders for `ladder`."""
    return _first(PACKAGE / "results", SOURCE / "results") / key


def shipped_suite(name: str) -> Path | None:
    """A suite by its name, such as `tactics`; None if there is none."""
    return _named(_first(PACKAGE / "suites", SOURCE / "tests" / "regress"), name)


def shipped_position(name: str) -> Path | None:
    """A position by `PAPER/NAME` or `problem:NAME`, such as `drake/flower_six`; None if there is none."""
    paper, _, problem = name.rpartition("/") if "/" in name else name.rpartition(":")
    papers = "*" if paper == "problem" else paper
    folders = sorted(PACKAGE.glob(f"papers/{papers}/problems")) if papers else []
    return next((path for folder in folders if (path := _named(folder, problem))), None)


def _first(*places: Path) -> Path:
    return next((place for place in places if place.is_dir()), places[0])


def _named(folder: Path, name: str) -> Path | None:
    return next((path for path in sorted(folder.glob("*.*")) if name in (path.name, path.stem)), None)
