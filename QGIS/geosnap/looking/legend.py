"""The legend of associations, in a corner of the map."""

from qgis.PyQt.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from qgis.PyQt.QtGui import QColor, QPainter, QPen
from qgis.PyQt.QtWidgets import QSizePolicy, QWidget

from ..kernel.texts import tr
from . import association_style

_MARGIN = 10
_SAMPLE = 38
_BOX, _OTHERS = -1, -2


class Legend(QWidget):
    """A legend in the lower left corner of a map, or below it: the patterns, their counts, and a text.

    Attributes
    ----------
    rows : list of (int, str)
        Groups of associations with their texts, and the other signs: ``_BOX`` and ``_OTHERS``.
    sentence : str
    """

    def __init__(self, name, canvas=None, parent=None):
        super().__init__(canvas.viewport() if canvas is not None else parent)
        self.setObjectName(name)
        self.setAttribute(Qt.WA_TransparentForMouseEvents)
        self.rows = []
        self.sentence = ""
        self._canvas = canvas
        if canvas is not None:
            canvas.viewport().installEventFilter(self)
        else:
            self.setSizePolicy(QSizePolicy.Preferred, QSizePolicy.Fixed)
        self.hide()

    def dispose(self):
        """Removes it."""
        if self._canvas is not None:
            self._canvas.viewport().removeEventFilter(self)
        self.deleteLater()

    def show_counts(self, counts, sentence="", has_box=False, has_others=False):
        """Shows the number of associations of each group, the signs of a container, and a text."""
        self.rows = [
            (number, tr("{}: {}").format(association_style.label(number), counts[number]))
            for number in association_style.groups()
            if counts.get(number)
        ]
        if has_box:
            self.rows.append((_BOX, tr("Extent of the content")))
        if has_others:
            self.rows.append((_OTHERS, tr("Not in the container")))
        self.sentence = sentence
        self.updateGeometry()
        self._place()
        self.setVisible(bool(self.rows or self.sentence))
        self.update()

    def eventFilter(self, watched, event):  # noqa: N802 (Qt calls it so)
        if event.type() == QEvent.Resize:
            self._place()
        return False

    def sizeHint(self):  # noqa: N802 (Qt calls it so)
        metrics = self.fontMetrics()
        line = metrics.height() + 4
        width = max([_SAMPLE + 8 + metrics.horizontalAdvance(text) for _, text in self.rows] or [0])
        height = line * len(self.rows)
        if self.sentence:
            room = max(self.parentWidget().width() - 4 * _MARGIN, 120)
            box = metrics.boundingRect(0, 0, min(room, 360), 1000, Qt.TextWordWrap, self.sentence)
            width = max(width, box.width())
            height += box.height() + (4 if self.rows else 0)
        return QSize(width + 2 * _MARGIN, height + 2 * _MARGIN - 4)

    def _place(self):
        if self._canvas is None:
            return
        self.resize(self.sizeHint())
        self.move(_MARGIN, self._canvas.viewport().height() - self.height() - _MARGIN)

    def paintEvent(self, event):  # noqa: N802 (Qt calls it so)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.Antialiasing)
        painter.setPen(QPen(QColor(90, 90, 90), 1))
        painter.setBrush(QColor(255, 255, 255, 235))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        metrics = self.fontMetrics()
        line = metrics.height() + 4
        top = _MARGIN - 4
        for number, text in self.rows:
            middle = top + line / 2
            ends = (QPointF(_MARGIN, middle), QPointF(_MARGIN + _SAMPLE - 4, middle))
            if number == _BOX:
                painter.setPen(QPen(QColor("#8a6100"), 2, Qt.DashLine))
                painter.setBrush(Qt.NoBrush)
                painter.drawRect(QRectF(_MARGIN + 1, middle - 6, _SAMPLE - 6, 12))
            elif number == _OTHERS:
                painter.setPen(QPen(QColor("#757575"), 2))
                painter.setBrush(Qt.NoBrush)
                painter.drawRect(QRectF(_MARGIN + _SAMPLE / 2 - 6, middle - 4.5, 9, 9))
            else:
                association_style.draw(painter, number, [ends])
            painter.setPen(QColor(30, 30, 30))
            painter.drawText(
                QRectF(_MARGIN + _SAMPLE + 4, top, self.width(), line), Qt.AlignVCenter | Qt.AlignLeft, text
            )
            top += line
        if self.sentence:
            painter.setPen(QColor(30, 30, 30))
            place = QRectF(_MARGIN, top + (4 if self.rows else 0), self.width() - 2 * _MARGIN, self.height() - top)
            painter.drawText(place, Qt.TextWordWrap, self.sentence)
