"""richards: SANE against Wally on 5x5, 7x7 and 9x9."""

from semeai.papers.paper import Paper
from semeai.papers.richards import generations, growing, handicaps, methods, nondeterminism, opponent, pool

PAPER = Paper(
    key="richards",
    title="Evolving Neural Networks to Play Go",
    authors="Norman Richards, David E. Moriarty, Risto Miikkulainen",
    published="to appear in Applied Intelligence",
    summary="SANE against Wally on 5x5, 7x7 and 9x9; nondeterminism; handicaps",
    state="generations to 75%, first moves, nondeterminism, handicaps, the opponent itself; beyond the paper",
    experiments=(
        *generations.GENERATIONS.values(),
        nondeterminism.NONDETERMINISM,
        handicaps.HANDICAPS,
        opponent.OPPONENT,
        pool.POOL,
        growing.GROWING,
        methods.EXPERIMENT,
    ),
    figures=(
        generations.FIGURE,
        generations.OPENING,
        nondeterminism.FIGURE,
        handicaps.FIGURE,
        opponent.FIGURE,
        pool.FIGURE,
        growing.FIGURE,
        methods.FIGURE,
    ),
)
