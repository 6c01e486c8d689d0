"""Strip outputs, counts and metadata from notebooks."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def stripped(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return the notebook without outputs: text and code only."""
    cells = []
    for cell in notebook["cells"]:
        kept = {**cell, "metadata": {}}
        if cell["cell_type"] == "code":
            kept |= {"execution_count": None, "outputs": []}
        cells.append(kept)
    return {**notebook, "cells": cells, "metadata": {"kernelspec": KERNEL}}


def main() -> None:
    """Strip the notebooks of the repository, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, default=sorted(NOTEBOOKS.glob("*.ipynb")))
    for path in parser.parse_args().paths:
        notebook = stripped(json.loads(path.read_text(encoding="utf-8")))
        text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path)


if __name__ == "__main__":
    main()
