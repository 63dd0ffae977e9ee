"""Asks the simulator what a stranger's program would, through flickrapi, and compares with what is known of the sample."""
import subprocess
import sys
import urllib.request

import flickrapi

KEY, SECRET = "0123456789abcdef0123456789abcdef", "0123456789abcdef"
PARIS = "615702"
failures = 0


def check(what, is_so, seen=""):
    global failures
    if not is_so:
        failures += 1
    print(("ok    " if is_so else "WRONG ") + what + ("" if is_so else f": {seen!r}"))


def client(base, kind):
    api = flickrapi.FlickrAPI(KEY, SECRET, format=kind, store_token=False)
    api.REST_URL = base
    api.flickr_oauth.REST_URL = base
    return api


def fetched(url):
    with urllib.request.urlopen(url, timeout=20) as answer:
        return answer.headers.get_content_type(), answer.read()


def walk(api, **query):
    """Ids over all pages. flickrapi's own walk needs a method of ElementTree that Python 3.9 removed."""
    ids, page, pages = [], 1, 1
    while page <= pages:
        photos = api.photos.search(page=page, **query).find("photos")
        ids += [photo.get("id") for photo in photos]
        page, pages = page + 1, int(photos.get("pages"))
    return ids


def check_xml(base):
    """The format flickrapi uses itself: ElementTree of format=rest."""
    api = client(base, "etree")
    found = api.photos.search(woe_id=PARIS, min_upload_date=1, extras="url_l,geo,tags,license,description", per_page=5)
    photos = found.findall("photos/photo")
    check("a search answers a page of photos", found.get("stat") == "ok" and len(photos) == 5, len(photos))
    check("the page says how many there are", int(found.find("photos").get("total")) == 8, found.find("photos").attrib)
    first = photos[1]
    check("a photo has its extras", all(first.get(name) for name in ("url_l", "tags", "license", "woeid", "width_l")), first.attrib)
    check("its description is an element", first.find("description") is not None)

    walked = walk(api, woe_id=PARIS, min_upload_date=1, per_page=3)
    check("a walk over pages of three meets each photo once", len(walked) == 8 == len(set(walked)), walked)
    topic = walk(api, tags="cs193pspot", tag_mode="all", extras="tags", per_page=4)
    check("a walk over a tag meets ten photos", len(topic) == 10, len(topic))

    page = api.photos.getInfo(photo_id=first.get("id")).find("photo")
    check("getInfo knows the title the list has", page.find("title").text == first.get("title"), page.find("title").text)
    check("getInfo knows owner, dates and place", page.find("owner").get("nsid") == first.get("owner")
          and page.find("dates").get("taken") and page.find("location/locality").text == "Paris")
    sizes = api.photos.getSizes(photo_id=first.get("id")).findall("sizes/size")
    labels = [size.get("label") for size in sizes]
    check("getSizes lists the renditions", labels == ["Square", "Large Square", "Small 320", "Large"], labels)
    check("getSizes and the list name one address", sizes[-1].get("source") == first.get("url_l"), sizes[-1].get("source"))
    kind, image = fetched(first.get("url_l"))
    check("the image is a JPEG", kind == "image/jpeg" and image[:3] == b"\xff\xd8\xff" and image[-2:] == b"\xff\xd9", kind)

    places = api.places.getTopPlacesList(place_type_id=7).findall("places/place")
    countries = {place.text.split(", ")[-1] for place in places}
    check("eight top places in six countries", len(places) == 8 and len(countries) == 6, countries)
    licenses = api.photos.licenses.getInfo().findall("licenses/license")
    check("licences have ids and names", {"0", "4", "10"} <= {entry.get("id") for entry in licenses})
    check("echo returns what it got", api.test.echo(word="Łódź & co").find("word").text == "Łódź & co")


def check_json(base):
    api = client(base, "parsed-json")
    found = api.photos.search(text="moonlight", extras="date_taken,owner_name")
    photo = found["photos"]["photo"][0]
    check("JSON: a text search finds by title", photo["title"] == "Moonlight on the Grand Canal", photo)
    check("JSON: extras are there", photo["datetaken"] == "2024-01-25 23:12:00" and photo["ownername"], photo)
    near = api.photos.search(lat=48.8584, lon=2.2945, radius=5, min_upload_date=1)["photos"]
    check("JSON: a search near the tower begins with it", near["photo"][0]["title"] == "Iron lady, 10 pm", near["photo"][:1])
    check("JSON: a geographic page holds 250", near["perpage"] == 250, near["perpage"])
    title = api.photos.search(tags="金閣寺")["photos"]["photo"][0]["title"]
    check("JSON: Japanese tags and titles survive", title == "金閣寺", title)


def check_failures(base):
    api = client(base, "etree")
    for code, call in ((1, lambda: api.photos.getInfo(photo_id="1")), (3, lambda: api.photos.search(per_page=2)),
                       (112, lambda: api.photos.levitate()), (1, lambda: api.photos.getSizes())):
        try:
            call()
            check(f"failure {code} is raised", False, "no failure")
        except flickrapi.FlickrError as failure:
            check(f"failure {code} is raised", failure.code == code, failure.code)
    wrong = flickrapi.FlickrAPI("0" * 31 + "1", SECRET, format="etree", store_token=False)
    wrong.REST_URL = base
    wrong.flickr_oauth.REST_URL = base
    try:
        wrong.test.echo()
        check("a wrong key is refused", False)
    except flickrapi.FlickrError as failure:
        check("a wrong key is refused", failure.code == 100, failure.code)


def main():
    simulator = subprocess.Popen([sys.argv[1], "--api-key", KEY, "--exit-with-parent"],
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        line = simulator.stdout.readline()
        base = dict(part.split("=", 1) for part in line.split())["api"]
        check_xml(base)
        check_json(base)
        check_failures(base)
    finally:
        simulator.stdin.close()
        status = simulator.wait(timeout=20)
    check("it ends with its parent", status == 0, status)
    return 1 if failures else 0


sys.exit(main())
