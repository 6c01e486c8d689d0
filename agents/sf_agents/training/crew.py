"""Several threads at work on shares of a batch, and in which precision they compute.

Torch's own threads split each operation, which are small here: two of them were no faster than one.
Threads of Python that each take some of the rows through all layers are.
"""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, TypeVar

import torch
from torch import Tensor

LEAST = 128  # rows that are worth a thread
# What glibc calls it when memory is given back to the system, and what is asked for at once.
M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_THRESHOLD = -1, -2, -3
Precision = Literal["auto", "full", "bfloat16"]
INSTRUCTIONS = ("avx512_bf16", "amx_bf16", "bf16")
T = TypeVar("T")


class Crew:
    """A number of threads; torch itself uses one from now on."""

    def __init__(self, threads: int) -> None:
        torch.set_num_threads(1)
        keep_memory()
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads)

    def share(self, work: Callable[[slice], T], count: int, least: int = LEAST) -> list[T]:
        """Split ``count`` rows among the threads, at least ``least`` each; return the results."""
        size = max(-(-count // self.threads), least)
        if size >= count:
            return [work(slice(0, count))]
        learns = torch.is_grad_enabled()  # a thread does not know of its caller's choice

        def do(begin: int) -> T:
            with torch.set_grad_enabled(learns):
                return work(slice(begin, min(begin + size, count)))

        return list(self._pool.map(do, range(0, count, size)))

    def each(self, work: Callable[..., None], pieces: Sequence[tuple[Any, ...]]) -> None:
        """Do all pieces of work; each free thread takes the next one."""
        if self.threads == 1 or len(pieces) == 1:
            for piece in pieces:
                work(*piece)
        else:
            list(self._pool.map(lambda piece: work(*piece), pieces))

    def descend(
        self, weights: Sequence[Tensor], work: Callable[[slice], tuple[Tensor, Tensor]], count: int
    ) -> Tensor:
        """Write the gradient of a loss that is a sum over rows; return the sum of its numbers.

        ``work`` returns the loss of some rows, and numbers (k,) to report.
        """

        def do(rows: slice) -> tuple[tuple[Tensor, ...], Tensor]:
            loss, numbers = work(rows)
            return torch.autograd.grad(loss, weights), numbers.detach()

        gradients, numbers = zip(*self.share(do, count), strict=True)
        for weight, *parts in zip(weights, *gradients, strict=True):
            weight.grad = torch.stack(parts).sum(0) if len(parts) > 1 else parts[0]
        return torch.stack(numbers).sum(0)


def keep_memory() -> None:
    """Let the process keep the memory it used, if this is glibc: layers ask for it again and again.

    Otherwise each large array is fetched from the system, page by page, and given back at once.
    """
    library = ctypes.util.find_library("c")
    mallopt = getattr(ctypes.CDLL(library), "mallopt", None) if library else None
    if mallopt is not None:
        for what, size in (
            (M_MMAP_THRESHOLD, 1 << 30),
            (M_TRIM_THRESHOLD, 2**31 - 1),
            (M_TOP_PAD, 64 << 20),
        ):
            mallopt(what, size)


def uses_bfloat16(precision: Precision) -> bool:
    """Return whether updates are to be computed in bfloat16."""
    return precision == "bfloat16" or (precision == "auto" and is_made_for_it())


def is_made_for_it() -> bool:
    """Return whether this processor has instructions for bfloat16, as far as torch knows."""
    ask = getattr(torch.cpu, "get_capabilities", None)  # a recent one
    capabilities = ask() if ask else {}
    return any(capabilities.get(name, False) for name in INSTRUCTIONS)


def quickly(bfloat16: bool) -> torch.autocast:
    """Return a context in which layers are computed in bfloat16, or just as they are."""
    return torch.autocast("cpu", torch.bfloat16, enabled=bfloat16)
