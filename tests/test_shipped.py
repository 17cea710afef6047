"""Files that come with semeai are found by name, from any folder."""

from pathlib import Path

import pytest

from semeai.positions import read_position
from semeai.shipped import shipped_position, shipped_results, shipped_suite
from tests.commands import call


@pytest.mark.parametrize("name", ["drake/flower_six", "drake/flower_six.txt", "problem:flower_six"])
def test_a_shipped_position(name: str) -> None:
    path = shipped_position(name)
    assert path is not None
    assert path.name == "flower_six.txt"
    assert read_position(Path(name)) == read_position(path)


@pytest.mark.parametrize("name", ["flower_six", "drake/no_such", "problem:no_such", "nowhere/flower_six", "../drake/x"])
def test_no_such_position(name: str) -> None:
    assert shipped_position(name) is None


def test_a_file_comes_before_a_shipped_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "drake").mkdir()
    (tmp_path / "drake" / "flower_six").write_text("..\n..\n")
    assert read_position(Path("drake/flower_six")).size == 2


def test_suites_and_results(tmp_path: Path) -> None:
    suite = shipped_suite("tactics")
    assert suite is not None
    assert suite.name == "tactics.sgf"
    assert shipped_suite("no_such") is None
    assert (shipped_results("richards") / "opponent.svg").exists()
    answer = call("regress", "basics", "--player", "random", "--json", cwd=tmp_path)
    assert str(shipped_suite("basics")) in answer.stdout


def test_figures_outside_the_source_tree(tmp_path: Path) -> None:
    answer = call("figures", "richards/opponent", cwd=tmp_path)
    assert answer.stdout == "drew results/richards/opponent.svg\n"
    assert (tmp_path / "results" / "richards" / "opponent.svg").stat().st_size > 1000
