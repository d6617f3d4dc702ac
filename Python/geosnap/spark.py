"""Queries of a network for the rows of Spark's tables.

>>> from geosnap import spark as gs
>>> net = gs.share(session, "town.gpkg")                                    # doctest: +SKIP
>>> gs.identify(frame, net, x="x", y="y", tolerance=5)                      # doctest: +SKIP
>>> gs.snap(frame, net, geometry="geom", tolerance=1)                       # doctest: +SKIP

Each function takes a DataFrame and returns one with all its columns and those of the answer. The points are in two
columns of numbers or in one of geometries: WKB or EWKB, Spark's own geometries, or Apache Sedona's. Coordinates are
in the network's reference system. A row that fails has a message in the column of errors, and the job continues. An
error that concerns all rows, such as an unknown asset type, is raised by the call of the function.

The workers need this package, PyArrow and, for :func:`distance_along`, Shapely. See ``Documentation/Spark.md``.
"""

from __future__ import annotations

import json
import os
import tempfile
import uuid
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

from pyspark.errors import PySparkException
from pyspark.sql import functions
from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    DataType,
    DoubleType,
    IntegerType,
    LongType,
    NumericType,
    StringType,
    StructField,
    StructType,
)

from ._spark_place import Place, opened, stage
from ._spark_tasks import Conform, DistanceAlong, Identify, Labels, Points, Snap, SubnetworkOf, Task
from .errors import GeoSnapError
from .network import Network, _list, _options

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

__all__ = ["SharedNetwork", "conform", "distance_along", "identify", "share", "snap", "subnetwork_of"]

_TYPES: dict[str, DataType] = {
    "rank": IntegerType(),
    "row": LongType(),
    "rule": LongType(),
    "moved": IntegerType(),
    "unmoved": IntegerType(),
    "geometry": BinaryType(),
    "names": ArrayType(StringType()),
    "tiers": ArrayType(StringType()),
    **{
        name: DoubleType()
        for name in ("x", "y", "z", "distance", "fraction", "line_length", "offset", "greatest_distance")
    },
}
"""The types of the columns of answers; all others are texts."""
_FEATURE = ("source", "row", "global_id", "asset_type", "origin", "name")
_GEOMETRY_TYPES = ("GeometryType", "GeometryUDT")

_sent: list["tempfile.TemporaryDirectory[str]"] = []
"""Folders with files that Spark may still distribute: they stay until the driver ends."""


class SharedNetwork:
    """A network that all machines of a cluster have, made by :func:`share`.

    Attributes
    ----------
    network : Network
        The driver's network: the state that all workers query.
    """

    def __init__(self, session: "SparkSession", network: Network, place: Place) -> None:
        self.network = network
        self._session = session
        self._place = place
        self._labels: Optional[tuple[str, list[str]]] = None

    def _subnetworks(self) -> tuple[str, list[str]]:
        """The name of the file with all features' subnetworks, and the tables whose features can belong to one."""
        if self._labels is None:
            labels, tables = Labels.of(self.network)
            name = f"{self._place.key}-{uuid.uuid4().hex[:8]}.subnetworks"
            # Spark reads it from here for each new machine.
            folder = tempfile.TemporaryDirectory(prefix="geosnap-")
            path = os.path.join(folder.name, name)
            labels.write(path)
            _context(self._session).addFile(path)
            _sent.append(folder)
            self._labels = name, tables
        return self._labels

    def __repr__(self) -> str:
        return f"<geosnap.spark.SharedNetwork {self._place.name}: {self.network.feature_count:,} features>"


