"""What several test modules use is in a module of its own: renaming a test breaks no other."""

from __future__ import annotations

import re
from pathlib import Path

IMPORT = re.compile(r"^\s*(?:from|import) (tests\.\S*\btest_\w+)", re.MULTILINE)


def test_no_test_module_is_imported_by_another() -> None:
    folder = Path(__file__).parent
    found = {str(path): IMPORT.findall(path.read_text("utf-8")) for path in folder.rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == {}
