import embedded, glob, mmap, os, sys
folder, first, rendition = os.environ['M'] + '/' + sys.argv[1], sys.argv[2], sys.argv[3]
cache = glob.glob(os.environ['XDG_CACHE_HOME'] + '/placesfs/*/')[0]
want = [open('want-%d' % n, 'rb').read() for n in range(6)]
piece = mmap.mmap(-1, 1 << 20)
most, bearing = 0, set()

def kept():
    names = []
    while not names:
        try:
            names = [(n, os.stat(cache + n).st_size) for n in os.listdir(cache) if n.endswith('.photo')]
        except FileNotFoundError:
            continue
    return dict(names)

def check(number, offset, count):
    global most
    got = os.preadv(files[number], [memoryview(piece)[:count]], offset)
    if number not in bearing:
        bearing.add(number)
        ours, _ = embedded.split(bytes(piece[:got]))
        if len(ours) < 500: sys.exit('%d bytes are embedded in photo %d' % (len(ours), number))
        # Behind JFIF.
        want[number] = want[number][:20] + ours + want[number][20:]
    if bytes(piece[:got]) != want[number][offset:offset + count]:
        sys.exit('photo %d differs at %d' % (number, offset))
    most = max(most, sum(kept().values()))

files = []
for number in range(6):
    # Direct: past the kernel's own copy.
    files.append(os.open('%s/photo %d.jpg' % (folder, number), os.O_RDONLY | os.O_DIRECT))
    check(number, 0, 16384)
gone = [n for n in range(6) if f'{first[:-1]}{n},{rendition}.photo' not in kept()]
if len(gone) < 3: sys.exit('gone are %s' % gone)
for offset in range(0, 120 << 10, 16384):
    for number in gone: check(number, offset, 16384)
print('at most', most)
if most > 360000: sys.exit('%d bytes are kept' % most)
