"""howlett: MCTS, UCT, RAVE and influence maps."""

from semeai.papers.howlett import cp, early_stop, ladder, random, sizes, tuning
from semeai.papers.paper import Paper

PAPER = Paper(
    key="howlett",
    title="Design and Analysis of a Computer Go Program",
    authors="Charlie Howlett",
    published="its text does not say; a school project (EPQ)",
    summary="MCTS, UCT, RAVE, Bouzy's influence maps, a board for people",
    state="all of it: the searches as players, and his claims about them as matches",
    experiments=(random.RANDOM, ladder.LADDER, sizes.SIZES, cp.CP, early_stop.EARLY_STOP, tuning.TUNING),
    figures=(random.FIGURE, ladder.FIGURE, sizes.FIGURE, cp.FIGURE, early_stop.FIGURE, tuning.FIGURE),
)
