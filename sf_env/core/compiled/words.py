"""Eight small numbers at once: bytes of an array read and written as one 64-bit word.

The compiler does not merge eight stores to neighbouring bytes into one; this makes copying the
planes of an observation several times as fast.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from sf_env.core.compiled.rng import Word

WORD_TYPE = ir.IntType(64)


def read_word(plane: np.ndarray, at: int) -> Word:
    """Return the bytes ``at`` to ``at + 7`` of a contiguous array as one word."""
    return int.from_bytes(plane.reshape(-1)[at : at + 8].tobytes(), "little")


def write_word(plane: np.ndarray, at: int, word: Word) -> None:
    """Write a word to the bytes ``at`` to ``at + 7`` of a contiguous array."""
    plane[at : at + 8] = np.frombuffer(int(word).to_bytes(8, "little"), plane.dtype)


def _address(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    """Emit the address of a byte in an array, as that of a word."""
    data = context.make_array(kind)(context, builder, array).data
    byte = builder.gep(builder.bitcast(data, ir.IntType(8).as_pointer()), [at])
    return builder.bitcast(byte, WORD_TYPE.as_pointer())


@intrinsic
def _load(typing_context: Any, plane: Any, at: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        load = builder.load(_address(context, builder, signature.args[0], *arguments))
        load.align = 1
        return load

    return types.uint64(plane, types.intp), emit


@intrinsic
def _store(typing_context: Any, plane: Any, at: Any, word: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        plane, at, word = arguments
        store = builder.store(word, _address(context, builder, signature.args[0], plane, at))
        store.align = 1
        return context.get_dummy_value()

    return types.void(plane, types.intp, types.uint64), emit


@overload(read_word, strict=False)
def _compiled_read_word(plane: Any, at: Any) -> Any:
    return lambda plane, at: _load(plane, at)  # type: ignore[call-arg]


@overload(write_word, strict=False)
def _compiled_write_word(plane: Any, at: Any, word: Any) -> Any:
    return lambda plane, at, word: _store(plane, at, word)  # type: ignore[call-arg]
