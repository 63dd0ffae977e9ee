import embedded, errno, json, os, random, re, sys, time

life, root, towns = sys.argv[1], os.environ['M'] + '/' + sys.argv[2], sys.argv[3:]
known = json.load(open('known')) if os.path.exists('known') else {}
places = list(range(8))
if life != 'whole': random.Random(int(life)).shuffle(places)
dead = (errno.ENOTCONN, errno.ECONNABORTED)
read = 0
sizes = []
wrong = []

def check(name, what, value):
    before = known.setdefault(name, {}).setdefault(what, value)
    if before != value: wrong.append('%s: %s was %s and is %s' % (name, what, before, value))

try:
    for place in places:
        town = root + '/' + towns[place]
        check(towns[place], 'number', os.stat(town).st_ino)
        names = sorted(name for name in os.listdir(town) if name.endswith('.jpg'))
        check(towns[place], 'names', names)
        for name in names:
            path, key = town + '/' + name, '%d/%s' % (place, name)
            check(key, 'number', os.stat(path).st_ino)
            if 'size' in known[key]: check(key, 'size', os.stat(path).st_size)
            with open(path, 'rb') as photo: data = photo.read()
            want = 'want-%d-%s' % (place, re.findall('[0-9]+', name)[0])
            # What is embedded is the same in all lives.
            fault = embedded.fault(data, open(want, 'rb').read(), want + '.ours')
            if fault: wrong.append('%s: %s, %d bytes' % (key, fault, len(data)))
            read += 1
            sizes.append((time.monotonic(), key, os.stat(path).st_size))
            if sizes[-1][2] != len(data): wrong.append('%s: size %d' % (key, sizes[-1][2]))
except OSError as error:
    if error.errno not in dead or life == 'whole': raise
for moment, key, size in sizes:
    if time.monotonic() - moment > 1: check(key, 'size', size)
json.dump(known, open('known', 'w'))
if wrong: sys.exit('\n'.join(wrong))
print('read', read)
