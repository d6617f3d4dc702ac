"""Drives QGIS like a user: with mouse and keys."""

import contextlib
import faulthandler
import os
import re
import shutil
import sqlite3
import struct
import sys
import tempfile
import time
import traceback
import unittest
import uuid

from qgis.core import QgsApplication, QgsFeatureRequest, QgsPointXY, QgsProject, QgsRectangle, QgsSettings, QgsVectorLayer
from qgis.PyQt.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from qgis.PyQt.QtGui import QImage, QMouseEvent
from qgis.PyQt.QtTest import QTest
from qgis.PyQt.QtWidgets import QApplication, QFileDialog, QLineEdit
from qgis.utils import iface, plugins

CLONE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCHUTTERWALD = os.path.join(CLONE, "Examples", "Schutterwald", "schutterwald.gpkg")
PLUGIN = "geosnap_qgis"
DATABASE = os.environ.get("GEOSNAP_POSTGRES") if os.environ.get("GEOSNAP_QGIS_STORE") == "database" else None
"""The database for the networks; None if they are files."""
PICTURES = os.environ.get("GEOSNAP_QGIS_PICTURES")
"""The folder for pictures; without it, none are made."""


def plugin():
    """The plugin as QGIS has loaded it."""
    return plugins[PLUGIN]


def room(name):
    """A room of the plugin."""
    return plugin().room(name)


def pump(seconds=0.0):
    """Lets QGIS process its events."""
    end = time.monotonic() + seconds
    while True:
        QApplication.sendPostedEvents()
        QApplication.processEvents()
        # Otherwise deferred deletions wait until the outermost event loop continues.
        QApplication.sendPostedEvents(None, QEvent.DeferredDelete)
        if time.monotonic() >= end:
            return
        time.sleep(0.005)


def until(condition, seconds=30.0, what="something"):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not come about within {seconds:g} s")
        pump(0.01)


def wait_for_tasks(seconds=60.0):
    """Waits until no task is running."""
    from geosnap_qgis.kernel import work

    pump(0.02)
    manager = QgsApplication.taskManager()
    end = time.monotonic() + seconds
    while manager.countActiveTasks() or work.is_running():
        if time.monotonic() > end:
            tasks = [(task.description(), task.status(), task.progress()) for task in manager.activeTasks()]
            faulthandler.dump_traceback(file=sys.__stderr__, all_threads=True)
            raise AssertionError(f"These tasks do not end within {seconds:g} s: {tasks}")
        pump(0.01)
    pump(0.05)


def canvas():
    return iface.mapCanvas()


def show(x, y, width):
    """Shows a place in the middle of the map, with a width in map units."""
    height = width * canvas().height() / max(canvas().width(), 1)
    canvas().setExtent(QgsRectangle(x - width / 2, y - height / 2, x + width / 2, y + height / 2))
    canvas().refresh()
    settle()


def settle(seconds=20.0):
    """Waits until the map is drawn."""
    pump(0.05)
    until(lambda: not canvas().isDrawing(), seconds, "a map that is drawn")
    pump(0.05)


def pixel(x, y):
    """The pixel of a place on the map."""
    point = canvas().getCoordinateTransform().transform(QgsPointXY(x, y))
    return QPoint(round(point.x()), round(point.y()))


def place(point):
    """The place on the map at a pixel."""
    found = canvas().getCoordinateTransform().toMapCoordinates(point.x(), point.y())
    return found.x(), found.y()


def move(x, y, modifiers=Qt.NoModifier):
    """Moves the pointer to a place on the map."""
    move_to_pixel(pixel(x, y), modifiers)


def move_to_pixel(point, modifiers=Qt.NoModifier, buttons=Qt.NoButton):
    viewport = canvas().viewport()
    event = QMouseEvent(
        QEvent.MouseMove, QPointF(point), QPointF(viewport.mapToGlobal(point)), Qt.NoButton, buttons, modifiers
    )
    QApplication.sendEvent(viewport, event)


def click(x, y, button=Qt.LeftButton, modifiers=Qt.NoModifier):
    """Moves the pointer to a place on the map, and clicks there."""
    move(x, y, modifiers)
    pump()
    QTest.mouseClick(canvas().viewport(), button, modifiers, pixel(x, y))
    pump(0.02)


def double_click(x, y):
    """Clicks twice at a place on the map."""
    click(x, y)
    QTest.mouseDClick(canvas().viewport(), Qt.LeftButton, Qt.NoModifier, pixel(x, y))
    pump(0.02)


