"""drake: coevolved partial strategies."""

from semeai.papers.drake import ablations, cut, islands, populations, search, single, threads, unseen, wishes
from semeai.papers.drake.claims import CLAIMS
from semeai.papers.paper import Paper

PAPER = Paper(
    key="drake",
    title="Coevolving Partial Strategies for the Game of Go",
    authors="Peter Drake, Yung-Pin Chen",
    published="its text does not say",
    summary="coevolved partial strategies; steady state, champions, a player by plurality",
    state="all of it: its runs and experiments, the real-time player it announces, what it wished for, and islands",
    experiments=(
        single.SINGLE,
        threads.THREADS,
        threads.CHAMPIONS,
        populations.POPULATIONS,
        populations.SIZES,
        populations.LARGE,
        cut.CUT,
        unseen.UNSEEN,
        wishes.WISH,
        islands.ISLANDS,
        ablations.ABLATIONS,
        search.SEARCH,
    ),
    figures=(
        single.FIGURE,
        threads.FIGURE,
        populations.FIGURE_9,
        populations.FIGURE_10,
        cut.FIGURE,
        unseen.FIGURE,
        wishes.FIGURE,
        islands.FIGURE,
        ablations.FIGURE,
        search.FIGURE,
    ),
    claims=CLAIMS,
)
