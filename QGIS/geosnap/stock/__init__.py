"""QGIS's editing tools: they snap to allowed places, and the library checks their edits on saving."""
