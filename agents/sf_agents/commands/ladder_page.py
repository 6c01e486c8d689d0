"""The page of a game's ladder: a head, and a part for each number of players."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from sf_agents.arena.tables import Summary, counted, meetings, notes, ratings, sources
from sf_agents.commands.thinking import TITLE as THINKING
from sf_agents.commands.thinking import Thinking
from sf_env.core.errors import Error
from sf_env.core.files import replacing
from sf_env.core.rules import Rules

HEAD = """\
# The ladder of {game}

This page rates the agents of this package with {players} players. A meeting is a series of games
between two agents. With two players, they play against each other; with more, the first one plays
alone among copies of the second, and a share of wins above 1/players is better than even. Every
deal is played once in every rotation of the seats. [docs/agents.md](../../docs/agents.md) describes
the agents and their parameters; [docs/arena.md](../../docs/arena.md) explains the figures, and how
to add a result. The other ladders are in the [overview](../README.md).

{caveat}\
One command makes the whole page; if you stop it, the same command resumes. `--players 3` updates
only the part for 3 players, `--thinking` only the tables at equal thinking time:

```sh
{command}
```
"""
CAVEAT = "**The {0} is a reconstruction**; results with another {0} are not comparable.\n\n"
PART = re.compile(r"^(?=## \d players$)", re.MULTILINE)
PICTURES = ("ladder", "points")


class LadderPage:
    """The page of a game and its pictures, in the folder of all pages."""

    def __init__(self, folder: Path, rules: Rules, command: str) -> None:
        """``command`` makes the whole page."""
        self.rules = rules
        self.path = page_of(folder, rules)
        self.pictures = self.path.with_suffix("")
        self._command = command

    def renew(self, players: int, part: str) -> None:
        """Write the page with a new part for a number of players; those for others stay."""
        parts = parts_of(self.path) | {players: part.strip("\n")}
        whole = [self._head(), *(f"{parts[number]}\n" for number in sorted(parts))]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(self.path) as new:
            new.write_text("\n".join(whole), encoding="utf-8")

    def untimed_part(self, players: int) -> str:
        """Return what the page says of games without a clock."""
        part = parts_of(self.path).get(players)
        if part is None:
            raise Error(
                f"{self.path}: it has no part for {players} players yet; leave out --thinking"
            )
        return part.partition(f"\n### {THINKING}")[0]

    def thinking_part(self, thinking: Thinking, summary: Summary) -> str:
        """Return what the page says of games with a clock."""
        table = thinking.table(summary).to_markdown().replace("## ", "\n### ", 1)
        if len(thinking.seconds) == 1:
            return table
        picture = self.pictures / f"thinking_{summary['players']}p.png"
        thinking.draw(summary, picture)
        return f"{table}\n![Strength over thinking time]({_link(picture)})\n"

    def _head(self) -> str:
        rules = self.rules
        *most, last = map(str, rules.players)
        players = f"{', '.join(most)} and {last}" if most else last
        caveat = CAVEAT.format(rules.setup_word) if rules.reconstructed else ""
        return HEAD.format(game=rules.name, players=players, caveat=caveat, command=self._command)


def page_of(folder: Path, rules: Rules) -> Path:
    """Return where the page of a game is."""
    return folder / "ladder" / f"{rules.id}.md"


def parts_of(page: Path) -> dict[int, str]:
    """Return what a page says so far, by the number of players."""
    before = page.read_text("utf-8") if page.exists() else ""
    return {int(one[3]): one.strip("\n") for one in PART.split(before)[1:]}


def part_of(summary: Summary, work: Path, pictures: Path) -> str:
    """Return what the page says of one number of players, its pictures put in their place."""
    pictures.mkdir(parents=True, exist_ok=True)
    players = summary["players"]
    shown = {name: pictures / f"{name}_{players}p.png" for name in PICTURES}
    for name, picture in shown.items():
        shutil.copy(work / f"{name}.png", picture)
    tables = [*(table(summary) for table in (ratings, meetings, sources)), *counted(summary)]
    text = "\n".join(table.to_markdown().replace("## ", "### ", 1) for table in tables)
    said = "".join(f"- {note}\n" for note in notes(summary))
    versions = ", ".join(f"{name} {version}" for name, version in summary["versions"].items())
    return (
        f"## {players} players\n\n![Ratings]({_link(shown['ladder'])})\n\n{text}\n"
        f"![Where the points come from]({_link(shown['points'])})\n\n{said}\n"
        f"{versions}; {summary['machine']}; {summary['date'][:10]}.\n"
    )


def _link(picture: Path) -> str:
    return f"{picture.parent.name}/{picture.name}"
