import http.server, os, re, threading, urllib.parse
log, lock = open('log', 'w'), threading.Lock()
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    def do_HEAD(self): self.answer(False)
    def do_GET(self): self.answer(True)
    def log_message(self, *arguments): pass
    def answer(self, with_body):
        name = urllib.parse.unquote(self.path).strip('/')
        if not name:
            names = (urllib.parse.quote(name) for name in os.listdir('www'))
            body, kind = ''.join(f'<a href="{name}">{name}</a>' for name in names).encode(), 'text/html'
        elif os.path.exists('www/' + name): body, kind = open('www/' + name, 'rb').read(), 'image/jpeg'
        else: body, kind = None, None
        asked = re.fullmatch(r'bytes=(\d+)-(\d*)', self.headers.get('Range') or '')
        self.send_response(404 if body is None else 206 if asked else 200)
        if asked and body:
            first, last = int(asked[1]), min(int(asked[2] or len(body)), len(body) - 1)
            self.send_header('Content-Range', f'bytes {first}-{last}/{len(body)}')
            body = body[first:last + 1]
        self.send_header('Content-Type', kind or 'text/plain')
        self.send_header('Content-Length', str(len(body or b'')))
        self.send_header('Accept-Ranges', 'bytes')
        self.send_header('Last-Modified', 'Wed, 01 Jan 2020 00:00:00 GMT')
        self.end_headers()
        sent = 0
        try:
            while with_body and sent < len(body or b''):
                sent += self.wfile.write(body[sent:sent + 65536])
        except OSError: self.close_connection = True
        with lock: print(self.command, sent, name, file=log, flush=True)
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
with open('port.new', 'w') as file: print(server.server_port, file=file)
os.rename('port.new', 'port')
server.serve_forever()
