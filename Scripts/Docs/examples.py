"""Runs the examples of tutorials and how-to guides, and compares their output and pictures with the page.

The `swift` blocks of a page are one program, in order: the output of a block is the next block marked `text`. A
`console` block is a shell session: commands after `$`, and their output; a line `...` stands for any lines. A block
after `<!-- file: NAME -->` is a file that they find. A picture `Images/PAGE-NAME.svg` is what a session of that page
has drawn as `NAME.svg`. Programs and sessions run in a separate folder with a link to `Examples`, one for each page.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import symbols
from pages import ROOT

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^<!-- file: (\S+) -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "\x01"
SECONDS = 120


class Fault(Exception):
    pass


def has_examples(text):
    return any(block[1] == "console" for block in FENCE.finditer(text)) or "```text\n" in text and "```swift\n" in text


def run(path, build, rewrite=False):
    """The faults of a page. `rewrite` puts the output and the pictures into it instead."""
    text = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "Examples").symlink_to(ROOT / "Examples")
        for name, content in FILE.findall(text):
            (folder / name).write_text(content, encoding="utf-8")
        os.mkdir(folder / "bin")
        (folder / "bin" / "geosnap").symlink_to((build / "geosnap").resolve())
        environment = dict(os.environ, GEOSNAP_CACHE="none", PATH=f"{folder / 'bin'}:{os.environ['PATH']}")
        try:
            pieces = [*program(text, build, folder, environment), *sessions(text, folder, environment)]
        except Fault as fault:
            return [f"{path.name}: {fault}"]
        faults = []
        for (start, end), shown, printed in sorted(pieces, reverse=True):
            if agree(shown, printed):
                continue
            if rewrite and start is not None:
                text = text[:start] + printed + text[end:]
            else:
                faults.append(f"{path.name}: prints\n{printed}but the page has\n{shown}")
        for image in re.findall(rf"\((Images/{path.stem}-([^)]+))\)", text):
            drawn, kept = folder / image[1], path.parent / image[0]
            if not drawn.exists():
                faults.append(f"{path.name}: no session draws {image[1]}")
            elif rewrite:
                shutil.copyfile(drawn, kept)
            elif not kept.exists() or drawn.read_bytes() != kept.read_bytes():
                faults.append(f"{path.name}: {image[0]} is not what is drawn")
    if rewrite:
        path.write_text(text, encoding="utf-8")
    return faults


def agree(shown, printed):
    pattern = re.escape(shown).replace(re.escape("...\n"), "(?:.*\n)*?")
    return re.fullmatch(pattern, printed) is not None


def program(text, build, folder, environment):
    """The output of the Swift blocks, each with the block that shows it."""
    blocks = list(FENCE.finditer(text))
    code = [block[2] for block in blocks if block[1] == "swift"]
    if not code or not any(block[1] == "text" for block in blocks):
        return
    (folder / "main.swift").write_text('print("\\u{1}")\n'.join(code), encoding="utf-8")
    compiler = ["swiftc", folder / "main.swift", "-o", folder / "program", "-swift-version", "6"]
    compiler += [*symbols.search_flags(ROOT, build), *objects(build)]
    compiler += ["-lgeos_c", "-lsqlite3", "-lproj", "-lpq", "-lm"]
    done = subprocess.run(compiler, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise Fault(f"the program does not compile:\n{done.stdout}{done.stderr}")
    done = subprocess.run(
        [folder / "program"], cwd=folder, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL,
        timeout=SECONDS)
    if done.returncode:
        raise Fault(f"the program fails:\n{done.stdout}{done.stderr}")
    printed = iter(done.stdout.split(MARK + "\n"))
    for place, block in enumerate(blocks):
        if block[1] != "swift":
            continue
        told = next(printed)
        after = blocks[place + 1] if place + 1 < len(blocks) else None
        if after and after[1] == "text":
            yield after.span(2), after[2], told
        elif told:
            raise Fault(f"no block shows that a block of Swift prints\n{told}")


def objects(build):
    """The object files of the library, without the command's and the benchmark's."""
    for folder in sorted(build.glob("*.build")):
        name = folder.name.removesuffix(".build")
        if name in ("GRDB", *symbols.TARGET_MAPS) or re.fullmatch(r"GeoSnap\w*", name):
            if not re.search(r"Tests?$|TestSupport|Testing|XCTest|Tool|Service|Server|Program|GeoSnapC$", name):
                yield from sorted(folder.rglob("*.o"))


def sessions(text, folder, environment):
    """The output of the commands of each session."""
    for block in FENCE.finditer(text):
        if block[1] != "console":
            continue
        commands = list(re.finditer(r"^\$ ((?:[^\n]*\\\n)*[^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", block[2], re.MULTILINE))
        if not commands:
            raise Fault("a session without a command")
        for command in commands:
            done = subprocess.run(
                ["bash", "-c", command[1]], cwd=folder, env=environment, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, stdin=subprocess.DEVNULL, timeout=SECONDS)
            start, end = command.span(2)
            yield (block.start(2) + start, block.start(2) + end), command[2], done.stdout
