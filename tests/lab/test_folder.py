"""A run as a page sees it: rows as they come, how it stands, and what its charts show."""

import json
from pathlib import Path

import pytest

from semeai.files import DamagedFile, Lock
from semeai.lab.folder import RunFolder
from semeai.lab.listing import RunState
from semeai.web.charts import CHARTS, Row, charts_of, options, thin


def write(folder: Path, text: str, mode: str = "a") -> None:
    with (folder / "rows.jsonl").open(mode) as file:
        file.write(text)


def test_only_whole_rows_are_read_and_each_once(tmp_path: Path) -> None:
    run = RunFolder(tmp_path)
    assert run.look() == 0
    write(tmp_path, '{"generation": 0}\n{"generation": 1}\n{"gener')
    assert run.look() == 2
    assert run.look() == 0
    write(tmp_path, 'ation": 2}\n')
    assert run.look() == 1
    assert [row["generation"] for row in run.rows] == [0, 1, 2]


def test_a_run_that_was_begun_anew_is_read_anew(tmp_path: Path) -> None:
    run = RunFolder(tmp_path)
    write(tmp_path, '{"generation": 0}\n{"generation": 1}\n')
    run.look()
    write(tmp_path, '{"generation": 7}\n', "w")
    assert run.look() == 1
    assert run.rows == [{"generation": 7}]


@pytest.mark.parametrize("line", ["x", "[1]", '{"a":'])
def test_a_damaged_row_is_named(tmp_path: Path, line: str) -> None:
    write(tmp_path, line + "\n")
    with pytest.raises(DamagedFile, match="not a row written by semeai"):
        RunFolder(tmp_path).look()


@pytest.mark.parametrize("value", ['"<b>"', "NaN", "Infinity", "1e400", "9" * 40, "true", "null", "[1]", "{}"])
@pytest.mark.parametrize("name", ["share", "best", "support", "generation", "steps", "diversity"])
def test_numbers_are_numbers(tmp_path: Path, name: str, value: str) -> None:
    write(tmp_path, f'{{"{name}": {value}}}\n')
    with pytest.raises(DamagedFile, match="not a row written by semeai"):
        RunFolder(tmp_path).look()


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"method": "ga", "problem": {}},
        {"method": {"name": "<b>"}, "problem": {}},
        {"method": {"name": ["ga"]}, "problem": {}},
        {"method": {}, "problem": {}},
        {"method": {"name": "ga"}, "problem": []},
        {"method": {"name": "ga"}, "problem": {"opponent": {"a": 1}}},
    ],
)
def test_a_record_is_checked_before_it_is_shown(tmp_path: Path, parameters: dict[str, object]) -> None:
    record = {"parameters": parameters, "commit": "", "kernels": "", "machine": {"numpy": ""}}
    (tmp_path / "run.json").write_text(json.dumps(record))
    with pytest.raises(DamagedFile, match=r"run\.json"):
        _ = RunFolder(tmp_path).parameters


def test_rows_that_do_not_say_where_they_stand_have_no_place_in_a_chart(tmp_path: Path) -> None:
    write(tmp_path, '{"best": 1}\n{"best": 2, "generation": 1}\n')
    run = RunFolder(tmp_path)
    run.look()
    assert options(CHARTS[1], run.rows)["series"][0]["data"] == [[1, 2]]


def test_how_a_run_stands(tmp_path: Path) -> None:
    run = RunFolder(tmp_path)
    write(tmp_path, '{"generation": 0, "best": 1.5}\n')
    run.look()
    assert run.state is RunState.STOPPED
    lock = Lock(tmp_path / "lock")
    assert run.state is RunState.RUNNING
    lock.release()
    (tmp_path / "done.json").write_text('{"generations": 1}')
    assert run.state is RunState.DONE
    write(tmp_path, '{"generation": 1, "best": 2.5}\n')  # it has gone on since
    run.look()
    assert run.state is RunState.STOPPED
    (tmp_path / "done.json").write_text("{")
    assert run.state is RunState.DAMAGED
    with pytest.raises(DamagedFile, match=r"done\.json: expected a valid outcome of a run written by semeai"):
        run.look()


@pytest.mark.parametrize(
    ("rows", "best"),
    [
        ([], ""),
        ([{"best": 3.0, "share": 0.25}, {"best": 9.0, "share": 0.5}], "best small exam 50%"),
        ([{"black_share": 0.25, "white_share": 0.75}], "best small exam 75%"),
        ([{"best": -0.5}, {"best": -2}], "fitness -0.5"),
        ([{"plurality": "C3", "support": 0.9}], "C3 by 90%"),
        ([{"plurality": "", "support": 0.0}], "pass by 0%"),
    ],
)
def test_what_is_said_of_its_best(tmp_path: Path, rows: list[Row], best: str) -> None:
    write(tmp_path, "".join(json.dumps(row) + "\n" for row in rows))
    run = RunFolder(tmp_path)
    run.look()
    assert run.merit == best


def test_champions_and_games_come_latest_first(tmp_path: Path) -> None:
    for name in ("champions/000002.npz", "champions/000010.npz", "games/000002.sgf", "games/000010.sgf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    run = RunFolder(tmp_path)
    assert [path.stem for path in run.champions] == ["000010", "000002"]
    assert [path.stem for path in run.games] == ["000010", "000002"]


# -- charts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "titles"),
    [
        ({"generation": 0, "best": 1, "mean": 0, "min": -1, "diversity": 0.3, "share": 0.5}, "Exam Fitness Diversity"),
        ({"generation": 0, "best": 1, "mean": 0, "min": -1, "diversity": 0.3}, "Fitness Diversity"),
        ({"generation": 0, "black_wins": 1, "white_wins": 0, "black_share": 0, "white_share": 1}, "Exam Wins"),
        ({"steps": 4096, "support": 0.5, "reply_support": 0.1, "openings": 3.2}, "Openings Diversity"),
    ],
)
def test_a_run_has_the_charts_that_its_rows_tell_of(row: Row, titles: str) -> None:
    assert [chart.title for chart in charts_of(row)] == titles.split()


def test_a_chart_has_a_line_for_each_column_and_shares_in_percent() -> None:
    rows = [{"generation": i, "share": i / 4} for i in range(3)]
    exam = options(CHARTS[0], rows)
    assert [line["name"] for line in exam["series"]] == ["best of the generation"]
    assert exam["series"][0]["data"] == [[0, 0], [1, 25], [2, 50]]
    fitness = options(CHARTS[1], [{"generation": 5, "best": 1.23456, "mean": 0.5, "min": -2}])
    assert [line["data"] for line in fitness["series"]] == [[[5, 1.2346]], [[5, 0.5]], [[5, -2]]]
    json.dumps(fitness, allow_nan=False)


def test_a_long_run_is_thinned_but_keeps_its_ends() -> None:
    rows = [{"generation": i} for i in range(10_000)]
    few = thin(rows, 100)
    assert len(few) == 100
    assert (few[0], few[-1]) == (rows[0], rows[-1])
    assert thin(rows[:100], 100) == rows[:100]
