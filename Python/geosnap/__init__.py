"""Utility networks for Python: identify, snap by connectivity rules, trace, edit, and explain.

>>> import geosnap
>>> net = geosnap.open("town.gpkg")                      # doctest: +SKIP
>>> net.identify(417831.99, 5367587.99, tolerance=5)     # doctest: +SKIP

It uses the library of the command ``geosnap``: answers are the same.
"""

from ._library import feature_dtype, version
from .errors import CannotOpen, Cancelled, Conflict, GeoSnapError, GeoSnapWarning, NoAnswer, Refused, UsageError
from .network import Network, ask, import_network, open
from .results import Associations, Hits, Picture, Problems, Snaps, Trace, global_id_text
from .transactions import Transaction

__version__ = version()
__all__ = [
    "Associations",
    "CannotOpen",
    "Cancelled",
    "Conflict",
    "GeoSnapError",
    "GeoSnapWarning",
    "Hits",
    "Network",
    "NoAnswer",
    "Picture",
    "Problems",
    "Refused",
    "Snaps",
    "Trace",
    "Transaction",
    "UsageError",
    "ask",
    "feature_dtype",
    "global_id_text",
    "import_network",
    "open",
    "version",
]
