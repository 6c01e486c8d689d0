"""The two sets of pins agree, but for the version of Gymnasium that Ray wants."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]


def pins(name: str) -> dict[str, str]:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def test_pins_for_ray_are_the_others() -> None:
    usual, with_ray = pins("constraints.txt"), pins("constraints-rllib.txt")
    differ = {name for name in usual if name in with_ray and usual[name] != with_ray[name]}
    assert differ == {"gymnasium"}
    assert {"numpy", "numba", "torch", "rich", "tyro"} <= with_ray.keys()
