"""The C library, and NumPy arrays in its memory."""

from __future__ import annotations

import atexit
import os
import pathlib
import re
import threading
from typing import Any, Callable, Iterable, Optional

import numpy as np
from .errors import GeoSnapError, UsageError, error_class

ffi: Any
try:
    # A wheel contains the declarations: reading them from the header takes as long as everything else.
    from . import _cffi  # type: ignore[attr-defined, unused-ignore]

    ffi = _cffi.ffi
    _is_ready = True
except ImportError:
    from cffi import FFI

    ffi = FFI()
    _is_ready = False

feature_dtype = np.dtype([("table", np.int32), ("row", np.int32)])
"""The identifier of a feature within an open network: its table and its row, both from 0."""


def declarations(header: str) -> str:
    """The declarations in a header, for cffi: without those of the preprocessor and of C++."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    lines = [
        line
        for line in text.split("\n")
        if not line.startswith("#") and 'extern "C"' not in line
    ]
    text = "\n".join(lines).replace("GEOSNAP_API ", "").strip()
    # The closing brace of extern "C".
    return text[: text.rindex("}")] if text.endswith("}") else text


def _places() -> Iterable[pathlib.Path]:
    here = pathlib.Path(__file__).parent
    given = os.environ.get("GEOSNAP_LIBRARY")
    if given:
        yield pathlib.Path(given)
        return
    yield here / "libgeosnap.so.0"
    # A clone in which the library was built.
    clone = here.parent.parent
    yield clone / ".build" / "library" / "libgeosnap.so.0"


def _header() -> str:
    here = pathlib.Path(__file__).parent
    clone = here.parent.parent / "Sources" / "CGeoSnap" / "include" / "geosnap.h"
    for path in (here / "geosnap.h", clone):
        if path.exists():
            return path.read_text(encoding="utf-8")
    raise ImportError("geosnap.h is missing: the package is incomplete. Install it again.")


def _load() -> Any:
    here = pathlib.Path(__file__).parent
    if (here / "proj.db").exists():
        # A wheel contains PROJ and its database. PROJ_DATA would affect other packages as well.
        os.environ.setdefault("GEOSNAP_PROJ_DATA", str(here))
    if not _is_ready:
        ffi.cdef(declarations(_header()))
    tried = []
    for path in _places():
        if path.exists():
            # Its threads continue while the interpreter ends and unloads libraries: the code has to stay loaded.
            return ffi.dlopen(str(path), ffi.RTLD_NOW | os.RTLD_NODELETE)
        tried.append(str(path))
    raise ImportError(
        f"libgeosnap is in none of {', '.join(tried)}: install the package as a wheel, "
        "or run `make library` in the clone."
    )


lib: Any = _load()


def version() -> str:
    """The version of the library."""
    return text(lib.geosnap_version())


def text(given: Any) -> str:
    """A text of the library."""
    if given.count == 0:
        return ""
    return bytes(ffi.buffer(given.bytes, given.count)).decode("utf-8")


class Texts:
    """Texts for the library, valid as long as this object exists."""

    def __init__(self, words: Iterable[str]) -> None:
        self._bytes = [ffi.from_buffer("char[]", encoded(word) + b"\0") for word in words]
        self.count = len(self._bytes)
        self.array = ffi.new("geosnap_text[]", max(self.count, 1))
        for number, word in enumerate(self._bytes):
            self.array[number].bytes = word
            self.array[number].count = len(word) - 1


def encoded(word: Any) -> bytes:
    """A text in UTF-8."""
    if not isinstance(word, str):
        raise TypeError(f"A text is needed, not {type(word).__name__}.")
    try:
        return word.encode("utf-8")
    except UnicodeEncodeError as error:
        raise usage(f"{word!a} is not a text: {error.reason} at {error.start}.") from None


def usage(sentence: str) -> UsageError:
    """The library's error for an invalid argument."""
    return UsageError(sentence, status=64, code="usage")


