"""Prints what a program that watches a folder is told while a command runs, and whether the second thing came at least a
tenth of a second after the first: watched.py FOLDER COMMAND…"""
import ctypes, os, select, struct, subprocess, sys, time

libc = ctypes.CDLL(None, use_errno=True)
watch = libc.inotify_init1(os.O_NONBLOCK)
libc.inotify_add_watch(watch, os.fsencode(sys.argv[1]), 0xFC0)
command = subprocess.Popen(sys.argv[2:])
names = {0x40: "moved from", 0x80: "moved to", 0x100: "created", 0x200: "deleted"}
until = time.monotonic() + 10
told, times = [], []
while time.monotonic() < until and len(told) < 2:
    select.select([watch], [], [], 0.2)
    try:
        data = os.read(watch, 65536)
    except BlockingIOError:
        continue
    while data:
        _, mask, _, length = struct.unpack("iIII", data[:16])
        name = data[16 : 16 + length].rstrip(b"\0").decode()
        times.append(time.monotonic())
        told += [f"{names[bit]} {name}" for bit in names if mask & bit]
        data = data[16 + length :]
print("\n".join(told))
print("later" if len(times) > 1 and times[1] - times[0] > 0.1 else "at once")
sys.exit(command.wait())
