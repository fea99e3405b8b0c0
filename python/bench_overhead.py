"""Prints what a call costs beyond the library's own work: the time of calls on the smallest boards,
on which the library has next to nothing to do. Best of several rounds, in microseconds."""

import timeit

import unicursal

CALLS = {
    "read": (lambda: unicursal.Coil("x=1&y=1&board=."), 2000),
    "check": (lambda level=unicursal.Coil("x=1&y=1&board=."): level.check("x=0&y=0&path="), 2000),
    "info": (lambda level=unicursal.Coil("x=1&y=1&board=."): level.info(), 2000),
    "solve": (lambda level=unicursal.Coil("x=1&y=1&board=."): level.solve(threads=1), 500),
    "count": (lambda level=unicursal.Coil("x=1&y=1&board=."): level.count(threads=1), 500),
    "hint": (lambda level=unicursal.Coil("x=2&y=1&board=.."): level.hint(threads=1), 500),
}

if __name__ == "__main__":
    for name, (call, number) in CALLS.items():
        best = min(timeit.repeat(call, number=number, repeat=7)) / number
        print(f"{name:6} {best * 1e6:7.1f} us")
