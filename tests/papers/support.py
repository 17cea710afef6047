"""What the tests of papers share: all papers, one that takes no time, and how a README tells of its paper."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from semeai.papers import PAPERS, load_paper
from semeai.papers.paper import Bench, Experiment, Figure, Number, Paper, Row, Scale, chosen, sweep

ROOT = Path(__file__).parents[2]
ALL_PAPERS = [load_paper(key) for key in PAPERS]
EXPERIMENTS = {f"{paper.key}/{e.name}": e for paper in ALL_PAPERS for e in paper.experiments}
FIGURES = {f"{paper.key}/{f.name}": (paper, f) for paper in ALL_PAPERS for f in paper.figures}


def folder_of(paper: Paper) -> Path:
    return ROOT / "src" / "semeai" / "papers" / paper.key


def words(path: Path) -> str:
    """All that is written in a picture."""
    texts = ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")
    return " ".join(" ".join("".join(text.itertext()).split()) for text in texts)


# -- a paper that takes no time ----------------------------------------------------------------------------------------


def make_paper(made: list[tuple[Any, ...]], columns: tuple[str, ...] = ("a", "b"), **numbers: Number) -> Paper:
    """Two variants with three seeds. Each trial that is really made is entered in `made`."""

    def trial(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
        made.append((params["x"], seed))
        bench.watch("half way")
        return [dict(zip(columns, (params["x"] / 3 + i, f"s{seed}"), strict=True)) for i in range(2)]

    experiment = Experiment(
        name="little",
        title="a little experiment",
        numbers=numbers,
        scales={scale: {"seeds": chosen(3, "three")} for scale in Scale if scale is not Scale.LAPTOP},
        variants=sweep(x=[chosen(x, "why not") for x in (1, 2)]),
        columns=columns,
        trial=trial,
    )
    figure = Figure("bars", "bars", ("little",), '"it grows" (section 1)', draw_bars)
    return Paper("toy", "Toys", "nobody", "nowhere", "a toy", "all of it", (experiment,), (figure,))


def draw_bars(rows: Mapping[str, list[Row]]) -> Any:
    from matplotlib.figure import Figure

    figure = Figure()
    figure.subplots().plot([row["a"] for row in rows["little"]])
    return figure


# -- what a README says ------------------------------------------------------------------------------------------------


def deviations(source: str) -> list[tuple[str, str]]:
    """The comments `# DEVIATION(key): ...` of a file, each with the lines of comment that go on with it."""
    found: list[tuple[str, str]] = []
    is_open = False
    for line in map(str.strip, source.splitlines()):
        if match := re.fullmatch(r"# DEVIATION\((\w+)\): (.+)", line):
            found.append((match[1], match[2]))
            is_open = True
        elif is_open and line.startswith("# "):
            found[-1] = found[-1][0], f"{found[-1][1]} {line[2:].strip()}"
        else:
            is_open = False
    return found


def listed_deviations(readme: str) -> list[str]:
    """The entries of the section "Deviations"."""
    section = readme.partition("\n## Deviations\n")[2].partition("\n## ")[0]
    return [" ".join(entry.split()) for entry in re.split(r"^- ", section, flags=re.MULTILINE)[1:]]