def share(
    session: "SparkSession",
    path: Union[str, "os.PathLike[str]"],
    *,
    extent: Optional[Sequence[float]] = None,
    folder: Optional[str] = None,
    path_on_workers: Optional[str] = None,
    image: Optional[str] = None,
) -> SharedNetwork:
    """Distributes a network to all machines of a cluster.

    The file is copied in its current state, and its image is made on the driver. Spark distributes both to the
    machines. On each machine the first process places them in a folder, and all processes map them from there.

    Parameters
    ----------
    session : SparkSession
    path : str or path
        The file, as ``geosnap import`` writes it.
    extent : (xmin, ymin, xmax, ymax), optional
        Reads only features that reach into it, in each process.
    folder : str, optional
        The folder on each machine, on a local disk, writable by its owner only. Default: ``GEOSNAP_SPARK_FOLDER`` of
        the machine, or a folder for temporary files.
    path_on_workers : str, optional
        The path of the file on machines that already have it. Spark distributes nothing then.
    image : str, optional
        The parameter of :func:`geosnap.open`, for ``path_on_workers``.

    Returns
    -------
    SharedNetwork

    Raises
    ------
    CannotOpen, GeoSnapError
    """
    path = os.fspath(path)
    corners = None if extent is None else tuple(float(ordinate) for ordinate in extent)
    if path_on_workers is not None:
        network = Network(path, extent=corners, image=image)
        name = os.path.basename(path)
        return SharedNetwork(
            session, network, Place(name, uuid.uuid4().hex[:24], path=path_on_workers, image=image, extent=corners)
        )
    context = _context(session)
    place, files = stage(path, folder, corners)
    network = opened(place)
    for file in files:
        context.addFile(str(file))
    return SharedNetwork(session, network, place)


def identify(
    frame: "DataFrame",
    net: SharedNetwork,
    *,
    tolerance: float,
    x: Optional[str] = None,
    y: Optional[str] = None,
    geometry: Union[str, "Column", None] = None,
    sources: Union[str, Sequence[str], None] = None,
    limit: Optional[int] = None,
    how: str = "left",
    columns: Sequence[str] = ("source", "row", "global_id", "distance"),
    prefix: str = "hit_",
) -> "DataFrame":
    """The features within a tolerance of points: a row for each of them.

    Parameters
    ----------
    frame : DataFrame
    net : SharedNetwork
    tolerance : float
        The radius around each point, inclusive.
    x, y : str, optional
        The columns of the coordinates.
    geometry : str or Column, optional
        The column of the points instead; or computed WKB, such as ``expr("ST_AsEWKB(geom)")``.
    sources : sequence of str, optional
        The tables to look in.
    limit : int, optional
        The maximum number of features for each point.
    how : {"left", "inner"}
        Whether a point without features has a row. A row with an error always remains.
    columns : sequence of str
        The columns of the answer, from ``rank``, ``source``, ``row``, ``global_id``, ``asset_type``, ``origin``,
        ``name``, ``distance``, ``x``, ``y`` and ``z``.
    prefix : str
        The prefix of the names of new columns.

    Returns
    -------
    DataFrame
        The columns of the frame, those of the answer, and ``hit_error``.
    """
    if how not in ("left", "inner"):
        raise ValueError(f"how is {how!r}: give 'left' or 'inner'.")
    options = {"tolerance": float(tolerance), "sources": _list(sources), "limit": limit, "how": how}
    _positive(tolerance)
    net.network.identify(*_anywhere(net), tolerance=tolerance, sources=_list(sources), limit=limit, threads=1)
    known = ("rank", *_FEATURE, "distance", "x", "y", "z")
    return _asked(Identify, frame, net, (x, y, geometry), _chosen(columns, known), prefix, options)


