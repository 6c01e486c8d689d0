"""The pages of the package's own networks, from their cards; ``scripts/docs.py`` writes them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import _checkout  # noqa: F401  finds the packages
from sf_agents.network.family import PACKAGED, Family
from sf_agents.san_francisco.network.file import DISTRICTS
from sf_agents.ticket_to_ride.network.file import GRAPHS

FAMILIES = {"DISTRICTS": DISTRICTS, "GRAPHS": GRAPHS}
ORIGINS = {
    "start": "Started from the network of",
    "teacher": "Learned from games played by the network of",
}
PAGE = """\
# The package's own networks for *{game}*

`network` and `netmcts` use these networks unless you give a path. Each file holds the weights and a
card that says how they were trained. This page summarises the cards; `{family}.read(path).card` of
`{package}.file` has everything.

The networks were trained on the packaged {setup}, **which is a reconstruction**. {others}
Observation layout: `{digest}`.

{networks}

The tables show what `sf-evaluate network{option} --players P` measures: one network among copies of
the other agent, on reserved deals that training never sees, each deal once on every seat. The
figures are shares of wins with 95 % intervals; among P equal agents the share is 1 / P.

This page is written by `make docs`.
"""
OTHERS = {
    "deck": "They also play with\nother decks, but their strength there has not been measured.",
    "map": "They also play on\nother maps: see [training](../../../../../docs/training.md).",
}


def trained_pages() -> dict[Path, str]:
    """Return the page of each game's networks; a build without the files has none."""
    found = {}
    for name, family in FAMILIES.items():
        folder = Path(str(files(family.package))) / PACKAGED
        if networks := sorted(folder.glob("*.npz")):
            found[folder / "README.md"] = _page(name, family, networks)
    return found


def _page(name: str, family: Family, networks: list[Path]) -> str:
    rules = family.rules
    return PAGE.format(
        game=rules.name,
        family=name,
        package=family.package,
        setup=rules.setup_word,
        others=OTHERS[rules.setup_word],
        digest=family.layout_hash,
        networks="\n\n".join(_section(family, path) for path in networks),
        option="" if rules.id == "san_francisco" else f" --game {rules.id}",
    )


def _section(family: Family, path: Path) -> str:
    """Return the card of a network."""
    card = family.read(path).card
    word = family.rules.setup_word
    lines = [
        f"## {card['players']} players: `{path.name}`",
        "",
        f"- Made by `{card['command']}`" + (f", {card['note']}" if "note" in card else ""),
        f"- {card['decisions'] / 1e6:.1f} million decisions in {card['minutes']:.0f} minutes, "
        f"imitation and measuring included, on {card['machine']}, {card['date'][:10]}",
        *_founded_on(card),
        *([f"- {_minutes_of(card):.0f} minutes in total"] if card.keys() & ORIGINS else []),
        f"- {word.capitalize()} `{card[word]}`, {card[f'{word}_hash'][:12]}…",
        f"- {path.stat().st_size / 1e6:.2f} MB",
        "",
        "| against | games | wins | interval |",
        "|---|---|---|---|",
    ]
    for name, one in card["strength"]["against"].items():
        low, high = one["interval"]
        lines.append(
            f"| {name} | {one['games']:,} | {one['win_share']:.1%} | {low:.1%} to {high:.1%} |"
        )
    return "\n".join(lines)


def _founded_on(card: dict[str, Any]) -> Iterator[str]:
    """Yield how the networks were made that this one builds on, and those before them."""
    for key, how in ORIGINS.items():
        if origin := card.get(key):
            yield (
                f"- {how} `{origin['command']}`: {origin['decisions'] / 1e6:.1f} million decisions "
                f"in {origin['minutes']:.0f} minutes"
            )
            yield from _founded_on(origin)


def _minutes_of(card: dict[str, Any]) -> float:
    """Return the minutes that a network took, with those of all it builds on."""
    return float(card["minutes"]) + sum(_minutes_of(card[key]) for key in card.keys() & ORIGINS)
