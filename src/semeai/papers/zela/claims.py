"""All claims of the paper that we test, in the order of its text."""

from semeai.papers.claims import Claim
from semeai.papers.zela import coevolution_claims, wally_claims
from semeai.papers.zela.gnugo import judge_gnugo
from semeai.papers.zela.hall import judge_worse_200
from semeai.papers.zela.kept import judge_kept
from semeai.papers.zela.noisy import judge_noisy
from semeai.papers.zela.phases import judge_phases
from semeai.papers.zela.strangers import judge_champions, judge_strangers
from semeai.papers.zela.thumb import judge_thumb

_END = 'section "Results of Co-evolving"'
CLAIMS = (
    Claim(
        "SANE maintains its knowledge by keeping the best networks",
        'section "Evolution of computer Go player"',
        "kept",
        judge_kept,
    ),
    *wally_claims.CLAIMS,
    Claim(
        "SANEi is better because immigrants bring diversity that crossover and mutation no longer create",
        "figures 4 and 5",
        "phases",
        judge_phases,
    ),
    Claim("SANEi ends better than SANE against a Wally with 10% random moves", "figures 4 and 5", "noisy", judge_noisy),
    *coevolution_claims.CLAIMS,
    Claim("SANEi that replaces the worse 200 neurons beats SANE more frequently", _END, "hall", judge_worse_200),
    Claim("Players with two basic rules have better results", _END, "thumb", judge_thumb),
    Claim("Populations should be trained against a stronger opponent as GnuGo", _END, "gnugo", judge_gnugo),
    Claim(
        "Champions of coevolution do better against random moves than generation 1",
        'section "Competitive co-evolution"',
        "strangers",
        judge_champions,
    ),
    Claim(
        "Players of SANEi have better results against opponents they were not trained with (in print people)",
        'section "Conclusion"',
        "strangers",
        judge_strangers,
    ),
)
