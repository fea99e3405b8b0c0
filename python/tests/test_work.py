"""Long work: progress, other threads, and Ctrl-C."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import unicursal

# Many choices and a corner that cannot be reached: brute force does not finish it on any machine.
LONG = "x=60&y=60&board=" + "".join(
    "X" if x + y == 1 or (x + y > 1 and (x * 7 + y * 13 + x * y) % 11 == 0) else "."
    for y in range(60)
    for x in range(60)
)


def test_a_callback_gets_progress() -> None:
    seen = []
    level = unicursal.generate("coil", 200, 200, "progress")
    outcome = level.solve(progress=seen.append, time_limit=60)
    assert isinstance(outcome, unicursal.Solved)
    assert seen and all(isinstance(report, unicursal.Progress) and report.phase for report in seen)


def test_what_a_callback_raises_ends_the_work() -> None:
    def stop(_: unicursal.Progress) -> None:
        raise RuntimeError("enough")

    level = unicursal.generate("coil", 200, 200, "progress")
    with pytest.raises(RuntimeError, match="enough"):
        level.solve(progress=stop, time_limit=60)


def test_other_threads_run_meanwhile() -> None:
    level = unicursal.Coil(LONG)
    ticks = 0
    done = threading.Event()

    outcomes = []

    def work() -> None:
        try:
            outcomes.append(level.solve(method="brute", time_limit=1))
        finally:
            done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        time.sleep(0.001)
        ticks += 1
    thread.join()
    assert isinstance(outcomes[0], unicursal.Unknown)
    assert ticks > 20


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
def test_ctrl_c_interrupts() -> None:
    script = textwrap.dedent(
        f"""
        import signal
        import unicursal
        # Where the tests run in the background, Ctrl-C is ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        level = unicursal.Coil({LONG!r})
        print("ready", flush=True)
        try:
            level.solve(method="brute", time_limit=50)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        print(unicursal.Coil("x=1&y=1&board=.").count(), flush=True)
        """
    )
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    rest, _ = child.communicate(timeout=60)
    assert rest.startswith("interrupted\n") and child.returncode == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore")
def test_a_forked_child_works_too() -> None:
    level = unicursal.Coil("x=3&y=3&board=X.......X")
    assert level.count() == 4
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if level.count() == 4 else 1)
        finally:
            os._exit(2)
    for _ in range(600):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            assert status == 0
            break
        time.sleep(0.05)
    else:
        os.kill(child, signal.SIGKILL)
        pytest.fail("the child hangs")


def test_many_threads_at_once() -> None:
    level = unicursal.Coil("x=3&y=3&board=X.......X")
    counts = []
    threads = [threading.Thread(target=lambda: counts.append(level.count())) for _ in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [4] * 32
