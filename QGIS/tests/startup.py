"""Runs in QGIS before it loads plugins: an error is printed and ends QGIS, instead of waiting in a dialog."""

import os
import sys
import traceback

import qgis.utils


def end(kind, value, trace, message, *_, **__):
    print(message or "", file=sys.__stderr__)
    traceback.print_exception(kind, value, trace, file=sys.__stderr__)
    sys.__stderr__.flush()
    os._exit(1)


qgis.utils.showException = end
