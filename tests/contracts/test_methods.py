"""The contract of a method: everything in METHODS keeps it, and what does not is found."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from semeai.evolve import METHODS
from semeai.evolve.evolver import Fitness, Row, Seeds, State
from semeai.evolve.ga import Ga
from semeai.parallel.executors import Executor, Workers
from semeai.problems.toys import Sphere
from semeai.rng import generator
from semeai.testing import check_method
from tests.conftest import needs_jit

SANE = "neurons=40,blueprints=6,hidden=5"
STRATEGIES = "strategies:population=16,threads=8"
SPECS = [
    "ga:population=6",
    "ga:population=6,selection=roulette,scaling=2.0,crossing=uniform,elite=2,tests=true",
    f"sane:{SANE}",
    f"sane:{SANE},bits=true",
    f"sane2:{SANE}",
    f"sane2:{SANE},bits=true,spared=0.2",
    f"sanei:{SANE}",
    "esp:hidden=3,neurons=8,trials=2",
    "neat:population=8",
    "neat:population=8,bias=true,toggle=0.0",
    "cma",
    "cma:population=5,covariance=separable,step=0.1,champion=best",
    "nes",
    "nes:population=6,shaping=linear,deviations=one,rate=0.5,step_rate=0.3,champion=best",
    "mapelites:population=6,cells=3",
    "mapelites:population=6,cells=3,again=0,line=0.5",
    "cooperative",
    "cooperative:species=nes:population=4,parts=3",
    "coevolution:black=cma:population=4,white=nes:population=4",
    "coevolution:black=ga:population=4,white=ga:population=3,hall=2,sample=2,sharing=false",
    "coevolution:black=sane:hidden=5,white=neat:population=6",
    STRATEGIES,
    f"{STRATEGIES},islands=4,exchange=16",
]
pytestmark = [needs_jit, pytest.mark.usefixtures("short_exams")]


@pytest.fixture(scope="module")
def processes() -> Iterator[Workers]:
    with Workers(2, Executor.PROCESSES) as workers:
        yield workers


def test_every_method_is_checked() -> None:
    assert {spec.partition(":")[0] for spec in SPECS} == set(METHODS)


@pytest.mark.parametrize("spec", SPECS)
def test_methods(spec: str, processes: Workers) -> None:
    check_method(spec, workers=processes)


# -- methods that break it ---------------------------------------------------------------------------------------------

COUNTER = count()


class Forgetful(Ga):
    """Leaves the random generator out of its state."""

    def restore(self, state: State) -> None:
        super().restore(state | {"generator": self.state()["generator"]})

    def state(self) -> State:
        return super().state() | {"generator": Ga(self.params, self._genes, generator(1)).state()["generator"]}


class Sharing(Ga):
    """Goes on with the arrays that it was given."""

    given: State | None = None

    def restore(self, state: State) -> None:
        super().restore(state)
        self.given = state

    def tell(self, fitness: Fitness) -> Row:
        if self.given:
            self.given["genomes"][...] = 0
        return super().tell(fitness)


class Careless(Ga):
    """Draws numbers from nowhere."""

    def tell(self, fitness: Fitness) -> Row:
        return super().tell(fitness + next(COUNTER))


class Ragged(Ga):
    """Has another column in each row."""

    def tell(self, fitness: Fitness) -> Row:
        return super().tell(fitness) | {f"column {next(COUNTER)}": 1}


@pytest.mark.parametrize(
    ("broken", "contract"),
    [
        (Forgetful, "^a restored method continues like the original$"),
        (Sharing, "^a state stays unchanged when the method continues$"),
        (Careless, "^a restored method continues like the original$"),
        (Ragged, "^all rows have the same columns$"),
    ],
)
def test_what_breaks_it_is_found(broken: type[Ga], contract: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ga = METHODS.load("ga")
    monkeypatch.setattr(METHODS, "load", lambda _: replace(ga, make=broken))
    with pytest.raises(AssertionError, match=contract):
        check_method("ga:population=6")


def test_a_row_that_depends_on_the_run_is_found(monkeypatch: pytest.MonkeyPatch, processes: Workers) -> None:
    """Where the fitness is another one in other processes, or after a stop."""

    class Moody(Sphere):
        def rate(self, candidates: Any, seeds: Seeds) -> Fitness:
            return super().rate(candidates, seeds) + len(candidates)  # how many there are depends on the workers

    with pytest.raises(AssertionError, match=r"^an interrupted run ends like an uninterrupted one: .*rows\.jsonl"):
        check_method("ga:population=6", Moody(4), processes)


def test_a_problem_that_is_not_known() -> None:
    with pytest.raises(ValueError, match=r"no small problem is known for coevolution:black=ga \(.*sane"):
        check_method("coevolution:black=ga")
