"""The panel: type of trace, places, conditions, and results."""

from qgis.core import Qgis, QgsUnitTypes
from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtWidgets import (
    QApplication, QComboBox, QDialog, QDialogButtonBox, QDockWidget, QFormLayout, QGridLayout, QHBoxLayout, QLabel,
    QLineEdit, QProgressBar, QPushButton, QTabWidget, QToolButton, QVBoxLayout, QWidget,
)

from ..kernel import store
from ..kernel.package import package
from ..kernel.texts import tr
from . import shapes
from .conditions_tab import ConditionsTab
from .expressions import OPERATOR_NAMES, Row, name_text, read_list, value_text, written
from .options_tab import OptionsTab
from .places_tab import PlacesTab
from .question import Question, words
from .result_tab import ResultTab
from .rows import Vocabulary
from .trace_types import trace_types


class SaveDialog(QDialog):
    """Asks for the name and the description of a configuration."""

    def __init__(self, parent, name):
        super().__init__(parent)
        self.setObjectName("geosnapTraceSaveDialog")
        self.setWindowTitle(tr("Save the configuration"))
        layout = QFormLayout(self)
        self.name = QLineEdit(name)
        self.name.setObjectName("geosnapTraceSaveName")
        self.description = QLineEdit()
        layout.addRow(tr("Name"), self.name)
        layout.addRow(tr("Description"), self.description)
        hint = QLabel(tr(
            "The configuration is kept in the file of the network. The command geosnap trace --config uses it too."
        ))
        hint.setWordWrap(True)
        layout.addRow(hint)
        buttons = QDialogButtonBox(QDialogButtonBox.Save | QDialogButtonBox.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout.addRow(buttons)
        save = buttons.button(QDialogButtonBox.Save)
        self.name.textChanged.connect(lambda text: save.setEnabled(bool(text.strip())))
        save.setEnabled(bool(name.strip()))


class TracePanel(QDockWidget):
    """The dock panel."""

    traceAsked = pyqtSignal()
    cancelAsked = pyqtSignal()
    networkChosen = pyqtSignal(object)
    questionChanged = pyqtSignal()
    """The question has changed; the shown answer still belongs to the previous one."""
    configurationSaved = pyqtSignal(str, str)
    """Its name and description."""
    configurationRemoved = pyqtSignal(str)
    commandCopied = pyqtSignal()

    def __init__(self, parent):
        super().__init__(tr("Trace"), parent)
        self._has_offered_filter = False
        self.setObjectName("geosnapTraceDock")
        self.network = None
        self.vocabulary = None
        self._tiers = []
        self._bases = {}
        self._shown_base = ()
        self._domain_of = {}
        self._is_filling = False
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.setSpacing(5)
        head = QGridLayout()
        head.setColumnStretch(1, 1)
        head.setHorizontalSpacing(6)
        head.setVerticalSpacing(3)
        self.network_label = QLabel(tr("Network"))
        self.network_box = self._box("geosnapTraceNetwork")
        self.network_box.activated.connect(lambda place: self.networkChosen.emit(self.network_box.itemData(place)))
        head.addWidget(self.network_label, 0, 0)
        head.addWidget(self.network_box, 0, 1, 1, 3)
        self.type_box = self._box("geosnapTraceType")
        self.type_box.currentIndexChanged.connect(lambda _: self._type_chosen())
        head.addWidget(QLabel(tr("Find")), 1, 0)
        head.addWidget(self.type_box, 1, 1, 1, 3)
        self.sentence = QLabel()
        self.sentence.setObjectName("geosnapTraceSentence")
        self.sentence.setWordWrap(True)
        head.addWidget(self.sentence, 2, 1, 1, 3)
        self.tier_box = self._box("geosnapTraceTier")
        self.tier_box.activated.connect(lambda _: self._base_chosen())
        self.tier_label = QLabel(tr("Tier"))
        head.addWidget(self.tier_label, 3, 0)
        head.addWidget(self.tier_box, 3, 1, 1, 3)
        self.configuration_box = self._box("geosnapTraceConfiguration")
        self.configuration_box.setToolTip(tr("Configurations are saved in the network's file, each under a name."))
        self.configuration_box.activated.connect(lambda _: self._configuration_chosen())
        self.save_button = self._button(
            tr("Save …"), "geosnapTraceSave", tr("Keeps conditions and options under a name.")
        )
        self.save_button.clicked.connect(self._save)
        self.delete_button = self._button(
            tr("Delete"), "geosnapTraceDelete", tr("Deletes the configuration from the file.")
        )
        self.delete_button.clicked.connect(
            lambda: self.configurationRemoved.emit(self.configuration_box.currentData() or "")
        )
        head.addWidget(QLabel(tr("Saved")), 4, 0)
        head.addWidget(self.configuration_box, 4, 1)
        head.addWidget(self.save_button, 4, 2)
        head.addWidget(self.delete_button, 4, 3)
        layout.addLayout(head)
        self.tabs = QTabWidget()
        self.tabs.setObjectName("geosnapTraceTabs")
        self.tabs.setDocumentMode(True)
        self.places, self.conditions = PlacesTab(), ConditionsTab()
        self.options, self.result = OptionsTab(), ResultTab()
        self.tabs.addTab(self.places, tr("Places"))
        self.tabs.addTab(self.conditions, tr("Conditions"))
        self.tabs.addTab(self.options, tr("Options"))
        self.tabs.addTab(self.result, tr("Result"))
        layout.addWidget(self.tabs, 1)
        self.status = QLabel()
        self.status.setObjectName("geosnapTraceStatus")
        self.status.setWordWrap(True)
        layout.addWidget(self.status)
        line = QHBoxLayout()
        self.run_button = QPushButton(tr("Trace"))
        self.run_button.setObjectName("geosnapTraceRun")
        self.run_button.clicked.connect(self.traceAsked)
        self.cancel_button = QPushButton(tr("Cancel"))
        self.cancel_button.setObjectName("geosnapTraceCancel")
        self.cancel_button.clicked.connect(self.cancelAsked)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setRange(0, 100)
        self.progress.setMaximumHeight(self.run_button.sizeHint().height() - 6)
        self.copy_button = self._button(
            tr("Copy command"), "geosnapTraceCopy", tr("Copies the command that gives the same answer.")
        )
        self.copy_button.clicked.connect(self.commandCopied)
        line.addWidget(self.run_button)
        line.addWidget(self.cancel_button)
        line.addWidget(self.progress, 1)
        line.addStretch(0)
        line.addWidget(self.copy_button)
        layout.addLayout(line)
        self.setWidget(content)
        # The tab names are longer in other languages.
        content.setMinimumWidth(max(350, self.tabs.tabBar().sizeHint().width() + 12))
        self.set_running(False)
        self.places.changed.connect(self._places_changed)
        self.conditions.changed.connect(self._changed)
        self.options.changed.connect(self._changed)
        self.set_network(None)

    @staticmethod
    def _box(name):
        box = QComboBox()
        box.setObjectName(name)
        box.setSizeAdjustPolicy(QComboBox.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(8)
        return box

    @staticmethod
    def _button(text, name, tip):
        button = QToolButton()
        button.setText(text)
        button.setObjectName(name)
        button.setToolTip(tip)
        return button

    # The network

    def show_networks(self, networks, current):
        """Shows the open networks; the choice is visible if there are several."""
        self.network_box.clear()
        for network in networks:
            self.network_box.addItem(store.name(network.path), network)
            self.network_box.setItemData(self.network_box.count() - 1, network.path, Qt.ToolTipRole)
        self.network_box.setCurrentIndex(networks.index(current) if current in networks else -1)
        for widget in (self.network_label, self.network_box):
            widget.setVisible(len(networks) > 1)

    def set_network(self, network):
        """Changes the network; None removes it."""
        self._is_filling = True
        self.network = network
        self._bases = {}
        self.places.clear()
        self.result.clear()
        document = network.definition.document if network is not None else {"domainNetworks": []}
        self.vocabulary = Vocabulary(document)
        for tab in (self.conditions, self.options):
            tab.set_network(self.vocabulary, self.problem if network is not None else None)
        self._tiers = [
            (domain["name"], tier["name"])
            for domain in document["domainNetworks"] for tier in domain.get("tiers") or []
        ]
        self._domain_of = {
            source["name"]: domain["name"]
            for domain in document["domainNetworks"] for source in domain.get("sources", [])
        }
        chosen = self.type_box.currentData().name if self.type_box.currentData() else "connected"
        self.type_box.clear()
        for kind in trace_types():
            if not kind.needs_tier or self._tiers:
                self.type_box.addItem(kind.label, kind)
        self._choose_type(chosen)
        self.tier_box.clear()
        self.tier_box.addItem("", ("", ""))
        for domain, tier in self._tiers:
            self.tier_box.addItem(tr("{}: {}").format(domain, tier), (domain, tier))
        self.configuration_box.clear()
        self._is_filling = False
        self.widget().setEnabled(True)
        for widget in (self.tabs, self.type_box, self.tier_box, self.configuration_box, self.save_button,
                       self.copy_button, self.run_button):
            widget.setEnabled(network is not None)
        self.tell("" if network is not None else tr("No network is open. Open a network first."))
        self.show_configurations([])
        self._type_chosen()

    def show_configurations(self, entries):
        """Lists the configurations saved in the network's file."""
        chosen = self.configuration_box.currentData()
        self.configuration_box.clear()
        self.configuration_box.addItem(tr("(the definition of the tier)"), "")
        for entry in entries:
            self.configuration_box.addItem(entry["name"], entry["name"])
            place = self.configuration_box.count() - 1
            self.configuration_box.setItemData(place, entry.get("type"), Qt.UserRole + 1)
            self.configuration_box.setItemData(place, entry.get("description") or "", Qt.ToolTipRole)
        self.configuration_box.setCurrentIndex(max(self.configuration_box.findData(chosen), 0) if chosen else 0)
        self.delete_button.setEnabled(bool(self.configuration_box.currentData()))
        if (chosen or "") != (self.configuration_box.currentData() or ""):
            self._base_chosen()

    def choose_configuration(self, name):
        """Uses a saved configuration."""
        self.configuration_box.setCurrentIndex(max(self.configuration_box.findData(name), 0))
        self._configuration_chosen()

    # The question

    @property
    def kind(self):
        """The type of trace."""
        return self.type_box.currentData() or trace_types()[0]

    def _choose_type(self, name):
        for place in range(self.type_box.count()):
            if self.type_box.itemData(place).name == name:
                self.type_box.setCurrentIndex(place)

    def problem(self, option, text):
        """The library's message about an expression; empty if it is valid."""
        try:
            self.network.kernel.ask("trace", "--type", "connected", option, text, "--json")
        except package().GeoSnapError as error:
            # Expressions are parsed before starts are looked up, and their error messages begin with the option.
            sentence = str(error)
            if sentence.startswith(option + " "):
                head = f"{option} '{text}': "
                return sentence[len(head):] if sentence.startswith(head) else sentence
        return ""

    def question(self):
        """The question of the panel."""
        question = Question()
        question.type = self.kind.name
        question.domain_network, question.tier = self.tier_box.currentData() or ("", "")
        question.configuration = self.configuration_box.currentData() or ""
        question.places = list(self.places.places)
        question.suppositions = list(self.places.suppositions)
        self.conditions.fill(question)
        self.options.fill(question)
        return question

    def configuration_words(self, question):
        """The part of a question that is saved, in the words of the command, with the tier of the starts."""
        options = question.configuration_options()
        if not question.tier and not question.configuration and len(self._shown_base) >= 1:
            options["domain_network"], options["tier"] = self._shown_base[0]
        return words(options)

    def _type_chosen(self):
        if self._is_filling:
            return
        kind = self.kind
        self.sentence.setText(kind.sentence)
        self.options.set_type(kind)
        for widget in (self.tier_label, self.tier_box):
            widget.setVisible(bool(self._tiers))
        self.options.set_tiers([tier for _, tier in self._tiers])
        self._base_chosen()
        self._suggest_filter()
        self._changed()

    def _configuration_chosen(self):
        name = self.configuration_box.currentData()
        self.delete_button.setEnabled(bool(name))
        kind = self.configuration_box.currentData(Qt.UserRole + 1)
        # The configuration has its own filters and functions.
        self.conditions.filters.show_rows([])
        self.options.functions.show_texts([])
        if name and kind and kind != self.kind.name:
            self._choose_type(kind)
        self._base_chosen()
        self._suggest_filter()
        self._changed()

    def _places_changed(self):
        if self._is_filling:
            return
        if not self.configuration_box.currentData() and not self.tier_box.currentData()[1]:
            # The starts determine the tier.
            if self._starts_base() != self._shown_base:
                self._base_chosen()
        self._suggest_filter()
        self._changed()

    def _suggest_filter(self):
        """Offers the category Isolating, which imports set, as the filter of an isolation."""
        filters = self.conditions.filters
        offered = Row(kind="category", operator="=", value="Isolating")
        if self.kind.name != "isolation":
            # The offered filter would limit other traces, and the user did not request it.
            if self._has_offered_filter and [row.expression() for row in filters.rows] == [offered.expression()]:
                filters.show_rows([])
            self._has_offered_filter = False
            return
        if filters.rows or self.configuration_box.currentData():
            return
        if "Isolating" in self.vocabulary.categories:
            filters.show_rows([offered])
            self._has_offered_filter = True

    def _starts_base(self):
        """The possible tiers of the starts."""
        domain, tier = self.tier_box.currentData() or ("", "")
        if tier:
            return ((domain, tier),)
        if self.kind.name == "connected":
            return ()
        domains = {self.domain_of(place) for place in self.places.places if place.role == "start"}
        return tuple(one for one in self._tiers if one[0] in domains)

    def domain_of(self, place):
        """The domain network of a place."""
        return self._domain_of.get(place.source, "")

    def _base_chosen(self):
        """Shows the settings of the chosen configuration or tier."""
        if self._is_filling or self.network is None:
            return
        name = self.configuration_box.currentData()
        tiers = self._shown_base = self._starts_base()
        configurations = []
        try:
            if name:
                configurations = [self._configuration("show", name)]
            else:
                configurations = [
                    self._configuration("show", "--tier", tier, "--domain-network", domain) for domain, tier in tiers
                ]
        except package().GeoSnapError as error:
            self.tell(str(error), Qgis.Warning)
        first = configurations[0] if configurations else {}
        keys = ("conditionBarriers", "functionBarriers")
        is_known = all(all(one.get(key) == first.get(key) for key in keys) for one in configurations)
        if not configurations:
            is_known = self.kind.name == "connected"
        if name:
            title = name
        elif not configurations:
            title = tr("nothing") if self.kind.name == "connected" else tr("as the tier of the starts says")
        elif not is_known:
            title = tr("in addition to the tier of the starts")
        else:
            title = tiers[0][1] if len(tiers) == 1 else tr("all tiers of {}").format(tiers[0][0])
        if self.kind.name == "connected":
            self.tier_box.setItemText(0, tr("(none: no barriers)"))
        elif len(tiers) == 1 and not self.tier_box.currentData()[1]:
            self.tier_box.setItemText(0, tr("(the tier of the starts: {})").format(tiers[0][1]))
        else:
            self.tier_box.setItemText(0, tr("(the tier of the starts)"))
        rows = read_list(first.get("conditionBarriers", []), self.vocabulary.codes) if is_known else []
        barriers = [barrier_text(one) for one in first.get("functionBarriers", [])] if is_known else []
        self.conditions.set_base(title, rows, barriers, is_known)
        self.conditions.show_filter_of_configuration(
            written(read_list(first.get("filterBarriers", []), self.vocabulary.codes))
        )
        self.options.set_base(first)

    def _configuration(self, *words):
        if words not in self._bases:
            self._bases[words] = self.network.kernel.ask("trace-config", *words, "--json")
        return self._bases[words]

    def forget_configurations(self):
        """Reads the configurations again."""
        self._bases = {}

    def _changed(self):
        if not self._is_filling:
            self.questionChanged.emit()

    def _save(self):
        dialog = SaveDialog(self, self.configuration_box.currentData() or "")
        dialog.setAttribute(Qt.WA_DeleteOnClose)
        dialog.accepted.connect(
            lambda: self.configurationSaved.emit(dialog.name.text().strip(), dialog.description.text().strip())
        )
        dialog.open()

    # Progress

    def set_running(self, is_running):
        """Shows whether a trace is running."""
        self.run_button.setVisible(not is_running)
        self.cancel_button.setVisible(is_running)
        self.progress.setVisible(is_running)
        self.progress.setValue(0)
        self.copy_button.setVisible(not is_running)

    def tell(self, text, level=Qgis.Info):
        """Shows a message below the tabs."""
        self.status.setText(("⚠ " if level != Qgis.Info and text else "") + text)
        self.status.setVisible(bool(text))

    @property
    def unit(self):
        """The unit of lengths, abbreviated."""
        if self.network is None:
            return ""
        crs = shapes.crs_of(self.network.kernel.srid)
        return QgsUnitTypes.toAbbreviatedString(crs.mapUnits()) if crs.isValid() else ""

    def copy_command(self):
        """Copies the command line of the question to the clipboard."""
        line = self.question().command_line(self.network.kernel.path)
        QApplication.clipboard().setText(line)
        return line


def barrier_text(one):
    """A configuration's function barrier in the expression language."""
    text = f"{one.get('functionType')}({name_text(one.get('networkAttributeName', ''))}) "
    text += f"{OPERATOR_NAMES.get(one.get('operator'), '=')} {value_text(one.get('value'))}"
    return text + (" local" if one.get("useLocalValues") else "")
