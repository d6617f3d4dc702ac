"""The address of a network in a database: a libpq address plus the schema of the network.

``postgresql://anna@server/utility?schema=town``. It may name one of QGIS's authentication configurations, as
``authcfg=ab12cd3``. No address that is shown or saved contains a password. Passwords that the user entered are kept
in memory until QGIS ends, as QGIS does.
"""

from urllib.parse import quote, unquote

from qgis.core import QgsCredentials, QgsDataSourceUri

from .texts import tr

_BEGINNINGS = ("postgresql://", "postgres://")
_OWN = ("schema", "authcfg")
_SECRETS = ("password", "sslpassword")
_PATIENCE = 10
"""Timeout for a server, in seconds."""
_secrets = {}
"""Passwords and authentication configurations, by address."""


class DatabaseUnread(Exception):
    """A database cannot be read; the message says why."""


def is_address(text):
    """Whether a text is an address rather than a file."""
    return str(text).startswith(_BEGINNINGS)


def canonical(text):
    """The canonical form of an address, without its password, which is remembered until QGIS ends.

    Raises
    ------
    DatabaseUnread
        If it is not a valid address.
    """
    words = _words(text)
    secrets = {name: words.pop(name) for name in _SECRETS if name in words}
    address = _written(words)
    if secrets:
        _secrets[address] = secrets
    return address


def of_layer(uri):
    """The address of the network that a layer would belong to.

    Parameters
    ----------
    uri : QgsDataSourceUri
    """
    words = {
        "service": uri.service(), "host": uri.host(), "port": uri.port(), "dbname": uri.database(),
        "user": uri.username(), "authcfg": uri.authConfigId(), "schema": uri.schema(),
    }
    if uri.sslMode() != QgsDataSourceUri.SslPrefer:
        words["sslmode"] = QgsDataSourceUri.encodeSslMode(uri.sslMode())
    address = _written({name: value for name, value in words.items() if value})
    if uri.password() and address not in _secrets:
        _secrets[address] = {"password": uri.password()}
    return address


def uri_of(address):
    """The address as QGIS has it: a QgsDataSourceUri without table and password."""
    words = _words(address)
    uri = QgsDataSourceUri()
    mode = QgsDataSourceUri.decodeSslMode(words.get("sslmode", "prefer"))
    rest = ("", mode, words.get("authcfg", ""))
    if "service" in words:
        uri.setConnection(words["service"], words.get("dbname", ""), words.get("user", ""), *rest)
        for name in ("host", "port"):
            if name in words:
                uri.setParam(name, words[name])
    else:
        uri.setConnection(
            words.get("host", ""), words.get("port", ""), words.get("dbname", ""), words.get("user", ""), *rest
        )
    return uri


def schema_of(address):
    """The schema in an address, or None."""
    return _words(address).get("schema")


def naming(address, schema):
    """The same database with another schema."""
    found = _written({**_words(address), "schema": schema})
    if address in _secrets:
        _secrets.setdefault(found, _secrets[address])
    return found


def with_secrets(address):
    """The address as the library takes it, with the password if it is known. It must not be shown or saved."""
    words = libpq_words(address)
    schema = schema_of(address)
    if schema:
        words["schema"] = schema
    return _written(words)


def libpq_words(address):
    """The libpq parameters of an address, including the password.

    The first call has to be on the main thread, since QGIS may ask for its master password.
    """
    words = _words(address)
    words.pop("schema", None)
    if words.pop("authcfg", None) and address not in _secrets:
        import psycopg2.extensions

        _secrets[address] = psycopg2.extensions.parse_dsn(uri_of(address).connectionInfo(True))
    return {**words, **_secrets.get(address, {})}


