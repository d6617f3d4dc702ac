"""The errors of a network, as in ``geosnap validate``."""

import csv
import re

import numpy

from ..kernel.texts import tr
from . import long_document


class Problem:
    """An error of validation.

    Attributes
    ----------
    document : dict
        As in ``geosnap validate --json``.
    """

    __slots__ = ("document",)

    def __init__(self, document):
        self.document = document

    @property
    def number(self):
        """Esri's number, or None."""
        return self.document["number"]

    @property
    def code(self):
        return self.document["code"]

    @property
    def message(self):
        return self.document["message"]

    @property
    def remedy(self):
        """The text that says what to do."""
        return (self.document.get("fix") or {}).get("sentence") or ""

    @property
    def location(self):
        """x and y in the network; None if it has no place."""
        return self.document["location"]

    @property
    def global_ids(self):
        """The features concerned."""
        return [one["globalID"] for one in self.document["features"] if one.get("globalID")]


class Problems:
    """The errors of a network.

    Attributes
    ----------
    all : list of Problem
    places : ndarray of float64, shape (n, 2)
        The place of each; NaN if it has none.
    """

    def __init__(self, found):
        self.all = found
        self.places = numpy.array(
            [one.location[:2] if one.location else (numpy.nan, numpy.nan) for one in found], dtype=float
        ).reshape(-1, 2)

    def by_code(self):
        """The errors of each code, in the order of the list."""
        found = {}
        for one in self.all:
            found.setdefault(one.code, []).append(one)
        return found

    def write(self, path):
        """Writes the list as CSV."""
        with open(path, "w", encoding="utf-8-sig", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["number", "code", "message", "fix", "x", "y", "features"])
            for one in self.all:
                place = [repr(float(ordinate)) for ordinate in one.location[:2]] if one.location else ["", ""]
                number = "" if one.number is None else one.number
                writer.writerow([number, one.code, one.message, one.remedy, *place, " ".join(one.global_ids)])


def read(kernel, extent, tell):
    """Validates a network; called in the background.

    Parameters
    ----------
    extent : tuple of float or None
        Limits the check to features in it: xmin, ymin, xmax, ymax.
    """
    words = ["validate", "--json"]
    if extent is not None:
        words.append("--extent=" + ",".join(repr(float(one)) for one in extent))
    text = kernel.document(*words, progress=lambda share: tell(0.9 * share))

    def problem(text, place):
        document, end = long_document.value(text, place)
        return Problem(document), end

    document, _ = long_document.read_object(
        text, 0, {"errors": lambda text, place: long_document.read_array(text, place, problem, lambda _: tell(0.95))}
    )
    return Problems(document["errors"])


def title(code):
    """The title of a code."""
    known = {
        "wrongDataType": tr("Wrong data type"),
        "emptyGeometry": tr("No geometry"),
        "unknownAssetGroup": tr("Unknown asset group"),
        "zeroLengthLine": tr("Line without length"),
        "noVertexForConnection": tr("No vertex for a connection"),
        "noConnectivityRule": tr("No rule for a connection"),
        "ambiguousTerminal": tr("Terminal not named"),
        "noJunctionBetweenLines": tr("No junction between lines"),
        "midspanConnectionForbidden": tr("Connection within a line"),
        "noContainmentRule": tr("No rule for a containment"),
        "noAttachmentRule": tr("No rule for an attachment"),
        "multipartLine": tr("Line of several parts"),
        "selfIntersectingLine": tr("Line crosses itself"),
        "repeatedVertex": tr("Repeated vertex"),
        "invalidAssetType": tr("Unknown asset type"),
        "stackedPoints": tr("Points on one spot"),
        "missingAssociatedFeature": tr("Association with a feature that is missing"),
        "invalidAttributeValue": tr("Value that a network attribute cannot hold"),
        "inconsistentAssetType": tr("Association with another asset type"),
        "invalidTerminal": tr("Invalid terminal"),
        "tapAtSeveralLines": tr("Tap at several lines"),
        "multiTerminalMidspan": tr("Device of several terminals within a line"),
        "unreadableGeometry": tr("Geometry that cannot be read"),
        "wrongGeometryType": tr("Wrong type of geometry"),
        "missingGlobalID": tr("No global id"),
        "repeatedGlobalID": tr("Repeated global id"),
        "associatedFeatureSetAside": tr("Association with a feature that is set aside"),
        "brokenRule": tr("Broken rule"),
        "unreadableRow": tr("Row that cannot be read"),
    }
    if code in known:
        return known[code]
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", code)
    return words[:1].upper() + words[1:].lower()
