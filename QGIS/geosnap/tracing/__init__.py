"""Traces on the map."""
