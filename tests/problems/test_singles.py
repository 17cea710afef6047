"""Games against players that are no kernels: what they are worth, that programs end, and that their failures count for
nobody."""

import os
import shlex
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from semeai.arena.schedule import Colors
from semeai.go.game import Game
from semeai.go.points import BLACK, PASS, RESIGN, WHITE, parse_vertex
from semeai.go.rules import AtLimit, Rules
from semeai.gtp.errors import EngineError
from semeai.players.local import FEATURES
from semeai.problems.games import GameMeasure, GoProblem
from semeai.problems.singles import black_margin, play_singly
from semeai.rng import seeds
from semeai.sgf import read_game
from tests.gtp.support import ScriptedPlayer

RULES = Rules(size=5, komi=0.5)
CANDIDATES = list(np.random.default_rng(2).uniform(-1, 1, (3, len(FEATURES))))
C3 = parse_vertex("C3", 5)


# -- one game ----------------------------------------------------------------------------------------------------------

GAMES = {
    "counted": ([C3], [], {}, "B+24.5", 24.5),
    "drawn": ([], [], {"komi": 0}, "0", 0),
    "white resigns": ([C3], [RESIGN], {}, "B+R", 25),
    "black resigns": ([RESIGN], [], {}, "W+R", -25),
    "white plays an illegal move": ([C3], [C3], {}, "B+F", 25),
    "black loses at the limit": ([C3], [], {"move_limit": 1, "at_move_limit": AtLimit.BLACK_LOSES}, "W+F", -25),
    "white's stones": ([PASS, PASS], [C3], {"komi": 0}, "W+25", -25),
}


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_is_worth(name: str) -> None:
    black, white, changes, result, margin = GAMES[name]
    rules = Rules(**{"size": 5, "komi": 0.5, "move_limit": 9} | changes)
    players = {BLACK: ScriptedPlayer(black), WHITE: ScriptedPlayer(white)}
    game = Game(rules)
    play_singly(game, players, {BLACK: 3, WHITE: 4})
    assert (str(game.result), black_margin(game)) == (result, margin)


def test_players_draw_from_their_own_seeds() -> None:
    players = {BLACK: ScriptedPlayer(), WHITE: ScriptedPlayer()}
    for _ in range(2):
        play_singly(Game(RULES.limited()), players, {BLACK: 3, WHITE: 4})
    drawn = [[int(rng.integers(1 << 40)) for _, rng in player.games] for player in players.values()]
    assert drawn[0] == [drawn[0][0]] * 2
    assert drawn[1] == [drawn[1][0]] * 2
    assert drawn[0] != drawn[1]


# -- programs ----------------------------------------------------------------------------------------------------------


def engine(folder: Path, genmove: str = "pass") -> str:
    """The specification of a program whose answer to genmove is this expression's. Its processes are in `pids`."""
    script = f"""
        import os, sys
        with open({str(folder / "pids")!r}, "a") as pids:
            pids.write(f"{{os.getpid()}}\\n")
        for line in iter(sys.stdin.readline, "quit\\n"):
            number, name = [*line.split(), ""][:2]
            answer = "=" + number
            if name == "list_commands":
                answer += " genmove\\nplay\\nboardsize\\nclear_board"
            if name == "genmove":
                answer += " pass"
                {genmove}
            print(answer + "\\n", flush=True)
    """
    file = folder / "engine.py"
    file.write_text(textwrap.dedent(script))
    return f"gtp:{shlex.join([sys.executable, '-S', str(file)])}"


def processes(folder: Path) -> list[int]:
    return list(map(int, (folder / "pids").read_text().split()))


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_one_program_for_all_games_of_a_task(tmp_path: Path) -> None:
    """Who passes always loses the whole board to whoever plays at all."""
    problem = GoProblem("local", RULES, (engine(tmp_path),), n_games=4)
    assert not problem.is_compiled
    fitness = problem.rate(CANDIDATES, seeds(3, 1))
    assert fitness.tolist() == [25.0] * 3  # 24.5 as black, 25.5 as white
    (pid,) = processes(tmp_path)
    assert not is_running(pid)


def test_some_opponents_are_kernels(tmp_path: Path) -> None:
    """Their games are the same as without the program."""
    kernels = GoProblem("local", RULES, ("random", "wally:noise=0.3"), 6, measure=GameMeasure.WINS)
    mixed = GoProblem("local", RULES, ("random", engine(tmp_path)), 6, measure=GameMeasure.WINS)
    fresh = seeds(20, 5)
    points, others = (problem.points(CANDIDATES[0], fresh, 3).tolist() for problem in (mixed, kernels))
    assert points[1::2] == others[1::2]  # numbers from 3 on
    assert points[::2] == [1.0] * 10
    assert 0.0 in others
    both = [problem.records(CANDIDATES[0], fresh, first=3) for problem in (mixed, kernels)]
    assert [a == b for a, b in zip(*both, strict=True)] == [False, True] * 10
    root = read_game(both[0][0]).root.properties
    assert root["PW"] == ["local"]  # since game 2 they have swapped
    assert root["PB"] == [mixed.opponents[1]]
    assert root["RE"] == ["W+25.5"]


def test_who_searches_can_be_an_opponent() -> None:
    problem = GoProblem("local", RULES, ("uct:playouts=20",), 2)
    first, again = (problem.rate(CANDIDATES[:1], seeds(1, 3)).tolist() for _ in range(2))
    assert first == again
    assert problem.settings()["opponent_settings"] == "as named"


def test_an_illegal_move_loses(tmp_path: Path) -> None:
    spec = engine(tmp_path, "answer = '=' + number + ' A1'")
    problem = GoProblem("local", RULES, (spec,), 2, Colors.A_WHITE)
    assert problem.rate(CANDIDATES, seeds(3, 1)).tolist() == [25.0] * 3


BAD = {
    "exits": ("sys.exit(3)", "ended with exit status 3"),
    "chats": ("answer = '=' + number + ' hello'", "chose no move"),
    "refuses": ("answer = '?' + number + ' no idea'", "no idea"),
    "talks nonsense": ("answer = 'what?'", "sent an invalid answer"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_program_that_fails_gives_no_points(name: str, tmp_path: Path) -> None:
    genmove, message = BAD[name]
    problem = GoProblem("local", RULES, (engine(tmp_path, genmove),), 2)
    with pytest.raises(EngineError, match=message) as caught:
        problem.rate(CANDIDATES, seeds(3, 1))
    assert "\n" not in str(caught.value)
    (pid,) = processes(tmp_path)
    assert not is_running(pid)
