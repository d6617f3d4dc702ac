"""The panel that says why a feature is supplied, or why not."""

from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtWidgets import (
    QDockWidget, QHBoxLayout, QLabel, QPushButton, QTreeView, QVBoxLayout, QWidget,
)

from ..kernel.texts import tr
from .grouped_model import Column, Group, GroupedModel


class Step:
    """An element of the path, or a blocker."""

    def __init__(self, global_id, label, reason=""):
        self.global_id = global_id
        self.label = label
        self.reason = reason


class WhyPanel(QDockWidget):
    """The panel that says why a feature is supplied, or why not."""

    chosen = pyqtSignal(object)
    """A Step that was clicked."""
    controllersAsked = pyqtSignal()
    """The button that searches for controllers."""
    clearAsked = pyqtSignal()
    """The button that starts over."""

    def __init__(self, parent):
        super().__init__(tr("Why is this not supplied?"), parent)
        self.setObjectName("geosnapWhyPanel")
        inside = QWidget(self)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(4, 4, 4, 4)
        self.title = QLabel(inside)
        self.title.setObjectName("geosnapWhyTitle")
        self.title.setWordWrap(True)
        self.title.setTextInteractionFlags(Qt.TextSelectableByMouse)
        layout.addWidget(self.title)
        row = QHBoxLayout()
        self.controllers = QPushButton(tr("Find its controllers"), inside)
        self.controllers.setObjectName("geosnapWhyControllers")
        self.controllers.setToolTip(tr("Instead of a click on a source: use the nearest controllers (Enter)"))
        self.controllers.clicked.connect(lambda _=False: self.controllersAsked.emit())
        self.clear_button = QPushButton(tr("Start over"), inside)
        self.clear_button.setObjectName("geosnapWhyClear")
        self.clear_button.clicked.connect(lambda _=False: self.clearAsked.emit())
        row.addWidget(self.controllers)
        row.addWidget(self.clear_button)
        layout.addLayout(row)
        self.model = GroupedModel(
            [Column(tr("Feature"), lambda step: step.label), Column(tr("Why"), lambda step: step.reason)], self
        )
        self.tree = QTreeView(inside)
        self.tree.setObjectName("geosnapWhyTree")
        self.tree.setUniformRowHeights(True)
        self.tree.setModel(self.model)
        self.tree.clicked.connect(self._clicked)
        layout.addWidget(self.tree, 1)
        inside.setMinimumWidth(340)
        self.setWidget(inside)

    def _clicked(self, index):
        row = self.model.row_of(index)
        if row is not None:
            self.chosen.emit(row)

    def say(self, sentence, can_ask_controllers=False):
        """Shows a text instead of a list."""
        self.title.setText(sentence)
        self.model.set_groups([])
        self.controllers.setEnabled(can_ask_controllers)

    def show_answer(self, sentence, path, blockers):
        """Shows a text, and lists the path and its blockers."""
        self.title.setText(sentence)
        groups = []
        if blockers:
            groups.append(Group(tr("Blockers"), blockers))
        if path:
            groups.append(Group(tr("The path"), path))
        self.model.set_groups(groups)
        self.tree.expandAll()
        for number in range(self.model.rowCount()):
            self.tree.setFirstColumnSpanned(number, self.tree.rootIndex(), True)
        self.tree.setColumnHidden(1, not blockers)
        self.tree.resizeColumnToContents(0)
