"""Coil, Connect, Pellet and Trail as environments in the form of Gymnasium; ``pip install unicursal[gym]``.

>>> import gymnasium, unicursal.gym
>>> env = gymnasium.make("unicursal/Pellet-v0", level="S..\\n")
>>> observation, info = env.reset()
>>> info["action_mask"].tolist()
[0, 0, 0, 1]
>>> for _ in range(2):
...     observation, reward, terminated, truncated, info = env.step(3)
>>> reward, terminated, info["answer"]
(1.0, True, 'rr')

Importing this module registers ``unicursal/Coil-v0``, ``Connect-v0``, ``Pellet-v0`` and ``Trail-v0``; a name with the module in
it, ``unicursal.gym:unicursal/Coil-v0``, imports it as well.

An episode ends when the level is solved, which is worth 1, or when no move is left. A move that is not
in the mask changes nothing and is worth -1. All levels of an environment have one size. ``info["answer"]`` is there when an
episode begins and ends; ``PuzzleEnv.answer()`` tells it at any time.

Observations are five planes of small numbers, ``PLANES``: the tile (0 free, 1 wall, 2 vertical, 3 horizontal); the path on
it, counted from 1; 1 for the head of a path and 2 for the end that it must still reach; a number of Trail, or the
colour of a checkpoint counted from 1; thin walls, 1 at the right and 2 below. They are a state: where they are
equal, the same moves are legal.

Actions are up, down, left, right; for Coil cells to start from follow, row by row; for Connect there are four for each colour, in
the order in which the colours first stand on the board, whose path grows from its first tile.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, SupportsFloat, Tuple, Union

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from . import _errors, _native
from ._levels import Level, generate, read

PLANES = ("tile", "path", "head", "mark", "wall")

Array = "np.ndarray[Any, Any]"


class _Pool:
    """The levels of an environment: one, or as many as there are seeds for."""

    def __init__(
        self,
        level: Union[Level, str, None],
        puzzle: Optional[str],
        width: int,
        height: int,
        pool: int,
        options: Optional[Dict[str, Any]],
    ) -> None:
        if isinstance(level, str):
            level = read(level) if puzzle is None else Level.of(puzzle, level)
        if level is None and puzzle is None:
            raise _errors.BadRequest("an environment needs a level, or the name of a puzzle")
        if level is None and pool < 1:
            raise _errors.BadRequest("pool must be a number of levels from 1 on")
        self.level = level
        self.puzzle, self.width, self.height, self.size = puzzle, width, height, pool
        # Connect must have as many colours on all levels.
        self.options = {"colours": 4, **(options or {})} if puzzle == "connect" else dict(options or {})
        self.made: Dict[int, Level] = {}

    def __len__(self) -> int:
        return 1 if self.level is not None else self.size

    def __getitem__(self, number: int) -> Level:
        if self.level is not None:
            return self.level
        if number not in self.made:
            assert self.puzzle is not None
            self.made[number] = generate(self.puzzle, self.width, self.height, number, **self.options)
        return self.made[number]


def _spaces(level: Level, moves: int, most: int) -> Tuple[gymnasium.spaces.Box, gymnasium.spaces.Discrete]:
    width, height = level.size
    # Other levels may have more numbers.
    most = max(most, width * height if level.puzzle == "trail" else 0)
    shape = (len(PLANES), height, width)
    return gymnasium.spaces.Box(0, most, shape=shape, dtype=np.int16), gymnasium.spaces.Discrete(moves)


def _is_dense(reward: str) -> bool:
    if reward not in ("sparse", "dense"):
        raise _errors.BadRequest(f"reward must be 'sparse' or 'dense', not {reward!r}")
    return reward == "dense"


def _steps(step_limit: Optional[int]) -> int:
    if step_limit is not None and not 1 <= step_limit < 1 << 63:
        raise _errors.BadRequest("step_limit must be a number of steps from 1 on")
    return step_limit or 0


class PuzzleEnv(gymnasium.Env):  # type: ignore[type-arg,unused-ignore]
    """A level to be solved move by move.

    ``level`` (an object, a text or an id) is what every episode begins with. Without it, an episode takes one of ``pool``
    generated levels of a ``puzzle``, of ``width`` by ``height`` cells and with the generator's ``options``; or ``levels``
    makes one from a seed. After ``step_limit`` steps an episode is cut off. With ``reward="dense"`` a move is also
    worth the share of the board that it fills.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 10}

    def __init__(
        self,
        level: Union[Level, str, None] = None,
        *,
        puzzle: Optional[str] = None,
        width: int = 6,
        height: int = 6,
        pool: int = 64,
        options: Optional[Dict[str, Any]] = None,
        levels: Optional[Callable[[int], Level]] = None,
        render_mode: Optional[str] = None,
        step_limit: Optional[int] = None,
        reward: str = "sparse",
    ) -> None:
        if render_mode not in (None, "ansi", "rgb_array"):
            raise _errors.BadRequest("render modes are 'ansi' and 'rgb_array'")
        self.render_mode = render_mode
        self._dense, self._step_limit = _is_dense(reward), _steps(step_limit)
        self._levels = levels
        self._pool = _Pool(level, puzzle, width, height, pool, options)
        self._begin(self._pool[0])
        self._moves = self._game.move_count()
        self.observation_space, self.action_space = _spaces(
            self.level, self._moves, self._game.most()
        )

    def _begin(self, level: Level) -> None:
        self._level = level
        self._game = level._native.game(self._step_limit, self._dense)

    @property
    def level(self) -> Level:
        """The level of this episode."""
        return self._level

    def action_masks(self) -> "np.ndarray[Any, Any]":
        """1 for each legal action, else 0."""
        mask: "np.ndarray[Any, Any]" = self._game.mask()
        return mask

    def answer(self) -> str:
        """The moves so far, as :meth:`unicursal.Level.check` and ``hint`` take them."""
        return self._game.answer()

    def actions_of(self, answer: Union[str, bytes]) -> List[int]:
        """The actions that play an answer, or the beginning of one, from the start of an episode. An answer that cannot
        be read, or leaves the board, is a :class:`unicursal.BadInput`."""
        text = answer.encode(errors="replace") if isinstance(answer, str) else bytes(answer)
        return self._game.moves_of(text)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple["np.ndarray[Any, Any]", Dict[str, Any]]:
        super().reset(seed=seed)
        if self._levels is not None:
            level = self._levels(int(self.np_random.integers(2**31)))
        else:
            level = self._pool[int(self.np_random.integers(len(self._pool)))]
        if level is not self._level:
            size = self._level.size
            self._begin(level)
            if (level.size, self._game.move_count()) != (size, self._moves):
                raise _errors.BadRequest("all levels of an environment must have one size and as many colours")
        return self._game.reset()

    def step(
        self, action: Any
    ) -> Tuple["np.ndarray[Any, Any]", SupportsFloat, bool, bool, Dict[str, Any]]:
        return self._game.step(action)

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        answer = self.answer()
        if self.render_mode == "ansi":
            return self.level.draw(answer or None).text
        width, height, pixels = self.level._native.pixels(answer.encode() if answer else None)
        return np.frombuffer(pixels, dtype=np.uint8).reshape(height, width, 3).copy()


class VectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[type-arg,unused-ignore]
    """Many environments at once, in native code: one call makes a move in each.

    ``levels`` are levels of one size, of which each episode takes one; without them, ``pool`` are generated as for
    :class:`PuzzleEnv`. An environment that has ended begins anew with the next step, whatever its action, and its reward is then 0
    (``AutoresetMode.NEXT_STEP``). ``info["action_mask"]`` has a row for each. With ``copy=False`` the same arrays are
    returned with every step.

    >>> import gymnasium, numpy
    >>> envs = gymnasium.make_vec("unicursal/Pellet-v0", num_envs=4, level="S..\\n")
    >>> observations, infos = envs.reset(seed=0)
    >>> observations.shape, infos["action_mask"][0].tolist()
    ((4, 5, 1, 3), [0, 0, 0, 1])
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        levels: Optional[Sequence[Level]] = None,
        *,
        level: Union[Level, str, None] = None,
        puzzle: Optional[str] = None,
        width: int = 6,
        height: int = 6,
        pool: int = 64,
        options: Optional[Dict[str, Any]] = None,
        step_limit: Optional[int] = None,
        reward: str = "sparse",
        render_mode: Optional[str] = None,
        copy: bool = True,
    ) -> None:
        if num_envs < 1:
            raise _errors.BadRequest("num_envs must be a number from 1 on")
        if render_mode is not None:
            raise _errors.BadRequest("many environments at once are not rendered")
        if levels is None:
            made = _Pool(level, puzzle, width, height, pool, options)
            levels = [made[number] for number in range(len(made))]
        self.levels = list(levels)
        natives = [level._native for level in self.levels]
        self._batch = _native.Batch(natives, num_envs, _steps(step_limit), _is_dense(reward))
        self.num_envs = num_envs
        self.render_mode = None
        self._copies = copy
        moves = self._batch.move_count()
        self.single_observation_space, self.single_action_space = _spaces(
            self.levels[0], moves, self._batch.most()
        )
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        width, height = self.levels[0].size
        self._planes = np.zeros((num_envs, len(PLANES), height, width), dtype=np.int16)
        self._masks = np.zeros((num_envs, moves), dtype=np.int8)
        self._rewards = np.zeros(num_envs, dtype=np.float64)
        self._ended = np.zeros(num_envs, dtype=np.bool_)
        self._cut_off = np.zeros(num_envs, dtype=np.bool_)
        self._everywhere = np.ones(num_envs, dtype=np.bool_)
        self._batch.reset(None, self._planes, self._masks)

    def level_of(self, env: int) -> Level:
        """The level that an environment plays."""
        number = self._batch.level(env)
        assert number is not None
        return self.levels[number]

    def answer(self, env: int) -> str:
        """The moves so far in an environment."""
        return self._batch.answer(env) or ""

    def _given(self, array: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
        return array.copy() if self._copies else array

    def _infos(self) -> Dict[str, Any]:
        return {"action_mask": self._given(self._masks), "_action_mask": self._given(self._everywhere)}

    def reset(  # type: ignore[override,unused-ignore]
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple["np.ndarray[Any, Any]", Dict[str, Any]]:
        if seed is not None and not (isinstance(seed, int) and 0 <= seed < 1 << 63):
            raise _errors.BadRequest("seed must be one number from 0 on")
        super().reset(seed=seed)
        self._batch.reset(seed, self._planes, self._masks)
        return self._given(self._planes), self._infos()

    def step(
        self, actions: Any
    ) -> Tuple[
        "np.ndarray[Any, Any]",
        "np.ndarray[Any, Any]",
        "np.ndarray[Any, Any]",
        "np.ndarray[Any, Any]",
        Dict[str, Any],
    ]:
        numbers = np.ascontiguousarray(actions, dtype=np.int64)
        if numbers.shape != (self.num_envs,):
            raise _errors.BadRequest(f"there must be {self.num_envs} actions, one for each environment")
        self._batch.step(
            numbers, self._planes, self._masks, self._rewards, self._ended, self._cut_off
        )
        return (
            self._given(self._planes),
            self._given(self._rewards),
            self._given(self._ended),
            self._given(self._cut_off),
            self._infos(),
        )


for _puzzle in ("coil", "connect", "pellet", "trail"):
    gymnasium.register(
        id=f"unicursal/{_puzzle.title()}-v0",
        entry_point="unicursal.gym:PuzzleEnv",
        vector_entry_point="unicursal.gym:VectorEnv",
        kwargs={"puzzle": _puzzle},
    )
