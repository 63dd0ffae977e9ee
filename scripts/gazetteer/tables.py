"""The tables of places, regions, countries and areas."""

import sys

import areas
from files import RESOURCES, store
from names import AREA, COUNTRY
from spelling import key
from wanted import written_names

def write(places, listed, countries, other_names, regions):
    """Answers where each place's line begins in the full table, and the countries' codes in their order."""
    used = {place["region"] for place in places.values()}
    inhabited = {place["country"] for place in places.values()}
    full = [(name, place) for place in places.values() for name in [place["name"]] + place["names"]]
    full.sort(key=lambda pair: (key(pair[0]), -pair[1]["population"], pair[1]["id"]))
    code = {name: name[3:] for name in regions}
    records = [f"{record(name, place, code.get(place['region'], ''))}\t{place['population']}" for name, place in full]
    begin, lines_of = len(store("full", records)), {}
    for line, (name, place) in zip(records, full):
        if name == place["name"]:
            lines_of[place["id"]] = begin
        begin += len(line.encode()) + 1
    order = sorted(listed, key=lambda place: (key(countries[place["country"]][0]), key(place["name"])))
    store("listed", [record(place["name"], place, regions.get(place["region"], "")) for place in order])
    store("listed-names", [
        f"{place['id']}\t{'|'.join(names)}" for place in sorted(listed, key=lambda place: place["id"])
        if (names := written_names(place))])
    store("regions", [f"{code}\t{name}" for code, name in sorted(regions.items()) if code in used])
    codes = sorted(inhabited)
    store("countries", ["\t".join([code, countries[code][0]] + other_names.get(code, [])) for code in codes])
    return lines_of, codes


def write_areas(known, outlines):
    """Answers each area with the place of its line."""
    records = [areas.record(area) for area in known]
    begin, found = len(store("areas", records, areas.SOURCE)), []
    for area, line in zip(known, records):
        found.append((area, begin))
        begin += len(line.encode()) + 1
    if begin >= COUNTRY - AREA:
        sys.exit("the table of areas is too long for its numbers")
    (RESOURCES / "gazetteer-outlines.bin").write_bytes(outlines)
    print(f"gazetteer-outlines.bin: {len(outlines)} bytes")
    return found


def record(name, place, region):
    degrees = [round(place[axis] * 10000) for axis in ("latitude", "longitude")]
    return "\t".join(map(str, [name, place["country"], region] + degrees + [place["id"]]))
