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
    """Add the product of this many lines and a matrix.

    Those of a line's numbers that are not 0 are listed first: to ask about each on the way would
    have the processor guess wrong every other time. Four of them at once are added in their order.
    """
    listed = np.empty(weights.shape[0] + 1, np.int64)
    for line in range(lines):
        count = 0
        for at in range(weights.shape[0]):
            listed[count] = at
            count += numbers[line, at] != 0.0
        done = 0
        while done <= count - 4:
            one, two = listed[done], listed[done + 1]
            three, four = listed[done + 2], listed[done + 3]
            first, second = numbers[line, one], numbers[line, two]
            third, fourth = numbers[line, three], numbers[line, four]
            for at in range(weights.shape[1]):
                out[line, at] = (
                    out[line, at]
                    + first * weights[one, at]
                    + second * weights[two, at]
                    + third * weights[three, at]
                    + fourth * weights[four, at]
                )
            done += 4
        while done < count:
            factor = numbers[line, listed[done]]
            for at in range(weights.shape[1]):
                out[line, at] += factor * weights[listed[done], at]
            done += 1


@jit
def keep_positive(out: Array, lines: int) -> None:
    """Replace what is below zero by zero."""
    for line in range(lines):
        for at in range(out.shape[1]):
            out[line, at] = max(out[line, at], np.float32(0.0))
