"""The ladder: all players that come with semeai, and GNU Go where it is installed, against each other on 9x9."""

from pathlib import Path

from semeai.arena.host import check_players
from semeai.arena.tables import PATIENCE
from semeai.arena.tournament import Tournament, make_tournament
from semeai.gtp.errors import EngineError

PLAYERS = {
    "random": "random",
    "wally": "wally",
    "wally, 10% random": "wally:noise=0.1",
    "wally, 50% random": "wally:noise=0.5",
}
ENGINES = {
    "GNU Go 3.8, level 1": "gtp:gnugo --mode gtp --level 1 --chinese-rules",
    "GNU Go 3.8, level 10": "gtp:gnugo --mode gtp --level 10 --chinese-rules",
}


def make_ladder(games: int, seed: int, patience: float = PATIENCE) -> tuple[Tournament, str]:
    """The tournament with all that can play here, and who cannot, in words ("" when all can).

    Each engine has `patience` seconds to start.
    """
    players = dict(PLAYERS)
    absent = ""
    try:
        check_players(ENGINES.values(), patience=patience)
        players |= ENGINES
    except EngineError as error:
        absent = str(error)
    said = {"players": players, "games": games, "seed": seed, "size": 9, "komi": 7.5, "random_opening": 2}
    return make_tournament(said | {"anchor": "random"}, Path()), absent
