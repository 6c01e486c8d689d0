"""Who plays on the ladder of San Francisco."""

from __future__ import annotations

from sf_agents.arena.lineup import Lineup, Thinkers

SEARCH, LONG_SEARCH = "mcts:simulations=400", "mcts:simulations=2000"
# A network looks at a position from every seat, so with more players it takes longer.
ADVISED = {
    2: "netmcts:simulations=400",
    3: "netmcts:simulations=100",
    4: "netmcts:simulations=100",
}
LINEUP = Lineup(
    quick=("random", "builder", "greedy", "flat", "planner", "network"),
    meetings={
        players: (
            (SEARCH, "planner"),
            (LONG_SEARCH, SEARCH),
            (advised, SEARCH),
            (advised, "network"),
        )
        for players, advised in ADVISED.items()
    },
    thinkers=Thinkers(
        plain="mcts",
        advised="netmcts",
        reference="planner",
        seconds={2: (0.005, 0.02, 0.08), 3: (0.02,), 4: (0.02,)},
        games={2: 120, 3: 300, 4: 300},  # a point alone has to be surer than a curve of three
    ),
)