def key(code, modifiers=Qt.NoModifier):
    """Presses a key over the map."""
    # Without a window manager no window is active, and shortcuts are those of the active one.
    QApplication.setActiveWindow(iface.mainWindow())
    canvas().setFocus()
    QTest.keyClick(canvas(), code, modifiers)
    pump(0.02)


def type_into(widget, text):
    """Types a text into a field."""
    widget.setFocus()
    QTest.keyClicks(widget, text)
    pump(0.02)


def layer(table):
    """The layer of the project that shows a table."""
    from geosnap_qgis.kernel.layers import path_and_table

    for one in QgsProject.instance().mapLayers().values():
        place = path_and_table(one)
        if place is not None and place[1].lower() == table.lower():
            return one
    raise AssertionError(f"No layer shows {table}")


def plain_layer(path, table, title):
    """A layer of a network's table without the plugin."""
    from geosnap_qgis.kernel import store

    folded = table if DATABASE is None else table.lower()
    source, provider = store.layer_source(path, folded, "shape")
    return QgsVectorLayer(source, title, provider)


def fid(layer, row):
    """The feature id in a layer of a row of the network."""
    from geosnap_qgis.kernel.layers import fids_of

    return fids_of(layer, [row])[0]


def request(skipped):
    """Requests one feature, after skipping a number of others."""
    return QgsFeatureRequest().setFilterExpression(f"$id > {skipped}").setLimit(1)


def choose_file(name, path, seconds=1.0):
    """Types a file name into the dialog of this name that is about to open, and presses Enter."""

    def work():
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QFileDialog) and dialog.objectName() == name:
            line = dialog.findChild(QLineEdit, "fileNameEdit")
            line.setText(path)
            QTest.keyClick(line, Qt.Key_Return)

    QTimer.singleShot(int(1000 * seconds), work)


def picture(name, widget=None):
    """Saves the screen as a picture, if pictures are requested."""
    pump(0.2)
    if PICTURES:
        image = (widget or iface.mainWindow()).grab().toImage()
        # With 256 colours, so that a page opens fast.
        image = image.convertToFormat(QImage.Format_Indexed8, Qt.ThresholdDither | Qt.AvoidDither)
        image.save(os.path.join(PICTURES, name + ".png"))


