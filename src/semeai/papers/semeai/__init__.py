"""semeai: questions of our own."""

from semeai.papers.paper import Paper
from semeai.papers.semeai import ablations, budgets, nothing, strangers

PAPER = Paper(
    key="semeai",
    title="Questions of our own",
    authors="the semeai project",
    published="here",
    summary="all methods at equal games and at equal time; what helps most: method, inputs, opponents or fitness",
    state="budgets and ablations on 7x7, champions against strangers, search from nothing",
    experiments=(budgets.EXPERIMENT, ablations.EXPERIMENT, strangers.EXPERIMENT, nothing.EXPERIMENT),
    figures=(budgets.FIGURE, ablations.FIGURE, strangers.FIGURE, nothing.FIGURE),
)
