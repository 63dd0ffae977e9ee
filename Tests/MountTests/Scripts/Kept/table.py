"""Compares photos.csv of a folder with its photos, of which so many are read: the folder, how many."""

import csv, hashlib, io, os, sys
folder, read = sys.argv[1], int(sys.argv[2])
names = sorted(n for n in os.listdir(folder) if n.endswith('.jpg'))
digests = {}
for name in names[:read]:
    digests[name] = hashlib.sha256(open(folder + '/' + name, 'rb').read()).hexdigest()
size = os.stat(folder + '/photos.csv').st_size
text = open(folder + '/photos.csv', 'rb').read()
assert os.stat(folder + '/photos.csv').st_size == len(text), (size, len(text))
assert text.startswith(b'\xef\xbb\xbf') and b'\r\n' in text
rows = list(csv.DictReader(io.StringIO(text.decode('utf-8-sig'), newline='')))
assert sorted(r['file'] for r in rows) == names, rows
for row in rows:
    path = folder + '/' + row['file']
    attribute = lambda name: os.getxattr(path, 'user.places.' + name).decode()
    assert row['id'] == attribute('id') and row['source'] == attribute('source')
    assert row['credit'] == attribute('credit') and row['width'] == attribute('width')
    assert row['sha256'] == digests.get(row['file'], ''), row
    known = row['file'] in digests
    assert row['bytes'] == (str(os.stat(path).st_size) if known else ''), row
print(len(rows))
