# mypy: ignore-errors
"""How numba compiles our kernels: parts first, and then each whole once.

By itself numba optimises a function with all that it calls, translates it to machine code, and gives it wrappers for
Python and C, whether Python calls it or not. It does all this again inside every caller. Most kernels are called by
kernels alone. They are compiled to parts here, which need none of it: this takes a third of the time.

These are inner parts of numba without a promise, so `pyproject.toml` names the versions that are tested.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from numba.core import types
from numba.core.caching import NullCache
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher

OPTIONS: dict[str, Any] = {"nopython": True, "boundscheck": None, "nogil": True, "error_model": "numpy"}


class Part(JITCodeLibrary):
    """The code of one kernel for use inside others, without the kernels that it calls.

    Numba would optimise a callee and translate it to machine code, and then do so again inside every caller. A part
    goes no further than LLVM's own language, after a quick clean-up of each function. The whole is optimised once.
    """

    def finalize(self) -> None:
        self._finalized = True

    def with_callees(self) -> list[CPUCodeLibrary]:
        """This part and everything that it calls, callers first: LLVM links only what has been asked for before."""
        callees_first: dict[CPUCodeLibrary, None] = {}

        def visit(library: CPUCodeLibrary) -> None:
            if library in callees_first:
                return
            if isinstance(library, Part):
                for callee in library._linking_libraries:
                    visit(callee)
            callees_first[library] = None

        visit(self)
        return list(reversed(callees_first))


class PartCompiler(Compiler):
    """Compiles a kernel to a `Part`."""

    def define_pipelines(self) -> list[Any]:
        state = self.state
        state.flags.no_compile = True
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()


class PartDispatcher(CPUDispatcher):
    """Parts of one kernel, by the types of its arguments."""

    def add_overload(self, result: Any) -> None:
        key = object()
        self.targetctx.insert_user_function(key, result.fndesc, result.library.with_callees())
        self.overloads[tuple(result.signature.args)] = result._replace(entry_point=key)


class Kernel(CPUDispatcher):
    """A compiled function. Python calls it whole and finds it in the cache; other kernels take its parts."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions=OPTIONS)

    @cached_property
    def part(self) -> PartDispatcher:
        options = OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        return PartDispatcher(self.py_func, targetoptions=options, pipeline_class=PartCompiler)

    def compile(self, sig: Any) -> Any:
        if isinstance(self._cache, NullCache):  # not before, for most kernels of a process are never called
            self.enable_caching()
        return super().compile(sig)

    def get_call_template(self, args: Sequence[Any], kws: dict[str, Any]) -> Any:
        """The types of a call by another kernel. Constants count as plain numbers, so they share a part."""
        plain = {name: types.unliteral(argument) for name, argument in kws.items()}
        return self.part.get_call_template([types.unliteral(argument) for argument in args], plain)

    def get_overload(self, sig: Any) -> Any:
        return self.part.get_overload(sig)

    @property
    def is_compiling(self) -> Any:
        return self._compiling_counter or self.part.is_compiling


def callees(function: Any) -> set[Any]:
    """The function and all kernels that it may call, directly or not."""
    found, waiting = {function}, [function]
    while waiting:
        caller = waiting.pop()
        used = (caller.__globals__.get(name) for name in caller.__code__.co_names)
        new = {callee.py_func for callee in used if isinstance(callee, Kernel)} - found
        found |= new
        waiting += new
    return found
