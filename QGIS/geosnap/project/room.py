"""Networks as layers: opening, styles, recognition in projects, and updates."""

import os

from qgis.core import Qgis, QgsProject, QgsSettings
from qgis.PyQt.QtCore import QTimer
from qgis.PyQt.QtWidgets import QFileDialog, QInputDialog

from ..kernel import store, work
from ..kernel.address import DatabaseUnread, ask_password, is_address, lend_password, naming, schema_of
from ..kernel.catalogue import schemas
from ..kernel.layers import layers_of
from ..kernel.texts import tr
from .address_dialog import AddressDialog
from .drawn import when_drawn
from .following import Following
from .group import Group
from .reading import read
from .recent import RecentMenu, recent, remember
from .recognition import Recognition

_FOLDER = "geosnap/folder"


class Room:
    """Opens networks as groups of layers."""

    def __init__(self, desk):
        self.desk = desk
        self.open_action = desk.add_action(
            "geosnapOpen", tr("Open network…"), self.choose, icon_name="open",
            tip=tr("Open a network in a GeoPackage as a group of layers"),
        )
        self.open_database_action = desk.add_action(
            "geosnapOpenDatabase", tr("Open network in a database…"), self.choose_in_database, in_toolbar=False,
            tip=tr("Open a network in PostgreSQL with PostGIS as a group of layers"),
        )
        self.recent_menu = RecentMenu(desk.iface.mainWindow(), self.open)
        self.recent_action = desk.add_action(
            "geosnapRecent", tr("Recent networks"), lambda: None, in_toolbar=False,
        )
        self.recent_action.setMenu(self.recent_menu)
        self._generation = 0
        QgsProject.instance().cleared.connect(self._cleared)
        self._following = Following(desk)
        self._recognition = Recognition(desk)

    def unload(self):
        """Removes the actions; layers stay."""
        self._generation += 1
        QgsProject.instance().cleared.disconnect(self._cleared)
        self._recognition.unload()
        self._following.unload()
        self.recent_action.setMenu(None)
        self.recent_menu.deleteLater()

    # Opening

    def choose(self):
        """Asks for a file, and opens its network."""
        last = [path for path in recent() if not is_address(path)]
        folder = str(QgsSettings().value(_FOLDER) or (os.path.dirname(last[0]) if last else os.path.expanduser("~")))
        dialog = QFileDialog(
            self.desk.iface.mainWindow(), tr("Open network"), folder, tr("GeoPackages (*.gpkg);;All files (*)")
        )
        dialog.setObjectName("geosnapOpenDialog")
        dialog.setFileMode(QFileDialog.ExistingFiles)
        if dialog.exec_():
            for path in dialog.selectedFiles():
                QgsSettings().setValue(_FOLDER, os.path.dirname(path))
                self.open(path)
        dialog.deleteLater()

    def choose_in_database(self):
        """Asks for the address of a database, and opens a network in it."""
        dialog = AddressDialog(self.desk.iface.mainWindow(), [path for path in recent() if is_address(path)])
        if dialog.exec_():
            self.open(dialog.address)
        dialog.deleteLater()

    def open(self, path, done=None, failed=None):
        """Opens the network of a GeoPackage or of a database as a group of layers, and for all tools.

        Parameters
        ----------
        path : str
            The file, or an address: ``postgresql://user@host/database?schema=town``.
        done : callable, optional
            Called with the OpenNetwork, once its layers are in the project.
        failed : callable, optional
            Called with the error, which is also reported to the user.
        """
        generation = self._generation

        def has_failed(error):
            self.desk.tell_error(error)
            if failed is not None:
                failed(error)

        try:
            path = store.key(path)
        except DatabaseUnread as error:
            has_failed(error)
            return
        if is_address(path) and schema_of(path) is None:
            self._choose_schema(path, lambda path: self.open(path, done, failed), has_failed)
            return

        def is_unread(error):
            # A password may be missing, or wrong.
            if is_address(path) and ask_password(path, error):
                self.open(path, done, failed)
            else:
                has_failed(error)

        def is_current():
            return generation == self._generation

        def is_read(reading):
            if is_current():
                if is_address(path):
                    lend_password(path)
                self._add(reading, generation, is_shown)

        def is_shown():
            when_drawn(self.desk.iface.mapCanvas(), path, open_network)

        def open_network():
            if is_current():
                self.desk.networks.open(path, is_over, has_failed)

        def is_over(network):
            if network.is_closed:
                return
            if not is_current():
                if not layers_of(path):
                    # The project for which it was opened was replaced.
                    self.desk.networks.close(network)
                return
            self.desk.networks.make_current(network)
            remember(path)
            if done is not None:
                done(network)

        if any(layer.isSpatial() for _, layer in layers_of(path)):
            self.desk.tell(tr("The layers of {} are in the project already.").format(store.name(path)), Qgis.Info)
            self.desk.networks.open(path, is_over, has_failed)
            return
        store.to_open(path)
        title = tr("Reading the network {}").format(store.name(path))
        work.run(title, lambda tell: read(path, tell), is_read, is_unread)

    def _choose_schema(self, path, chosen, failed):
        """Finds the networks of a database, and asks for one if there are several."""

        def look(tell):
            with store.connected(path) as connection:
                return schemas(connection)

        def is_done(found):
            if not found:
                failed(DatabaseUnread(tr("{}: This database holds no network that you may read.").format(path)))
                return
            name, is_chosen = found[0], True
            if len(found) > 1:
                name, is_chosen = QInputDialog.getItem(
                    self.desk.iface.mainWindow(), tr("Open network in a database"), tr("Network"), found, 0, False
                )
            if is_chosen:
                chosen(naming(path, name))

        def is_unread(error):
            if ask_password(path, error):
                self._choose_schema(path, chosen, failed)
            else:
                failed(error)

        work.run(tr("Looking for networks"), look, is_done, is_unread)

    def _add(self, reading, generation, done):
        """Makes the layers of a network, alternating with QGIS's event handling."""
        group = Group(reading, self.desk.iface.mapCanvas())
        steps = group.steps()

        def go_on():
            if generation != self._generation:
                return
            if next(steps, steps) is not steps:
                QTimer.singleShot(0, go_on)
                return
            group.add_to(QgsProject.instance())
            done()

        go_on()

    def look_again(self):
        """Checks the project again for networks, for example after the package was installed."""
        self._recognition.look_again()

    def _cleared(self):
        self._generation += 1
