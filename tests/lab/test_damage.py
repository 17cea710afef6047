"""Full disks and damaged files: a clear message, nothing lost that was kept, and a run that ends as if nothing were."""

import errno
import json
import os
import re
import resource
import shutil
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from semeai.archive import read_sealed
from semeai.files import CannotWrite, DamagedFile, write_whole
from semeai.go.rules import Rules
from semeai.lab.folder import read_outcome, read_run_games
from semeai.lab.listing import list_runs
from semeai.problems.games import GoProblem
from tests.commands import lines, program
from tests.lab.support import Notes, bred, everything, evolve, kept, rows_of

HALF, ALL = 5, 8  # generations
CURRENT, PREVIOUS = "checkpoint.npz", "checkpoint.previous.npz"
UNDER_WAY = {"rows.jsonl", CURRENT, PREVIOUS}
GOES_ON = "saved work is safe. Run the same command to continue"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a run that nobody has disturbed."""
    folder = tmp_path_factory.mktemp("whole") / "x"
    bred(folder, ALL)
    files = kept(folder)
    assert {"run.json", "rows.jsonl", CURRENT, PREVIOUS, "champions/000000.npz", "done.json"} <= files.keys()
    assert len(rows_of(folder)) == ALL
    return files


@pytest.fixture
def half(tmp_path: Path) -> Path:
    """The folder of a run that has come half the way."""
    folder = tmp_path / "x"
    bred(folder, HALF)
    return folder


def put(folder: Path, files: dict[str, bytes]) -> None:
    """Make these the files of a run, with the record it has."""
    for name in everything(folder).keys() - {"run.json"}:
        (folder / name).unlink()
    for name in files.keys() - {"run.json"}:
        (folder / name).write_bytes(files[name])


def refused(folder: Path, message: str) -> None:
    """It cannot go on, says so in a line, and has changed nothing."""
    before = everything(folder)
    with pytest.raises(DamagedFile, match=f"^{message}$"):
        bred(folder, ALL)
    assert everything(folder) == before


# -- a full disk -------------------------------------------------------------------------------------------------------

SPHERE = ("--problem", "sphere", "--run", "x", "--quiet")


def limited(n_bytes: int) -> Callable[[], None]:
    """Lets a process write no file beyond that size: what a quota or a full disk does, for a small one."""
    return partial(resource.setrlimit, resource.RLIMIT_FSIZE, (n_bytes, n_bytes))


@pytest.mark.parametrize(
    ("method", "n_bytes", "file", "n_rows"),
    [
        # 200 genomes of 10 numbers are 16,000 bytes; rows are small.
        ("ga:population=200", 10_000, CURRENT, 4),
        # Here they are 320 bytes, and the rows grow by more than 100 each.
        ("ga:population=4", 2_000, "rows.jsonl", None),
    ],
    ids=["checkpoint", "rows"],
)
def test_a_disk_that_is_full(method: str, n_bytes: int, file: str, n_rows: int | None, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    whole.mkdir()
    cut.mkdir()
    assert evolve(whole, method, *SPHERE, "-n", "30").returncode == 0
    assert evolve(cut, method, *SPHERE, "-n", "3").returncode == 0
    folder = cut / "runs" / "x"
    before = kept(folder)

    full = program("evolve", method, *SPHERE, "-n", "30", cwd=cut, preexec_fn=limited(n_bytes))
    assert full.returncode == 1
    assert full.stdout == ""
    assert lines(full.stderr) == [f"semeai: cannot write runs/x/{file}: {os.strerror(errno.EFBIG)}; {GOES_ON}"]
    expected = rows_of(whole / "runs" / "x")
    n_kept = len(rows_of(folder))
    assert n_kept == n_rows if n_rows else 3 < n_kept < 30
    assert rows_of(folder) == expected[:n_kept]
    if file == CURRENT:
        assert (folder / CURRENT).read_bytes() == before[CURRENT]
    else:
        assert (folder / file).stat().st_size == n_bytes  # the beginning of a row was written

    assert evolve(cut, method, *SPHERE, "-n", "30").returncode == 0
    assert kept(folder) == kept(whole / "runs" / "x")


def fail_at(number: int, original: Callable[..., Any], calls: list[int]) -> Callable[..., Any]:
    """The function, but its call `number`, from 0, finds the disk full. `calls` tells how many there were."""

    def function(*arguments: Any, **options: Any) -> Any:
        calls.append(len(calls))
        if calls[-1] == number:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return original(*arguments, **options)

    return function


def write_half(file: int, data: bytes) -> int:
    """Part of the data, as a disk does that is almost full."""
    return WRITE(file, data[: len(data) // 2 + 1])


WRITE = os.write


@pytest.mark.parametrize(
    ("name", "function"),
    [("write", os.write), ("write", write_half), ("fsync", os.fsync), ("replace", os.replace)],
    ids=["write", "write half", "fsync", "replace"],
)
def test_a_disk_that_is_full_at_any_moment(
    name: str, function: Callable[..., Any], whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in count():
        folder = tmp_path / str(number)
        calls: list[int] = []
        with monkeypatch.context() as patch:
            patch.setattr(os, name, fail_at(number, function, calls))
            try:
                bred(folder, ALL)
                break
            except OSError as caught:
                error = str(caught)
        assert os.strerror(errno.ENOSPC) in error
        assert str(folder) in error
        files = kept(folder)
        assert all(files[name] == whole[name] for name in files.keys() - UNDER_WAY)
        assert not [path for path in everything(folder) if Path(path).name.startswith(".")]
        bred(folder, ALL)
        assert kept(folder) == whole
    # All of them have failed once, and nothing was forgotten: the lock, all rows, all files.
    n_files = 2 + sum(name.startswith("champions/") for name in whole)
    assert (
        len(calls) == number >= {"write": 1 + ALL, "fsync": 2 * ALL + n_files, "replace": 2 * ALL - 1 + n_files}[name]
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no file here is always full")
def test_a_disk_that_is_full_when_times_are_written(half: Path, whole: dict[str, bytes]) -> None:
    (half / "times.jsonl").unlink()
    (half / "times.jsonl").symlink_to("/dev/full")
    with pytest.raises(CannotWrite, match=f"^cannot write {half}/times.jsonl: {os.strerror(errno.ENOSPC)}; {GOES_ON}$"):
        bred(half, ALL)
    (half / "times.jsonl").unlink()
    bred(half, ALL)
    assert kept(half) == whole


def test_a_key_is_pressed_when_a_file_has_just_been_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The signal is heard of right after the call during which it came."""
    replace = os.replace

    def interrupted(*arguments: Any) -> None:
        replace(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "file", "text")
    assert everything(tmp_path) == {"file": b"text"}


