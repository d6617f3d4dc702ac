"""The settings in QGIS's options; and the plugin without its package, and its installation."""

import os
import unittest

import driving
import inner
from driving import Session, pump, room, until
from qgis.core import QgsSettings
from qgis.gui import QgsColorButton
from qgis.PyQt.QtCore import Qt, QTimer
from qgis.PyQt.QtGui import QColor, QKeySequence
from qgis.PyQt.QtTest import QTest
from qgis.PyQt.QtWidgets import (
    QAction,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QKeySequenceEdit,
    QLabel,
    QSpinBox,
)
from qgis.utils import iface

def preferences():
    """The settings, as the plugin has them."""
    from geosnap_qgis.kernel.preferences import preferences as found

    return found


def with_options(do):
    """Opens the options at the plugin's page like a user, and calls a function with the dialog."""
    raised = []

    def work():
        dialog = QApplication.activeModalWidget()
        try:
            pump(0.3)
            do(dialog, dialog.findChild(object, "geosnapSettings") if dialog is not None else None)
        except BaseException as error:
            raised.append(error)
        finally:
            if dialog is not None and dialog.isVisible():
                dialog.reject()

    QTimer.singleShot(800, work)
    iface.mainWindow().findChild(QAction, "geosnapShowSettings").trigger()
    pump(0.1)
    if raised:
        raise raised[0]


def accept(dialog):
    """Presses OK."""
    box = dialog.findChild(QDialogButtonBox)
    QTest.mouseClick(box.button(QDialogButtonBox.Ok), Qt.LeftButton)


class SettingsTests(Session):
    def tearDown(self):
        preferences().save(**preferences().defaults())
        super().tearDown()

    def test_what_is_set_is_kept(self):
        self.assertEqual(preferences().tolerance_pixels, 10)
        self.assertEqual(preferences().suspend_modifier, Qt.ControlModifier)
        told = []
        preferences().changed.connect(lambda: told.append(preferences().tolerance_pixels))

        def change(dialog, page):
            self.assertTrue(page.isVisible(), "the options open at the page")
            self.assertIn("Version ", page.findChild(QLabel, "geosnapPackage").text())
            driving.picture("settings", dialog)
            page.findChild(QSpinBox, "geosnapTolerance").setValue(14)
            suspend = page.findChild(QComboBox, "geosnapSuspend")
            suspend.setCurrentIndex(suspend.findText("Alt"))
            cycle = page.findChild(QKeySequenceEdit, "geosnapCycle")
            cycle.setFocus()
            QTest.keyClick(cycle, Qt.Key_Q)
            pump(1.2)
            page.findChild(QCheckBox, "geosnapOpensProjects").setChecked(False)
            page.findChild(QgsColorButton, "geosnapColorAllowed").setColor(QColor("#123456"))
            accept(dialog)

        with_options(change)
        self.assertEqual(told, [14])
        self.assertEqual(preferences().suspend_modifier, Qt.AltModifier)
        self.assertEqual(preferences().suspend_key, Qt.Key_Alt)
        self.assertEqual(preferences().cycle_key, Qt.Key_Q)
        self.assertFalse(preferences().opens_projects)
        self.assertEqual(preferences().colors["allowed"], "#123456")
        self.assertEqual(preferences().colors["prevented"], "#c62828")
        # The values that a new session reads.
        self.assertEqual(int(QgsSettings().value("geosnap/tolerancePixels")), 14)
        self.assertEqual(QgsSettings().value("geosnap/cycleKey"), "Q")

    def test_a_key_that_cannot_be_is_not_taken(self):
        def change(dialog, page):
            cycle = page.findChild(QKeySequenceEdit, "geosnapCycle")
            warning = page.findChild(QLabel, "geosnapCycleWarning")
            self.assertFalse(warning.isVisible())
            for key in (Qt.Key_Tab, Qt.Key_D, Qt.ControlModifier | Qt.Key_B):
                cycle.setKeySequence(QKeySequence(key))
                pump()
                self.assertTrue(warning.isVisible(), key)
                self.assertTrue(warning.text())
            accept(dialog)

        with_options(change)
        self.assertEqual(preferences().cycle_key, Qt.Key_W)

    def test_cancelling_changes_nothing(self):
        def change(dialog, page):
            page.findChild(QSpinBox, "geosnapTolerance").setValue(55)
            dialog.reject()

        with_options(change)
        self.assertEqual(preferences().tolerance_pixels, 10)

    def test_settings_that_make_no_sense_are_as_at_first(self):
        for name, value in (("tolerancePixels", "much"), ("suspend", "hyper"), ("cycleKey", "Ctrl+Alt+"),
                            ("colors/allowed", "greenish")):
            QgsSettings().setValue(f"geosnap/{name}", value)
        preferences().load()
        found = preferences()
        self.assertEqual(
            (found.tolerance_pixels, found.suspend, found.cycle_key, found.colors["allowed"]),
            (10, "control", Qt.Key_W, "#2e7d32"),
        )

    def test_a_wheel_that_is_none_is_told(self):
        wheel = os.path.join(self.folder, "geosnap-9-py3-none-any.whl")
        with open(wheel, "w") as file:
            file.write("no wheel")
        installing = room("settings").installing
        installing.install(wheel)
        self.assertTrue(installing.is_running)
        until(lambda: not installing.is_running, 120, "the end of pip")
        self.assertIn("pip could not install", installing.result)
        self.assertTrue(any("pip could not install" in text for text in self.messages()), self.messages())
        installing.result = ""


class OtherSessionTests(Session):
    """Tests that need a separate QGIS, with another environment."""

    def run_inner(self, module, **changes):
        """Runs the tests of a file in another QGIS with a new profile."""
        process = inner.start(module, self.folder, **changes)
        try:
            until(lambda: process.poll() is not None, 240, "the end of the other QGIS")
        finally:
            process.kill()
        output = process.stdout.read()
        self.assertEqual(process.returncode, 0, output)
        self.assertIn("OK", output)
        return output

    def test_the_library_is_missing(self):
        self.run_inner("inner_missing.py", GEOSNAP_LIBRARY="/nowhere/libgeosnap.so")

    def test_the_package_is_missing(self):
        self.run_inner("inner_missing.py", PYTHONPATH=None)

    @unittest.skipUnless(os.environ.get("GEOSNAP_WHEEL"), "GEOSNAP_WHEEL names no wheel")
    def test_the_package_is_installed(self):
        self.run_inner("inner_install.py", PYTHONPATH=None, GEOSNAP_LIBRARY=None)
