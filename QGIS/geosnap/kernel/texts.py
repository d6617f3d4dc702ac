"""Translated texts."""

from qgis.PyQt.QtCore import QCoreApplication


def tr(text):
    """A text in QGIS's language; English if there is no translation."""
    return QCoreApplication.translate("GeoSnap", text)
