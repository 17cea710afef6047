"""What both experiments share: the rules, the networks, and how SANE and SANEi are set."""

from collections.abc import Mapping
from typing import Any

from semeai.arena.schedule import Colors
from semeai.evolve.sane import SaneParams
from semeai.go.rules import AtLimit, Rules
from semeai.papers.paper import Number, chosen, printed
from semeai.problems.games import GoProblem

# The sections of this paper have names, and no numbers.
ALONE = 'section "Results of playing SANE and SANEi against existing player"'
TOGETHER = 'section "Results of Co-evolving two Computer Go players"'
SANEI = 'section "SANEi"'

# DEVIATION(zela): wally is not the program of that name, whose table of patterns is not to be had, but is built from
# the published outline of the program it descends from.
# DEVIATION(zela): in coevolution, strangers and the variant noisy, wally makes a random move 10% of the time. In print
# it makes none, as in the experiment wally.
# DEVIATION(zela): in coevolution, strangers and the variant noisy, every label and every weight of a neuron mutates
# with a probability of 3%. In print the worst members of the population mutate, as in the experiment wally.
NETWORKS: dict[str, Number] = {
    "rules": printed("zela", f'{ALONE}: "Japanese scoring"; section "Introduction": three passes end the game'),
    "komi": printed(0, f'{ALONE}: "not handicap and Komi was used"'),
    "moves_a_point": chosen(3, "the limit of moves, then a game is counted: networks can repeat themselves for ever"),
    "player": printed("network:last=true", f'{SANEI}, figure 3: "two more inputs which are the last movements"'),
    "opponent": chosen("wally:noise=0.1", "of training and exams; without noise all games of a network are the same"),
    "connections": printed(108, f'{ALONE}: "The gene size of the neuron is 216": labels and weights'),
    "elite": printed(0.25, f'{ALONE}: "crossover rate 50%": two children of each of these take half of the places'),
    "elite_blueprints": printed(0.25, f'{ALONE}: "crossover rate 50%", as for neurons'),
    "mutation": printed(0.03, f'{ALONE}: "mutation rate 3%"'),
    "pointers": chosen(0.01, "as in richards, section 5; not printed here"),
    "adoption": chosen(0.5, "as in richards, section 5; not printed here"),
    "spared": chosen(0.03, "share of the networks that stay as they are: 1 of 30"),
    "immigration": printed(0.03, f'{ALONE}: "immigration rate of 3%"; SANE has none'),
}
SIZES: dict[str, Number] = {
    "size": printed(9, f'{ALONE}: "a board of 9x9 lines"'),
    "neurons": printed(1000, f'{ALONE}: "a population of 1000 neurons"'),
    "hidden": printed(300, f'{ALONE}: "networks of 300 neurons"'),
    "games": chosen(10, "rate a network against wally; not printed"),
    "exam_games": chosen(100, "fresh games of the best of each generation against wally"),
}
"""at laptop scale as in print"""
_TINY = "some seconds in all"
SMOKE: dict[str, Number] = {
    "size": chosen(5, _TINY),
    "neurons": chosen(60, _TINY),
    "hidden": chosen(20, _TINY),
    "games": chosen(4, _TINY),
    "exam_games": chosen(20, _TINY),
    "blueprints": chosen(8, _TINY),
}


def method(name: str, params: Mapping[str, Any]) -> str:
    """The specification of `sane` or `sanei` as an experiment sets it."""
    names = [field for field in SaneParams.__dataclass_fields__ if field in params]
    if name == "sanei":
        names.append("immigration")
    return f"{name}:" + ",".join(f"{field}={params[field]:g}" for field in names)


def rules(params: Mapping[str, Any]) -> Rules:
    """Those of all games. None is lost at the limit of moves: where two networks meet, neither is to blame."""
    return Rules.preset(
        params["rules"],
        size=params["size"],
        komi=params["komi"],
        move_limit=params["moves_a_point"] * params["size"] ** 2,
        at_move_limit=AtLimit.SCORE,
    )


def against_wally(color: str, params: Mapping[str, Any]) -> GoProblem:
    """Games of networks against wally, all as "black" or all as "white"."""
    colors = Colors.A_BLACK if color == "black" else Colors.A_WHITE
    return GoProblem(params["player"], rules(params), (params["opponent"],), params["games"], colors)
