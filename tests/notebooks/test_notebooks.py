"""The notebooks run and show what they say; the repository has their text and code only."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
PATHS = sorted(FOLDER.glob("*.ipynb"))
NAMES = [path.stem for path in PATHS]
AGENTS = ("random", "builder", "greedy", "planner")
STRIP = "python scripts/strip_notebooks.py puts it right"
each = pytest.mark.parametrize("path", PATHS, ids=NAMES)


class Shown(NamedTuple):
    """What an executed notebook shows."""

    text: str  # all that was printed
    errors: str  # all that was written to standard error
    images: dict[str, str]  # the PNG (base64) by the id of its cell


def read(path: Path) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return notebook


def source(path: Path, kind: str) -> str:
    """Return all cells of a kind as one text."""
    cells = [cell for cell in read(path)["cells"] if cell["cell_type"] == kind]
    return "\n\n".join("".join(cell["source"]) for cell in cells)


def run(*command: str, cwd: Path = ROOT) -> None:
    result = subprocess.run(
        [sys.executable, *command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


def execute(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Shown:
    """Run a notebook in a folder, in its quick setting, and return what it shows."""
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    nbformat = pytest.importorskip("nbformat")
    manager = pytest.importorskip("jupyter_client.manager")
    kernelspec = pytest.importorskip("jupyter_client.kernelspec")
    monkeypatch.setenv("SF_ENV_QUICK", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(ROOT / "agents")]))
    for variable in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR"):  # kernels write their files there
        monkeypatch.setenv(variable, str(folder / "jupyter"))
    # No folder of kernels is looked into: what is left is ipykernel's own, in this very Python.
    kernel = manager.AsyncKernelManager(
        kernel_name="python3", kernel_spec_manager=kernelspec.KernelSpecManager(kernel_dirs=[])
    )
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    work = folder / "work"
    work.mkdir()
    before = sorted(FOLDER.rglob("*"))
    client = nbclient.NotebookClient(
        notebook, km=kernel, timeout=240, resources={"metadata": {"path": str(work)}}
    )
    client.execute(cleanup_kc=True)
    assert sorted(FOLDER.rglob("*")) == before
    nbformat.write(notebook, folder / "executed.ipynb")
    return look_at(folder / "executed.ipynb")


def look_at(path: Path) -> Shown:
    text, errors, images = [], [], {}
    for cell in read(path)["cells"]:
        for output in cell.get("outputs", ()):
            if output["output_type"] == "stream":
                into = text if output["name"] == "stdout" else errors
                into.append("".join(output["text"]))
            elif "image/png" in output.get("data", ()):
                images[cell["id"]] = output["data"]["image/png"]
    return Shown("".join(text), "".join(errors), images)


def check_what_all_have_in_common(name: str, folder: Path, shown: Shown) -> None:
    assert "Warning" not in shown.errors
    assert "Traceback" not in shown.errors
    assert all(len(image) > 5000 for image in shown.images.values())
    charts = [cell for cell in read(folder / "executed.ipynb")["cells"] if "plt.show" in str(cell)]
    assert [cell["id"] for cell in charts] == list(shown.images)
    run("scripts/strip_notebooks.py", str(folder / "executed.ipynb"))
    assert read(folder / "executed.ipynb") == read(FOLDER / f"{name}.ipynb")


def test_quick_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "1_quick_start"
    shown = execute(name, tmp_path, monkeypatch)
    check_what_all_have_in_common(name, tmp_path, shown)
    assert list(shown.images) == ["speed-chart"]
    assert "The game is over: player" in shown.text
    assert "the same end: True" in shown.text
    rewards = dict(re.findall(r"^player_(\d) (\S+)$", shown.text, re.M))
    assert len(rewards) == 3
    assert sum(map(float, rewards.values())) == pytest.approx(0)
    (anything,) = re.findall(r"^any legal action (\S+)$", shown.text, re.M)
    (eager,) = re.findall(r"^eager +(\S+)$", shown.text, re.M)
    assert abs(float(anything)) < 0.5 < float(eager)
    speeds = re.findall(r"^ +[\d,]+ games +([\d,]+) decisions/s$", shown.text, re.M)
    assert len(speeds) == 10


@pytest.mark.long
def test_train_and_evaluate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sb3_contrib")
    name = "2_train_and_evaluate"
    shown = execute(name, tmp_path, monkeypatch)
    check_what_all_have_in_common(name, tmp_path, shown)
    assert len(shown.images) == 5
    left = tmp_path / "work/runs/notebook"
    assert {"best.npz", "latest.npz", "curve.csv"} <= {path.name for path in left.iterdir()}
    with (left / "curve.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert [int(line["decisions"]) for line in lines] == [6_144, 12_288]
    assert "   12,288 decisions" in shown.text
    meetings = re.findall(
        r"^against (\w+) +wins +[\d.]+% \[.*\]   margin \S+ points$", shown.text, re.M
    )
    assert meetings == list(AGENTS)
    assert "20 games; torch imported: False" in shown.text
    assert "Player 0 decides" in shown.text


@pytest.mark.long
def test_analyse_a_tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("choix")
    name = "3_analyse_a_tournament"
    shown = execute(name, tmp_path, monkeypatch)
    check_what_all_have_in_common(name, tmp_path, shown)
    assert len(shown.images) == 7
    assert "120 games; 0 forfeits" in shown.text
    ladder = re.findall(r"^(\w+) +(-?\d+) \[.*\] +[\d.]+% +[+-][\d.]+$", shown.text, re.M)
    assert [name for name, _ in ladder] == ["planner", "greedy", "builder", "random"]
    assert ladder[-1][1] == "0"
    begins = re.findall(r"^(\w+) +wins [\d.]+% \[.*\] when it begins$", shown.text, re.M)
    assert begins == list(AGENTS)
    (decisions,) = re.findall(r"^([\d,]+) decisions in 120 games$", shown.text, re.M)
    assert 12_000 < int(decisions.replace(",", "")) < 30_000


@pytest.mark.long
def test_hidden_information(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("choix")
    name = "4_hidden_information"
    shown = execute(name, tmp_path, monkeypatch)
    check_what_all_have_in_common(name, tmp_path, shown)
    assert len(shown.images) == 7
    hands = re.findall(r"^  hand +(.*)$", shown.text, re.M)
    assert re.fullmatch(r"\d \w+(, \d \w+)*", hands[0])
    assert re.fullmatch(r"\d+ cards; known: \d \w+(, \d \w+)*", hands[1])
    assert len(hands) == 2
    hidden = r"^(\w+) +\[.*\]\n +\[.*None.*\]$"
    assert re.findall(hidden, shown.text, re.M) == ["hands", "tickets", "ticket_deck"]
    assert "the observations are equal: True" in shown.text
    assert "player 0 sees no difference between 1,000 worlds: True" in shown.text
    known, right = shares(r"^of the other's cards (\S+) are known, (\S+) right", shown)
    assert 20 < known < right - 10 < 70
    connected, any_ticket = shares(r"^ *(\S+) of the unseen tickets are held", shown)
    assert connected > 5 * any_ticket
    cheating, more_thinking = shares(r"^cheat \(80\) against honest \(\d+\) +wins (\S+) \[", shown)
    assert cheating > 60
    assert more_thinking > 40
    assert len(shares(r"^honest \(320\) against honest \(80\) +wins (\S+) \[", shown)) == 1


def shares(line: str, shown: Shown) -> list[float]:
    """Return the percentages that the groups of a line's pattern find."""
    found = [match.groups() for match in re.finditer(line, shown.text, re.M)]
    return [float(share.removesuffix("%")) for groups in found for share in groups]


def test_each_has_its_test() -> None:
    tests = {f"test_{name[2:]}" for name in NAMES}
    assert len(tests) == 4
    assert tests <= globals().keys()


@each
def test_nothing_of_a_run_is_kept(path: Path) -> None:
    notebook = read(path)
    assert set(notebook["metadata"]) == {"kernelspec"}, STRIP
    assert notebook["metadata"]["kernelspec"]["name"] == "python3", STRIP
    for cell in notebook["cells"]:
        assert cell["metadata"] == {}, STRIP
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], STRIP
            assert cell["execution_count"] is None, STRIP


@each
def test_it_is_a_valid_notebook_that_can_be_quick(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbformat.validate(nbformat.read(path, as_version=4))
    assert source(path, "code").count('quick = "SF_ENV_QUICK" in os.environ') == 1


@each
def test_links_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", source(path, "markdown"))
    assert links
    for target in links:
        assert "://" in target or (FOLDER / target).exists(), target


@pytest.mark.parametrize("command", [("check",), ("format", "--check")])
def test_code_passes_ruff(command: tuple[str, ...]) -> None:
    pytest.importorskip("ruff")
    run("-m", "ruff", *command, "--no-cache", str(FOLDER))
