"""Evaluations of positions in SGF, in the properties that other programs draw as graphs."""

from semeai.go.points import BLACK

WINRATE = "SBKV"
"""Sabaki's property: the win rate of black after a move, in percent"""


def format_winrate(rate: float, color: int) -> str:
    """The value of WINRATE, given the win rate of `color` from 0 to 1."""
    return f"{100 * (rate if color == BLACK else 1 - rate):.1f}"
