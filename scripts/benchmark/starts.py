"""Starts over nothing and over 10,000 cached photos, what a remount costs, and memory."""

import os
import statistics

from figures import Figure, Ratio, Value
from mounts import mounted
from timing import clock, photos, read_all, read_whole

STARTS = 5


def first_ls(mount):
    return clock(lambda: (mount.mount(), os.listdir(mount.path())))


# Program -> its mount of 10,000 cached photos: made once, for that takes longer than all rounds.
filled = {}


def forget():
    while filled:
        filled.popitem()[1].close()


def fill(kind, origin, binary):
    """A mount that has all cached that `starts` looks at."""
    mount = filled[kind] = kind(origin.near, binary)
    mount.mount()
    watchdog = mount.watchdog(400)
    if not kind.slow:
        for place in sorted(os.listdir(origin.folder("Kept"))):
            read_all(photos(mount.path("Kept", place)), 8)
    read_all(photos(mount.path("X", "sized")))
    watchdog.cancel()
    return mount


def starts(kind, origin, binary):
    def empty():
        mount = kind(origin.near, binary)
        try:
            return first_ls(mount)
        finally:
            mount.close()

    empty_start = statistics.median(empty() for _ in range(STARTS))
    yield Figure("start to first ls, empty", empty_start, "s", goal=Value(0.035))
    if not kind.keeps:
        return
    mount = filled.get(kind) or fill(kind, origin, binary)
    seconds, reads, unmounts = [], [], []
    for _ in range(STARTS):
        unmounts.append(clock(mount.unmount))
        seconds.append(first_ls(mount))
        watchdog = mount.watchdog(60)
        reads += [clock(lambda: read_whole(path)) for path in photos(mount.path("X", "sized"))]
        watchdog.cancel()
    if not kind.slow:
        yield Figure("start to first ls, 10,000 photos cached", statistics.median(seconds), "s", empty_start, "empty",
                     Ratio(1.1))
    limit = statistics.median(clock(lambda: read_whole(path)) for path in photos(origin.folder("X", "sized")))
    yield Figure("a cached photo of 200 KB, first read after a remount", statistics.median(reads), "s", limit, "native",
                 Value(0.0003))
    yield Figure("unmount", statistics.median(unmounts), "s", goal=Value(1.0))


def memory(kind, origin, binary):
    """Of the daemon; each of a mount of its own."""
    with mounted(kind, origin.near, binary) as mount:
        read_all(photos(mount.path("X", "photos0")) + photos(mount.path("X", "photos1"))[:11], 4)
        yield Figure("peak resident set, 61 photos read", mount.peak_memory(), "MiB", goal=Value(32))
    with mounted(kind, origin.near, binary) as mount:
        read_all(photos(mount.path("X", "five")), 32)
        yield Figure("peak resident set, 32 readers of 5 MB", mount.peak_memory(), "MiB", goal=Value(32))
