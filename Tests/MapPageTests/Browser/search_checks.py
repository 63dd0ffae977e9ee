"""Looking for something in the list, going to a country, and where a list lies."""

from callout_checks import path_of

TITLES = "return [...document.querySelectorAll('.line-title')].map((it) => it.textContent)"
# How many the map shows, in clusters or not.
SHOWN = """
    const clusters = [...document.querySelectorAll('.cluster')].map((it) => parseInt(it.getAttribute('aria-label')));
    return clusters.reduce((sum, number) => sum + number, document.querySelectorAll('.marker').length);
"""


def look_for(browser, words):
    browser.run("const it = document.getElementById('search'); it.focus(); it.select();")
    browser.type(words)


def check_the_search_forgives_accents_and_case(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.wait("return document.querySelector('.marker, .cluster')")
        for words, titles in [
            ("CHATEAU", ["Château d'Annecy"]), ("château d’annecy", ["Château d'Annecy"]), ("lisle", ["Palais de l'Isle"]),
            ("town old", ["Market in the old town"]), ("paquier", ["Lake at dusk"]), ("swan", ["Swan", "Two swans"]),
            # Of an owner and of a tag.
            ("ann lee bridge", ["Pont des Amours"]), ("zzz", []),
        ]:
            look_for(browser, words)
            assert browser.run(TITLES) == titles, (words, browser.run(TITLES))
        assert browser.text("#list") == "Nothing found"
        assert browser.text("#summary").startswith("0 of 10 photos")
        browser.press("Escape")
        assert browser.count(".line") == 10 and browser.text("#summary") == "10 photos · 2 without a position"
        browser.quiet()


def check_other_names_are_found_in_the_list_of_places(world):
    with world.browser() as browser:
        browser.open(world.root / "places" / "map.html")
        for words, title in [("reykjavik", "Reykjavík"), ("iceland", "Reykjavík"), ("Heimaborg", "Reykjavík")]:
            look_for(browser, words)
            assert title in browser.run(TITLES), (words, browser.run(TITLES))


def check_list_and_markers_narrow_together(world):
    with world.browser() as browser:
        browser.open(world.root / "places" / "map.html")
        browser.wait("return document.querySelector('.cluster')")
        every = browser.run(SHOWN)
        look_for(browser, "japan")
        found = browser.count(".line")
        assert 1 < found < 30 and browser.run("return document.getElementById('pager').hidden")
        browser.wait(f"return (() => {{ {SHOWN} }})() === {found}")
        browser.press("ArrowDown")
        assert browser.run("return document.activeElement === document.querySelector('.line-button')")
        browser.press("Enter")
        browser.wait("return document.querySelector('.popup .callout')")
        # What is open is no longer there: it closes.
        look_for(browser, "reykjavik")
        browser.wait("return !document.querySelector('.callout')")
        browser.press("Escape")
        assert browser.count(".line") == 30
        browser.click("[aria-label='Show all']")
        browser.wait(f"return (() => {{ {SHOWN} }})() === {every}")
        browser.quiet()


def check_what_is_found_comes_into_sight(world):
    with world.browser() as browser:
        browser.open(world.root / "places" / "map.html")
        browser.wait("return document.querySelector('.cluster')")
        look_for(browser, "reykjavik")
        browser.wait("return document.querySelectorAll('.marker').length === 1")
        browser.click(".line-button")
        browser.wait("return document.querySelector('.popup .callout')")
        browser.press("Escape")
        look_for(browser, "wellington new zealand")
        browser.wait("""
            const box = document.querySelector(".marker[aria-label='Wellington']")?.getBoundingClientRect();
            const map = document.getElementById('map').getBoundingClientRect();
            return box && box.left > map.left && box.right < map.right && box.top > map.top && box.bottom < map.bottom;
        """)


def check_a_slash_goes_to_the_search(world):
    with world.browser() as browser:
        browser.open(world.root / "annecy" / "map.html")
        browser.press("/")
        assert browser.run("return document.activeElement.id") == "search"
        browser.type("a/b")
        assert browser.run("return document.activeElement.value") == "a/b"
        assert browser.run("return document.activeElement.getAttribute('aria-label')") == "Search 10 photos"
        # Also while something is open.
        browser.press("Escape")
        browser.click(".line:nth-child(1) .line-button")
        browser.wait("return document.querySelector('.popup .callout')")
        browser.press("/")
        assert browser.run("return document.activeElement.id") == "search"


def check_ten_thousand_are_searched_at_once(world):
    with world.browser() as browser:
        browser.open(world.root / "many" / "map.html")
        browser.wait("return document.querySelector('.cluster')")
        look_for(browser, "photo 777")
        found = sum("777" in str(number) for number in range(1, 10001))
        assert browser.text("#summary") == f"{found} of 10,000 photos"
        assert all("777" in title for title in browser.run(TITLES))
        browser.wait(f"return (() => {{ {SHOWN} }})() === {found}")
        browser.press("Escape")
        browser.wait(f"return (() => {{ {SHOWN} }})() === 10000")


def check_countries_are_headings_and_can_be_jumped_to(world):
    groups = "return [...document.querySelectorAll('.group')].map((it) => it.innerText.replace(/\\s+/g, ' '))"
    with world.browser() as browser:
        browser.open(world.root / "places" / "map.html")
        browser.wait("return document.querySelector('.cluster')")
        first = browser.run(groups)
        assert len(first) > 1 and first == sorted(first), first
        choices = browser.run("return [...document.getElementById('jump').options].map((it) => it.value)")
        assert choices[0] == "" and "Japan" in choices and len(choices) > 100
        browser.run("document.getElementById('jump').focus()")
        for _ in range(20):
            browser.type("japan")
            # On a busy machine the letters may come too far apart to be one word, and choose other countries.
            if browser.run("return document.getElementById('jump').value") == "Japan":
                break
        browser.press("Enter")
        browser.wait("return [...document.querySelectorAll('.group')].some((it) => it.textContent.startsWith('Japan'))")
        top = browser.run("""
            const list = document.getElementById('list').getBoundingClientRect();
            const name = [...document.querySelectorAll('.group')].find((it) => it.textContent.startsWith('Japan'));
            const last = document.getElementById('list');
            return [name.getBoundingClientRect().top - list.top, last.scrollHeight - last.scrollTop - last.clientHeight];
        """)
        # At the top, or as far up as the list goes.
        assert -1 <= top[0] <= 1 or top[1] <= 1, top
        browser.wait("return document.querySelector(\".marker[aria-label='Sapporo']\")")
        # What goes over to the next page says so there.
        browser.open(world.root / "places" / "map.html")
        browser.click("#pager button:last-child")
        assert browser.run(groups)[0].endswith(" continued") or browser.run(groups)[0] not in first
        # A list of photos has none.
        browser.open(world.root / "annecy" / "map.html")
        assert browser.count(".group") == 0 and browser.count("#jump") == 0


def check_where_people_photograph_now_comes_first(world):
    with world.browser() as browser:
        browser.open(world.root / "now" / "map.html")
        browser.wait("return document.querySelector('.marker, .cluster')")
        groups = browser.run("return [...document.querySelectorAll('.group')].map((it) => it.innerText)")
        assert groups == ["Photographed now", "France"], groups
        assert browser.run(TITLES) == ["Kyoto", "Paris", "Lyon"]
        details = browser.run("return [...document.querySelectorAll('.line-details')].map((it) => it.innerText)")
        assert "1,700 people now" in details[0] and "7 people now" in details[1] and "people" not in details[2], details
        browser.click(".line-button")
        browser.wait("return document.querySelector('.popup .callout')")
        assert "1,700 people now" in browser.text(".callout"), browser.text(".callout")


def check_the_trail_leads_up_as_far_as_was_copied(world):
    trail = "return [...document.querySelectorAll('#trail li')].map((it) => it.innerText)"
    crumbs = "return [...document.querySelectorAll('#trail a')].map((it) => it.href)"
    places, copies = world.root / "places", world.root.parent / "copies"
    for page, up in [
        (places / "France" / "Zürich" / "map.html", [places / "map.html", places / "France" / "map.html"]),
        (copies / "France" / "Zürich" / "map.html", [copies / "France" / "map.html"]),
    ]:
        with world.browser() as browser:
            browser.open(page)
            assert browser.run(trail) == ["Places", "France", "Zürich"]
            assert browser.run("return document.querySelector('#trail [aria-current=page]').textContent") == "Zürich"
            found = [path_of(address) for address in browser.run(crumbs)]
            assert found == up and all(path.exists() for path in up), found
    with world.browser() as browser:
        browser.open(world.root / "fiji" / "map.html")
        assert browser.run("return document.getElementById('trail').hidden")
