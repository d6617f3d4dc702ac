"""Opens a network as a group of layers."""
