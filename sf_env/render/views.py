"""What each seat saw of a game, kept as differences from the whole: most of it is the same."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]

BY_NUMBER = ("actions", "thoughts")  # lists of a game of which a seat knows some entries
FRAMES = "frames"


def difference(whole: Data, seen: Data) -> Data:
    """Return what differs in a game as one seat saw it; ``merged`` in seats.js puts it back."""
    changes: Data = {
        key: seen[key]
        for key in whole
        if key not in (*BY_NUMBER, FRAMES) and seen[key] != whole[key]
    }
    for key in BY_NUMBER:
        changes[key] = _changed(whole[key], seen[key])
    frames = zip(whole[FRAMES], seen[FRAMES], strict=True)
    changes[FRAMES] = [
        {key: new[key] for key in new if new[key] != old[key]} for old, new in frames
    ]
    return changes


def _changed(whole: list[Any], seen: list[Any]) -> dict[int, Any]:
    """Return the entries that differ, by their number."""
    pairs = enumerate(zip(whole, seen, strict=True))
    return {number: new for number, (old, new) in pairs if new != old}
