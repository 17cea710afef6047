"""The population of a run as a picture: a row for each candidate, a column for each gene.

Where candidates agree on a gene, its column has one color from top to bottom. So a population that has lost its
diversity looks like stripes, and a fresh one like noise.
"""

import struct
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt

from semeai.archive import unpack
from semeai.files import DamagedFile, has_file
from semeai.lab.checkpoints import CURRENT, KIND, VERSION

MAX_BYTES = 64 << 20
MAX_CANDIDATES, MAX_GENES = 120, 240
"""rows and columns of a picture"""
ARRAYS = ("genomes", "weights")
"""arrays of a checkpoint that hold a population; the name of a side may precede them"""
BLUE, ORANGE = (59, 125, 216), (217, 130, 43)

Matrix = npt.NDArray[np.float64]


def read_populations(folder: Path) -> dict[str, Matrix]:
    """The populations in the last checkpoint of a run, by side ("" if there is only one), candidates by genes.

    Empty if the method has no population, and before the first checkpoint. Raises OSError and DamagedFile.
    """
    if not has_file(folder, CURRENT):
        return {}
    _, arrays = unpack(folder / CURRENT, KIND, VERSION, MAX_BYTES)
    found = {}
    for name, array in arrays.items():
        parts = name.split(".")
        if parts[-1] in ARRAYS and array.ndim == 2 and array.dtype.kind in "iuf" and array.size:
            if not np.isfinite(array).all():
                raise DamagedFile(f"{folder / CURRENT}: a population has a number that is not finite")
            found[parts[0] if len(parts) > 1 else ""] = _thin(array)
    return found


def _thin(array: npt.NDArray[np.generic]) -> Matrix:
    """At most MAX_CANDIDATES candidates and MAX_GENES genes, evenly spaced."""
    rows = np.unique(np.linspace(0, array.shape[0] - 1, min(array.shape[0], MAX_CANDIDATES)).astype(int))
    columns = np.unique(np.linspace(0, array.shape[1] - 1, min(array.shape[1], MAX_GENES)).astype(int))
    thinned: Matrix = array[np.ix_(rows, columns)].astype(np.float64)
    return thinned


def population_png(population: Matrix) -> bytes:
    """The picture of a population as PNG. Blue is positive, orange negative; small numbers are transparent, so that the
    picture fits light and dark mode. Similar candidates are next to each other."""
    middle = population.mean(axis=0)
    order = np.argsort(((population - middle) ** 2).sum(axis=1), kind="stable")
    values = population[order]
    most = float(np.abs(values).max()) or 1.0
    strength = np.sqrt(np.abs(values) / most)
    pixels = np.empty((*values.shape, 4), dtype=np.uint8)
    pixels[..., :3] = np.where((values >= 0)[..., None], BLUE, ORANGE)
    pixels[..., 3] = (255 * strength).astype(np.uint8)
    return _png(pixels)


def _png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """An image of red, green, blue and alpha as a PNG file."""
    height, width, _ = pixels.shape
    lines = b"".join(b"\0" + row.tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(lines, 6)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
