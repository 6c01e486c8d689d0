"""Games with hidden hands in OpenSpiel: information states, resampling, and its algorithms."""

from __future__ import annotations

import importlib
import pickle
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_env.core.rules import rules_of
from sf_env.ticket_to_ride import Game, actions
from tests.toy import MATCHES

pyspiel = pytest.importorskip("pyspiel")
openspiel = importlib.import_module("sf_env.interop.openspiel")
openspiel.register(MATCHES)

RULES = rules_of("ticket_to_ride")
NAMES = {2: "python_ticket_to_ride", 3: "python_ticket_to_ride_3p", 4: "python_ticket_to_ride_4p"}
SHUFFLING = "The tickets are shuffled"
SMALL = """
locations = [["A", 0, 0, true], ["B", 9, 0, true], ["C", 18, 0, true], ["D", 27, 0, true],
             ["E", 36, 0, true], ["F", 45, 0], ["G", 54, 0]]
routes = [["A", "B", 6, "grey"], ["B", "C", 6, "grey"], ["C", "D", 6, "grey"],
          ["D", "E", 6, "grey"], ["E", "F", 6, "grey"], ["F", "G", 6, "grey"]]
tickets = [["A", "C", 12], ["B", "D", 12], ["C", "E", 12], ["D", "F", 12], ["E", "G", 12],
           ["A", "D", 18], ["B", "E", 18], ["C", "F", 18]]
"""


def load(players: int = 2, board: str = "san_francisco") -> Any:
    return pyspiel.load_game("python_ticket_to_ride", {"players": players, "map": board})


def small_map(tmp_path: Path) -> Any:
    path = tmp_path / "small.toml"
    path.write_text(SMALL, "utf-8")
    return load(board=str(path))


def matches(players: int = 2) -> Any:
    """Return the smallest game: five matches."""
    return pyspiel.load_game("python_matches", {"players": players, "box": "generate:0"})


def choose(state: Any, rng: random.Random) -> int:
    """Return a random action, or an outcome as likely as it is."""
    if not state.is_chance_node():
        return rng.choice(state.legal_actions())
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    return rng.choices(outcomes, chances)[0]


def decisions(game: Any, seed: int) -> Iterator[Any]:
    """Play a random game; yield its state at each decision, and at the end."""
    state, rng = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        state.apply_action(choose(state, rng))
    yield state


def at(seed: int, number: int, players: int = 2) -> Any:
    """Return the state of a random game at this decision."""
    return next(
        state for count, state in enumerate(decisions(load(players), seed)) if count == number
    )


def resample(state: Any, seat: int, seed: int = 1) -> Any:
    return state.resample_from_infostate(seat, random.Random(seed).random)


def information(state: Any, seat: int) -> tuple[str, list[float]]:
    return state.information_state_string(seat), state.information_state_tensor(seat)


# The same game


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["san_francisco", "generate:5"])
def test_it_is_the_game_move_by_move(players: int, board: str) -> None:
    """With the order of tickets and cards that chance came up with."""
    for seed in range(2):
        order, chosen = played(load(players, board), random.Random(seed))
        game = Game(players, map=board, order=order)
        state = load(players, board).new_initial_state()
        for action in chosen:
            follow(state, order)
            assert state.current_player() == game.to_move
            assert state.game.snapshot() == game.snapshot()
            assert state.legal_actions() == game.legal_actions()
            assert state.action_to_string(action) == actions.name(action)
            assert state.returns() == [0.0] * players
            for seat in range(players):
                assert state.observation_tensor(seat) == game.observe(seat).tolist()
                assert state.observation_string(seat) == game.to_text(seat)
                assert seat == game.to_move or state.legal_actions(seat) == []
            state.apply_action(action)
            game.step(action)
        follow(state, order)
        assert state.is_terminal()
        assert state.game.scores() == game.scores()
        winners = RULES.winners(game.states)[0]
        assert [gain > 0 for gain in state.returns()] == (winners & ~winners.all()).tolist()
        assert sum(state.returns()) == pytest.approx(0)


def played(game: Any, rng: random.Random) -> tuple[dict[str, list[int]], list[int]]:
    """Play a random game; return the order of its tickets and cards, and its actions."""
    state = game.new_initial_state()
    order: dict[str, list[int]] = {"tickets": [], "cards": []}
    chosen = []
    while not state.is_terminal():
        action = choose(state, rng)
        if state.is_chance_node():
            order["tickets" if SHUFFLING in str(state) else "cards"].append(action)
        else:
            chosen.append(action)
        state.apply_action(action)
    return order, chosen


