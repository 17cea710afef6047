"""The options of a run from the command line, a form, a file or Python.

Each kind of problem has a dataclass. The help text and the bounds of an option are on its field. `read_order` turns
options into an order.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, Literal, get_origin

from semeai.bounds import Range, check_bounds, kind_of
from semeai.evolve import METHODS
from semeai.files import read_bounded
from semeai.go.rules import Rules
from semeai.lab.order import GENERATIONS, Order

OPPONENT = "wally:noise=0.1"
STEPS = 1 << 18
MAX_FILE = 1 << 20
SIZE, RECORDS_SIZE = 5, 9
_LEAGUE = ("hall", "promotion", "rounds", "keep", "final", "final_games")  # options of leagues only


@dataclass(frozen=True)
class GamesOptions:
    """Options of methods that breed one population."""

    problem: str | None = None
    """player type or problem: local, network, field, rave ..., or expert, sphere, ones, xor (default: the
    method's own)"""
    opponent: tuple[str, ...] = (OPPONENT,)
    """opponent that candidates play; may be given several times"""
    stage: tuple[str, ...] = ()
    """easier opponents for the first generations, such as "20 wally:noise=0.5" or "20 handicap=2 wally and random"; may
    be given several times"""
    games: Annotated[int, Range(1)] = 20
    """games per candidate"""
    measure: Literal["margin", "wins", "matched", "log"] | None = None
    """fitness: mean points ahead (margin) or share of games won (wins); with --records, share of moves matched or mean
    log of their probabilities (log)"""
    colors: Literal["both", "black", "white"] = "both"
    """colors that candidates play"""
    rules: str = "chinese"
    """named rules; see: semeai list rules"""
    size: Annotated[int | None, Range(2, 19)] = None
    """board size (default: 5, or 9 with --records)"""
    komi: float | None = None
    """points for white (default: the rules')"""
    handicap: int = 0
    """black stones on the board at the start"""
    random_moves: Annotated[int, Range(0)] = 0
    """random moves before each game"""
    league: Literal["teaching", "even"] | None = None
    """all candidates of a generation play the same games, from new openings with both colors; opponents that win about
    half of their games get most of them (teaching), or all get the same number (even)"""
    hall: Annotated[int, Range(0, 100)] = 0
    """maximum number of earlier champions of the run that are opponents too (needs --league)"""
    promotion: Annotated[int, Range(0)] = 0
    """replace the champion only by a candidate that proves stronger in a match of at most this many games (needs
    --league)"""
    rounds: Annotated[int, Range(1)] = 1
    """play the games in this many rounds; only the best candidates advance to the next one (needs --league)"""
    keep: Annotated[float, Range(0, 1, "a share", is_above=True)] = 0.5
    """fraction of the candidates that advance to the next round (needs --league)"""
    final: tuple[str, ...] = ()
    """opponent for the candidates that are left after the last round, for example a slow one; may be given several
    times (needs --league)"""
    final_games: Annotated[int, Range(2)] = 4
    """games of each remaining candidate against the final opponents (needs --league)"""
    generations: Annotated[int, Range(1)] = GENERATIONS
    """generations in all"""
    target: float | None = None
    """stop at this share of points, once fresh games confirm it"""
    exam: Annotated[int, Range(2)] = 100
    """fresh games that the best of each generation plays"""
    seed: int = 1
    """random seed"""
    start: Path | None = None
    """start from the population of this run, runs/NAME, or from champion:FILE (cma and nes)"""
    records: Path | None = None
    """learn from the games of this SGF file, or of all files in this folder"""
    test: float | None = None
    """share of the recorded games kept for testing (default: 0.2)"""

    def order(self, method: str, settings: Mapping[str, str]) -> Order:
        starts = {} if self.start is None else {"": self.start}
        return Order(
            method, self._problem(method), self.seed, self.generations, self.target, self.exam, starts, settings
        )

    def _problem(self, method: str) -> Any:
        from semeai.problems import PROBLEMS, make_problem

        problem = self.problem or usual_problem(method)
        if self.records is not None:
            return self._imitation(self.problem or "summation")
        if self.test is not None:
            raise ValueError("--test needs --records")
        if problem.partition(":")[0] in PROBLEMS:
            return make_problem(problem)
        return self._games(problem)

    def _games(self, player: str) -> Any:
        from semeai.arena.running import check_players
        from semeai.arena.schedule import COLORS
        from semeai.problems.games import GameMeasure, GoProblem, read_stage

        usual = GamesOptions()
        if self.league is None and (given := [name for name in _LEAGUE if getattr(self, name) != getattr(usual, name)]):
            raise ValueError(f"{', '.join(map(flag, given))} can be used only with --league")
        games: dict[str, Any] = {
            "player": player,
            "rules": Rules.preset(self.rules, size=self.size or SIZE, komi=self.komi, handicap=self.handicap),
            "opponents": self.opponent,
            "n_games": self.games,
            "colors": COLORS[self.colors],
            "measure": _measure(self.measure, GameMeasure, "if games are played"),
            "stages": tuple(map(read_stage, self.stage)),
            "random_moves": self.random_moves,
        }
        found = GoProblem(**games) if self.league is None else self._league(self.league, games)
        stages = (spec for stage in found.stages for spec in stage.opponents)
        check_players(dict.fromkeys([*self.opponent, *stages, *self.final]))
        return found

    def _league(self, weighting: str, games: Mapping[str, Any]) -> Any:
        from semeai.problems.league import LeagueProblem, Weighting

        return LeagueProblem(
            **games,
            weighting=Weighting(weighting),
            hall=self.hall,
            promotion=self.promotion,
            rounds=self.rounds,
            keep=self.keep,
            finals=self.final,
            final_games=self.final_games,
        )

    def _imitation(self, player: str) -> Any:
        from semeai.problems.imitation import TEST_SHARE, Imitation, ImitationMeasure

        usual = GamesOptions()
        games = ("opponent", "stage", "games", "colors", "rules", "komi", "handicap", "exam", "random_moves")
        useless = (*games, "league", *_LEAGUE)
        if given := [name for name in useless if getattr(self, name) != getattr(usual, name)]:
            raise ValueError(f"learning from records does not use {', '.join(map(flag, given))}")
        assert self.records is not None
        test = TEST_SHARE if self.test is None else self.test
        measure = _measure(self.measure, ImitationMeasure, "if recorded games are imitated")
        return Imitation(self.records, player, self.size or RECORDS_SIZE, test, measure)


@dataclass(frozen=True)
class DuelsOptions:
    """Options of methods that breed two populations against each other."""

    problem: str | None = None
    """player type of both sides (default: the method's own)"""
    opponent: tuple[str, ...] = (OPPONENT,)
    """opponent that the best play in exams"""
    rules: str = "chinese"
    """named rules; see: semeai list rules"""
    size: Annotated[int, Range(2, 19)] = SIZE
    """board size"""
    komi: float | None = None
    """points for white (default: the rules')"""
    handicap: int = 0
    """black stones on the board at the start"""
    generations: Annotated[int, Range(1)] = GENERATIONS
    """generations in all"""
    exam: Annotated[int, Range(2)] = 100
    """fresh games that the best of each side play in each generation"""
    seed: int = 1
    """random seed"""
    black_from: Path | None = None
    """start from the population of this run, runs/NAME, as black"""
    white_from: Path | None = None
    """start from the population of this run, runs/NAME, as white"""

    def order(self, method: str, settings: Mapping[str, str]) -> Order:
        from semeai.arena.running import check_players
        from semeai.problems.duels import DuelProblem

        if len(self.opponent) != 1:
            raise ValueError(f"coevolution takes one opponent, for exams; found {len(self.opponent)}")
        check_players(self.opponent)
        entry = METHODS.load(method.partition(":")[0])
        player = self.problem or usual_problem(settings.get("black") or entry.params().black)
        rules = Rules.preset(self.rules, size=self.size, komi=self.komi, handicap=self.handicap)
        starts = {"black": self.black_from, "white": self.white_from}
        return Order(
            method,
            DuelProblem(player, rules, opponent=self.opponent[0]),
            self.seed,
            self.generations,
            exam_games=self.exam,
            starts={name: folder for name, folder in starts.items() if folder is not None},
            settings=settings,
        )


@dataclass(frozen=True)
class PositionOptions:
    """Options of methods that evolve strategies for a position."""

    position: Path | None = None
    """evolve from this diagram or SGF file (default: the empty board)"""
    to_play: Literal["black", "white"] | None = None
    """the side that moves first (default: as in the position, or black)"""
    rules: str = "chinese"
    """named rules; see: semeai list rules"""
    size: Annotated[int, Range(2, 19)] = SIZE
    """board size"""
    komi: float | None = None
    """points for white (default: the rules')"""
    steps: Annotated[int, Range(1)] = STEPS
    """steps in all, in whole rows"""
    every: Annotated[int, Range(1)] = 32768
    """steps between two rows"""
    seed: int = 1
    """random seed"""

    def order(self, method: str, settings: Mapping[str, str]) -> Order:
        from semeai.go.board import Board
        from semeai.go.game import Game
        from semeai.go.points import parse_color
        from semeai.positions import read_position
        from semeai.problems.position import PositionProblem

        rules = Rules.preset(self.rules, size=self.size, komi=self.komi)
        board = (read_position(self.position).game(rules) if self.position else Game(rules)).board
        color = parse_color(self.to_play) if self.to_play else board.to_play
        problem = PositionProblem(Board(board.rules, board.stones, color), self.every, self.position)
        return Order(method, problem, self.seed, -(-self.steps // self.every), settings=settings)


Options = GamesOptions | DuelsOptions | PositionOptions
_KINDS: dict[str, type[Options]] = {"games": GamesOptions, "duels": DuelsOptions, "position": PositionOptions}


def options_of(method: str) -> type[Options]:
    """The options for a run of a method. Raises SpecError. Loads the method."""
    return _KINDS[problem_kind(method)]


def problem_kind(method: str) -> str:
    """The kind of problem of a method: games, duels or position. Raises SpecError. Loads the method."""
    return str(getattr(METHODS.load(method.partition(":")[0]).make, "problem_kind", "games"))


def read_order(method: str, values: Mapping[str, Any], begin: bool = True) -> Order:
    """The order for options by name. They may include settings of the method, as text or as values. With `begin` the
    method is started once, to check that it can solve the problem.

    Raises SpecError, ValueError, OSError, DamagedFile and EngineError, with one line.
    """
    kind, params = options_of(method), METHODS.load(method.partition(":")[0]).params
    known = {field.name for field in fields(kind)}
    settings = {name: value for name, value in values.items() if name not in known}
    if unknown := settings.keys() - {field.name for field in fields(params)}:
        raise ValueError(f"{method.partition(':')[0]} does not use {', '.join(map(flag, sorted(unknown)))}")
    options: Options = kind(**{name: _read(kind, name, values[name]) for name in values if name in known})
    check_bounds(options, "--")
    order = options.order(method, {name: _text(value) for name, value in settings.items()})
    if begin:
        order.begin()
    return order


def read_order_file(path: Path) -> tuple[str, dict[str, Any]]:
    """The method and the options in a file: TOML, JSON, or the `run.json` of a run. Raises OSError and ValueError."""
    data = read_bounded(path, MAX_FILE)
    try:
        found = tomllib.loads(data.decode()) if path.suffix == ".toml" else json.loads(data)
        if isinstance(found, dict) and "parameters" in found:
            found = found.get("order")
        if not isinstance(found, dict) or not isinstance(found.get("method"), str):
            raise ValueError("expected a method and its options, as under `order` in run.json")
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    words = {("start" if name == "from" else name): value for name, value in found.items()}
    return words.pop("method"), words


def _read(kind: type[Options], name: str, value: Any) -> Any:
    """A value of an option converted to the type of its field. Raises ValueError."""
    wanted = kind_of(kind, name)
    if value is None:
        return None
    if get_origin(wanted) is tuple:
        words = (value,) if isinstance(value, str) else value
        if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
            raise ValueError(f"{flag(name)} must be a text or a list of texts, not {value!r}")
        return tuple(words)
    choices = getattr(wanted, "__args__", ())
    if choices and value not in choices:
        raise ValueError(f"{flag(name)} must be one of {', '.join(choices)}, not {value}")
    try:
        found = value if choices else wanted(value)
        if isinstance(value, bool) or (isinstance(value, float) and found != value):  # 2.5 generations, or nan
            raise ValueError
    except (ValueError, TypeError):
        raise ValueError(f"{flag(name)} must be of type {wanted.__name__}, not {value!r}") from None
    return found


def _text(value: Any) -> str:
    """A setting as text for a specification."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def flag(name: str) -> str:
    """The command-line option for a field."""
    return "--from" if name == "start" else "--" + name.replace("_", "-")


def usual_problem(method: str) -> str:
    """The default player type of a method."""
    return str(getattr(METHODS.load(method.partition(":")[0]).make, "usual_problem", "network"))


def _measure(measure: str | None, known: Any, where: str) -> Any:
    """A measure by name, by default the first. Raises ValueError."""
    if measure is None:
        return next(iter(known))
    if measure not in list(known):
        raise ValueError(f"--measure must be {' or '.join(known)} {where}, not {measure}")
    return known(measure)
