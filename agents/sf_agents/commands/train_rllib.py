"""``sf-train-rllib``: train an agent by self-play on Ray, on one machine or a cluster."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, fields

from sf_agents.arena.ray_connection import connected
from sf_agents.commands.common import guarded
from sf_agents.commands.progress import showing
from sf_agents.commands.run_folder import opened
from sf_agents.commands.train import check_libraries, read_options, report, stopping
from sf_agents.training.rllib.settings import ClusterSettings

PROGRAM = "sf-train-rllib"
LIBRARIES = ("ray", "torch", "tensorboardX", "tyro", "rich", "matplotlib")


@dataclass(frozen=True)
class Options(ClusterSettings):
    """Train an agent by self-play on Ray."""

    out: str = "runs/rllib"
    """Folder of the run: checkpoint, networks, learning curve, scalars for TensorBoard."""
    resume: bool = False
    """Resume the run in the folder, or start one if there is none."""
    address: str | None = None
    """Address of a Ray cluster, HOST:PORT or "auto"; default: only this machine."""
    quiet: bool = False
    """Show no progress."""

    def __post_init__(self) -> None:
        """Check nothing yet: that is for the settings, whose errors are one line."""

    @property
    def settings(self) -> ClusterSettings:
        """The settings of the run itself."""
        names = [field.name for field in fields(ClusterSettings)]
        return ClusterSettings(**{name: getattr(self, name) for name in names})


def main(argv: Sequence[str] | None = None) -> int:
    """Train and return the exit code."""
    return guarded(PROGRAM, lambda: _main(argv))


def _main(argv: Sequence[str] | None) -> int:
    check_libraries(PROGRAM, Options, LIBRARIES, "rllib", argv)
    options = read_options(Options, ClusterSettings, PROGRAM, argv)
    settings = options.settings  # what is wrong in them is reported before Ray is started
    with connected(options.address) as ray:
        return _train(options, settings, int(ray.cluster_resources().get("CPU", 1)))


def _train(options: Options, settings: ClusterSettings, cores: int) -> int:
    from sf_agents.training.rllib.train import ClusterTraining  # noqa: PLC0415  heavy

    logging.getLogger("ray.rllib").setLevel(logging.ERROR)  # its hints are for its programmers
    asked = settings, options.out, cores
    with opened(ClusterTraining, *asked, resume=options.resume) as training:
        try:
            with stopping() as stop, showing(options.quiet) as show:
                done = training.run(show, stop)
        finally:
            training.close()
        return report(training, done)
