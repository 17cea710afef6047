"""Jobs: they outlive who starts them, are found again, stopped and taken up; no more run than may."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from semeai.files import DamagedFile
from semeai.web.jobs import FILE, LOG, Jobs, TooManyJobs, arguments_of, is_running, last_words, stop, with_option
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
    assert last_words(job).startswith("broken off")
    assert not stop(job)

    arguments = arguments_of(job)
    assert arguments == (*FAR, "far")
    Jobs(tmp_path, 1).start(job, arguments)
    wait_until(lambda: (job / "rows.jsonl").stat().st_size > n_bytes)
    stop(job)
    wait_until(lambda: not is_running(job))


def test_no_more_run_than_may_and_none_twice(tmp_path: Path) -> None:
    jobs = Jobs(tmp_path, 1)
    job = tmp_path / "runs" / "far"
    jobs.start(job, (*FAR, "far"))
    try:
        with pytest.raises(ValueError, match="far is running already"):
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
    assert last_words(job) == "ga:population is 2 or more, not 1"


def test_the_work_folder_is_no_part_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "semeai.py").write_text("raise SystemExit('the wrong one')")
    job = tmp_path / "runs" / "x"
    Jobs(tmp_path, 1).start(job, ("--version",))
    wait_until(lambda: not is_running(job))
    assert last_words(job).startswith("semeai ")


@pytest.mark.parametrize(
    "content", ["", "{}", "[]", '{"arguments": []}', '{"arguments": [1]}', '{"arguments": "evolve"}']
)
def test_a_damaged_job_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content)
    with pytest.raises(DamagedFile, match="no job that semeai wrote"):
        arguments_of(tmp_path)


def test_a_folder_that_no_page_has_started_has_no_job(tmp_path: Path) -> None:
    assert arguments_of(tmp_path) is None
    assert last_words(tmp_path) == ""
    assert not is_running(tmp_path)
    assert not stop(tmp_path)


def test_last_words_of_a_long_log(tmp_path: Path) -> None:
    (tmp_path / LOG).write_bytes(b"\xff" * 100_000 + b"\nsemeai: the end\n\n")
    assert last_words(tmp_path) == "the end"


def test_an_option_is_changed_or_added() -> None:
    assert with_option(("evolve", "ga", "--seed", "1"), "--seed", "2") == ("evolve", "ga", "--seed", "2")
    assert with_option(("evolve", "ga"), "--seed", "2") == ("evolve", "ga", "--seed", "2")