def snap(
    frame: "DataFrame",
    net: SharedNetwork,
    *,
    tolerance: float,
    x: Optional[str] = None,
    y: Optional[str] = None,
    geometry: Union[str, "Column", None] = None,
    asset_type: Optional[str] = None,
    role: Optional[str] = None,
    kinds: Optional[str] = None,
    columns: Sequence[str] = ("kind", "x", "y", "distance", "fraction", "source", "row", "global_id", "rule"),
    prefix: str = "snap_",
    **options: Any,
) -> "DataFrame":
    """Snaps points to the network, by the rules for an asset type.

    Parameters
    ----------
    frame, net, x, y, geometry, prefix
        As for :func:`identify`.
    tolerance : float
        The maximum distance that a point moves.
    asset_type, role, kinds, **options
        As for :meth:`geosnap.Network.snap`.
    columns : sequence of str
        Of ``kind``, ``x``, ``y``, ``z``, ``distance``, ``fraction``, ``rule``, ``source``, ``row``, ``global_id``,
        ``asset_type``, ``origin`` and ``name``.

    Returns
    -------
    DataFrame
        A row for each of the frame's. ``snap_x`` and ``snap_y`` are the point itself where ``snap_kind`` is
        ``unsnapped``.
    """
    _positive(tolerance)
    asked = {"tolerance": float(tolerance), "asset_type": asset_type, "role": role, "kinds": kinds, **options}
    at = _anywhere(net)
    net.network.snap([at[0]], [at[1]], threads=1, **asked)
    known = ("kind", "x", "y", "z", "distance", "fraction", "rule", *_FEATURE)
    return _asked(Snap, frame, net, (x, y, geometry), _chosen(columns, known), prefix, asked)


def conform(
    frame: "DataFrame",
    net: SharedNetwork,
    *,
    tolerance: float,
    x: Optional[str] = None,
    y: Optional[str] = None,
    geometry: Union[str, "Column", None] = None,
    asset_type: Optional[str] = None,
    together: Optional[str] = None,
    prefix: str = "conform_",
    **options: Any,
) -> "DataFrame":
    """Moves features onto the network, by its rules.

    Parameters
    ----------
    frame, net, x, y, prefix
        As for :func:`identify`.
    geometry : str or Column, optional
        The column of the geometries, of any kind.
    tolerance : float
        The maximum distance that a vertex moves.
    asset_type, **options
        As for :meth:`geosnap.Network.conform`.
    together : str, optional
        A column. Rows with the same value in it are conformed as one data set, in the memory of one worker. Without
        it each row is conformed separately: a vertex that stays because its line would collapse does not hold those
        of other rows.

    Returns
    -------
    DataFrame
        A row for each of the frame's, with ``conform_geometry`` (WKB of the input's kind), ``conform_moved`` and
        ``conform_unmoved`` (numbers of vertices), ``conform_greatest_distance``, ``conform_report`` (JSON, as in
        ``geosnap conform --report``) and ``conform_error``.
    """
    _positive(tolerance)
    asked = {"tolerance": float(tolerance), "asset_type": asset_type, **options}
    place = json.dumps([float(ordinate) for ordinate in _anywhere(net)])
    probe = f'{{"type":"Feature","geometry":{{"type":"Point","coordinates":{place}}},"properties":null}}\n'
    net.network.ask("conform", "-", *_options(asked), input=probe)
    columns = ("geometry", "moved", "unmoved", "greatest_distance", "report")
    return _asked(Conform, frame, net, (x, y, geometry), columns, prefix, asked, together)


def subnetwork_of(
    frame: "DataFrame",
    net: SharedNetwork,
    *,
    tolerance: float,
    x: Optional[str] = None,
    y: Optional[str] = None,
    geometry: Union[str, "Column", None] = None,
    sources: Union[str, Sequence[str], None] = None,
    columns: Sequence[str] = ("names", "tiers", "source", "row", "global_id", "distance"),
    prefix: str = "subnetwork_",
) -> "DataFrame":
    """The subnetworks of the feature that is nearest to each point.

    Parameters
    ----------
    frame, net, tolerance, x, y, geometry, prefix
        As for :func:`identify`.
    sources : sequence of str, optional
        The tables to look in. Default: those whose features can belong to a subnetwork.
    columns : sequence of str
        Of ``names``, ``tiers``, ``distance``, ``x``, ``y``, ``z``, ``source``, ``row``, ``global_id``,
        ``asset_type``, ``origin`` and ``name``.

    Returns
    -------
    DataFrame
        A row for each of the frame's. ``subnetwork_names`` and ``subnetwork_tiers`` are arrays of one length. They
        are empty if the nearest feature belongs to none, and null if no feature is near. Of equally near features,
        the first in the order of :func:`identify` counts.
    """
    _positive(tolerance)
    if net._place.extent is not None:
        raise ValueError("Subnetworks need the whole network: share the network without an extent.")
    name, tables = net._subnetworks()
    # In the order of the network's tables, which is the order of equally near features.
    wanted = _list(sources) or tables
    net.network.identify(*_anywhere(net), tolerance=tolerance, sources=wanted, threads=1)
    options = {"tolerance": float(tolerance), "sources": wanted, "labels": name}
    known = ("names", "tiers", "distance", "x", "y", "z", *_FEATURE)
    return _asked(SubnetworkOf, frame, net, (x, y, geometry), _chosen(columns, known), prefix, options)


