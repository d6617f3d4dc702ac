"""WKB and EWKB in table columns: points as arrays, other geometries vertex by vertex."""

from __future__ import annotations

import math
import struct
from typing import Any, NamedTuple, Optional

import numpy as np

KINDS = (
    "", "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection",
)
_DEEPEST = 32


class WKBError(ValueError):
    """The message about an invalid geometry."""


class Run(NamedTuple):
    """Consecutive vertices in WKB: those of a point, a line or a ring."""

    start: int
    length: int
    dimensions: int
    has_z: bool
    order: str


class Geometry:
    """A geometry in WKB; its vertices are not copied.

    Attributes
    ----------
    kind : str
        Its name in GeoJSON.
    srid : int
        The reference system in EWKB; 0 if there is none.
    parts : list of Run
        The vertices of each non-empty point or line, as ``geosnap conform`` numbers them.
    document : str
        The geometry in GeoJSON.
    """

    def __init__(self, blob: bytes) -> None:
        self._blob = blob
        self.srid = 0
        self.parts: list[Run] = []
        self.kind, self.document, end = self._geometry(0, 0)
        if end != len(blob):
            raise WKBError(f"The WKB has {len(blob)} bytes, but its geometry ends after {end}.")

    def moved(self, moves: list[dict[str, Any]]) -> bytes:
        """The WKB with moved vertices, from a report of ``geosnap conform``."""
        result = bytearray(self._blob)
        for move in moves:
            run = self.parts[move["part"]]
            place = run.start + move["vertex"] * run.dimensions * 8
            count = 3 if run.has_z and len(move["to"]) > 2 else 2
            struct.pack_into(f"{run.order}{count}d", result, place, *move["to"][:count])
        return bytes(result)

    def _take(self, form: str, place: int) -> tuple[Any, int]:
        end = place + struct.calcsize(form)
        if end > len(self._blob):
            raise WKBError(f"The WKB ends after {len(self._blob)} bytes, within its geometry.")
        return struct.unpack_from(form, self._blob, place)[0], end

    def _head(self, place: int) -> tuple[int, bool, int, str, int]:
        """Kind, whether it has Z, dimensions, byte order, and the position after the header."""
        mark, place = self._take("B", place)
        if mark > 1:
            raise WKBError(f"The WKB has byte order {mark}: it must be 0 or 1.")
        order = "<" if mark else ">"
        code, place = self._take(order + "I", place)
        if code & 0x2000_0000:
            srid, place = self._take(order + "i", place)
            self.srid = self.srid or srid
        dimension, kind = divmod(code & 0x0FFF_FFFF, 1000)
        if dimension > 3 or not 1 <= kind < len(KINDS):
            raise WKBError(f"The WKB has geometry type {code}, which is not a point, line, area or collection.")
        has_z, has_m = dimension in (1, 3) or bool(code & 0x8000_0000), dimension > 1 or bool(code & 0x4000_0000)
        return kind, has_z, 2 + has_z + has_m, order, place

    def _geometry(self, place: int, depth: int, expected: int = 0) -> tuple[str, str, int]:
        if depth > _DEEPEST:
            raise WKBError(f"The WKB has collections nested more than {_DEEPEST} deep.")
        kind, has_z, dimensions, order, place = self._head(place)
        if expected and kind != expected:
            raise WKBError(f"The WKB has a {KINDS[kind]} within a {KINDS[expected + 3]}.")
        if kind == 1:
            text, place = self._point(place, has_z, dimensions, order)
        elif kind == 2:
            text, place = self._line(place, has_z, dimensions, order, True)
        else:
            count, place = self._take(order + "I", place)
            texts = []
            for _ in range(count):
                if kind == 3:
                    text, place = self._line(place, has_z, dimensions, order, False)
                elif kind == 7:
                    name, text, place = self._geometry(place, depth + 1)
                    text = _document(name, text)
                else:
                    _, text, place = self._geometry(place, depth + 1, kind - 3)
                texts.append(text)
            text = f"[{','.join(texts)}]"
        return KINDS[kind], (text if depth else _document(KINDS[kind], text)), place

    def _point(self, place: int, has_z: bool, dimensions: int, order: str) -> tuple[str, int]:
        end = self._end(place, dimensions)
        ordinates = struct.unpack_from(f"{order}{dimensions}d", self._blob, place)
        if all(math.isnan(one) for one in ordinates[:2]):
            return "[]", end
        self.parts.append(Run(place, 1, dimensions, has_z, order))
        return _position(ordinates, has_z), end

    def _line(self, place: int, has_z: bool, dimensions: int, order: str, is_part: bool) -> tuple[str, int]:
        count, place = self._take(order + "I", place)
        end = self._end(place, dimensions * count)
        if is_part and count:
            self.parts.append(Run(place, count, dimensions, has_z, order))
        ordinates = struct.unpack_from(f"{order}{dimensions * count}d", self._blob, place)
        positions = [
            _position(ordinates[first : first + dimensions], has_z) for first in range(0, len(ordinates), dimensions)
        ]
        return f"[{','.join(positions)}]", end

    def _end(self, place: int, ordinates: int) -> int:
        end = place + 8 * ordinates
        if end > len(self._blob):
            raise WKBError(f"The WKB ends after {len(self._blob)} bytes, within its geometry.")
        return end


