"""Holds as many half copies in albums/A as there may be; with an argument it stays."""

import os, sys, time
files = [os.open(f"albums/A/{n}.jpg", os.O_WRONLY | os.O_CREAT) for n in range(16)]
for f in files: os.write(f, b"\xff\xd8\xff\xe0" + bytes(100000))
try: os.open("albums/A/16.jpg", os.O_WRONLY | os.O_CREAT)
except OSError as error: print(error.strerror)
os.write(os.open("albums/A/map.html", os.O_WRONLY | os.O_CREAT), b"ours")
try: os.pwrite(files[0], b"x", 1 << 20)
except OSError as error: print(error.strerror)
print(os.listdir("albums/A")); sys.stdout.flush()
if sys.argv[1:]: time.sleep(60)
