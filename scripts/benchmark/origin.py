"""The origin that all mounts of one run look at: nginx on loopback over one tree of files, in a folder that goes again.

placesfs finds the files through answers of Flickr's API, which are files of the same nginx; the peers through nginx's own
listings. So each asks the same server for the same photos, and neither a slow API nor a slow listing is in the figures."""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

# Country -> place -> (photos, smallest and largest size in bytes). Each trip has photos of its own that nobody read yet.
PLACES = {
    "X": {f"photos{n}": (50, 150_000, 500_000) for n in range(4)} | {
        "big": (1, 32 << 20, 32 << 20), "five": (32, 5 << 20, 5 << 20), "sized": (20, 200_000, 200_000)},
    "Stalling": {f"s{n}": (40, 200_000, 200_000) for n in range(3)},
    "Many": {f"m{n:02}": (50, 2_000, 2_000) for n in range(100)},
    "Kept": {f"k{n:03}": (50, 1_000, 1_000) for n in range(200)},
}
# As Flickr numbers its image servers; the second has the photos that stall.
SERVERS = "65535", "65534"

CONFIGURATION = """daemon off;
pid {work}/nginx.pid;
error_log {work}/error.log;
{user}worker_processes 1;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 10000000;
    keepalive_timeout 900s;
    open_file_cache max=20000 inactive=900s;
    client_body_temp_path {work}/body;
    proxy_temp_path {work}/proxy;
    fastcgi_temp_path {work}/fastcgi;
    uwsgi_temp_path {work}/uwsgi;
    scgi_temp_path {work}/scgi;
    types {{ image/jpeg jpg; text/html html; application/json json; }}
    server {{
        listen 127.0.0.1:{port} backlog=512;
        location / {{ root {work}/tree; autoindex on; }}
        location ~ ^/6553[45]/ {{ root {work}/images; }}
        location = /none.json {{ root {work}/api; }}
        location = /services/rest/ {{
            root {work}/api;
            try_files /$arg_method-$arg_woe_id.json /$arg_method.json /none.json;
        }}
    }}
}}
"""

# What a reader of headers and of the end takes for a JPEG file; no byte between looks like a marker.
HEAD = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffda0008010100003f00")
NO_MARKER = bytes(range(255)) + b"\xfe"


def jpeg(source, size):
    return HEAD + source.randbytes(size - len(HEAD) - 2).translate(NO_MARKER) + b"\xff\xd9"


def make_tree(tree, source):
    """Writes the photos; their names by country and place."""
    made = {}
    for country, places in PLACES.items():
        for place, (count, smallest, largest) in places.items():
            folder = os.path.join(tree, "places", country, place)
            os.makedirs(folder)
            made[country, place] = [f"View-{place}-{n:03}.jpg" for n in range(count)]
            for name in made[country, place]:
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(jpeg(source, source.randint(smallest, largest)))
    return made


def photo(identifier, server, name):
    return {
        "id": identifier, "owner": "12345678@N00", "ownername": "Bench", "secret": "0123456789",
        "server": server, "farm": 66, "title": name.removesuffix(".jpg"), "ispublic": 1, "license": "4",
        "description": {"_content": ""}, "dateupload": "1600000000", "datetaken": "2020-09-13 12:26:40",
        "datetakengranularity": "0", "datetakenunknown": "0", "tags": "bench", "views": "1", "media": "photo",
        "media_status": "ready", "latitude": "47.1", "longitude": "8.1", "accuracy": "16",
        "url_b": f"https://live.staticflickr.com/{image(identifier, server)}", "width_b": 1024, "height_b": 683}


def image(identifier, server):
    return f"{server}/{identifier}_0123456789_b.jpg"


def make_answers(folder, made, tree, images):
    """What Flickr would say of the tree: the list of places, and a search for each of them; and where Flickr has images,
    the tree's files once more."""
    def write(name, answer):
        with open(os.path.join(folder, name + ".json"), "w") as file:
            json.dump(answer | {"stat": answer.get("stat", "ok")}, file)

    for made_folder in (folder, *(os.path.join(images, server) for server in SERVERS)):
        os.makedirs(made_folder)
    places, number = [], 70_000_000_000
    for index, ((country, place), names) in enumerate(made.items()):
        identifier = str(1000 + index)
        places.append({
            "place_id": f"p{identifier}", "woeid": identifier, "latitude": str(index % 60), "longitude": str(index % 170),
            "place_url": f"/{country}/{place}", "place_type": "locality", "place_type_id": "7", "timezone": "UTC",
            "_content": f"{place}, Region, {country}", "woe_name": place, "photo_count": str(len(names))})
        server, found = SERVERS[country == "Stalling"], []
        for name in names:
            number += 1
            found.append(photo(str(number), server, name))
            os.link(os.path.join(tree, "places", country, place, name), os.path.join(images, image(number, server)))
        write(f"flickr.photos.search-{identifier}", {"photos": {
            "page": 1, "pages": 1, "perpage": 250, "total": len(found), "photo": found}})
    write("flickr.places.getTopPlacesList", {"places": {"total": len(places), "place": places}})
    write("none", {"stat": "fail", "code": 112, "message": "Method not found"})


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Origin:
    """Of `with`: nginx, and servers before it that are 50 ms away or never answer for some photos."""

    def __enter__(self):
        self.work, self.processes = tempfile.mkdtemp(prefix="placesfs-origin-"), []
        try:
            os.chmod(self.work, 0o755)
            self.tree = os.path.join(self.work, "tree")
            made = make_tree(self.tree, random.Random(7))
            make_answers(os.path.join(self.work, "api"), made, self.tree, os.path.join(self.work, "images"))
            port = free_port()
            configuration = os.path.join(self.work, "nginx.conf")
            with open(configuration, "w") as file:
                user = "user root;\n" if os.geteuid() == 0 else ""
                file.write(CONFIGURATION.format(work=self.work, port=port, user=user))
            self.start(["nginx", "-c", configuration, "-p", self.work, "-e", os.path.join(self.work, "error.log")])
            self.near = f"http://127.0.0.1:{port}"
            self.wait_for(port)
            self.far = self.proxy(port, "--latency-ms", "50")
            self.stalling = self.proxy(port, "--stall", "/places/Stalling/", f"/{SERVERS[1]}/")
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self, command, **more):
        # A session of its own: Ctrl-C is for this program, which then ends what it started.
        process = subprocess.Popen(command, start_new_session=True, **more)
        self.processes.append(process)
        return process

    def proxy(self, port, *options):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "proxy.py")
        process = self.start([sys.executable, program, "--port", str(port), *options], stdout=subprocess.PIPE, text=True)
        return f"http://127.0.0.1:{int(process.stdout.readline())}"

    def wait_for(self, port):
        for _ in range(500):
            try:
                return socket.create_connection(("127.0.0.1", port), 1).close()
            except OSError:
                time.sleep(0.01)
        raise TimeoutError("nginx does not answer")

    def folder(self, *parts):
        """Where the native file system has it."""
        return os.path.join(self.tree, "places", *parts)

    def __exit__(self, *_):
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.work, ignore_errors=True)
