"""The environments, with Gymnasium's own checker."""

import doctest
import importlib.util
import pathlib

import pytest

import unicursal

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from unicursal import gym  # noqa: E402
from unicursal.gym import PuzzleEnv  # noqa: E402

LEVELS = [
    unicursal.Coil("x=3&y=3&board=X.......X"),
    unicursal.Connect("4 4\n0..e\nV...\n..H.\n0XXe\n2\n0 2 0\n2 0 e\n"),
    unicursal.Connect("https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"),
    unicursal.Pellet("S..\n...\n"),
    unicursal.Trail("1|2 . .\n    -\n. . . .\n. . . 3\n"),
]


def example(name: str):
    path = pathlib.Path(__file__).parent.parent / "examples" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("level", LEVELS, ids=str)
@pytest.mark.filterwarnings("ignore")
def test_the_form_is_that_of_gymnasium(level: unicursal.Level) -> None:
    check_env(PuzzleEnv(level, render_mode="ansi"))


@pytest.mark.parametrize("level", LEVELS, ids=str)
def test_an_answer_wins_and_the_checker_agrees(level: unicursal.Level) -> None:
    env = PuzzleEnv(level)
    env.reset()
    outcome = level.solve()
    assert isinstance(outcome, unicursal.Solved)
    actions = env.actions_of(outcome.answer)
    for done, action in enumerate(actions, start=1):
        _, reward, terminated, _, info = env.step(action)
        assert reward == (1.0 if done == len(actions) else 0.0)
    assert terminated
    assert level.check(info["answer"], **({"turns": "any"} if level.puzzle == "connect" else {}))


def test_games_at_random_are_won_where_the_checker_says_so() -> None:
    """A game that ends with a reward is solved, and one that does not is not."""
    for level in LEVELS:
        env = PuzzleEnv(level)
        env.action_space.seed(7)
        options = {"turns": "any"} if level.puzzle == "connect" else {}
        for _ in range(50):
            _, info = env.reset()
            reward, terminated = 0.0, False
            while not terminated:
                _, reward, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
            won = bool(info["answer"]) and bool(level.check(info["answer"], **options))
            assert won == (reward == 1.0)


def test_moves_out_of_turn_change_nothing() -> None:
    env = PuzzleEnv(unicursal.Pellet("S..\n"))
    before, _ = env.reset()
    after, reward, terminated, _, info = env.step(0)
    assert (before == after).all() and reward == -1.0 and not terminated and info["answer"] == ""


def test_levels_may_differ_from_episode_to_episode() -> None:
    def level(seed: int) -> unicursal.Level:
        return unicursal.generate("coil", 6, 5, seed)

    env = PuzzleEnv(level(0), levels=level)
    env.reset(seed=1)
    first = env.level
    env.reset()
    assert env.level != first
    env.reset(seed=1)
    assert env.level == first
    with pytest.raises(unicursal.BadRequest):
        PuzzleEnv(level(0), levels=lambda seed: unicursal.generate("coil", 7, 5, seed)).reset()
    with pytest.raises(unicursal.Unsupported):
        PuzzleEnv(unicursal.Maze("S#E\n"))


def test_the_examples() -> None:
    assert doctest.testmod(gym).failed == 0
    player, follower = example("random_player"), example("follow_hints")
    assert player.play(PuzzleEnv(LEVELS[0]), 200) > 0
    assert player.play(PuzzleEnv(LEVELS[3]), 200) > 0
    for level in LEVELS[:3]:
        assert follower.play(PuzzleEnv(level)) == 1.0
