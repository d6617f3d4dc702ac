"""What all rooms of the plugin stand on: the Python package, networks that are open, work in the background."""
