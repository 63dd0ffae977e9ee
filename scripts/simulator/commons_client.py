"""Asks the simulator's Commons what a stranger's program would, through mwclient, and compares with what is known of it.

mwclient speaks the API's older format and asks who the wiki is before anything else.
"""
import hashlib
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

import mwclient

AGENT = "placesfs-check/1 (check@example.org)"
failures = 0


def check(what, is_so, seen=""):
    global failures
    if not is_so:
        failures += 1
    print(("ok    " if is_so else "WRONG ") + what + ("" if is_so else f": {seen!r}"))


def check_search(site):
    found = list(site.search("town", namespace=6, max_items=30))
    check("a search walks over its continuations", len({hit["pageid"] for hit in found}) == 30, len(found))
    check("a hit is a file with a time", found[0]["ns"] == 6 and found[0]["timestamp"].tm_year >= 2020, found[0])


def check_geosearch(site, bases):
    near = site.get("query", list="geosearch", gscoord="-60|-179.5", gsradius=10000, gsnamespace=6, gslimit=5)
    near = near["query"]["geosearch"]
    distances = [entry["dist"] for entry in near]
    check("geosearch lists the nearest first", len(near) == 5 and distances == sorted(distances), distances)
    merged, more = {}, {}
    while True:
        answer = site.get(
            "query", generator="geosearch", ggscoord="-60|-179.5", ggsradius=10000, ggsnamespace=6, ggslimit=50,
            prop="imageinfo|coordinates", iiprop="url|size|sha1|extmetadata", iiurlwidth=1280, colimit=3, **more)
        for key, page in answer["query"]["pages"].items():
            merged.setdefault(key, {}).update(page)
        if "continue" not in answer:
            break
        more = answer["continue"]
    check("pages, images and positions are put together by continue", len(merged) == 40 and all(
        "imageinfo" in page and "coordinates" in page for page in merged.values()), len(merged))
    info = next(iter(merged.values()))["imageinfo"][0]
    check("extmetadata has an author in HTML", "<a href=" in info["extmetadata"]["Artist"]["value"], info["extmetadata"])
    request = urllib.request.Request(info["thumburl"], headers={"User-Agent": AGENT})
    with urllib.request.urlopen(request, timeout=20) as answer:
        image = answer.read()
    check("the thumbnail is a JPEG, not the original", image[:3] == b"\xff\xd8\xff" and len(image) != info["size"])
    other = urllib.request.Request(info["thumburl"].replace("1280px", "1024px"), headers={"User-Agent": AGENT})
    try:
        urllib.request.urlopen(other, timeout=20)
        check("another width is refused", False)
    except urllib.error.HTTPError as error:
        check("another width is refused", error.code == 400, error.code)
    check("images are served by the image host", info["thumburl"].startswith(bases["images"]), info["thumburl"])


def walk_by_time(site):
    return mwclient.listing.GeneratorList(
        site, "categorymembers", "cm", api_chunk_size=2,
        **{"gcmtitle": "Category:Tag 3", "gcmsort": "timestamp", "gcmdir": "desc"})


def check_category(site):
    category = site.categories["Tag 3"]
    members = list(category)
    files = [page for page in members if page.namespace == 6]
    check("a category lists its files and what is below it", len(files) == 6 and len(members) == 7, [p.name for p in members])
    by_time = [page.name for page in walk_by_time(site)]
    check("a category is walked by time, two at a time", sorted(by_time) == sorted(p.name for p in members), by_time)


def check_image(site):
    image = site.images["Town 0 view 1.jpg"]
    info = image.imageinfo
    check("a page is found by its title", image.exists and image.pageid == 50_000_000_001, image.pageid)
    data = image.download()
    check("the original has the size listed", len(data) == info["size"], (len(data), info["size"]))
    check("the original has the digest listed", hashlib.sha1(data).hexdigest() == info["sha1"], info["sha1"])
    check("it was uploaded by somebody at some time", info["user"] and info["timestamp"].endswith("Z"), info)
    check("categories are filed under it",
          {name for name in image.categories(generator=False)} >= {"Category:Synthetic", "Category:Tag 1"})
    check("a file nobody has is missing", not site.images["Nobody's picture.jpg"].exists)
    same = site.get("query", list="allimages", aisha1=info["sha1"])
    names = [entry["name"] for entry in same["query"]["allimages"]]
    check("a file is found by its digest", names == ["Town_0_view_1.jpg"], names)


def check_failures(site, base):
    try:
        site.get("query", list="geosearch", gscoord="91|0")
        check("a position beyond the pole is refused", False)
    except mwclient.errors.APIError as error:
        check("a position beyond the pole is refused", error.code == "invalid-coord", error.code)
    try:
        urllib.request.urlopen(base + "?action=query&format=json", timeout=20)
        check("a client without an address is refused", False)
    except urllib.error.HTTPError as error:
        check("a client without an address is refused", error.code == 403, error.code)


def main():
    simulator = subprocess.Popen(
        [sys.argv[1], "--library", "synthetic", "--places", "1", "--photos-per-place", "40", "--image-bytes",
         "20000-40000", "--exit-with-parent"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        bases = dict(part.split("=", 1) for part in simulator.stdout.readline().split())
        host = urllib.parse.urlsplit(bases["commons"]).netloc
        site = mwclient.Site(host, path="/w/", scheme="http", clients_useragent=AGENT, max_retries=0)
        check("the wiki says what it is", site.site["sitename"] == "Wikimedia Commons" and site.version >= (1, 40), site.site)
        check_search(site)
        check_geosearch(site, bases)
        check_category(site)
        check_image(site)
        check_failures(site, bases["commons"])
    finally:
        simulator.stdin.close()
        status = simulator.wait(timeout=20)
    check("it ends with its parent", status == 0, status)
    return 1 if failures else 0


sys.exit(main())
