"""The open networks."""

from qgis.PyQt.QtCore import QObject, pyqtSignal

from . import store, work
from .network import OpenNetwork
from .texts import tr


class Networks(QObject):
    """The open networks, each once, and the current one that tools work on."""

    opened = pyqtSignal(object)
    """An OpenNetwork."""
    closed = pyqtSignal(object)
    """An OpenNetwork, which can no longer be queried."""
    currentChanged = pyqtSignal(object)
    """The new current OpenNetwork, or None."""
    changed = pyqtSignal(object, object)
    """An OpenNetwork and a Change in it."""
    failed = pyqtSignal(object, object)
    """An OpenNetwork, and why a change by others could not be read."""

    def __init__(self):
        super().__init__()
        self._open = {}
        self._opening = {}
        self._current = None

    @staticmethod
    def key(path):
        """The key of a network."""
        return store.key(path)

    @property
    def all(self):
        return list(self._open.values())

    @property
    def current(self):
        """The network that tools work on, or None."""
        return self._current

    def make_current(self, network):
        """Sets the network that tools work on."""
        if network is not self._current:
            self._current = network
            self.currentChanged.emit(network)

    def find(self, path):
        """The open network of a path, or None."""
        return self._open.get(self.key(path))

    def open(self, path, done=None, failed=None):
        """Opens a network in the background; a network that is already open is returned at once."""
        key = self.key(path)
        if key in self._open:
            if done is not None:
                done(self._open[key])
            return
        if key in self._opening:
            self._opening[key].append((done, failed))
            return
        # A database may need a password from QGIS, which provides it on this thread.
        store.to_open(key)
        self._opening[key] = [(done, failed)]

        def is_done(answer):
            waiting = self._opening.pop(key)
            network = OpenNetwork(*answer)
            self._open[key] = network
            network.changed.connect(lambda change: self.changed.emit(network, change))
            network.failed.connect(lambda error: self.failed.emit(network, error))
            self.opened.emit(network)
            if self._current is None:
                self.make_current(network)
            for done, _ in waiting:
                if done is not None:
                    done(network)

        def has_failed(error):
            for _, failed in self._opening.pop(key):
                if failed is not None:
                    failed(error)

        title = tr("Opening {}").format(store.name(key))
        work.run(title, lambda tell: OpenNetwork.open(key, tell), is_done, has_failed)

    def close(self, network):
        """Closes a network."""
        self._open = {key: one for key, one in self._open.items() if one is not network}
        if network is self._current:
            self.make_current(next(iter(self._open.values()), None))
        network.close()
        self.closed.emit(network)

    def close_all(self):
        """Closes all networks."""
        for network in self.all:
            self.close(network)