def follow(state: Any, order: dict[str, list[int]]) -> None:
    """Let chance decide by an order."""
    while state.is_chance_node():
        state.apply_action(RULES.chance.given(state.game.states, order))


def test_chance_deals_cards_then_shuffles_the_tickets() -> None:
    state = load().new_initial_state()
    assert state.current_player() == pyspiel.PlayerId.CHANCE
    assert str(state).endswith("A card goes from the deck to the hand of the player.")
    names = {state.action_to_string(one): chance for one, chance in state.chance_outcomes()}
    assert names == {
        name: (8 if name == "ferry" else 6) / 44
        for name in ("blue", "green", "black", "pink", "red", "orange", "ferry")
    }
    while SHUFFLING not in str(state):
        state.apply_action(state.legal_actions()[0])
    assert len(state.history()) == 4 + 5
    outcomes = state.chance_outcomes()
    assert outcomes == [(ticket, 1 / 24) for ticket in range(24)]
    assert len({state.action_to_string(ticket) for ticket, _ in outcomes}) == 24
    state.apply_action(23)
    assert [ticket for ticket, _ in state.chance_outcomes()] == [*range(23)]


def test_what_the_game_says_of_itself() -> None:
    for players, name in NAMES.items():
        game = load(players, "generate:3")
        setup = sf_env.ticket_to_ride.Map.load("generate:3")
        assert game.get_type().short_name == name
        assert pyspiel.load_game(name).num_players() == players
        assert game.get_parameters() == {"players": players, "map": "generate:3"}
        assert game.num_distinct_actions() == 125
        assert game.max_chance_outcomes() == max(7, len(setup.tickets))
        assert (game.max_game_length(), game.max_chance_nodes_in_history()) == RULES.chance.longest(
            players, setup
        )
        assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        size = sf_env.ticket_to_ride.observation_size(players)
        assert game.observation_tensor_size() == size
        assert game.information_state_tensor_size() == size + 126 * players
        assert pickle.loads(pickle.dumps(game)).get_parameters() == game.get_parameters()


# Information states


@pytest.mark.parametrize("players", [2, 3])
def test_histories_that_a_seat_cannot_tell_apart(players: int) -> None:
    """In all histories of a small game: equal strings mean equal tensors, actions and pasts."""
    found: dict[str, Any] = {}
    count = 0
    for state, pasts in histories(matches(players), most=4000):
        count += 1
        for seat in range(players):
            text, tensor = information(state, seat)
            own = [one.action for one in state.full_history() if one.player == seat]
            moves = (
                state.current_player(),
                state.legal_actions(seat),
                state.observation_string(seat),
            )
            facts = (tensor, own, moves, pasts[seat])
            assert found.setdefault(text, facts) == facts
    assert count > 2000
    assert len(found) < count  # many are met again


def histories(game: Any, most: int) -> Iterator[tuple[Any, list[tuple[str, ...]]]]:
    """Yield decisions and ends, with the information states that each seat came through."""
    players = game.num_players()
    waiting: list[Any] = [(game.new_initial_state(), [()] * players)]
    rng = random.Random(1)
    for _ in range(most):
        if not waiting:
            return
        state, pasts = waiting.pop(rng.randrange(len(waiting)))
        if not state.is_chance_node():
            yield state, pasts
            if state.is_terminal():
                continue
            pasts = [
                (*past, state.information_state_string(seat))
                if seat == state.current_player()
                else past
                for seat, past in enumerate(pasts)
            ]
        waiting += [(state.child(action), pasts) for action in state.legal_actions()]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_other_hands_and_tickets_do_not_show(players: int) -> None:
    """Two games that differ in what other seats are dealt are one to the last seat."""
    first, second = (dealt(players, swapped) for swapped in (False, True))
    last = players - 1
    assert first.game != second.game
    assert information(first, last) == information(second, last)
    assert first.observation_string(last) == second.observation_string(last)
    for seat in range(last):
        assert information(first, seat) != information(second, seat)


def dealt(players: int, swapped: bool) -> Any:
    """Return a game at its first decision: blue and green cards and tickets may be swapped."""
    state = load(players).new_initial_state()
    cards = [*([1, 0] if swapped else [0, 1]) * (players - 1), 2, 2, 3, 3, 3, 4, 4]
    if swapped:
        cards[:2] = [1, 1]
    tickets = [*range(24)]
    if swapped:
        tickets[: 2 * players - 2] = tickets[2 * players - 3 :: -1]
    for outcome in [*cards, *tickets]:
        state.apply_action(outcome)
    return state


