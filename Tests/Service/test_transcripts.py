"""The service answers the queries of the transcripts with the documents of the command."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import shlex
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("GEOSNAP_SERVE", str(ROOT / ".build/release/geosnap"))
loader = importlib.machinery.SourceFileLoader("transcripts", str(ROOT / "Scripts/transcripts"))
transcripts = importlib.util.module_from_spec(importlib.util.spec_from_loader("transcripts", loader))
loader.exec_module(transcripts)

# The verbs that the service answers: their request, the words after the network, and their flags.
VERBS = {
    "info": ("GET", None, ()),
    "find": ("GET", "text", ()),
    "show": ("GET", "element", ()),
    "list": ("GET", "source", ()),
    "explain": ("GET", None, ()),
    "snap-sources": ("GET", None, ("all",)),
    "associations": ("GET", None, ()),
    "container": ("GET", None, ()),
    "identify": ("GET", None, ()),
    "snap": ("GET", None, ("explain",)),
    "trace": ("POST", None, ("explain", "digitized-direction", "no-tier-conditions")),
    "why": ("POST", None, ()),
}


def question(command):
    """The verb, the network and the query; None if the service does not answer the command."""
    first = command.split(" | ")[0]
    if "\n" in command or any(mark in first for mark in "$<>;&`*("):
        return None
    try:
        words = shlex.split(first)
    except ValueError:
        # A quoted bar.
        return None
    if words[:1] != ["geosnap"] or len(words) < 4 or words[1] not in VERBS or "--json" not in words:
        return None
    method, positional, flags = VERBS[words[1]]
    given, rest = {}, [word for word in words[3:] if word != "--json"]
    while rest:
        word = rest.pop(0)
        name, equals, value = word[2:].partition("=")
        if not word.startswith("--"):
            name, value = positional, word
        elif name in flags:
            value = True
        elif not equals and not rest:
            return None
        elif not equals:
            value = rest.pop(0)
        if name is None:
            return None
        given.setdefault(name, []).append(value)
    return words[1], words[2], method, given, first


class Service:
    """`geosnap serve` on a network, until it is closed."""

    def __init__(self, network, folder, environment):
        words = [PROGRAM, "serve", network, "--port", "0"]
        self.process = subprocess.Popen(
            words, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        line = next(line for line in self.process.stdout if "http://" in line)
        self.base, _, self.token = line[line.index("http://") :].split()[0].partition("/?token=")

    def ask(self, verb, method, given):
        if method == "GET":
            pairs = [(name, "true" if value is True else value) for name, values in given.items() for value in values]
            address, body = f"{self.base}/{verb}?{urllib.parse.urlencode(pairs)}", None
        else:
            plain = {name: values[0] if len(values) == 1 else values for name, values in given.items()}
            address, body = f"{self.base}/{verb}", json.dumps(plain).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        try:
            with urllib.request.urlopen(urllib.request.Request(address, body, headers), timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def close(self):
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()


class TranscriptTests(unittest.TestCase):
    def test_documents_are_those_of_the_command(self):
        asked, refused, wrong = 0, 0, []
        for path in sorted(transcripts.PLACE.rglob("*.console")):
            steps = transcripts.steps(path)
            if not any(question(step.command) for step in steps):
                continue
            run = transcripts.Run(path, pathlib.Path(PROGRAM).resolve())
            with tempfile.TemporaryDirectory(prefix="geosnap-") as name:
                folder = pathlib.Path(name).resolve()
                run.prepare(folder)
                environment = run.environment(folder)
                for step in steps:
                    found = question(step.command)
                    if found and (folder / found[1]).exists():
                        verb, network, method, given, first = found
                        told = subprocess.run(["bash", "-c", first], cwd=folder, env=environment, capture_output=True)
                        # A request that the service refuses is its own error; one without an answer is a conflict.
                        service = Service(network, folder, environment)
                        try:
                            status, document = service.ask(verb, method, given)
                        finally:
                            service.close()
                        if status == 400:
                            refused += told.returncode not in (64, 65)
                            continue
                        asked += 1
                        expected = json.loads(told.stdout)
                        if document != expected and document.get("error") != expected.get("error", 0):
                            wrong.append(f"{path.name}: {first}: {status} {str(document)[:300]}")
                    subprocess.run(["bash", "-c", step.command], cwd=folder, env=environment, capture_output=True)
        print(f"{asked} questions of the transcripts; {refused} have options that the service has not")
        self.assertEqual(wrong, [])
        self.assertGreater(asked, 50)
        self.assertLess(refused, asked)


if __name__ == "__main__":
    unittest.main()
