"""A round-robin tournament of single agents and sets of agents, from random openings.

"Although each individual agent may play poorly, the agents playing together actually play better" (section 4). The
paper measures matched moves, not games; here games are played. Weights are learned by imitation, separately for each
seed. Most of these players are deterministic, so games start from random stones, twice from each opening with swapped
colors. All five and all 26 also choose in proportion to their values (section 3.8). Two other players give the scale:
`random`, and wally.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

from semeai.arena.game import play_game
from semeai.arena.openings import Openings
from semeai.arena.schedule import Fixture, Pairing, Terms
from semeai.evolve.evolver import Candidate
from semeai.go.player import Player
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import Rules
from semeai.papers.blackman.agents import AGENTS
from semeai.papers.blackman.learning import BETTER_GA, HIDDEN, NINE, WHOLE, learn, problem_of, spec_of
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, few, printed, sweep, values
from semeai.papers.shares import Share, draw_level, share_of
from semeai.players import make_player, read_bred

FIVE, ALL = "printed", "+ place"
ALONE = ("random", "opener", "tiger", "follower", "extension", "capturer")


@dataclass(frozen=True)
class Entrant:
    """A player of the tournament."""

    label: str
    agents: str = ""
    """the name of the set of agents; "" if the label is a player"""
    choice: str = "first"


ENTRANTS = (
    *(Entrant(f"{agents} agent", agents) for agents in ALONE),
    Entrant("five random agents", "five random"),
    Entrant("all five", FIVE),
    Entrant("all five, by chance", FIVE, "proportional"),
    Entrant("all 26", ALL),
    Entrant("all 26, by chance", ALL, "proportional"),
    Entrant("random"),
    Entrant("wally"),
)


def try_tournament(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for each pair, with the players, the games, and the points of the first."""
    genomes = {agents: _genome(agents, params, seed, bench) for agents in dict.fromkeys(e.agents for e in ENTRANTS)}
    rules = Rules.preset(params["rules"], size=params["size"], komi=params["komi"])
    terms = Terms(rules, Openings(params["stones"], is_set_up=True), seed)
    makers = {entrant.label: _maker(entrant, genomes, params, rules) for entrant in ENTRANTS}
    pairs = list(combinations(makers, 2))
    fixtures = [
        (pairing, fixture)
        for pairing in (Pairing(a, b, params["games"]) for a, b in pairs)
        for fixture in pairing.fixtures(terms.colors)
    ]
    points = list(bench.workers.in_order(partial(_play, makers, terms), fixtures))
    n = params["games"]
    return [{"a": a, "b": b, "games": n, "points": sum(points[i * n : (i + 1) * n])} for i, (a, b) in enumerate(pairs)]


def _genome(agents: str, params: Mapping[str, Any], seed: int, bench: Bench) -> Candidate | None:
    """The best genome of the last generation; None if there are no agents. Sets without evolved weights have only one
    generation, and all 26 agents use a better algorithm."""
    if not agents:
        return None
    settings = dict(params) | {"agents": agents}
    if agents == ALL:
        settings |= {"population": params["large"], "generations": params["large_generations"]} | values(BETTER_GA)
    elif agents not in (FIVE, "extension"):
        settings["generations"] = 1
    _, champion = learn(problem_of(settings, seed), settings, seed, bench)
    return champion


def _maker(
    entrant: Entrant, genomes: Mapping[str, Candidate | None], params: Mapping[str, Any], rules: Rules
) -> Callable[[], Player]:
    genome = genomes[entrant.agents]
    if genome is None:
        return partial(make_player, entrant.label)
    bred = read_bred(f"{spec_of({**params, 'agents': entrant.agents})},choice={entrant.choice}")
    return partial(bred.from_genome, genome, rules)


def _play(makers: Mapping[str, Callable[[], Player]], terms: Terms, what: tuple[Pairing, Fixture]) -> float:
    """Play one game. Returns the points of the first player of the pairing."""
    pairing, fixture = what
    players = {BLACK: makers[fixture.black](), WHITE: makers[fixture.white]()}
    black, white = pairing.streams(terms.seed, fixture.number, 1)["state"][0].tolist()
    game = terms.openings.start(fixture.opening, terms.rules, terms.seed)
    result = play_game(game, players, {BLACK: black, WHITE: white})
    color = BLACK if pairing.is_a_black(fixture.number, terms.colors) else WHITE
    return 0.5 if result.winner is None else float(result.winner == color)


# -- the experiment as data --------------------------------------------------------------------------------------------

