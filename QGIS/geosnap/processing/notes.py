"""Passes the library's warnings to the algorithm that caused them."""

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
    """Passes warnings of a category to the thread on which they occur.

    ``warnings.catch_warnings`` affects all threads at once, and algorithms run in several.
    """
    global _before, _filter
    if _before is not None:
        return
    known = list(warnings.filters)
    # Otherwise a warning would be reported once only, not to later callers.
    warnings.filterwarnings("always", category=category)
    _filter = next((one for one in warnings.filters if one not in known), None)
    _before = warnings.showwarning
    warnings.showwarning = _show


def stop_listening():
    """Restores the handling of warnings."""
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
    """Calls a function with each warning on this thread, within the context."""
    before = getattr(_thread, "tell", None)
    _thread.tell = tell
    try:
        yield
    finally:
        _thread.tell = before
