"""The command line: verbs only. Each imports what it needs when it runs, so that `semeai --help` answers at once."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from semeai.go.game import Game
    from semeai.go.player import Player
    from semeai.go.rules import Rules
    from semeai.gtp.engine import Engine

app = typer.Typer(
    name="semeai",
    help="A laboratory of evolutionary Go: breed players, play them, measure them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Spec = Annotated[str, typer.Argument(metavar="PLAYER", help="who plays, e.g. random; see: semeai list players")]
RulesName = Annotated[str, typer.Option("--rules", help="named rules; see: semeai list rules")]
Size = Annotated[int | None, typer.Option("--size", help="lines of the board, 2 to 19  (default: the rules')")]
Komi = Annotated[float | None, typer.Option("--komi", help="points for white  (default: the rules')")]
Handicap = Annotated[int, typer.Option("--handicap", help="black stones on the board at the start")]
Position = Annotated[
    Path | None, typer.Option("--position", metavar="FILE", help="start from this diagram or SGF file", dir_okay=False)
]
Seed = Annotated[int, typer.Option("--seed", help="all randomness follows from it")]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object and nothing else")]


def main() -> None:
    """The entry point."""
    app()


def fail(message: str, code: int) -> NoReturn:
    """End with one line: code 2 for a wrong call, 1 for anything else."""
    print(f"semeai: {message}", file=sys.stderr)
    sys.exit(code)


@contextmanager
def wrong_call() -> Iterator[None]:
    """What raises in here is the caller's mistake."""
    try:
        yield
    except (ValueError, OSError) as error:
        fail(str(error), 2)


def read_rules(name: str, size: int | None, komi: float | None, handicap: int) -> "Rules":
    from semeai.go.rules import Rules

    given = {"size": size, "komi": komi, "handicap": handicap or None}
    with wrong_call():
        return Rules.preset(name, **{key: value for key, value in given.items() if value is not None})


def read_player(spec: str) -> "Player":
    from semeai.players import make_player

    with wrong_call():
        return make_player(spec)


def new_game(rules: "Rules", position: Path | None) -> "Game":
    """A game under `rules`, from a position file where one is given (which then sets the size)."""
    from semeai.go.game import Game
    from semeai.positions import read_position

    with wrong_call():
        return read_position(position, rules) if position else Game(rules)


def print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"semeai {version('semeai')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="say which")
    ] = False,
) -> None:
    pass


@app.command("list")
def list_(what: Annotated[str, typer.Argument(metavar="[players|rules]")] = "players") -> None:
    """Show what there is.

    \b
    Examples:
      semeai list players
      semeai list rules
    """
    if what == "players":
        from semeai.players import describe_players

        print(describe_players())
    elif what == "rules":
        from semeai.go.rules import PRESETS

        for name, rules in PRESETS.items():
            print(f"{name:14}{rules.describe()}")
    else:
        fail(f"nothing to list called {what!r}; there are players and rules", 2)


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

    with wrong_call():
        yours = parse_color(color)
    first, second = read_player(player), read_player(against) if against else None
    game = new_game(read_rules(rules, size, komi, handicap), position)
    names = {yours: against or "you", opponent(yours): player}
    game.root.properties |= {"PB": [names[BLACK]], "PW": [names[WHITE]]}
    try:
        if second is None:
            terminal.play(game, first, yours, seed)
        else:
            terminal.watch(game, first, second, yours, seed, delay)
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
    from semeai.gtp.server import serve
    from semeai.players import check_spec

    with wrong_call():
        check_spec(player)
    its_rules = read_rules(rules, size, komi, 0)
    start = new_game(its_rules, position) if position else None

    def make_engine() -> "Engine":  # at the first command that needs it, for `name` must be answered at once
        from semeai.gtp.engine import Engine

        engine = Engine(read_player(player), its_rules, seed)
        if start:
            engine.keeper.load(start)
        return engine

    serve(f"semeai {player}", make_engine)


@app.command()
def bench(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="playouts")] = "playouts",
    as_json: Json = False,
) -> None:
    """Measure speed here and now, as ratios inside one run.

    \b
    Examples:
      semeai bench playouts
      semeai bench playouts --json
    """
    from semeai.bench import BENCHMARKS, machine

    if name not in BENCHMARKS:
        fail(f"no benchmark called {name!r}; there are {', '.join(BENCHMARKS)}", 2)
    report: dict[str, Any] = {"bench": name, "figures": BENCHMARKS[name](quiet=as_json), "machine": machine()}
    if as_json:
        print(json.dumps(report))
