"""Prefetching the next game while one is played: a batch is larger than the processor's caches.

A kernel that loops over games would otherwise wait for memory in each of them: the processor
prefetches sequential reads on its own, but a record is read at scattered places.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

LINE = 64  # bytes that come at once
FOR_WRITING, SOON, DATA = (ir.Constant(ir.IntType(32), number) for number in (1, 3, 1))


def prefetch(states: np.ndarray, row: int) -> None:
    """Ask for the memory of a row without waiting for it; uncompiled, there is nothing to gain."""


@intrinsic
def _prefetch(typing_context: Any, states: Any, row: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        array = context.make_array(kind)(context, builder, arguments[0])
        byte = ir.IntType(8).as_pointer()
        size = kind.dtype.size
        begin = builder.mul(arguments[1], ir.Constant(ir.IntType(64), size))
        ask = builder.module.declare_intrinsic(
            "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, *3 * [ir.IntType(32)]])
        )
        for line in range(0, size + LINE, LINE):
            at = builder.add(begin, ir.Constant(ir.IntType(64), min(line, size - 1)))
            address = builder.gep(builder.bitcast(array.data, byte), [at])
            builder.call(ask, [address, FOR_WRITING, SOON, DATA])
        return context.get_dummy_value()

    return types.void(states, types.intp), emit


@overload(prefetch, strict=False)
def _compiled_prefetch(states: Any, row: Any) -> Any:
    return lambda states, row: _prefetch(states, row)  # type: ignore[call-arg]
