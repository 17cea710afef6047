"""Runs give what they gave when they were recorded (`record.py`), to the last bit."""

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from semeai.drawing import save_picture
from semeai.papers import PAPERS
from tests.conftest import needs_jit
from tests.golden.cases import CASES
from tests.golden.conftest import Smoke
from tests.golden.papers import figure_snapshot
from tests.golden.snapshot import BEGUN, EXPECTED, difference, finish, prepare, put_files, recorded
from tests.papers.support import FIGURES, words


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
@pytest.mark.parametrize("name", FIGURES)
def test_a_paper_gives_what_was_recorded(
    name: str, tmp_path: Path, smoke: Smoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tables, the printed text and the picture of a smoke run; and the picture is labelled and quotes its claim."""
    paper, figure = FIGURES[name]
    drawn: list[Any] = []

    def save(make: Callable[[], Any], path: Path) -> None:
        def keep() -> Any:
            drawn.append(make())
            return drawn[-1]

        save_picture(keep, path)

    monkeypatch.setattr("semeai.papers.reproduce.save_picture", save)
    with smoke(f"{paper.key}/{experiment}" for experiment in figure.experiments) as runs:
        (tmp_path / "runs").symlink_to(runs)
        assert not difference(recorded(paper.key)[figure.name], figure_snapshot(paper.key, figure.name, tmp_path))
    said = words(tmp_path / "out" / f"{figure.name}.svg")
    assert figure.claim in said
    assert figure.title in said
    (picture,) = drawn
    assert picture.axes
    assert all(axes.get_xlabel() and axes.get_ylabel() for axes in picture.axes)


def test_nothing_else_is_recorded() -> None:
    assert {path.stem for path in EXPECTED.iterdir()} == {*CASES, *PAPERS}
    assert {path.stem for path in BEGUN.iterdir()} == {name for name, case in CASES.items() if case.begun}
