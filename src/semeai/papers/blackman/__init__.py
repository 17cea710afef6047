"""blackman: agents and a summation network."""

from semeai.papers.blackman import agents, boards, comparison, growth, tournament
from semeai.papers.blackman.claims import CLAIMS
from semeai.papers.paper import Paper

PAPER = Paper(
    key="blackman",
    title="A Multi-Agent Approach to the Game of Go Using Genetic Algorithms",
    authors="Todd Blackman, Arvin Agah",
    published="its text does not say",
    summary="agents, weighed by a summation network that a genetic algorithm trains on game records",
    state="agents alone and together (figures 7 to 11), also in games; beyond the paper, more agents and larger boards",
    experiments=(agents.AGENTS, tournament.EXPERIMENT, growth.GROWTH, boards.EXPERIMENT),
    figures=(*agents.FIGURES, comparison.FIGURE, tournament.FIGURE, growth.FIGURE, boards.FIGURE),
    claims=CLAIMS,
)
