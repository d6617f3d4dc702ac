"""The dialog for the address of a network in a database."""

from qgis.core import QgsDataSourceUri, QgsProviderRegistry
from qgis.PyQt.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit

from ..kernel.address import DatabaseUnread, canonical, of_layer
from ..kernel.texts import tr


class AddressDialog(QDialog):
    """Asks for an address. Connections in QGIS, and networks opened before, are suggestions.

    Parameters
    ----------
    recent : list of str
        The most recent addresses.
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
                "The address may have all parameters of libpq: service=… names a service, authcfg=… one of QGIS's "
                "authentication configurations. Store a password in such a configuration or in the password file "
                "rather than in the address. A password in the address is saved nowhere, and QGIS asks for a missing "
                "password."
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
        """The typed address."""
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
    """The PostgreSQL connections in QGIS: pairs of name and address."""
    metadata = QgsProviderRegistry.instance().providerMetadata("postgres")
    if metadata is None:
        return []
    return [(name, of_layer(QgsDataSourceUri(one.uri()))) for name, one in metadata.connections().items()]
