"""Drawings of genomes are SVG that a browser can read, and show what is there."""

from xml.etree import ElementTree

import numpy as np

from semeai.go.rules import Rules
from semeai.nets.network import Network
from semeai.players.champion import Champion
from semeai.web.genome_svg import HEIGHT, MAX_LINES, genome_svg, network_svg, weights_svg

SVG = "{http://www.w3.org/2000/svg}"


def champion(player: str, genome: np.ndarray, name: str = "x") -> Champion:
    rules = Rules(size=5) if player else None
    return Champion(player, genome, rules, "ga", {"name": name}, 1, 0, {}, {})


def test_a_bar_for_each_weight_to_the_side_of_its_sign() -> None:
    svg = ElementTree.fromstring(weights_svg({"a": 1.0, "b_c": -0.5, "<": 0.0}))
    bars = svg.findall(f"{SVG}rect")
    axis = svg.find(f"{SVG}line")
    assert axis is not None
    middle = float(axis.attrib["x1"])
    assert [bar.attrib["class"] for bar in bars] == ["plus", "minus", "plus"]
    assert float(bars[0].attrib["x"]) == middle
    assert float(bars[1].attrib["x"]) + float(bars[1].attrib["width"]) == middle
    assert float(bars[0].attrib["width"]) == 2 * float(bars[1].attrib["width"])
    assert [text.text for text in svg.findall(f"{SVG}text")][::2] == ["a", "b c", "<"]


def test_a_network_has_all_its_units_and_its_lines_go_up() -> None:
    net = Network(3, 2, 1, np.array([0, 1, 3, 4]), np.array([3, 4, 4, 5]), np.array([1, -2, 0.5, 3], dtype=np.float32))
    svg = ElementTree.fromstring(network_svg(net))
    assert len(svg.findall(f"{SVG}circle")) == 6
    lines = svg.findall(f"{SVG}line")
    assert len(lines) == 4
    assert all(float(line.attrib["y2"]) < float(line.attrib["y1"]) for line in lines)
    assert lines[-1].attrib["class"] == "plus"  # the strongest, on top
    assert all(0 < float(circle.attrib["cy"]) < HEIGHT for circle in svg.findall(f"{SVG}circle"))


def test_of_a_large_network_the_strongest_connections_are_drawn() -> None:
    n = 2 * MAX_LINES
    weights = np.arange(1, n + 1, dtype=np.float32)
    net = Network(10, 1, 1, np.arange(n) % 10, np.full(n, 10), weights)
    svg = ElementTree.fromstring(network_svg(net))
    widths = [float(line.attrib["stroke-width"]) for line in svg.findall(f"{SVG}line")]
    assert len(widths) == MAX_LINES
    assert min(widths) > 1.3  # the weaker half would be thinner


def test_champions_of_each_kind() -> None:
    net = Network(50, 1, 25, np.array([0]), np.array([50]), np.array([1], dtype=np.float32))
    assert "a network of 1 hidden units" in genome_svg(champion("network", net.genome()))
    assert "weights of its features" in genome_svg(champion("local", np.zeros(11)))
    assert "a genome of 4 numbers" in genome_svg(champion("", np.zeros(4), "sphere"))
