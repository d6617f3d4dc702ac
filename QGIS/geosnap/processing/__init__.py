"""Algorithms for models, batches and qgis_process."""
