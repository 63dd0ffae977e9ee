"""Archives a folder and compares every photo in the archive with the folder's: the folder, the archive."""

import os, sys, tarfile
with tarfile.open(sys.argv[2], 'w') as archive: archive.add(sys.argv[1], 'folder')
with tarfile.open(sys.argv[2]) as archive:
    for member in archive.getmembers():
        if not member.isfile(): continue
        with open(os.path.join(sys.argv[1], member.name[7:]), 'rb') as file:
            assert archive.extractfile(member).read() == file.read(), member.name
print('archived')