def ask_password(address, error):
    """Lets QGIS ask for a missing or wrong password; called on the main thread.

    Returns
    -------
    bool
        Whether there is now a password to try.
    """
    text = str(error).lower()
    if not any(words in text for words in ("no password supplied", "password authentication failed")):
        return False
    words = _words(address)
    realm = uri_of(address).connectionInfo(False)
    is_given, user, password = QgsCredentials.instance().get(
        realm, words.get("user", ""), "", tr("Password of the network {}").format(address)
    )
    if not is_given:
        return False
    _secrets[address] = {"password": password, **({"user": user} if user else {})}
    # QGIS forgets it here, but needs it for its layers.
    QgsCredentials.instance().put(realm, user, password)
    return True


def lend_password(address):
    """Passes a password from an address to QGIS, so that QGIS does not ask for it for the layers."""
    words = {**_words(address), **_secrets.get(address, {})}
    if words.get("password") and "authcfg" not in words:
        realm = uri_of(address).connectionInfo(False)
        QgsCredentials.instance().put(realm, words.get("user", ""), words["password"])


def connect(address, is_lasting=False):
    """Connects to the database of an address, for reading one state; any thread may call it.

    Parameters
    ----------
    is_lasting : bool
        Whether the connection stays open: then each query reads the current state.

    Raises
    ------
    DatabaseUnread
    """
    psycopg2 = _psycopg2()
    try:
        connection = psycopg2.connect(
            **{
                "connect_timeout": _PATIENCE,
                "application_name": "QGIS",
                # A silently broken connection is detected within a minute.
                "keepalives_idle": 20,
                "keepalives_interval": 10,
                "keepalives_count": 3,
                "tcp_user_timeout": 40000,
                **libpq_words(address),
            }
        )
        if is_lasting:
            connection.set_session(readonly=True, autocommit=True)
        else:
            connection.set_session(isolation_level="REPEATABLE READ", readonly=True)
        return connection
    except psycopg2.Error as error:
        raise DatabaseUnread(unread(address, error)) from error


def unread(address, error):
    """The message that a database cannot be read, with the reason."""
    return tr("{} cannot be read: {}").format(address, " ".join(str(error).split()))


def failures():
    """The exceptions of a database that does not answer as expected."""
    return (DatabaseUnread, _psycopg2().Error)


def _psycopg2():
    try:
        import psycopg2
        import psycopg2.extensions
    except ImportError as error:
        raise DatabaseUnread(tr("The Python package psycopg2 is missing: {}").format(error)) from error
    return psycopg2


def _words(text):
    """The parameters in an address: those of libpq, ``schema`` and ``authcfg``."""
    psycopg2 = _psycopg2()
    place, _, query = str(text).partition("?")
    own, kept = {}, []
    for part in filter(None, query.split("&")):
        name, _, value = part.partition("=")
        if name in _OWN:
            own[name] = unquote(value)
        else:
            kept.append(part)
    try:
        words = psycopg2.extensions.parse_dsn(place + ("?" + "&".join(kept) if kept else ""))
    except psycopg2.Error as error:
        # libpq's message may contain a password.
        raise DatabaseUnread(
            tr("This is not the address of a database, such as postgresql://user@host/database?schema=town.")
        ) from error
    return {**words, **own}


def _written(words):
    words = dict(words)
    if words.get("port") == "5432":
        words.pop("port")
    if words.get("sslmode") == "prefer":
        words.pop("sslmode")
    user, password = words.pop("user", ""), words.pop("password", "")
    who = quote(user, safe="") + (":" + quote(password, safe="") if password else "")
    host = words.get("host", "")
    place = ""
    if host and not set(host) & set("/,:@%"):
        place = quote(words.pop("host"), safe="")
        place += ":" + words.pop("port") if "port" in words and "," not in words["port"] else ""
    # The schema comes last, where people look for it.
    schema = words.pop("schema", None)
    database = quote(words.pop("dbname", ""), safe="")
    rest = [f"{name}={quote(value, safe='')}" for name, value in sorted(words.items())]
    rest += [f"schema={quote(schema, safe='')}"] if schema else []
    return f"postgresql://{who + '@' if who else ''}{place}/{database}{'?' + '&'.join(rest) if rest else ''}"
