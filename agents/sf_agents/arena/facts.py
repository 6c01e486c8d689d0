"""Where a tournament was played: versions, machine, command."""

from __future__ import annotations

import os
import platform
import shlex
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from sf_env.version import __version__

LIBRARIES = ("numpy", "numba", "choix", "torch")


def versions() -> dict[str, str]:
    """Return the versions of Python, of this project and of the libraries that are installed."""
    return {"python": platform.python_version(), "sf-env": __version__} | {
        name: found for name in LIBRARIES if (found := _version(name))
    }


def surroundings() -> dict[str, Any]:
    """Return machine, command and date."""
    return {
        "machine": f"{_processor()}, {os.cpu_count()} cores, {platform.system()}",
        "command": shlex.join(sys.argv),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    """Return the processor's name, if the system knows it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.machine()
