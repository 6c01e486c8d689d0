"""A server that the tests of a file share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.service import Service, running


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(tmp_path_factory.mktemp("games")) as one:
        yield one
