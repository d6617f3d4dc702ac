"""What the user has set."""

from qgis.core import QgsSettings
from qgis.PyQt.QtCore import Qt


class Preferences:
    tolerance_pixels = 10
    suspend_modifier = Qt.ControlModifier
    cycle_key = Qt.Key_Tab
    colors = {"allowed": "#2e7d32", "limited": "#ef6c00", "prevented": "#c62828"}


preferences = Preferences()
