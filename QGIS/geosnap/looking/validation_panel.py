"""The panel that lists errors."""

from qgis.PyQt.QtCore import pyqtSignal
from qgis.PyQt.QtWidgets import (
    QCheckBox, QDockWidget, QHBoxLayout, QLabel, QLineEdit, QMenu, QPlainTextEdit, QPushButton, QTreeView,
    QVBoxLayout, QWidget,
)

from ..kernel.texts import tr
from . import problems
from .grouped_model import Column, Group, GroupedModel


class ValidationPanel(QDockWidget):
    """The panel that lists errors, by kind."""

    checkAsked = pyqtSignal()
    """The button that checks the network again."""
    exportAsked = pyqtSignal()
    """The button that writes the list into a file."""
    chosen = pyqtSignal(object)
    """The clicked Problem, or None."""
    zoomAsked = pyqtSignal(object)
    """A Problem that was double-clicked."""
    fixAsked = pyqtSignal(object, object)
    """A Problem and the Choice that fixes it."""

    def __init__(self, parent):
        super().__init__(tr("Validation"), parent)
        self.setObjectName("geosnapValidationPanel")
        inside = QWidget(self)
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(4, 4, 4, 4)
        self.title = QLabel(inside)
        self.title.setObjectName("geosnapValidationTitle")
        self.title.setWordWrap(True)
        layout.addWidget(self.title)
        row = QHBoxLayout()
        self.check = QPushButton(tr("Check"), inside)
        self.check.setObjectName("geosnapValidationCheck")
        self.check.clicked.connect(lambda _=False: self.checkAsked.emit())
        self.only_view = QCheckBox(tr("In this view only"), inside)
        self.only_view.setObjectName("geosnapValidationOnlyView")
        self.only_view.setToolTip(tr("List only errors of features in the view, as it is when you check"))
        self.export = QPushButton(tr("Export…"), inside)
        self.export.setObjectName("geosnapValidationExport")
        self.export.clicked.connect(lambda _=False: self.exportAsked.emit())
        row.addWidget(self.check)
        row.addWidget(self.only_view)
        row.addStretch(1)
        row.addWidget(self.export)
        layout.addLayout(row)
        self.filter = QLineEdit(inside)
        self.filter.setObjectName("geosnapValidationFilter")
        self.filter.setPlaceholderText(tr("Filter by error or remedy"))
        self.filter.setClearButtonEnabled(True)
        layout.addWidget(self.filter)
        self.model = GroupedModel(
            [Column(tr("Error"), lambda one: one.message), Column(tr("What to do"), lambda one: one.remedy)],
            self,
        )
        self.tree = QTreeView(inside)
        self.tree.setObjectName("geosnapValidationTree")
        self.tree.setUniformRowHeights(True)
        self.tree.setModel(self.model)
        self.tree.setColumnWidth(0, 260)
        self.tree.selectionModel().currentChanged.connect(lambda index, _: self._selected(index))
        self.tree.doubleClicked.connect(self._double_clicked)
        self.model.modelReset.connect(lambda: self._selected(None))
        self.filter.textChanged.connect(self._filtered)
        layout.addWidget(self.tree, 1)
        self.detail = QPlainTextEdit(inside)
        self.detail.setObjectName("geosnapValidationDetail")
        self.detail.setReadOnly(True)
        self.detail.setFixedHeight(112)
        layout.addWidget(self.detail)
        self.fix = QPushButton(tr("Fix"), inside)
        self.fix.setObjectName("geosnapValidationFix")
        self.fix.clicked.connect(self._fix_clicked)
        self._menu = QMenu(self.fix)
        self._menu.setObjectName("geosnapValidationFixes")
        layout.addWidget(self.fix)
        inside.setMinimumWidth(340)
        self.setWidget(inside)
        self._problem = None
        self._choices = []
        self.show_nothing(tr("No network is open."))

    @property
    def problem(self):
        """The chosen Problem, or None."""
        return self._problem

    def _selected(self, index):
        self._problem = self.model.row_of(index) if index is not None else None
        self.chosen.emit(self._problem)

    def _double_clicked(self, index):
        row = self.model.row_of(index)
        if row is not None:
            self.zoomAsked.emit(row)

    def _filtered(self, text):
        self.model.filter(text)
        self._lay_out()

    def _lay_out(self):
        if self.model.shown_count <= 200:
            self.tree.expandAll()
        for number in range(self.model.rowCount()):
            self.tree.setFirstColumnSpanned(number, self.tree.rootIndex(), True)

    def show_choices(self, problem, choices, why_not=""):
        """Shows the fixes of an error, or why its proposals are impossible; with None, shows none."""
        self._choices = choices
        self._menu.clear()
        self.fix.setMenu(None)
        self.fix.setVisible(bool(choices))
        text = problem.message if problem is not None else ""
        if problem is not None and problem.remedy:
            text = tr("{} To do: {}").format(text, problem.remedy)
        if why_not:
            text += " " + tr("This cannot be done here: {}").format(why_not)
        self.detail.setPlainText(text)
        self.detail.setVisible(problem is not None)
        if len(choices) == 1:
            self.fix.setText(tr("Fix: {}").format(choices[0].label))
        elif choices:
            self.fix.setText(tr("Fix"))
            for choice in choices:
                action = self._menu.addAction(choice.label)
                action.triggered.connect(lambda _=False, choice=choice: self.fixAsked.emit(self._problem, choice))
            self.fix.setMenu(self._menu)

    def _fix_clicked(self):
        if len(self._choices) == 1 and self._problem is not None:
            self.fixAsked.emit(self._problem, self._choices[0])

    def show_nothing(self, sentence):
        """Shows a text instead of a list."""
        self.title.setText(sentence)
        self.model.set_groups([])
        self.export.setEnabled(False)

    def show_problems(self, found, sentence):
        """Lists errors by kind; the chosen one stays chosen if it is still listed."""
        before = self._problem.document if self._problem is not None else None
        self.title.setText(sentence)
        groups = []
        for code, rows in found.by_code().items():
            number = rows[0].number
            words = problems.title(code)
            groups.append(Group(words if number is None else f"{number} {words}", rows, value=code))
        self.model.set_groups(groups)
        self._lay_out()
        for one in found.all if before is not None else ():
            if one.document == before:
                self.tree.setCurrentIndex(self.model.index_of(one))
                break
        self.export.setEnabled(bool(found.all))
