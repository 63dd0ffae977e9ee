import copy, errno, itertools, json, os, random, re, signal, subprocess, sys, threading, time

seed, lives = int(sys.argv[1]), int(sys.argv[2])
chance = random.Random(seed)
root = os.environ['M']
mount = json.load(open('command'))
dead = (errno.ENOTCONN, errno.ECONNABORTED)
model = {'pins': {}, 'topics': {}, 'recents': []}
under_way = None
acknowledged = 0
# For names that are new even when the change that had one was not acknowledged.
fresh = itertools.count()
frozen = 0
life = -1

class Died(Exception): pass
class Differs(Exception): pass

def call(function, *arguments):
    try: return function(*arguments)
    except OSError as error:
        if error.errno in dead: raise Died()
        raise

def wrong(text): sys.exit('life %d, under way %s: %s' % (life, under_way, text))

def path(*names): return '/'.join((root,) + names)

def poll(what, condition):
    for _ in range(1000):
        if condition(): return
        time.sleep(0.02)
    wrong('never: ' + what)

def text(*names):
    with open(path(*names)) as file: return file.read()

def listed(*names):
    return sorted(name for name in call(os.listdir, path(*names)) if name not in ('README.txt', '.hidden'))

def state(pin): return call(os.getxattr, path('pins', pin), 'user.places.state').decode()

def settle(pin): poll(pin + ' is loaded', lambda: state(pin) == 'fresh')

def spot(pin): return int(pin.split(',')[0])

def photos(names): return sorted(name[:-4] for name in names if name.endswith('.jpg'))

def page_of(pin, removed):
    'Which page of the results the collection shows; it must be whole, but for what was removed from it.'
    names = listed('pins', pin)
    shown = photos(names)
    if shown != sorted(n[:-8] for n in names if n.endswith('.geojson') and n != 'map.geojson'):
        raise Differs('%s: photos and sidecars differ: %s' % (pin, names))
    features = json.loads(call(text, 'pins', pin, 'map.geojson'))['features']
    if len(features) != len(shown):
        raise Differs('%s: %d on the map, %d listed' % (pin, len(features), len(shown)))
    for page in range(3):
        whole = ['%d-%d' % (spot(pin), n) for n in range(page * 50, min(page * 50 + 50, 120))]
        if shown == sorted(set(whole) - set(removed)): return page
    raise Differs('%s shows no page without %s: %s' % (pin, removed, shown))

# Changes: each takes the model, and returns what it is afterwards.

def make(model, pin):
    model['pins'][pin] = {'inode': None, 'page': 0, 'removed': []}

def remove(model, pin): del model['pins'][pin]

def move(model, pin, name):
    known = model['pins'].pop(pin)
    if spot(pin) != spot(name):
        known.update(page=None, removed=[])
        # Another point has pages of its own.
        known.pop('not', None)
    model['pins'][name] = known

def hide(model, pin, photo): model['pins'][pin]['removed'].append(photo)

def collect(model, pin): model['pins'][pin]['not'] = model['pins'][pin]['page']

def view(model, photo):
    model['recents'] = ([photo] + [other for other in model['recents'] if other != photo])[:20]

def forget(model, photo): model['recents'].remove(photo)

def begin(model, topic): model['topics'][topic] = None

def end(model, topic): del model['topics'][topic]

def differences(model):
    'Between the tree and a model; fills in what only the tree knows.'
    told = []
    pins = [name for name in listed('pins') if not name.startswith('map.')]
    if pins != sorted(model['pins']): return ['pins are %s, not %s' % (pins, sorted(model['pins']))]
    topics = listed('tags')
    if topics != sorted(list(model['topics']) + json.load(open('first'))): return ['topics are %s' % topics]
    for topic, inode in model['topics'].items():
        found = os.stat(path('tags', topic)).st_ino
        if inode not in (None, found): told.append('%s was %s, is %d' % (topic, inode, found))
        model['topics'][topic] = found
    ranked = [re.fullmatch(r'(\d\d) (\S+)', name).groups() for name in photos(listed('recents'))]
    if [int(rank) for rank, _ in ranked] != list(range(1, len(ranked) + 1)): told.append('ranks %s' % ranked)
    if [photo for _, photo in ranked] != model['recents']:
        told.append('recents are %s, not %s' % (ranked, model['recents']))
    for pin, known in model['pins'].items():
        settle(pin)
        found = os.stat(path('pins', pin)).st_ino
        if known['inode'] not in (None, found): told.append('%s was %s, is %d' % (pin, known['inode'], found))
        back = set(known['removed']) & set(photos(listed('pins', pin)))
        if back: told.append('%s shows %s, which were removed' % (pin, sorted(back)))
        if told: return told
        try: page = page_of(pin, known['removed'])
        except Differs as difference: return [str(difference)]
        if 'not' in known:
            if page == known['not']: told.append('%s shows page %d still' % (pin, page))
        elif known['page'] not in (None, page):
            told.append('%s shows page %d, not %d' % (pin, page, known['page']))
        known.pop('not', None)
        known.update(inode=found, page=page)
    return told

