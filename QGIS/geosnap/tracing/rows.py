"""Rows for barriers and functions: each has its choices, and each can be removed."""

from qgis.PyQt.QtCore import Qt, QTimer, pyqtSignal
from qgis.PyQt.QtWidgets import (
    QComboBox, QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QToolButton, QVBoxLayout, QWidget,
)

from ..kernel.texts import tr
from .expressions import OPERATORS, Row, written

SYSTEM_ATTRIBUTES = (
    "Source ID", "Terminal ID", "Asset group", "Asset type", "Is subnetwork controller", "Shape length",
    "Position from", "Position to",
)
"""The attributes that the network computes for an element, as named in the expression language."""
_WAIT = 250
"""The delay between typing and checking, in milliseconds."""


class Vocabulary:
    """The names that conditions of a network can use."""

    def __init__(self, document):
        self.attributes = [one["name"] for one in document.get("networkAttributes", [])]
        domains = {one["name"]: one["codedValues"] for one in document.get("domains", []) if one.get("codedValues")}
        self.values = {
            one["name"]: domains.get(one.get("domain"), []) for one in document.get("networkAttributes", [])
        }
        self.categories = list(document.get("categories", []))
        self.costs = [
            one["name"] for one in document.get("networkAttributes", []) if one["name"] not in self.values
            or not self.values[one["name"]]
        ]
        self.lengths = [
            one["name"] for one in document.get("networkAttributes", []) if one.get("apportionable")
        ]
        self._fields = {}
        for one in document.get("networkAttributes", []):
            for field in one.get("fields", []):
                self._fields.setdefault(field.split("/")[0].lower(), []).append(one["name"])

    def codes(self, attribute):
        """The coded values of a network attribute, by code."""
        return {one["code"]: one["name"] for one in self.values.get(attribute, [])}

    def attributes_of(self, source):
        """The network attributes of a source's rows."""
        return self._fields.get(source.lower(), [])


