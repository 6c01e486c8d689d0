"""Fresh processes: what is imported, how quickly, with which seeds, and where code is kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = (
    "torch",
    "stable_baselines3",
    "ray",
    "pyspiel",
    "torchrl",
    "tianshou",
    "pygame",
    "matplotlib",
    "pandas",
    "PIL",
    "scipy.linalg",  # Numba asks an installed scipy for its version, and no more
)
PLAY = """
import sf_env, numpy as np
game = sf_env.Game(3, seed=11)
for number in range(60):
    legal = game.legal_actions()
    game.step(legal[(7 * number) % len(legal)])
batch = sf_env.Batch(8, 3, seed=4)
rng = np.random.default_rng(0)
for _ in range(100):
    batch.step(sf_env.sample_legal(batch.legal, rng))
env = sf_env.san_francisco_v0.env()
env.reset(seed=3)
print(hash_of(game.states), hash_of(batch.states), env.infos["player_0"]["seed"])
"""
HASH = "import hashlib\nhash_of = lambda a: hashlib.sha256(np.ascontiguousarray(a)).hexdigest()\n"


def run(
    code: str, *, python_path: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter, away from the project's folder."""
    settings = {**os.environ, "PYTHONPATH": str(python_path), "NUMBA_CACHE_DIR": "", **environment}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=settings,
        text=True,
        capture_output=True,
        check=True,
        cwd="/",
    )


def test_the_core_imports_nothing_heavy() -> None:
    code = f"import sys, sf_env\nprint([name for name in {HEAVY} if name in sys.modules])"
    assert run(code).stdout.strip() == "[]"


SHOW = """
import sys, sf_env
from sf_env import san_francisco_v0
for mode in (None, "ansi"):
    env = san_francisco_v0.env(render_mode=mode)
    env.reset(seed=1)
    env.step(0)
    if mode:
        env.render()
    env.close()
sf_env.Game(2, seed=1)._repr_html_()
print([name for name in ("PIL", "pygame") if name in sys.modules])
"""


def test_texts_and_svg_import_no_library_for_pictures() -> None:
    assert run(SHOW).stdout.strip() == "[]"


def test_a_window_prints_nothing() -> None:
    pytest.importorskip("pygame")
    code = (
        "from sf_env import san_francisco_v0\n"
        "env = san_francisco_v0.env(render_mode='human')\n"
        "env.reset(seed=1)\nenv.step(0)\nenv.render()\nenv.close()"
    )
    result = run(code, SDL_VIDEODRIVER="dummy")
    assert result.stdout == ""
    assert result.stderr == ""


def test_hash_seeds_and_processes_change_nothing() -> None:
    outputs = {run(HASH + PLAY, PYTHONHASHSEED=seed).stdout for seed in ("0", "1", "77")}
    assert len(outputs) == 1


def test_nothing_is_printed() -> None:
    result = run("import sf_env\nsf_env.Game(2, seed=1).step(0)\nsf_env.Batch(2).observe()")
    assert result.stdout == ""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Return a folder with a copy of the package, without anything compiled."""
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "sf_env", tmp_path / "sf_env", ignore=ignore)
    return tmp_path


def compiled_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.nbc"))


STEP = "import sf_env.core.compiled.rng as rng, numpy as np\nprint(rng.mix(np.uint64(5)))"


def test_compiled_code_is_kept_beside_the_source(installed: Path) -> None:
    first = run(STEP, python_path=installed)
    kept = compiled_files(installed)
    assert kept
    times = [path.stat().st_mtime_ns for path in kept]
    second = run(STEP, python_path=installed)
    assert second.stdout == first.stdout
    assert [path.stat().st_mtime_ns for path in compiled_files(installed)] == times


def test_a_change_of_a_called_function_is_noticed(installed: Path) -> None:
    """Numba by itself would take the old code from its cache: the caller's file is the same."""
    (installed / "sf_env/other.py").write_text(
        "from sf_env.core.compiled.jit import jit\n\n@jit\ndef answer():\n    return 1\n",
        encoding="utf-8",
    )
    caller = installed / "sf_env/opponents/caller.py"
    caller.write_text(
        "from sf_env.core.compiled.jit import jit\nfrom sf_env.other import answer\n\n"
        "@jit\ndef ask():\n    return answer()\n",
        encoding="utf-8",
    )
    code = "from sf_env.opponents.caller import ask\nprint(ask())"
    assert run(code, python_path=installed).stdout.strip() == "1"
    other = installed / "sf_env/other.py"
    other.write_text(other.read_text("utf-8").replace("return 1", "return 22"), encoding="utf-8")
    assert run(code, python_path=installed).stdout.strip() == "22"  # Python looks at sizes, too


