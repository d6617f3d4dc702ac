"""The panel that lists subnetworks."""

from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from qgis.PyQt.QtWidgets import (
    QDockWidget, QHBoxLayout, QHeaderView, QLabel, QLineEdit, QPushButton, QTreeView, QVBoxLayout, QWidget,
)

from ..kernel.texts import tr
from .grouped_model import Column, Group, GroupedModel
from .supply_map import COLOR_OF_NONE


class Listed:
    """A row of the list: a subnetwork, or a feature outside all of them."""

    def __init__(self, name, tier, color, count, controllers="", functions="", subnetwork=None, global_id=None):
        self.name = name
        self.tier = tier
        self.color = color
        self.count = count
        self.controllers = controllers
        self.functions = functions
        self.subnetwork = subnetwork
        self.global_id = global_id


class SupplyPanel(QDockWidget):
    """The panel that lists subnetworks by tier, and features outside all of them."""

    chosen = pyqtSignal(object)
    """A Listed that was clicked."""
    tiersChanged = pyqtSignal()
    """The check box of a tier was clicked."""
    findAsked = pyqtSignal()
    """The button that finds the subnetworks again."""
    clearAsked = pyqtSignal()
    """The button that removes them from the map."""

    def __init__(self, parent):
        super().__init__(tr("Subnetworks"), parent)
        self.setObjectName("geosnapSubnetworksPanel")
        inside = QWidget(self)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(4, 4, 4, 4)
        self.title = QLabel(inside)
        self.title.setObjectName("geosnapSubnetworksTitle")
        self.title.setWordWrap(True)
        layout.addWidget(self.title)
        row = QHBoxLayout()
        self.find = QPushButton(tr("Find again"), inside)
        self.find.setObjectName("geosnapSubnetworksFind")
        self.find.clicked.connect(lambda _=False: self.findAsked.emit())
        self.clear_button = QPushButton(tr("Remove from the map"), inside)
        self.clear_button.setObjectName("geosnapSubnetworksClear")
        self.clear_button.clicked.connect(lambda _=False: self.clearAsked.emit())
        row.addWidget(self.find)
        row.addWidget(self.clear_button)
        layout.addLayout(row)
        self.filter = QLineEdit(inside)
        self.filter.setObjectName("geosnapSubnetworksFilter")
        self.filter.setPlaceholderText(tr("Filter by name or controller"))
        self.filter.setClearButtonEnabled(True)
        layout.addWidget(self.filter)
        self.model = GroupedModel(
            [
                Column(tr("Subnetwork"), lambda row: row.name, lambda row: _sample(row)),
                Column(tr("Features"), lambda row: f"{row.count:,}" if row.subnetwork is not None else ""),
                Column(tr("Controllers"), lambda row: row.controllers),
                Column(tr("Totals"), lambda row: row.functions),
            ],
            self,
        )
        self.tree = QTreeView(inside)
        self.tree.setObjectName("geosnapSubnetworksTree")
        self.tree.setUniformRowHeights(True)
        self.tree.setModel(self.model)
        self.tree.header().setSectionResizeMode(QHeaderView.Interactive)
        self.tree.clicked.connect(self._clicked)
        self.tree.activated.connect(self._clicked)
        self.filter.textChanged.connect(self._filtered)
        self.model.groupChecked.connect(lambda _: self.tiersChanged.emit())
        layout.addWidget(self.tree, 1)
        inside.setMinimumWidth(340)
        self.setWidget(inside)
        self.show_nothing(tr("No network is open."))

    def _clicked(self, index):
        row = self.model.row_of(index)
        if row is not None:
            self.chosen.emit(row)

    def _filtered(self, text):
        self.model.filter(text)
        self._lay_out(bool(text.strip()))

    def _lay_out(self, is_open):
        if is_open or len(self.model.groups) == 1 or self.model.shown_count <= 300:
            self.tree.expandAll()
        for number in range(self.model.rowCount()):
            self.tree.setFirstColumnSpanned(number, self.tree.rootIndex(), True)

    @property
    def tiers(self):
        """The checked tiers."""
        return [group.value for group in self.model.groups if group.is_checked]

    def show_nothing(self, sentence):
        """Shows a text instead of a list."""
        self.title.setText(sentence)
        self.model.set_groups([])
        self.clear_button.setEnabled(False)

    def show_supply(self, made, groups):
        """Lists subnetworks, in the groups from ``groups_of``."""
        found = made.supply
        self.model.set_groups(groups)
        self._lay_out(bool(self.filter.text().strip()))
        self.tree.setColumnWidth(0, 190)
        self.tree.setColumnWidth(1, 70)
        self.tree.setColumnHidden(3, not any(one.functions for one in found.subnetworks))
        self.clear_button.setEnabled(True)
        self.title.setText(summary(len(found.subnetworks), len(made.disconnected)))


def groups_of(made):
    """The rows of the list: those of each tier, and the features outside all subnetworks."""
    by_tier = {}
    for number, one in enumerate(made.supply.subnetworks):
        names = ", ".join(
            controller.get("origin") or controller.get("globalID") or "" for controller in one.controllers
        )
        totals = "; ".join(
            "{}({}) = {}".format(function["type"], function["attribute"], function["result"])
            for function in one.functions
        )
        by_tier.setdefault(one.tier, []).append(
            Listed(one.name, one.tier, made.colors[number], len(one.features), names, totals, number)
        )
    groups = [Group(tier, rows, True, tier) for tier, rows in by_tier.items()]
    if made.disconnected:
        rows = [
            Listed(" ".join(filter(None, [_short(kind), name or origin])), "", COLOR_OF_NONE, 1, global_id=one)
            for one, kind, name, origin in made.disconnected
        ]
        groups.append(Group(tr("In no subnetwork"), rows))
    return groups


def summary(count, loose):
    """A text with the numbers of subnetworks and of features outside all of them."""
    if count == 0:
        return tr("There are no subnetworks: no feature is a controller.")
    first = tr("There is 1 subnetwork.") if count == 1 else tr("There are {:,} subnetworks.").format(count)
    if loose == 0:
        return first + " " + tr("Every feature that needs a subnetwork is in one.")
    if loose == 1:
        return first + " " + tr("1 feature is in no subnetwork.")
    return first + " " + tr("{:,} features are in no subnetwork.").format(loose)


def _short(path):
    """The asset group and asset type in a path."""
    parts = (path or "").split("/")
    return " / ".join(parts[1:]) if len(parts) > 1 else path or ""


_samples = {}


def _sample(row):
    """A sample of a row's symbol."""
    key = row.color, row.subnetwork is None
    if key not in _samples:
        picture = QPixmap(22, 12)
        picture.fill(Qt.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.Antialiasing)
        if row.subnetwork is None:
            painter.setPen(QPen(QColor("#ffd54f"), 5))
            painter.drawLine(1, 6, 21, 6)
        pen = QPen(QColor(row.color), 2 if row.subnetwork is None else 4)
        if row.subnetwork is None:
            pen.setDashPattern([2, 1.6])
        painter.setPen(pen)
        painter.drawLine(1, 6, 21, 6)
        painter.end()
        _samples[key] = QIcon(picture)
    return _samples[key]