def combo(entries, chosen=None, is_editable=False, name=None):
    """A combo box of texts."""
    box = QComboBox()
    if name:
        box.setObjectName(name)
    box.setEditable(is_editable)
    box.setSizeAdjustPolicy(QComboBox.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(3)
    for entry in entries:
        if entry is None:
            box.insertSeparator(box.count())
        else:
            box.addItem(entry)
    if chosen is not None:
        choose(box, chosen)
    return box


def choose(box, text):
    """Chooses a text in a combo box, even one that is not among its entries."""
    place = box.findText(text, Qt.MatchFixedString)
    if place >= 0:
        box.setCurrentIndex(place)
    elif box.isEditable():
        box.setEditText(text)
    elif text:
        box.addItem(text)
        box.setCurrentIndex(box.count() - 1)


def small_button(text, tip, name):
    """A button with one sign."""
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setAutoRaise(True)
    button.setObjectName(name)
    return button


class RowWidget(QWidget):
    """A condition as a row."""

    changed = pyqtSignal()
    removed = pyqtSignal(object)

    def __init__(self, row, vocabulary, is_first):
        super().__init__()
        self.row = row
        self._vocabulary = vocabulary
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        self.joiner = combo(["or", "and"], row.joiner, name="geosnapTraceJoiner")
        self.joiner.setToolTip(tr("AND binds tighter than OR."))
        self.joiner.setFixedWidth(52)
        # The first row keeps the space, so that all are aligned.
        policy = self.joiner.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.joiner.setSizePolicy(policy)
        self.joiner.setVisible(not is_first)
        layout.addWidget(self.joiner)
        self.name = self.operator = self.value = None
        if row.kind == "expression":
            self.value = QLineEdit(row.text)
            self.value.setPlaceholderText(tr("'Device Status' = Open and Length > 10"))
            self.value.textEdited.connect(self._take)
            layout.addWidget(self.value, 1)
        else:
            self._make_comparison(layout, row)
        button = small_button("✕", tr("Remove this row"), "geosnapTraceRemoveRow")
        button.clicked.connect(lambda: self.removed.emit(self))
        layout.addWidget(button)
        self.joiner.activated.connect(self._take)

    def _make_comparison(self, layout, row):
        if row.kind == "category":
            self.name = QLabel(tr("category"))
            operators, values, is_editable = ("=", "!="), self._vocabulary.categories, False
            self.name.setSizePolicy(QSizePolicy.Ignored, QSizePolicy.Preferred)
        else:
            self.name = combo([*self._vocabulary.attributes, None, *SYSTEM_ATTRIBUTES], row.name)
            self.name.activated.connect(self._take_name)
            operators, is_editable = OPERATORS, True
            values = [one["name"] for one in self._vocabulary.values.get(row.name, [])]
        self.name.setObjectName("geosnapTraceAttribute")
        self.operator = combo(operators, row.operator, name="geosnapTraceOperator")
        self.operator.view().setMinimumWidth(120)
        self._fit_operator()
        self.value = combo(values, row.value, is_editable)
        self.value.setObjectName("geosnapTraceValue")
        if is_editable:
            self.value.setEditText(row.value)
            self.value.lineEdit().setPlaceholderText(tr("value"))
            self.value.editTextChanged.connect(self._take)
        elif not row.value:
            self.value.setCurrentIndex(-1)
        self.operator.activated.connect(self._take)
        self.value.activated.connect(self._take)
        layout.addWidget(self.name, 3)
        layout.addWidget(self.operator)
        layout.addWidget(self.value, 3)

    def _fit_operator(self):
        # A sign needs little space, and leaves it to the name.
        self.operator.setFixedWidth(52 if len(self.operator.currentText()) < 3 else 104)
        self.operator.setToolTip(self.operator.currentText())
        if self.row.kind == "attribute":
            self.name.setToolTip(self.name.currentText())

    def set_problem(self, problem):
        """Shows whether the library refuses the row."""
        self.value.setStyleSheet("border: 1px solid #c0392b;" if problem else "")
        self.value.setToolTip(problem or "")

    def _take_name(self):
        self.row.name = self.name.currentText()
        values = [one["name"] for one in self._vocabulary.values.get(self.row.name, [])]
        self.value.blockSignals(True)
        self.value.clear()
        self.value.addItems(values)
        self.value.setEditText(values[0] if values else "")
        self.value.blockSignals(False)
        self._take()

    def _take(self, *_):
        row = self.row
        row.joiner = self.joiner.currentText()
        if row.kind == "expression":
            row.text = self.value.text()
        else:
            row.operator = self.operator.currentText()
            self._fit_operator()
            row.value = self.value.currentText()
        self.changed.emit()


class ConditionRows(QWidget):
    """Conditions as rows, and the library's message about them."""

    changed = pyqtSignal()

    def __init__(self, name, option, hint):
        super().__init__()
        self.setObjectName(name)
        self.option = option
        self._hint = hint
        self._vocabulary = None
        self._check = None
        self.has_problem = False
        self.rows = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        self._place = QVBoxLayout()
        self._place.setSpacing(2)
        layout.addLayout(self._place)
        self.sentence = QLabel()
        self.sentence.setObjectName(name + "Sentence")
        self.sentence.setWordWrap(True)
        self.sentence.setTextInteractionFlags(Qt.TextSelectableByMouse)
        layout.addWidget(self.sentence)
        buttons = QHBoxLayout()
        buttons.setSpacing(3)
        self._buttons = []
        for kind, text, tip in (
            ("attribute", tr("+ Condition"), tr("Adds a condition on a network attribute.")),
            ("category", tr("+ Category"), tr("Adds a condition on the category of asset types.")),
            ("expression", tr("+ Expression"), tr("Adds a condition as a text, which may have parentheses.")),
        ):
            button = QToolButton()
            button.setText(text)
            button.setToolTip(tip)
            button.setObjectName(f"{name}Add{kind.title()}")
            button.clicked.connect(lambda _=False, kind=kind: self.add(kind))
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout.addLayout(buttons)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT)
        self._timer.timeout.connect(self.check)

    def set_network(self, vocabulary, check):
        """Changes the network: its names, and the check of expressions."""
        self._vocabulary, self._check = vocabulary, check
        self.show_rows([])

    def show_rows(self, rows):
        """Replaces the rows."""
        self.rows = [row.copy() for row in rows]
        self._rebuild()
        self.check()

    def add(self, kind):
        """Adds an empty row."""
        row = Row("or", kind)
        if kind == "attribute" and self._vocabulary.attributes:
            row.name = self._vocabulary.attributes[0]
            values = self._vocabulary.values.get(row.name) or []
            row.value = values[0]["name"] if values else ""
        elif kind == "attribute":
            row.name = SYSTEM_ATTRIBUTES[0]
        self.rows.append(row)
        self._rebuild()
        self._tell()

    def widgets(self):
        """The shown rows."""
        return [self._place.itemAt(number).widget() for number in range(self._place.count())]

    def _rebuild(self):
        while self._place.count():
            widget = self._place.takeAt(0).widget()
            widget.hide()
            widget.deleteLater()
        for number, row in enumerate(self.rows):
            widget = RowWidget(row, self._vocabulary, number == 0)
            widget.changed.connect(self._tell)
            widget.removed.connect(self._remove)
            self._place.addWidget(widget)

    def _remove(self, widget):
        self.rows = [row for row in self.rows if row is not widget.row]
        self._rebuild()
        self._tell()

    def _tell(self):
        self.changed.emit()
        self._timer.start()

    def check(self):
        """Shows the library's message about the rows."""
        self._timer.stop()
        text = written(self.rows)
        problem = ""
        for widget in self.widgets():
            row = widget.row
            # Each row alone, so that column numbers match what the user sees.
            said = row.text if row.kind == "expression" else row.expression()
            of_row = self._check(self.option, said) if self._check and not row.is_empty else ""
            widget.set_problem(of_row)
            problem = problem or of_row
        empty = sum(row.is_empty for row in self.rows)
        if problem:
            self.sentence.setText("⚠ " + problem)
        elif empty:
            self.sentence.setText(tr("A row without a value has no effect yet."))
        else:
            self.sentence.setText("" if text else self._hint)
        self.sentence.setStyleSheet("color: #c0392b;" if problem else "")
        self.sentence.setVisible(bool(self.sentence.text()))
        self.has_problem = bool(problem)


