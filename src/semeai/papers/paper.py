"""A paper as data: its experiments, its figures, and the source of every number.

An experiment is a sweep of variants, each tried with several seeds. A trial gives rows, which follow from its
parameters and its seed. A figure is drawn from rows only. So an experiment can be stopped and continued
(`reproduce.py`), and a figure can be drawn without running the experiment.

Every number is `printed(...)`, with its place in the paper's text, or `chosen(...)`, with the reason.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from semeai.parallel.executors import Workers
from semeai.specs import did_you_mean

if TYPE_CHECKING:
    from semeai.papers.claims import Claim

Row = dict[str, Any]
"""numbers and words by name"""


class PaperError(ValueError):
    """A request for something that no paper has. The message lists what exists."""


@dataclass(frozen=True)
class Number:
    """A setting of an experiment: a number or a word."""

    value: Any
    is_printed: bool
    source: str
    """the place in the paper where it is printed, or the reason why it was chosen"""


Settings = Mapping[str, Number]


def printed(value: Any, where: str) -> Number:
    """A number that the paper gives."""
    return Number(value, True, where)


def chosen(value: Any, why: str) -> Number:
    """A number of our own, if the paper gives none."""
    return Number(value, False, why)


def few(n_seeds: int) -> Number:
    """The number of seeds at laptop scale, if they are fewer than at night."""
    return chosen(n_seeds, "fewer than at night: all figures together take less than five hours")


def sweep(**values: Sequence[Number]) -> tuple[Settings, ...]:
    """Every combination of the values; the last name changes fastest."""
    return tuple(dict(zip(values, combination, strict=True)) for combination in product(*values.values()))


class Scale(StrEnum):
    """The size of an experiment."""

    SMOKE = "smoke"
    """takes seconds; it only shows that the experiment runs"""
    LAPTOP = "laptop"
    """minutes on two cores: the runs of `night`, with fewer seeds if they take long"""
    NIGHT = "night"
    """up to an hour or two on two cores; the results that come with semeai have this scale or a larger one"""
    PAPER = "paper"
    """the printed sizes"""


@dataclass(frozen=True)
class Bench:
    """The resources of a trial. Its rows do not depend on them."""

    folder: Path
    """its own files, so that it can resume; may not exist yet"""
    workers: Workers
    watch: Callable[[str], None]
    """receives progress messages"""
    shared: Path | None = None
    """results that other experiments of the same paper and scale can use; may not exist yet"""


@dataclass(frozen=True)
class Trial:
    """One variant of an experiment with one seed."""

    variant: Mapping[str, Any]
    params: Mapping[str, Any]
    """everything that its rows depend on except the seed, including the variant"""
    seed: int

    @property
    def digest(self) -> str:
        """A digest of the parameters."""
        return hashlib.sha256(json.dumps(self.params, sort_keys=True).encode()).hexdigest()[:16]

    def __str__(self) -> str:
        settings = ", ".join(f"{name} {value}" for name, value in self.variant.items())
        return f"{settings}, seed {self.seed}"


@dataclass(frozen=True)
class Experiment:
    """A sweep of variants, the number of seeds, and the columns of its rows."""

    name: str
    title: str
    numbers: Settings
    """the settings that are the same for all variants and scales"""
    scales: Mapping[Scale, Settings]
    """the settings that differ by scale, without laptop scale; always includes `seeds`, the number of trials per
    variant"""
    variants: Sequence[Settings]
    """the variants, all with the same names"""
    columns: tuple[str, ...]
    """the columns of each row of a trial"""
    trial: Callable[[Mapping[str, Any], int, Bench], list[Row]]
    """parameters, seed, bench -> rows, which follow only from the parameters and the seed"""
    laptop: Settings = field(default_factory=dict)
    """the settings of laptop scale that differ from those of `night`"""
    is_serial: bool = False
    """True if a trial uses one core only, so that several run in parallel"""

    @property
    def header(self) -> tuple[str, ...]:
        """The columns of its table: the variant, the seed, and the columns of a trial."""
        return (*self.variants[0], "seed", *self.columns)

    def settings(self, scale: Scale) -> Settings:
        """The settings that differ by scale."""
        return {**self.scales[Scale.NIGHT], **self.laptop} if scale is Scale.LAPTOP else self.scales[scale]

    def trials(self, scale: Scale) -> list[Trial]:
        """All trials, variant by variant, with the seeds 1, 2, ..."""
        shared = values(self.numbers) | values(self.settings(scale))
        n_seeds = shared.pop("seeds")
        return [
            Trial(variant, shared | variant, seed)
            for variant in map(values, self.variants)
            for seed in range(1, n_seeds + 1)
        ]

    def fits(self, rows: list[Row]) -> bool:
        """True if the rows have the columns of this experiment."""
        return all(tuple(row) == self.columns for row in rows)


def values(settings: Settings) -> dict[str, Any]:
    """The settings without their sources."""
    return {name: number.value for name, number in settings.items()}


@dataclass(frozen=True)
class Figure:
    """A picture of the results of experiments."""

    name: str
    title: str
    experiments: tuple[str, ...]
    """the names of the experiments that it reads"""
    claim: str
    """the paper's statement, quoted, with its place"""
    draw: Callable[[Mapping[str, list[Row]]], Any]
    """the rows by experiment -> a figure of matplotlib"""
    games: Callable[[Mapping[str, list[Row]]], str] | None = None
    """the rows by experiment -> the games that it shows, as SGF"""


@dataclass(frozen=True)
class Paper:
    """A paper: its bibliography, experiments, figures and claims."""

    key: str
    title: str
    authors: str
    published: str
    """the venue, if its text names it"""
    summary: str
    """its system, on one line"""
    state: str
    """the parts that are reproduced here"""
    experiments: tuple[Experiment, ...] = ()
    figures: tuple[Figure, ...] = ()
    claims: "tuple[Claim, ...]" = ()
    """its statements that we test, in the order of its text"""

    def experiment(self, name: str) -> Experiment:
        """The experiment of that name. It must exist."""
        return next(experiment for experiment in self.experiments if experiment.name == name)


def experiments_of(figures: Sequence[Figure], only: str | None = None) -> list[str]:
    """The names of the experiments of the figures, each once, or just `only`. Raises PaperError if it is not there."""
    names = list(dict.fromkeys(name for figure in figures for name in figure.experiments))
    if only is None:
        return names
    if only not in names:
        raise PaperError(f"no experiment {only!r} here; {did_you_mean(only, names)}")
    return [only]
