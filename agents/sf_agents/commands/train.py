"""``sf-train``: train an agent by self-play, with a bar; it can be stopped and goes on."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from sf_agents.arena.errors import require
from sf_agents.commands.common import STOPPED, guarded
from sf_agents.training.settings import DESCRIPTIONS, PRESETS, Settings
from sf_env.errors import Error

if TYPE_CHECKING:
    from sf_agents.training.run import Moment, Run

PROGRAM = "sf-train"
PURPOSE = "training"
LIBRARIES = (
    "torch",
    "stable_baselines3",
    "sb3_contrib",
    "tensorboard",
    "tyro",
    "rich",
    "matplotlib",
)


@dataclass(frozen=True)
class Options(Settings):
    """Train an agent by self-play."""

    out: str = "runs/train"
    """Folder of the run: checkpoint, networks, learning curve, scalars for TensorBoard."""
    resume: bool = False
    """Go on with the run in the folder, or begin one."""
    quiet: bool = False
    """Show no progress."""

    @property
    def settings(self) -> Settings:
        """The settings of the run itself."""
        return Settings(**{field.name: getattr(self, field.name) for field in fields(Settings)})


def main(argv: Sequence[str] | None = None) -> int:
    """Train and return the exit code."""
    return guarded(PROGRAM, lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    for library in LIBRARIES:
        require(library, "train", PURPOSE)
    import tyro  # noqa: PLC0415  an extra

    configs = {
        name: (DESCRIPTIONS[name], Options(**settings)) for name, settings in PRESETS.items()
    }
    options = tyro.extras.overridable_config_cli(
        configs, prog=PROGRAM, description="Train an agent by self-play.", args=argv
    )
    return _train(options)


def _train(options: Options) -> int:
    from sf_agents.training.train import Training  # noqa: PLC0415  heavy

    folder, goes_on = choose_folder(options.out, options.resume)
    begin = Training.resume if goes_on else Training
    training = begin(options.settings, folder)
    with stopping() as stop, showing(options.quiet) as show:
        done = training.run(show, stop)
    return report(training, done)


def choose_folder(out: str, resume: bool) -> tuple[Path, bool]:
    """Return the folder of a run, and whether there is a checkpoint to go on from."""
    folder = Path(out)
    if not resume and folder.exists() and any(folder.iterdir()):
        raise Error(f"{folder}: there is a run already; --resume goes on with it, or choose --out")
    return folder, resume and (folder / "checkpoint.pt").exists()


@contextmanager
def stopping() -> Iterator[Any]:
    """Yield a function that says whether to stop; Ctrl-C asks for it, a second one insists."""
    asked: list[int] = []

    def ask(number: int, _frame: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        sys.stderr.write("\nfinishing this update and saving; once more to stop at once\n")

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def showing(quiet: bool) -> Iterator[Any]:
    """Yield a function that shows where the run stands, on standard error."""
    if quiet:
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415  an extra
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[text]}"),
        console=Console(stderr=True),
    )
    with bar:
        tasks: dict[str, Any] = {}

        def show(moment: Moment) -> None:
            if moment.stage not in tasks:
                tasks[moment.stage] = bar.add_task(moment.stage, total=1.0, text="")
            bar.update(tasks[moment.stage], completed=moment.part, text=moment.text)

        yield show


def report(training: Run, done: bool) -> int:
    """Say what came of it, on standard output, and return the exit code."""
    lines = [f"{training.decisions:,} decisions in {training.seconds / 60:.1f} minutes"]
    if training.curve.lines:
        line = training.curve.lines[-1]
        for name in training.settings.yardsticks:
            low, high = 100 * line[f"{name}_low"], 100 * line[f"{name}_high"]
            lines.append(f"against {name}: {100 * line[name]:.1f} % [{low:.1f}, {high:.1f}]")
    lines.append(f"in {training.folder}: best.npz, latest.npz, curve.png, tensorboard")
    if done:
        lines.append(f"to play it: network:path={training.folder / 'best.npz'}")
    else:
        lines.append("stopped before the end; --resume goes on")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if done else STOPPED
