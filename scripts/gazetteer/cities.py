"""Which places there are, and which of them are listed: cities, spots and sights."""

import collections
import math
import sys
import unicodedata

from files import lines
from spelling import folded, search_key, slug
from wanted import SMALL, is_other_name

LISTED = 1050
# What they are called at home, behind the names of their parts.
AT_HOME = {
    "Seville": "Sevilla", "Cologne": "Köln", "Munich": "München", "Vienna": "Wien", "Rome": "Roma", "Florence": "Firenze",
    "Venice": "Venezia", "Milan": "Milano", "Naples": "Napoli", "Lisbon": "Lisboa", "Copenhagen": "København", "Prague": "Praha",
    "Warsaw": "Warszawa", "Mexico City": "Ciudad de México", "Hanover": "Hannover", "Brussels": "Bruxelles", "Havana": "La Habana",
    "Frankfurt": "Frankfurt am Main", "Gothenburg": "Göteborg", "New York": "New York City", "Moscow": "Москва", "Kyiv": "Kiev"}
# Whose population in GeoNames is that of something larger around them.
SKIPPED = {"Camayenne", "Kakamega", "Al Mawşil al Jadīdah", "Gazipur", "City of London"}


def cities(cache):
    found, corrected = [], {}
    for line in lines("corrections.txt"):
        id, *rest = [part.strip() for part in line.split("|")]
        corrected[id] = rest
    for city in cache.get_cities().values():
        country, region = city["countrycode"], city["admin1code"]
        name = " ".join(unicodedata.normalize("NFC", city["name"]).split())
        for mark in "’‘ʼʻ":
            # Nobody types the typographic ones, and photo sources do not write them.
            name = name.replace(mark, "'")
        found.append({
            "id": str(city["geonameid"]), "name": name, "country": country, "names": [],
            "others": city["alternatenames"], "region": f"{country}.{region}" if region else "", "latitude": city["latitude"],
            "longitude": city["longitude"], "population": city["population"]})
    for city in list(found):
        if city["id"] not in corrected:
            continue
        name, *rest = corrected[city["id"]]
        if name == "-":
            found.remove(city)
        else:
            region, latitude, longitude, *others = rest
            city.update(name=name, region=region, latitude=float(latitude), longitude=float(longitude), others=others)
    # The most populous first, so that the first of a name is the one meant by it.
    return sorted(found, key=lambda city: (-city["population"], int(city["id"])))


def choose(small, places, countries):
    """The listed places: famous cities and spots, capitals, then the largest of each country in turn."""
    by_name, by_country = {}, collections.defaultdict(list)
    for city in small:
        by_name.setdefault((city["country"], folded(city["name"])), city)
        by_country[city["country"]].append(city)
    listed, complaints = {}, []

    def take(city):
        places.setdefault(city["id"], city)
        listed[city["id"]] = places[city["id"]]

    for line in lines("famous.txt"):
        code, names = line.split(":", 1)
        for name in names.split(","):
            city = by_name.get((code, folded(name.strip())))
            take(city) if city else complaints.append(f"famous.txt: {code} has no {name.strip()}")
    for line in lines("spots.txt"):
        code, name, region, latitude, longitude, *others = [part.strip() for part in line.split("|")]
        spot = {
            "id": slug(f"{name} {code}"), "name": name, "country": code, "names": [], "others": others,
            "region": "", "regionName": region, "latitude": float(latitude), "longitude": float(longitude), "population": 0}
        same = by_name.get((code, folded(name)))
        if same and distance(same, spot) > 40:
            if same["id"] in places:
                complaints.append(f"spots.txt: {code} {name} is also a city {distance(same, spot):.0f} km away")
            same = None
        if same:
            same["others"] = same["others"] + others
        take(same or spot)
    for code, (_, capital) in countries.items():
        city = by_name.get((code, folded(capital)))
        if not city and all(place["country"] != code for place in listed.values()):
            city = next(iter(by_country[code]), None)
        if city:
            take(city)
    for line in lines("names.txt"):
        code, rest = line.split(" ", 1)
        native, english = [name.strip() for name in rest.split("|")]
        city = by_name.get((code, folded(native)))
        if not city:
            complaints.append(f"names.txt: {code} has no {native}")
            continue
        take(city)
        city = listed[city["id"]]
        city["names"], city["name"] = [city["name"]], english
    # Each further city of a country counts for less, or all were Chinese and Indian.
    ranked = []
    for found in by_country.values():
        for rank, city in enumerate(found, 1):
            native = (city["names"] or [city["name"]])[0]
            if city["name"] in SKIPPED:
                continue
            if city["id"] in places and by_name[(city["country"], folded(native))] is city:
                ranked.append((city["population"] / rank, city))
    for _, city in sorted(ranked, key=lambda pair: (-pair[0], int(pair[1]["id"]))):
        if len(listed) >= LISTED:
            break
        take(city)
    if complaints:
        sys.exit("\n".join(complaints))
    return list(listed.values())


