"""What it costs that a photo says whose it is: one mount that writes credits into its photos and one that writes none, over
the same simulator, photo by photo in turns. What a photo costs once is told in medians; the daemon's processor time and the
catalog's growth are of all photos together."""

import os
import sqlite3
import statistics

from figures import Figure, Value
from rig import Mount, Simulator
from timing import clock, photos, read_whole

PLACES, EACH = 20, 50
# So often each photo is opened again, in rounds.
AGAIN = 10


def open_close(path):
    os.close(os.open(path, os.O_RDONLY))


class Side:
    """One of the two mounts."""

    def __init__(self, binary, simulator, choice):
        self.mount = Mount(binary, simulator, "--embed", choice, "--cache-size", "1G").mount()
        root = os.path.join(self.mount.path, "places")
        self.files = [path for country in sorted(os.listdir(root)) if os.path.isdir(os.path.join(root, country))
                      for place in sorted(os.listdir(os.path.join(root, country)))
                      if os.path.isdir(os.path.join(root, country, place))
                      for path in photos(os.path.join(root, country, place))]
        # The first photo of a mount opens the connection, and does not count.
        read_whole(self.files.pop(0))
        self.before = self.mount.cpu_seconds()
        self.firsts, self.again, self.firsts_work = [], [], None

    def catalog_bytes(self):
        """All pages that are in use, after an unmount: the file itself grows in steps."""
        self.mount.unmount()
        total = 0
        for folder, _, names in os.walk(self.mount.home):
            for name in names:
                if name == "catalog.sqlite":
                    with sqlite3.connect(os.path.join(folder, name)) as catalog:
                        page, count, free = (catalog.execute(f"PRAGMA {word}").fetchone()[0]
                                             for word in ("page_size", "page_count", "freelist_count"))
                        total += page * (count - free)
        self.mount.mount()
        return total


def embedding(binary):
    simulator = Simulator(binary, places=PLACES, photos=EACH, more=["--image-bytes", "100000-200000"])
    sides = []
    try:
        sides += [Side(binary, simulator, choice) for choice in ("credit", "none")]
        empty = [side.catalog_bytes() for side in sides]
        # A process's first reads are not what a photo costs.
        for side in sides:
            read_whole(side.files.pop(0))
            side.before = side.mount.cpu_seconds()
        for number, pair in enumerate(zip(*(side.files for side in sides))):
            turns = list(zip(sides, pair))
            for side, path in turns if number % 2 else reversed(turns):
                side.firsts.append(clock(lambda: open_close(path)))
                read_whole(path)
        for side in sides:
            side.firsts_work = (side.mount.cpu_seconds() - side.before) / len(side.files)
            side.before = side.mount.cpu_seconds()
        for _ in range(AGAIN):
            for number, pair in enumerate(zip(*(side.files for side in sides))):
                turns = list(zip(sides, pair))
                for side, path in turns if number % 2 else reversed(turns):
                    side.again.append(clock(lambda: open_close(path)))
        again_work = [(side.mount.cpu_seconds() - side.before) / len(side.again) for side in sides]
        memory = [side.mount.peak_memory() for side in sides]
        full = [side.catalog_bytes() for side in sides]
        count = len(sides[0].files)
        growth = [(after - before) / count for before, after in zip(empty, full)]
    finally:
        for side in sides:
            side.mount.close()
        simulator.close()

    def beside(label, pair, unit="s"):
        return Figure(label, pair[0], unit, pair[1], "none embedded")

    def more(label, pair, goal):
        return Figure(label, pair[0] - pair[1], "s", goal=Value(goal))

    firsts = [statistics.median(side.firsts) for side in sides]
    pairs = list(zip(*(side.firsts for side in sides)))
    yield beside("a photo's first OPEN", firsts)
    yield more("… what the credit adds to it", (statistics.median(ours - theirs for ours, theirs in pairs), 0), 50e-6)
    yield beside("processor time for a photo's first OPEN and reading it", [side.firsts_work for side in sides])
    again = [statistics.median(side.again) for side in sides]
    yield beside("a later OPEN", again)
    yield more("… what the credit adds to that", again, 0.5e-6)
    yield beside("processor time for a later OPEN", again_work)
    yield beside("catalog, for each photo opened", growth, "bytes")
    yield Figure("… what the credits add to it", growth[0] - growth[1], "bytes", goal=Value(2048))
    yield beside("peak resident set, 1,000 photos read", memory, "MiB")
