"""howlett: MCTS, UCT, RAVE and influence maps."""

from semeai.papers.howlett import cp, early_stop, endless, habits, ladder, literal, random, sizes, sweep, tuning
from semeai.papers.howlett.claims import CLAIMS
from semeai.papers.paper import Paper

PAPER = Paper(
    key="howlett",
    title="Design and Analysis of a Computer Go Program",
    authors="Charlie Howlett",
    published="its text does not say; a school project (EPQ)",
    summary="MCTS, UCT, RAVE, Bouzy's influence maps, a board for people",
    state="all of it: the searches as players, and his claims about them as matches and counts",
    experiments=(
        *(random.RANDOM, literal.LITERAL, ladder.LADDER, sizes.SIZES, cp.CP, sweep.SWEEP, habits.HABITS),
        *(endless.ENDLESS, early_stop.EARLY_STOP, tuning.TUNING),
    ),
    figures=(
        *(random.FIGURE, literal.FIGURE, ladder.FIGURE, sizes.FIGURE, cp.FIGURE, sweep.FIGURE, habits.CORNERS),
        *(habits.STRINGS, endless.FIGURE, early_stop.FIGURE, tuning.FIGURE),
    ),
    claims=CLAIMS,
)
