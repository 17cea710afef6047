"""Search from nothing: expert iteration that starts with light playouts and no priors (`problems/expert.py`).

No human game and no weight set by hand is used. One run of `cooperative` is examined again and again: at every stage
its standing champion, which is the last one that a match has promoted, plays fresh games against `rave` with learned
priors and the same playouts, and at some stages against GNU Go. Stage 0 is the player that evolution starts from.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from semeai.evolve.evolver import Candidate
from semeai.lab.breed import breed
from semeai.lab.order import Order
from semeai.papers.drawing import name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Number, Row, Scale, chosen, few
from semeai.papers.shares import Share, draw_shares, rows_where, share_of
from semeai.players.champion import read_champion
from semeai.players.search.genome import N_GENES
from semeai.problems.exams import examine
from semeai.problems.expert import Expert
from semeai.problems.games import GoProblem
from semeai.problems.teaching import RULES
from semeai.rng import seeds

GNUGO = "gtp:gnugo --mode gtp --chinese-rules --level 10"
STAGES = 11
"""stages of a run that are examined, from the player that it starts from to its last generation"""
SETTINGS = ("playouts", "deep", "games", "window", "positions", "samples", "rated", "pause", "promotion")
"""the numbers of the experiment that are settings of the problem"""
RARE = (0, 10)
"""stages that play against GNU Go, whose games take long"""
_EXAM = 2  # the place of the games in the seed tree of a trial


def try_nothing(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the games of the standing champion at a stage of the run."""
    problem = Expert(**{name: params[name] for name in SETTINGS})
    genome = standing_champion(problem, params, seed, bench)
    is_program = params["opponent"] == "gnugo"
    n_playouts = params["slow_playouts" if is_program else "exam_playouts"]
    opponent = GNUGO if is_program and params["programs"] else f"rave:playouts={n_playouts},resign=0,priors=learned"
    player = f"rave:playouts={n_playouts},resign=0,origin=nothing"
    games = GoProblem(player, RULES.limited(), (opponent,), 2).from_random_openings()
    n_games = params["slow_games" if is_program else "exam_games"]
    exam = examine(games, genome, seeds(n_games, seed, params["stage"], _EXAM), bench.workers)
    return [{"generation": params["stage"] * params["unit"], "games": n_games, "points": exam.share * n_games}]


def standing_champion(problem: Expert, params: Mapping[str, Any], seed: int, bench: Bench) -> Candidate:
    """The standing champion at a stage. All stages of a seed share one run, which continues if it is too short."""
    n = params["stage"] * params["unit"]
    if n == 0:
        return np.zeros(N_GENES)
    folder = (bench.shared or bench.folder) / f"nothing-{seed}"
    order = Order(params["method"], problem, seed, generations=n)
    result = breed(order, folder, bench.workers, command=order.command(), has_long_exams=False)
    promotions = [row["promotions"] for row in result.rows[:n]]
    return read_champion(folder / "champions" / f"{promotions.index(promotions[-1]):06d}.npz").genome


_WHO = {"rave": "rave with learned priors and the same playouts", "gnugo": "GNU Go 3.8 at level 10"}


def _variants() -> tuple[dict[str, Number], ...]:
    pairs = [(stage, "rave") for stage in range(STAGES)] + [(stage, "gnugo") for stage in RARE]
    return tuple(
        {
            "stage": chosen(stage, "ten equal parts of the run"),
            "opponent": chosen(opponent, _WHO[opponent]),
        }
        for stage, opponent in pairs
    )


def _scale(unit: int, games: int, slow_games: int) -> dict[str, Number]:
    """The settings of a real run: its length, and the games of its exams."""
    return {
        "seeds": chosen(2, "to see whether runs differ"),
        "unit": chosen(unit, "generations between two stages"),
        "playouts": chosen(150, "games of a fifth of a second"),
        "deep": chosen(1500, "ten times as deep as the search that is rated"),
        "games": chosen(8, "games that teach in a generation: half of its time"),
        "window": chosen(10_000, "lessons of the last 25 generations"),
        "positions": chosen(600, "lessons that rate playouts: a quarter of the time"),
        "samples": chosen(24, "playouts from each"),
        "rated": chosen(12, "games that rate constants of the search: a quarter of the time"),
        "pause": chosen(unit, "a match at each stage"),
        "promotion": chosen(100, "games until a match ends without a promotion"),
        "exam_playouts": chosen(300, "half a second a game"),
        "slow_playouts": chosen(1000, "the usual setting of rave"),
        "exam_games": chosen(games, "against rave"),
        "slow_games": chosen(slow_games, "against GNU Go, twelve seconds each"),
        "programs": chosen(1, "GNU Go must be installed"),
    }


