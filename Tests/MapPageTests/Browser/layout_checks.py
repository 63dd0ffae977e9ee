"""How a page looks: at both sizes, light and dark, with many photos and with none."""

import time

SIZES = [(1280, 800), (390, 844)]

# What must be seen of it, in pixels.
PARTS = {
    "#map": (380, 300), "#list": (300, 180), ".line-button": (250, 30), ".leaflet-control-zoom": (30, 60),
    ".layers": (200, 25), ".credits": (60, 12)}

VISIBLE = """
    const box = document.querySelector(arguments[0]).getBoundingClientRect();
    return [Math.max(0, Math.min(box.right, innerWidth) - Math.max(box.left, 0)),
        Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)),
        box.left > -1 && box.right < innerWidth + 1];
"""


def check_map_and_list_are_in_sight_at_both_sizes(world):
    for width, height in SIZES:
        with world.browser(width=width, height=height) as browser:
            for page in ["annecy", "hostile", "places"]:
                browser.open(world.root / page / "map.html")
                browser.wait("return document.querySelector('.marker, .cluster')")
                assert browser.run("return document.documentElement.scrollWidth <= innerWidth"), (page, width)
                for part, least in PARTS.items():
                    seen = browser.run(VISIBLE, part)
                    assert seen[0] >= least[0] and seen[1] >= least[1] and seen[2], (page, width, part, seen)
            browser.quiet()


def check_the_heading_says_what_is_listed(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        assert browser.text("#title") == "Annecy"
        # The country is in the trail.
        assert browser.text("#subtitle") == "Auvergne-Rhône-Alpes"
        assert browser.text("#summary") == "10 photos · 2 without a position"
        assert browser.text("#notice") == "Photos by the people who took them."
        assert browser.run("return document.title") == "Annecy · map"
        browser.open(world.root / "places" / "map.html")
        assert browser.text("#summary").endswith(" places")
        assert browser.text("#notice") == "Places by GeoNames, CC BY 4.0."


def check_the_list_shows_thirty_at_a_time(world):
    with world.browser() as browser:
        browser.open(world.root / "pages" / "map.html")
        pages = []
        for button in [None, "#pager button:last-child", "#pager button:last-child", "#pager button:first-child"]:
            if button:
                browser.click(button)
            off = browser.run("return [...document.querySelectorAll('#pager button')].map((it) => it.disabled)")
            pages.append((browser.count(".line"), browser.text(".line-title"), browser.text(".pager-range"), off))
        assert pages == [
            (30, "Photo 1", "1–30 of 65", [True, False]), (30, "Photo 31", "31–60 of 65", [False, False]),
            (5, "Photo 61", "61–65 of 65", [False, True]), (30, "Photo 31", "31–60 of 65", [False, False])], pages
        browser.open(world.root / "annecy" / "map.html")
        assert browser.run("return document.getElementById('pager').hidden")


def check_no_images_is_said_where_there_are_none(world):
    with world.browser() as browser:
        browser.open(world.root / "empty" / "map.html")
        assert browser.text("#list") == "No Images"
        assert browser.count(".marker, .cluster, .line") == 0
        browser.quiet()


def check_ten_thousand_photos_open_soon(world):
    with world.browser() as browser:
        start = time.monotonic()
        browser.open(world.root / "many" / "map.html")
        shown = """
            const numbers = [...document.querySelectorAll('.cluster')].map((it) => it.getAttribute('aria-label'));
            return numbers.reduce((sum, text) => sum + parseInt(text), document.querySelectorAll('.marker').length);
        """
        browser.wait("return document.querySelectorAll('.cluster').length > 5")
        # A few seconds on an idle machine; the bound is for a busy one.
        assert time.monotonic() - start < 40
        assert browser.text("#summary") == "10,000 photos"
        assert browser.run(shown) == 10000
        assert browser.count(".line") == 30
        assert browser.count(".marker, .cluster") < 400


def check_colours_follow_the_desktop_and_can_be_read(world):
    # WCAG 2.1 AA, for every text that is small.
    contrast = """
        const channels = (text) => text.match(/[\\d.]+/g).slice(0, 3).map((it) => {
            const value = it / 255;
            return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        const weights = [0.2126, 0.7152, 0.0722];
        const light = (text) => channels(text).reduce((sum, value, at) => sum + value * weights[at], 0);
        const ground = (element) => {
            for (let it = element; it; it = it.parentElement) {
                const colour = getComputedStyle(it).backgroundColor;
                if (!colour.endsWith(', 0)') && colour !== 'transparent') return colour;
            }
            return 'rgb(255, 255, 255)';
        };
        return arguments[0].map((selector) => {
            const element = document.querySelector(selector);
            const pair = [light(getComputedStyle(element).color), light(ground(element))].sort((a, b) => b - a);
            return [selector, (pair[0] + 0.05) / (pair[1] + 0.05)];
        });
    """
    texts = [
        "#title", "#subtitle", "#summary", "#notice", ".line-title", ".line-details",
        ".line[data-index='3'] .line-details", ".callout-title", ".callout-by", ".callout-words", ".callout-license a",
        ".action.primary", ".action:not(.primary)", ".layers span", ".layers input:checked + span", ".credits a"]
    grounds = []
    for dark in [False, True]:
        with world.browser(dark=dark) as browser:
            browser.open(world.root / "annecy" / "map.html")
            browser.click(".line:nth-child(4) .line-button")
            browser.wait("return document.querySelector('.popup .callout')")
            for selector, ratio in browser.run(contrast, texts):
                assert ratio >= 4.5, (dark, selector, ratio)
            grounds.append(browser.run("return getComputedStyle(document.body).backgroundColor"))
            grounds.append(browser.run("return getComputedStyle(document.getElementById('map')).backgroundColor"))
    assert len(set(grounds)) == 4, grounds
