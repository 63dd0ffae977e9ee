"""How long the gazetteer takes for one name, of each kind: a look at a name in a country asks it alone, and one at a name in
.placesfs/ asks nobody."""

import os
import random
import statistics
import time

from figures import Figure, Value
from rig import Mount

# What product and issue ask for: 0.2 ms.
BOUND = Value(0.0002)
EACH = 200
RESOURCES = os.path.join(os.path.dirname(__file__), "../../Sources/Gazetteer/Resources")
COUNTRIES = {"FR": "France", "US": "United States", "JP": "Japan", "DE": "Germany"}


class SampleMount(Mount):
    def __init__(self, binary):
        super().__init__(binary, None, source="sample")

    def words(self):
        return ["--source", "sample"]


def table(kind):
    with open(os.path.join(RESOURCES, f"gazetteer-{kind}.tsv"), encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]


def misspelt(name, lot):
    """With two letters exchanged in its middle."""
    place = lot.randrange(1, len(name) - 2)
    return name[:place] + name[place + 1] + name[place] + name[place + 2:]


def names(lot):
    """Kind -> (country, name) of places that are not listed."""
    listed = {row[0] for row in table("listed")}
    full = [row for row in table("full") if row[1] in COUNTRIES and len(row[0]) > 4 and row[0] not in listed and "/" not in row[0]]
    cities = [(row[1], row[0]) for row in full if not row[5].startswith("~")]
    sights = [(row[1], row[0]) for row in full if row[5].startswith("~")]
    regions = [(row[2], row[1]) for row in table("areas") if row[2] in COUNTRIES and row[4] != "country"]
    found = {"a city": cities, "a sight": sights, "a region": regions,
             "a misspelt city": [(country, misspelt(name, lot)) for country, name in cities],
             "an unknown name": [(country, "".join(lot.choice("abcdefghijklmnop rst") for _ in range(14)).strip())
                                 for country, _ in cities[:EACH * 2]]}
    found["a city and a country"] = [(country, f"{name}, {COUNTRIES[country]}") for country, name in cities]
    return {kind: lot.sample(rows, min(EACH, len(rows))) for kind, rows in found.items()}


def seconds(work):
    begun = time.perf_counter()
    try:
        work()
    except OSError:
        pass
    return time.perf_counter() - begun


def looked_up(mount, lot):
    """Medians, beyond what a name costs that nobody looks up."""
    def look(*parts):
        return seconds(lambda: os.lstat(os.path.join(mount.path, *parts)))

    kinds = names(lot)
    for country in COUNTRIES.values():
        os.makedirs(os.path.join(mount.path, "places", country), exist_ok=True)
        os.listdir(os.path.join(mount.path, "places", country))
    # In turns, so that a moment in which the machine is busy is everybody's.
    taken, nobody = {kind: [] for kind in kinds}, []
    for number in range(EACH):
        nobody.append(look(".placesfs", f"nobody {number}"))
        for kind, rows in kinds.items():
            if number < len(rows):
                taken[kind].append(look("places", COUNTRIES[rows[number][0]], rows[number][1]))
    least = statistics.median(nobody)
    return {kind: statistics.median(times) - least for kind, times in taken.items()}


def lookups(binary):
    with SampleMount(binary) as mount:
        for kind, value in looked_up(mount, random.Random(1)).items():
            yield Figure(f"a look-up of {kind}", value, "s", goal=BOUND)
