page = open('pins/map.html', 'rb')
number, old = os.fstat(page.fileno()).st_ino, read('pins/map.html')
begun = page.read(1000)
os.mkdir('pins/12,34 New'); os.rmdir('pins/0,0')
# Until its collection has come, which is told on the map.
while not os.path.exists('pins/12,34 New/New Collection.txt'): time.sleep(0.02)
new = read('pins/map.html')
now = os.stat('pins/map.html')
assert begun + page.read() == old and len(json.loads(data(old))['features']) == 2
assert [f['properties']['title'] for f in json.loads(data(new))['features']] == ['New', 'Seine']
assert len(new) == now.st_size and now.st_ino != number and data(new) == read('pins/map.geojson')
page.seek(0)
assert page.read() == old
print([entry.inode() for entry in os.scandir('pins') if entry.name == 'map.html'] == [now.st_ino])
