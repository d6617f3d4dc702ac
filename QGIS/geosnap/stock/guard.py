"""Takes over saving of a network's layers: the library saves what the rules allow, the rest is kept."""

from qgis.core import QgsCoordinateReferenceSystem, QgsProject, QgsVectorLayerEditPassthrough
from qgis.PyQt.QtCore import QObject, QTimer, pyqtSignal

from ..kernel import work
from ..kernel.layers import path_and_table, layers_of
from ..kernel.network import problems_of
from ..kernel.preferences import preferences
from ..kernel.texts import tr
from .ends import Judge
from .pending import pending_edits
from .refused import HeldEdit

_SETTLED = 400
"""Milliseconds without an edit after which pending edits are checked."""
_MOST_ROUNDS = 50
_MOST_UNITS, _MOST_DEGREES = 1.0, 1e-5
"""The maximum gap of an end that is reported: about a metre."""


class Guard(QObject):
    """Checks edits by QGIS's tools in layers of a network, before saving and on saving."""

    refused = pyqtSignal(object, list, bool)
    """An OpenNetwork, its HeldEdits, and whether it was an attempt to save."""
    saving = pyqtSignal(object, list)
    """An OpenNetwork, and the PendingEdits that are about to be removed from their layers; ``refused`` follows."""
    saved = pyqtSignal(object, int)
    """An OpenNetwork, and the number of edits that were saved."""

    def __init__(self, desk, default_type):
        super().__init__()
        self._desk = desk
        self._default_type = default_type
        self._watched = {}
        self._exceptions = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SETTLED)
        self._timer.timeout.connect(self._check)
        self._to_check = set()
        project = QgsProject.instance()
        project.layersAdded.connect(self._watch_all)
        project.layersWillBeRemoved.connect(self._forget)
        desk.networks.opened.connect(self._watch_all)
        self._watch_all()

    def close(self):
        """Releases all layers."""
        project = QgsProject.instance()
        project.layersAdded.disconnect(self._watch_all)
        project.layersWillBeRemoved.disconnect(self._forget)
        self._desk.networks.opened.disconnect(self._watch_all)
        self._timer.stop()
        self._forget(list(self._watched))

    # Layers

    def _watch_all(self, _=None):
        for layer in QgsProject.instance().mapLayers().values():
            if layer.id() in self._watched:
                continue
            place = path_and_table(layer)
            if place is None or self._desk.networks.find(place[0]) is None:
                continue
            table = place[1]
            handlers = {
                "beforeCommitChanges": lambda *_, layer=layer: self._before_commit(layer),
                "editCommandEnded": lambda layer=layer: self._edited(layer),
                "editCommandDestroyed": lambda layer=layer: self._edited(layer),
                "afterRollBack": lambda layer=layer: self._edited(layer),
            }
            for signal, handler in handlers.items():
                getattr(layer, signal).connect(handler)
            layer.undoStack().indexChanged.connect(self._index_changed)
            self._watched[layer.id()] = (layer, table, handlers)

    def _forget(self, ids):
        for one in ids:
            found = self._watched.pop(one, None)
            if found is None:
                continue
            layer, _, handlers = found
            for signal, handler in handlers.items():
                getattr(layer, signal).disconnect(handler)
            layer.undoStack().indexChanged.disconnect(self._index_changed)

    def _network_of(self, layer):
        place = path_and_table(layer)
        return self._desk.networks.find(place[0]) if place is not None else None

    # Before saving

    def _index_changed(self, _):
        for layer, _, _ in self._watched.values():
            if layer.isEditable():
                self._edited(layer)

    def _edited(self, layer):
        network = self._network_of(layer)
        if network is not None:
            self._to_check.add(network)
            self._timer.start()

    def _check(self):
        networks, self._to_check = self._to_check, set()
        for network in networks:
            if not network.is_closed:
                self._check_network(network)

    def _check_network(self, network):
        pending = [one for one in self.pending(network) if one.key not in self._exceptions]
        if not pending:
            self.refused.emit(network, [], False)
            return
        judge = Judge(network, self._tolerance(network))

        def check(tell):
            edits, owners = _flat(pending)
            refused = _held(network, pending, owners, network.problems(edits), False)
            known = {id(one.pending) for one in refused}
            loose = [(one, problem) for one, problem in judge.problems(pending) if id(one) not in known]
            return refused + [HeldEdit(network.path, one, [problem], False) for one, problem in loose]

        def is_checked(held):
            now = {one.key for one in self.pending(network)}
            self.refused.emit(network, [one for one in held if one.pending.key in now], False)

        work.run(tr("Checking the edits"), check, is_checked, self._desk.tell_error)

    def _tolerance(self, network):
        """The distance up to which an end counts as meant to connect: as while drawing, but about a metre at most."""
        on_map = preferences.tolerance_pixels * self._desk.iface.mapCanvas().mapUnitsPerPixel()
        crs = QgsCoordinateReferenceSystem.fromEpsgId(network.kernel.srid or 0)
        return min(on_map, _MOST_DEGREES if crs.isValid() and crs.isGeographic() else _MOST_UNITS)

    def pending(self, network):
        """The pending edits in all layers of a network."""
        return pending_edits(network, layers_of(network.path), self._default_type)

    def keep(self, held):
        """Saves a pending edit against the rules when its layer is saved."""
        self._exceptions.add(held.pending.key)

    # Saving

    def _before_commit(self, layer):
        network = self._network_of(layer)
        if network is None:
            return
        layers = [(table, one) for table, one in layers_of(network.path) if one.isEditable() and one.isModified()]
        with_new_fields = [
            one for _, one in layers
            if one.editBuffer().addedAttributes() or one.editBuffer().deletedAttributeIds()
        ]
        if layer in with_new_fields:
            self._desk.tell(
                tr("{} gets other fields: QGIS saves it as it is, and the rules are not applied.").format(layer.name())
            )
            return
        if isinstance(layer.editBuffer(), QgsVectorLayerEditPassthrough):
            # It is already in the file, in a transaction that QGIS ends now: undoing it here would lose it.
            self._desk.tell(
                tr("{} is edited in a transaction: QGIS saves it as it is, and the rules are not applied.").format(
                    layer.name()
                )
            )
            return
        layers = [
            (table, one) for table, one in layers
            if one not in with_new_fields and not isinstance(one.editBuffer(), QgsVectorLayerEditPassthrough)
        ]
        pending = pending_edits(network, layers, self._default_type)
        for one in pending:
            one.name_for_life()
        self.saving.emit(network, pending)
        emptied = set()
        for _, one in layers:
            # What is undone here is not lost: the library saves it, or it is kept as refused.
            index = one.undoStack().index()
            one.undoStack().setIndex(0)
            if not one.isModified():
                emptied.add(one.id())
                # A redo would save it a second time.
                one.undoStack().clear()
            else:
                # Some edits cannot be undone: QGIS saves them.
                one.undoStack().setIndex(index)
        left = [one for one in pending if one.layer_id not in emptied]
        if left:
            self._desk.tell(tr("QGIS saves {} edits as they are: the rules are not applied.").format(len(left)))
        pending = [one for one in pending if one.layer_id in emptied]
        self.save(network, pending)

    def save(self, network, pending):
        """Saves what the rules allow, as one step; ``refused`` reports the rest."""
        exceptions = [one for one in pending if one.key in self._exceptions]
        self._exceptions -= {one.key for one in exceptions}
        others = [one for one in pending if one not in exceptions]
        judge = Judge(network, self._tolerance(network))

        def is_judged(problems):
            held = {}
            for one, problem in problems:
                if problem["code"] == "prevented":
                    held.setdefault(id(one), HeldEdit(network.path, one, [], True)).problems.append(problem)
            rest = [one for one in others if id(one) not in held]
            self._save_round(network, rest, list(held.values()), exceptions, 0)

        def has_failed(error):
            sentence = {"message": str(error) or type(error).__name__}
            self._end(network, [HeldEdit(network.path, one, [sentence], True) for one in pending], [], 0)

        work.run(tr("Checking the saved edits"), lambda tell: judge.problems(others), is_judged, has_failed)

    def _save_round(self, network, pending, held, exceptions, rounds):
        name = tr("Edits in QGIS")
        if not pending:
            self._end(network, held, exceptions, 0)
            return
        edits, owners = _flat(pending)

        def is_saved(document):
            self._end(network, held, exceptions, len(pending))

        def has_failed(error):
            problems = problems_of(error)
            refused = _held(network, pending, owners, problems, True)
            if not refused or rounds >= _MOST_ROUNDS:
                # No edit is known to be right, so all are kept.
                sentence = {"message": str(error)}
                everything = [HeldEdit(network.path, one, [sentence], True) for one in pending]
                self._end(network, held + everything, exceptions, 0)
                return
            gone = {id(one.pending) for one in refused}
            rest = [one for one in pending if id(one) not in gone]
            self._save_round(network, rest, held + refused, exceptions, rounds + 1)

        network.edit(name, edits, is_saved, has_failed)

    def _end(self, network, held, exceptions, count):
        if exceptions:
            self.save_exceptions(network, exceptions, held, count)
            return
        if count:
            self.saved.emit(network, count)
        self.refused.emit(network, held, True)

    def save_exceptions(self, network, pending, held=(), count=0):
        """Saves edits against the rules, as one step."""
        edits = [edit for one in pending for edit in one.as_exception]

        def is_saved(document):
            self._end(network, list(held), [], count + len(pending))

        def has_failed(error):
            sentence = {"message": str(error)}
            kept = [HeldEdit(network.path, one, [sentence], True) for one in pending]
            self._end(network, list(held) + kept, [], count)

        network.edit(tr("Exceptions to the rules"), edits, is_saved, has_failed, allow_unconnected=True)


def _flat(pending):
    """All edits, and the pending edit that each belongs to."""
    edits, owners = [], []
    for one in pending:
        for edit in one.edits:
            edits.append(edit)
            owners.append(one)
    return edits, owners


def _held(network, pending, owners, problems, is_saved):
    """The refused edits, each with its problems."""
    by_owner = {}
    for problem in problems:
        number = problem.get("edit")
        # A problem that belongs to no edit holds back all of them.
        for owner in [owners[number - 1]] if number and number <= len(owners) else pending:
            by_owner.setdefault(id(owner), (owner, []))[1].append(problem)
    return [HeldEdit(network.path, owner, found, is_saved) for owner, found in by_owner.values()]
