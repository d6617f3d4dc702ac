"""A list with two levels, of any length: groups, and rows in them."""

from qgis.PyQt.QtCore import QAbstractItemModel, QModelIndex, Qt, pyqtSignal


class Group:
    """A group of rows.

    Attributes
    ----------
    title : str
    rows : list
        The listed objects, of any type that the columns can display.
    is_checked : bool or None
        None if it has no check box.
    value
        The object that it represents.
    """

    def __init__(self, title, rows, is_checked=None, value=None):
        self.title = title
        self.rows = rows
        self.is_checked = is_checked
        self.value = value


class Column:
    """A column: its heading, and its text for a row."""

    def __init__(self, heading, text, icon=None, tip=None):
        self.heading = heading
        self.text = text
        self.icon = icon
        self.tip = tip


class GroupedModel(QAbstractItemModel):
    """Groups of rows, filtered by a text."""

    groupChecked = pyqtSignal(object)
    """A Group whose check box was clicked."""

    def __init__(self, columns, parent=None):
        super().__init__(parent)
        self._columns = columns
        self._groups = []
        self._shown = []
        self._texts = []
        self._filter = ""

    # The list

    @property
    def groups(self):
        return list(self._groups)

    @property
    def shown_count(self):
        """The number of shown rows."""
        return sum(len(rows) for _, rows in self._shown)

    def set_groups(self, groups):
        """Replaces the groups."""
        self.beginResetModel()
        self._groups = groups
        self._texts = None
        self._choose()
        self.endResetModel()

    def filter(self, text):
        """Shows the rows that contain a text in one of their columns, ignoring case."""
        text = text.strip().lower()
        if text == self._filter:
            return
        self.beginResetModel()
        self._filter = text
        self._choose()
        self.endResetModel()

    def _choose(self):
        if not self._filter:
            self._shown = [(group, group.rows) for group in self._groups]
            return
        if self._texts is None:
            self._texts = [[self._text_of(row) for row in group.rows] for group in self._groups]
        chosen = [
            (group, [row for row, text in zip(group.rows, texts) if self._filter in text])
            for group, texts in zip(self._groups, self._texts)
        ]
        self._shown = [(group, rows) for group, rows in chosen if rows]

    def _text_of(self, row):
        return " ".join(column.text(row) for column in self._columns).lower()

    def row_of(self, index):
        """The row at an index; None for a group."""
        if not index.isValid() or not index.internalId():
            return None
        return self._shown[index.internalId() - 1][1][index.row()]

    def group_of(self, index):
        """The group at an index, or around it."""
        if not index.isValid():
            return None
        return self._shown[(index.internalId() or index.row() + 1) - 1][0]

    def index_of(self, wanted):
        """The index of a row; invalid if it is not shown."""
        for number, (_, rows) in enumerate(self._shown):
            for place, row in enumerate(rows):
                if row is wanted:
                    return self.createIndex(place, 0, number + 1)
        return QModelIndex()

    # Methods that Qt calls

    def rowCount(self, parent=QModelIndex()):  # noqa: B008, N802 (Qt calls it so)
        if not parent.isValid():
            return len(self._shown)
        if parent.internalId() or parent.column() > 0:
            return 0
        return len(self._shown[parent.row()][1])

    def columnCount(self, parent=QModelIndex()):  # noqa: B008, N802 (Qt calls it so)
        return len(self._columns)

    def index(self, row, column, parent=QModelIndex()):  # noqa: B008
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index):
        if not index.isValid() or not index.internalId():
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def headerData(self, section, orientation, role=Qt.DisplayRole):  # noqa: N802 (Qt calls it so)
        if role == Qt.DisplayRole and orientation == Qt.Horizontal:
            return self._columns[section].heading
        return None

    def flags(self, index):
        flags = super().flags(index)
        group = self.group_of(index)
        if group is not None and not index.internalId() and group.is_checked is not None and index.column() == 0:
            flags |= Qt.ItemIsUserCheckable
        return flags

    def data(self, index, role=Qt.DisplayRole):
        if not index.isValid():
            return None
        if not index.internalId():
            group, rows = self._shown[index.row()]
            if index.column() == 0 and role in (Qt.DisplayRole, Qt.ToolTipRole):
                return f"{group.title} ({len(rows):,})"
            if index.column() == 0 and role == Qt.CheckStateRole and group.is_checked is not None:
                return Qt.Checked if group.is_checked else Qt.Unchecked
            return None
        row, column = self.row_of(index), self._columns[index.column()]
        if role == Qt.DisplayRole:
            return column.text(row)
        if role == Qt.DecorationRole and column.icon is not None:
            return column.icon(row)
        if role == Qt.ToolTipRole:
            return (column.tip or column.text)(row)
        return None

    def setData(self, index, value, role=Qt.EditRole):  # noqa: N802 (Qt calls it so)
        if role != Qt.CheckStateRole or not index.isValid() or index.internalId():
            return False
        group = self._shown[index.row()][0]
        group.is_checked = value == Qt.Checked
        self.dataChanged.emit(index, index, [role])
        self.groupChecked.emit(group)
        return True
