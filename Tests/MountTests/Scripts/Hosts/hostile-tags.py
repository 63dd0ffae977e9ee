import json, os, sys, unicodedata
control = lambda c: ord(c) < 32 and c not in '\n\t' or 0x7f <= ord(c) < 0xa0
bad = lambda c: c in '\n\t' or control(c) or 0x202a <= ord(c) <= 0x202e or 0x2066 <= ord(c) <= 0x2069
seen = 0
for top in sys.argv[1:]:
    for folder, folders, names in os.walk(os.fsencode(top), onerror=print):
        listed = [n.decode() for n in folders + names]
        keys = {unicodedata.normalize('NFC', n).casefold() for n in listed}
        if len(keys) != len(listed): print('twice', folder)
        for name in listed:
            path = folder + b'/' + name.encode()
            seen += 1
            if any(bad(c) or c in '/\\|:"<>?*' for c in name): print('name', repr(name))
            if name in ('.', '..') or name.startswith('-') or len(name.encode()) > 255: print('name', repr(name))
            try: facts = os.stat(path)
            except OSError as error: print('stat', error); continue
            for attribute in os.listxattr(path):
                value = os.getxattr(path, attribute).decode()
                # A title as it is may well turn the direction of writing, in its value.
                if any(control(c) for c in value): print(name, attribute, repr(value))
            if name.endswith(('.geojson', '.txt', '.hidden', '.html')) and not os.path.isdir(path):
                data = open(path, 'rb').read().decode()
                if any(control(c) for c in data): print('in', name)
                if name.endswith('.geojson'): json.loads(data)
print('seen', seen)
