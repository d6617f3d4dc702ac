"""Detects the networks of a project: they are opened with it, and closed with their last layer."""

import os

from qgis.core import Qgis, QgsMapLayer, QgsProject
from qgis.PyQt.QtCore import QTimer
from qgis.PyQt.QtWidgets import QPushButton

from ..kernel import store, work
from ..kernel.address import ask_password, is_address
from ..kernel.layers import layers_of, path_and_table
from ..kernel.preferences import preferences
from ..kernel.texts import tr
from . import binding
from .drawn import when_drawn
from .forms import LOOKUP_OF
from .group import HIDDEN
from .reading import NoNetwork, missing_tables


class Recognition:
    """Opens the networks of a project, and closes those that it no longer shows.

    Parameters
    ----------
    desk : Desk
    """

    def __init__(self, desk):
        self._desk = desk
        self._others = {}
        self._told = set()
        self._had_layers = set()
        self._is_read = False
        # Layers are added and removed one by one: one check after the last is enough.
        self._timer = QTimer()
        self._timer.setSingleShot(True)
        self._timer.setInterval(50)
        self._timer.timeout.connect(self._look)
        project = QgsProject.instance()
        self._signals = [
            (project.layersAdded, self._soon),
            (project.layersRemoved, self._soon),
            (project.cleared, self._cleared),
            (project.readProject, self._read),
            (project.writeProject, self._bind),
            (desk.networks.opened, self._soon),
            (desk.networks.closed, self._closed),
        ]
        for signal, slot in self._signals:
            signal.connect(slot)
        self._read()

    def unload(self):
        """Stops."""
        self._timer.stop()
        for signal, slot in self._signals:
            signal.disconnect(slot)

    def _soon(self, *_):
        self._timer.start()

    def _read(self, *_):
        self._is_read = True
        self._timer.start()

    def _cleared(self):
        self._told.clear()
        self._others.clear()
        self._is_read = False
        self._desk.networks.close_all()
        self._had_layers.clear()

    def _closed(self, network):
        self._had_layers.discard(network.path)

    def look_again(self):
        """Checks the project again, including networks that could not be opened."""
        self._told.clear()
        self._others.clear()
        self._read()

    # Checks

    def _look(self):
        networks = self._desk.networks
        self._tidy()
        for network in networks.all:
            if layers_of(network.path):
                self._had_layers.add(network.path)
            elif network.path in self._had_layers:
                networks.close(network)
        project = QgsProject.instance()
        named = binding.networks(project) if self._is_read else []
        shown = {place[0] for place in map(path_and_table, project.mapLayers().values()) if place is not None}
        is_read, self._is_read = self._is_read, False
        wanted = []
        for path in dict.fromkeys([*(store.key(path) for path in named), *sorted(shown)]):
            if networks.find(path) is None and path not in self._told and not self._is_other(path):
                wanted.append(path)
        self._told.update(wanted)
        if wanted:
            self._find_out(wanted, {store.key(path) for path in named} if is_read else set())
        else:
            self._bind()

    @staticmethod
    def _tidy():
        """Removes invisible layers whose visible layers are gone."""
        project = QgsProject.instance()
        all_layers = project.mapLayers()
        served = set()
        for layer in all_layers.values():
            place = path_and_table(layer)
            if place is not None and not layer.flags() & QgsMapLayer.Private:
                served.add(place[0])
        idle = []
        for identifier, layer in all_layers.items():
            place = path_and_table(layer)
            wanted = layer.customProperty(LOOKUP_OF)
            if wanted and wanted not in all_layers:
                idle.append(identifier)
            elif layer.customProperty(HIDDEN) and place is not None and place[0] not in served:
                idle.append(identifier)
        if idle:
            project.removeMapLayers(idle)

    def _is_other(self, path):
        """Whether a file, unchanged since, is known not to be a network."""
        return path in self._others and self._others[path] == _time(path)

    def _find_out(self, paths, named):
        for path in paths:
            # A database may need a password from QGIS, which provides it on this thread.
            store.to_open(path)

        def look(tell):
            found = {}
            for path in paths:
                try:
                    found[path] = not missing_tables(path)
                except NoNetwork as error:
                    found[path] = error
            return found

        def is_done(found):
            for path, answer in found.items():
                if answer is True:
                    self._take(path)
                    continue
                self._told.discard(path)
                if self._gets_password(path, answer):
                    self._find_out([path], named & {path})
                    continue
                self._others[path] = _time(path)
                if path in named:
                    self._desk.tell(
                        str(answer) if answer else tr("{} holds no network any more.").format(path), Qgis.Warning
                    )

        work.run(tr("Looking for networks"), look, is_done, self._desk.tell_error)

    @staticmethod
    def _gets_password(path, error):
        """Whether QGIS has a password that was missing: it asks for it when it opens the layers."""
        is_shown = is_address(path) and any(layer.isValid() for _, layer in layers_of(path))
        return is_shown and isinstance(error, NoNetwork) and ask_password(path, error)

    def _take(self, path):
        if path not in self._wanted_now():
            # The project was replaced in the meantime.
            self._told.discard(path)
            return
        if preferences.opens_projects:
            when_drawn(self._desk.iface.mapCanvas(), path, lambda: self._open(path))
            return
        message = self._desk.iface.messageBar().createMessage(
            "GeoSnap", tr("The project shows the network {}.").format(store.name(path))
        )
        button = QPushButton(tr("Open it"), message)
        button.setObjectName("geosnapOpenShown")
        button.clicked.connect(lambda _=False: (self._desk.iface.messageBar().popWidget(message), self._open(path)))
        message.layout().addWidget(button)
        self._desk.iface.messageBar().pushWidget(message, Qgis.Info)

    def _open(self, path):
        if path not in self._wanted_now():
            self._told.discard(path)
            return

        def is_done(network):
            if path not in self._wanted_now():
                self._desk.networks.close(network)

        def has_failed(error):
            self._told.discard(path)
            self._others[path] = _time(path)
            self._desk.tell_error(error, store.name(path))

        self._desk.networks.open(path, is_done, has_failed)

    @staticmethod
    def _wanted_now():
        project = QgsProject.instance()
        shown = {place[0] for place in map(path_and_table, project.mapLayers().values()) if place is not None}
        return shown | {store.key(path) for path in binding.networks(project)}

    # Binding

    def _bind(self, *_):
        """Writes the networks of the layers into the project; also while it is saved, perhaps at another place."""
        project = QgsProject.instance()
        shown = [network.path for network in self._desk.networks.all if layers_of(network.path)]
        # Networks that cannot be opened now, such as those on a missing drive, stay listed.
        shown += [
            path for path in map(store.key, binding.networks(project))
            if path not in shown and (layers_of(path) or not store.is_there(path))
        ]
        binding.bind(project, shown)


def _time(path):
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