FUNCTIONS = ("add", "average", "count", "max", "min", "subtract")


class FunctionRow(QWidget):
    """A function over the results, or a function barrier."""

    changed = pyqtSignal()
    removed = pyqtSignal(object)

    def __init__(self, text, attributes, is_barrier):
        super().__init__()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        kind, attribute, rest = _parts_of(text)
        self.kind = combo(FUNCTIONS, kind, name="geosnapTraceFunction")
        self.kind.setFixedWidth(84)
        self.attribute = combo([*attributes, None, *SYSTEM_ATTRIBUTES], attribute, name="geosnapTraceAttribute")
        self.rest = QLineEdit(rest)
        self.rest.setObjectName("geosnapTraceRest")
        self.rest.setPlaceholderText(tr(">= 100 local") if is_barrier else tr("where …"))
        self.rest.setToolTip("" if is_barrier else tr("Which elements count, such as: where Length > 10"))
        self._is_barrier = is_barrier
        button = small_button("✕", tr("Remove this row"), "geosnapTraceRemoveRow")
        layout.addWidget(self.kind)
        layout.addWidget(self.attribute, 3)
        layout.addWidget(self.rest, 3)
        layout.addWidget(button)
        self.kind.activated.connect(lambda _: self.changed.emit())
        self.attribute.activated.connect(lambda _: self.changed.emit())
        self.rest.textEdited.connect(lambda _: self.changed.emit())
        button.clicked.connect(lambda: self.removed.emit(self))

    @property
    def text(self):
        """The function in the expression language."""
        rest = self.rest.text().strip()
        if rest and not self._is_barrier and not rest.lower().startswith("where"):
            rest = "where " + rest
        return f"{self.kind.currentText()}({_quoted(self.attribute.currentText())}) {rest}".strip()


