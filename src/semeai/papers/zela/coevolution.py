"""SANE against SANEi: two populations, black hosts and white parasites, that are rated by each other: figures 6 to 9.

Does SANEi win more often? Black and white are not equally easy to play, so who is black decides much. Each seed is
therefore tried both ways round, and SANEi's share is the mean of both: with equal methods it would be a half.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from semeai.drawing import GREY, INK
from semeai.evolve.coevolution import SIDES
from semeai.lab.breed import breed
from semeai.lab.order import Order
from semeai.lab.result import Result
from semeai.papers.curves import Verdict, draw_curve, interval, judge, quarter, runs_of
from semeai.papers.drawing import SERIES, mean_interval, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed, sweep
from semeai.papers.shares import rows_where
from semeai.papers.zela.networks import NETWORKS, SIZES, SMOKE, TOGETHER, against_wally, method, rules
from semeai.problems.duels import DuelProblem

STARTS = ("untrained", "trained")


def bred_by(params: Mapping[str, Any]) -> dict[str, str]:
    """By side, the method that breeds it."""
    return {side: "sanei" if side == params["sanei"] else "sane" for side in SIDES}


def hold_duel(params: Mapping[str, Any], seed: int, bench: Bench) -> Result:
    """Train both sides if that is wanted, then let them coevolve."""
    methods = {side: method(name, params) for side, name in bred_by(params).items()}
    n_exam = params["exam_games"]
    starts = {}
    if params["start"] == "trained":
        for side in SIDES:
            starts[side] = bench.folder / f"training-{side}"
            order = Order(methods[side], against_wally(side, params), seed, params["training"], exam_games=n_exam)
            breed(order, starts[side], bench.workers)
    duels = DuelProblem(params["player"], rules(params), opponent=params["opponent"])
    order = Order("coevolution", duels, seed, params["generations"], exam_games=n_exam, starts=starts, settings=methods)
    return breed(order, bench.folder / "duel", bench.workers)


def try_coevolution(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """A row for each generation: the shares of all games that each method has won, and of those of its best against
    wally."""
    sides = {name: side for side, name in bred_by(params).items()}
    return [
        {"generation": row["generation"]}
        | {f"{name}_{what}": row[f"{sides[name]}_{what}"] for what in ("wins", "share") for name in ("sanei", "sane")}
        for row in hold_duel(params, seed, bench).rows
    ]


# -- the experiment as data --------------------------------------------------------------------------------------------

_BLUEPRINTS = printed(30, f'{TOGETHER}: "30 networks playing against 30 networks of the opponent"')
COEVOLUTION = Experiment(
    name="coevolution",
    title="SANE against SANEi, either way round, from untrained and trained populations",
    numbers=NETWORKS
    | {"immigration": printed(0.03, f'{TOGETHER}: "3%, replacing the worse 200 neurons", which would be 20%')},
    scales={
        Scale.SMOKE: SMOKE
        | {
            "seeds": chosen(2, "the fewest that have an interval"),
            "training": chosen(2, "some seconds in all"),
            "generations": chosen(4, "the fewest with one in a quarter"),
        },
        Scale.LAPTOP: SIZES
        | {
            "blueprints": _BLUEPRINTS,
            "seeds": chosen(10, "the fewest for which a test of significance is of use"),
            "training": chosen(20, "half a second each on one core: some minutes in all"),
            "generations": chosen(15, "two seconds each on one core: twenty minutes in all"),
        },
        Scale.PAPER: SIZES
        | {
            "blueprints": _BLUEPRINTS,
            "seeds": chosen(10, "as many as on a laptop"),
            "training": chosen(200, '"when the players are starting to beat the opponent", which is no number'),
            "generations": chosen(600, "as against wally; not printed"),
        },
    },
    variants=sweep(
        sanei=[printed("black", f"{TOGETHER}, figures 6 and 7"), printed("white", f"{TOGETHER}, figures 8 and 9")],
        start=[
            printed("untrained", f"{TOGETHER}, figures 6 and 8"),
            printed("trained", f"{TOGETHER}, figures 7 and 9"),
        ],
    ),
    columns=("generation", "sanei_wins", "sane_wins", "sanei_share", "sane_share"),
    trial=try_coevolution,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "SANEi against SANE in coevolution: SANEi's share of the points"
CLAIM = (
    '"SANEi playing black or white stones in the time have better results than SANE. The populations initially trained '
    "in the co-evolution of these populations shows that are beating more frequently to SANE than the populations not "
    'trained initially." (figures 6 to 9)'
)
LINES = {"black": "SANEi black, SANE white", "white": "SANE black, SANEi white"}


def draw_coevolution(rows: Mapping[str, list[Row]]) -> Any:
    """SANEi's share over the generations, in a panel for each start; and at the end, both colors together."""
    table = rows["coevolution"]
    ends = {start: sanei_ends(table, start) for start in STARTS}
    trained_more = judge([b - a for a, b in zip(ends["untrained"], ends["trained"], strict=True)])
    here = [
        *(_found(table, start) for start in STARTS),
        f"Trained minus untrained: {trained_more}.",
        "A draw is half a win. Means over the last quarter of the generations and over seeds, with 95% intervals.",
    ]
    figure, axes = panels(3, TITLE, [("the paper", CLAIM), ("here", " ".join(here))])
    for panel, start in zip(axes, STARTS, strict=False):
        for series, (color, words) in enumerate(LINES.items()):
            draw_curve(panel, rows_where(table, sanei=color, start=start), sanei_points, series, words)
        name_axes(panel, f"generation, {start} populations", "SANEi's share of the points, %")
    for place, start in enumerate(STARTS):
        mean, low, high = mean_interval(ends[start])
        axes[2].plot(
            [place + 0.12] * len(ends[start]), ends[start], "o", color=GREY, markersize=3, markerfacecolor="none"
        )
        style = SERIES[0] | {"linestyle": "", "markersize": 4.5, "capsize": 2}
        axes[2].errorbar([place], [mean], ([mean - low], [high - mean]), **style)
    axes[2].set_xticks(range(len(STARTS)), STARTS)
    axes[2].set_xlim(-0.5, len(STARTS) - 0.5)
    name_axes(axes[2], "last quarter, both ways round (circles: seeds)", "SANEi's share of the points, %")
    for panel in axes:
        panel.set_ylim(0, 100)
        panel.axhline(50, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
    axes[0].legend(frameon=False, fontsize=8, handlelength=3)
    return figure


def sanei_points(row: Row) -> float:
    """SANEi's share of the points in percent: its wins, and half of the draws."""
    return 50 * (1 + float(row["sanei_wins"]) - float(row["sane_wins"]))


def sanei_ends(table: Sequence[Row], start: str) -> list[float]:
    """SANEi's share of the points in the last quarter, for each seed: the mean of both ways round."""
    ways = [[quarter(run, sanei_points) for run in runs_of(rows_where(table, sanei=way, start=start))] for way in LINES]
    return [fmean(pair) for pair in zip(*ways, strict=True)]


def _found(table: Sequence[Row], start: str) -> str:
    """What the table says of the claim for one start, in words."""
    runs = {color: runs_of(rows_where(table, sanei=color, start=start)) for color in LINES}
    by_color = {color: interval([quarter(run, sanei_points) for run in its]) for color, its in runs.items()}
    everyone = [run for its in runs.values() for run in its]
    draws = fmean(quarter(run, lambda row: 100 * (1 - row["sanei_wins"] - row["sane_wins"])) for run in everyone)
    sanei = fmean(quarter(run, lambda row: 100 * row["sanei_share"]) for run in everyone)
    sane = fmean(quarter(run, lambda row: 100 * row["sane_share"]) for run in everyone)
    ends = sanei_ends(table, start)
    verdict = judge([share - 50 for share in ends])
    return (
        f"{start.capitalize()}: SANEi has {by_color['black']} of the points as black and {by_color['white']} as white, "
        f"{interval(ends)} both ways round; from a half {verdict}: {_answer(verdict)} "
        f"({draws:.0f}% of the games are draws). The best have against wally: SANEi {sanei:.1f}%, SANE {sane:.1f}%."
    )


def _answer(verdict: Verdict) -> str:
    return {1: "it wins more often", 0: "no difference shows", -1: "it wins less often"}[verdict.sign]


FIGURE = Figure("coevolution", TITLE, ("coevolution",), CLAIM, draw_coevolution)
