"""picture.py SOURCE PICTURE…: opens image files by file://, as a double click does, and says of each how large the browser
draws it. Ends with 1 at the first that does not look exactly as SOURCE.
"""

import base64
import pathlib
import sys

from webdriver import Browser, Driver

DRAWN = "return document.images.length === 1 && document.images[0].complete && document.images[0].naturalWidth > 0"
SIZE = "return [document.images[0].naturalWidth, document.images[0].naturalHeight]"


def main():
    driver = Driver()
    browser = Browser(driver)
    try:
        looks = []
        for path in map(pathlib.Path, sys.argv[1:]):
            with browser.fresh() as page:
                page.open(path)
                page.wait(DRAWN)
                looks.append((page.run(SIZE), page.call("GET", "/screenshot")))
                assert len(set(base64.b64decode(looks[-1][1]))) > 100, "an empty picture of the window"
                assert page.console() == [], path
            print(*looks[-1][0], flush=True)
            assert looks[-1] == looks[0], f"{path} looks otherwise than {sys.argv[1]}"
    finally:
        browser.end()
        driver.end()


if __name__ == "__main__":
    main()
