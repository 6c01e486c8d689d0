"""The games in OpenSpiel: its own checks, and the same game as ``Game`` (only where installed).

What is different where hands are hidden is in test_openspiel_secrets.py.
"""

from __future__ import annotations

import copy
import importlib
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sf_env
from sf_env import DeckError, Game, IllegalAction, actions

pyspiel = pytest.importorskip("pyspiel")
importlib.import_module("sf_env.interop")  # registers the games

ROOT = Path(__file__).parents[2]
DRAW = actions.number("DRAW")
NAMES = {2: "python_san_francisco", 3: "python_san_francisco_3p", 4: "python_san_francisco_4p"}
GAMES = [
    *NAMES.values(),
    "python_san_francisco(players=3)",
    "python_san_francisco(players=4,deck=generate:5)",
    *(name.replace("san_francisco", "ticket_to_ride") for name in NAMES.values()),
    "python_ticket_to_ride(players=4,map=generate:5)",
]


def load(players: int = 2, deck: str = "standard") -> Any:
    return pyspiel.load_game("python_san_francisco", {"players": players, "deck": deck})


def choose(state: Any, rng: random.Random) -> int:
    """Return a random action, or a card as likely as it is."""
    if not state.is_chance_node():
        return rng.choice(state.legal_actions())
    kinds, chances = zip(*state.chance_outcomes(), strict=True)
    return rng.choices(kinds, chances)[0]


def in_the_middle(
    players: int = 2, *, chance: bool = False, moves: int = 90, name: str = NAMES[2]
) -> Any:
    """Return a state of a random game, at a chance node or not."""
    state = pyspiel.load_game(name, {"players": players}).new_initial_state()
    rng = random.Random(players)
    while moves > 0 or state.is_chance_node() != chance:
        state.apply_action(choose(state, rng))
        moves -= 1
    return state


