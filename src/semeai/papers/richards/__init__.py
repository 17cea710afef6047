"""richards: SANE against Wally on 5x5, 7x7 and 9x9.

The experiments of sweep.py, noise.py, trick.py and screening.py are not listed yet: they have not been run.
"""

from semeai.papers.paper import Paper
from semeai.papers.richards import (
    claims,
    generality,
    generations,
    growing,
    handicaps,
    methods,
    nondeterminism,
    opening,
    opponent,
    pool,
    readings,
    strategies,
)

PAPER = Paper(
    key="richards",
    title="Evolving Neural Networks to Play Go",
    authors="Norman Richards, David E. Moriarty, Risto Miikkulainen",
    published="to appear in Applied Intelligence",
    summary="SANE against Wally on 5x5, 7x7 and 9x9; nondeterminism; handicaps",
    state="generations to 75%, first moves, nondeterminism, handicaps, strategies, the opponent; beyond the paper",
    experiments=(
        *generations.GENERATIONS.values(),
        *generations.BY_AUTHORS.values(),
        readings.READING,
        nondeterminism.NONDETERMINISM,
        generality.GENERALITY,
        handicaps.HANDICAPS,
        strategies.STRATEGIES,
        opponent.OPPONENT,
        pool.POOL,
        growing.GROWING,
        methods.EXPERIMENT,
    ),
    figures=(
        generations.FIGURE,
        generations.CURVES,
        opening.FIGURE,
        readings.FIGURE,
        nondeterminism.FIGURE,
        generality.FIGURE,
        handicaps.FIGURE,
        *strategies.FIGURES,
        opponent.FIGURE,
        pool.FIGURE,
        growing.FIGURE,
        methods.FIGURE,
    ),
    claims=claims.CLAIMS,
)
