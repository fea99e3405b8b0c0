"""Prints how many steps a second the environments make: one alone, and a batch of 1024 in one call, on boards of 5x5, 8x8 and
15x15, with random legal moves that were chosen before. Best of several rounds, by processor time."""

import time

import numpy as np

import unicursal
from unicursal.gym import PuzzleEnv, VectorEnv

SIDES = (5, 8, 15)
BATCH, STEPS, ROUNDS = 1024, 50, 5


def level(puzzle: str, side: int) -> unicursal.Level:
    options = {"colours": side // 2} if puzzle == "connect" else {"numbers": side} if puzzle == "trail" else {}
    return unicursal.generate(puzzle, side, side, "bench", **options)


def legal(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal move in each row; any where there is none."""
    return (mask * rng.random(mask.shape)).argmax(axis=1)


def batch(made: unicursal.Level) -> float:
    rng = np.random.default_rng(1)
    best = 0.0
    for _ in range(ROUNDS):
        envs = VectorEnv(BATCH, [made])
        _, infos = envs.reset(seed=1)
        spent = 0.0
        for _ in range(STEPS):
            actions = legal(infos["action_mask"], rng)
            before = time.process_time()
            *_, infos = envs.step(actions)
            spent += time.process_time() - before
        best = max(best, BATCH * STEPS / spent)
    return best


def alone(made: unicursal.Level) -> float:
    rng = np.random.default_rng(1)
    best = 0.0
    for _ in range(ROUNDS):
        env = PuzzleEnv(made)
        _, info = env.reset()
        spent, steps = 0.0, 0
        while steps < 2000:
            action = int(legal(info["action_mask"][None], rng)[0])
            before = time.process_time()
            _, _, ended, _, info = env.step(action)
            spent += time.process_time() - before
            steps += 1
            if ended:
                _, info = env.reset()
        best = max(best, steps / spent)
    return best


if __name__ == "__main__":
    print("puzzle   side  alone/s  batch/s")
    for puzzle in ("coil", "connect", "pellet", "trail"):
        for side in SIDES:
            made = level(puzzle, side)
            print(f"{puzzle:8} {side:4} {alone(made):8.0f} {batch(made):8.0f}", flush=True)
