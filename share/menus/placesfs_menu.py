"""What the menus of Nautilus, Caja and Thunar show for files in a mount of placesfs.

Each of them has a module of its own beside this one, in the file manager's words. No path is touched here: a menu is made
while its user waits, and a mount may be slow.
"""

import os
import re
import subprocess
from urllib.parse import unquote, urlsplit

# Below one prefix: a session's PATH need not have the program.
BESIDE = os.path.normpath(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../bin/placesfs"))
PROGRAM = BESIDE if os.access(BESIDE, os.X_OK) else "placesfs"
LABELS = {
    "keep": "Keep offline",
    "album": "Add to album…",
    "new-collection": "New collection",
    "credit": "Copy credit",
}


# What says in the name of a search that its photos are drawn by lot, in small letters.
BY_LOT = {
    "random", "at random", "randomly", "random order", "random photos", "zufällig", "zufällige", "zufall", "au hasard",
    "aléatoire", "aléatoires", "al azar", "aleatorio", "ランダム", "随机", "隨機",
}


def is_drawn(search):
    parts = (part.strip().lower() for part in re.split("[,;]", search))
    return any(re.sub("^[0-9]+ ", "", part) in BY_LOT for part in parts)


def mountpoints(table="/proc/self/mounts"):
    """The folders where placesfs is mounted."""
    found = []
    with open(table, "rb") as lines:
        for line in lines:
            fields = line.split(b" ")
            if len(fields) > 2 and fields[2] == b"fuse.placesfs":
                # Blanks and the like are written as \\040.
                parts = fields[1].split(b"\\")
                path = parts[0] + b"".join(bytes([int(part[:3], 8)]) + part[3:] for part in parts[1:])
                found.append(os.fsdecode(path))
    return found


def path_of(address):
    parts = urlsplit(address)
    return unquote(parts.path, errors="surrogateescape") if parts.scheme == "file" else None


def inside(path, mounts):
    """The names below the mountpoint; None outside of all mounts."""
    for mount in mounts:
        if path.startswith(mount.rstrip("/") + "/"):
            return path[len(mount.rstrip("/")) + 1 :].rstrip("/").split("/")
    return None


def deeds(files, mounts):
    """What can be done with files, each a pair of its address and whether it is a folder, in the order of the menu."""
    paths = [(path_of(address), is_folder) for address, is_folder in files]
    if not paths or any(path is None for path, _ in paths):
        return []
    places = [(inside(path, mounts), is_folder) for path, is_folder in paths]
    if any(place is None for place, _ in places):
        return []

    def all_are(check):
        return all(check(place, is_folder) for place, is_folder in places)

    def is_list(place, is_folder):
        roots = {"places": 3, "tags": 3, "pins": 2, "search": 2, "albums": 2, "recents": 1}
        return is_folder and roots.get(place[0]) == len(place)

    def is_photo(place, is_folder):
        written = (".html", ".geojson", ".txt", ".csv", ".xmp")
        return not is_folder and len(place) > 1 and not place[-1].lower().endswith(written)

    def has_collections(root, name):
        return root == "pins" or root == "search" and is_drawn(name)

    found = []
    roots = {"places": (2, 3), "tags": (2, 3), "pins": (2,), "search": (2,)}
    if all_are(lambda place, is_folder: is_folder and len(place) in roots.get(place[0], ())):
        found.append("keep")
    if all_are(lambda place, is_folder: place[0] != "albums" and (is_list(place, is_folder) or is_photo(place, is_folder))):
        found.append("album")
    if all_are(lambda place, is_folder: is_folder and len(place) == 2 and has_collections(*place)):
        found.append("new-collection")
    if all_are(is_photo):
        found.append("credit")
    return found


def run(deed, files):
    subprocess.Popen(
        [PROGRAM, "menu", deed, "--", *(address for address, _ in files)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def items(files, make_item):
    """One for each deed. `make_item` makes what the file manager shows, from a name, a label and what to call."""
    return [
        make_item("Places::" + deed, LABELS[deed], lambda *_, deed=deed: run(deed, files))
        for deed in deeds(files, mountpoints())
    ]
