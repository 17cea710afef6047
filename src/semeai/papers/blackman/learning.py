"""The base of all experiments of this paper: the games, the agents that vote on them, and the learning of weights.

Each seed splits the games differently into training and test games, so that the variance over seeds includes the luck
of the split and of evolution.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache, partial
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

from semeai.evolve import make_evolver
from semeai.evolve.evolver import Candidate, generations
from semeai.evolve.ga import GaParams
from semeai.papers.paper import Bench, Number, Row, chosen, printed
from semeai.players.agents.agents import PRINTED
from semeai.problems.imitation import Imitation
from semeai.rng import generator

# DEVIATION(blackman): the games are those of two programs, rave and GNU Go, against themselves; theirs are "between
# professionals", of the years 1995 to 2000, and are not available.
RECORDS = Path(__file__).parent / "records"
"""the games that come with semeai, a file for each board: 9x9.sgf"""

# DEVIATION(blackman): genes are whole numbers from 0 to 15, which mutation draws again; theirs are "arrays of bits", of
# a length that is not printed.
# DEVIATION(blackman): the text describes neither the figure of the extensions nor the ratings of the agents: our
# choices are in docs/agents.md.
# DEVIATION(blackman): moves that are passes are left out.

GROUPS = {
    "fights": (
        *("captures", "escape", "hopeless", "ladder", "atari", "stretch", "pressure", "careful", "throw_in"),
        "liberties",
    ),
    "shape": ("connect", "cut", "eyes", "eye_break", "filler", "patterns"),
    "place": ("near_last", "near_before", "line", "lonely", "influence"),
}
"""the agents that are not in the paper, by subject"""
_GROWING = accumulate(GROUPS.values(), initial=PRINTED)

SETS: Mapping[str, tuple[str, ...]] = {
    **{name: (name,) for name in ("random", *PRINTED)},
    "five random": ("random",) * 5,
    **dict(zip(("printed", *(f"+ {group}" for group in GROUPS)), _GROWING, strict=True)),
}
"""the sets of agents, by their name in tables; each group is added to all before it"""

HIDDEN = printed(3, 'section 4.2: "Three hidden-layer nodes were used"')
WHOLE = printed("whole", 'section 3: "an integer weight"')
REAL = chosen("real", "from -1 to 1, so that an agent can also lower the value of a point")
NINE = printed("9x9", 'section 4: "9x9 games"')
HALF = chosen(0.5, "share of test games; with fewer training games, genomes are rated faster")
BETTER_GA: dict[str, Number] = {
    "selection": chosen("tournament", "uses only ranks, so it needs no scaling"),
    "tournament": chosen(4, "more pressure than the usual 2 or 3: fitness has no noise"),
    "crossover": chosen(0.9, "the default of ga"),
    "mutation": chosen(0.05, "the default of ga"),
    "step": chosen(0.1, "the default of ga"),
    "elite": chosen(2, "the best is not lost"),
}


def problem_of(params: Mapping[str, Any], seed: int, records: str = "") -> Imitation:
    """The imitation problem for the games of `params["records"]`, or of other `records`; the seed chooses the test
    games."""
    records = records or params["records"]
    games = _games(RECORDS / f"{records}.sgf", int(records.partition("x")[0]))
    return replace(games, player=spec_of(params), test=params["test_share"], shuffle=seed)


def spec_of(params: Mapping[str, Any]) -> str:
    """The specification of the player whose weights are learned."""
    agents = "+".join(SETS[params["agents"]])
    return f"summation:agents={agents},hidden={params['hidden']},weights={params['weights']}"


@cache
def _games(path: Path, size: int) -> Imitation:
    """The games of a file, read only once, since shipped games do not change."""
    return Imitation(path, size=size)


def method_of(params: Mapping[str, Any]) -> str:
    """The specification of `ga` with the settings of an experiment; with tests of all generations against the first."""
    own = {field.name: params[field.name] for field in fields(GaParams) if field.name in params}
    return "ga:" + ",".join(f"{name}={value}" for name, value in own.items()) + ",tests=true"


def learn(problem: Imitation, params: Mapping[str, Any], seed: int, bench: Bench) -> tuple[list[Row], Candidate]:
    """Run evolution for `params["generations"]`. Returns the rows, and the best genome of the last generation."""
    evolver = make_evolver(method_of(params), problem.genes, generator(seed))
    rows = []
    for row in islice(
        generations(evolver, partial(problem.spread, workers=bench.workers), seed), params["generations"]
    ):
        rows.append(row)
        bench.watch(f"generation {len(rows)} of {params['generations']}")
    return rows, evolver.champion


FORESEEN = ("train", "test", "within_3", "within_5", "within_10", "log")


def foresee(problem: Imitation, genome: Candidate) -> Row:
    """The match rates of a genome in training and test games; for test games also the shares within its first 3, 5 and
    10 choices, and the mean log-probability."""
    found = problem.compare(genome)
    train, test = found["train"], found["test"]
    numbers = (train.matched, test.matched, test.within_3, test.within_5, test.within_10, test.log)
    return dict(zip(FORESEEN, map(brief, numbers), strict=True))


def brief(x: float) -> float:
    """A number rounded to five digits: enough for a figure, and tables stay small."""
    return float(f"{x:.5g}")
