"""How many instructions of its own the daemon takes for six fixed trips, counted by callgrind: other than times, these do
not depend on what else the machine does. Compares them with those kept, or records them. Used by scripts/release/instructions."""

import argparse
import datetime
import os
import re
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time

import origin
from mounts import PlacesFS, mounted
from timing import open_read_close, photos, read_whole

TOLERANCE = 0.10
# How often a trip is made in one count, so that what the daemon does beside is little of it.
LISTINGS, PHOTOS, OPENS, WARM_LISTINGS = 10, 40, 3000, 1000
# So many folders that a walk comes back to each after its listing left memory, and how often it does.
WALKED, WALKS = 40, 3
PLACES = {"X": {"photos": (PHOTOS + 1, 200_000, 200_000)}, "Many": {f"m{n:02}": (50, 2_000, 2_000) for n in range(LISTINGS + 1)},
          "Walked": {f"w{n:02}": (50, 2_000, 2_000) for n in range(WALKED)}}


def countable(program, folder):
    """A stripped copy with what it needs beside it: callgrind gives up on the symbols of the whole one."""
    beside = os.path.dirname(program)
    for name in os.listdir(beside):
        if name.endswith(".resources"):
            os.symlink(os.path.join(beside, name), os.path.join(folder, name))
    copy = os.path.join(folder, "placesfs")
    subprocess.run(["strip", "-o", copy, program], check=True)
    let_write(copy)
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lstat.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", os.path.join(folder, "lstat.so"), source], check=True)
    linked = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    if dispatch := re.search(r"libdispatch\.so => (\S+)", linked):
        let_write(shutil.copy(dispatch.group(1), os.path.join(folder, "libdispatch.so")))


def let_write(path):
    """Maps the whole file writable: valgrind (3.19) writes into the constant that libdispatch gives to sigsuspend."""
    with open(path, "r+b") as file:
        data = bytearray(file.read())
        first, = struct.unpack_from("<Q", data, 32)
        size, count = struct.unpack_from("<HH", data, 54)
        for header in range(first, first + size * count, size):
            kind, flags = struct.unpack_from("<II", data, header)
            if kind == 1:
                struct.pack_into("<I", data, header + 4, flags | 2)
        file.seek(0)
        file.write(data)


class Counted(PlacesFS):
    """A mount in the foreground, under callgrind, which takes fifty times as long."""
    patience = 180

    def command(self):
        words = super().command()
        return ["env", "FLICKR_API_KEY=0123456789abcdef0123456789abcdef", f"LD_LIBRARY_PATH={self.binary}",
                f"LD_PRELOAD={self.binary}/lstat.so", "valgrind",
                "--tool=callgrind", f"--callgrind-out-file={self.home}/count", *words[:2], "--foreground", "--log-level",
                "error", *words[2:]]

    # As the peers: the child is the daemon. It is slow here, and gets more time.
    def mount(self):
        super(PlacesFS, self).mount()

    def ended(self, seconds):
        return super(PlacesFS, self).ended(seconds * 6)

    def watchdog(self, seconds):
        return super(PlacesFS, self).watchdog(seconds)

    def settle(self):
        """Waits until the daemon has nothing to do for a while: what a trip leaves behind is part of it."""
        still, before = 0, None
        while still < 25:
            time.sleep(0.1)
            now = self.cpu_seconds()
            still, before = (still + 1 if now == before else 0), now

    def count(self):
        """Instructions since the last call."""
        self.settle()
        subprocess.run(["callgrind_control", "--dump", str(self.pid)], check=True, capture_output=True, timeout=60)
        newest = max((os.path.join(self.home, name) for name in os.listdir(self.home) if name.startswith("count.")),
                     key=lambda path: int(path.rsplit(".", 1)[1]))
        with open(newest) as file:
            return int(re.search(r"^totals: (\d+)", file.read(), re.MULTILINE).group(1))


def trips(served, folder):
    """Instructions of each trip, once."""
    found = {}
    with mounted(Counted, served.near, folder, 300) as mount:
        found["a start"] = mount.count()
        for country in PLACES:
            os.listdir(mount.path(country))
        first, *others = [mount.path("Many", place) for place in PLACES["Many"]]
        walked = [mount.path("Walked", place) for place in PLACES["Walked"]]
        # The first of each kind prepares statements and the like for all.
        os.listdir(first)
        mount.count()
        for place in others:
            os.listdir(place)
        found["a first listing of 50"] = mount.count() / LISTINGS
        first, *others = photos(mount.path("X", "photos"))
        read_whole(first)
        # Before the other photos: what was opened in the last two seconds is looked through at an open.
        mount.count()
        for _ in range(OPENS):
            open_read_close(first)
        found["a warm open, read 1, close"] = mount.count() / OPENS
        for _ in range(WARM_LISTINGS):
            os.listdir(mount.path("X", "photos"))
        found["a warm listing"] = mount.count() / WARM_LISTINGS
        for path in others:
            read_whole(path)
        found["a cold photo of 200 KB"] = mount.count() / PHOTOS
        # A process that goes through many folders it has never seen is a crawler, and waits.
        for place in walked:
            subprocess.run(["ls", "-f", place], check=True, stdout=subprocess.DEVNULL)
        mount.count()
        for place in walked * WALKS:
            os.listdir(place)
        found["a folder of a warm walk"] = mount.count() / (WALKED * WALKS)
    return found


def kept(path):
    """Trip -> instructions, of the file; and its comments."""
    with open(path) as file:
        lines = file.read().splitlines()
    counts = {line.rsplit(None, 1)[0].strip(): int(line.rsplit(None, 1)[1].replace(",", ""))
              for line in lines if line and not line.startswith("#")}
    return counts, [line for line in lines if line.startswith("#")]


def record(path, counts, versions):
    _, comments = kept(path)
    comments = [line for line in comments if not line.startswith("# Recorded ")]
    lines = [*comments, f"# Recorded {datetime.date.today()}, {versions}", ""]
    lines += [f"{name:<32}{round(count):>16,}" for name, count in counts.items()]
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("figures")
    parser.add_argument("--record", metavar="VERSIONS")
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    origin.PLACES = PLACES
    samples = {}
    with tempfile.TemporaryDirectory(prefix="placesfs-count-") as folder, origin.Origin() as served:
        countable(os.path.realpath(options.program), folder)
        for _ in range(options.times):
            for name, count in trips(served, folder).items():
                samples.setdefault(name, []).append(count)
    counts = {name: statistics.median(found) for name, found in samples.items()}
    if options.record:
        record(options.figures, counts, options.record)
    before, _ = kept(options.figures)
    grown = []
    for name, count in counts.items():
        spread = (max(samples[name]) - min(samples[name])) / count
        change = count / before[name] - 1 if name in before else float("inf")
        print(f"{name:<32}{count:>16,.0f} instructions, {change:+.1%} of those kept; spread {spread:.2%}")
        if change > TOLERANCE:
            grown.append(name)
        elif change < -TOLERANCE:
            print("    fewer by a tenth: record them, so that the gain is kept", file=sys.stderr)
    if grown:
        sys.exit(f"scripts/release/instructions: grown by more than a tenth: {', '.join(grown)}. Where that is worth it, "
                 "--record, and say why in the commit.")


main()