def add_small(small, places):
    """Those of small-towns.txt, the largest of their names."""
    known = {(place["country"], folded(place["name"])) for place in places.values()}
    missing = []
    for line in lines("small-towns.txt"):
        code, names = line.split(": ", 1)
        for name in names.split(", "):
            if (code, folded(name)) in known:
                continue
            town = next((town for town in small if town["country"] == code and folded(name) == folded(town["name"])), None)
            if town:
                places[town["id"]] = town
            else:
                missing.append(f"{code} {name}")
    if missing:
        sys.exit(f"small-towns.txt: unknown, or there already: {', '.join(missing)}")


def add_districts(places, listed, countries):
    """Those of districts.txt: by their names where no place has it as its own and no large one as another, and with their
    cities' behind them."""
    taken = set(countries) | {search_key(name) for place in listed for name in [place["name"], *place["names"], *place["others"]]}
    for place in places.values():
        taken |= {search_key(name) for name in [place["name"], *place["names"]]}
        if place["population"] >= 100_000 or not place["id"].isdigit():
            taken |= {search_key(name) for name in place["others"] if is_other_name(name, place)}
    by_name = collections.defaultdict(list)
    for place in places.values():
        for name in {search_key(name) for name in [place["name"], *place["names"]]}:
            by_name[(place["country"], name)].append(place)
    for line in lines("districts.txt"):
        code, name, city, latitude, longitude, *others = [part.strip() for part in line.split("|")]
        is_free = search_key(name) not in taken
        others = [other for other in others if search_key(other) not in taken]
        id = "~" + slug(f"{others[0] if not slug(name) else name} {city} {code}")
        spot = {"latitude": float(latitude), "longitude": float(longitude)}
        same = [
            place for place in by_name[(code, search_key(name))] if distance(place, spot) < (4 if place["id"].isdigit() else 8)]
        with_city = [f"{one}, {at}" for one in [name, *others] for at in dict.fromkeys([city, AT_HOME.get(city, city)])]
        same = same or ([places[id]] if id in places else [])
        if same:
            # A town or a sight is what is meant.
            same[0]["others"] = [*same[0]["others"], *others, *with_city]
            continue
        places[id] = {
            "id": id, "name": name if is_free else f"{name} ({city})", "country": code, "names": [],
            "others": [*others, *with_city], "region": "", "regionName": city if is_free else "", **spot, "population": 0}
        taken |= {search_key(one) for one in [name, *others]}


def add_sights(places, listed, countries, inhabited):
    """Those of landmarks.txt as they are; those of sights.txt with what of their names no town has, no country and no other
    sight, so that none of these thousands takes the name of what more people mean."""
    taken = set(countries) | {search_key(name) for place in listed for name in [place["name"], *place["names"]]}
    for place in places.values():
        if place["population"] >= SMALL or not place["id"].isdigit():
            others = [name for name in place["others"] if is_other_name(name, place)]
            taken |= {search_key(name) for name in [place["name"], *place["names"], *others]}
        else:
            taken.add(search_key(place["name"]))
    left_out = []
    for file in ("landmarks.txt", "sights.txt"):
        for line in lines(file):
            code, name, region, latitude, longitude, *others = [part.strip() for part in line.split("|")]
            if file == "sights.txt":
                free = [other for other in [name, *others] if search_key(other) not in taken]
                latin = [other for other in free if unicodedata.name(other[0]).startswith(("LATIN", "DIGIT"))]
                if not latin:
                    left_out.append(f"{code} {name}")
                    continue
                name = latin[0]
                others = [other for other in free if other != name]
            if code not in inhabited:
                sys.exit(f"{file}: {name} is in no country of the gazetteer")
            # The mark tells that it is no place that others are near to.
            place = "~" + slug(f"{name} {code}")
            if place in places:
                sys.exit(f"{file}: {code} {name} is there twice")
            places[place] = {
                "id": place, "name": name, "country": code, "names": [], "others": others, "region": "",
                "regionName": region, "latitude": float(latitude), "longitude": float(longitude), "population": 0}
            taken |= {search_key(name) for name in [name, *others]}
    print(f"sights.txt: {len(left_out)} left out that are called like something larger: {', '.join(left_out)}")


def distance(one, other):
    """In kilometres; near enough for neighbours."""
    north = (one["latitude"] - other["latitude"]) * 111.2
    east = (one["longitude"] - other["longitude"]) * 111.2 * math.cos(math.radians(one["latitude"]))
    return math.hypot(north, east)
