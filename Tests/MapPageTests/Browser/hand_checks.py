"""What a hand does on a map: pictures in the list, links that placesfs follows, paper, high contrast."""

import urllib.parse

from search_checks import SHOWN, TITLES, look_for

PICTURES = "return [...document.querySelectorAll('.line-picture')].map((it) => it.src.split('/').slice(-2).join('/'))"
LINKS = "return [...document.querySelectorAll('.popup a.action')].map((it) => it.href)"


def verbs(browser):
    """What the callout's links ask placesfs for: `{verb: (path, point)}`."""
    found = {}
    for address in browser.run(LINKS):
        if address.startswith("placesfs:"):
            verb, query = address.removeprefix("placesfs:").split("?")
            given = urllib.parse.parse_qs(query, strict_parsing=True)
            path = urllib.parse.unquote(given["in"][0].removeprefix("file://"))
            found[verb] = (path, given.get("at", [None])[0])
    return found


def check_lines_on_screen_show_small_pictures(world):
    with world.browser() as browser:
        browser.open(world.root / "small" / "map.html")
        browser.wait("return document.querySelectorAll('.line-picture').length >= 5")
        seen = browser.settled(PICTURES)
        assert 5 <= len(seen) < 30 and urllib.parse.unquote(seen[0]) == ".small/1 it's #0%.jpg", seen
        box = browser.run("const it = document.querySelector('.line-picture').getBoundingClientRect(); return [it.width, it.height]")
        assert box == [48, 48], box
        # Those of other lines come when they are scrolled to, and those that came stay.
        browser.run("document.getElementById('list').scrollTop = 1e6")
        browser.wait(f"return document.querySelectorAll('.line-picture').length > {len(seen)}")
        browser.click(".line:nth-child(1) .line-button")
        browser.wait("return document.querySelector('.callout-image.loaded img')?.src.includes('/.small/')")
        assert world.server.asked("thumbnail") == []
        browser.quiet()


def check_a_list_elsewhere_has_no_small_pictures_and_asks_for_three_at_most(world):
    with world.browser() as browser:
        browser.open(world.root / "pages" / "map.html")
        asked = browser.settled("return performance.getEntriesByType('resource').filter((it) => it.name.includes('.small')).length")
        assert asked <= 3, asked
        assert browser.count(".line-picture") == 0 and browser.count(".line-open .icon") == 30
        browser.quiet()


def check_a_title_that_begins_so_is_found_first_and_opened_by_enter(world):
    with world.browser() as browser:
        browser.open(world.root / "places" / "map.html")
        browser.wait("return document.querySelector('.cluster')")
        look_for(browser, "kyo")
        titles = browser.run(TITLES)
        assert titles[0] == "Kyoto" and len(titles) > 1, titles
        # Few are shown as one view.
        browser.wait(f"return (() => {{ {SHOWN} }})() === {len(titles)}")
        browser.press("Enter")
        browser.wait("return document.querySelector('.popup .callout-title')?.textContent === 'Kyoto'")
        # What begins so goes before what is called so elsewhere.
        browser.press("Escape")
        look_for(browser, "rey")
        assert browser.run(TITLES)[0] == "Reykjavík"


def check_escape_goes_back_to_the_marker_that_was_opened(world):
    with world.browser() as browser:
        browser.open(world.root / "fiji" / "map.html")
        browser.wait("return document.querySelector('.marker')")
        browser.run("document.querySelector(\".marker[aria-label='Lau']\").focus()")
        browser.press("Enter")
        browser.wait("return document.querySelector('.popup .callout-title')?.textContent === 'Lau'")
        browser.press("Escape")
        assert browser.run("return document.activeElement.matches(\".marker[aria-label='Lau']\")")


def check_empty_pins_and_recents_say_what_fills_them(world):
    for page, words in [("pins", "No pins yet. Right-click the map to drop one."), ("recents", "Nothing viewed yet.")]:
        with world.browser() as browser:
            browser.open(world.root / page / "map.html")
            assert browser.text("#list") == words
            assert browser.run("return document.getElementById('search').offsetParent === null")


def check_a_place_and_a_pin_open_their_folder(world):
    with world.browser() as browser:
        browser.open(world.root / "places" / "map.html")
        look_for(browser, "reykjavik")
        browser.press("Enter")
        browser.wait("return document.querySelector('.popup .callout')")
        assert verbs(browser) == {"open": (f"{world.root}/places/Iceland/Reykjavík/", None)}
        assert "xdg-open" in browser.run("return document.querySelector('.popup .callout-typed').textContent")
        browser.open(world.root / "some" / "pins" / "map.html")
        browser.click(".line-button")
        browser.wait("return document.querySelector('.popup .callout')")
        folder = f"{world.root}/some/pins/1,2 it's here/"
        assert verbs(browser) == {"open": (folder, None), "new-collection": (folder, None)}


def check_a_pin_is_dropped_by_a_link(world):
    with world.browser() as browser:
        browser.open(world.root / "fiji" / "map.html")
        browser.wait("return document.querySelector('.marker')")
        browser.click("[aria-label^='Drop a pin']")
        browser.wait("return document.querySelector('.pin-line')")
        path, point = verbs(browser)["pin"]
        assert path == f"{world.root}/fiji/map.html" and point == browser.text(".pin-name"), (path, point)


def check_paper_has_the_whole_map_and_the_whole_list(world):
    with world.browser() as browser:
        browser.open(world.root / "pages" / "map.html")
        browser.wait("return document.querySelector('.cluster, .marker')")
        browser.click("[aria-label='Zoom in']")
        before = browser.settled("return document.querySelector('.leaflet-proxy')?.style.transform ?? ''")
        browser.run("dispatchEvent(new Event('beforeprint'))")
        assert browser.count(".line") == 65
        box = browser.run("const it = document.getElementById('map').getBoundingClientRect(); return [it.width, it.height]")
        assert 600 < box[0] < 720 and 400 < box[1] < 480, box
        assert browser.run(f"return (() => {{ {SHOWN} }})()") == 65
        browser.run("dispatchEvent(new Event('afterprint'))")
        assert browser.count(".line") == 30
        after = browser.settled("return document.querySelector('.leaflet-proxy')?.style.transform ?? ''")
        assert after == before, (before, after)


def check_high_contrast_shows_what_is_chosen(world):
    with world.browser() as browser:
        browser.cdp("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]})
        browser.open(world.root / "annecy" / "map.html")
        browser.click(".line:nth-child(1) .line-button")
        browser.wait("return document.querySelector('.popup .callout')")
        style = "return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue(arguments[1])"
        assert browser.run(style, ".line:has([aria-current])", "outline-style") == "solid"
        assert browser.run(style, ".action", "border-top-style") == "solid"
        chosen = browser.run(style, ".layers input:checked + span", "background-color")
        other = browser.run(style, ".layers input:not(:checked) + span", "background-color")
        assert chosen != other, chosen


def check_titles_begin_at_the_left_in_any_script(world):
    with world.browser() as browser:
        browser.open(world.root / "fiji" / "map.html")
        browser.run("document.querySelector('.line-title').textContent = 'ירושלים'")
        assert browser.run("return getComputedStyle(document.querySelector('.line-title')).textAlign") == "left"
