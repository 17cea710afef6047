"""`semeai evolve`: breed players, or strategies for a position. Every method is a sub-command with its own options.

The options of a sub-command come from two dataclasses: the parameters of the method, and the options of a run
(`lab/options.py`). The texts under their fields are the help, and their bounds are checked here as everywhere.
"""

import inspect
import json
import sys
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from semeai.cli.app import (
    ExecutorName,
    Jobs,
    Quiet,
    WorkerPatience,
    app,
    fail,
    kept,
    read_workers,
    run_folder,
    wrong_call,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semeai.lab.breed import Watch
    from semeai.lab.order import Order
    from semeai.lab.result import Result
    from semeai.parallel.executors import Workers

UsageError: Any = typer.BadParameter.__base__
"""Typer does not export it by name, and has moved it before"""

RunName = Annotated[
    str | None,
    typer.Option(
        "--run", metavar="NAME", help="name of the run, a folder below runs/ (default: derived from the options)"
    ),
]
Like = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="take all options from a run.json, a JSON or a TOML file; options given here override them"
    ),
]
TensorBoard = Annotated[bool, typer.Option("--tensorboard", help="also write the rows for TensorBoard")]
AsJson = Annotated[bool, typer.Option("--json", help="print a JSON object per line: rows, then the result")]
COMMON = {
    "like": (Like, None),
    "run": (RunName, None),
    "jobs": (Jobs, None),
    "executor": (ExecutorName, "threads"),
    "patience": (WorkerPatience, 600.0),
    "tensorboard": (TensorBoard, False),
    "quiet": (Quiet, False),
    "as_json": (AsJson, False),
}


class Methods(TyperGroup):
    """The group of sub-commands, one for each method, created on demand."""

    def list_commands(self, ctx: Any) -> list[str]:
        from semeai.evolve import METHODS

        return list(METHODS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command that only describes itself, for the list of all; the full one would load its method."""
        from semeai.evolve import METHODS

        return TyperCommand(cmd_name, help=METHODS.summary(cmd_name).partition(": ")[2])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        from semeai.evolve import METHODS

        with wrong_call():
            METHODS.check_name(args[0].partition(":")[0])
            return args[0], make_command(args[0]), args[1:]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """`evolve --like FILE` is a call of the method that the file names."""
        if args[:1] == ["--like"] and len(args) > 1:
            from semeai.lab.options import read_order_file

            with wrong_call():
                method, _ = read_order_file(Path(args[1]))
            args = [method, *args]
        return super().parse_args(ctx, args)


class MethodCommand(TyperCommand):
    """The sub-command of a method. It reports wrong options on one line."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except UsageError as error:
            message = error.format_message().rstrip(".").replace("Value error, ", "")
            fail(f"{message}; see: semeai evolve {self.name} --help", 2)


evolve = typer.Typer(cls=Methods, no_args_is_help=True)
app.add_typer(evolve, name="evolve")


@evolve.callback()
def describe_evolve() -> None:
    """Breed players, one population or two against each other, or strategies for a position.

    Stop at any time: the same command continues, and runs longer with more --generations or --steps.
    A method may be given with settings: sane:neurons=400 is the same as sane --neurons 400.

    \b
    Examples:
      semeai evolve ga
      semeai evolve ga --population 100 --mutation 0.1 --size 7 --opponent wally --target 0.75
      semeai evolve ga --problem ones --json
      semeai evolve sane --opponent wally:noise=0.1 --opponent random --from runs/first
      semeai evolve sane --stage "20 wally:noise=0.5" --stage "20 handicap=2 wally:noise=0.1" --colors black --size 7
      semeai evolve sane --opponent "gtp:gnugo --mode gtp --level 1" --games 4 --exam 10 --executor processes
      semeai evolve ga --league teaching --hall 8 --promotion 200 --rounds 3 --games 24 --random-moves 4 --size 7
      semeai evolve coevolution --hall 5 --white sane:blueprints=40,mutation=0.03 --size 7
      semeai evolve strategies --position game.sgf --to-play white --steps 500000
      semeai evolve strategies --islands 4 --size 7 --executor processes
      semeai evolve ga --population 100 --problem summation:agents=all,weights=real --records games/ --test 0.2
      semeai evolve --like runs/first/run.json --seed 2
    """


def make_command(spec: str) -> Any:
    """The sub-command of the method that `spec` names, with or without settings."""
    from semeai.evolve import METHODS
    from semeai.lab.options import options_of

    name = spec.partition(":")[0]
    entry = METHODS.load(name)
    settings = dict(_options(entry.params, f"Settings of {name}"))
    options = dict(_options(options_of(name), "Options of the run"))
    assert not settings.keys() & (options.keys() | COMMON.keys()), f"{name} has settings that are options of every run"

    def run(**given: Any) -> None:
        own = {key: given.pop(key) for key in COMMON}
        hold(spec, {key: value for key, value in given.items() if value not in (None, [])}, **own)

    words = entry.summary.partition(": ")[2] or entry.summary
    run.__doc__ = f"{words[:1].upper()}{words[1:]}\n\nList all methods with: semeai list methods"
    annotations = settings | options | {key: kind for key, (kind, _) in COMMON.items()}
    defaults = dict.fromkeys([*settings, *options]) | {key: default for key, (_, default) in COMMON.items()}
    run.__annotations__ = annotations
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=defaults[key], annotation=kind)
            for key, kind in annotations.items()
        ]
    )
    single = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})
    single.command(name, cls=MethodCommand)(run)
    return get_command(single)


