"""What a game counts of each seat when it is over, besides points: for reports of tournaments."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tally:
    """One thing that is counted, and where reports show it."""

    name: str
    """in records and summaries"""
    table: str
    """the title of the table that shows it; those with the same title share a table"""
    heading: str
    """of its column"""
    share: bool = False
    """it is 0 or 1, and reports give the share of games in which it is 1"""
