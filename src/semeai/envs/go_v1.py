"""Go as a PettingZoo environment: `semeai.envs.go_v1.env()`. Needs the extra `pettingzoo`.

Two agents, `black_0` and `white_0`, move in turn (AEC). Observations have the shape of PettingZoo's own `go_v5`, so
that its policies play here too. A game ends by our rules: after passes or at the move limit. The winner gets 1, the
loser -1, and both 0 for a draw. Rules are any of ours: board size, komi, superko, suicide, scoring.

    env = go_v1.env(size=9, komi=7.5)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination or truncation else policy(observation, agent))
"""

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from semeai.envs.observations import N_PLANES, from_action, observe
from semeai.go.game import Game
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import Rules

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(f"semeai.envs needs {error.name}: pip install 'semeai[pettingzoo]'") from None

AGENTS = {"black_0": BLACK, "white_0": WHITE}
PIXELS = 16
"""side of a point in an image"""
_WOOD, _LINE = (224, 178, 108), (90, 70, 40)
_STONES = {BLACK: (20, 20, 20), WHITE: (245, 245, 245)}


def env(render_mode: str | None = None, **settings: Any) -> Any:
    """Return the environment with PettingZoo's usual checks: an illegal move ends the game and loses it.

    Args:
        render_mode: "human" (prints the board), "ansi" (text) or "rgb_array" (image).
        settings: As for `raw_env`.
    """
    checked = wrappers.TerminateIllegalWrapper(raw_env(render_mode, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv):  # type: ignore[misc]  # the name that PettingZoo's tools expect
    """The environment without checks."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "go_v1",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        render_mode: str | None = None,
        size: int = 9,
        komi: float = 7.5,
        rules: str | Rules = "chinese",
        move_limit: int | None = None,
    ) -> None:
        """Make an environment with these settings. Raises ValueError if they are invalid."""
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            known = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"render_mode must be one of {known}, not {render_mode!r}")
        found = rules if isinstance(rules, Rules) else Rules.preset(rules)
        self.rules = replace(found, size=size, komi=komi, move_limit=move_limit or found.move_limit).limited()
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        n_actions = size * size + 1
        self.action_spaces = {agent: Discrete(n_actions) for agent in AGENTS}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 1, (size, size, N_PLANES), dtype=bool),
                    "action_mask": Box(0, 1, (n_actions,), dtype=np.int8),
                }
            )
            for agent in AGENTS
        }
        self.game = Game(self.rules)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. Go has no chance moves, so `seed` changes nothing."""
        self.game = Game(self.rules)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def _to_move(self) -> str:
        return next(agent for agent, color in AGENTS.items() if color == self.game.to_play)

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return the planes and the legal actions; none are legal while the other side is to move."""
        return observe(self.game.board, AGENTS[agent], is_over=self.game.result is not None)

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is to move; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0
        self.game.play(from_action(int(action), self.rules.size))
        result = self.game.result
        if result is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            won = {BLACK: 1, WHITE: -1, None: 0}[result.winner]
            self.rewards = {"black_0": won, "white_0": -won}
            self.infos = {one: {"result": str(result)} for one in self.agents}
        self.agent_selection = next(one for one in self.agents if one != agent) if result else self._to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Print the board, or return it as text or image."""
        if self.render_mode == "ansi":
            return f"{self.game.board}\n"
        if self.render_mode == "rgb_array":
            return _image(self.game)
        if self.render_mode == "human":
            print(self.game.board)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def _image(game: Game) -> npt.NDArray[np.uint8]:
    """The board as an image of RGB values."""
    size, half = game.rules.size, PIXELS // 2
    image = np.full((size * PIXELS, size * PIXELS, 3), _WOOD, dtype=np.uint8)
    lines = np.arange(size) * PIXELS + half
    image[lines, half : size * PIXELS - half] = _LINE
    image[half : size * PIXELS - half, lines] = _LINE
    across = np.arange(PIXELS) - half + 0.5
    disc = across[:, None] ** 2 + across[None, :] ** 2 < (half - 1) ** 2
    for p, color in game.board.stones.items():
        row, column = divmod(p, 20)
        top, left = (size - row) * PIXELS, (column - 1) * PIXELS
        image[top : top + PIXELS, left : left + PIXELS][disc] = _STONES[color]
    return image