# -- checkpoints -------------------------------------------------------------------------------------------------------


def flipped(data: bytes, bit: int) -> bytes:
    return data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :]


def test_a_damaged_checkpoint_is_kept_and_the_one_before_it_used(half: Path, whole: dict[str, bytes]) -> None:
    files = kept(half)
    data = files[CURRENT]
    step = 8 * len(data) // 60
    damaged = [flipped(data, bit) for bit in [*range(0, 8 * len(data), step), 8 * len(data) - 1]]
    damaged += [data[:n] for n in (0, 1, 64, len(data) // 2, len(data) - 1)]
    for bad in damaged:
        put(half, files | {CURRENT: bad})
        notes = Notes()
        bred(half, ALL, notes)
        (note,) = notes.said
        assert re.fullmatch(
            f"{half}/{CURRENT}: not a semeai checkpoint.* "
            rf"\(kept as checkpoint\.damaged-1\.npz\); continuing from {half}/{re.escape(PREVIOUS)}",
            note,
        )
        assert everything(half)["checkpoint.damaged-1.npz"] == bad
        assert kept(half) == whole


def test_checkpoints_damaged_one_after_the_other(half: Path, whole: dict[str, bytes]) -> None:
    bad = [(half / CURRENT).read_bytes()[:-1], b"nothing"]
    for n, data in enumerate(bad, HALF + 1):
        (half / CURRENT).write_bytes(data)
        bred(half, n)
    bred(half, ALL)
    assert [everything(half)[f"checkpoint.damaged-{i}.npz"] for i in (1, 2)] == bad
    assert kept(half) == whole


def test_both_checkpoints_are_damaged(half: Path) -> None:
    for name in (CURRENT, PREVIOUS):
        (half / name).write_bytes(flipped((half / name).read_bytes(), 4000))
    damage = "not a semeai checkpoint, or damaged: it does not end with the digest of its content"
    refused(
        half, f"{half}/{CURRENT}: {damage}; {half}/{PREVIOUS}: {damage}; no intact checkpoint is left to continue from"
    )


def test_only_the_previous_checkpoint_is_there(half: Path, whole: dict[str, bytes]) -> None:
    """As after a kill between two renames: nothing is damaged, and nothing said."""
    (half / CURRENT).unlink()
    notes = Notes()
    bred(half, ALL, notes)
    assert notes.said == []
    assert kept(half) == whole


def test_no_checkpoint_is_there(half: Path, whole: dict[str, bytes]) -> None:
    (half / CURRENT).unlink()
    (half / PREVIOUS).unlink()
    notes = Notes()
    bred(half, ALL, notes)
    assert notes.said == [f"{half} has no checkpoint; its generations are computed again and compared"]
    assert kept(half) == whole


def test_the_checkpoint_of_another_run(half: Path, tmp_path: Path) -> None:
    bred(tmp_path / "other", HALF, method="ga:population=7")
    (half / CURRENT).write_bytes((tmp_path / "other" / CURRENT).read_bytes())
    refused(half, f"{half}/rows.jsonl has been changed: its rows do not match the checkpoint")


def test_what_the_command_says_of_a_damaged_checkpoint(tmp_path: Path) -> None:
    assert evolve(tmp_path, "ga", *SPHERE, "-n", "2").returncode == 0
    path = tmp_path / "runs" / "x" / CURRENT
    path.write_bytes(path.read_bytes()[:1000])
    said = evolve(tmp_path, "ga", *SPHERE, "-n", "3")
    assert said.returncode == 0
    (line,) = lines(said.stderr)  # even when nothing else is to be said
    assert line.startswith("semeai: runs/x/checkpoint.npz: not a semeai checkpoint, or damaged")
    assert line.endswith("(kept as checkpoint.damaged-1.npz); continuing from runs/x/checkpoint.previous.npz")
    for name in (CURRENT, PREVIOUS):
        (path.parent / name).write_bytes(b"PK")
    said = evolve(tmp_path, "ga", *SPHERE, "-n", "4")
    assert (said.returncode, said.stdout) == (1, "")
    (line,) = lines(said.stderr)
    assert line.startswith("semeai: runs/x/checkpoint.npz: not a semeai checkpoint")


# -- rows --------------------------------------------------------------------------------------------------------------


def test_the_beginning_of_a_row_is_cut_off(half: Path, whole: dict[str, bytes]) -> None:
    for torn in (b"{", b'{"generation": 5, "best": -0.1', whole["rows.jsonl"].splitlines()[HALF]):
        files = kept(half)
        put(half, files | {"rows.jsonl": files["rows.jsonl"] + torn})
        bred(half, HALF)
        assert kept(half) == files
    bred(half, ALL)
    assert kept(half) == whole


@pytest.mark.parametrize("line", [b"nonsense", b'{"generation": 2, "best"', b"[1, 2]", b"2", b"\xff\xff", b""])
def test_a_line_that_is_no_row(line: bytes, half: Path) -> None:
    rows = rows_of(half)
    rows[2] = line
    (half / "rows.jsonl").write_bytes(b"\n".join(rows) + b"\n")
    refused(half, f"{half}/rows.jsonl: line 3 is not a row written by semeai")


def test_rows_are_missing(half: Path) -> None:
    for n in (HALF - 1, 1, 0):
        (half / "rows.jsonl").write_bytes(b"".join(row + b"\n" for row in rows_of(half)[:n]))
        refused(half, f"{half}/rows.jsonl has {n} rows, but the checkpoint comes after {HALF} generations")


def test_any_change_of_a_row_is_noticed(half: Path) -> None:
    data = (half / "rows.jsonl").read_bytes()
    for bit in range(0, 8 * len(data) - 8, 53):  # the last newline aside: without it a row is none
        (half / "rows.jsonl").write_bytes(flipped(data, bit))
        before = everything(half)
        with pytest.raises(DamagedFile, match=f"^{half}/rows.jsonl[: ]"):
            bred(half, ALL)
        assert everything(half) == before


def test_a_row_that_the_run_does_not_give_again(half: Path) -> None:
    """The previous checkpoint, which is gone on from, was made before the last row, so that is bred again."""
    (half / CURRENT).unlink()
    *rows, last = rows_of(half)
    changed = json.dumps(json.loads(last) | {"best": 0.25}).encode()
    (half / "rows.jsonl").write_bytes(b"".join(row + b"\n" for row in [*rows, changed]))
    refused(
        half,
        rf"{half}/rows.jsonl: row {HALF - 1} differs from the row that the run computes now \(other versions of .*",
    )


def test_rows_without_their_last_line_break_are_refused_and_not_trimmed(half: Path) -> None:
    """Whatever stands in its place: a crash leaves nothing behind the end of a row."""
    data = (half / "rows.jsonl").read_bytes()
    for bit in range(8):
        (half / "rows.jsonl").write_bytes(flipped(data, 8 * len(data) - 8 + bit))
        refused(half, f"{half}/rows.jsonl is damaged: its last row does not end with a line break")
    (half / "rows.jsonl").write_bytes(data[:-1])
    refused(half, f"{half}/rows.jsonl has {HALF - 1} rows, but the checkpoint comes after {HALF} generations")


def test_listings_notice_changed_rows(half: Path) -> None:
    path = half / "rows.jsonl"
    assert [run.problems for run in list_runs(half)] == [""]
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"best": -', b'"best":  ', 1))
    (run,) = list_runs(half)
    assert (run.state, run.problems) == (
        "damaged",
        f"{path} has been changed: its rows do not match the checkpoint",
    )
    # A row counts once the checkpoint after it is there.
    path.write_bytes(data + data.splitlines(keepends=True)[-1])
    assert [run.n_generations for run in list_runs(half)] == [HALF]
    (half / "done.json").write_bytes(flipped((half / "done.json").read_bytes(), 999))
    path.write_bytes(data)
    (run,) = list_runs(half)
    assert run.problems == f"{half}/done.json is damaged: its content does not match its digest"


# -- runs of older versions --------------------------------------------------------------------------------------------


def test_a_run_of_an_older_version_goes_on(tmp_path: Path) -> None:
    """Its record, its games and its outcome have no digests. The games that are there are taken for what they are."""
    problem = GoProblem(rules=Rules(size=3), n_games=2)
    given: dict[str, Any] = {"problem": problem, "exam_games": 4, "method": "ga:population=4"}
    bred(tmp_path / "a" / "x", 3, **given)
    old = tmp_path / "b" / "x"
    bred(old, 2, **given)
    record, _ = read_sealed(old / "run.json", "record")
    (old / "run.json").write_text(json.dumps(record, indent=1) + "\n")
    (old / "done.json").write_text(json.dumps(read_outcome(old), indent=1) + "\n")
    for path in (old / "games").iterdir():
        path.write_bytes(re.sub(rb"DIGEST\[\w+\]", b"", path.read_bytes()))
        assert len(read_run_games(path)[0]) == 4
        assert not read_run_games(path)[1]
    for name in (CURRENT, PREVIOUS):  # so that its first champion and its games are made again
        (old / name).unlink()
    notes = Notes()
    games = {name: data for name, data in kept(old).items() if name.startswith("games/")}
    bred(old, 3, notes, **given)
    assert notes.said == [
        f"{old}/run.json has no digest (an older version wrote it), so damage to it cannot be detected",
        f"{old} has no checkpoint; its generations are computed again and compared",
    ]
    found, expected = kept(old), kept(tmp_path / "a" / "x")
    assert found.keys() == expected.keys()
    assert found["rows.jsonl"] == expected["rows.jsonl"]
    assert found["done.json"] == expected["done.json"]
    assert games.items() <= found.items()


# -- other methods -----------------------------------------------------------------------------------------------------


def test_strategies_say_which_checkpoint_was_damaged(tmp_path: Path) -> None:
    small = ("--size", "3", "--population", "32", "--threads", "4", "--every", "32", "--run", "x", "--quiet")
    for method in ("strategies", "strategies:islands=2,exchange=8"):
        assert evolve(tmp_path, method, *small, "--steps", "64").returncode == 0
        path = tmp_path / "runs" / "x" / CURRENT
        path.write_bytes(flipped(path.read_bytes(), 4000))
        said = evolve(tmp_path, method, *small, "--steps", "96")
        assert said.returncode == 0
        (line,) = lines(said.stderr)
        assert line.startswith("semeai: runs/x/checkpoint.npz: not a semeai checkpoint, or damaged")
        assert line.endswith("(kept as checkpoint.damaged-1.npz); continuing from runs/x/checkpoint.previous.npz")
        shutil.rmtree(path.parent)


def test_notes_are_said_where_nobody_watches(half: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (half / CURRENT).write_bytes(flipped((half / CURRENT).read_bytes(), 4000))
    bred(half, ALL)
    (line,) = lines(capsys.readouterr().err)
    assert line.endswith(f"(kept as checkpoint.damaged-1.npz); continuing from {half}/{PREVIOUS}")


def test_a_start_with_a_damaged_checkpoint_is_named_and_left_as_it_is(half: Path, tmp_path: Path) -> None:
    (half / CURRENT).write_bytes(flipped((half / CURRENT).read_bytes(), 4000))
    before = everything(half)
    notes = Notes()
    bred(tmp_path / "next", 1, notes, starts={"": half})
    (note,) = notes.said
    assert note.startswith(f"{half}/{CURRENT}: not a semeai checkpoint, or damaged")
    assert note.endswith(f"; starting from {half}/{PREVIOUS}")
    assert everything(half) == before


# -- other files -------------------------------------------------------------------------------------------------------


def without(name: str) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        record = json.loads(data)
        del record[name]
        return json.dumps(record).encode()

    return change


def unsealed(data: bytes) -> bytes:
    """A JSON file without its digest."""
    return re.sub(rb' "sha256": "\w+",\n', b"", data)


RECORDS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "torn": lambda data: unsealed(data)[: len(data) // 2],
    "no JSON": lambda data: data.replace(b":", b";", 1),
    "a list": lambda data: b"[]",
    "no text": lambda data: b"\xff" + data,
    "another machine": lambda data: json.dumps(json.loads(data) | {"machine": 3}).encode(),
    "other parameters": lambda data: json.dumps(json.loads(data) | {"parameters": "all"}).encode(),
    **{f"no {name}": without(name) for name in ("parameters", "commit", "kernels", "machine")},
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_damaged_record(name: str, half: Path) -> None:
    path = half / "run.json"
    path.write_bytes(RECORDS[name](path.read_bytes()))
    refused(half, f"{path}: expected a valid record of a run written by semeai")


def test_a_champion_that_is_another_one(half: Path) -> None:
    for name in (CURRENT, PREVIOUS):  # so that all champions are made again
        (half / name).unlink()
    path = half / "champions" / "000000.npz"
    path.write_bytes(flipped(path.read_bytes(), 5000))
    refused(half, f"{path} differs from the file that the run writes now; move it away to continue")


def test_a_champion_that_cannot_be_read(half: Path) -> None:
    path = max((half / "champions").iterdir())
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    (half / "done.json").unlink()
    before = everything(half)
    with pytest.raises(DamagedFile, match=f"^{path}: not a semeai champion"):
        bred(half, HALF)
    assert everything(half) == before
