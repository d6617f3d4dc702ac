"""Starts another QGIS, with a separate profile."""

import os
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
INI = """[PythonPlugins]
geosnap_qgis=true
processing=true

[qgis]
checkVersion=false
showTips=false

[app]
projections\\defaultProjectCrs=EPSG:25832

[locale]
userLocale=en_US
overrideFlag=true
"""


def start(module, folder, arguments=(), **changes):
    """Starts a QGIS that runs the tests of a file.

    Parameters
    ----------
    module : str
        The file, in this folder.
    folder : str
        The folder of its profile; an existing one is reused.
    arguments : sequence of str
        More words for its command line.
    **changes
        Environment variables; None removes one.
    """
    profile = os.path.join(folder, "profile")
    place = os.path.join(profile, "profiles", "default", "QGIS")
    if not os.path.exists(place):
        os.makedirs(place)
        with open(os.path.join(place, "QGIS3.ini"), "w", encoding="utf-8") as file:
            file.write(INI)
    environment = {**os.environ, "GEOSNAP_QGIS_TEST": os.path.join(HERE, module), "GEOSNAP_QGIS_TESTS": ""}
    for name, value in changes.items():
        environment.pop(name, None)
        if value is not None:
            environment[name] = value
    words = [shutil.which("qgis"), "--nologo", "--noversioncheck", "--profiles-path", profile]
    words += [*arguments, "--code", os.path.join(HERE, "start.py")]
    return subprocess.Popen(
        words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
