"""drake: coevolved partial strategies."""

from semeai.papers.paper import Paper

PAPER = Paper(
    key="drake",
    title="Coevolving Partial Strategies for the Game of Go",
    authors="Peter Drake, Yung-Pin Chen",
    published="its text does not say",
    summary="coevolved partial strategies; steady state, champions, a player by plurality",
    state="to come",
)
