"""A game of the table as a game of OpenSpiel, with chance nodes.

>>> import pyspiel
>>> import sf_env.interop.openspiel
>>> game = pyspiel.load_game("python_san_francisco(players=3)")

A chance node decides each card, so no deck has an order that a search could see. Where seats know
different things, information states hold what a seat has done and seen since the game began.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from sf_env.core.errors import IllegalAction, shown
from sf_env.core.rewards import rewards_of, win
from sf_env.core.rules import Array, Chance, Rules, games, rules_of
from sf_env.envs.recall import Recall, imagined_world

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "sf_env.interop.openspiel needs OpenSpiel, which is not installed: "
        "pip install 'sf-env[openspiel]'",
        name=error.name,
    ) from error


def register(rules: Rules) -> None:
    """Register a game with OpenSpiel, for each number of players.

    The name says the number of players: some libraries load a game again by its name alone.
    """
    chance_of(rules)
    types = {players: game_type(rules, players) for players in rules.players}
    # A class each: OpenSpiel lets go of what it was given only after Python has ended, which
    # classes survive and other objects do not.
    game = type(f"SpielGame_{rules.id}", (SpielGame,), {"rules": rules, "types": types})
    for each in types.values():
        pyspiel.register_game(each, game)


def name_of(rules: Rules, players: int) -> str:
    """Return the name by which OpenSpiel knows the game, ``players`` being the default."""
    suffix = "" if players == min(rules.players) else f"_{players}p"
    return f"python_{rules.id}{suffix}"


def game_type(rules: Rules, players: int) -> pyspiel.GameType:
    """Return how OpenSpiel classes the game; ``players`` is the default of the parameter."""
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=name_of(rules, players),
        long_name=f"{rules.name} ({players} players)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            information.IMPERFECT_INFORMATION if rules.secrets else information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=min(rules.players),
        max_num_players=max(rules.players),
        provides_information_state_string=True,
        provides_information_state_tensor=rules.secrets,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": players, rules.setup_word: rules.usual_setup},
    )


def chance_of(rules: Rules) -> Chance:
    """Return the game's chance; ValueError if the table has none."""
    if rules.chance is None:
        raise ValueError(f"{rules.name} has no chance in its table, which OpenSpiel needs")
    return rules.chance


