"""Code in documents, and fresh interpreters to run it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def run(*command: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    settings = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'agents'}"}
    return subprocess.run(
        [sys.executable, *command],
        env=settings,
        text=True,
        capture_output=True,
        check=False,
        cwd=cwd,
    )
