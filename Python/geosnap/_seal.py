"""The seal of an image that was copied from another machine together with its network.

An image belongs to a file at its place (``Documentation/NetworkImage.md``). A seal confirms that both were copied
byte for byte and compared by their checksums. It has the library's format. If the library would write a different
seal than this module, images are not copied, but made again on each machine.
"""

from __future__ import annotations

import os
import pathlib
import struct
from typing import Optional

_MASK = (1 << 64) - 1
_PRIME = 0x100_0000_01B3
_MULTIPLIER = 0x9E37_79B9_7F4A_7C15
_MAGIC = b"\x89GSIM\r\n\x1a"
_BYTE_ORDER = 0x0102_0304_0506_0708
_ALIGNMENT = 64


def image_name(network: str) -> str:
    """The file name of a network's image, without its extension."""
    path = os.path.realpath(network)
    value = 0xCBF2_9CE4_8422_2325
    for byte in path.encode("utf-8"):
        value = ((value ^ byte) * _PRIME) & _MASK
    return f"{os.path.basename(path)}-{value:x}"


def write(network: str, image: str, seal: str) -> None:
    """Writes a seal: the image belongs to the network's file in their current states."""
    content = _seal(os.path.realpath(network), _facts(network), _facts(image), _start(), _version(image))
    draft = pathlib.Path(seal + ".brought")
    draft.touch(0o600)
    draft.write_bytes(content)
    os.replace(draft, seal)


def is_known(network: str, image: str, seal: str) -> bool:
    """Whether the library has written the same seal as this module would."""
    try:
        expected = _seal(os.path.realpath(network), _facts(network), _facts(image), _start(), _version(image))
        return pathlib.Path(seal).read_bytes() == expected
    except OSError:
        return False


def _start() -> str:
    """The identifier of the machine's current boot."""
    return pathlib.Path("/proc/sys/kernel/random/boot_id").read_text("utf-8")


def _version(image: str) -> int:
    with open(image, "rb") as file:
        head = file.read(24)
    return int(struct.unpack_from("=Q", head, 16)[0]) if len(head) == 24 else 0


def _facts(path: str) -> bytes:
    """The file system's data about a file."""
    found = os.stat(path)
    return struct.pack(
        "=QQqqqII",
        found.st_dev, found.st_ino, found.st_size, found.st_ctime_ns, found.st_mtime_ns, found.st_uid, found.st_mode,
    )


def _seal(network: str, network_facts: bytes, image_facts: bytes, start: str, version: int) -> bytes:
    body = bytearray(128)
    record: list[int] = []
    names = ""

    def section(path: str, content: bytes, stride: int) -> None:
        nonlocal names
        body.extend(bytes(-len(body) % _ALIGNMENT))
        place, count, checksum = len(body), len(content) // stride, _checksum(content)
        body.extend(content)
        record.extend((_hash(path), place, count, stride, checksum))
        names += f"{path}\t{place}\t{count}\t{stride}\t{checksum}\n"

    def part(path: str) -> None:
        record.append(_hash(path))

    part("seal")
    part("seal/path")
    section("seal/path/text", network.encode("utf-8"), 1)
    part("seal/network")
    # There is no stamp of a database.
    part("seal/network/stamp")
    record.append(0)
    part("seal/network/facts")
    part("seal/network/facts/file")
    section("seal/network/facts/file/facts", network_facts, len(network_facts))
    part("seal/image")
    section("seal/image/facts", image_facts, len(image_facts))
    part("seal/commits")
    record.append(0)
    part("seal/start")
    section("seal/start/text", start.encode("utf-8"), 1)
    body.extend(bytes(-len(body) % _ALIGNMENT))
    words, listed = struct.pack(f"={len(record)}Q", *record), names.encode("utf-8")
    place = len(body)
    body += words + listed
    header = [
        struct.unpack("<Q", _MAGIC)[0], _BYTE_ORDER, version, len(body), place, len(record), _checksum(words),
        place + len(words), len(listed), _checksum(b"".join(struct.pack("=Q", byte) for byte in listed)),
        0, 0, 0, 0, 0,
    ]
    header.append(_checksum(struct.pack("=15Q", *header)))
    body[:128] = struct.pack("=16Q", *header)
    return bytes(body)


def _hash(path: str) -> int:
    value = 0
    for name in path.split("/"):
        for byte in b"/" + name.encode("utf-8"):
            value = ((value ^ byte) * _PRIME) & _MASK
    return value


def _checksum(content: bytes) -> int:
    """The checksum of images, over words of 8 bytes."""
    padded = content + bytes(-len(content) % 8)
    words = struct.unpack(f"={len(padded) // 8}Q", padded)
    lanes = [((lane + 1) * _MULTIPLIER) & _MASK for lane in range(8)]
    for place, word in enumerate(words):
        lanes[place & 7] = _step(lanes[place & 7], word)
    value = (len(words) * _MULTIPLIER) & _MASK
    for lane in lanes:
        value = _step(value, lane)
    value ^= value >> 32
    value = (value * _MULTIPLIER) & _MASK
    return value ^ (value >> 29)


def _step(lane: int, word: int) -> int:
    mixed = lane ^ word
    return ((mixed ^ (mixed >> 32)) * _MULTIPLIER) & _MASK


def made(folder: str, network: str) -> Optional[tuple[str, str]]:
    """The image of a network in a folder, and its seal; None if there is none."""
    name = image_name(network)
    image, seal = (os.path.join(folder, name + ending) for ending in (".gsimage", ".gsseal"))
    return (image, seal) if os.path.exists(image) and os.path.exists(seal) else None