def _document(kind: str, text: str) -> str:
    member = "geometries" if kind == "GeometryCollection" else "coordinates"
    return f'{{"type":"{kind}","{member}":{text}}}'


def _position(ordinates: tuple[float, ...], has_z: bool) -> str:
    used = ordinates[: 3 if has_z and not math.isnan(ordinates[2]) else 2]
    if not all(map(math.isfinite, used)):
        raise WKBError("A coordinate of the geometry is not a finite number.")
    return f"[{','.join(map(repr, used))}]"


def points(column: Any, srid: Optional[int]) -> tuple[Any, Any, list[tuple[int, str]]]:
    """The points in a binary column: x, y, and the errors by row."""
    import pyarrow

    if pyarrow.types.is_large_binary(column.type):
        column = column.cast(pyarrow.binary())
    fast = _uniform(column, srid)
    if fast is not None:
        return fast[0], fast[1], []
    x, y = np.full(len(column), np.nan), np.full(len(column), np.nan)
    errors = []
    for row, blob in enumerate(column.to_pylist()):
        try:
            x[row], y[row] = _point(blob, srid)
        except WKBError as error:
            errors.append((row, str(error)))
    return x, y, errors


def geometry(blob: Optional[bytes], srid: Optional[int]) -> Geometry:
    """The geometry of a row, in the network's reference system."""
    if blob is None:
        raise WKBError("There is no geometry.")
    found = Geometry(blob)
    if found.srid and srid and found.srid != srid:
        raise WKBError(f"The geometry is in EPSG:{found.srid}, but the network is in EPSG:{srid}.")
    return found


def point(x: float, y: float) -> bytes:
    """A point as WKB."""
    return struct.pack("<BIdd", 1, 1, x, y)


def _point(blob: Optional[bytes], srid: Optional[int]) -> tuple[float, float]:
    found = geometry(blob, srid)
    if found.kind != "Point":
        raise WKBError(f"The geometry is a {found.kind}; a Point is expected.")
    if not found.parts:
        raise WKBError("The point is empty.")
    run = found.parts[0]
    x, y = struct.unpack_from(run.order + "2d", blob or b"", run.start)
    return x, y


def _uniform(column: Any, srid: Optional[int]) -> Optional[tuple[Any, Any]]:
    """Points that all begin with the same bytes, as in most tables; None otherwise."""
    if column.null_count or len(column) == 0:
        return None
    _, ends, content = column.buffers()
    offsets = np.frombuffer(ends, dtype=np.int32)[column.offset : column.offset + len(column) + 1]
    width = int(offsets[1] - offsets[0])
    if width not in (21, 25, 29, 33, 37, 41) or not (np.diff(offsets) == width).all():
        return None
    whole = np.frombuffer(content, dtype=np.uint8)[offsets[0] : offsets[-1]].reshape(len(column), width)
    try:
        first = geometry(whole[0].tobytes(), srid)
    except WKBError:
        return None
    if first.kind != "Point" or not first.parts:
        return None
    start, order = first.parts[0].start, first.parts[0].order
    if not (whole[:, :start] == whole[0, :start]).all():
        return None
    pairs = np.ascontiguousarray(whole[:, start : start + 16]).view(order + "f8")
    x, y = (np.ascontiguousarray(pairs[:, side], dtype=np.float64) for side in (0, 1))
    return (x, y) if np.isfinite(pairs).all() else None
