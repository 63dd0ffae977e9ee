"""A hundred readers whose photos never come: what others wait for then, and how long one takes to be stopped."""

import math
import os
import signal
import subprocess
import sys
import time

from figures import Figure, Value
from mounts import mounted
from timing import photos

STALLED, PATIENCE = 100, 5
# Reads a whole file and prints the seconds that took.
READER = "import sys, time; t = time.perf_counter(); open(sys.argv[1], 'rb').read(); print(time.perf_counter() - t)"
# Python has a handler of SIGINT, as shells and editors do, so the signal does not end it inside the kernel.
WAITER = "import sys; print('begun', flush=True); open(sys.argv[1], 'rb').read()"


def seconds_until(process):
    started = time.perf_counter()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        return math.inf
    return time.perf_counter() - started


def start(words, **more):
    # Ctrl-C is for this program alone, which ends them.
    return subprocess.Popen(words, stderr=subprocess.DEVNULL, start_new_session=True, text=True, **more)


def stalls(kind, origin, binary):
    children = []

    def reader(program, path):
        children.append(start([sys.executable, "-c", program, path], stdout=subprocess.PIPE))
        return children[-1]

    with mounted(kind, origin.stalling, binary) as mount:
        try:
            waiting = [path for number in range(3) for path in photos(mount.path("Stalling", f"s{number}"))]
            others = photos(mount.path("X", "photos0"))
            for path in waiting[:STALLED - 1]:
                children.append(start(["cat", path], stdout=subprocess.DEVNULL))
            last = reader(WAITER, waiting[STALLED])
            last.stdout.readline()
            # Nothing tells when the kernel has all of them. A transfer lies still after a second; 32 are tried at once, so
            # that each has had its second by then. placesfs gives up after seven.
            time.sleep(4.5)
            cold = reader(READER, others[0])
            ended = seconds_until(cold)
            cold_read = float(cold.stdout.readline()) if math.isfinite(ended) and cold.returncode == 0 else math.inf
            last.send_signal(signal.SIGINT)
            stopped = seconds_until(last)
        finally:
            for child in children:
                child.kill()
            mount.close()
            for child in children:
                child.wait(10)
    yield Figure(f"a cold read beside {STALLED} stalled readers", cold_read, "s", goal=Value(0.3))
    yield Figure("SIGINT to a stalled reader with a handler of its own", stopped, "s", goal=Value(0.03))
