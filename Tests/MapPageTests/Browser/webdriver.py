"""A browser under test: Chromium, driven through its chromedriver over plain HTTP (W3C WebDriver)."""

import base64
import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {
    "Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Space": " ", "ArrowDown": "\ue015", "ArrowUp": "\ue013",
    "ArrowRight": "\ue014"}
# What is said of an element that is not there yet, moves still, or lies under something that is about to go.
PASSING = (
    "no such element", "stale element reference", "element click intercepted", "element not interactable",
    "move target out of bounds")
# A page that has not answered by then hangs; a machine with other work to do takes seconds for what takes none.
PATIENCE = 120


class Driver:
    """One chromedriver; each session is a browser of its own with an empty profile."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True)
        for line in self.process.stdout:
            if "started successfully on port" in line:
                self.base = "http://127.0.0.1:" + line.split("port")[1].strip(" .\n")
                return
        raise RuntimeError("chromedriver did not start")

    def begin(self, capabilities):
        """A new browser's session. On a busy machine it may not be up in the time that the driver gives it."""
        for attempt in range(3):
            try:
                return self.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
            except RuntimeError:
                if attempt == 2:
                    raise

    def call(self, method, path, body=None):
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise RuntimeError(f"{value['error']}: {value['message'].splitlines()[0]}") from None

    def end(self):
        # With its browsers, which are of its group. It does not end at SIGTERM when Swift's test program has started us.
        os.killpg(self.process.pid, signal.SIGKILL)


class Browser:
    """One browser with an empty profile; `fresh` gives it a new tab that knows nothing of those before."""

    def __init__(self, driver):
        self.driver = driver
        self.profile = tempfile.mkdtemp(prefix="placesfs-browser-")
        options = {"args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
            "--disable-background-networking", "--hide-scrollbars", "--lang=en", "--user-data-dir=" + self.profile]}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.path = "/session/" + driver.begin(wanted)["sessionId"]

    def end(self):
        try:
            self.driver.call("DELETE", self.path)
        finally:
            shutil.rmtree(self.profile, ignore_errors=True)

    @contextlib.contextmanager
    def fresh(self, width=1280, height=800, dark=False, calm=True, touch=False):
        """A new tab of that size, in those colours, for those who want no motion or do, with a mouse or a finger."""
        new = self.call("POST", "/window/new", {"type": "tab"})["handle"]
        self.call("DELETE", "/window")
        self.call("POST", "/window", {"handle": new})
        self.console()
        self.cdp("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch})
        self.cdp("Emulation.setTouchEmulationEnabled", {"enabled": touch})
        features = {"prefers-color-scheme": "dark" if dark else "light",
                    "prefers-reduced-motion": "reduce" if calm else "no-preference"}
        self.cdp("Emulation.setEmulatedMedia", {
            "features": [{"name": name, "value": value} for name, value in features.items()]})
        # Keys that are pressed before the new tab has the focus would be lost.
        self.cdp("Emulation.setFocusEmulationEnabled", {"enabled": True})
        self.wait("return document.hasFocus()")
        try:
            yield self
        finally:
            self.call("DELETE", "/actions")
            self.run("try { localStorage.clear() } catch {}")

    def call(self, method, path, body=None):
        return self.driver.call(method, self.path + path, body)

    def cdp(self, command, parameters=None):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters or {}})

    def resize(self, width, height, touch=False):
        self.cdp("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch})
        self.cdp("Emulation.setTouchEmulationEnabled", {"enabled": touch})

    def open(self, path):
        self.go("file://" + urllib.request.quote(str(path)))

    def go(self, address):
        self.call("POST", "/url", {"url": address})
        self.wait("return document.readyState === 'complete'")

    def reload(self):
        self.call("POST", "/refresh")
        self.wait("return document.readyState === 'complete'")

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, *arguments, limit=PATIENCE):
        """Until the script returns something true; what it returned."""
        end = time.monotonic() + limit
        while True:
            found = self.run(script, *arguments)
            if found:
                return found
            if time.monotonic() > end:
                raise AssertionError(f"never true: {script} {arguments}")
            time.sleep(0.02)

    def settled(self, script):
        """What a script returns when it returns the same for half a second: nothing moves any more."""
        last, since = None, time.monotonic()
        while time.monotonic() - since < 0.5:
            found = self.run(script)
            if found != last:
                last, since = found, time.monotonic()
            time.sleep(0.05)
        return last

    def find(self, selector):
        return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def when_it_can(self, act):
        """Acts as soon as what it acts on is there and lies free."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return act()
            except RuntimeError as error:
                if not str(error).startswith(PASSING) or time.monotonic() > end:
                    raise
            time.sleep(0.02)

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? null", selector)

    def click(self, selector):
        self.when_it_can(lambda: self.call("POST", f"/element/{self.find(selector)}/click"))

    def pointer(self, selector, button=0, offset=(0, 0)):
        """A real press of a mouse's button, `offset` from the middle of an element."""
        self.move(selector, offset, [{"type": "pointerDown", "button": button}, {"type": "pointerUp", "button": button}])

    def move(self, selector, offset=(0, 0), then=()):
        """Moves the mouse over an element."""
        def act():
            origin = {ELEMENT: self.find(selector)}
            self.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerMove", "origin": origin, "x": offset[0], "y": offset[1]}, *then]}]})
        self.when_it_can(act)

    def type(self, text):
        """Into what has the focus."""
        self.press(*text)

    def press(self, *names):
        actions = []
        for name in names:
            key = KEYS.get(name, name)
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def console(self):
        """What the browser complained of since it was last asked, but for images it could not get."""
        entries = self.call("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if "net::ERR" not in entry["message"]
                and "Failed to load resource" not in entry["message"]]

    def quiet(self):
        """Nothing was complained of."""
        said = self.console()
        assert said == [], said

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.call("GET", "/screenshot")))
