"""Errors and warnings."""

from __future__ import annotations

import errno
import os
from typing import Any, Optional


class GeoSnapError(Exception):
    """An error, with a code, a message, and its place.

    Attributes
    ----------
    code : str
        The kind of error, such as ``cannotOpen``. It does not change between versions.
    status : int
        The exit code of the command ``geosnap`` for it.
    file : str or None
        The file with the error.
    path : str or None
        The place in the file: a JSON path, a section, a table and row.
    document : str or None
        The answer that exists despite the error, as JSON.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int = 65,
        code: str = "badData",
        file: Optional[str] = None,
        path: Optional[str] = None,
        document: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.document = document
        self.status = status
        self.code = code
        self.file = file
        self.path = path


class UsageError(GeoSnapError, ValueError):
    """An invalid query: a name that the network does not have, a number out of range."""


class CannotOpen(GeoSnapError, OSError):
    """A file or a database cannot be opened or written.

    As in other ``OSError``, ``filename`` is the file, and ``errno`` says whether it is missing or unreadable.
    """

    def __init__(self, message: str, **rest: Any) -> None:
        super().__init__(message, **rest)
        self.filename = self.file
        if self.file is not None and not os.path.exists(self.file):
            self.errno = errno.ENOENT
        elif self.file is not None and not os.access(self.file, os.R_OK):
            self.errno = errno.EACCES

    def __str__(self) -> str:
        # The message, instead of OSError's combination of number and name.
        return str(self.args[0])


class Conflict(GeoSnapError):
    """Another program has changed the same features (``changedByOthers``), or holds the network (``inUse``).

    Nothing was written. The network shows the changes of others, and the edit can be repeated.
    """


class GeoSnapWarning(UserWarning):
    """Information in addition to an answer, for example that rows were left out."""


class NoAnswer(GeoSnapError):
    """The query has no answer, such as a trace without a controller."""


class Cancelled(GeoSnapError):
    """The progress function has ended the call."""


class Refused(GeoSnapError):
    """A transaction was refused.

    Attributes
    ----------
    problems : list of dict
        Its errors: ``code``, ``edit``, ``path``, ``table``, ``row``, ``message``.
    """

    def __init__(self, message: str, problems: Optional[list[dict[str, Any]]] = None, **rest: Any) -> None:
        super().__init__(message, **rest)
        self.problems = problems or []


def error_class(status: int, code: str) -> type[GeoSnapError]:
    """The error class for a status and a code."""
    if status == 64:
        return UsageError
    if code in ("changedByOthers", "inUse"):
        return Conflict
    if status == 66 or code == "cannotOpen":
        return CannotOpen
    if status == 1:
        return NoAnswer
    if status == 130:
        return Cancelled
    return GeoSnapError
