"""The table of names: every name of every place, country and area."""

import collections
import os
import sys
import unicodedata

from files import RESOURCES, SOURCE, lines
from spelling import folded, search_key
from wanted import is_area_name, is_other_name

NAMES_SOURCE = SOURCE + "; countries and regions: Unicode CLDR (Unicode License V3)"
# A record of the table of names that begins at this number or above is a country, by its place in the table of countries.
COUNTRY = 0xF00000
# And from this number to that one an area, by where its line begins in the table of areas.
AREA = 0xE00000
NAMES_IN_BLOCK = 64
LONGEST_NAME = 120


def write_names(places, lines_of, codes, countries, areas):
    """All names of all places and countries, folded by `search_key` and sorted by their bytes. A name begins with a byte:
    128 where it has several records, plus 8 times how many bytes it has in common with the one before it in its block of
    64, plus the number of its further bytes. Where it has none of these further bytes, both numbers follow as bytes of
    their own. Then come the further bytes, the number of its records where there are several, and the records, three
    bytes each, lowest first: where the place's line begins in the full table. Behind the blocks stand their beginnings,
    their number and the beginning of that index, four bytes each."""
    found = collections.defaultdict(set)
    by_name, areas_by_name = collections.defaultdict(list), collections.defaultdict(list)
    for place in places.values():
        by_name[(place["country"], folded(place["name"]))].append(place)
    for area, line in areas:
        for name in {folded(name) for name in ([area.name, *area.names] if area.id.startswith("~") else [area.name])}:
            areas_by_name[(area.country, name)].append(line)
    for file in ("aliases.txt", "sight-names.txt"):
        for line in lines(file):
            code, rest = line.split(" ", 1)
            name, *others = [name.strip() for name in rest.split("|")]
            # A town may be called like the sight, as White House in Tennessee.
            known, is_sight = by_name[(code, folded(name))], file == "sight-names.txt"
            place = max(known, key=lambda place: (is_sight and not place["id"].isdigit(), place["population"]), default=None)
            records = [lines_of[place["id"]]] if place else []
            # A park or island is an area, too, and its names mean it as its own does.
            is_sight = is_sight or bool(place and not place["id"].isdigit())
            records += [AREA + line for line in areas_by_name[(code, folded(name))] if is_sight]
            if not records:
                sys.exit(f"{file}: {code} has no {name}")
            for other in others:
                found[search_key(other)].update(records)
    largest = collections.Counter()
    for place in places.values():
        for name in [place["name"], *place["names"], *place["others"]]:
            if name == place["name"] or is_other_name(name, place):
                for form in {name, short_form(name)}:
                    found[search_key(form)].add(lines_of[place["id"]])
                    largest[search_key(form)] = max(largest[search_key(form)], place["population"])
    for place, name in cities_of_zones(places):
        # What one language calls Auckland another calls Oakland.
        if largest[search_key(name)] < 100_000:
            found[search_key(name)].add(lines_of[place["id"]])
    for name, code in countries.items():
        found[name].add(COUNTRY + codes.index(code))
    for area, line in areas:
        if area.kind == "country":
            continue
        for name in [area.name, *area.names]:
            if is_area_name(name, area):
                found[search_key(name)].add(AREA + line)
    found.pop("", None)
    names = sorted((name.encode(), sorted(records)) for name, records in found.items())
    names = [(name, records[:255]) for name, records in names if len(name) <= LONGEST_NAME]
    out = bytearray(f"#placesfs gazetteer 1 names: {NAMES_SOURCE}\n".encode())
    beginnings, before = [], b""
    for index, (name, records) in enumerate(names):
        if index % NAMES_IN_BLOCK == 0:
            beginnings.append(len(out))
            before = b""
        shared = len(os.path.commonprefix([name, before]))
        several = len(records) > 1
        further = len(name) - shared
        short = shared < 16 and further < 8
        out += bytes([128 * several + (8 * shared + further if short else 0)]) + bytes([] if short else [shared, further])
        out += name[shared:] + bytes([len(records)] * several)
        for value in records:
            out += value.to_bytes(3, "little")
        before = name
    index = len(out)
    for value in [*beginnings, len(beginnings), index]:
        out += value.to_bytes(4, "little")
    out += b"\n#end\n"
    (RESOURCES / "gazetteer-names.bin").write_bytes(out)
    print(f"gazetteer-names.bin: {len(names)} names, {len(out)} bytes")


def short_form(name):
    """What people say of a Chinese, Japanese or Korean town, without the word for town, district or village."""
    is_long = len(name) > 2 and all("\u3040" <= letter <= "\u9fff" or "\uac00" <= letter <= "\ud7af" for letter in name)
    return name[:-1] if is_long and name[-1] in "市县縣区區镇鎮乡鄉町村郡시군구읍면" else name


def cities_of_zones(places):
    """What languages with other letters than ours call the city that a time zone is named after (CLDR): GeoNames has New
    York in one Chinese script, and Khartoum not in Arabic. Each with its place, the most populous of its country that
    English calls so."""
    import babel
    import babel.core
    import babel.localedata

    countries = babel.core.get_global("zone_territories")
    known = collections.defaultdict(list)
    for place in places.values():
        if place["id"].isdigit():
            for name in {search_key(name) for name in [place["name"], *place["names"]]}:
                known[(place["country"], name)].append(place)
    english = babel.Locale.parse("en").time_zones
    locales = [babel.Locale.parse(name) for name in babel.localedata.locale_identifiers()]
    for zone, country in sorted(countries.items()):
        # Of some, English is the city's name in the zone itself.
        name = english.get(zone, {}).get("city") or zone.rsplit("/", 1)[-1].replace("_", " ")
        candidates = known[(country, search_key(name))]
        if not candidates:
            continue
        place = max(candidates, key=lambda place: (place["population"], place["id"]))
        for other in sorted({locale.time_zones.get(zone, {}).get("city") or "" for locale in locales}):
            # GeoNames has the Latin ones, and what small languages make of a name is that of another city: "Cuba" is Juba.
            if search_key(other) and not set(other) & set(",(") and not unicodedata.name(other[0], "LATIN").startswith("LATIN"):
                yield place, other
