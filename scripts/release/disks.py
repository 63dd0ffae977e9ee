#!/usr/bin/env python3
"""scripts/release/disks.py [--minutes N] [--seed N] PLACESFS: mounts of the sample whose disks fail.

The disk under the state, under the cache or under both is full, over quota, broken or read-only, always or now and then,
by a library that is loaded before others (disks.c), while people read photos, drop pins and remove them, and while mounts
begin, end and are killed. What must not happen: a wrong byte, a pin that was acknowledged and is gone, one that was
removed and is back, a daemon that ends, a status that is not told. A line a minute says how it goes. Where it happens, the
folder with state, cache and log is kept.
"""
import argparse, collections, errno, hashlib, json, os, pathlib, random, shutil, signal, struct, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent
ERRORS = [errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS]


class Fault(Exception):
    pass


class World:
    def __init__(self, placesfs, dice):
        self.placesfs, self.dice = placesfs, dice
        self.root = pathlib.Path(tempfile.mkdtemp(prefix='placesfs-disks-'))
        self.path = self.root / 'photos'
        for folder in ('photos', 'state', 'cache'): (self.root / folder).mkdir(mode=0o700)
        self.shim = self.root / 'disks.so'
        subprocess.run(['cc', '-O1', '-shared', '-fPIC', '-o', self.shim, HERE / 'disks.c', '-ldl'], check=True)
        self.switch = self.root / 'switch'
        self.heal()
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith('XDG_')}
        self.environment.update(
            HOME=str(self.root), LD_PRELOAD=str(self.shim), FAILING_SWITCH=str(self.switch), LC_ALL='C.UTF-8',
            FAILING_FOLDERS=f'{self.root}/state:{self.root}/cache')
        # What is so, and what nobody knows: the answer was an error, or none came.
        self.pins, self.gone, self.unknown = set(), set(), set()
        self.digests, self.done = {}, collections.Counter()
        self.daemon = 0

    def write(self, error, percent, folders):
        with open(self.switch, 'r+b' if self.switch.exists() else 'wb') as file:
            file.write(struct.pack('iii', error, percent, folders))

    def heal(self): self.write(0, 0, 0)

    def fail(self):
        self.write(self.dice.choice(ERRORS), self.dice.choice([100, 100, 30, 3]), self.dice.choice([1, 2, 3]))

    def command(self, *words):
        return subprocess.run([self.placesfs, *words], env=self.environment, text=True, capture_output=True, timeout=90)

    def mount(self):
        """Whether it is mounted; where not, one line says why."""
        told = self.command(
            'mount', '--source', 'sample', '--state-dir', f'{self.root}/state', '--cache-dir', f'{self.root}/cache',
            '--cache-size', '512K', self.path)
        if told.returncode == 0:
            self.daemon = json.loads((self.path / '.placesfs/status.json').read_text())['pid']
            return True
        if not told.stderr.startswith('placesfs: ') or told.stderr.count('\n') != 1:
            raise Fault(f'mount ended with {told.returncode}: {told.stderr!r}')
        self.done['refused mounts'] += 1
        return False

    def unmount(self):
        subprocess.run(['fusermount3', '-u', self.path], check=False, capture_output=True)
        end = time.monotonic() + 20
        while pathlib.Path(f'/proc/{self.daemon}').exists() and time.monotonic() < end: time.sleep(0.02)

    def kill(self):
        if not self.daemon: return
        try: os.kill(self.daemon, signal.SIGKILL)
        except ProcessLookupError: pass
        end = time.monotonic() + 20
        while pathlib.Path(f'/proc/{self.daemon}').exists() and time.monotonic() < end: time.sleep(0.02)
        subprocess.run(['fusermount3', '-uz', self.path], check=False, capture_output=True)

    def end(self):
        self.kill()
        shutil.rmtree(self.root, ignore_errors=True)

    # What people do

    def read(self):
        photo = self.dice.choice(sorted(self.digests) or self.photos())
        try: digest = hashlib.sha256((self.path / photo).read_bytes()).hexdigest()
        except OSError as error:
            self.done[f'reads: {error.strerror}'] += 1
            return
        if self.digests.setdefault(photo, digest) != digest: raise Fault(f'{photo} has other bytes than before')
        self.done['reads'] += 1

    def photos(self):
        return [str(path.relative_to(self.path)) for path in sorted(self.path.glob('places/*/*/*.jpg'))]

    def drop(self):
        name = f'{self.dice.randint(-80, 80)},{self.dice.randint(-170, 170)}'
        if name in self.pins | self.unknown: return
        self.change(os.mkdir, name, self.pins, self.gone)

    def remove(self):
        if self.pins: self.change(os.rmdir, self.dice.choice(sorted(self.pins)), self.gone, self.pins)

    def change(self, deed, name, to, source):
        source.discard(name)
        self.unknown.add(name)
        try: deed(self.path / 'pins' / name)
        except OSError as error:
            self.done[f'changes: {error.strerror}'] += 1
            return
        self.unknown.discard(name)
        to.add(name)
        self.done['changes'] += 1

    def look(self):
        for folder in ('', 'places', 'pins', 'tags'):
            try: os.listdir(self.path / folder)
            except OSError as error: raise Fault(f'ls {folder or "/"}: {error.strerror}') from None
        told = self.command('status', self.path)
        if told.returncode: raise Fault(f'status ended with {told.returncode}: {told.stderr}')
        self.done['looks'] += 1

    def check(self, when):
        if not pathlib.Path(f'/proc/{self.daemon}').exists(): raise Fault(f'the daemon has ended {when}')

    def compare(self, when):
        """On a sound disk: all that was acknowledged is so."""
        listed = set(os.listdir(self.path / 'pins'))
        if self.pins - listed: raise Fault(f'{when}: lost {sorted(self.pins - listed)}')
        if self.gone & listed: raise Fault(f'{when}: back again {sorted(self.gone & listed)}')
        for name in self.unknown: (self.pins if name in listed else self.gone).add(name)
        self.unknown.clear()