# Root may write anywhere, so the folders are made impossible in another way: numba asks the
# operating system for a temporary file in the folder, and this interpreter cannot make one there.
NO_WRITING = """
import tempfile
def refuse(*args, dir=None, **kwargs):
    raise PermissionError(13, "Permission denied", dir)
tempfile.TemporaryFile = refuse
"""


def test_a_read_only_installation_and_no_home_still_play(installed: Path, tmp_path: Path) -> None:
    home = str(tmp_path / "nowhere")
    code = NO_WRITING + STEP
    assert run(code, python_path=installed, HOME=home).stdout == run(STEP).stdout
    assert compiled_files(installed) == []


def test_an_empty_home_works(installed: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    assert run(STEP, python_path=installed, HOME=str(home)).stdout == run(STEP).stdout
    assert list(home.iterdir()) == []


def test_long_compiling_is_said_once(installed: Path) -> None:
    code = (
        "import sf_env.core.compiled.jit\nsf_env.core.compiled.jit.PATIENCE = 0.0\n"
        "from sf_env.core.compiled import rng\nrng.below(rng.fork(5, 1), 3)\n"
    )
    assert run(code, python_path=installed).stderr.count("compiling the game engine") == 1
    assert run(code, python_path=installed).stderr == ""


def test_one_thread_leaves_no_thread_behind() -> None:
    code = (
        "import sf_env, threading, numpy as np\nb = sf_env.Batch(64)\nb.observe()\n"
        "b.step(sf_env.sample_legal(b.legal, np.random.default_rng(0)))\n"
        "print(threading.active_count())"
    )
    assert run(code).stdout.strip() == "1"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_child_refuses_threads() -> None:
    code = (
        "import os, sf_env\nb = sf_env.Batch(64, threads=2)\nb.observe()\n"
        "child = os.fork()\nif child == 0:\n"
        "    sf_env.Batch(64).observe()\n"
        "    try:\n        b.observe()\n"
        "    except sf_env.Error as error:\n        os._exit(7 if 'spawn' in str(error) else 1)\n"
        "b.observe()\nprint(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"
    )
    assert run(code).stdout.strip() == "7"


def test_two_python_threads_may_use_threads() -> None:
    code = (
        "import sf_env\nfrom concurrent.futures import ThreadPoolExecutor as Pool\n"
        "def play(seed):\n"
        "    b = sf_env.Batch(64, seed=seed, threads=2)\n"
        "    for _ in range(200): b.step(b.legal.argmax(axis=1))\n"
        "    return b.states.tobytes()\n"
        "with Pool(4) as pool: results = list(pool.map(play, [1, 2, 1, 2]))\n"
        "print(results[0] == results[2] != results[1] == results[3])"
    )
    for layer in ("omp", "workqueue"):
        assert run(code, NUMBA_THREADING_LAYER=layer).stdout.strip() == "True"


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("sf_env.sb3", "stable_baselines3", "train"),
        ("sf_env.interop.openspiel", "pyspiel", "openspiel"),
        ("sf_env.interop.torchrl", "torchrl", "torchrl"),
        ("sf_env.interop.tianshou", "tianshou", "tianshou"),
        ("sf_env.interop.rllib", "ray", "rllib"),
    ],
)
def test_without_the_extra_the_message_says_what_to_install(
    module: str, library: str, extra: str
) -> None:
    code = (
        f"import sys\nsys.modules['{library}'] = None\n"
        f"try:\n    import {module}\nexcept ModuleNotFoundError as error:\n    print(error)"
    )
    said = run(code).stdout
    assert f"{module} needs " in said
    assert f"pip install 'sf-env[{extra}]'" in said
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert extra in project["optional-dependencies"]


def test_the_package_of_other_libraries_needs_none_of_them() -> None:
    assert run("import sys\nsys.modules['pyspiel'] = None\nimport sf_env.interop").stderr == ""
