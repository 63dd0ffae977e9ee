"""A folder of 100,000 photos of one's own: how soon it is there, what it takes, and how fast all that is known by then is
searched. No service is asked: these mounts have none."""

import importlib.util
import json
import os
import random
import shutil
import sqlite3
import statistics
import struct
import sys
import tempfile
import time

from figures import Figure, Value
from rig import Mount
from timing import clock, walk

PHOTOS = 100_000
# In one folder of the disk.
EACH = 500
WORDS, BORNE = 4000, 40
SEARCHES = ["word3", "word3999", "word3 word4", "word3, in Paris", "in Rome", "2015", "word9, 2010-2012", "nowhere"]

# A grey picture of one pixel.
PICTURE = bytes.fromhex(
    "ffd8ffdb004300" + "01" * 64 + "ffc0000b080001000101011100ffc40014000100000000000000000000000000000000"
    "ffc40014100100000000000000000000000000000000ffda0008010100003f0047ffd9")


def generator():
    """How the tests make photos with positions."""
    path = os.path.join(os.path.dirname(__file__), "../../Tests/MountTests/Scripts/OwnPhotos/many.py")
    spec = importlib.util.spec_from_file_location("many", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def packet(lot):
    """A description whose common words are common: as the square of chance."""
    words = " ".join(f"word{int(lot.random() ** 2 * WORDS)}" for _ in range(BORNE))
    xml = ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
           '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>'
           f'<rdf:li xml:lang="x-default">{words}</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>')
    body = b"http://ns.adobe.com/xap/1.0/\0" + xml.encode()
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


def fill(folder):
    many, lot = generator(), random.Random(1)
    for number in range(PHOTOS):
        below = os.path.join(folder, f"{number // EACH:03}")
        if number % EACH == 0:
            os.makedirs(below)
        if number % 10:
            latitude, longitude = many.CITIES[number % len(many.CITIES)]
            latitude, longitude = latitude + lot.gauss(0, 0.05), longitude + lot.gauss(0, 0.05)
        else:
            latitude, longitude = lot.uniform(-55, 70), lot.uniform(-179, 179)
        with open(os.path.join(below, f"IMG_{number:06}.jpg"), "wb") as file:
            file.write(PICTURE[:2] + many.exif(latitude, longitude, number) + packet(lot) + PICTURE[2:]
                       + struct.pack("<I", number))
        # As over twenty years.
        os.utime(os.path.join(below, f"IMG_{number:06}.jpg"), (1_700_000_000, 1_000_000_000 + number * 6_000))


class OwnMount(Mount):
    def __init__(self, binary, folder):
        super().__init__(binary, None, source="folder")
        self.folder = folder

    def words(self):
        return ["--source", "folder", "--from", self.folder]

    def state(self):
        with open(os.path.join(self.path, ".placesfs/status")) as status:
            return status.read()

    def counts(self):
        with open(os.path.join(self.path, ".placesfs/status.json")) as status:
            return json.load(status)

    def catalog(self):
        for folder, _, names in os.walk(self.home):
            if "catalog.sqlite" in names:
                return os.path.join(folder, "catalog.sqlite")


def index_bytes(path):
    """What the index of words takes, of a copy of the catalog: the pages that are free without it."""
    copy = path + ".copy"
    shutil.copyfile(path, copy)
    with sqlite3.connect(copy, isolation_level=None) as catalog:
        def pragma(word):
            return catalog.execute(f"PRAGMA {word}").fetchone()[0]
        before = pragma("freelist_count")
        catalog.execute("DROP TABLE photoText")
        catalog.execute("DROP TABLE textDocument")
        size = (pragma("freelist_count") - before) * pragma("page_size")
    os.remove(copy)
    return size


def wait_for_index(path):
    """Until the words of all photos that were listed are indexed, which a mount does at its start, behind everything else."""
    deadline = time.monotonic() + 600
    while True:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as catalog:
            due = catalog.execute("SELECT COUNT(*) FROM textDue").fetchone()[0]
        if due == 0:
            return
        if time.monotonic() > deadline:
            raise TimeoutError(f"{due} photos are not indexed")
        time.sleep(0.5)


def search(mount, query):
    """Seconds from mkdir of a folder that is a query to its list."""
    path = os.path.join(mount.path, "search", f"known, {query}, 50 photos")

    def once():
        os.mkdir(path)
        return len(os.listdir(path))

    found = []
    seconds = clock(lambda: found.append(once()))
    os.rmdir(path)
    return seconds


def own(binary):
    home = tempfile.mkdtemp(prefix="placesfs-bench-own-")
    try:
        fill(home)
        mount = OwnMount(binary, home)
        try:
            began = time.monotonic()
            start = clock(lambda: (mount.mount(), os.listdir(os.path.join(mount.path, "places"))))
            while "watched for changes" not in mount.state():
                time.sleep(0.2)
                if time.monotonic() - began > 1200:
                    raise TimeoutError(f"the scan does not end: {mount.state()}")
            scan, scanned = time.monotonic() - began, mount.peak_memory()
            seen = []
            walked = clock(lambda: seen.append(walk(os.path.join(mount.path, "places"))))
            listed = mount.peak_memory()
            # What was listed is indexed by the next mount, or the next day.
            mount.unmount()
            mount.mount()
            indexed = clock(lambda: wait_for_index(mount.catalog()))
            times = {query: statistics.median(search(mount, query) for _ in range(5)) for query in SEARCHES}
            catalog = mount.catalog()
            mount.unmount()
            size = index_bytes(catalog) / PHOTOS
            again = clock(lambda: (mount.mount(), os.listdir(os.path.join(mount.path, "places"))))
        finally:
            mount.close()
    finally:
        shutil.rmtree(home, ignore_errors=True)
    photos = f"{PHOTOS:,} own photos"
    yield Figure(f"first ls of places, {photos}", start, "s", goal=Value(1))
    yield Figure(f"scan of {photos}", scan, "s", goal=Value(600))
    yield Figure(f"peak resident set, scan of {photos}", scanned, "MiB", goal=Value(100))
    yield Figure(f"walk and stat of {photos}, first time", walked, "s")
    yield Figure("peak resident set, the same", listed, "MiB")
    yield Figure(f"start to ls of places, {photos} known", again, "s", goal=Value(1))
    yield Figure("until the words of all are indexed", indexed, "s")
    slowest = max(times, key=times.get)
    print(f"the slowest search: {slowest}; all: {times}", file=sys.stderr)
    yield Figure(f"mkdir and ls of a search among {PHOTOS:,}, the slowest of eight", times[slowest], "s", goal=Value(0.02))
    yield Figure("index of words, for each photo", size, "bytes", goal=Value(350))