EXPERIMENT = Experiment(
    name="tournament",
    title="Agents alone and together, at the board",
    numbers={
        "hidden": HIDDEN,
        "weights": WHOLE,
        **{name: AGENTS.numbers[name] for name in ("selection", "scaling", "crossover", "mutation", "elite")},
        "test_share": AGENTS.numbers["test_share"],
        "population": printed(10, 'section 4.1: "the populations contained 10 individuals"'),
        "rules": chosen("chinese", "area scoring and superko, the usual rules for programs"),
        "komi": chosen(7.5, "no draws"),
        "stones": chosen(4, "random stones at the start, so that no two games are equal"),
    },
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(2, "a few seconds in all"),
            "large": chosen(8, "a few seconds in all"),
            "large_generations": chosen(2, "a few seconds in all"),
            "games": chosen(2, "one opening"),
            "records": chosen("13x13", "fewer games to learn from: a few seconds in all"),
        },
        Scale.NIGHT: {
            "seeds": chosen(20, "other weights and other openings for each"),
            "generations": chosen(80, "as in `agents`"),
            "large": chosen(50, "population for all 26: half of that in `growth`, for the time"),
            "large_generations": chosen(20, "generations for all 26; fewer than in `growth`, for the time"),
            "games": chosen(2, "one opening for each pair and seed: 40 games a pair"),
            "records": NINE,
        },
        Scale.PAPER: {
            "seeds": chosen(100, "other weights and other openings for each"),
            "generations": chosen(400, "as in `agents`"),
            "large": chosen(200, "population for all 26, as in `growth`"),
            "large_generations": chosen(400, "as in `growth`"),
            "games": chosen(10, "five openings for each pair and seed: 1,000 games a pair"),
            "records": NINE,
        },
    },
    laptop={"seeds": few(5)},
    variants=sweep(size=[printed(9, 'section 4: "9x9 games"')]),
    columns=("a", "b", "games", "points"),
    trial=try_tournament,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Agents alone and together, at the board"
CLAIM = (
    '"We show that although individual agents may play poorly, collectively the agents working together play the game '
    'significantly better." (abstract) "We found that a multiagent approach using a summation network does indeed '
    'yield a viable Go player." (conclusion)'
)


def share_against(table: Sequence[Row], label: str, others: Sequence[str]) -> Share:
    """The share of the points of a player against others, over all games."""
    won = [row for row in table if row["a"] == label and row["b"] in others]
    lost = [row | {"points": row["games"] - row["points"]} for row in table if row["b"] == label and row["a"] in others]
    return share_of([*won, *lost])


def draw_tournament(rows: Mapping[str, list[Row]]) -> Any:
    """Draw the share of the points of each player against the six single agents, and against `random` and wally."""
    table = rows["tournament"]
    labels = [entrant.label for entrant in ENTRANTS]
    single = [f"{agents} agent" for agents in ALONE]
    against = {"single agents": single, "random": ["random"], "wally": ["wally"]}
    found = {
        name: {x: share_against(table, x, [o for o in others if o != x]) for x in labels if [x] != others}
        for name, others in against.items()
    }
    together = found["single agents"]
    said = ", ".join(f"{x} {together[x]}" for x in labels[6:])
    five = ", ".join(f"{x} {share_against(table, 'all five', [x])}" for x in single)
    here = [
        ("here", f"Against the six single agents: {said} of the points."),
        ("", f"All five against each alone: {five}."),
        ("", f"Against wally: {', '.join(f'{x} {s}' for x, s in found['wally'].items() if x in labels[7:11])}."),
    ]
    figure, axes = panels(1, TITLE, [("the paper", CLAIM), *here])
    _draw_against(axes[0], found, labels)
    return figure


def _draw_against(axes: Any, found: Mapping[str, Mapping[str, Share]], labels: Sequence[str]) -> None:
    for series, (name, shares) in enumerate(found.items()):
        at = [labels.index(x) + 0.2 * (series - 1) for x in shares]
        means = [share.mean for share in shares.values()]
        errors = [
            [share.mean - share.low for share in shares.values()],
            [share.high - share.mean for share in shares.values()],
        ]
        style = SERIES[series] | {"linestyle": "", "markersize": 4.5, "capsize": 2}
        axes.errorbar(at, means, errors, label=f"against {name}", **style)
    axes.set_xticks(range(len(labels)), [_fold(x) for x in labels], size=7)
    axes.set_xlim(-0.6, len(labels) - 0.4)
    axes.set_ylim(-3, 103)
    draw_level(axes, 50, "")
    axes.legend(frameon=False, fontsize=8, loc="lower right", bbox_to_anchor=(1, 1), ncols=len(found))
    name_axes(axes, "player", "share of the points, %")


def _fold(label: str) -> str:
    return label.replace(", ", ",\n").replace("five random agents", "five\nrandom").replace(" agent", "\nagent")


FIGURE = Figure("tournament", TITLE, ("tournament",), CLAIM, draw_tournament)
