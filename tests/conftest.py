"""Settings of the whole suite."""

from __future__ import annotations

import os

# Several tests run at once: threads that wait should sleep, not keep a core busy.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