# OpenSpiel's own checks


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_simulations_from_python(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_tree_search_plays_a_game(players: int) -> None:
    from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
    from open_spiel.python.bots.uniform_random import UniformRandomBot

    game = load(players)
    others = [UniformRandomBot(seat, np.random.RandomState(seat)) for seat in range(1, players)]
    state = game.new_initial_state()
    returns = evaluate_bots(state, [tree_search(game, 10), *others], np.random.RandomState(1))
    assert state.is_terminal()
    assert sum(returns) == pytest.approx(0)


def test_its_tree_search_finds_a_win_that_is_there() -> None:
    state, wins = before_a_win()
    assert tree_search(state.get_game(), 200).step(state) in wins


def tree_search(game: Any, simulations: int) -> Any:
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    rng = np.random.RandomState(1)
    return MCTSBot(game, 1.4, simulations, RandomRolloutEvaluator(1, rng), random_state=rng)


def before_a_win() -> tuple[Any, list[int]]:
    """Return a state in which some decisions, but not all, end the game and win it."""
    for seed in range(1000):
        state = load().new_initial_state()
        rng = random.Random(seed)
        while not state.is_terminal():
            if state.is_player_node():
                wins = [action for action in state.legal_actions() if wins_at_once(state, action)]
                if 0 < len(wins) < len(state.legal_actions()):
                    return state, wins
            state.apply_action(choose(state, rng))
    raise AssertionError("no such state was found")


def wins_at_once(state: Any, action: int) -> bool:
    end = state.child(action)
    return end.is_terminal() and end.returns()[state.current_player()] == 1


@pytest.mark.parametrize("name", GAMES)
def test_its_learning_environment_plays_a_game(name: str) -> None:
    from open_spiel.python.rl_environment import Environment

    game = pyspiel.load_game(name)
    env = Environment(game)
    rng = random.Random(1)
    step = env.reset()
    while not step.last():
        seat = step.observations["current_player"]
        step = env.step([rng.choice(step.observations["legal_actions"][seat])])
    assert sum(step.rewards) == pytest.approx(0)
    secrets = game.get_type().provides_information_state_tensor
    size = game.information_state_tensor_size() if secrets else game.observation_tensor_size()
    assert len(step.observations["info_state"][0]) == size


# The same game


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("deck", ["standard", "generate:5"])
def test_it_is_the_game_move_by_move(players: int, deck: str) -> None:
    spiel = load(players, deck)
    for seed in range(8):
        game = Game(players, seed=seed, deck=deck)
        state = spiel.new_initial_state()
        rng = random.Random(seed)
        while not game.is_over:
            assert state.current_player() == game.to_move
            assert state.legal_actions() == game.legal_actions()
            others = set(range(players)) - {game.to_move}
            assert all(state.legal_actions(seat) == [] for seat in others)
            assert not state.is_terminal()
            assert state.returns() == [0.0] * players
            follow(game, state, rng.choice(game.legal_actions()))
            for seat in range(players):
                assert state.observation_tensor(seat) == game.observe(seat).tolist()
        assert state.is_terminal()
        assert state.legal_actions() == []
        assert state.game.scores() == game.scores()
        assert winners(state.returns()) == game.winners()


def follow(game: Game, state: Any, action: int) -> None:
    """Make the same move in both; chance turns up what the game has on top."""
    assert state.action_to_string(action) == actions.name(action)
    game.step(action)
    state.apply_action(action)
    assert state.is_chance_node() == (action == DRAW)
    if action == DRAW:
        card = game.deck.card(game.snapshot()["drawn"])
        state.apply_action(state.string_to_action(str(card)))


def winners(returns: list[float]) -> list[int]:
    return [seat for seat, reward in enumerate(returns) if reward > 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_returns_are_those_of_the_environment(players: int) -> None:
    """The same decisions in PettingZoo's environment give the same rewards."""
    env = sf_env.san_francisco_v0.raw_env(players=players)
    for seed in range(5):
        env.reset(seed=seed)
        state = load(players).new_initial_state()
        rng = random.Random(seed)
        twin = env.game.clone()
        while not twin.is_over:
            action = rng.choice(twin.legal_actions())
            env.step(action)
            follow(twin, state, action)
        assert state.returns() == list(env.rewards.values())
        assert [state.player_reward(seat) for seat in range(players)] == state.returns()


# Chance


def test_chance_has_an_outcome_for_each_kind_of_card_that_is_left() -> None:
    state = load().new_initial_state()
    deck = sf_env.Deck.load()
    state.apply_action(DRAW)
    expected = {str(card): deck.count(card) / len(deck) for card in deck}
    names = [state.action_to_string(kind) for kind, _ in state.chance_outcomes()]
    chances = [chance for _, chance in state.chance_outcomes()]
    assert dict(zip(names, chances, strict=True)) == expected
    assert len(names) == load().max_chance_outcomes()


def test_there_is_no_order_of_the_deck_to_look_at() -> None:
    for players in (2, 3, 4):
        state = load(players).new_initial_state()
        rng = random.Random(players)
        while not state.is_terminal():
            state.apply_action(choose(state, rng))
            concealed = sf_env.conceal(state.game.states)
            assert state.game.states.tobytes() == concealed.tobytes()


def test_the_card_comes_from_chance_and_from_nothing_else() -> None:
    state = in_the_middle(chance=True)
    for kind, _ in state.chance_outcomes():
        first, second = state.child(kind), state.child(kind)
        assert first.game == second.game
        assert str(first.game).count("drawn") == 1
        assert state.action_to_string(kind) in str(first.game)


def test_a_chance_node_says_that_it_is_one() -> None:
    state = in_the_middle(chance=True)
    assert state.current_player() == pyspiel.PlayerId.CHANCE
    assert str(state).endswith("DRAW is chosen: a card is turned up.")
    assert all(state.legal_actions(seat) == state.legal_actions() for seat in range(2))


# Copies


@pytest.mark.parametrize("chance", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["python_san_francisco", "python_ticket_to_ride"])
def test_copies_go_on_alike_and_by_themselves(name: str, players: int, chance: bool) -> None:
    state = in_the_middle(players, chance=chance, name=name)
    before = str(state)
    game, restored = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(game) == str(state.get_game())
    copies = [restored, state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    ends = [finish(each) for each in copies]
    assert str(state) == before
    assert ends == [finish(state)] * len(copies)


def finish(state: Any) -> tuple[Any, ...]:
    rng = random.Random(7)
    while not state.is_terminal():
        state.apply_action(choose(state, rng))
    return str(state), state.history(), state.returns(), state.information_state_string(0)


def test_a_state_keeps_its_game_alive() -> None:
    state = load(3, "generate:5").new_initial_state()
    state.apply_action(DRAW)
    assert len(state.chance_outcomes()) == state.get_game().max_chance_outcomes()


# Observations


@pytest.mark.parametrize("players", [2, 3, 4])
def test_observations_by_name(players: int) -> None:
    from open_spiel.python.observation import make_observation

    state = in_the_middle(players)
    observation = make_observation(state.get_game())
    for seat in range(players):
        observation.set_from(state, seat)
        vector = sf_env.observe(state.game.states, seats=seat)[0]
        assert observation.tensor.tolist() == vector.tolist()
        for name, piece in sf_env.observation_view(vector, players).items():
            assert np.array_equal(observation.dict[name], piece)
        assert observation.string_from(state, seat) == str(state)
    assert state.get_game().observation_tensor_size() == len(vector)


def test_information_states_are_histories() -> None:
    state = in_the_middle(3)
    assert state.information_state_string(1) == state.history_str()
    assert state.history_str() == ", ".join(map(str, state.history()))


def test_observers_take_no_parameters() -> None:
    from open_spiel.python.observation import make_observation

    with pytest.raises(ValueError, match="no parameters"):
        make_observation(load(), params={"colour": 1})


# Names, parameters, mistakes


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_name_says_the_number_of_players(players: int) -> None:
    """So a game that is loaded again by its name alone has as many."""
    for name in (*NAMES.values(), f"python_san_francisco(players={players})"):
        game = pyspiel.load_game(name.partition("(")[0], {"players": players})
        assert game.num_players() == players
        assert game.get_type().short_name == NAMES[players]
        again = pyspiel.load_game(game.get_type().short_name)
        assert again.num_players() == players
        assert str(pyspiel.load_game(str(game))) == str(game)


def test_what_a_game_says_of_itself() -> None:
    game = load(3, "generate:5")
    deck = sf_env.Deck.load("generate:5")
    assert game.get_parameters() == {"players": 3, "deck": "generate:5"}
    assert game.num_distinct_actions() == 44
    assert game.max_chance_outcomes() == len(set(deck))
    assert game.max_chance_nodes_in_history() == len(deck)
    assert game.max_game_length() == 4 * len(deck) + len(deck) * (len(deck) - 1) // 2 + 36
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)


def test_a_deck_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "my deck.csv"
    path.write_bytes((ROOT / "sf_env/games/san_francisco/deck/standard.csv").read_bytes())
    game = pyspiel.load_game("python_san_francisco", {"deck": str(path)})
    assert game.max_chance_outcomes() == load().max_chance_outcomes()
    state = game.new_initial_state()
    assert pickle.loads(pickle.dumps(state)).game == state.game


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ("players=5", ValueError, "players=5 is not allowed; allowed: 2, 3, 4"),
        ("players=1", ValueError, "players=1 is not allowed; allowed: 2, 3, 4"),
        ("deck=nonsense", DeckError, "no deck 'nonsense'"),
        ("deck=generate:x", DeckError, "a whole number should follow"),
        ("players=two", pyspiel.SpielError, "players"),
        ("colour=3", pyspiel.SpielError, "Available parameters are: deck, players"),
    ],
)
def test_wrong_parameters(parameters: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        pyspiel.load_game(f"python_san_francisco({parameters})")


def test_wrong_moves_change_nothing() -> None:
    for chance, wrong in ((False, 43), (False, 44), (True, 999), (True, -5)):
        state = in_the_middle(chance=chance)
        before = str(state), state.history()
        with pytest.raises(IllegalAction):
            state.apply_action(wrong)
        assert (str(state), state.history()) == before


def test_drawing_out_of_turn_is_refused() -> None:
    state = load().new_initial_state()
    for action in (DRAW, 0):
        state.apply_action(action)
    with pytest.raises(IllegalAction, match="DRAW"):
        state.apply_action(DRAW)
    assert not state.is_chance_node()


def test_a_finished_game_takes_no_moves() -> None:
    state = in_the_middle()
    finish(state)
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply_action(DRAW)


def test_the_package_alone_does_not_import_openspiel() -> None:
    code = "import sys, sf_env\nassert 'pyspiel' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


# Shimmy, which makes a PettingZoo environment of the game


@pytest.mark.filterwarnings("ignore:Agent's m")  # it knows no bounds of observations
@pytest.mark.parametrize("players", [2, 3, 4])
def test_shimmy(players: int) -> None:
    compatibility = pytest.importorskip("shimmy.openspiel_compatibility")
    from pettingzoo.test import api_test

    by_game = {"env": load(players)}
    by_name = {
        "game_name": "python_san_francisco",
        "config": {"players": players, "deck": "generate:5"},
    }
    for source, deck in ((by_game, "standard"), (by_name, "generate:5")):
        env = compatibility.OpenSpielCompatibilityV0(**source)
        api_test(env, num_cycles=300)
        env.reset(seed=1)
        assert env.game_state.get_game().get_parameters() == {"players": players, "deck": deck}
