"""The first minute without a key: what each step asks of Wikimedia Commons, and how often one question waits for another.

A wiki makes the page of each file before it tells what is written there, half a second for one that nobody saw of late; the
simulator takes a tenth of that. Why these are the fewest: a search tells numbers of files and nothing of them, so what is
told of them is a second question that needs the first one's answer; the API takes 50 numbers at a time. A listing that
somebody waits for asks about 25 each in two questions at once: one more question, and half of the wait."""

import json
import os
import urllib.parse
import urllib.request

from figures import Figure, Value
from rig import Mount, Simulator
from timing import clock

PAGE_MS = 50
PHOTOS, LATITUDE, LONGITUDE = 60, 42.3584, -71.0598
TOWN = "places/United States/Boston"


def control(simulator, path, method, body):
    address = urllib.parse.urljoin(simulator.api, path)
    request = urllib.request.Request(address, json.dumps(body).encode(), method=method)
    urllib.request.urlopen(request, timeout=60).close()


def photo(number, latitude, tags):
    return {"add": {
        "id": str(61_000_000_000 + number), "title": f"View {number}", "tags": tags, "secret": "0123456789",
        "position": {"latitude": latitude + number % 7 / 1000, "longitude": LONGITUDE}, "server": "65535", "farm": 66,
        "owner": "12345678@N00", "ownerName": "Bench", "realName": "", "description": "", "license": "4",
        "uploaded": 1_600_000_000 + number, "updated": 1_600_000_000 + number, "taken": "2020-09-13 12:26:40",
        "takenGranularity": 0, "takenUnknown": False, "accuracy": 16, "views": 1, "media": "photo", "version": 0,
        "renditions": [{"suffix": "b", "width": 1024, "height": 683}]}}


def chain(entries):
    """How many of the requests came one after the other: the most of which each began when another had ended."""
    longest = {}
    for entry in sorted(entries, key=lambda entry: entry["started"]):
        before = [length for ended, length in longest.items() if ended <= entry["started"]]
        ended = entry.get("ended", float("inf"))
        longest[ended] = max(longest.get(ended, 0), 1 + max(before, default=0))
    return max(longest.values(), default=0)


def first_minute(binary):
    simulator = Simulator(binary, places=0, photos=0)
    control(simulator, "/__library", "POST", [photo(n, LATITUDE, []) for n in range(PHOTOS)]
            + [photo(1_000 + n, 10, []) for n in range(PHOTOS)] + [photo(2_000 + n, -40, ["Towers"]) for n in range(PHOTOS)])
    control(simulator, "/__behaviour", "PUT", {"parsingInMilliseconds": PAGE_MS, "originalsBeforeRefusal": 0})
    mount = Mount(binary, simulator, "--contact", "bench@example.org", source="commons")
    rows = []

    def step(label, action, most, waves):
        control(simulator, "/__ledger/reset", "POST", {})
        seconds = clock(action)
        entries = simulator.ledger()["entries"]
        rows.append(Figure(label, seconds, "s"))
        rows.append(Figure(f"{label}: requests", len(entries), "requests", goal=Value(most)))
        rows.append(Figure(f"{label}: one after another", chain(entries), "requests", goal=Value(waves)))

    def read(name):
        with open(os.path.join(mount.path, TOWN, name), "rb") as file:
            file.read()

    def made(folder):
        os.mkdir(os.path.join(mount.path, folder))
        os.listdir(os.path.join(mount.path, folder))

    try:
        step("Commons: mount", mount.mount, 0, 0)
        step("Commons: ls places", lambda: os.listdir(os.path.join(mount.path, "places")), 0, 0)
        step("Commons: first ls of a place", lambda: os.listdir(os.path.join(mount.path, TOWN)), 3, 2)
        step("Commons: open a photo", lambda: read(f"View {PHOTOS - 1}.jpg"), 1, 1)
        step("Commons: open it again", lambda: read(f"View {PHOTOS - 1}.jpg"), 0, 0)
        step("Commons: ls again", lambda: os.listdir(os.path.join(mount.path, TOWN)), 0, 0)
        step("Commons: mkdir and ls of a pin", lambda: made(f"pins/10,{LONGITUDE}"), 3, 2)
        step("Commons: mkdir and ls of a topic", lambda: made("tags/towers"), 5, 4)
    finally:
        mount.close()
        simulator.close()
    return rows
