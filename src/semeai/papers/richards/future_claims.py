"""The claims of section 9, future work, and the forecast of section 7.1: each is judged by one of our experiments."""

from collections.abc import Callable
from statistics import fmean

from semeai.papers.bootstrap import paired
from semeai.papers.claims import Claim, Finding, Tables, Verdict
from semeai.papers.richards import features, hierarchy, larger, screening
from semeai.papers.richards.judging import FEW, n_seeds_of, settle
from semeai.papers.richards.networks import TABLE_1
from semeai.papers.shares import rows_where


def judge_local(tables: Tables) -> Finding:
    table = rows_where(tables["generality"], bred_against="wally", tested="wally:noise=0.1")
    field, network = (
        [100 * row["points"] for row in rows_where(table, player=player)] for player in ("field", "network")
    )
    gap, n = paired(network, field), len(field)
    said = f"networks that see the whole board have {gap} points of a hundred more than fields of 5x5, on 7x7"
    return Finding(settle(gap.sign, n), said, n)


def judge_screening(tables: Tables) -> Finding:
    table = tables["screening"]
    all_games, n = screening.games_of(table, 1.0), n_seeds_of(table)
    saved = {kept: paired(all_games, screening.games_of(table, kept)) for kept in (0.5, 0.25)}
    sign = max(its.sign for its in saved.values())
    said = "; ".join(f"{its} thousand games saved where {kept:.0%} play it" for kept, its in saved.items())
    return Finding(settle(sign, n), f"of {fmean(all_games):.0f} thousand against the strong opponent, {said}", n)


def judge_features(tables: Tables) -> Finding:
    """Judge that features together with stones need fewer generations than stones alone."""
    table = tables["features"]
    taken = {name: features.column_of(table, name, "generations") for name in features.INPUTS}
    saved, alone = (paired(taken["stones"], taken[name]) for name in ("all", "tactics"))
    said = ", ".join(f"{name} {fmean(values):.0f}" for name, values in taken.items())
    words = f"mean generations by inputs: {said}; saved by both {saved}, by features alone {alone}"
    return Finding(settle(saved.sign, n_seeds_of(table)), words, n_seeds_of(table))


def judge_hierarchy(tables: Tables) -> Finding:
    """Judge that with two levels the generations grow less from the smallest to the largest board than with one."""
    table, n = tables["hierarchy"], n_seeds_of(tables["hierarchy"])
    small, large = min(TABLE_1), max(TABLE_1)
    growth, said = {}, []
    for levels, words in hierarchy.LEVELS.items():
        taken = {size: hierarchy.column_of(table, levels, size, "generations") for size in (small, large)}
        growth[levels] = [b - a for a, b in zip(taken[small], taken[large], strict=True)]
        n_reached = sum(row["reached"] for row in rows_where(table, features=levels, size=large))
        said.append(
            f"{words} {fmean(taken[small]):.0f} on {small}x{small} and {fmean(taken[large]):.0f} on {large}x{large} "
            f"({n_reached} of {n} runs reach 75%)"
        )
    one, two = growth.values()
    less = paired(one, two)
    words = f"mean generations: {'; '.join(said)}; two levels grow by {less} less"
    return Finding(settle(less.sign, n), words, n)


def judge_board(size: int, fewest: int) -> Callable[[Tables], Finding]:
    """A judge of whether the law says that a board takes at least so many generations, by its interval."""

    def judge(tables: Tables) -> Finding:
        runs, n = larger.runs_on_all_boards(tables), n_seeds_of(tables["larger"])
        n_reached = sum(row["reached"] for row in tables["larger"])
        said = larger.tell_law(tables).rstrip(".")
        if n_reached < FEW:
            return Finding(Verdict.UNTOLD, said, n)
        low, high = larger.interval(runs, size)
        return Finding(settle((low >= fewest) - (high < fewest), n), said, n)

    return judge


SEVERAL_THOUSAND, TENS_OF_THOUSANDS = 2_000, 10_000

CLAIMS = (
    Claim("13x13 would take several thousand generations", "section 7.1", "larger", judge_board(13, SEVERAL_THOUSAND)),
    Claim(
        "19x19 would take perhaps tens of thousands of generations",
        "section 7.1",
        "larger",
        judge_board(19, TENS_OF_THOUSANDS),
    ),
    Claim("seeing only a part of the board makes for weaker play", "section 9.1", "generality", judge_local),
    Claim("features as inputs make learning faster", "section 9.2", "features", judge_features),
    Claim(
        "with a hierarchy of networks, generations do not grow with the board",
        "section 9.2",
        "hierarchy",
        judge_hierarchy,
    ),
    Claim("a weak opponent can screen networks for a strong one", "section 9.3", "screening", judge_screening),
)
