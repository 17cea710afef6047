"""Go as a problem: the fitness is what the games say, however they are split, and exams and records tell of the same
games."""

import json
import pickle
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from semeai.arena.batch import Batch, _lineup_of
from semeai.arena.games_kernel import AT_LIMIT, BLACK_ERRED, END, PASSED, WHITE_ERRED
from semeai.arena.schedule import Colors
from semeai.go.game import Game, Result
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import AtLimit, Rules
from semeai.go.score import Score
from semeai.players import make_player
from semeai.players.champion import Champion, pack_champion
from semeai.players.compiled import CompiledPlayer
from semeai.players.local import FEATURES, LocalParams, LocalPlayer
from semeai.problems.games import GameMeasure, GoProblem, black_margins
from semeai.rng import seeds, streams
from semeai.sgf import read_game
from tests.conftest import scaled

N_GAMES = scaled(5, 3)
RNG = np.random.default_rng(1)
CANDIDATES = [RNG.uniform(-1, 1, len(FEATURES)) for _ in range(4)]
SEEDS = seeds(4, 1)
RULES = {
    "5x5": Rules(size=5),
    "draws": Rules(size=3, komi=0, move_limit=4),
    "handicap": Rules(size=7, handicap=2, komi=0.5),
    "richards": Rules.preset("richards", move_limit=24),
    "white loses": Rules(size=5, move_limit=24, at_move_limit="white-loses"),
    "counted at the limit": Rules(size=5, move_limit=10),
}


