"""Utility networks in QGIS: rules while drawing, traces on the map."""


def classFactory(iface):  # noqa: N802 (QGIS calls it so)
    """Makes the plugin."""
    if __name__ == "geosnap":
        raise ImportError(
            "The folder of this plugin is called geosnap, as is the Python package that it needs. "
            "Call the folder geosnap_qgis, or install the ZIP that `make qgis-plugin` makes."
        )
    from .plugin import GeoSnapPlugin

    return GeoSnapPlugin(iface)
