"""An order: all that decides what a run does, as one frozen value.

Command line, pages, files and Python make the same value, mostly through `options.py`. It tells its own name, its own
command and the record by which a run that goes on is compared with the run that was begun.
"""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from semeai.evolve import METHODS, begin_method
from semeai.evolve.evolver import Evolver
from semeai.evolve.method import Method, as_method
from semeai.lab.checkpoints import CHAMPION, Start, read_champion_start, read_start
from semeai.players import PLAYERS
from semeai.problems import PROBLEMS
from semeai.problems.games import EXAM_GAMES
from semeai.problems.problem import Problem
from semeai.specs import parse_settings

GENERATIONS = 50


@dataclass(frozen=True)
class Order:
    """The definition of a run. All but `generations` and `target` decides its rows."""

    method: str
    """the specification of the method"""
    problem: Problem
    seed: int = 1
    generations: int = GENERATIONS
    """rows in all; the same run can go on to more"""
    target: float | None = None
    """stop at this share of points, or fitness where nothing is played, once a long exam confirms it"""
    exam_games: int = EXAM_GAMES
    """fresh games that the best of each generation plays"""
    starts: Mapping[str, Path] = field(default_factory=dict)
    """by champion ("" for the only one): the run whose population this one begins with"""
    settings: Mapping[str, str] = field(default_factory=dict)
    """more settings of the method, which were given as options"""
    own: "Method | Evolver | None" = None
    """a method made in Python, before its first advance; `method` is then its name"""

    @property
    def method_name(self) -> str:
        return self.method.partition(":")[0]

    @cached_property
    def spec(self) -> str:
        """The specification of the method with all settings that it can hold, each once."""
        method, _, inside = self.method.partition(":")
        found = dict(setting.partition("=")[::2] for setting in inside.split(",") if setting) | dict(self.settings)
        words = [f"{name}={text}" for name, text in found.items() if "," not in text]
        return f"{method}:{','.join(words)}" if words else method

    @cached_property
    def _long_settings(self) -> dict[str, str]:
        """The settings that a specification cannot hold, because they have commas."""
        return {name: text for name, text in self.settings.items() if "," in text}

    @cached_property
    def params(self) -> Any:
        """The parameters of the method. Raises SpecError and ValueError."""
        if self.own is not None:
            return self.own.params
        name, _, settings = self.spec.partition(":")
        return parse_settings(name, settings, METHODS.load(name).params, self._long_settings)

    @cached_property
    def starting_points(self) -> Mapping[str, Start]:
        """The populations to begin with. Raises OSError, DamagedFile, and ValueError for a run that does not fit."""
        if not self.starts:
            return {}
        breeders = self._begin({}).breeders(self.spec)
        if other := self.starts.keys() - breeders.keys():
            raise ValueError(f"{self.method_name} has no population {min(other)!r} to begin with")
        problem = self.problem.record()
        return {
            name: read_champion_start(path, self.problem)
            if str(path).startswith(CHAMPION)
            else read_start(path, breeders[name][1], problem)
            for name, path in self.starts.items()
        }

    def begin(self) -> Method:
        """The method before its first advance. Raises OSError, DamagedFile and ValueError."""
        method = self._begin({name: start.state for name, start in self.starting_points.items()})
        return self.problem.drive(method, self.seed)

    def _begin(self, states: Mapping[str, Any]) -> Method:
        if self.own is not None:
            return as_method(self.own)
        try:
            method = begin_method(self.spec, self.problem.genes, self.seed, states, self._long_settings)
        except ValueError as error:
            if not states:
                raise
            raise ValueError(f"cannot start from {', '.join(map(str, self.starts.values()))}: {error}") from None
        if self.target is not None and set(method.champions) != {""}:
            raise ValueError(f"{self.method_name} has no target: it does not breed a single champion")
        return method

    # -- what it tells of itself ---------------------------------------------------------------------------------------

    def name(self) -> str:
        """A name that tells runs apart which differ in what people change most."""
        parts = self.problem.name_parts(self)
        parts += [f"from {start}" for start in self.starts.values()]
        return "-".join(re.sub(r"[^\w.=]+", "-", part).strip("-.") for part in [*parts, f"seed{self.seed}"] if part)

    def command(self) -> str:
        """The command of this run, except for how far it goes: the same for the same run, however it was started."""
        words = ["semeai", "evolve", self.spec]
        for name, value in self._options().items():
            for one in value if isinstance(value, tuple) else (value,):
                words += [f"--{name.replace('_', '-')}", f"{one:g}" if isinstance(one, float) else str(one)]
        return shlex.join([*words, "--seed", str(self.seed)])

    def options(self) -> dict[str, Any]:
        """All options as `run.json` has them, for a run that does the same."""
        found: dict[str, Any] = {"method": self.spec} | self._options() | {"seed": self.seed}
        found |= self.problem.length(self.generations) | ({} if self.target is None else {"target": self.target})
        return {name: _plain(value) for name, value in found.items()}

    def _options(self) -> dict[str, Any]:
        exam = {"exam": self.exam_games} if self.problem.n_games else {}
        starts = {f"{name}_from" if name else "from": folder for name, folder in self.starts.items()}
        return self._long_settings | self.problem.options() | exam | starts

    def packages(self) -> list[str]:
        """The packages beside semeai, with their versions, that the method, the problem and its players come from."""
        options = self.problem.options()
        opponents = options.get("opponent", ())
        players = [options.get("problem", ""), *([opponents] if isinstance(opponents, str) else opponents)]
        named = [(METHODS, self.method), (PROBLEMS, self.problem.name), *((PLAYERS, spec) for spec in players)]
        return sorted({table.origin(spec.partition(":")[0]) for table, spec in named} - {""})

    def parameters(self, method: Method) -> dict[str, Any]:
        """Everything that the rows depend on: the record by which `run.json` tells runs apart."""
        started = {name: start.digest for name, start in self.starting_points.items()}
        found: dict[str, Any] = {
            "method": {"name": self.method_name} | method.record(),
            "problem": self.problem.record(),
            "seed": self.seed,
        } | self.problem.pace(self.exam_games)
        if len(method.champions) > 1:
            found["start"] = {name: started.get(name, "") for name in method.champions}
        elif started:
            found["start"] = started[""]
        return found


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Path) else value
