"""Text that users read avoids the words of docs/style.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs import style


def test_text_for_users_avoids_the_words() -> None:
    found = [str(place) for path in style.all_files() for place in style.places(path)]
    assert not found, "\n".join(found)


def test_the_page_lists_the_words_that_are_counted() -> None:
    rows = re.findall(r"^\| `([^`]+)` \|", (style.ROOT / "docs/style.md").read_text("utf-8"), re.M)
    assert rows == list(style.WORDS)


PYTHON = '''"""A module tells."""
def shown():
    """It stands."""
    raise ValueError(f"{name} is no agent", "told")
def _hidden():
    """It goes on."""
    def inner():
        """Whoever."""
'''


@pytest.mark.parametrize(
    ("suffix", "text", "words"),
    [
        (".md", "It goes\non, `anew`\n```\nanew\n```\n[so many](anew)", ["go on", "so many"]),
        (".py", PYTHON, ["tell", "stand", "is no"]),
        (".js", 'say("what comes of it"); // anew\nat("anew")', ["what comes of"]),
        (".html", "<!-- anew --><p title='whoever'>as it was</p>", ["whoever", "as it was"]),
        (".md", "there is no agent, it is no longer here; take note", ["take note"]),
    ],
)
def test_words_are_found_where_users_read(
    suffix: str, text: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(style, "ROOT", tmp_path)
    path = tmp_path / f"page{suffix}"
    path.write_text(text, encoding="utf-8")
    assert sorted(place.word for place in style.places(path)) == sorted(words)
