"""Game records in SGF: reads FF[1] to FF[4] and writes FF[4] (https://www.red-bean.com/sgf/).

There are two layers, each usable alone: `tree` (text <-> tree) and `games` (tree <-> `Game`). `collection` reads many
games and skips broken ones.
"""

from semeai.sgf.collection import Collection, Record, Skipped, read_collection
from semeai.sgf.games import point_to_sgf, read_game, read_games, replay, sgf_to_point, write_game
from semeai.sgf.tree import SgfError, SgfNode, compose, escape, parse, serialise, split_compose, text_value

__all__ = [
    "Collection",
    "Record",
    "SgfError",
    "SgfNode",
    "Skipped",
    "compose",
    "escape",
    "parse",
    "point_to_sgf",
    "read_collection",
    "read_game",
    "read_games",
    "replay",
    "serialise",
    "sgf_to_point",
    "split_compose",
    "text_value",
    "write_game",
]