def distance_along(
    frame: "DataFrame",
    net: SharedNetwork,
    *,
    tolerance: float,
    x: Optional[str] = None,
    y: Optional[str] = None,
    geometry: Union[str, "Column", None] = None,
    sources: Union[str, Sequence[str], None] = None,
    columns: Sequence[str] = ("distance", "fraction", "line_length", "offset", "source", "row", "global_id"),
    prefix: str = "along_",
) -> "DataFrame":
    """The distance of each point along the nearest line.

    Parameters
    ----------
    frame, net, x, y, geometry, prefix
        As for :func:`identify`.
    tolerance : float
        The maximum distance of a line.
    sources : sequence of str, optional
        The tables of lines to look in; by default all lines of the network's domains.
    columns : sequence of str
        Of ``distance``, ``fraction``, ``line_length``, ``offset``, ``x``, ``y``, ``source``, ``row``, ``global_id``,
        ``asset_type``, ``origin`` and ``name``.

    Returns
    -------
    DataFrame
        A row for each of the frame's. ``along_distance`` is the planar length from the start of the line to its point
        nearest to the given point, in the network's units; ``along_fraction`` is its share of ``along_line_length``.
        ``along_offset`` is the distance of the point from the line.
    """
    _positive(tolerance)
    import shapely  # noqa: F401 - a missing package on the workers is better reported here

    found = [one for one in net.network.info()["sources"] if one["features"]]
    lines = [one["name"] for one in found if one["usage"] in ("line", "structureLine")]
    wanted = _list(sources) or lines
    if not wanted:
        raise ValueError("The network has no lines.")
    net.network.identify(*_anywhere(net), tolerance=tolerance, sources=wanted, limit=1, threads=1)
    options = {"tolerance": float(tolerance), "sources": wanted}
    known = ("distance", "fraction", "line_length", "offset", "x", "y", *_FEATURE)
    return _asked(DistanceAlong, frame, net, (x, y, geometry), _chosen(columns, known), prefix, options)


def _context(session: "SparkSession") -> Any:
    try:
        return session.sparkContext
    except PySparkException:
        raise GeoSnapError("A session of Spark Connect cannot send files: give path_on_workers.") from None


def _positive(tolerance: float) -> None:
    if not 0 <= tolerance < float("inf"):
        raise ValueError(f"tolerance is {tolerance}: give a finite number of 0 or more.")


def _anywhere(net: SharedNetwork) -> tuple[float, float]:
    """A place for a query of the driver's network, which raises the errors of the query."""
    extent = net.network.extent
    return float(extent[0]), float(extent[1])


