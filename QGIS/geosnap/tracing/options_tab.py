"""Options of a trace: results, functions, and flow direction."""

from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtWidgets import (
    QCheckBox, QComboBox, QFormLayout, QGroupBox, QLabel, QScrollArea, QVBoxLayout, QWidget,
)

from ..kernel.texts import tr
from .rows import FunctionRows, choose, combo

PARTS = ("barriers", "containers", "content", "structures", "isolated")


class OptionsTab(QScrollArea):
    """Functions and options; only those of the type of trace are shown."""

    changed = pyqtSignal()

    def __init__(self):
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(6, 6, 6, 6)
        functions = QGroupBox(tr("Add up over the results"))
        inside = QVBoxLayout(functions)
        self.functions = FunctionRows(
            "geosnapTraceFunctions", "--function", tr("+ Function"), tr("A value to sum up over the results.")
        )
        inside.addWidget(self.functions)
        self.function_note = QLabel()
        self.function_note.setObjectName("geosnapTraceFunctionNote")
        self.function_note.setWordWrap(True)
        self.function_note.hide()
        inside.addWidget(self.function_note)
        layout.addWidget(functions)
        self._type = None
        self._base = {}
        results = QGroupBox(tr("Additional results"))
        inside = QVBoxLayout(results)
        self.parts = {}
        for part, text in zip(PARTS, (
            tr("Barriers"), tr("Containers"), tr("Contents of containers"), tr("Structures"),
            tr("Isolated behind features left open"),
        )):
            box = QCheckBox(text)
            box.setObjectName("geosnapTraceInclude" + part.title())
            box.toggled.connect(lambda _: self.changed.emit())
            inside.addWidget(box)
            self.parts[part] = box
        self.dead_ends = QCheckBox(tr("Dead ends, among the stops"))
        self.dead_ends.setObjectName("geosnapTraceDeadEnds")
        self.dead_ends.toggled.connect(lambda _: self.changed.emit())
        inside.addWidget(self.dead_ends)
        layout.addWidget(results)
        self.cost_box = QGroupBox(tr("Cost of the path"))
        inside = QFormLayout(self.cost_box)
        self.cost = QComboBox()
        self.cost.setObjectName("geosnapTraceCost")
        self.cost.activated.connect(lambda _: self.changed.emit())
        inside.addRow(tr("Add up"), self.cost)
        layout.addWidget(self.cost_box)
        self.flow_box = QGroupBox(tr("Flow"))
        inside = QFormLayout(self.flow_box)
        self.indeterminate = combo(
            [tr("pass every loop"), tr("pass loops on the way"), tr("pass no loop")], name="geosnapTraceIndeterminate"
        )
        self.indeterminate.setToolTip(tr("What to do where the flow may run either way."))
        self.indeterminate.activated.connect(lambda _: self.changed.emit())
        inside.addRow(tr("Either way"), self.indeterminate)
        self.digitized = QCheckBox(tr("Flow runs as lines are drawn"))
        self.digitized.setObjectName("geosnapTraceDigitized")
        self.digitized.toggled.connect(lambda _: self.changed.emit())
        inside.addRow(self.digitized)
        self.target = QComboBox()
        self.target.setObjectName("geosnapTraceTarget")
        self.target.activated.connect(lambda _: self.changed.emit())
        inside.addRow(tr("Go on to tier"), self.target)
        layout.addWidget(self.flow_box)
        layout.addStretch(1)
        self.setWidget(content)

    def set_network(self, vocabulary, check):
        """Changes the network."""
        self.functions.set_network(vocabulary, check)
        self.cost.clear()
        self.cost.addItems(vocabulary.costs)
        choose(self.cost, (vocabulary.lengths or vocabulary.costs or [""])[0])

    def set_type(self, kind):
        """Shows the options of a type of trace."""
        self._type = kind
        self.cost_box.setVisible("cost" in kind.options)
        self.flow_box.setVisible("direction" in kind.options)
        self.parts["isolated"].setVisible("isolated" in kind.options)

    def set_tiers(self, names):
        """Lists the target tiers."""
        chosen = self.target.currentText() if self.target.currentIndex() > 0 else ""
        self.target.clear()
        self.target.addItem(tr("(stay in the tier)"))
        self.target.addItems(names)
        self.target.setCurrentIndex(max(self.target.findText(chosen), 0) if chosen else 0)

    def set_base(self, configuration):
        """Takes the additional results of the tier or of a saved configuration."""
        keys = {"barriers": "includeBarriers", "containers": "includeContainers", "content": "includeContent",
                "structures": "includeStructures", "isolated": "includeIsolated"}
        self._base = {part: bool(configuration.get(key, part == "barriers")) for part, key in keys.items()}
        for part, box in self.parts.items():
            box.blockSignals(True)
            box.setChecked(self._base[part])
            box.blockSignals(False)
        functions = [
            f"{one.get('functionType')}({one.get('networkAttributeName')})"
            for one in configuration.get("functions", [])
        ]
        self.function_note.setText(tr("The configuration also adds up: {}.").format(", ".join(functions)))
        self.function_note.setVisible(bool(functions))
        cost = configuration.get("shortestPathNetworkAttributeName")
        if cost:
            choose(self.cost, cost)

    def fill(self, question):
        """Adds functions and options to a question."""
        question.functions = self.functions.texts
        question.included = [
            part for part, box in self.parts.items()
            if box.isChecked() and not self._base.get(part) and self._goes(part)
        ]
        question.excluded = [
            part for part, box in self.parts.items()
            if not box.isChecked() and self._base.get(part) and self._goes(part)
        ]
        question.tells_dead_ends = self.dead_ends.isChecked()
        options = self._type.options if self._type else ()
        question.cost = self.cost.currentText() if "cost" in options else ""
        has_flow = "direction" in options
        question.is_digitized = has_flow and self.digitized.isChecked()
        question.indeterminate = ("", "path", "none")[self.indeterminate.currentIndex()] if has_flow else ""
        question.target_tier = self.target.currentText() if has_flow and self.target.currentIndex() > 0 else ""

    def _goes(self, part):
        return part != "isolated" or (self._type is not None and "isolated" in self._type.options)
