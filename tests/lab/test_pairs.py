"""Runs of two populations: rows, exams, champions, games, kills, trained starts, and what the command says."""

import json
import shlex
import shutil
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from semeai.evolve.coevolution import CoevolutionParams
from semeai.files import DamagedFile
from semeai.go.rules import Rules
from semeai.lab.breed import SAMPLE_GAMES, Watch
from semeai.lab.checkpoints import read_checkpoint
from semeai.lab.folder import read_outcome
from semeai.lab.listing import list_runs
from semeai.lab.options import read_order
from semeai.lab.record import OtherParameters
from semeai.lab.result import Result, summary
from semeai.parallel.executors import Workers
from semeai.players.champion import read_champion
from semeai.problems.duels import DuelProblem
from semeai.problems.games import GoProblem
from semeai.rng import seeds
from semeai.sgf import read_games
from tests.commands import lines
from tests.conftest import SHORT_EXAM, needs_jit
from tests.lab.support import Notes, Process, bred, check_refusal, evolve, kept, rows_of

pytestmark = [needs_jit, pytest.mark.usefixtures("short_exams")]

SANE = "sane:neurons=40,blueprints=6,hidden=25"
OTHER = "sane:neurons=50,blueprints=5,hidden=30"
SIDES = {"black": SANE, "white": OTHER}
METHOD = "coevolution:hall=2"
PROBLEM = DuelProblem("network", Rules(size=5, komi=0.5), opponent="random")


def duel(folder: Path, n: int, workers: Workers | None = None, watch: Watch | None = None, **changes: Any) -> Result:
    """A small run, as far as generation `n`."""
    given = {"method": METHOD, "problem": PROBLEM, "exam_games": 10, "settings": SIDES} | changes
    return bred(folder, n, watch, workers, **given)


def trained(folder: Path, method: str = SANE, n: int = 2, size: int = 5, **changes: Any) -> Path:
    """A run of `evolve` to begin with."""
    problem = GoProblem("network", Rules(size=size), ("random",), n_games=2)
    bred(folder, n, method=method, problem=replace(problem, **changes), seed=4, exam_games=4)
    return folder


# -- in this process ---------------------------------------------------------------------------------------------------


def test_rows(tmp_path: Path) -> None:
    notes = Notes()
    found = duel(tmp_path, 4, watch=notes)
    assert notes.rows == found.rows == [json.loads(line) for line in rows_of(tmp_path)]
    for number, row in enumerate(found.rows):
        sides = [f"{side}_{word}" for side in SIDES for word in ("best", "mean", "min", "diversity")]
        assert list(row) == ["generation", "black_wins", "white_wins", *sides, "black_share", "white_share"]
        assert row["generation"] == number
        # With a komi of half a point no game is drawn.
        assert row["black_wins"] + row["white_wins"] == pytest.approx(1)
    assert len({row["black_wins"] for row in found.rows}) > 1
    assert read_outcome(tmp_path) == json.loads(json.dumps(summary(found, tmp_path)))
    (listed,) = list_runs(tmp_path)
    assert (listed.state, listed.method, listed.n_generations) == ("done", "coevolution", 4)


def test_champions_are_whose_exam_was_better_than_all_before(tmp_path: Path) -> None:
    found = duel(tmp_path, 6)
    files = {path.name for path in (tmp_path / "champions").iterdir()}
    wanted = set()
    for side in SIDES:
        best = -1.0
        for row in found.rows:
            if row[f"{side}_share"] > best:
                best = row[f"{side}_share"]
                wanted.add(f"{row['generation']:06}-{side}.npz")
        assert found.champions[side].best == best
        assert found.champions[side].path == max((tmp_path / "champions").glob(f"*-{side}.npz"))
    assert files == wanted
    assert {path.with_suffix(".npz").name for path in (tmp_path / "games").iterdir()} == wanted


