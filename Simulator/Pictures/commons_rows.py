"""What the pages of Commons' part of the sample say: in HTML and free text, as templates and people write them."""
import calendar
import time

import commons

SIZES = {"l": (1360, 907), "m": (1024, 683)}
WIKI = "//commons.wikimedia.org/wiki/"


def user(name, shown=None):
    key = name.replace(" ", "_")
    return f'<a href="{WIKI}User:{key}" title="User:{name}">{shown or name}</a>'


def told(**languages):
    """A description in several languages, each in a box of its own."""
    names = {"en": "English", "fr": "Français", "ja": "日本語", "pt": "Português", "it": "Italiano"}
    return "\n".join(
        f'<div class="description mw-content-ltr {code}" dir="ltr" lang="{code}"><span class="language {code}" '
        f'title="{names[code]}"><b>{names[code]}: </b></span> {text}</div>' for code, text in languages.items())


def row(place, scene, title, at, uploaded, owner, license, categories, size="m", taken="2019-01-01 00:00:00", **page):
    return dict(place=place, scene=scene, title=title, at=at, uploaded=uploaded, owner=owner, license=license,
                categories=categories, size=size, taken=taken, page=page)


BY_SA = "https://creativecommons.org/licenses/by-sa/"
ROWS = [
    row("Paris, France", "tower_fog", "Eiffel Tower in the fog", (48.8613, 2.2893), "2019-11-25", "Mira Talvik", "12",
        ["Eiffel Tower in fog", "Paris in November 2019", "Views from the Trocadéro"], "l", "2019-11-24 08:31:12",
        description="The tower from the <a href=\"//commons.wikimedia.org/wiki/Category:Trocad%C3%A9ro\" title=\"Category:Trocadéro\">Trocadéro</a>, an hour after sunrise.",
        objectPosition=(48.8584, 2.2945), hiddenCategories=["CC-BY-SA-4.0", "Self-published work"]),
    row("Paris, France", "river_lamps", "Seven lamps over the Seine", (48.8636, 2.3137), "2021-10-03", "Mira Talvik", "11",
        ["Seine at night", "Bridges in Paris", "Paris in October 2021"], "l", "2021-10-02 19:48:00",
        description=told(en="Seven lamps and their <i>reflections</i>.", fr="Sept réverbères et leurs <i>reflets</i>."),
        date='<time class="dtstart" datetime="2021-10-02T19:48">2 October 2021, 19:48</time>'),
    row("Paris, France", "passage", "Passage couvert", None, "2020-02-14", "FlickreviewR of the sample", "4",
        ["Covered passages of Paris"], "m", "2019-05-04 18:20:00", date="Taken on 4 May 2019, 18:20",
        description="A covered passage.<br>\nNobody has said where.",
        artist='<a rel="nofollow" class="external text" href="https://www.flickr.com/people/48600101@N03">Ada Quill</a> from Lyon, France'),
    row("Venice, Italy", "canal_noon", "Canale a mezzogiorno", (45.4346, 12.3288), "2015-03-08", "Archivio Sarto", "10",
        ["Canals in Venice", "Gondolas in Venice", "1890s in Venice"], "l", "1890-01-01 00:00:00",
        description=told(it="Un canale a mezzogiorno, lastra colorata a mano.", en="A canal at noon, hand-coloured plate."),
        artist='<bdi><a href="https://en.wikipedia.org/wiki/en:Giulia_Sarto" class="extiw" title="w:en:Giulia Sarto">Giulia Sarto</a>\n</bdi>',
        date='circa 1890<div style="display: none;">date QS:P571,+1890-00-00T00:00:00Z/9,P1480,Q5727902</div>',
        licenseName="Public domain", usageTerms="Public domain", hiddenCategories=["PD-old-100-expired"]),
    row("Venice, Italy", "island_church", "San Giorgio from the Riva", (45.4335, 12.3435), "2019-05-09", "Lagoon watcher", "9",
        ["San Giorgio Maggiore (Venice)", "Venice at dusk"], "m", "2019-05-04 00:00:00", date="4 May 2019",
        description="",
        artist='<span class="int-unknown-author" lang="en"><a href="https://www.wikidata.org/wiki/Q4233718" title="wikidata:Q4233718">Unknown author</a></span><span style="display: none;">Unknown author</span>',
        objectPosition=(45.4290, 12.3430)),
    row("Kyoto, Japan", "gates_rain", "千本鳥居の雨", (34.9671, 135.7797), "2018-06-12", "森 千絵", "12",
        ["Torii of Fushimi Inari-taisha", "Rain in Kyoto"], "l", "2018-06-11 00:00:00", date="2018-06-11",
        description=told(ja="雨の伏見稲荷。", en="Fushimi Inari in the rain."),
        artist='<a href="//commons.wikimedia.org/wiki/User:%E6%A3%AE_%E5%8D%83%E7%B5%B5" title="User:森 千絵"><bdi lang="ja">森 千絵</bdi></a>'),
    row("Kyoto, Japan", "pagoda_spring", "Pagoda above the blossoms", (34.9986, 135.7792), "2023-04-02", "森 千絵", "11",
        ["Five-storied pagodas in Kyoto", "Sakura in Kyoto"], "m", "2023-03-29 10:15:33",
        attribution="© Chie Mori, via Wikimedia Commons", objectPosition=(34.9987, 135.7791)),
    row("New York, United States", "avenue_snow", "Snow on Fifth Avenue, 1948", (40.7484, -73.9857), "2012-12-01", "City archive bot", "8",
        ["Empire State Building in the 1940s", "Snow in Manhattan", "Fifth Avenue in the 1940s"], "m", "1948-01-01 00:00:00",
        description="<p>Snow on <b>Fifth Avenue</b>.</p>\n<p>From a glass negative; cabs coloured later.</p>",
        artist='<table class="vcard" style="border: 1px solid"><tr><th><span class="fn" id="creator"><bdi>Walter Hask</bdi></span> &#160;(1899–1971)</th></tr><tr><td>American photographer</td></tr></table>',
        date='<time class="dtstart" datetime="1948">1948</time>', credit="City archive, <i>accession 48-117</i>"),
    row("Lisbon, Portugal", "tram", "Tram 28, Rua da Conceição", (38.7099, -9.1356), "2022-08-03", "Rui Pinho", "12",
        ["Trams of Lisbon, route 28", "Rua da Conceição (Lisbon)"], "l", "2022-07-31 11:02:45",
        description="Number 28 on its way up.", artist="Rui &amp; Marta Pinho", licenseName="CC BY-SA 3.0",
        licenseAddress=BY_SA + "3.0", usageTerms="Creative Commons Attribution-Share Alike 3.0", hiddenCategories=["CC-BY-SA-3.0"]),
    row("Lisbon, Portugal", "azulejos", "Azulejos", (38.7249, -9.1136), "2014-09-17", "Rui Pinho", "12",
        ["Azulejos in Lisbon"], "m", "2014-09-16 00:00:00", date="", artist=user("Rui Pinho"), licenseName="FAL",
        licenseAddress="http://artlibre.org/licence/lal/en", usageTerms="Free Art License", hiddenCategories=["FAL"]),
    row("Istanbul, Turkey", "minarets", "Golden Horn, evening", (41.0226, 28.9748), "2016-08-20", "Deniz Arat", "5",
        ["Golden Horn in evening light", "Mosques in Istanbul"], "l", "2016-08-19 19:40:00", date="2016-08-19 19:40 (UTC+3)",
        description="Four minarets, one sail.", objectPosition=(41.0162, 28.9639)),
    row("Prague, Czech Republic", "clock_square", "\"Orloj\", Staroměstské náměstí: 21:00", (50.0870, 14.4208), "2017-11-06", "Jitka Dvorná", "12",
        ["Prague Orloj at night", "Old Town Square (Prague)"], "m", "2017-11-05 21:00:07",
        description="Nine strokes &amp; one moon.", licenseName="CC BY-SA 3.0 cz", licenseAddress=BY_SA + "3.0/cz/deed.en",
        usageTerms="Creative Commons Attribution-Share Alike 3.0 cz"),
    row("Marrakesh, Morocco", "garden_blue", "A garden in blue and yellow, with palms that were planted before the wall was painted, seen in the hour after noon when the gate is closed and the cats come out to lie on the tiles",
        (31.6417, -8.0030), "2024-02-20", "Safae Idr", "9", ["Gardens in Marrakesh", "Blue walls"], "m", "2024-02-19 13:12:00"),
    row("Edinburgh, United Kingdom", "castle_hill", "Castle at dusk - geograph.org.uk - 0000000", (55.9470, -3.2020), "2011-02-26", "Geograph bot of the sample", "5",
        ["Edinburgh Castle at night", "Images from Geograph"], "m", "2009-10-31 00:00:00", date="31 October 2009",
        description="Castle at dusk. Lamps in the Grassmarket are lit.",
        artist='<a rel="nofollow" class="external text" href="https://www.geograph.org.uk/profile/0">Isla Wren</a>',
        attribution="Isla Wren / <i>Castle at dusk</i> / CC BY-SA 2.0", objectPosition=(55.9486, -3.1999)),
    row("Rio de Janeiro, Brazil", "bay_christ", "Enseada de Botafogo", (-22.9461, -43.1820), "2013-05-30", "Biblioteca da amostra", "7",
        ["Botafogo Bay", "Sugarloaf Mountain from Botafogo"], "l", "1908-01-01 00:00:00", date="between 1900 and 1915",
        description=told(pt="A enseada antes da ponte.", en="The bay before the bridge.")),
    row("Sydney, Australia", "shells", "Shells and a sail", (-33.8523, 151.2108), "2010-01-26", "Tam Okafor", "4",
        ["Sydney Opera House", "Sydney Harbour Bridge", "Sailing in Sydney Harbour"], "l", "2010-01-25 12:00:00",
        description="From the ferry.", licenseName="Copyrighted free use",
        usageTerms="Copyrighted free use",
        artist='<a href="//commons.wikimedia.org/w/index.php?title=User:Tam_Okafor&amp;action=edit&amp;redlink=1" class="new" title="User:Tam Okafor (page does not exist)">Tam Okafor</a>'),
]

