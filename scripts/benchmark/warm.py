"""What is cached already, against the same files of the native file system at the same depth."""

import os
import statistics

from figures import Figure, Ratio, Value
from mounts import mounted
from timing import (clock, drop_caches, open_read_close, photos, random_reads, rate, read_all, read_whole, there_and_back,
                    walk)


def walks(kind, origin, binary):
    with mounted(kind, origin.near, binary) as mount:
        ours = clock(lambda: walk(mount.path("Many")))
        limit = min(clock(lambda: walk(origin.folder("Many"))) for _ in range(3))
        yield Figure("walk and stat of 5,000, first time", ours, "s", limit, "native", Ratio(15))
        ours, limit = (min(clock(lambda: walk(root)) for _ in range(4))
                       for root in (mount.path("Many"), origin.folder("Many")))
        yield Figure("walk and stat of 5,000, warm", ours, "s", limit, "native", Ratio(1.0))
        yield Figure("peak resident set, walks of 5,000", mount.peak_memory(), "MiB", goal=Value(40))


def warm(kind, origin, binary):
    if not kind.keeps:
        return
    with mounted(kind, origin.near, binary) as mount:
        pair = mount.path("X", "photos0"), origin.folder("X", "photos0")
        files, copies = map(photos, pair)
        total = sum(map(os.path.getsize, copies)) / 1e6
        read_all(files, 4)
        read_all(files)

        def beside(label, unit, goal, measure, of=(files, copies)):
            """Ours, then the limit, within a moment."""
            return Figure(label, measure(of[0]), unit, measure(of[1]), "native", goal)

        yield beside("photos re-read", "/s", Ratio(0.47), lambda paths: rate(lambda: read_all(paths)) * len(paths))
        one = files[0], copies[0]
        yield beside("open, read 1, close", "/s", Ratio(0.06), lambda path: rate(lambda: open_read_close(path)), one)
        yield beside("warm ls of a place", "/s", Ratio(0.35), lambda folder: rate(lambda: os.listdir(folder)), pair)
        yield beside("warm stat", "/s", Ratio(0.97), lambda path: rate(lambda: os.stat(path)), one)
        # The daemon is asked at each: without default_permissions the kernel does not know.
        yield beside("access(W_OK)", "/s", None, lambda path: rate(lambda: os.access(path, os.W_OK)), one)
        yield beside("chdir there and back", "/s", None, lambda folder: rate(lambda: there_and_back(folder)), pair)

        big = photos(mount.path("X", "big"))[0], photos(origin.folder("X", "big"))[0]
        read_whole(big[0])
        read_whole(big[0])
        yield beside("random 4k reads of 32 MB, kept open", "/s", Ratio(0.9), lambda path: random_reads(path, 20_000, after_all=True),
                     big)
        if os.geteuid() == 0:
            yield from dropped(beside, total, big)
        yield Figure("processor time of the daemon for all of these", mount.cpu_seconds(), "s")


def dropped(beside, total, big):
    """The page cache is empty, of the mount and of its cache files: only root can do that."""
    def reading(readers):
        def once(paths):
            drop_caches()
            return total / clock(lambda: read_all(paths, readers))
        return lambda paths: statistics.median(once(paths) for _ in range(3))

    def whole(path):
        drop_caches()
        return os.path.getsize(path) / 1e6 / clock(lambda: read_whole(path))

    def at_random(path):
        drop_caches()
        return random_reads(path, 4_000)

    yield beside("photos, page cache dropped, 1 reader", "MB/s", Ratio(0.47), reading(1))
    yield beside("photos, page cache dropped, 8 readers", "MB/s", Ratio(0.62), reading(8))
    yield beside("one photo of 32 MB, page cache dropped", "MB/s", Ratio(0.65),
                 lambda path: statistics.median(whole(path) for _ in range(3)), big)
    yield beside("random 4k reads of it, page cache dropped", "/s", Ratio(1.0),
                 lambda path: statistics.median(at_random(path) for _ in range(3)), big)
