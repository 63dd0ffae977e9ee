"""Low windows, as of a phone held sideways or a page made twice as large; fingers; and what axe-core says of it all."""

import os
import pathlib

SIZES = [(1280, 800, False), (640, 400, False), (800, 331, False), (844, 390, True), (390, 844, True), (320, 256, False)]

# Of what of a callout it can be said that it is cut off: it is not wholly in the window, or something lies over it. What
# scrolls is scrolled to it first, as a reader would.
CUT = """
    const callout = document.querySelector('.popup .callout, #panel .callout, .line .callout');
    return arguments[0].filter((selector) => {
        const it = callout.querySelector(selector);
        if (!it) return true;
        it.scrollIntoView({ block: 'nearest' });
        const box = it.getBoundingClientRect();
        const isInside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
        const points = [[box.left + 4, box.top + 4], [box.right - 4, box.bottom - 4], [box.left + 4, box.bottom - 4]];
        return !isInside || !points.every(([x, y]) => callout.contains(document.elementFromPoint(x, y)));
    });
"""


def check_a_callout_is_never_cut_off(world):
    for width, height, touch in SIZES:
        with world.browser(width=width, height=height, touch=touch) as browser:
            browser.open(world.root / "annecy" / "map.html")
            browser.wait("return document.querySelector('.marker, .cluster')")
            for line in [1, 4, 8, 10]:
                browser.run(f"document.querySelector('.line:nth-child({line}) .line-button').click()")
                browser.wait("return document.querySelector('.callout')")
                browser.settled("return document.querySelector('.callout').getBoundingClientRect().top")
                cut = browser.run(CUT, [".callout-title", ".callout-close", ".action.primary", ".action:last-child"])
                assert cut == [], (width, height, line, cut)
                browser.press("Escape")
                browser.wait("return !document.querySelector('.callout')")
            browser.run("document.querySelector(\"[aria-label^='Drop a pin']\").click()")
            browser.wait("return document.querySelector('.callout')")
            browser.settled("return document.querySelector('.callout').getBoundingClientRect().top")
            cut = browser.run(CUT, [".callout-title", ".callout-close", ".pin-name", ".pin-line", ".action"])
            assert cut == [], (width, height, cut)
            browser.quiet()


def check_a_callout_is_a_panel_where_the_window_is_low(world):
    with world.browser(width=844, height=390, touch=True) as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.click(".line:nth-child(4) .line-button")
        browser.wait("return document.querySelector('#panel .callout')")
        assert browser.run("return document.activeElement.matches('#panel .callout')")
        # The credit lies under it, and the marker beside it.
        place = browser.run("""
            const [panel, marker, credit] = ['#panel', '.marker.selected', '.credits']
                .map((it) => document.querySelector(it)?.getBoundingClientRect());
            return [panel.right, innerWidth, marker && marker.right <= panel.left,
                document.elementFromPoint(panel.right - 20, Math.min(panel.bottom, innerHeight) - 12).closest('.credits')];
        """)
        assert place[0] <= place[1] and place[2] and place[3] is None, place
        # Held upright it is on the map, and the other way round.
        browser.resize(390, 844, touch=True)
        browser.wait("return document.querySelector('.popup .callout') && document.getElementById('panel').hidden")
        browser.resize(844, 390, touch=True)
        browser.wait("return document.querySelector('#panel .callout') && !document.querySelector('.popup')")
        browser.click("#panel .callout-close")
        browser.wait("return !document.querySelector('.callout') && document.getElementById('panel').hidden")
        # A tap on the bare map closes it, too.
        browser.click(".line:nth-child(4) .line-button")
        browser.wait("return document.querySelector('#panel .callout')")
        browser.pointer("#map", offset=(-120, 100))
        browser.wait("return !document.querySelector('.callout') && !document.querySelector('[aria-current=true]')")
        browser.quiet()


def check_a_finger_meets_44_pixels(world):
    small = """
        const names = 'button, a:not(.credits a, .callout-license a, .skip), input:not([type=radio]), select, label,'
            + ' .marker, .cluster';
        return [...document.querySelectorAll(names)].filter((it) => it.offsetParent && getComputedStyle(it).visibility === 'visible')
            .map((it) => [it.className || it.id || it.textContent, it.getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
            .map(([name, box]) => [name, box.width, box.height]);
    """
    for width, height in [(390, 844), (844, 390), (1024, 768)]:
        with world.browser(width=width, height=height, touch=True) as browser:
            for page in ["annecy", "places"]:
                browser.open(world.root / page / "map.html")
                browser.wait("return document.querySelector('.marker, .cluster')")
                assert browser.run("return matchMedia('(pointer: coarse)').matches")
                assert browser.run(small) == [], (page, width, browser.run(small))
                browser.run("document.querySelector('.line-button').click()")
                browser.wait("return document.querySelector('.callout')")
                assert browser.run(small) == [], (page, width, browser.run(small))


def check_a_marker_says_its_name_to_who_points_at_it(world):
    with world.browser() as browser:
        browser.open(world.root / "fiji" / "map.html")
        browser.wait("return document.querySelector(\".marker[aria-label='Lau']\")")
        browser.move(".marker[aria-label='Lau']")
        browser.wait("return document.querySelector('.tip')?.textContent === 'Lau'")
        browser.move("#title")
        browser.wait("return !document.querySelector('.tip')")
        browser.run("document.querySelector(\".marker[aria-label='Suva']\").focus()")
        browser.press("Tab")
        browser.wait("return document.querySelector('.tip')?.textContent === document.activeElement.getAttribute('aria-label')")
        browser.open(world.root / "annecy" / "map.html")
        browser.wait("return document.querySelector('.cluster')")
        browser.move(".cluster")
        browser.wait("return document.querySelector('.tip')?.textContent === '7 photos'")
        browser.quiet()


def axe_finds_nothing_wrong(world):
    script = pathlib.Path(os.environ["PLACESFS_AXE"]).read_text()
    asked = """
        const done = arguments[0];
        axe.run().then((found) => done(found.violations.map((it) => [it.id, it.nodes.map((node) => node.html.slice(0, 200))])));
    """
    for width, height, touch in [(1280, 800, False), (800, 331, False), (844, 390, True), (390, 844, True)]:
        for dark in [False, True]:
            with world.browser(width=width, height=height, touch=touch, dark=dark) as browser:
                for page, opened in [("annecy", ".line-button"), ("places", ".line-button"), ("refused", None), ("bare", None)]:
                    browser.cdp("Page.setBypassCSP", {"enabled": True})
                    browser.open(world.root / page / "map.html")
                    browser.wait("return document.querySelector('.line')")
                    if opened:
                        browser.run("document.querySelector(arguments[0]).click()", opened)
                        browser.wait("return document.querySelector('.callout')")
                    browser.run(script + "; window.axe = axe;")
                    found = browser.call("POST", "/execute/async", {"script": asked, "args": []})
                    assert found == [], (width, height, dark, page, found)


# A check where axe-core's script is.
if os.environ.get("PLACESFS_AXE"):
    check_axe_finds_nothing_wrong = axe_finds_nothing_wrong
