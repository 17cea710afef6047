"""A recipe: a method, its player type and its problem.

It runs until a quarter of its games, all of them, or its time are used up. Then the current champion of the method is
judged by opponents that are new to all recipes, from openings of four random moves (breeding uses two), with both
colors. These games have no part in breeding or choosing.

The time of a generation depends on the machine, not on the seed. So it was measured once, as processor time, and is a
number of the experiment. This makes the rows reproducible.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import numpy.typing as npt

from semeai.arena.schedule import Colors
from semeai.evolve.coevolution import Meeting
from semeai.evolve.evolver import Candidate
from semeai.evolve.method import Described
from semeai.go.rules import Rules
from semeai.lab.breed import ProblemRating
from semeai.lab.order import Order
from semeai.papers.paper import Bench, Number, Row, chosen
from semeai.problems.duels import DuelProblem
from semeai.problems.exams import examine
from semeai.problems.games import GameMeasure, GoProblem
from semeai.problems.league import LeagueProblem
from semeai.problems.problem import Problem
from semeai.problems.rounds import Heat
from semeai.rng import seeds

FEW, GAMES, TIME = "few games", "equal games", "equal time"
BUDGETS = (FEW, GAMES, TIME)
STRANGERS = ("wally", "champion:esp-7x7", "champion:sane-7x7", "champion:summation-9x9")
"""opponents that judge champions; they are new to all recipes"""
COLUMNS = ("budget", "generations", "bred_games", "tested", "games", "points")
_TEST = 1  # the place of the test games in the seed tree of a trial, beside those of its run

BOARD: dict[str, Number] = {
    "rules": chosen("chinese", "area scoring and superko, the usual rules for programs"),
    "size": chosen(7, "games are quick, and bare stones are hard enough to learn from"),
    "komi": chosen(7.5, "no draws"),
    "openings": chosen(2, "random moves before each game that breeds; judges have four"),
    "rating_games": chosen(12, "that rate a candidate: six from each side"),
}


def recipe(name: str, method: str, player: str, seconds: float, why: str, **others: Any) -> dict[str, Number]:
    """A variant of an experiment: the settings that differ from the usual recipe."""
    usual = {"opponents": "random and wally:noise=0.3", "measure": "margin", "league": "none"} | others
    return {
        "name": chosen(name, why),
        "method": chosen(method, why),
        "player": chosen(player, why),
        **{key: chosen(value, why) for key, value in usual.items()},
        "seconds": chosen(seconds, "of the processor for a generation: the median of the second to the fifth"),
    }


@dataclass
class CountedRating(ProblemRating):
    """A rating that counts the games."""

    n_games: int = field(default=0, init=False)

    def __call__(self, asked: Any) -> npt.NDArray[Any]:
        match asked:
            case Described():
                self.n_games += len(asked.candidates) * self.problem.n_games
            case Meeting():
                self.n_games += int(asked.is_met.sum()) * self.problem.n_games
            case Heat():
                self.n_games += asked.n_games
            case _:
                self.n_games += len(asked) * self.problem.n_games
        return super().__call__(asked)


def try_recipe(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for each budget and opponent."""
    problem = problem_of(params)
    method = Order(params["method"], problem, seed).begin()
    n_by_time = max(1, round(params["time"] / params["seconds"]))
    n_games, rows = 0, []
    missing = set(BUDGETS)
    for generation in count():
        rating = CountedRating(problem.at(generation), seed, generation, bench.workers)
        method.advance(rating)
        n_games += rating.n_games
        reached = {FEW: 4 * n_games >= params["games"], GAMES: n_games >= params["games"]}
        reached[TIME] = generation + 1 >= n_by_time
        for budget in (budget for budget in BUDGETS if budget in missing and reached[budget]):
            missing.remove(budget)
            bench.watch(f"{budget}, {n_games} games")
            for i, tested in enumerate(STRANGERS):
                n, points = judge(method.champions, tested, params, seeds(params["test_games"], seed, _TEST, i), bench)
                rows.append(dict(zip(COLUMNS, (budget, generation + 1, n_games, tested, n, points), strict=True)))
        if not missing:
            break
    return rows


def problem_of(params: Mapping[str, Any]) -> Problem:
    """The problem of a recipe."""
    rules = Rules.preset(params["rules"], size=params["size"], komi=params["komi"])
    if params["method"].partition(":")[0] == "coevolution":
        return DuelProblem(params["player"], rules)
    games = GoProblem(
        params["player"],
        rules,
        tuple(params["opponents"].split(" and ")),
        params["rating_games"],
        measure=GameMeasure(params["measure"]),
        random_moves=params["openings"],
    )
    if params["league"] == "none":
        return games
    league = LeagueProblem(games.player, rules, games.opponents, games.n_games, random_moves=games.random_moves)
    return replace(league, measure=games.measure, hall=4) if params["league"] == "hall" else league


def judge(
    champions: Mapping[str, Candidate], tested: str, params: Mapping[str, Any], own_seeds: Any, bench: Bench
) -> tuple[int, float]:
    """Play games against a stranger from separate openings. Returns their number and the share of the points. If there
    is a champion for each color, each plays half of them."""
    rules = Rules.preset(params["rules"], size=params["size"], komi=params["komi"])
    problem = GoProblem(params["player"], rules, (tested,), n_games=2).from_random_openings()
    if "" in champions:
        return len(own_seeds), examine(problem, champions[""], own_seeds, bench.workers).share
    halves = zip(champions.values(), (Colors.A_BLACK, Colors.A_WHITE), (own_seeds[::2], own_seeds[1::2]), strict=True)
    shares = [
        examine(replace(problem, colors=color), genome, some, bench.workers).share for genome, color, some in halves
    ]
    return len(own_seeds), sum(shares) / 2
