import os, sys
os.chdir(sys.argv[1])
names = "state size viewed embedded error rendition source id license credit width height views keep kept".split()
def asked(path, name):
    try: return os.getxattr(path, "user.places." + name)
    except OSError as error: return error.errno
def tried(call):
    try: return call()
    except OSError as error: return error.errno
for path in [".", "tags"] + sorted("places/France/Paris/" + name for name in os.listdir("places/France/Paris")):
    told = os.lstat(path)
    size = (told.st_size, told.st_blocks) if not path.endswith(sys.argv[2]) else None
    print(path, oct(told.st_mode), told.st_ino, told.st_nlink, told.st_uid, size, told.st_atime, told.st_mtime,
          told.st_ctime, sorted(tried(lambda: os.listxattr(path))), [asked(path, name) for name in names],
          [os.access(path, mode) for mode in (4, 2, 1)])
for path in ["pins", "recents", ".placesfs", "search", "albums"]:
    print(path, tried(lambda: os.listdir(path)), tried(lambda: os.listxattr(path)),
          tried(lambda: oct(os.stat(path).st_mode)), tried(lambda: os.stat(path + "/map.geojson")),
          tried(lambda: os.stat(path + "/48.8571,2.3414 Home")), asked(path, "count"))
