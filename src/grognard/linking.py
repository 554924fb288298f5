"""How the compiled twin is put together: every function once.

Numba links and optimises the whole call tree below a function anew for every function on the way up, so
a book of 400 functions that all lead to one another took minutes.  Here the functions inside the rules
are only translated (Inner); the few that Python calls (Entry) take in all they reach, once, and are optimised
and kept as a whole.  This leans on Numba's pipeline classes and on internals of its code libraries;
tests/test_compiled.py stands guard."""

from __future__ import annotations

import ctypes
from typing import Any

from llvmlite import binding as llvm
from numba import _dynfunc
from numba.core import compiler, compiler_machinery, typed_passes
from numba.core.codegen import JITCodeLibrary

# Measured on whole battles of all books: small code is faster than much inlining, and so are choices than branches.
for option in (
    "--inline-threshold=225",
    "--phi-node-folding-threshold=6",
    "--two-entry-phi-node-folding-threshold=12",
):
    llvm.set_option("grognard", option)

# Where an Inner points, should Python ever call it: PyObject_Call on what is not callable, a plain TypeError.
NOWHERE = ctypes.cast(ctypes.pythonapi.PyObject_Call, ctypes.c_void_p).value


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function, neither linked nor turned into machine code."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function together with that of all functions below it."""

    def finalize(self) -> None:
        self._linking_libraries = all_below(self)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Nobody else calls the functions below it: how they call one another may be changed too, 3 % faster so."""
        for function in self._final_module.functions:
            if function.linkage == llvm.Linkage.linkonce_odr and not function.is_declaration:
                function.linkage = llvm.Linkage.internal
        super()._optimize_final_module()


def all_below(library: Any) -> list[Any]:
    """Every library a library leads to, each once."""
    seen: dict[int, Any] = {}
    queue = list(library._linking_libraries)
    while queue:
        below = queue.pop()
        if id(below) not in seen:
            seen[id(below)] = below
            if isinstance(below, InnerLibrary):
                queue += below._linking_libraries
    return list(seen.values())


def fresh_library(state: Any, kind: type[JITCodeLibrary]) -> None:
    state.library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
    state.library.enable_object_caching()


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(typed_passes.NativeLowering):  # type: ignore[misc]
    """Lower a function for its compiled callers only: no wrapper for Python, no machine code."""

    _name = "grognard_inner_lowering"

    def run_pass(self, state: Any) -> bool:
        fresh_library(state, InnerLibrary)
        state.flags.no_compile = True
        state.flags.no_cpython_wrapper = True
        state.flags.no_cfunc_wrapper = True
        super().run_pass(state)
        low = state["cr"]
        handle = _dynfunc.make_function(
            low.fndesc.lookup_module(),
            low.fndesc.qualname.split(".")[-1],
            "",
            NOWHERE,
            low.env,
            (state.library,),
        )
        state.targetctx.insert_user_function(handle, low.fndesc, [state.library])
        state["cr"] = low._replace(cfunc=handle)
        return True


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(typed_passes.NativeLowering):  # type: ignore[misc]
    """Lower a function that Python calls, with all below it."""

    _name = "grognard_entry_lowering"

    def run_pass(self, state: Any) -> bool:
        fresh_library(state, EntryLibrary)
        state.flags.no_cfunc_wrapper = True
        super().run_pass(state)
        return True


def pipeline(state: Any, lowering: Any) -> list[Any]:
    """Numba's own passes, with another for the last step."""
    manager = compiler.DefaultPassBuilder.define_nopython_pipeline(state)
    manager.passes = [
        (lowering if step is typed_passes.NativeLowering else step, why) for step, why in manager.passes
    ]
    manager._finalized = False
    manager.finalize()
    return [manager]


class Inner(compiler.CompilerBase):  # type: ignore[misc]
    def define_pipelines(self) -> list[Any]:
        return pipeline(self.state, InnerLowering)


class Entry(compiler.CompilerBase):  # type: ignore[misc]
    def define_pipelines(self) -> list[Any]:
        return pipeline(self.state, EntryLowering)
