"""What the papers' READMEs say: the numbers are those of the code, so are the deviations, and links lead somewhere."""

import re
from collections import defaultdict

import pytest

from semeai.papers import PAPERS
from semeai.papers.paper import Paper
from semeai.papers.tables import format_numbers
from tests.papers.support import ALL_PAPERS, ROOT, deviations, folder_of, listed_deviations

papers = pytest.mark.parametrize("paper", ALL_PAPERS, ids=list(PAPERS))


def readme(paper: Paper) -> str:
    return (folder_of(paper) / "README.md").read_text()


@papers
def test_every_experiment_shows_its_numbers(paper: Paper) -> None:
    for experiment in paper.experiments:
        assert format_numbers(experiment) in readme(paper)


@papers
def test_every_figure_is_shown_with_its_command(paper: Paper) -> None:
    """A figure that has not been made yet has its command alone."""
    for figure in paper.figures:
        assert f"```\nsemeai reproduce {paper.key}/{figure.name} --scale " in readme(paper)
        is_made = (ROOT / "results" / paper.key / f"{figure.name}.svg").exists()
        assert (f"results/{paper.key}/{figure.name}.svg)" in readme(paper)) == is_made


@papers
def test_links(paper: Paper) -> None:
    links = re.findall(r"\]\(([^)#]+)", readme(paper))
    assert links
    assert [link for link in links if "://" not in link and not (folder_of(paper) / link).exists()] == []


@papers
def test_nothing_is_left_to_be_filled_in(paper: Paper) -> None:
    assert re.findall(r"<!--.*?-->|TO BE FILLED IN", readme(paper), re.DOTALL) == []


@papers
def test_title_and_authors(paper: Paper) -> None:
    assert f"*{paper.title}*" in readme(paper)
    assert all(author in readme(paper) for author in paper.authors.split(", "))


def test_deviations_are_those_of_the_code() -> None:
    found = defaultdict(list)
    for path in sorted((ROOT / "src").rglob("*.py")):
        for key, text in deviations(path.read_text()):
            found[key].append(text)
    assert set(found) <= set(PAPERS)
    for paper in ALL_PAPERS:
        assert "\n## Deviations\n" in readme(paper)
        assert sorted(listed_deviations(readme(paper))) == sorted(found[paper.key])


def test_how_deviations_are_collected() -> None:
    source = """
    x = 1  # DEVIATION(a): not a line of its own
    # DEVIATION(a): goes on
    # in the next line
    y = 2
    # no part of it
    # DEVIATION(b): one
    # DEVIATION(a): another
    """
    assert deviations(source) == [("a", "goes on in the next line"), ("b", "one"), ("a", "another")]
    assert listed_deviations("# x\n\n## Deviations\n\n- one\n  two\n- three\n\n## More\n\n- four\n") == [
        "one two",
        "three",
    ]
    assert listed_deviations("# x\n\n## Deviations\n\nNone yet.\n") == []
