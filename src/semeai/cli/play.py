"""`semeai play`: a game in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from semeai.cli.app import (
    Handicap,
    Komi,
    Position,
    RulesName,
    Seed,
    Size,
    Spec,
    app,
    fail,
    new_game,
    read_player,
    read_rules,
    read_size,
    wrong_call,
)


@app.command()
def play(
    player: Spec = "random",
    against: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="watch a game against this player instead of playing")
    ] = None,
    color: Annotated[str, typer.Option(help="your color, or the color of --against")] = "black",
    rules: RulesName = "chinese",
    size: Size = None,
    komi: Komi = None,
    handicap: Handicap = 0,
    position: Position = None,
    seed: Seed = 0,
    delay: Annotated[float, typer.Option(help="seconds between moves when watching")] = 0.1,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.sgf", help="file for the game, written when it ends or is stopped")
    ] = None,
) -> None:
    """Play in the terminal, or watch two players.

    \b
    Examples:
      semeai play random --size 13 --color white
      semeai play random --against random --seed 1 --save game.sgf
    """
    from semeai import terminal
    from semeai.go.points import BLACK, WHITE, opponent, parse_color
    from semeai.gtp.errors import EngineError

    with wrong_call():
        yours = parse_color(color)
    first, second = read_player(player), read_player(against) if against else None
    board = read_size(size, player, against)
    game = new_game(read_rules(rules, size=board, komi=komi, handicap=handicap), position)
    with wrong_call():
        for one in filter(None, (first, second)):
            one.check_rules(game.rules)
    names = {yours: against or "you", opponent(yours): player}
    game.root.properties |= {"PB": [names[BLACK]], "PW": [names[WHITE]]}
    try:
        if second is None:
            terminal.play(game, first, yours, seed)
        else:
            terminal.watch(game, first, second, yours, seed, delay)
    except EngineError as error:
        fail(str(error), 1)
    finally:  # also after a Ctrl-C
        if save:
            from semeai.files import write_whole
            from semeai.sgf import write_game

            with wrong_call():
                write_whole(save, write_game(game))
