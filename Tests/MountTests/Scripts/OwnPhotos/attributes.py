"""Prints a line for each photo below the folders named: its digest, and what is said of it. Lines are sorted."""
import hashlib
import os
import sys

NAMES = [
    "dublincore.title", "dublincore.creator", "dublincore.date", "places.license", "places.license_url", "places.credit",
    "xdg.tags", "xdg.comment", "xdg.referrer.url", "geo.latitude", "geo.longitude",
]


def value(path, name):
    try:
        text = os.getxattr(path, "user." + name).decode()
    except OSError:
        return ""
    # What is in files keeps no line ends.
    return f"{float(text):.4f}" if name.startswith("geo.") else " ".join(text.split())


def photos(folder):
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            yield from photos(entry.path)
        elif entry.name.endswith((".jpg", ".png")):
            yield entry.path


lines = []
for path in (path for folder in sys.argv[1:] for path in photos(folder)):
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    lines.append(" | ".join([digest[:12]] + [value(path, name) for name in NAMES]))
print("\n".join(sorted(lines)))
