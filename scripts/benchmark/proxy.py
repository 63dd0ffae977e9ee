"""proxy.py --port PORT [--latency-ms N] [--stall PREFIX…]: stands before a server on loopback; prints its own port.

Every request goes on N milliseconds after it came, and answers go back at once. GETs of photos below a PREFIX are
never answered, their HEADs and listings are."""

import argparse
import asyncio


async def forward(reader, writer, pass_on):
    try:
        while data := await reader.read(1 << 18):
            await pass_on(data)
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


async def serve(options):
    stalled = tuple(f"GET {prefix}".encode() for prefix in options.stall)

    async def at_once(_):
        pass

    async def later(data):
        # No client here sends a request before it has the answer to the one before, so what comes at once is one.
        if data.startswith(stalled) and b".jpg HTTP" in data.partition(b"\r\n")[0]:
            await asyncio.sleep(3600)
        if options.latency_ms:
            await asyncio.sleep(options.latency_ms / 1000)

    async def accept(reader, writer):
        try:
            beyond, back = await asyncio.open_connection("127.0.0.1", options.port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(forward(reader, back, later), forward(beyond, writer, at_once))

    server = await asyncio.start_server(accept, "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


parser = argparse.ArgumentParser()
parser.add_argument("--port", type=int, required=True)
parser.add_argument("--latency-ms", type=float, default=0)
parser.add_argument("--stall", nargs="*", default=[])
asyncio.run(serve(parser.parse_args()))
