"""`semeai records`: make game records, and describe collections of them."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from semeai.cli.app import (
    Jobs,
    Json,
    Komi,
    Patience,
    RulesName,
    Seed,
    app,
    read_means,
    read_rules,
    resumable,
    wrong_call,
)

records = typer.Typer(help="Make game records, and describe them.", no_args_is_help=True)
app.add_typer(records, name="records")


@records.command()
def make(
    out: Annotated[Path, typer.Argument(metavar="DIR", help="folder for games.sgf; the same command continues it")],
    games: Annotated[int, typer.Option("--games", min=1, help="games of each player")] = 200,
    by: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER", help="rave, gnugo, or any player; repeatable  (default: rave)")
    ] = None,
    rules: RulesName = "chinese",
    size: Annotated[int, typer.Option("--size", help="lines of the board, 2 to 19")] = 9,
    komi: Komi = None,
    opening_moves: Annotated[
        int, typer.Option(min=0, metavar="N", help="random stones on the board at the start, different for each game")
    ] = 2,
    seed: Seed = 1,
    jobs: Jobs = None,
    patience: Patience = 60.0,
    as_json: Json = False,
) -> None:
    """Let players play against themselves, and record the games.

    \b
    Examples:
      semeai records make games --by rave --by gnugo --games 200
      semeai records make games --by wally:noise=0.1 --games 1000 --size 13
    """
    from semeai.arena.records import SHORT, make_records, record_terms
    from semeai.arena.running import check_players, say_unchecked
    from semeai.arena.store import Store

    specs = [SHORT.get(spec, spec) for spec in by or ["rave"]]
    with wrong_call():
        terms = record_terms(read_rules(rules, size=size, komi=komi), opening_moves, seed)
        means = read_means(jobs, "threads", patience)
        check_players(specs, terms.rules, patience)
        store = Store(out)
    with store, resumable(f"the games so far are in {out}"):
        say_unchecked(store)
        n_before = make_records(specs, games, terms, store, means, quiet=as_json)
    n_games = games * len(set(specs))
    if as_json:
        print(json.dumps({"file": str(store.path), "games": n_games, "played": n_games - n_before}))
    else:
        print(f"{n_games} games are in {store.path}, {n_games - n_before} of them new")


@records.command()
def stats(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="an SGF file, or a folder of them")],
    as_json: Json = False,
) -> None:
    """Describe a collection of games: number, players, lengths, first moves, and skipped games with the reasons.

    \b
    Examples:
      semeai records stats games
      semeai records stats ~/pro_games --json
    """
    from semeai.arena.record_stats import describe_collection, stats_text
    from semeai.sgf.collection import read_collection

    with wrong_call():
        found = describe_collection(read_collection(path, None if as_json else show_files))
    print(json.dumps(found) if as_json else stats_text(found))


def show_files(n_read: int, n_files: int) -> None:
    """Show progress on a terminal."""
    if sys.stderr.isatty() and n_files > 1 and (n_read % 100 == 0 or n_read == n_files):
        end = "\r" if n_read < n_files else "\n"
        print(f"{n_read} of {n_files} files", end=end, file=sys.stderr, flush=True)
