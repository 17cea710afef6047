"""What people, and programs, are told of runs: progress, tables, lists, pictures, and TensorBoard's files."""

import json
import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from semeai import status
from semeai.api import breed
from semeai.cli import app
from semeai.lab import listing
from semeai.lab.listing import RunState, format_age, list_runs, listing_text
from semeai.lab.order import Order
from semeai.lab.progress import sparkline
from semeai.lab.result import Confirmed, Result, next_text, result_text, rows_table
from semeai.lab.tensorboard import TensorBoard
from semeai.problems.duels import DuelProblem
from semeai.problems.exams import Exam
from semeai.problems.games import GoProblem
from semeai.problems.pictures import draw_evolution
from semeai.problems.problem import Problem
from semeai.problems.toys import Sphere
from semeai.status import format_seconds
from tests.conftest import missing
from tests.lab.support import TOY, bred, everything, rows_of
from tests.processes import wait_until

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def semeai(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """A command in a folder of its own: gives the exit code, and what it says on stdout and stderr.

    However long it takes, where kernels are compiled first, it shows no progress unless a test asks for it.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(status, "SECONDS_BETWEEN_LINES", float("inf"))

    def run(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            app([*arguments])
        said = capfd.readouterr()
        errors = [line for line in said.err.splitlines(keepends=True) if "compiling kernels" not in line]
        return int(ended.value.code or 0), said.out, "".join(errors)

    return run


# -- small things ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "width", "expected"),
    [
        ([], 24, ""),
        ([3.0], 24, "▁"),
        ([2.0, 2.0, 2.0], 24, "▁▁▁"),
        ([0, 1, 2, 3, 4, 5, 6, 7], 24, "▁▂▃▄▅▆▇█"),
        ([-1, 1, 0], 24, "▁█▅"),
        ([0, 2, 7, 7, 14, 16, 21, 21], 4, "▁▃▆█"),  # the means of two each
        ([0, 0, 6, 6, 6, 3, 3, 3, 3], 4, "▁█▆▅"),  # as evenly as it goes: the last is of three
    ],
)
def test_sparkline(values: list[float], width: int, expected: str) -> None:
    assert sparkline(values, width) == expected


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(0, "0:00"), (7.4, "0:07"), (59.6, "1:00"), (725, "12:05"), (3599.6, "1:00:00"), (10921, "3:02:01")],
)
def test_seconds(seconds: float, expected: str) -> None:
    assert format_seconds(seconds) == expected


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(0, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "60 min"), (3600, "1 h"), (86400, "1 d"), (2.6 * 86400, "3 d")],
)
def test_age(seconds: float, expected: str) -> None:
    assert format_age(seconds) == expected


# -- what came of a run ------------------------------------------------------------------------------------------------


def row(generation: int, share: float | None = None, best: float = 1.0) -> dict[str, Any]:
    found = {"generation": generation, "best": best, "mean": 0.25, "min": -12.5, "diversity": 0.125}
    return found | ({} if share is None else {"share": share})


def test_a_table_of_exams() -> None:
    assert rows_table([row(0, 0.25), row(1, 1.0), row(2, 0.875, best=25)], GoProblem()) == [
        "generation    exam    best   mean      min  diversity",
        "         0   25.0%   1.000  0.250  -12.500      0.125",
        "         1  100.0%   1.000  0.250  -12.500      0.125  *",
        "         2   87.5%  25.000  0.250  -12.500      0.125",
        "",
    ]


def test_a_table_where_nothing_is_played() -> None:
    assert rows_table([row(0, best=2.5)], TOY) == [
        "generation   best   mean      min  diversity",
        "         0  2.500  0.250  -12.500      0.125  *",
        "",
    ]


def test_a_table_of_two_populations() -> None:
    """Nothing is marked: who is best of one side is not of the other."""
    names = ("black_wins", "white_wins", "black_share", "white_share")
    shares = [(0.5, 0.25, 0.125, 1.0), (0.25, 0.5, 1.0, 0.0)]
    rows = [{"generation": i, "black_best": 2.5} | dict(zip(names, its, strict=True)) for i, its in enumerate(shares)]
    assert rows_table(rows, DuelProblem()) == [
        "generation  black wins  white wins  black's exam  white's exam",
        "         0       50.0%       25.0%         12.5%        100.0%",
        "         1       25.0%       50.0%        100.0%          0.0%",
        "",
    ]


@pytest.mark.parametrize("n", [1, 2, 9, 50, 1000, 20_000])
def test_a_long_table_is_short(n: int) -> None:
    """The first, the last and the best are always there, the first of several equals."""
    best = n * 2 // 3
    _, *table, _ = rows_table([row(i, best=2.0 if i in (best, n - 1) else 1.0) for i in range(n)], TOY)
    chosen = [int(line.split()[0]) for line in table]
    assert chosen == sorted(set(chosen))
    assert {0, best, n - 1} <= set(chosen)
    assert len(chosen) == n if n < 4 else min(n, 7) < len(chosen) <= 14
    assert [int(line.split()[0]) for line in table if line.endswith("*")] == [best]


EXAM, OPENINGS = Exam(1000, 0.789, 0.7626, 0.8132), Exam(1000, 0.2, 0.1764, 0.2259)


def result(
    problem: Problem, rows: list[Any], folder: Path, exams: tuple[Exam | None, Exam | None], is_reached: bool
) -> Result:
    """A run that has ended, whose champion is that of the last generation."""
    order, number = Order("ga", problem), len(rows) - 1
    best = rows[-1].get("share", rows[-1]["best"])
    champion = Confirmed(folder / "champions" / f"{number:06}.npz", np.zeros(3), number, best, *exams, {})
    return Result(order, folder, rows, order.begin(), {"": champion}, is_reached, {})


@pytest.mark.parametrize(
    ("is_reached", "why"), [(False, "the best of 1 small exams"), (True, "the small exam that reached the target")]
)
def test_what_came_of_a_run_of_go(is_reached: bool, why: str) -> None:
    """What is confirmed comes first."""
    folder, problem = Path("runs/my run"), GoProblem(opponents=("random",))
    ended = result(problem, [row(0, 0.5)], folder, (EXAM, OPENINGS), is_reached)
    *table, _ = rows_table(ended.rows, problem)
    told, _, rest = result_text(ended, {"picture": folder / "evolution.svg"}).partition("\n\n")
    assert told.splitlines() == table
    assert rest.splitlines() == [
        "The champion of runs/my run has 78.9% [76.3%, 81.3%] of the points in 1,000 fresh games against random.",
        f"  It was chosen for 50.0% in generation 0, {why}, which flatters.",
        "  From random openings: 20.0% [17.6%, 22.6%] of the points in 1,000 fresh games.",
        "  champion  runs/my run/champions/000000.npz",
        "  games     runs/my run/games/000000.sgf",
        "  picture   runs/my run/evolution.svg",
    ]
    assert next_text(ended).splitlines() == [
        "Next:",
        "  semeai show 'runs/my run/champions/000000.npz'",
        "  semeai play 'champion:runs/my run/champions/000000.npz' --size 5",
        "  semeai match 'champion:runs/my run/champions/000000.npz' wally --size 5",
    ]


def test_what_came_of_a_run_of_a_toy() -> None:
    folder = Path("runs/x")
    rows = [row(0, best=-2), row(1, best=-0.0123456789)]
    ended = result(Sphere(), rows, folder, (None, None), is_reached=True)
    assert result_text(ended, {"picture": folder / "evolution.svg"}).partition("\n\n")[2].splitlines() == [
        "The champion of runs/x has a fitness of -0.0123457.",
        "  champion  runs/x/champions/000001.npz",
        "  picture   runs/x/evolution.svg",
    ]
    assert next_text(ended) == "Next:\n  semeai show runs/x/champions/000001.npz\n"


# -- the command -------------------------------------------------------------------------------------------------------

TOY_RUN = ("evolve", "ga:population=4", "--problem", "ones", "--run", "x")
GO_RUN = ("evolve", "ga:population=4", "--games", "2", "--exam", "10", "--run", "x", "-n", "3")


def test_what_it_prints_exists(semeai: Command, tmp_path: Path) -> None:
    code, out, errors = semeai(*GO_RUN)
    assert (code, errors) == (0, "")
    assert out.startswith("generation   exam ")
    files = re.findall(r"^  (?:champion|picture|games) +(.*)$", out, re.MULTILINE)
    assert len(files) == 3
    assert all((tmp_path / file).is_file() for file in files)
    assert semeai("show", files[0])[0] == 0


@pytest.mark.parametrize("arguments", [(*TOY_RUN, "-n", "3"), GO_RUN], ids=["toy", "go"])
def test_rows_and_outcome_as_json(
    arguments: tuple[str, ...], semeai: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status, "SECONDS_BETWEEN_LINES", 0.0)
    code, out, errors = semeai(*arguments, "--json")
    assert (code, errors) == (0, "")
    *rows, done = out.encode().splitlines()
    assert rows == rows_of(tmp_path / "runs" / "x")
    outcome = json.loads(done)
    openings = ["openings"] if arguments is GO_RUN else []
    assert list(outcome) == ["done", "generations", "target_reached", "champion", "exam", *openings]
    assert (outcome["done"], outcome["generations"], outcome["target_reached"]) == (True, 3, False)
    assert (tmp_path / outcome["champion"]).is_file()
    assert (outcome["exam"] is None) == (arguments is not GO_RUN)

    *rows, again = semeai(*arguments, "--json", "-n", "5")[1].encode().splitlines()
    assert rows == rows_of(tmp_path / "runs" / "x")[3:]  # the new ones
    assert json.loads(again)["generations"] == 5


def test_quiet(semeai: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status, "SECONDS_BETWEEN_LINES", 0.0)
    code, out, errors = semeai(*TOY_RUN, "-n", "3", "--quiet")
    assert (code, errors) == (0, "")
    assert "The champion of runs/x" in out
    assert semeai(*TOY_RUN, "-n", "4", "--quiet")[2] == ""


def test_progress_without_a_terminal(semeai: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status, "SECONDS_BETWEEN_LINES", 0.0)
    number = r"-?[\d.,e-]+"
    end = rf"best {number}  mean {number}  min {number}  diversity {number}"
    speed = rf"  {number} (games|candidates)/s  0:\d\d left"
    said = semeai(*TOY_RUN, "-n", "2")[2].splitlines()
    assert [re.sub("[▁-█]+  ", "", re.sub(speed, ", SPEED", re.sub(end, "END", line))) for line in said] == [
        "generation 0 of 2  END",  # the first one may have compiled kernels, and tells nothing of the speed
        "generation 1 of 2  END, SPEED",
    ]
    assert said[0].split("  ")[1] == "▁"
    going_on, line = semeai(*TOY_RUN, "-n", "3")[2].splitlines()
    assert going_on == "semeai: continuing runs/x after row 2"
    assert line.startswith("generation 2 of 3  ")
    assert len(line.split("  ")[1]) == 3


def test_progress_tells_of_exams(semeai: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status, "SECONDS_BETWEEN_LINES", 0.0)
    lines = semeai(*GO_RUN)[2].splitlines()
    assert len(lines) == 3
    assert all(re.search(r"  exam [\d.]+%  best ", line) for line in lines)
    assert all(re.search(r" games/s  0:\d\d left", line) for line in lines[1:])


def test_progress_with_a_terminal(semeai: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that changes and is gone in the end."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    errors = semeai(*TOY_RUN, "-n", "3")[2]
    assert "generation 2 of 3  " in errors
    assert errors.endswith("\x1b[2K")  # the line is cleared


# -- lists -------------------------------------------------------------------------------------------------------------

HOLDER = """
import sys
from pathlib import Path
from semeai.files import Lock
lock = Lock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(path: Path) -> Iterator[int]:
    """Another process holds the lock; its number."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        yield holder.pid


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Runs in every state, each an hour older than the one before."""
    runs = tmp_path / "runs"
    for name in ("done", "running", "stopped", "a series/extended", "record", "rows"):
        bred(runs / name, 2)
    (runs / "stopped" / "done.json").unlink()
    extended = runs / "a series/extended"
    done = (extended / "done.json").read_bytes()
    bred(extended, 3)
    (extended / "done.json").write_bytes(done)  # it was killed before it wrote another one
    (runs / "record" / "run.json").write_text("{}")
    (runs / "rows" / "rows.jsonl").write_text("nonsense\n")
    (runs / "nothing").mkdir()
    for i, name in enumerate(("done", "running", "stopped", "a series/extended", "record", "rows")):
        for path in (runs / name / "rows.jsonl", runs / name / "run.json"):
            os.utime(path, (0, path.stat().st_mtime - 3600 * i))
    return runs


def test_states(runs: Path) -> None:
    before = everything(runs)
    with held(runs / "running" / "lock") as pid:
        found = list_runs(runs)
    assert [(run.name, run.state, run.n_generations) for run in found] == [
        ("done", RunState.DONE, 2),
        ("running", RunState.RUNNING, 2),
        ("stopped", RunState.STOPPED, 2),
        ("a series/extended", RunState.STOPPED, 3),
        ("record", RunState.DAMAGED, 0),
        ("rows", RunState.DAMAGED, 0),
    ]
    assert [run.problems for run in found] == [
        "",
        f"process {pid}",
        "",
        "",
        f"{runs}/record/run.json: expected a valid record of a run written by semeai",
        f"{runs}/rows/rows.jsonl: line 1 is not a row written by semeai",
    ]
    best, later = (
        max(json.loads(line)["best"] for line in rows_of(runs / name)) for name in ("done", "a series/extended")
    )
    assert [run.best for run in found] == [best, best, best, later, None, None]
    assert [round(run.age / 3600) for run in found] == [0, 1, 2, 3, 4, 5]
    assert {(run.method, run.problem, run.share) for run in found[:4]} == {("ga", "sphere", None)}
    assert {run.state for run in list_runs(runs) if run.name == "running"} == {RunState.DONE}
    assert {**everything(runs), "running/lock": b""} == {**before, "running/lock": b""}


def test_a_list_of_runs_as_text_and_json(semeai: Command, runs: Path) -> None:
    for name in ("stopped", "a series/extended", "record", "rows"):
        (runs / name / "run.json").unlink()
    code, out, errors = semeai("runs", "--json")
    assert (code, errors) == (0, "")
    found = json.loads(out)
    assert [run["name"] for run in found] == ["done", "running"]
    assert (
        list(found[0]) == "name state method problem n_generations share low high best_exam best age problems".split()
    )
    assert found[0]["state"] == "done"

    code, out, errors = semeai("runs")
    assert (code, errors) == (0, "")
    header, first, second = out.splitlines()
    assert header.split() == "run state generations confirmed best small exam fitness age".split()
    assert re.fullmatch(r"done     done +2 +-\d\.\d{3} +\d+ s", first)
    assert re.fullmatch(r"running  done +2 +-\d\.\d{3} +1 h", second)


def test_a_list_of_exams(tmp_path: Path) -> None:
    """What is confirmed comes first, then what flatters."""
    exams = (0.789, 0.7626, 0.8132, 0.875)
    listed = listing.Listed("x", RunState.RUNNING, "ga", "local against wally", 12, *exams, 25.0, 300.0, "process 7")
    other = listing.Listed("longer", RunState.STOPPED, "ga", "ones", 3, None, None, None, None, 1.0, 7200.0, "")
    text = (
        "run     state    generations             confirmed  best small exam  fitness    age\n"
        "x       running           12  78.9% [76.3%, 81.3%]            87.5%   25.000  5 min  process 7\n"
        "longer  stopped            3                                           1.000    2 h"
    )
    assert listing_text([listed, other], tmp_path, False) == text
    trial = replace(other, name="richards/laptop/nondeterminism/trials/1f0c-1")
    more = "and 1 more runs of papers; show them with --all"
    assert listing_text([listed, other, trial], tmp_path, False) == f"{text}\n{more}"
    assert trial.name in listing_text([listed, other, trial], tmp_path, True)


def test_no_runs(semeai: Command) -> None:
    assert semeai("runs") == (0, "no runs in runs; start one with: semeai evolve ga\n", "")
    assert semeai("runs", "--json") == (0, "[]\n", "")


# -- pictures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("problem", "share", "labels"),
    [
        (GoProblem(), 0.5, ["points in 40", "fresh games (%)", "95% interval", "(points ahead)"]),
        (TOY, None, ["(minus squared distance)"]),
    ],
    ids=["go", "toy"],
)
def test_a_picture(problem: Any, share: float | None, labels: list[str], tmp_path: Path) -> None:
    rows = [row(i, share and share + i / 10, best=i) for i in range(4)]
    draw_evolution(rows, problem.unit, "runs/x: ga, seed 1 & <more>", 40, tmp_path)
    path = tmp_path / "evolution.svg"
    before = path.read_bytes()
    texts = [
        "".join(text.itertext()).strip() for text in ET.fromstring(before).iter("{http://www.w3.org/2000/svg}text")
    ]
    for label in ["runs/x: ga, seed 1 & <more>", "generation", "fitness", "diversity", "(sd / range)", *labels]:
        assert label in texts, label
    assert {"best", "mean", "min"} <= set(texts)
    assert ("95% interval" in texts) == (share is not None)
    draw_evolution(rows, problem.unit, "runs/x: ga, seed 1 & <more>", 40, tmp_path)
    assert path.read_bytes() == before
    draw_evolution(rows[:3], problem.unit, "runs/x: ga, seed 1 & <more>", 40, tmp_path)
    assert path.read_bytes() != before


