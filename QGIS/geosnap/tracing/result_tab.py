"""The result as a tree: sources with their asset types, values, valves to close, stops, warnings."""

from qgis.PyQt.QtCore import QLocale, QSize, Qt, pyqtSignal
from qgis.PyQt.QtGui import QColor, QIcon, QPainter, QPixmap
from qgis.PyQt.QtWidgets import (
    QFrame, QGridLayout, QHBoxLayout, QHeaderView, QLabel, QMenu, QPushButton, QToolButton, QTreeWidget,
    QTreeWidgetItem, QVBoxLayout, QWidget,
)

from ..kernel.texts import tr
from . import marks
from .answer import MOST_SPOTS
from .overlay import REGION_COLOR
from .places_tab import mark_icon

_AT_ONCE = 200
"""The number of features of an asset type that are listed at once."""
_ROLE = Qt.UserRole
_KIND = Qt.UserRole + 1


def number(value, digits=0):
    """A number for display."""
    return QLocale().toString(float(value), "f", digits) if digits else QLocale().toString(int(value))


def length_text(length, unit):
    """A length in the network's units."""
    if length is None:
        return ""
    return f"{number(length, 1)} {unit}".strip()


def reason_text(reason):
    """The reason why a trace stopped, in words."""
    return {
        "barrier": tr("barrier"), "condition": tr("condition"), "function": tr("function barrier"),
        "propagator": tr("propagator"), "validPath": tr("no path within the device"), "controller": tr("controller"),
        "tierBoundary": tr("another tier"), "direction": tr("flow does not lead there"), "deadEnd": tr("dead end"),
    }.get(reason, reason)


def swatch(color, is_line, is_square=False):
    """The mark of a source, as on the map."""
    picture = QPixmap(QSize(32, 32))
    picture.fill(Qt.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.Antialiasing)
    fill = QColor(color)
    if is_line:
        painter.fillRect(2, 12, 28, 8, fill)
    else:
        painter.setBrush(fill)
        painter.setPen(QColor(255, 255, 255))
        if is_square:
            painter.drawRect(7, 7, 18, 18)
        else:
            painter.drawEllipse(6, 6, 20, 20)
    painter.end()
    return QIcon(picture)


