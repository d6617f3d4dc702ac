"""Asks for the address of a network in a database."""

from qgis.core import QgsDataSourceUri, QgsProviderRegistry
from qgis.PyQt.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit

from ..kernel.address import DatabaseUnread, canonical, of_layer
from ..kernel.texts import tr


class AddressDialog(QDialog):
    """Asks for an address; connections that QGIS knows, and networks that were opened before, fill it in.

    Parameters
    ----------
    recent : list of str
        The addresses that were opened last.
    """

    def __init__(self, parent, recent):
        super().__init__(parent)
        self.setObjectName("geosnapAddressDialog")
        self.setWindowTitle(tr("Open network in a database"))
        self.setMinimumWidth(560)
        self._known = QComboBox(self)
        self._known.setObjectName("geosnapKnownAddresses")
        self._known.addItem("", "")
        for address in recent:
            self._known.addItem(address, address)
        for name, address in _connections():
            self._known.addItem(tr("Connection {}").format(name), address)
        self._line = QLineEdit(recent[0] if recent else "", self)
        self._line.setObjectName("geosnapAddress")
        self._line.setPlaceholderText("postgresql://user@host/database?schema=town")
        about = QLabel(
            tr(
                "It has all that libpq takes: service=… names a service, authcfg=… one of QGIS's authentication "
                "configurations. A password is better kept by one of those, or in the password file, than written here. "
                "It is kept nowhere, and asked for when it is missing."
            ),
            self,
        )
        about.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel, self)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._ok = buttons.button(QDialogButtonBox.Ok)
        form = QFormLayout(self)
        form.addRow(tr("Known"), self._known)
        form.addRow(tr("Address"), self._line)
        form.addRow(about)
        form.addRow(buttons)
        self._known.activated.connect(self._fill)
        self._line.textChanged.connect(self._look)
        self._look()

    @property
    def address(self):
        """What was typed."""
        return self._line.text().strip()

    def _fill(self, number):
        if self._known.itemData(number):
            self._line.setText(self._known.itemData(number))

    def _look(self, *_):
        try:
            canonical(self.address)
            self._ok.setEnabled(True)
        except DatabaseUnread:
            self._ok.setEnabled(False)


def _connections():
    """The connections to PostgreSQL that QGIS knows: pairs of name and address."""
    metadata = QgsProviderRegistry.instance().providerMetadata("postgres")
    if metadata is None:
        return []
    return [(name, of_layer(QgsDataSourceUri(one.uri()))) for name, one in metadata.connections().items()]
