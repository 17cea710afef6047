"""The recorded runs: one small seeded run of every method and of every kind of problem that `semeai evolve` has."""

import shlex
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent

# Opponents are so weak, and networks so large, that fitness differs between candidates from the first generation on.
QUICK = "--size 5 --games 4 --exam 20 --opponent wally:noise=0.9"
WEAK = "--size 5 --games 4 --exam 20 --opponent wally:noise=1"
SANE = "sane:neurons=40,blueprints=10,hidden=20,connections=12"
SMALL_SANE = "sane:neurons=40,blueprints=10,hidden=8,connections=8"
ESP = "esp:hidden=6,neurons=8,trials=2"
SUMMATION = "--problem summation:agents=all,weights=real"
RECORDS = "--records records.sgf --size 5 --test 0.25"
POSITION = "position.txt"
HALF = "--generations 2"


@dataclass(frozen=True)
class Case:
    """A run that is started by `semeai evolve`. Its folder has the name of the case."""

    words: str
    """the method and its options, as typed"""
    whole: str = "--generations 4"
    """how far the recorded run goes"""
    begun: str = ""
    """how far the run in `begun/` had gone when it was stopped; empty if there is none"""
    before: tuple[str, ...] = ()
    """runs of `semeai evolve` that this one starts from"""

    def command(self, name: str, length: str) -> list[str]:
        """The arguments of `semeai` that take the run that far."""
        return ["evolve", *shlex.split(f"{self.words} {length}"), "--run", name, "--quiet"]


def strategies(words: str) -> Case:
    """A run that is measured in steps."""
    return Case(f"{words} --population 32 --threads 8 --every 128 --size 5", "--steps 512", "--steps 256")


CASES = {
    "ga": Case("ga:population=8 --size 5 --games 4 --exam 20 --opponent wally:noise=0.5", begun=HALF),
    "ga-settings": Case(
        "ga:population=8,selection=roulette,scaling=2.0,crossing=uniform,elite=2,tests=true --problem local "
        "--opponent wally --colors white --measure wins --rules japanese --komi 0.5 --size 6 "
        "--games 4 --exam 20 --seed 7"
    ),
    "ga-target": Case(
        "ga:population=8 --size 5 --games 4 --exam 20 --opponent wally:noise=0.8 --target 0.93",
        "--generations 30",
        "--generations 30",  # a run that had ended but for its last file: its champion is compared byte for byte
    ),
    "ga-opponents": Case(
        "ga:population=8 --opponent random --opponent wally --size 7 --games 4 --exam 20 --handicap 2"
    ),
    "ga-search": Case(
        "ga:population=4 --problem local --opponent uct:playouts=5 --size 4 --games 2 --exam 4 --measure wins"
    ),
    "ga-ones": Case("ga:population=8 --problem ones"),
    "ga-sphere": Case("ga:population=8 --problem sphere --target -1.8", "--generations 40"),
    "ga-summation": Case(f"ga:population=6 {SUMMATION} --opponent random --size 4 --games 2 --exam 4"),
    "ga-records": Case(f"ga:population=8 {RECORDS}", begun=HALF),
    "ga-records-log": Case(f"ga:population=8 {SUMMATION} {RECORDS} --measure log"),
    "sane": Case(f"{SANE} {QUICK}", begun=HALF),
    "sane-bits": Case(f"{SANE},bits=true {QUICK}", begun=HALF),
    "sane-xor": Case(f"{SANE} --problem xor"),
    "sane-target": Case(
        f"{SMALL_SANE} --size 5 --games 4 --exam 20 --opponent wally:noise=0.8 --target 0.3", "--generations 30", HALF
    ),
    "sane-opponents": Case(f"{SANE} {QUICK} --opponent random"),
    "sane-stages": Case(
        f'{SANE} --stage "1 random" --stage "1 handicap=2 wally:noise=1 and random" --colors black {WEAK} --size 7',
        begun=HALF,
    ),
    "sane-from": Case(
        f"{SMALL_SANE} {WEAK} --seed 2 --from runs/first",
        begun=HALF,
        before=(f"{SMALL_SANE} {WEAK} --generations 2 --run first",),
    ),
    "sane-last": Case(f"{SANE} --problem network:last=true {QUICK}"),
    "sane-field": Case(f"{SANE} --problem field {WEAK}", begun=HALF),
    "sanei": Case(f"sanei:{SANE.partition(':')[2]} {QUICK}", begun=HALF),
    "esp": Case(f"{ESP} {QUICK}", begun=HALF),
    "neat": Case(f"neat:population=10 {WEAK}", begun=HALF),
    "neat-xor": Case("neat:population=10 --problem xor"),
    "coevolution": Case(
        f"coevolution --black {SMALL_SANE} --white {SMALL_SANE} --size 5 --komi 0.5 --exam 20 --opponent wally:noise=1",
        begun=HALF,
    ),
    "coevolution-mixed": Case(
        f"coevolution:hall=2 --black {ESP} --white neat:population=10 --problem field --size 5 --exam 20 "
        "--opponent wally:noise=0.8"
    ),
    "coevolution-from": Case(
        f"coevolution --black {SMALL_SANE} --white {ESP} --size 5 --komi 0.5 --exam 20 --opponent wally:noise=1 "
        "--black-from runs/black --white-from runs/white",
        begun=HALF,
        before=(
            f"{SMALL_SANE} {WEAK} --colors black --generations 2 --run black",
            f"{ESP} {WEAK} --colors white --generations 2 --run white",
        ),
    ),
    "strategies": strategies("strategies"),
    "strategies-islands": strategies("strategies:islands=4,exchange=64"),
    "strategies-position": strategies(f"strategies --position {POSITION} --to-play white"),
}

FILES = ("records.sgf", POSITION)
"""files beside this one that runs read"""
