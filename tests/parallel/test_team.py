"""A team does everything once, raises what its members raise, and is of use after that."""

import threading

import pytest

from semeai.parallel.team import Team
from tests.processes import wait_until

SIZES = pytest.mark.parametrize("n", [1, 2, 3])


@SIZES
@pytest.mark.parametrize("n_tasks", [0, 1, 2, 50])
def test_everything_is_done_once(n: int, n_tasks: int) -> None:
    done: list[tuple[int, int]] = []
    with Team(n) as team:
        for _ in range(5):
            done.clear()
            team.share(lambda member, argument: done.append((member, argument)), range(n_tasks))
            assert sorted(argument for _, argument in done) == list(range(n_tasks))
            assert {member for member, _ in done} <= set(range(n))


@pytest.mark.parametrize("n", [2, 3])
def test_all_members_work_at_the_same_time(n: int) -> None:
    """Else they would wait for each other without end."""
    together = threading.Barrier(n)
    members: list[int] = []

    def meet(member: int, argument: int) -> None:
        together.wait(60)
        members.append(member)

    with Team(n) as team:
        team.share(meet, range(n))
    assert sorted(members) == list(range(n))


def test_one_is_who_calls() -> None:
    threads: set[int] = set()
    with Team(1) as team:
        team.share(lambda member, argument: threads.add(threading.get_ident()), range(3))
    assert threads == {threading.get_ident()}


@pytest.mark.parametrize(("n", "fails"), [(1, 0), (2, 0), (2, 1), (3, 0), (3, 2)])
def test_what_a_member_raises_is_raised(n: int, fails: int) -> None:
    """Once all have stopped; and then the team does as before."""
    together = threading.Barrier(n)
    left: list[int] = []

    def work(member: int, argument: int) -> None:
        together.wait(60)
        if member == fails:
            raise ValueError(f"member {member}")
        left.append(member)

    with Team(n) as team:
        for _ in range(3):
            left.clear()
            with pytest.raises(ValueError, match=f"^member {fails}$"):
                team.share(work, range(n))
            assert sorted(left) == sorted(set(range(n)) - {fails})
        done: list[int] = []
        team.share(lambda member, argument: done.append(argument), range(10))
        assert sorted(done) == list(range(10))


def test_all_fail() -> None:
    together = threading.Barrier(2)

    def fail(member: int, argument: int) -> None:
        together.wait(60)
        raise ValueError("nobody can")

    with Team(2) as team:
        for _ in range(2):
            with pytest.raises(ValueError, match="nobody can"):
                team.share(fail, range(2))


def test_nobody_is_left_at_the_end() -> None:
    before = set(threading.enumerate())
    with Team(3):
        members = set(threading.enumerate()) - before
        assert len(members) == 2
    wait_until(lambda: not any(member.is_alive() for member in members))
