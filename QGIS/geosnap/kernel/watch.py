"""Detects changes of a network by others."""

import os
import socket
import time

from . import address
from .address import is_address
from .store import quoted

_UNHEARD = 20
"""Seconds after which a database is queried in any case: a connection may break silently."""
_AGAIN = 10
"""Seconds between attempts to restore a lost connection. There is no limit."""


def watch_of(path):
    """The watch for a network; called in the background, before the network is read.

    Raises
    ------
    DatabaseUnread
    """
    return DatabaseWatch(path) if is_address(path) else FileWatch(path)


class FileWatch:
    """Detects whether another program has written to a file.

    Attributes
    ----------
    every : int
        The interval between checks, in milliseconds.
    knows_all : bool
        Whether its news are certainly from others, even if they were already read together with own writes.
    author : str or None
        The user's name in the history; None if all steps count as the user's.
    """

    every = 2000
    knows_all = False
    author = None

    def __init__(self, path):
        self._path = path
        self._facts = self._look()

    def has_news(self):
        """Whether another program has written since the last call."""
        facts = self._look()
        if facts == self._facts:
            return False
        self._facts = facts
        return True

    def was_written(self, document):
        """Marks the changes found so far as known: they were written here.

        Parameters
        ----------
        document : dict
            As in ``geosnap edit --json``.
        """
        self._facts = self._look()

    @property
    def may_be_redefined(self):
        """Whether the definition may have changed with the last news."""
        return True

    def reconnect(self):
        """Does nothing: a file has no connection to lose."""

    def close(self):
        """Stops."""

    def _look(self):
        facts = []
        for path in (self._path, self._path + "-wal"):
            try:
                found = os.stat(path)
                facts.append((found.st_mtime_ns, found.st_size, found.st_ino))
            except OSError:
                facts.append(None)
        return facts


class DatabaseWatch:
    """Receives the database's notification of each commit."""

    every = 200

    def __init__(self, path):
        self._path = path
        self._own = set()
        self._connection = None
        self._next_try = 0.0
        self.knows_all = False
        self.may_be_redefined = False
        self._connect()
        user = self._ask("SELECT session_user")
        # The author name that the library writes: undo takes back this author's steps only.
        self.author = f"{user} on {socket.gethostname()}"

    def _connect(self):
        self._connection = address.connect(self._path, is_lasting=True)
        self._listen()

    def _listen(self):
        # Another network in the same place has another channel.
        channel = self._ask(f"SELECT {quoted(address.schema_of(self._path))}.un_channel()")
        self._connection.cursor().execute(f"LISTEN {quoted(channel)}")
        self._heard = time.monotonic()

    def _ask(self, sql):
        cursor = self._connection.cursor()
        cursor.execute(sql)
        return cursor.fetchone()[0]

    def has_news(self):
        """Whether another editor has written since the last call. It does not wait."""
        told = self._told()
        if told is None:
            if time.monotonic() < self._next_try:
                return False
            self._next_try = time.monotonic() + _AGAIN
            # Notifications may have been missed.
            self.knows_all = self.may_be_redefined = True
            return True
        others = [one for one in told if one not in self._own]
        self._own.difference_update(told)
        if others:
            self.knows_all, self.may_be_redefined = True, "definition" in others
        elif time.monotonic() - self._heard > _UNHEARD:
            self.knows_all, self.may_be_redefined = False, True
        else:
            return False
        self._heard = time.monotonic()
        return True

    def was_written(self, document):
        """Marks these commits as the user's."""
        if isinstance(document, dict):
            self._own.update(str(one["revision"]) for one in document.get("committed") or [])

    def reconnect(self):
        """Restores a lost connection, and reads the current state; called in the background."""
        if self._connection.closed:
            self._connect()
        elif self.may_be_redefined:
            self._listen()

    def close(self):
        """Stops."""
        self._connection.close()

    def _told(self):
        """The notifications of the database; None if the connection is lost."""
        if self._connection.closed:
            return None
        try:
            self._connection.poll()
        except address.failures():
            self._connection.close()
            return None
        told = [one.payload for one in self._connection.notifies]
        self._connection.notifies.clear()
        return told
