"""Pictures of agents: one for each, with the points that it rates, for `semeai agents` and docs/agents.md."""

from string import ascii_lowercase
from textwrap import wrap

from semeai.go.board import Board
from semeai.go.picture import CELL, Label, Picture, draw
from semeai.go.points import PASS, parse_vertex
from semeai.go.rules import Rules
from semeai.players.agents.agents import AGENTS, Agent, rate_board

# From a game of `rave` against itself: every agent rates some points of it.
EXAMPLE = """
    E5 F5 F6 F4 G5 G4 H4 H3 H5 E6 D6 E7 F7 D5 E4 F8 D7 E8 G8 G7 G6 H7 H8 D8
    H2 C2 D4 C5 C4 B4 B5 C6 C7 B6 B3 A5 C3 B2 D2 J8 H6 G9 J7 A3 D1 H9 A2
"""
INK = "#333"
TEXT = 13  # pixels
LEADING = 18


def example_board() -> Board:
    """The position of the documents, white to play."""
    board = Board(Rules(size=9))
    for move in EXAMPLE.split():
        board.play(parse_vertex(move, board.size))
    return board


def draw_agents(board: Board) -> dict[str, str]:
    """The ratings of the position by each agent, as the text of an SVG file.

    The greener a point, the higher its rating. A number is the value of the only channel. If there are several, each
    has a letter, which marks the points that it rates.
    """
    values, strengths = rate_board(board)
    pictures = {}
    for agent in AGENTS.values():
        said = values[agent.first : agent.last]
        total = said.sum(axis=0)
        points = [int(p) for p in total.nonzero()[0]]
        if len(agent.channels) == 1:
            words = {p: str(total[p]) for p in points}
        else:
            words = {p: "".join(ascii_lowercase[i] for i in said[:, p].nonzero()[0]) for p in points}
        labels = {p: Label(words[p], heat=float(total[p] / total.max())) for p in points}
        last = board.moves[-1] if board.moves else PASS
        svg = draw(Picture(board.size, board.stones, last, labels=labels), CELL * (board.size + 1))
        pictures[agent.name] = _with_caption(svg, board.size, _caption(agent, float(strengths[agent.first])))
    return pictures


def _caption(agent: Agent, strength: float) -> str:
    caption = agent.name
    if len(agent.channels) > 1:
        names = zip(ascii_lowercase, agent.channels, strict=False)
        caption += ": " + ", ".join(f"{letter}\N{NO-BREAK SPACE}{channel}" for letter, channel in names)
    return caption if strength == 1 else f"{caption} (current weight {strength:.2f})"


def _with_caption(svg: str, size: int, caption: str) -> str:
    """The picture with some lines of text below."""
    width = CELL * (size + 1)
    lines = wrap(caption, width * 2 // TEXT)
    height = width + LEADING * len(lines) + LEADING // 2
    texts = [
        f'<text x="2" y="{width + LEADING * i}" font-family="sans-serif" font-size="{TEXT}" fill="{INK}">{line}</text>'
        for i, line in enumerate(lines, 1)
    ]
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    paper = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join([start, paper, svg.rstrip(), *texts, "</svg>", ""])
