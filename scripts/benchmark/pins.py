"""Pins, collections and topics: all that a busy user has, against a tenth of it. What tells of one thing must stay as it is,
what tells of all may grow tenfold; the bounds leave a fifth and a half for noise. Ratios are of the whole to the tenth."""

import json
import os
import statistics
import subprocess
import time
import urllib.parse
import urllib.request

from figures import Figure, Ratio
from rig import Mount, Simulator
from timing import clock, rate, walk

PINS, COLLECTION = 1000, 10
TOPICS, TOPIC = 50, 200
# Tags of a topic's photos beside the topic's own, and how many each photo bears.
OTHER_TAGS, BORNE = 20, 4

LINEAR, FLAT = 12.0, 1.5


def point(pin):
    """Far enough from each other that no photo is near two."""
    return -60 + pin % 40 * 3, -170 + pin // 40 * 13


def name(pin):
    latitude, longitude = point(pin)
    return f"{latitude}.0,{longitude}.0 Pin {pin}"


def photo(number, title, tags, position=None):
    return {"add": {
        "id": str(60_000_000_000 + number), "title": title, "tags": tags, "position": position, "secret": "0123456789",
        "server": "65535", "farm": 66, "owner": "12345678@N00", "ownerName": "Bench", "realName": "",
        "description": "", "license": "4", "uploaded": 1_600_000_000 + number, "updated": 1_600_000_000 + number,
        "taken": "2020-09-13 12:26:40", "takenGranularity": 0, "takenUnknown": False, "accuracy": 16, "views": 1,
        "media": "photo", "version": 0, "renditions": [{"suffix": "b", "width": 1024, "height": 683}]}}


def stock(simulator):
    """Every pin's and topic's photos, from the start: a search costs the simulator the same however few are asked for."""
    changes = []
    for pin in range(PINS):
        latitude, longitude = point(pin)
        for number in range(COLLECTION):
            position = {"latitude": latitude + number / 1000, "longitude": longitude + number / 1000}
            changes.append(photo(len(changes), f"Pin {pin} view {number}", ["Bench"], position))
    for topic in range(TOPICS):
        for number in range(TOPIC):
            tags = [f"topic{topic}"] + [f"tag {(number * step + step) % OTHER_TAGS}" for step in range(1, BORNE + 1)]
            changes.append(photo(len(changes), f"Topic {topic} view {number}", tags))
    address = urllib.parse.urljoin(simulator.api, "/__library")
    for first in range(0, len(changes), 500):
        body = json.dumps(changes[first:first + 500]).encode()
        urllib.request.urlopen(urllib.request.Request(address, body, method="POST"), timeout=60).close()


