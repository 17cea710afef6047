"""The settings that the experiments with networks share: the problem, the sizes of table 1, and SANE."""

from collections.abc import Mapping
from typing import Any

from semeai.arena.schedule import Colors
from semeai.go.rules import AtLimit, Rules
from semeai.papers.paper import Number, chosen, printed
from semeai.problems.games import GoProblem

# DEVIATION(richards): genes are labels and real weights, as in the program of the authors, not bits, which
# `sane2:bits=true` has.
# DEVIATION(richards): where `sane` is used, by the text alone, the best 5% of the networks of a generation are kept
# unchanged, with their neurons. As printed, all may be mutated, so the best network breaks in every generation.
NETWORKS: dict[str, Number] = {
    "rules": printed("richards", "section 6.3: all stones count as alive, area, simple ko, 3 passes end the game"),
    "komi": printed(0, 'section 7.1: "black without a komi"'),
    "moves_a_point": chosen(
        3,
        'the move limit, at which it has lost (section 6.3: "an upper bound"); with 10 it learns slower',
    ),
    "blueprints": printed(200, "table 1"),
    "connections": printed(12, 'section 6.2: "a set of 12 weights"'),
    "elite": printed(0.25, 'section 5: "the top 25% in the neuron population"'),
    "elite_blueprints": printed(0.15, 'section 5: "the top 15% in the blueprint population"'),
    "mutation": printed(0.01, 'section 5: "1% per chromosome position"; section 6.2 has 0.1%'),
    "pointers": printed(0.01, 'section 5: "a small number (approximately 1%)"'),
    "adoption": printed(0.5, 'section 5: "with a 50% probability"'),
    "spared": chosen(0.05, "share of the networks that are kept unchanged; the paper keeps none"),
    "games": chosen(10, "N games rate a network; N is not printed"),
    "target": printed(0.75, 'section 7.1: "the ability to beat the opponent 75% of the time"'),
    "exam_games": chosen(
        200, "fresh games of the best of each generation; 1,000 more confirm that a network has reached 75%"
    ),
}
SMALL: dict[str, Number] = {
    "games": chosen(1, "a second or two in all"),
    "blueprints": chosen(20, "a second or two in all"),
    "exam_games": chosen(10, "a second or two in all"),
}
"""the settings of smoke scale, where whole generations would take too long"""
WHOLE: dict[str, Number] = {name: NETWORKS[name] for name in SMALL}
"""the same settings at the other scales"""
TABLE_1: Mapping[int, tuple[Number, Number]] = {
    5: (printed(2000, "table 1"), printed(100, "table 1")),
    7: (printed(3000, "table 1"), printed(300, "table 1")),
    9: (printed(4000, "table 1"), printed(500, "table 1")),
}
"""population size and neurons per network, by board size"""


def board(size: int) -> dict[str, Number]:
    """The sizes in table 1 for a board."""
    neurons, hidden = TABLE_1[size]
    return {"size": printed(size, "table 1"), "neurons": neurons, "hidden": hidden}


AUTHORS: dict[str, Number] = {
    "method": printed("sane2", 'section 5, footnote 1: "the source code can be obtained from" its authors'),
    "mutation": printed(0.001, 'section 6.2: "Mutation occurred at a rate of 0.1%"; section 5 has 1%'),
    "spared": printed(0, "section 5 mentions no networks that are kept, except those that breed"),
}
"""the settings of the authors' SANE program"""


def without(settings: Mapping[str, Number], *names: str) -> dict[str, Number]:
    """Return the settings without these names."""
    return {name: number for name, number in settings.items() if name not in names}


def method(params: Mapping[str, Any]) -> str:
    """The specification of the method: `breeder` if an experiment has one, otherwise SANE with its settings."""
    if "breeder" in params:
        return str(params["breeder"])
    names = ("neurons", "blueprints", "hidden", "connections", "elite", "elite_blueprints", "mutation", "pointers")
    settings = ",".join(f"{name}={params[name]:g}" for name in (*names, "adoption", "spared"))
    return f"{params.get('method', 'sane')}:{settings}" + (",bits=true" if params.get("bits") else "")


def against(opponent: str, params: Mapping[str, Any], colors: Colors = Colors.A_BLACK, handicap: int = 0) -> GoProblem:
    """Games of networks against an opponent, with one color."""
    rules = Rules.preset(
        params["rules"],
        size=params["size"],
        komi=params["komi"],
        handicap=handicap,
        move_limit=params["moves_a_point"] * params["size"] ** 2,
        at_move_limit=AtLimit.BLACK_LOSES if colors is Colors.A_BLACK else AtLimit.WHITE_LOSES,
    )
    return GoProblem("network", rules, (opponent,), params["games"], colors)
