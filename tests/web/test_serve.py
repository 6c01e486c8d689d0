"""The server as a program: where it listens, what it says, how it ends."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from sf_agents.playing.session import TAKEN
from sf_agents.web import guard
from sf_agents.web.serve import Options, make_server, serve
from sf_env import Deck
from sf_env.core import extras
from sf_env.core.errors import Error
from sf_env.core.locks import alone_in
from tests.web.service import ENVIRONMENT, KEY, Service, running

PROGRAM = """
import sys
from sf_agents.web.serve import Options
from sf_agents.web.serve import serve
code = serve(Options(folder=sys.argv[1], port=0, seats=["human", "greedy"]))
"""
EXIT = """
sys.exit(code)
"""
# Ctrl-C comes when the address is told and nobody answers there yet.
HASTY = f"""
import signal
from uvicorn import Config
from sf_agents.web import serve as module
usual_factory, usual_server = Config.get_loop_factory, module.make_server
kept = []

def interrupted(config):
    signal.raise_signal(signal.SIGINT)
    return usual_factory(config)

def remembered(options):
    kept.append(usual_server(options))
    return kept[-1]

Config.get_loop_factory, module.make_server = interrupted, remembered
{PROGRAM}
with module.alone_in(sys.argv[1]):  # it has let go of the folder
    sys.exit(code)