class Scratch(threading.local):
    """Memory of a thread for single calls, so that they need not allocate any."""

    def __init__(self) -> None:
        point = ffi.new("double[2]")
        self.error = ffi.new("geosnap_error **")
        # x and y, the pointers to each, and the places for the answer and an error.
        self.identify = (point, point + 0, point + 1, ffi.new("geosnap_hits **"), self.error)
        self.snap = (point, point + 0, point + 1, ffi.new("geosnap_snaps **"), self.error)


scratch = Scratch()


class Progress:
    """Passes the library's progress to a function, and ends a call on Ctrl-C.

    An exception in the function ends the call as well.
    """

    def __init__(self, function: Optional[Callable[[float], object]]) -> None:
        self.raised: Optional[BaseException] = None
        self.stop = threading.Event()
        self._function = function
        self._callback = ffi.callback("int32_t(void *, double)", self._tell, error=1)

    @property
    def pointer(self) -> Any:
        return self._callback

    def _tell(self, _context: Any, share: float) -> int:
        if self.stop.is_set():
            return 1
        try:
            if self._function is not None and share == share:
                self._function(min(max(share, 0.0), 1.0))
            return 0
        except BaseException as error:  # noqa: B036 - it is raised again where the call ends
            self.raised = error
            return 1


def long_call(invoke: Callable[[Any], Any], progress: Any = None) -> Any:
    """Makes a long call of the library; ``invoke`` receives the callback for its progress.

    It runs on a separate thread, so that Ctrl-C reaches this one. ``invoke`` has to hold everything that the call
    needs, since the call may continue for a moment after Ctrl-C.
    """
    bar = _bar(progress)
    telling = Progress(bar)
    try:
        if threading.current_thread() is not threading.main_thread():
            return _ended(telling, *_outcome(invoke, telling))
        outcome: list[Any] = []
        # It does not wait for the thread: if Ctrl-C comes during Thread.join, Python 3.11 takes the thread for ended.
        done = threading.Event()
        running = (telling.stop, done)

        def run() -> None:
            try:
                outcome.append(_outcome(invoke, telling))
            finally:
                _running.discard(running)
                done.set()

        thread = threading.Thread(target=run, name="geosnap", daemon=True)
        _running.add(running)
        try:
            thread.start()
            while not done.wait(0.05):
                pass
        except BaseException:  # Ctrl-C, and exceptions of other signal handlers
            telling.stop.set()
            if thread.ident is None:  # no thread could be started
                _running.discard(running)
            else:
                done.wait(5)
            raise
        return _ended(telling, *outcome[0])
    finally:
        if isinstance(bar, Bar):
            bar.close()


_running: set[tuple[threading.Event, threading.Event]] = set()


@atexit.register
def _end_calls() -> None:
    """Ends running calls before the interpreter ends: a library thread must not enter the interpreter after that."""
    for stop, _ in list(_running):
        stop.set()
    for _, done in list(_running):
        done.wait(10)


def _outcome(invoke: Callable[[Any], Any], telling: Progress) -> tuple[Any, Optional[BaseException]]:
    try:
        return invoke(telling.pointer), None
    except BaseException as error:  # noqa: B036 - it is raised where the call was made
        return None, error


def _ended(telling: Progress, result: Any, error: Optional[BaseException]) -> Any:
    if telling.raised is not None:
        raise telling.raised
    if error is not None:
        raise error
    return result


