"""zela: SANE, SANEi and competitive coevolution."""

from semeai.papers.paper import Paper

PAPER = Paper(
    key="zela",
    title="Evolving and Coevolving Computer Go Players Using Neuroevolution",
    authors="Wester Zela Moraya, Jose Zato Recellado",
    published="its text does not say",
    summary="SANE and SANEi against Wally and against each other; reviews ESP and NEAT",
    state="to come",
)
