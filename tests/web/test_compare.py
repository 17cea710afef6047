"""Runs side by side, without a browser."""

import csv
import io
from dataclasses import replace
from pathlib import Path

from semeai.problems.exams import Exam
from semeai.web.charts import MAX_POINTS
from semeai.web.compare import (
    CHARTS,
    ComparedRun,
    RunGroup,
    band,
    by_merit,
    group_runs,
    overlay,
    read_compared,
    results_html,
    rows_csv,
    settings_html,
    settings_table,
)


def run(
    name: str, shares: list[float], seed: str = "1", confirmed: float | None = None, **settings: str
) -> ComparedRun:
    rows = [{"generation": i, "share": share} for i, share in enumerate(shares)]
    exam = None if confirmed is None else Exam(100, confirmed, confirmed - 0.1, confirmed + 0.1)
    return ComparedRun(name, rows, settings, seed, exam, "wally", None)


def test_runs_that_differ_in_their_seed_alone_are_one_group() -> None:
    runs = [run("a", [], "1", p="6"), run("b", [], "1", p="9"), run("c", [], "2", p="6")]
    groups = group_runs(runs)
    assert [(group.label, [one.name for one in group.runs]) for group in groups] == [
        ("p 6 (2 seeds)", ["a", "c"]),
        ("b", ["b"]),
    ]


def test_a_band_holds_all_runs_and_ends_with_the_shortest() -> None:
    group = RunGroup("", (run("a", [0.1, 0.2, 0.9]), run("b", [0.3, 0.6])))
    assert [(at, round(mean, 6), low, high) for at, mean, low, high in band(group, "share")] == [
        (0, 0.2, 0.1, 0.3),
        (1, 0.4, 0.2, 0.6),
    ]
    assert band(group, "nothing") == []


def test_a_long_band_is_thinned_and_keeps_its_ends() -> None:
    found = band(RunGroup("", (run("a", [0.5] * 5000),)), "share")
    assert len(found) == MAX_POINTS
    assert (found[0][0], found[-1][0]) == (0, 4999)


def test_a_chart_has_a_line_for_each_group_and_a_band_where_there_are_seeds() -> None:
    groups = group_runs([run("a", [0.1], "1", p="6"), run("b", [0.2], "2", p="6"), run("c", [0.3], p="7")])
    options = overlay(CHARTS[0], groups)
    assert [one["name"] for one in options["series"]] == ["band 0", "band 0", "p 6 (2 seeds)", "c"]
    assert options["series"][1]["data"] == [[0, 10.0]]
    assert overlay(CHARTS[1], groups) == {}


def test_settings_that_differ_come_first_and_are_marked() -> None:
    runs = [run("a", [], "1", p="6", q="x"), run("b", [], "2", q="x")]
    assert settings_table(runs) == [("seed", ["1", "2"], True), ("p", ["6", ""], True), ("q", ["x", "x"], False)]
    assert settings_html(runs).count('class="differs"') == 2


def test_confirmed_results_come_first() -> None:
    runs = [run("a", []), run("b", [], confirmed=0.4), run("c", [], confirmed=0.6)]
    assert [one.name for one in by_merit(runs)] == ["c", "b", "a"]
    table = results_html(runs)
    assert "50.0% to 70.0%" in table
    assert "not confirmed yet" in table


def test_tables_escape_names_and_settings() -> None:
    text = '<img src=x onerror="hit()">'
    hostile = replace(run(text, [], p=text), opponent=text)
    for table in (results_html([hostile]), settings_html([hostile])):
        assert "<img" not in table
        assert "&lt;img" in table


def test_csv_has_all_rows_and_no_formulas() -> None:
    text = rows_csv([run("=1+1", [0.5, 0.25]), run("b", [0.75], "2")])
    assert list(csv.reader(io.StringIO(text))) == [
        ["run", "seed", "generation", "share"],
        ["'=1+1", "1", "0", "0.5"],
        ["'=1+1", "1", "1", "0.25"],
        ["b", "2", "0", "0.75"],
    ]


def test_a_run_is_read_from_its_folder(bred: Path) -> None:
    found = read_compared(bred / "runs" / "small-2")
    assert (found.seed, len(found.rows), found.settings["method population"]) == ("2", 12, "6")
    assert found.opponent == "wally:noise=0.1"
    assert found.confirmed is not None
    assert found.champion == bred / "runs" / "small-2" / "champion.npz"
