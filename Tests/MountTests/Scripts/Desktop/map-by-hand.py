"""map-by-hand.py BROWSER MOUNT: a hand on the map of MOUNT/pins in a real window. It drops a pin by a right click, opens
the folder of the pin 1,1, and asks for another collection of it. The browser tells where things are on the screen; xdotool
moves the mouse and presses. Says what came of each, one line each.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

PATIENCE = 60
# Where the page begins on the screen: what is not page of a window stands above it.
PLACE = """
const it = document.querySelector(arguments[0]);
if (!it) return null;
it.scrollIntoView({block: "nearest"});
const box = it.getBoundingClientRect();
if (!box.width) return null;
const left = window.mozInnerScreenX ?? screenX + (outerWidth - innerWidth) / 2;
const top = window.mozInnerScreenY ?? screenY + outerHeight - innerHeight;
return [left + box.left + box.width / 2, top + box.top + box.height / 2];
"""


class Chromium:
    """Started as a user's, without the switches of a driver, which asks it afterwards."""

    to_agree = ["Tab"]

    def __init__(self, profile, address):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.process = subprocess.Popen(
            ["chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
             "--disable-background-networking", "--password-store=basic", "--lang=en", f"--user-data-dir={profile}",
             "--window-position=0,0", "--window-size=1200,900", f"--remote-debugging-port={port}", address],
            start_new_session=True, stderr=subprocess.DEVNULL)
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True, start_new_session=True)
        for line in self.driver.stdout:
            if "started successfully on port" in line:
                self.base = "http://127.0.0.1:" + line.split("port")[1].strip(" .\n")
                break
        options = {"debuggerAddress": f"127.0.0.1:{port}"}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options}
        self.base += "/session/" + self.call("/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def call(self, path, body):
        request = urllib.request.Request(self.base + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def run(self, script, *arguments):
        return self.call("/execute/sync", {"script": script, "args": list(arguments)})

    def end(self):
        for process in (self.process, self.driver):
            os.killpg(process.pid, 9)
            process.wait()


class Firefox:
    """Asked over Marionette, its own wire: there is no driver of it in Debian."""

    to_agree = ["Tab", "Tab", "Tab"]

    def __init__(self, profile, address):
        # What a first start shows and fetches would stand before the page.
        settings = {
            "browser.aboutwelcome.enabled": False, "browser.shell.checkDefaultBrowser": False,
            "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.reportingpolicy.firstRun": False,
            "trailhead.firstrun.didSeeAboutWelcome": True, "termsofuse.bypassNotification": True,
            "remote.prefs.recommended": False, "marionette.port": 0}
        lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in settings.items()]
        pathlib.Path(profile, "user.js").write_text("\n".join(lines))
        self.process = subprocess.Popen(
            ["firefox-esr", "--marionette", "--new-instance", "--profile", profile, "--width", "1200", "--height", "900", address],
            start_new_session=True, stderr=subprocess.DEVNULL)
        port = within(lambda: pathlib.Path(profile, "MarionetteActivePort").read_text())
        self.wire = within(lambda: socket.create_connection(("127.0.0.1", int(port)), timeout=PATIENCE))
        self.number = 0
        self.read()
        self.call("WebDriver:NewSession", {})

    def read(self):
        length = b""
        while not length.endswith(b":"):
            length += self.wire.recv(1)
        text = b""
        while len(text) < int(length[:-1]):
            text += self.wire.recv(int(length[:-1]) - len(text))
        return json.loads(text)

    def call(self, command, given):
        self.number += 1
        text = json.dumps([0, self.number, command, given]).encode()
        self.wire.sendall(b"%d:%s" % (len(text), text))
        _, _, error, found = self.read()
        if error:
            raise RuntimeError(error["message"])
        return found

    def run(self, script, *arguments):
        return self.call("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})["value"]

    def end(self):
        os.killpg(self.process.pid, 9)
        self.process.wait()


def within(act):
    """What `act` gives, as soon as that is something."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            found = act()
            if found:
                return found
            why = "nothing"
        except (OSError, RuntimeError) as error:
            why = error
        if time.monotonic() > end:
            raise SystemExit(f"never: {why}")
        time.sleep(0.1)


def xdotool(*words):
    return subprocess.run(["xdotool", *map(str, words)], capture_output=True, text=True).stdout.split()


def at(browser, selector):
    """Where an element is, once it moves no more."""
    last = None
    for _ in range(PATIENCE * 5):
        place = browser.run(PLACE, selector)
        if place and place == last:
            return [round(number) for number in place]
        last = place
        time.sleep(0.2)
    raise SystemExit(f"never there: {selector}")


def press(browser, selector, button=1):
    xdotool("mousemove", *at(browser, selector), "click", button)


def follow(browser, selector, came):
    """Follows a link and agrees when the browser asks; what `came` gives then."""
    for again in range(3):
        press(browser, selector)
        time.sleep(2 + 4 * again)
        xdotool("key", "--delay", "200", *browser.to_agree)
        # The button takes no press at once, lest somebody presses it by mistake.
        time.sleep(2)
        picture(f"{selector} {again}")
        xdotool("key", "Return")
        for _ in range(200):
            if found := came():
                return found
            time.sleep(0.1)
        xdotool("key", "Escape")
    raise SystemExit(f"nothing came of {selector}")


def picture(name):
    if folder := os.environ.get("PLACESFS_SCREENSHOTS"):
        name = "".join(letter for letter in name if letter.isalnum())
        subprocess.run(["import", "-window", "root", f"{folder}/{sys.argv[1]}-{name}.png"])


def main():
    name, mount = sys.argv[1:]
    pins = pathlib.Path(mount, "pins")
    kept = {path.name for path in pins.iterdir()}
    profile = tempfile.mkdtemp(prefix="placesfs-hand-")
    browser = {"chromium": Chromium, "firefox": Firefox}[name](profile, (pins / "map.html").as_uri())
    try:
        within(lambda: browser.run("return !!document.querySelector('.marker')"))
        press(browser, "#map", 3)
        new = follow(browser, ".pin a.action.primary", lambda: {path.name for path in pins.iterdir()} - kept)
        print("dropped:", *sorted(new), flush=True)

        press(browser, ".pin .callout-close")
        press(browser, ".line .line-button")
        opens = '.popup a.action[href^="placesfs:open"]'
        follow(browser, opens, lambda: xdotool("search", "--onlyvisible", "--name", "^1,1"))
        print("opened: 1,1", flush=True)
        for window in xdotool("search", "--onlyvisible", "--name", "^1,1"):
            xdotool("windowquit", window)

        photos = {path.name for path in (pins / "1,1").glob("*.jpg")}
        asks = '.popup a.action[href^="placesfs:new-collection"]'
        # That a pin was dropped has been read.
        subprocess.run(["dunstctl", "close-all"], check=True)
        notice = follow(browser, asks, lambda: xdotool("search", "--onlyvisible", "--class", "^Dunst$"))
        assert {path.name for path in (pins / "1,1").glob("*.jpg")} == photos
        picture("asked")
        xdotool("mousemove", "--window", notice[0], 20, 20, "click", 1)
        within(lambda: {path.name for path in (pins / "1,1").glob("*.jpg")} not in (photos, set()))
        print("another collection: 1,1", flush=True)
    except SystemExit:
        picture("failed")
        raise
    finally:
        browser.end()
        shutil.rmtree(profile, ignore_errors=True)


if __name__ == "__main__":
    main()
