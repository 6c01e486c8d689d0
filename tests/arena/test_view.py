"""The tables at the end of a tournament, on terminals of every width."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("rich")

from rich.console import Console

from sf_agents.arena import play
from sf_agents.arena.tables import tables_of
from sf_agents.commands import view


@pytest.mark.parametrize("width", [60, 80, 200])
def test_names_and_figures_are_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], width: int
) -> None:
    """With four players the tables are wider than most terminals."""
    summary = play(["greedy", "builder", "random", "random:"], 2, players=4).summary
    monkeypatch.setattr(view, "Console", lambda: Console(width=width, force_terminal=True))
    view.print_summary(summary)
    said = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
    assert "…" not in said
    assert max(map(len, said.splitlines())) <= width
    for table in tables_of(summary):
        assert table.title in said
        for row in (table.head, *table.rows):
            assert all(cell in said for cell in row[table.names :])
    assert ("(continued)" in said) == (width < 200)
    assert said.count("builder") >= 3
