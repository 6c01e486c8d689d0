"""The server of games: who may come in, and by which address."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from tests.web.service import JSON, KEY, Service


def test_the_address_with_the_token_leads_to_the_page(service: Service) -> None:
    status, page, answer = service.ask("GET", f"/{KEY}/")
    assert status == 200
    assert b"<title>San Francisco</title>" in page
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "no-referrer"


def test_an_address_without_its_last_stroke_leads_there_too(service: Service) -> None:
    status, _, answer = service.ask("GET", f"/{KEY}")
    assert (status, answer.headers["location"]) == (307, f"/{KEY}/")


@pytest.mark.parametrize("path", ["/", "/wrong/", "/api/lobby", f"/{KEY}x/api/lobby", "//"])
def test_nobody_comes_in_without_the_token(service: Service, path: str) -> None:
    status, content, _ = service.ask("GET", path)
    assert status == 403
    assert "token" in content["error"]
    assert KEY not in json.dumps(content)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "10.0.0.1", "[::", "a b"])
def test_a_name_that_is_not_the_servers_own_is_refused(service: Service, host: str) -> None:
    status, content, _ = service.ask("GET", f"/{KEY}/api/lobby", headers={"host": host})
    assert status == 400
    assert "error" in str(content)
    assert "host" in str(content).lower()


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "[::1]:80", "LOCALHOST"])
def test_names_of_this_machine_are_known(service: Service, host: str) -> None:
    assert service.ask("GET", f"/{KEY}/api/lobby", headers={"host": host})[0] == 200


def test_pages_of_other_servers_cannot_act(service: Service) -> None:
    headers = {**JSON, "origin": "http://127.0.0.1:1"}
    body = json.dumps({"seats": ["human", "greedy"]}).encode()
    assert service.ask("POST", f"/{KEY}/api/games", body, headers)[0] == 403


def test_only_the_files_of_the_page_are_given(service: Service) -> None:
    assert service.ask("GET", f"/{KEY}/page/play.js")[0] == 200
    for name in ("../serve.py", "..%2fserve.py", "serve.py", "nothing.js"):
        assert service.ask("GET", f"/{KEY}/page/{name}")[0] == 404
