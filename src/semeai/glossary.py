"""The glossary: the terms of the project, each with one meaning in one sentence.

The pages show a meaning when the mouse or the keyboard reaches a term. The document with all terms is made from the
same tables.
"""

GO = {
    "area scoring": "A way to count: living stones and the empty points that they surround.",
    "atari": "A chain in atari has one liberty left and can be captured by the next move.",
    "board": "A position together with its past and its rules.",
    "chain": "Stones of one color that are connected along the lines; they live or die together.",
    "eye": "An empty point surrounded by stones of one color, which the opponent cannot safely fill.",
    "handicap": "Black stones placed before the first move, which give the weaker player a head start.",
    "komi": "Points that white receives because black moves first.",
    "liberty": "An empty point next to a chain; a chain without liberties is captured.",
    "margin": "Black's points minus white's.",
    "pass": "A turn without a stone; the game ends when both players pass.",
    "playout": "A game played to its end by quick, mostly random moves, to estimate who is winning.",
    "position": "The stones on the board and the side to play.",
    "prisoner": "A captured stone; territory scoring counts it as a point.",
    "rules": "Everything two players must agree on: board size, komi, scoring, ko and the end of the game.",
    "territory scoring": "A way to count: empty points that a player surrounds, and prisoners.",
    "vertex": "A point as people write it, such as D4.",
    "win rate": "The estimated share of games that a side wins from here.",
}
"""terms of the game"""

EVOLUTION = {
    "ancestor": "A champion of an earlier generation of the same run.",
    "blueprint": "In SANE, a list of neurons that together form a network.",
    "candidate": "A genome that is being rated; in a search, a move that is being considered.",
    "champion": "A player that did better in its exam than all earlier generations of its run, kept as a file.",
    "coevolution": "Two populations that rate each other: the better one side becomes, the harder the other is tested.",
    "confidence interval": "A range that contains the true value in 95 of 100 experiments like this one.",
    "diversity": "How much the genomes of a population differ; when it reaches zero, all candidates are alike.",
    "Elo": "A rating of strength; a player rated 100 points higher wins about 64% of the games.",
    "exam": "Fresh games that had no part in selecting the player that plays them.",
    "fitness": "The score that decides which candidates are selected; more is better.",
    "gene": "One of the numbers of a genome.",
    "generation": "One turn of evolution: rate all candidates, keep the best, breed the next population from them.",
    "genome": "The numbers that evolution changes: the weights of features or the connections of a network.",
    "lineage": "The champions of a run in the order in which they were found, each better than the one before.",
    "long exam": "The exam at the end of a run, with many games; its result is the one to believe.",
    "method": "The algorithm that breeds candidates, such as a genetic algorithm (ga), SANE, ESP, NEAT or CMA-ES.",
    "mutation": "A random change of a genome.",
    "neuron": "A unit of a network: it adds up its inputs by weights and passes the result on.",
    "opponent": "The player that candidates play to be rated.",
    "population": "All candidates of one generation.",
    "run": "One evolution, kept in a folder with its settings, rows, champions and games.",
    "SANE": "Symbiotic adaptive neuro-evolution: it breeds neurons, and blueprints that combine them into networks.",
    "seed": "The number from which all randomness follows: the same seed gives the same run.",
    "share": "The fraction of the points won in a series of games; a draw is half a point.",
    "small exam": "The short exam of each generation; the best of many flatters the player.",
    "strategy": "In Drake's method, a small tree of moves with answers, for one position.",
    "wally": "A simple program with a few rules of thumb, used as a first opponent since 1985.",
}
"""terms of evolution and of experiments"""

SOFTWARE = {
    "checkpoint": "Everything a run needs to continue after it was stopped.",
    "foreign": "A run or match that you did not start here; it continues only after you agree.",
    "laptop scale": "A version of an experiment that takes minutes to about an hour on two cores.",
    "paper scale": "An experiment at the size that the paper printed.",
    "player": "Anything that chooses moves: a person, a program, or a champion that was bred.",
    "row": "One line of results: a generation of a run, or a trial of an experiment.",
    "smoke scale": "A version of an experiment that takes seconds and only shows that it works.",
    "specification": "The name of a player or method with its settings, such as uct:playouts=500.",
    "trial": "One variant of an experiment with one seed.",
    "verdict": "Our answer to a claim of a paper, computed from our results.",
}
"""terms of the program and of its pages"""

PARTS = {"Go": GO, "Evolution": EVOLUTION, "Software": SOFTWARE}
"""the tables by the name of their part"""


def meaning(term: str) -> str:
    """Return the meaning of a term. Raises KeyError if the glossary does not have it."""
    return (GO | EVOLUTION | SOFTWARE)[term]
