"""The opponent of richards: how games are compared, and what follows from the rules alone."""

from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from semeai.go.points import BLACK, WHITE
from semeai.papers.paper import Bench, Row, Scale
from semeai.papers.richards.opponent import OPPONENT, RANDOM, WALLY, mean_shared, play_half, try_opponent
from semeai.papers.tables import read_table
from semeai.parallel.executors import Workers
from semeai.rng import streams
from tests.conftest import needs_jit
from tests.papers.support import ROOT

PARAMS = {"rules": "richards", "komi": 5.5, "moves_a_point": 10, "games": 40, "size": 5, "noise": 0.0}


def try_it(**changes: float) -> Row:
    with Workers() as workers:
        (row,) = try_opponent(PARAMS | changes, 1, Bench(Path("nowhere"), workers, print))
    return row


@pytest.mark.parametrize(
    ("games", "shared"),
    [
        (["abc", "abc"], 3),
        (["abc", "abd"], 2),
        (["abc", "bcd", "cde"], 0),
        (["abc", "abc", "abd", "xyz"], (3 + 2 + 2) / 6),
        (["ab", "abcd"], 2),
    ],
)
def test_moves_in_common(games: list[str], shared: float) -> None:
    assert mean_shared([tuple(map(ord, game)) for game in games]) == shared


@needs_jit
def test_moves_in_common_pair_by_pair() -> None:
    games = play_half(PARAMS | {"noise": 0.05}, 3, (WALLY, WHITE)).games

    def shared(a: tuple[int, ...], b: tuple[int, ...]) -> int:
        return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))

    pairs = [shared(a, b) for a, b in combinations(games, 2)]
    assert mean_shared(games) == pytest.approx(sum(pairs) / len(pairs))


@needs_jit
def test_without_random_moves_there_is_one_game_a_color() -> None:
    """And of the two, black or white wins both: half of the points."""
    row = try_it()
    assert (row["points_wally"], row["distinct"], row["shared_moves"]) == (0.5, 2, row["moves"])
    assert row["points_random"] > 0.9


@needs_jit
def test_random_moves_alone() -> None:
    row = try_it(noise=1.0)
    assert (row["points_wally"], row["distinct"]) == (0, 40)
    assert row["shared_moves"] < 2
    assert row["points_random"] < 0.1  # which fills no own eyes


@needs_jit
def test_the_limit_of_moves_is_counted_not_lost() -> None:
    """Black would lose every game that is cut by the rules of the paper; here somebody wins by points."""
    assert try_it(moves_a_point=1)["cut"] == 80
    halves = [play_half(PARAMS | {"moves_a_point": 1, "komi": 0.5}, 1, (RANDOM, color)) for color in (BLACK, WHITE)]
    assert all(half.points > 0 for half in halves)
    assert {len(game) for half in halves for game in half.games} == {25}


@needs_jit
def test_no_two_halves_have_the_same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    places = []

    def watched(n: int, *place: int) -> Any:
        places.append(place)
        return streams(n, *place)

    monkeypatch.setattr("semeai.papers.richards.opponent.streams", watched)
    for seed, size, noise, opponent, color in product((1, 2), (5, 7), (0.01, 0.02), (WALLY, RANDOM), (BLACK, WHITE)):
        play_half(PARAMS | {"size": size, "noise": noise, "games": 2}, seed, (opponent, color))
    assert len(set(places)) == len(places) == 32


def test_the_results_are_of_as_many_games_as_the_laptop_plays() -> None:
    rows = read_table(OPPONENT, ROOT / "results" / "richards" / "opponent.csv")
    assert {row["games"] for row in rows} == {OPPONENT.scales[Scale.NIGHT]["games"].value}
