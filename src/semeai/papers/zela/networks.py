"""The numbers that the experiments share: the rules, the networks, and the settings of SANE and SANEi."""

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

# DEVIATION(zela): wally is not the program of that name, whose table of patterns is not available, but is built from
# the published outline of the program it descends from.
PRINTED: dict[str, Number] = {
    "rules": printed("zela", f'{ALONE}: "Japanese scoring"; section "Introduction": three passes end the game'),
    "komi": printed(0, f'{ALONE}: "not handicap and Komi was used"'),
    "moves_a_point": chosen(3, "the move limit, at which a game is counted: networks can repeat themselves forever"),
    "player": printed("network:last=true", f'{SANEI}, figure 3: "two more inputs which are the last movements"'),
    "connections": printed(108, f'{ALONE}: "The gene size of the neuron is 216": labels and weights'),
    "elite": printed(0.25, f'{ALONE}: "crossover rate 50%": two children of each of these take half of the places'),
    "elite_blueprints": printed(0.25, f'{ALONE}: "crossover rate 50%", as for neurons'),
    "pointers": chosen(0.01, "as in richards, section 5; not printed here"),
    "adoption": chosen(0.5, "as in richards, section 5; not printed here"),
}
_WORST = 'section "SANE": "the members of the population with worse fitness are mutated"'
LITERAL: dict[str, Number] = PRINTED | {
    "opponent": printed("wally", f'{ALONE}: "a computer Go program called Wally", without noise'),
    "games": printed(1, 'section "Competitive co-evolution": players are "deterministic", so all games are the same'),
    "mutants": printed(0.03, f'{ALONE}: "mutation rate 3%"; {_WORST}'),
    "mutation": chosen(
        0.03, "share of the labels and weights of a mutant that change; a completely new one would be an immigrant"
    ),
}
"""the most literal reading, without `spared` and `immigration`"""
SIZES: dict[str, Number] = {
    "size": printed(9, f'{ALONE}: "a board of 9x9 lines"'),
    "neurons": printed(1000, f'{ALONE}: "a population of 1000 neurons"'),
    "hidden": printed(300, f'{ALONE}: "networks of 300 neurons"'),
}
"""sizes as in the paper, at all scales but smoke"""
SPARED = printed(0.03, 'section "Evolution of computer Go player": "keeping the best networks"; our choice is 1 of 30')
BLUEPRINTS = printed(
    30, f'{TOGETHER}: "30 networks playing against 30 networks of the opponent"; not printed elsewhere'
)
_TINY = "a few seconds in all"
SMOKE: dict[str, Number] = {
    "size": chosen(5, _TINY),
    "neurons": chosen(60, _TINY),
    "hidden": chosen(20, _TINY),
    "blueprints": chosen(8, _TINY),
    "spared": chosen(0.125, "1 of 8 networks"),
}


def method(name: str, params: Mapping[str, Any]) -> str:
    """The specification of `sane` or `sanei` for an experiment."""
    names = [field for field in SaneParams.__dataclass_fields__ if field in params]
    if name == "sanei":
        names.append("immigration")
    return f"{name}:" + ",".join(f"{field}={params[field]:g}" for field in names)


def rules(params: Mapping[str, Any]) -> Rules:
    """The rules of all games. At the move limit a game is counted, since neither of two networks is to blame."""
    return Rules.preset(
        params["rules"],
        size=params["size"],
        komi=params["komi"],
        move_limit=params["moves_a_point"] * params["size"] ** 2,
        at_move_limit=AtLimit.SCORE,
    )


def against(color: str, params: Mapping[str, Any]) -> GoProblem:
    """Games of networks against the opponent, all as "black" or all as "white"."""
    colors = Colors.A_BLACK if color == "black" else Colors.A_WHITE
    return GoProblem(params["player"], rules(params), (params["opponent"],), params["games"], colors)
