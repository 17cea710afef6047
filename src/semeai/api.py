"""The Python interface: the functions that `import semeai` offers to notebooks and programs.

They accept players in every form: a specification such as "wally:noise=0.1", the path of a champion file, a run that
`breed` returned, an object with `choose(board)`, or a function of the board that returns a move.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from semeai.arena.game import play_game
from semeai.arena.match import Competition, Means
from semeai.arena.openings import Openings
from semeai.arena.report import Report, Row, make_report, row_of
from semeai.arena.running import check_players, write_reports
from semeai.arena.schedule import Pairing, Terms
from semeai.arena.store import Store
from semeai.arena.warming import warm
from semeai.go.game import Game
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import Rules
from semeai.lab.breed import breed as breed_order
from semeai.lab.folder import RunFolder
from semeai.lab.options import read_order
from semeai.lab.order import Order
from semeai.lab.progress import Progress, Tracker
from semeai.lab.result import Confirmed, Result
from semeai.parallel.executors import Workers
from semeai.players import as_player, check_reach, name_players, own_size
from semeai.players.champion import Champion, find_champion, read_champion
from semeai.sgf import read_game

PlayerLike = Any
"""a specification, the path of a champion, a run, a player, or a function of the board"""


def breed(
    method: Any,
    against: str | tuple[str, ...] | None = None,
    *,
    run: str | None = None,
    folder: Path | str = "runs",
    jobs: int | None = None,
    executor: str = "threads",
    quiet: bool = False,
    tracker: Callable[[dict[str, Any]], None] | None = None,
    **options: Any,
) -> Result:
    """Breed players, or strategies for a position; continue if the run exists.

    Args:
        method: The name of a method, with or without settings ("sane", "ga:population=100"), or a method of your own:
            an object with `ask` and `tell` (see `semeai.evolve.evolver.Evolver`) or a `semeai.Method`.
        against: The opponent that candidates play, or several. By default "wally:noise=0.1".
        run: The name of the run. The default is derived from the options.
        folder: The folder of all runs.
        jobs: The number of workers, by default one per core.
        executor: The workers that rate candidates: "threads", "processes", "dask" or the address of a Dask scheduler.
        quiet: Show no progress.
        tracker: A function that is called with each new row, a dictionary of numbers by name.
        options: All other options of `semeai evolve`, such as size, generations, seed, and settings of the method.

    Returns:
        The result: rows, champions with their exams, and the folder of the run.

    Raises:
        ValueError: An option is wrong, or the method cannot solve the problem.
        OSError: A file cannot be read or written.

    Example:
        >>> run = semeai.breed("ga", problem="ones", generations=3, folder=folder, quiet=True)
        >>> len(run.rows)
        3
    """
    if against is not None:
        options["opponent"] = against
    order = _own_order(method, options) if not isinstance(method, str) else read_order(method, options)
    where = Path(folder) / (run or order.name())
    if against is not None:
        check_reach([against] if isinstance(against, str) else against, executor)
    others = [Tracker(tracker)] if tracker else []
    with (
        Workers(jobs or os.cpu_count() or 1, executor, warm=warm) as workers,
        Progress(quiet, others=others) as progress,
    ):
        result = breed_order(order, where, workers, progress, "" if order.own else order.command())
    order.problem.draw(result.rows, result.method, order, where)
    return result


def _own_order(method: Any, options: dict[str, Any]) -> Order:
    """The order for a method object from Python. It has the options of `ga`, without the settings of `ga`."""
    name = str(getattr(method, "name", type(method).__name__)).lower()
    order = read_order("ga", {"problem": "local"} | options, begin=False)
    return replace(order, method=name, own=method)


def match(
    a: PlayerLike,
    b: PlayerLike,
    games: int = 100,
    *,
    size: int | None = None,
    rules: str | Rules = "chinese",
    komi: float | None = None,
    random_opening: int = 0,
    seed: int = 0,
    folder: Path | str | None = None,
    jobs: int | None = None,
    executor: str = "threads",
) -> Row:
    """Play a match between two players.

    Args:
        a: A player in any form.
        b: Another player.
        games: The number of games; colors are swapped after each.
        size: The board size. The default is the size of the first champion among the players, or of the rules.
        rules: Rules, or their name.
        komi: Points for white. The default is the komi of the rules.
        random_opening: Random moves before each game. Both games of a pair have the same opening.
        seed: The random seed.
        folder: The folder for the games. The same call continues the match there.
        jobs: Games at a time, by default one per core.
        executor: The workers for compiled players.

    Returns:
        The result of the match with its confidence interval.

    Raises:
        ValueError: A player cannot play under these rules.

    Example:
        >>> semeai.match("wally", "random", games=20, size=5).games
        20
    """
    first, second = name_players(*map(_player, (a, b)))
    terms = Terms(_rules(rules, size, komi, first, second), Openings(random_opening), seed)
    check_players([first, second], terms.rules)
    pairing = Pairing(first, second, games)
    with nullcontext() if folder is None else Store(Path(folder)) as store:
        competition = Competition([pairing], terms, store)
        competition.run(Means(jobs or os.cpu_count() or 1, executor), lambda *_: None)
        return row_of(competition, pairing)


def tournament(
    players: Mapping[str, PlayerLike] | Sequence[PlayerLike],
    games: int = 20,
    *,
    size: int | None = None,
    rules: str | Rules = "chinese",
    komi: float | None = None,
    random_opening: int = 4,
    seed: int = 0,
    anchor: str | None = None,
    folder: Path | str | None = None,
    jobs: int | None = None,
    executor: str = "threads",
) -> Report:
    """Let all players meet each other, and rate them.

    Args:
        players: Players in any form, or a mapping from names in the report to players.
        games: The number of games of each pairing; colors are swapped after each.
        size: The board size. The default is the size of the first champion among the players, or of the rules.
        rules: Rules, or their name.
        komi: Points for white. The default is the komi of the rules.
        random_opening: Random moves before each game. Both games of a pair have the same opening.
        seed: The random seed.
        anchor: The name of the player whose rating is 0. By default ratings are relative to their mean.
        folder: The folder for the games. The same call continues the tournament there.
        jobs: Games at a time, by default one per core.
        executor: The workers for compiled players.

    Returns:
        The report: ratings with intervals, and all results.

    Raises:
        ValueError: There are fewer than two players, or one cannot play under these rules.

    Example:
        >>> report = semeai.tournament(["random", "wally"], games=4, size=5)
        >>> report.ratings.rows[0].games
        4
    """
    specs = name_players(*map(_player, players.values() if isinstance(players, Mapping) else players))
    if len(set(specs)) < max(2, len(specs)):
        raise ValueError(f"expected two or more different players, found {', '.join(specs) or 'none'}")
    names = list(players) if isinstance(players, Mapping) else specs
    labels = dict(zip(specs, names, strict=True))
    if anchor is not None and anchor not in names:
        raise ValueError(f"the anchor {anchor!r} is not among the players: {', '.join(names)}")
    terms = Terms(_rules(rules, size, komi, *specs), Openings(random_opening), seed)
    check_players(specs, terms.rules)
    pairings = [Pairing(a, b, games) for a, b in combinations(specs, 2)]
    with nullcontext() if folder is None else Store(Path(folder)) as store:
        competition = Competition(pairings, terms, store)
        competition.run(Means(jobs or os.cpu_count() or 1, executor), lambda *_: None)
        report = make_report(competition, labels, None if anchor is None else specs[names.index(anchor)])
        if folder is not None:
            write_reports(report, Path(folder))
        return report


def play(
    black: PlayerLike,
    white: PlayerLike,
    *,
    size: int | None = None,
    rules: str | Rules = "chinese",
    komi: float | None = None,
    seed: int = 0,
) -> Game:
    """Play one game between two players in any form, and return it.

    Example:
        >>> game = semeai.play("wally", "random", size=5)
        >>> game.result is not None
        True
    """
    things = {BLACK: _player(black), WHITE: _player(white)}
    specs = [thing for thing in things.values() if isinstance(thing, str)]
    game = Game(_rules(rules, size, komi, *specs).limited())
    players = {color: as_player(thing) for color, thing in things.items()}
    try:
        play_game(game, players, {BLACK: 2 * seed, WHITE: 2 * seed + 1})
    finally:
        for player in players.values():
            player.close()
    return game


def load(path: Path | str) -> Champion | RunFolder | Game:
    """Load a champion (a file, or "champion:NAME"), the folder of a run, or a game in SGF.

    Raises:
        OSError: There is no such file.
        ValueError: The file is none of these.

    Example:
        >>> semeai.load("champion:sane-5x5").rules.size
        5
    """
    name = str(path).removeprefix("champion:")
    where = Path(name)
    if where.is_dir():
        return RunFolder(where)
    if where.suffix == ".sgf":
        return read_game(where.read_bytes())
    return read_champion(find_champion(name))


def _player(thing: PlayerLike) -> str | Callable[..., Any] | Any:
    """A specification for a stored player; anything else unchanged."""
    if isinstance(thing, Result):
        thing = thing.champion
    if isinstance(thing, Confirmed):
        thing = thing.path
    if isinstance(thing, Champion):
        raise ValueError("expected the file of a champion, found its content; give the path or champion:NAME")
    return f"champion:{thing}" if isinstance(thing, Path) else thing


def _rules(rules: str | Rules, size: int | None, komi: float | None, *specs: str) -> Rules:
    """The rules of a game between these players."""
    found = rules if isinstance(rules, Rules) else Rules.preset(rules)
    size = size or next((own for spec in specs if (own := own_size(spec))), None)
    return replace(found, size=size or found.size, komi=found.komi if komi is None else komi)
