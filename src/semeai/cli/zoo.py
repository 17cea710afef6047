"""`semeai zoo`: the champions that come with semeai, and a check for new ones."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from semeai.cli.app import Jobs, Json, Seed, app, wrong_call

MAX_BYTES = 200_000
"""maximum size of a champion file; the largest one in the zoo has 74 kB"""
RATED_BY = ("random", "wally")
"""the opponents of the rating; a champion must beat the first one"""
OPENING = 4
"""random stones before each rated game"""

zoo = typer.Typer(help="Check champions for the zoo.", no_args_is_help=True)
app.add_typer(zoo, name="zoo")


@zoo.callback()
def _zoo() -> None:
    """Check champions for the zoo: the champions that come with semeai."""


@zoo.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the champion file")],
    games: Annotated[int, typer.Option("--games", min=2, help="games per opponent")] = 200,
    seed: Seed = 1,
    jobs: Jobs = None,
    as_json: Json = False,
) -> None:
    """Check whether a champion may enter the zoo: size, safety, games and rating. Exit code 1 if it may not.

    \b
    Example:
      semeai zoo check runs/demo/champion.npz
    """
    with wrong_call():
        size = file.stat().st_size
    found = list(_checks(file, size, games, seed, jobs))
    passes = all(ok for _, ok, _ in found)
    if as_json:
        checks = {name: {"passes": ok, "found": text} for name, ok, text in found}
        print(json.dumps({"file": str(file), "passes": passes, "checks": checks}))
    else:
        print("\n".join(f"{'pass' if ok else 'FAIL'}  {name:8} {text}" for name, ok, text in found))
        print("The champion may enter the zoo." if passes else "The champion may not enter the zoo.")
    raise typer.Exit(0 if passes else 1)


def _checks(file: Path, size: int, games: int, seed: int, jobs: int | None) -> Iterator[tuple[str, bool, str]]:
    """The checks: name, result and explanation. They end with the first one that makes the others impossible."""
    from semeai.api import match
    from semeai.files import DamagedFile
    from semeai.players.champion import read_champion
    from semeai.testing import check_player

    yield "size", size <= MAX_BYTES, f"{size:,} bytes, at most {MAX_BYTES:,}"
    if size > MAX_BYTES:
        return
    try:
        champion = read_champion(file)
    except (OSError, DamagedFile) as error:
        yield "safety", False, str(error)
        return
    if champion.rules is None:
        yield "safety", False, f"{file}: this champion does not play Go"
        return
    yield "safety", True, "no code, the digest is right, and all values are within bounds"
    command = champion.provenance.get("command")
    yield "origin", bool(command), str(command or "the command that bred it is missing; breed it with semeai evolve")
    spec, lines = f"champion:{file}", champion.rules.size
    try:
        check_player(spec, sizes=[lines], seed=seed)
    except AssertionError as error:
        yield "games", False, f"broken contract: {error}"
        return
    yield "games", True, f"legal and repeatable games on {lines}x{lines}"
    for opponent in RATED_BY:
        row = match(spec, opponent, games, rules=champion.rules, random_opening=OPENING, seed=seed, jobs=jobs)
        share = f"{row.score:.1%} [{row.low:.1%}, {row.high:.1%}] of {row.games} games against {opponent}"
        yield "rating", opponent != RATED_BY[0] or row.low > 0.5, share
