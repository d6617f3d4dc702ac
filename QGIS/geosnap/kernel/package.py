"""The Python package geosnap: where it is, and how it is installed."""

import importlib
import importlib.util
import os
import subprocess
import sys

from qgis.core import QgsApplication

from .texts import tr


class PackageMissing(Exception):
    """The package cannot be loaded; the message says what to do."""


def own_folder():
    """The folder into which the plugin installs the package: in the profile, so that QGIS's Python stays unchanged."""
    return os.path.join(QgsApplication.qgisSettingsDirPath(), "geosnap", "python")


def package():
    """Returns the package.

    Raises
    ------
    PackageMissing
        If it is not installed or cannot be loaded.
    """
    folder = own_folder()
    if os.path.isdir(folder) and folder not in sys.path:
        sys.path.append(folder)
    try:
        return importlib.import_module("geosnap")
    except ImportError as error:
        if getattr(error, "name", None) == "geosnap":
            raise PackageMissing(
                tr(
                    "The Python package geosnap is not installed. Make or download its wheel, then choose "
                    "Settings > Options > GeoSnap > Install the package."
                )
            ) from None
        raise PackageMissing(tr("The Python package geosnap cannot be loaded: {}").format(error)) from error


def python_program():
    """The program of the interpreter that QGIS embeds."""
    names = ("python3", f"python{sys.version_info.major}.{sys.version_info.minor}", "python.exe", "python")
    folders = [os.path.join(sys.base_exec_prefix, "bin"), sys.base_exec_prefix, os.path.dirname(os.__file__)]
    for folder in folders:
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and os.access(path, os.X_OK):
                return path
    return sys.executable


def install(wheel):
    """Installs a wheel and its dependencies into the profile's folder; called in the background.

    Raises
    ------
    PackageMissing
        With pip's message.
    """
    folder = own_folder()
    os.makedirs(folder, exist_ok=True)
    words = [python_program(), "-m", "pip", "install", "--upgrade", "--no-input", "--target", folder, wheel]
    # Packages that QGIS has, such as NumPy, have to stay QGIS's: two copies conflict.
    done = subprocess.run(words + ["--no-deps"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise PackageMissing(tr("pip could not install {}: {}").format(wheel, done.stderr.strip()[-800:]))
    missing = [name for name, wanted in (("cffi", "cffi"), ("numpy", "numpy")) if not _is_there(wanted)]
    if missing:
        words = [python_program(), "-m", "pip", "install", "--no-input", "--target", folder, *missing]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise PackageMissing(
                tr("pip could not install {}: {}").format(", ".join(missing), done.stderr.strip()[-800:])
            )
    importlib.invalidate_caches()


def _is_there(name):
    importlib.invalidate_caches()
    return importlib.util.find_spec(name) is not None
