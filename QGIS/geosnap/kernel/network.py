"""An open network: queries and edits, and signals when it has changed."""

import json
import re

from qgis.PyQt.QtCore import QObject, QTimer, pyqtSignal

from . import contents, store, work
from .definition import Definition, read_document
from .package import package
from .texts import tr
from .watch import watch_of


class Change:
    """A change of a network.

    Attributes
    ----------
    cause : {"committed", "undone", "redone", "others"}
        The cause.
    name : str
        The name of the step; empty for changes by others.
    touched : list of dict or None
        The features, as in ``geosnap edit --json``; None if unknown.
    """

    def __init__(self, cause, name="", touched=None, document=None):
        self.cause = cause
        self.name = name
        self.touched = touched
        self.document = document


_EDIT = re.compile(r"edits\[(\d+)\]")


def problems_of(error):
    """The problems of a refused transaction, as in ``geosnap edit --json``; none for other errors.

    An edit that cannot be read is a problem of that edit.
    """
    document = getattr(error, "document", None)
    refused = (json.loads(document).get("refused") if document else None) or {}
    problems = list(refused.get("problems", []))
    unread = None if problems else _EDIT.search(str(error))
    if unread is not None:
        problems.append({"code": error.code, "edit": int(unread.group(1)) + 1, "message": str(error)})
    return problems


