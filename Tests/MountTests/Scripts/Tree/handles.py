import ctypes, os, pickle, sys
libc = ctypes.CDLL(None, use_errno=True)
class Handle(ctypes.Structure):
    _fields_ = [('bytes', ctypes.c_uint), ('type', ctypes.c_int), ('data', ctypes.c_ubyte * 128)]
os.chdir(os.environ['M'])
store, root = os.environ['T'] + '/handles', os.open('.', os.O_RDONLY)
def content(descriptor):
    facts = os.fstat(descriptor)
    if os.path.isdir(f'/proc/self/fd/{descriptor}'): return facts.st_ino, sorted(os.listdir(descriptor))
    data = b''
    while piece := os.read(descriptor, 1 << 20): data += piece
    return facts.st_ino, data
if sys.argv[1] == 'keep':
    kept = {}
    for path in sys.argv[2:]:
        handle, mount = Handle(bytes=128), ctypes.c_int()
        if libc.name_to_handle_at(-100, path.encode(), ctypes.byref(handle), ctypes.byref(mount), 0):
            sys.exit(f'{path}: {os.strerror(ctypes.get_errno())}')
        descriptor = os.open(path, os.O_RDONLY)
        kept[path] = bytes(handle), content(descriptor)
        os.close(descriptor)
    with open(store, 'wb') as file: pickle.dump(kept, file)
    print(len(kept), end='')
    sys.exit()
with open(store, 'rb') as file: kept = pickle.load(file)
isSame = True
for path in sys.argv[2:]:
    handle = Handle.from_buffer_copy(kept[path][0])
    descriptor = libc.open_by_handle_at(root, ctypes.byref(handle), os.O_RDONLY)
    if descriptor < 0:
        print(path, os.strerror(ctypes.get_errno()))
        isSame = False
        continue
    found = content(descriptor)
    if found != kept[path][1] and path not in ('pins', 'recents'):
        print(path, found[0], kept[path][1][0], len(found[1]), len(kept[path][1][1]))
        isSame = False
    os.close(descriptor)
print('same' if isSame else 'other')
