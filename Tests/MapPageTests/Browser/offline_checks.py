"""Without a network, with tiles refused, and without Leaflet."""

NO_TILES = """
    const said = document.querySelector('.no-tiles');
    return document.getElementById('map').classList.contains('without-tiles')
        && said.textContent.startsWith('No map came') && said.offsetHeight > 0;
"""
# How high the line is, what it covers, and itself where it takes a click.
COVERED = """
    const line = document.querySelector('.no-tiles').getBoundingClientRect();
    const others = [...document.querySelectorAll('.marker-dot, .cluster, .credits, .layers, .tools, .leaflet-control-zoom')];
    return [line.height, others.filter((it) => {
        const { left, right, top, bottom, width } = it.getBoundingClientRect();
        return width && left < line.right && right > line.left && top < line.bottom - 4 && bottom - 4 > line.top;
    }).map((it) => it.className), document.elementFromPoint(line.x + 4, line.y + line.height / 2).closest('.no-tiles')];
"""
BROKEN = """
    return [...document.images].filter((it) => it.complete && !it.naturalWidth && it.offsetParent
        && getComputedStyle(it).visibility === 'visible').length;
"""


def check_refused_tiles_leave_the_outline(world):
    for page in ["refused", "offline"]:
        with world.browser() as browser:
            browser.open(world.root / page / "map.html")
            browser.wait(NO_TILES)
            assert browser.run(BROKEN) == 0
            # One line, which lies over no marker, button or credit, and is in nobody's way.
            for width, height in [(1280, 800), (800, 600), (390, 844), (844, 390)]:
                browser.resize(width, height)
                place = browser.settled(COVERED)
                assert place[0] < 30 and place[1] == [] and place[2] is None, (width, height, place)
            browser.resize(1280, 800)
            assert browser.count("path.land") == 3 and browser.count("path.grid") == 1
            land = browser.run("return document.querySelectorAll('path.land')[1].getBoundingClientRect().width")
            assert land > 300, land
            assert browser.count(".grid-label") > 4
            browser.quiet()
            # Everything else works as ever.
            browser.click(".line:nth-child(1) .line-button")
            browser.wait("return document.querySelector('.popup .callout')")
            assert browser.text(".popup .callout-title") == "Pont des Amours"
            browser.quiet()


def check_the_outline_can_be_chosen_and_fetches_nothing(world):
    with world.browser() as browser:
        browser.open(world.root / "places" / "map.html")
        browser.wait("return document.querySelector('.leaflet-tile-loaded')")
        browser.click("input[value=outline] + span")
        browser.settled("return performance.getEntriesByType('resource').length")
        world.server.forget()
        for _ in range(3):
            browser.click(".leaflet-control-zoom-in")
        browser.reload()
        browser.wait("return document.querySelector('.marker, .cluster')")
        assert browser.run("return document.querySelector('input[value=outline]').checked")
        assert world.server.ledger == [], world.server.ledger
        assert browser.text(".credits") == "Natural Earth · Leaflet"
        assert browser.text(".no-tiles") == ""


def check_without_leaflet_the_list_is_complete(world):
    with world.browser() as browser:
        browser.open(world.root / "bare" / "map.html")
        sentence = browser.text("#map")
        assert "libjs-leaflet" in sentence and "libjs-leaflet.markercluster" in sentence
        assert browser.count(".line") == 10
        assert world.server.ledger == []
        browser.click(".line:nth-child(1) .line-button")
        browser.wait("return document.querySelector('.line:nth-child(1) .callout-image.loaded')")
        assert browser.text(".callout-title") == "Pont des Amours"
        browser.click(".line:nth-child(2) .line-button")
        assert browser.count(".callout") == 1
        assert browser.text(".callout-title") == "Palais de l'Isle"
        browser.press("Escape")
        assert browser.count(".callout") == 0
        assert world.server.asked("thumbnail") == ["/thumbnail/1000.png", "/thumbnail/1001.png"]
        browser.quiet()
