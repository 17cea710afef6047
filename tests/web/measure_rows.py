"""How quick pages of a long run answer: a run with 5,000 rows, medians of 10 requests.

python -m tests.web.measure_rows     for people: no test runs it
"""

import json
import statistics
import tempfile
import time
from pathlib import Path
from urllib.request import Request, urlopen

from semeai.api import breed
from tests.web.conftest import cookie_of, serving

ROWS, REQUESTS = 5_000, 10
LIMIT = 0.3
"""seconds"""


def write_long_run(runs: Path) -> None:
    """Breed a small run and repeat its rows. Without a checkpoint, all rows count."""
    breed("ga:population=6", run="long", folder=runs, quiet=True, size=5, games=4, generations=4, exam=10)
    path = runs / "long" / "rows.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    lines = (json.dumps(rows[i % len(rows)] | {"generation": i}) + "\n" for i in range(ROWS))
    path.write_text("".join(lines))
    for checkpoint in (runs / "long").glob("checkpoint*"):
        checkpoint.unlink()


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_long_run(folder / "runs")
        with serving(folder) as address:
            cookie = cookie_of(address)
            headers = {"Cookie": f"{cookie['name']}={cookie['value']}"}
            for path in ("evolve/long", "evolve", "compare?runs=long"):
                times = []
                for _ in range(REQUESTS):
                    start = time.monotonic()
                    with urlopen(Request(f"{address}{path}", headers=headers)) as answer:
                        answer.read()
                    times.append(time.monotonic() - start)
                median = statistics.median(times)
                verdict = "below" if median < LIMIT else "ABOVE"
                print(f"/{path}: median {1000 * median:.0f} ms, worst {1000 * max(times):.0f} ms, {verdict} the limit")


if __name__ == "__main__":
    main()
