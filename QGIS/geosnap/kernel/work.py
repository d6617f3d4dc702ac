"""Work in the background, with progress and cancellation."""

import threading

from qgis.core import QgsApplication, QgsTask
from qgis.PyQt.QtCore import QThreadPool, QTimer

_running = set()
_ending = 0
"""The number of tasks that are just ending."""
_LOOKING_EVERY = 400
"""The interval between checks for tasks that QGIS has lost, in milliseconds."""
_LOOKS = 3
"""A task that has not begun after this many checks, with a free thread, is lost."""


class Cancelled(Exception):
    """The user has cancelled the work."""


class Work(QgsTask):
    """A function that runs on another thread, and callbacks that run on this one."""

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
        except BaseException as error:  # noqa: B902 (it is reported on the main thread)
            self._error = error
            return False

    def tell(self, share):
        """Sets the share that is done, from 0 to 1. Raises if the user has cancelled."""
        if share == share:
            self.setProgress(100 * share)
        if self.isCanceled():
            raise Cancelled()

    def begin_again(self):
        """Runs the work in a new task, if this one has not begun; its callbacks are called once."""
        with self._lock:
            if self._has_begun or self._again is not None:
                return
            self._again = Work(self.description(), self._function, self._done, self._failed)
        super().cancel()
        _running.discard(self)
        _add(self._again)

    def cancel(self):
        """Cancels the work, at its next progress report."""
        (super() if self._again is None else self._again).cancel()

    def finished(self, is_done):
        """Calls the callback; QGIS calls it on the main thread."""
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
    """Whether any task is running or waiting."""
    return bool(_running)


def run(title, function, done, failed=None):
    """Runs a function in the background.

    Parameters
    ----------
    title : str
        The title in the task list.
    function : callable
        Called on another thread with a progress function, which takes the share that is done and raises if the user
        cancels. It must not touch the user interface.
    done, failed : callable
        Called on the main thread with the function's result, or with its exception: Cancelled if the user has
        cancelled.
    """
    work = Work(title, function, done, failed)
    _add(work)
    return work


def _add(work):
    _running.add(work)
    if _ending:
        # After this, QGIS removes a task that has ended from its thread queue by its address. A new task may have the
        # same address by then, and would never begin.
        QTimer.singleShot(0, lambda: _hand_over(work))
    else:
        _hand_over(work)
    _watch()


def _hand_over(work):
    if work.status() == QgsTask.Queued:
        QgsApplication.taskManager().addTask(work)
    elif work in _running:
        # It was cancelled before it was added.
        work.finished(False)


def _watch():
    """Checks for lost tasks, as long as there are tasks."""
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