@pytest.mark.parametrize("side", SIDES)
def test_a_champion_tells_where_it_comes_from(side: str, tmp_path: Path) -> None:
    found = duel(tmp_path, 2, exam_games=100)
    champion = read_champion(found.champions[side].path)
    row = found.rows[champion.generation]
    assert champion.method == SIDES[side]
    assert champion.problem["name"] == f"{side} in coevolution"
    assert (champion.player, champion.rules, champion.seed) == ("network", PROBLEM.rules, 1)
    assert (champion.row["best"], champion.row["share"]) == (row[f"{side}_best"], row[f"{side}_share"])
    # The exam in its row can be held again: fresh games in its own color.
    place = list(SIDES).index(side)
    points = PROBLEM.exam(side).points(champion.genome, seeds(100, 1, champion.generation, place))
    assert 0 < points.mean() == row[f"{side}_share"]
    exam, openings = found.champions[side].exam, found.champions[side].openings
    assert exam is not None
    assert openings is not None
    assert exam.n_games == openings.n_games == SHORT_EXAM
    its_seeds = seeds(
        SHORT_EXAM, 1, champion.generation, 6 + place
    )  # after those of both for exams, long exams and games
    random_openings = PROBLEM.exam(side).from_random_openings()
    assert openings.share == random_openings.points(champion.genome, its_seeds).mean()


@pytest.mark.parametrize(("side", "name"), [("black", "PB"), ("white", "PW")])
def test_games_of_champions_are_kept(side: str, name: str, tmp_path: Path) -> None:
    """In their own color, against the opponent of their exams."""
    path = duel(tmp_path / "x", 1).champions[side].path
    games = read_games((tmp_path / "x" / "games" / f"{path.stem}.sgf").read_text())
    assert [game.root.properties[name] for game in games] == [[f"x 0 {side}"]] * SAMPLE_GAMES
    assert {*games[0].root.properties["PB"], *games[0].root.properties["PW"]} == {f"x 0 {side}", "random"}


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 2},
        {"exam_games": 12},
        {"settings": SIDES | {"black": OTHER}},
        {"settings": SIDES | {"white": f"{OTHER},mutation=0.02"}},
        {"method": "coevolution:hall=3"},
        {"problem": replace(PROBLEM, opponent="wally")},
        {"problem": replace(PROBLEM, rules=Rules(size=5, komi=1.5))},
    ],
)
def test_another_run_does_not_go_on(changes: dict[str, Any], tmp_path: Path) -> None:
    duel(tmp_path, 1)
    before = kept(tmp_path)
    with pytest.raises(OtherParameters):
        duel(tmp_path, 2, **changes)
    assert kept(tmp_path) == before


def test_the_same_settings_in_other_words_go_on(tmp_path: Path) -> None:
    duel(tmp_path, 1)
    found = duel(tmp_path, 2, settings=SIDES | {"black": f"{SANE},mutation=0.01", "hall": "2"}, method="coevolution")
    assert len(found.rows) == 2


def test_a_damaged_checkpoint_is_told(tmp_path: Path) -> None:
    duel(tmp_path, 2)
    path = tmp_path / "checkpoint.npz"
    path.write_bytes(path.read_bytes()[:-9])
    notes = Notes()
    duel(tmp_path, 3, watch=notes)
    (line,) = notes.said
    assert "checkpoint.damaged-1.npz" in line


def test_no_target(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match=r"^coevolution accepts no target, because it does not breed a single champion$"
    ):
        duel(tmp_path / "x", 1, target=0.5)
    assert not (tmp_path / "x").exists()


# -- trained populations -----------------------------------------------------------------------------------------------


def test_a_trained_start(tmp_path: Path) -> None:
    """The population is that of the run; the run is not touched, and need not be one of the same komi or opponent."""
    start = trained(tmp_path / "start")
    before = kept(start)
    new = duel(tmp_path / "new", 2)
    begun = duel(tmp_path / "begun", 2, starts={"black": start})
    assert kept(start) == before
    assert begun.rows[0]["black_diversity"] != new.rows[0]["black_diversity"]
    assert begun.rows[0]["white_diversity"] == new.rows[0]["white_diversity"]
    checkpoint, _ = read_checkpoint(start)
    assert checkpoint is not None
    labels = checkpoint.state["labels"]
    shares = np.stack([np.bincount(column, minlength=75) for column in labels.T]) / len(labels)
    assert begun.rows[0]["black_diversity"] == pytest.approx(1 - np.square(shares).sum(axis=1).mean())


