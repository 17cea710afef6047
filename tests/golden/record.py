"""Record the runs again: `python -m tests.golden.record [NAME ...]`, all of them if none is named.

Record only to change what is expected on purpose, and read the difference before it is committed. The runs in `begun/`
are those that an earlier version left half-way, so they are made where they are missing and never again.
"""

import json
import sys
import tempfile
import zipfile
from pathlib import Path

from semeai.lab.checkpoints import PREVIOUS
from semeai.papers import PAPERS
from tests.golden.cases import CASES
from tests.golden.papers import paper_snapshot
from tests.golden.snapshot import BEGUN, EXPECTED, Snapshot, finish, prepare, said


def main(names: list[str]) -> None:
    known = [*CASES, *PAPERS]
    if unknown := sorted(set(names) - set(known)):
        sys.exit(f"expected some of {', '.join(known)}; found {', '.join(unknown)}")
    for name in names or known:
        print(name, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            write(name, record_run(name, Path(folder)) if name in CASES else paper_snapshot(name, Path(folder)))


def record_run(name: str, cwd: Path) -> Snapshot:
    case = CASES[name]
    prepare(case, cwd)
    kept = BEGUN / f"{name}.zip"
    if case.begun and not kept.exists():
        BEGUN.mkdir(exist_ok=True)
        begun = cwd / "begun"
        begun.mkdir()
        prepare(case, begun)
        said(*case.command(name, case.begun), cwd=begun)
        (begun / "runs" / name / "done.json").unlink()  # a run that was killed has none
        pack_runs(begun, kept)
    return finish(name, case, cwd)


def pack_runs(cwd: Path, target: Path) -> None:
    """All runs in `cwd` as a zip file, as small as can be: without pictures, locks and second checkpoints."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for path in sorted((cwd / "runs").rglob("*")):
            if path.is_file() and path.suffix != ".svg" and path.name not in ("lock", PREVIOUS):
                info = zipfile.ZipInfo(path.relative_to(cwd).as_posix())  # with no time, which changes nothing
                file.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED)


def write(name: str, snapshot: Snapshot) -> None:
    EXPECTED.mkdir(exist_ok=True)
    text = json.dumps(snapshot, indent=1, ensure_ascii=False) + "\n"
    (EXPECTED / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
