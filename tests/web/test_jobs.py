"""Jobs: they outlive who starts them, are found again, stopped and taken up; no more run than may."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from semeai.archive import MAX_JSON
from semeai.files import DamagedFile
from semeai.web.jobs import FILE, LOG, Job, Jobs, TooManyJobs, is_running, last_words, stop
from semeai.web.private import read_key
from tests.processes import wait_until

FAR = ("evolve", "ga:population=4", "--problem", "sphere", "--generations", "1000000", "--quiet", "--run")


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """As in a terminal: whoever starts tests in the background may have Ctrl-C ignored, which jobs would inherit."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_job_runs_on_without_who_started_it_and_is_found_stopped_and_taken_up(tmp_path: Path) -> None:
    job = tmp_path / "runs" / "far"
    program = (
        "from pathlib import Path\nfrom semeai.web.jobs import Jobs\n"
        f"Jobs(Path({str(tmp_path)!r}), 1).start(Path({str(job)!r}), {(*FAR, 'far')!r})\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
    assert is_running(job)
    assert Jobs(tmp_path, 1).running() == [job]
    wait_until((job / "rows.jsonl").exists)
    assert stop(job)
    wait_until(lambda: not is_running(job))
    n_bytes = (job / "rows.jsonl").stat().st_size
    assert last_words(job).startswith("stopped. The generations so far")
    assert not stop(job)

    assert Jobs(tmp_path, 1).read(job) == Job((*FAR, "far"), is_foreign=False)
    Jobs(tmp_path, 1).start(job, (*FAR, "far"))
    wait_until(lambda: (job / "rows.jsonl").stat().st_size > n_bytes)
    stop(job)
    wait_until(lambda: not is_running(job))


def test_no_more_run_than_may_and_none_twice(tmp_path: Path) -> None:
    jobs = Jobs(tmp_path, 1)
    job = tmp_path / "runs" / "far"
    jobs.start(job, (*FAR, "far"))
    try:
        with pytest.raises(ValueError, match="far is already running"):
            jobs.start(job, (*FAR, "far"))
        with pytest.raises(TooManyJobs, match="stop one first"):
            jobs.start(tmp_path / "matches" / "other", ("match", "random", "wally"))
        assert not (tmp_path / "matches").exists()
        wait_until((job / "rows.jsonl").exists)
    finally:
        stop(job)
    wait_until(lambda: not is_running(job))


def test_what_went_wrong_is_its_last_word(tmp_path: Path) -> None:
    job = tmp_path / "runs" / "wrong"
    Jobs(tmp_path, 1).start(job, ("evolve", "ga:population=1", "--run", "wrong"))
    wait_until(lambda: not is_running(job))
    assert last_words(job) == "ga:population must be 2 or more, not 1"


def test_the_work_folder_is_no_part_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "semeai.py").write_text("raise SystemExit('the wrong one')")
    job = tmp_path / "runs" / "x"
    Jobs(tmp_path, 1).start(job, ("--version",))
    wait_until(lambda: not is_running(job))
    assert last_words(job).startswith("semeai ")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{}",
        "[]",
        "[" * 100_000,
        '{"arguments": []}',
        '{"arguments": [1]}',
        '{"arguments": "evolve"}',
        '{"arguments": ["evolve"], "signature": 1}',
        '{"arguments": ["' + "x" * MAX_JSON + '"]}',
    ],
)
def test_a_damaged_job_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content)
    with pytest.raises(DamagedFile, match=str(tmp_path / FILE)):
        Jobs(tmp_path, 1).read(tmp_path)


def test_a_pipe_in_the_place_of_a_job_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE)
    with pytest.raises(DamagedFile, match=FILE):
        Jobs(tmp_path, 1).read(tmp_path)


def test_a_folder_that_no_page_has_started_has_no_job(tmp_path: Path) -> None:
    assert Jobs(tmp_path, 1).read(tmp_path) is None
    assert last_words(tmp_path) == ""
    assert not is_running(tmp_path)
    assert not stop(tmp_path)


def test_last_words_of_a_long_log(tmp_path: Path) -> None:
    (tmp_path / LOG).write_bytes(b"\xff" * 100_000 + b"\nsemeai: the end\n\n")
    assert last_words(tmp_path) == "the end"


# -- whose job it is ---------------------------------------------------------------------------------------------------


def started(folder: Path) -> Path:
    """A job that this user has started in a work folder, and that is over."""
    job = folder / "runs" / "mine"
    Jobs(folder, 1).start(job, ("--version",))
    wait_until(lambda: not is_running(job))
    return job


def is_foreign(job: Path) -> bool:
    found = Jobs(job.parents[1], 1).read(job)
    assert found is not None
    return found.is_foreign


def test_a_job_is_foreign_once_it_is_copied_moved_or_changed(tmp_path: Path) -> None:
    job = started(tmp_path)
    assert not is_foreign(job)
    copy = shutil.copytree(job, tmp_path / "runs" / "copy")
    assert is_foreign(copy)
    moved = shutil.copytree(tmp_path / "runs", tmp_path / "elsewhere" / "runs")
    assert is_foreign(moved / "mine")
    content = json.loads((job / FILE).read_text())
    for arguments, signature in ((["--help"], content["signature"]), (["--version"], "0" * 64), (["--version"], "é")):
        (job / FILE).write_text(json.dumps({"arguments": arguments, "signature": signature}))
        assert is_foreign(job)
    (job / FILE).write_text(json.dumps({"arguments": ["--version"]}))
    assert is_foreign(job)


def test_a_job_of_another_user_is_foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job = started(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other"))
    assert is_foreign(job)


def test_the_key_is_for_this_user_alone_and_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    key = read_key()
    path = tmp_path / "state" / "semeai" / "key"
    assert (len(key), path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (32, 0o600, 0o700)
    assert read_key() == key
    path.chmod(0o644)  # others may have read it
    assert read_key() != key
    assert [one.name for one in path.parent.iterdir()] == ["key"]


def test_nothing_is_written_through_a_link_of_a_foreign_folder(tmp_path: Path) -> None:
    job, mine = tmp_path / "runs" / "x", tmp_path / "precious"
    job.mkdir(parents=True)
    mine.write_text("mine")
    (job / LOG).symlink_to(mine)
    with pytest.raises(ValueError, match="is a symbolic link"):
        Jobs(tmp_path, 1).start(job, ("--version",))
    assert mine.read_text() == "mine"
