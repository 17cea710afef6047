"""zela: SANE, SANEi and competitive coevolution."""

from semeai.papers.paper import Paper
from semeai.papers.zela import (
    coevolution,
    coevolution_figure,
    gnugo,
    hall,
    kept,
    noisy,
    phases,
    strangers,
    thumb,
    wally,
    wally_figure,
)
from semeai.papers.zela.claims import CLAIMS

PAPER = Paper(
    key="zela",
    title="Evolving and Coevolving Computer Go Players Using Neuroevolution",
    authors="Wester Zela Moraya, Jose Zato Recellado",
    published="its text does not say",
    summary="SANE and SANEi against Wally and against each other; reviews ESP and NEAT",
    state="SANE and SANEi against wally (figures 4 and 5) and in coevolution (figures 6 to 9); strangers, and variants",
    experiments=(
        wally.WALLY,
        phases.PHASES,
        kept.EXPERIMENT,
        noisy.NOISY,
        coevolution.COEVOLUTION,
        hall.EXPERIMENT,
        strangers.EXPERIMENT,
        thumb.EXPERIMENT,
        gnugo.EXPERIMENT,
    ),
    figures=(
        wally_figure.FIGURE,
        phases.FIGURE,
        kept.FIGURE,
        noisy.FIGURE,
        coevolution_figure.FIGURE,
        hall.FIGURE,
        strangers.FIGURE,
        thumb.FIGURE,
        gnugo.FIGURE,
    ),
    claims=CLAIMS,
)
