# shellcheck shell=bash
python3 - "$1" <<'END'
import os, sys
def hidden(folder):
    try: return open(os.path.join(folder, '.hidden')).read().split('\n')
    except FileNotFoundError: return []
def entries(folder):
    hidden(folder)
    return list(os.scandir(folder))
for entry in sorted(entries(sys.argv[1]), key=lambda entry: entry.name):
    entry.stat()
    if entry.is_dir():
        inside = entries(entry.path)
        print(entry.name, sum(e.is_dir() for e in inside), sum(e.name.endswith('.jpg') for e in inside))
END
