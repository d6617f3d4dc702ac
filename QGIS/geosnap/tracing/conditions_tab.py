"""Barriers of a trace, as rows that begin with those of the tier or of a saved configuration."""

from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtWidgets import QGroupBox, QLabel, QScrollArea, QToolButton, QVBoxLayout, QWidget

from ..kernel.texts import tr
from .rows import ConditionRows, FunctionRows


class ConditionsTab(QScrollArea):
    """Conditions, function barriers, and filter conditions."""

    changed = pyqtSignal()

    def __init__(self):
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarAlwaysOff)
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(2, 6, 2, 6)
        self.box = QGroupBox()
        inside = QVBoxLayout(self.box)
        inside.setContentsMargins(4, 4, 4, 4)
        self.conditions = ConditionRows("geosnapTraceConditions", "--condition", tr("No condition is a barrier."))
        self.reset_button = QToolButton()
        self.reset_button.setText(tr("Reset"))
        self.reset_button.setObjectName("geosnapTraceReset")
        self.reset_button.setToolTip(tr("Restores the values of the tier or of the saved configuration."))
        self.reset_button.clicked.connect(self.reset)
        inside.addWidget(self.conditions)
        inside.addWidget(self.reset_button, 0, Qt.AlignRight)
        layout.addWidget(self.box)
        barriers = QGroupBox(tr("The trace also stops where a sum reaches a limit"))
        inside = QVBoxLayout(barriers)
        inside.setContentsMargins(4, 4, 4, 4)
        self.function_barriers = FunctionRows(
            "geosnapTraceFunctionBarriers", "--function-barrier", tr("+ Function barrier"),
            tr("A function barrier, such as add(Length) >= 100. With 'local' each path has its own sum."),
        )
        inside.addWidget(self.function_barriers)
        layout.addWidget(barriers)
        filters = QGroupBox(tr("Filter: the results stop where"))
        inside = QVBoxLayout(filters)
        inside.setContentsMargins(4, 4, 4, 4)
        self.filters = ConditionRows("geosnapTraceFilters", "--filter-condition", tr("No filter."))
        inside.addWidget(self.filters)
        self.filter_note = QLabel()
        self.filter_note.setObjectName("geosnapTraceFilterNote")
        self.filter_note.setWordWrap(True)
        self.filter_note.hide()
        inside.addWidget(self.filter_note)
        layout.addWidget(filters)
        layout.addStretch(1)
        self.setWidget(content)
        self._base = []
        self._base_barriers = []
        self._is_base_known = True
        self._base_name = ""
        for part in (self.conditions, self.function_barriers, self.filters):
            part.changed.connect(self._tell)
        self._show_title()

    def set_network(self, vocabulary, check):
        """Changes the network."""
        for part in (self.conditions, self.function_barriers, self.filters):
            part.set_network(vocabulary, check)
        self._base, self._base_barriers = [], []

    def set_base(self, name, rows, barriers, is_known):
        """Takes the barriers of the tier or of a saved configuration; discards changes.

        Parameters
        ----------
        is_known : bool
            Whether the rows are all barriers; otherwise added rows supplement those of the tier.
        """
        self._base_name = name
        self._base, self._base_barriers, self._is_base_known = rows, barriers, is_known
        self.reset()

    def show_filter_of_configuration(self, text):
        """Shows the filters of a saved configuration beside the rows."""
        self.filter_note.setText(tr(
            "With the saved configuration, the trace also stops where {}."
        ).format(text) if text else "")
        self.filter_note.setVisible(bool(text))

    @property
    def is_base_known(self):
        """Whether the rows are all barriers."""
        return self._is_base_known

    def reset(self):
        """Shows the barriers of the tier or the saved configuration again."""
        self.conditions.show_rows(self._base)
        self.function_barriers.show_texts(self._base_barriers)
        self._tell()

    @property
    def is_changed(self):
        """Whether the rows differ from the tier or the saved configuration."""
        return self.conditions.rows != self._base or self.function_barriers.texts != self._base_barriers

    @property
    def has_problem(self):
        """Whether a row is invalid."""
        return any(one.has_problem for one in (self.conditions, self.function_barriers, self.filters))

    def fill(self, question):
        """Adds the barriers to a question."""
        question.conditions, question.function_barriers, question.replaces = [], [], False
        if self.is_changed:
            question.conditions = [row.copy() for row in self.conditions.rows]
            question.function_barriers = self.function_barriers.texts
            question.replaces = self._is_base_known and bool(self._base or self._base_barriers)
        question.filter_conditions = [row.copy() for row in self.filters.rows]

    def _show_title(self):
        name = self._base_name or tr("nothing")
        title = tr("The trace stops where ({}, changed)") if self.is_changed else tr("The trace stops where ({})")
        self.box.setTitle(title.format(name))
        self.reset_button.setEnabled(self.is_changed)

    def _tell(self):
        self._show_title()
        self.changed.emit()
