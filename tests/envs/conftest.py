"""Windows in tests: quick, and closed at the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture
def quick_windows(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let windows show as many pictures a second as they can, and close them at the end.

    There is room for any picture on the desktop.
    """
    pygame = pytest.importorskip("pygame")
    monkeypatch.setattr("pygame.display.get_desktop_sizes", lambda: [(9000, 9000)])
    monkeypatch.setattr("sf_env.envs.screen.RENDER_FPS", 0)
    yield
    pygame.display.quit()
