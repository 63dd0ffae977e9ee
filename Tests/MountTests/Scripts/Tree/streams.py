stream = opened('.')
expect('the first entry', bool(c.readdir(stream)), True)
gone, again, moved = names[-1], names[-2], names[-3]
os.rmdir(gone)
os.rmdir(again)
os.mkdir(again)
number = os.stat(again).st_ino
os.rename(moved, 'Untitled 902')
read = rest(stream)
expect('the stream', gone in read and moved in read, True)
expect('what was made again', os.stat(again).st_ino, number)
expect('its listing', sorted(os.listdir(again)), sorted(os.listdir('Untitled 902')))
for name in (gone, moved):
    expect(name, os.path.exists(name), False)
