"""Nonsense for fuzz tests; FUZZ_EXAMPLES says how much of it, a few hundred examples otherwise."""

from __future__ import annotations

import os

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some

USUAL = "20" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "200"
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", USUAL))
fuzz = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize="FUZZ_EXAMPLES" not in os.environ,  # the suite tries the same ones every time
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

INTEGERS = some.integers() | some.sampled_from([2**31, 2**63, -(2**63) - 1, 2**64, 10**300])
SCALARS = (
    some.none()
    | some.booleans()
    | INTEGERS
    | some.floats()
    | some.text()
    | some.binary()
    | some.complex_numbers()
)
NUMPY = some.one_of(
    some.sampled_from([np.int8(3), np.uint64(2**64 - 1), np.float32(3), np.bool_(True), np.nan]),
    some.sampled_from([np.str_("3"), np.datetime64(3, "s"), np.timedelta64(3, "s"), np.array(3)]),
)
VALUES = SCALARS | NUMPY
ODD = some.recursive(
    VALUES, lambda one: some.lists(one, max_size=4) | some.dictionaries(some.text(), one)
)
JSON = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False) | some.text(),
    lambda one: some.lists(one, max_size=5) | some.dictionaries(some.text(), one, max_size=5),
    max_leaves=10,
)


@some.composite
def damaged(draw: some.DrawFn, whole: bytes) -> bytes:
    """Return some bytes with a few changes: cut, doubled, replaced by others."""
    text = whole
    for _ in range(draw(some.integers(1, 4))):
        low = draw(some.integers(0, len(text)))
        high = draw(some.integers(low, min(len(text), low + 20)))
        bit = text[low:high]
        text = (
            text[:low]
            + draw(some.sampled_from([b"", bit * 2]) | some.binary(max_size=8))
            + (text[high:])
        )
    return text
