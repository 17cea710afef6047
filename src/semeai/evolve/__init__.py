"""All methods of evolution, by name.

A method is named by a specification, as players are: `ga`, or with settings `ga:population=100,selection=roulette`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from semeai.specs import Registry, SpecError, parse_settings

if TYPE_CHECKING:
    from numpy.random import Generator

    from semeai.evolve.evolver import Evolver, State
    from semeai.evolve.method import Method
    from semeai.nets.genes import Genes, Units

METHODS = Registry(
    "method",
    {
        "ga": ("semeai.evolve.ga", "Ga", "GaParams"),
        "sane": ("semeai.evolve.sane", "Sane", "SaneParams"),
        "sane2": ("semeai.evolve.sane2", "Sane2", "Sane2Params"),
        "sanei": ("semeai.evolve.sanei", "Sanei", "SaneiParams"),
        "esp": ("semeai.evolve.esp", "Esp", "EspParams"),
        "neat": ("semeai.evolve.neat", "Neat", "NeatParams"),
        "cma": ("semeai.evolve.cma", "Cma", "CmaParams"),
        "nes": ("semeai.evolve.nes", "Nes", "NesParams"),
        "mapelites": ("semeai.evolve.mapelites", "Mapelites", "MapelitesParams"),
        "cooperative": ("semeai.evolve.cooperative", "Cooperative", "CooperativeParams"),
        "coevolution": ("semeai.evolve.coevolution", "Coevolution", "CoevolutionParams"),
        "strategies": ("semeai.evolve.steady", "SteadyStrategies", "StrategiesParams"),
    },
    group="semeai.methods",
)


def check_method(spec: str) -> None:
    """Check that `spec` names a method. A bare name loads nothing. Raises SpecError or ValueError with a message of one
    line."""
    name, _, settings = spec.partition(":")
    METHODS.check_name(name)
    if settings:
        parse_settings(name, settings, METHODS.load(name).params)


def make_evolver(spec: str, genes: "Genes | Units", rng: "Generator") -> "Evolver":
    """The generational method that `spec` names, for genomes of the shape `genes`. It draws from `rng`.

    Raises SpecError or ValueError.
    """
    from semeai.evolve.method import Method

    name, _, settings = spec.partition(":")
    entry = METHODS.load(name)
    if not hasattr(entry.make, "ask") or issubclass(entry.make, Method):
        raise SpecError(f"{name} is not a generational method")
    evolver: Evolver = entry.make(parse_settings(name, settings, entry.params), genes, rng)
    return evolver


def begin_method(
    spec: str, genes: Any, seed: int, starts: "Mapping[str, State]", more: Mapping[str, str] | None = None
) -> "Method":
    """The method that `spec` names before its first advance; `more` are settings beyond the specification. `starts`
    holds the state of the initial population by champion, unless it is a new one.

    Raises SpecError or ValueError.
    """
    from semeai.evolve.method import as_method
    from semeai.evolve.states import GENOME
    from semeai.rng import generator

    name, _, settings = spec.partition(":")
    entry = METHODS.load(name)
    params = parse_settings(name, settings, entry.params, more)
    if hasattr(entry.make, "begin"):
        method: Method = entry.make.begin(params, genes, seed, starts)
        return method
    made: Any = entry.make(params, genes, generator(seed))
    if GENOME in starts.get("", {}):
        if not hasattr(made, "begin_at"):
            raise ValueError(f"{name} cannot start from a champion; start from a run, or use cma or nes")
        made.begin_at(starts[""][GENOME])
    elif "" in starts:  # only the population: later random numbers follow from the seed
        made.restore({**starts[""], "generator": made.state()["generator"]})
    return as_method(made)
