"""Looks at what belongs together, and at what is wrong."""
