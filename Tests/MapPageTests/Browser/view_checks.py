"""Which part of the world is shown, in which layer; and the line that drops a pin."""

import os
import re
import subprocess

IN_SIGHT = """
    const map = document.getElementById('map').getBoundingClientRect();
    return [...document.querySelectorAll('.marker, .cluster')].map((it) => it.getBoundingClientRect()).every((it) =>
        it.left >= map.left && it.right <= map.right && it.top >= map.top && it.bottom <= map.bottom);
"""
# Of each marker whether its middle is what a finger would meet there, not something drawn over it.
FREE = """
    return [...document.querySelectorAll('.marker, .cluster')].every((it) => {
        const box = it.getBoundingClientRect();
        const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return met?.closest('.marker, .cluster');
    });
"""
MARKERS = """
    return Object.fromEntries([...document.querySelectorAll('.marker, .cluster')].map((it) => {
        const box = it.getBoundingClientRect();
        return [it.getAttribute('aria-label'), [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]];
    }));
"""


def check_the_view_shows_all_of_the_list(world):
    for width, height, touch in [(1280, 800, False), (800, 331, False), (844, 390, True), (390, 844, True)]:
        with world.browser(width=width, height=height, touch=touch) as browser:
            for page in ["annecy", "fiji", "places", "hostile"]:
                browser.open(world.root / page / "map.html")
                browser.wait("return document.querySelector('.marker, .cluster')")
                assert browser.run(IN_SIGHT), (page, width)
                assert browser.run(FREE), (page, width)


def check_a_list_around_the_world_shows_the_world_as_it_is_drawn(world):
    with world.browser() as browser:
        browser.open(world.root / "world" / "map.html")
        places = browser.wait(MARKERS)
        from_west = [name for name, _ in sorted(places.items(), key=lambda item: item[1][0])]
        assert from_west == ["Honolulu", "Lisbon", "Nairobi", "Tokyo"], from_west


