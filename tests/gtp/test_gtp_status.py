"""The end of a game: what the player holds for dead, what is in seki, and the count."""

from pathlib import Path

import pytest

from semeai.go.board import Board
from semeai.go.points import BLACK, parse_vertex
from semeai.go.rules import Rules, Scoring
from semeai.gtp.engine import Engine
from semeai.gtp.errors import EngineDied
from tests.gtp.support import ScriptedPlayer, answers


class Judge(ScriptedPlayer):
    """Holds the chains at given points for dead."""

    def __init__(self, *vertices: str) -> None:
        super().__init__()
        self.vertices = vertices
        self.n_asked = 0

    def judge(self, board: Board) -> frozenset[int]:
        assert self.games  # it knows what game it is
        self.n_asked += 1
        chains = [board.chain(parse_vertex(name, board.size)) for name in self.vertices]
        board.set_up(dict.fromkeys(board.stones, 0))  # its own copy
        return frozenset().union(*chains)


def at_end(player: ScriptedPlayer, diagram: str, rules: Rules | None = None) -> Engine:
    """The engine of a player at the end of a 5x5 game."""
    engine = Engine(player, rules or Rules(size=5, komi=0.5))
    engine.keeper.set_up(Board.from_diagram(diagram).stones, BLACK)
    return engine


def statuses(engine: Engine) -> dict[str, str]:
    """Status -> its chains, with commas between them."""
    return {name: engine.final_status_list(name).replace("\n", ", ") for name in ("dead", "alive", "seki")}


# A prisoner on each side.
WALLS = """
    . O X O .
    . X X O .
    . X O O .
    X X O X .
    . X O . .
"""
LEFT, RIGHT = "B1 A2 B2 B3 B4 C4 C5", "C1 C2 C3 D3 D4 D5"
# Whoever plays in the lower middle is captured.
SEKI = """
    . . O X .
    . . O X .
    O O O X X
    O X . O X
    O X . O X
"""


@pytest.mark.parametrize(
    ("diagram", "dead", "score", "expected"),
    [
        (WALLS, ["D2", "B5"], "W+1.5", {"dead": "D2, B5", "alive": f"{LEFT}, {RIGHT}", "seki": ""}),
        (WALLS, ["D2"], "W+6.5", {"dead": "D2", "alive": f"{LEFT}, {RIGHT}", "seki": "B5"}),
        # All of white is dead.
        (WALLS, ["B5", "C1"], "B+24.5", {"dead": f"{RIGHT}, B5", "alive": f"{LEFT}, D2", "seki": ""}),
        (SEKI, [], "W+3.5", {"dead": "", "alive": "A1 A2 A3 B3 C3 C4 C5, E1 E2 D3 E3 D4 D5", "seki": "B1 B2, D1 D2"}),
    ],
)
def test_the_player_judges(diagram: str, dead: list[str], score: str, expected: dict[str, str]) -> None:
    engine = at_end(Judge(*dead), diagram)
    assert statuses(engine) == expected
    assert engine.final_score() == score
    assert engine.keeper.board.stones == Board.from_diagram(diagram).stones


def test_dead_stones_are_prisoners_under_territory_rules() -> None:
    engine = at_end(Judge("D2", "B5"), WALLS, Rules(size=5, komi=0.5, scoring=Scoring.TERRITORY))
    assert engine.final_score() == "W+2.5"


def test_without_a_judge_all_is_alive() -> None:
    engine = at_end(ScriptedPlayer(), SEKI)
    alive = "A1 A2 A3 B3 C3 C4 C5, B1 B2, D1 D2, E1 E2 D3 E3 D4 D5"
    assert statuses(engine) == {"dead": "", "alive": alive, "seki": ""}


def test_what_the_game_knows_goes_first() -> None:
    player = Judge("D2")
    engine = at_end(player, WALLS)
    engine.keeper.game.dead = frozenset({parse_vertex("B5", 5)})
    assert statuses(engine)["dead"] == "B5"
    assert player.n_asked == 0


def test_a_position_is_judged_once() -> None:
    player = Judge("D2")
    engine = at_end(player, WALLS)
    for _ in range(2):
        statuses(engine)
        engine.final_score()
    assert player.n_asked == 1


@pytest.mark.parametrize(
    "commands",
    [
        "play b pass",
        "genmove b",
        "undo",
        "undo; gogui-play_sequence b A1",
        "gogui-setup b E5",
        "gogui-setup_player w",
        "komi 3.5",
        "loadsgf {sgf}",
        "clear_board",
        "clear_board; set_free_handicap A1 B2",
    ],
)
def test_another_position_is_judged_anew(commands: str, tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[aa])")
    player = Judge()
    engine = at_end(player, WALLS)
    for n_asked, command in enumerate(commands.format(sgf=tmp_path / "a.sgf").split("; "), 1):
        assert engine.final_status_list("dead") == ""
        assert player.n_asked == n_asked
        name, *arguments = command.split()
        engine.run(name, tuple(arguments))
    engine.final_score()
    assert player.n_asked == n_asked + 1


def test_a_judgement_is_not_of_another_position() -> None:
    player = Judge("D2")
    engine = at_end(player, WALLS)
    assert engine.final_status_list("dead") == "D2"
    engine.gogui_play_sequence("w", "E2", "b", "pass", "w", "D1")  # it is captured
    player.vertices = ("B5",)
    assert engine.final_status_list("dead") == "B5"
    assert engine.final_score() == "W+1.5"


def test_a_judge_that_lets_us_down() -> None:
    class Absent(Judge):
        def judge(self, board: Board) -> frozenset[int]:
            super().judge(board)
            if self.n_asked == 1:
                raise EngineDied("the judge has\ngone")
            return frozenset()

    player = Absent()
    commands = "1 final_status_list dead\n2 final_score\n3 final_status_list dead\n"
    assert answers(commands, player) == ["?1 the judge has gone", "=2 W+7.5", "=3 "]
    assert len(player.games) == 2  # it was started anew
    assert player.n_asked == 2
