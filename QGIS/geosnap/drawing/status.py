"""The status line: a message at the lower edge of the map, for which QGIS's status bar is too small."""

from qgis.PyQt.QtCore import QEvent, QObject, Qt
from qgis.PyQt.QtWidgets import QLabel

_MARGIN = 8


class StatusLine(QObject):
    """A message over the lower edge of the map."""

    def __init__(self, canvas):
        super().__init__(canvas)
        self._canvas = canvas
        self._label = QLabel(canvas)
        self._label.setObjectName("geosnapStatus")
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.PlainText)
        # Mouse events pass through, so that drawing below it works.
        self._label.setAttribute(Qt.WA_TransparentForMouseEvents)
        self._label.setStyleSheet(
            "QLabel#geosnapStatus { background: rgba(33, 33, 33, 225); color: white; padding: 5px 9px;"
            " border-radius: 4px; }"
        )
        self._label.hide()
        canvas.installEventFilter(self)

    def show(self, text):
        """Shows a message; an empty one hides the line."""
        self._label.setText(text)
        self._label.setVisible(bool(text))
        if text:
            self._place()

    @property
    def text(self):
        """The shown message, or an empty text."""
        return self._label.text() if not self._label.isHidden() else ""

    def _place(self):
        width = min(max(self._canvas.width() - 2 * _MARGIN, 50), 900)
        wanted = self._label.fontMetrics().horizontalAdvance(self._label.text()) + 24
        width = min(width, wanted)
        height = self._label.heightForWidth(width)
        self._label.setGeometry(_MARGIN, self._canvas.height() - height - _MARGIN, width, height)
        self._label.raise_()

    def eventFilter(self, watched, event):  # noqa: N802 (Qt calls it so)
        """Keeps the line at the edge when the map is resized."""
        if event.type() == QEvent.Resize and not self._label.isHidden():
            self._place()
        return False

    def close(self):
        """Removes the line."""
        self._canvas.removeEventFilter(self)
        self._label.deleteLater()
        self.deleteLater()
