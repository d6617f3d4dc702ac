"""Hostile requests: each is refused with the right status, and no data is changed."""

import hashlib
import json
import os
import pathlib
import shutil
import signal
import socket
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

from driving import NETWORK, Service

LIMIT = 16 << 20
"""The maximum size of a body, in bytes."""


class AttackTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="geosnap-attack-"))
        cls.network = cls.folder / "town.gpkg"
        shutil.copyfile(NETWORK, cls.network)
        cls.service = Service(cls.network)
        cls.port = int(cls.service.base.rsplit(":", 1)[1])
        cls.before = cls.digest()

    @classmethod
    def tearDownClass(cls):
        cls.service.close()
        shutil.rmtree(cls.folder)

    @classmethod
    def digest(cls):
        """A digest of the files in the network's folder."""
        return {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in sorted(cls.folder.iterdir())}

    def tearDown(self):
        self.assertIsNone(self.service.process.poll(), "the service still runs")
        self.assertEqual(self.digest(), self.before, "nothing was changed")
        self.assertIn("conformsTo", self.service.ask("/conformance"))

    # Requests

    def raw(self, data, patience=30):
        """The response to bytes: everything until the service closes or stops sending."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience) as connection:
            try:
                connection.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                # It has refused the request before its end.
                pass
            answer = b""
            while True:
                try:
                    piece = connection.recv(65536)
                except (ConnectionResetError, TimeoutError):
                    break
                if not piece:
                    break
                answer += piece
                if self.is_whole(answer):
                    break
        return answer

    @staticmethod
    def is_whole(answer):
        head, gap, body = answer.partition(b"\r\n\r\n")
        if not gap:
            return False
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                return len(body) >= int(value)
        return False

    def request(self, method, target, headers=(), body=b"", token=True):
        """The status of a request, and the code of its error, if any."""
        lines = [f"{method} {target} HTTP/1.1".encode("utf-8", "surrogateescape")]
        given = {name.lower() for name, _ in headers}
        if "host" not in given:
            lines.append(f"Host: 127.0.0.1:{self.port}".encode())
        if token and "authorization" not in given:
            lines.append(f"Authorization: Bearer {self.service.token}".encode())
        lines += [f"{name}: {value}".encode("utf-8", "surrogateescape") for name, value in headers]
        if body and not given & {"content-length", "transfer-encoding"}:
            lines.append(f"Content-Length: {len(body)}".encode())
        return self.status(self.raw(b"\r\n".join(lines) + b"\r\n\r\n" + body))

    def status(self, answer):
        self.assertTrue(answer.startswith(b"HTTP/1.1 "), answer[:200])
        return int(answer.split(b" ", 2)[1])

    def refuse(self, statuses, *request, **options):
        status = self.request(*request, **options)
        self.assertIn(status, statuses if isinstance(statuses, tuple) else (statuses,), (request, options))
        type(self).count += 1

    count = 0
    """The number of refused requests."""

    # Attacks

    def test_paths_lead_to_no_file(self):
        places = [
            "/../../../../etc/passwd", "/page/../../../../etc/passwd", "/page/..%2f..%2f..%2fetc%2fpasswd",
            "/page/%2e%2e/%2e%2e/etc/passwd", "/page/....//....//etc/passwd", "/page/..\\..\\etc\\passwd",
            "/page/%252e%252e%252fetc%252fpasswd", "/page//etc/passwd", "//etc/passwd", "/etc/passwd",
            "/page/index.html%00.png", "/page/%00", "/page/leaflet/../../Package.swift", "/page/leaflet/..",
            "/.git/config", "/town.gpkg", "/page/town.gpkg", "/collections/..%2f..%2fetc%2fpasswd/items",
            "/collections/%2e%2e/items/1", "/collections/PipelineLine/items/..%2f..%2f1",
            "/tiles/0/0/..%2f0", "/tiles/-1/0/0", "/tiles/0/0/99999999999999999999", "/tiles/1e3/0/0",
            "/page/proc/self/environ", "/proc/self/environ", "/file:///etc/passwd", "/api/../../etc/passwd",
            "/page/index.html/", "/page/index.html/x/y",
        ]  # fmt: skip
        for place in places:
            # An empty part at the end is ignored: /page/index.html/ is the page itself.
            expected = (200,) if place == "/page/index.html/" else (400, 404)
            self.refuse(expected, "GET", place)

    def test_files_are_neither_read_nor_written_by_options(self):
        for name in ("svg", "geojson", "write-config", "image", "force", "output", "batch", "strict", "help", "version"):
            self.refuse(400, "GET", f"/identify?at=1,2&tolerance=1&{name}=/tmp/geosnap-attack")
            self.refuse(400, "POST", "/trace", [("Content-Type", "application/json")],
                        json.dumps({"type": "connected", name: "/tmp/geosnap-attack"}).encode())  # fmt: skip
            self.refuse(400, "GET", f"/explain?at=1,2&tolerance=1&{name}=true")
        for value in ("/etc/passwd", "../x", "-", "--help", "town.gpkg", "@/etc/passwd", "file:///etc/passwd"):
            body = json.dumps({"type": "connected", "start": ["origin:pipe/1697"], "config": value}).encode()
            self.refuse(422, "POST", "/trace", [("Content-Type", "application/json")], body)
            self.refuse(400, "GET", f"/show?element={value}")
        self.assertFalse(os.path.exists("/tmp/geosnap-attack"))

    def test_other_sites_are_refused(self):
        for origin in ("http://evil.example", "https://evil.example", "null", "file://", "http://127.0.0.1",
                       f"http://127.0.0.1:{self.port}.evil.example", f"http://evil.example:{self.port}",
                       "chrome-extension://abc", f"ftp://127.0.0.1:{self.port}", "http://127.0.0.1:1"):  # fmt: skip
            self.refuse(403, "GET", "/network", [("Origin", origin)])
            self.refuse(403, "POST", "/undo", [("Origin", origin), ("Content-Type", "application/json")], b"{}")
        for site, mode in (("cross-site", "cors"), ("cross-site", "no-cors"), ("same-site", "cors"),
                           ("cross-site", "websocket")):  # fmt: skip
            self.refuse(403, "GET", "/network", [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode)])

    def test_forged_hosts_are_refused(self):
        for host in ("evil.example", f"evil.example:{self.port}", "127.0.0.1", "127.0.0.1:1", "localhost",
                     f"127.0.0.1.evil.example:{self.port}", f"[::2]:{self.port}", f"0.0.0.0:{self.port}",
                     f"127.0.0.1:{self.port}@evil.example", f"2130706433:{self.port}", "[", ":", "x" * 3000):  # fmt: skip
            self.refuse((400, 421), "GET", "/network", [("Host", host)])
        data = f"GET /network HTTP/1.0\r\nAuthorization: Bearer {self.service.token}\r\n\r\n".encode()
        self.assertEqual(self.status(self.raw(data)), 400)

    def test_without_the_token_nothing_is_told(self):
        token = self.service.token
        wrong = [token[:-1], token + "0", token.upper() + "x", "", "*", "null", "undefined", " " * 32, "0" * 32]
        for target in ("/network", "/identify?at=1,2&tolerance=1", "/tiles/0/0/0", "/collections", "/events", "/history"):
            self.refuse(401, "GET", target, token=False)
            for shown in wrong[:3]:
                self.refuse(401, "GET", target, [("Authorization", f"Bearer {shown}")])
        for shown in wrong:
            self.refuse(401, "POST", "/undo", [("Authorization", f"Bearer {shown}"), ("Content-Type", "application/json")], b"{}")
            self.refuse(401, "GET", f"/network?token={shown.replace(' ', '+')}", token=False)
        self.refuse(401, "GET", "/network", [("Cookie", f"token={token}")], token=False)
        self.refuse(401, "GET", "/network", [("Authorization", "Basic YTpi")])

    def test_bodies_that_are_none_are_refused(self):
        json_type = [("Content-Type", "application/json")]
        bodies = [b"{", b"[", b"nonsense", b"\xff\xfe", b"\x00" * 100, b"[" * 50_000, b'{"a":' * 50_000, b"null", b"7",
                  b'""', b"[]", b"{}", b'{"edits": []}', b'{"edits": {}}', b'{"edits": [7]}', b'{"edits": [{}]}',
                  b'{"edits": [{"drop": "table"}]}', b'{"edits": [{"delete": "\'; DROP TABLE PipelineLine; --"}]}',
                  b'{"edits": [{"delete": "../x"}]}', b'{"name": 7, "edits": [{"delete": "x"}]}',
                  b'{"edits": [{"insert": "gpkg_contents", "assetGroup": 1, "assetType": 1}]}',
                  b'{"edits": [{"draw": "PipelineLine", "assetGroup": 1, "assetType": 1, "geometry": "LINESTRING (nan nan, 1 1)"}]}',
                  b'{"edits": [{"draw": "PipelineLine", "assetGroup": 1e99, "assetType": 1, "geometry": "POINT (1 1)"}]}',
                  b'{"type": "connected", "start": [["x"]]}']  # fmt: skip
        for body in bodies:
            self.refuse((400, 422), "POST", "/transactions", json_type, body)
            self.refuse((400, 422), "POST", "/trace", json_type, body)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/json5"):
            self.refuse(415, "POST", "/transactions", [("Content-Type", kind)], b"{}")

    def test_what_is_huge_is_refused(self):
        self.refuse(414, "GET", "/find?text=" + "a" * 30_000)
        self.refuse((400, 414, 431), "GET", "/find?text=" + "a" * 70_000)
        self.refuse((400, 431), "GET", "/network", [("X-Large", "a" * 100_000)])
        self.refuse((400, 431), "GET", "/network", [(f"X-{number}", "a") for number in range(500)])
        self.refuse(400, "GET", "/find?text=" + "a" * 9_000)
        self.refuse(400, "GET", "/features?" + "&".join(["of=x"] * 1_500))
        kind = ("Content-Type", "application/json")
        self.refuse(413, "POST", "/transactions", [kind, ("Content-Length", str(LIMIT + 1))], b"{")
        self.refuse(413, "POST", "/transactions", [kind, ("Content-Length", str(10**15))], b"{")
        chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
        self.refuse(413, "POST", "/transactions", [kind, ("Transfer-Encoding", "chunked")], chunk * 20)
        self.refuse((400, 413), "POST", "/transactions", [kind, ("Content-Length", "-1")], b"{}")

    def test_what_is_no_http_is_refused(self):
        token = f"Host: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {self.service.token}\r\n"
        for data in (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200, b"nonsense\r\n\r\n", b"GET\r\n\r\n",
                     b"GET /network\r\n\r\n", b"\r\n" * 50 + b"x\r\n\r\n", b"GET /network HTTP/9.9\r\n\r\n",
                     f"GET /network HTTP/1.1\r\n{token}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello".encode(),
                     f"GET /net\x00work HTTP/1.1\r\n{token}\r\n".encode(), b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                     f"GET /network HTTP/1.1\r\n{token}Bad Header : x\r\n\r\n".encode()):  # fmt: skip
            answer = self.raw(data, patience=5)
            self.assertFalse(answer.startswith(b"HTTP/1.1 200"), (data[:60], answer[:200]))
            type(self).count += 1
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get"):
            self.refuse((400, 405), method, "/network")
        for target in ("/undo", "/redo", "/transactions", "/trace"):
            self.refuse(405, "GET", target)
        self.refuse(400, "GET", "/events", [("Connection", "Upgrade"), ("Upgrade", "websocket"),
                    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Version", "13")])  # fmt: skip
        self.refuse(403, "GET", "/events", [("Connection", "Upgrade"), ("Upgrade", "websocket"),
                    ("Origin", "http://evil.example")])  # fmt: skip

    def test_a_request_that_does_not_come_is_let_go(self):
        """An incomplete body gets an answer; silent connections do not block others."""
        started = time.monotonic()
        silent = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(200)]
        try:
            head = f"POST /trace HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {self.service.token}\r\n"
            head += "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
            answer = self.raw(head.encode(), patience=60)
            self.assertTrue(not answer or self.status(answer) == 408, answer[:200])
            self.assertLess(time.monotonic() - started, 60)
            self.assertIn("conformsTo", self.service.ask("/conformance"))
            # A byte now and then does not hold a connection either.
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as slow:
                slow.sendall(b"GET /network HTTP/1.1\r\n")
                end = time.monotonic() + 90
                isOpen = True
                while isOpen and time.monotonic() < end:
                    try:
                        slow.sendall(b"X")
                        slow.settimeout(1)
                        isOpen = slow.recv(1024) != b""
                    except TimeoutError:
                        pass
                    except (BrokenPipeError, ConnectionResetError):
                        isOpen = False
                self.assertFalse(isOpen, "it is closed in time")
        finally:
            for one in silent:
                one.close()
        type(self).count += 2

    # Raw responses

    def head(self, method, target, *headers, version="1.1", token=True):
        """The head of a request, with all required fields."""
        lines = [f"{method} {target} HTTP/{version}", f"Host: 127.0.0.1:{self.port}"]
        if token:
            lines.append(f"Authorization: Bearer {self.service.token}")
        return "\r\n".join([*lines, *headers, "", ""]).encode()

    def until_closed(self, data, patience=30):
        """Head and body of everything until the service closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience) as connection:
            connection.sendall(data)
            answer = b""
            while piece := connection.recv(65536):
                answer += piece
        head, _, body = answer.partition(b"\r\n\r\n")
        return head.lower(), body

    def test_head_says_how_long_the_answer_would_be(self):
        last = self.head("GET", "/conformance", "Connection: close")
        whole = self.until_closed(last)[1]
        # On one connection: an extra byte after the first answer would be taken for the start of the next.
        head, rest = self.until_closed(self.head("HEAD", "/conformance") + last)
        self.assertIn(f"content-length: {len(whole)}".encode(), head)
        self.assertNotIn(b"transfer-encoding", head)
        self.assertTrue(rest.startswith(b"HTTP/1.1 200"), rest[:100])
        for target in ("/collections/PipelineLine/items?limit=10000", "/events"):
            head, body = self.until_closed(self.head("HEAD", target))
            self.assertIn(b" 200 ok", head)
            self.assertNotIn(b"transfer-encoding", head)
            self.assertEqual(body, b"", target)

    def test_who_may_not_ask_is_refused_before_the_body(self):
        length = f"Content-Length: {LIMIT - 1}"
        kind = "Content-Type: application/json"
        for head, status in (
            (self.head("POST", "/transactions", kind, length, token=False), 401),
            (self.head("POST", "/transactions", kind, length, "Origin: http://evil.example"), 403),
            (self.head("POST", "/nowhere", kind, length), 404),
            (self.head("POST", "/identify", kind, length), 405),
            (self.head("GET", "/api", length, token=False), 413),
            (self.head("POST", "/trace", kind, length).replace(b"127.0.0.1", b"evil.example"), 421),
            (self.head("POST", "/trace", kind, "Transfer-Encoding: chunked", token=False), 401),
        ):
            started = time.monotonic()
            answer, _ = self.until_closed(head + b"{")
            self.assertEqual(int(answer.split()[1]), status, answer)
            self.assertIn(b"connection: close", answer)
            self.assertLess(time.monotonic() - started, 10)
            type(self).count += 1

    def test_a_body_is_asked_for_where_the_client_waits_for_that(self):
        body = json.dumps({"type": "connected", "start": ["origin:pipe/1697"]}).encode()
        headers = ["Content-Type: application/json", f"Content-Length: {len(body)}", "Expect: 100-continue", "Connection: close"]
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            connection.sendall(self.head("POST", "/trace", *headers))
            word = b""
            while not word.endswith(b"\r\n\r\n"):
                word += connection.recv(1)
            self.assertTrue(word.startswith(b"HTTP/1.1 100 "), word)
            self.assertNotIn(b"transfer-encoding", word.lower())
            connection.sendall(body)
            answer = b""
            while piece := connection.recv(65536):
                answer += piece
        self.assertTrue(answer.startswith(b"HTTP/1.1 200 "), answer[:200])
        head, _ = self.until_closed(self.head("POST", "/trace", *headers, token=False))
        self.assertTrue(head.startswith(b"http/1.1 401 "), head)

    def test_what_knows_no_chunks_gets_none(self):
        target = "/collections/PipelineLine/items?limit=10000"
        head, body = self.until_closed(self.head("GET", target, version="1.0"))
        self.assertTrue(head.startswith(b"http/1.0 200 "), head)
        self.assertNotIn(b"transfer-encoding", head)
        self.assertEqual(json.loads(body)["features"], self.service.ask(target)["features"])
        head, body = self.until_closed(self.head("GET", "/conformance", version="1.0"))
        self.assertIn(b"connection: close", head)
        self.assertIn(f"content-length: {len(body)}".encode(), head)

    def test_two_hosts_are_refused(self):
        own = f"Host: 127.0.0.1:{self.port}"
        for host in (own, "Host: evil.example"):
            self.assertEqual(self.status(self.raw(self.head("GET", "/network", host))), 400)
            type(self).count += 1

    def test_who_does_not_read_is_let_go(self):
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            # More than the system buffers for a client that does not read.
            connection.sendall(self.head("GET", "/collections/PipelineLine/items?limit=10000") * 8)
            time.sleep(5)
            held = self.memory()
            started = time.monotonic()
            while time.monotonic() - started < 100:
                # A closed connection refuses data.
                try:
                    connection.sendall(b"\r\n")
                except (BrokenPipeError, ConnectionResetError):
                    break
                time.sleep(1)
            else:
                self.fail("it is closed in time")
            self.assertLess(self.memory() - held, 100 << 20)

    def memory(self):
        """The memory of the service, in bytes; 0 if unknown."""
        try:
            return int(pathlib.Path(f"/proc/{self.service.process.pid}/statm").read_text().split()[1]) * 4096
        except OSError:
            return 0

    def test_zz_enough_was_tried(self):
        self.assertGreaterEqual(type(self).count, 200)


