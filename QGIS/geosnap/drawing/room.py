"""Drawing by the rules: the tools, the panel with the asset types, undo and redo."""

from collections import Counter

from qgis.core import Qgis
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtGui import QKeySequence
from qgis.PyQt.QtWidgets import QAction

from ..kernel.layers import layers_of, rows_of
from ..kernel.network import problems_of
from ..kernel.texts import tr
from .aftermath import Aftermath
from .chooser import Chooser
from .draw_tool import DrawTool
from .edit_tools import DeleteTool, MergeTool, ReshapeTool, SplitTool, VertexTool
from .offer import Offer
from .status import StatusLine


class Room:
    """Drawing by the rules."""

    def __init__(self, desk):
        self.desk = desk
        self.offer = Offer(desk.iface)
        self.status = StatusLine(desk.iface.mapCanvas())
        self.sentence = ""
        window = desk.iface.mainWindow()
        self.chooser = Chooser(window)
        desk.add_dock(self.chooser, Qt.LeftDockWidgetArea)
        self.chooser.hide()
        self.chooser.chosen.connect(self._chosen)
        self._usage = {}
        self.aftermath = Aftermath(desk)
        self.aftermath.found.connect(self._tell_aftermath)
        self.draw_tool = DrawTool(desk, self)
        self.tools = {
            "draw": self.draw_tool,
            "vertex": VertexTool(desk, self),
            "reshape": ReshapeTool(desk, self),
            "split": SplitTool(desk, self),
            "merge": MergeTool(desk, self),
            "delete": DeleteTool(desk, self),
        }
        texts = {
            "draw": (tr("Draw by the rules"), tr("Draw points and lines where the rules allow it")),
            "vertex": (tr("Move vertices"), tr("Move vertices by the rules: features that share them move along")),
            "reshape": (tr("Reshape"), tr("Draw the new course of a line over it")),
            "split": (tr("Split"), tr("Split a line where it is clicked")),
            "merge": (tr("Merge"), tr("Merge two lines that meet, one click each")),
            "delete": (tr("Delete"), tr("Delete a feature by a click, or the selected features with the Delete key")),
        }
        self.actions = {}
        for name, tool in self.tools.items():
            text, tip = texts[name]
            action = desk.add_action(
                f"geosnap{name.capitalize()}", text, lambda _=False, name=name: self.take(name),
                icon_name=name, is_checkable=True, tip=tip,
            )
            tool.setAction(action)
            self.actions[name] = action
        self.undo_action = desk.add_action("geosnapUndo", tr("Undo"), self.undo, icon_name="undo")
        self.redo_action = desk.add_action("geosnapRedo", tr("Redo"), self.redo, icon_name="redo")
        self.undo_action.setShortcut(QKeySequence.Undo)
        self.redo_action.setShortcut(QKeySequence("Ctrl+Shift+Z"))
        self._qgis_undo = [
            action for action in (window.findChild(QAction, "mActionUndo"), window.findChild(QAction, "mActionRedo"))
            if action is not None
        ]
        for action in self._qgis_undo:
            action.changed.connect(self._show_undo)
        networks = desk.networks
        networks.currentChanged.connect(self._network_chosen)
        networks.changed.connect(self._network_changed)
        networks.opened.connect(self._network_opened)
        networks.closed.connect(self._network_closed)
        self._network_chosen(networks.current)

    def unload(self):
        """Removes the tools."""
        networks = self.desk.networks
        networks.currentChanged.disconnect(self._network_chosen)
        networks.changed.disconnect(self._network_changed)
        networks.opened.disconnect(self._network_opened)
        networks.closed.disconnect(self._network_closed)
        for action in self._qgis_undo:
            action.changed.disconnect(self._show_undo)
        self.aftermath.close()
        self.offer.clear()
        self.status.close()
        canvas = self.desk.iface.mapCanvas()
        for tool in self.tools.values():
            canvas.unsetMapTool(tool)
            tool.dispose()

    # Networks

    def _network_opened(self, network):
        network.busyChanged.connect(self._show_undo)

    def _network_closed(self, network):
        self._usage.pop(network.path, None)

    def _show_types(self, network):
        self.chooser.show_types(
            network.definition if network is not None else None,
            self.usage(network) if network is not None else Counter(),
            network.contents.fields if network is not None else {},
        )

    def _network_chosen(self, network):
        self._show_types(network)
        tool = self.desk.iface.mapCanvas().mapTool()
        for one in self.tools.values():
            one.take_network(network if one is tool else None)
        self._show_undo()

    def _network_changed(self, network, change):
        for tool in self.tools.values():
            if tool.network is network:
                tool.network_changed()
        if change.cause == "others":
            self._usage.pop(network.path, None)
            if network is self.desk.networks.current:
                self._show_types(network)
                # Uses the new definition. The drawing stays if its asset type still exists.
                if self.draw_tool.network is network:
                    self.draw_tool.choose(self.chosen(network))
        self._show_undo()

    def usage(self, network):
        """The number of uses of each asset type, by its path, including features drawn in this session."""
        if network.path not in self._usage:
            self._usage[network.path] = Counter(network.contents.usage)
        return self._usage[network.path]

    # Tools

    def take(self, name):
        """Activates a tool."""
        if self.desk.networks.current is None:
            self.actions[name].setChecked(False)
            self.say_no_network()
            return
        self.desk.iface.mapCanvas().setMapTool(self.tools[name])
        if name == "draw":
            self.chooser.show()
            self.chooser.raise_()
            if self.chooser.current is None:
                self.chooser.focus_search()

    def choose(self, asset_type):
        """Draws an asset type from now on."""
        self.chooser.choose(asset_type)

    def chosen(self, network):
        """The asset type chosen in this network, or None."""
        current = self.chooser.current
        return network.definition.named(current.path) if current is not None else None

    def _chosen(self, asset_type):
        if self.desk.networks.current is None:
            return
        canvas = self.desk.iface.mapCanvas()
        if canvas.mapTool() is not self.draw_tool:
            canvas.setMapTool(self.draw_tool)
        self.draw_tool.choose(asset_type)
        canvas.setFocus()

    def attributes(self, asset_type):
        """The values of a new feature."""
        return self.chooser.attributes(asset_type)

    # Saving

    def save(self, drawing):
        """Saves a drawing as one step; a refused drawing returns to the tool."""
        network = drawing.network

        def is_done(document):
            self.usage(network)[drawing.asset_type.path] += 1
            self.say(tr("Saved: {}").format(drawing.name))

        def is_refused(error):
            self.draw_tool.take_back(drawing)
            self._tell_refusal(error)

        network.edit(drawing.name, drawing.edits, is_done, is_refused)

    def edit(self, network, name, edits):
        """Saves edits as one step."""
        network.edit(name, edits, lambda document: self.say(tr("Saved: {}").format(name)), self._tell_refusal)

    def delete_selected(self):
        """Deletes the selected features of the network's layers, as one step."""
        network = self.desk.networks.current
        if network is None:
            return
        rows = [
            (table, row)
            for table, layer in layers_of(network.path)
            for row in rows_of(layer, layer.selectedFeatureIds()).values()
        ]
        if not rows:
            self.say(tr("Nothing is selected."))
            return
        edits = [{"delete": f"row:{table}/{row}", "healsLines": True} for table, row in rows]
        self.edit(network, tr("Delete {} features").format(len(rows)), edits)

    def _tell_refusal(self, error):
        problems = problems_of(error)
        if problems:
            text = " ".join(dict.fromkeys(problem["message"] for problem in problems))
            self.say(text)
            self.offer.show(text, [])
        else:
            self.desk.tell_error(error)

    def _tell_aftermath(self, network, errors):
        """Reports the errors that the last step caused, and offers to undo it."""
        if network is not self.desk.networks.current or not network.can_undo:
            return
        text = errors[0]["message"]
        fix = (errors[0].get("fix") or {}).get("sentence")
        self.say(f"{text} {fix}" if fix else text)
        name = network.undo_name
        self.offer.show(text, [(tr("Undo: {}").format(name), self.undo)])

    def undo(self):
        """Undoes the last step of the network."""
        network = self.desk.networks.current
        if network is not None and network.can_undo and not network.is_busy:
            name = network.undo_name
            self.offer.clear()
            network.undo(lambda document: self.say(tr("Undone: {}").format(name)), self.desk.tell_error)

    def redo(self):
        """Redoes the step that was undone last."""
        network = self.desk.networks.current
        if network is not None and network.can_redo and not network.is_busy:
            name = network.redo_name
            network.redo(lambda document: self.say(tr("Redone: {}").format(name)), self.desk.tell_error)

    def _show_undo(self, *_):
        network = self.desk.networks.current
        # While a layer in edit mode has something to undo, the key belongs to QGIS.
        is_ours = network is not None and not network.is_busy
        others = [action.isEnabled() for action in self._qgis_undo] + [False, False]
        can_undo = is_ours and network.can_undo and not others[0]
        can_redo = is_ours and network.can_redo and not others[1]
        if self.undo_action.isEnabled() != can_undo:
            self.undo_action.setEnabled(can_undo)
        if self.redo_action.isEnabled() != can_redo:
            self.redo_action.setEnabled(can_redo)
        self.undo_action.setText(tr("Undo: {}").format(network.undo_name) if can_undo else tr("Undo"))
        self.redo_action.setText(tr("Redo: {}").format(network.redo_name) if can_redo else tr("Redo"))

    # Messages

    def say(self, sentence):
        """Shows a message in the status line."""
        if sentence != self.sentence:
            self.sentence = sentence
            self.status.show(sentence)

    def say_no_network(self):
        """Says what to do while no network is open."""
        self.desk.tell(tr("No network is open. Open a network with GeoSnap > Open network."), Qgis.Info)

    def say_no_type(self):
        """Says what to do while no asset type is chosen."""
        self.chooser.show()
        self.chooser.focus_search()
        self.say(tr("Choose what to draw first: the panel lists the asset types."))