def test_private_actions_are_seen_by_their_seat_only() -> None:
    state = at(3, 0)
    state.apply_action(state.string_to_action("KEEP 1"))
    assert "\n0 KEEP 1 " in state.information_state_string(0)
    assert "\n0 ? " in state.information_state_string(1)
    state.apply_action(state.string_to_action("KEEP BOTH"))
    for seat in range(2):
        assert "\n1 KEEP BOTH " in state.information_state_string(seat)


def test_an_information_state_holds_all_that_the_seat_has_done_and_seen() -> None:
    for seat in range(3):
        before: list[str] = []
        for state in decisions(load(3), seed=seat):
            text = state.information_state_string(seat)
            assert all(text.startswith(past) for past in before[-1:])
            before.append(text)
            lines = [line.split() for line in text.split("\n")]
            own = [one.action for one in state.full_history() if one.player == seat]
            assert own == [
                actions.number(action_in(line)) for line in lines if line[0] == str(seat)
            ]
            seen = first_observation(3, seat)
            for word in (word for line in lines for word in line if word.count(":")):
                place, value = map(int, word.split(":"))
                seen[place] = value
            assert seen.tolist() == state.observation_tensor(seat)


def action_in(line: list[str]) -> str:
    return " ".join(word for word in line[1:] if ":" not in word)


def first_observation(players: int, seat: int) -> np.ndarray:
    tensor: np.ndarray = np.array(load(players).new_initial_state().observation_tensor(seat))
    return tensor


def test_the_tensor_counts_what_all_have_chosen() -> None:
    from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

    state = at(1, 60, players=3)
    observation = make_observation(state.get_game(), INFO_STATE_OBS_TYPE)
    for seat in range(3):
        observation.set_from(state, seat)
        assert observation.tensor.tolist() == state.information_state_tensor(seat)
        expected = np.zeros((3, 126))
        for one in state.full_history():
            if one.player >= 0:
                place = 125 if actions.name(one.action) in ("KEEP 0", "KEEP 1") else one.action
                expected[(one.player - seat) % 3, place] += 1
        assert observation.dict["chosen"].tolist() == expected.tolist()
        assert observation.dict["hand"].tolist() == state.game.snapshot()["hands"][seat]


# Resampling


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_resampled_state_has_the_information_state_of_the_seat(players: int) -> None:
    different = 0
    for number, state in enumerate(decisions(load(players), seed=players)):
        for seat in range(players):
            world = resample(state, seat, number)
            assert information(world, seat) == information(state, seat)
            assert world.observation_tensor(seat) == state.observation_tensor(seat)
            assert world.observation_string(seat) == state.observation_string(seat)
            assert world.current_player() == state.current_player()
            assert world.is_terminal() == state.is_terminal()
            assert world.is_terminal() or world.legal_actions()
            if state.current_player() == seat:
                assert world.legal_actions() == state.legal_actions()
            different += world.game.snapshot()["hands"] != state.game.snapshot()["hands"]
    assert different > number / 2  # of two players each may know the other's whole hand


def test_a_resampled_state_is_played_on() -> None:
    for number in (3, 20, 50, 80):
        state = at(number, number)
        before = str(state), state.information_state_string(0)
        for seat in range(2):
            world, rng = resample(state, seat), random.Random(number)
            rest = [state.information_state_string(seat)]
            while not world.is_terminal():
                world.apply_action(choose(world, rng))
                assert world.information_state_string(seat).startswith(rest[-1])
                rest.append(world.information_state_string(seat))
            assert sum(world.returns()) == pytest.approx(0)
        assert (str(state), state.information_state_string(0)) == before


def test_in_an_imagined_world_other_seats_know_only_what_they_see_there() -> None:
    """So a search merges worlds that they cannot tell apart; and none of the true past shows."""
    state = at(5, 40)
    worlds = [resample(state, 0, seed) for seed in range(30)]
    found: dict[str, list[float]] = {}
    for world in worlds:
        text, tensor = information(world, 1)
        assert text.startswith("seat 1, imagined by seat 0\n")
        assert found.setdefault(text, tensor) == tensor


