"""Checkpoints: everything that a run needs to continue as if it had never stopped."""

from __future__ import annotations

import io
import os
import random
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch

from sf_agents.training import format4
from sf_agents.training.settings import FREE, Settings
from sf_env.core.errors import Error
from sf_env.core.files import replacing

Kind = TypeVar("Kind", bound=Settings)
FORMAT = 5


def save(path: Path, state: dict[str, Any]) -> None:
    """Write a checkpoint; the one that is there is replaced at once, or not at all."""
    content = io.BytesIO()
    torch.save({"format": FORMAT, **state}, content)
    with replacing(path) as part, part.open("wb") as file:
        file.write(content.getbuffer())
        file.flush()
        os.fsync(file.fileno())


def load(path: Path) -> dict[str, Any]:
    """Return what a checkpoint holds. Load only your own: it can run code, as pickles can."""
    try:
        state = torch.load(path, weights_only=False, pickle_module=format4)
    except FileNotFoundError:
        raise Error(f"{path}: there is no checkpoint") from None
    except (PermissionError, IsADirectoryError) as error:
        raise Error(f"{path}: {error.strerror}") from error
    except ModuleNotFoundError as error:
        raise Error(f"{path}: reading this checkpoint needs {error.name}") from error
    except Exception as error:  # whatever unpickling makes of what it finds
        raise Error(f"{path}: the checkpoint is damaged ({error})") from error
    kept = state.get("format") if isinstance(state, dict) else None
    if kept == format4.FORMAT:
        return format4.converted(state)
    if kept != FORMAT:
        raise Error(f"{path}: this is not a checkpoint of sf-train in format {FORMAT} or 4")
    return dict(state)


def settings_of(path: Path, state: dict[str, Any], kind: type[Kind]) -> Kind:
    """Return the settings of the run that a checkpoint was written by."""
    values = state["settings"]
    try:
        settings = kind.from_dict(values)
    except TypeError:  # for a setting that ``kind`` does not have
        settings = None
    if settings is None or set(settings.as_dict()) - set(values) - {"game"}:
        raise Error(f"{path}: another version or program began this run; it cannot continue here")
    return settings


def chance() -> dict[str, Any]:
    """Return the states of all random generators that training draws from."""
    return {
        "python": random.getstate(),
        "numpy": np.random.get_state(),  # noqa: NPY002  Stable-Baselines3 draws from it
        "torch": torch.get_rng_state(),
    }


def restore_chance(state: dict[str, Any]) -> None:
    """Put the random generators back to the saved state."""
    random.setstate(state["python"])
    np.random.set_state(state["numpy"])  # noqa: NPY002
    torch.set_rng_state(state["torch"])


def check_same(
    path: Path, state: dict[str, Any], asked: Settings, free: frozenset[str] = FREE
) -> None:
    """Raise an Error if a run would continue with other settings than those that are free."""
    rules = asked.rules
    before = settings_of(path, state, type(asked))
    if before.game != asked.game:
        raise Error(f"{path}: this run plays {before.game}; continue it with --game {before.game}")
    old, new = before.as_dict(), asked.as_dict()
    changed = [name for name in old if name not in free and old[name] != new[name]]
    if changed:
        listed = ", ".join(f"{name}={old[name]!r}, not {new[name]!r}" for name in changed)
        raise Error(
            f"{path}: this run began with {listed}; a run cannot change them half-way (leave out "
            f"the preset and these options to keep its settings)"
        )
    card, setup = state["card"], rules.load_setup(asked.setup)
    if card["observation_hash"] not in rules.layouts:
        raise _changed(path, "observations", card["observation_hash"], rules.observation_hash)
    if (dealt := card[f"{rules.setup_word}_hash"]) != setup.hash:
        raise _changed(path, f"the {rules.setup_word} {asked.setup!r}", dealt, setup.hash)


def _changed(path: Path, what: str, before: str, now: str) -> Error:
    return Error(
        f"{path}: this run began with another version of {what} (hash {before}, now {now}), and "
        f"cannot continue with this one"
    )