def test_a_trained_start_is_the_same_after_a_stop(tmp_path: Path) -> None:
    starts = {"black": trained(tmp_path / "black"), "white": trained(tmp_path / "white", OTHER)}
    whole, parts = tmp_path / "whole" / "x", tmp_path / "parts" / "x"
    duel(whole, 3, starts=starts)
    for n in (1, 3):
        duel(parts, n, starts=starts)
    assert kept(parts) == kept(whole)
    record = json.loads((whole / "run.json").read_text())["parameters"]["start"]
    assert all(words.endswith(" after 2 generations") for words in record.values())
    with pytest.raises(OtherParameters, match=r"start white [0-9a-f]{16} after 2 generations, not"):
        duel(whole, 4, starts={"black": starts["black"]})
    trained(starts["black"], n=3)
    with pytest.raises(OtherParameters, match=r"start black .* after 2 generations, not .* after 3 generations"):
        duel(whole, 4, starts=starts)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"method": OTHER}, r"start: it was bred with neurons 50, not 40, blueprints 5, not 6, hidden 30, not 25$"),
        ({"size": 6}, r"start: it was bred with board 6x6, not 5x5$"),
        ({"player": "network:last=true"}, r"start: it was bred with player network:last=true, not network$"),
        ({"method": "ga:population=4", "player": "local"}, r"start: it used ga, not sane$"),
    ],
)
def test_a_start_that_does_not_fit(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    start = trained(tmp_path / "start", **changes)
    with pytest.raises(ValueError, match=message):
        duel(tmp_path / "x", 1, starts={"black": start})
    assert not (tmp_path / "x").exists()


def test_a_start_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        duel(tmp_path / "x", 1, starts={"black": tmp_path / "nowhere"})
    start = trained(tmp_path / "start")
    other = shutil.copytree(start, tmp_path / "other")
    for path in other.glob("checkpoint*"):
        path.unlink()
    with pytest.raises(ValueError, match=r"other: it has no checkpoint$"):
        duel(tmp_path / "x", 1, starts={"black": other})
    (other / "run.json").write_text("[]")
    with pytest.raises(DamagedFile, match=r"run.json: expected a valid record of a run"):
        duel(tmp_path / "x", 1, starts={"black": other})
    coevolved = tmp_path / "coevolved"
    duel(coevolved, 1)
    with pytest.raises(ValueError, match=r"coevolved: it used coevolution, not sane$"):
        duel(tmp_path / "x", 1, starts={"black": coevolved})


# -- killed ------------------------------------------------------------------------------------------------------------

COMMAND = (METHOD, "--black", SANE, "--white", OTHER, "--size", "5", "--komi", "0.5", "--exam", "20")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="/proc tells which processes there are")
def test_killed_and_taken_up_again(tmp_path: Path) -> None:
    n = ("-n", "60")
    whole = Process(tmp_path / "whole", *COMMAND, *n, "-j", "1")
    whole.finish()
    for jobs in (["-j", "1"], ["-j", "2"]):
        run = Process(tmp_path / "killed", *COMMAND, *n, *jobs)
        run.wait_for_rows(len(rows_of(run.folder)) + 3)
        assert run.end(signal.SIGKILL) == -signal.SIGKILL
        n_rows = len(rows_of(run.folder))
        assert 3 <= n_rows < 60
        assert rows_of(run.folder) == rows_of(whole.folder)[:n_rows]
    last = Process(tmp_path / "killed", *COMMAND, *n, "-j", "2")
    last.finish()
    assert last.said() == []
    assert len(rows_of(last.folder)) == 60
    assert kept(last.folder) == kept(whole.folder)


# -- by command --------------------------------------------------------------------------------------------------------


def test_json(tmp_path: Path) -> None:
    trained(tmp_path / "runs" / "start", OTHER)
    run = evolve(tmp_path, *COMMAND, "-n", "2", "--json", "--white-from", "runs/start")
    assert (run.returncode, lines(run.stderr)) == (0, [])
    *rows, done = map(json.loads, run.stdout.splitlines())
    assert [row["generation"] for row in rows] == [0, 1]
    assert (done["done"], done["generations"]) == (True, 2)
    for side in SIDES:
        assert read_champion(tmp_path / done["champions"][side]).row["share"] == max(
            row[f"{side}_share"] for row in rows
        )
        assert done["exams"][side]["n_games"] == done["openings"][side]["n_games"] == SHORT_EXAM
    (folder,) = (path for path in (tmp_path / "runs").iterdir() if path.name != "start")
    assert folder.name.endswith("-network-5x5-from-runs-start-seed1")


