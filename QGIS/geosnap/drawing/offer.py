"""A message with buttons: what is refused, and the remedies."""

from qgis.core import Qgis
from qgis.PyQt import sip
from qgis.PyQt.QtWidgets import QMenu, QPushButton, QToolButton

from ..kernel.texts import tr

_MOST_BUTTONS = 2


class Offer:
    """The current message; the next one replaces it."""

    def __init__(self, iface):
        self._iface = iface
        self._item = None

    def show(self, text, choices, level=Qgis.Warning):
        """Shows a message with buttons.

        Parameters
        ----------
        text : str
        choices : list of (str, callable)
            The labels of the buttons and their actions. The first ones are buttons, the others a menu.
        """
        self.clear()
        bar = self._iface.messageBar()
        item = bar.createMessage("GeoSnap", text)
        item.setObjectName("geosnapOffer")
        item.setLevel(level)
        for number, (label, do) in enumerate(choices[:_MOST_BUTTONS]):
            button = QPushButton(label, item)
            button.setObjectName(f"geosnapRemedy{number}")
            button.clicked.connect(lambda _=False, do=do: self._do(do))
            item.layout().addWidget(button)
        if len(choices) > _MOST_BUTTONS:
            more = QToolButton(item)
            more.setObjectName("geosnapMoreRemedies")
            more.setText(tr("More"))
            more.setPopupMode(QToolButton.InstantPopup)
            menu = QMenu(more)
            for label, do in choices[_MOST_BUTTONS:]:
                menu.addAction(label).triggered.connect(lambda _=False, do=do: self._do(do))
            more.setMenu(menu)
            item.layout().addWidget(more)
        self._item = item
        bar.pushItem(item)

    def _do(self, do):
        self.clear()
        do()

    def clear(self):
        """Removes the message."""
        item, self._item = self._item, None
        if item is not None and not sip.isdeleted(item):
            self._iface.messageBar().popWidget(item)
