"""What the page of papers shows: each figure with the paper's words, ours from its README, and the command."""

import re
from dataclasses import dataclass
from pathlib import Path

import semeai
from semeai.files import has_file
from semeai.papers import PAPERS, load_paper
from semeai.papers.paper import Paper
from semeai.shipped import shipped_results

_PACKAGE = Path(semeai.__file__).parent
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:)[^)]*\)")
_PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)$", re.MULTILINE)
_TABLES = re.compile(r"^The numbers are in .*?(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)
_CLAIMS = re.compile(r"^\| claim \| verdict \|.*\n(?:\|.*\n)*", re.MULTILINE)
_DETAILS = re.compile(r"^<details>.*?^</details>$", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class ShownFigure:
    """A figure as the page shows it."""

    name: str
    title: str
    printed: str
    """what the paper says"""
    ours: str
    """what we found, in Markdown; "" where nothing is written yet"""
    command: str
    """makes it"""
    picture: Path | None
    """where it is; None where it has not been made here"""


@dataclass(frozen=True)
class ShownPaper:
    """A paper as the page shows it."""

    key: str
    title: str
    authors: str
    summary: str
    state: str
    claims: str
    """its claims with our verdicts, a table in Markdown; "" where none are judged yet"""
    figures: tuple[ShownFigure, ...]


def shown_papers(folder: Path) -> list[ShownPaper]:
    """All papers, with the pictures that lie in `folder`/results, or in the results that come with the sources.

    This loads the experiments, and so takes some seconds the first time.
    """
    return [_shown(load_paper(key), folder) for key in PAPERS]


def _shown(paper: Paper, folder: Path) -> ShownPaper:
    readme = (_PACKAGE / "papers" / paper.key / "README.md").read_text(encoding="utf-8")
    figures = tuple(
        ShownFigure(
            name=figure.name,
            title=figure.title,
            printed=figure.claim,
            ours=findings(readme, figure.name),
            command=f"semeai reproduce {paper.key}/{figure.name}",
            picture=find_picture(paper.key, figure.name, folder),
        )
        for figure in paper.figures
    )
    return ShownPaper(paper.key, paper.title, paper.authors, paper.summary, paper.state, claims_of(readme), figures)


def find_picture(key: str, figure: str, folder: Path) -> Path | None:
    """The picture of a figure, of which both names must be ones that a paper has; None where there is none."""
    places = (folder / "results" / key, shipped_results(key))
    return next((place / f"{figure}.svg" for place in places if has_file(place, f"{figure}.svg")), None)


def claims_of(readme: str) -> str:
    """The table of claims in a README, which a test holds to the results; "" where there is none."""
    found = _CLAIMS.search(readme)
    return found[0] if found else ""


def findings(readme: str, figure: str) -> str:
    """What a README says under the heading of a figure, without what the page shows anyway, and
    without what is said of the tables, unless that is all.

    Links to other files lead nowhere on a page, so only their words stay.
    """
    section = f"\n{readme}".partition(f"\n## {figure}\n")[2]
    section = re.split(r"^##+ ", section, maxsplit=1, flags=re.MULTILINE)[0]
    section = _DETAILS.sub("", section)
    section = _FENCE.sub("", section)
    section = _PICTURE.sub("", section)
    section = _TABLES.sub("", section).strip() or section
    section = _LINK.sub(r"\1", section)
    return re.sub(r"\n{3,}", "\n\n", section).strip()
