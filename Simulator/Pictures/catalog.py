"""What is told about each picture. Places and woeids are real, people are not."""
import calendar
import time

import annecy
import capetown
import kyoto
import newyork
import paris
import reykjavik
import stanford
import venice
from rows import ROWS

SIZES = {"l": (1024, 683), "p": (683, 1024), "f": (1024, 768)}

# name: woeid, place id, region (woeid, name, code), country (woeid, name, code), latitude, longitude, zone, a day's photos
PLACES = {
    "Paris": ("615702", "EsIQUYZXU79_kEA", ("7153319", "Île-de-France", "Ile-de-France"), ("23424819", "France", "FR"), 48.8566, 2.3522, "Europe/Paris", 4312),
    "Annecy": ("574410", "bmVjeS1BbnM", ("7153335", "Rhône-Alpes", "Rhone-Alpes"), ("23424819", "France", "FR"), 45.8992, 6.1294, "Europe/Paris", 388),
    "Venice": ("725746", "VmVuZXppYTc", ("7153333", "Veneto", "Veneto"), ("23424853", "Italy", "IT"), 45.4371, 12.3326, "Europe/Rome", 1874),
    "Kyoto": ("15015372", "S3lvdG9KcDE", ("58646418", "Kyoto Prefecture", "Kyoto Prefecture"), ("23424856", "Japan", "JP"), 35.0116, 135.7681, "Asia/Tokyo", 2203),
    "Stanford": ("2498846", "U3RhbmZvcmQ", ("2347563", "California", "CA"), ("23424977", "United States", "US"), 37.4275, -122.1697, "America/Los_Angeles", 402),
    "New York": ("2459115", "TmV3WW9yazE", ("2347591", "New York", "NY"), ("23424977", "United States", "US"), 40.7128, -74.0060, "America/New_York", 5120),
    "Reykjavík": ("980389", "UmV5a2phdmk", ("2345158", "Höfuðborgarsvæði", "Capital Region"), ("23424845", "Iceland", "IS"), 64.1466, -21.9426, "Atlantic/Reykjavik", 951),
    "Cape Town": ("1591691", "Q2FwZVRvd24", ("2346987", "Western Cape", "WC"), ("23424942", "South Africa", "ZA"), -33.9249, 18.4241, "Africa/Johannesburg", 1130),
}

# short name: nsid, name shown, real name, path alias
OWNERS = {
    "ada": ("48600101@N03", "ada.paints.cities", "Ada Quill", "adaquill"),
    "bo": ("71200202@N07", "@bo-lindqvist", "Bo Lindqvist", None),
    "chie": ("90340303@N05", "千絵 (Chie)", "", "chie_draws"),
    "dario": ("33810404@N00", "Dario & the lagoon", "Dario Fabbri", "dariolagoon"),
    "edda": ("15970505@N08", "Edda, mostly outdoors", "Edda Hrafnsdóttir", None),
    "fynn": ("62480606@N02", "fynn v.d. merwe", "Fynn van der Merwe", "fynnvdm"),
}

SCENES = {scene.__name__: scene for module in (paris, annecy, venice, kyoto, stanford, newyork, reykjavik, capetown) for scene in module.SCENES}


def server(number):
    return str(65535 if number % 4 else 4800 + number)


def photos():
    listed = []
    for number, row in enumerate(ROWS):
        country = PLACES[row["place"]][3][1]
        listed.append(dict(
            row, id=str(53_900_000_000 + number * 1_000_003), scene=SCENES[row["scene"]],
            caption=row.get("caption", row["title"]), place_line=f"{row['place']}, {country}"))
    return listed


PHOTOS = photos()


def places():
    listed = []
    for name, (woeid, place_id, region, country, latitude, longitude, zone, count) in PLACES.items():
        listed.append({
            "woeid": woeid, "placeID": place_id, "name": name,
            "region": {"woeid": region[0], "placeID": "r" + region[0], "name": region[1], "code": region[2]},
            "country": {"woeid": country[0], "placeID": "c" + country[0], "name": country[1], "code": country[2]},
            "position": {"latitude": latitude, "longitude": longitude}, "timezone": zone, "photoCount": count,
            "isTop": True})
    return listed


def record(number, renditions):
    photo = PHOTOS[number]
    owner, name, real, alias = OWNERS[photo["owner"]]
    uploaded = calendar.timegm(time.strptime(photo["uploaded"], "%Y-%m-%d")) + 36_000 + number * 613
    listed = {
        "id": photo["id"], "secret": f"{(number * 2_654_435_761 + 12_345_678_901) % 16 ** 10:010x}",
        "server": server(number), "farm": 66, "owner": owner, "ownerName": name, "realName": real,
        "title": photo["title"], "description": photo["text"], "tags": photo["tags"],
        "license": str(photo["license"]), "uploaded": uploaded, "updated": uploaded + 86_400,
        "taken": photo["taken"], "takenGranularity": photo.get("granularity", 0), "takenUnknown": False,
        "accuracy": 16, "woeid": PLACES[photo["place"]][0], "views": 40 + number * 7_919 % 9_000, "media": "photo",
        "renditions": renditions, "version": 0, "only": "flickr",
    }
    if alias:
        listed["pathAlias"] = alias
    if photo.get("at"):
        listed["position"] = {"latitude": photo["at"][0], "longitude": photo["at"][1]}
    return listed
