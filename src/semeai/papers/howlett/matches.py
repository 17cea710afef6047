"""The matches of this paper's experiments: two players, a number of games, and the points of the first one.

Games are played one by one and refereed by the arena; each draws from streams of its own, by seed, players and number.
Search players have a budget of playouts, never of time, so that a row follows from its parameters and its seed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Any

from semeai.arena.game import play_game
from semeai.arena.schedule import Fixture, Pairing, Terms
from semeai.go.game import Game
from semeai.go.player import Player
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import Rules
from semeai.papers.paper import Bench, Number, Row, Scale, Settings, chosen
from semeai.players import make_player

# DEVIATION(howlett): games are counted by area, with a komi of 7.5 and superko; his are counted by territory minus
# prisoners, and it is "traditional for white to pass last".
TERMS = {
    "rules": chosen("chinese", "area scoring and superko, the usual rules for programs"),
    "komi": chosen(7.5, "the usual komi for programs; no draws"),
}
NINE = chosen(9, "the smaller of his two boards: games take a second, not a minute")

# DEVIATION(howlett): a move has a fixed number of playouts instead of a fixed time, so that a trial gives the same
# result on every machine.
# DEVIATION(howlett): a won playout counts 1 and a lost one 0, as in his formula of UCT; in his chapter on MCTS they
# count 1 and -1.
# DEVIATION(howlett): playouts and trees exclude moves into own eyes, and a playout ends when neither side has another
# move; his continue "until there are no legal moves remaining", but a game in which eyes are filled has no end
# (`endless`).
# DEVIATION(howlett): a playout that takes too long is cut after 3 moves per point and counted as it stands; his are cut
# after 0.25 seconds and discarded.
# DEVIATION(howlett): uct and rave play the move with most visits; his programs play the one with the best share of
# wins, as mcts does here, and as all do in `literal`.
# DEVIATION(howlett): rave keeps separate counts at the nodes on the path and weighs both; his adds them to the counts
# of UCT everywhere in the tree, as in `literal`.
# DEVIATION(howlett): the tree is kept from move to move, and equal positions share a node: he only wished for the
# second (Zobrist hashing), and does not mention the first.
# DEVIATION(howlett): players resign when fewer than 5% of their playouts are won, and pass when the game is finished.
COLUMNS = ("games", "points", "moves", "failures")


def match_scales(
    night: Number, paper: Number, playouts: Number, n_games: int = 10, n_smoke_playouts: int = 20
) -> dict[Scale, Settings]:
    """The scales of an experiment: `night` and `paper` are numbers of seeds, with `n_games` games each and
    `playouts`."""
    brief = "a second or two in all"
    games = chosen(n_games, "a stop loses little work")
    return {
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for runs that differ"),
            "games": chosen(2, brief),
            "playouts": chosen(n_smoke_playouts, brief),
        },
        Scale.NIGHT: {"seeds": night, "games": games, "playouts": playouts},
        Scale.PAPER: {"seeds": paper, "games": games, "playouts": playouts},
    }


@dataclass(frozen=True)
class Outcome:
    """The part of a game's result that counts here."""

    points: float
    """points of the first player"""
    n_moves: int
    is_failure: bool


def spec(player: str, **settings: float) -> str:
    """The specification of `player`, which may already have settings, with more settings."""
    more = ",".join(f"{name}={value}" for name, value in settings.items())
    return f"{player}{',' if ':' in player else ':'}{more}"


def play_match(a: str, b: str, params: Mapping[str, Any], seed: int, bench: Bench) -> Row:
    """Play `params["games"]` games, each side black in every other one. Returns the row: the games, the points of `a`,
    the mean length of a game in moves, and the games lost by an illegal move, a crash or a hang."""
    rules = Rules.preset(params["rules"], size=params["size"], komi=params["komi"])
    pairing, terms = Pairing(a, b, params["games"]), Terms(rules, seed=seed)
    outcomes = []
    for outcome in bench.workers.in_order(partial(play_fixture, pairing, terms), pairing.fixtures(terms.colors)):
        outcomes.append(outcome)
        bench.watch(f"{len(outcomes)} of {pairing.n_games} games")
    return row_of(outcomes)


def row_of(outcomes: Sequence[Outcome]) -> Row:
    """The row of some games."""
    return {
        "games": len(outcomes),
        "points": sum(outcome.points for outcome in outcomes),
        "moves": fmean(outcome.n_moves for outcome in outcomes),
        "failures": sum(outcome.is_failure for outcome in outcomes),
    }


def play_fixture(pairing: Pairing, terms: Terms, fixture: Fixture) -> Outcome:
    """Play one game between new players."""
    players = {BLACK: make_player(fixture.black), WHITE: make_player(fixture.white)}
    return play_with(players, pairing, terms, fixture)


def play_with(players: Mapping[int, Player], pairing: Pairing, terms: Terms, fixture: Fixture) -> Outcome:
    """Play one game between these players, given by color."""
    game = Game(terms.rules)
    black, white = pairing.streams(terms.seed, fixture.number, 1)["state"][0].tolist()
    result = play_game(game, players, {BLACK: black, WHITE: white})
    color = BLACK if pairing.is_a_black(fixture.number, terms.colors) else WHITE
    points = 0.5 if result.winner is None else float(result.winner == color)
    return Outcome(points, game.n_moves, result.reason == "forfeit")
