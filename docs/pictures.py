"""Makes the pictures of the README and docs: python docs/pictures.py. A test checks that they are up to date."""

import tempfile
from pathlib import Path

from semeai.go.board import Board
from semeai.go.picture import Label, Picture, draw
from semeai.go.playouts import play_out
from semeai.go.rules import Rules
from semeai.lab import demo
from semeai.lab.breed import breed
from semeai.parallel.executors import Workers
from semeai.problems.pictures import draw_evolution

FOLDER = Path(__file__).parent / "pictures"

FLOWER_SIX = """
    .XXXXXXX.
    XXXXXXXXX
    OOOOOOOOO
    OOOOOOOOO
    OOOOOOOOO
    OOOOOOOOO
    OOO..OOOO
    OOO...OOO
    OOOO.OOOO
"""


def flower_six() -> str:
    """The flower six position of the drake paper; each move shows the percentage of 20,000 light playouts it wins."""
    board = Board.from_diagram(FLOWER_SIX, Rules.preset("drake"))
    moves = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
    after = []
    for p in moves:
        board.play(p)
        after.append(board.copy())
        board.undo()
    won = (play_out(after, 20_000, seed=1, n_threads=2).margins > board.rules.komi).mean(axis=1)
    labels = {p: Label(f"{100 * share:.0f}", heat=float(share)) for p, share in zip(moves, won, strict=True)}
    return draw(Picture(board.size, board.stones, labels=labels), 400)


def evolution() -> str:
    """The run of `semeai demo`."""
    with tempfile.TemporaryDirectory() as folder, Workers(2) as workers:
        run = Path(folder)
        order = demo.make_order()
        result = breed(order, run, workers)
        title = f"{order.spec}, seed {order.seed}"
        return draw_evolution(result.rows, order.problem.unit, title, order.exam_games, run).read_text()


PICTURES = {"flower_six.svg": flower_six, "evolution.svg": evolution}

if __name__ == "__main__":
    for name, make in PICTURES.items():
        (FOLDER / name).write_text(make())
