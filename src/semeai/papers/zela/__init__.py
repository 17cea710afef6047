"""zela: SANE, SANEi and competitive coevolution."""

from semeai.papers.paper import Paper
from semeai.papers.zela import wally

PAPER = Paper(
    key="zela",
    title="Evolving and Coevolving Computer Go Players Using Neuroevolution",
    authors="Wester Zela Moraya, Jose Zato Recellado",
    published="its text does not say",
    summary="SANE and SANEi against Wally and against each other; reviews ESP and NEAT",
    state="SANE and SANEi against wally (figures 4 and 5); the figures of coevolution are to come",
    experiments=(wally.WALLY,),
    figures=(wally.FIGURE,),
)
