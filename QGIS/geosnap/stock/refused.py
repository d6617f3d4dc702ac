"""The panel of refused edits: each with its problems and remedies."""

import hashlib
import json
import os

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ..kernel import store as places
from ..kernel.texts import tr

_HELD = Qt.UserRole


class HeldEdit:
    """A refused edit.

    Attributes
    ----------
    path : str
        The network.
    pending : PendingEdit
    problems : list of dict
        As in ``geosnap edit --json``.
    is_saved : bool
        Whether saving was attempted: then it is no longer in a layer.
    """

    def __init__(self, path, pending, problems, is_saved):
        self.path = path
        self.pending = pending
        self.problems = problems
        self.is_saved = is_saved

    @property
    def sentence(self):
        """The problem."""
        return " ".join(dict.fromkeys(problem["message"] for problem in self.problems))


class RefusedDock(QDockWidget):
    """Lists refused edits: fix, keep as exception, or undo."""

    fixWanted = pyqtSignal(object)
    keepWanted = pyqtSignal(object)
    undoWanted = pyqtSignal(object)
    shown = pyqtSignal(object)
    """A HeldEdit to show."""

    def __init__(self, parent=None):
        super().__init__(tr("GeoSnap: refused edits"), parent)
        self.setObjectName("geosnapRefusedDock")
        self._about = QLabel(tr("Nothing is refused."), self)
        self._about.setWordWrap(True)
        self._tree = QTreeWidget(self)
        self._tree.setObjectName("geosnapRefused")
        self._tree.setHeaderLabels([tr("Edit"), tr("Why it is refused")])
        self._tree.setRootIsDecorated(False)
        self._tree.setWordWrap(True)
        self._tree.header().setSectionResizeMode(0, QHeaderView.ResizeToContents)
        buttons = QHBoxLayout()
        self._buttons = []
        for name, text, tip, signal in (
            ("geosnapFix", tr("Fix"), tr("Move it to where the rules allow it, or place the missing junction"),
             self.fixWanted),
            ("geosnapKeep", tr("Keep as exception"), tr("Save it anyway"), self.keepWanted),
            ("geosnapDrop", tr("Undo"), tr("Drop this edit"), self.undoWanted),
        ):
            button = QPushButton(text, self)
            button.setObjectName(name)
            button.setToolTip(tip)
            button.setEnabled(False)
            button.clicked.connect(lambda _=False, signal=signal: self._want(signal))
            buttons.addWidget(button)
            self._buttons.append(button)
        inside = QWidget(self)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self._about)
        layout.addWidget(self._tree, 1)
        layout.addLayout(buttons)
        self.setWidget(inside)
        self._tree.currentItemChanged.connect(self._current_changed)
        self._held = []

    @property
    def held(self):
        """The listed edits."""
        return list(self._held)

    def show_held(self, held):
        """Lists edits."""
        current = self.current
        self._held = list(held)
        self._tree.clear()
        for one in self._held:
            item = QTreeWidgetItem([one.pending.name, one.sentence])
            item.setToolTip(1, one.sentence)
            item.setData(0, _HELD, one)
            self._tree.addTopLevelItem(item)
            if one is current:
                self._tree.setCurrentItem(item)
        if self._held and self._tree.currentItem() is None:
            self._tree.setCurrentItem(self._tree.topLevelItem(0))
        saved = sum(one.is_saved for one in self._held)
        self._about.setText(
            tr("Nothing is refused.") if not self._held
            else tr("Not saved: {}. The edits are kept here until you decide.").format(saved) if saved
            else tr("These edits will be refused when they are saved.")
        )
        if self._held:
            self.show()
            self.raise_()

    @property
    def current(self):
        """The chosen HeldEdit, or None."""
        item = self._tree.currentItem()
        return item.data(0, _HELD) if item is not None else None

    def _current_changed(self, item, _=None):
        for button in self._buttons:
            button.setEnabled(item is not None)
        if item is not None:
            self.shown.emit(item.data(0, _HELD))

    def _want(self, signal):
        if self.current is not None:
            signal.emit(self.current)


# Edits refused on saving are in no layer: they are kept in the profile until the user decides.

def _file(path):
    name = hashlib.sha256(places.key(path).encode()).hexdigest()[:24]
    return os.path.join(QgsApplication.qgisSettingsDirPath(), "geosnap", "refused", name + ".json")


def store(path, documents):
    """Stores refused edits of a network; with none, deletes the file."""
    target = _file(path)
    if not documents:
        if os.path.exists(target):
            os.remove(target)
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    written = target + ".new"
    with open(written, "w", encoding="utf-8") as file:
        json.dump({"network": path, "edits": documents}, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(written, target)


def stored(path):
    """The stored refused edits of a network."""
    try:
        with open(_file(path), encoding="utf-8") as file:
            return json.load(file)["edits"]
    except FileNotFoundError:
        return []
