"""A loopback server whose answers are chosen by path. The first part of a path is a test's own name, under which a ledger is
kept; `/ledger`, `/await` and `/release` are not counted. With certificate and key files as arguments it speaks TLS."""

import gzip, json, socket, ssl, struct, sys, threading, time
from urllib.parse import urlsplit, parse_qs

lock = threading.Condition()
books = {}

class Book:
    def __init__(self):
        self.ledger = {"connections": 0, "open": 0, "requests": 0, "sent": 0, "paths": {}}
        self.gates = {}
        # The connection whose next request gets the late rest of the answer before.
        self.rest = None

    def gate(self, query):
        with lock:
            return self.gates.setdefault(query.get("gate", ""), threading.Event())

    def note(self, key, change):
        with lock:
            self.ledger[key] += change
            lock.notify_all()

def pattern(n):
    return (bytes(i % 251 for i in range(251)) * (n // 251 + 1))[:n]

def watch_close(conn):
    try:
        while conn.recv(4096): pass
    except OSError: pass

def head(status, *lines):
    return ("\r\n".join(["HTTP/1.1 " + status, *lines]) + "\r\n\r\n").encode()

stray = head("200 OK", "Content-Length: 5") + b"stray"

def excess(query):
    return stray if "stray" in query else pattern(int(query.get("more", 100)))

def chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)

def control(book, path, query):
    if path == "/release":
        book.gate(query).set()
    if path == "/await":
        key, most, least = query["key"], int(query.get("most", 1 << 60)), int(query.get("least", 0))
        with lock:
            lock.wait_for(lambda: least <= book.ledger[key] <= most, 10)
    with lock:
        return json.dumps(book.ledger).encode()

def answer(conn, book, path, query, text):
    """True when the connection may be used again."""
    if book.rest is conn:
        conn.sendall(pattern(300))
        return False
    n = int(query.get("n", 1000))
    if path == "/bytes":
        conn.sendall(head("200 OK", f"Content-Length: {n}", 'ETag: "e"', "X-Twice: a", "X-Twice: b") + pattern(n))
    elif path == "/chunked":
        conn.sendall(head("200 OK", "Transfer-Encoding: chunked") + chunk(pattern(n)) + b"0\r\nX-Late: 1\r\n\r\n")
    elif path == "/until-close":
        conn.sendall(head("200 OK", "Connection: close") + pattern(n))
        return False
    elif path == "/hints":
        conn.sendall(head("103 Early Hints", "Link: x") + head("200 OK", "Content-Length: 2") + b"ok")
    elif path == "/echo":
        data = text.encode()
        conn.sendall(head("200 OK", f"Content-Length: {len(data)}") + data)
    elif path == "/hold":
        conn.sendall(head("200 OK", f"Content-Length: {2 * n}") + pattern(n))
        book.gate(query).wait(60)
        conn.sendall(pattern(n))
    elif path == "/hold-head":
        book.gate(query).wait(60)
        conn.sendall(head("200 OK", "Content-Length: 2") + b"ok")
    elif path == "/silent":
        watch_close(conn)
        return False
    elif path == "/head-only":
        conn.sendall(head("200 OK", "Content-Length: 5000"))
        watch_close(conn)
        return False
    elif path == "/stall":
        conn.sendall(head("200 OK", "Content-Length: 5000") + pattern(1000))
        watch_close(conn)
        return False
    elif path == "/flood":
        conn.sendall(head("200 OK", f"Content-Length: {n}"))
        piece = pattern(65536)
        left = n
        while left:
            sent = conn.send(piece[:left])
            left -= sent
            book.note("sent", sent)
    elif path == "/cut":
        conn.sendall(head("200 OK", f"Content-Length: {n}") + pattern(n // 2))
        return False
    elif path == "/cut-chunked":
        conn.sendall(head("200 OK", "Transfer-Encoding: chunked") + chunk(pattern(n)) + b"ff\r\nabc")
        return False
    elif path == "/cut-head":
        conn.sendall(b"HTTP/1.1 200 OK\r\nContent-Le")
        return False
    elif path == "/hang-up":
        return False
    elif path == "/longer":
        conn.sendall(head("200 OK", f"Content-Length: {n}") + pattern(n) + excess(query))
    elif path == "/stray":
        conn.sendall(head("200 OK", f"Content-Length: {n}") + pattern(n))
        book.gate(query).wait(60)
        conn.sendall(stray)
        book.note("sent", len(stray))
    elif path == "/late-rest":
        conn.sendall(head("200 OK", f"Content-Length: {n}") + pattern(n))
        book.rest = conn
    elif path == "/gzip":
        data = gzip.compress(b"\0" * n, 6)
        conn.sendall(head("200 OK", "Content-Encoding: gzip", f"Content-Length: {len(data)}") + data)
    elif path == "/redirect":
        conn.sendall(head("302 Found", "Location: " + query["to"], "Content-Length: 4") + b"gone")
    elif path == "/redirect-long":
        conn.sendall(head("302 Found", "Location: " + query["to"], "Content-Length: 10000000") + pattern(300000))
        watch_close(conn)
        return False
    elif path == "/leave":
        conn.sendall(head("200 OK", "Content-Length: 2") + b"ok")
        time.sleep(0.02)
        return False
    elif path == "/garbage":
        conn.sendall(b"SSH-2.0-no-http-here\r\n\r\n")
        return False
    elif path == "/endless-head":
        conn.sendall(b"HTTP/1.1 200 OK\r\n")
        for i in range(100000):
            conn.sendall(b"X-%d: %s\r\n" % (i, b"y" * 1000))
        return False
    else:
        conn.sendall(head("404 Not Found", "Content-Length: 0"))
    return True

def serve(conn):
    counted, buffered = None, b""
    try:
        if context:
            conn = context.wrap_socket(conn, server_side=True)
        while True:
            while b"\r\n\r\n" not in buffered:
                data = conn.recv(65536)
                if not data: return
                buffered += data
            text, buffered = buffered.split(b"\r\n\r\n", 1)
            text = text.decode()
            target = urlsplit(text.split(" ")[1])
            query = {k: v[0] for k, v in parse_qs(target.query).items()}
            if text.startswith("CONNECT"):
                target = urlsplit("/alone/connect")
            name, path = target.path[1:].partition("/")[0], "/" + target.path[1:].partition("/")[2]
            with lock:
                book = books.setdefault(name, Book())
            if path in ("/ledger", "/await", "/release"):
                data = control(book, path, query)
                conn.sendall(head("200 OK", f"Content-Length: {len(data)}") + data)
                continue
            if not counted:
                counted = book
                book.note("connections", 1)
                book.note("open", 1)
            book.note("requests", 1)
            with lock:
                book.ledger["paths"][path] = book.ledger["paths"].get(path, 0) + 1
            if not answer(conn, book, path, query, text): return
    except OSError: pass
    finally:
        conn.close()
        if counted: counted.note("open", -1)

context = None
if len(sys.argv) > 1:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind(("127.0.0.1", 0))
listener.listen(256)
threading.Thread(target=lambda: (sys.stdin.read(), __import__("os")._exit(0)), daemon=True).start()
print(listener.getsockname()[1], flush=True)
while True:
    conn, _ = listener.accept()
    conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    threading.Thread(target=serve, args=(conn,), daemon=True).start()
