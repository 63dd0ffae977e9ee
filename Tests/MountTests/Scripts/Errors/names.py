"""Looks for and makes names that no file can have, and prints why that fails."""

import os
def tell(call, *arguments):
    try: print(call(*arguments) and "found")
    except OSError as error: print(error.strerror)
os.chdir(os.environ["M"] + "/places/France")
tell(os.stat, "x" * 255)
tell(os.stat, "x" * 256)
tell(os.stat, "é" * 128)
tell(os.mkdir, "x" * 256)
tell(os.stat, b"\xff\xfe")
tell(os.mkdir, b"\xff\xfe")
tell(os.mkdir, b"a\nb")
tell(os.rmdir, b"\xff\xfe")
tell(os.stat, "Paris/" + "x" * 251 + ".jpg")
