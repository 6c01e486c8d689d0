"""The overview of all ladders: who is best in each game, read from the games' pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from sf_agents.commands.ladder_page import page_of, parts_of
from sf_env.core.errors import Error
from sf_env.core.files import replacing
from sf_env.core.rules import Rules

PAGE = """\
# The ladders

The strongest agents of this package, by game and number of players. The page of each game has all
agents and meetings, and says where the points come from.

| game | players | strongest agent | rating | wins |
| --- | ---: | --- | ---: | --- |
{rows}

Ratings are on the scale of Elo, and `random` is 0; square brackets are 95 % intervals. With more
than two players, the agent plays alone among copies of the other one. A share of wins above
1/players is better than even. [docs/agents.md](../docs/agents.md) describes the agents;
[docs/arena.md](../docs/arena.md) explains the figures, and how to add a result.

One command plays all ladders, for hours, and makes all pages; if you stop it, the same command
resumes. `--game GAME` updates the page of one game, and this overview:

```sh
{command}
```
"""
MOST_MEETINGS = 2  # of the best agent, the last ones: those with the strongest opponents
CELL = re.compile(r"(?<!\\)\|")


def write_overview(folder: Path, games: Iterable[Rules], command: str) -> Path:
    """Write the overview of the pages in a folder; return where it is."""
    rows = [row for rules in games for row in _rows(folder, rules)]
    path = folder / "README.md"
    with replacing(path) as new:
        new.write_text(PAGE.format(rows="\n".join(rows), command=command), encoding="utf-8")
    return path


def _rows(folder: Path, rules: Rules) -> Iterator[str]:
    """Yield a row of the overview for each part of a game's page."""
    page = page_of(folder, rules)
    for players, part in sorted(parts_of(page).items()):
        best = next(_table(part, "Ladder"), None)
        if best is None:
            raise Error(f"{page}: the part for {players} players has no ladder; make it again")
        _, agent, rating, *_ = best
        name = f"[{rules.name}]({page.relative_to(folder).as_posix()})"
        yield f"| {name} | {players} | {agent} | {rating} | {_wins(part, agent)} |"


def _wins(part: str, agent: str) -> str:
    """Return the shares of wins of an agent in the meetings in which it is the first."""
    shares = []
    for meeting, share, *_ in _table(part, "Meetings"):
        first, _, other = re.split(r" (–|among \d ×) ", meeting)
        if first == agent:
            shares.append(f"{share.partition(' [')[0]} against {other}")
    return ", ".join(shares[-MOST_MEETINGS:])


def _table(part: str, title: str) -> Iterator[list[str]]:
    """Yield the rows of a table of a page, as cells."""
    text = part.partition(f"### {title}\n")[2].partition("\n#")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    for line in lines[2:]:
        yield [cell.strip() for cell in CELL.split(line)[1:-1]]