class KillTest(unittest.TestCase):
    """The service is killed while it writes: each answered commit is there, and none is there in part."""

    def test_nothing_is_lost(self):
        with tempfile.TemporaryDirectory() as folder:
            network = pathlib.Path(folder) / "town.gpkg"
            shutil.copyfile(NETWORK, network)
            done = 0
            for round in range(int(os.environ.get("GEOSNAP_SERVICE_KILLS", "6"))):
                service = Service(network)
                name = "origin:pipe/1697"
                feature = service.feature(name)
                answered = []

                def write():
                    number = 0
                    while True:
                        number += 1
                        body = {"name": f"{round}/{number}", "edits": [
                            {"setOrigin": feature["globalID"], "origin": f"pipe/1697;kill/{round}/{number}"}
                        ]}  # fmt: skip
                        try:
                            if service.ask("/transactions", body)["committed"]:
                                answered.append(number)
                        except (OSError, ValueError, KeyError):
                            return

                writer = threading.Thread(target=write)
                writer.start()
                end = time.monotonic() + 60
                while not answered and time.monotonic() < end:
                    time.sleep(0.01)
                time.sleep(0.037 * round)
                os.killpg(service.process.pid, signal.SIGKILL)
                service.process.wait()
                service.process.stdout.close()
                writer.join(30)
                again = Service(network)
                try:
                    steps = [one["name"] for one in again.ask("/history")["steps"]]
                    here = [int(one.split("/")[1]) for one in steps if one.startswith(f"{round}/")]
                    self.assertEqual(here, list(range(1, len(here) + 1)), "none is missing, none is double")
                    self.assertIn(len(here) - len(answered), (0, 1), "what was answered is there")
                    origin = again.feature("origin:pipe/1697")["origin"]
                    if here:
                        self.assertIn(f"kill/{round}/{here[-1]}", origin)
                    done += len(here)
                finally:
                    again.close()
            self.assertGreater(done, 0)