def test_in_words(tmp_path: Path) -> None:
    run = evolve(tmp_path, *COMMAND, "-n", "3", "--run", "x", "--quiet")
    assert (run.returncode, lines(run.stderr)) == (0, [])
    said = run.stdout.splitlines()
    assert [line.split()[0] for line in said[:4]] == ["generation", "0", "1", "2"]
    files = []
    for side, first in (("black", 5), ("white", 10)):
        told, chosen, openings, champion, games = said[first : first + 5]
        assert told.startswith(f"The {side} champion of runs/x has ")
        assert told.endswith(f" of the points in {SHORT_EXAM} fresh games against wally:noise=0.1.")
        assert chosen.startswith("  It was chosen for ")
        assert chosen.endswith(", the best of 3 small exams, which flatters.")
        assert openings.startswith("  From random openings: ")
        assert (champion.split()[0], games.split()[0]) == ("champion", "games")
        files.append(champion.split()[1])
        assert all((tmp_path / line.split()[1]).exists() for line in (champion, games))
    assert said[-1] == f"  semeai match champion:{files[0]} champion:{files[1]} --size 5"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["coevolution:depth=9"], "coevolution has no setting 'depth'"),
        (["coevolution:hall=-1"], "coevolution:hall must be 0 to 64, not -1"),
        (["coevolution", "--black", "eugenics"], "no method called 'eugenics'"),
        (["coevolution", "--white", "sane:neurons=3"], "sane:neurons must be 4 or more, not 3"),
        (["coevolution", "--white", "ga"], "ga cannot breed networks; use sane, esp or neat"),
        (["coevolution", "--problem", "xor"], "'xor' cannot be bred"),
        (["coevolution", "--opponent", "nobody"], "no player called 'nobody'"),
        (
            ["coevolution", "--opponent", "wally", "--opponent", "random"],
            "coevolution takes one opponent, for exams; found 2",
        ),
        (["coevolution", "--from", "x"], "No such option: --from"),
        (["coevolution", "--black-from", "nowhere"], "nowhere"),
        (["coevolution", "--run", "../x"], "expected the name of a run, a folder below runs"),
        (["coevolution", "--target", "0.5", "--games", "2"], "No such option: --target"),
        (["coevolution", "--steps", "9"], "No such option: --steps"),
        (["ga:population=4", "--black", "ga"], "No such option: --black"),
        (["strategies", "--white-from", "x"], "No such option: --white-from"),
    ],
)
def test_wrong_calls(arguments: list[str], said: str, tmp_path: Path) -> None:
    check_refusal(tmp_path, arguments, said)


@pytest.mark.parametrize(
    ("method", "black", "white", "expected"),
    [
        ("coevolution", None, None, CoevolutionParams()),
        ("coevolution:hall=3,sharing=false", SANE, None, CoevolutionParams(SANE, hall=3, sharing=False)),
        ("coevolution:black=ga,white=ga", SANE, OTHER, CoevolutionParams(SANE, OTHER)),
        ("coevolution:black=esp,white=ga", None, SANE, CoevolutionParams("esp", SANE)),
    ],
)
def test_settings_and_options(method: str, black: Any, white: Any, expected: CoevolutionParams) -> None:
    given = {"black": black, "white": white}
    assert read_order(method, {side: spec for side, spec in given.items() if spec}).params == expected


def test_champions_tell_the_command_that_makes_them(tmp_path: Path) -> None:
    options = ("--black", SANE, "--white", OTHER, "--size", "5", "--opponent", "random", "--exam", "10", "--seed", "3")
    assert evolve(tmp_path, "coevolution:hall=2", *options, "-n", "3", "--run", "one", "--quiet").returncode == 0
    for path in sorted((tmp_path / "runs" / "one" / "champions").iterdir()):
        command = shlex.split(read_champion(path).provenance["command"])
        assert command[:2] == ["semeai", "evolve"]
        assert evolve(tmp_path, *command[2:], "--run", path.stem, "--quiet").returncode == 0
        again = tmp_path / "runs" / path.stem
        assert rows_of(again) == rows_of(tmp_path / "runs" / "one")[: len(rows_of(again))] != []
        assert (again / "champions" / path.name).read_bytes() == path.read_bytes()
