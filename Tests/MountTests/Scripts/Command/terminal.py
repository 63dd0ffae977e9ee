import fcntl, os, pty, re, select, struct, sys, termios, time, unicodedata
rows, columns = 20, 60
pid, master = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
wanted, data, pressed, deadline = int(sys.argv[1]), b'', False, time.monotonic() + 40
while time.monotonic() < deadline:
    ready, _, _ = select.select([master], [], [], 0.2)
    if ready:
        try: piece = os.read(master, 65536)
        except OSError: break
        if not piece: break
        data += piece
    if not pressed and data.count(b'\x1b[H') >= wanted:
        if termios.tcgetattr(master)[6][termios.VSUSP] != b'\0': print('Ctrl-Z stops it amid its screen')
        os.write(master, b'q'); pressed = True
else:
    print('it goes on'); os.kill(pid, 9)
_, status = os.waitpid(pid, 0)
text = data.decode()
if not (text.startswith('\x1b[?1049h') and text.rstrip().endswith('\x1b[?1049l')): print('the screen is not left')
# The first may have been drawn before the size was told.
frames = text.split('\x1b[H')[2:-1]
width = lambda s: sum(
    0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in s)
strip = lambda s: re.sub(r'\x1b\[[0-9;?]*[A-Za-z]', '', s)
for frame in frames:
    lines = strip(frame).split('\r\n')
    if len(lines) > rows: print('rows', len(lines))
    for line in lines:
        if width(line) > columns: print('columns', width(line), line)
open('frames', 'w').write('\n====\n'.join(strip(f).replace('\r', '') for f in frames))
open('raw', 'w').write(text)
print('status', os.waitstatus_to_exitcode(status), 'frames', len(frames) >= wanted - 2)
