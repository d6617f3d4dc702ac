"""The panel in which the user chooses what to draw."""

from collections import Counter

from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtWidgets import (
    QDockWidget,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ..kernel.texts import tr

_TYPE = Qt.UserRole
_GEOMETRIES = {"point": "\u25cf", "line": "\u2571"}
_KEPT_FIELDS = (
    "OBJECTID", "GLOBALID", "ASSETGROUP", "ASSETTYPE", "ORIGIN", "FROMDEVICETERMINAL", "TODEVICETERMINAL",
    "SUBNETWORKCONTROLLERNAME", "TIERNAME", "CONTROLLERTERMINAL", "SUBNETWORKNAME",
)


class Chooser(QDockWidget):
    """The panel for the asset type to draw: a search box, and asset types with the most used first."""

    chosen = pyqtSignal(object)
    """An AssetType."""

    def __init__(self, parent=None):
        super().__init__(tr("GeoSnap: draw"), parent)
        self.setObjectName("geosnapChooserDock")
        self._search = QLineEdit(self)
        self._search.setObjectName("geosnapSearch")
        self._search.setPlaceholderText(tr("Search asset types"))
        self._search.setClearButtonEnabled(True)
        self._list = QListWidget(self)
        self._list.setObjectName("geosnapAssetTypes")
        self._list.setUniformItemSizes(True)
        self._about = QLabel(self)
        self._about.setWordWrap(True)
        self._table = QTableWidget(0, 2, self)
        self._table.setObjectName("geosnapAttributes")
        self._table.setHorizontalHeaderLabels([tr("Attribute"), tr("Value")])
        self._table.horizontalHeader().setSectionResizeMode(QHeaderView.Stretch)
        self._table.verticalHeader().hide()
        inside = QWidget(self)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self._search)
        layout.addWidget(self._list, 3)
        layout.addWidget(self._about)
        layout.addWidget(self._table, 2)
        self.setWidget(inside)
        self._search.textChanged.connect(self._filter)
        self._search.returnPressed.connect(self._choose_first)
        self._list.currentItemChanged.connect(self._choose)
        self._values = {}
        self._fields = {}
        self._current = None

    def show_types(self, definition, usage, fields):
        """Lists the asset types that can be drawn.

        Parameters
        ----------
        definition : Definition or None
        usage : Counter
            The number of uses of each, by its path.
        fields : dict
            The fields of each source: names and their types.
        """
        chosen = self._current.path if self._current is not None else None
        self._fields = fields
        self._list.blockSignals(True)
        self._list.clear()
        # Areas are drawn with QGIS's own tools.
        types = [one for one in definition.asset_types if one.geometry in ("point", "line")] if definition else []
        groups = Counter((one.domain_network, one.label) for one in types)
        for one in sorted(types, key=lambda one: (-usage[one.path], one.label.lower(), one.source)):
            # Names that occur in several sources or networks get a suffix.
            label = one.label if groups[one.domain_network, one.label] == 1 else f"{one.label} ({one.source})"
            if len({kind.domain_network for kind in types}) > 1:
                label = f"{label} \u2013 {one.domain_network}"
            item = QListWidgetItem(f"{_GEOMETRIES[one.geometry]}  {label}")
            item.setData(_TYPE, one)
            count = usage[one.path]
            item.setToolTip(tr("{path}: {count} in the network").format(path=one.path, count=f"{count:,}"))
            self._list.addItem(item)
            if one.path == chosen:
                self._current = one
                self._list.setCurrentItem(item)
        if chosen not in [one.path for one in types]:
            self._current = None
        self._list.blockSignals(False)
        self._filter(self._search.text())
        self._about.setText("" if types else tr("No network is open. Open a network with GeoSnap > Open network."))

    def _filter(self, text):
        words = text.lower().split()
        for number in range(self._list.count()):
            item = self._list.item(number)
            found = f"{item.text()} {item.data(_TYPE).path}".lower()
            item.setHidden(not all(word in found for word in words))

    def _choose_first(self):
        for number in range(self._list.count()):
            if not self._list.item(number).isHidden():
                self._list.setCurrentRow(number)
                return

    def _choose(self, item, _=None):
        if item is None:
            return
        self._keep_values()
        self._current = item.data(_TYPE)
        self._show_values()
        self.chosen.emit(self._current)

    @property
    def current(self):
        """The chosen AssetType, or None."""
        return self._current

    def choose(self, asset_type):
        """Chooses an asset type."""
        for number in range(self._list.count()):
            if self._list.item(number).data(_TYPE).path == asset_type.path:
                self._search.clear()
                self._list.setCurrentRow(number)
                return

    def focus_search(self):
        """Moves the keyboard focus to the search box."""
        self._search.setFocus()
        self._search.selectAll()

    # Attributes: the values of the last feature are offered again.

    def attributes(self, asset_type):
        """The values of a new feature, by field name; empty ones are left out."""
        self._keep_values()
        found = {}
        for name, text in self._values.get(asset_type.path, {}).items():
            kind = self._fields.get(asset_type.source.lower(), {}).get(name, "text")
            found[name] = _value(text, kind)
        return found

    def _keep_values(self):
        if self._current is None:
            return
        values = {}
        for row in range(self._table.rowCount()):
            text = self._table.item(row, 1).text().strip()
            if text:
                values[self._table.item(row, 0).text()] = text
        self._values[self._current.path] = values

    def _show_values(self):
        values = self._values.get(self._current.path, {})
        names = [
            name for name in self._fields.get(self._current.source.lower(), {}) if name.upper() not in _KEPT_FIELDS
        ]
        self._table.setRowCount(len(names))
        for row, name in enumerate(names):
            field = QTableWidgetItem(name)
            field.setFlags(Qt.ItemIsEnabled)
            self._table.setItem(row, 0, field)
            self._table.setItem(row, 1, QTableWidgetItem(values.get(name, "")))


def _value(text, kind):
    """A value for the library. A text that is not a number stays a text, and the library refuses it."""
    try:
        if kind == "integer":
            return int(text)
        if kind == "real":
            return float(text.replace(",", "."))
    except ValueError:
        pass
    return text
