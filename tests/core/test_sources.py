"""What compiled code is tied to: its own file and all that it imports, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from numba import config

import sf_env
from sf_env.core.compiled.jit import KERNELS, _digest, _needed, jit, jit_inline
from sf_env.games.san_francisco.rules import ENGINE as SAN_FRANCISCO

PACKAGE = Path(sf_env.__file__).parent
ENGINE = PACKAGE / "games/san_francisco/engine"
FAR = ("envs", "interop", "render", "games/san_francisco/render", "games/san_francisco/greedy.py")


def test_a_kernel_is_tied_to_what_its_file_imports_and_to_what_that_imports() -> None:
    needed = _needed(ENGINE / "kernels.py")
    steps = ("step.py", "turn.py", "building.py", "scoring.py", "constants.py")
    assert {ENGINE / name for name in ("kernels.py", *steps)} < needed
    assert PACKAGE / "core/compiled/rng.py" in needed
    assert all(path.suffix == ".py" and path.is_file() for path in needed)


@pytest.mark.parametrize("far", FAR)
def test_shells_and_pictures_are_far_from_the_engine(far: str) -> None:
    assert (PACKAGE / far).exists()
    assert [
        path for path in _needed(ENGINE / "kernels.py") if path.is_relative_to(PACKAGE / far)
    ] == []


def test_modules_that_are_imported_by_name_from_their_package_count(tmp_path: Path) -> None:
    package = tmp_path / "mine"
    (package / "deep").mkdir(parents=True)
    for name in ("__init__", "deep/__init__", "deep/far", "near", "unused"):
        (package / f"{name}.py").write_text("")
    (package / "agent.py").write_text(
        "import numpy as np\nfrom mine import (\n    near,\n)\nimport mine.deep.far\n"
    )
    found = {path.relative_to(tmp_path).as_posix() for path in _needed(package / "agent.py")}
    assert found == {"mine/__init__.py", "mine/agent.py", "mine/deep/far.py", "mine/near.py"}


def test_a_lone_file_is_tied_to_the_files_beside_it_that_it_imports(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import helper\nimport numpy\n")
    (tmp_path / "helper.py").write_text("")
    assert _needed(tmp_path / "bot.py") == {tmp_path / "bot.py", tmp_path / "helper.py"}


def test_what_was_typed_at_a_prompt_is_tied_to_nothing() -> None:
    assert _needed(Path("<stdin>")) == set()


def cells(kernel: Any) -> list[Any]:
    return [cell.cell_contents for cell in kernel.py_func.__closure__]


def test_every_kernel_carries_its_digest() -> None:
    for kernel in KERNELS.values():
        (digest, _) = cells(kernel)[-1]
        assert len(digest) == 64


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled here")
def test_loops_are_tied_to_the_game_that_they_are_compiled_for() -> None:
    (digest, _) = cells(SAN_FRANCISCO.loops.step)[-1]
    assert digest == _digest(PACKAGE / "core/compiled/loops.py", ENGINE / "kernels.py")
    assert digest != _digest(PACKAGE / "core/compiled/loops.py")


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled here")
def test_the_cache_keeps_apart_what_one_source_becomes_for_one_thread_and_for_several() -> None:
    home = "sf_env.games.san_francisco.engine.kernels"
    run = SAN_FRANCISCO.loops
    assert run.step.py_func.__code__ == run.parallel_step.py_func.__code__
    one, several = KERNELS[f"{home}.loops.step"], KERNELS[f"{home}.loops.step (parallel)"]
    assert cells(one) != cells(several)


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled here")
def test_the_cache_keeps_apart_what_is_compiled_into_its_callers() -> None:
    def twice(number: int) -> int:
        return 2 * number

    assert cells(jit(twice)) != cells(jit_inline(twice))
