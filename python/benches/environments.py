"""Prints how many steps a second the environments make: one alone, and a batch of 1024 in one call, on boards of 5x5, 8x8
and 15x15, with random legal moves that were chosen before; for Connect also an environment in plain Python. Best of
several rounds, by processor time."""

import time

import numpy as np

import unicursal
from unicursal.gym import PuzzleEnv, VectorEnv

SIDES = (5, 8, 15)
BATCH, STEPS, ROUNDS = 1024, 50, 5


def level(puzzle: str, side: int) -> unicursal.Level:
    options = {"colours": side // 2} if puzzle == "connect" else {"numbers": side} if puzzle == "trail" else {}
    return unicursal.generate(puzzle, side, side, "bench", **options)


class Plain:
    """Connect in plain Python, with the same observations, masks and rewards: what one would write oneself."""

    def __init__(self, level: unicursal.Level) -> None:
        sheet = level.sheet()
        self.width, self.height = level.size
        self.cells = sheet["cells"]
        self.symbols = sorted({c for c in self.cells if c not in ".XVH"}, key=self.cells.index)
        self.ends = [[i for i, c in enumerate(self.cells) if c == symbol] for symbol in self.symbols]
        self.free = sum(c != "X" for c in self.cells)

    def reset(self):
        self.taken = [0] * len(self.cells)
        for colour, (first, last) in enumerate(self.ends, start=1):
            self.taken[first] = self.taken[last] = colour
        self.heads = [first for first, _ in self.ends]
        self.covered = 2 * len(self.ends)
        self.planes = np.zeros((5, self.height, self.width), dtype=np.int16)
        for cell, colour in enumerate(self.taken):
            self.planes[1, cell // self.width, cell % self.width] = colour
        return self.planes.copy(), {"action_mask": self.mask()}

    def target(self, colour, direction):
        """The cell to which a path can go, or None."""
        head, (_, goal) = self.heads[colour], self.ends[colour]
        x, y = head % self.width, head // self.width
        dx, dy = ((0, -1), (0, 1), (-1, 0), (1, 0))[direction]
        if head == goal or not (0 <= x + dx < self.width and 0 <= y + dy < self.height):
            return None
        cell = (y + dy) * self.width + x + dx
        return cell if cell == goal or (self.taken[cell] == 0 and self.cells[cell] == ".") else None

    def mask(self):
        legal = [self.target(c, d) is not None for c in range(len(self.ends)) for d in range(4)]
        return np.array(legal, dtype=np.int8)

    def step(self, action):
        colour, direction = divmod(int(action), 4)
        cell = self.target(colour, direction)
        if cell is None:
            return self.planes.copy(), -1.0, False, False, {"action_mask": self.mask()}
        head, goal = self.heads[colour], self.ends[colour][1]
        self.planes[2, head // self.width, head % self.width] = 0
        self.planes[2, cell // self.width, cell % self.width] = int(cell != goal)
        self.planes[1, cell // self.width, cell % self.width] = colour + 1
        self.covered += cell != goal
        self.heads[colour], self.taken[cell] = cell, colour + 1
        mask = self.mask()
        joined = all(head == last for head, (_, last) in zip(self.heads, self.ends))
        won = joined and self.covered == self.free
        return self.planes.copy(), float(won), won or not mask.any(), False, {"action_mask": mask}


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


def alone(env) -> float:
    """Moves are chosen once, and then played again without anything between them."""
    rng = np.random.default_rng(1)
    episodes = []
    while sum(map(len, episodes)) < 2000:
        _, info = env.reset()
        actions, ended = [], False
        while not ended:
            actions.append(int(legal(info["action_mask"][None], rng)[0]))
            _, _, ended, _, info = env.step(actions[-1])
        episodes.append(actions)
    best = 0.0
    for _ in range(ROUNDS):
        spent = 0.0
        for actions in episodes:
            env.reset()
            before = time.process_time()
            for action in actions:
                env.step(action)
            spent += time.process_time() - before
        best = max(best, sum(map(len, episodes)) / spent)
    return best


if __name__ == "__main__":
    print("puzzle   side  alone/s  batch/s  plain/s")
    for puzzle in ("coil", "connect", "pellet", "trail"):
        for side in SIDES:
            made = level(puzzle, side)
            plain = f" {alone(Plain(made)):8.0f}" if puzzle == "connect" else ""
            print(f"{puzzle:8} {side:4} {alone(PuzzleEnv(made)):8.0f} {batch(made):8.0f}{plain}", flush=True)
