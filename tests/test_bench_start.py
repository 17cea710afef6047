"""`semeai bench start` measures the time to the first result of a command."""

from pathlib import Path

import pytest

from semeai.bench.start import STARTS, Start, seconds_to_result


def test_the_first_result_of_a_command(tmp_path: Path) -> None:
    assert 0 < seconds_to_result(Start(("--version",), r"semeai [\d.]+"), tmp_path, is_cold=True) < 60
    assert list((tmp_path / "bytecode").rglob("*.pyc"))  # the next start finds it


def test_a_command_without_a_result(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="semeai list spam ended without a result: semeai: cannot list"):
        seconds_to_result(Start(("list", "spam")), tmp_path, is_cold=True)
    with pytest.raises(RuntimeError, match="ended without a result"):
        seconds_to_result(Start(("--version",), rows="rows.jsonl"), tmp_path, is_cold=True)


def test_figures_have_the_names_of_the_design() -> None:
    assert list(STARTS) == ["rave", "uct", "strategy", "match", "evolve", "demo"]
