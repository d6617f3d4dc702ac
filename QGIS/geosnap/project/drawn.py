"""Delays heavy work until the map is drawn, since both use all processors."""

from qgis.PyQt.QtCore import QElapsedTimer, QObject, QTimer

from ..kernel import store

_LOOKING_EVERY, _UNTIL_BEGUN, _PATIENCE = 50, 1500, 20_000
"""In milliseconds: the interval between checks, and the maximum waits for the map to begin and to end."""


def when_drawn(canvas, path, do):
    """Calls a function when the map is drawn, if drawing is about to start and the network is large; else at once.

    Parameters
    ----------
    canvas : QgsMapCanvas
    path : str
    do : callable
    """
    if store.is_large(path) and canvas.renderFlag():
        _Waiting(canvas, do)
    else:
        do()


class _Waiting(QObject):
    """Waits while the map is drawn or about to be."""

    def __init__(self, canvas, do):
        super().__init__(canvas)
        self._canvas, self._do = canvas, do
        self._has_begun = False
        self._clock = QElapsedTimer()
        self._clock.start()
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOKING_EVERY)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self):
        is_drawing = self._canvas.isDrawing()
        self._has_begun = self._has_begun or is_drawing
        if not self._has_begun:
            # Layers that were just added are drawn a moment later.
            is_over = self._clock.hasExpired(_UNTIL_BEGUN)
        else:
            # It does not wait for a user who moves the map without a pause.
            is_over = not is_drawing or self._clock.hasExpired(_PATIENCE)
        if is_over:
            self._go()

    def _go(self):
        if self._do is None:
            return
        do, self._do = self._do, None
        self._timer.stop()
        self.deleteLater()
        do()
