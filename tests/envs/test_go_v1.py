"""The PettingZoo environment: PettingZoo's own tests, OpenSpiel as referee, and policies as players."""

import random
import warnings
from typing import Any

import numpy as np
import pytest

import semeai
from semeai.envs.observations import N_PLANES, PolicyPlayer, from_action, observe, to_action
from semeai.go.board import Board
from semeai.go.game import Game
from semeai.go.points import BLACK, PASS, WHITE, parse_vertex
from semeai.go.rules import Rules
from tests.conftest import missing

pytest.importorskip("pettingzoo")

from semeai.envs import go_v1


def first_legal(observation: dict[str, Any], agent: str) -> int:
    """A policy: the first legal action."""
    return int(np.flatnonzero(observation["action_mask"])[0])


def test_the_tests_of_pettingzoo() -> None:
    from pettingzoo.test import api_test, render_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they warn that an observation with a mask is a dictionary
        api_test(go_v1.env(size=5), num_cycles=200)
        seed_test(lambda: go_v1.env(size=5), num_cycles=20)
        render_test(lambda render_mode: go_v1.env(render_mode=render_mode, size=5))


def play_beside_openspiel(n_games: int, size: int) -> int:
    """Compare legal actions, turns and results in random games. Returns the number of moves."""
    try:
        import pyspiel
    except ImportError:
        missing("open_spiel")
    theirs = pyspiel.load_game(f"go(board_size={size},komi=7.5)")
    rng, n_moves = random.Random(26), 0
    env = go_v1.raw_env(size=size, rules=Rules(repetition="ko"), move_limit=10_000)
    for _ in range(n_games):
        state = theirs.new_initial_state()
        env.reset()
        while not state.is_terminal():
            observation = env.observe(env.agent_selection)
            ours = np.flatnonzero(observation["action_mask"]).tolist()
            flipped = {_flip(action, size): action for action in ours}  # they count rows from the bottom
            assert set(flipped) == set(state.legal_actions())
            assert env.agent_selection == ("black_0", "white_0")[state.current_player()]
            action = rng.choice([one for one in sorted(flipped) if one != size * size] or [size * size])
            state.apply_action(action)
            env.step(flipped[action])
            n_moves += 1
        if env.game.board.n_passes == 2:  # else it was a repetition, or too long for OpenSpiel
            assert [env.rewards[agent] for agent in go_v1.AGENTS] == state.returns()
            assert all(env.terminations.values())
    return n_moves


def _flip(action: int, size: int) -> int:
    row, column = divmod(action, size)
    return action if action == size * size else (size - 1 - row) * size + column


def test_openspiel_agrees() -> None:
    assert play_beside_openspiel(25, 5) > 500


@pytest.mark.slow
def test_openspiel_agrees_on_a_thousand_games() -> None:
    assert play_beside_openspiel(1000, 9) > 100_000


def test_actions_number_the_points_from_the_upper_left() -> None:
    assert to_action(parse_vertex("A5", 5), 5) == 0
    assert to_action(parse_vertex("E1", 5), 5) == 24
    assert to_action(PASS, 5) == 25
    for action in range(26):
        assert to_action(from_action(action, 5), 5) == action
    for action in (-1, 26):
        with pytest.raises(ValueError, match="an action must be 0 to 25"):
            from_action(action, 5)


def test_planes_show_the_past_from_the_side_of_the_agent() -> None:
    game = Game(Rules(size=5))
    for name in ("A5", "B5", "C5"):
        game.play(parse_vertex(name, 5))
    seen = observe(game.board, WHITE)["observation"]
    assert seen.shape == (5, 5, N_PLANES)
    assert seen[0, :3, 0].tolist() == [False, True, False]
    assert seen[0, :3, 1].tolist() == [True, False, True]
    assert seen[0, :3, 3].tolist() == [True, False, False]  # one move before
    assert seen[:, :, -1].all()
    assert not observe(game.board, BLACK)["action_mask"].any()
    assert observe(game.board, WHITE)["action_mask"].sum() == 23


def test_the_winner_is_rewarded_and_an_illegal_move_loses() -> None:
    env = go_v1.env(size=5)
    env.reset()
    for action in (0, 25, 25):
        env.step(action)
    assert env.unwrapped.game.result is not None
    assert env.rewards == {"black_0": 1, "white_0": -1}
    env.reset()
    env.step(0)
    env.step(0)
    assert env.rewards["white_0"] == -1


def test_settings_are_checked() -> None:
    with pytest.raises(ValueError, match="render_mode must be one of"):
        go_v1.raw_env(render_mode="cinema")
    with pytest.raises(ValueError, match="size must be 2 to 19"):
        go_v1.raw_env(size=40)


def test_a_policy_plays_matches() -> None:
    row = semeai.match(PolicyPlayer(first_legal), "random", games=2, size=5)
    assert (row.games, row.failures) == (2, 0)
    assert PolicyPlayer(first_legal).choose(Board(Rules(size=5))) == parse_vertex("A5", 5)
