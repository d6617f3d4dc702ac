"""Texts in the language of QGIS."""

from qgis.PyQt.QtCore import QCoreApplication


def tr(text):
    """A text in the language of QGIS; English where there is no translation."""
    return QCoreApplication.translate("GeoSnap", text)
