"""Prints a folder's kind and how many photos its table names, which are those that it lists: its path, ending in '/'."""

import csv, os, sys

folder = sys.argv[1]
names = sorted(n for n in os.listdir(folder) if n.endswith('.jpg'))
rows = list(csv.DictReader(open(folder + 'photos.csv', encoding='utf-8-sig', newline='')))
assert sorted(r['file'] for r in rows) == names, rows
print(os.path.relpath(folder, os.environ['M']).split('/')[0], len(rows))
