"""Write the parts of the documentation that come from the code; ``--check`` only compares them."""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

import _checkout  # noqa: F401  finds the packages
import sf_env
from architecture import drawing
from game_pages import GAMES, actions_table, observation_page
from sf_agents.playing.session import HUMAN, Session
from sf_agents.san_francisco.evaluation.weights import WEIGHTS as SAN_FRANCISCO_WEIGHTS
from sf_agents.ticket_to_ride.evaluation.weights import WEIGHTS as TICKET_TO_RIDE_WEIGHTS
from sf_env.core.rules import rules_of
from sf_env.opponents.registry import GROUP, describe, load, names
from trained_pages import trained_pages

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
MOMENT = 60  # decisions before the screen that is shown
AGENTS = '''\
# Agents

| agent | *San Francisco* | *Ticket to Ride: San Francisco* |
|---|---|---|
| `random` | plays any legal action | the same |
| `builder` | takes and builds when it can | claims routes when it can, else draws cards |
| `greedy` | looks one decision ahead | the same |
| `planner` | plans the whole turn | plans the routes for all its tickets |
| `flat` | flat Monte Carlo: plays every action to the end many times | |
| `mcts` | searches a tree of turns with chance nodes | |
| `ismcts` | | searches one tree over many imagined worlds |
| `network` | plays the policy of a trained network, computed without torch | the same |
| `netmcts` | `mcts` with a network | `ismcts` with a network |
| `human` | asks a person at the terminal | the same |

`sf-tournament --list --game GAME` lists the agents of a game. In a game with hidden hands an agent
is given only what its seat knows. `ismcts:imagines=false` needs the true states; the [notebook on
hidden information](../notebooks/4_hidden_information.ipynb) measures with it what knowing them is
worth. Searches are limited by `simulations=` or `seconds=`.

Agents are loaded by name, with or without parameters: `greedy`, `mcts:seconds=0.5`,
`mcts:simulations=200,playout=random`. `sf_agents.load(name)` returns the agent. Environments
(`opponent=`) and the arena accept names directly. The [ladders](../agents/README.md) show how
strong the agents are; the docstring at the top of each file explains how they work. They are
batched and compiled.

The searches and `network` also explain their choices with `agent.analyse(states, legal)`. For the
searches it returns how often each action was tried, the win probability after it, and whether the
outcome is certain; for `network`, the policy and the value.

`planner` and the searches of a game share an evaluation. Its weights, {weights} and {more_weights},
are named and explained in `weights.py`
([San Francisco](../agents/sf_agents/san_francisco/evaluation/weights.py),
[Ticket to Ride](../agents/sf_agents/ticket_to_ride/evaluation/weights.py)).
`python scripts/tune.py --game GAME --players P --out DIR` fits them to the outcomes of self-play,
separately for each number of players; each file in `evaluation/tuned` names the command and its
results. `planner:weights=FILE` and `mcts:weights=FILE` use other weights, for example weights tuned
for a deck or a map of your own.

## An agent of your own

An agent needs one method, `act(states, legal, keys=None)`, which returns one action for each of n
states. `keys` may be left out of the signature. The states do not show the order of the deck, and
of a game with hidden hands only what the player to move knows. An action should depend only on the
agent's parameters, the row and the row's key: then games are reproducible, whatever other games are
played in the same batch.

```python
import numpy as np

import sf_agents
from sf_env import actions


class Tidy:
    """Take a column whenever possible, and build in the fullest row."""

    def act(self, states, legal):  # (n,) records, (n, 44) bool
        wish = np.zeros(legal.shape)
        wish[:, actions.number("FINALIZE 0") : actions.number("FINALIZE 2") + 1] = 2
        mine = states["cards"][np.arange(len(states)), states["to_move"]]  # (n, 5, 5)
        rows = slice(actions.number("ROW 0"), actions.number("ROW 4") + 1)
        wish[:, rows] = 1 + (mine >= 0).sum(axis=2)
        return np.where(legal, wish, -1).argmax(axis=1)


if __name__ == "__main__":  # not when sf-tournament imports it
    result = sf_agents.arena.play([Tidy(), "random", "greedy"], games=100)
    print(result.agents, result.win_share, result.interval)  # wins, with 95 % intervals
```

Wherever you name an agent, you can name your own as `module:factory`, or with parameters as
`module:factory:key=value`: `sf-tournament mybot:Tidy greedy` finds `mybot.py` in the current
folder. To give an agent in another package a name of its own, declare it in the entry point group
`{group}.san_francisco`, or in `{group}` if it plays any game. An agent with the attribute
`games = ("san_francisco",)` refuses to play other games.

{agents}

This page is written by `make docs`.
'''


