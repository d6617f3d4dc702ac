"""Runs in QGIS after its start: the tests of the file in GEOSNAP_QGIS_TEST."""

import importlib
import os
import sys
import traceback

from qgis.PyQt.QtCore import QTimer


def begin():
    try:
        folder, name = os.path.split(os.environ["GEOSNAP_QGIS_TEST"])
        sys.path.insert(0, folder)
        import driving

        driving.run(importlib.import_module(os.path.splitext(name)[0]))
    except BaseException:
        traceback.print_exc()
        sys.stdout.flush()
        os._exit(1)


QTimer.singleShot(1000, begin)
