"""What tests of playing in the terminal look for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ESCAPE = "\x1b"

PROMPT = "quit > "


def kept(file: Path) -> Any:
    (line,) = file.read_text("utf-8").splitlines()
    return json.loads(line)
