"""The environments, with Gymnasium's own checker."""

import doctest
import importlib.util
import pathlib
import subprocess
import sys

import pytest

import unicursal

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from unicursal import gym  # noqa: E402
from unicursal.gym import PuzzleEnv, VectorEnv  # noqa: E402

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
    for render_mode in ("ansi", "rgb_array"):
        check_env(PuzzleEnv(level, render_mode=render_mode))


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
    after, reward, terminated, _, _ = env.step(0)
    assert (before == after).all() and reward == -1.0 and not terminated and env.answer() == ""
    for odd in (-1, 4, 1 << 70, -(1 << 70), np.int64(0), np.array(0)):
        assert env.step(odd)[1] == -1.0
    with pytest.raises(TypeError):
        env.step("up")


def test_the_answer_is_told_when_an_episode_begins_and_ends() -> None:
    env = PuzzleEnv(unicursal.Pellet("S..\n...\n"), step_limit=2)
    assert env.reset()[1]["answer"] == ""
    assert "answer" not in env.step(3)[4] and env.answer() == "r"
    *_, cut_off, info = env.step(3)
    assert cut_off and info["answer"] == "rr"


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


NAMES = ["Coil", "Connect", "Pellet", "Trail"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore")
def test_environments_are_made_by_name(name: str) -> None:
    env = gymnasium.make(f"unicursal/{name}-v0", width=5, height=5, pool=3, render_mode="rgb_array")
    check_env(env.unwrapped)
    spec = gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json())
    again = gymnasium.make(spec)
    first, _ = env.reset(seed=5)
    second, _ = again.reset(seed=5)
    assert (first == second).all()
    picture = env.render()
    assert picture.ndim == 3 and picture.shape[2] == 3 and picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 1
    # The limit of Gymnasium's own.
    limited = gymnasium.make(f"unicursal/{name}-v0", width=5, height=5, pool=1, max_episode_steps=3)
    limited.reset(seed=0)
    bad = limited.action_space.n - 1 if name != "Coil" else 0
    cut = [limited.step(bad)[3] for _ in range(3)] if not limited.unwrapped.action_masks()[bad] else [True]
    assert cut[-1]


def test_a_name_with_the_module_in_it_imports_it() -> None:
    script = "import gymnasium; gymnasium.make('unicursal.gym:unicursal/Coil-v0', width=4, height=4).reset(); print('made')"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.stdout == "made\n", run.stderr


def test_an_observation_is_a_state() -> None:
    """Two ways to the same tiles have other heads, and looked the same."""
    level = unicursal.Connect("3 3\n1..\n...\n..1\n0\n")
    seen = []
    for actions in ([3, 1, 2], [1, 3, 0]):
        env = PuzzleEnv(level)
        env.reset()
        for action in actions:
            observation, _, _, _, info = env.step(action)
        seen.append((observation, info["action_mask"]))
    assert (seen[0][1] != seen[1][1]).any() and (seen[0][0] != seen[1][0]).any()
    with_point = unicursal.Connect("1 3\n0.0\n1\n1 0 0\n")
    without = unicursal.Connect("1 3\n0.0\n0\n")
    assert (PuzzleEnv(with_point).reset()[0] != PuzzleEnv(without).reset()[0]).any()


def test_an_answer_as_actions_is_read_like_any_other() -> None:
    connect = PuzzleEnv(unicursal.Connect("3 3\n1..\n...\n..1\n0\n"))
    coil = PuzzleEnv(unicursal.Coil("x=3&y=3&board=X.......X"))
    for env, answer in [
        (connect, "0 0 999999999 0 1"), (connect, "0 0 2 2 1"), (connect, "0 0 2 0 z"), (connect, "nonsense"),
        (coil, "x=7&y=0&path=R"), (coil, "x=1&y=1&path=RQ"), (coil, "\0"),
        (PuzzleEnv(unicursal.Pellet("S..\n")), "rx"),
    ]:
        with pytest.raises(unicursal.BadInput):
            env.actions_of(answer)
    assert coil.actions_of("x=0&y=1&path=DRURD\n") == coil.actions_of("x=0&y=1&path=DRURD")
    short = unicursal.Coil("x=3&y=3&board=X.......X").solve(format="qpath").answer
    assert "qpath" in short and coil.actions_of(short)[0] >= 4
    assert coil.actions_of("") == []
    # A path that comes back to itself ends.
    assert len(connect.actions_of("0 0 2 0 1\n2 0 2 1 1\n2 1 0 1 1\n0 1 0 0 1\n")) == 6


