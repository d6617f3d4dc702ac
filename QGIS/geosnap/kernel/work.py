"""Work in the background: with progress, and so that it can be cancelled."""

from qgis.core import QgsApplication, QgsTask
from qgis.PyQt import sip
from qgis.PyQt.QtCore import QRunnable, QThreadPool, QTimer

_running = set()
_PATIENCE = 500
"""After so many milliseconds a task that has not begun is looked at."""


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

    def run(self):
        """Does the work; QGIS calls it on another thread."""
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

    def finished(self, is_done):
        """Goes on where the work was begun; QGIS calls it on the main thread."""
        _running.discard(self)
        if is_done:
            self._done(self._answer)
        elif self._failed is not None:
            self._failed(self._error if self._error is not None else Cancelled())


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
    _running.add(work)
    QgsApplication.taskManager().addTask(work)
    QTimer.singleShot(_PATIENCE, lambda: _wake(work))
    return work


def _wake(work):
    """Wakes the pool of threads where a task waits though no thread is at work: QGIS's queue goes to sleep now and then."""
    if work not in _running or sip.isdeleted(work) or work.status() != QgsTask.Queued:
        return
    pool = QThreadPool.globalInstance()
    if pool.activeThreadCount() < pool.maxThreadCount():
        pool.start(_Nothing())
    QTimer.singleShot(_PATIENCE, lambda: _wake(work))


class _Nothing(QRunnable):
    """Does nothing, on a thread that then looks for what waits."""

    def run(self):
        pass
