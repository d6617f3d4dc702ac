"""The panel that shows the content of a container."""

from qgis.PyQt.QtCore import QSize, Qt, pyqtSignal
from qgis.PyQt.QtWidgets import (
    QAction, QDockWidget, QHeaderView, QLabel, QSplitter, QToolBar, QTreeWidget, QTreeWidgetItem, QVBoxLayout,
    QWidget,
)

from ..kernel.desk import icon
from ..kernel.texts import tr
from .container_view import ContainerView


class ContainerPanel(QDockWidget):
    """The panel that shows the content of a container: as a tree, and on a separate map."""

    backAsked = pyqtSignal()
    """The button that returns to the previous container."""
    upAsked = pyqtSignal()
    """The button that opens the container around this one."""
    zoomAsked = pyqtSignal()
    """The button that shows the container on the map."""
    selectAsked = pyqtSignal()
    """The button that selects the content in its layers."""
    wholeAsked = pyqtSignal()
    """The button that shows all content in the view."""
    openAsked = pyqtSignal(object)
    """A Content to open."""
    chosen = pyqtSignal(object)
    """A Content that was clicked."""

    def __init__(self, parent, map_canvas):
        super().__init__(tr("Container"), parent)
        self.setObjectName("geosnapContainerPanel")
        inside = QWidget(self)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(4, 4, 4, 4)
        bar = QToolBar(inside)
        bar.setObjectName("geosnapContainerBar")
        bar.setIconSize(QSize(18, 18))
        bar.setToolButtonStyle(Qt.ToolButtonTextBesideIcon)
        bar.setStyleSheet("QToolBar { spacing: 0px; }")
        self.back = self._button(bar, "geosnapContainerBack", "look-back", tr("Back"), self.backAsked,
                                 tr("Show the previous container"))
        self.up = self._button(bar, "geosnapContainerUp", "look-up", tr("Up"), self.upAsked,
                               tr("Open the container that holds this one"))
        self.zoom = self._button(bar, "geosnapContainerZoom", "look-zoom", tr("Zoom to"), self.zoomAsked,
                                 tr("Show the container on the map"))
        self.select = self._button(bar, "geosnapContainerSelect", "look-select", tr("Select"), self.selectAsked,
                                   tr("Select the content in its layers"))
        self.whole = self._button(bar, "geosnapContainerWhole", "look-whole", tr("Show all"), self.wholeAsked,
                                  tr("Show the whole content in the view"))
        for action in (self.back, self.up):
            bar.widgetForAction(action).setToolButtonStyle(Qt.ToolButtonIconOnly)
        layout.addWidget(bar)
        self.title = QLabel(inside)
        self.title.setObjectName("geosnapContainerTitle")
        self.title.setWordWrap(True)
        self.title.setTextInteractionFlags(Qt.TextSelectableByMouse)
        layout.addWidget(self.title)
        splitter = QSplitter(Qt.Vertical, inside)
        self.tree = QTreeWidget(splitter)
        self.tree.setObjectName("geosnapContainerTree")
        self.tree.setHeaderLabels([tr("Asset type"), tr("Name")])
        self.tree.setMinimumHeight(90)
        self.tree.header().setSectionResizeMode(0, QHeaderView.Interactive)
        self.tree.setColumnWidth(0, 245)
        self.tree.setTextElideMode(Qt.ElideMiddle)
        self.tree.itemClicked.connect(lambda item, _: self.chosen.emit(item.data(0, Qt.UserRole)))
        self.tree.itemDoubleClicked.connect(self._double_clicked)
        self.view = ContainerView(splitter, inside, map_canvas)
        splitter.addWidget(self.tree)
        splitter.addWidget(self.view)
        splitter.setSizes([220, 420])
        layout.addWidget(splitter, 1)
        layout.addWidget(self.view.legend)
        inside.setMinimumWidth(360)
        self.setWidget(inside)
        self.show_nothing(tr("Click a container on the map, or a feature in a container."))

    def _button(self, bar, name, icon_name, text, signal, tip):
        action = QAction(icon(icon_name), text, bar)
        action.setObjectName(name)
        action.setToolTip(tip)
        action.triggered.connect(lambda _=False: signal.emit())
        bar.addAction(action)
        return action

    def _double_clicked(self, item, _):
        content = item.data(0, Qt.UserRole)
        if content.content:
            self.openAsked.emit(content)

    @property
    def chosen_id(self):
        """The global id of the chosen entry of the tree, or None."""
        item = self.tree.currentItem()
        return item.data(0, Qt.UserRole).global_id if item is not None else None

    def show_nothing(self, sentence):
        """Shows a text instead of a container."""
        self.tree.clear()
        self.view.clear()
        self.title.setText(sentence)
        for action in (self.up, self.zoom, self.select, self.whole):
            action.setEnabled(False)

    def show_container(self, network, container, chosen=None):
        """Shows a container, and highlights the chosen feature in it."""
        feature = container.feature
        count = sum(1 for _ in feature.all())
        if count == 1:
            text = tr("{} holds 1 feature.").format(feature.label)
        else:
            text = tr("{} holds {:,} features.").format(feature.label, count)
        if container.is_cut:
            text += " " + tr("The container has more content than the list shows.")
        if container.document["extent"] is None and count:
            text += " " + tr("No feature in the container has a place on the map.")
        self.tree.clear()
        self._fill(self.tree.invisibleRootItem(), feature.content, chosen)
        self.tree.setRootIsDecorated(any(one.content for one in feature.content))
        self.tree.expandToDepth(1)
        self.view.show_container(network, container)
        if self.view.legible_scale is not None:
            text += " " + tr("Click a feature to see it at 1:{:,.0f}, where all features are legible.").format(
                self.view.legible_scale
            )
        self.title.setText(text)
        self.up.setEnabled(bool(container.holders))
        self.zoom.setEnabled(True)
        self.whole.setEnabled(container.document["extent"] is not None)
        self.select.setEnabled(count > 0)

    def _fill(self, parent, content, chosen):
        for one in content:
            item = QTreeWidgetItem(parent, [one.kind, one.name])
            item.setToolTip(0, tr("{} in {}").format(one.label, one.source))
            item.setData(0, Qt.UserRole, one)
            if chosen is not None and one.global_id == chosen:
                self.tree.setCurrentItem(item)
            self._fill(item, one.content, chosen)
