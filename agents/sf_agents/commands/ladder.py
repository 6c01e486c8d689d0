"""``scripts/ladder.py``: play the official ladder of a game and write its page.

The meetings are the same for every game, as far as its agents have these names.
"""

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
from sf_agents.commands.common import Parser, add_game, add_workers, guarded, watching
from sf_agents.commands.thinking import TITLE as THINKING
from sf_agents.commands.thinking import Thinking
from sf_env.core.errors import Error
from sf_env.core.extras import require
from sf_env.core.files import replacing
from sf_env.core.rules import Rules, rules_of
from sf_env.opponents.registry import describe, names

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
PAGE = "agents/README.md"  # of the first game; other games have pages and folders of their own
# Searches with the same time for each decision, and how they do against an agent that needs none.
SECONDS = {2: (0.005, 0.02, 0.08), 3: (0.02,), 4: (0.02,)}
# A point alone has to be surer than a curve of three.
TIMED_GAMES = {2: 120, 3: 300, 4: 300}
HEAD = """\
# The ladder

This page rates the agents of this package with {players} players. A meeting is a series of games
between two agents. With two players, they play against each other; with more, the first one plays
alone among copies of the second, and a share of wins above 1/players is better than even. Every
deal is played once in every rotation of the seats. [docs/agents.md](../docs/agents.md) describes
the agents and their parameters; [docs/arena.md](../docs/arena.md) explains the figures, and how to
add a result.

{caveat}\
One command makes the whole page; if you stop it, the same command resumes. `--players 3` updates
only the part for 3 players, `--thinking` only the tables at equal thinking time:

```sh
{command}
```
"""
CAVEAT = "**The {0} is a reconstruction**; results with another {0} are not comparable.\n\n"
Pairs = Sequence[tuple[str, str]]
PART = re.compile(r"^(?=## \d players$)", re.MULTILINE)


def main(argv: Sequence[str] | None = None) -> int:
    """Play, write and return the exit code."""
    options = _parser().parse_args(argv)
    return guarded(PROGRAM, lambda: _make(options))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog=PROGRAM, description="Play the official ladder and write its page.")
    add_game(parser)
    parser.add_argument("--work", metavar="DIR", help="folder for the games (default: runs/ladder)")
    parser.add_argument("--page", metavar="FILE", help=f"page to write (default: {PAGE})")
    parser.add_argument("--players", type=int, nargs="+", metavar="P", help="numbers of players")
    usual = ", ".join(map(str, GAMES.values()))
    parser.add_argument(
        "--thinking",
        action="store_true",
        help="play and write only the tables at equal thinking time",
    )
    parser.add_argument(
        "--games", type=int, metavar="N", help=f"games of each meeting (default: {usual})"
    )
    add_workers(parser)
    return parser


def _make(options: argparse.Namespace) -> int:
    for library in ("rich", "choix", "matplotlib"):
        require(library, "arena", "the ladder")
    rules = options.rules = rules_of(options.game)
    own = "" if rules is rules_of() else f"_{rules.id}"
    page = Path(options.page or (f"agents/ladder{own}.md" if own else PAGE))
    pictures = page.parent / f"ladder{own}"
    for players in map(rules.check_players, options.players or rules.players):
        work = Path(options.work or f"runs/ladder{own}") / f"{players}p"
        if options.thinking:
            part = _untimed_part(page, players)
        else:
            part = _part(_play(players, work, options), work, pictures)
        part += "\n" + _thinking_part(players, work / "thinking", pictures, options)
        _renew(page, players, part, options)
    sys.stdout.write(f"{page}\n")
    return 0


def _renew(page: Path, players: int, part: str, options: argparse.Namespace) -> None:
    """Write the page with a new part for a number of players; those for others stay."""
    parts = _parts(page)
    parts[players] = part.strip("\n")
    whole = [_head(options), *(f"{parts[number]}\n" for number in sorted(parts))]
    with replacing(page) as new:
        new.write_text("\n".join(whole), encoding="utf-8")


def _head(options: argparse.Namespace) -> str:
    rules = options.rules
    *most, last = map(str, rules.players)
    players = f"{', '.join(most)} and {last}" if most else last
    caveat = CAVEAT.format(rules.setup_word) if rules.reconstructed else ""
    return HEAD.format(players=players, caveat=caveat, command=_command(options))


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
    game = f" --game {options.game}" if options.game else ""
    games = f" --games {options.games}" if options.games else ""
    return f"python scripts/ladder.py{game}{games}"


def _play(players: int, work: Path, options: argparse.Namespace) -> Result:
    quick = [(stronger, weaker) for weaker, stronger in combinations(QUICK, 2)]
    pairs = _playing([*quick, *MEETINGS.get(players, ())], options)
    games = options.games or GAMES.get(players, min(GAMES.values()))
    result = _meet(pairs, players, games, work, options)
    result.write(work)
    return result


def _playing(pairs: Pairs, options: argparse.Namespace) -> Pairs:
    """Return the pairs of agents that both play the game."""
    known = [name for name in names(options.rules) if not _lacks(name, options.rules)]
    return [pair for pair in pairs if all(name.partition(":")[0] in known for name in pair)]


def _lacks(name: str, rules: Rules) -> bool:
    """Return whether an agent cannot play without parameters."""
    return any(one.required for one in describe(name, rules)[1].values())


def _meet(
    pairs: Pairs,
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
            game=options.rules,
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
    thinking = Thinking(SECONDS.get(players, ()))
    if not thinking.seconds or _playing(thinking.pairs(), options) != thinking.pairs():
        return ""
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
