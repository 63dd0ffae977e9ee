"""Reads an archive and compares it with what was put in. Overlapping or doubled entries are faults, too."""

import base64, json, sys, zipfile
expected = json.load(open(sys.argv[2]))
archive = zipfile.ZipFile(sys.argv[1])
infos = archive.infolist()
assert archive.testzip() is None, "a check sum is wrong"
assert [i.filename for i in infos] == [e["name"] for e in expected], "other names"
end = 0
for info, entry in zip(infos, expected):
    assert info.header_offset == end, f"{info.filename} begins at {info.header_offset}, not at {end}"
    assert info.compress_type == zipfile.ZIP_STORED and info.flag_bits == 0x800
    assert 1980 <= info.date_time[0] <= 2107, info.date_time
    assert archive.read(info) == base64.b64decode(entry["content"]), f"{info.filename} has other bytes"
    with open(sys.argv[1], "rb") as file:
        file.seek(end + 26)
        lengths = int.from_bytes(file.read(2), "little") + int.from_bytes(file.read(2), "little")
    end += 30 + lengths + info.file_size
assert archive.start_dir == end, "something lies behind the last entry"
