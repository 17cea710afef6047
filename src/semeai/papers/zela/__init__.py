"""zela: SANE, SANEi and competitive coevolution."""

from semeai.papers.paper import Paper
from semeai.papers.zela import coevolution, noisy, wally

PAPER = Paper(
    key="zela",
    title="Evolving and Coevolving Computer Go Players Using Neuroevolution",
    authors="Wester Zela Moraya, Jose Zato Recellado",
    published="its text does not say",
    summary="SANE and SANEi against Wally and against each other; reviews ESP and NEAT",
    state="SANE and SANEi against wally (figures 4 and 5) and in coevolution (figures 6 to 9); strangers",
    experiments=(wally.WALLY, noisy.NOISY, coevolution.COEVOLUTION),
    figures=(),
)
