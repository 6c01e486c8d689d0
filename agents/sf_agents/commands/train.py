"""``sf-train``: train an agent by self-play, with a bar; it can be stopped and resumed."""

from __future__ import annotations

import shlex
import signal
import sys
from argparse import Namespace
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from sf_agents.commands.common import STOPPED, Parser, game_named, guarded
from sf_agents.commands.progress import showing
from sf_agents.commands.run_folder import checkpoint_in, opened
from sf_agents.training.defaults import descriptions_of, kinds_of
from sf_agents.training.settings import FREE, Settings
from sf_env.core.errors import Error
from sf_env.core.extras import installed, require
from sf_env.core.rules import Rules, rules_of

if TYPE_CHECKING:
    from sf_agents.training.run import Run

PROGRAM = "sf-train"
LIBRARIES = (
    "torch",
    "stable_baselines3",
    "sb3_contrib",
    "tensorboard",
    "tyro",
    "rich",
    "matplotlib",
)
FLAGS = ("--resume", "--quiet")  # options without a value
LEFT = ("best.npz", "latest.npz", "curve.png", "curve.csv", "tensorboard", "checkpoint.pt")


@dataclass(frozen=True)
class Options(Settings):
    """Train an agent by self-play."""

    out: str = "runs/train"
    """Folder of the run: checkpoint, networks, learning curve, scalars for TensorBoard."""
    resume: bool = False
    """Resume the run in the folder, or start one if there is none."""
    quiet: bool = False
    """Show no progress."""

    def __post_init__(self) -> None:
        """Check nothing yet: that is for the settings, whose errors are one line."""

    @property
    def settings(self) -> Settings:
        """The settings of the run itself."""
        return Settings(**{field.name: getattr(self, field.name) for field in fields(Settings)})


def main(argv: Sequence[str] | None = None, again: str | None = None) -> int:
    """Train and return the exit code; ``again`` is how to resume, if that is not the usual way."""
    return guarded(PROGRAM, lambda: _main(argv, again))


def _main(argv: Sequence[str] | None, again: str | None) -> int:
    check_libraries(PROGRAM, Options, LIBRARIES, "train", argv)
    return _train(read_options(Options, Settings, PROGRAM, argv), again)


def _train(options: Options, again: str | None = None) -> int:
    from sf_agents.training.train import Training  # noqa: PLC0415  heavy

    with opened(Training, options.settings, options.out, resume=options.resume) as training:
        with stopping() as stop, showing(options.quiet) as show:
            done = training.run(show, stop)
        return report(training, done, again)


def check_libraries(
    program: str,
    kind: type[Settings],
    libraries: Sequence[str],
    extra: str,
    argv: Sequence[str] | None,
) -> None:
    """Raise MissingExtra unless all libraries are there; for --help, tyro is enough or none."""
    words = sys.argv[1:] if argv is None else argv
    if "-h" not in words and "--help" not in words:
        for library in libraries:
            require(library, extra, "training")
    elif not installed("tyro"):
        texts = descriptions_of(rules_of(_first_look(kind, list(words)).game))
        presets = "".join(f"  {name:10}{text}\n" for name, text in texts.items())
        sys.stdout.write(
            f"usage: {program} PRESET [options]\n\n{kind.__doc__}\n\n{presets}\n"
            f"The list of options needs tyro, which is not installed: "
            f"pip install 'sf-env[{extra}]'\n"
        )
        raise SystemExit(0)