class SpielGame(pyspiel.Game):
    """A game for a number of players and a setup; `register` makes a class for each table."""

    rules: Rules
    types: dict[int, pyspiel.GameType]  # by the number of players, however the game was loaded

    def __init__(self, params: dict[str, Any]) -> None:
        rules = self.rules
        players = rules.check_players(params["players"])
        setup = rules.load_setup(params[rules.setup_word])
        chance = chance_of(rules)
        states = np.zeros(1, rules.state)
        chance.deal(states, players, setup)
        self.first = rules.new_game(state=states[0])
        self.recall = Recall(rules, states) if rules.secrets else None
        decisions, self._most_outcomes = chance.longest(players, setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rules.actions),
            max_chance_outcomes=chance.count(players, setup),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=decisions,
        )
        super().__init__(self.types[players], info, params)

    def new_initial_state(self) -> SpielState:
        """Return the beginning of a game."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a number of outcomes that no game exceeds."""
        return self._most_outcomes

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.get_type().short_name, self.get_parameters())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what writes observations or information states of a player."""
        if not isinstance(iig_obs_type, pyspiel.IIGObservationType):
            # OpenSpiel leaves out the type where it has none, and passes the parameters alone.
            return Observer(self.rules, self.num_players(), params or iig_obs_type)
        if not self.rules.secrets:
            if iig_obs_type.public_info and not iig_obs_type.perfect_recall:
                return Observer(self.rules, self.num_players(), params)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)
        own = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not (own and iig_obs_type.public_info):
            raise ValueError(
                f"{self.rules.name} has observers of what one player sees, public and private; "
                f"{iig_obs_type} is not allowed"
            )
        observer = RecallObserver if iig_obs_type.perfect_recall else Observer
        return observer(self.rules, self.num_players(), params)


def _loaded(name: str, parameters: dict[str, Any]) -> SpielGame:
    """Return a game that was pickled."""
    game: SpielGame = pyspiel.load_game(name, parameters)
    return game


class SpielState(pyspiel.State):
    """A position: ``game`` is the ``sf_env.Game``, which may wait for chance."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        # OpenSpiel copies and pickles these attributes.
        self.game = game.first.clone()
        self.recall = None if game.recall is None else game.recall.copy()

    def current_player(self) -> int:
        """Return the seat to move, or the number of chance or of the end."""
        if self._waits():
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.game.to_move

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return bool(self.game.rules.is_over(self.game.states)[0])

    def returns(self) -> list[float]:
        """Return each player's reward "win"; 0 before that."""
        if not self.is_terminal():
            return [0.0] * self.game.players
        winners = self.game.rules.winners(self.game.states)
        rewards: list[float] = rewards_of(win, self.game.points()[None], winners)[0].tolist()
        return rewards

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may decide, and how likely each outcome is."""
        return self._chance().outcomes(self.game.states)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SpielState:
        """Return a state with the same information state of the player.

        All that the player does not know is drawn again. The other players remember nothing there
        but what they see now; the history is still that of this state.
        """
        if self._waits():
            raise ValueError("a chance node cannot be resampled: resample where a player decides")
        state: SpielState = self.clone()
        if self.recall is not None:
            rules, rng = self.game.rules, np.random.default_rng(int(probability_sampler() * 2**53))
            world = imagined_world(rules, self.game.states, player_id, rng)
            state.game = rules.new_game(state=world[0])
            state.game.length = self.game.length
            state.recall = self.recall.imagined(player_id, world)
        return state

    def text(self, seat: int | None = None) -> str:
        """Return the board as a seat sees it (None: all of it), and what is waited for."""
        board = self.game.to_text(seat)
        return f"{board}\n{self._chance().awaits(self.game.states)}" if self._waits() else board

    def _legal_actions(self, player: int) -> list[int]:
        return self.game.legal_actions() if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        if self._waits():
            self._resolve(action)
            return
        number, mover = self.game.check(action), self.game.to_move
        self._chance().step(self.game.states, number)
        self.game.length += 1
        if self.recall is not None:
            self.recall.action(mover, number, self.game.states)

    def _resolve(self, outcome: int) -> None:
        possible = [number for number, _ in self.chance_outcomes()]
        if outcome not in possible:
            raise IllegalAction(
                f"outcome {shown(outcome)} is not possible here; possible are "
                f"{', '.join(map(str, possible))}"
            )
        self._chance().resolve(self.game.states, outcome)
        if self.recall is not None:
            self.recall.outcome(self.game.states)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._chance().outcome_name(self.game.states, action)
        return self.game.rules.actions[action]

    def _waits(self) -> bool:
        return self._chance().waits(self.game.states)

    def _chance(self) -> Chance:
        return chance_of(self.game.rules)

    def __str__(self) -> str:
        return self.text()


class Observer:
    """Writes what a player sees: the observation and its pieces by name."""

    def __init__(self, rules: Rules, players: int, params: Any = None) -> None:
        if params:
            raise ValueError(f"observers of {rules.name} take no parameters, but got {params}")
        self.size = rules.observation_size(players)
        shapes = {name: shape for name, shape, _, _ in rules.pieces(players)}
        shapes |= self.more(rules, players)
        self.tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
        self.dict: dict[str, Array] = {}
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + prod(shape)].reshape(shape)
            at += prod(shape)

    def more(self, rules: Rules, players: int) -> dict[str, tuple[int, ...]]:
        """Return pieces that follow those of the observation, and their shapes."""
        return {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into ``tensor``, and so into ``dict``."""
        self.tensor[: self.size] = state.game.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the board as the player sees it."""
        return state.text(player)


class RecallObserver(Observer):
    """Writes information states: what a player sees, and what all have done since the beginning."""

    def more(self, rules: Rules, players: int) -> dict[str, tuple[int, ...]]:
        """Return the counts of actions: by seat, the player's first, and by action."""
        return {"chosen": (players, len(rules.actions) + 1)}

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player sees, and how often each seat has chosen each action."""
        super().set_from(state, player)
        self.dict["chosen"][:] = np.roll(state.recall.counts, -player, axis=0)

    def string_from(self, state: Any, player: int) -> str:
        """Return everything that the player has done and seen, in order."""
        return str(state.recall.texts[player])


for _name in games():
    if rules_of(_name).chance:
        register(rules_of(_name))
