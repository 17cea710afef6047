"""howlett: MCTS, UCT, RAVE and influence maps."""

from semeai.papers.paper import Paper

PAPER = Paper(
    key="howlett",
    title="Design and Analysis of a Computer Go Program",
    authors="Charlie Howlett",
    published="its text does not say; a school project (EPQ)",
    summary="MCTS, UCT, RAVE, Bouzy's influence maps, a board for people",
    state="to come",
)
