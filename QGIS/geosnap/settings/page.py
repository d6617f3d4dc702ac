"""The settings page in QGIS's options."""

import os

from qgis.core import QgsSettings
from qgis.gui import QgsColorButton, QgsOptionsPageWidget
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtGui import QColor, QKeySequence
from qgis.PyQt.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QKeySequenceEdit,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
)

from ..kernel.desk import SETTINGS_PAGE
from ..kernel.package import PackageMissing, package
from ..kernel.preferences import PERMISSIONS, preferences
from ..kernel.texts import tr

# Keys that advanced digitizing, QGIS's tools and these tools use.
_TAKEN = {
    Qt.Key_A, Qt.Key_C, Qt.Key_D, Qt.Key_F, Qt.Key_M, Qt.Key_N, Qt.Key_P, Qt.Key_R, Qt.Key_S, Qt.Key_T, Qt.Key_X,
    Qt.Key_Y, Qt.Key_Z, Qt.Key_Backspace, Qt.Key_Delete, Qt.Key_Enter, Qt.Key_Escape, Qt.Key_Return, Qt.Key_Space,
}
# They move the focus before a map tool receives them.
_UNREACHABLE = {Qt.Key_Tab, Qt.Key_Backtab}
_FOLDER = "geosnap/wheelFolder"


