"""What the documents state: generated parts are up to date, links lead somewhere, code runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sf_env

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "CHANGELOG.md"]
SNIPPETS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    settings = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *command],
        env=settings,
        text=True,
        capture_output=True,
        check=False,
        cwd=ROOT,
    )


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_readme_snippets_run(number: int) -> None:
    result = run("-W", "error", "-c", SNIPPETS[number])
    assert result.returncode == 0, result.stderr


def test_there_are_snippets_for_every_interface() -> None:
    text = "".join(SNIPPETS)
    for name in ("san_francisco_v0", "gym.make(", "make_vec", "Batch(", "MaskablePPO"):
        assert name in text
    assert all(len(snippet.splitlines()) <= 25 for snippet in SNIPPETS)


def test_generated_parts_are_up_to_date() -> None:
    result = run("scripts/docs.py", "--check")
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_rules_name_places_that_exist() -> None:
    text = (ROOT / "docs/rules.md").read_text("utf-8")
    for path in re.findall(r"`((?:sf_env|tests)/[\w/*.]+)`", text):
        assert list(ROOT.glob(path)), path


def test_the_changelog_knows_this_version() -> None:
    assert f"## {sf_env.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"version: {sf_env.__version__}" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_every_public_name_exists_and_is_documented() -> None:
    for name in sf_env.__all__:
        assert getattr(sf_env, name).__doc__ or name.isupper() or name.startswith("__")


def test_the_deck_page_tells_the_hash_of_the_packaged_deck() -> None:
    assert sf_env.Deck.load().hash in (ROOT / "docs/deck.md").read_text("utf-8")
