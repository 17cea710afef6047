"""Runs give what they gave when they were recorded (`record.py`), to the last bit."""

import zipfile
from pathlib import Path

import pytest

from semeai.papers import PAPERS, load_paper
from tests.conftest import needs_jit
from tests.golden.cases import CASES
from tests.golden.papers import figure_snapshot
from tests.golden.snapshot import BEGUN, EXPECTED, difference, finish, prepare, put_files, recorded
from tests.papers.conftest import Smoke, smoke

__all__ = ["smoke"]  # the fixture: the experiments are made once for these tests and for those of the papers

FIGURES = [(key, figure.name) for key in PAPERS for figure in load_paper(key).figures]


@needs_jit
@pytest.mark.parametrize("name", CASES)
def test_a_run_gives_what_was_recorded(name: str, tmp_path: Path) -> None:
    prepare(CASES[name], tmp_path)
    assert not difference(recorded(name), finish(name, CASES[name], tmp_path))


@needs_jit
@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.begun])
def test_a_run_of_an_earlier_version_goes_on(name: str, tmp_path: Path) -> None:
    """It was stopped half-way and ends as if it had not been."""
    with zipfile.ZipFile(BEGUN / f"{name}.zip") as file:
        file.extractall(tmp_path)
        begun = {path.removeprefix(f"runs/{name}/") for path in file.namelist()}
    put_files(tmp_path)
    expected, found = recorded(name), finish(name, CASES[name], tmp_path)
    printed = found["json"].pop("stdout")
    assert 1 < len(printed) < len(expected["json"]["stdout"])
    assert printed == expected["json"].pop("stdout")[-len(printed) :]
    for printed_as in ("json", "report"):
        known, notes = expected[printed_as].pop("stderr"), found[printed_as].pop("stderr")
        assert all("another version" in note or "an older version" in note for note in notes if note not in known)
    champions = [Path(path).stem for path in begun if path.startswith("champions/")]
    games = {f"games/{champion}.sgf" for champion in champions} & expected["files"].keys() - found["files"].keys()
    assert not games or name.startswith("coevolution")  # of which an earlier version kept no games
    for path in games:
        del expected["files"][path]
    assert not difference(expected, found)


@needs_jit
@pytest.mark.parametrize(("key", "figure"), FIGURES, ids=lambda word: word)
def test_a_paper_gives_what_was_recorded(key: str, figure: str, tmp_path: Path, smoke: Smoke) -> None:
    experiments = next(its for its in load_paper(key).figures if its.name == figure).experiments
    with smoke(f"{key}/{experiment}" for experiment in experiments) as runs:
        (tmp_path / "runs").symlink_to(runs)
        assert not difference(recorded(key)[figure], figure_snapshot(key, figure, tmp_path))


def test_nothing_else_is_recorded() -> None:
    assert {path.stem for path in EXPECTED.iterdir()} == {*CASES, *PAPERS}
    assert {path.stem for path in BEGUN.iterdir()} == {name for name, case in CASES.items() if case.begun}
