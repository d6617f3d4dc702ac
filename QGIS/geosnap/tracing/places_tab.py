"""The starts, barriers and suppositions of a trace: set by clicks on the map, listed, and removed."""

from qgis.PyQt.QtCore import QSize, Qt, pyqtSignal
from qgis.PyQt.QtGui import QIcon, QPainter, QPixmap
from qgis.PyQt.QtWidgets import (
    QAbstractItemView, QHBoxLayout, QHeaderView, QLabel, QMenu, QToolButton, QTreeWidget, QTreeWidgetItem, QVBoxLayout,
    QWidget,
)

from ..kernel.texts import tr
from . import marks
from .rows import combo

ROLES = ("start", "barrier", "filterBarrier", "whatIf")


def mark_icon(kind, text=""):
    """A mark as an icon."""
    picture = QPixmap(QSize(40, 40))
    picture.fill(Qt.transparent)
    painter = QPainter(picture)
    marks.draw(painter, kind, 20, 20, text, 11)
    painter.end()
    return QIcon(picture)


class PlacesTab(QWidget):
    """The list of places and suppositions of a question, and the role of the next click."""

    roleChosen = pyqtSignal(str)
    """The role of the next click on the map; empty if it has none."""
    changed = pyqtSignal()
    zoomed = pyqtSignal(object)
    """A Place or Supposition to show."""

    def __init__(self):
        super().__init__()
        self.places, self.suppositions = [], []
        self._role = ""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        buttons = QHBoxLayout()
        buttons.setSpacing(3)
        self.role_buttons = {}
        for role, text, tip, kind in (
            ("start", tr("Start"), tr("Click where the trace starts."), marks.START),
            ("barrier", tr("Barrier"), tr("Click a place that the trace does not pass."), marks.BARRIER),
            (
                "filterBarrier", tr("Filter"),
                tr(
                    "Click a place that the results do not pass. "
                    "This place shortens the answer, and hides no controller."
                ),
                marks.FILTER_BARRIER,
            ),
            (
                "whatIf", tr("What if"),
                tr("Click a valve, a switch or a line, and choose what to suppose. Nothing is written."), marks.SET,
            ),
        ):
            button = QToolButton()
            button.setObjectName("geosnapTrace" + role[0].upper() + role[1:])
            button.setText(text)
            button.setToolTip(tip)
            button.setIcon(mark_icon(kind))
            button.setToolButtonStyle(Qt.ToolButtonTextBesideIcon)
            button.setCheckable(True)
            button.clicked.connect(lambda is_on, role=role: self.roleChosen.emit(role if is_on else ""))
            buttons.addWidget(button)
            self.role_buttons[role] = button
        buttons.addStretch(1)
        layout.addLayout(buttons)
        self.hint = QLabel()
        self.hint.setObjectName("geosnapTraceHint")
        self.hint.setWordWrap(True)
        self.hint.setMinimumHeight(self.hint.fontMetrics().lineSpacing() * 2)
        self.hint.setAlignment(Qt.AlignTop | Qt.AlignLeft)
        layout.addWidget(self.hint)
        self.list = QTreeWidget()
        self.list.setObjectName("geosnapTracePlaces")
        self.list.setHeaderLabels([tr("Place"), tr("Where, what")])
        self.list.setRootIsDecorated(False)
        self.list.setSelectionMode(QAbstractItemView.ExtendedSelection)
        self.list.setIconSize(QSize(20, 20))
        self.list.header().setSectionResizeMode(0, QHeaderView.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeToContents)
        self.list.header().setStretchLastSection(False)
        self.list.setContextMenuPolicy(Qt.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._ask)
        self.list.itemDoubleClicked.connect(lambda item, _: self.zoomed.emit(item.data(0, Qt.UserRole)))
        self.list.installEventFilter(self)
        layout.addWidget(self.list, 1)
        line = QHBoxLayout()
        self.remove_button = QToolButton()
        self.remove_button.setText(tr("Remove"))
        self.remove_button.setToolTip(tr("Removes the chosen rows. The Delete key does so too."))
        self.remove_button.setObjectName("geosnapTraceRemove")
        self.remove_button.clicked.connect(self.remove_chosen)
        self.clear_button = QToolButton()
        self.clear_button.setText(tr("Clear"))
        self.clear_button.setToolTip(tr("Removes all places, suppositions and results."))
        self.clear_button.setObjectName("geosnapTraceClear")
        line.addWidget(self.remove_button)
        line.addWidget(self.clear_button)
        line.addStretch(1)
        layout.addLayout(line)
        self.show_hint("")
        self._rebuild()

    # The role of a click

    def show_role(self, role):
        """Shows the role of the next click."""
        for name, button in self.role_buttons.items():
            button.setChecked(name == role)
        self._role = role
        self.show_hint("")

    def show_hint(self, text):
        """Shows which feature a click would pick; if none, what to do."""
        role = self._role
        if text:
            self.hint.setText({
                "start": tr("Start: {}"), "barrier": tr("Barrier: {}"), "filterBarrier": tr("Filter barrier: {}"),
                "whatIf": tr("What if: {}"),
            }[role or "start"].format(text))
        elif role:
            self.hint.setText(tr("Point at a device, a junction or a line on the map, and click."))
        else:
            self.hint.setText(tr("Choose what to set, then click on the map."))

    # The list

    def add_place(self, place):
        """Adds a place; it replaces an equal one with the same role."""
        self.places = [
            one for one in self.places
            if (one.role, one.global_id) != (place.role, place.global_id)
            or (one.terminal, one.fraction) != (place.terminal, place.fraction)
        ]
        self.places.append(place)
        self._rebuild()
        self.changed.emit()

    def suppose(self, supposition):
        """Adds a supposition; it replaces those that contradict it."""
        flags = ("block", "unblock", "stuck")
        self.suppositions = [
            one for one in self.suppositions
            if one.global_id != supposition.global_id
            or (one.kind in flags) != (supposition.kind in flags)
            or (one.kind == "set" and one.attribute != supposition.attribute)
        ]
        self.suppositions.append(supposition)
        self._rebuild()
        self.changed.emit()

    def suppose_no_more(self, global_id, kind):
        """Removes suppositions of a kind."""
        self.suppositions = [one for one in self.suppositions if (one.global_id, one.kind) != (global_id, kind)]
        self._rebuild()
        self.changed.emit()

    def clear(self):
        """Removes all rows."""
        self.places, self.suppositions = [], []
        self._rebuild()
        self.changed.emit()

    def remove_chosen(self):
        """Removes the chosen rows."""
        chosen = [item.data(0, Qt.UserRole) for item in self.list.selectedItems()]
        if not chosen:
            return
        self.places = [one for one in self.places if one not in chosen]
        self.suppositions = [one for one in self.suppositions if one not in chosen]
        self._rebuild()
        self.changed.emit()

    def _rebuild(self):
        self.list.clear()
        for place in self.places:
            item = QTreeWidgetItem([place.label, self._where(place)])
            item.setData(0, Qt.UserRole, place)
            item.setIcon(0, mark_icon(place.role))
            item.setToolTip(0, f"{place.label}\n{place.word}")
            self.list.addTopLevelItem(item)
            if len(place.terminals) > 1:
                item.setText(1, "")
                self.list.setItemWidget(item, 1, self._terminals(place))
        for one in self.suppositions:
            item = QTreeWidgetItem([one.label, supposition_text(one)])
            item.setData(0, Qt.UserRole, one)
            item.setIcon(0, mark_icon(one.kind))
            item.setToolTip(0, f"{one.label}\n{one.global_id}")
            self.list.addTopLevelItem(item)
        self.remove_button.setEnabled(bool(self.places or self.suppositions))

    @staticmethod
    def _where(place):
        if place.fraction is not None:
            return tr("at {} %").format(f"{100 * place.fraction:.1f}")
        return ""

    def _terminals(self, place):
        box = combo([tr("all terminals")] + [one["name"] for one in place.terminals], name="geosnapTraceTerminal")
        identifiers = [None] + [one["id"] for one in place.terminals]
        box.setCurrentIndex(identifiers.index(place.terminal) if place.terminal in identifiers else 0)
        box.setMinimumContentsLength(9)

        def take(number):
            place.terminal = identifiers[number]
            self.changed.emit()

        box.activated.connect(take)
        return box

    def _ask(self, pixel):
        item = self.list.itemAt(pixel)
        if item is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WA_DeleteOnClose)
        menu.addAction(tr("Zoom to"), lambda: self.zoomed.emit(item.data(0, Qt.UserRole)))
        menu.addAction(tr("Remove"), self.remove_chosen)
        menu.popup(self.list.viewport().mapToGlobal(pixel))

    def eventFilter(self, watched, event):  # noqa: N802 (Qt calls it so)
        """The Delete key removes rows."""
        if watched is self.list and event.type() == event.KeyPress and event.key() in (Qt.Key_Delete, Qt.Key_Backspace):
            self.remove_chosen()
            return True
        return super().eventFilter(watched, event)


def supposition_text(one):
    """The text of a supposition."""
    if one.kind == "set":
        return f"{one.attribute} = {one.value}"
    return {
        "block": tr("supposed: blocks"), "unblock": tr("supposed: does not block"), "stuck": tr("cannot be operated"),
    }[one.kind]
