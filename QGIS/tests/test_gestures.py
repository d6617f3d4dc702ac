"""Random gestures, by and against the rules: QGIS and the file agree, the file is valid, no edit is lost."""

import os
import random

import driving
import geosnap
from driving import click, double_click, key, move, pump, room, rows_of, show, until
from geosnap_qgis.kernel import layers
from geosnap_qgis.kernel.layers import layers_of
from geosnap_qgis.kernel.preferences import preferences
from qgis.core import QgsFeatureRequest
from qgis.PyQt.QtCore import Qt
from test_drawing import DrawingSession

SEED = int(
    os.environ.get("GEOSNAP_QGIS_SEED")
    or (random.randrange(1 << 30) if os.environ.get("GEOSNAP_QGIS_EXTENT") == "long" else 28)
)
GESTURES = int(
    os.environ.get("GEOSNAP_QGIS_GESTURES") or (500 if os.environ.get("GEOSNAP_QGIS_EXTENT") == "long" else 250)
)
"""The number on each of two networks."""
EVERY = int(os.environ.get("GEOSNAP_QGIS_EVERY") or 50)
"""The number of gestures after which QGIS and the file are compared."""


def content(path):
    """All rows of a network's tables, except those that a step of history leaves behind."""
    if driving.DATABASE is None:
        tables = [name for (name,) in rows_of(path, "SELECT table_name FROM gpkg_contents")]
    else:
        tables = [name for (name,) in rows_of(path, "SELECT name FROM un_tables")] + ["un_associations"]
    return {
        # An association is identified by its global id: one that is deleted and restored has another row.
        table: sorted(
            (row[1:] if table == "un_associations" else row for row in rows_of(path, f"SELECT * FROM {table}")), key=repr
        )
        for table in tables
        if not table.startswith("un_") or table == "un_associations"
    }


