"""What is kept offline, and what is put into albums by hand. Two mounts of one library list the same 10,000 photos; one keeps
them. What that adds to a start and to an ls is measured in turns. An album of 500 photos is filled by each gesture of a hand,
and folders of thousands are packed one after the other: the second must not take longer than the first."""

import json
import os
import statistics
import subprocess
import time
import urllib.parse
import urllib.request

from figures import Figure, Ratio, Value
from pins import ls, photo
from rig import Mount, Simulator
from timing import clock

# Each in a search of its own; no search has more than 4,000 photos.
SEARCHES = [4000, 4000, 2000]
ALBUM = 500
STARTS = 15


def stock(simulator):
    changes = []
    for search, count in enumerate(SEARCHES):
        for number in range(count):
            position = {"latitude": 10.0 + search * 5, "longitude": 10.0}
            change = photo(len(changes), f"Search {search} view {number}", ["Bench"], position)
            change["add"]["renditions"] = [{"suffix": "n", "width": 32, "height": 24}, {"suffix": "b", "width": 64, "height": 48}]
            changes.append(change)
    address = urllib.parse.urljoin(simulator.api, "/__library")
    for first in range(0, len(changes), 500):
        body = json.dumps(changes[first:first + 500]).encode()
        urllib.request.urlopen(urllib.request.Request(address, body, method="POST"), timeout=60).close()


def awaited(path, attribute, wanted, seconds=600):
    deadline = time.monotonic() + seconds
    told = None
    while time.monotonic() < deadline:
        try:
            told = os.getxattr(path, attribute).decode()
        except OSError as error:
            told = str(error)
        if told == wanted:
            return
        time.sleep(0.05)
    raise TimeoutError(f"{attribute} of {path} is {told}, and not {wanted}")


class Side:
    """One of the two mounts."""

    def __init__(self, binary, simulator):
        self.mount = Mount(binary, simulator, "--connections", "32").mount()
        root = os.path.join(self.mount.path, "search")
        self.folders = [os.path.join(root, f"near {10 + search * 5},10, {count} photos")
                        for search, count in enumerate(SEARCHES)]
        for folder, count in zip(self.folders, SEARCHES):
            os.mkdir(folder)
            awaited(folder, "user.places.count", str(count))
        self.starts, self.lists = [], []

    def keep(self):
        for folder, count in zip(self.folders, SEARCHES):
            os.setxattr(folder, "user.places.keep", b"yes")
            awaited(folder, "user.places.kept", f"{count} of {count}")

    def begin(self):
        """Seconds from the command to a first ls, and of one of a large folder right after."""
        self.mount.unmount()
        self.starts.append(clock(lambda: (self.mount.mount(), os.listdir(self.mount.path))))
        self.lists.append(ls(self.folders[2]))


def pack(folder):
    return clock(lambda: subprocess.run(["sh", "-c", 'tar -cf - "$1" | cat > /dev/null', "sh", folder], check=True,
                                        stderr=subprocess.DEVNULL, timeout=600))


def gestures(side):
    """Medians of what puts one photo into an album of hundreds, by the system call."""
    folder, album = side.folders[0], os.path.join(side.mount.path, "albums", "Five hundred")
    os.mkdir(album)
    names = sorted(name for name in os.listdir(folder) if name.endswith(".jpg"))[:ALBUM]
    kinds = {"link": os.link, "symlink": os.symlink, "rename": os.rename}
    seconds = {kind: [] for kind in kinds}
    for number, name in enumerate(names):
        kind = list(kinds)[number % len(kinds)]
        pair = os.path.join(folder, name), os.path.join(album, name)
        seconds[kind].append(clock(lambda: kinds[kind](*pair)))
    time.sleep(3)
    side.mount.unmount()
    side.mount.mount()
    os.listdir(side.mount.path)
    first = clock(lambda: os.listdir(album))
    return {kind: statistics.median(each) for kind, each in seconds.items()}, first, min(
        clock(lambda: os.listdir(album)) for _ in range(5))


def kept(binary):
    simulator = Simulator(binary, places=0, more=["--no-top-places", "--image-bytes", "1500-2500"])
    sides = []
    try:
        stock(simulator)
        sides += [Side(binary, simulator) for _ in range(2)]
        packed = [pack(sides[0].folders[index]) for index in (0, 1, 0)]
        # What is known of photos that were read is loaded with their list.
        pack(sides[0].folders[2])
        sides[1].keep()
        for _ in range(STARTS):
            for side in sides:
                side.begin()
        dropped, first, again = gestures(sides[1])
    finally:
        for side in sides:
            side.mount.close()
        simulator.close()
    photos = sum(SEARCHES)
    plain, keeping = sides
    yield Figure(f"a second tar of {SEARCHES[0]:,} photos", packed[1], "s", packed[0], "the first", Ratio(1.25))
    yield Figure("a tar of the first once more, evicted meanwhile", packed[2], "s", packed[0], "the first", Ratio(1.25))
    yield Figure(f"mount start to first ls, what {photos:,} kept photos add",
                 statistics.median(keeping.starts) - statistics.median(plain.starts), "s", goal=Value(0.002))
    yield Figure(f"ls of {SEARCHES[2]:,} photos right after, what it adds",
                 statistics.median(keeping.lists) - statistics.median(plain.lists), "s", goal=Value(0.002))
    for kind, seconds in dropped.items():
        yield Figure(f"a {kind} into an album of {ALBUM}", seconds, "s", goal=Value(0.005))
    yield Figure(f"first list of an album of {ALBUM}", first, "s", goal=Value(0.010))
    yield Figure("the same, again", again, "s", goal=Value(0.010))
