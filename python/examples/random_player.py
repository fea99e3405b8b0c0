"""Plays a small level of each puzzle at random, until it is solved or 200 games are lost."""

import unicursal
from unicursal.gym import PuzzleEnv


def play(env: PuzzleEnv, games: int) -> int:
    """The number of the first game that is won; 0 if none is."""
    env.action_space.seed(1)
    for game in range(1, games + 1):
        _, info = env.reset()
        terminated, reward = False, 0.0
        while not terminated:
            action = env.action_space.sample(info["action_mask"])
            _, reward, terminated, _, info = env.step(action)
        if reward == 1.0:
            assert env.level.check(info["answer"])
            return game
    return 0


if __name__ == "__main__":
    for level in [
        unicursal.Coil("x=3&y=3&board=X.......X"),
        unicursal.Connect("3 3\n1.2\n...\n1.2\n"),
        unicursal.Pellet("S..\n...\n"),
    ]:
        env = PuzzleEnv(level, render_mode="ansi")
        game = play(env, 200)
        print(f"{level.puzzle}: " + (f"won game {game}" if game else "lost 200 games"))
        print(env.render())
