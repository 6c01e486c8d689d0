"""Who plays on the ladders, and the pages that are in the repository."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import sf_env
from sf_agents.arena.lineup import lineup_of
from sf_agents.commands import ladder
from sf_agents.commands.ladder_overview import write_overview
from sf_agents.commands.ladder_page import page_of
from sf_env.core.errors import Error
from sf_env.games import GAMES
from sf_env.opponents import load

PAGES = Path(__file__).parents[2] / "agents"
RULES = [sf_env.rules(name) for name in GAMES]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_the_agents_of_a_ladder_play_the_game(rules: sf_env.Rules) -> None:
    lineup = lineup_of(rules)
    for players in rules.players:
        pairs = lineup.pairs(players)
        assert len(set(pairs)) == len(pairs)
        quick = len(lineup.quick)
        assert pairs[quick * (quick - 1) // 2 - 1] == (lineup.quick[-1], lineup.quick[-2])
        for name in {name for pair in pairs for name in pair}:
            load(name, rules)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_every_ladder_has_a_page_with_its_agents(rules: sf_env.Rules) -> None:
    page = page_of(PAGES, rules)
    text = page.read_text("utf-8")
    pictures = re.findall(r"\]\((\w+/\w+\.png)\)", text)
    assert {"ladder_2p.png", "points_4p.png"} <= {Path(picture).name for picture in pictures}
    assert all((page.parent / picture).exists() for picture in pictures)
    parts = re.split(r"^## \d players$", text, flags=re.M)[1:]
    for players, part in zip(rules.players, parts, strict=True):
        for stronger, weaker in lineup_of(rules).pairs(players):
            other = weaker if players == 2 else f"among {players - 1} × {weaker}"
            assert f"| {stronger} {'– ' * (players == 2)}{other} |" in part


def test_the_overview_is_made_of_the_pages(tmp_path: Path) -> None:
    shutil.copytree(PAGES / "ladder", tmp_path / "ladder")
    overview = write_overview(tmp_path, RULES, ladder.COMMAND)
    assert overview.read_text("utf-8") == (PAGES / "README.md").read_text("utf-8")
    page = tmp_path / "ladder" / "san_francisco.md"
    page.write_text(page.read_text("utf-8").replace("### Ladder", "### Other"), "utf-8")
    with pytest.raises(Error, match=r"san_francisco.md: the part for 2 players has no ladder"):
        write_overview(tmp_path, RULES, ladder.COMMAND)