class OpenNetwork(QObject):
    """An open network, shared by everything that shows it.

    Attributes
    ----------
    path : str
        Its path, as in ``store``.
    kernel : geosnap.Network
        The library's network; any thread may query it.
    definition : Definition
    contents : Contents
        Fields and usage, as of opening or of the last change by others.
    """

    changed = pyqtSignal(object)
    """A Change; ``kernel`` already has the state of the file."""
    busyChanged = pyqtSignal(bool)
    """Whether a write is in progress."""
    failed = pyqtSignal(object)
    """Why a change by others could not be read; the previous state is still shown."""

    def __init__(self, path, kernel, definition, inside, history, watch):
        super().__init__()
        self.path = path
        self.kernel = kernel
        self.definition = definition
        self.contents = inside
        self.can_undo = self.can_redo = False
        self.undo_name = self.redo_name = ""
        self._waiting = []
        self._is_busy = self._is_writing = self._is_looking = False
        self._is_closed = False
        self._failure = None
        self._watch = watch
        self._take_history(history)
        self._timer = QTimer(self)
        self._timer.setInterval(watch.every)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    # Opening and closing

    @staticmethod
    def open(path, tell=None):
        """Opens a network; called in the background. The result is passed to ``OpenNetwork``."""
        geosnap = package()
        watch = watch_of(path)
        kernel = geosnap.open(store.to_open(path), progress=tell)
        document = read_document(path)
        # The first query builds the index, which takes as long as everything else.
        x, y = (float(kernel.extent[0]), float(kernel.extent[1]))
        if x == x and y == y:
            kernel.identify(x, y, tolerance=0.0)
        definition = Definition(document)
        return path, kernel, definition, contents.read(path, definition), kernel.history(), watch

    def close(self):
        """Closes the network."""
        self._is_closed = True
        self._timer.stop()
        self._waiting = []
        self._watch.close()
        self.kernel.close()

    @property
    def is_closed(self):
        return self._is_closed

    @property
    def is_busy(self):
        """Whether a write is in progress or waiting."""
        return self._is_busy

    # Editing

    def edit(self, name, edits, done=None, refused=None, allow_unconnected=False):
        """Commits edits as one step, in the background; ``changed`` is emitted afterwards.

        Parameters
        ----------
        name : str
            The name of the step in the history.
        edits : list of dict
            As described in Documentation/Editing.md.
        done : callable, optional
            Called with the document of the commit.
        refused : callable, optional
            Called with the error: ``Refused`` has ``problems``.
        allow_unconnected : bool
            Whether features that meet may stay unconnected: an exception that the user has decided on.
        """
        text = json.dumps({"name": name, "edits": edits})
        words = ["edit", "--transaction", "-", "--json"] + (["--allow-unconnected"] if allow_unconnected else [])
        self._write(tr("Saving: {}").format(name), words, text, "committed", done, refused)

    def problems(self, edits):
        """The problems that would prevent a commit of edits; nothing is written. Slow: call it in the background.

        Returns
        -------
        list of dict
            As in ``geosnap edit --json``.

        Raises
        ------
        GeoSnapError
            If the check fails.
        """
        geosnap = package()
        try:
            self.kernel.ask("edit", "--transaction", "-", "--check", "--json", input=json.dumps({"edits": edits}))
        except geosnap.GeoSnapError as error:
            problems = problems_of(error)
            if not problems:
                raise
            return problems
        return []

    def undo(self, done=None, failed=None):
        """Undoes the last step."""
        self._write(tr("Undo: {}").format(self.undo_name), ["edit", "--undo", "--json"], "", "undone", done, failed)

    def redo(self, done=None, failed=None):
        """Redoes the step that was undone last."""
        self._write(tr("Redo: {}").format(self.redo_name), ["edit", "--redo", "--json"], "", "redone", done, failed)

    def write_beside(self, title, words, done=None, failed=None):
        """Runs in the background a verb that writes into the file but not into the network, such as a saved trace.

        It waits for its turn like edits, and does not count as a change by another program.

        Parameters
        ----------
        words : list of str
            The words of a verb without the network, with ``--json``.
        """
        self._write(title, words, "", None, done, failed)

    def _write(self, title, words, text, cause, done, failed):
        self._waiting.append((title, words, text, cause, done, failed))
        self._set_busy(True)
        self._write_next()

    def _write_next(self):
        if self._is_writing or self._is_looking or not self._waiting or self._is_closed:
            return
        title, words, text, cause, done, failed = self._waiting.pop(0)
        self._is_writing = True
        self._set_busy(True)
        kernel = self.kernel

        def write(tell):
            document = kernel.ask(*words, input=text, progress=tell)
            return document, kernel.history()

        def is_done(answer):
            document, history = answer
            self._take_history(history)
            self._watch.was_written(document)
            self._is_writing = False
            self._set_busy(False)
            if cause is not None:
                steps = document["committed"]
                name = steps[-1]["name"] if steps else ""
                touched = [feature for step in steps for feature in step["touched"]]
                self.changed.emit(Change(cause, name, touched, document))
            if done is not None:
                done(document)
            self._write_next()

        def has_failed(error):
            self._is_writing = False
            self._set_busy(False)
            if failed is not None:
                failed(error)
            self._write_next()
            self.look()

        work.run(title, write, is_done, has_failed)

    def _set_busy(self, is_busy):
        if self._is_busy != is_busy:
            self._is_busy = is_busy
            self.busyChanged.emit(is_busy)

    def _take_history(self, history):
        steps = history["steps"]
        # With several editors, undo takes back the user's own steps only.
        own = [step for step in steps if step.get("author") == self._watch.author]
        steps = own if own and self._watch.author is not None else steps
        self.can_undo, self.can_redo = history["canUndo"], history["canRedo"]
        done = [step["name"] for step in steps if not step["isUndone"]]
        undone = [step["name"] for step in steps if step["isUndone"]]
        self.undo_name = done[-1] if done else ""
        self.redo_name = undone[0] if undone else ""

    # Queries

    def ask(self, title, words, done, failed=None, input=""):
        """Runs a query of the command in the background: the words of a verb without the network."""
        kernel = self.kernel
        return work.run(title, lambda tell: kernel.ask(*words, input=input, progress=tell), done, failed)

    # Other programs

    def look(self):
        """Checks whether others have written to the network, and takes over their changes.

        The network is not busy during the check; writes wait until it is done.
        """
        if self._is_busy or self._is_looking or self._is_closed or not self._watch.has_news():
            return
        kernel, watch = self.kernel, self._watch
        is_known, may_be_redefined = watch.knows_all, watch.may_be_redefined
        self._is_looking = True

        def read(tell):
            watch.reconnect()
            is_other = kernel.refresh() or is_known
            if not is_other or not may_be_redefined:
                return is_other, kernel.history(), None, None
            # It may be another network, with another definition.
            definition = Definition(read_document(self.path))
            return True, kernel.history(), definition, contents.read(self.path, definition)

        def is_done(answer):
            is_other, history, definition, inside = answer
            self._failure = None
            self._is_looking = False
            self._take_history(history)
            if is_other:
                if definition is not None:
                    self.definition, self.contents = definition, inside
                self.changed.emit(Change("others"))
            self._write_next()

        def has_failed(error):
            self._is_looking = False
            # An unreachable server is reported once, however often it is tried.
            if str(error) != self._failure:
                self._failure = str(error)
                self.failed.emit(error)
            self._write_next()

        work.run(tr("Reading the changes of {}").format(store.name(self.path)), read, is_done, has_failed)
