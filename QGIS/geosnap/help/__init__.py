"""The help: pages for users of the plugin, and the action that opens them."""
