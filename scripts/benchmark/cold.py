"""What nobody looked at before, against curl on the same origin: a first listing, a first byte, photos."""

import os
import statistics

from figures import Figure, Ratio, Value
from mounts import mounted
from timing import clock, curl_each, curl_many, photos, read_all, read_whole

NEAR = {"ls": Value(0.004), "byte": Ratio(4), "photo": None, 1: Ratio(3.5), 8: Ratio(2.0), 32: Ratio(1.05)}
FAR = {"ls": Ratio(1.05), "byte": None, "photo": Ratio(1.03), 1: Ratio(1.05), 8: Ratio(1.05), 32: Ratio(1.1)}


def near(kind, origin, binary):
    return cold(kind, origin.near, origin, binary, "no latency", NEAR)


def far(kind, origin, binary):
    return cold(kind, origin.far, origin, binary, "50 ms away", FAR)


def cold(kind, url, origin, binary, where, goals):
    def listed(place):
        return [f"{url}/places/X/{place}/{name}" for name in sorted(os.listdir(origin.folder("X", place)))]

    with mounted(kind, url, binary) as mount:
        # Which places there are is known; what is in them is not.
        os.listdir(mount.path("Many"))
        os.listdir(mount.path("X"))
        folders = [f"m{number:02}" for number in range(5)]
        ours = statistics.median(clock(lambda: os.listdir(mount.path("Many", folder))) for folder in folders)
        limit = curl_each([f"{url}/places/Many/{folder}/" for folder in folders])[1]
        yield Figure(f"first ls of a place of 50, {where}", ours, "s", limit, "curl", goals["ls"])

        # The first photo of a mount opens the connection; curl's first answer does not count either.
        first, *some = photos(mount.path("X", "photos0"))[:8]
        read_whole(first)
        seconds, firsts = [], []
        for path in some:
            seconds.append(clock(lambda: firsts.append(read_whole(path))))
        limits = curl_each(listed("photos0")[1:8])
        yield Figure(f"first byte of a photo, {where}", statistics.median(firsts), "s", limits[0], "curl", goals["byte"])
        yield Figure(f"one photo, {where}", statistics.median(seconds), "s", limits[1], "curl", goals["photo"])
        for number, readers in enumerate((1, 8, 32), 1):
            files = photos(mount.path("X", f"photos{number}"))
            ours = clock(lambda: read_all(files, readers))
            limit = curl_many(listed(f"photos{number}"), readers)
            yield Figure(f"50 photos, {readers} reader{'s' * (readers > 1)}, {where}", ours, "s", limit, "curl",
                         goals[readers])
