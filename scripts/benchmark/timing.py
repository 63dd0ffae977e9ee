"""What workloads do to files and addresses, and how long it takes."""

import concurrent.futures
import os
import random
import statistics
import subprocess
import time


def clock(work):
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def rate(work, seconds=0.6):
    """How often `work` runs a second."""
    count, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        work()
        count += 1
    return count / (time.perf_counter() - started)


def read_whole(path):
    """Seconds to the first byte."""
    started = time.perf_counter()
    with open(path, "rb", buffering=0) as file:
        chunk = file.read(1 << 17)
        first = time.perf_counter() - started
        while chunk:
            chunk = file.read(1 << 17)
    return first


def read_all(paths, readers=1):
    if readers == 1:
        for path in paths:
            read_whole(path)
        return
    with concurrent.futures.ThreadPoolExecutor(readers) as pool:
        list(pool.map(read_whole, paths))


def open_read_close(path):
    descriptor = os.open(path, os.O_RDONLY)
    os.read(descriptor, 1)
    os.close(descriptor)


def there_and_back(folder):
    os.chdir(folder)
    os.chdir("/")


def walk(root):
    """Lists and stats everything below; the number of entries."""
    count = 0
    for folder, directories, files in os.walk(root):
        for name in directories + files:
            os.lstat(os.path.join(folder, name))
            count += 1
    return count


def random_reads(path, count, after_all=False):
    """Reads of 4 KiB a second, at random places of one open file, the same places each time; `after_all` of it was read."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        size, places = os.fstat(descriptor).st_size, random.Random(1)
        offsets = [places.randrange(0, size // 4096) * 4096 for _ in range(count)]
        while after_all and os.read(descriptor, 1 << 20):
            pass
        return count / clock(lambda: [os.pread(descriptor, 4096, offset) for offset in offsets])
    finally:
        os.close(descriptor)


def photos(folder):
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".jpg")]


def drop_caches():
    # What was written a moment ago is dirty and would stay.
    os.sync()
    with open("/proc/sys/vm/drop_caches", "w") as file:
        file.write("1")


def curl_each(urls):
    """Medians of (seconds to the first byte, in all) on a kept connection: the first answer does not count."""
    targets = [word for url in urls[:1] + urls for word in ("-o", "/dev/null", url)]
    result = subprocess.run(["curl", "-s", "-w", "%{time_starttransfer} %{time_total}\n", *targets],
                            capture_output=True, text=True, check=True, timeout=60)
    times = [tuple(map(float, line.split())) for line in result.stdout.splitlines()[1:]]
    return tuple(map(statistics.median, zip(*times)))


def curl_many(urls, parallel):
    """Seconds for all of them, `parallel` at once, from a curl that is already running: its start-up is taken off."""
    config = "".join(f'url = "{url}"\noutput = "/dev/null"\n' for url in urls)
    command = ["curl", "-s", "--parallel", "--parallel-max", str(parallel), "-K", "-"] if parallel > 1 else \
        ["curl", "-s", "-K", "-"]
    elapsed = clock(lambda: subprocess.run(command, input=config, text=True, check=True, timeout=300,
                                           stderr=subprocess.DEVNULL))
    start = min(clock(lambda: subprocess.run(["curl", "--version"], stdout=subprocess.DEVNULL, check=True))
                for _ in range(3))
    # On a busy machine the start may seem longer than all of it.
    return max(elapsed - start, elapsed / 10)
