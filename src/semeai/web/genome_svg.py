"""A champion's genome as a drawing, in SVG: a network with its strongest connections, a bar for each named weight, or a
cell for each number.

Colors are the page's own (`currentColor`, and the classes `plus` and `minus` for the sign of a weight), so a drawing
fits in light and dark.
"""

from html import escape

import numpy as np
import numpy.typing as npt

from semeai.nets.network import Network, read_network
from semeai.players.champion import Champion
from semeai.players.local import FEATURES

MAX_LINES = 300
"""maximum number of connections that are drawn, the strongest first; all of them would be a grey patch"""
MAX_CELLS = 960
"""cells of a genome that is neither a network nor a list of named weights"""
WIDTH, HEIGHT = 640, 400
EDGE = 28
BAR, GAP, NAMES = 20, 8, 130

Points = npt.NDArray[np.float64]


def genome_svg(champion: Champion) -> str:
    """The drawing; "" for an empty genome. Raises ValueError if it is not a genome of its kind."""
    player = champion.player.partition(":")[0]
    if player == "local":
        return weights_svg(dict(zip(FEATURES, champion.genome.tolist(), strict=True)))
    if player in ("network", "field") or champion.problem.get("name") == "xor":
        return network_svg(read_network(champion.genome))
    return genes_svg(champion.genome)


def genes_svg(genome: npt.NDArray[np.generic]) -> str:
    """A cell for each gene. Larger numbers have stronger colors. Long genomes are thinned."""
    n = min(len(genome), MAX_CELLS)
    if n == 0:
        return ""
    genes = genome[np.linspace(0, len(genome) - 1, n).astype(int)].astype(np.float64)
    columns = min(n, max(8, int(np.ceil(np.sqrt(n * WIDTH / HEIGHT)))))
    cell = WIDTH / columns
    most = float(np.abs(genes).max()) or 1.0
    height = cell * -(-n // columns)
    parts = [_open(height, f"a genome of {len(genome):,} numbers")]
    for i, gene in enumerate(genes.tolist()):
        sign, strength = "plus" if gene >= 0 else "minus", abs(gene) / most
        place = f'x="{cell * (i % columns):.1f}" y="{cell * (i // columns):.1f}"'
        size = f'width="{cell - 1:.1f}" height="{cell - 1:.1f}"'
        parts.append(f'<rect class="{sign}" {place} {size} fill-opacity="{0.05 + 0.95 * strength:.2f}"/>')
    return "".join([*parts, "</svg>"])


def weights_svg(weights: dict[str, float]) -> str:
    """A bar for each weight; positive weights point to the right."""
    most = max((abs(weight) for weight in weights.values()), default=0) or 1.0
    middle, half = (NAMES + WIDTH - 48) / 2 + 24, (WIDTH - NAMES - 96) / 2
    height = (BAR + GAP) * len(weights) + GAP
    parts = [_open(height, "the weights of its features")]
    for i, (name, weight) in enumerate(weights.items()):
        y = GAP + (BAR + GAP) * i
        long = half * abs(weight) / most
        x = middle if weight >= 0 else middle - long
        sign, end = ("plus", middle + long + 6) if weight >= 0 else ("minus", middle - long - 6)
        anchor = "start" if weight >= 0 else "end"
        text = y + BAR / 2
        parts.append(f'<text x="0" y="{text}" class="name">{escape(name.replace("_", " "))}</text>')
        parts.append(f'<rect class="{sign}" x="{x:.1f}" y="{y}" width="{long:.1f}" height="{BAR}" rx="3"/>')
        parts.append(f'<text x="{end:.1f}" y="{text}" text-anchor="{anchor}">{weight:.2f}</text>')
    parts.append(f'<line class="axis" x1="{middle}" x2="{middle}" y1="0" y2="{height}"/>')
    return "".join([*parts, "</svg>"])


def network_svg(network: Network) -> str:
    """Inputs below, hidden units between, outputs above; where inputs and outputs are points, as boards."""
    places = np.concatenate(
        [
            _row(network.n_inputs, HEIGHT - EDGE - 10),
            _hidden(network),
            _row(network.n_outputs, EDGE + 10),
        ]
    )
    weights = network.weights.astype(np.float64)
    strongest = np.argsort(-np.abs(weights), kind="stable")[:MAX_LINES]
    most = float(np.abs(weights).max(initial=0)) or 1.0
    parts = [_open(HEIGHT, f"a network of {network.n_hidden} hidden units and {len(weights):,} connections")]
    for i in strongest[::-1].tolist():  # the strongest on top
        (x1, y1), (x2, y2) = places[network.sources[i]].tolist(), places[network.targets[i]].tolist()
        strength = abs(weights[i]) / most
        sign = "plus" if weights[i] >= 0 else "minus"
        look = f'stroke-width="{0.4 + 2 * strength:.2f}" stroke-opacity="{0.15 + 0.75 * strength:.2f}"'
        parts.append(f'<line class="{sign}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {look}/>')
    radius = max(1.6, min(6.0, 0.32 * (WIDTH - 2 * EDGE) / max(network.n_inputs, network.n_outputs, 1)))
    parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>' for x, y in places.tolist()]
    counts = ((network.n_outputs, "outputs", 12), (network.n_inputs, "inputs", HEIGHT - 8))
    parts += [f'<text x="0" y="{y}" class="name">{n:,} {what}</text>' for n, what, y in counts]
    shown = f"the {MAX_LINES} strongest of {len(weights):,} connections" if len(weights) > MAX_LINES else ""
    parts.append(f'<text x="{WIDTH}" y="12" text-anchor="end" class="name">{shown}</text>')
    return "".join([*parts, "</svg>"])


def _open(height: float, title: str) -> str:
    box = f'viewBox="0 0 {WIDTH} {height:g}"'
    return f'<svg class="genome" xmlns="http://www.w3.org/2000/svg" {box} role="img"><title>{escape(title)}</title>'


def _row(n: int, y: float) -> Points:
    """The places of units side by side."""
    x = EDGE + (np.arange(n) + 0.5) * (WIDTH - 2 * EDGE) / max(n, 1)
    return np.column_stack([x, np.full(n, y)])


def _hidden(network: Network) -> Points:
    """The places of hidden units: one level above the units that feed them, so that lines go up."""
    n = network.n_hidden
    level = np.zeros(n, dtype=np.int64)
    inner = (network.sources >= network.n_inputs) & (network.targets < network.n_inputs + n)
    # Sources come before targets, so one pass in the order of targets is enough.
    for i in np.flatnonzero(inner)[np.argsort(network.targets[inner], kind="stable")].tolist():
        source, target = network.sources[i] - network.n_inputs, network.targets[i] - network.n_inputs
        level[target] = max(level[target], level[source] + 1)
    n_levels = int(level.max(initial=0)) + 1
    places = np.zeros((n, 2))
    for k in range(n_levels):
        mine = np.flatnonzero(level == k)
        low, high = HEIGHT - EDGE - 70, EDGE + 70
        places[mine] = _row(len(mine), low - (low - high) * (k + 0.5) / n_levels)
    return places
