"""Write the tables of claims and of settings, and the commands of figures, into the READMEs: python docs/claims.py. A
test checks that they are up to date."""

import re
from pathlib import Path

from semeai.papers import PAPERS, load_paper
from semeai.papers.claims import command_of, count_verdicts, format_claims, judge_claims
from semeai.papers.costs import read_costs
from semeai.papers.tables import format_numbers

ROOT = Path(__file__).parents[1]
_TABLE = re.compile(r"^\| claim \| verdict \|.*\n(?:\|.*\n)*", re.MULTILINE)
"""the table of claims of a paper's README"""


def readmes() -> dict[Path, str]:
    """The READMEs as they should be: those of the papers, and the main one with the counts of verdicts."""
    main = (ROOT / "README.md").read_text(encoding="utf-8")
    found = {}
    for key in PAPERS:
        judged = judge_claims(load_paper(key), ROOT / "results" / key)
        path = ROOT / "src" / "semeai" / "papers" / key / "README.md"
        text = _replace(_TABLE, path.read_text(encoding="utf-8"), format_claims(judged))
        for figure in load_paper(key).figures:
            command = command_of(key, figure, read_costs(ROOT / "results" / key))
            text = _replace(re.compile(rf"(?<=```\n)semeai reproduce {key}/{figure.name}\b.*"), text, command)
        for experiment in load_paper(key).experiments:
            text = _replace(_numbers_of(experiment.name), text, format_numbers(experiment))
        found[path] = text
        main = _replace(
            re.compile(rf"(?<=`semeai reproduce {key}` \| )[^|\n]*(?= \|$)", re.MULTILINE), main, count_verdicts(judged)
        )
    return found | {ROOT / "README.md": main}


def _numbers_of(experiment: str) -> re.Pattern[str]:
    """The table below the heading or the summary "The numbers of ..."."""
    return re.compile(rf"(?<=numbers of {experiment}\n\n)(?:\|.*\n)+|(?<=of {experiment}</summary>\n\n)(?:\|.*\n)+")


def _replace(pattern: re.Pattern[str], text: str, by: str) -> str:
    """The text with the first match replaced; as it is where nothing matches."""
    match = pattern.search(text)
    return text if match is None else text[: match.start()] + by + text[match.end() :]


if __name__ == "__main__":
    for path, text in readmes().items():
        path.write_text(text, encoding="utf-8")
