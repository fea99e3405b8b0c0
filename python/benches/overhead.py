"""Prints what a call costs beyond the library's own work: the time of calls on the smallest boards,
on which the library has next to nothing to do. Best of several rounds, in microseconds: on the clock, and
of all threads' processor time, which other work on the machine disturbs less."""

import time
import timeit

import unicursal

CELL = unicursal.Coil("x=1&y=1&board=.")
PAIR = unicursal.Coil("x=2&y=1&board=..")
CALLS = {
    "read": lambda: unicursal.Coil("x=1&y=1&board=."),
    "check": lambda: CELL.check("x=0&y=0&path="),
    "info": lambda: CELL.info(),
    "solve": lambda: CELL.solve(threads=1),
    "count": lambda: CELL.count(threads=1),
    "hint": lambda: PAIR.hint(threads=1),
}
ROUNDS, NUMBER = 20, 100

if __name__ == "__main__":
    print("call      clock  processor")
    for name, call in CALLS.items():
        clock, processor = (
            min(timeit.repeat(call, timer=timer, number=NUMBER, repeat=ROUNDS)) / NUMBER * 1e6
            for timer in (time.perf_counter, time.process_time)
        )
        print(f"{name:6} {clock:8.1f} {processor:10.1f}")
