"""Everything that breeds, by name.

A method is named by a specification, as players are: `ga`, or with settings `ga:population=100,selection=roulette`.
"""

from typing import TYPE_CHECKING

from semeai.specs import Table, parse_settings

if TYPE_CHECKING:
    from numpy.random import Generator

    from semeai.evolve.evolver import Evolver
    from semeai.evolve.problem import Genes, Units

EVOLVERS = Table(
    "method",
    {
        "esp": ("semeai.evolve.esp", "Esp", "EspParams"),
        "ga": ("semeai.evolve.ga", "Ga", "GaParams"),
        "neat": ("semeai.evolve.neat", "Neat", "NeatParams"),
        "sane": ("semeai.evolve.sane", "Sane", "SaneParams"),
        "sanei": ("semeai.evolve.sanei", "Sanei", "SaneiParams"),
    },
)
PAIRS = Table("method", {"coevolution": ("semeai.evolve.coevolution", "Coevolution", "CoevolutionParams")})
"""those that breed two populations, each by one of the methods above"""
STEADY = Table("method", {"strategies": ("semeai.evolve.strategies", "Strategies", "StrategiesParams")})
"""those that are not asked for candidates: steady-state coevolution, which plays its own games from a position"""


def check_method(spec: str) -> None:
    """Raises SpecError or ValueError, with one line, when `spec` names no method. Loads nothing for a bare name."""
    name, _, settings = spec.partition(":")
    EVOLVERS.check_name(name)
    if settings:
        parse_settings(name, settings, EVOLVERS.load(name).params)


def make_evolver(spec: str, genes: "Genes | Units", rng: "Generator") -> "Evolver":
    """The method that `spec` names, for such genomes. It draws from `rng`. Raises SpecError or ValueError."""
    name, _, settings = spec.partition(":")
    entry = EVOLVERS.load(name)
    evolver: Evolver = entry.make(parse_settings(name, settings, entry.params), genes, rng)
    return evolver
