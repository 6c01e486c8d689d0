"""Small integers of a record at full width."""

from __future__ import annotations

from typing import Any

from sf_env.core.compiled.jit import jit


@jit
def wide(number: Any) -> int:
    """Return a field's integer as one that can be reckoned with.

    Uncompiled, int8 + int8 overflows; compiled, every width would make another variant of each
    function that the number is passed to.
    """
    return 0 + int(number)
