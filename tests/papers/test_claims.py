"""Claims of papers: verdicts come from the tables in results/, and READMEs show them as they are."""

import importlib.util
import json
from dataclasses import replace
from pathlib import Path

import pytest

from semeai.files import DamagedFile
from semeai.papers import PAPERS
from semeai.papers.claims import (
    Claim,
    Finding,
    Tables,
    Verdict,
    count_verdicts,
    format_claims,
    judge_claims,
    tell_verdicts,
    verdict_of,
)
from semeai.papers.costs import expected_minutes, foretell, minutes_of, read_costs, write_cost
from semeai.papers.paper import Paper, Scale, chosen, few
from semeai.papers.reproduce import reproduce
from semeai.parallel.executors import Workers
from tests.papers.support import ALL_PAPERS, ROOT, make_paper


def grows(tables: Tables) -> Finding:
    by_x = {x: [row["a"] for row in tables["little"] if row["x"] == x] for x in (1, 2)}
    return Finding(verdict_of(1 if min(by_x[2]) > min(by_x[1]) else -1), f"{min(by_x[2]):.2f} | more", 3)


def toy() -> Paper:
    claims = (Claim("it grows", "section 1", "bars", grows), Claim("again", "section 2", "bars", grows))
    return replace(make_paper([]), claims=claims)


def test_claims_are_judged_by_tables(tmp_path: Path) -> None:
    paper, results = toy(), tmp_path / "results"
    results.mkdir()
    assert [one.finding.verdict for one in judge_claims(paper, results)] == [Verdict.UNTOLD] * 2
    assert count_verdicts(judge_claims(paper, results)) == "2 cannot be told here"
    with Workers(1) as workers:
        reproduce(paper, paper.figures, Scale.SMOKE, tmp_path / "runs", results, workers)
    judged = judge_claims(paper, results)
    assert count_verdicts(judged) == "2 confirmed"
    first = format_claims(judged).splitlines()[2]
    command = "`semeai reproduce toy/bars --scale smoke`"
    assert first == f"| it grows (section 1) | **confirmed** | 0.67 \\| more | 3 | {command} | < 1 |"


def test_verdicts_in_words() -> None:
    tables = {"little": [{"x": 1, "a": 1.0}, {"x": 2, "a": 2.0}]}
    assert tell_verdicts(toy().claims, tables) == "Confirmed: it grows; again."


def test_signs() -> None:
    assert [verdict_of(sign) for sign in (1, 0, -1)] == ["confirmed", "cannot be told here", "contradicted"]


def test_every_claim_has_its_figure() -> None:
    for paper in ALL_PAPERS:
        figures = {figure.name for figure in paper.figures}
        assert {claim.figure for claim in paper.claims} <= figures
        assert len({claim.text for claim in paper.claims}) == len(paper.claims)


def test_readmes_have_the_verdicts_of_the_results() -> None:
    spec = importlib.util.spec_from_file_location("claims", ROOT / "docs" / "claims.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for path, text in module.readmes().items():
        assert path.read_text() == text, f"{path} is not up to date: python docs/claims.py"
    for paper in ALL_PAPERS:
        readme = (ROOT / "src" / "semeai" / "papers" / paper.key / "README.md").read_text()
        assert ("| claim | verdict |" in readme) == bool(paper.claims)


# -- costs -------------------------------------------------------------------------------------------------------------


def test_costs_keep_the_minutes_of_every_scale(tmp_path: Path) -> None:
    write_cost(tmp_path, "little", Scale.NIGHT, 6, 90.0)
    write_cost(tmp_path, "little", Scale.PAPER, 60, 900.0)
    write_cost(tmp_path, "other", Scale.SMOKE, 2, None)
    costs = read_costs(tmp_path)
    assert costs["little"] == {"scale": "paper", "trials": 60, "minutes": {"night": 1.5, "paper": 15.0}}
    assert minutes_of(costs, ["little"]) == 15.0
    assert minutes_of(costs, ["little", "other"]) is None
    assert minutes_of(costs, ["unheard of"]) is None


def test_reproducing_measures_costs(tmp_path: Path) -> None:
    paper = toy()
    with Workers(1) as workers:
        for _ in range(2):  # the second time all trials are there
            reproduce(paper, paper.figures, Scale.SMOKE, tmp_path / "runs", tmp_path, workers)
            assert read_costs(tmp_path)["little"] == {"scale": "smoke", "trials": 6, "minutes": {"smoke": 0.0}}


@pytest.mark.parametrize("damage", ["", "[]", '{"a": 1}', '{"a": {"scale": "huge", "trials": 1, "minutes": {}}}'])
def test_damaged_costs_are_refused(tmp_path: Path, damage: str) -> None:
    (tmp_path / "costs.json").write_text(damage)
    with pytest.raises(DamagedFile, match=r"costs\.json"):
        read_costs(tmp_path)


def test_time_is_foretold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    paper = toy()
    few_seeds = replace(paper.experiments[0], laptop={"seeds": few(1)})  # a third of the trials
    paper = replace(paper, experiments=(few_seeds, *paper.experiments[1:]))

    def told(scale: Scale) -> str:
        return foretell([(paper, paper.figures)], scale)

    assert told(Scale.NIGHT).startswith("1 figure at night scale: the time has not been measured.")
    assert "seconds" in told(Scale.SMOKE)
    folder = tmp_path / "results" / "toy"
    folder.mkdir(parents=True)
    cost = {"scale": "night", "trials": 6, "minutes": {"night": 126.0}}
    (folder / "costs.json").write_text(json.dumps({"little": cost}))
    assert told(Scale.NIGHT).startswith("1 figure at night scale: about 2 h 06 min on")
    assert told(Scale.LAPTOP).startswith("1 figure at laptop scale: about 42 minutes on")
    (folder / "costs.json").write_text(json.dumps({"little": cost | {"trials": 3}}))  # half of them
    assert told(Scale.NIGHT).startswith("1 figure at night scale: about 4 h 12 min on")


def test_time_of_longer_trials_is_not_foretold(tmp_path: Path) -> None:
    experiment = toy().experiments[0]
    write_cost(tmp_path, "little", Scale.NIGHT, 6, 90.0)
    longer = replace(experiment, laptop={"seeds": few(1), "length": chosen(5, "another trial")})
    assert expected_minutes(experiment, read_costs(tmp_path), Scale.LAPTOP) == 1.5
    assert expected_minutes(longer, read_costs(tmp_path), Scale.LAPTOP) is None


def test_the_command_of_a_claim_has_the_scale_of_its_tables(tmp_path: Path) -> None:
    paper = toy()
    assert judge_claims(paper, tmp_path)[0].command == "semeai reproduce toy/bars --scale night"
    write_cost(tmp_path, "little", Scale.PAPER, 6, 90.0)
    assert judge_claims(paper, tmp_path)[0].command == "semeai reproduce toy/bars --scale paper"


def test_all_figures_take_less_than_five_hours_on_a_laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    minutes = {
        (paper.key, experiment.name): expected_minutes(
            experiment, read_costs(ROOT / "results" / paper.key), Scale.LAPTOP
        )
        for paper in ALL_PAPERS
        for experiment in paper.experiments
    }
    assert sum(filter(None, minutes.values())) < 300


def test_all_names_every_paper() -> None:
    from semeai.papers import parse_targets

    assert [paper.key for paper, _ in parse_targets("all")] == list(PAPERS)
