"""The programs that are measured: placesfs and its peers, each as a mount of one origin in a folder of its own."""

import contextlib
import os
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")} | {"LC_ALL": "C.UTF-8"}


class Contender:
    """A mount of `url`. Its home with state and cache lasts until `close`, over remounts."""
    name = ""
    # Whether photos that were read once stay for the next mount, and how long it takes to get one here, in seconds.
    keeps, slow = True, False
    # How long to wait for the mount, in seconds.
    patience = 30

    def __init__(self, url, binary):
        self.url, self.binary = url, binary
        self.home = tempfile.mkdtemp(prefix="placesfs-bench-")
        self.mountpoint = os.path.join(self.home, "mnt")
        self.pidfd = self.pid = self.child = None

    def path(self, *parts):
        return os.path.join(self.mountpoint, "places", *parts)

    def command(self):
        raise NotImplementedError

    def mount(self):
        """Returns when the mount is there."""
        os.makedirs(self.mountpoint, exist_ok=True)
        device = os.stat(self.home).st_dev
        with open(os.path.join(self.home, "said"), "ab") as said:
            self.child = subprocess.Popen(self.command(), env=ENVIRONMENT | {"HOME": self.home}, stdout=said, stderr=said,
                                          stdin=subprocess.DEVNULL, start_new_session=True)
        self.pid, self.pidfd = self.child.pid, os.pidfd_open(self.child.pid)
        deadline = time.monotonic() + self.patience
        while os.stat(self.mountpoint).st_dev == device:
            if self.child.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{self.name} does not mount: {self.said()}")
            time.sleep(0.0005)

    def said(self):
        with open(os.path.join(self.home, "said"), errors="replace") as said:
            return said.read().strip()[-300:]

    def ended(self, seconds):
        """Waits for the end of the daemon; whether it came."""
        if self.pidfd is None:
            return True
        if not select.select([self.pidfd], [], [], seconds)[0]:
            return False
        os.close(self.pidfd)
        self.pidfd = None
        if self.child is not None:
            self.child.wait()
        return True

    def unmount(self):
        subprocess.run(["fusermount3", "-u", self.mountpoint], check=True, timeout=30, capture_output=True)
        if not self.ended(20):
            raise RuntimeError(f"{self.name} goes on after the unmount")

    def signal(self, number):
        try:
            signal.pidfd_send_signal(self.pidfd, number)
        except (OSError, TypeError):
            pass

    def close(self):
        """Whatever state it is in. The end of a daemon lets go everybody who waits for it."""
        subprocess.run(["fusermount3", "-u", self.mountpoint], capture_output=True, timeout=30)
        if not self.ended(5):
            self.signal(signal.SIGTERM)
            if not self.ended(3):
                self.signal(signal.SIGKILL)
                self.ended(10)
        subprocess.run(["fusermount3", "-uz", self.mountpoint], capture_output=True, timeout=30)
        if not os.path.ismount(self.mountpoint):
            shutil.rmtree(self.home, ignore_errors=True)

    def watchdog(self, seconds):
        """A mount that hangs would take this program with it; after so long its daemon is killed, and reads fail."""
        timer = threading.Timer(seconds, lambda: self.signal(signal.SIGKILL))
        timer.daemon = True
        timer.start()
        return timer

    def peak_memory(self):
        """The largest resident set so far, in MiB."""
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))

    def cpu_seconds(self):
        with open(f"/proc/{self.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class PlacesFS(Contender):
    name = "placesfs"

    def command(self):
        return [os.path.join(self.binary, "placesfs"), "mount", "--source", "flickr",
                "--api-base", self.url + "/services/rest/", "--image-base", self.url, "--sidecars", "none",
                "--cache-size", "4G", "--connections", "32", self.mountpoint]

    def mount(self):
        """The command puts itself into the background, as people use it, and ends when the mount answers."""
        os.makedirs(self.mountpoint, exist_ok=True)
        environment = ENVIRONMENT | {"HOME": self.home, "FLICKR_API_KEY": "0123456789abcdef0123456789abcdef"}
        done = subprocess.run(self.command(), env=environment, capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise RuntimeError(f"placesfs does not mount: {done.stderr.strip()[-300:]}")

    def find_daemon(self):
        """Of the mount that was made last, by the folder that no other has; not by asking the mount, which may hang."""
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    words = file.read().decode(errors="replace").split("\0")
                # libfuse's helper may have the folder in its line, too.
                if words[0].endswith("placesfs") and self.mountpoint in words:
                    self.pid, self.pidfd = int(pid), os.pidfd_open(int(pid))
                    return
            except OSError:
                continue

    def ended(self, seconds):
        if self.pidfd is None:
            self.find_daemon()
        return super().ended(seconds)

    def watchdog(self, seconds):
        if self.pidfd is None:
            self.find_daemon()
        return super().watchdog(seconds)


class Rclone(Contender):
    name, keeps = "rclone", False
    more = []

    def command(self):
        return ["rclone", "mount", ":http:", self.mountpoint, "--http-url", self.url, "--config", "/dev/null", "--read-only",
                "--cache-dir", os.path.join(self.home, "cache"), "--log-level", "ERROR", *self.more]


class RcloneFull(Rclone):
    name, keeps, more = "rclone --vfs-cache-mode full", True, ["--vfs-cache-mode", "full"]


class HTTPDirFS(Contender):
    name, slow = "httpdirfs --cache", True

    def command(self):
        cache = os.path.join(self.home, "cache")
        os.makedirs(cache, exist_ok=True)
        # Its check of ranges takes nginx's answer to a HEAD for a refusal.
        return ["httpdirfs", "-f", "--no-range-check", "--cache", "--cache-location", cache, self.url, self.mountpoint]


PEERS = {"rclone": [Rclone, RcloneFull], "httpdirfs": [HTTPDirFS]}


@contextlib.contextmanager
def mounted(kind, url, binary, seconds=180):
    """A fresh mount, that goes again whatever happens, and lives no longer than so many seconds."""
    mount, watchdog = kind(url, binary), None
    try:
        mount.mount()
        watchdog = mount.watchdog(seconds)
        yield mount
    finally:
        if watchdog is not None:
            watchdog.cancel()
        mount.close()
