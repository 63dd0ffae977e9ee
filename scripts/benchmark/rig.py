"""The simulator and a mount of it: for what counts requests or needs a library of its own."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request


class Simulator:
    """A Flickr, and a Wikimedia Commons, on loopback with a synthetic library."""

    def __init__(self, folder, latency_ms=0, places=100, photos=50, more=()):
        command = [os.path.join(folder, "photo-simulator"), "--control", "--library", "synthetic", "--places", str(places),
                   "--photos-per-place", str(photos), "--image-bytes", "150000-500000", *more]
        if latency_ms:
            command += ["--latency", str(latency_ms)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        words = dict(word.split("=", 1) for word in self.process.stdout.readline().split())
        self.api, self.images, self.commons = words["api"], words["images"], words["commons"]

    def ledger(self):
        address = urllib.parse.urljoin(self.api, "/__ledger")
        with urllib.request.urlopen(address, timeout=30) as answer:
            return json.load(answer)

    def close(self):
        self.process.terminate()
        self.process.wait(10)


class Mount:
    """A placesfs of its own: state, cache and log in a folder that ends with it."""

    def __init__(self, binary, simulator, *options, source="flickr"):
        self.source = source
        self.binary, self.simulator, self.options = binary, simulator, options
        self.home = tempfile.mkdtemp(prefix="placesfs-bench-")
        self.path = os.path.join(self.home, "mnt")
        os.mkdir(self.path)
        self.environment = dict(os.environ, HOME=self.home, FLICKR_API_KEY="bench", LC_ALL="C.UTF-8")
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            self.environment.pop(name, None)

    def words(self):
        """What says where photos come from."""
        api = self.simulator.api if self.source == "flickr" else self.simulator.commons
        return ["--source", self.source, "--api-base", api, "--image-base", self.simulator.images]

    def mount(self):
        command = [os.path.join(self.binary, "placesfs"), "mount", *self.words(), *self.options, self.path]
        subprocess.run(command, env=self.environment, check=True, timeout=60)
        return self

    def unmount(self):
        subprocess.run(["fusermount3", "-u", self.path], check=True, timeout=30)
        # A daemon writes down what it learnt before it ends.
        for _ in range(500):
            if subprocess.run(["pgrep", "-f", f"mount .*{self.path}$"], stdout=subprocess.DEVNULL).returncode:
                return
            time.sleep(0.01)

    def daemon(self):
        with open(os.path.join(self.path, ".placesfs/status.json")) as status:
            return json.load(status)["pid"]

    def peak_memory(self):
        """The largest resident set so far, in MiB."""
        with open(f"/proc/{self.daemon()}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))

    def cpu_seconds(self):
        with open(f"/proc/{self.daemon()}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        subprocess.run(["fusermount3", "-uz", self.path], stderr=subprocess.DEVNULL, timeout=30)
        time.sleep(0.2)
        shutil.rmtree(self.home, ignore_errors=True)

    def __enter__(self):
        return self.mount()

    def __exit__(self, *_):
        self.close()
