"""The project variable that names the networks of a project."""

import os

from qgis.core import QgsExpressionContextUtils

from ..kernel import store
from ..kernel.address import DatabaseUnread, is_address

VARIABLE = "geosnap_network"
_SEPARATOR = "|"


def networks(project):
    """The networks in the variable of a project: files as absolute paths, and addresses of databases."""
    text = QgsExpressionContextUtils.projectScope(project).variable(VARIABLE)
    home = project.homePath()
    parts = [part.strip() for part in str(text or "").split(_SEPARATOR) if part.strip()]
    found = []
    for part in parts:
        try:
            found.append(store.key(part) if is_address(part) else os.path.normpath(os.path.join(home, part)))
        except DatabaseUnread:
            # A user has written an invalid value.
            continue
    return found


def bind(project, paths):
    """Sets the variable of a project, with paths relative to the project; removes it if there are no networks."""
    home = project.homePath()
    text = _SEPARATOR.join(_relative(path, home) for path in paths)
    before = QgsExpressionContextUtils.projectScope(project).variable(VARIABLE)
    if str(before or "") == text:
        return
    if text:
        QgsExpressionContextUtils.setProjectVariable(project, VARIABLE, text)
    else:
        QgsExpressionContextUtils.removeProjectVariable(project, VARIABLE)


def _relative(path, home):
    if is_address(path):
        return path
    path = os.path.realpath(path)
    if not home:
        return path
    try:
        relative = os.path.relpath(path, os.path.realpath(home))
    except ValueError:
        # It is on another drive.
        return path
    return relative.replace(os.sep, "/")
