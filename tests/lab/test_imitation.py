"""Runs that learn from recorded games: their rows, what is reported at the end, and the command line."""

import json
import shlex
from pathlib import Path

import pytest

from semeai.lab.result import Result, result_text, summary
from semeai.parallel.executors import Executor, Workers
from semeai.players.champion import read_champion
from semeai.problems.imitation import Imitation
from tests.commands import call
from tests.lab import support
from tests.lab.support import kept, rows_of
from tests.records import write_records

METHOD = "ga:population=12"


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_records(tmp_path_factory.mktemp("records") / "five", 12)


def bred(folder: Path, records: Path, n: int, jobs: int = 1, executor: Executor = Executor.THREADS) -> Result:
    problem = Imitation(records, size=5, test=0.25)
    return support.bred(folder, n, workers=Workers(jobs, executor), method=METHOD, problem=problem)


@pytest.fixture(scope="module")
def run(records: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    folder = tmp_path_factory.mktemp("run") / "x"
    return folder, bred(folder, records, 6)


def test_rows(run: tuple[Path, Result], records: Path) -> None:
    """The test share is that of the best of the generation, and selects nobody: a champion has the best fitness."""
    folder, result = run
    for row in result.rows:
        assert list(row) == ["generation", "best", "mean", "min", "diversity", "test"]
        path = folder / "champions" / f"{row['generation']:06}.npz"
        if path.exists():
            compared = Imitation(records, size=5, test=0.25).compare(read_champion(path).genome)
            assert row["test"] == compared["test"].matched
    best = max(result.rows, key=lambda row: row["best"])
    assert int(result.champion.path.stem) == best["generation"]
    assert best["best"] == result.champion.compared["train"].matched


def test_what_is_reported(run: tuple[Path, Result]) -> None:
    folder, result = run
    told = summary(result)
    assert told["exam"] is None
    assert "openings" not in told
    assert {"n_moves", "matched", "within_3", "within_5", "within_10", "log"} == set(told["train"]) == set(told["test"])
    assert json.loads((folder / "done.json").read_text())["test"] == told["test"]
    text = result_text(result, {})
    test = result.champion.compared["test"]
    assert f"  testing   {test.matched:.1%} of {test.n_moves} moves" in text
    assert "test" in text.splitlines()[0]


def test_it_repeats_itself(run: tuple[Path, Result], records: Path, tmp_path: Path) -> None:
    """Wherever candidates are rated, and when it is broken off in between."""
    bred(tmp_path / "x", records, 3, 2, Executor.PROCESSES)
    bred(tmp_path / "x", records, 6)
    assert kept(tmp_path / "x") == kept(run[0])


def test_a_run_with_other_games_is_not_gone_on_with(tmp_path: Path) -> None:
    records = write_records(tmp_path / "games", 8)
    bred(tmp_path / "x", records, 1)
    write_records(records, 1, first=8)
    with pytest.raises(ValueError, match=r"was started with problem games \w{16}, not \w{16};"):
        bred(tmp_path / "x", records, 2)


# -- the command line --------------------------------------------------------------------------------------------------


def test_the_command(records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It tells of itself, so that it can be given again; its champion plays."""
    monkeypatch.chdir(tmp_path)
    words = ["evolve", METHOD, "--records", str(records), "--size", "5", "--measure", "log", "-n", "2"]
    first = call(*words, "--json", "--run", "one")
    assert first.returncode == 0, first.stderr
    *rows, done = map(json.loads, first.stdout.splitlines())
    assert [row["generation"] for row in rows] == [0, 1]
    assert done["test"]["n_moves"] > 0
    champion = read_champion(Path(done["champion"]))
    assert champion.player == "summation"
    assert champion.rules is not None
    assert champion.rules.size == 5
    assert champion.problem["records"] == str(records)
    again = call(*shlex.split(champion.provenance["command"])[1:], "--run", "two", "-q")
    assert again.returncode == 0, again.stderr
    assert rows_of(Path("runs/two")) == rows_of(Path("runs/one"))[: champion.generation + 1]
    match = call("match", f"champion:{done['champion']}", "random", "--games", "2", "--json")
    assert match.returncode == 0, match.stderr
    assert json.loads(match.stdout)["failures"] == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("ga --records R --opponent wally", "learning from records does not use --opponent"),
        ("ga --records R --games 3 --exam 5 --komi 0", "learning from records does not use --games, --komi, --exam"),
        ("ga --test 0.5", "--test needs --records"),
        ("coevolution --records R", "No such option: --records"),
        ("strategies --records R", "No such option: --records"),
        ("ga --measure matched", "--measure must be margin or wins if games are played, not matched"),
        (
            "ga --records R --size 5 --measure wins",
            "--measure must be matched or log if recorded games are imitated, not wins",
        ),
        ("ga --records R --size 5 --problem network", "network cannot learn from recorded games; use summation"),
        ("ga --records R --size 5 --problem ones", "'ones' cannot be bred"),
        ("ga --records R", "R has no games on 9x9: 12 on other boards, 0 skipped"),
        ("ga --records nowhere", "no file or folder nowhere"),
        ("sane --records R --size 5 -q", "sane breeds networks only; use ga, cma or nes for rows of numbers"),
        (
            "coevolution --problem summation:choice=proportional",
            "summation:choice=proportional is not a compiled player, which coevolution needs",
        ),
    ],
)
def test_useless_combinations(words: str, message: str, records: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = call("evolve", *(str(records) if word == "R" else word for word in words.split()))
    assert run.returncode == 2, run.stderr
    assert run.stderr.startswith(f"semeai: {message.replace('R', str(records), 1) if message[:2] == 'R ' else message}")
    assert run.stderr.count("\n") == 1


def test_what_is_skipped_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where nothing else is wanted."""
    monkeypatch.chdir(tmp_path)
    folder = write_records(tmp_path / "games", 5)
    for number in range(5):
        (folder / f"broken{number}.sgf").write_bytes(b"(;B[aa" + bytes([number]))
    words = ["evolve", METHOD, "--records", "games", "--size", "5", "-n", "1", "-q"]
    run = call(*words)
    assert run.returncode == 0, run.stderr
    assert "semeai: 5 skipped in games: broken0.sgf: " in run.stderr
    assert run.stderr.rstrip().endswith(" ...")
