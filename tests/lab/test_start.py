"""Runs that begin with the population of another: what is taken over, what is not, and what does not fit."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from semeai.evolve import make_evolver
from semeai.evolve.evolver import Evolver
from semeai.evolve.method import Generational
from semeai.go.rules import Rules
from semeai.lab.checkpoints import read_checkpoint
from semeai.lab.order import Order
from semeai.lab.record import OtherParameters
from semeai.players import read_bred
from semeai.players.champion import find_champion, read_champion
from semeai.problems.games import GoProblem
from semeai.problems.problem import Problem
from semeai.problems.toys import Ones, Sphere, Xor
from semeai.rng import generator
from tests.commands import lines
from tests.lab.support import METHOD, TOY, bred, evolve, kept, rows_of


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the toy, five generations long."""
    folder = tmp_path_factory.mktemp("start") / "first"
    bred(folder, 5)
    return folder


def begun(start: Path, method: str = METHOD, problem: Problem = TOY, seed: int = 1) -> Evolver:
    """A method before its first generation, with the population of the run `start`."""
    found = Order(method, problem, seed, starts={"": start}).begin()
    assert isinstance(found, Generational)
    return found.evolver


def test_the_population_is_taken_over(first: Path, tmp_path: Path) -> None:
    before = kept(first)
    evolver = begun(first, seed=9)
    checkpoint, _ = read_checkpoint(first)
    assert checkpoint is not None
    assert evolver.ask().tolist() == checkpoint.state["genomes"].tolist()
    result = bred(tmp_path / "x", 3, seed=9, starts={"": first})
    assert result.order.starting_points[""].digest.endswith(" after 5 generations")
    # Where nothing is played, the same genomes have the same fitness: the elite is there.
    last = json.loads(rows_of(first)[-1])
    assert result.rows[0]["best"] >= last["best"] > bred(tmp_path / "new", 1, seed=9).rows[0]["best"]
    assert kept(first) == before


def test_the_random_generator_is_not(first: Path) -> None:
    own = begun(first, seed=9).state()["generator"]
    assert (own == make_evolver(METHOD, TOY.genes, generator(9)).state()["generator"]).all()
    assert (own != begun(first, seed=8).state()["generator"]).any()


@pytest.mark.parametrize("method", ["sane:neurons=40,blueprints=10,hidden=5", "esp:hidden=5,neurons=10,trials=3"])
def test_networks_too(method: str, tmp_path: Path) -> None:
    bred(tmp_path / "first", 3, method=method, problem=Xor())
    evolver = begun(tmp_path / "first", method, Xor(), seed=2)
    state = read_checkpoint(tmp_path / "first")[0].state  # type: ignore[union-attr]
    own = evolver.state()
    assert [name for name in state if not np.array_equal(state[name], own[name])] == ["generator"]


def test_after_a_stop_it_is_the_same(first: Path, tmp_path: Path) -> None:
    bred(tmp_path / "whole", 6, seed=2, starts={"": first})
    for n in (2, 6):
        bred(tmp_path / "parts", n, seed=2, starts={"": first})
    assert kept(tmp_path / "parts") == kept(tmp_path / "whole")


