import json, os, sys
os.chdir(sys.argv[1])
def sent(path):
    file, out = os.open(path, os.O_RDONLY), os.memfd_create('out')
    while os.sendfile(out, file, None, 1 << 20): pass
    return os.pread(out, 1 << 20, 0).decode()
def spliced(path):
    file, (end, start), text = os.open(path, os.O_RDONLY), os.pipe(), b''
    while count := os.splice(file, start, 65536): text += os.read(end, count)
    return text.decode()
# README.txt tells whether that has come.
os.listdir('places')
notice = open('.placesfs/status').read()[-40:]
for turn in range(10):
    for way in (sent, spliced):
        before = json.loads(way('.placesfs/status.json'))['topics']
        os.mkdir('tags/%s%d' % (way.__name__, turn))
        after = json.loads(way('.placesfs/status.json'))['topics']
        if after != before + 1: print(way.__name__, before, after)
        status, metrics, readme = (way(p) for p in ('.placesfs/status', '.placesfs/metrics', 'README.txt'))
        if '%d topics' % after not in status: print(way.__name__, 'old', status)
        if not status.endswith(notice): print(way.__name__, 'cut', status)
        if 'placesfs_topics %d\n' % after not in metrics: print(way.__name__, metrics)
        if not metrics.endswith('\n') or readme != open('README.txt').read(): print(way.__name__, readme)
