"""Find the words that docs/style.md asks to avoid in text that users read.

``python -m tests.docs.style PATH...`` lists the places, of all such files if no path is given:
prose of Markdown and notebooks, texts of pages, and in Python the docstrings of public names and
every other string of more than one word, such as messages and ``help=``.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDERS = ("docs", "notebooks", "sf_env", "agents", "scripts")
# As in the table of docs/style.md, less what is plain English: "there is no", "goes on the board".
WORDS = {
    "tell": r"\b(tell|tells|told|telling)\b",
    "stand": r"\b(stand|stands|stood|standing)\b",
    "go on": r"\b(go|goes|going|gone|went)\s+on\b(?!\s+(the|a|an)\b)",
    "is no": r"(?<!\bthere )\b(is|are|was)\s+no\b(?!\s+(longer|more|other|one)\b)",
    "so many": r"\bso\s+many\b(?!\s+\w+\s+that\b)",
    "whoever": r"\bwhoever\b",
    "anew": r"\banew\b",
    "as it was": r"\bas\s+(it|they)\s+(was|were)\b",
    "what comes of": r"\bwhat\s+(comes|came)\s+of\b",
    "take note": r"\btak(e|es|en|ing)\s+note\b",
}
PATTERNS = {word: re.compile(pattern, re.IGNORECASE) for word, pattern in WORDS.items()}


class Place(NamedTuple):
    """One of the words in a file."""

    path: Path
    line: int
    word: str
    text: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.word!r} in: {self.text}"


Texts = Iterator[tuple[int, str]]  # the line a text begins at, and the text


def markdown_texts(source: str) -> Texts:
    """Yield a page's prose: code becomes dots, so lines keep their numbers."""
    code = re.compile(r"^```.*?^```|`[^`\n]+`|\]\([^)]*\)", re.DOTALL | re.MULTILINE)
    yield 1, code.sub(lambda found: re.sub(r"[^\n]", "·", found[0]), source)


def notebook_texts(source: str) -> Texts:
    """Yield the prose of a notebook; lines are counted within a cell."""
    for cell in json.loads(source)["cells"]:
        if cell["cell_type"] == "markdown":
            yield from markdown_texts("".join(cell["source"]))


def page_texts(source: str) -> Texts:
    """Yield the text of an HTML page, labels in attributes included."""
    yield 1, re.sub(r"<!--.*?-->", lambda found: "\n" * found[0].count("\n"), source, flags=re.S)


def script_texts(source: str) -> Texts:
    """Yield the strings of JavaScript that hold more than one word."""
    token = re.compile(
        r"//[^\n]*|/\*.*?\*/|(\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)", re.S
    )
    for found in token.finditer(source):
        if found[1] and " " in found[1]:
            yield source.count("\n", 0, found.start()) + 1, found[1]


def python_texts(source: str) -> Texts:
    """Yield the docstrings of public names, and all other strings of more than one word."""
    tree = ast.parse(source)
    left_out = {*private_docstrings(tree), *parts_of_strings(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and node not in left_out:
            for text in written_in(node):
                yield node.lineno, text


def parts_of_strings(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the pieces of f-strings, which are read as a whole."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield from node.values


def private_docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the docstrings of names with an underscore in front, and of functions in functions."""
    documented = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    while waiting:
        parent, hidden = waiting.pop()
        for node in ast.iter_child_nodes(parent):
            inside = hidden or not isinstance(parent, ast.Module | ast.ClassDef)
            if isinstance(node, documented):
                inside = inside or node.name.startswith("_")
                first = node.body[0]
                if inside and isinstance(first, ast.Expr):
                    yield first.value
            waiting.append((node, inside))


def written_in(node: ast.AST) -> Iterator[str]:
    """Yield the text of a string; what an f-string inserts is a mark."""
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
        yield "".join(map(str, parts))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
        yield node.value


KINDS: dict[str, Callable[[str], Texts]] = {
    ".md": markdown_texts,
    ".ipynb": notebook_texts,
    ".html": page_texts,
    ".js": script_texts,
    ".py": python_texts,
}


def files(*paths: Path) -> list[Path]:
    """Return the files at or below these paths that hold text for users."""
    found = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*"))]
    return sorted(file for file in found if file.suffix in KINDS)


def all_files() -> list[Path]:
    """Return every file of the project that holds text for users."""
    return files(*ROOT.glob("*.md"), *(ROOT / folder for folder in FOLDERS))


def places(path: Path) -> Iterator[Place]:
    """Yield each of the words in a file."""
    for first, text in KINDS[path.suffix](path.read_text("utf-8")):
        for word, pattern in PATTERNS.items():
            for found in pattern.finditer(text):
                line = first + text.count("\n", 0, found.start())
                around = text[max(0, found.start() - 30) : found.end() + 30]
                yield Place(path, line, word, " ".join(around.split()))


if __name__ == "__main__":
    chosen = files(*(Path(name).resolve() for name in sys.argv[1:])) or all_files()
    print(*(place for path in chosen for place in places(path)), sep="\n")
