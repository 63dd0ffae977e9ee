"""Reads a photo in a child that gets SIGALRM again and again while the kernel holds it, and takes no end from it."""

import ctypes, os, signal, subprocess, sys, time
reader = '''
import ctypes, os, signal, sys
signal.signal(signal.SIGALRM, lambda *_: None)
signal.siginterrupt(signal.SIGALRM, False)
libc = ctypes.CDLL(None, use_errno=True)
descriptor = libc.open(os.fsencode(sys.argv[1]), os.O_RDONLY)
if descriptor < 0: sys.exit('open: errno %d' % ctypes.get_errno())
whole, piece = b'', ctypes.create_string_buffer(1 << 20)
while (count := libc.read(descriptor, piece, 1 << 20)) > 0: whole += piece.raw[:count]
if count < 0: sys.exit('read: errno %d' % ctypes.get_errno())
open('copy', 'wb').write(whole)
'''
process = subprocess.Popen([sys.executable, '-c', reader, sys.argv[1]])
while not os.path.exists('stalled'): time.sleep(0.01)
def is_pending():
    with open('/proc/%d/status' % process.pid) as status: lines = dict(l.split(':', 1) for l in status)
    return (int(lines['SigPnd'], 16) | int(lines['ShdPnd'], 16)) & 1 << signal.SIGALRM - 1
# Pending: it hit a reader that the kernel holds until it is answered.
seen = 0
while seen < 50 and process.poll() is None:
    process.send_signal(signal.SIGALRM)
    seen = seen + 1 if is_pending() else 0
    time.sleep(0.01)
open('alarmed', 'w').close()
sys.exit(process.wait())