class Bar:
    """A progress bar of tqdm."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm

        self._bar = tqdm(total=100, unit="%")

    def __call__(self, share: float) -> None:
        self._bar.update(round(100 * share) - self._bar.n)

    def close(self) -> None:
        self._bar.close()


def _bar(progress: Any) -> Optional[Callable[[float], object]]:
    if progress is None or progress is False:
        return None
    if progress is True:
        try:
            return Bar()
        except ImportError:
            return None
    if not callable(progress):
        raise TypeError(f"progress must be a function or True, not {type(progress).__name__}.")
    function: Callable[[float], object] = progress
    return function


def call(function: Callable[..., int], *arguments: Any) -> int:
    """Calls a function of the library, and raises its error.

    The last parameter, the place for an error, is added.
    """
    place = scratch.error
    status = function(*arguments, place)
    if place[0]:
        raise_error(place)
    return status


def raise_error(place: Any) -> None:
    """Raises the error in a place."""
    error = place[0]
    try:
        raise _exception(error)
    finally:
        lib.geosnap_error_free(error)
        place[0] = ffi.NULL


def _exception(error: Any) -> GeoSnapError:
    kind = error_class(error.status, text(error.code))
    return kind(
        text(error.message),
        status=error.status,
        code=text(error.code),
        file=text(error.file) or None,
        path=text(error.path) or None,
        document=text(error.document) or None,
    )


class _Borrowed:
    """Memory of the library for NumPy: the array refers to this, and this to the owner."""

    def __init__(self, owner: Any, address: int, dtype: np.dtype[Any], count: int) -> None:
        self._owner = owner
        described = dtype.descr if dtype.fields else None
        self.__array_interface__ = {
            "version": 3,
            "shape": (count,),
            "typestr": dtype.str,
            "data": (address, True),
        }
        if described:
            self.__array_interface__["descr"] = described


def array(owner: Any, pointer: Any, dtype: Any, count: int) -> "np.ndarray[Any, Any]":
    """An array in memory of the library, which is valid as long as the array exists; not copied."""
    kind = np.dtype(dtype)
    if count == 0:
        return np.empty(0, dtype=kind)
    address = int(ffi.cast("uintptr_t", pointer))
    return np.asarray(_Borrowed(owner, address, kind, count))


def ordinates(values: Any, name: str) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Numbers as the library takes them: contiguous, of 8 bytes. Copied only if necessary."""
    found = np.asarray(values)
    if found.dtype.kind in "cmM":
        raise TypeError(f"{name} has the type {found.dtype}, which cannot be ordinates.")
    if found.dtype.kind not in "fiub":
        try:
            found = found.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise TypeError(f"{name} is not an array of numbers: {error}") from None
    if found.ndim > 1:
        raise ValueError(f"{name} has {found.ndim} dimensions: give a number or an array of one dimension.")
    return np.ascontiguousarray(found, dtype=np.float64)


def points(x: Any, y: Any) -> tuple["np.ndarray[Any, Any]", "np.ndarray[Any, Any]", bool]:
    """Two arrays of equal length, and whether the arguments were numbers."""
    is_scalar = np.ndim(x) == 0 and np.ndim(y) == 0
    xs, ys = np.atleast_1d(ordinates(x, "x")), np.atleast_1d(ordinates(y, "y"))
    if xs.shape != ys.shape:
        raise ValueError(f"x has {xs.size} numbers and y has {ys.size}: give the same number of both.")
    return xs, ys, is_scalar


def doubles(values: "np.ndarray[Any, Any]") -> Any:
    """The memory of an array of numbers."""
    if values.size == 0:
        return ffi.NULL
    return ffi.from_buffer("double[]", values, require_writable=False)


def joined(pointer: Any) -> tuple[bytes, "np.ndarray[Any, Any]"]:
    """Byte strings of the library, one after the other, and the end of each; they are freed."""
    try:
        count = pointer.count
        if count == 0:
            return b"", np.zeros(0, dtype=np.int64)
        ends = np.frombuffer(ffi.buffer(pointer.ends, count * 8), dtype=np.uint64).astype(np.int64)
        size = int(ends[-1])
        return (bytes(ffi.buffer(pointer.bytes, size)) if size else b""), ends
    finally:
        lib.geosnap_strings_free(pointer)


def strings(pointer: Any) -> list[bytes]:
    """Byte strings of the library, copied and freed."""
    whole, ends = joined(pointer)
    starts = [0, *ends.tolist()]
    return [whole[start:end] for start, end in zip(starts, starts[1:])]


class _AfterFork:
    """Replaces the library in a child after fork, which lacks the library's threads."""

    def __getattr__(self, name: str) -> Any:
        def refuse(*_: Any) -> Any:
            raise UsageError(
                "A network cannot be used in a child after fork: start processes with the spawn method of "
                "multiprocessing.",
                status=64,
                code="afterFork",
            )

        return refuse


after_fork = _AfterFork()
"""The replacement of ``lib`` in a child after fork."""
