"""The picture of a run: exam, fitness and diversity over the generations."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from semeai.arena.ratings import share_interval
from semeai.drawing import BLUE, GREY, INK, RUST, plain_axes, save_picture
from semeai.evolve.evolver import Row

FILE = "evolution.svg"
MATCHED = "share of moves matched"
"""the unit of a fitness that is comparable with the share of matched moves in test games"""


def draw_evolution(rows: Sequence[Row], unit: str, title: str, exam_games: int, folder: Path) -> Path:
    """Draw the rows into the folder of their run; `unit` is the unit of the fitness. Returns the file. Raises
    OSError."""
    save_picture(partial(_figure, rows, unit, title, exam_games), folder / FILE)
    return folder / FILE


def _figure(rows: Sequence[Row], unit: str, title: str, exam_games: int) -> Any:
    from matplotlib.figure import Figure

    has_exams = "share" in rows[0]
    heights = [2.0, 2.0, 1.0] if has_exams else [2.0, 1.0]
    figure = Figure(figsize=(7.5, 1.2 + sum(heights)), dpi=150, facecolor="white", layout="constrained")
    figure.suptitle(title, size=9, color=INK, x=0.01, ha="left")
    panels = list(figure.subplots(len(heights), 1, sharex=True, height_ratios=heights))
    at = [row["generation"] for row in rows]
    if has_exams:
        _draw_exams(panels.pop(0), at, rows, exam_games)
    _draw_fitness(panels[0], at, rows, unit)
    _draw_diversity(panels[1], at, rows)
    panels[1].set_xlabel("generation", size=9, color=GREY)
    return figure


def _draw_exams(axes: Any, at: Sequence[int], rows: Sequence[Row], exam_games: int) -> None:
    shares = [row["share"] for row in rows]
    ends = [share_interval(share * exam_games, exam_games) for share in shares]
    low, high = [100 * end[0] for end in ends], [100 * end[1] for end in ends]
    axes.fill_between(at, low, high, color=BLUE, alpha=0.15, linewidth=0, label="95% interval")
    axes.plot(at, [100 * share for share in shares], color=BLUE, linewidth=1.4, label="best of the generation")
    axes.axhline(50, color=GREY, linewidth=0.8, linestyle=(0, (1, 2)))
    axes.set_ylim(0, 100)
    axes.set_ylabel(f"points in {exam_games}\nfresh games (%)", size=9, color=GREY)
    _finish(axes)


def _draw_fitness(axes: Any, at: Sequence[int], rows: Sequence[Row], unit: str) -> None:
    lines = [("best", BLUE, "-"), ("mean", RUST, "--"), ("min", GREY, ":")]
    if "test" in rows[0] and unit == MATCHED:  # a share is not comparable with logs
        lines.append(("test", INK, "-."))
    for name, color, style in lines:
        axes.plot(at, [row[name] for row in rows], color=color, linestyle=style, linewidth=1.4, label=name)
    axes.set_ylabel(f"fitness\n({unit})", size=9, color=GREY)
    _finish(axes)


def _draw_diversity(axes: Any, at: Sequence[int], rows: Sequence[Row]) -> None:
    axes.plot(at, [row["diversity"] for row in rows], color=INK, linewidth=1.2)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("diversity\n(sd / range)", size=9, color=GREY)
    plain_axes(axes)


def _finish(axes: Any) -> None:
    plain_axes(axes)
    axes.legend(fontsize=8, frameon=False, labelcolor=INK, loc="lower right", ncols=4)
