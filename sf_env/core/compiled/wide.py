"""Small integers of a record at full width."""

from __future__ import annotations

from typing import Any

from sf_env.core.compiled.jit import jit


@jit
def wide(number: Any) -> int:
    """Return a field's integer at full width, for arithmetic.

    Uncompiled, int8 + int8 overflows; compiled, every width would create another variant of each
    function that takes the number.
    """
    return 0 + int(number)
