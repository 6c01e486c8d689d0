"""``scripts/ladder.py``: play the official ladder and write ``agents/README.md``."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from sf_agents.arena import Result, play
from sf_agents.arena.tables import meetings, notes, ratings, sources
from sf_agents.commands.common import Parser, add_workers, guarded, watching
from sf_agents.commands.thinking import TITLE as THINKING
from sf_agents.commands.thinking import Thinking
from sf_env.core.errors import Error
from sf_env.core.extras import require
from sf_env.core.files import replacing

PROGRAM = "ladder"
# From the weakest to the strongest. The quick ones all meet; those that think meet another each.
QUICK = ("random", "builder", "greedy", "flat", "planner", "network")
SEARCH, LONG_SEARCH = "mcts:simulations=400", "mcts:simulations=2000"
# A network looks at a position from every seat, so with more players it takes longer.
ADVISED = {
    2: "netmcts:simulations=400",
    3: "netmcts:simulations=100",
    4: "netmcts:simulations=100",
}
MEETINGS = {
    players: ((SEARCH, "planner"), (LONG_SEARCH, SEARCH), (advised, SEARCH), (advised, "network"))
    for players, advised in ADVISED.items()
}
GAMES = {2: 600, 3: 300, 4: 240}  # of each meeting
PICTURES = ("ladder", "points")
# Searches with the same time for each decision, and how they do against an agent that needs none.
SECONDS = {2: (0.005, 0.02, 0.08), 3: (0.02,), 4: (0.02,)}
TIMED_GAMES = {
    2: 120,
    3: 300,
    4: 300,
}  # a point alone has to be surer than a curve of three
HEAD = """\
# The ladder

How strong the agents of this package are with 2, 3 and 4 players. With two players the agents of a
meeting play against each other; with more, the first one named plays alone among copies of the
second, and a share above 1/players is better than even. Every deal is played once in every rotation
of the seats. [docs/agents.md](../docs/agents.md) describes the agents and their parameters,
[docs/arena.md](../docs/arena.md) what the figures mean and how to add a result.

**The deck is a reconstruction**; results with another deck are not comparable.

One command makes the whole page; if stopped, it resumes. `--players 3` remakes only the part for 3
players, and `--thinking` only the tables at equal thinking time:

```sh
{command}
```
"""
PART = re.compile(r"^(?=## \d players$)", re.MULTILINE)


def main(argv: Sequence[str] | None = None) -> int:
    """Play, write and return the exit code."""
    options = _parser().parse_args(argv)
    return guarded(PROGRAM, lambda: _make(options))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog=PROGRAM, description="Play the official ladder and write its page.")
    parser.add_argument("--work", default="runs/ladder", metavar="DIR", help="folder for the games")
    parser.add_argument("--page", default="agents/README.md", metavar="FILE", help="page to write")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4], metavar="P")
    usual = ", ".join(map(str, GAMES.values()))
    parser.add_argument(
        "--thinking", action="store_true", help="play and write only the parts at equal time"
    )
    parser.add_argument("--games", type=int, metavar="N", help=f"games of each meeting ({usual})")
    add_workers(parser)
    return parser


def _make(options: argparse.Namespace) -> int:
    for library in ("rich", "choix", "matplotlib"):
        require(library, "arena", "the ladder")
    page = Path(options.page)
    pictures = page.parent / "ladder"
    for players in options.players:
        work = Path(options.work) / f"{players}p"
        if options.thinking:
            part = _untimed_part(page, players)
        else:
            part = _part(_play(players, work, options), work, pictures)
        part += "\n" + _thinking_part(players, work / "thinking", pictures, options)
        _renew(page, players, part, _command(options))
    sys.stdout.write(f"{page}\n")
    return 0


def _renew(page: Path, players: int, part: str, command: str) -> None:
    """Write the page with a new part for a number of players; those for others stay."""
    parts = _parts(page)
    parts[players] = part.strip("\n")
    whole = [HEAD.format(command=command), *(f"{parts[number]}\n" for number in sorted(parts))]
    with replacing(page) as new:
        new.write_text("\n".join(whole), encoding="utf-8")


def _parts(page: Path) -> dict[int, str]:
    """Return what the page says so far, by the number of players."""
    before = page.read_text("utf-8") if page.exists() else ""
    return {int(one[3]): one.strip("\n") for one in PART.split(before)[1:]}


def _untimed_part(page: Path, players: int) -> str:
    """Return what the page says of games without a clock."""
    part = _parts(page).get(players)
    if part is None:
        raise Error(f"{page}: it has no part for {players} players yet; leave out --thinking")
    return part.partition(f"\n### {THINKING}")[0]


def _command(options: argparse.Namespace) -> str:
    games = f" --games {options.games}" if options.games else ""
    return f"python scripts/ladder.py{games}"


def _play(players: int, work: Path, options: argparse.Namespace) -> Result:
    pairs = [(stronger, weaker) for weaker, stronger in combinations(QUICK, 2)]
    result = _meet(
        [*pairs, *MEETINGS[players]], players, options.games or GAMES[players], work, options
    )
    result.write(work)
    return result


def _meet(
    pairs: Sequence[tuple[str, str]],
    players: int,
    games: int,
    work: Path,
    options: argparse.Namespace,
) -> Result:
    """Let the first of each pair meet the second, alone among copies of it."""
    agents = list(dict.fromkeys(name for pair in pairs[::-1] for name in pair[::-1]))
    with watching() as progress:
        return play(
            agents,
            games,
            players,
            groups=[
                (agents.index(one), *(agents.index(other),) * (players - 1)) for one, other in pairs
            ],
            workers=options.workers,
            out=work,
            resume=True,
            progress=progress,
        )


def _thinking_part(players: int, work: Path, pictures: Path, options: argparse.Namespace) -> str:
    """Return what the page says of searches at equal time for each decision."""
    thinking = Thinking(SECONDS[players])
    games = min(options.games or TIMED_GAMES[players], TIMED_GAMES[players])
    result = _meet(thinking.pairs(), players, games, work, options)
    table = thinking.table(result.summary).to_markdown().replace("## ", "### ", 1)
    if len(thinking.seconds) == 1:
        return table
    picture = f"thinking_{players}p.png"
    thinking.draw(result.summary, pictures / picture)
    return f"{table}\n![Strength over thinking time]({pictures.name}/{picture})\n"


def _part(result: Result, work: Path, pictures: Path) -> str:
    """Return what the page says of one number of players, its pictures put in their place."""
    pictures.mkdir(parents=True, exist_ok=True)
    summary = result.summary
    players = summary["players"]
    names = {name: f"{name}_{players}p.png" for name in PICTURES}
    for name, file in names.items():
        shutil.copy(work / f"{name}.png", pictures / file)
    tables = [table(summary) for table in (ratings, meetings, sources)]
    shown = "\n".join(table.to_markdown().replace("## ", "### ", 1) for table in tables)
    said = "".join(f"- {note}\n" for note in notes(summary))
    versions = ", ".join(f"{name} {version}" for name, version in summary["versions"].items())
    return (
        f"## {players} players\n\n![Ratings]({pictures.name}/{names['ladder']})\n\n{shown}\n"
        f"![Where the points come from]({pictures.name}/{names['points']})\n\n{said}\n"
        f"{versions}; {summary['machine']}; {summary['date'][:10]}.\n"
    )