_SECONDS = "a few seconds in all"
_SMOKE = {
    "seeds": 1,
    "unit": 1,
    "playouts": 10,
    "deep": 10,
    "games": 1,
    "window": 50,
    "positions": 2,
    "samples": 1,
    "rated": 2,
    "pause": 1000,
    "promotion": 2,
    "exam_playouts": 10,
    "slow_playouts": 10,
    "exam_games": 2,
    "slow_games": 2,
}
EXPERIMENT = Experiment(
    name="nothing",
    title="Search from nothing",
    numbers={"method": chosen("cooperative", "each part of the knowledge can be rated in its own way")},
    scales={
        Scale.SMOKE: {name: chosen(number, _SECONDS) for name, number in _SMOKE.items()}
        | {"programs": chosen(0, "rave replaces GNU Go, which may not be installed")},
        Scale.NIGHT: _scale(unit=4, games=60, slow_games=20),
        Scale.PAPER: _scale(unit=20, games=200, slow_games=200),
    },
    laptop={
        "seeds": few(1),
        "unit": chosen(1, "a run of ten generations, a quarter of that at night"),
        "pause": chosen(1, "a match at each stage"),
        "exam_games": chosen(20, "a third of those at night"),
        "slow_games": chosen(10, "half of those at night"),
    },
    variants=_variants(),
    columns=("generation", "games", "points"),
    trial=try_nothing,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Search from nothing: expert iteration without human games"
CLAIM = "no paper: the question is our own (drake wishes to join evolution with what is known of UCT)"
OPPONENTS = {"rave": "rave with learned priors, same playouts", "gnugo": "GNU Go level 10, 1,000 playouts"}


def share_at(table: Sequence[Row], stage: int, opponent: str, seed: int) -> Share | None:
    """The share of the points at a stage, or None if it has not been examined."""
    found = rows_where(table, stage=stage, opponent=opponent, seed=seed)
    return share_of(found) if found else None


def draw_nothing(rows: Mapping[str, list[Row]]) -> Any:
    """A panel for each opponent: the share of the points at each stage, one line per seed."""
    table = rows["nothing"]
    figure, axes = panels(len(OPPONENTS), TITLE, [("the paper", CLAIM), ("here", _found(table))])
    runs = sorted({row["seed"] for row in table})
    for panel, (opponent, words) in zip(axes, OPPONENTS.items(), strict=True):
        stages = RARE if opponent == "gnugo" else range(STAGES)
        for series, seed in enumerate(runs):
            found = [(stage, share) for stage in stages if (share := share_at(table, stage, opponent, seed))]
            draw_shares(panel, [share for _, share in found], series, f"run {seed}")
        generation = {row["stage"]: row["generation"] for row in table}
        panel.set_xticks(range(len(stages)), [str(generation.get(stage, "")) for stage in stages], fontsize=6)
        panel.set_ylim(-3, 103)
        name_axes(panel, "generation", f"% of the points against\n{words}")
    axes[0].legend(frameon=False, fontsize=7, loc="upper left")
    return figure


def _found(table: Sequence[Row]) -> str:
    """The first and the last share of each run against each opponent, in words."""
    said = []
    for seed in sorted({row["seed"] for row in table}):
        for opponent, words in OPPONENTS.items():
            found = [share for stage in range(STAGES) if (share := share_at(table, stage, opponent, seed))]
            if found:
                said.append(f"run {seed} against {words}: {found[0]} at first, {found[-1]} at last")
    return f"{'; '.join(said)}. 95% intervals (Wilson)."


FIGURE = Figure("nothing", TITLE, ("nothing",), CLAIM, draw_nothing)
