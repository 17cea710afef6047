"""`semeai ladder`: all players on one scale."""

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from semeai.cli.app import Jobs, Json, Patience, app, fail, read_means, resumable, wrong_call

if TYPE_CHECKING:
    from semeai.arena.ladder import Ladder
    from semeai.arena.match import Means

FOLDER = Path("results") / "ladder"


@app.command()
def ladder(
    size: Annotated[int, typer.Option("--size", min=2, max=19, help="Board size.")] = 9,
    play: Annotated[bool, typer.Option("--play", help="Continue the ladder until all intervals are narrow.")] = False,
    add: Annotated[
        list[str] | None, typer.Option("--add", metavar="SPEC", help="Place a new player; repeatable.")
    ] = None,
    folder: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the ladders. A copy of the shipped ladder is made there.")
    ] = FOLDER,
    goal: Annotated[
        float | None, typer.Option(min=5, metavar="ELO", help="Stop when 95% intervals are this wide on each side.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of a new ladder; a ladder keeps its own.")] = 1,
    jobs: Jobs = None,
    patience: Patience = 60.0,
    as_json: Json = False,
) -> None:
    """Show the players on one Elo scale, continue the ladder, or place a new player.

    The scale is anchored at GNU Go 3.8, level 10 = 1800.
    Games are played where the ratings are least certain.
    Stop it at any time: the same command continues.

    \b
    Examples:
      semeai ladder
      semeai ladder --size 9 --json
      semeai ladder --add uct:playouts=300
      semeai ladder --play
    """
    from semeai.arena.ladder import Ladder, ladder_json, new_ladder
    from semeai.arena.ladder_store import LADDER, read_ladder
    from semeai.arena.ladder_text import ladder_text
    from semeai.arena.roster import make_entry, shipped_entries
    from semeai.players.cards import shipped_ladder

    own, shipped = folder / f"{size}x{size}", shipped_ladder(size)
    with wrong_call():
        means = read_means(jobs, "threads", patience)
        if not play and not add:
            here = next((one for one in (own, shipped) if (one / LADDER).is_file()), None)
            if here is None:
                fail(f"no ladder for {size}x{size} yet; start one with: semeai ladder --size {size} --play", 2)
            its = Ladder(read_ladder(here))
        else:
            newcomers = [make_entry(spec) for spec in add or ()]
            if not (own / LADDER).is_file() and (shipped / LADDER).is_file():
                shutil.copytree(shipped, own, dirs_exist_ok=True, ignore=shutil.ignore_patterns("lock"))
            is_old = (own / LADDER).is_file()
            its = Ladder(read_ladder(own), own) if is_old else new_ladder(own, size, seed, shipped_entries(size))
            if play and is_old:
                its.enter(shipped_entries(size))
            numbers = its.enter(newcomers)
    if play or add:
        _play(its, own, means, numbers, None if goal is None else float(goal), quiet=as_json)
    print(json.dumps(ladder_json(its)) if as_json else ladder_text(its))


def _play(its: "Ladder", folder: Path, means: "Means", newcomers: list[int], goal: float | None, quiet: bool) -> None:
    """Play with progress on stderr."""
    from semeai.arena.ladder_store import LadderGames
    from semeai.arena.running import check_players
    from semeai.gtp.errors import EngineError
    from semeai.status import StatusLine

    absent: list[str] = []
    with wrong_call():
        for i in its.current:
            spec = its.state.entries[i].spec
            try:
                if spec.startswith("gtp:") or i in newcomers:
                    check_players([spec], its.state.terms.rules, means.patience)
            except EngineError as error:
                if i in newcomers:
                    raise
                absent.append(spec)
                print(f"semeai: {spec} cannot play here and keeps its games: {error}", file=sys.stderr)
        games = LadderGames(folder, its.state)
    with games, resumable(f"the games so far are in {folder}"), StatusLine(quiet) as status:
        its.play(games, means, lambda pairing, game: None, newcomers, absent, goal, status.show_text)