def _options(params: type[Any], panel: str) -> Iterator[tuple[str, Any]]:
    """An option for each field of a dataclass, by the field's name. Options that are not given stay None."""
    from semeai.bounds import kind_of, range_of
    from semeai.lab.options import flag
    from semeai.specs import field_docs

    words = field_docs(params)
    for field in fields(params):
        kind, span = kind_of(params, field.name), range_of(params, field.name)
        default: Any = field.default
        is_many = getattr(kind, "__origin__", None) is tuple
        flags = [flag(field.name)] + (["-n"] if field.name == "generations" else [])
        if kind is bool:
            flags = [f"{flags[0]}/--no-{flags[0].removeprefix('--')}"]
        usual = ", ".join(default) if is_many else default
        notes = [str(span)] if span else []
        notes += [] if default in (None, MISSING, (), "") else [f"default: {usual}"]
        option = typer.Option(
            *flags,
            help="  ".join([words[field.name], *([f"({'; '.join(notes)})"] if notes else [])]),
            rich_help_panel=panel,
            show_default=False,
        )
        yield field.name, Annotated[(list[str] if is_many else kind) | None, option]


def hold(
    spec: str,
    values: dict[str, Any],
    like: Path | None,
    run: str | None,
    jobs: int | None,
    executor: str,
    patience: float,
    tensorboard: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Start or continue a run, with progress on stderr, and report the result."""
    from semeai.lab.options import read_order, read_order_file
    from semeai.lab.result import next_text, result_text, summary
    from semeai.lab.tensorboard import TensorBoard, check_tensorboard

    with wrong_call():
        if like is not None:
            method, found = read_order_file(like)
            name, _, settings = spec.partition(":")
            if name == method.partition(":")[0] and spec != method:
                spec = f"{method}{',' if ':' in method else ':'}{settings}"  # the last value of a setting counts
            values = found | values
        order = read_order(spec, values)
        if order.begin().is_local and executor != "threads":
            raise ValueError("strategies on one island run on one machine; use --islands 4 for four islands")
        if tensorboard:
            check_tensorboard()
        folder = run_folder(run or order.name())
        found_text, left_out = order.problem.notices()
        for text in (found_text if not (quiet or as_json) else "", left_out):
            if text:
                print(f"semeai: {text}", file=sys.stderr)
    with read_workers(jobs, executor, patience) as workers:
        others = [TensorBoard()] if tensorboard else []
        result, pictures = hold_run(order, folder, workers, quiet, as_json, others)
    if as_json:
        print(json.dumps({"done": True} | summary(result)))
    else:
        print(result_text(result, pictures) + next_text(result), end="")


def hold_run(
    order: "Order",
    folder: Path,
    workers: "Workers",
    quiet: bool = False,
    as_json: bool = False,
    others: "Sequence[Watch]" = (),
) -> "tuple[Result, dict[str, Path]]":
    """Start or continue a run, with progress on stderr, and draw it. Return the result and the pictures.

    `others` observe the run as well, such as trackers.
    """
    from semeai.lab.breed import breed
    from semeai.lab.progress import Progress

    with kept(folder), Progress(quiet, as_json, others) as progress:
        result = breed(order, folder, workers, progress, order.command())
        return result, order.problem.draw(result.rows, result.method, order, folder)
