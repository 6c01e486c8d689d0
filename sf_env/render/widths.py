"""How wide a text may be, whichever font a browser takes: for layouts without a library.

The widths are those of wide sans-serif letters, in thousandths of the size.
"""

from __future__ import annotations

BOLD = 1.1  # times as wide as other letters
OTHER = 1000  # letters that are not listed
WIDTHS = {
    letter: width
    for width, letters in {
        290: "ijlI'|.,:;!()[] ",
        400: "rtfJ-–/½",
        530: "czsk",
        610: "aeovxynuhbdpqgFLTE?1234567890+−=",
        690: "ABKPRSVXYZC&",
        790: "wDGHNOQU",
        980: "mMW@%",
    }.items()
    for letter in letters
}


def width_of(text: str, size: float, bold: bool = False) -> float:
    """Return how wide a line of text is at most, in most fonts."""
    width = sum(WIDTHS.get(letter, OTHER) for letter in text) * size / 1000
    return width * BOLD if bold else width


def fitted(text: str, size: float, room: float, bold: bool = False) -> str:
    """Return a text that fits into this much room; a longer one ends with an ellipsis."""
    if width_of(text, size, bold) <= room:
        return text
    letters = len(text)
    while letters and width_of(f"{text[:letters]}…", size, bold) > room:
        letters -= 1
    return f"{text[:letters].rstrip()}…"


def fitted_pair(one: str, other: str, size: float, room: float) -> tuple[str, str]:
    """Return two texts that fit into this much room together; what is too long gets shorter."""
    first, second = width_of(one, size), width_of(other, size)
    if first + second > room:
        one = fitted(one, size, max(room / 2, room - second))
        other = fitted(other, size, max(room / 2, room - first))
    return one, other
