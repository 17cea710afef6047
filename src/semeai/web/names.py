"""Names of players for people. The specification stays one hover or one choice away."""

import re
from functools import lru_cache

from semeai.files import DamagedFile
from semeai.go.points import COLOR_NAMES
from semeai.players.cards import card
from semeai.web.seats import is_shipped
from semeai.web.table import YOU, Table

_OF_RUN = re.compile(r"champion:(?:.*/)?runs/(.+)/champions/0*(\d+)\.npz")


@lru_cache(maxsize=1024)
def player_name(spec: str) -> str:
    """The name of a player: that of its card; the run and generation of a champion; the specification if all fails.

    No file outside the package is read and nothing is started, so any text may be passed.
    """
    if spec == YOU:
        return "You"
    if found := _OF_RUN.fullmatch(spec):
        return f"{found[1]}, generation {found[2]}"
    if spec.startswith("champion:") and not is_shipped(spec.removeprefix("champion:")):
        return spec
    try:
        return card(spec).name
    except (ValueError, OSError, DamagedFile):
        return spec


def side_name(table: Table, color: int) -> str:
    """The name of a side at a table: the player's, or for a person the name and rank in the record."""
    seat = table.seats[color]
    return table.name_of(color) if seat == YOU else player_name(seat)


def side_title(table: Table, color: int) -> str:
    """The details of a side: its color and the specification of its player."""
    seat = table.seats[color]
    return COLOR_NAMES[color] if seat == YOU else f"{COLOR_NAMES[color]}: {seat}"