def check():
    'The tree is what the model says, or that with the change that was under way.'
    global model, under_way
    before = copy.deepcopy(model)
    told = differences(before)
    if told and under_way:
        after = copy.deepcopy(model)
        under_way[0](after, *under_way[1])
        otherwise = differences(after)
        if otherwise: told += ['or ' + text for text in otherwise]
        else: told, before = [], after
    if told: wrong('\n'.join(told))
    model, under_way = before, None

def change():
    'One change, acknowledged when this returns.'
    global under_way, acknowledged
    pins, kind = model['pins'], chance.random()
    still = [pin for pin in pins if 'not' not in pins[pin] and state(pin) == 'fresh']
    free = [n for n in range(8) if n not in map(spot, pins)]
    def do(change, arguments, function, *paths):
        global under_way, acknowledged
        under_way = (change, arguments)
        call(function, *paths)
        change(model, *arguments)
        under_way = None
        acknowledged += 1
    if kind < 0.2 and free:
        pin = '%d,10%s' % (chance.choice(free), chance.choice(['', ' Some words']))
        do(make, (pin,), os.mkdir, path('pins', pin))
    elif kind < 0.28 and pins:
        pin = chance.choice(sorted(pins))
        do(remove, (pin,), os.rmdir, path('pins', pin))
    elif kind < 0.4 and pins:
        pin = chance.choice(sorted(pins))
        target = chance.choice(free + [spot(pin)])
        name = '%d,10 moved %d' % (target, next(fresh))
        if target != spot(pin) or pin in still:
            do(move, (pin, name), os.rename, path('pins', pin), path('pins', name))
    elif kind < 0.55 and still:
        pin = chance.choice(sorted(still))
        adopt(pin)
        shown = photos(listed('pins', pin))
        if len(shown) > 5:
            photo = chance.choice(shown)
            do(hide, (pin, photo), os.unlink, path('pins', pin, photo + '.jpg'))
    elif kind < 0.7 and still:
        pin = chance.choice(sorted(still))
        adopt(pin)
        do(collect, (pin,), os.utime, path('pins', pin, 'New Collection.txt'))
    elif kind < 0.85 and still:
        pin = chance.choice(sorted(still))
        photo = chance.choice(photos(listed('pins', pin)))
        do(view, (photo,), look, path('pins', pin, photo + '.jpg'), '01 %s.jpg' % photo)
    elif kind < 0.9 and model['recents']:
        rank = chance.randrange(len(model['recents']))
        photo = model['recents'][rank]
        do(forget, (photo,), os.unlink, path('recents', '%02d %s.jpg' % (rank + 1, photo)))
    elif kind < 0.95 and len(model['topics']) < 5:
        topic = 'topic %d' % next(fresh)
        do(begin, (topic,), os.mkdir, path('tags', topic))
    elif model['topics']:
        topic = chance.choice(sorted(model['topics']))
        do(end, (topic,), os.rmdir, path('tags', topic))

def adopt(pin):
    'Which page a pin shows that was made or moved in this life.'
    known = model['pins'][pin]
    page = page_of(pin, known['removed'])
    if known['page'] not in (None, page): wrong('%s shows page %d, not %d' % (pin, page, known['page']))
    known['page'] = page

def look(photo, shown):
    'In a process of its own, as a viewer would; acknowledged when the list shows it.'
    with open(os.devnull, 'w') as nothing: subprocess.run(['cat', photo], stdout=nothing, stderr=nothing)
    poll(shown, lambda: shown in listed('recents'))

def kill(daemon):
    # A notice that waits in the kernel for the lock of a directory in which a change waits for the daemon keeps
    # the dead daemon's device open, and all of them wait until the next mount frees them.
    global frozen, mounted
    os.kill(daemon, signal.SIGKILL)
    threads = '/proc/%d/task' % daemon
    for _ in range(250):
        if not os.path.exists(threads) or os.listdir(threads) == [str(daemon)]: return
        time.sleep(0.02)
    frozen += 1
    mounted = subprocess.run(mount, capture_output=True, text=True)

for life in range(lives):
    check()
    with open(path('.placesfs', 'status.json')) as file: daemon = json.load(file)['pid']
    mounted = None
    killer = threading.Timer(chance.random() * 0.12, kill, (daemon,))
    killer.start()
    try:
        while True: change()
    except Died: pass
    killer.join()
    mounted = mounted or subprocess.run(mount, capture_output=True, text=True)
    if mounted.returncode: wrong('not mounted: ' + mounted.stderr)
check()
print(lives, acknowledged, frozen)