def test_a_picture_of_one_generation(tmp_path: Path) -> None:
    draw_evolution([row(0, 0.0)], GoProblem().unit, "runs/x", 20, tmp_path)
    ET.parse(tmp_path / "evolution.svg")


# -- TensorBoard -------------------------------------------------------------------------------------------------------


def read_scalars(folder: Path) -> dict[tuple[str, int], float]:
    """All that TensorBoard would show, by name and step. A file is length, checksum, event, checksum, and so on."""
    try:
        from tensorboardX.proto.event_pb2 import Event
    except ImportError:
        missing("tensorboardX")
    found: dict[tuple[str, int], float] = {}
    for path in folder.iterdir():
        data = path.read_bytes()
        while data:
            (n,) = struct.unpack("<Q", data[:8])
            event = Event.FromString(data[12 : 12 + n])
            for value in event.summary.value:
                assert (value.tag, event.step) not in found
                found[value.tag, event.step] = value.simple_value
            data = data[16 + n :]
    return found


def test_tensorboard_rows_come_one_by_one_and_those_of_before_are_written_anew(tmp_path: Path) -> None:
    rows = [row(i, i / 10) | {"word": "none"} for i in range(12)]
    names = ["best", "mean", "min", "diversity", "share"]
    expected = {(name, r["generation"]): r[name] for r in rows for name in names}
    for n_before in (0, 5):  # a run that is continued after five rows
        board = TensorBoard()
        try:
            board.begin(None, SimpleNamespace(folder=tmp_path, rows=rows[:n_before]), None)  # type: ignore[arg-type]
        except ImportError:
            missing("tensorboardX")
        for r in rows[n_before:]:
            board.row(r)
        (file,) = board.folder.iterdir()
        wait_until(lambda file=file: b"best" in file.read_bytes())  # while the run goes on
        board.close()
        assert board.folder == tmp_path / "tensorboard"
        assert read_scalars(board.folder) == pytest.approx(expected, rel=1e-6)