def check_a_remembered_view_that_holds_less_than_it_did_is_fitted_anew(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.wait("return document.querySelector('.marker, .cluster')")
        fitted = browser.settled(MARKERS)
        # Of the whole list: in a narrower window it is fitted to that.
        browser.resize(390, 844)
        browser.wait(IN_SIGHT)
        browser.reload()
        browser.wait("return document.querySelector('.marker, .cluster')")
        assert browser.run(IN_SIGHT)
        browser.resize(1280, 800)
        browser.reload()
        browser.wait("return document.querySelector('.marker, .cluster')")
        assert browser.settled(MARKERS) == fitted
        # Moved by hand: it comes back in the window that it was for.
        browser.run("document.getElementById('map').focus()")
        browser.press("ArrowRight")
        moved = browser.settled(MARKERS)
        assert moved != fitted
        browser.reload()
        browser.wait("return document.querySelector('.marker, .cluster')")
        assert browser.settled(MARKERS) == moved
        # A narrower one cuts some off.
        browser.resize(390, 844)
        browser.reload()
        browser.wait("return document.querySelector('.marker, .cluster')")
        assert browser.run(IN_SIGHT)


def check_a_list_across_the_antimeridian_is_in_one_piece(world):
    with world.browser() as browser:
        browser.open(world.root / "fiji" / "map.html")
        places = browser.wait(MARKERS)
        from_west = [name for name, _ in sorted(places.items(), key=lambda item: item[1][0])]
        assert from_west == ["Suva", "Savusavu", "Vuna", "Lau"]
        # 2.8 of 3.3 degrees from the first to the last: they fill the map.
        assert places["Lau"][0] - places["Suva"][0] > 350, places


def check_view_and_layer_are_remembered_for_each_list(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.wait("return document.querySelector('.marker, .cluster')")
        fitted = browser.settled(MARKERS)
        browser.run("document.getElementById('map').focus()")
        browser.click(".leaflet-control-zoom-in")
        browser.press("ArrowRight")
        browser.click("input[value=hybrid] + span")
        moved = browser.settled(MARKERS)
        assert moved != fitted
        browser.reload()
        browser.wait("return document.querySelector('.marker, .cluster')")
        assert browser.settled(MARKERS) == moved
        assert browser.run("return document.querySelector('input[name=layer]:checked').value") == "hybrid"
        # Another list has a view and a layer of its own, and a click shows everything again.
        browser.open(world.root / "fiji" / "map.html")
        browser.wait("return document.querySelector('.marker')")
        assert browser.run(IN_SIGHT)
        assert browser.run("return document.querySelector('input[name=layer]:checked').value") == "street"
        browser.open(world.root / "annecy" / "map.html")
        browser.click("[aria-label='Show all']")
        browser.wait("return document.querySelector('.marker, .cluster')")
        assert browser.settled(MARKERS) == fitted


def check_a_browser_that_keeps_nothing_shows_the_map_all_the_same(world):
    refuse = """
        Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });
    """
    nonsense = """
        const folder = decodeURIComponent(location.pathname).replace(/.map.html$/, '');
        localStorage.setItem('placesfs map test ' + folder, arguments[0]);
    """
    odd = ["[1]", "null", "{", '{"latitude":"x","longitude":1,"zoom":2,"layer":"__proto__"}', '{"latitude":1e999}']
    with world.browser() as browser:
        for kept in odd:
            browser.open(world.root / "fiji" / "map.html")
            browser.run(nonsense, kept)
            browser.reload()
            browser.wait("return document.querySelector('.marker')")
            assert browser.run(IN_SIGHT), kept
        browser.cdp("Page.addScriptToEvaluateOnNewDocument", {"source": refuse})
        browser.open(world.root / "annecy" / "map.html")
        browser.wait("return document.querySelector('.marker')")
        browser.click(".leaflet-control-zoom-in")
        browser.click("input[value=satellite] + span")
        browser.quiet()


def check_layers_ask_their_own_servers_and_thank_them(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        for layer, kinds in [("satellite", ["satellite"]), ("hybrid", ["satellite", "labels"]), ("street", ["street"])]:
            world.server.forget()
            browser.run("performance.clearResourceTimings()")
            browser.click(f"input[value={layer}] + span")
            for kind in kinds:
                browser.wait(f"return document.querySelector(\".leaflet-tile-loaded[src*='/{kind}/']\")")
            shown = browser.run("""
                return [...new Set([...document.querySelectorAll('.leaflet-tile')].map((it) => it.src.split('/')[3]))];
            """)
            assert sorted(shown) == sorted(kinds), (layer, shown)
            credits = browser.run("""
                return [...document.querySelectorAll('.credits a')].map((it) => [it.textContent, it.href]);
            """)
            assert credits == [[f"© {kind} people", f"https://tiles.example/{kind}"] for kind in kinds] + [
                ["Leaflet", "https://leafletjs.com/"]], credits


def check_a_right_click_gives_the_line_that_drops_a_pin(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.wait("return document.querySelector('.marker')")
        browser.pointer("#map", button=2, offset=(60, 40))
        line = browser.wait("return document.querySelector('.popup .pin-line')?.textContent")
        assert_drops_a_pin(world, line, (45.85, 6.18), 0.05)
        # Far beyond the antimeridian too the longitude is one.
        browser.open(world.root / "fiji" / "map.html")
        browser.wait("return document.querySelector('.marker')")
        browser.pointer("#map", button=2, offset=(200, 0))
        line = browser.wait("return document.querySelector('.popup .pin-line')?.textContent")
        assert_drops_a_pin(world, line, (-17.4, -179.4), 0.9)
        browser.press("Escape")
        browser.wait("return !document.querySelector('.popup')")
        browser.click("[aria-label^='Drop a pin']")
        line = browser.wait("return document.querySelector('.popup .pin-line')?.textContent")
        assert_drops_a_pin(world, line, (-17.4, 179.8), 0.9)


def assert_drops_a_pin(world, line, near, reach):
    pins = world.root / "pins"
    pins.mkdir(exist_ok=True)
    before = set(os.listdir(pins))
    subprocess.run(["sh", "-c", line], check=True)
    (name,) = set(os.listdir(pins)) - before
    latitude, longitude = map(float, re.fullmatch(r"(-?\d+(?:\.\d{1,5})?),(-?\d+(?:\.\d{1,5})?)", name).groups())
    assert abs(latitude - near[0]) < reach and abs(longitude - near[1]) < reach, name


def check_a_copy_has_no_pins_to_drop(world):
    copies = world.root.parent / "copies"
    for page in [copies / "mailed map.html", copies / "trip" / "map.html", copies / "France" / "Zürich" / "map.html"]:
        with world.browser() as browser:
            browser.open(page)
            browser.wait("return document.querySelector('.marker, .cluster')")
            assert browser.count("[aria-label^='Drop a pin']") == 0
            browser.pointer("#map", button=2)
            assert browser.settled("return document.querySelectorAll('.pin-line').length") == 0


def check_a_long_press_gives_the_line_too(world):
    with world.browser(width=390, height=844, touch=True) as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.wait("return document.querySelector('.marker')")
        browser.cdp("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 200, "y": 300}]})
        line = browser.wait("return document.querySelector('.popup .pin-line')?.textContent")
        browser.cdp("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert_drops_a_pin(world, line, (45.87, 6.17), 0.05)
        assert browser.settled("return document.querySelectorAll('.pin-line').length") == 1
        browser.press("Escape")
        browser.wait("return !document.querySelector('.pin-line')")
        # A finger that moves on moves the map.
        touch = [("touchStart", 300), ("touchMove", 320), ("touchMove", 360)]
        for kind, y in touch:
            browser.cdp("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": 200, "y": y}]})
        # The page's own clock: a press that was to come would have come before.
        browser.call("POST", "/execute/async", {"script": "setTimeout(arguments[0], 700)", "args": []})
        assert browser.count(".pin-line") == 0


def check_the_line_is_copied_or_at_least_selected(world):
    with world.browser() as browser:
        browser.cdp("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        browser.open(world.root / "annecy" / "map.html")
        browser.wait("return document.querySelector('.marker')")
        browser.pointer("#map", button=2, offset=(60, 40))
        browser.click(".popup [aria-label='Copy the line']")
        browser.wait("return document.querySelector('.pin-said').textContent === 'Copied'")
        browser.run("""
            navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
            document.execCommand = () => false;
        """)
        for label, text in [("Copy the line", ".pin-line"), ("Copy the folder's name", ".pin-name")]:
            browser.run("document.querySelector('.pin-said').textContent = ''")
            browser.click(f'.popup [aria-label="{label}"]')
            browser.wait("return document.querySelector('.pin-said').textContent === 'Selected: press Ctrl+C'")
            assert browser.run("return getSelection().toString()") == browser.text(".popup " + text)


def check_a_pin_is_also_the_name_of_a_new_folder(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.wait("return document.querySelector('.marker')")
        browser.pointer("#map", button=2, offset=(60, 40))
        line = browser.wait("return document.querySelector('.popup .pin-line')?.textContent")
        name = browser.text(".popup .pin-name")
        assert line == "mkdir '" + str(world.root / "pins" / name).replace("'", "'\\''") + "'", (line, name)
        assert "New Folder" in browser.text(".popup .callout")
