"""The base of all rooms: the Python package, open networks, work in the background."""
