"""The games that show strategies are of the right champions, and what lives in them is counted rightly."""

import json
from pathlib import Path

from semeai.go.board import Board
from semeai.go.game import Game
from semeai.go.rules import Rules
from semeai.papers.paper import Bench, Scale
from semeai.papers.richards.strategies import FIGURES, STRATEGIES, WHEN, safe_points, try_strategies
from semeai.parallel.executors import Workers
from semeai.sgf import read_games
from tests.conftest import needs_jit

SMALL = {"neurons": 60, "blueprints": 8, "hidden": 30, "games": 2, "exam_games": 40, "test_games": 12}


@needs_jit
def test_rows(tmp_path: Path) -> None:
    (params, *_) = (trial.params for trial in STRATEGIES.trials(Scale.SMOKE))
    params = {**params, **SMALL, "generations": 12, "target": 0.99}
    with Workers() as workers:
        rows = try_strategies(params, 2, Bench(tmp_path / "run", workers, print))
    assert [row["when"] for row in rows] == list(WHEN)
    champions = sorted(int(path.stem) + 1 for path in (tmp_path / "run" / "champions").glob("*.npz"))
    first, middle, last = (row["generation"] for row in rows)
    assert (first, last) == (champions[0], champions[-1])
    assert middle in champions
    assert 2 * (middle - 1) <= last - 1
    shares = [json.loads(line)["share"] for line in (tmp_path / "run" / "rows.jsonl").read_text().splitlines()]
    assert shares[last - 1] == max(shares)
    for row in rows:
        assert "\n" not in row["record"]
        (game,) = read_games(row["record"])
        assert (game.root.properties["PB"], game.root.properties["PW"]) == (["network"], ["wally:noise=0.1"])
        assert 0 <= row["points"] <= 1
        assert 0 <= row["alive"] <= 1


def test_what_lives() -> None:
    """Two eyes live, one does not, and a group of the other color is nobody's business."""
    diagrams = {
        ". X . X .\nX X X X X\n. . . . .\n. . . . .\n. . . . .": 10,
        ". X X X .\nX X . . .\n. . . . .\n. . . . .\n. . . . .": 0,
        ". O . O .\nO O O O O\n. . . . .\n. . . . .\n. . . . .": 0,
    }
    for text, n in diagrams.items():
        game = Game(Rules(size=5))
        game.set_up(Board.from_diagram(text).stones)
        assert safe_points(game) == n


def test_the_records_are_those_of_the_rows() -> None:
    rows = [
        {"size": size, "seed": seed, "when": "last", "record": f"(;SZ[{size}]C[{seed}])"}
        for size in (5, 7)
        for seed in (1, 2)
    ]
    (figure,) = (figure for figure in FIGURES if figure.name == "strategies7")
    assert figure.games is not None
    assert figure.games({"strategies": rows}) == "(;SZ[7]C[1])\n(;SZ[7]C[2])\n"