"""


def started(
    folder: Path, stderr: int, program: str = PROGRAM + EXIT
) -> tuple[subprocess.Popen[str], str]:
    """Start a program, and return it with the address that it tells."""
    server = subprocess.Popen(
        [sys.executable, "-c", program, str(folder)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
    )
    assert server.stdout is not None
    return server, server.stdout.readline().strip()


def test_the_address_is_told_and_ctrl_c_ends_it_cleanly(tmp_path: Path) -> None:
    server, url = started(tmp_path, stderr=subprocess.PIPE)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{16,}/#[\w-]{12}", url)
    server.send_signal(signal.SIGINT)
    _, said = server.communicate(timeout=60)
    assert server.returncode == 0
    assert "Traceback" not in said
    assert str(tmp_path) in said
    assert len(list(tmp_path.glob("*.jsonl"))) == 1


def test_ctrl_c_before_anybody_is_answered_ends_it_as_cleanly(tmp_path: Path) -> None:
    server, url = started(tmp_path, subprocess.PIPE, HASTY)
    assert url.startswith("http://127.0.0.1:")
    _, said = server.communicate(timeout=60)
    assert (server.returncode, said.count("Traceback")) == (0, 0), said
    assert "stopped" in said


def test_a_server_that_is_killed_has_lost_nothing(tmp_path: Path) -> None:
    server, address = started(tmp_path, stderr=subprocess.DEVNULL)
    with server:
        url, _, name = address.partition("#")
        before = Service(url, tmp_path, key=urlsplit(url).path.strip("/")).play(name, 12)
        server.kill()
    assert before["decisions"] >= 12
    with running(tmp_path) as service:
        assert service.game(name) == before


def test_a_token_is_drawn_for_each_server() -> None:
    first, second = Options(), Options()
    assert first.token != second.token
    assert first.token not in repr(first)


def test_a_port_that_is_taken_is_one_clear_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Error, match=f"port {port}: Address already in use; port 0 takes any"):
            serve(Options(folder=tmp_path, port=port))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"port": 70_000}, "70000"),
        ({"host": "no.such.host.invalid"}, "no.such.host.invalid"),
        ({"seats": ["human", "nobody"]}, "nobody"),
        ({"seats": ["human"]}, "2, 3 or 4"),
        ({"agents": ["nobody"]}, "nobody"),
        ({"hint": "greedy"}, "gives no advice"),
        ({"name": "missing"}, "no game 'missing'"),
        ({"seats": ["human", "greedy"], "name": "../one"}, "cannot be called '../one'"),
        ({"setup": "nothing.csv"}, "nothing.csv"),
    ],
)
def test_what_cannot_be_served_is_an_error(
    tmp_path: Path, options: dict[str, Any], reason: str
) -> None:
    chosen: dict[str, Any] = {"folder": tmp_path, "port": 0} | options
    with pytest.raises(Error, match=reason):
        make_server(Options(**chosen))
    assert not list(tmp_path.iterdir())
    make_server(Options(folder=tmp_path, port=0)).close()  # whoever failed has let go of it


def test_a_folder_is_served_by_one_server(tmp_path: Path) -> None:
    told = re.escape(f"{tmp_path}: {TAKEN}")
    with running(tmp_path) as service:
        name = service.start("human", "greedy")
        before = service.play(name, 5)
        with pytest.raises(Error, match=told):
            make_server(Options(folder=tmp_path, port=0, seats=["human", "greedy"]))
        assert len(list(tmp_path.iterdir())) == 1
    with running(tmp_path) as service:
        assert service.game(name) == before


def test_a_folder_in_which_a_terminal_plays_is_not_served(tmp_path: Path) -> None:
    with alone_in(tmp_path), pytest.raises(Error, match=re.escape(TAKEN)):
        make_server(Options(folder=tmp_path, port=0))


def test_a_browser_that_comes_at_once_is_not_refused(tmp_path: Path) -> None:
    server = make_server(Options(folder=tmp_path, port=0))
    parts = urlsplit(server.url)
    socket.create_connection((parts.hostname, parts.port), timeout=5).close()
    server.close()


def test_a_game_that_is_begun_has_the_name_that_was_given_but_not_that_of_another(
    tmp_path: Path,
) -> None:
    begun = Options(folder=tmp_path, port=0, seats=["human", "greedy"], seed=7, name="mine")
    server = make_server(begun)
    assert server.url.endswith("/#mine")
    server.close()
    before = (tmp_path / "mine.jsonl").read_bytes()
    assert b'"seed": 7' in before
    with pytest.raises(Error, match="already exists"):
        make_server(begun)
    assert (tmp_path / "mine.jsonl").read_bytes() == before


def test_a_missing_library_is_named_with_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "installed", lambda library: library != "starlette")
    with pytest.raises(Error, match=r"needs starlette.*sf-env\[web\]"):
        serve(Options(folder=tmp_path, port=0))


def test_a_host_that_others_can_reach_is_warned_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = make_server(Options(folder=tmp_path, port=0, host="0.0.0.0"))  # noqa: S104
    monkeypatch.setattr(made, "run", made.close)
    monkeypatch.setattr("sf_agents.web.serve.make_server", lambda options: made)
    assert serve(Options(folder=tmp_path, host="0.0.0.0")) == 0  # noqa: S104
    told = capsys.readouterr()
    assert told.err.startswith("warning: anyone who can reach")
    assert not told.out.startswith("http://0.")  # nobody can go there


def test_a_server_for_others_answers_to_numbers_and_its_own_name_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guard, "gethostname", lambda: "parlour")
    public = guard.Guard(lambda *_: None, "x", "0.0.0.0")  # type: ignore[arg-type]  # noqa: S104
    known = {name: public.knows(name) for name in ("10.0.0.1:80", "parlour:1", "evil.example")}
    assert known == {"10.0.0.1:80": True, "parlour:1": True, "evil.example": False}


def test_a_deck_of_ones_own_is_played_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    lines = ["count,colour,value,tracks,depot,plaza,foundation,coast,bonus"]
    lines += [f"1,{card.line}" for card in Deck.generate(5)]
    path.write_text("\n".join(lines))
    folder = tmp_path / "games"
    with running(folder, setup=path, seats=["human", "greedy"]) as service:
        name = service.url.partition("#")[2]
        assert service.play(name, 3)["setup"] == "file:mine"
        assert "file:mine" in service.get("lobby")["setups"]
    with running(folder, setup=path, name=name) as service:
        assert service.url.endswith(f"/#{name}")
        assert service.play(name, 3)["decisions"] > 6
    with running(folder) as service:
        status, content, _ = service.ask("GET", f"/{KEY}/api/games/{name}")
        assert status == 422
        assert "file:mine" in content["error"]


def test_agents_of_the_command_line_are_offered_and_may_be_seated(tmp_path: Path) -> None:
    agent = "tests.web.agents:Wrong"
    with running(tmp_path, agents=[agent]) as service:
        assert agent in [offer["name"] for offer in service.get("lobby")["seats"]]
        assert service.game(service.start("human", agent))["seats"] == ["human", agent]
