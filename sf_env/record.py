"""Records: a game as one JSON line that replays exactly."""

from sf_env.core.errors import RecordError
from sf_env.core.records import (
    Record,
    arrays,
    from_actions,
    from_choices,
    line_of,
    load,
    load_numbered,
    replay,
    save,
)

__all__ = [
    "Record",
    "RecordError",
    "arrays",
    "from_actions",
    "from_choices",
    "line_of",
    "load",
    "load_numbered",
    "replay",
    "save",
]