def run(world, minutes):
    if not world.mount(): raise Fault('a sound disk is not mounted')
    for photo in world.photos():
        world.digests[photo] = hashlib.sha256((world.path / photo).read_bytes()).hexdigest()
    end, told = time.monotonic() + minutes * 60, time.monotonic()
    while time.monotonic() < end:
        world.done['rounds'] += 1
        world.fail()
        deeds = world.dice.choices([world.read, world.drop, world.remove, world.look], [45, 30, 15, 10], k=world.dice.randint(5, 60))
        for deed in deeds:
            deed()
            if world.dice.random() < 0.03: world.fail()
        world.check('while its disk failed')
        if world.dice.random() < 0.4:
            world.dice.choice([world.unmount, world.kill])()
            if world.mount():
                world.look()
                world.read()
                world.unmount()
            world.heal()
            if not world.mount(): raise Fault('a disk that is sound again is not mounted')
        else:
            world.heal()
            world.drop()
            world.check('when its disk was sound again')
        # A disk that failed while the catalog was opened leaves a mount that is read-only; this one is not.
        if world.dice.random() < 0.5:
            world.kill() if world.dice.random() < 0.5 else world.unmount()
            if not world.mount(): raise Fault('a sound disk is not mounted again')
        world.compare('on a sound disk')
        for _ in range(5): world.read()
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(', '.join(f'{count} {name}' for name, count in sorted(world.done.items())), flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument('--minutes', type=float, default=60)
    arguments.add_argument('--seed', type=int, default=random.randrange(1 << 32))
    arguments.add_argument('placesfs')
    given = arguments.parse_args()
    print(f'seed {given.seed}', flush=True)
    world = World(str(pathlib.Path(given.placesfs).resolve()), random.Random(given.seed))
    try:
        run(world, given.minutes)
    except Fault as fault:
        log = world.root / '.local/state/placesfs/placesfs.log'
        if log.exists(): print('\n'.join(log.read_text().splitlines()[-20:]), file=sys.stderr)
        world.heal()
        world.kill()
        sys.exit(f'scripts/release/disks.py: {fault}; state and log are kept in {world.root}')
    except BaseException:
        world.end()
        raise
    world.end()
    print(', '.join(f'{count} {name}' for name, count in sorted(world.done.items())))


main()
