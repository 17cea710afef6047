"""The papers as the pages show them: claims with verdicts, figures, texts of their READMEs, and the paths of
pictures."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import semeai
from semeai.files import has_file
from semeai.papers import PAPERS, load_paper
from semeai.papers.claims import Verdict
from semeai.papers.costs import expected_minutes, read_costs
from semeai.papers.paper import Figure, Paper, Scale
from semeai.shipped import shipped_results

_PACKAGE = Path(semeai.__file__).parent
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:)[^)]*\)")
_PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)$", re.MULTILINE)
_TABLES = re.compile(r"^The numbers are in .*?(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)
_CLAIMS = re.compile(r"^\| claim \| verdict \|.*\n(?:\|.*\n)*", re.MULTILINE)
_CELLS = re.compile(r"(?<!\\)\|")
_DETAILS = re.compile(r"^<details>.*?^</details>$", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class ShownClaim:
    """A claim of a paper with our verdict."""

    text: str
    """the statement, and where the paper makes it"""
    verdict: Verdict
    numbers: str
    """our numbers with their intervals"""
    n_seeds: str
    figure: str
    """the figure that tests it"""


@dataclass(frozen=True)
class ShownFigure:
    """A figure as its page shows it."""

    name: str
    title: str
    printed: str
    """the paper's statement"""
    ours: str
    """our findings, in Markdown; "" if nothing is written yet"""
    command: str
    """the command that generates it"""
    picture: Path | None
    """its file; None if it has not been generated here"""
    claims: tuple[ShownClaim, ...]
    experiments: tuple[str, ...]


@dataclass(frozen=True)
class ShownPaper:
    """A paper as its page shows it."""

    key: str
    title: str
    authors: str
    summary: str
    state: str
    claims: tuple[ShownClaim, ...]
    figures: tuple[ShownFigure, ...]

    def figure(self, name: str) -> ShownFigure | None:
        """The figure of that name; None if there is none."""
        return next((figure for figure in self.figures if figure.name == name), None)

    @property
    def verdicts(self) -> list[tuple[Verdict, int]]:
        """The number of claims by verdict, confirmed first."""
        counts = Counter(claim.verdict for claim in self.claims)
        return [(verdict, counts[verdict]) for verdict in Verdict if counts[verdict]]


def shown_paper(key: str, folder: Path) -> ShownPaper:
    """A paper with the pictures in the work folder `folder`, or else the shipped ones. Raises PaperError.

    This loads the experiments and takes some seconds the first time.
    """
    return _shown(load_paper(key), folder)


def shown_papers(folder: Path) -> list[ShownPaper]:
    """All papers, see `shown_paper`."""
    return [shown_paper(key, folder) for key in PAPERS]


def _shown(paper: Paper, folder: Path) -> ShownPaper:
    readme = _readme(paper.key)
    claims = tuple(claims_of(readme))
    figures = tuple(_shown_figure(paper, figure, readme, claims, folder) for figure in paper.figures)
    return ShownPaper(paper.key, paper.title, paper.authors, paper.summary, paper.state, claims, figures)


def _shown_figure(
    paper: Paper, figure: Figure, readme: str, claims: tuple[ShownClaim, ...], folder: Path
) -> ShownFigure:
    return ShownFigure(
        name=figure.name,
        title=figure.title,
        printed=figure.claim,
        ours=findings(readme, figure.name),
        command=f"semeai reproduce {paper.key}/{figure.name}",
        picture=find_picture(paper.key, figure.name, folder),
        claims=tuple(claim for claim in claims if claim.figure == figure.name),
        experiments=figure.experiments,
    )


@cache
def _readme(key: str) -> str:
    return (_PACKAGE / "papers" / key / "README.md").read_text(encoding="utf-8")


# -- results -----------------------------------------------------------------------------------------------------------


def result_folders(key: str, folder: Path) -> list[Path]:
    """The places of a paper's results: the work folder, then the shipped ones. `key` must be one of PAPERS."""
    return [folder / "results" / key, shipped_results(key)]


def find_picture(key: str, figure: str, folder: Path) -> Path | None:
    """The picture of a figure; None if there is none. Both names must come from a paper."""
    places = result_folders(key, folder)
    return next((place / f"{figure}.svg" for place in places if has_file(place, f"{figure}.svg")), None)


def minutes_for(key: str, experiments: tuple[str, ...], scale: Scale, folder: Path) -> float | None:
    """The minutes that experiments take on two cores; None if not measured. Raises OSError, DamagedFile."""
    paper = load_paper(key)
    for place in result_folders(key, folder):
        costs = read_costs(place)
        minutes = [expected_minutes(paper.experiment(name), costs, scale) for name in experiments]
        if None not in minutes:
            return sum(one for one in minutes if one is not None)
    return None


# -- words -------------------------------------------------------------------------------------------------------------


def claims_of(readme: str) -> list[ShownClaim]:
    """The claims in the table of a README. A test compares the table with the results."""
    found = _CLAIMS.search(readme)
    claims = []
    for line in (found[0].splitlines() if found else [])[2:]:
        text, verdict, numbers, n_seeds, command, _ = (cell.strip() for cell in _CELLS.split(line)[1:-1])
        figure = command.strip("`").rpartition("/")[2].partition(" ")[0]
        words = [_LINK.sub(r"\1", cell.replace("\\|", "|").replace("`", "")) for cell in (text, numbers)]
        claims.append(ShownClaim(words[0], Verdict(verdict.strip("*")), words[1], n_seeds, figure))
    return claims


def findings(readme: str, figure: str) -> str:
    """The text of a README under the heading of a figure, without the parts that the page shows itself, and without the
    notes on tables unless there is nothing else.

    Links to other files do not work on a page, so only their text is kept.
    """
    section = f"\n{readme}".partition(f"\n## {figure}\n")[2]
    section = re.split(r"^##+ ", section, maxsplit=1, flags=re.MULTILINE)[0]
    section = _DETAILS.sub("", section)
    section = _FENCE.sub("", section)
    section = _PICTURE.sub("", section)
    section = _TABLES.sub("", section).strip() or section
    section = _LINK.sub(r"\1", section)
    return re.sub(r"\n{3,}", "\n\n", section).strip()