def color_of(number: int, problem: GoProblem) -> int:
    """The candidate's, in a game: they swap when all opponents have been met."""
    swapped = (BLACK, WHITE)[number // len(problem.opponents) % 2]
    return {Colors.A_BLACK: BLACK, Colors.A_WHITE: WHITE, Colors.SWAP: swapped}[problem.colors]


def play(problem: GoProblem, genome: np.ndarray, number: int, rngs: np.ndarray) -> Result:
    """A game of a genome, move by move."""
    players: dict[int, CompiledPlayer] = {}
    color = color_of(number, problem)
    players[color] = LocalPlayer(LocalParams(*genome))
    players[BLACK + WHITE - color] = make_player(problem.opponents[number % len(problem.opponents)])
    for c, player in players.items():
        player._stream = rngs[c - 1 : c].copy()
    game = Game(problem.rules)
    while game.result is None:
        game.play(players[game.to_play].choose(game.board))
    return game.result


def worth(result: Result, color: int, problem: GoProblem) -> float:
    """Of a game, to `color`."""
    if result.winner is None:
        return 0.5 if problem.measure is GameMeasure.WINS else 0
    has_won = result.winner == color
    if problem.measure is GameMeasure.WINS:
        return has_won
    return (result.margin if result.reason == "score" else problem.rules.size**2) * (1 if has_won else -1)


OPPONENTS = {"one": ("wally:noise=0.3",), "several": ("wally:noise=0.3", "random", "local:capture=1")}


@pytest.mark.parametrize("opponents", OPPONENTS.values(), ids=OPPONENTS)
@pytest.mark.parametrize("measure", GameMeasure)
@pytest.mark.parametrize("name", RULES)
def test_the_fitness_is_the_mean_of_the_games(name: str, measure: GameMeasure, opponents: tuple[str, ...]) -> None:
    reasons = set()
    for colors in Colors:
        problem = GoProblem("local", RULES[name], opponents, N_GAMES, colors, measure)
        fitness = problem.rate(CANDIDATES[:2], SEEDS[:2])
        for genome, seed, found in zip(CANDIDATES[:2], SEEDS[:2].tolist(), fitness.tolist(), strict=True):
            rngs = streams(2 * N_GAMES, seed).reshape(-1, 2)
            results = [play(problem, genome, i, rngs[i]) for i in range(N_GAMES)]
            values = [worth(result, color_of(i, problem), problem) for i, result in enumerate(results)]
            assert found == pytest.approx(np.mean(values), abs=1e-12)
            reasons |= {(result.reason, result.winner) for result in results}
    if name in ("richards", "white loses"):
        assert ("limit", WHITE if name == "richards" else BLACK) in reasons
    if name == "draws":
        assert ("score", None) in reasons


@pytest.mark.parametrize("end", AtLimit)
def test_games_that_are_not_counted_are_worth_the_whole_board(end: AtLimit) -> None:
    rules = Rules(size=5, komi=0.5, move_limit=20, at_move_limit=end)
    ends = np.array([(3, 20, how) for how in (PASSED, AT_LIMIT, BLACK_ERRED, WHITE_ERRED)], dtype=END)
    batch = Batch(rules, ends, np.zeros((1, 20), dtype=np.uint16))
    at_limit = {AtLimit.SCORE: 2.5, AtLimit.BLACK_LOSES: -25, AtLimit.WHITE_LOSES: 25}
    assert black_margins(batch).tolist() == [2.5, at_limit[end], -25, 25]
    assert [result.winner for result in batch.results()] == [BLACK if m > 0 else WHITE for m in black_margins(batch)]


def test_a_candidate_is_worth_the_same_wherever_it_is_rated() -> None:
    problem = GoProblem(rules=Rules(size=5), n_games=N_GAMES)
    together = problem.rate(CANDIDATES, SEEDS).tolist()
    assert len(set(together)) > 1
    assert together == [float(problem.rate([CANDIDATES[i]], SEEDS[i : i + 1])[0]) for i in range(4)]
    assert together[::-1] == problem.rate(CANDIDATES[::-1], SEEDS[::-1]).tolist()
    sent = pickle.loads(pickle.dumps(problem))
    assert sent == problem
    assert together == sent.rate(CANDIDATES, SEEDS).tolist()


def test_another_seed_is_other_games() -> None:
    problem = GoProblem(n_games=N_GAMES)
    assert problem.rate(CANDIDATES[:1] * 4, SEEDS).tolist() != problem.rate(CANDIDATES[:1] * 4, SEEDS + 1).tolist()


def test_genomes_of_whole_numbers() -> None:
    problem = GoProblem(n_games=N_GAMES)
    whole = [np.array([1, 0, -1] * 4, dtype=np.int64)[: len(FEATURES)]]
    assert problem.rate(whole, SEEDS[:1]).tolist() == problem.rate([whole[0] * 1.0], SEEDS[:1]).tolist()


# -- exams and records -------------------------------------------------------------------------------------------------

FRESH = seeds(scaled(41, 5), 2)


@pytest.mark.parametrize("opponents", OPPONENTS.values(), ids=OPPONENTS)
@pytest.mark.parametrize(("colors", "name"), list(product(Colors, RULES)))
def test_records_are_of_the_games_that_gave_the_points(colors: Colors, name: str, opponents: tuple[str, ...]) -> None:
    problem = GoProblem(rules=RULES[name], colors=colors, opponents=opponents)
    points = problem.points(CANDIDATES[0], FRESH, 3)
    for number, (text, point) in enumerate(
        zip(problem.records(CANDIDATES[0], FRESH, "me]", 3), points.tolist(), strict=True), 3
    ):
        game = read_game(text)
        root = {key: values[0] for key, values in game.root.properties.items()}
        color = color_of(number, problem)
        them = opponents[number % len(opponents)]
        assert (root["PB"], root["PW"]) == (("me]", them) if color == BLACK else (them, "me]"))
        assert point == {"0": 0.5, "B": color == BLACK, "W": color == WHITE}[root["RE"][0]]
        game.to_end()
        assert game.n_moves > 2
        if game.board.n_passes >= problem.rules.passes_to_end:
            assert root["RE"] == str(Result.of_score(count(game, problem.rules)))
        else:
            assert game.n_moves == problem.rules.move_limit


def count(game: Game, rules: Rules) -> Score:
    """The count of a game under all the rules it was played under: a record does not say all of them."""
    twin = Game(rules, game.root)
    twin.to_end()
    return twin.board.score()


def test_the_points_of_a_seed_are_those_of_its_game() -> None:
    problem = GoProblem(opponents=("wally:noise=0.3",), measure=GameMeasure.WINS)
    points = problem.points(CANDIDATES[0], FRESH[:5], first=1)
    for i, seed in enumerate(FRESH[:5].tolist()):
        result = play(problem, CANDIDATES[0], i + 1, streams(2, seed))
        assert points[i] == worth(result, color_of(i + 1, problem), problem)


def test_an_exam_can_be_split() -> None:
    problem = GoProblem(rules=Rules(size=5, komi=0))
    points = problem.points(CANDIDATES[0], FRESH)
    split = [problem.points(CANDIDATES[0], part, first) for part, first in ((FRESH[:3], 0), (FRESH[3:], 3))]
    assert points.tolist() == np.concatenate(split).tolist()


def test_records_name_the_players() -> None:
    text = GoProblem().records(CANDIDATES[0], FRESH[:1])[0]
    assert "PB[local]" in text
    assert "PW[wally:noise=0.1]" in text


# -- the problem -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_opponent_is_met_as_often_with_both_colors(n: int) -> None:
    problem = GoProblem(opponents=("wally", "random", "local:capture=1")[:n], n_games=12)
    root = [
        read_game(text).root.properties for text in problem.records(CANDIDATES[0], FRESH[:1].repeat(12), "candidate")
    ]
    met = Counter((node["PB"][0], node["PW"][0]) for node in root)
    assert set(met.values()) == {6 // n}
    assert set(met) == {pair for them in problem.opponents for pair in (("candidate", them), (them, "candidate"))}


def test_settings_of_several_opponents() -> None:
    one, other = (GoProblem(opponents=(spec,)).settings() for spec in ("wally", "random"))
    settings = GoProblem(opponents=("wally", "random")).settings()
    assert settings.pop("opponent") == "wally, random"
    assert settings.pop("opponent_settings") == f"{one['opponent_settings']}, {other['opponent_settings']}"
    assert settings == {key: value for key, value in one.items() if not key.startswith("opponent")}


def test_settings_are_numbers_and_words() -> None:
    problem = GoProblem("local", Rules(size=7), ("random",), 6, Colors.A_WHITE, GameMeasure.WINS)
    settings = problem.settings()
    assert len(settings.pop("opponent_settings")) == 16
    assert settings == {
        "player": "local",
        "rules": "7x7, komi 7.5, area scoring, positional superko, no suicide, 2 passes end, after 490 moves: score",
        "opponent": "random",
        "n_games": 6,
        "colors": "a-white",
        "measure": "wins",
    }
    assert json.loads(json.dumps(problem.settings())) == problem.settings()
    assert (problem.name, problem.genes.n) == ("local", len(FEATURES))


REFUSED = {
    "nobody": ({"opponents": ("random", "nobody")}, "no player called 'nobody'"),
    "a wrong setting": ({"opponents": ("wally:noise=2",)}, "wally:noise"),
    "who is not bred": ({"player": "wally"}, "'wally' cannot be bred; choose one of .*local"),
    "no games": ({"n_games": 0}, "at least one game per candidate, found 0"),
    "no opponent": ({"opponents": ()}, "^at least one opponent is required$"),
    "fewer games than opponents": (
        {"opponents": ("random", "wally"), "n_games": 1},
        "2 opponents need at least as many games, found 1$",
    ),
    "endless games": ({"rules": Rules(move_limit=10**9)}, "at most 20000, found 1000000000"),
    "too many stones": ({"rules": Rules(size=5, handicap=20)}, "handicap"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_problems_that_are_refused(name: str) -> None:
    settings, message = REFUSED[name]
    with pytest.raises(ValueError, match=message) as caught:
        GoProblem(**settings)
    assert "\n" not in str(caught.value)


def test_a_champion_as_opponent(tmp_path: Path) -> None:
    """It plays as the same weights do."""
    path = tmp_path / "champion.npz"
    weights = np.zeros(len(FEATURES))
    weights[FEATURES.index("capture")] = 1
    path.write_bytes(pack_champion(Champion("local", weights, Rules(), "ga", {}, 1, 0, {}, {})))
    problem = GoProblem(opponents=("local:capture=1",), n_games=N_GAMES)
    twin = replace(problem, opponents=(f"champion:{path}",))
    assert twin.rate(CANDIDATES[:2], SEEDS[:2]).tolist() == problem.rate(CANDIDATES[:2], SEEDS[:2]).tolist()
    before = twin.settings()
    path.write_bytes(pack_champion(Champion("local", -weights, Rules(), "ga", {}, 1, 0, {}, {})))
    _lineup_of.cache_clear()  # as in another process
    assert twin.settings() != before  # though the file has the same name
    with pytest.raises(FileNotFoundError):
        replace(problem, opponents=(f"champion:{tmp_path / 'nothing.npz'}",))
