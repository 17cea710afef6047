"""richards: SANE against Wally on 5x5, 7x7 and 9x9."""

from semeai.papers.paper import Paper
from semeai.papers.richards import generations, nondeterminism, opponent

PAPER = Paper(
    key="richards",
    title="Evolving Neural Networks to Play Go",
    authors="Norman Richards, David E. Moriarty, Risto Miikkulainen",
    published="to appear in Applied Intelligence",
    summary="SANE against Wally on 5x5, 7x7 and 9x9; nondeterminism; handicaps",
    state="generations to 75%, first moves, nondeterminism, the opponent itself; handicaps are to come",
    experiments=(*generations.GENERATIONS.values(), nondeterminism.NONDETERMINISM, opponent.OPPONENT),
    figures=(generations.FIGURE, generations.OPENING, nondeterminism.FIGURE, opponent.FIGURE),
)