class ResultTab(QWidget):
    """The tree of a result, and its outputs."""

    againAsked = pyqtSignal()
    layersAsked = pyqtSignal()
    selectionAsked = pyqtSignal()
    reportAsked = pyqtSignal()
    zoomAsked = pyqtSignal(object)
    """A rectangle in the network's reference system, or None."""
    featureAsked = pyqtSignal(str)
    """The global id of a feature to zoom to."""
    stuckAsked = pyqtSignal(object, bool)
    """A Spot, a valve, and whether it cannot be operated."""
    sourcesShown = pyqtSignal()
    """The user has changed which sources are shown on the map."""

    def __init__(self):
        super().__init__()
        self.answer = None
        self._names = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        self.banner = QFrame()
        self.banner.setObjectName("geosnapTraceOutdated")
        self.banner.setStyleSheet("#geosnapTraceOutdated {background: #ffe9a8; border: 1px solid #c9a227;}")
        line = QHBoxLayout(self.banner)
        line.setContentsMargins(6, 3, 6, 3)
        text = QLabel(tr("The network has changed since: trace again."))
        text.setWordWrap(True)
        text.setStyleSheet("color: #3a2f00;")
        again = QPushButton(tr("Trace again"))
        again.setObjectName("geosnapTraceAgain")
        again.clicked.connect(self.againAsked)
        line.addWidget(text, 1)
        line.addWidget(again)
        layout.addWidget(self.banner)
        self.title = QLabel(tr("Nothing was traced yet."))
        self.title.setObjectName("geosnapTraceTitle")
        self.title.setWordWrap(True)
        self.title.setTextInteractionFlags(Qt.TextSelectableByMouse)
        layout.addWidget(self.title)
        self.tree = QTreeWidget()
        self.tree.setObjectName("geosnapTraceResult")
        self.tree.setHeaderLabels([tr("Found"), tr("Features"), tr("Length")])
        self.tree.header().setSectionResizeMode(0, QHeaderView.Stretch)
        self.tree.header().setStretchLastSection(False)
        for column in (1, 2):
            self.tree.header().setSectionResizeMode(column, QHeaderView.ResizeToContents)
        self.tree.setIconSize(QSize(18, 18))
        self.tree.setIndentation(14)
        self.tree.setUniformRowHeights(True)
        self.tree.itemExpanded.connect(self._expand)
        self.tree.itemDoubleClicked.connect(self._zoom)
        self.tree.itemChanged.connect(self._check)
        self.tree.setContextMenuPolicy(Qt.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._ask)
        layout.addWidget(self.tree, 1)
        grid = QGridLayout()
        grid.setSpacing(3)
        self.buttons = {}
        for place, (name, text, tip, signal) in enumerate((
            ("Zoom", tr("Zoom"), tr("Shows the whole result on the map."), lambda: self.zoomAsked.emit(None)),
            ("Layers", tr("As layers"), tr("Makes layers of the result, in a group."), self.layersAsked.emit),
            ("Select", tr("Select"), tr("Selects the result in the layers of the network."),
             self.selectionAsked.emit),
            ("Report", tr("Report …"), tr("Writes a page with a map, the totals and the stops."),
             self.reportAsked.emit),
        )):
            button = QToolButton()
            button.setText(text)
            button.setToolTip(tip)
            button.setObjectName("geosnapTrace" + name)
            button.setSizePolicy(button.sizePolicy().Expanding, button.sizePolicy().Fixed)
            button.clicked.connect(lambda _=False, signal=signal: signal())
            grid.addWidget(button, 0, place)
            self.buttons[name] = button
        layout.addLayout(grid)
        self.set_outdated(False)
        self._set_enabled(False)

    # Showing

    def clear(self):
        """Shows nothing."""
        self.answer = None
        self.tree.clear()
        self.title.setText(tr("Nothing was traced yet."))
        self.set_outdated(False)
        self._set_enabled(False)

    def set_outdated(self, is_outdated):
        """Marks the answer as outdated."""
        self.is_outdated = is_outdated
        self.banner.setVisible(is_outdated)
        self.tree.setEnabled(True)
        if self.answer is not None:
            for name in ("Layers", "Report"):
                self.buttons[name].setEnabled(not is_outdated)

    def _set_enabled(self, is_enabled):
        for button in self.buttons.values():
            button.setEnabled(is_enabled)

    def show_failure(self, text, stops):
        """Shows why a trace has no answer, and where the way to a controller ended."""
        self.clear()
        self.title.setText("⚠ " + text)
        self._add_stops(stops, len(stops))
        for place in range(self.tree.topLevelItemCount()):
            self.tree.topLevelItem(place).setExpanded(True)

    def show_answer(self, answer, title, unit, colors, stuck, names):
        """Shows an answer.

        Parameters
        ----------
        colors : list of str
            The colours of the sources.
        stuck : list of Supposition
            The valves that cannot be operated.
        names : callable
            Returns the names of features of the answer, by number; None if the network has changed.
        """
        self.answer, self._names, self._unit = answer, names, unit
        self.set_outdated(False)
        self._set_enabled(True)
        self.title.setText(title)
        tree = self.tree
        tree.blockSignals(True)
        tree.clear()
        for sentence in answer.warnings:
            item = QTreeWidgetItem(["⚠ " + sentence])
            item.setToolTip(0, sentence)
            tree.addTopLevelItem(item)
            item.setFirstColumnSpanned(True)
        if answer.is_isolation:
            self._add_valves(answer, stuck)
        for one in answer.functions:
            value = tr("none") if one["result"] is None else number(one["result"], _digits(one["result"]))
            item = QTreeWidgetItem([f"{one['type']}({one['attribute']}) = {value}"])
            tree.addTopLevelItem(item)
            item.setFirstColumnSpanned(True)
        if answer.cost is not None:
            item = QTreeWidgetItem([tr("Cost of the path: {}").format(number(answer.cost, 2))])
            tree.addTopLevelItem(item)
            item.setFirstColumnSpanned(True)
        for source, color in zip(answer.sources, colors):
            self._add_source(source, color)
        if answer.controllers:
            self._add_spots(tr("Controllers"), answer.controllers, len(answer.controllers))
        self._add_stops(answer.stops, answer.stop_count)
        tree.blockSignals(False)

    def shown_sources(self):
        """The sources that are shown on the map."""
        found = []
        for place in range(self.tree.topLevelItemCount()):
            item = self.tree.topLevelItem(place)
            if item.data(0, _KIND) == "source" and item.checkState(0) == Qt.Checked:
                found.append(item.data(0, _ROLE))
        return found

    @property
    def shows_region(self):
        """Whether the isolated part is shown on the map."""
        return any(
            self.tree.topLevelItem(place).data(0, _KIND) == "region"
            and self.tree.topLevelItem(place).checkState(0) == Qt.Checked
            for place in range(self.tree.topLevelItemCount())
        )

    def _add_source(self, source, color):
        item = QTreeWidgetItem([source.name, number(source.count), length_text(source.length, self._unit)])
        item.setData(0, _ROLE, source)
        item.setData(0, _KIND, "source")
        item.setFlags(item.flags() | Qt.ItemIsUserCheckable)
        item.setCheckState(0, Qt.Checked)
        is_line = source.usage is not None and source.usage.lower().endswith("line")
        item.setIcon(0, swatch(color, is_line, source.usage == "junction"))
        for part in source.types:
            child = QTreeWidgetItem([part.label, number(part.count), length_text(part.length, self._unit)])
            child.setData(0, _ROLE, part)
            child.setData(0, _KIND, "type")
            child.setToolTip(0, part.label)
            child.setChildIndicatorPolicy(QTreeWidgetItem.ShowIndicator)
            item.addChild(child)
        for column in (1, 2):
            item.setTextAlignment(column, Qt.AlignRight | Qt.AlignVCenter)
            for place in range(item.childCount()):
                item.child(place).setTextAlignment(column, Qt.AlignRight | Qt.AlignVCenter)
        self.tree.addTopLevelItem(item)
        item.setExpanded(True)

    def _add_valves(self, answer, stuck):
        head = QTreeWidgetItem([tr("To be shut"), number(answer.needed_count)])
        head.setData(0, _KIND, "valves")
        head.setToolTip(
            0,
            tr(
                "Shut these features, and nothing reaches the starts. "
                "Use the right button to mark a feature that cannot be operated."
            ),
        )
        for place, spot in enumerate(answer.needed, 1):
            item = self._spot_item(spot, f"{place}  {spot.label}")
            item.setData(0, _KIND, "valve")
            item.setIcon(0, mark_icon(marks.VALVE, str(place)))
            head.addChild(item)
        self.tree.addTopLevelItem(head)
        _span(head)
        head.setTextAlignment(1, Qt.AlignRight | Qt.AlignVCenter)
        head.setExpanded(True)
        if stuck:
            head = QTreeWidgetItem([tr("Cannot be operated"), number(len(stuck))])
            for one in stuck:
                item = QTreeWidgetItem([one.label])
                item.setData(0, _ROLE, one)
                item.setData(0, _KIND, "stuck")
                item.setIcon(0, mark_icon(marks.STUCK))
                head.addChild(item)
            self.tree.addTopLevelItem(head)
            _span(head)
            head.setTextAlignment(1, Qt.AlignRight | Qt.AlignVCenter)
            head.setExpanded(True)
        if answer.region_count:
            head = QTreeWidgetItem(
                [tr("Not shut off") if answer.sources_inside else tr("Shut off"), number(answer.region_count),
                 length_text(answer.region_length, self._unit)]
            )
            head.setData(0, _KIND, "region")
            head.setToolTip(
                0, tr(
                    "The region stays connected to a source, even if all these features are shut."
                ) if answer.sources_inside
                else tr("Nothing reaches the region when all these features are shut.")
            )
            for column in (1, 2):
                head.setTextAlignment(column, Qt.AlignRight | Qt.AlignVCenter)
            if answer.region_layers:
                head.setFlags(head.flags() | Qt.ItemIsUserCheckable)
                head.setCheckState(0, Qt.Checked)
                head.setIcon(0, swatch(REGION_COLOR, True))
            else:
                head.setToolTip(0, tr("The region is too large to be shown on the map."))
            self.tree.addTopLevelItem(head)
        if answer.sources_inside:
            self._add_spots(tr("Sources inside"), answer.sources_inside, len(answer.sources_inside))
        for title, found, count in (
            (tr("Shut already"), answer.already_shut, len(answer.already_shut)),
            (tr("May stay open"), answer.left_open, len(answer.left_open)),
            (tr("Also without supply"), answer.without_supply, answer.without_supply_count),
        ):
            if count:
                self._add_spots(title, found, count)

    def _spot_item(self, spot, text):
        item = QTreeWidgetItem([text])
        item.setData(0, _ROLE, spot)
        item.setData(0, _KIND, "spot")
        tip = text if spot.extent is not None else tr("{}\nIt has no place on the map.").format(text)
        item.setToolTip(0, tip if not spot.detail else f"{tip}\n{spot.detail}")
        return item

    def _add_spots(self, title, found, count):
        head = QTreeWidgetItem([title, number(count)])
        head.setTextAlignment(1, Qt.AlignRight | Qt.AlignVCenter)
        head.addChildren([self._spot_item(spot, spot.label) for spot in found])
        self.tree.addTopLevelItem(head)
        _span(head)

    def _add_stops(self, stops, count):
        if not count:
            return
        head = QTreeWidgetItem([tr("Stopped at"), number(count)])
        head.setTextAlignment(1, Qt.AlignRight | Qt.AlignVCenter)
        head.setData(0, _KIND, "stops")
        children = []
        for spot in stops:
            item = self._spot_item(spot, f"{reason_text(spot.reason)}: {spot.label}")
            if spot.detail:
                item.addChild(QTreeWidgetItem([spot.detail]))
                item.child(0).setToolTip(0, spot.detail)
            children.append(item)
        if count > len(stops):
            children.append(QTreeWidgetItem([tr("and {} more: only {} are listed").format(
                number(count - len(stops)), number(MOST_SPOTS))]))
        head.addChildren(children)
        self.tree.addTopLevelItem(head)
        _span(head)

    # Actions of the user

    def _expand(self, item):
        if item.data(0, _KIND) == "type" and item.childCount() == 0:
            self._list_more(item)

    def _list_more(self, item):
        part = item.data(0, _ROLE)
        start = item.childCount()
        members = part.members[start:start + _AT_ONCE]
        names = self._names(members) if self._names else None
        if names is None:
            item.addChild(QTreeWidgetItem([tr("The network has changed since: trace again.")]))
            return
        children = []
        for label, identifier in zip(names, self.answer.global_ids(members)):
            child = QTreeWidgetItem([label])
            child.setData(0, _ROLE, identifier)
            child.setData(0, _KIND, "feature")
            child.setToolTip(0, f"{label}\n{identifier}")
            children.append(child)
        left = part.count - start - len(members)
        if left > 0:
            child = QTreeWidgetItem([tr("{} more: double-click").format(number(left))])
            child.setData(0, _KIND, "more")
            children.append(child)
        item.addChildren(children)

    def _zoom(self, item, _column=0):
        kind, data = item.data(0, _KIND), item.data(0, _ROLE)
        if kind == "more":
            parent = item.parent()
            parent.removeChild(item)
            self._list_more(parent)
        elif kind == "feature":
            self.featureAsked.emit(data)
        elif kind == "stuck":
            self.featureAsked.emit(data.global_id)
        elif kind in ("valve", "spot"):
            self.featureAsked.emit(data.global_id)
        elif kind in ("source", "type"):
            self.zoomAsked.emit(data.extent)
        elif kind == "region":
            self.zoomAsked.emit(self.answer.region_extent)

    def _check(self, item, column):
        if item.data(0, _KIND) in ("source", "region") and column == 0:
            self.sourcesShown.emit()

    def _ask(self, pixel):
        item = self.tree.itemAt(pixel)
        if item is None:
            return
        kind = item.data(0, _KIND)
        menu = QMenu(self)
        menu.setObjectName("geosnapTraceResultMenu")
        menu.setAttribute(Qt.WA_DeleteOnClose)
        if kind in ("feature", "spot", "valve", "stuck", "source", "type", "region"):
            menu.addAction(tr("Zoom to"), lambda: self._zoom(item))
        if kind == "valve":
            menu.addAction(tr("It cannot be operated: find the next ones"),
                           lambda: self.stuckAsked.emit(item.data(0, _ROLE), True))
        if kind == "stuck":
            menu.addAction(tr("This feature can be operated"), lambda: self.stuckAsked.emit(item.data(0, _ROLE), False))
        if menu.isEmpty():
            menu.deleteLater()
            return
        menu.popup(self.tree.viewport().mapToGlobal(pixel))


def _digits(value):
    return 0 if float(value).is_integer() else 3


def _span(item):
    """Spans all columns for the entries below one, which have no counts."""
    for place in range(item.childCount()):
        item.child(place).setFirstColumnSpanned(True)
        _span(item.child(place))
