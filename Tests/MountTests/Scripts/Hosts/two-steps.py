"""Reads the beginning, waits for `go`, reads the rest through the same handle."""

import os, sys, time
photo = os.open(sys.argv[1], os.O_RDONLY)
out = open('out', 'wb')
out.write(os.read(photo, 65536)); out.flush()
open('first', 'w').close()
while not os.path.exists('go'): time.sleep(0.01)
try:
    # Behind the break, past what the kernel reads ahead.
    print(len(os.pread(photo, 4096, 250000)), 'bytes')
except OSError as error:
    print('errno', error.errno)
