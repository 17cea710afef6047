"""Writes the index of docs/log.md by topic: python docs/log_index.py. Run it after adding a section."""

import re
from pathlib import Path

PATH = Path(__file__).with_name("log.md")
TOPICS = {
    "Papers": r"drake|zela|howlett|blackman|richards|papers?\b|claims|figures",
    "Evolution": r"bred|breed|methods|networks|strategies|fitness|generations|equal games|league|coevolution|evolution",
    "Players": r"players|agents|search|pass|tactics|shape|rave|uct|wally|ladder",
    "Game and arena": r"\bgame|arena|match|tournament|ratings|records|openings",
    "Lab, pages and clusters": r"lab\b|browser|pages?\b|web|machine|cluster|front door|prompt|start",
    "Safety, tests and code": r"trusted|CI|house|safety|tests?\b|code|words|documents|security|files",
}
"""a section belongs to the first topic whose pattern its title matches"""
_INDEX = re.compile(r"## Index\n.*?(?=^## )", re.DOTALL | re.MULTILINE)


def slug(title: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def with_index(text: str) -> str:
    """The log with a new index."""
    text = _INDEX.sub("", text)
    titles = re.findall(r"^## (.+)$", text, re.MULTILINE)
    entries: dict[str, list[str]] = {topic: [] for topic in [*TOPICS, "Other"]}
    for title in titles:
        name = title.partition(" ")[2]
        topic = next((t for t, pattern in TOPICS.items() if re.search(pattern, name, re.IGNORECASE)), "Other")
        entries[topic].append(f"[{name}](#{slug(title)}) ({title[:10]})")
    lines = [f"- **{topic}**: {', '.join(found)}" for topic, found in entries.items() if found]
    index = "\n".join(["## Index", "", *lines, "", ""])
    start = text.index("\n## ") + 1
    return text[:start] + index + text[start:]


if __name__ == "__main__":
    PATH.write_text(with_index(PATH.read_text(encoding="utf-8")), encoding="utf-8")
