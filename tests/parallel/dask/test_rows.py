"""The same rows, checkpoints and champions with threads, one worker and four, and with workers that die on the way."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from semeai.evolve import islands
from semeai.evolve.evolver import Candidates, Fitness, Seeds, State
from semeai.go.board import Board
from semeai.go.rules import Rules
from semeai.lab.breed import Watch, breed
from semeai.lab.order import Order
from semeai.parallel.dask.link import ClusterError
from semeai.parallel.executors import Workers
from semeai.problems.duels import DuelProblem, Margins
from semeai.problems.games import GoProblem
from semeai.problems.position import PositionProblem
from semeai.rng import seeds
from tests.conftest import SLOW, needs_jit
from tests.lab.support import kept, rows_of
from tests.parallel.dask.support import Hosts, die_once, hosts

pytestmark = needs_jit

N = 6
DEADLY = (1, 3, 4)
"""generations in the midst of which a worker dies"""
SEED = 1
SANE = "sane:neurons=60,blueprints=12,hidden=20"
RULES = Rules(size=5, komi=0.5)
GAMES = 20  # of a network, so that each is a task


@dataclass(frozen=True)
class MortalGo(GoProblem):
    folder: Path | None = None

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        risk(self.folder, seeds)
        return super().rate(candidates, seeds)


@dataclass(frozen=True)
class MortalDuel(DuelProblem):
    folder: Path | None = None

    def margins(self, black: Any, white: Any, is_met: Any, seeds: Seeds) -> Margins:
        risk(self.folder, seeds)
        return super().margins(black, white, is_met, seeds)


def risk(folder: Path | None, its_seeds: Seeds) -> None:
    """Who has the first candidates of a deadly generation dies, once each."""
    for generation in DEADLY:
        if folder and its_seeds[0] == seeds(1, SEED, generation)[0]:
            die_once(folder / f"{generation}")


def mortal_island(folder: Path, params: Any, board: Board, n_steps: int, state: State) -> State:
    if (epoch := int(state["n_steps"][0]) // n_steps) in DEADLY:
        die_once(folder / f"{epoch}")
    return islands.evolve_island(params, board, n_steps, state)


def run_sane(folder: Path, workers: Workers, deaths: Path | None, monkeypatch: Any, watch: Watch | None = None) -> None:
    problem = MortalGo("network", RULES, ("wally:noise=0.1",), GAMES, folder=deaths)
    breed(Order(SANE, problem, SEED, N, exam_games=40), folder, workers, watch)


def run_coevolution(folder: Path, workers: Workers, deaths: Path | None, monkeypatch: Any) -> None:
    sides = {"black": SANE, "white": SANE.replace("sane", "sanei")}
    problem = MortalDuel("network", RULES, opponent="random", folder=deaths, n_games=2)
    breed(Order("coevolution:hall=2", problem, SEED, N, exam_games=40, settings=sides), folder, workers)


def run_islands(folder: Path, workers: Workers, deaths: Path | None, monkeypatch: Any) -> None:
    if deaths:
        monkeypatch.setattr(islands, "evolve_island", partial(mortal_island, deaths))
    method = "strategies:population=128,threads=16,islands=4,exchange=64"
    breed(Order(method, PositionProblem(Board(RULES), every=256), SEED, N), folder, workers)


@pytest.fixture(scope="module")
def one() -> Iterator[Hosts]:
    with hosts(1) as found:
        yield found


@pytest.mark.parametrize(
    "run", [run_sane, pytest.param(run_coevolution, marks=SLOW), run_islands], ids=["sane", "coevolution", "islands"]
)
def test_the_same_everywhere(
    run: Callable[..., None], one: Hosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Workers(2) as workers:
        run(tmp_path / "threads" / "run", workers, None, monkeypatch)
    expected = kept(tmp_path / "threads" / "run")
    assert len(rows_of(tmp_path / "threads" / "run")) == N
    with Workers(1, one.executor) as workers:
        run(tmp_path / "one" / "run", workers, None, monkeypatch)
    assert kept(tmp_path / "one" / "run") == expected
    deaths = tmp_path / "deaths"
    deaths.mkdir()
    with hosts(4) as four, Workers(1, four.executor) as workers:
        assert workers.n == 4
        run(tmp_path / "four" / "run", workers, deaths, monkeypatch)
        assert {path.name for path in deaths.iterdir()} == {str(generation) for generation in DEADLY}
        assert workers.n == 1
    assert kept(tmp_path / "four" / "run") == expected


def test_a_run_that_has_lost_its_scheduler_goes_on_elsewhere(
    one: Hosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Workers(2) as workers:
        run_sane(tmp_path / "whole" / "run", workers, None, monkeypatch)

    class Kill(Watch):
        def row(self, row: Any) -> None:
            if row["generation"] == 2:
                cluster.scheduler.kill()

    with hosts(1) as cluster, Workers(1, cluster.executor) as workers, pytest.raises(ClusterError, match="safe"):
        run_sane(tmp_path / "parts" / "run", workers, None, monkeypatch, Kill())
    assert len(rows_of(tmp_path / "parts" / "run")) == 3
    with Workers(1, one.executor) as workers:
        run_sane(tmp_path / "parts" / "run", workers, None, monkeypatch)
    assert kept(tmp_path / "parts" / "run") == kept(tmp_path / "whole" / "run")
