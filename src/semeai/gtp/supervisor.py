"""A small program that runs an engine and ends it together with all processes that the engine started.

`process.py` runs this file as a script, one process per engine:

    python -I -S supervisor.py LEASH REPORT MEMORY PROGRAM ARGUMENT...

LEASH and REPORT are file descriptors. The supervisor kills the engine and its descendants

- when the engine itself ends,
- when it reads the byte KILL from LEASH, or LEASH is closed because semeai has ended in any way,
- when the parent process has changed, because semeai has ended while a fork of it still holds LEASH open.

It then ends in the same way as the engine: with the same exit status, or by the same signal.

On Linux the supervisor is a child subreaper (see prctl(2)): a descendant that has lost its parent becomes a child of
the supervisor, even after `setsid`. So no descendant is left when the supervisor has no child left. Other systems lack
this feature. There the engine's process group is killed, and a descendant that has left the group escapes.

This file imports nothing from semeai, so that it starts fast.
"""

import contextlib
import os
import resource
import select
import signal
import sys
from collections.abc import Callable

KILL = b"K"
"""on the leash: end the engine and all its descendants"""
TERMINATE = b"T"
"""on the leash: ask the engine's process group to end"""

PARENT_CHECK = 1.0
"""seconds between two checks of the parent process"""

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""from linux/prctl.h"""

_CHILDREN = f"/proc/self/task/{os.getpid()}/children"


def main(leash: int, report: int, memory: int, command: list[str]) -> None:
    """Run `command` until it ends or must be ended. Does not return."""
    parent = os.getppid()
    for descriptor in (leash, report):
        os.set_inheritable(descriptor, False)
    prctl = _load_prctl()
    is_subreaper = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0 and os.path.exists(_CHILDREN)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)  # `wake` is written only if there is a handler
    engine = os.fork()
    if engine == 0:
        _become(command, report, memory, prctl)
    os.close(report)
    _let_go_of_pipes()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2):
        signal.signal(number, signal.SIG_IGN)  # the engine may send these signals
    status = _watch(engine, leash, woken, parent)
    if status is None:
        status = _kill(engine)
    if is_subreaper:
        _kill_orphans()
    else:
        with contextlib.suppress(OSError):
            os.killpg(engine, signal.SIGKILL)
    _end_like(status)


def _load_prctl() -> Callable[[int, int], int]:
    """The system call prctl; on systems other than Linux, a function that reports failure."""
    if sys.platform.startswith("linux"):
        with contextlib.suppress(ImportError, OSError, AttributeError):
            import ctypes

            found: Callable[[int, int], int] = ctypes.CDLL(None).prctl
            return found
    return lambda option, value: -1


def _become(command: list[str], report: int, memory: int, prctl: Callable[[int, int], int]) -> None:
    """Turn this forked process into the engine. Reports its process id, or the error."""
    try:
        supervisor = os.getppid()
        os.setsid()  # a Ctrl-C at the terminal goes to semeai only, and the whole group can be signalled
        prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))
        if os.getppid() == supervisor:  # the supervisor may have died before the call
            if memory and sys.platform.startswith("linux"):
                with contextlib.suppress(OSError, ValueError):  # a lower limit is already set
                    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            for number in (signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)  # Python ignores these signals
            os.write(report, str(os.getpid()).encode())
            os.execv(command[0], command)
    except OSError as error:
        os.write(report, f" {error.errno}".encode())
    finally:
        os._exit(127)


def _let_go_of_pipes() -> None:
    """Close this process's ends of the engine's pipes, so that they close when the engine closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)


def _watch(engine: int, leash: int, woken: int, parent: int) -> int | None:
    """Wait for the engine. Returns its status when it ends, or None when it must be killed."""
    while os.getppid() == parent:
        status = _reap(engine)
        if status is not None:
            return status
        ready, _, _ = select.select([leash, woken], [], [], PARENT_CHECK)
        if woken in ready:
            os.read(woken, 4096)
        if leash in ready:
            if os.read(leash, 1) != TERMINATE:
                return None
            os.killpg(engine, signal.SIGTERM)  # not reaped, so the id is still the engine's
    return None


def _reap(engine: int) -> int | None:
    """Reap all children that have ended. Returns the status of the engine if it is among them."""
    while True:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == engine:
            return status
        if pid == 0:
            return None


def _kill(engine: int) -> int:
    """Kill the engine and return its status."""
    os.kill(engine, signal.SIGKILL)  # by id: a process that was just forked may not have its own group yet
    return os.waitpid(engine, 0)[1]


def _kill_orphans() -> None:
    """Kill the children of this process until there are none.

    When a process dies, its children become children of this process. The kernel kills a whole group in one step, so a
    group cannot escape by forking. The id of a direct child is not reused until it is reaped here, so no other process
    is hit. A process of another user (a setuid program) cannot be killed and remains.
    """
    own_group = os.getpgrp()
    refused: set[int] = set()
    while True:
        with open(_CHILDREN) as file:
            children = {int(word) for word in file.read().split()}
        for child in children - refused:
            try:
                group = os.getpgid(child)
                if group != own_group:
                    os.killpg(group, signal.SIGKILL)
                os.kill(child, signal.SIGKILL)
            except PermissionError:
                refused.add(child)
            except ProcessLookupError:  # its group has ended
                pass
        if children and children <= refused:
            return
        try:
            # All processes seen so far have been killed, so one of them is about to end.
            pid, _ = os.waitpid(-1, 0 if children else os.WNOHANG)
            while pid:
                pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return


def _end_like(status: int) -> None:
    """End this process with the status of another one."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with contextlib.suppress(OSError):  # SIGKILL
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


if __name__ == "__main__":
    _leash, _report, _memory = map(int, sys.argv[1:4])
    main(_leash, _report, _memory, sys.argv[4:])