def _chosen(columns: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    for column in columns:
        if column not in known:
            raise ValueError(f"An answer has no column {column!r}: choose from {', '.join(known)}.")
    if len(set(columns)) < len(columns):
        raise ValueError("A column of the answer is named twice.")
    return tuple(columns)


def _asked(
    kind: type[Task],
    frame: "DataFrame",
    net: SharedNetwork,
    places: tuple[Optional[str], Optional[str], Union[str, "Column", None]],
    columns: Sequence[str],
    prefix: str,
    options: dict[str, Any],
    together: Optional[str] = None,
) -> "DataFrame":
    points, sent, added = _points(frame, net.network.srid, *places)
    schema = sent.schema
    new = [StructField(prefix + column, _TYPES.get(column, StringType())) for column in columns]
    new.append(StructField(f"{prefix}error", StringType()))
    taken = {name.lower() for name in schema.names}
    for one in new:
        if one.name.lower() in taken:
            raise ValueError(f"The frame has a column {one.name} already: give another prefix.")
    names = (*schema.names, *(one.name for one in new))
    task = kind(net._place, points, tuple(schema.names), tuple(columns), names, options)
    whole = StructType([*schema.fields, *new])
    if together is None:
        answered = sent.mapInArrow(task.__call__, whole)
    else:
        assert isinstance(task, Conform)
        key = _named(frame, together)
        answered = sent.groupBy(functions.col(f"`{key}`")).applyInArrow(_function(task), whole)
    return answered.drop(added) if added else answered


def _function(task: Conform) -> Any:
    """The parameter of applyInArrow: a function with one parameter."""

    def conform_together(table: Any) -> Any:
        return task.together(table)

    return conform_together


def _points(
    frame: "DataFrame",
    srid: Optional[int],
    x: Optional[str],
    y: Optional[str],
    geometry: Union[str, "Column", None],
) -> tuple[Points, "DataFrame", Optional[str]]:
    """The points, the frame with their WKB, and the column that was added for it."""
    names = frame.schema.names
    if len({name.lower() for name in names}) < len(names):
        raise ValueError("Columns of the frame have the same name: rename them.")
    if geometry is None:
        if x is None or y is None:
            raise ValueError("Give the columns of x and y, or that of the geometry.")
        found = [_named(frame, x), _named(frame, y)]
        for name in found:
            if not isinstance(frame.schema[name].dataType, NumericType):
                raise ValueError(f"The column {name} is {frame.schema[name].dataType.simpleString()}, not a number.")
        return Points(*found), frame, None
    if x is not None or y is not None:
        raise ValueError("Give the columns of x and y or that of the geometry, not both.")
    if not isinstance(geometry, str):
        return _computed(frame, geometry)
    name = _named(frame, geometry)
    kind = frame.schema[name].dataType
    if isinstance(kind, BinaryType):
        return Points(geometry=name), frame, None
    if type(kind).__name__ not in _GEOMETRY_TYPES:
        raise ValueError(f"The column {name} is {kind.simpleString()}: give WKB (binary) or geometries.")
    declared = getattr(kind, "srid", None)
    if isinstance(declared, int) and declared > 0 and srid and declared != srid:
        raise ValueError(f"The geometries of {name} are in EPSG:{declared}, but the network is in EPSG:{srid}.")
    # Spark's function is found before others of the same name, so each has a different name.
    function = "ST_AsBinary" if _is_own(kind) else "ST_AsEWKB"
    return _computed(frame, functions.expr(f"{function}(`{name}`)"))


def _is_own(kind: DataType) -> bool:
    """Whether it is Spark's own type for geometries."""
    return bool(type(kind).__module__ == DataType.__module__)


def _computed(frame: "DataFrame", column: Any) -> tuple[Points, "DataFrame", Optional[str]]:
    """The points in a computed column."""
    added = f"geosnap_wkb_{uuid.uuid4().hex[:8]}"
    sent = frame.withColumn(added, column)
    if not isinstance(sent.schema[added].dataType, BinaryType):
        raise ValueError(f"The geometry is {sent.schema[added].dataType.simpleString()}: give WKB (binary).")
    return Points(geometry=added), sent, added


def _named(frame: "DataFrame", name: str) -> str:
    """A column by its name, ignoring case."""
    for known in frame.schema.names:
        if known.lower() == name.lower():
            return str(known)
    raise ValueError(f"The frame has no column {name}: it has {', '.join(frame.schema.names)}.")