def agent_section(name: str, game: str) -> str:
    """Return an agent's section: its description and its parameters."""
    text, parameters = describe(name, game)
    lines = [f"### {name}", "", text]
    if parameters:
        lines += ["", "| parameter | kind | default | allowed | |", "|---|---|---|---|---|"]
    for one in parameters.values():
        default = "" if one.default is None else f"`{one.default}`"
        lines.append(
            f"| `{one.name}` | {one.kind.__name__} | {default} | {one.allowed} | {one.range.text} |"
        )
    return "\n".join(lines)


def agents_page() -> str:
    """Return docs/agents.md; agents of other distributions do not belong there."""
    kinds: set[type] = set()
    parts: list[str] = []
    for game in sf_env.games():
        ours = {name: type(load(name, game)) for name in names(game)}
        ours = {name: kind for name, kind in ours.items() if is_ours(kind) and kind not in kinds}
        kinds.update(ours.values())
        more = "more " if parts else ""
        parts.append(f"## {rules_of(game).name}: {more}agents and their parameters")
        parts += [agent_section(name, game) for name in ours]
    return AGENTS.format(
        agents="\n\n".join(parts),
        weights=len(SAN_FRANCISCO_WEIGHTS.table),
        more_weights=len(TICKET_TO_RIDE_WEIGHTS.table),
        group=GROUP,
    )


def is_ours(kind: type) -> bool:
    """Return whether an agent belongs to the project."""
    return kind.__module__.startswith(("sf_env.", "sf_agents."))


def screen() -> str:
    """Return what the terminal shows at one moment of a game in which greedy plays both seats."""
    from rich.console import Console  # noqa: PLC0415  an extra: --help does without

    from sf_agents.terminal.dialogue import Dialogue  # noqa: PLC0415

    greedy = load("greedy")
    session = Session(sf_env.Game(2, seed=7), [HUMAN, "greedy"])
    while session.game.length < MOMENT:
        if session.waits_for_agent:
            session.act_for_agent()
        else:
            session.act(int(greedy.act(session.game.states, session.game.mask()[None])[0]))
    shown = io.StringIO()
    console = Console(file=shown, width=80, height=24, color_system=None, highlight=False)
    Dialogue(session, console, io.StringIO()).play()
    lines = [line.rstrip() for line in shown.getvalue().strip().splitlines()]
    return "\n".join(["```text", *lines, "```"])


def with_part(page: Path, name: str, part: str) -> str:
    """Return a page of docs with this between the markers of that name."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{part}\n{end}{after}"


def pages() -> dict[Path, str]:
    """Return every generated page as it should be."""
    playing = DOCS / "playing.md"
    return {
        **trained_pages(),
        DOCS / "agents.md": agents_page(),
        DOCS / "images" / "architecture.svg": drawing(),
        playing: with_part(playing, "screen", screen()),
        **game_pages(),
    }


def game_pages() -> dict[Path, str]:
    """Return the generated pages of every game."""
    found = {}
    for game in GAMES:
        folder = DOCS / "games" / game.rules.id
        rules = folder / "rules.md"
        found[folder / "observation.md"] = observation_page(game)
        found[rules] = with_part(rules, "actions", actions_table(game))
    return found


def main() -> None:
    """Write the pages, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail on a difference")
    check = parser.parse_args().check
    for path, page in pages().items():
        if check and (not path.exists() or path.read_text(encoding="utf-8") != page):
            sys.exit(f"{path} is not what the code says: run 'make docs'")
        if not check:
            path.write_text(page, encoding="utf-8", newline="\n")
            print(path)


if __name__ == "__main__":
    main()
