"""Renames onto a photo of an album without replacing it, and in exchange: neither is done."""

import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
a = [os.path.join(b"albums/A", n) for n in os.listdir(b"albums/A")][0]
for flag in 1, 2:
    libc.renameat2(-100, a, -100, b"albums/B/other.jpg", flag)
    print(os.strerror(ctypes.get_errno()))