def settle(mount, seconds=120):
    """Waits until no pin waits for photos."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with open(os.path.join(mount.path, ".placesfs/status.json")) as status:
            if json.load(status)["pinsAwaiting"] == 0:
                return
        time.sleep(0.02)
    raise TimeoutError("collections are still awaited")


def ls(*arguments):
    return clock(lambda: subprocess.run(["ls", *arguments], stdout=subprocess.DEVNULL, check=True, timeout=300))


def remounted(mount):
    mount.unmount()
    mount.mount()


def start(mount, times=5):
    """Seconds from the command to a first ls, of a mount that is there."""
    def once():
        mount.unmount()
        return clock(lambda: (mount.mount(), os.listdir(mount.path)))
    return statistics.median(once() for _ in range(times))


def grow(mount, pins, topics):
    """Drops pins and opens topics; seconds for each of one, with what it lists."""
    root = os.path.join(mount.path, "pins")
    dropped = clock(lambda: [os.mkdir(os.path.join(root, name(pin))) for pin in pins])
    filled = dropped + clock(lambda: settle(mount))
    for topic in topics:
        os.mkdir(os.path.join(mount.path, "tags", f"topic{topic}"))
    listed = clock(lambda: [os.listdir(os.path.join(mount.path, "tags", f"topic{topic}")) for topic in topics])
    return {"pin": dropped / len(pins), "collection": filled / len(pins), "topic": listed / len(topics)}


def single(mount, pins):
    """Medians of what is done to one thing."""
    root = os.path.join(mount.path, "pins")

    def each(work, paths):
        return statistics.median([clock(lambda: work(path)) for path in paths])

    def first_photo(collection):
        return os.path.join(collection, next(name for name in os.listdir(collection) if name.endswith(".jpg")))

    found = {"rm": each(os.remove, [first_photo(os.path.join(root, name(pin))) for pin in pins[-20:]])}
    others = [os.path.join(root, f"{70 + number / 2},10.0") for number in range(20)]

    def drop(path):
        os.mkdir(path)

    found["mkdir"] = each(drop, others)
    settle(mount)
    found["rmdir"] = each(os.rmdir, others)
    return found


def measure(mount, pins):
    """Everything at one size, by label."""
    root, tags = os.path.join(mount.path, "pins"), os.path.join(mount.path, "tags")
    paths = [os.path.join(root, name(pin)) for pin in pins[:100]]
    found = {}
    for label, arguments in {"ls": [], "ls -l": ["-l"], "ls -lR": ["-lR"]}.items():
        remounted(mount)
        found[label, "cold"] = ls(*arguments, root)
        found[label, "warm"] = min(ls(*arguments, root) for _ in range(5))
    remounted(mount)
    os.lstat(root)
    found["stat", "cold"] = statistics.median([clock(lambda: os.lstat(path)) for path in paths])
    found["stat", "warm"] = 1 / rate(lambda: [os.lstat(path) for path in paths], 0.2) / len(paths)
    remounted(mount)
    found["tags", "cold"] = clock(lambda: walk(tags))
    found["tags", "warm"] = min(clock(lambda: walk(tags)) for _ in range(2))
    # With all of it known to the kernel, and so to the daemon.
    ls("-lR", root)
    found.update(single(mount, pins))
    found["memory"] = mount.peak_memory()
    found["start"] = start(mount)
    return found


def collections(binary):
    simulator = Simulator(binary, places=0, more=["--no-top-places"])
    try:
        stock(simulator)
        with Mount(binary, simulator) as mount:
            empty = start(mount)
            few, all_of = range(PINS // 10), range(PINS)
            less_grown = grow(mount, few, range(TOPICS // 10))
            less = measure(mount, few)
            more_grown = grow(mount, all_of[len(few):], range(TOPICS // 10, TOPICS))
            more = measure(mount, all_of)
    finally:
        simulator.close()

    def row(label, ours, limit, bound, unit="s", against="a tenth"):
        return Figure(label, ours, unit, limit, against, Ratio(bound))

    pins = f"{PINS:,} pins"
    yield row(f"mount start to first ls, {pins}", more["start"], empty, FLAT, against="empty")
    for temperature in ("cold", "warm"):
        for command in ("ls", "ls -l", "ls -lR"):
            yield row(f"{command} of {pins}, {temperature}", more[command, temperature], less[command, temperature], LINEAR)
        yield row(f"walk of {TOPICS} topics, {temperature}", more["tags", temperature], less["tags", temperature], LINEAR)
        yield row(f"stat of one of {pins}, {temperature}", more["stat", temperature], less["stat", temperature], FLAT)
    yield row(f"mkdir of one more than {pins}", more["mkdir"], less["mkdir"], FLAT)
    yield row(f"rmdir of one of {pins}", more["rmdir"], less["rmdir"], FLAT)
    yield row(f"rm of one of {PINS * COLLECTION:,} photos", more["rm"], less["rm"], FLAT)
    yield row("mkdir of many pins, each", more_grown["pin"], less_grown["pin"], FLAT)
    yield row("… with its collection, each", more_grown["collection"], less_grown["collection"], FLAT)
    yield row("a topic's first listing", more_grown["topic"], less_grown["topic"], FLAT)
    yield row(f"peak resident set, {pins}", more["memory"], less["memory"], LINEAR, "MiB")
