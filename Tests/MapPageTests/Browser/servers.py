"""A server of tiles and thumbnails on loopback that keeps a ledger of what it was asked for."""

import functools
import http.server
import struct
import threading
import zlib

COLOURS = {"street": (242, 239, 233), "satellite": (58, 78, 66), "labels": (0, 0, 0), "thumbnail": (196, 164, 120)}


class ImageServer:
    def __init__(self, draw=None):
        self.ledger = []
        self.draw = draw or (lambda path: plain(path))
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                server.ledger.append((self.path, dict(self.headers)))
                status, image = server.answer(self.path)
                self.send_response(status)
                self.send_header("Content-Type", "image/png")
                self.send_header("Content-Length", str(len(image)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                try:
                    self.wfile.write(image)
                except ConnectionError:
                    pass

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, path):
        if path.startswith(("/refused/", "/gone/")):
            return 403, b"no"
        return 200, self.draw(path)

    def asked(self, kind):
        """The paths of a kind ("street", "thumbnail") that were asked for, in order."""
        return [path for path, _ in self.ledger if path.startswith(f"/{kind}/")]

    def forget(self):
        self.ledger.clear()

    def end(self):
        self.server.shutdown()


class FolderServer:
    """Serves the files below a folder, as a web server with a copy would."""

    def __init__(self, folder):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def guess_type(self, path):
                return "text/plain" if str(path).endswith(".jpg") else super().guess_type(path)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()


def plain(path):
    """A tile or thumbnail in its kind's colour."""
    kind = path.split("/")[1]
    alpha = 0 if kind == "labels" else 255
    row = b"\0" + bytes((*COLOURS.get(kind, (128, 128, 128)), alpha)) * 256
    return png(256, 256, row * 256)


def png(width, height, rows):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b"")
