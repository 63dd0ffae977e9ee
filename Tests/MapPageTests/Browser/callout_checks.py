"""Callouts: what they say, where their links lead, and when their thumbnail is asked for."""

import pathlib
import urllib.parse

from servers import FolderServer

OPEN = ".popup .callout"


def path_of(address):
    parts = urllib.parse.urlsplit(address)
    assert parts.scheme == "file", address
    return pathlib.Path(urllib.parse.unquote(parts.path))


def links(browser):
    return dict(browser.run("""
        return [...document.querySelectorAll('.callout-actions a')].map((it) => [it.textContent, it.href]);
    """))


def check_opening_a_map_asks_for_tiles_only(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.wait("return document.querySelector('.leaflet-tile-loaded')")
        browser.settled("return performance.getEntriesByType('resource').length")
        kinds = {path.split("/")[1] for path, _ in world.server.ledger}
        assert kinds == {"street"}, kinds
        # And tells the tile server nothing of where the page lies.
        assert all("Referer" not in headers for _, headers in world.server.ledger)
        assert browser.count("img:not(.leaflet-tile)") == 0
        others = browser.run("""
            const names = performance.getEntriesByType('resource').map((it) => it.name);
            return names.filter((it) => !it.includes('/street/'));
        """)
        assert others == [], others


def check_a_thumbnail_is_asked_for_once_and_on_a_click(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.wait("return document.querySelector('.marker')")
        browser.press("Tab", "Tab", "Tab")
        browser.pointer(".line:nth-child(2) .line-button", button=2)
        assert world.server.asked("thumbnail") == []
        for _ in range(3):
            browser.click(".line:nth-child(1) .line-button")
            browser.wait(f"return document.querySelector('{OPEN} .callout-image.loaded')")
            browser.click(f"{OPEN} .callout-close")
            browser.wait(f"return !document.querySelector('{OPEN}')")
        assert world.server.asked("thumbnail") == ["/thumbnail/1000.png"]
        assert all("Referer" not in headers for _, headers in world.server.ledger)


def check_a_photo_without_a_title_is_called_as_its_file_is(world):
    with world.browser() as browser:
        browser.open(world.root / "untitled" / "map.html")
        browser.wait("return document.querySelector('.marker, .cluster')")
        titles = browser.run("return [...document.querySelectorAll('.line-title')].map((it) => it.textContent)")
        assert titles == ["Fountain hopping after finals. Nobody asked us to leave.", "Unknown"], titles
        browser.click(".line:nth-child(1) .line-button")
        browser.wait(f"return document.querySelector('{OPEN}')")
        assert browser.text(f"{OPEN} .callout-title") == titles[0]


def check_a_callout_tells_whose_photo_it_is(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.click(".line:nth-child(4) .line-button")
        browser.wait(f"return document.querySelector('{OPEN}')")
        assert browser.text(f"{OPEN} .callout-title") == "Market in the old town"
        assert browser.text(f"{OPEN} .callout-by") == "by Ann Lee"
        words = browser.text(f"{OPEN} .callout-words")
        assert words.startswith("Cheese, and more") and words.endswith("…") and len(words) < 170, words
        assert browser.text(f"{OPEN} .callout-license") == "CC BY 2.0"
        license = browser.run(f"return document.querySelector('{OPEN} .callout-license a').href")
        assert license == "https://creativecommons.org/licenses/by/2.0/"
        page = browser.run(f"""
            const it = document.querySelector('{OPEN} .callout-actions a:last-child');
            return [it.href, it.rel, it.target, it.referrerPolicy];
        """)
        assert page == [
            "https://www.example.org/photos/ann/1003/", "noopener noreferrer", "_blank", "no-referrer"], page


def check_the_arrow_is_for_what_leaves_for_another_site(world):
    arrows = """
        return [...document.querySelectorAll('.icon path')].filter((it) => it.getAttribute('d').startsWith('M7 17L17 7'))
            .map((it) => it.closest('a')?.protocol ?? 'nothing');
    """
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        assert browser.count(".line-open .icon") == 10 and browser.run(arrows) == []
        browser.click(".line:nth-child(1) .line-button")
        browser.wait(f"return document.querySelector('{OPEN}')")
        assert browser.run(arrows) == ["https:"]


def check_links_lead_to_what_lies_beside_the_page_in_the_mount_and_in_a_copy(world):
    copies = world.root.parent / "copies"
    for folder in [world.root / "annecy", world.root / "places" / "France" / "Zürich", copies / "trip",
                   copies / "France" / "Zürich"]:
        photo = folder / "1 it's #1000%.jpg"
        assert photo.exists()
        with world.browser() as browser:
            browser.open(folder / "map.html")
            opener = browser.run("return document.querySelector('.line-open').href")
            assert path_of(opener) == photo, (folder, opener)
            browser.click(".line:nth-child(1) .line-button")
            browser.wait(f"return document.querySelector('{OPEN}')")
            assert path_of(links(browser)["Open photo"]) == photo
    for folder in [world.root / "places", copies / "all"]:
        with world.browser() as browser:
            browser.open(folder / "map.html")
            browser.click(".line:nth-child(1) .line-button")
            browser.wait(f"return document.querySelector('{OPEN}')")
            found = links(browser)
            # A browser's view of a folder would be a list of files: in a mount placesfs opens it.
            assert list(found) == ["Open map"] + ["Open folder"] * (folder == world.root / "places"), found
            target = path_of(found["Open map"])
            assert target.name == "map.html" and target.parent.parent.parent == folder, target
            assert target.exists()
            browser.click(f"{OPEN} .action.primary")
            browser.wait("return document.body.textContent.trim() === 'a map'")


def check_a_copy_on_a_web_server_leads_to_what_lies_beside_it_there(world):
    server = FolderServer(world.root)
    try:
        with world.browser() as browser:
            browser.go(f"http://127.0.0.1:{server.port}/places/France/Z%C3%BCrich/map.html")
            assert browser.run("return document.querySelector('.line-open').href") == (
                f"http://127.0.0.1:{server.port}/places/France/Z%C3%BCrich/1%20it%27s%20%231000%25.jpg")
            crumbs = browser.run("return [...document.querySelectorAll('#trail a')].map((it) => it.pathname)")
            assert crumbs == ["/places/map.html", "/places/France/map.html"], crumbs
            # The shell of whoever looks at it knows no such mount.
            assert browser.count("[aria-label^='Drop a pin']") == 0
            browser.click(".line:nth-child(1) .line-open")
            browser.wait("return document.body.textContent.trim() === 'a photo'")
    finally:
        server.end()


def check_no_page_tells_where_it_was_made(world):
    for page in world.root.rglob("map.html"):
        text = page.read_text()
        assert str(world.root) not in text and world.root.parent.name not in text, page


def check_a_photo_without_a_position_opens_in_the_list(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        assert "no position" in browser.text(".line:nth-child(9) .line-details")
        browser.click(".line:nth-child(9) .line-button")
        callout = ".line:nth-child(9) .callout"
        assert "not on the map" in browser.text(callout)
        assert path_of(links(browser)["Open photo"]).exists()
        assert browser.count(OPEN) == 0
        browser.click(f"{callout} .callout-close")
        assert browser.count(".callout") == 0
        assert browser.count(".marker, .cluster") > 0


def check_a_thumbnail_that_is_gone_leaves_a_quiet_callout(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.click(".line:nth-child(3) .line-button")
        browser.wait(f"return document.querySelector('{OPEN}') && !document.querySelector('{OPEN} img')")
        assert world.server.asked("gone") == ["/gone/1002.png"]
        assert browser.text(f"{OPEN} .callout-title") == "Château d'Annecy"
        browser.quiet()


def check_markers_and_lines_point_at_each_other(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        marker = ".marker[aria-label='Talloires from above']"
        browser.wait(f"return document.querySelector(\"{marker}\")")
        browser.click(marker)
        browser.wait(f"return document.querySelector('{OPEN}')")
        assert browser.text(".line:has([aria-current]) .line-title") == "Talloires from above"
        assert browser.count(f"{marker}.selected") == 1
        browser.click(".line:nth-child(2) .line-button")
        browser.wait("return document.querySelector(\".marker.selected[aria-label^='Palais']\")")
        assert browser.count("#list [aria-current]") == 1 and browser.count(".marker.selected") == 1
        # The marker of a photo on another page of the list turns to it.
        browser.open(world.root / "pages" / "map.html")
        browser.click("#pager button:last-child")
        browser.click(".line:nth-child(5) .line-button")
        browser.wait(f"return document.querySelector('{OPEN}')")
        chosen = browser.text(f"{OPEN} .callout-title")
        browser.click("#pager button:first-child")
        browser.click(f"{OPEN} .callout-close")
        browser.wait(f"return !document.querySelector('{OPEN}')")
        browser.click(f".marker[aria-label='{chosen}']")
        browser.wait(f"return document.querySelector('.line [aria-current] .line-title')?.textContent === '{chosen}'")
        assert browser.text(".pager-range") == "31–60 of 65"


def check_a_click_opens_a_cluster(world):
    with world.browser(calm=False) as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.wait("return document.querySelector('.cluster')")
        assert browser.count(".marker, .cluster") == 2
        browser.click(".cluster")
        browser.wait("return document.querySelectorAll('.marker').length > 1")
        assert browser.count(OPEN) == 0 and world.server.asked("thumbnail") == []


def check_photos_at_one_spot_can_all_be_opened(world):
    for calm in [True, False]:
        with world.browser(calm=calm) as browser:
            browser.open(world.root / "annecy" / "map.html")
            for line, title in [(5, "Lake at dusk"), (6, "Swan"), (7, "Two swans")]:
                browser.click(f".line:nth-child({line}) .line-button")
                browser.wait(f"""
                    return document.querySelector('{OPEN} .callout-title')?.textContent === '{title}'
                        && document.querySelector('.marker.selected')?.getAttribute('aria-label') === '{title}';
                """)
