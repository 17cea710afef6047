"""Writes the glossary, docs/vocabulary.md, from `semeai.glossary`: python docs/vocabulary.py. A test compares them."""

from pathlib import Path

from semeai.glossary import PARTS

PATH = Path(__file__).with_name("vocabulary.md")


def text() -> str:
    """The glossary as Markdown: a table for each part."""
    lines = ["# Glossary", "", "Each term has one meaning in code, documents, pages and messages.", ""]
    for part, terms in PARTS.items():
        lines += [f"## {part}", "", "| term | meaning |", "|---|---|"]
        lines += [f"| **{term}** | {meaning} |" for term, meaning in terms.items()] + [""]
    return "\n".join(lines)


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
