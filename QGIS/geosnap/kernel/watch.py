"""What tells that others have written to a network."""

import os
import socket
import time

from . import address
from .address import is_address
from .store import quoted

_UNHEARD = 20
"""After so many seconds a database is asked all the same: a connection may be gone without a word."""
_AGAIN = 10
"""So many seconds after a connection was lost it is tried again, for as long as it takes."""


def watch_of(path):
    """What watches a network; it is called in the background, before the network is read.

    Raises
    ------
    DatabaseUnread
    """
    return DatabaseWatch(path) if is_address(path) else FileWatch(path)


class FileWatch:
    """Looks whether another program has written to a file.

    Attributes
    ----------
    every : int
        How often to look, in milliseconds.
    knows_all : bool
        Whether what it tells is known to be of others, even if it was read already with what was written here.
    author : str or None
        Who one is in the history; None where all steps are one's own.
    """

    every = 2000
    knows_all = False
    author = None

    def __init__(self, path):
        self._path = path
        self._facts = self._look()

    def has_news(self):
        """Whether somebody has written since this was asked last."""
        facts = self._look()
        if facts == self._facts:
            return False
        self._facts = facts
        return True

    def was_written(self, document):
        """What was found before this is known: it was written here.

        Parameters
        ----------
        document : dict
            As ``geosnap edit --json`` has it.
        """
        self._facts = self._look()

    @property
    def may_be_redefined(self):
        """Whether the definition may have become another one with the last news."""
        return True

    def reconnect(self):
        """Nothing can be lost here."""

    def close(self):
        """Looks no more."""

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
    """Hears what the database tells of each commit."""

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
        # As the library names who has written: undo is about one's own steps.
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
        """Whether somebody has written since this was asked last. It waits for nothing."""
        told = self._told()
        if told is None:
            if time.monotonic() < self._next_try:
                return False
            self._next_try = time.monotonic() + _AGAIN
            # Nobody knows what was missed.
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
        """These commits are one's own."""
        if isinstance(document, dict):
            self._own.update(str(one["revision"]) for one in document.get("committed") or [])

    def reconnect(self):
        """Connects again where the connection was lost, and hears what is there now; it is called in the background."""
        if self._connection.closed:
            self._connect()
        elif self.may_be_redefined:
            self._listen()

    def close(self):
        """Hears no more."""
        self._connection.close()

    def _told(self):
        """What the database has told; None where the connection is lost."""
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