def test_rewards_and_limits() -> None:
    env = PuzzleEnv(unicursal.Pellet("S..\n...\n"), reward="dense", step_limit=4)
    env.reset()
    rewards = [env.step(action)[1] for action in (3, 3)]
    assert rewards == pytest.approx([0.2, 0.2])
    assert env.step(3)[1:4] == (-1.0, False, False)
    assert env.step(1)[3]
    env.reset()
    assert sum(env.step(action)[1] for action in env.actions_of("rrdll")) == pytest.approx(2.0)
    for wrong in [
        lambda: PuzzleEnv(), lambda: PuzzleEnv(puzzle="chess"), lambda: PuzzleEnv(puzzle="coil", pool=0),
        lambda: PuzzleEnv(LEVELS[0], reward="big"), lambda: PuzzleEnv(LEVELS[0], step_limit=0),
        lambda: PuzzleEnv(LEVELS[0], render_mode="human"), lambda: VectorEnv(0, LEVELS[:1]),
        lambda: VectorEnv(2, LEVELS[:2]), lambda: VectorEnv(2, []), lambda: VectorEnv(2, LEVELS[:1]).step([0]),
        lambda: VectorEnv(2, LEVELS[:1]).reset(seed=-1),
    ]:
        with pytest.raises(unicursal.BadRequest):
            wrong()


@pytest.mark.parametrize("level", LEVELS, ids=str)
@pytest.mark.parametrize("reward", ["sparse", "dense"])
def test_many_environments_do_what_each_alone_does(level: unicursal.Level, reward: str) -> None:
    count, rng = 7, np.random.default_rng(3)
    envs = VectorEnv(count, [level], reward=reward, step_limit=30)
    alone = [PuzzleEnv(level, reward=reward, step_limit=30) for _ in range(count)]
    observations, infos = envs.reset(seed=1)
    firsts = [env.reset() for env in alone]
    begins = [False] * count
    assert all((observations[n] == firsts[n][0]).all() for n in range(count))
    solved = 0
    for _ in range(300):
        # Now and then a move that is not legal.
        masks = np.where(rng.random((count, 1)) < 0.1, 1, infos["action_mask"])
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        observations, rewards, ended, cut_off, infos = envs.step(actions)
        assert envs.observation_space.contains(observations)
        for n, env in enumerate(alone):
            if begins[n]:
                expected, reward_here, over, cut, info = *(begun := env.reset())[:1], 0.0, False, False, begun[1]
            else:
                expected, reward_here, over, cut, info = env.step(actions[n])
            assert (observations[n] == expected).all() and rewards[n] == pytest.approx(reward_here)
            assert (ended[n], cut_off[n]) == (over, cut)
            assert (infos["action_mask"][n] == info["action_mask"]).all()
            assert envs.answer(n) == env.answer() and envs.level_of(n) == level
            begins[n] = over or cut
            solved += reward_here >= 1
    # Numberlink on 5x5 is not won by chance.
    assert solved or level is LEVELS[2]


def test_a_pool_of_levels_is_drawn_from_by_the_seed() -> None:
    envs = gymnasium.make_vec("unicursal/Connect-v0", num_envs=16, width=5, height=5, pool=8)
    first, _ = envs.reset(seed=4)
    second, _ = envs.reset(seed=4)
    third, _ = envs.reset(seed=5)
    assert (first == second).all() and (first != third).any()
    kept = envs.step(np.zeros(16, dtype=int))[0]
    before = kept.copy()
    envs.step(np.ones(16, dtype=int))
    assert (kept == before).all()
