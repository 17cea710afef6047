"""The command line: verbs only. Each imports what it needs when it runs, so that `semeai --help` answers at once."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

import typer

if TYPE_CHECKING:
    from semeai.arena.match import Means
    from semeai.arena.report import Report
    from semeai.arena.store import StoredGames
    from semeai.arena.tournament import Tournament
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
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="games at a time  (default: one a core)")]
ExecutorName = Annotated[
    Literal["threads", "processes"], typer.Option("--executor", help="where players inside kernels play")
]
Patience = Annotated[float, typer.Option(min=0.1, help="seconds an engine may take to answer")]
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
    from semeai.gtp.errors import EngineError

    try:
        yield
    except (ValueError, OSError, EngineError) as error:
        fail(str(error), 2)


@contextmanager
def resumable(where: str | None) -> Iterator[None]:
    """A Ctrl-C in here ends the program with a word about what is kept."""
    try:
        yield
    except KeyboardInterrupt:
        hint = f"; {where}, and the same command goes on with them" if where else " (--sgf DIR keeps games)"
        fail(f"broken off{hint}", 130)


def read_means(jobs: int | None, executor: str, patience: float) -> "Means":
    from semeai.arena.match import Means
    from semeai.executors import Executor

    return Means(jobs or os.cpu_count() or 1, Executor(executor), patience)


def read_rules(
    name: str, size: int | None, komi: float | None, handicap: int, move_limit: int | None = None
) -> "Rules":
    from semeai.go.rules import Rules

    given = {"size": size, "komi": komi, "handicap": handicap or None, "move_limit": move_limit}
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
        return read_position(position).game(rules) if position else Game(rules)


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
def list_(what: Annotated[str, typer.Argument(metavar="players|rules")] = "players") -> None:
    """Show what there is.

    \b
    Examples:
      semeai list players
      semeai list rules
    """
    if what == "players":
        from semeai.players import PLAYERS

        print(PLAYERS.describe())
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
    from semeai.gtp.errors import EngineError

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
def match(
    a: Annotated[str, typer.Argument(metavar="A", help="a player, e.g. wally:noise=0.1")],
    b: Annotated[str, typer.Argument(metavar="B", help='another one, e.g. "gtp:gnugo --mode gtp --level 1"')],
    games: Annotated[int, typer.Option("--games", min=1, help="how many")] = 100,
    rules: RulesName = "chinese",
    size: Size = None,
    komi: Komi = None,
    handicap: Handicap = 0,
    move_limit: Annotated[int | None, typer.Option(help="moves that end a game  (default: ten a point)")] = None,
    position: Position = None,
    openings: Annotated[
        list[Path] | None, typer.Option(metavar="PATH", help="position files or folders of them, in turn; repeatable")
    ] = None,
    random_opening: Annotated[int, typer.Option(min=0, metavar="N", help="random moves to begin with")] = 0,
    colors: Annotated[
        Literal["swap", "a-black", "a-white"], typer.Option(help="who is black; swap: each in turn, in pairs")
    ] = "swap",
    time: Annotated[
        str | None, typer.Option(metavar="TIME", help='a player: "10m", "10m+5x30s", "10m+25/5m" or "5s/move"')
    ] = None,
    ponder: Annotated[bool, typer.Option("--ponder", help="think in the opponent's time, where a player can")] = False,
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="stop as soon as it is clear which of the two fits A")
    ] = None,
    seed: Seed = 0,
    sgf: Annotated[
        Path | None, typer.Option(metavar="DIR", help="keep games and reports here; the same command goes on with them")
    ] = None,
    jobs: Jobs = None,
    executor: ExecutorName = "threads",
    patience: Patience = 60.0,
    as_json: Json = False,
) -> None:
    """Let two players meet, and say who is stronger and how sure that is.

    \b
    Examples:
      semeai match wally random --games 400 --size 7
      semeai match wally "gtp:gnugo --mode gtp --level 1" --games 10 --sgf games
      semeai match wally:noise=0.1 wally:noise=0.2 --games 10000 --sprt 0,20
    """
    from semeai.arena.clock import parse_time
    from semeai.arena.host import check_players, hold, write_reports
    from semeai.arena.match import Competition
    from semeai.arena.openings import Openings, read_openings
    from semeai.arena.report import make_report, match_json, row_of
    from semeai.arena.report_text import match_text
    from semeai.arena.schedule import Colors, Pairing, Terms
    from semeai.arena.sprt import parse_sprt
    from semeai.arena.store import Store

    with wrong_call():
        start = Openings(random_opening, read_openings([*([position] if position else []), *(openings or [])]))
        its_rules = start.fit(read_rules(rules, size, komi, handicap, move_limit), is_size_given=size is not None)
        test = parse_sprt(sprt) if sprt else None
        clock = parse_time(time) if time else None
        terms = Terms(its_rules, start, seed, Colors(colors), clock, ponder)
        means = read_means(jobs, executor, patience)
        check_players([a, b])
        store = Store(sgf) if sgf else None
    pairing = Pairing(a, b, games)
    labels = {a: a, b: b}
    with store or nullcontext(), resumable(f"the games so far are in {sgf}" if sgf else None):
        competition = Competition([pairing], terms, store, test)
        hold(competition, means, labels, store.n_other(terms) if store else 0, quiet=as_json)
    row = row_of(competition, pairing)
    if sgf and a != b:
        write_reports(make_report(competition, labels, None), sgf)
    print(json.dumps(match_json(row)) if as_json else match_text(row, labels))


@app.command()
def tournament(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="players and terms, as in the example")],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="games and reports go here  (default: runs/FILE)")
    ] = None,
    report: Annotated[bool, typer.Option("--report", help="play nothing, make the reports anew")] = False,
    jobs: Jobs = None,
    executor: ExecutorName = "threads",
    patience: Patience = 60.0,
    as_json: Json = False,
) -> None:
    """Play a tournament, or go on with it: games that have been played are not played again.

    \b
    A file:
      kind = "round-robin"  # or "gauntlet" (first - all), "ladder" (neighbours)
      games = 20            # of each pairing
      size = 9              # also: rules, komi, handicap, move_limit,
      anchor = "random"     # seed, colors, openings, random_opening,
      \\[players]             # time, ponder, sprt
      random = "random"
      wally = "wally"
      gnugo = "gtp:gnugo --mode gtp --level 1 --chinese-rules"

    \b
    Examples:
      semeai tournament nightly.toml
      semeai tournament nightly.toml --report --json
    """
    from semeai.arena.store import StoredGames
    from semeai.arena.tournament import read_tournament

    folder = out or Path("runs") / file.stem
    with wrong_call():
        its = read_tournament(file)
        means = read_means(jobs, executor, patience)
        games = StoredGames(folder) if report else None
    if games:
        report_tournament(its, games, as_json)
    else:
        hold_tournament(its, means, folder, as_json)


@app.command()
def ladder(
    games: Annotated[int, typer.Option("--games", min=1, help="of each pairing")] = 10,
    seed: Seed = 1,
    out: Annotated[Path, typer.Option(metavar="DIR", help="ladder.csv and ladder.svg go here")] = Path("results"),
    jobs: Jobs = None,
    patience: Patience = 60.0,
    as_json: Json = False,
) -> None:
    """Rank the players that come with semeai, and GNU Go where it is installed, on 9x9.

    The games are kept in runs/ladder, and the same command goes on with them. With GNU Go it takes some ten minutes.

    \b
    Examples:
      semeai ladder
      semeai ladder --games 100 --out /tmp
    """
    from semeai.arena.ladder import make_ladder
    from semeai.arena.pictures import draw_report
    from semeai.arena.report import report_csv
    from semeai.files import write_whole

    with wrong_call():
        means = read_means(jobs, "threads", patience)
        its, absent = make_ladder(games, seed)
    if absent:
        print(f"semeai: the ladder is played without GNU Go: {absent}", file=sys.stderr)
    report = hold_tournament(its, means, Path("runs") / "ladder", as_json)
    out.mkdir(parents=True, exist_ok=True)
    write_whole(out / "ladder.csv", report_csv(report))
    draw_report(report, out / "ladder.svg")
    print(f"semeai: wrote {out / 'ladder.csv'} and {out / 'ladder.svg'}", file=sys.stderr)


def hold_tournament(its: "Tournament", means: "Means", folder: Path, as_json: bool) -> "Report":
    """Play a tournament, write its reports and print one."""
    from semeai.arena.host import check_players, hold
    from semeai.arena.store import Store

    with wrong_call():
        check_players(its.labels)
        store = Store(folder)
    with store, resumable(f"the games so far are in {folder}"):
        hold(its.competition(store), means, its.labels, store.n_other(its.terms), quiet=as_json)
        return report_tournament(its, store, as_json)


def report_tournament(its: "Tournament", games: "StoredGames", as_json: bool) -> "Report":
    """Write the reports of a tournament and print one."""
    from semeai.arena.host import write_reports
    from semeai.arena.report import make_report, report_json
    from semeai.arena.report_text import report_text

    report = make_report(its.competition(games), its.labels, its.anchor)
    write_reports(report, games.path.parent)
    print(json.dumps(report_json(report)) + "\n" if as_json else report_text(report), end="")
    print(f"semeai: the games and this report are in {games.path.parent}", file=sys.stderr)
    return report


@app.command()
def bench(
    name: Annotated[str, typer.Argument(metavar="NAME", help="playouts or arena")] = "playouts",
    as_json: Json = False,
) -> None:
    """Measure speed here and now, as ratios inside one run.

    \b
    Examples:
      semeai bench playouts
      semeai bench arena --json
    """
    from semeai.bench import BENCHMARKS, machine

    if name not in BENCHMARKS:
        fail(f"no benchmark called {name!r}; there are {', '.join(BENCHMARKS)}", 2)
    report: dict[str, Any] = {"bench": name, "figures": BENCHMARKS[name](quiet=as_json), "machine": machine()}
    if as_json:
        print(json.dumps(report))
