"""The switch of the replay page: everything, or what each seat knew at that time."""

from __future__ import annotations

from typing import Any

import pytest

import sf_env
from sf_env.render.replay import Replay
from tests.games.san_francisco.render.games import played
from tests.games.ticket_to_ride.render.games import differing, finished, thought_about
from tests.render.hiding import HIDING, dealt
from tests.toy import DRAW

Data = dict[str, Any]


def merged(game: Data, seat: int) -> Data:
    """Return a game as a seat saw it, as seats.js puts it together."""
    rest = dict(game["views"][seat])
    frames, actions, thoughts = (rest.pop(key) for key in ("frames", "actions", "thoughts"))
    pairs = zip(game["frames"], frames, strict=True)
    return {
        **{key: value for key, value in game.items() if key != "views"},
        **rest,
        "frames": [{**frame, **changes} for frame, changes in pairs],
        "actions": [actions.get(at, one) for at, one in enumerate(game["actions"])],
        "thoughts": [thoughts.get(at, one) for at, one in enumerate(game["thoughts"])],
    }


def spelled(data: Data, game: Data) -> Data:
    """Return a game with all that its numbers refer to, which other pages number otherwise."""

    def panel(number: int) -> Data:
        one = data["panels"][number]
        return {
            "name": one["name"],
            "label": [data["phrases"][phrase] for phrase in one["label"]],
            "pieces": [
                (data["tiles"][tile], *place)
                for tile, *place in (data["pieces"][piece] for piece in one["pieces"])
            ],
        }

    frames = [
        {
            **frame,
            "panels": [panel(number) for number in frame["panels"]],
            "offers": [data["offers"][number] for number in frame["offers"]],
            "scores": data["scores"][frame["scores"]],
            "level": data["scores"][frame["level"]],
        }
        for frame in game["frames"]
    ]
    return {**game, "frames": frames}


RECORDS = {
    "toy": dealt((1, 3), (1, 1, 1, 1, 0)),
    "toy of three": dealt((1, 3, 2), (1, 1)),
    "a hidden choice": dealt((1, 3), (0, DRAW, 1), HIDING),
    "two": finished(2),
    "three": finished(3),
    "four": finished(4),
    "with thoughts": thought_about(),
}


@pytest.mark.parametrize("name", RECORDS)
def test_what_each_seat_knew_is_what_a_page_of_its_own_shows(name: str) -> None:
    record = RECORDS[name]
    whole = Replay().add(record).data()
    [game] = whole["games"]
    assert len(game["views"]) == record["players"]
    for seat in range(record["players"]):
        own = Replay(seat=seat).add(record).data()
        assert spelled(whole, merged(game, seat)) == spelled(own, own["games"][0])


def test_views_hold_only_what_differs() -> None:
    [game] = Replay().add(RECORDS["two"]).data()["games"]
    for view in game["views"]:
        for frame, changes in zip(game["frames"], view["frames"], strict=True):
            assert all(frame[key] != value for key, value in changes.items())
            assert "text" not in changes or changes["text"] != frame["text"]
        assert "names" not in view
        assert "seed" not in view["facts"]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_page_of_a_seat_has_no_switch(seat: int) -> None:
    for name in ("toy", "two"):
        [game] = Replay(seat=seat).add(RECORDS[name]).data()["games"]
        assert "views" not in game


def test_a_game_without_secrets_has_no_switch() -> None:
    [game] = Replay().add(played(3)).data()["games"]
    assert "views" not in game
    assert game.keys() == {"names", "facts", "result", "frames", "actions", "thoughts", "notes"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pages_of_one_seat_are_equal_where_it_cannot_tell_games_apart(players: int) -> None:
    compared = 0
    for seat in range(players):
        for one, other in differing(players, seat):
            pages = [Replay(seat=seat).add(record).html() for record in (one, other)]
            assert pages[0].encode() == pages[1].encode()
            whole = [Replay().add(record).html() for record in (one, other)]
            assert whole[0] != whole[1]
            compared += 1
    assert compared >= 2 * players


def test_private_actions_are_hidden_in_the_sentences_of_others() -> None:
    record = RECORDS["two"]
    rules = sf_env.rules("ticket_to_ride")
    [game] = Replay().add(record).data()["games"]
    kept = [at for at, action in enumerate(record["actions"]) if action in rules.private_actions]
    assert kept
    for at in kept:
        mover = game["frames"][at]["seat"]
        for seat, view in enumerate(game["views"]):
            text = view["frames"][at + 1].get("text", game["frames"][at + 1]["text"])
            hidden = text.endswith(" keeps one ticket")
            assert hidden == (seat != mover), text
            assert (view["actions"].get(at, 0) is None) == (seat != mover)


@pytest.mark.parametrize(("players", "most"), [(2, 480_000), (3, 590_000), (4, 770_000)])
def test_pages_are_small(players: int, most: int) -> None:
    whole = Replay().add(finished(players)).html()
    assert len(whole.encode()) < most
    parts = sum(len(Replay(seat=seat).add(finished(players)).html()) for seat in range(players))
    assert len(whole) < 0.8 * parts
