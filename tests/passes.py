"""Check the passes of `rave` at the ends of its own games: `python -m tests.passes 70 results/search/passes.csv`.

Plays so many games against itself, and as many against GNU Go level 10; the first 30 moves of a game are quick ones of
its own. Each pass is judged by a search of 20,000
playouts with the opponent to move. A pass is harmful if that search calls the game lost while a search of the position
before the pass calls it won. A pass that ends the game is judged by the score instead of the first search. The score of
each finished game is compared with GNU Go's.

A row is one game. Games that the file has already are not played again, so a run can be stopped at any time.
"""

import csv
import sys
from pathlib import Path

from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.game import Game
from semeai.go.player import Player
from semeai.go.points import BLACK, COLOR_NAMES, PASS, WHITE, vertex
from semeai.go.rules import Rules
from semeai.gtp.client import GtpClient
from semeai.players import make_player

RULES = Rules.preset("chinese", size=9, komi=7.5)
OURS = "rave:playouts=1000,resign=0"
QUICK, QUICK_MOVES = "rave:playouts=100,resign=0", 30
GNUGO = "gnugo --mode gtp --chinese-rules --level 10"
JUDGE = "rave:playouts=20000,resign=0"
COLUMNS = ("opponent", "seed", "moves", "passes", "lost", "harmful", "margin", "gnugo", "agree", "where")
MOST_MOVES = 300


def best_rate(judge: Player, board: Board) -> float:
    """The win rate of the side to play, by the judge."""
    judge.new_game(board.rules, default_rng(1))
    judge.choose(board)
    return max(judge.explain().candidates, key=lambda candidate: candidate.visits).winrate


def pass_loses(judge: Player, before: Board) -> tuple[bool, bool]:
    """Whether the game is lost after a pass, and whether it was won before it."""
    after, color = before.copy(), before.to_play
    after.play(PASS)
    if after.n_passes >= RULES.passes_to_end:
        margin = after.score().margin
        is_lost = (margin if color == BLACK else -margin) < 0
    else:
        is_lost = best_rate(judge, after) > 0.5
    return is_lost, is_lost and best_rate(judge, before) > 0.5


def gnugo_margin(moves: list[int]) -> float:
    """Black's lead after the moves, as GNU Go counts."""
    with GtpClient(GNUGO, timeout=300) as gnugo:
        gnugo.send("boardsize 9")
        gnugo.send(f"komi {RULES.komi}")
        for i, move in enumerate(moves):
            gnugo.send(f"play {COLOR_NAMES[BLACK if i % 2 == 0 else WHITE]} {vertex(move)}")
        color, _, points = gnugo.send("final_score").partition("+")
    return float(points or 0) * (1 if color == "B" else -1)


def try_game(opponent: str, seed: int, judge: Player) -> dict[str, object]:
    """Play one game, and judge its passes: ours alone where GNU Go is the opponent."""
    own_color = BLACK if seed % 2 else WHITE
    ours = make_player(OURS)
    other = ours if opponent == "self" else make_player(f"gtp:{GNUGO}")
    game = Game(RULES)
    for number, player in enumerate({id(ours): ours, id(other): other}.values()):
        player.timeout = 300.0
        player.new_game(RULES, default_rng([seed, number]))
    quick = make_player(QUICK)
    quick.new_game(RULES, default_rng([seed, 2]))
    while len(game.board.moves) < QUICK_MOVES and game.result is None:
        game.play(quick.choose(game.board.copy()))
    passes: list[Board] = []
    while game.result is None and len(game.board.moves) < MOST_MOVES:
        is_ours = other is ours or game.to_play == own_color
        move = (ours if is_ours else other).choose(game.board.copy())
        if move == PASS and is_ours:
            passes.append(game.board.copy())
        game.play(move)
    other.close()
    found = [pass_loses(judge, board) for board in passes]
    harmful = [i for i, (_, is_harmful) in enumerate(found) if is_harmful]
    margin = game.board.score().margin
    has_score = game.board.n_passes >= RULES.passes_to_end
    theirs = gnugo_margin(game.board.moves) if has_score else float("nan")
    return {
        "opponent": opponent,
        "seed": seed,
        "moves": len(game.board.moves),
        "passes": len(passes),
        "lost": sum(is_lost for is_lost, _ in found),
        "harmful": len(harmful),
        "margin": margin,
        "gnugo": theirs,
        "agree": int(margin == theirs),
        "where": " ".join(vertex(p) for p in game.board.moves) if harmful or margin != theirs else "",
    }


def main(n_games: int, path: Path) -> None:
    done = set()
    if path.exists():
        with path.open() as file:
            done = {(row["opponent"], int(row["seed"])) for row in csv.DictReader(file)}
    else:
        path.write_text(",".join(COLUMNS) + "\n")
    judge = make_player(JUDGE)
    for seed in range(1, n_games + 1):
        for opponent in ("self", "gnugo"):
            if (opponent, seed) not in done:
                row = try_game(opponent, seed, judge)
                with path.open("a") as file:
                    csv.DictWriter(file, COLUMNS).writerow(row)
                print(row, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