def read_options(
    kind: type[Any], settings: type[Settings], program: str, argv: Sequence[str] | None
) -> Any:
    """Return what is asked for; a run that is resumed has its settings from its checkpoint."""
    import tyro  # noqa: PLC0415  an extra

    words = list(sys.argv[1:] if argv is None else argv)
    asked = _first_look(kind, words)
    kept = _kept(settings, asked)
    rules = game_named(asked.game if kept is None else kept.game)
    presets = settings.presets(rules)
    words = _preset_first(words, presets)
    if words and not words[0].startswith("-") and words[0] not in presets:
        raise Error(f"no preset is called {words[0]!r}; there are: {', '.join(presets)}")
    words = _with_setup(words, rules.setup_word)
    about = f"{kind.__doc__}\n\n{_networks(rules)}"
    if kept is None:
        if "--resume" in words and not any(name in words for name in presets):
            raise Error(
                f"{asked.out}: there is no run to resume; start one with a preset: {program} "
                f"{next(iter(presets))}"
            )
        texts = descriptions_of(rules)
        configs = {name: (texts[name], kind(**some)) for name, some in presets.items()}
        return tyro.extras.overridable_config_cli(
            configs, prog=program, description=about, args=words
        )
    usual = {one.name: getattr(kept, one.name) for one in fields(settings)}
    if words[0] in presets:  # then all is as it says, except for what may change in any run
        free = {name: value for name, value in usual.items() if name in FREE}
        usual = {**presets[words.pop(0)], **free}
    return tyro.cli(kind, default=kind(**usual), prog=program, description=about, args=words)


def _preset_first(words: list[str], presets: Collection[str]) -> list[str]:
    """Return the words with the preset in front, where tyro wants it: ``--game NAME 2p``, too."""
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        belongs = before.startswith("--") and "=" not in before and before not in FLAGS
        if word in presets and not belongs:
            return [word, *words[:at], *words[at + 1 :]]
    return words


def _networks(rules: Rules) -> str:
    """Return a list of the networks that can be chosen for a game."""
    listed = "; ".join(f"{name}, {text}" for name, text in kinds_of(rules).items())
    return f"Networks for {rules.name}: {listed}."


def _first_look(kind: type[Any], words: list[str]) -> Namespace:
    """Return the options that decide which others there are."""
    first = Parser(add_help=False, allow_abbrev=False)
    first.add_argument("--out", default=kind.out)
    first.add_argument("--game", default=kind.game)
    first.add_argument("--resume", action="store_true")
    return first.parse_known_args(words)[0]


def _with_setup(words: list[str], own: str) -> list[str]:
    """Return the words with ``--setup`` in place of the game's own word for it."""
    option = f"--{own}"
    return [
        "--setup" + word.removeprefix(option) if word.partition("=")[0] == option else word
        for word in words
    ]


def _kept(kind: type[Settings], asked: Namespace) -> Settings | None:
    """Return the settings of the run that is to be resumed, if there is one."""
    path = checkpoint_in(Path(asked.out), asked.resume)
    if path is None:
        return None
    from sf_agents.training import checkpoint  # noqa: PLC0415  heavy

    return checkpoint.settings_of(path, checkpoint.load(path), kind)


@contextmanager
def stopping() -> Iterator[Any]:
    """Yield a function that says whether to stop; Ctrl-C asks for it, a second one insists."""
    asked: list[int] = []

    def ask(number: int, _frame: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        sys.stderr.write(
            "\nfinishing this update and saving; press Ctrl-C again to stop now and lose what "
            "came after the last checkpoint\n"
        )

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def report(training: Run, done: bool, again: str | None = None) -> int:
    """Print the result on standard output and return the exit code."""
    lines = [f"{training.decisions:,} decisions in {training.seconds / 60:.1f} minutes"]
    if training.curve.lines:
        line = training.curve.lines[-1]
        for name in [key for key in line if f"{key}_low" in line]:
            low, high = 100 * line[f"{name}_low"], 100 * line[f"{name}_high"]
            lines.append(f"against {name}: {100 * line[name]:.1f} % [{low:.1f}, {high:.1f}]")
    there = [name for name in LEFT if (training.folder / name).exists()]
    lines.append(f"in {training.folder}: {', '.join(there)}")
    best = training.folder / "best.npz"
    if done and best.exists():
        lines.append(f"to play it: network:path={best}")
    if not done:
        usual = shlex.join([training.program, "--out", str(training.folder), "--resume"])
        again = usual if again is None else again
        lines.append(f"stopped before the end; to resume: {again}")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if done else STOPPED
