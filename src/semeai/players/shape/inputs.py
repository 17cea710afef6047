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
    "before_2": "1 next to the own move before",
    "before_3": "1 diagonally next to the own move before",
    "before_4": "1 a jump from the own move before",
    "before_5": "1 a knight's move from the own move before",
    "touch_last": "1 next to the chain of the last move",
    "touch_before": "1 next to the chain of the own move before",
    "own_strong": "1 deep in the own sphere of influence",
    "own_weak": "1 at the rim of the own sphere",
    "enemy_weak": "1 at the rim of the enemy's sphere",
    "enemy_strong": "1 deep in the enemy's sphere",
}

_TACTICS = {
    "capture_1": "takes one stone, which could run",
    "capture_2": "takes two stones, and a chain among them could run",
    "capture_3": "takes three stones or more, and a chain among them could run",
    "later_1": "takes one stone, which cannot run",
    "later_2": "takes two stones that cannot run",
    "later_3": "takes three stones or more that cannot run",
    "frees": "takes a chain next to an own one that is in atari or in danger",
    "recapture": "takes the last stone played",
    "ko_take": "takes a ko",
    "save_1": "gets one own stone out of atari for good",
    "save_2": "gets a chain of two out of atari for good",
    "save_3": "gets a chain of three or more out of atari for good",
    "hopeless_1": "runs with one stone in atari that is lost all the same",
    "hopeless_2": "runs with a larger chain that is lost all the same",
    "defend_1": "makes one own stone safe that a ladder would catch",
    "defend_2": "makes a chain of two safe that a ladder would catch",
    "defend_3": "makes a larger chain safe that a ladder would catch",
    "exposed": "adds to a chain that a ladder would catch, and does not make it safe",
    "catch_1": "an atari from which one stone cannot get away",
    "catch_2": "an atari from which a chain of two cannot get away",
    "catch_3": "an atari from which a larger chain cannot get away",
    "atari": "an atari from which nothing is caught yet",
    "double_atari": "an atari on two chains",
    "self_atari_1": "puts a single own stone in atari",
    "self_atari_2": "puts two or three own stones in atari",
    "self_atari_4": "puts four or more own stones in atari",
    "throw_in": "a self-atari of a shape that leaves one eye once taken",
    "snapback": "a stone that takes back two or more when it is taken",
    "risky_1": "a single stone with two liberties that a ladder would catch",
    "risky_2": "a chain with two liberties that a ladder would catch",
    "liberties_2": "the new chain has two liberties",
    "liberties_3": "the new chain has three liberties",
    "liberties_4": "the new chain has four liberties or more",
    "stretch": "own chains with two liberties that are part of a safe chain then: how many",
    "squeeze_3": "enemy chains with three liberties that lose one: how many",
    "squeeze_4": "enemy chains with four liberties that lose one: how many",
    "race_ahead": "takes a liberty in a race in which the enemy has fewer",
    "race_even": "takes a liberty in a race in which both have the same",
    "race_behind": "takes a liberty in a race in which the enemy has more",
    "race_stretch": "adds to an own chain in a race",
    "connect_1": "connects two own chains",
    "connect_2": "connects three own chains or more",
    "connect_weak": "connects own chains, one of which has three liberties or fewer",
    "connect_large": "connects two own chains of two stones or more",
    "cut_1": "keeps two enemy chains apart",
    "cut_2": "keeps three enemy chains or more apart",
    "cut_weak": "keeps enemy chains apart, one of which has three liberties or fewer",
    "cut_large": "keeps two enemy chains of two stones or more apart",
    "eye": "own eyes that it closes: how many",
    "eye_break": "enemy eyes that it keeps open: how many",
    "vital_own": "the vital point of an own eye space",
    "vital_enemy": "the vital point of an enemy eye space",
    "tiger": "tiger's mouths that it makes: how many",
    "triangle": "empty triangles that it makes: how many",
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
