"""Go in a terminal: a person against a player, or two players to watch."""

import io
import os
import select
import sys
import time
from pathlib import Path

from numpy.random import SeedSequence, default_rng
from rich.console import Console
from rich.live import Live
from rich.text import Text

from semeai.files import write_whole
from semeai.go.board import IllegalMove
from semeai.go.game import Game
from semeai.go.influence import TERRITORY, InfluenceError, draw_influence, influence_map, parse_influence
from semeai.go.player import Player
from semeai.go.points import BLACK, COLOR_NAMES, PASS, RESIGN, VertexError, opponent, parse_vertex, vertex
from semeai.sgf import write_game

HELP = (
    "commands: a vertex such as D4 plays there; pass, resign, undo, score, help, quit; "
    "why tells the reasons for the last move; save FILE.sgf writes the game; "
    "influence marks whose territory the empty points may be (influence 5/10: moyo, influence 4/0: area)"
)


def play(game: Game, player: Player, yours: int, seed: int) -> None:
    """Let a person play `yours` against `player`, with moves from standard input, until the game or the input ends."""
    player.new_game(game.rules, default_rng(SeedSequence([seed])))
    lines = Lines()
    print(f"{game.rules.describe()}; you are {COLOR_NAMES[yours]} ({'#' if yours == BLACK else 'o'}). {HELP}.")
    while game.result is None:
        if game.to_play != yours:
            move = player.choose(game.board)
            game.play(move)
            print(f"{COLOR_NAMES[opponent(yours)]} plays {vertex(move)}")
            continue
        print(f"\n{game.board}\n{prisoners(game)}")
        try:
            words = lines.ask(f"{COLOR_NAMES[yours]} to play: ").split()
        except EOFError:
            print()
            return
        if not words:
            continue
        if words[0] == "quit":
            return
        print(_obey(game, player, *words), end="")
    print(f"\n{game.board}\n{result_line(game)}")


class Lines:
    """Lines of standard input. On a pipe, a Ctrl-C just before the wait for a line also works; `input` would react to
    it only after the next line."""

    SECONDS = 0.5  # maximum delay of such a Ctrl-C, in seconds

    def __init__(self) -> None:
        self._rest = b""

    def ask(self, prompt: str) -> str:
        """Show a prompt and return the next line. Raises EOFError."""
        try:
            file = sys.stdin.fileno()
        except (AttributeError, io.UnsupportedOperation):  # something that only looks like a file
            return input(prompt)
        if os.isatty(file):
            return input(prompt)
        print(prompt, end="", flush=True)
        while b"\n" not in self._rest:
            if not select.select([file], [], [], self.SECONDS)[0]:
                continue
            data = os.read(file, 1 << 16)
            if not data and not self._rest:
                raise EOFError
            self._rest += data or b"\n"  # the last line may have no end
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace")


def _obey(game: Game, player: Player, word: str, *arguments: str) -> str:
    """Execute a person's command. Returns the answer."""
    word = word.lower()
    if word == "help":
        return HELP + "\n"
    if word == "score":
        return f"current score with all stones alive: {game.board.score()}\n"
    if word in ("why", "explain"):
        return player.explain().text + "\n"
    if word == "save":
        return _save(game, *arguments[:1])
    if word == "influence":
        return _influence(game, *arguments[:1])
    if word == "undo":
        yours = game.to_play
        if not game.back():
            return "there is nothing to take back\n"
        while game.to_play != yours and game.back():
            pass
        return ""
    try:
        game.play(RESIGN if word == "resign" else parse_vertex(word, game.rules.size))
    except VertexError as error:
        return f"{error}; try help\n"
    except IllegalMove as error:
        return f"{error}\n"
    return ""


def _save(game: Game, path: str = "") -> str:
    """Write the game to a file. Returns the answer."""
    if not path:
        return "save needs a file, such as: save game.sgf\n"
    try:
        write_whole(Path(path), write_game(game))
    except OSError as error:
        return f"cannot write {path}: {error.strerror or error}\n"
    return f"saved as {path}\n"


def _influence(game: Game, kind: str = str(TERRITORY)) -> str:
    """The board with an influence map and its totals, or an error message."""
    try:
        which = parse_influence(kind)
    except InfluenceError as error:
        return f"{error}\n"
    values = influence_map(game.board, which)
    n_black, n_white = (values > 0).sum(), (values < 0).sum()
    said = f"influence {which}: black has {n_black} points (# and b), white {n_white} (o and w)"
    return f"\n{draw_influence(game.board, which)}\n{said}\n"


def watch(game: Game, first: Player, second: Player, second_color: int, seed: int, delay: float) -> None:
    """Show a game of two players, move by move on a terminal, or only its end if the output is not a terminal."""
    players = {second_color: second, opponent(second_color): first}
    for color, player in players.items():
        player.new_game(game.rules, default_rng(SeedSequence([seed, color])))
    console = Console(highlight=False)
    with Live(console=console, auto_refresh=False, transient=True) as live:
        while game.result is None:
            move = players[game.to_play].choose(game.board)
            said = f"{COLOR_NAMES[game.to_play]} plays {vertex(move)}"
            game.play(move)
            if console.is_terminal:
                live.update(Text(f"{game.board}\n{prisoners(game)}\nmove {len(game.moves)}: {said}"), refresh=True)
                time.sleep(delay)
    print(f"{game.board}\n{prisoners(game)}\n{result_line(game)}")


def prisoners(game: Game) -> str:
    """The numbers of captured stones, in words."""
    black, white = (game.board.prisoners(color) for color in (BLACK, opponent(BLACK)))
    return f"captured: {black} black, {white} white"


def result_line(game: Game) -> str:
    """The end of a game in words."""
    passes = " by passing" if game.moves and game.moves[-1][1] == PASS and game.declared is None else ""
    return f"the game ended{passes} after {len(game.moves)} moves: {game.result}"
