"""mount.py MOUNT [LIST…]: opens the pages of a mount's lists ("places/France/Annecy"; all that are there, if none is
named) from the mount itself, by file://, and says of each how many it shows. Ends with 1 at the first that is not as it
should be.
"""

import json
import os
import pathlib
import sys
import urllib.parse

from webdriver import Browser, Driver

ASKED = "return performance.getEntriesByType('resource').map((it) => it.name)"
READY = "return document.querySelector('.line, .empty')"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    lists = sys.argv[2:] or sorted(str(path.parent.relative_to(root)) for path in root.rglob("map.html"))
    driver = Driver()
    browser = Browser(driver)
    try:
        for name in lists:
            print(f"{name}: {look(browser, root / name)} shown", flush=True)
    finally:
        browser.end()
        driver.end()


def look(browser, folder):
    features = json.loads((folder / "map.geojson").read_text())["features"]
    with browser.fresh() as page:
        page.open(folder / "map.html")
        page.wait(READY)
        assert page.count(".line") == min(30, len(features)), (folder, page.count(".line"))
        assert (page.text("#list") == "No Images") == (not features), folder
        assert page.run("return document.documentElement.scrollWidth <= innerWidth"), folder
        assert foreign(page) == [], (folder, foreign(page))
        for index, feature in enumerate(features[:3], 1):
            page.run(f"document.querySelectorAll('.line .line-button')[{index - 1}].click()")
            page.wait("return document.querySelector('.callout')")
            opens = page.run("return document.querySelector('.callout-actions a').href")
            target = pathlib.Path(urllib.parse.unquote(urllib.parse.urlsplit(opens).path))
            # A folder's name is enough to be there: looking into it would ask the source.
            assert target.parent.is_dir() and (target.suffix != ".jpg" or target.exists()), (folder, opens)
            # Beside the page there is a small picture of each photo, and nobody else is asked.
            if target.suffix == ".jpg":
                page.wait("return document.querySelector('.callout-image.loaded img')?.src.includes('/.small/')")
            assert foreign(page) == [], (folder, foreign(page))
            page.press("Escape")
            page.wait("return !document.querySelector('.callout')")
        page.reload()
        page.wait(READY)
        assert page.console() == [], folder
    return len(features)


def foreign(page):
    """What the page asked for but tiles and the small pictures beside it, in order."""
    layers = page.run("return JSON.parse(document.getElementById('layers').textContent).map((it) => it.template)")
    tiles = {urllib.parse.urlsplit(template.replace("{s}", "a")).netloc for template in layers}
    return [name for name in page.run(ASKED) if urllib.parse.urlsplit(name).netloc not in tiles
            and not (name.startswith("file:") and "/.small/" in name)]


if __name__ == "__main__":
    main()