class Session(unittest.TestCase):
    """A test in QGIS, with a separate folder and an empty project."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="geosnap-qgis-")
        self.schemas = []
        QgsSettings().setValue("qgis/digitizing/disable_enter_attribute_values_dialog", True)
        QgsProject.instance().clear()
        pump(0.1)

    def tearDown(self):
        for layer in QgsProject.instance().mapLayers().values():
            if hasattr(layer, "isEditable") and layer.isEditable():
                layer.rollBack()
        canvas().unsetMapTool(canvas().mapTool()) if canvas().mapTool() else None
        QgsProject.instance().clear()
        pump(0.1)
        plugin().desk.networks.close_all()
        pump(0.05)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.drop_schemas()
        errors, _errors[:] = list(_errors), []
        self.assertEqual(errors, [], "\n".join(errors))

    def copy(self, path=SCHUTTERWALD, name="town.gpkg"):
        """A copy of a network that a test may change: its file, or its address if networks are in a database."""
        copied = self.file_copy(path, name)
        return self.stored(copied)

    def file_copy(self, path=SCHUTTERWALD, name="town.gpkg"):
        """A copy of a network, as a file."""
        copied = os.path.join(self.folder, name)
        shutil.copyfile(path, copied)
        return copied

    def stored(self, path):
        """A file made by a test; if networks are in a database, the address to which it is copied."""
        if DATABASE is None:
            return path
        # The file's name, made unique for each test.
        schema = f"{os.path.splitext(os.path.basename(path))[0]}_{uuid.uuid4().hex[:8]}"
        address = f"{DATABASE}{'&' if '?' in DATABASE else '?'}schema={schema}"
        # Some tests run without the package.
        import geosnap

        geosnap.ask("copy", path, address)
        self.schemas.append(schema)
        from geosnap_qgis.kernel import store

        return store.key(address)

    def drop_schemas(self):
        if self.schemas:
            # Background reads hold locks on the tables.
            wait_for_tasks()
        schemas, self.schemas = self.schemas, []
        for schema in schemas:
            run_sql(f'DROP SCHEMA IF EXISTS "{schema}" CASCADE')

    def messages(self):
        """The texts in the message bar."""
        return [item.text() for item in iface.messageBar().items()]


def run_sql(sql, values=None):
    """Runs SQL in the database, as another program that does not use GeoSnap; returns the rows."""
    import psycopg2

    with contextlib.closing(psycopg2.connect(DATABASE)) as connection, connection, connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall() if cursor.description else []


def rows_of(path, sql, values=()):
    """The rows of an SQL query about a network, written for a file. A database has the same names, in lower case.

    Global ids are in upper case and geometries as in a GeoPackage, for both.
    """
    if DATABASE is None:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            return connection.execute(sql, values).fetchall()
    return _in_schema(path, [(sql, values)])


def change(path, statements, functions=()):
    """Changes a network without the plugin, as other programs do: by pairs of SQL and values.

    Parameters
    ----------
    functions : iterable of tuple
        The functions that triggers of a file need: name, number of parameters, and the function.
    """
    if DATABASE is not None:
        _in_schema(path, statements)
        return
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for function in functions:
            connection.create_function(*function)
        for sql, values in statements:
            connection.execute(sql, values)


def _in_schema(path, statements):
    import psycopg2
    from geosnap_qgis.kernel import address

    with contextlib.closing(psycopg2.connect(DATABASE)) as connection, connection, connection.cursor() as cursor:
        schema = address.schema_of(path).replace('"', '""')
        cursor.execute("SELECT set_config('search_path', %s, false)", (f'"{schema}", public',))
        for sql, values in statements:
            given = [_as_in_database(value) for value in values]
            sql = re.sub("NOT NULL", "IS NOT NULL", re.sub("IS NOT NULL", "NOT NULL", sql))
            cursor.execute(sql.replace("%", "%%").replace("?", "%s"), given)
        if cursor.description is None:
            return []
        ids = [number for number, column in enumerate(cursor.description) if "globalid" in column.name]
        shapes = [number for number, column in enumerate(cursor.description) if column.name == "shape"]
        found = [list(row) for row in cursor.fetchall()]
    for row in found:
        for number in ids:
            row[number] = row[number].upper() if row[number] else None
        for number in shapes:
            row[number] = _as_in_file(row[number])
    return [tuple(row) for row in found]


def _as_in_database(value):
    """A value as PostGIS has it: a GeoPackage geometry gets its reference system."""
    if not isinstance(value, bytes) or value[:2] != b"GP":
        return value
    (code,) = struct.unpack_from("<I", value, 9)
    return (value[8:9] + struct.pack("<I", code | 0x20000000) + value[4:8] + value[13:]).hex()


def _as_in_file(shape):
    """A two-dimensional PostGIS geometry as a GeoPackage has it."""
    if shape is None:
        return None
    wkb = bytes.fromhex(shape)
    (code,) = struct.unpack_from("<I", wkb, 1)
    if code & 0x20000000:
        (srid,) = struct.unpack_from("<i", wkb, 5)
        wkb = wkb[:1] + struct.pack("<I", code & ~0x20000000) + wkb[9:]
    else:
        srid = 0
    return b"GP\x00\x01" + struct.pack("<i", srid) + wkb


def file_only(reason):
    """Marks a test that applies to files only."""
    return unittest.skipIf(DATABASE is not None, reason)


def database_only(test):
    """Marks a test about databases."""
    return unittest.skipIf(DATABASE is None, "it is about a network in a database")(test)


_errors = []
"""Uncaught exceptions, as in slots; QGIS would show a dialog, and wait."""


def _keep_error(kind, error, trace):
    _errors.append("".join(traceback.format_exception(kind, error, trace)))


def leave(is_good):
    """Ends QGIS without asking about open edits."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0 if is_good else 1)


def run(module):
    """Runs the tests of a module, and ends QGIS."""
    is_good = False
    try:
        sys.stdout.reconfigure(line_buffering=True)
        sys.excepthook = _keep_error
        # A test that hangs prints its place.
        faulthandler.dump_traceback_later(float(os.environ.get("GEOSNAP_QGIS_LIMIT", "1440")), exit=True, file=sys.__stderr__)
        iface.mainWindow().resize(1280, 900)
        pump(0.5)
        names = os.environ.get("GEOSNAP_QGIS_TESTS", "").split()
        loader = unittest.defaultTestLoader
        suite = loader.loadTestsFromNames(names, module) if names else loader.loadTestsFromModule(module)
        result = unittest.TextTestRunner(verbosity=2, stream=sys.stdout).run(suite)
        is_good = result.wasSuccessful() and result.testsRun > 0
    except BaseException:
        traceback.print_exc()
    leave(is_good)
