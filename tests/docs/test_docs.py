"""What the documents state: generated parts are up to date, links lead somewhere, code runs."""

from __future__ import annotations

import re
import shutil
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

import sf_env
from sf_env.games import GAMES
from tests.docs.snippets import FENCE, ROOT, run

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), ROOT / "CHANGELOG.md"]
LADDERS = [ROOT / "agents/README.md", *sorted((ROOT / "agents/ladder").glob("*.md"))]
SNIPPETS = FENCE.findall((ROOT / "README.md").read_text("utf-8"))
# The examples of interop.md want libraries that are not all here: test_interop.py runs those.
IN_DOCS = [
    code
    for page in PAGES[1:-1]
    if page.name != "interop.md"
    for code in FENCE.findall(page.read_text("utf-8"))
]


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_readme_snippets_run(number: int) -> None:
    result = run("-W", "error", "-c", SNIPPETS[number])
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("number", range(len(IN_DOCS)))
def test_snippets_of_the_docs_run(number: int, tmp_path: Path) -> None:
    """They may use a deck file of their own; a session at the prompt has to print what it says."""
    shutil.copy(ROOT / "sf_env/games/san_francisco/deck/standard.csv", tmp_path / "my_copy.csv")
    code = IN_DOCS[number]
    snippet = tmp_path / "snippet.txt"
    snippet.write_text(code, encoding="utf-8")
    prompt = ("-m", "doctest", str(snippet))
    result = run(*(prompt if code.startswith(">>>") else ("-W", "error", "-c", code)), cwd=tmp_path)
    assert result.returncode == 0, result.stderr + result.stdout


def test_there_are_snippets_for_every_interface() -> None:
    text = "".join(SNIPPETS + IN_DOCS)
    for name in ("Game(", "san_francisco_v0", "gym.make(", "make_vec", "Batch(", "MaskablePPO"):
        assert name in text
    assert all(len(snippet.splitlines()) <= 25 for snippet in SNIPPETS + IN_DOCS)


def test_the_readme_is_short_and_its_picture_comes_first() -> None:
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    assert len(lines) <= 180
    assert any(line.startswith("![") for line in lines[:20])
    assert len(SNIPPETS) == 3


def test_generated_parts_are_up_to_date() -> None:
    result = run("scripts/docs.py", "--check")
    assert result.returncode == 0, result.stderr


def anchors(page: Path) -> set[str]:
    """Return the names by which links reach the headings of a page."""
    headings = re.findall(r"^#+ (.*)", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*PAGES, *LADDERS], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", page.read_text("utf-8"))
    for target, anchor in links:
        if "://" not in target:
            path = page.parent / target if target else page
            assert path.exists(), target
            assert not anchor or anchor in anchors(path), f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_name_files_that_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    for path in re.findall(r"`((?:sf_env|agents|tests|scripts|docs)/[\w/*.]+)`", text):
        assert list(ROOT.glob(path)), path


def test_developing_names_functions_that_exist() -> None:
    """A file of Python is followed by what to change in it, in parentheses."""
    text = (ROOT / "docs/developing.md").read_text("utf-8")
    named = re.findall(r"`((?:sf_env|agents|tests)/[\w/]+\.py)`\s+\(((?:`\w+`(?:, )?)+)\)", text)
    assert named
    for path, names in named:
        source = (ROOT / path).read_text("utf-8")
        for name in re.findall(r"\w+", names):
            assert re.search(rf"\b{name}\b", source), f"{name} in {path}"


@pytest.mark.parametrize("game", GAMES)
def test_rules_name_code_and_tests_that_exist(game: str) -> None:
    """Files are below the two folders that the page names at its top."""
    text = (ROOT / f"docs/games/{game}/rules.md").read_text("utf-8")
    folders = [ROOT / path for path in re.findall(r"`((?:sf_env|tests)/[\w/]+/)`", text)]
    assert folders == [ROOT / f"{top}games/{game}" for top in ("sf_env/", "tests/")]
    places = re.findall(r"^(?:In the code|Tested in).*?(?=\n\n)", text, re.M | re.S)
    sections = len(re.findall(r"^## \d", text, re.M))
    assert len(places) >= 2 * sections
    for place in places:
        source = ""
        for name in re.findall(r"`([\w/*.]+)`", place):
            if name.endswith(".py"):
                files = [path for folder in folders for path in folder.glob(name)]
                assert files, name
                source = "".join(path.read_text("utf-8") for path in files)
            else:
                assert re.search(rf"\b{name}\b", source), f"{name} in: {place}"


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_listed_with_a_test(game: str) -> None:
    """The list is at the end: a line for each, with tests that exist."""
    text = (ROOT / f"docs/games/{game}/rules.md").read_text("utf-8")
    sections, _, listed = text.partition("\n## Rulings\n")
    rows = re.findall(r"^\| [\d.]+ \|.*\|$", listed, re.M)
    assert len(rows) == len(re.findall(r"^ *\*\*Ruling\*\* \(", sections, re.M))
    tests = (ROOT / f"tests/games/{game}/rules/test_rulings.py").read_text("utf-8")
    named = re.findall(r"`(test_\w+)`", "".join(rows))
    assert len(named) >= len(rows) - 1
    for name in named:
        assert f"def {name}(" in tests, name


def test_the_page_on_a_new_game_names_all_that_a_table_needs() -> None:
    text = (ROOT / "docs/developing.md").read_text("utf-8").partition("\n## A new game\n")[2]
    named = set(re.findall(r"`(\w+)`", text)) | set(re.findall(r"(\w+)=", text))
    required = {
        one.name
        for one in fields(sf_env.Rules)
        if one.default is MISSING and one.default_factory is MISSING
    }
    assert len(required) > 20
    assert required <= named, required - named


def test_the_changelog_knows_this_version() -> None:
    assert f"## {sf_env.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"version: {sf_env.__version__}" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_every_public_name_exists_and_is_documented() -> None:
    for name in sf_env.__all__:
        assert getattr(sf_env, name).__doc__ or name.isupper() or name.startswith("__")


def test_the_deck_page_tells_the_hash_of_the_packaged_deck() -> None:
    assert sf_env.Deck.load().hash in (ROOT / "docs/games/san_francisco/deck.md").read_text("utf-8")
