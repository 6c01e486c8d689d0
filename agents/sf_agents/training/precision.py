"""Computing updates in bfloat16: half the digits, and faster where the processor is made for it."""

from __future__ import annotations

from typing import Literal

import torch

Precision = Literal["auto", "full", "bfloat16"]
INSTRUCTIONS = ("avx512_bf16", "amx_bf16", "bf16")


def uses_bfloat16(precision: Precision) -> bool:
    """Return whether updates are to be computed in bfloat16."""
    return precision == "bfloat16" or (precision == "auto" and is_made_for_it())


def is_made_for_it() -> bool:
    """Return whether this processor has instructions for bfloat16, as far as torch can tell."""
    tell = getattr(torch.cpu, "get_capabilities", None)  # a recent one
    capabilities = tell() if tell else {}
    return any(capabilities.get(name, False) for name in INSTRUCTIONS)


def quickly(bfloat16: bool) -> torch.autocast:
    """Return a context in which layers are computed in bfloat16, or just as they are."""
    return torch.autocast("cpu", torch.bfloat16, enabled=bfloat16)
