"""A summary as tables of text, for the terminal and for a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sf_env.core.rules import rules_of
from sf_env.core.tallies import Tally

Summary = dict[str, Any]
NOTHING = "–"


@dataclass(frozen=True)
class Table:
    """A title, a head, and rows; the first ``names`` columns are words, the others figures."""

    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    names: int = 1

    def to_markdown(self) -> str:
        """Return the table for a page."""
        marks = ["---"] * self.names + ["---:"] * (len(self.head) - self.names)
        lines = [self.head, marks, *self.rows]
        body = "\n".join("| " + " | ".join(map(_escaped, line)) + " |" for line in lines)
        return f"## {self.title}\n\n{body}\n"


def tables_of(summary: Summary) -> list[Table]:
    """Return all tables of a summary."""
    tables = [standings(summary), meetings(summary), sources(summary)]
    tables += [*counted(summary), seats(summary)]
    return tables + ([forfeits(summary)] if summary["forfeits"] else [])


def in_order(summary: Summary) -> list[dict[str, Any]]:
    """Return the agents of a summary, the best first."""
    key = "rating" if summary["ratings"]["model"] else "win_share"
    return sorted(summary["agents"], key=lambda one: -(one[key] or 0.0))


def standings(summary: Summary) -> Table:
    """Return the ladder."""
    rows = [
        (
            str(place),
            one["name"],
            rating(one),
            share(one),
            margin(one),
            number(one["points"]["total"]),
            count(one["games"]),
            count(one["forfeits"]),
            rate(one["decisions_per_second"]),
        )
        for place, one in enumerate(in_order(summary), start=1)
    ]
    head = ("", "agent", "rating", "wins", "margin", "points", "games", "forfeits", "decisions/s")
    return Table("Ladder", head, rows, names=2)


def ratings(summary: Summary) -> Table:
    """Return the ladder without what depends on whom each agent has met."""
    rows = [
        (
            str(place),
            one["name"],
            rating(one),
            count(one["games"]),
            rate(one["decisions_per_second"]),
        )
        for place, one in enumerate(in_order(summary), start=1)
    ]
    return Table("Ladder", ("", "agent", "rating", "games", "decisions/s"), rows, names=2)


def meetings(summary: Summary) -> Table:
    """Return who met whom; the figures are those of the first."""
    rows = [
        (
            opponents(one["agents"]),
            share(one),
            margin(one),
            number(one["length"]["mean"]),
            count(one["games"]),
            count(one["forfeits"]),
        )
        for one in summary["meetings"]
    ]
    head = ("meeting", "wins of the first", "margin", "decisions per game", "games", "forfeits")
    return Table("Meetings", head, rows)


def sources(summary: Summary) -> Table:
    """Return where the points come from."""
    rows = [
        (one["name"], *(number(points) for points in one["points"].values()))
        for one in in_order(summary)
    ]
    return Table("Where the points come from", ("agent", *summary["agents"][0]["points"]), rows)


def counted(summary: Summary) -> list[Table]:
    """Return what the game counts besides points; columns that are 0 for all are left out."""
    agents = in_order(summary)
    shown = [
        tally
        for tally in rules_of(summary["game"]).tallies
        if any(one["tallies"][tally.name] for one in agents)
    ]
    return [
        _counted(title, [tally for tally in shown if tally.table == title], agents)
        for title in dict.fromkeys(tally.table for tally in shown)
    ]


def _counted(title: str, tallies: list[Tally], agents: list[dict[str, Any]]) -> Table:
    rows = [
        (one["name"], *(_tallied(one["tallies"][tally.name], tally) for tally in tallies))
        for one in agents
    ]
    return Table(title, ("agent", *(tally.heading for tally in tallies)), rows)


def _tallied(value: float | None, tally: Tally) -> str:
    """Return a mean, or a share in percent."""
    if value is None or not tally.share:
        return number(value)
    return f"{100 * value:.1f} %"


def seats(summary: Summary) -> Table:
    """Return how each agent, and all together, do on each seat."""
    everybody = {"name": "all", "seats": summary["seats"]}
    rows = [
        (one["name"], *(share(seat) for seat in one["seats"]))
        for one in [*in_order(summary), everybody]
    ]
    head = ("wins", *(f"seat {seat['seat']}" for seat in summary["seats"]))
    return Table("Seats, in turn order", head, rows)


def forfeits(summary: Summary) -> Table:
    """Return why games were lost without being played to their end."""
    rows = [(one["agent"], one["reason"], count(one["games"])) for one in summary["forfeits"]]
    return Table("Forfeits", ("agent", "reason", "games"), rows, names=2)


def notes(summary: Summary) -> list[str]:
    """Return what you need to know to read the tables."""
    said = [
        f"{count(summary['games'])} games of {summary['players']} players; deals per group:"
        f" {count(summary['deals'])}, each in every distinct rotation of the seats;"
        f" seed {summary['seed']}.",
        _on_setup(summary),
        "Square brackets: 95 % intervals, from resampling the deals. A win shared by k counts"
        " 1/k. Margin: the agent's points minus the mean of the others'.",
    ]
    if summary["groups"] == "duels":
        said.append(
            "Duels: one agent alone among copies of another; the figures are for the one alone."
        )
    if any(one["all_deals_agree"] for one in summary["agents"] + summary["meetings"]):
        said.append("*: all deals agree; the interval is from the rule of three.")
    if summary["forfeits"]:
        said.append("Games with a forfeit count as wins for the others, and in no other figure.")
    return [*said, _on_ratings(summary)]


def _on_setup(summary: Summary) -> str:
    rules = rules_of(summary["game"])
    word = rules.setup_word
    text = f"{word.capitalize()} {summary[word]} (hash {summary[f'{word}_hash']})"
    usual = rules.reconstructed and summary[word] == rules.usual_setup
    return f"{text}{', a reconstruction' if usual else ''}."


def _on_ratings(summary: Summary) -> str:
    ratings = summary["ratings"]
    if not ratings["model"]:
        return f"{ratings['note'][0].upper()}{ratings['note'][1:]}."
    return (
        f"Rating: {ratings['model']} on the scale of Elo (400 points are odds of ten to one);"
        f" {ratings['anchor']} is 0."
    )


def opponents(agents: list[str]) -> str:
    """Return a group in words."""
    first, *others = agents
    if len(others) > 1 and len(set(others)) == 1:
        return f"{first} among {len(others)} × {others[0]}"
    return " – ".join(agents)


def share(one: dict[str, Any]) -> str:
    """Return a share of wins with its interval."""
    if one["win_share"] is None:
        return NOTHING
    low, high = one["interval"]
    mark = "*" if one["all_deals_agree"] else ""
    return f"{100 * one['win_share']:.1f} % [{100 * low:.1f}, {100 * high:.1f}]{mark}"


def margin(one: dict[str, Any]) -> str:
    """Return a margin."""
    return NOTHING if one["margin"] is None else f"{one['margin']:+.2f}"


def rating(one: dict[str, Any]) -> str:
    """Return a rating with its interval."""
    if one["rating"] is None:
        return NOTHING
    low, high = one["rating_interval"]
    return f"{one['rating']:.0f} [{low:.0f}, {high:.0f}]"


def number(value: float | None) -> str:
    """Return a figure with one decimal."""
    return NOTHING if value is None else f"{value:.1f}"


def count(value: int) -> str:
    """Return a number of things."""
    return f"{value:,}"


def rate(value: float | None) -> str:
    """Return how many in a second, as people write it."""
    if value is None:
        return NOTHING
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
