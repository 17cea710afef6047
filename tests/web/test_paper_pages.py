"""What the page of papers shows."""

from pathlib import Path

import pytest

from semeai.papers import PAPERS, load_paper
from semeai.papers.claims import Verdict
from semeai.papers.paper import Scale
from semeai.web.jobs import REPRODUCTIONS, Jobs
from semeai.web.paper_pages import claims_of, find_picture, findings, minutes_for, shown_papers
from semeai.web.reproductions import Reproduction

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
        assert {claim.figure for claim in paper.claims} <= {figure.name for figure in paper.figures}
        assert sum(n for _, n in paper.verdicts) == len(paper.claims) == sum(len(f.claims) for f in paper.figures)
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


CLAIMS = """Words.

| claim | verdict | our figure | seeds | command | minutes |
|---|---|---|---|---|---|
| it is [fast](x.py) (section 1) | **partly** | `ours` is 5 \\| 6 | 10 | `semeai reproduce toy/bars` | 3 |
| it is good (table 2) | **cannot be told here** | not run yet | 0 | `semeai reproduce toy/lines` |  |

More.
"""


def test_claims_are_read_from_the_table_of_a_readme() -> None:
    first, second = claims_of(CLAIMS)
    assert (first.text, first.verdict, first.figure) == ("it is fast (section 1)", Verdict.PARTLY, "bars")
    assert (first.numbers, first.n_seeds) == ("ours is 5 | 6", "10")
    assert (second.verdict, second.figure) == (Verdict.UNTOLD, "lines")
    assert claims_of("nothing") == []


def test_minutes_are_those_of_the_scale(tmp_path: Path) -> None:
    results = tmp_path / "results" / "richards"
    results.mkdir(parents=True)
    n = len(load_paper("richards").experiment("opponent").trials(Scale.NIGHT))
    few, all_ = (f'{{"scale": "night", "trials": {k}, "minutes": {{"night": {m}}}}}' for k, m in ((6, 2.5), (n, 4)))
    (results / "costs.json").write_text(f'{{"trick": {few}, "opponent": {all_}}}')
    assert minutes_for("richards", ("trick", "opponent"), Scale.LAPTOP, tmp_path) == 2.5 / 2 + 4  # 3 trials of trick
    assert minutes_for("richards", ("trick", "opponent"), Scale.SMOKE, tmp_path) is None


@pytest.mark.parametrize(
    ("key", "figure", "scale"),
    [
        ("nobody", "opponent", Scale.SMOKE),
        ("richards", "../opponent", Scale.SMOKE),
        ("richards", "", Scale.SMOKE),
        ("richards", "opponent", Scale.PAPER),
    ],
)
def test_only_figures_of_papers_are_run(tmp_path: Path, key: str, figure: str, scale: Scale) -> None:
    with pytest.raises(ValueError, match="no such experiment"):
        Reproduction(tmp_path, key, figure, scale)


def test_a_run_of_a_figure_has_a_folder_and_a_command_of_its_own(tmp_path: Path) -> None:
    run = Reproduction(tmp_path, "richards", "opponent", Scale.SMOKE)
    out = f"{REPRODUCTIONS}/richards-opponent-smoke"
    assert run.arguments() == ["reproduce", "richards/opponent", "--scale", "smoke", "--out", out]
    assert run.job == tmp_path / out
    assert run.state is None
    assert not run.is_ours(Jobs(tmp_path, 1))
    n_done, n_all = run.count_trials()
    assert n_done == 0 < n_all
    trials = tmp_path / "runs" / "richards" / "smoke" / "opponent"
    trials.mkdir(parents=True)
    (trials / "rows.jsonl").write_text("{}\n{}\n")
    assert run.count_trials()[0] == min(2, n_all)
