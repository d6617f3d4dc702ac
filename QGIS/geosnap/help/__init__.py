"""The help: pages for people who use the plugin, and the action that shows them."""
