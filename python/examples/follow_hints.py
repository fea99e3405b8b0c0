"""Solves levels by asking for a hint before every move."""

import unicursal
from unicursal.gym import PuzzleEnv


def play(env: PuzzleEnv) -> float:
    """Plays one game and returns its last reward."""
    env.reset()
    terminated, reward = False, 0.0
    while not terminated:
        hint = env.level.hint(env.answer())
        assert isinstance(hint, unicursal.Hint), hint
        # The first move of the hint's answer that has not been made yet.
        ours = env.actions_of(env.answer()) if env.answer() else []
        action = next(action for action in remaining(env.actions_of(hint.answer), ours))
        _, reward, terminated, _, _ = env.step(action)
    return float(reward)


def remaining(actions: list, done: list) -> list:
    """The actions that are left when some are done; their order within a colour does not change."""
    left = list(actions)
    for action in done:
        left.remove(action)
    return left


if __name__ == "__main__":
    for level in [
        unicursal.Coil("coil:8x6/original#spring"),
        unicursal.Connect("https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"),
    ]:
        env = PuzzleEnv(level, render_mode="ansi")
        print(level.puzzle, "solved" if play(env) == 1.0 else "not solved")
        print(env.render())
