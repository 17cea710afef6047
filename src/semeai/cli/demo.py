"""`semeai demo`: breed a small Go player and show the result."""

from semeai.cli.app import RUNS, Jobs, app, read_workers
from semeai.cli.evolve import hold_run


@app.command()
def demo(jobs: Jobs = None) -> None:
    """Breed a small Go player from scratch in half a minute, and test it.

    \b
    Example:
      semeai demo
    """
    from semeai.lab import demo
    from semeai.lab.result import next_text, result_text

    print(demo.INTRODUCTION, flush=True)
    with read_workers(jobs, "threads", 600.0) as workers:
        result, pictures = hold_run(demo.make_order(), RUNS / "demo", workers)
        print(result_text(result, pictures))
        print(demo.held_out_text(result.champion.genome, workers))
        print(next_text(result) + demo.MORE, end="")
