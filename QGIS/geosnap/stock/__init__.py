"""QGIS's own tools: they snap to what the rules allow, and what they save is checked."""