def test_another_start_is_another_run(first: Path, tmp_path: Path) -> None:
    start = shutil.copytree(first, tmp_path / "first")
    bred(tmp_path / "x", 2, seed=2, starts={"": start})
    with pytest.raises(OtherParameters, match=r"start [0-9a-f]{16} after 5 generations, not unset"):
        bred(tmp_path / "x", 3, seed=2)
    bred(start, 6)
    with pytest.raises(OtherParameters, match=r"start .* after 5 generations, not .* after 6 generations"):
        bred(tmp_path / "x", 3, seed=2, starts={"": start})
    bred(tmp_path / "y", 1)
    with pytest.raises(OtherParameters, match=r"start unset, not "):
        bred(tmp_path / "y", 2, starts={"": start})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"method": "ga:population=8"}, r"first: it was bred with population 6, not 8$"),
        ({"method": "sane", "problem": Xor()}, r"first: it used ga, not sane$"),
        ({"problem": Ones(4)}, r"first: it was bred with player sphere, not ones$"),
        (
            {"problem": Sphere(5)},
            r"^cannot start from .*first: the state belongs to another method, or has genomes of another",
        ),
        ({"problem": GoProblem(rules=Rules(size=5))}, r"with player sphere, not local$"),
    ],
)
def test_a_start_that_does_not_fit(changes: dict[str, Any], message: str, first: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        bred(tmp_path / "x", 1, starts={"": first}, **changes)
    assert not (tmp_path / "x").exists()


# -- by command --------------------------------------------------------------------------------------------------------

GO = ("ga:population=4", "--games", "2", "--exam", "4", "--quiet")


def test_by_command(tmp_path: Path) -> None:
    assert evolve(tmp_path, *GO, "-n", "2", "--run", "first").returncode == 0
    run = evolve(tmp_path, *GO, "-n", "2", "--opponent", "random", "--opponent", "wally", "--from", "runs/first")
    assert (run.returncode, lines(run.stderr)) == (0, [])
    name = "ga-population=4-local-5x5-random-wally-from-runs-first-seed1"
    record = json.loads((tmp_path / "runs" / name / "run.json").read_text())["parameters"]
    assert record["start"].endswith(" after 2 generations")
    assert record["problem"]["opponent"] == "random, wally"


@pytest.mark.parametrize(
    ("start", "said"),
    [("nowhere", "nowhere"), ("runs/first", "runs/first: it was bred with population 4, not 5")],
)
def test_wrong_calls(start: str, said: str, tmp_path: Path) -> None:
    assert evolve(tmp_path, *GO, "-n", "1", "--run", "first").returncode == 0
    run = evolve(tmp_path, "ga:population=5", "--from", start, "--run", "x")
    assert run.returncode == 2
    (line,) = lines(run.stderr)
    assert line.startswith("semeai: ")
    assert said in line
    assert not (tmp_path / "runs" / "x").exists()


@pytest.mark.parametrize(("player", "fits"), [("field:reach=1", True), ("network", False)])
def test_a_larger_board(player: str, fits: bool, tmp_path: Path) -> None:
    """Fields are the same on every board, networks are for one."""
    method = "sane:neurons=20,blueprints=4,hidden=2"
    small, large = (GoProblem(player, Rules(size=size), n_games=1) for size in (5, 6))
    bred(tmp_path / "small", 1, method=method, problem=small)
    if fits:
        begun(tmp_path / "small", method, large)
    else:
        with pytest.raises(ValueError, match=r"small: it was bred with board 5x5, not 6x6$"):
            begun(tmp_path / "small", method, large)


# -- a champion to begin with ------------------------------------------------------------------------------------------


def test_a_champion_is_where_the_search_begins() -> None:
    problem = GoProblem("shape:hidden=0", Rules(size=5))
    order = Order("nes", problem, 3, starts={"": Path("champion:shape-9x9")})
    champion = read_champion(find_champion("shape-9x9"))
    wanted = read_bred("shape:hidden=0").adopt(read_bred(champion.player), champion.genome)
    (begun,) = order.begin().champions.values()
    assert begun == pytest.approx(wanted)
    assert "--from champion:shape-9x9" in order.command()
    assert order.parameters(order.begin())["start"].endswith(", a champion")


@pytest.mark.parametrize(
    ("method", "player", "champion", "message"),
    [
        ("ga", "shape", "shape-9x9", "ga cannot start from a champion; start from a run, or use cma or nes"),
        ("nes", "local", "shape-9x9", "champion:shape-9x9: it was bred as"),
        ("nes", "shape", "nobody", "no champion or file is called 'nobody'"),
    ],
)
def test_champions_that_do_not_fit(method: str, player: str, champion: str, message: str) -> None:
    problem = GoProblem(player, Rules(size=5))
    with pytest.raises(ValueError, match=re.escape(message)):
        Order(method, problem, 1, starts={"": Path(f"champion:{champion}")}).begin()
