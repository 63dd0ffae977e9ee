"""Where each entry is shown, by the module of Python and by the script of sh in the folder that is given: they say the same."""

import os, subprocess, sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import placesfs_menu as menu
from pathlib import Path
mount = os.environ["M"]
assert mount in menu.mountpoints(), menu.mountpoints()
table = {
    "places/": "", "places/France/": "keep", "places/France/Paris/": "keep album",
    "places/France/Paris/Pont Neuf.jpg": "album credit", "places/France/Paris/map.html": "",
    "tags/": "", "tags/sunset/": "keep", "tags/sunset/Beach/": "keep album", "pins/": "",
    "pins/1,1/": "keep album new-collection", "pins/1,1/x.jpg": "album credit", "search/": "",
    "search/lighthouse/": "keep album", "search/sea, random/": "keep album new-collection",
    "search/Random;2000px, sea/": "keep album new-collection", "search/Meer, zufällig/": "keep album new-collection",
    "search/20 random photos, sea/": "keep album new-collection", "search/海, 随机/": "keep album new-collection",
    "search/random door/": "keep album", "search/\"random\", sea/": "keep album", "search/seas, randomly x/": "keep album",
    "search/sea, random/x.jpg": "album credit", "albums/random/": "", "albums/": "", "albums/A/": "", "albums/A/x.jpg": "credit",
    "recents/": "album", "recents/01 x.jpg": "album credit", "README.txt": "",
}
for name, want in table.items():
    path, is_folder = os.path.join(mount, name).rstrip("/"), name.endswith("/")
    got = menu.deeds([(Path(path).as_uri(), is_folder)], menu.mountpoints())
    assert got == want.split(), (name, got)
    # Each file manager tells the script folders and files apart itself.
    kinds = {"keep": is_folder, "new-collection": is_folder, "credit": not is_folder, "album": True}
    shown = [deed for deed in menu.LABELS if kinds[deed] and subprocess.run(
        [sys.argv[1] + "/placesfs-menu-shown", deed, path], stdout=subprocess.DEVNULL).returncode == 0]
    assert shown == got, (name, shown, got)
both = [(Path(mount + "/pins/1,1").as_uri(), True), ("file:///etc", True)]
assert menu.deeds(both, menu.mountpoints()) == [] and menu.deeds([], menu.mountpoints()) == []
assert menu.deeds([("sftp://host/places/France", True)], ["/"]) == []
assert menu.inside("/a b%/places", ["/a b%"]) == ["places"] and menu.inside("/ab", ["/a"]) is None
Path(os.environ["T"] + "/mounts").write_bytes(b"x /a\\040b\\134 fuse.placesfs rw 0 0\nx /c tmpfs rw 0 0\n")
assert menu.mountpoints(os.environ["T"] + "/mounts") == ["/a b\\"]
assert subprocess.run([sys.argv[1] + "/placesfs-menu-shown", "keep", "/etc"]).returncode == 1
assert subprocess.run([sys.argv[1] + "/placesfs-menu-shown", "keep"]).returncode == 1
