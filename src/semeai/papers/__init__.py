"""Papers by key. Each has a folder with its experiments, figures and printed values; `semeai` has our own questions."""

from importlib import import_module
from typing import TYPE_CHECKING

from semeai.specs import did_you_mean

if TYPE_CHECKING:
    from semeai.papers.paper import Figure, Paper

# Named, not loaded: experiments load kernels.
PAPERS = {
    "drake": "semeai.papers.drake",
    "zela": "semeai.papers.zela",
    "howlett": "semeai.papers.howlett",
    "blackman": "semeai.papers.blackman",
    "richards": "semeai.papers.richards",
    "semeai": "semeai.papers.semeai",
}


def load_paper(key: str) -> "Paper":
    """The paper of that key. Raises PaperError."""
    from semeai.papers.paper import PaperError

    if key not in PAPERS:
        raise PaperError(f"no paper called {key!r}; {did_you_mean(key, PAPERS)}")
    paper: Paper = import_module(PAPERS[key]).PAPER
    return paper


def parse_targets(text: str) -> "list[tuple[Paper, tuple[Figure, ...]]]":
    """The papers and figures that KEY, KEY/FIGURE or "all" names. Raises PaperError."""
    return [parse_target(key) for key in PAPERS] if text == "all" else [parse_target(text)]


def parse_target(text: str) -> "tuple[Paper, tuple[Figure, ...]]":
    """The paper that KEY or KEY/FIGURE names, with all its figures or the one. Raises PaperError."""
    from semeai.papers.paper import PaperError

    key, slash, name = text.partition("/")
    paper = load_paper(key)
    figures = tuple(figure for figure in paper.figures if not slash or figure.name == name)
    if not figures:
        names = [figure.name for figure in paper.figures]
        raise PaperError(f"{key} has no figure {name!r}; {did_you_mean(name, names, 'it has')}")
    return paper, figures


def describe_papers() -> str:
    """A readable list of all papers and their figures."""
    lines = []
    for key in PAPERS:
        paper = load_paper(key)
        lines.append(f"{key}: {paper.summary}")
        lines.append(f"    {paper.title}; {paper.authors}")
        lines.append(f"    {paper.state}")
        lines += [f"    semeai reproduce {key}/{figure.name}" for figure in paper.figures]
    return "\n".join(lines)
