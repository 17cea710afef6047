"""The inputs of `shape`, in the order of its weights: names, groups and descriptions."""

from dataclasses import dataclass
from enum import StrEnum

from semeai.players.agents.agents import KINDS
from semeai.players.shape.inputs_kernel import CLASSES, N_CLASSES


class InputGroup(StrEnum):
    """The kinds of inputs."""

    STONES = "stones"
    PLACE = "place"
    TACTICS = "tactics"


@dataclass(frozen=True)
class Input:
    """A count that the network sees at every point."""

    name: str
    group: InputGroup
    says: str


def _stones() -> list[Input]:
    sides = {"own": "own stones", "enemy": "enemy stones", "beyond": "points beyond the edge"}
    return [
        Input(f"{side}_{far}{aside}", InputGroup.STONES, f"{words} {far} lines away and {aside} aside")
        for far, aside in CLASSES
        for side, words in sides.items()
    ]


_PLACE = {
    "bias": "1, always",
    "phase_1": "1 while less than 12% of the board has stones",
    "phase_2": "1 from there to 30%",
    "phase_3": "1 from there to 55%",
    "phase_4": "1 from there on",
    "line_1": "1 on the edge line",
    "line_2": "1 on the second line",
    "line_3": "1 on the third line",
    "line_4": "1 on the fourth line",
    "line_5": "1 on the fifth line or further in",
    "lonely_2": "1 on the first two lines, no stone within three steps",
    "lonely_3": "1 on the third line, no stone within three steps",
    "lonely_4": "1 on the fourth line, no stone within three steps",
    "lonely_5": "1 further in, no stone within three steps",
    "last_2": "1 next to the last move",
    "last_3": "1 diagonally next to the last move",
    "last_4": "1 a jump from the last move",
    "last_5": "1 a knight's move from the last move",
    "last_6": "1 two diagonal steps or three straight ones from the last move",
    "before_2": "1 next to the player's previous move",
    "before_3": "1 diagonally next to the player's previous move",
    "before_4": "1 a jump from the player's previous move",
    "before_5": "1 a knight's move from the player's previous move",
    "touch_last": "1 next to the chain of the last move",
    "touch_before": "1 next to the chain of the player's previous move",
    "own_strong": "1 in strong own influence",
    "own_weak": "1 in weak own influence",
    "enemy_weak": "1 in weak enemy influence",
    "enemy_strong": "1 in strong enemy influence",
}

_TACTICS = {
    "capture_1": "captures one stone that could escape",
    "capture_2": "captures two stones, with a chain that could escape",
    "capture_3": "captures three stones or more, with a chain that could escape",
    "later_1": "captures one stone that cannot escape",
    "later_2": "captures two stones that cannot escape",
    "later_3": "captures three stones or more that cannot escape",
    "frees": "captures a chain next to a friendly one that is in atari or in danger",
    "recapture": "captures the last stone played",
    "ko_take": "takes a ko",
    "save_1": "saves one stone from atari for good",
    "save_2": "saves a chain of two from atari for good",
    "save_3": "saves a chain of three or more from atari for good",
    "hopeless_1": "extends one stone in atari that is lost anyway",
    "hopeless_2": "extends a larger chain in atari that is lost anyway",
    "defend_1": "saves one stone that a ladder would catch",
    "defend_2": "saves a chain of two that a ladder would catch",
    "defend_3": "saves a larger chain that a ladder would catch",
    "exposed": "extends a chain that a ladder would catch, without saving it",
    "catch_1": "an atari that catches one stone",
    "catch_2": "an atari that catches a chain of two",
    "catch_3": "an atari that catches a larger chain",
    "atari": "an atari that catches nothing yet",
    "double_atari": "an atari on two chains",
    "self_atari_1": "puts a single own stone in atari",
    "self_atari_2": "puts two or three own stones in atari",
    "self_atari_4": "puts four or more own stones in atari",
    "throw_in": "a self-atari in a shape that leaves the enemy one eye after the capture",
    "snapback": "a snapback: a stone that, when captured, recaptures two or more",
    "risky_1": "a single stone with two liberties that a ladder would catch",
    "risky_2": "a chain with two liberties that a ladder would catch",
    "liberties_2": "the new chain has two liberties",
    "liberties_3": "the new chain has three liberties",
    "liberties_4": "the new chain has four liberties or more",
    "stretch": "number of own chains with two liberties that join a safe chain",
    "squeeze_3": "number of enemy chains with three liberties that lose one",
    "squeeze_4": "number of enemy chains with four liberties that lose one",
    "race_ahead": "takes a liberty in a race in which the enemy has fewer",
    "race_even": "takes a liberty in a race in which both have the same",
    "race_behind": "takes a liberty in a race in which the enemy has more",
    "race_stretch": "extends a friendly chain in a race",
    "connect_1": "connects two own chains",
    "connect_2": "connects three own chains or more",
    "connect_weak": "connects own chains, one of which has three liberties or fewer",
    "connect_large": "connects two own chains of two stones or more",
    "cut_1": "cuts two enemy chains",
    "cut_2": "cuts three enemy chains or more",
    "cut_weak": "cuts enemy chains, one of which has three liberties or fewer",
    "cut_large": "cuts two enemy chains of two stones or more",
    "eye": "number of own eyes that it completes",
    "eye_break": "number of enemy eyes that it prevents",
    "vital_own": "the vital point of the player's own eye space",
    "vital_enemy": "the vital point of an enemy eye space",
    "tiger": "number of tiger's mouths that it makes",
    "triangle": "number of empty triangles that it makes",
}


INPUTS = (
    *_stones(),
    *(Input(name, InputGroup.PLACE, says) for name, says in _PLACE.items()),
    *(Input(name, InputGroup.TACTICS, says) for name, says in _TACTICS.items()),
    *(Input(name, InputGroup.TACTICS, f"the 3x3 pattern {name.replace('_', ' ')}") for name in KINDS),
)
"""all inputs, in the order of their weights"""


def is_seen(number: int, reach: int) -> bool:
    """True if the input of that index is within reach, or does not count stones."""
    return INPUTS[number].group is not InputGroup.STONES or number < 3 * int(N_CLASSES[reach])
