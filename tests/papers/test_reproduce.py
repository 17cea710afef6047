"""Trials are made once, whatever happens in between, and figures are drawn from tables alone."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from semeai.files import DamagedFile, Lock
from semeai.papers.costs import read_costs
from semeai.papers.paper import Bench, Paper, PaperError, Row, Scale, chosen
from semeai.papers.reproduce import draw_figures, reproduce, results_folder, run_trials
from semeai.papers.trials import Trials
from semeai.parallel.executors import Workers
from tests.papers.support import make_paper

Made = list[tuple[Any, ...]]
Do = Callable[..., list[str]]

EVERYTHING = [(x, seed) for seed in (1, 2, 3) for x in (1, 2)]
"""in the order in which trials are made: every variant with the first seed, then with the second"""
TABLE = """\
x,seed,a,b
1,1,0.3333333333333333,s1
1,1,1.3333333333333333,s1
1,2,0.3333333333333333,s2
1,2,1.3333333333333333,s2
1,3,0.3333333333333333,s3
1,3,1.3333333333333333,s3
2,1,0.6666666666666666,s1
2,1,1.6666666666666665,s1
2,2,0.6666666666666666,s2
2,2,1.6666666666666665,s2
2,3,0.6666666666666666,s3
2,3,1.6666666666666665,s3
"""


@pytest.fixture
def do(tmp_path: Path) -> Do:
    """Reproduces a paper; returns what was said meanwhile."""

    def reproduce_here(paper: Paper) -> list[str]:
        said: list[str] = []
        results = tmp_path / "results"
        with Workers() as workers:
            made = reproduce(paper, paper.figures, Scale.SMOKE, tmp_path / "runs", results, workers, said.append)
        assert made == [results / "bars.svg"]
        return said

    return reproduce_here


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    return tmp_path / "runs" / "toy" / "smoke" / "little" / "rows.jsonl"


def test_all_there_is(do: Do, lines: Path, tmp_path: Path) -> None:
    made: Made = []
    said = do(make_paper(made))
    assert made == EVERYTHING
    assert said[:3] == [
        "little 1/6: x 1, seed 1",
        "little 1/6: x 1, seed 1: half way",
        "little 2/6: x 2, seed 1",
    ]
    assert (tmp_path / "results" / "little.csv").read_text() == TABLE
    kept = [json.loads(line) for line in lines.read_text().splitlines()]
    assert [(line["variant"], line["seed"]) for line in kept] == [({"x": x}, seed) for x, seed in EVERYTHING]
    assert kept[0]["rows"] == [{"a": 1 / 3, "b": "s1"}, {"a": 4 / 3, "b": "s1"}]


def test_what_is_there_is_not_made_again(do: Do, lines: Path, tmp_path: Path) -> None:
    made: Made = []
    do(make_paper(made))
    before = lines.read_bytes()
    made.clear()
    (tmp_path / "results" / "little.csv").unlink()
    assert do(make_paper(made)) == []
    assert made == []
    assert lines.read_bytes() == before
    assert (tmp_path / "results" / "little.csv").read_text() == TABLE


def test_a_torn_line_is_made_again(do: Do, lines: Path, tmp_path: Path) -> None:
    made: Made = []
    do(make_paper(made))
    whole = lines.read_bytes()
    lines.write_bytes(whole[:-20])
    made.clear()
    do(make_paper(made))
    assert made == EVERYTHING[-1:]
    assert lines.read_bytes() == whole
    assert (tmp_path / "results" / "little.csv").read_text() == TABLE


def test_lines_in_another_order_give_the_same_table(do: Do, lines: Path, tmp_path: Path) -> None:
    made: Made = []
    do(make_paper(made))
    lines.write_text("".join(reversed(lines.read_text().splitlines(keepends=True))))
    made.clear()
    do(make_paper(made))
    assert made == []
    assert (tmp_path / "results" / "little.csv").read_text() == TABLE


@pytest.mark.parametrize(
    "damage",
    [
        b"\xff\xfe\n",
        b'{"variant": {}\n',
        b"[1, 2]\n",
        b'{"params": "abc", "seed": 1}\n',
        b'{"params": "abc", "seed": "1", "rows": []}\n',
        b'{"params": 5, "seed": 1, "rows": []}\n',
        b'{"params": "abc", "seed": 1, "rows": [3]}\n',
    ],
)
def test_damage_is_named_and_nothing_overwritten(do: Do, lines: Path, damage: bytes) -> None:
    do(make_paper([]))
    whole = lines.read_bytes().splitlines(keepends=True)
    damaged = b"".join([*whole[:2], damage, *whole[2:]])
    lines.write_bytes(damaged)
    for _ in range(2):  # the second time would be refused if the first had kept the lock
        with pytest.raises(DamagedFile, match=f"^{lines}: line 3 is not a "):
            do(make_paper([]))
    assert lines.read_bytes() == damaged


def test_every_change_of_a_trial_is_noticed(do: Do, lines: Path) -> None:
    do(make_paper([]))
    data = lines.read_bytes()
    for bit in range(0, 8 * len(data), 37):
        lines.write_bytes(data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :])
        with pytest.raises(DamagedFile, match=f"^{lines}"):
            do(make_paper([]))


def test_trials_of_older_versions_have_no_digest(do: Do, lines: Path) -> None:
    do(make_paper([]))
    old = [{key: value for key, value in json.loads(line).items() if key != "sha256"} for line in lines.open()]
    lines.write_text("".join(json.dumps(line) + "\n" for line in old))
    before, made = lines.read_bytes(), []
    do(make_paper(made))
    assert made == []
    assert lines.read_bytes() == before


def test_a_changed_experiment_is_made_again(do: Do, lines: Path, tmp_path: Path) -> None:
    """And the old lines stay: with the old parameters nothing is to be done."""
    made: Made = []
    do(make_paper(made, k=chosen(1, "why not")))
    before = lines.read_text()
    made.clear()
    do(make_paper(made, k=chosen(2, "why not")))
    assert made == EVERYTHING
    assert lines.read_text().startswith(before)
    made.clear()
    do(make_paper(made, k=chosen(1, "why not")))
    assert made == []
    assert (tmp_path / "results" / "little.csv").read_text() == TABLE


def test_other_columns_are_made_again(do: Do, tmp_path: Path) -> None:
    made: Made = []
    do(make_paper(made))
    made.clear()
    do(make_paper(made, ("a", "c")))
    assert made == EVERYTHING
    assert (tmp_path / "results" / "little.csv").read_text().startswith("x,seed,a,c\n1,1,0.33")


def test_a_trial_that_is_stopped_costs_no_other(do: Do, lines: Path) -> None:
    class Stop(list[Any]):
        def append(self, pair: tuple[Any, ...]) -> None:
            if pair == (2, 2):
                raise KeyboardInterrupt
            super().append(pair)

    with pytest.raises(KeyboardInterrupt):
        do(make_paper(Stop()))
    assert len(lines.read_text().splitlines()) == 3
    made: Made = []
    do(make_paper(made))
    assert made == EVERYTHING[3:]


def test_one_experiment_alone(tmp_path: Path) -> None:
    """A figure of two experiments is drawn as soon as both tables are there."""
    made: Made = []
    paper = make_paper(made)
    little = paper.experiments[0]
    other = replace(little, name="other")
    figures = (*paper.figures, replace(paper.figures[0], name="both", experiments=("little", "other")))
    paper = replace(paper, experiments=(little, other), figures=figures)
    with Workers(1) as workers:
        run = partial(reproduce, paper, paper.figures, Scale.SMOKE, tmp_path / "runs", tmp_path, workers)
        assert run(only="little") == [tmp_path / "bars.svg"]
        assert made == EVERYTHING
        assert run(only="other") == [tmp_path / "bars.svg", tmp_path / "both.svg"]
        assert made == EVERYTHING * 2
        with pytest.raises(PaperError, match="no experiment 'littl' here; did you mean little"):
            run(only="littl")


# -- several sessions --------------------------------------------------------------------------------------------------


@pytest.fixture
def go_on(tmp_path: Path) -> Callable[[Paper, float | None], Path]:
    """Reproduces a paper for some minutes in a new folder of runs; returns the file of trials that are kept."""
    sessions = count()

    def go_on(paper: Paper, minutes: float | None) -> Path:
        runs, results = tmp_path / f"runs{next(sessions)}", tmp_path / "results"
        kept = results / "trials"
        with Workers(1) as workers:
            reproduce(paper, paper.figures, Scale.SMOKE, runs, results, workers, minutes=minutes, kept=kept)
        return kept / "little-smoke.jsonl"

    return go_on


def test_an_experiment_over_several_sessions(go_on: Callable[[Paper, float | None], Path], tmp_path: Path) -> None:
    """Each makes at least one trial more, and nothing is made twice; the table has what there is."""
    made: Made = []
    for n in range(1, 6):
        kept = go_on(make_paper(made), 0)
        assert made == EVERYTHING[:n]
        assert len(kept.read_text().splitlines()) == n
        rows = {tuple(line.split(",")[:2]) for line in (tmp_path / "results" / "little.csv").read_text().splitlines()}
        assert rows == {("x", "seed"), *((str(x), str(seed)) for x, seed in EVERYTHING[:n])}
        assert read_costs(tmp_path / "results")["little"]["trials"] == n
    kept = go_on(make_paper(made), None)
    assert made == EVERYTHING
    assert (tmp_path / "results" / "little.csv").read_text() == TABLE
    assert not kept.exists()  # the table has it all


def test_kept_trials_of_other_parameters_do_not_count(go_on: Callable[[Paper, float | None], Path]) -> None:
    made: Made = []
    go_on(make_paper(made, k=chosen(1, "why not")), 0)
    go_on(make_paper(made, k=chosen(2, "why not")), 0)
    assert made == EVERYTHING[:1] * 2


def test_damaged_kept_trials_are_named(go_on: Callable[[Paper, float | None], Path]) -> None:
    kept = go_on(make_paper([]), 0)
    kept.write_text(kept.read_text().replace("s1", "s2", 1))
    with pytest.raises(DamagedFile, match=f"^{kept}: line 1 is damaged"):
        go_on(make_paper([]), 0)


def test_trials_of_one_core_are_made_at_once(tmp_path: Path) -> None:
    """As many as there are workers, with the rows that each has alone."""
    met = Barrier(2, timeout=30)

    def trial(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
        met.wait()
        assert bench.workers.n_here == 1
        return [{"a": params["x"], "b": seed}]

    paper = make_paper([])
    experiment = replace(paper.experiments[0], trial=trial, is_serial=True)
    with Workers(2) as workers, Trials(tmp_path) as done:
        found = run_trials(experiment, experiment.trials(Scale.SMOKE), done, workers, lambda text: None)
    assert [rows for _, rows in found] == [[{"a": x, "b": seed}] for x in (1, 2) for seed in (1, 2, 3)]


def test_a_trial_finds_its_folder_again_but_never_that_of_another(tmp_path: Path) -> None:
    papers = [make_paper([], k=chosen(k, "why not")) for k in (1, 1, 2)]
    with Trials(tmp_path) as done:
        first, again, other = (
            [done.folder_of(trial) for trial in paper.experiments[0].trials(Scale.SMOKE)] for paper in papers
        )
    assert first == again
    assert len({*first, *other}) == 12
    assert not any(folder.exists() for folder in first)


def test_two_at_a_time_are_refused(do: Do, lines: Path) -> None:
    do(make_paper([]))
    lock = Lock(lines.parent / "lock")
    with pytest.raises(OSError, match=f"^{lines.parent} is in use by process"):
        do(make_paper([]))
    lock.release()
    do(make_paper([]))


# -- drawing alone -----------------------------------------------------------------------------------------------------


def test_drawing_needs_the_table_alone(tmp_path: Path) -> None:
    paper = make_paper([])
    (tmp_path / "little.csv").write_text(TABLE)
    assert draw_figures(paper, paper.figures, tmp_path) == [tmp_path / "bars.svg"]
    first = (tmp_path / "bars.svg").read_bytes()
    (tmp_path / "little.csv").write_text(TABLE.replace("2,3,0.6", "2,3,2.6"))
    draw_figures(paper, paper.figures, tmp_path)
    assert (tmp_path / "bars.svg").read_bytes() != first


def test_a_missing_table_is_told_with_the_command(tmp_path: Path) -> None:
    paper = make_paper([])
    path = tmp_path / "little.csv"
    with pytest.raises(
        PaperError, match=f"^{path} does not exist; to create it, run: semeai reproduce toy/bars --scale night$"
    ):
        draw_figures(paper, paper.figures, tmp_path)
    with pytest.raises(PaperError, match=r"to create it, run: semeai reproduce toy/bars --scale smoke$"):
        draw_figures(paper, paper.figures, tmp_path, Scale.SMOKE)


@pytest.mark.parametrize(
    "table", ["", "x,seed,a\n1,1,2\n", TABLE + "1,2\n", TABLE.replace("seed", "sead"), "x,seed,a,b\n", '"', "\xff"]
)
def test_a_table_that_is_none(table: str, tmp_path: Path) -> None:
    paper = make_paper([])
    (tmp_path / "little.csv").write_text(table, encoding="latin1")
    with pytest.raises(DamagedFile, match=f"^{tmp_path}/little.csv: "):
        draw_figures(paper, paper.figures, tmp_path)
    assert not (tmp_path / "bars.svg").exists()


def test_where_results_go() -> None:
    assert results_folder("drake", Scale.NIGHT) == Path("results/drake")
    assert results_folder("drake", Scale.LAPTOP) == Path("runs/drake/laptop")
    assert results_folder("drake", Scale.SMOKE) == Path("runs/drake/smoke")