class Page(QgsOptionsPageWidget):
    """The page.

    Parameters
    ----------
    parent : QWidget
    installing : Installing
    """

    def __init__(self, parent, installing):
        super().__init__(parent)
        self.setObjectName(SETTINGS_PAGE)
        self._installing = installing
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._package_box())
        layout.addWidget(self._projects_box())
        layout.addWidget(self._drawing_box())
        layout.addStretch()
        buttons = QHBoxLayout()
        defaults = QPushButton(tr("Defaults"), self)
        defaults.setObjectName("geosnapDefaults")
        defaults.clicked.connect(lambda _=False: self._show(**preferences.defaults()))
        buttons.addStretch()
        buttons.addWidget(defaults)
        layout.addLayout(buttons)
        self._show(
            tolerance_pixels=preferences.tolerance_pixels,
            suspend=preferences.suspend,
            cycle_key=preferences.cycle_key,
            colors=preferences.colors,
            opens_projects=preferences.opens_projects,
        )
        installing.changed.connect(self._show_package)
        self._show_package()

    # The package

    def _package_box(self):
        box = QGroupBox(tr("Python package geosnap"), self)
        layout = QVBoxLayout(box)
        self._package = QLabel(box)
        self._package.setObjectName("geosnapPackage")
        self._package.setWordWrap(True)
        self._package.setTextInteractionFlags(Qt.TextSelectableByMouse)
        layout.addWidget(self._package)
        row = QHBoxLayout()
        self._install = QPushButton(tr("Install the package…"), box)
        self._install.setObjectName("geosnapInstall")
        self._install.clicked.connect(self._choose)
        row.addWidget(self._install)
        row.addStretch()
        layout.addLayout(row)
        return box

    def _show_package(self):
        if self._installing.is_running:
            text = tr("The package is being installed…")
        elif self._installing.result:
            text = self._installing.result
        else:
            text = description()
        self._package.setText(text)
        self._install.setEnabled(not self._installing.is_running)

    def _choose(self, _=False):
        dialog = QFileDialog(
            self, tr("Install the package"), str(QgsSettings().value(_FOLDER) or os.path.expanduser("~")),
            tr("Wheels (*.whl);;All files (*)"),
        )
        dialog.setObjectName("geosnapWheelDialog")
        dialog.setFileMode(QFileDialog.ExistingFile)
        if dialog.exec_() and dialog.selectedFiles():
            wheel = dialog.selectedFiles()[0]
            QgsSettings().setValue(_FOLDER, os.path.dirname(wheel))
            self._installing.install(wheel)
        dialog.deleteLater()

    # Projects and drawing

    def _projects_box(self):
        box = QGroupBox(tr("Projects"), self)
        layout = QVBoxLayout(box)
        self._opens = QCheckBox(tr("Open the networks of a project with the project"), box)
        self._opens.setObjectName("geosnapOpensProjects")
        layout.addWidget(self._opens)
        return box

    def _drawing_box(self):
        box = QGroupBox(tr("Drawing by the rules"), self)
        layout = QFormLayout(box)
        self._tolerance = QSpinBox(box)
        self._tolerance.setObjectName("geosnapTolerance")
        self._tolerance.setRange(1, 100)
        self._tolerance.setSuffix(tr(" pixels"))
        layout.addRow(tr("Snap within"), self._tolerance)
        self._suspend = QComboBox(box)
        self._suspend.setObjectName("geosnapSuspend")
        for name, text in (("control", tr("Ctrl")), ("shift", tr("Shift")), ("alt", tr("Alt"))):
            self._suspend.addItem(text, name)
        layout.addRow(tr("Snapping is suspended while this key is down"), self._suspend)
        self._cycle = QKeySequenceEdit(box)
        self._cycle.setObjectName("geosnapCycle")
        self._cycle.keySequenceChanged.connect(self._check_key)
        layout.addRow(tr("Key for the next of several places"), self._cycle)
        self._warning = QLabel(box)
        self._warning.setObjectName("geosnapCycleWarning")
        self._warning.setWordWrap(True)
        layout.addRow("", self._warning)
        self._colors = {}
        texts = {
            "allowed": tr("Mark of a place that is allowed"),
            "limited": tr("Mark of a place that a rule allows"),
            "prevented": tr("Mark of a place that is not allowed"),
        }
        for permission in PERMISSIONS:
            button = QgsColorButton(box, texts[permission])
            button.setObjectName(f"geosnapColor{permission.capitalize()}")
            button.setAllowOpacity(False)
            button.setMinimumWidth(90)
            layout.addRow(texts[permission], button)
            self._colors[permission] = button
        return box

    def _show(self, *, tolerance_pixels, suspend, cycle_key, colors, opens_projects):
        self._tolerance.setValue(tolerance_pixels)
        self._suspend.setCurrentIndex(self._suspend.findData(suspend))
        self._cycle.setKeySequence(QKeySequence(cycle_key))
        for permission, button in self._colors.items():
            button.setColor(QColor(colors[permission]))
        self._opens.setChecked(opens_projects)
        self._check_key()

    def _key(self):
        sequence = self._cycle.keySequence()
        return int(sequence[0]) if sequence.count() == 1 else 0

    def _is_good(self, key):
        return bool(key) and not key & int(Qt.KeyboardModifierMask) and key not in _TAKEN and key not in _UNREACHABLE

    def _check_key(self, *_):
        key = self._key()
        text = ""
        if key in _UNREACHABLE:
            text = tr("This key moves between the panels of QGIS, and never reaches the map.")
        elif key in _TAKEN:
            text = tr("This key has another meaning while drawing. Choose another one, such as W.")
        elif not self._is_good(key):
            text = tr("Press one key, without Ctrl, Shift or Alt.")
        self._warning.setText(text)
        self._warning.setVisible(bool(text))

    def apply(self):
        """Saves the settings; QGIS calls it. An invalid key is not saved."""
        key = self._key()
        preferences.save(
            tolerance_pixels=self._tolerance.value(),
            suspend=self._suspend.currentData(),
            cycle_key=key if self._is_good(key) else preferences.cycle_key,
            colors={permission: button.color().name() for permission, button in self._colors.items()},
            opens_projects=self._opens.isChecked(),
        )


def description():
    """Version and folder of the package, or why it cannot be loaded."""
    try:
        found = package()
    except PackageMissing as error:
        return str(error)
    return tr("Version {}, in {}").format(found.__version__, os.path.dirname(found.__file__))
