"""What the layers of a compiled network are made of; most of the numbers they read are zero."""

from __future__ import annotations

import numpy as np

from sf_env.core.compiled.jit import jit
from sf_env.core.rules import Array


@jit
def begin(out: Array, lines: int, bias: Array) -> None:
    """Write the bias into this many lines."""
    for line in range(lines):
        for at in range(bias.shape[0]):
            out[line, at] = bias[at]


@jit
def clear(out: Array, lines: int) -> None:
    """Write zeros into this many lines."""
    for line in range(lines):
        for at in range(out.shape[1]):
            out[line, at] = 0.0


@jit
def add(numbers: Array, lines: int, weights: Array, out: Array) -> None:
    """Add the product of this many lines and a matrix; most numbers are zero.

    All lines use a line of the matrix before the next one does: it is read from memory once.
    """
    for number in range(weights.shape[0]):
        for line in range(lines):
            factor = numbers[line, number]
            if factor != 0.0:
                for at in range(weights.shape[1]):
                    out[line, at] += factor * weights[number, at]


@jit
def keep_positive(out: Array, lines: int) -> None:
    """Replace what is below zero by zero."""
    for line in range(lines):
        for at in range(out.shape[1]):
            out[line, at] = max(out[line, at], np.float32(0.0))
