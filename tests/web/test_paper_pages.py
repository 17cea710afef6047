"""What the page of papers shows."""

from pathlib import Path

import pytest

from semeai.papers import PAPERS
from semeai.web.paper_pages import find_picture, findings, shown_papers

README = """# toy

Words.

## bars

```
semeai reproduce toy/bars
```

![Bars](../../bars.svg)

The numbers are in [bars.csv](bars.csv): a row
for each bar.

It grows, as [wally](../wally.py) and [Elo](https://example.org/elo) do.

| a | b |
|---|---|
| 1 | 2 |

### The numbers of bars

| setting | value |

## lines

Nothing.
"""


def test_findings_are_our_words_alone() -> None:
    assert findings(README, "bars") == (
        "It grows, as wally and [Elo](https://example.org/elo) do.\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    )
    assert findings(README, "lines") == "Nothing."
    assert findings(README, "dots") == ""


def test_all_papers_are_shown_and_every_figure_has_words_of_both_sides(tmp_path: Path) -> None:
    papers = shown_papers(tmp_path)
    assert [paper.key for paper in papers] == list(PAPERS)
    for paper in papers:
        for figure in paper.figures:
            assert figure.printed, figure.name
            assert figure.ours, figure.name
            assert figure.command == f"semeai reproduce {paper.key}/{figure.name}"


@pytest.mark.parametrize("key", ["richards"])
def test_a_picture_of_the_work_folder_comes_before_ours(tmp_path: Path, key: str) -> None:
    ours = find_picture(key, "generations", tmp_path)
    assert ours is None or tmp_path not in ours.parents
    mine = tmp_path / "results" / key / "generations.svg"
    mine.parent.mkdir(parents=True)
    mine.touch()
    assert find_picture(key, "generations", tmp_path) == mine
