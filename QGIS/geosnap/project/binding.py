"""The variable of a project that says which networks belong to it."""

import os

from qgis.core import QgsExpressionContextUtils

from ..kernel import store
from ..kernel.address import DatabaseUnread, is_address

VARIABLE = "geosnap_network"
_SEPARATOR = "|"


def networks(project):
    """The networks that the variable of a project names: files as absolute paths, and addresses of databases."""
    text = QgsExpressionContextUtils.projectScope(project).variable(VARIABLE)
    home = project.homePath()
    parts = [part.strip() for part in str(text or "").split(_SEPARATOR) if part.strip()]
    found = []
    for part in parts:
        try:
            found.append(store.key(part) if is_address(part) else os.path.normpath(os.path.join(home, part)))
        except DatabaseUnread:
            # Somebody has written it so that nobody can read it.
            continue
    return found


def bind(project, paths):
    """Sets the variable of a project, relative to where the project is; it is taken away for no network."""
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
        # On another drive.
        return path
    return relative.replace(os.sep, "/")
