"""A network that is open: it is asked and edited here, and tells when it has changed."""

import json
import re

from qgis.PyQt.QtCore import QObject, QTimer, pyqtSignal

from . import contents, store, work
from .definition import Definition, read_document
from .package import package
from .texts import tr
from .watch import watch_of


class Change:
    """What has changed in a network.

    Attributes
    ----------
    cause : {"committed", "undone", "redone", "others"}
        How it came about.
    name : str
        What the step is called; empty for what others did.
    touched : list of dict or None
        The features, as ``geosnap edit --json`` tells them; None where nobody knows.
    """

    def __init__(self, cause, name="", touched=None, document=None):
        self.cause = cause
        self.name = name
        self.touched = touched
        self.document = document


_EDIT = re.compile(r"edits\[(\d+)\]")


def problems_of(error):
    """The problems of a transaction that was refused: as ``geosnap edit --json`` has them; none for other errors.

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
    """A network that is open, for all that is shown of it.

    Attributes
    ----------
    path : str
        Where it is, as ``store`` has it.
    kernel : geosnap.Network
        What is asked: any thread may do so.
    definition : Definition
    contents : Contents
        Fields and usage, as they were when the network was opened, or others wrote to it.
    """

    changed = pyqtSignal(object)
    """A Change, after ``kernel`` is what the file is now."""
    busyChanged = pyqtSignal(bool)
    """Whether something is being written."""
    failed = pyqtSignal(object)
    """Why what others wrote could not be read: what was known before is still shown."""

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
        """Opens a network; it is called in the background, and what it answers is given to ``OpenNetwork``."""
        geosnap = package()
        watch = watch_of(path)
        kernel = geosnap.open(store.to_open(path), progress=tell)
        document = read_document(path)
        # The first answer makes the index, which takes as long as all else.
        x, y = (float(kernel.extent[0]), float(kernel.extent[1]))
        if x == x and y == y:
            kernel.identify(x, y, tolerance=0.0)
        definition = Definition(document)
        return path, kernel, definition, contents.read(path, definition), kernel.history(), watch

    def close(self):
        """Lets go of the network."""
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
        """Whether something is being written, or waits for it."""
        return self._is_busy

    # Editing

    def edit(self, name, edits, done=None, refused=None, allow_unconnected=False):
        """Commits edits as one step, in the background; ``changed`` tells.

        Parameters
        ----------
        name : str
            What the step is called in the history.
        edits : list of dict
            As Documentation/Editing.md describes them.
        done : callable, optional
            Called with the document of the commit.
        refused : callable, optional
            Called with the error: ``Refused`` has ``problems``.
        allow_unconnected : bool
            Whether what meets may stay unconnected: an exception that the user has decided on.
        """
        text = json.dumps({"name": name, "edits": edits})
        words = ["edit", "--transaction", "-", "--json"] + (["--allow-unconnected"] if allow_unconnected else [])
        self._write(tr("Saving: {}").format(name), words, text, "committed", done, refused)

    def problems(self, edits):
        """What would keep edits from being committed; nothing is written. It takes its time: call it in the background.

        Returns
        -------
        list of dict
            As ``geosnap edit --json`` has them.

        Raises
        ------
        GeoSnapError
            Where it cannot be asked.
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
        """Takes back the last step."""
        self._write(tr("Undo: {}").format(self.undo_name), ["edit", "--undo", "--json"], "", "undone", done, failed)

    def redo(self, done=None, failed=None):
        """Does again what was undone last."""
        self._write(tr("Redo: {}").format(self.redo_name), ["edit", "--redo", "--json"], "", "redone", done, failed)

    def write_beside(self, title, words, done=None, failed=None):
        """Asks in the background what writes into the file and leaves the network as it is, such as a saved trace.

        It waits for its turn as edits do, and is not taken for what another program has written.

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
        # Where many edit, undo is about what one has done oneself.
        own = [step for step in steps if step.get("author") == self._watch.author]
        steps = own if own and self._watch.author is not None else steps
        self.can_undo, self.can_redo = history["canUndo"], history["canRedo"]
        done = [step["name"] for step in steps if not step["isUndone"]]
        undone = [step["name"] for step in steps if step["isUndone"]]
        self.undo_name = done[-1] if done else ""
        self.redo_name = undone[0] if undone else ""

    # Asking

    def ask(self, title, words, done, failed=None, input=""):
        """Asks in the background what the command asks: the words of a verb without the network."""
        kernel = self.kernel
        return work.run(title, lambda tell: kernel.ask(*words, input=input, progress=tell), done, failed)

    # Other programs

    def look(self):
        """Looks whether others have written to the network, and takes over what they wrote.

        Meanwhile the network is not busy: what is to be written waits until it is done.
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
            # It may be another network, of another definition.
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
            # A server that is away is told once, however often it is tried.
            if str(error) != self._failure:
                self._failure = str(error)
                self.failed.emit(error)
            self._write_next()

        work.run(tr("Reading what has changed in {}").format(store.name(self.path)), read, is_done, has_failed)