SCENES = {scene.__name__: scene for scene in commons.SCENES}


def photos():
    return [dict(row, id=str(130_000_000 + number * 1_000_003), scene=SCENES[row["scene"]], caption=row["title"],
                 place_line=row["place"]) for number, row in enumerate(ROWS)]


PHOTOS = photos()


def record(number, renditions):
    photo = PHOTOS[number]
    uploaded = calendar.timegm(time.strptime(photo["uploaded"], "%Y-%m-%d")) + 30_000 + number * 911
    page = {name: value for name, value in photo["page"].items() if name != "objectPosition"}
    page["categories"] = photo["categories"]
    if "objectPosition" in photo["page"]:
        page["objectPosition"] = dict(zip(("latitude", "longitude"), photo["page"]["objectPosition"]))
    listed = {
        "id": photo["id"], "secret": "0000000000", "server": "0", "farm": 0, "owner": "", "ownerName": photo["owner"],
        "realName": "", "title": photo["title"], "description": photo["page"].get("description", ""), "tags": [],
        "license": photo["license"], "uploaded": uploaded, "updated": uploaded + 86_400, "taken": photo["taken"],
        "takenGranularity": 0, "takenUnknown": False, "accuracy": 16, "views": 0, "media": "photo",
        "renditions": renditions, "version": 0, "only": "commons", "commons": page,
    }
    if photo["at"]:
        listed["position"] = {"latitude": photo["at"][0], "longitude": photo["at"][1]}
    return listed
