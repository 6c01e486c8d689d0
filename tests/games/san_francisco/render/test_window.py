"""The window: opens with its first picture, closes, opens again; whoever closes it has peace."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator

import numpy as np
import pygame
import pytest

import sf_env
from sf_env.render.window import Window, fitting

GREEN = np.full((60, 90, 3), (0, 200, 0), np.uint8)


@pytest.fixture
def window() -> Iterator[Window]:
    one = Window("a game", fps=0)
    yield one
    one.close()


def shown() -> np.ndarray:
    """Return what is on the screen, (height, width, 3)."""
    surface = pygame.display.get_surface()
    assert surface is not None
    return pygame.surfarray.array3d(surface).swapaxes(0, 1)


def test_a_window_opens_with_its_first_picture(window: Window) -> None:
    assert not window.is_open
    window.show(GREEN)
    assert window.is_open
    assert (shown() == GREEN).all()
    assert pygame.display.get_caption()[0] == "a game"


def test_a_window_grows_with_its_pictures(window: Window) -> None:
    window.show(GREEN)
    window.show(np.tile(GREEN, (2, 1, 1)))
    assert shown().shape == (120, 90, 3)


def test_a_window_closes_once_or_twice_and_opens_again(window: Window) -> None:
    window.close()
    window.show(GREEN)
    window.close()
    window.close()
    assert not window.is_open
    assert pygame.display.get_surface() is None
    window.show(GREEN)
    assert window.is_open


def test_a_window_that_was_closed_by_hand_stays_closed(window: Window) -> None:
    window.show(GREEN)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.show(GREEN)
    assert not window.is_open
    window.show(GREEN)
    assert not window.is_open
    window.close()
    window.show(GREEN)
    assert window.is_open


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda window: pickle.loads(pickle.dumps(window))]
)
def test_a_copy_has_no_window_yet(window: Window, duplicate: Callable[[Window], Window]) -> None:
    window.show(GREEN)
    twin = duplicate(window)
    assert window.is_open
    assert not twin.is_open
    twin.close()
    assert window.is_open


def test_one_of_two_closes_and_the_other_goes_on(window: Window) -> None:
    other = Window("another game", fps=0)
    window.show(GREEN)
    other.show(GREEN // 2)
    other.close()
    window.show(GREEN)
    assert (shown() == GREEN).all()


def test_each_of_two_shows_its_own_pictures_under_its_own_name(window: Window) -> None:
    """pygame gives both of them the same surface."""
    other = Window("another game", fps=0)
    wide = np.tile(GREEN // 2, (1, 2, 1))
    for shower, waiter, picture, title in (
        (window, other, GREEN, "a game"),
        (other, window, wide, "another game"),
        (window, other, GREEN, "a game"),
        (other, window, wide, "another game"),
    ):
        shower.show(picture)
        assert shown().shape == picture.shape
        assert (shown() == picture).all()
        assert pygame.display.get_caption()[0] == title
        assert shower.is_open
        assert not waiter.is_open
    window.close()
    assert other.is_open
    other.close()


def test_without_a_screen_something_else_is_suggested(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(sf_env.Error, match=r"no screen.*: x11 not available.*'rgb_array'"):
        window.show(GREEN)
    assert not window.is_open


def test_pictures_follow_each_other_no_faster_than_they_should(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    class Clock:
        def tick(self, fps: int) -> None:
            asked.append(fps)

    monkeypatch.setattr("pygame.time.Clock", Clock)
    slow = Window("slow", fps=4)
    slow.show(GREEN)
    slow.close()
    assert asked == [4]


@pytest.mark.parametrize("desktop", [(1366, 768), (1920, 1080), (800, 600), (3840, 2160)])
@pytest.mark.parametrize("size", [(936, 738), (1398, 738), (936, 1224)])
def test_a_window_fits_on_the_desktop_and_keeps_its_shape(
    size: tuple[int, int], desktop: tuple[int, int]
) -> None:
    width, height = fitting(size, desktop)
    assert width <= 0.9 * desktop[0] + 1
    assert height <= 0.9 * desktop[1] + 1
    assert width / height == pytest.approx(size[0] / size[1], rel=0.01)
    assert (width, height) == size or width < size[0]
    assert fitting(size, (3840, 2160)) == size


def test_a_large_picture_is_shown_as_a_whole(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(100, 50)])
    picture = np.tile(GREEN, (2, 2, 1))
    picture[:, 90:] = (200, 0, 0)
    window.show(picture)
    assert shown().shape == (45, 68, 3)
    halves = shown()[:, :30], shown()[:, -30:]
    for half, colour in zip(halves, ((0, 200, 0), (200, 0, 0)), strict=True):
        assert np.abs(half.astype(int) - colour).max() < 8
