"""Tactical 9x9 positions with proven answers, to be solved by the search players.

Each is nearly full: all is settled but for one corner of the board, so that the exact solver can say which first moves
win. All proofs together take seconds; `tests/players/test_tactics_data.py` runs them.
"""

from tests.players.tactics.captures import CAPTURES
from tests.players.tactics.life import LIFE
from tests.players.tactics.problem import Problem, prove
from tests.players.tactics.races import RACES
from tests.players.tactics.shape import SHAPE

PROBLEMS = [*CAPTURES, *LIFE, *RACES, *SHAPE]

__all__ = ["PROBLEMS", "Problem", "prove"]
