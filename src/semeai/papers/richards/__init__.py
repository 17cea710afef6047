"""richards: SANE against Wally on 5x5, 7x7 and 9x9."""

from semeai.papers.paper import Paper
from semeai.papers.richards import nondeterminism, opponent

PAPER = Paper(
    key="richards",
    title="Evolving Neural Networks to Play Go",
    authors="Norman Richards, David E. Moriarty, Risto Miikkulainen",
    published="to appear in Applied Intelligence",
    summary="SANE against Wally on 5x5, 7x7 and 9x9; nondeterminism; handicaps",
    state="the opponent and what it teaches, with small players bred by ga; SANE is to come",
    experiments=(opponent.OPPONENT, nondeterminism.NONDETERMINISM),
    figures=(opponent.FIGURE, nondeterminism.FIGURE),
)
