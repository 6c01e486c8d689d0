"""Lets a script run from a checkout that is not installed: every script imports this first.

The packages of the checkout come before installed ones, also in processes that a script starts.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = [str(ROOT), str(ROOT / "agents")]

sys.path[1:1] = [folder for folder in FOLDERS if folder not in sys.path]
_others = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys([*FOLDERS, *_others]))
