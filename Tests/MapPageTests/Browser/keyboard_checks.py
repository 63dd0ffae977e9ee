"""Everything by keyboard."""

FOCUS = """
    const it = document.activeElement;
    if (it === document.body) return 'nothing';
    return it.getAttribute('aria-label') || it.querySelector('.line-title, .callout-title')?.textContent
        || it.textContent.trim() || it.value || it.tagName;
"""

ZOOM = "return JSON.parse(localStorage.getItem(Object.keys(localStorage)[0]) || '{}').zoom || 0"


def check_the_whole_page_is_reached_by_tab(world):
    with world.browser() as browser:
        browser.open(world.root / "fiji" / "map.html")
        browser.wait("return document.querySelectorAll('.marker').length === 4")
        seen = []
        for _ in range(40):
            browser.press("Tab")
            seen.append(browser.run(FOCUS))
            if len(seen) > 1 and seen[-1] == seen[0]:
                break
            ring = browser.run("""
                const active = document.activeElement;
                const it = active.matches('input[type=radio]') ? active.nextSibling : active;
                return it === document.body || getComputedStyle(it).outlineStyle !== 'none' || it.className === 'skip';
            """)
            assert ring, seen[-1]
        for name in ["Skip to the map", "Suva", "Open photo: Suva", "Lau", "Zoom in", "Show all", "Leaflet",
                     "Drop a pin in the middle of the map", "Map"]:
            assert name in seen, (name, seen)
        assert seen.index("Skip to the map") < seen.index("Suva") < seen.index("Map"), seen
        # Markers come after the map that they are on.
        assert seen.count("Suva") == 2 and seen.count("Savusavu") == 2, seen


def check_enter_opens_escape_closes_and_the_focus_comes_back(world):
    with world.browser() as browser:
        browser.open(world.root / "fiji" / "map.html")
        browser.wait("return document.querySelector('.marker')")
        browser.run("document.querySelector('.line-button').focus()")
        browser.press("ArrowDown", "ArrowDown", "ArrowUp", "Enter")
        browser.wait("return document.activeElement.matches('.popup .callout')")
        assert browser.run(FOCUS) == "Savusavu"
        browser.press("Tab")
        assert browser.run(FOCUS) == "Close"
        browser.press("Tab")
        assert browser.run(FOCUS) == "Open photo"
        browser.press("Escape")
        assert browser.count(".callout") == 0
        assert browser.run(FOCUS) == "Savusavu"
        assert browser.run("return document.activeElement.className") == "line-button"
        # Of the pin's callout too, which no line of the list has opened.
        browser.run("document.querySelector(\"[aria-label^='Drop a pin']\").focus()")
        browser.press("Enter")
        browser.wait("return document.activeElement.matches('.popup .callout') && document.querySelector('.pin-line')")
        browser.press("Escape")
        assert browser.count(".callout") == 0 and browser.run("return document.activeElement.id") == "map"


def check_the_focus_stays_on_the_pager_at_its_ends(world):
    with world.browser() as browser:
        browser.open(world.root / "pages" / "map.html")
        browser.run("document.querySelector('#pager button:last-child').focus()")
        browser.press("Enter", "Enter")
        assert browser.text(".pager-range") == "61–65 of 65"
        assert browser.run(FOCUS) == "Previous"
        browser.press("Enter", "Enter")
        assert browser.text(".pager-range") == "1–30 of 65"
        assert browser.run(FOCUS) == "Next"


def check_markers_and_clusters_open_by_enter(world):
    with world.browser() as browser:
        browser.open(world.root / "fiji" / "map.html")
        browser.wait("return document.querySelector('.marker')")
        for key in ["Enter", "Space"]:
            browser.run("document.querySelector(\".marker[aria-label='Lau']\").focus()")
            browser.press(key)
            browser.wait("return document.querySelector('.popup .callout-title')?.textContent === 'Lau'")
            browser.press("Escape")
            browser.wait("return !document.querySelector('.callout')")
        browser.open(world.root / "places" / "map.html")
        browser.wait("return document.querySelector('.cluster')")
        for key in ["Enter", "Space"]:
            zoom = browser.settled(ZOOM)
            browser.run("document.querySelector('.cluster').focus()")
            browser.press(key)
            browser.wait(ZOOM + f" > {zoom}")
            assert browser.run("return document.activeElement.id") == "map"


def check_layers_change_by_the_arrow_keys(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.run("document.querySelector('input[value=street]').focus()")
        browser.press("ArrowRight")
        assert browser.run("return document.querySelector('input[name=layer]:checked').value") == "satellite"
        browser.wait("return document.querySelector(\".leaflet-tile-loaded[src*='/satellite/']\")")
