"""Starts and ends of traces, from points of a layer."""

import math

import numpy as np
from qgis.core import QgsGeometry, QgsPointXY, QgsProcessingException

from ..kernel.texts import tr
from .features import geometry_of
from .points import Points

_CONNECTED = ("device", "junction", "line")
"""The usages of sources that traces go through."""


def connected_sources(definition):
    """The sources that traces go through."""
    return [
        source["name"]
        for domain in definition["domainNetworks"]
        for source in domain["sources"]
        if source.get("usage") in _CONNECTED
    ]


def places(kernel, definition, source, tolerance, terminal_field, crs, context, feedback, is_needed):
    """The places of points, as the library takes them: ``row:Table/12``, with a fraction on a line.

    Parameters
    ----------
    terminal_field : str or None
        The field with the name or the id of a terminal.
    is_needed : bool
        Whether a point without a feature nearby ends the algorithm; otherwise it is reported.
    """
    found, missed = [], []
    field = source.fields().lookupField(terminal_field) if terminal_field else -1
    points = Points(source, crs, context, feedback, 20, 25)
    sources = connected_sources(definition)
    for block in points.blocks():
        hits = kernel.identify(block.x, block.y, tolerance=tolerance, sources=sources, limit=1)
        ends = hits.ends.astype(np.int64)
        shapes = kernel.wkb(hits.feature)
        rows = kernel.rows(hits.feature).tolist()
        names = np.asarray(kernel.tables, dtype=object)[hits.feature["table"]].tolist()
        starts = np.concatenate([[0], ends[:-1]])
        for number, (start, end) in enumerate(zip(starts.tolist(), ends.tolist())):
            if start == end:
                missed.append(block.features[block.owner[number]].id())
                continue
            place = f"row:{names[start]}/{rows[start]}"
            line = geometry_of(shapes[start])
            if line.length() > 0:
                place += f"@{fraction(line, hits.x[start], hits.y[start])!r}"
            elif field >= 0:
                terminal = block.features[block.owner[number]].attribute(field)
                if terminal not in (None, "") and str(terminal) != "NULL":
                    place += f"#{terminal}"
            found.append(place)
    if missed:
        sentence = tr("{} points of {} have no feature within {} that a trace can pass: {}.").format(
            len(missed), source.sourceName(), f"{tolerance:g}", ", ".join(str(one) for one in missed[:10])
        )
        if is_needed or not found:
            raise QgsProcessingException(sentence)
        feedback.pushWarning(sentence)
    return found


def fraction(line, x, y):
    """The position of a place along a line, from 0 to 1."""
    along = line.lineLocatePoint(QgsGeometry.fromPointXY(QgsPointXY(float(x), float(y))))
    length = line.length()
    return min(max(along / length, 0.0), 1.0) if length > 0 and not math.isnan(along) else 0.0


def stretches_of(line, stretches):
    """The parts of a line between fractions of its planar length; parts that touch are merged.

    Parameters
    ----------
    stretches : list of (float, float)
        Their starts and ends, in order along the line.
    """
    joined = []
    for begin, end in stretches:
        if joined and begin <= joined[-1][1] + 1e-12:
            joined[-1][1] = max(joined[-1][1], end)
        else:
            joined.append([begin, end])
    length = line.length()
    parts = []
    for begin, end in joined:
        passed = 0.0
        for part in line.constParts():
            here = part.length()
            first, last = max(begin * length - passed, 0.0), min(end * length - passed, here)
            if last > first:
                parts.append(QgsGeometry(part.curveSubstring(first, last)))
            passed += here
    return QgsGeometry.collectGeometry(parts) if parts else QgsGeometry()
