"""docs/interop.md: each example runs, in an environment where its library is installed."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from sf_env import Deck
from sf_env.games.san_francisco.chance import CHANCE
from tests.docs.snippets import FENCE, ROOT, run

PAGE = (ROOT / "docs/interop.md").read_text("utf-8")
# What has to be installed for the examples below a heading.
LIBRARIES = {
    "OpenSpiel": "pyspiel",
    "Shimmy": "shimmy",
    "TorchRL": "torchrl",
    "Tianshou": "tianshou",
    "RLlib": "ray",
    "Stable-Baselines3": "sb3_contrib",
}
SECTIONS = {text.partition("\n")[0]: text for text in re.split(r"^## ", PAGE, flags=re.M)[1:]}
EXAMPLES = [(heading, code) for heading in SECTIONS for code in FENCE.findall(SECTIONS[heading])]


def test_every_library_has_its_example() -> None:
    assert list(dict.fromkeys(heading for heading, _ in EXAMPLES)) == list(LIBRARIES)
    assert len(EXAMPLES) == len(FENCE.findall(PAGE))


@pytest.mark.parametrize(("heading", "code"), EXAMPLES, ids=[heading for heading, _ in EXAMPLES])
def test_examples_run(heading: str, code: str, tmp_path: Path) -> None:
    library = LIBRARIES[heading]
    if not find_spec(library):
        pytest.skip(f"{library} is not installed")
    result = run("-c", code, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout or "print(" not in code


def test_the_page_counts_the_kinds_of_card_right() -> None:
    deck = Deck.load()
    assert f"{CHANCE.count(2, deck)} outcomes for the {len(deck)} cards" in " ".join(PAGE.split())
