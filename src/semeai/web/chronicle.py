"""The story of a run in sentences: its plan, and the events so far."""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.text import printable

Row = Mapping[str, Any]
Dated = tuple[int, str]
"""the number of a row, and a sentence about it"""
STEPS = (0.25, 0.5, 0.75, 0.9, 0.99)
"""shares of the points that are reported when they are first reached"""
MAX_EVENTS = 8
HOW = {
    "ga": "A genetic algorithm: the best candidates are crossed and mutated to make the next generation.",
    "sane": "SANE breeds neurons, and blueprints that combine them into networks. Neurons of good networks survive.",
    "sane2": "SANE, in the version of its authors' program: neurons and blueprints evolve side by side.",
    "sanei": "SANE with immigrants: new random neurons replace some of the worst, so that diversity lasts.",
    "esp": "ESP breeds a subpopulation for each hidden unit of a network. A network takes one neuron of each.",
    "neat": "NEAT starts with small networks and lets connections and units grow. Species protect new shapes.",
    "cma": "CMA-ES breeds a distribution instead of a population: it learns which directions pay.",
    "nes": "Natural evolution strategies move a distribution along the gradient of its fitness.",
    "mapelites": "MAP-Elites keeps the best player of every kind, so that the result is a map of different players.",
    "cooperative": "The genome is divided into parts. Each is bred by itself, together with the best of the others.",
    "coevolution": "Two populations, black and white, rate each other. Each must keep up with the other.",
    "strategies": "Small trees of moves play each other from one position. The move most of them share is the answer.",
}
"""a description of each method in one or two sentences"""


def introduction(method: str, about: str) -> list[str]:
    """Sentences to read while the first generation is bred."""
    first = f"This run: {printable(about)}." if about else "This run is about to begin."
    return [
        first,
        HOW.get(method, "In each generation the candidates are rated and the better ones breed the next generation."),
        "Generation 0 is random. The best of every generation plays fresh games, its exam. A player that does "
        "better than all before becomes a champion, and you can play it here.",
    ]


def events(rows: Sequence[Row]) -> list[str]:
    """The notable events of a run, the latest first."""
    found: list[Dated] = []
    for prefix, who in (("", "the best"), ("black_", "black's best"), ("white_", "white's best")):
        found += _milestones(rows, f"{prefix}share", who)
        found += _losses(rows, f"{prefix}diversity", who)
    if rows and isinstance(rows[-1].get("plurality"), str):
        found += _openings(rows)
    return [text for _, text in sorted(found, key=lambda one: -one[0])][:MAX_EVENTS]


def _milestones(rows: Sequence[Row], column: str, who: str) -> list[Dated]:
    """The generations in which a share was first reached, and the best so far."""
    told: list[Dated] = []
    best, at = -1.0, 0
    for i, row in enumerate(rows):
        share = row.get(column)
        if not isinstance(share, int | float):
            continue
        if best < 0:
            told.append((i, f"Generation {i}: {who} of a random population wins {share:.0%} of the points."))
        elif passed := [step for step in STEPS if best < step <= share]:
            told.append((i, f"Generation {i}: {who} reaches {passed[-1]:.0%} of the points for the first time."))
        if share > best:
            best, at = share, i
    if best >= 0 and at < len(rows) - 1:
        told.append((at, f"Generation {at}: the best small exam so far, {best:.0%}."))
    return list({text: (i, text) for i, text in told}.values())


def _losses(rows: Sequence[Row], column: str, who: str) -> list[Dated]:
    """The generations in which the population had lost half of its diversity, and nearly all of it."""
    values = [(i, row[column]) for i, row in enumerate(rows) if isinstance(row.get(column), int | float)]
    if not values or values[0][1] <= 0:
        return []
    side = who.replace("best", "population")
    told: list[Dated] = []
    for share, words in ((0.5, "has lost half of its diversity"), (0.1, "is nearly uniform")):
        if (i := next((i for i, value in values if value < share * values[0][1]), None)) is not None:
            told.append((i, f"Generation {i}: {side} {words}."))
    return told


def _openings(rows: Sequence[Row]) -> list[Dated]:
    """The changes of the most common first move."""
    told: list[Dated] = []
    before = None
    for i, row in enumerate(rows):
        move, support = row.get("plurality"), row.get("support")
        if move != before and isinstance(move, str) and isinstance(support, int | float):
            told.append((i, f"Row {i}: most individuals now play {printable(move) or 'pass'} first ({support:.0%})."))
            before = move
    return told
