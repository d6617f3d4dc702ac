"""Work in the background: with progress, and so that it can be cancelled."""

import threading

from qgis.core import QgsApplication, QgsTask
from qgis.PyQt.QtCore import QThreadPool, QTimer

_running = set()
_ending = 0
"""Whether a task is just ending."""
_LOOKING_EVERY = 400
"""How often is looked for work that QGIS has lost, in milliseconds."""
_LOOKS = 3
"""Work that has not begun at so many looks, though there was a thread for it, is lost."""


class Cancelled(Exception):
    """The user has cancelled the work."""


class Work(QgsTask):
    """A function that runs on another thread, and what is done on this one with what it answers."""

    def __init__(self, title, function, done, failed):
        super().__init__(title, QgsTask.CanCancel)
        self._function = function
        self._done = done
        self._failed = failed
        self._answer = None
        self._error = None
        self._lock = threading.Lock()
        self._has_begun = False
        self._again = None
        self.looks = 0

    def run(self):
        """Does the work; QGIS calls it on another thread."""
        with self._lock:
            if self._again is not None:
                return False
            self._has_begun = True
        try:
            self._answer = self._function(self.tell)
            return True
        except BaseException as error:  # noqa: B902 (it is told on the main thread)
            self._error = error
            return False

    def tell(self, share):
        """What share is done, from 0 to 1. Raises where the user has cancelled."""
        if share == share:
            self.setProgress(100 * share)
        if self.isCanceled():
            raise Cancelled()

    def begin_again(self):
        """Does the work in another task, if this one has not begun; its callbacks are called once."""
        with self._lock:
            if self._has_begun or self._again is not None:
                return
            self._again = Work(self.description(), self._function, self._done, self._failed)
        super().cancel()
        _running.discard(self)
        _add(self._again)

    def cancel(self):
        """Ends the work, as soon as it listens."""
        (super() if self._again is None else self._again).cancel()

    def finished(self, is_done):
        """Goes on where the work was begun; QGIS calls it on the main thread."""
        global _ending
        _running.discard(self)
        if self._again is not None:
            return
        _ending += 1
        try:
            if is_done:
                self._done(self._answer)
            elif self._failed is not None:
                self._failed(self._error if self._error is not None else Cancelled())
        finally:
            _ending -= 1


def is_running():
    """Whether anything runs in the background, or waits for it."""
    return bool(_running)


def run(title, function, done, failed=None):
    """Runs a function in the background.

    Parameters
    ----------
    title : str
        What the list of tasks shows.
    function : callable
        Called on another thread with a function that it tells what share is done, which raises when the user
        cancels. It touches nothing that is shown.
    done, failed : callable
        Called on the main thread with what the function answers, or with what it has raised: Cancelled when the
        user has cancelled.
    """
    work = Work(title, function, done, failed)
    _add(work)
    return work


def _add(work):
    _running.add(work)
    if _ending:
        # QGIS takes a task that has ended out of the queue of its threads after this, by an address that a new one
        # may have by then: that would never begin.
        QTimer.singleShot(0, lambda: _hand_over(work))
    else:
        _hand_over(work)
    _watch()


def _hand_over(work):
    if work.status() == QgsTask.Queued:
        QgsApplication.taskManager().addTask(work)
    elif work in _running:
        # It was cancelled before it came to this.
        work.finished(False)


def _watch():
    """Looks for work that has been lost all the same, as long as there is any."""
    global _timer
    if _timer is None:
        _timer = QTimer()
        _timer.setInterval(_LOOKING_EVERY)
        _timer.timeout.connect(_look)
    if not _timer.isActive():
        _timer.start()


_timer = None


def _look():
    pool = QThreadPool.globalInstance()
    has_thread = pool.activeThreadCount() < pool.maxThreadCount()
    for work in list(_running):
        work.looks = work.looks + 1 if has_thread and work.status() == QgsTask.Queued else 0
        if work.looks >= _LOOKS:
            work.begin_again()
    if not _running:
        _timer.stop()
