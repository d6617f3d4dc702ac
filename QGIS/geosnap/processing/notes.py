"""What the library notes beside an answer, told to whoever has asked."""

import contextlib
import threading
import warnings

_thread = threading.local()
_before = None
_filter = None


def _show(message, category, filename, lineno, file=None, line=None):
    tell = getattr(_thread, "tell", None)
    if tell is not None and category.__name__ == "GeoSnapWarning":
        tell("\n".join(line.partition("geosnap: note: ")[2] or line for line in str(message).splitlines()))
    elif _before is not None:
        _before(message, category, filename, lineno, file, line)


def listen(category):
    """Hands warnings of a category to the thread that they come about in.

    ``warnings.catch_warnings`` does so for all threads at once, and algorithms run in several.
    """
    global _before, _filter
    if _before is not None:
        return
    known = list(warnings.filters)
    # Otherwise a note is told once, and not to those who ask later.
    warnings.filterwarnings("always", category=category)
    _filter = next((one for one in warnings.filters if one not in known), None)
    _before = warnings.showwarning
    warnings.showwarning = _show


def stop_listening():
    """Leaves warnings as they were."""
    global _before, _filter
    if _before is None:
        return
    if warnings.showwarning is _show:
        warnings.showwarning = _before
    if _filter in warnings.filters:
        warnings.filters.remove(_filter)
    _before = _filter = None


@contextlib.contextmanager
def told(tell):
    """Tells a function what is noted on this thread meanwhile."""
    before = getattr(_thread, "tell", None)
    _thread.tell = tell
    try:
        yield
    finally:
        _thread.tell = before
