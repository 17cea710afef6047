"""Contract tests for players, for those of semeai and of other packages alike.

    from semeai.testing import check_player
    check_player("wally:noise=0.1")
    check_player(Mirror)

The checks raise AssertionError with what the contract says (`go/player.py`) and what was found.
"""

from collections.abc import Callable, Iterable
from itertools import count

import numpy as np
from numpy.random import default_rng

from semeai.evolve import make_evolver
from semeai.go.board import Board
from semeai.go.game import Game
from semeai.go.player import Explanation, Genome, Player
from semeai.go.points import BLACK, PASS, RESIGN, WHITE, points, vertex
from semeai.go.rules import MAX_SIZE, MIN_SIZE, Rules
from semeai.nets.genes import Genes, Units
from semeai.players import as_player, read_bred

N_MOVES = 12
"""moves of a game: enough for both sides to capture on small boards"""
N_CALLS = 1000
"""calls of `stop` after which a search must have ended"""


def check_player(
    player: str | Callable[[], object], sizes: Iterable[int] | None = None, n_moves: int = N_MOVES, seed: int = 1
) -> None:
    """Check that a player keeps the contract.

    It plays legal moves with both colors on every size it claims, leaves the board alone, plays the same game from the
    same seed, refuses boards it does not claim, explains its moves, keeps its other promises, and closes.

    Args:
        player: A specification, a class, or a function without arguments that makes a player.
        sizes: The board sizes to play on, by default all that the player claims.
        n_moves: The length of each game.
        seed: All randomness follows from it.
    """

    def make() -> Player:
        return as_player(player if isinstance(player, str | type) else player())

    with make() as black, make() as white:
        claimed = set(black.board_sizes)
        _check(bool(claimed) and claimed <= set(range(MIN_SIZE, MAX_SIZE + 1)), "board_sizes are among 2 to 19")
        for size in range(MIN_SIZE, MAX_SIZE + 1):
            _check(_accepts(black, size) == (size in claimed), f"check_rules accepts the board_sizes: {size}")
        played = sorted(claimed if sizes is None else sizes)
        games = {size: _play({BLACK: black, WHITE: white}, size, n_moves, seed) for size in played}
        size = played[len(played) // 2]
        again = _play({BLACK: black, WHITE: white}, size, n_moves, seed)
        _check(again == games[size], f"the same seed gives the same game: {games[size]} and {again}")
        _check_more(black, Rules(size=size), seed)
        for one in (black, white):
            one.close()
        _check(_play({BLACK: black, WHITE: white}, size, 2, seed) == games[size][:2], "close does not end a player")


def check_bred(spec: str, rules: Rules | None = None, seed: int = 1) -> None:
    """Check that genomes of the kind that `spec` names make players that keep the contract.

    Their line-up has a player for each genome, if there is one, and the first plays the game of `from_genome`.
    """
    bred, rules = read_bred(spec), rules or Rules(size=5)
    genomes = _genomes(bred.genes(rules), seed)
    _check(bool(bred.describe(genomes[0]).strip()), "describe returns text")
    check_player(lambda: bred.from_genome(genomes[0], rules), seed=seed, sizes=[rules.size])
    if bred.is_compiled:
        lineup = bred.lineup(genomes, rules)
        _check(len(lineup) == len(genomes), "lineup has a player for each genome")


def _genomes(genes: Genes | Units, seed: int) -> list[Genome]:
    """Some genomes of that kind."""
    if isinstance(genes, Units):
        return list(make_evolver("sane:neurons=60,blueprints=4,hidden=20", genes, default_rng(seed)).ask())
    rows = default_rng(seed).uniform(genes.low, genes.high, (3, genes.n))
    return list(np.rint(rows).astype(np.int64) if genes.is_integer else rows)


def _play(players: dict[int, Player], size: int, n_moves: int, seed: int) -> list[str]:
    """The moves of a game, each of them checked."""
    game = Game(Rules(size=size, komi=0.5))
    for color, player in players.items():
        player.new_game(game.rules, default_rng([seed, color]))
    moves: list[str] = []
    while game.result is None and len(moves) < n_moves:
        board, player = game.board.copy(), players[game.to_play]
        chosen = player.choose(board)
        _check(
            not isinstance(chosen, bool) and isinstance(chosen, int | np.integer), f"choose returns a point: {chosen!r}"
        )
        _check(_state(board) == _state(game.board), "choose leaves the board alone")
        name = vertex(int(chosen))
        _check(chosen in (PASS, RESIGN) or board.is_legal(int(chosen)), f"choose returns a legal move: {name}\n{board}")
        said = player.explain()
        _check_explanation(said, size)
        _check(bool(said.text), "an explanation has text")
        moves.append(name)
        game.play(int(chosen))
    return moves


def _state(board: Board) -> tuple[int, int, list[int]]:
    return board.hash, board.to_play, list(board.moves)


def _check_explanation(said: object, size: int) -> None:
    _check(isinstance(said, Explanation), f"explain returns an Explanation: {said!r}")
    assert isinstance(said, Explanation)
    on_board = {*points(size), PASS}
    _check(set(said.values) <= on_board, "values are of points on the board")
    _check({candidate.point for candidate in said.candidates} <= on_board, "candidates are on the board")


def _check_more(player: Player, rules: Rules, seed: int) -> None:
    """What the player can do beside choosing moves ends when it is told to, and is about the board."""
    board = Board(rules)
    board.play(points(rules.size)[0])
    player.new_game(rules, default_rng(seed))
    calls = count(1)
    player.stop = lambda: next(calls) > 3
    if player.can_ponder:
        player.ponder(board.copy(), lambda: next(calls) > 3)
    if player.can_analyze:
        for said in player.analyze(board.copy(), 0.01):
            _check_explanation(said, rules.size)
            _check(next(calls) < N_CALLS, "analyze ends when stop says True")
    if player.can_judge:
        _check(player.judge(board.copy()) <= set(board.stones), "judge returns stones")


def _accepts(player: Player, size: int) -> bool:
    try:
        player.check_rules(Rules(size=size))
    except ValueError:
        return False
    return True


def _check(is_kept: bool, contract: str) -> None:
    if not is_kept:
        raise AssertionError(contract)
