import ctypes, errno, functools, operator, os

libc = ctypes.CDLL(None, use_errno=True)
root = os.fsencode(os.environ['M'])

def opened(path, *flags):
    os.close(os.open(path, functools.reduce(operator.or_, flags), 0o644))

def renamed(old, new, flags):
    if libc.renameat2(-100, old, -100, new, flags): raise OSError(ctypes.get_errno(), '')

calls = {
    'mkdir': os.mkdir,
    'rmdir': os.rmdir,
    'unlink': os.unlink,
    'open, to be created': lambda path: opened(path, os.O_WRONLY, os.O_CREAT),
    'open, to be created newly': lambda path: opened(path, os.O_CREAT, os.O_EXCL),
    'open for writing': lambda path: opened(path, os.O_WRONLY),
    'open for both': lambda path: opened(path, os.O_RDWR),
    'open for appending': lambda path: opened(path, os.O_WRONLY, os.O_APPEND),
    'open and empty': lambda path: opened(path, os.O_TRUNC),
    'open a directory': lambda path: opened(path, os.O_DIRECTORY),
    'open no link': lambda path: opened(path, os.O_NOFOLLOW),
    'open a nameless file': lambda path: opened(path, os.O_RDWR, os.O_TMPFILE),
    'readlink': os.readlink,
    'symlink': lambda path: os.symlink('x', path),
    'link to a file': lambda path: os.link(root + b'/README.txt', path),
    'link': lambda path: os.link(path, root + b'/pins/new'),
    'mkfifo': os.mkfifo,
    'truncate': lambda path: os.truncate(path, 0),
    'chmod': lambda path: os.chmod(path, 0o600),
    'chown': lambda path: os.chown(path, 65534, -1),
    'set times': lambda path: os.utime(path, (1, 1)),
    'set the present time': os.utime,
    'rename': lambda old, new: renamed(old, new, 0),
    'rename without replacing': lambda old, new: renamed(old, new, 1),
    'exchange': lambda old, new: renamed(old, new, 2),
    'rename and leave a whiteout': lambda old, new: renamed(old, new, 4),
}
undo = {'mkdir': os.rmdir, 'rmdir': os.mkdir}
for line in open('calls'):
    operation, *paths = line.rstrip('\n').split('\t')
    paths = [root + b'/' + bytes.fromhex(path) for path in paths]
    try:
        calls[operation](*paths)
        answer = 'ok'
    except OSError as error:
        answer = errno.errorcode[error.errno]
    if answer == 'ok' and operation in undo: undo[operation](*paths)
    print(answer)
