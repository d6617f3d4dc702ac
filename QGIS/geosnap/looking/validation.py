"""Validation: errors are listed, marked on the map, and fixed by a click."""

import time

from qgis.core import Qgis, QgsRectangle
from qgis.PyQt.QtCore import QObject, Qt
from qgis.PyQt.QtWidgets import QFileDialog, QInputDialog

from ..kernel import features, work
from ..kernel.network import problems_of
from ..kernel.texts import tr
from . import fixes, names, problems
from .places import Places
from .problem_marks import ProblemMarks
from .validation_panel import ValidationPanel

_QUICK = 2.0
"""A check that takes fewer seconds is repeated after each change."""


class Validation(QObject):
    """Validation of the current network.

    Attributes
    ----------
    problems : Problems or None
        The errors that were found.
    """

    def __init__(self, desk):
        super().__init__(desk.iface.mainWindow())
        self.desk = desk
        self.problems = None
        self._network = None
        self._asked = 0
        self._seconds = 0.0
        self._checking = None
        self._is_fixing = False
        canvas = desk.iface.mapCanvas()
        self.marks = ProblemMarks(canvas)
        self.panel = ValidationPanel(desk.iface.mainWindow())
        desk.add_dock(self.panel, Qt.RightDockWidgetArea)
        self.panel.hide()
        self.panel.checkAsked.connect(self.check)
        self.panel.only_view.toggled.connect(lambda _: self.check())
        self.panel.exportAsked.connect(self._export)
        self.panel.chosen.connect(self._chosen)
        self.panel.zoomAsked.connect(self.zoom)
        self.panel.fixAsked.connect(self.fix)
        self.panel.visibilityChanged.connect(lambda _: self._draw())
        self.action = desk.add_action(
            "geosnapValidate", tr("Validate"), self.begin, icon_name="validate",
            tip=tr("List the errors of the network, and fix them"),
        )
        desk.networks.changed.connect(self._network_changed)
        desk.networks.closed.connect(self._network_closed)
        canvas.destinationCrsChanged.connect(self._draw)

    def unload(self):
        """Removes the panel and the marks."""
        self._asked += 1
        self.desk.networks.changed.disconnect(self._network_changed)
        self.desk.networks.closed.disconnect(self._network_closed)
        canvas = self.desk.iface.mapCanvas()
        canvas.destinationCrsChanged.disconnect(self._draw)
        canvas.scene().removeItem(self.marks)
        self.deleteLater()

    def begin(self):
        """Shows the panel, and checks the current network."""
        self.panel.show()
        self.panel.raise_()
        self.check()

    def check(self):
        """Checks the current network in the background."""
        network = self.desk.networks.current
        if network is None or network.is_closed:
            self._forget(tr("No network is open. Open a network with GeoSnap > Open network."))
            return
        self._asked += 1
        asked, kernel = self._asked, network.kernel
        canvas = self.desk.iface.mapCanvas()
        is_part = self.panel.only_view.isChecked()
        extent = Places(network, canvas).extent(canvas.extent()) if is_part else None
        self.panel.title.setText(tr("The network is being checked."))
        began = time.monotonic()
        self._checking = network

        def is_done(found):
            if asked != self._asked:
                return
            self._checking = None
            if network.is_closed:
                return
            self._seconds = time.monotonic() - began
            self._network, self.problems = network, found
            self.panel.show_problems(found, _summary(len(found.all), is_part))
            self._draw()

        def has_failed(error):
            if asked != self._asked:
                return
            self._checking = None
            if network.is_closed:
                return
            if self.problems is None:
                self.panel.show_nothing(tr("The network was not checked."))
            else:
                self.panel.title.setText(tr("The network was not checked. This is the previous list."))
            self.desk.tell_error(error, tr("Validation"))

        work.run(tr("Validation"), lambda tell: problems.read(kernel, extent, tell), is_done, has_failed)

    def _forget(self, sentence):
        self._asked += 1
        self.problems = self._network = self._checking = None
        self.panel.show_nothing(sentence)
        self._draw()

    # The list and the map

    def _chosen(self, problem):
        network = self._network
        self.panel.show_choices(problem, [])
        self._draw()
        if problem is None or network is None or network.is_closed:
            return

        def is_done(found):
            if problem is self.panel.problem:
                self.panel.show_choices(problem, *found)

        def has_failed(error):
            if not network.is_closed:
                self.desk.tell_error(error)

        work.run(tr("Fix"), lambda tell: fixes.possible(network, problem.document, tell), is_done, has_failed)

    def _draw(self, *_):
        network = self._network
        if self.problems is None or network is None or network.is_closed or self.panel.isHidden():
            self.marks.set_places(problems.Problems([]).places)
            return
        places = Places(network, self.desk.iface.mapCanvas())
        problem = self.panel.problem
        chosen = None
        if problem is not None and problem.location:
            point = places.point(*problem.location[:2])
            chosen = (point.x(), point.y())
        known = self.problems.places
        self.marks.set_places(places.points(known[known[:, 0] == known[:, 0]]), chosen)

    def zoom(self, problem):
        """Shows the place of an error, and flashes its features."""
        network = self._network
        if network is None or network.is_closed:
            return
        canvas = self.desk.iface.mapCanvas()
        places = Places(network, canvas)
        _, found = names.named(network, problem.global_ids)
        shapes = [
            places.geometry(shape) for shape in features.geometries(network, found) if not shape.isNull()
        ]
        if problem.location:
            center = places.point(*problem.location[:2])
            # Near enough to see the surroundings, and no farther out than the map is.
            width = min(canvas.extent().width(), 200 * _meter(canvas))
            extent = QgsRectangle.fromCenterAndSize(
                center, width, width * canvas.height() / max(canvas.width(), 1)
            )
        elif shapes:
            extent = QgsRectangle(shapes[0].boundingBox())
            for shape in shapes[1:]:
                extent.combineExtentWith(shape.boundingBox())
            extent.grow(max(extent.width(), extent.height()) * 0.1 or 10 * canvas.mapUnitsPerPixel())
        else:
            self.desk.iface.statusBarIface().showMessage(tr("This problem has no place on the map."))
            return
        canvas.setExtent(extent)
        canvas.refresh()
        if shapes:
            canvas.flashGeometries(shapes, canvas.mapSettings().destinationCrs())

    def _export(self):
        path, _ = QFileDialog.getSaveFileName(self.panel, tr("Export the list"), "", tr("CSV files (*.csv)"))
        if path:
            self.export(path if path.lower().endswith(".csv") else path + ".csv")

    def export(self, path):
        """Writes the list as a CSV file."""
        try:
            self.problems.write(path)
        except OSError as error:
            self.desk.tell_error(error, tr("The list was not exported"))
            return
        self.desk.tell(tr("The list was exported to {}.").format(path), Qgis.Success)

    # Fixing

    def fix(self, problem, choice):
        """Fixes an error, as one step that can be undone."""
        network = self._network
        if network is None or network.is_closed:
            return
        value = None
        if choice.field is not None:
            text, is_given = QInputDialog.getText(
                self.panel, tr("Fix"), tr("{} The value of {}:").format(problem.message, choice.field)
            )
            if not is_given:
                return
            value = _value(network, problem, choice.field, text)
        self._is_fixing = True
        # A second click must not apply it again.
        self.panel.show_choices(problem, [])

        def is_done(document):
            self.desk.iface.statusBarIface().showMessage(tr("Saved: {}").format(choice.label))

        def is_refused(error):
            self._is_fixing = False
            self._chosen(self.panel.problem)
            found = problems_of(error)
            text = " ".join(dict.fromkeys(one["message"] for one in found))
            if text:
                self.desk.tell(tr("The fix was refused: {}").format(text), Qgis.Warning, 15)
            else:
                self.desk.tell_error(error)

        network.edit(choice.label, choice.edits(value), is_done, is_refused)

    # Networks

    def _network_changed(self, network, change):
        if network is self._checking and network is self.desk.networks.current:
            # A running check may have read the state before the change.
            self.check()
            return
        if network is not self._network or self.problems is None:
            return
        is_shown = not self.panel.isHidden()
        if is_shown and network is self.desk.networks.current and (self._is_fixing or self._seconds < _QUICK):
            self._is_fixing = False
            self.check()
            return
        self.panel.title.setText(
            tr("The network has changed since the check. Check the network again.")
        )

    def _network_closed(self, network):
        if network is self._network:
            self._forget(tr("The network was closed."))


def _summary(count, is_part):
    if is_part:
        if count == 0:
            return tr("Nothing is wrong with the features in the view.")
        if count == 1:
            return tr("There is 1 problem in the view.")
        return tr("There are {:,} problems in the view.").format(count)
    if count == 0:
        return tr("Nothing is wrong with the network.")
    return tr("There is 1 problem.") if count == 1 else tr("There are {:,} problems.").format(count)


def _meter(canvas):
    """The length of a metre in map units, roughly."""
    scale = canvas.scale()
    pixels = canvas.mapSettings().outputDpi() / 0.0254
    return canvas.mapUnitsPerPixel() * pixels / scale if scale > 0 else 1.0


def _value(network, problem, field, text):
    """A value for its field: a number if the field is numeric and the text is a number; null if it is empty."""
    if not text.strip():
        return None
    kinds = set()
    for one in problem.document["features"]:
        kinds.add(network.contents.fields.get(one["source"].lower(), {}).get(field))
    for kind, make in (("integer", int), ("real", float)):
        if kind in kinds:
            try:
                return make(text)
            except ValueError:
                return text
    return text
