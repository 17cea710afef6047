"""A run is one process's at a time, and goes on with what it was begun with and nothing else."""

import json
import re
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from semeai.archive import read_sealed, write_sealed
from semeai.arena.schedule import Colors
from semeai.go.rules import Rules
from semeai.lab.record import OtherParameters, begin_record
from semeai.problems.games import GoProblem
from semeai.problems.toys import Ones, Sphere
from tests.commands import lines
from tests.lab.support import Notes, Process, bred, everything, evolve, kept, rows_of

# -- one process at a time ---------------------------------------------------------------------------------------------


def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    arguments = ("ga", "--problem", "sphere")
    first = Process(tmp_path, *arguments, "-n", "1000000")
    first.wait_for_rows(1)
    run_json = (first.folder / "run.json").read_bytes()
    second = evolve(tmp_path, *arguments, "-n", "1000000", "--run", "x")
    assert (second.returncode, second.stdout) == (1, "")
    assert lines(second.stderr) == [f"semeai: runs/x is in use by process {first.process.pid}"]
    assert first.end(signal.SIGKILL) == -signal.SIGKILL

    n_rows = len(rows_of(first.folder))
    third = Process(tmp_path, *arguments, "-n", "1000000")
    third.wait_for_rows(n_rows + 1)
    assert (first.folder / "lock").read_text() == f"{third.process.pid}\n"
    assert (first.folder / "run.json").read_bytes() == run_json
    third.end(signal.SIGKILL)
    rows = [json.loads(row) for row in rows_of(first.folder)]
    assert [row["generation"] for row in rows] == list(range(len(rows)))


def test_a_run_is_let_go_of_when_it_fails(tmp_path: Path) -> None:
    """However it fails: another run in this process would be refused otherwise."""
    bred(tmp_path, 2)
    files = everything(tmp_path)
    for name in ("run.json", "rows.jsonl", "checkpoint.npz"):
        (tmp_path / "checkpoint.previous.npz").write_bytes(b"none")
        (tmp_path / name).write_bytes(b"nonsense\n")
        with pytest.raises(ValueError, match=name):
            bred(tmp_path, 3)
        (tmp_path / name).write_bytes(files[name])
    bred(tmp_path, 3)


# -- the same parameters -----------------------------------------------------------------------------------------------

GO = GoProblem(n_games=2)
HINT = "use the same parameters, or another name for a new run"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("begun") / "x"
    bred(folder, 2, method="ga:population=4", problem=GO, exam_games=4)
    return folder


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed": 2}, "seed 1, not 2"),
        ({"exam_games": 6}, "exam_games 4, not 6"),
        ({"method": "ga:population=5"}, "method population 4, not 5"),
        ({"method": "ga:population=4,elite=2,step=0.25"}, "method step 0.1, not 0.25, method elite 1, not 2"),
        ({"method": "ga:population=4,selection=rank"}, "method selection tournament, not rank"),
        ({"problem": replace(GO, n_games=3)}, "problem n_games 2, not 3"),
        ({"problem": replace(GO, opponents=("random",))}, "problem opponent wally:noise=0.1, not random"),
        ({"problem": replace(GO, colors=Colors.A_BLACK)}, "problem colors swap, not a-black"),
        (
            {"problem": replace(GO, rules=Rules(size=5, komi=6.5))},
            f"problem rules {GO.rules.describe()}, not {GO.rules.describe().replace('7.5', '6.5')}",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_other_parameters_are_refused(changes: dict[str, Any], said: str, begun: Path) -> None:
    before = everything(begun)
    given = {"method": "ga:population=4", "problem": GO, "exam_games": 4} | changes
    with pytest.raises(OtherParameters) as caught:
        bred(begun, 4, **given)
    assert str(caught.value).startswith(f"{begun} was started with {said}")
    assert str(caught.value).endswith(f"; {HINT}")
    assert everything(begun) == before


def test_another_problem_is_refused(tmp_path: Path) -> None:
    """Whatever only one of the two has is said, too."""
    bred(tmp_path, 1, problem=Sphere(3))
    with pytest.raises(OtherParameters, match="started with problem name sphere, not ones, problem n 3, not 30; "):
        bred(tmp_path, 1, problem=Ones())
    with pytest.raises(OtherParameters, match=r"problem n 3, not unset, .*problem n_games unset, not 2"):
        bred(tmp_path, 1, problem=GO)


def test_what_the_command_says_of_other_parameters(tmp_path: Path) -> None:
    arguments = ("--problem", "sphere", "--run", "x", "-n", "2")
    assert evolve(tmp_path, "ga:population=4", *arguments).returncode == 0
    before = everything(tmp_path)
    other = evolve(tmp_path, "ga:population=6", *arguments)
    assert (other.returncode, other.stdout) == (2, "")
    assert lines(other.stderr) == [f"semeai: runs/x was started with method population 4, not 6; {HINT}"]
    # The lock alone says who was here last.
    assert {**everything(tmp_path), "runs/x/lock": b""} == {**before, "runs/x/lock": b""}


def test_the_same_parameters_in_other_words(tmp_path: Path) -> None:
    bred(tmp_path, 2, method="ga:population=6")
    before = kept(tmp_path)
    bred(tmp_path, 2, method="ga:elite=1,population=6,step=0.10")
    assert kept(tmp_path) == before


def test_more_generations_and_another_target_go_on(tmp_path: Path) -> None:
    bred(tmp_path, 2)
    rows = rows_of(tmp_path)
    bred(tmp_path, 4, target=1)  # which cannot be reached
    assert rows_of(tmp_path)[:2] == rows
    assert len(rows_of(tmp_path)) == 4
    result = bred(tmp_path, 9, target=-100)  # which is
    assert result.is_target_reached
    assert len(rows_of(tmp_path)) == 4


# -- other versions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "is_said"),
    [
        (("kernels",), True),
        (("machine", "numpy"), True),
        (("commit",), False),
        (("machine", "cpu"), False),
        (("machine", "python"), False),
    ],
    ids=str,
)
def test_other_versions_are_told_of(place: tuple[str, ...], is_said: bool, tmp_path: Path) -> None:
    """Those that the numbers depend on; and it goes on, since mostly they are the same."""
    bred(tmp_path, 2)
    path = tmp_path / "run.json"
    record, _ = read_sealed(path, "record")
    *above, last = place
    inner = record[above[0]] if above else record
    inner[last] = "another one"
    write_sealed(path, record)
    before = path.read_bytes()
    notes = Notes()
    bred(tmp_path, 3, notes)
    assert notes.said == [f"{tmp_path} was started with another version of semeai, numpy or the compiler"] * is_said
    assert len(rows_of(tmp_path)) == 3
    assert path.read_bytes() == before


def test_the_record(tmp_path: Path) -> None:
    """Enough to know later what was run, and where."""
    parameters = {"method": {"name": "ga"}, "seed": 3}
    record, notes = begin_record(tmp_path, parameters)
    assert notes == []
    assert read_sealed(tmp_path / "run.json", "record") == (record, True)
    assert list(record) == ["parameters", "commit", "kernels", "machine"]
    assert record["parameters"] == parameters
    assert record["commit"] is None or re.fullmatch("[0-9a-f]{12}(-dirty)?", record["commit"])
    assert list(record["machine"]) == ["cpu", "cores", "system", "python", "semeai", "numpy", "numba"]
