"""An order: the complete definition of a run, as one frozen value.

Command line, pages, files and Python create the same value, mostly through `options.py`. It has a name, a command line
and a record. The record of a continued run is compared with the stored one.
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
from semeai.lab.checkpoints import Start, read_start
from semeai.players import PLAYERS
from semeai.problems import PROBLEMS
from semeai.problems.games import EXAM_GAMES
from semeai.problems.problem import Problem
from semeai.specs import parse_settings

GENERATIONS = 50


@dataclass(frozen=True)
class Order:
    """The definition of a run. Everything except `generations` and `target` determines its rows."""

    method: str
    """the specification of the method"""
    problem: Problem
    seed: int = 1
    generations: int = GENERATIONS
    """number of rows; the same run can be continued to more"""
    target: float | None = None
    """stop at this share of points (or fitness, if no games are played) once a long exam confirms it"""
    exam_games: int = EXAM_GAMES
    """fresh games that the best of each generation plays"""
    starts: Mapping[str, Path] = field(default_factory=dict)
    """by champion ("" for the only one): the run that provides the first population"""
    settings: Mapping[str, str] = field(default_factory=dict)
    """more settings of the method, given as options"""
    own: "Method | Evolver | None" = None
    """a method object from Python, before its first advance; `method` is then its name"""

    @property
    def method_name(self) -> str:
        return self.method.partition(":")[0]

    @cached_property
    def spec(self) -> str:
        """The specification of the method with all settings that fit in it, each once."""
        method, _, inside = self.method.partition(":")
        found = dict(setting.partition("=")[::2] for setting in inside.split(",") if setting) | dict(self.settings)
        words = [f"{name}={text}" for name, text in found.items() if "," not in text]
        return f"{method}:{','.join(words)}" if words else method

    @cached_property
    def _long_settings(self) -> dict[str, str]:
        """The settings that do not fit in a specification because they contain commas."""
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
        """The populations to start with. Raises OSError, DamagedFile, and ValueError for a run that does not fit."""
        if not self.starts:
            return {}
        breeders = self._begin({}).breeders(self.spec)
        if other := self.starts.keys() - breeders.keys():
            raise ValueError(f"{self.method_name} has no population called {min(other)!r}")
        problem = self.problem.record()
        return {name: read_start(folder, breeders[name][1], problem) for name, folder in self.starts.items()}

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
            raise ValueError(f"{self.method_name} accepts no target, because it does not breed a single champion")
        return method

    # -- name, command and record --------------------------------------------------------------------------------------

    def name(self) -> str:
        """A name that differs between runs with different common options."""
        parts = self.problem.name_parts(self)
        parts += [f"from {start}" for start in self.starts.values()]
        return "-".join(re.sub(r"[^\w.=]+", "-", part).strip("-.") for part in [*parts, f"seed{self.seed}"] if part)

    def command(self) -> str:
        """The command line of this run without its length. It is the same however the run was started."""
        words = ["semeai", "evolve", self.spec]
        for name, value in self._options().items():
            for one in value if isinstance(value, tuple) else (value,):
                words += [f"--{name.replace('_', '-')}", f"{one:g}" if isinstance(one, float) else str(one)]
        return shlex.join([*words, "--seed", str(self.seed)])

    def options(self) -> dict[str, Any]:
        """All options in the form of `run.json`, to repeat the run."""
        found: dict[str, Any] = {"method": self.spec} | self._options() | {"seed": self.seed}
        found |= self.problem.length(self.generations) | ({} if self.target is None else {"target": self.target})
        return {name: _plain(value) for name, value in found.items()}

    def _options(self) -> dict[str, Any]:
        exam = {"exam": self.exam_games} if self.problem.n_games else {}
        starts = {f"{name}_from" if name else "from": folder for name, folder in self.starts.items()}
        return self._long_settings | self.problem.options() | exam | starts

    def packages(self) -> list[str]:
        """The other packages, with versions, that provide the method, the problem and its players."""
        options = self.problem.options()
        opponents = options.get("opponent", ())
        players = [options.get("problem", ""), *([opponents] if isinstance(opponents, str) else opponents)]
        named = [(METHODS, self.method), (PROBLEMS, self.problem.name), *((PLAYERS, spec) for spec in players)]
        return sorted({table.origin(spec.partition(":")[0]) for table, spec in named} - {""})

    def parameters(self, method: Method) -> dict[str, Any]:
        """All parameters that the rows depend on, in the form of `run.json`."""
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
    """A value as plain JSON data."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Path) else value
