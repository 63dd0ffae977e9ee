import ctypes, hashlib, os, struct, subprocess, sys, threading
c = ctypes.CDLL(None, use_errno=True)
scanner = c.fanotify_init(4, os.O_RDONLY)
root, folder = os.fsencode(sys.argv[1]), sys.argv[2]
if c.fanotify_mark(scanner, 0x11, ctypes.c_uint64(0x10000), -100, root):
    sys.exit(os.strerror(ctypes.get_errno()))
scanned = set()
def scan():
    while True:
        try: events = os.read(scanner, 4096)
        except OSError as error: print('the scanner is told', error.strerror); continue
        while events:
            length, _, _, _, _, file, _ = struct.unpack('=IBBHQii', events[:24])
            events = events[length:]
            digest, offset = hashlib.md5(), 0
            while piece := os.pread(file, 65536, offset):
                digest.update(piece); offset += len(piece)
            scanned.add(digest.hexdigest())
            os.write(scanner, struct.pack('=iI', file, 1))
            os.close(file)
threading.Thread(target=scan, daemon=True).start()
for number in range(6):
    want = open('want %d' % number, 'rb').read()
    got = subprocess.run(['cat', '%s/photo %d.jpg' % (folder, number)], capture_output=True)
    if got.stdout != want: print(number, len(got.stdout), 'of', len(want), got.stderr.decode())
    if hashlib.md5(want).hexdigest() not in scanned: print(number, 'was scanned in part')
sys.stdout.flush()
os._exit(0)