class GestureSession(DrawingSession):
    def begin(self, path, x, y, width):
        self.path = path
        self.open(path)
        self.network.changed.connect(lambda change: setattr(self, "steps", self.steps + 1))
        self.steps = self.taken_back = 0
        self.center = (x, y)
        self.width = width
        self.random = random.Random(SEED)
        print(f"seed {SEED}, {GESTURES} gestures", flush=True)
        show(x, y, width)
        self.drawing = room("drawing")
        self.types = [one for one in self.network.definition.asset_types if one.geometry in ("point", "line")]
        used = [one for one in self.types if self.network.contents.usage[one.path]]
        self.types = used * 3 + self.types

    def place(self):
        """A place on the map: mostly at a feature, sometimes a few pixels beside it."""
        reach = self.width / 2.2
        x, y = self.center
        x, y = x + self.random.uniform(-reach, reach), y + self.random.uniform(-reach, reach) * 0.6
        if self.random.random() < 0.75:
            hits = self.network.kernel.identify(x, y, tolerance=self.width / 6)
            if len(hits):
                number = self.random.randrange(len(hits))
                beside = self.random.choice((0.0, 0.0, 4.0, 14.0)) * driving.canvas().mapUnitsPerPixel()
                x = float(hits.x[number]) + self.random.uniform(-beside, beside)
                y = float(hits.y[number]) + self.random.uniform(-beside, beside)
        return x, y

    def take_tool(self, name):
        self.drawing.actions[name].trigger()
        pump()

    # Gestures

    def draw(self):
        kind = self.random.choice(self.types)
        self.drawing.choose(kind)
        for _ in range(self.random.choice((1, 2, 2, 3, 4))):
            held = preferences.suspend_modifier if self.random.random() < 0.15 else Qt.NoModifier
            click(*self.place(), modifiers=held)
            if self.random.random() < 0.1:
                key(preferences.cycle_key)
        if self.random.random() < 0.1:
            key(Qt.Key_Backspace)
        if self.random.random() < 0.3:
            self.remedy()
        click(*self.place(), button=Qt.RightButton)

    def remedy(self):
        self.settle()
        buttons = self.remedies()
        if buttons:
            self.random.choice(buttons).click()
            self.settle()

    def drag(self):
        self.take_tool("vertex")
        move(*self.place())
        click(*self.place())
        click(*self.place())
        if self.random.random() < 0.3:
            self.remedy()
        if self.random.random() < 0.2:
            click(*self.place(), button=Qt.RightButton)

    def insert_vertex(self):
        self.take_tool("vertex")
        double_click(*self.place())

    def take_vertex_out(self):
        self.take_tool("vertex")
        move(*self.place())
        key(Qt.Key_Delete)

    def reshape(self):
        self.take_tool("reshape")
        for _ in range(3):
            click(*self.place())
        click(*self.place(), button=Qt.RightButton)

    def split(self):
        self.take_tool("split")
        click(*self.place())

    def merge(self):
        self.take_tool("merge")
        click(*self.place())
        click(*self.place())

    def delete(self):
        self.take_tool("delete")
        click(*self.place())

    def undo(self):
        key(Qt.Key_Z, Qt.ControlModifier)

    def redo(self):
        key(Qt.Key_Z, Qt.ControlModifier | Qt.ShiftModifier)

    def escape(self):
        key(Qt.Key_Escape)

    def change_view(self):
        width = self.width * self.random.choice((0.5, 1.0, 1.7))
        show(self.center[0], self.center[1], width)

    def gesture(self):
        gestures = (
            [self.draw] * 8 + [self.drag] * 5 + [self.insert_vertex, self.take_vertex_out, self.reshape, self.split]
            + [self.merge, self.delete, self.undo, self.undo, self.redo, self.escape, self.change_view]
        )
        chosen = self.random.choice(gestures)
        chosen()
        return chosen.__name__

    def settle(self):
        self.saved()
        until(lambda: not self.drawing.aftermath.is_running, 30, "a look at what was drawn")
        # Errors caused by a step are reported, and a click takes the step back.
        for button in self.remedies():
            if button.text().startswith("Undo"):
                self.taken_back += 1
                button.click()
                self.saved()

    def compare(self, what):
        """QGIS shows the content of the file, and the open network equals that of the file."""
        self.settle()
        rows = content(self.path)
        for table, layer in layers_of(self.path):
            request = QgsFeatureRequest().setFlags(QgsFeatureRequest.NoGeometry).setNoAttributes()
            ids = [feature.id() for feature in layer.getFeatures(request)]
            ids = sorted(layers.rows_of(layer, ids).values())
            if table == "un_associations":
                self.assertEqual(len(ids), len(rows[table]), f"{table} after {what}, seed {SEED}")
            else:
                self.assertEqual(ids, sorted(row[0] for row in rows[table]), f"{table} after {what}, seed {SEED}")
        with geosnap.open(self.path) as net:
            self.assertEqual(net.feature_count, self.network.kernel.feature_count, f"after {what}, seed {SEED}")
            self.assertEqual(net.association_count, self.network.kernel.association_count)
            errors = [error["message"] for error in net.validate().errors]
            steps = [step["name"] for step in net.history()["steps"] if not step["isUndone"]][-12:]
        self.assertEqual(errors, self.broken, f"after {what}, seed {SEED}; the last steps: {steps}")

    def run_gestures(self, path, x, y, width):
        before = content(path)
        self.broken = self.errors(path)
        self.begin(path, x, y, width)
        done = {}
        for number in range(GESTURES):
            name = self.gesture()
            done[name] = done.get(name, 0) + 1
            self.settle()
            if number % EVERY == EVERY - 1:
                self.compare(f"gesture {number}, {name}")
        self.settle()
        self.compare("all gestures")
        print(f"{self.steps} steps, {self.taken_back} of them taken back, by {done}", flush=True)
        self.assertGreater(self.steps, GESTURES // 20)
        after = content(path)
        # Every step can be undone, to the last bit, and redone.
        count = 0
        while self.network.can_undo:
            self.drawing.undo()
            self.settle()
            count += 1
        self.assert_same(content(path), before, f"after {count} times undo, seed {SEED}")
        for _ in range(count):
            self.drawing.redo()
            self.settle()
        self.assert_same(content(path), after, f"after {count} times redo, seed {SEED}")

    def assert_same(self, now, then, when):
        for table, rows in then.items():
            if now[table] != rows:
                gone = [row for row in rows if row not in now[table]][:3]
                new = [row for row in now[table] if row not in rows][:3]
                self.fail(f"{table} {when}: gone {gone}, new {new}")


class GestureTests(GestureSession):
    def test_on_schutterwald(self):
        self.run_gestures(self.copy(), 417831, 5367588, 150)

    def test_on_net3(self):
        path = os.path.join(self.folder, "net3.gpkg")
        geosnap.import_network("epanet", os.path.join(driving.CLONE, "Examples", "Water", "Net3.inp"), path)
        with geosnap.open(path) as net:
            x, y = (net.extent[0] + net.extent[2]) / 2, (net.extent[1] + net.extent[3]) / 2
            width = float(net.extent[2] - net.extent[0]) / 3
        self.run_gestures(self.stored(path), x, y, width)
