"""The place of a network on the machines of a cluster, and its distribution."""

from __future__ import annotations

import fcntl
import hashlib
import os
import pathlib
import shutil
import sqlite3
import stat
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Iterator, Optional

from . import _seal
from ._library import version
from .errors import CannotOpen, GeoSnapError
from .network import Network, ask, open as open_network

_CHUNK = 4 << 20
_DAYS_KEPT = 7
_OPEN_AT_MOST = 4


@dataclass(frozen=True)
class Place:
    """How a task finds a network: a file that Spark distributes, or one that each machine has.

    Attributes
    ----------
    name : str
        The name of the network's file.
    key : str
        A key for this state of this network.
    files, digests : tuple of str
        Spark's names of the distributed files, and their SHA-256: the network and, if it is distributed, its image.
    path : str or None
        The file on each machine; None if Spark distributes it.
    image : str or None
        The parameter of ``geosnap.open``, for a file that each machine has.
    folder : str or None
        The folder on each machine for distributed files.
    extent : tuple of float or None
    """

    name: str
    key: str
    files: tuple[str, ...] = ()
    digests: tuple[str, ...] = ()
    path: Optional[str] = None
    image: Optional[str] = None
    folder: Optional[str] = None
    extent: Optional[tuple[float, ...]] = None


_networks: dict[Place, Network] = {}
_marks: dict[str, int] = {}
"""The open and locked marks of the folders that this process uses."""


def opened(place: Place) -> Network:
    """The network of a place, opened once in this process."""
    net = _networks.get(place)
    if net is None:
        if len(_networks) >= _OPEN_AT_MOST:
            _networks.pop(next(iter(_networks)))
        if place.path is not None:
            net = open_network(place.path, extent=place.extent, image=place.image)
        else:
            home = _laid(place)
            _hold(home)
            net = open_network(home / place.files[0], extent=place.extent, image=str(home / "image"))
        _networks[place] = net
    return net


def stage(path: str, folder: Optional[str], extent: Optional[tuple[float, ...]]) -> tuple[Place, list[pathlib.Path]]:
    """Copies a network in its current state, and makes its image, on the driver.

    Returns
    -------
    place : Place
    files : list of path
        The files that Spark has to distribute. Spark identifies files by name, so the names have to be unique to this
        network.
    """
    root, name = _root(folder), os.path.basename(path)
    with _locked(root / "stage"):
        scratch = root / "stage.partial"
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(0o700)
        _copy_database(path, scratch / name)
        digest = _digest(scratch / name)
        key = hashlib.sha256(f"{digest} {name} {version()}".encode("utf-8")).hexdigest()[:24]
        home, network = root / key, root / key / f"{key}-{name}"
        if (home / "complete").exists() and network.exists():
            shutil.rmtree(scratch)
        else:
            with _locked(home):
                shutil.rmtree(home, ignore_errors=True)
                os.replace(scratch / name, scratch / network.name)
                os.replace(scratch, home)
        files, digests, images = [network], [digest], home / "image"
        ask("image", str(network), "--make", "--image", str(images))
        made = _seal.made(str(images), str(network))
        if made is not None and extent is None and _seal.is_known(str(network), *made):
            files.append(pathlib.Path(made[0]))
            digests.append(_digest(files[1]))
        (home / "complete").touch()
    names = tuple(file.name for file in files)
    return Place(name, key, names, tuple(digests), folder=folder, extent=extent), files


def _copy_database(source: str, target: pathlib.Path) -> None:
    """Copies a database in the state that readers see, even while others write."""
    if not os.path.exists(source):
        raise CannotOpen(f"There is no file {source}.", status=66, code="cannotOpen", file=source)
    try:
        one = sqlite3.connect(f"{pathlib.Path(source).resolve().as_uri()}?mode=ro", uri=True)
        other = sqlite3.connect(target)
        with one, other:
            one.backup(other)
        other.execute("PRAGMA journal_mode = DELETE")
        one.close()
        other.close()
    except sqlite3.Error as error:
        raise CannotOpen(f"{source}: {error}.", status=66, code="cannotOpen", file=source) from None


def _laid(place: Place) -> pathlib.Path:
    """The folder of a network and its image on this machine. The first process creates it."""
    home = _root(place.folder) / place.key
    if _is_complete(home):
        return home
    with _locked(home):
        if not _is_complete(home):
            _forget_old(home.parent)
            _lay(place, home)
    return home


def _hold(home: pathlib.Path) -> None:
    """Locks a folder while this process lives: its files are mapped, and the driver's are sent."""
    if str(home) not in _marks:
        descriptor = os.open(home / "complete", os.O_RDONLY | os.O_CLOEXEC)
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        _marks[str(home)] = descriptor


def _is_complete(home: pathlib.Path) -> bool:
    try:
        os.utime(home / "complete")
        return True
    except OSError:
        return False


def _lay(place: Place, home: pathlib.Path) -> None:
    from pyspark import SparkFiles

    shutil.rmtree(home, ignore_errors=True)
    images = home / "image"
    images.mkdir(0o700, parents=True)
    network = str(home / place.files[0])
    targets = [network, str(images / f"{_seal.image_name(network)}.gsimage")]
    for name, target, digest in zip(place.files, targets, place.digests):
        _copy(SparkFiles.get(name), target, digest)
    if len(place.digests) > 1:
        _seal.write(network, targets[1], targets[1][: -len("gsimage")] + "gsseal")
    elif place.extent is None:
        # One program makes the image before the others need it.
        ask("image", network, "--make", "--image", str(images))
    (home / "complete").touch()


def _copy(source: str, target: str, digest: str) -> None:
    found = hashlib.sha256()
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(source, "rb") as one, open(descriptor, "wb") as other:
        while chunk := one.read(_CHUNK):
            found.update(chunk)
            other.write(chunk)
    if found.hexdigest() != digest:
        raise GeoSnapError(
            f"{source} is not the file that the driver has sent: share the network again.", code="badData", file=source
        )


def _digest(path: pathlib.Path) -> str:
    found = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(_CHUNK):
            found.update(chunk)
    return found.hexdigest()


def _root(folder: Optional[str]) -> pathlib.Path:
    """The folder of this machine for networks. Only its owner may access it, since its files are trusted."""
    given = folder or os.environ.get("GEOSNAP_SPARK_FOLDER")
    root = pathlib.Path(given or os.path.join(tempfile.gettempdir(), f"geosnap-spark-{os.getuid()}"))
    root.mkdir(0o700, parents=True, exist_ok=True)
    found = os.lstat(root) if given is None else os.stat(root)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o022:
        raise GeoSnapError(
            f"{root} has to be a folder that only its owner may write to: give another one, or its right permissions.",
            code="cannotWrite",
            file=str(root),
        )
    return root


@contextmanager
def _locked(path: pathlib.Path) -> Iterator[None]:
    descriptor = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _forget_old(root: pathlib.Path) -> None:
    """Removes networks that no process has opened for a week and none is using."""
    limit = time.time() - _DAYS_KEPT * 86_400
    for mark in root.glob("*/complete"):
        try:
            if mark.stat().st_mtime >= limit:
                continue
            descriptor = os.open(mark, os.O_RDONLY | os.O_CLOEXEC)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(mark.parent, ignore_errors=True)
            finally:
                os.close(descriptor)
        except OSError:
            continue
