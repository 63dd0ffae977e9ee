"""Runs the checks of the pages in a folder.

Prints the port of its server, reads the folder's path (the pages in it name that port), and prints a line of JSON for
each check: its name, and what went wrong or null.
"""

import json
import os
import pathlib
import signal
import sys
import time
import traceback

import back_checks
import callout_checks
import hand_checks
import hostile_checks
import keyboard_checks
import layout_checks
import low_checks
import offline_checks
import search_checks
import view_checks
from servers import ImageServer
from webdriver import Browser, Driver

MODULES = [
    layout_checks, low_checks, callout_checks, search_checks, view_checks, back_checks, keyboard_checks, hostile_checks,
    offline_checks, hand_checks]


class World:
    """What a check is given: the pages, the server they ask, and a browser."""

    def __init__(self, browser, server, root):
        self.browser = browser.fresh
        self.server = server
        self.root = root


def main():
    server = ImageServer()
    print(server.port, flush=True)
    root = pathlib.Path(sys.stdin.readline().rstrip("\n"))
    wanted = sys.argv[1:]
    driver = Driver()
    # The browser ends with us when our time is up.
    signal.signal(signal.SIGTERM, lambda *_: (driver.end(), os._exit(1)))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    browser = Browser(driver)
    try:
        for module in MODULES:
            for name, check in vars(module).items():
                if not name.startswith("check_") or wanted and name[6:] not in wanted:
                    continue
                server.forget()
                start = time.monotonic()
                try:
                    check(World(browser, server, root))
                    failure = None
                except Exception:
                    failure = traceback.format_exc(limit=-4)
                seconds = round(time.monotonic() - start, 1)
                print(json.dumps({"name": name[6:], "failure": failure, "seconds": seconds}), flush=True)
    finally:
        browser.end()
        driver.end()
        server.end()


if __name__ == "__main__":
    main()
