"""The user's settings."""

from qgis.core import QgsSettings
from qgis.PyQt.QtCore import QObject, Qt, pyqtSignal
from qgis.PyQt.QtGui import QColor, QKeySequence

PERMISSIONS = ("allowed", "limited", "prevented")
SUSPEND_KEYS = {
    "control": (Qt.Key_Control, Qt.ControlModifier),
    "shift": (Qt.Key_Shift, Qt.ShiftModifier),
    "alt": (Qt.Key_Alt, Qt.AltModifier),
}
"""The keys that suspend snapping, by their word in the settings: the key, and the modifier of an event."""
_TOLERANCE = 10
_SUSPEND = "control"
# A map tool never receives Tab: Qt moves the focus. Advanced digitizing uses A, C, D, F, M, N, P, X, Y and Z, QGIS
# uses R, S and T, and the space bar pans.
_CYCLE = "W"
_COLORS = {"allowed": "#2e7d32", "limited": "#ef6c00", "prevented": "#c62828"}


class Preferences(QObject):
    """The user's settings, stored in QGIS's settings under ``geosnap/``.

    Each is an attribute, so that a pointer move does not read the settings.

    Attributes
    ----------
    tolerance_pixels : int
        The snapping distance.
    suspend : {"control", "shift", "alt"}
        The key that suspends snapping while held; ``suspend_key`` and ``suspend_modifier`` are Qt's values.
    cycle_key : int
        Qt's code of the key that switches to the next match.
    colors : dict
        The colours of marks, by ``"allowed"``, ``"limited"`` and ``"prevented"``.
    opens_projects : bool
        Whether a project's networks are opened with it.
    """

    changed = pyqtSignal()

    def __init__(self):
        super().__init__()
        self.load()

    def load(self):
        """Reads the settings; an invalid one gets its default."""
        read = QgsSettings().value
        self.tolerance_pixels = _number(read("geosnap/tolerancePixels"), 1, 100, _TOLERANCE)
        self.suspend = str(read("geosnap/suspend") or "").lower()
        if self.suspend not in SUSPEND_KEYS:
            self.suspend = _SUSPEND
        self.suspend_key, self.suspend_modifier = SUSPEND_KEYS[self.suspend]
        self.cycle_key = _key(read("geosnap/cycleKey")) or _key(_CYCLE)
        self.colors = {}
        for permission in PERMISSIONS:
            color = QColor(str(read(f"geosnap/colors/{permission}") or ""))
            self.colors[permission] = color.name() if color.isValid() else _COLORS[permission]
        self.opens_projects = str(read("geosnap/opensProjects", "true")).lower() not in ("false", "0")

    def save(self, *, tolerance_pixels, suspend, cycle_key, colors, opens_projects):
        """Saves the settings, and signals the change."""
        settings = QgsSettings()
        settings.setValue("geosnap/tolerancePixels", tolerance_pixels)
        settings.setValue("geosnap/suspend", suspend)
        settings.setValue("geosnap/cycleKey", QKeySequence(cycle_key).toString(QKeySequence.PortableText))
        for permission in PERMISSIONS:
            settings.setValue(f"geosnap/colors/{permission}", colors[permission])
        settings.setValue("geosnap/opensProjects", "true" if opens_projects else "false")
        self.load()
        self.changed.emit()

    @staticmethod
    def defaults():
        """The defaults: the keywords of ``save``."""
        return {
            "tolerance_pixels": _TOLERANCE,
            "suspend": _SUSPEND,
            "cycle_key": _key(_CYCLE),
            "colors": dict(_COLORS),
            "opens_projects": True,
        }


def _number(value, least, most, default):
    try:
        return min(max(int(value), least), most)
    except (TypeError, ValueError):
        return default


def _key(text):
    """The key for a text, without modifiers; 0 for none."""
    sequence = QKeySequence(str(text or ""), QKeySequence.PortableText)
    if sequence.count() != 1:
        return 0
    key = int(sequence[0]) & ~int(Qt.KeyboardModifierMask)
    return 0 if key == Qt.Key_unknown else key


preferences = Preferences()
