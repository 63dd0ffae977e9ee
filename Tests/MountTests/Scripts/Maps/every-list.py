"""Every list of `lists` has a page that is as it should be, by the functions of MapPagesTests; prints what it is called."""

for list in lists:
    names = sorted(name for name in os.listdir(list) if name.startswith('map.'))
    assert names == ['map.geojson', 'map.html'], (list, names)
    page, map = [os.stat(os.path.join(list, name)) for name in ('map.html', 'map.geojson')]
    bytes = read(list + '/map.html')
    assert len(bytes) == page.st_size == os.stat(list + '/map.html').st_size, (list, page.st_size)
    assert page.st_mtime == map.st_mtime and page.st_ino != map.st_ino, (list, page, map)
    assert page.st_mode & 0o777 == 0o644 and page.st_nlink == 1
    assert data(bytes) == read(list + '/map.geojson'), list
    assert heading(bytes)['folder'] == list and heading(bytes)['pins'] == 'pins', list
    entries = [entry for entry in os.scandir(list) if entry.name == 'map.html']
    assert [entry.inode() for entry in entries] == [page.st_ino], list
    print(heading(bytes)['title'], heading(bytes).get('subtitle', ''),
          len(json.loads(data(bytes))['features']), sep='|')
