"""Text parameters whose values a network defines, such as asset types and tiers; listed while typing."""

from processing.gui.wrappers import WidgetWrapper
from qgis.gui import QgsGui, QgsProcessingGui
from qgis.PyQt import sip
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtWidgets import QComboBox, QCompleter

from ..kernel import store, work
from ..kernel.address import DatabaseUnread
from ..kernel.definition import Definition
from ..kernel.package import package
from ..kernel.texts import tr


def choices_of(path, kind):
    """The values of a kind in a network; called in the background."""
    geosnap = package()
    if kind == "configurations":
        document = geosnap.ask("trace-config", "list", path, "--json")
        return [one["name"] for one in document["configurations"]]
    document = geosnap.ask("definition", "show", path, "--json")
    domains = document["domainNetworks"]
    if kind == "asset_types":
        return sorted(one.path for one in Definition(document).asset_types if one.geometry in ("point", "line"))
    if kind == "sources":
        return [source["name"] for domain in domains for source in domain["sources"]]
    if kind == "tiers":
        return list(dict.fromkeys(tier["name"] for domain in domains for tier in domain.get("tiers", [])))
    if kind == "domain_networks":
        return [domain["name"] for domain in domains]
    return [attribute["name"] for attribute in document["networkAttributes"]]


class ChoiceWrapper:
    """Makes the widget of a text: one that lists values; in models and batches that of QGIS."""

    def __new__(cls, parameter, dialog, row=0, column=0, choices=None):
        # Only QGIS's widget can take the value from an input of the model.
        name = type(dialog).__name__
        registry = QgsGui.processingGuiRegistry()
        if name == "ModelerParametersDialog":
            made = registry.createModelerParameterWidget(dialog.model, dialog.childId, parameter, dialog.context)
            made.setDialog(dialog)
            return made
        if name == "BatchAlgorithmDialog":
            made = registry.createParameterWidgetWrapper(parameter, QgsProcessingGui.Batch)
            made.setDialog(dialog)
            return made
        return _ListWrapper(parameter, dialog, row, column, kind=choices)


class _ListWrapper(WidgetWrapper):
    """A text with the values of the dialog's network."""

    def createWidget(self, kind=None):  # noqa: N802 (QGIS calls it so)
        self._kind = kind
        self._path = None
        self._network = None
        box = QComboBox()
        box.setObjectName("geosnap_" + self.parameterDefinition().name())
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.NoInsert)
        # Paths of asset types are long, and the dialog should stay narrow.
        box.setSizeAdjustPolicy(QComboBox.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(24)
        box.lineEdit().setPlaceholderText(tr("Type to search"))
        box.completer().setFilterMode(Qt.MatchContains)
        box.completer().setCompletionMode(QCompleter.PopupCompletion)
        box.completer().setCaseSensitivity(Qt.CaseInsensitive)
        box.editTextChanged.connect(lambda _: self.widgetValueHasChanged.emit(self))
        return box

    def postInitialize(self, wrappers):  # noqa: N802 (QGIS calls it so)
        """Lists the values of the dialog's network; QGIS calls it when all widgets exist."""
        super().postInitialize(wrappers)
        for wrapper in wrappers:
            if wrapper.parameterDefinition().name() == "NETWORK":
                self._network = wrapper
                wrapper.widgetValueHasChanged.connect(lambda _: self._list())
        self._list()

    def setValue(self, value):  # noqa: N802 (QGIS calls it so)
        self.widget.setEditText("" if value is None else str(value))

    def value(self):
        return self.widget.currentText().strip()


    def _list(self):
        path = self._network.parameterValue() if self._network is not None else None
        if not path or path == self._path or not store.is_there(path):
            return
        self._path = path
        try:
            place = store.to_open(store.key(path))
        except DatabaseUnread:
            return

        def is_done(names):
            if path != self._path or sip.isdeleted(self.widget):
                return
            text = self.widget.currentText()
            self.widget.clear()
            self.widget.addItems(["", *names])
            self.widget.setEditText(text)

        def has_failed(_error):
            # An invalid network lists nothing; running the algorithm reports why.
            self._path = None

        title = tr("Reading {}").format(store.name(path))
        work.run(title, lambda _: choices_of(place, self._kind), is_done, has_failed)
