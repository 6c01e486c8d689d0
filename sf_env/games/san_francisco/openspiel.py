"""*San Francisco* as a game of OpenSpiel; importing this registers it.

>>> import pyspiel
>>> import sf_env.interop.openspiel
>>> game = pyspiel.load_game("python_san_francisco(players=3)")

A chance node turns up each card, so the deck has no order that a search could see.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sf_env.core.rewards import rewards_of, win
from sf_env.games.san_francisco import actions
from sf_env.games.san_francisco.chance import Kinds
from sf_env.games.san_francisco.deck.deck import Deck
from sf_env.games.san_francisco.engine.actions import DRAW
from sf_env.games.san_francisco.game import Game
from sf_env.games.san_francisco.length import longest_game
from sf_env.games.san_francisco.observation import observation_size, observation_view
from sf_env.games.san_francisco.rules import SAN_FRANCISCO

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "sf_env.interop.openspiel needs OpenSpiel, which is not installed: "
        "pip install 'sf-env[openspiel]'",
        name=error.name,
    ) from error

# The name says the number of players: there are libraries that load a game again by its name alone.
NAMES = {2: "python_san_francisco", 3: "python_san_francisco_3p", 4: "python_san_francisco_4p"}


def game_type(players: int) -> pyspiel.GameType:
    """Return how OpenSpiel classes the game; ``players`` is the default of the parameter."""
    return pyspiel.GameType(
        short_name=NAMES[players],
        long_name=f"San Francisco ({players} players)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=min(NAMES),
        max_num_players=max(NAMES),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": players, "deck": "standard"},
    )


TYPES = {players: game_type(players) for players in NAMES}


class SanFranciscoGame(pyspiel.Game):
    """The game for a number of players and a deck, whose kinds of card are chance's outcomes."""

    def __init__(self, params: dict[str, Any]) -> None:
        players = SAN_FRANCISCO.check_players(params["players"])
        deck = Deck.load(params["deck"])
        # All copies agree: the undrawn cards are always in ascending order.
        dealt = Game(players, deck=deck, order=range(len(deck)))
        self.first = Game.from_state(dealt.state)
        self.kinds = Kinds(deck)
        self._most_draws = len(deck)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(actions.NAMES),
            max_chance_outcomes=len(self.kinds),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest_game(players, len(deck)),
        )
        super().__init__(TYPES[players], info, params)

    def new_initial_state(self) -> SanFranciscoState:
        """Return the beginning of a game."""
        return SanFranciscoState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many cards can be turned up."""
        return self._most_draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what writes observations; OpenSpiel itself writes all other kinds."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.num_players(), params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SanFranciscoState(pyspiel.State):
    """A position: ``game`` is the ``sf_env.Game``; after DRAW it waits for chance's card."""

    def __init__(self, game: SanFranciscoGame) -> None:
        super().__init__(game)
        # OpenSpiel copies and pickles these attributes.
        self.game = game.first.clone()
        self.drawing = False

    def current_player(self) -> int:
        """Return the seat to move, or the number of chance or of the end."""
        if self.drawing:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.game.is_over else self.game.to_move

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.game.is_over

    def returns(self) -> list[float]:
        """Return each player's reward "win"; 0 before that."""
        if not self.game.is_over:
            return [0.0] * self.game.players
        winners = SAN_FRANCISCO.winners(self.game.states)
        rewards: list[float] = rewards_of(win, self.game.points()[None], winners)[0].tolist()
        return rewards

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the kinds of card that may be turned up, and how likely they are."""
        return self._kinds().probabilities(self.game)

    def _legal_actions(self, player: int) -> list[int]:
        return self.game.legal_actions() if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        if self.drawing:
            self._kinds().draw(self.game, action)
            self.drawing = False
        elif action == DRAW and DRAW in self.game.legal_actions():
            self.drawing = True
        else:
            self.game.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self._kinds().cards[action])
        return actions.name(action)

    def _kinds(self) -> Kinds:
        kinds: Kinds = self.get_game().kinds
        return kinds

    def __str__(self) -> str:
        board = str(self.game)
        return f"{board}\nDRAW is chosen: a card is turned up." if self.drawing else board


class Observer:
    """Writes what a player sees: the vector of ``sf_env.observe`` and its pieces by name."""

    def __init__(self, players: int, params: Any = None) -> None:
        if params:
            raise ValueError(f"observers of San Francisco take no parameters, but got {params}")
        self.tensor = np.zeros(observation_size(players), np.float32)
        self.dict = observation_view(self.tensor, players)

    def set_from(self, state: SanFranciscoState, player: int) -> None:
        """Write what a player sees into ``tensor``, and so into ``dict``."""
        self.tensor[:] = state.game.observe(player)

    def string_from(self, state: SanFranciscoState, player: int) -> str:
        """Return the board, which is the same for everybody."""
        return str(state)


for _type in TYPES.values():
    pyspiel.register_game(_type, SanFranciscoGame)
