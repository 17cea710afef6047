"""All pairs of two populations: the margins are those of the games, however they are shared out."""

import json
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from semeai.arena.schedule import Colors
from semeai.evolve.coevolution import Assembly, Meeting
from semeai.evolve.sane import Sane, SaneParams
from semeai.go.game import Game
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import Rules
from semeai.nets.network import read_network
from semeai.parallel.executors import Executor, Workers
from semeai.players import read_bred
from semeai.players.local import FEATURES
from semeai.players.network import NetworkParams
from semeai.problems.duels import DuelProblem, Margins
from semeai.rng import generator, seeds, streams
from tests.conftest import needs_jit

LOCAL, NETWORK = DuelProblem("local", Rules(size=5), n_games=3), DuelProblem("network", Rules(size=5, komi=0.5))
N_BLACK, N_WHITE = 4, 3
SEEDS = seeds(N_BLACK, 1)
ALL = np.ones((N_BLACK, N_WHITE), dtype=np.bool_)
SOME = np.array([[1, 0, 1], [0, 0, 0], [1, 1, 1], [0, 1, 0]], dtype=np.bool_)


def genomes(problem: DuelProblem) -> tuple[Any, Any]:
    """Players of both sides."""
    if problem.player == "local":
        rng = np.random.default_rng(1)
        drawn = [rng.uniform(-1, 1, len(FEATURES)) for _ in range(N_BLACK + N_WHITE)]
    else:
        params = SaneParams(neurons=60, blueprints=N_BLACK + N_WHITE, hidden=20)
        drawn = Sane(params, problem.genes, generator(3)).ask()
    return drawn[:N_BLACK], drawn[N_BLACK:]


def margin(problem: DuelProblem, black: Any, white: Any, rngs: Any) -> float:
    """Of one game, move by move."""
    bred = read_bred(problem.player)
    players: dict[int, Any] = {
        BLACK: bred.from_genome(black, problem.rules),
        WHITE: bred.from_genome(white, problem.rules),
    }
    for color, player in players.items():
        player.new_game(problem.rules, np.random.default_rng(0))
        player._stream = rngs[color - 1 : color].copy()
    game = Game(problem.rules)
    while game.result is None:
        game.play(players[game.to_play].choose(game.board))
    if game.result.winner is None:
        return 0.0
    won = game.result.margin if game.result.reason == "score" else problem.rules.size**2
    return won if game.result.winner == BLACK else -won


@pytest.mark.parametrize(
    "problem",
    [
        LOCAL,
        NETWORK,
        replace(NETWORK, rules=Rules.preset("richards", size=5, move_limit=30)),
        DuelProblem("network", Rules(size=5, komi=0, move_limit=9)),
    ],
    ids=["local", "network", "a limit loses", "draws"],
)
def test_margins_are_those_of_the_games(problem: DuelProblem) -> None:
    black, white = genomes(problem)
    found = problem.margins(black, white, ALL, SEEDS)
    for i, seed in enumerate(SEEDS.tolist()):
        rngs = streams(2 * N_WHITE * problem.n_games, seed).reshape(N_WHITE, problem.n_games, 2)
        for j in range(N_WHITE):
            games = [margin(problem, black[i], white[j], rngs[j, g]) for g in range(problem.n_games)]
            assert found[i, j] == pytest.approx(np.mean(games))
    assert len(np.unique(found)) > 2


@pytest.mark.parametrize("problem", [LOCAL, NETWORK], ids=["local", "network"])
def test_only_those_who_meet_play(problem: DuelProblem) -> None:
    black, white = genomes(problem)
    whole = problem.margins(black, white, ALL, SEEDS)
    part = problem.margins(black, white, SOME, SEEDS)
    assert (part[SOME] == whole[SOME]).all()
    assert np.isnan(part[~SOME]).all()
    assert np.isnan(problem.margins(black, white, ALL & False, SEEDS)).all()


def play(problem: DuelProblem, black: Any, white: Any, is_met: np.ndarray, workers: Workers) -> Margins:
    """The results of a meeting, with the seeds at (1,)."""
    meeting = Meeting(Assembly(black, []), Assembly(white, []), len(black), len(white), is_met)
    return problem.answer(meeting, (1,), workers)


@needs_jit
@pytest.mark.parametrize("is_met", [ALL, SOME, ALL & False], ids=["all", "some", "none"])
def test_it_does_not_matter_how_pairs_are_shared_out(is_met: np.ndarray) -> None:
    black, white = genomes(LOCAL)
    whole = LOCAL.margins(black, white, is_met, SEEDS)
    for n in (1, 2, 3, 8):
        with Workers(n) as workers:
            found = play(LOCAL, black, white, is_met, workers)
        np.testing.assert_array_equal(found, whole)


@needs_jit
def test_processes() -> None:
    black, white = genomes(LOCAL)
    with Workers(2, Executor.PROCESSES) as workers:
        found = play(LOCAL, black, white, SOME, workers)
    np.testing.assert_array_equal(found, LOCAL.margins(black, white, SOME, SEEDS))


def test_tasks_have_about_as_many_games() -> None:
    """Also where a few meet many, and many a few."""
    is_met = np.zeros((40, 36), dtype=np.bool_)
    is_met[:36, :4] = True
    is_met[36:] = True
    n_games = []

    class Listening(Workers):
        def in_order(self, task: Any, arguments: Any) -> Any:
            for _, met, its_seeds in arguments:
                assert len(met) == len(its_seeds)
                n_games.append(int(met.sum()))
                yield np.zeros(met.shape)

    with Listening(2) as workers:
        found = play(LOCAL, [np.zeros(1)] * 40, [], is_met, workers)
    assert found.shape == is_met.shape
    assert sum(n_games) == is_met.sum() == 288
    assert max(n_games) <= 36 + 36


def test_a_genome_of_another_board_is_refused() -> None:
    black, white = genomes(NETWORK)
    with pytest.raises(ValueError, match=r"98 inputs and 49 outputs on 7x7, found 50 and 25$"):
        replace(NETWORK, rules=Rules(size=7)).margins(black, white, ALL, SEEDS)


def test_settings() -> None:
    problem = DuelProblem("network:last=true", Rules(size=7))
    assert problem.rules.move_limit is not None
    assert problem.genes == NetworkParams(last=True).units(7)
    assert pickle.loads(pickle.dumps(problem)) == problem
    settings = problem.settings()
    assert json.loads(json.dumps(settings)) == settings
    others = [{"player": "network"}, {"rules": Rules(size=5)}, {"n_games": 2}, {"opponent": "wally:noise=0.2"}]
    assert all(replace(problem, **other).settings() != settings for other in others)


@pytest.mark.parametrize(("side", "colors"), [("black", Colors.A_BLACK), ("white", Colors.A_WHITE)])
def test_exams_are_played_in_the_own_color(side: str, colors: Colors) -> None:
    exam = replace(NETWORK, opponent="random").exam(side)
    assert (exam.colors, exam.player, exam.rules, exam.opponent) == (colors, "network", NETWORK.rules, "random")
    black, _ = genomes(NETWORK)
    assert read_network(black[0]).n_inputs == exam.genes.n_inputs  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n_games": 0}, r"^expected at least one game per pair, found 0$"),
        ({"player": "uct"}, r"^'uct' cannot be bred"),
        ({"opponent": "nobody"}, r"^no player called 'nobody'"),
        ({"rules": Rules(size=5, move_limit=30_000)}, r"^expected a move limit of at most 20000, found 30000$"),
    ],
)
def test_what_is_no_problem(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        DuelProblem(**changes)
