"""Leaving the page for a photo, and coming back."""

from view_checks import MARKERS

OPEN = "return document.querySelector('.popup .callout-title')?.textContent"


def leave(browser, by=".popup .action.primary"):
    # The history is written a moment after the last change.
    browser.call("POST", "/execute/async", {"script": "setTimeout(arguments[0], 400)", "args": []})
    browser.click(by)
    browser.wait("return location.pathname.endsWith('.jpg')")
    browser.call("POST", "/back")


def check_back_restores_callout_selection_and_view(world):
    with world.browser() as browser:
        browser.open(world.root / "pages" / "map.html")
        browser.wait("return document.querySelector('.marker, .cluster')")
        browser.click("#pager button:last-child")
        browser.click(".line:nth-child(7) .line-button")
        title = browser.wait(OPEN)
        browser.run("document.getElementById('map').focus()")
        browser.press("ArrowDown")
        before = browser.settled(MARKERS)
        leave(browser)
        browser.wait(OPEN + f" === '{title}'")
        assert browser.text(".pager-range") == "31–60 of 65"
        assert browser.text(".line:has([aria-current]) .line-title") == title
        assert browser.count(".marker.selected") == 1
        assert browser.settled(MARKERS) == before
        # What was closed stays closed, on the page of the list that was looked at.
        browser.press("Escape")
        browser.wait("return !document.querySelector('.callout')")
        leave(browser, ".line-open")
        browser.wait("return document.querySelector('.marker, .cluster')")
        assert browser.text(".pager-range") == "31–60 of 65" and browser.count(".callout") == 0
        browser.quiet()


def check_back_restores_what_was_looked_for(world):
    with world.browser() as browser:
        browser.open(world.root / "pages" / "map.html")
        browser.wait("return document.querySelector('.marker, .cluster')")
        browser.press("/")
        browser.type("photo 6")
        assert browser.count(".line") == 12
        browser.click(".line:nth-child(2) .line-button")
        title = browser.wait(OPEN)
        leave(browser)
        browser.wait(OPEN + f" === '{title}'")
        assert browser.run("return document.getElementById('search').value") == "photo 6"
        assert browser.count(".line") == 12


def check_another_page_of_the_list_begins_anew(world):
    with world.browser() as browser:
        browser.open(world.root / "pages" / "map.html")
        browser.click(".line:nth-child(2) .line-button")
        browser.wait(OPEN)
        browser.open(world.root / "pages" / "map.html")
        browser.wait("return document.querySelector('.marker, .cluster')")
        assert browser.count(".callout") == 0
