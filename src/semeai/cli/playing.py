"""Looking at what there is, playing it, lending it to other programs: list, agents, play, gtp."""

import contextlib
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from semeai.gtp.engine import Engine


@app.command("list")
def list_(
    what: Annotated[str, typer.Argument(metavar="players|champions|agents|methods|papers|rules")] = "players",
) -> None:
    """Show what there is.

    \b
    Examples:
      semeai list players
      semeai list champions
    """
    if what == "players":
        from semeai.players import PLAYERS

        print(PLAYERS.describe())
    elif what == "champions":
        from semeai.players.champion import list_champions

        with wrong_call():
            print(list_champions())
    elif what == "agents":
        from semeai.players.agents.agents import describe_agents

        print(describe_agents())
    elif what in ("methods", "evolvers"):  # evolvers is what they were called
        from semeai.evolve import METHODS

        print(METHODS.describe())
    elif what == "papers":
        from semeai.papers import describe_papers

        print(describe_papers())
    elif what == "rules":
        from semeai.go.rules import PRESETS

        for name, rules in PRESETS.items():
            print(f"{name:14}{rules.describe()}")
    else:
        fail(f"nothing to list called {what!r}; there are players, champions, agents, methods, papers and rules", 2)


@app.command()
def agents(
    position: Annotated[
        Path | None, typer.Argument(metavar="[POSITION]", help="a diagram or an SGF file", dir_okay=False)
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="where the pictures go")] = Path("agents"),
) -> None:
    """Draw what each agent says of a position, the end of a game, or of an example.

    \b
    Examples:
      semeai agents --out pictures
      semeai agents game.sgf
    """
    from semeai.files import write_whole
    from semeai.players.agents.pictures import draw_agents, example_board
    from semeai.positions import read_board

    with wrong_call():
        pictures = draw_agents(read_board(position) if position else example_board())
        out.mkdir(parents=True, exist_ok=True)
        for name, svg in pictures.items():
            write_whole(out / f"{name}.svg", svg)
    print(f"{len(pictures)} pictures in {out}")


@app.command()
def play(
    player: Spec = "random",
    against: Annotated[str | None, typer.Option(metavar="PLAYER", help="watch: this player instead of you")] = None,
    color: Annotated[str, typer.Option(help="your color, or that of --against")] = "black",
    rules: RulesName = "tromp-taylor",
    size: Size = None,
    komi: Komi = None,
    handicap: Handicap = 0,
    position: Position = None,
    seed: Seed = 0,
    delay: Annotated[float, typer.Option(help="seconds between moves when watching")] = 0.1,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.sgf", help="write the game here when it ends or is broken off")
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
    game = new_game(read_rules(rules, read_size(size, player, against), komi, handicap), position)
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


@app.command()
def gtp(
    player: Spec,
    rules: RulesName = "tromp-taylor",
    size: Size = None,
    komi: Komi = None,
    position: Position = None,
    seed: Seed = 0,
) -> None:
    """Speak GTP, for Sabaki, GoGui, q5go, Lizzie and other programs.

    \b
    Examples:
      semeai gtp random
      semeai gtp random --position position.txt
    """
    from concurrent.futures import ThreadPoolExecutor

    from semeai.gtp.server import serve
    from semeai.players import check_spec

    with wrong_call():
        check_spec(player)
    its_rules = read_rules(rules, size, komi, 0)
    start = new_game(its_rules, position) if position else None

    def load() -> "Engine":
        from semeai.gtp.engine import Engine
        from semeai.players import make_player, own_size

        own = own_size(player) if size is None else None
        engine = Engine(make_player(player), replace(its_rules, size=own) if own else its_rules, seed)
        if start:
            engine.keeper.load(start)
        return engine

    def make_engine() -> "Engine":
        with wrong_call():
            return loading.result()

    # It loads from the start, in a thread of its own: `name` must be answered at once, and the first move must not pay
    # for kernels that load, or even compile, while a clock runs.
    with contextlib.redirect_stdout(sys.stderr):  # what is printed meanwhile must not garble the protocol
        loading = ThreadPoolExecutor(1).submit(load)
        serve(f"semeai {player}", make_engine)
    if not loading.done():
        os._exit(0)  # nothing can break off a compilation, and Python would wait for its end
