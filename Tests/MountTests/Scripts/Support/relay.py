import ctypes, os, signal, socket, struct, sys, threading, time

port, target, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
connections, frozen = [], set()

# socket(7), SO_ATTACH_FILTER: a program of one instruction that lets no packet in.
SO_ATTACH_FILTER = 26
instruction = ctypes.create_string_buffer(struct.pack('HBBI', 0x06, 0, 0, 0))
nothing = struct.pack('HL', 1, ctypes.addressof(instruction))

def freeze():
    while not os.path.exists(folder + '/freeze'): time.sleep(0.02)
    for each in list(connections):
        frozen.add(each)
        try: each.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, nothing)
        except OSError: pass
    open(folder + '/frozen', 'w').close()

def pump(source, sink, client):
    try:
        while True:
            piece = source.recv(65536)
            if client in frozen: return
            if not piece: break
            sink.sendall(piece)
    except OSError: pass
    for end in (source, sink):
        try: end.shutdown(socket.SHUT_RDWR)
        except OSError: pass

def serve(client):
    host = socket.create_connection(('127.0.0.1', target))
    connections.append(client)
    for pair in ((client, host), (host, client)):
        threading.Thread(target=pump, args=(*pair, client), daemon=True).start()

threading.Thread(target=freeze, daemon=True).start()
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind(('127.0.0.1', port))
listener.listen(128)
open(folder + '/listening', 'w').close()
while True: serve(listener.accept()[0])
