"""What is measured. Each workload yields (name, seconds or rate of ours, of the limit, what the limit is, target)."""

import concurrent.futures
import os
import random
import shutil
import subprocess
import tempfile
import time

from rig import Mount, Simulator, address, curl_many, curl_one, photos, places


def clock(work):
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def read_whole(path):
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 17):
            pass


def read_all(paths, readers):
    if readers == 1:
        for path in paths:
            read_whole(path)
        return
    with concurrent.futures.ThreadPoolExecutor(readers) as pool:
        list(pool.map(read_whole, paths))


def rate(work, seconds=1.0):
    """How often `work` runs a second."""
    count, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        work()
        count += 1
    return count / (time.perf_counter() - started)


def walk(root):
    """Lists and stats everything below; the number of entries."""
    count = 0
    for folder, directories, files in os.walk(root):
        for name in directories + files:
            os.lstat(os.path.join(folder, name))
            count += 1
    return count


def drop_caches():
    subprocess.run(["sync"], check=True)
    with open("/proc/sys/vm/drop_caches", "w") as file:
        file.write("1")


def cold(binary, latency_ms):
    """Against curl on the same simulator: a first ls, one photo, 50 photos by 1, 8 and 32 readers."""
    label = f"{latency_ms} ms: " if latency_ms else "cold: "
    targets = {"ls": 1.2, "one": 1.05, 1: 1.05, 8: 1.2, 32: 1.2} if latency_ms else \
        {"ls": None, "one": None, 1: 3.0, 8: 2.0, 32: None}
    simulator = Simulator(binary, latency_ms)
    try:
        with Mount(binary, simulator, "--cache-size", "500M", "--connections", "32") as mount:
            folders = places(mount)
            os.listdir(folders[0])
            search = [entry for entry in simulator.ledger()["entries"] if entry["kind"] == "flickr.photos.search"][-1]
            host = simulator.api.split("/services")[0]
            url = host + search["path"] + ("&" if "?" in search["path"] else "?") + "api_key=bench"
            yield (label + "first ls of a place", clock(lambda: os.listdir(folders[1])), curl_one(url), "curl",
                   targets["ls"], "s")
            one = photos(folders[0])[0]
            yield (label + "one photo", clock(lambda: read_whole(one)), curl_one(address(one)), "curl",
                   targets["one"], "s")
            for index, readers in enumerate((1, 8, 32)):
                files = photos(folders[2 + index])
                urls = [address(file) for file in files]
                ours = clock(lambda: read_all(files, readers))
                yield (label + f"50 photos, {readers} readers", ours, curl_many(urls, readers), "curl",
                       targets[readers], "s")
    finally:
        simulator.close()


def warm(binary):
    """Against the native file system: re-reads, opens, stats, walks."""
    simulator = Simulator(binary)
    native = tempfile.mkdtemp(prefix="placesfs-native-")
    try:
        with Mount(binary, simulator, "--cache-size", "500M", "--sidecars", "none") as mount:
            root = os.path.join(mount.path, "places")
            ours = clock(lambda: walk(root))
            shutil.copytree(places(mount)[0], os.path.join(native, "place"))
            tree = os.path.join(native, "tree")
            for folder in places(mount):
                os.makedirs(os.path.join(tree, os.path.relpath(folder, root)))
                for name in os.listdir(folder):
                    open(os.path.join(tree, os.path.relpath(folder, root), name), "w").close()
            yield "walk and stat of 5,000, cold", ours, clock(lambda: walk(tree)), "native", 3.0, "s"
            ours, limit = (min(clock(lambda: walk(folder)) for _ in range(5)) for folder in (root, tree))
            yield "walk and stat of 5,000, warm", ours, limit, "native", 1.2, "s"

            files, copies = photos(places(mount)[0]), photos(os.path.join(native, "place"))
            read_all(files, 1)
            yield ("photos re-read", rate(lambda: read_all(files, 1)) * 50, rate(lambda: read_all(copies, 1)) * 50,
                   "native", 0.4, "/s")
            total = sum(os.path.getsize(file) for file in copies) / 1e6
            if os.geteuid() == 0:
                speeds = []
                for paths in (files, copies):
                    drop_caches()
                    speeds.append(total / clock(lambda: read_all(paths, 1)))
                yield "photos, page cache dropped", speeds[0], speeds[1], "native", 0.5, "MB/s"

            def open_read_close(path):
                descriptor = os.open(path, os.O_RDONLY)
                os.read(descriptor, 1)
                os.close(descriptor)

            yield ("open, read 1, close", rate(lambda: open_read_close(files[0])),
                   rate(lambda: open_read_close(copies[0])), "native", 0.06, "/s")
            yield ("stat", rate(lambda: os.stat(files[0])), rate(lambda: os.stat(copies[0])), "native", 0.95, "/s")
            # The daemon is asked at each: without default_permissions the kernel does not know.
            yield ("access(W_OK)", rate(lambda: os.access(files[0], os.W_OK)),
                   rate(lambda: os.access(copies[0], os.W_OK)), "native", None, "/s")
            yield ("chdir there and back", rate(lambda: there_and_back(places_dir(files[0]))),
                   rate(lambda: there_and_back(places_dir(copies[0]))), "native", None, "/s")
            yield ("ls of a place", rate(lambda: os.listdir(places_dir(files[0]))),
                   rate(lambda: os.listdir(places_dir(copies[0]))), "native", None, "/s")
            yield ("random 4k reads, kept open", random_reads(files), random_reads(copies), "native", 0.9, "/s")
            yield "peak resident set", mount.peak_memory(), None, "", 40.0, "MiB"
            yield "processor time of the daemon", mount.cpu_seconds(), None, "", None, "s"
    finally:
        simulator.close()
        shutil.rmtree(native, ignore_errors=True)


def there_and_back(folder):
    os.chdir(folder)
    os.chdir("/")


def places_dir(file):
    return os.path.dirname(file)


def random_reads(files):
    """pread of 4 KiB at random places of one open file."""
    descriptor = os.open(max(files, key=os.path.getsize), os.O_RDONLY)
    try:
        size = os.fstat(descriptor).st_size
        offsets = [random.Random(1).randrange(0, size - 4096) for _ in range(1000)]
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_WILLNEED)
        read_whole(f"/proc/self/fd/{descriptor}")
        return rate(lambda: [os.pread(descriptor, 4096, offset) for offset in offsets]) * 1000
    finally:
        os.close(descriptor)


def start(binary):
    """From nothing to a first ls: with an empty cache, and over a state of 100 places and a full cache."""
    simulator = Simulator(binary)
    try:
        mount = Mount(binary, simulator)

        def first_ls():
            mount.mount()
            os.listdir(os.path.join(mount.path, "places"))

        try:
            yield "start to first ls, empty", clock(first_ls), None, "", 0.020, "s"
            for folder in places(mount):
                os.listdir(folder)
            read_all(photos(places(mount)[0]), 8)
            mount.unmount()
            yield "start to first ls, 100 places known", clock(first_ls), None, "", 0.050, "s"
            yield "unmount", clock(mount.unmount), None, "", 1.0, "s"
        finally:
            mount.close()
    finally:
        simulator.close()
