"""A team of threads for short tasks, with less overhead than a pool."""

from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, Self

Task = Callable[[int, Any], object]
"""a function of the member's number, from 0, and an argument"""


class Team:
    """The calling thread and `n` - 1 more, until the end of a `with`."""

    def __init__(self, n: int) -> None:
        self.n = n
        self._orders: SimpleQueue[tuple[Task, Any] | None] = SimpleQueue()
        self._reports: SimpleQueue[BaseException | None] = SimpleQueue()
        for member in range(1, n):
            Thread(target=self._serve, args=(member,), daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        for _ in range(1, self.n):
            self._orders.put(None)

    def share(self, task: Task, arguments: Sequence[Any]) -> None:
        """Run the task for each argument on the next free thread. Returns when all are done.

        Raises the exception of a task; then some tasks may not have started.
        """
        left = iter(arguments)  # whose `next` no other thread can interrupt
        for _ in range(1, self.n):
            self._orders.put((task, left))
        try:
            for argument in left:
                task(0, argument)
        finally:
            reports = [self._reports.get() for _ in range(1, self.n)]
        for error in reports:
            if error is not None:
                raise error

    def _serve(self, member: int) -> None:
        while (order := self._orders.get()) is not None:
            task, left = order
            try:
                for argument in left:
                    task(member, argument)
            except BaseException as error:
                self._reports.put(error)
            else:
                self._reports.put(None)
