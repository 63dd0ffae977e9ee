"""What is kept offline and put into albums by hand must cost whoever does something else nothing: a start and an ls of a mount
with 10,000 kept photos, beside the same mount that keeps none. And an album of 500 photos."""

import json
import os
import statistics
import subprocess
import time
import urllib.parse
import urllib.request

from figures import Figure, Value
from pins import ls, photo, start
from rig import Mount, Simulator
from timing import clock

# Each in a search of its own; no search has more than 4,000 photos.
SEARCHES = [4000, 4000, 2000]
ALBUM = 500


def stock(simulator):
    changes = []
    for search, count in enumerate(SEARCHES):
        for number in range(count):
            position = {"latitude": 10.0 + search * 5, "longitude": 10.0}
            change = photo(len(changes), f"Search {search} view {number}", ["Bench"], position)
            change["add"]["renditions"] = [{"suffix": "b", "width": 64, "height": 48}]
            changes.append(change)
    address = urllib.parse.urljoin(simulator.api, "/__library")
    for first in range(0, len(changes), 500):
        body = json.dumps(changes[first:first + 500]).encode()
        urllib.request.urlopen(urllib.request.Request(address, body, method="POST"), timeout=60).close()


def awaited(what, path, attribute, is_there, seconds=900):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if is_there(os.getxattr(path, attribute).decode()):
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise TimeoutError(f"{what} never came")


def both(mount, folders):
    """Seconds of a start, and of ls of the root and of the folders, the kernel knowing nothing of them."""
    listed = []
    for _ in range(5):
        mount.unmount()
        mount.mount()
        listed.append(ls(mount.path, *folders))
    return start(mount, 9), statistics.median(listed)


def kept(binary):
    simulator = Simulator(binary, places=0, more=["--no-top-places"])
    try:
        stock(simulator)
        with Mount(binary, simulator) as mount:
            root = os.path.join(mount.path, "search")
            folders = [os.path.join(root, f"near {10 + search * 5},10, {count} photos") for search, count in enumerate(SEARCHES)]
            for folder in folders:
                os.mkdir(folder)
            for folder, count in zip(folders, SEARCHES):
                awaited(folder, folder, "user.places.count", lambda told: told == str(count))
            before = both(mount, folders)
            for folder in folders:
                os.setxattr(folder, "user.places.keep", b"yes")
            for folder, count in zip(folders, SEARCHES):
                awaited(f"what is kept of {folder}", folder, "user.places.kept", lambda told: told == f"{count} of {count}")
            after = both(mount, folders)
            album = os.path.join(mount.path, "albums", "Five hundred")
            os.mkdir(album)
            names = sorted(name for name in os.listdir(folders[0]) if name.endswith(".jpg"))[:ALBUM]
            linked = statistics.median(
                clock(lambda: os.link(os.path.join(folders[0], name), os.path.join(album, name))) for name in names)
            time.sleep(3)
            mount.unmount()
            mount.mount()
            os.listdir(mount.path)
            first = clock(lambda: os.listdir(album))
            again = min(clock(lambda: os.listdir(album)) for _ in range(5))
    finally:
        simulator.close()
    photos = sum(SEARCHES)
    yield Figure(f"mount start to first ls, what {photos:,} kept photos add", max(0, after[0] - before[0]), "s", goal=Value(0.002))
    yield Figure(f"ls of {photos:,} photos, what it adds that they are kept", max(0, after[1] - before[1]), "s", goal=Value(0.002))
    yield Figure(f"a link into an album of {ALBUM}", linked, "s", goal=Value(0.005))
    yield Figure(f"first list of an album of {ALBUM}", first, "s", goal=Value(0.010))
    yield Figure("the same, again", again, "s", goal=Value(0.010))
