"""`semeai match`: a match between two players."""

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from semeai.cli.app import (
    ExecutorName,
    Handicap,
    Jobs,
    Json,
    Komi,
    Patience,
    Position,
    RulesName,
    Seed,
    Size,
    app,
    read_means,
    read_rules,
    read_size,
    resumable,
    wrong_call,
)
from semeai.cli.completion import complete_players


@app.command()
def match(
    a: Annotated[
        str, typer.Argument(metavar="A", help="a player, e.g. wally:noise=0.1", autocompletion=complete_players)
    ],
    b: Annotated[
        str,
        typer.Argument(
            metavar="B", help='another player, e.g. "gtp:gnugo --mode gtp --level 1"', autocompletion=complete_players
        ),
    ],
    games: Annotated[int, typer.Option("--games", min=1, help="number of games")] = 100,
    rules: RulesName = "chinese",
    size: Size = None,
    komi: Komi = None,
    handicap: Handicap = 0,
    move_limit: Annotated[int | None, typer.Option(help="move limit of a game (default: ten per point)")] = None,
    position: Position = None,
    openings: Annotated[
        list[Path] | None, typer.Option(metavar="PATH", help="position files or folders of them, in turn; repeatable")
    ] = None,
    random_opening: Annotated[int, typer.Option(min=0, metavar="N", help="random moves at the start of each game")] = 0,
    colors: Annotated[
        str, typer.Option(metavar="both|black|white", help="colors that A plays; both: alternating in pairs of games")
    ] = "both",
    time: Annotated[
        str | None, typer.Option(metavar="TIME", help='time per player: "10m", "10m+5x30s", "10m+25/5m" or "5s/move"')
    ] = None,
    ponder: Annotated[bool, typer.Option("--ponder", help="think in the opponent's time, if the player can")] = False,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1", help="stop as soon as it is clear which of two Elo differences fits A better"
        ),
    ] = None,
    seed: Seed = 0,
    sgf: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="folder for games and reports; the same command continues the match"),
    ] = None,
    jobs: Jobs = None,
    executor: ExecutorName = "threads",
    patience: Patience = 60.0,
    as_json: Json = False,
) -> None:
    """Play a match between two players, and report which is stronger, with confidence intervals.

    \b
    Examples:
      semeai match wally random --games 400 --size 7
      semeai match wally "gtp:gnugo --mode gtp --level 1" --games 10 --sgf games
      semeai match wally:noise=0.1 wally:noise=0.2 --games 10000 --sprt 0,20
    """
    from semeai.arena.clock import parse_time
    from semeai.arena.match import Competition
    from semeai.arena.openings import Openings, read_openings
    from semeai.arena.report import make_report, match_json, row_of
    from semeai.arena.report_text import match_text
    from semeai.arena.running import check_players, hold, say_unchecked, write_reports
    from semeai.arena.schedule import Pairing, Terms, parse_colors
    from semeai.arena.sprt import parse_sprt
    from semeai.arena.store import Store

    board = read_size(size, a, b)
    with wrong_call():
        start = Openings(random_opening, read_openings([*([position] if position else []), *(openings or [])]))
        named = read_rules(rules, size=board, komi=komi, handicap=handicap, move_limit=move_limit)
        its_rules = start.fit(named, is_size_given=size is not None)
        test = parse_sprt(sprt) if sprt else None
        clock = parse_time(time) if time else None
        terms = Terms(its_rules, start, seed, parse_colors(colors), clock, ponder)
        means = read_means(jobs, executor, patience)
        check_players([a, b], its_rules, patience)
        store = Store(sgf) if sgf else None
    pairing = Pairing(a, b, games)
    labels = {a: a, b: b}
    with store or nullcontext(), resumable(f"the games so far are in {sgf}" if sgf else None):
        if store:
            say_unchecked(store)
        competition = Competition([pairing], terms, store, test)
        hold(competition, means, labels, store.n_other(terms) if store else 0, quiet=as_json)
        if sgf and a != b:
            write_reports(make_report(competition, labels, None), sgf)
    row = row_of(competition, pairing)
    print(json.dumps(match_json(row)) if as_json else match_text(row, labels))