def test_equal_information_states_below_resampled_ones_have_equal_actions() -> None:
    """What a search meets: thousands of positions below the worlds of some roots."""
    found: dict[str, Any] = {}
    met = 0
    for root in (at(7, number) for number in (0, 1, 4, 30, 60)):
        for seed in range(60):
            state, rng = resample(root, root.current_player(), seed), random.Random(seed % 5)
            for _ in range(8):
                while state.is_chance_node():
                    state.apply_action(choose(state, rng))
                if state.is_terminal():
                    break
                seat = state.current_player()
                text, tensor = information(state, seat)
                facts = (seat, state.legal_actions(), tensor, state.observation_string(seat))
                met += text in found
                assert found.setdefault(text, facts) == facts
                state.apply_action(rng.choice(state.legal_actions()))
    assert len(found) > 500
    assert met > 200


def test_every_unseen_card_may_be_anywhere() -> None:
    state = at(2, 3)
    hands = {tuple(resample(state, 0, seed).game.snapshot()["hands"][1]) for seed in range(60)}
    known = state.game.snapshot()["known"][1]
    assert len(hands) > 5
    assert all(held >= sure for hand in hands for held, sure in zip(hand, known, strict=True))


def test_who_is_claiming_can_pay_in_every_world() -> None:
    """Even where the cards for it are unlikely: they are drawn again until the claim is legal."""
    claims = 0
    for seed in range(6):
        for state in decisions(load(), seed):
            if state.game.phase in ("colour", "pay"):
                claims += 1
                assert resample(state, 1 - state.current_player(), seed).legal_actions()
    assert claims > 50


def test_a_chance_node_is_not_resampled() -> None:
    with pytest.raises(ValueError, match="chance node"):
        resample(load().new_initial_state(), 0)


def test_a_game_without_secrets_is_resampled_to_itself() -> None:
    state = pyspiel.load_game("python_san_francisco").new_initial_state()
    assert resample(state, 0).game == state.game


# Its algorithms


@pytest.mark.parametrize("players", [2, 3])
def test_its_information_set_tree_search_plays_a_game(players: int) -> None:
    game, rng = load(players), random.Random(1)
    bot, state = searcher(game), game.new_initial_state()
    while not state.is_terminal():
        own = state.current_player() == 0
        state.apply_action(bot.step(state) if own else choose(state, rng))
    assert sum(state.returns()) == pytest.approx(0)


def searcher(game: Any) -> Any:
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    rng = np.random.RandomState(1)
    return ISMCTSBot(game, RandomRolloutEvaluator(1, rng), 1.4, 5, random_state=rng)


def test_its_search_wins_where_it_can() -> None:
    """The last match is worth two points: a search that looks to the end takes it."""
    state = matches().new_initial_state()
    for action in (0, 0, 0, 1):  # both hands are empty; then a match, and two matches
        state.apply_action(action)
    bot = searcher(matches())
    bot._max_simulations = 200
    assert state.action_to_string(bot.step(state)) == "TAKE 2"


def test_outcome_sampling_runs(tmp_path: Path) -> None:
    from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

    for game in (small_map(tmp_path), matches(3)):
        solver = OutcomeSamplingSolver(game)
        for _ in range(3):
            solver.iteration()
        state = next(decisions(game, seed=1))
        chances = solver.average_policy().action_probabilities(state)
        assert sum(chances.values()) == pytest.approx(1)
        assert set(chances) <= set(state.legal_actions())


# Mistakes


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ("players=5", ValueError, "players=5 is not allowed; allowed: 2, 3, 4"),
        ("map=nonsense", sf_env.MapError, "nonsense"),
        ("deck=standard", pyspiel.SpielError, "Available parameters are: map, players"),
    ],
)
def test_wrong_parameters(parameters: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        pyspiel.load_game(f"python_ticket_to_ride({parameters})")


def test_wrong_outcomes_and_moves_change_nothing() -> None:
    for state in (load().new_initial_state(), at(1, 10)):
        before = str(state), information(state, 0), state.history()
        for wrong in (-5, 9999):
            with pytest.raises(sf_env.IllegalAction):
                state.apply_action(wrong)
        assert (str(state), information(state, 0), state.history()) == before


def test_observers_that_there_are_not() -> None:
    from open_spiel.python.observation import make_observation

    for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.ALL_PLAYERS):
        kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=private)
        with pytest.raises(ValueError, match="what one player sees"):
            make_observation(load(), kind)
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(load(), params={"colour": 1})


def test_a_table_without_chance_is_refused() -> None:
    with pytest.raises(ValueError, match="Matches has no chance"):
        openspiel.register(replace(MATCHES, chance=None))
