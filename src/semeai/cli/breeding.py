"""Evolution and what comes of it: evolve, runs, show, demo."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from semeai.cli.app import Handicap, Json, Komi, RulesName, Seed, app, fail, read_rules, resumable, wrong_call
from semeai.cli.coevolving import check_islands, course_name, hold_coevolution, read_course
from semeai.cli.duelling import hold_duel, pair_name, read_duels, read_pair
from semeai.cli.problems import command_of, default_name, read_imitation, read_problem, usual_problem

if TYPE_CHECKING:
    from semeai.evolve.problem import Problem
    from semeai.lab.breed import Limits, Outcome
    from semeai.parallel.executors import Workers

RUNS = Path("runs")

ExecutorName = Annotated[
    str,
    typer.Option(
        "--executor",
        metavar="WHERE",
        help="where candidates are rated: threads, processes, dask (processes), dask://HOST:PORT (a cluster)",
    ),
]
Patience = Annotated[float, typer.Option(min=1, help="seconds after which a worker process is taken for hung")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="workers at a time  (default: one a core)")]
STRATEGIES = "Options of the method strategies"
FOR_STRATEGIES = frozenset({"position", "to_play", "population", "threads", "steps", "every"})
NOT_FOR_STRATEGIES = frozenset(
    "problem opponent stage games measure colors handicap generations target exam start tensorboard".split()
)
StrategyPosition = Annotated[
    Path | None,
    typer.Option(
        "--position",
        metavar="FILE",
        help="evolve from this diagram or SGF file  (default: the empty board)",
        dir_okay=False,
        rich_help_panel=STRATEGIES,
    ),
]
ToPlay = Annotated[
    Literal["black", "white"] | None,
    typer.Option(help="who moves first  (default: as the position says, or black)", rich_help_panel=STRATEGIES),
]
OPPONENT = "wally:noise=0.1"
USUAL_SIZE, RECORDS_SIZE = 5, 9
RECORDS = "Options of learning from recorded games"
FOR_RECORDS = frozenset({"records", "test"})
NOT_FOR_RECORDS = frozenset("opponent stage games colors rules komi handicap exam".split())
COEVOLUTION = "Options of the method coevolution"
FOR_COEVOLUTION = frozenset({"black", "white", "black_from", "white_from"})
NOT_FOR_COEVOLUTION = FOR_STRATEGIES | frozenset("stage games measure colors target start tensorboard".split())
Side = Annotated[
    str | None,
    typer.Option(
        metavar="METHOD", help="what breeds this side  (default: sane:blueprints=30)", rich_help_panel=COEVOLUTION
    ),
]
SideFrom = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="begin with the population of this run, runs/NAME  (default: a new one)",
        file_okay=False,
        rich_help_panel=COEVOLUTION,
    ),
]
Records = Annotated[
    Path | None,
    typer.Option(
        "--records",
        metavar="PATH",
        help="learn from the games in SGF of this file, or of all files in this folder",
        rich_help_panel=RECORDS,
    ),
]
TestShare = Annotated[
    float | None,
    typer.Option("--test", help="share of the games that are kept to test by  (default: 0.2)", rich_help_panel=RECORDS),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="show no progress")]


@app.command()
def evolve(
    context: typer.Context,
    method: Annotated[str, typer.Argument(metavar="METHOD", help="e.g. ga:population=100; see: semeai list evolvers")],
    problem: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER",
            help="what is bred: local, network, network:last=true, summation:agents=all ..., or what solves a toy "
            "problem: sphere, ones, xor  (default: what the method is for)",
        ),
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLAYER",
            help="whom candidates play to be rated, or those of coevolution in exams; given several times, all of them "
            f" (default: {OPPONENT})",
        ),
    ] = None,
    stage: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STAGE",
            help='other opponents first, for so many generations: "20 wally:noise=0.5", "20 handicap=2 wally and '
            'random"; given several times, one after the other',
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="how many rate a candidate")] = 20,
    measure: Annotated[
        Literal["margin", "wins", "matched", "log"] | None,
        typer.Option(
            help="fitness: mean points ahead (margin), share of games won (wins); with --records share of moves "
            "matched, mean log of their probabilities (log)  (default: margin, or matched)"
        ),
    ] = None,
    colors: Annotated[Literal["both", "black", "white"], typer.Option(help="what candidates play")] = "both",
    rules: RulesName = "chinese",
    size: Annotated[
        int | None, typer.Option("--size", help="lines of the board, 2 to 19  (default: 5, or 9 with --records)")
    ] = None,
    komi: Komi = None,
    handicap: Handicap = 0,
    generations: Annotated[int, typer.Option("--generations", "-n", min=1, help="how many in all")] = 50,
    target: Annotated[
        float | None, typer.Option(help="stop at this share of points, once it is confirmed by fresh games")
    ] = None,
    exam: Annotated[
        int, typer.Option(min=2, metavar="GAMES", help="how many fresh ones the best of each generation plays")
    ] = 100,
    seed: Seed = 1,
    start: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FOLDER",
            help="begin with the population of this run, runs/NAME  (default: a new one)",
            file_okay=False,
        ),
    ] = None,
    run: Annotated[
        str | None, typer.Option("--run", metavar="NAME", help="it lives in runs/NAME  (default: by the options)")
    ] = None,
    jobs: Jobs = None,
    executor: ExecutorName = "threads",
    patience: Patience = 600.0,
    position: StrategyPosition = None,
    to_play: ToPlay = None,
    population: Annotated[
        int | None, typer.Option(min=2, help="strategies of each side  (default: 8192)", rich_help_panel=STRATEGIES)
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, help="champions of each side  (default: 64)", rich_help_panel=STRATEGIES)
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option(min=1, help="how many in all, in whole rows  (default: 262144)", rich_help_panel=STRATEGIES),
    ] = None,
    every: Annotated[
        int | None, typer.Option(min=1, help="steps between two rows  (default: 32768)", rich_help_panel=STRATEGIES)
    ] = None,
    records: Records = None,
    test: TestShare = None,
    black: Side = None,
    white: Side = None,
    black_from: SideFrom = None,
    white_from: SideFrom = None,
    tensorboard: Annotated[bool, typer.Option("--tensorboard", help="write the rows for TensorBoard as well")] = False,
    quiet: Quiet = False,
    as_json: Annotated[bool, typer.Option("--json", help="print a JSON object a line: rows, then the outcome")] = False,
) -> None:
    """Breed players, one population or two against each other, or strategies for a position.

    Break it off at any time: the same command goes on, and with more --generations or --steps goes further.

    \b
    Examples:
      semeai evolve ga
      semeai evolve ga:population=100,mutation=0.1 --size 7 --opponent wally --target 0.75
      semeai evolve ga --problem ones --json
      semeai evolve sane --opponent wally:noise=0.1 --opponent random --from runs/first
      semeai evolve sane --stage "20 wally:noise=0.5" --stage "20 handicap=2 wally:noise=0.1" --colors black --size 7
      semeai evolve sane --opponent "gtp:gnugo --mode gtp --level 1" --games 4 --exam 10 --executor processes
      semeai evolve coevolution:hall=5 --white sane:blueprints=40,mutation=0.03 --size 7
      semeai evolve strategies --position game.sgf --to-play white --steps 500000
      semeai evolve strategies:islands=4 --size 7 --executor processes
      semeai evolve ga:population=100 --problem summation:agents=all,weights=real --records games/ --test 0.2
    """
    from semeai.arena.host import check_players
    from semeai.evolve import PAIRS, STEADY, check_method
    from semeai.evolve.toys import TOYS
    from semeai.lab.breed import Limits, begin, summary
    from semeai.lab.report import next_text, outcome_text
    from semeai.lab.tensorboard import check_tensorboard, write_tensorboard

    opponents = tuple(opponent or [OPPONENT])
    name = method.partition(":")[0]
    is_steady = name in STEADY
    with wrong_call():
        useless = NOT_FOR_STRATEGIES | FOR_COEVOLUTION if is_steady else FOR_STRATEGIES | FOR_COEVOLUTION
        refuse_options(context, method, NOT_FOR_COEVOLUTION if name in PAIRS else useless)
        if records is None or is_steady or name in PAIRS:
            refuse_options(context, "playing" if records is None else method, FOR_RECORDS)
        else:
            refuse_options(context, "learning from records", NOT_FOR_RECORDS)
    if size is None:
        size = USUAL_SIZE if records is None else RECORDS_SIZE
    if is_steady:
        course = read_course(method, rules, size, komi, position, to_play, population, threads, steps, every, seed)
        with wrong_call():
            check_islands(course, executor)
            folder = run_folder(run or course_name(method, course))
        with read_workers(jobs, executor, patience) as workers, kept(folder):
            hold_coevolution(course, folder, workers, quiet, as_json)
        return
    if name in PAIRS:
        with wrong_call():
            pair, starts = read_pair(method, black, white), (black_from, white_from)
            player, its_rules = problem or usual_problem(pair.black), read_rules(rules, size, komi, handicap)
            check_players(opponents)
            duels = read_duels(pair, player, its_rules, opponents, starts, seed)
            folder = run_folder(run or pair_name(method, pair, duels, starts, seed))
        with read_workers(jobs, executor, patience) as workers, kept(folder):
            hold_duel(folder, method, pair, duels, seed, Limits(generations), workers, starts, exam, quiet, as_json)
        return
    with wrong_call():
        check_method(method)
        its: Problem
        if records is not None:
            its = read_imitation(problem or "summation", records, size, test, measure, quiet or as_json)
        elif (problem := problem or usual_problem(method)) in TOYS:
            its = TOYS[problem]()
        else:
            its_rules, stages = read_rules(rules, size, komi, handicap), tuple(stage or ())
            its = read_problem(problem, opponents, stages, games, measure, colors, its_rules)
        begin(method, its, seed, start)  # which says when it cannot breed that
        if tensorboard:
            check_tensorboard()
        folder = run_folder(run or default_name(method, its, seed, start))
    with read_workers(jobs, executor, patience) as workers:
        outcome = hold_run(folder, method, its, seed, Limits(generations, target), workers, exam, start, quiet, as_json)
    if tensorboard:
        with kept(folder):
            write_tensorboard(outcome.rows, folder)
    if as_json:
        print(json.dumps({"done": True} | summary(outcome)))
    else:
        print(outcome_text(outcome, its, folder) + next_text(outcome, its), end="")


@app.command()
def demo(jobs: Jobs = None) -> None:
    """Breed a small Go player from nothing, in half a minute, and see how good it has become.

    \b
    Example:
      semeai demo
    """
    from semeai.lab import demo
    from semeai.lab.report import next_text, outcome_text

    folder = RUNS / "demo"
    print(demo.INTRODUCTION, flush=True)
    problem = demo.make_problem()
    with read_workers(jobs, "threads", 600.0) as workers:
        outcome = hold_run(folder, demo.METHOD, problem, demo.SEED, demo.LIMITS, workers)
        print(outcome_text(outcome, problem, folder))
        print(demo.held_out_text(outcome.champion, workers))
        print(next_text(outcome, problem) + demo.MORE, end="")


@app.command("runs")
def runs_(
    every: Annotated[bool, typer.Option("--all", help="also the trials of papers, which --json always has")] = False,
    as_json: Json = False,
) -> None:
    """List the runs in runs/: how they stand, how good they are, how long ago.

    \b
    Example:
      semeai runs
    """
    from dataclasses import asdict

    from semeai.lab.listing import list_runs, listing_text

    with wrong_call():
        found = list_runs(RUNS)
    print(json.dumps([asdict(run) for run in found]) if as_json else listing_text(found, RUNS, every))


@app.command()
def show(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="a champion, runs/NAME/champions/*.npz, or one of: list champions")
    ],
) -> None:
    """Describe a champion: what it is, how it was bred, how good it is, what is in its genome.

    \b
    Example:
      semeai show runs/demo/champions/000010.npz
    """
    from semeai.players.champion import describe_champion, find_champion, read_champion

    with wrong_call():
        print(describe_champion(read_champion(find_champion(str(file))), file))


def hold_run(
    folder: Path,
    method: str,
    problem: "Problem",
    seed: int,
    limits: "Limits",
    workers: "Workers",
    exam_games: int = 100,
    start: Path | None = None,
    quiet: bool = False,
    as_json: bool = False,
) -> "Outcome":
    """Evolve, or go on, with progress on stderr; draw what came of it."""
    from semeai.lab.breed import breed
    from semeai.lab.pictures import draw_evolution
    from semeai.lab.progress import Progress

    command = command_of(method, problem, seed, exam_games, start)
    with kept(folder), Progress(quiet, as_json) as progress:
        outcome = breed(folder, method, problem, seed, limits, workers, progress, exam_games, command, start)
        draw_evolution(outcome.rows, problem, f"{folder}: {method}, seed {seed}", exam_games, folder)
    return outcome


@contextmanager
def kept(folder: Path) -> Iterator[None]:
    """What goes wrong in here ends the program with one line, and leaves what can be gone on with."""
    from semeai.files import DamagedFile
    from semeai.gtp.errors import EngineError
    from semeai.lab.record import OtherParameters

    try:
        with resumable(f"the generations so far are in {folder}"):
            yield
    except OtherParameters as error:
        fail(str(error), 2)
    except (OSError, DamagedFile, EngineError) as error:
        fail(str(error), 1)


def refuse_options(context: typer.Context, method: str, names: frozenset[str]) -> None:
    """Raises ValueError when one of these options was given, which the method would not look at."""
    given = []
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        if option.name in names and source is not None and source.name == "COMMANDLINE":
            given.append(option.opts[0])
    if given:
        raise ValueError(f"{method.partition(':')[0]} has no use for {', '.join(given)}")


def read_workers(jobs: int | None, executor: str, patience: float) -> "Workers":
    """Ends the program when there are none."""
    from semeai.arena.warming import warm
    from semeai.parallel.executors import Workers, check_executor
    from semeai.parallel.workers import WorkerLost

    with wrong_call():
        check_executor(executor)
        try:
            return Workers(jobs or os.cpu_count() or 1, executor, patience, warm)
        except WorkerLost as error:
            fail(str(error), 1)


def run_folder(name: str) -> Path:
    """The folder of a run, which is always below that of all runs. Raises ValueError."""
    folder = Path(name)
    if folder.is_absolute() or ".." in folder.parts or not folder.parts:
        raise ValueError(f"a run is a folder below {RUNS}, which {name!r} is not")
    return RUNS / folder
