#!/usr/bin/env python3
"""A proxy between a client and PostgreSQL that delays both, and cuts some connections at any byte.

    cut_proxy.py --listen PATH_OR_PORT --to PATH_OR_PORT [--seed N] [--delay-ms 0..X] [--cut-after MIN..MAX]
                 [--direction client|server|both] [--every K] [--until-stdin-ends]
    cut_proxy.py --self-test

PATH is a folder, which stands for FOLDER/.s.PGSQL.5432, or a path that ends as libpq requires: .s.PGSQL.NUMBER. A
PORT is on 127.0.0.1; port 0 listens on a free one. Needs only Python 3.11.

Of every K connections one is cut, after a random number of bytes in one direction:

    client      the client's bytes, up to that byte: the server receives a part
    unanswered  the client's bytes, with that byte's whole chunk: the server executes it, the client gets no answer
    server      the server's bytes, up to that byte: the client receives a part

`--direction client` selects the first two, `server` the third, `both` all three. The seed and the connection's number
determine which connection is cut, how and after how many bytes, even if connections overlap. K of 0 cuts none. A
client sends less than a server: connecting takes a client about 80 bytes, and a server about 400.

Writes a line of JSON to stdout for each event: `listening` with the seed and the place, `cut`, `missed` if a
connection ended before its cut, `end` with counts. SIGTERM and SIGINT end it, and with --until-stdin-ends the end of
its standard input, so that it does not outlive a test that fails.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import stat
import sys
import tempfile
from dataclasses import dataclass

CHUNK = 65536
# The maximum time that a server works on data of a client after the client was cut off.
GRACE = 30.0


def say(event, **more):
    print(json.dumps({"event": event, **more}), flush=True)


def span(text):
    """`5..20`, or `5` for both ends."""
    match = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", text)
    if not match:
        raise argparse.ArgumentTypeError(f"not a span of whole numbers: {text}")
    least, most = int(match[1]), int(match[2] or match[1])
    if least > most:
        raise argparse.ArgumentTypeError(f"the end of a span comes before its start: {text}")
    return least, most


def place(text):
    """A port as a number, or the path of a socket as in libpq."""
    if text.isdigit():
        return int(text)
    if os.path.isdir(text):
        return os.path.join(text, ".s.PGSQL.5432")
    if not re.fullmatch(r"\.s\.PGSQL\.\d+", os.path.basename(text)):
        raise argparse.ArgumentTypeError(f"no port, no folder, no path that ends in .s.PGSQL.NUMBER: {text}")
    return text


@dataclass(frozen=True)
class Cut:
    kind: str
    after: int


class Plan:
    """The fate of each connection, by its number."""

    def __init__(self, seed, every, after, direction):
        self.seed, self.every, self.after = seed, every, after
        self.kinds = {
            "client": ["client", "unanswered"],
            "server": ["server"],
            "both": ["client", "unanswered", "server"],
        }[direction]

    def of(self, number):
        if self.every < 1:
            return None
        group = number // self.every
        if random.Random(f"{self.seed} group {group}").randrange(self.every) != number % self.every:
            return None
        chance = random.Random(f"{self.seed} cut {number}")
        kind = chance.choice(self.kinds)
        return Cut(kind, chance.randint(*self.after))


class Connection:
    def __init__(self, proxy, number, client, server):
        self.proxy, self.number, self.client, self.server = proxy, number, client, server
        self.delay = proxy.delay
        self.chance = random.Random(f"{proxy.plan.seed} delays {number}")
        self.cut = proxy.plan.of(number)
        self.sent = {"client": 0, "server": 0}
        self.done = False

    async def forward(self, direction, reader, writer):
        cut = self.cut if self.cut and (self.cut.kind == "server") == (direction == "server") else None
        while chunk := await reader.read(CHUNK):
            if self.delay[1]:
                await asyncio.sleep(self.chance.uniform(*self.delay) / 1000)
            if self.done:
                return
            ends = cut is not None and self.sent[direction] + len(chunk) > cut.after
            if ends:
                # From here on nothing passes in the other direction.
                self.done = True
                if cut.kind != "unanswered":
                    chunk = chunk[: cut.after - self.sent[direction]]
            writer.write(chunk)
            self.sent[direction] += len(chunk)
            await writer.drain()
            if ends:
                return
        # One side has finished sending, and may still receive.
        if not self.done and writer.can_write_eof():
            writer.write_eof()

    async def run(self):
        ways = [
            asyncio.create_task(self.forward("client", self.client[0], self.server[1])),
            asyncio.create_task(self.forward("server", self.server[0], self.client[1])),
        ]
        try:
            waiting = set(ways)
            while waiting and not self.done:
                _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                if any(way.done() and way.exception() for way in ways):
                    break
            if self.done:
                # The direction with the cut still has to pass on its last bytes.
                await asyncio.wait([ways[self.cut.kind == "server"]], timeout=1)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            close(self.client[1])
        if self.done:
            self.proxy.cuts += 1
            say("cut", connection=self.number, kind=self.cut.kind, after=self.cut.after, sent=self.sent)
        elif self.cut:
            say("missed", connection=self.number, kind=self.cut.kind, after=self.cut.after, sent=self.sent)
        # Closing with an unread answer could discard data that the server has not read yet. So it receives the end of
        # the stream, and its answer is discarded.
        with contextlib.suppress(OSError, TimeoutError):
            if self.server[1].can_write_eof():
                self.server[1].write_eof()
            async with asyncio.timeout(GRACE):
                while await self.server[0].read(CHUNK):
                    pass
        close(self.server[1])


def close(writer):
    with contextlib.suppress(OSError, RuntimeError):
        writer.close()


class Proxy:
    def __init__(self, plan, to, delay):
        self.plan, self.to, self.delay = plan, to, delay
        self.connections = self.cuts = 0
        self.tasks = set()
        self.listener = None
        self.path = None

    async def listen(self, where):
        if isinstance(where, int):
            self.listener = await asyncio.start_server(self.accept, "127.0.0.1", where)
            host, port = self.listener.sockets[0].getsockname()
        else:
            with contextlib.suppress(FileNotFoundError):
                if not stat.S_ISSOCK(os.stat(where).st_mode):
                    raise SystemExit(f"cut_proxy: {where} is there, and is no socket")
                os.unlink(where)
            self.listener = await asyncio.start_unix_server(self.accept, where)
            self.path = where
            host, port = os.path.dirname(os.path.abspath(where)), int(where.rpartition(".")[2])
        return host, port

    async def accept(self, reader, writer):
        number = self.connections
        self.connections += 1
        task = asyncio.current_task()
        self.tasks.add(task)
        try:
            if isinstance(self.to, int):
                server = await asyncio.open_connection("127.0.0.1", self.to)
            else:
                server = await asyncio.open_unix_connection(self.to)
            await Connection(self, number, (reader, writer), server).run()
        except OSError as error:
            say("error", connection=number, message=str(error))
        except asyncio.CancelledError:
            pass
        finally:
            close(writer)
            self.tasks.discard(task)

    async def end(self):
        self.listener.close()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=0.2)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.path:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.path)


async def serve(arguments):
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1 << 32)
    plan = Plan(seed, arguments.every, arguments.cut_after, arguments.direction)
    proxy = Proxy(plan, arguments.to, arguments.delay_ms)
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    host, port = await proxy.listen(arguments.listen)
    say("listening", seed=seed, host=host, port=port)
    if arguments.until_stdin_ends:

        def heard():
            if not os.read(0, CHUNK):
                loop.remove_reader(0)
                ended.set()

        loop.add_reader(0, heard)
    await ended.wait()
    await proxy.end()
    say("end", seed=seed, connections=proxy.connections, cuts=proxy.cuts)


# The self test uses an echo server instead of PostgreSQL.


class Echo:
    def __init__(self):
        self.heard = []

    async def accept(self, reader, writer):
        heard = bytearray()
        self.heard.append(heard)
        with contextlib.suppress(OSError):
            while chunk := await reader.read(CHUNK):
                heard += chunk
                writer.write(chunk)
                await writer.drain()
        close(writer)


async def talk(where, chunks):
    """Sends chunk by chunk, each after the echo of the one before. Returns the echo."""
    if isinstance(where, int):
        reader, writer = await asyncio.open_connection("127.0.0.1", where)
    else:
        reader, writer = await asyncio.open_unix_connection(where)
    answer = bytearray()
    expected = 0
    with contextlib.suppress(OSError):
        for chunk in chunks:
            writer.write(chunk)
            await writer.drain()
            expected += len(chunk)
            while len(answer) < expected:
                piece = await reader.read(CHUNK)
                if not piece:
                    raise ConnectionResetError
                answer += piece
    close(writer)
    return bytes(answer)


async def check(folder, over_tcp, direction, seed):
    echo = Echo()
    behind = os.path.join(folder, ".s.PGSQL.1")
    if over_tcp:
        server = await asyncio.start_server(echo.accept, "127.0.0.1", 0)
        behind = server.sockets[0].getsockname()[1]
    else:
        server = await asyncio.start_unix_server(echo.accept, behind)
    chance = random.Random(seed)
    plan = Plan(seed, 3, (0, 3000), direction)
    proxy = Proxy(plan, behind, (0, 2))
    _, port = await proxy.listen(0 if over_tcp else os.path.join(folder, ".s.PGSQL.2"))
    front = port if over_tcp else proxy.path
    kinds = set()
    for number in range(30):
        chunks = [chance.randbytes(chance.randint(1, 900)) for _ in range(12)]
        whole = b"".join(chunks)
        answer = await talk(front, chunks)
        for _ in range(200):
            if not proxy.tasks:
                break
            await asyncio.sleep(0.01)
        heard = bytes(echo.heard[number])
        cut = plan.of(number)
        about = (direction, seed, number, cut, len(whole), len(heard), len(answer))
        if cut is None or cut.after >= len(whole):
            assert heard == answer == whole, about
            continue
        kinds.add(cut.kind)
        ends, end = [0], 0
        for chunk in chunks:
            end += len(chunk)
            ends.append(end)
        before = max(end for end in ends if end <= cut.after)
        after = min(end for end in ends if end > cut.after)
        if cut.kind == "client":
            assert heard == whole[: cut.after], about
            assert answer == whole[:before], about
        elif cut.kind == "unanswered":
            assert heard == whole[:after], about
            assert answer == whole[:before], about
        else:
            assert heard == whole[:after], about
            assert answer == whole[: cut.after], about
    planned = [number for number in range(30) if plan.of(number)]
    assert [number // 3 for number in planned] == list(range(10)), planned
    again = Plan(seed, 3, (0, 3000), direction)
    assert [plan.of(number) for number in range(30)] == [again.of(number) for number in range(30)]
    await proxy.end()
    server.close()
    return kinds, proxy.cuts


async def self_test():
    global say
    said = []
    say, spoken = (lambda event, **more: said.append(event)), say
    for wrong in ("/nowhere/socket", "name", "/nowhere/.s.PGSQL.x"):
        try:
            place(wrong)
        except argparse.ArgumentTypeError:
            continue
        raise AssertionError(wrong)
    with tempfile.TemporaryDirectory() as folder:
        assert place(folder) == folder + "/.s.PGSQL.5432"
        cuts = 0
        for over_tcp in (False, True):
            for direction in ("client", "server", "both"):
                kinds = set()
                for seed in range(3):
                    found, count = await check(folder, over_tcp, direction, seed)
                    kinds |= found
                    cuts += count
                assert kinds == set(Plan(0, 1, (0, 0), direction).kinds), kinds
        assert said.count("cut") == cuts > 100, (cuts, said)
        assert "error" not in said
        assert not os.path.exists(os.path.join(folder, ".s.PGSQL.2"))
    say = spoken
    print(f"cut_proxy: the self test has passed: {cuts} cuts")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--listen", type=place)
    parser.add_argument("--to", type=place)
    parser.add_argument("--seed", type=int, help="by default a new one, which `listening` tells")
    parser.add_argument("--delay-ms", type=span, default=(0, 0), metavar="MIN..MAX", help="for each chunk")
    parser.add_argument("--cut-after", type=span, default=(0, 20000), metavar="MIN..MAX", help="in bytes")
    parser.add_argument("--direction", choices=["client", "server", "both"], default="both")
    parser.add_argument("--every", type=int, default=2, metavar="K")
    parser.add_argument("--until-stdin-ends", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        asyncio.run(self_test())
        return
    if arguments.listen is None or arguments.to is None:
        parser.error("--listen and --to are needed")
    try:
        asyncio.run(serve(arguments))
    except OSError as error:
        sys.exit(f"cut_proxy: {error}")


if __name__ == "__main__":
    main()