def _quoted(name):
    return name if name.isidentifier() else "'" + name.replace("'", "''") + "'"


def _parts_of(text):
    kind, _, rest = text.partition("(")
    quote = rest[:1]
    if quote and quote in "'\"":
        end = 1
        while end < len(rest) and (rest[end] != quote or rest[end + 1:end + 2] == quote):
            end += 2 if rest[end] == quote else 1
        return kind.strip(), rest[1:end].replace(quote * 2, quote), rest[end + 1:].lstrip(" )").strip()
    attribute, _, rest = rest.partition(")")
    return kind.strip(), attribute.strip(), rest.strip()


class FunctionRows(QWidget):
    """Functions as rows, and the library's message about them."""

    changed = pyqtSignal()

    def __init__(self, name, option, button_text, tip):
        super().__init__()
        self.setObjectName(name)
        self.option = option
        self._attributes, self._check = [], None
        self.has_problem = False
        self._is_barrier = option == "--function-barrier"
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        self._place = QVBoxLayout()
        self._place.setSpacing(2)
        layout.addLayout(self._place)
        self.sentence = QLabel()
        self.sentence.setObjectName(name + "Sentence")
        self.sentence.setWordWrap(True)
        self.sentence.setStyleSheet("color: #c0392b;")
        self.sentence.hide()
        layout.addWidget(self.sentence)
        line = QHBoxLayout()
        button = QToolButton()
        button.setText(button_text)
        button.setToolTip(tip)
        button.setObjectName(name + "Add")
        button.clicked.connect(lambda: self.add())
        line.addWidget(button)
        line.addStretch(1)
        layout.addLayout(line)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT)
        self._timer.timeout.connect(self.check)

    def set_network(self, vocabulary, check):
        """Changes the network."""
        self._attributes, self._check = vocabulary.costs + [
            one for one in vocabulary.attributes if one not in vocabulary.costs
        ], check
        self.show_texts([])

    @property
    def texts(self):
        """The texts of the rows."""
        return [widget.text for widget in self.widgets()]

    def widgets(self):
        """The shown rows."""
        return [self._place.itemAt(number).widget() for number in range(self._place.count())]

    def show_texts(self, texts):
        """Replaces the functions."""
        while self._place.count():
            widget = self._place.takeAt(0).widget()
            widget.hide()
            widget.deleteLater()
        for text in texts:
            self._append(text)
        self.check()

    def add(self, text=None):
        """Adds a row."""
        attribute = self._attributes[0] if self._attributes else SYSTEM_ATTRIBUTES[5]
        if "Length" in self._attributes:
            attribute = "Length"
        self._append(text or f"add({_quoted(attribute)})")
        self._tell()

    def _append(self, text):
        widget = FunctionRow(text, self._attributes, self._is_barrier)
        widget.changed.connect(self._tell)
        widget.removed.connect(self._remove)
        self._place.addWidget(widget)

    def _remove(self, widget):
        self._place.removeWidget(widget)
        widget.hide()
        widget.deleteLater()
        self._tell()

    def _tell(self):
        self.changed.emit()
        self._timer.start()

    def check(self):
        """Shows the library's message about the rows."""
        self._timer.stop()
        problems = [one for one in (self._check(self.option, text) for text in self.texts) if one]
        self.sentence.setText("⚠ " + " ".join(problems))
        self.sentence.setVisible(bool(problems))
        self.has_problem = bool(problems)