class EndTest(unittest.TestCase):
    """The service is stopped during many writes: started ones are answered, the others are refused."""

    def test_who_writes_is_waited_for(self):
        with tempfile.TemporaryDirectory() as folder:
            network = pathlib.Path(folder) / "town.gpkg"
            shutil.copyfile(NETWORK, network)
            service = Service(network)
            feature = service.feature("origin:pipe/1697")
            told = {}

            def write(number):
                # Each takes seconds, and all together take longer than the service waits for silent clients.
                edits = [{"setOrigin": feature["globalID"], "origin": f"pipe/1697;end/{number}/{edit}"} for edit in range(90_000)]
                request = urllib.request.Request(
                    service.base + "/transactions",
                    data=json.dumps({"name": str(number), "edits": edits}).encode(),
                    headers={"Authorization": f"Bearer {service.token}", "Content-Type": "application/json"},
                )
                try:
                    with urllib.request.urlopen(request, timeout=300) as response:
                        told[number] = response.status
                except urllib.error.HTTPError as error:
                    told[number] = error.code
                except OSError as error:
                    told[number] = error

            writers = [threading.Thread(target=write, args=(number,)) for number in range(6)]
            for writer in writers:
                writer.start()
            time.sleep(3)
            os.killpg(service.process.pid, signal.SIGTERM)
            for writer in writers:
                writer.join(300)
            self.assertEqual(service.process.wait(60), 0)
            service.process.stdout.close()
            self.assertLessEqual(set(told.values()), {200, 503}, told)
            again = Service(network)
            try:
                steps = [int(one["name"]) for one in again.ask("/history")["steps"]]
            finally:
                again.close()
            self.assertEqual(sorted(steps), sorted(one for one, status in told.items() if status == 200))
            self.assertTrue(steps)
