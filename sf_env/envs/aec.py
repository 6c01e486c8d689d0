"""The PettingZoo environment: every decision belongs to one agent (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from sf_env.core.game import Game
from sf_env.core.observation import observation_space
from sf_env.core.rewards import ILLEGAL_REWARD, Reward, check_reward, rewards_of
from sf_env.core.rules import Array, Rules, rules_of
from sf_env.envs.common import (
    CopiesWhole,
    Episodes,
    known_to_all,
    need_decision,
    need_reset,
    start_game,
)
from sf_env.envs.screen import RENDER_FPS, RENDER_MODES, Screen, render_modes


class raw_env(CopiesWhole, AECEnv[str, Any, Any]):  # noqa: N801  (PettingZoo's name)
    """The bare environment: an illegal action raises IllegalAction and changes nothing."""

    metadata = {  # noqa: RUF012  (PettingZoo's attribute)
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        players: int = 2,
        setup: Any = None,
        reward: Reward = "win",
        skip_forced: bool = False,
        render_mode: str | None = None,
        game: str | Rules | None = None,
        **own: Any,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.rules = rules = rules_of(game)
        self.metadata = {
            **self.metadata,
            "name": f"{rules.id}_v{rules.version}",
            "render_modes": render_modes(rules),
        }
        self.players = rules.check_players(players)
        self.setup = rules.take_setup(setup, own)
        self.skip_forced = bool(skip_forced)
        self._screen = Screen(rules, render_mode, str(self))
        self.render_mode = self._screen.mode
        self._reward = check_reward(reward, self.rules.score_scale)
        self._episodes = Episodes()
        self.game: Game | None = None
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.state_space = observation_space(rules, self.players)
        self.observation_spaces = {agent: self._observation_space() for agent in self._seats}
        self.action_spaces = {agent: spaces.Discrete(len(rules.actions)) for agent in self._seats}

    def _observation_space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (len(self.rules.actions),), np.int8)
        vector = observation_space(self.rules, self.players)
        return spaces.Dict({"observation": vector, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations: the vector and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next game; ``options`` may give an ``order`` of all chance, or a ``state``."""
        game = start_game(self.rules, self.players, self.setup, self._episodes.next(seed), options)
        if self.skip_forced:
            game.skip_forced()
        need_decision(game)
        self.game = game
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None  # type: ignore[assignment]
        self._note_move()
        self._screen.update(game.states, self._names)

    def step(self, action: int | None) -> None:
        """Carry out the decision of ``agent_selection``."""
        game = self._game()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game.step(action)  # type: ignore[arg-type]  # None raises TypeError
        if self.skip_forced:
            game.skip_forced()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._note_move()
        if not self._legal:
            self._end()
        self._accumulate_rewards()
        self._screen.update(game.states, self._names)

    def _end(self) -> None:
        """Give everybody their reward; all agents end together."""
        self.terminations = dict.fromkeys(self.agents, True)
        states = self._game().states
        points, winners = self.rules.points(states), self.rules.winners(states)
        rewards = rewards_of(self._reward, points, winners)[0].tolist()
        self.rewards = dict(zip(self.agents, rewards, strict=True))

    def _note_move(self) -> None:
        """Note whose decision it is and between what, and fresh infos for everybody.

        Masks are in the observations only: TorchRL fails if infos have them and something else.
        """
        game = self._game()
        self._legal = game.legal_actions()
        self.agent_selection = self.possible_agents[game.to_move]
        # A seed gives away all hands.
        known = {} if self.rules.secrets and self._legal else {"seed": game.seed}
        self.infos = {agent: dict(known) for agent in self.agents}

    def _mask(self, agent: str) -> Array:
        """Return the mask of an agent: all zero if the decision is not its own, and at the end."""
        mask = np.zeros(len(self.rules.actions), np.int8)
        if agent == self.agent_selection and agent in self.agents and not self.terminations[agent]:
            mask[self._legal] = 1
        return mask

    def observe(self, agent: str) -> dict[str, Array]:
        """Return what an agent sees, at any time, and its mask."""
        vector = self._game().observe(self._seats[agent])
        return {"observation": vector, "action_mask": self._mask(agent)}

    def state(self) -> Array:
        """Return the observation of the player to move, without what only some players know."""
        return known_to_all(self._game())

    def record(self, **extra: Any) -> dict[str, Any]:
        """Return the game so far as a record."""
        return self._game().record(**extra)

    def render(self) -> str | Array | None:
        """Return the board as text (ansi) or pixels (rgb_array), or show it in a window (human)."""
        shown = self._screen.render(self._game().states, self._names)
        return shown[0] if shown else None

    def close(self) -> None:
        """Close the window, if one is open."""
        self._screen.close()

    def _names(self) -> list[str]:
        return self.possible_agents

    def _game(self) -> Game:
        return need_reset(self.game)


class Door:
    """The contents of a game's PettingZoo module."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def raw_env(self, *given: Any, **keywords: Any) -> raw_env:
        """Return the bare environment: an illegal action raises IllegalAction."""
        self._check("raw_env", given, keywords)
        return raw_env(game=self._rules, **keywords)

    def env(self, *given: Any, **keywords: Any) -> AECEnv[str, Any, Any]:
        """Return the environment in PettingZoo's wrappers: an illegal action ends the game."""
        self._check("env", given, keywords)
        bare = self.raw_env(**keywords)
        wrapped: Any = TerminateIllegalWrapper(bare, illegal_reward=ILLEGAL_REWARD)
        wrapped = AssertOutOfBoundsWrapper(wrapped)
        return OrderEnforcingWrapper(wrapped)

    def parallel_env(self, *given: Any, **keywords: Any) -> ParallelEnv[str, Any, Any]:
        """Return the parallel environment, for tools that need one; one agent moves per step."""
        self._check("parallel_env", given, keywords)
        return turn_based_aec_to_parallel(self.env(**keywords))

    def _check(self, maker: str, given: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        """Refuse what has no keyword, and another game; its own may be named."""
        if given:
            raise TypeError(f"{maker}({given[0]!r}): name it, such as players={given[0]!r}")
        if "game" in keywords and rules_of(keywords.pop("game")) is not self._rules:
            raise TypeError(
                f"{maker}() plays {self._rules.name} only; for another game: from sf_env.envs.aec "
                f"import Door, then Door(rules).{maker}(...)"
            )
