"""Five workflows, like five sample pages of an SDK for networks; each ends with a picture for the documentation."""

import geosnap
from driving import canvas, click, move, picture, pump, room, settle, show, until, wait_for_tasks
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtWidgets import QAction, QDockWidget, QTreeWidget
from qgis.utils import iface
from test_drawing import MAIN, SERVICE, DrawingSession
from test_looking import AT_STATION, STATION
from test_tracing import TraceSession, ask, feature, where


class SeedSession(DrawingSession):
    """A session whose window looks like a user's: layers, the map, one panel."""

    def setUp(self):
        super().setUp()
        self.hidden = [
            dock for dock in iface.mainWindow().findChildren(QDockWidget)
            if dock.isVisible() and dock.objectName() in ("Browser",)
        ]
        for dock in self.hidden:
            dock.hide()
        for dock in iface.mainWindow().findChildren(QDockWidget):
            if dock.objectName().startswith("geosnap"):
                dock.hide()
        pump(0.1)

    def tearDown(self):
        for dock in self.hidden:
            dock.show()
        for dock in iface.mainWindow().findChildren(QDockWidget):
            if dock.objectName().startswith("geosnap"):
                dock.hide()
        super().tearDown()

    def begin(self, x, y, width):
        self.path = self.copy()
        self.open(self.path)
        iface.messageBar().clearWidgets()
        show(x, y, width)


class TraceSeeds(SeedSession):
    """The panel is driven as in test_tracing."""

    press, tab, pick, set_type = TraceSession.press, TraceSession.tab, TraceSession.pick, TraceSession.set_type
    set_at, run_trace, answer = TraceSession.set_at, TraceSession.run_trace, TraceSession.answer
    assert_same, shown, heads = TraceSession.assert_same, TraceSession.shown, TraceSession.heads

    def show_panel(self):
        self.room = room("tracing")
        self.panel = self.room.panel
        if not self.panel.isVisible():
            self.room.action.trigger()
        iface.mainWindow().resizeDocks([self.panel], [520], Qt.Horizontal)
        wait_for_tasks()
        pump(0.3)

    def tearDown(self):
        self.room.clear()
        super().tearDown()

    def test_trace_a_utility_network(self):
        self.begin(*MAIN, 400)
        self.show_panel()
        self.set_type("Downstream")
        start = feature(self.path, "origin:pipe/1697")
        self.set_at("start", *where(start, 0.4), width=60)
        self.run_trace()
        told = ask("trace", self.path, "--type", "downstream", "--start", f"{start['globalID']}@0.4")
        self.assertEqual(self.answer().feature_count, len({one["globalID"] for one in told["elements"]}))
        self.press("geosnapTraceZoom")
        settle()
        until(lambda: not self.room.overlay.is_drawing, 30, "an answer that is drawn")
        iface.messageBar().clearWidgets()
        picture("qgis-trace")

    def test_configure_a_trace(self):
        self.begin(*MAIN, 400)
        self.show_panel()
        self.set_type("Upstream")
        house = feature(self.path, "origin:lv/load/5")
        self.set_at("start", *where(house), width=60)
        self.run_trace()
        before = self.answer().element_count
        self.tab(1)
        rows = self.panel.conditions.conditions
        self.press("geosnapTraceConditionsAddAttribute")
        widget = rows.widgets()[2]
        self.pick(widget.name, "Phases Current")
        self.pick(widget.operator, "not includes")
        self.pick(widget.value, "A")
        self.run_trace()
        changed = self.answer().element_count
        self.press("geosnapTraceZoom")
        settle()
        until(lambda: not self.room.overlay.is_drawing, 30, "an answer that is drawn")
        self.tab(1)
        iface.messageBar().clearWidgets()
        picture("qgis-configure-trace")
        told = ask("trace", self.path, "--type", "upstream", "--start", house["globalID"], "--no-tier-conditions",
                   "--condition", "'Device Status' = Open or 'In Service' = 0 or 'Phases Current' not includes A")
        self.assertEqual(changed, len(told["elements"]))
        self.press("geosnapTraceReset")
        self.run_trace()
        self.assertEqual(self.answer().element_count, before)


class SnapSeed(SeedSession):
    def test_snap_geometry_edits(self):
        self.begin(*MAIN, 60)
        tool = self.take(SERVICE)
        x, y = MAIN
        click(x + 12, y + 1)
        move(x + 0.1, y)
        pump(0.3)
        self.assertEqual(tool.mark.place.permission, "prevented")
        click(x + 0.1, y)
        self.assertTrue(self.remedies())
        picture("qgis-snap")
        tool.clear()


class LookSeeds(SeedSession):
    def test_display_content_of_a_container(self):
        self.begin(*AT_STATION, 60)
        action = iface.mainWindow().findChild(QAction, "geosnapContainer")
        if not action.isChecked():
            action.trigger()
        pump(0.1)
        click(416844.5, 5368184.5)
        wait_for_tasks()
        settle()
        pump(1.0)
        panel = room("looking").containers.panel
        self.assertTrue(panel.isVisible())
        self.assertEqual(room("looking").containers.container.feature.global_id, STATION)
        tree = panel.findChild(QTreeWidget, "geosnapContainerTree")
        self.assertGreater(tree.topLevelItemCount(), 0)
        iface.messageBar().clearWidgets()
        picture("qgis-container")

    def test_display_associations(self):
        self.begin(AT_STATION[0] + 2.5, AT_STATION[1] + 3.3, 3)
        action = iface.mainWindow().findChild(QAction, "geosnapAssociations")
        if not action.isChecked():
            action.trigger()
        look = room("looking").associations
        until(lambda: not look._rest.isActive(), 5, "a map that rests")
        wait_for_tasks()
        settle()
        extent = canvas().extent()
        with geosnap.open(self.path) as net:
            expected = net.associations(
                extent=(extent.xMinimum(), extent.yMinimum(), extent.xMaximum(), extent.yMaximum())
            )
        self.assertEqual(len(look.global_ids), len(expected))
        self.assertGreater(len(expected), 0)
        picture("qgis-associations")
        action.trigger()