def test_a_tracker_hears_of_every_new_row_once(tmp_path: Path) -> None:
    seen: list[dict[str, object]] = []
    for generations in (2, 4):
        run = breed("ga", problem="ones", generations=generations, folder=tmp_path, run="x", quiet=True,
                    tracker=seen.append)  # fmt: skip
    assert [r["generation"] for r in seen] == [0, 1, 2, 3]
    assert seen == run.rows


def test_tensorboard_by_the_command(semeai: Command, tmp_path: Path) -> None:
    code, _, errors = semeai(*TOY_RUN, "-n", "2", "--tensorboard")
    if "need another package" in errors:
        missing("tensorboardX")
    assert (code, errors) == (0, "")
    rows = [json.loads(line) for line in rows_of(tmp_path / "runs" / "x")]
    scalars = read_scalars(tmp_path / "runs" / "x" / "tensorboard")
    assert [scalars["mean", i] for i in range(2)] == pytest.approx([r["mean"] for r in rows], rel=1e-6)


def test_tensorboard_that_is_not_installed(semeai: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said before anything is bred."""
    monkeypatch.setattr("semeai.lab.tensorboard.find_spec", lambda name: None)
    assert semeai(*TOY_RUN, "--tensorboard") == (
        2,
        "",
        "semeai: TensorBoard files need another package: pip install 'semeai[tensorboard]'\n",
    )
    assert everything(tmp_path) == {}
