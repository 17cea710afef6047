# mypy: ignore-errors
"""The compilation of our kernels by numba: first in parts, then each complete kernel once.

By default numba optimises a function together with all its callees, translates it to machine code, and adds wrappers
for Python and C, even if Python never calls it. It repeats this inside every caller. Most kernels are called only by
other kernels. This module compiles them to parts, which need none of these steps. That takes a third of the time.

The module uses internals of numba, which may change, so `pyproject.toml` names the tested versions.
"""

import gc
import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from numba.core import typed_passes, types, untyped_passes
from numba.core.caching import FunctionCache, NullCache
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary
from numba.core.compiler import Compiler, Flags
from numba.core.compiler_machinery import PassManager
from numba.core.dispatcher import _FunctionCompiler
from numba.core.registry import CPUDispatcher

OPTIONS: dict[str, Any] = {"nopython": True, "_nrt": False, "boundscheck": None, "nogil": True, "error_model": "numpy"}
STEPS = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.DeadBranchPrune,
    untyped_passes.GenericRewrites,
    untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.IRLegalization,
    typed_passes.AnnotateTypes,
    typed_passes.NativeLowering,
    typed_passes.NoPythonBackend,
)


class Part(JITCodeLibrary):
    """The code of one kernel for use inside others, without the kernels that it calls.

    Numba would optimise a callee and translate it to machine code, and repeat this inside every caller. A part stops at
    LLVM's intermediate language, after a quick clean-up of each function. The complete kernel is optimised once.
    """

    def finalize(self) -> None:
        self._finalized = True

    def with_callees(self) -> list[CPUCodeLibrary]:
        """This part and all parts that it calls, callers first: LLVM links only symbols that were requested before."""
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


class QuickFlags(Flags):
    """Compiler flags whose comparison looks only at the flags that are set. Numba compares all of them, thousands of
    times per kernel.
    """

    def __hash__(self) -> int:
        return hash(len(self._values))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Flags) and self._values == other._values


class FunctionCompiler(_FunctionCompiler):
    """Compiles one function with `QuickFlags`."""

    def _customize_flags(self, flags: Flags) -> Flags:
        return QuickFlags(flags)


class KernelCompiler(Compiler):
    """Compiles a kernel in the steps that kernels need."""

    def __init__(self, *args: Any) -> None:
        load_numba_without_scipy()
        super().__init__(*args)

    def define_pipelines(self) -> list[Any]:
        pipeline = PassManager("kernel")
        for step in STEPS:
            pipeline.add_pass(step, step.__name__)
        pipeline.finalize()
        return [pipeline]


class PartCompiler(KernelCompiler):
    """Compiles a kernel to a `Part`."""

    def define_pipelines(self) -> list[Any]:
        state = self.state
        state.flags.no_compile = True
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()


class KernelCache(FunctionCache):
    """The compiled kernels of earlier processes."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load a kernel without the half second that numba takes to prepare for compiling others."""
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)


class KernelDispatcher(CPUDispatcher):
    """A dispatcher that compiles with our own steps."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any], steps: type[KernelCompiler]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=steps)
        self._compiler = FunctionCompiler(function, self.targetdescr, options, {}, steps)


class PartDispatcher(KernelDispatcher):
    """Parts of one kernel, by the types of its arguments."""

    def add_overload(self, result: Any) -> None:
        key = object()
        self.targetctx.insert_user_function(key, result.fndesc, result.library.with_callees())
        self.overloads[tuple(result.signature.args)] = result._replace(entry_point=key)


class Kernel(KernelDispatcher):
    """A compiled function. Python calls the complete kernel, which is cached; other kernels use its parts."""

    def __init__(self, function: Callable[..., Any], is_inlined: bool = False) -> None:
        super().__init__(function, OPTIONS, KernelCompiler)
        self.is_inlined = is_inlined

    @cached_property
    def part(self) -> PartDispatcher:
        options = OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": self.is_inlined}
        return PartDispatcher(self.py_func, options, PartCompiler)

    def enable_caching(self) -> None:
        self._cache = KernelCache(self.py_func)

    def compile(self, sig: Any) -> Any:
        if isinstance(self._cache, NullCache):  # not earlier: a process never calls most kernels
            self.enable_caching()
        with no_garbage_collection():
            return super().compile(sig)

    def get_call_template(self, args: Sequence[Any], kws: dict[str, Any]) -> Any:
        """The types of a call by another kernel. Constants are treated as plain numbers, so that calls share a part."""
        plain = {name: types.unliteral(argument) for name, argument in kws.items()}
        return self.part.get_call_template([types.unliteral(argument) for argument in args], plain)

    def get_overload(self, sig: Any) -> Any:
        return self.part.get_overload(sig)

    @property
    def is_compiling(self) -> Any:
        return self._compiling_counter or self.part.is_compiling


def load_numba_without_scipy() -> None:
    """Load a part of numba without `scipy.linalg`, which numba would import only to check that it exists. This saves
    half a second.

    Kernels need no linear algebra. Other functions compiled in the same process can still use it, except `np.correlate`
    and `np.convolve`.
    """
    if "numba.np.arraymath" in sys.modules:
        return
    linalg = importlib.import_module("numba.np.linalg")
    found = linalg.ensure_blas
    linalg.ensure_blas = pretend_no_blas
    try:
        importlib.import_module("numba.np.arraymath").ensure_blas = found
    finally:
        linalg.ensure_blas = found


def pretend_no_blas() -> None:
    raise ImportError


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Pause garbage collection for a few seconds: it would take a tenth of the compilation time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def callees(function: Any) -> set[Any]:
    """The function and all kernels that it may call, directly or indirectly."""
    found, waiting = {function}, [function]
    while waiting:
        caller = waiting.pop()
        used = (caller.__globals__.get(name) for name in caller.__code__.co_names)
        new = {callee.py_func for callee in used if isinstance(callee, Kernel)} - found
        found |= new
        waiting += new
    return found
