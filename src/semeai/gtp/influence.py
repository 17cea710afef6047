"""The command `influence`, answered in the form that GoGui calls `dboard`: a number for every point, the top row first.

GoGui draws a black square where a number is positive and a white one where it is negative, the larger the closer it is
to 1 or -1.
"""

from semeai.go.board import Board
from semeai.go.influence import Influence, InfluenceError, influence_map
from semeai.go.points import point
from semeai.gtp.arguments import read_integer
from semeai.gtp.protocol import GtpError


def influence_board(board: Board, dilations: str, erosions: str) -> str:
    """The map of the board, scaled to -1 .. 1. Raises GtpError."""
    try:
        which = Influence(read_integer(dilations), read_integer(erosions))
    except InfluenceError as error:
        raise GtpError(str(error)) from None
    # An empty point gains at most 4 in a dilation. Against a stone's 128, which is cut, its square could not be seen.
    scaled = (influence_map(board, which) / max(1, 4 * which.dilations)).clip(-1, 1)
    lines = range(1, board.size + 1)
    return "".join("\n" + " ".join(f"{scaled[point(row, column)]:5.2f}" for column in lines) for row in reversed(lines))
