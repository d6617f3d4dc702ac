"""The answers of a network."""

from __future__ import annotations

import html
import json
import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Sequence, Union

import numpy as np

from ._library import after_fork, array, call, feature_dtype, ffi, lib, text
from .errors import GeoSnapError, UsageError

if TYPE_CHECKING:
    import geopandas
    import pandas

    from .network import Network

Array = np.ndarray[Any, np.dtype[Any]]
_TAIL = 1 << 20
"""The number of bytes at the end of a document that are searched first for the members after the elements."""
_free_hits, _free_snaps = lib.geosnap_hits_free, lib.geosnap_snaps_free

KINDS = (
    "unsnapped", "point", "lineEnd", "vertex", "intersection", "midpoint", "centroid", "segment", "boundary",
    "area", "guide",
)
"""The kinds of snapped places, by the numbers in ``Snaps.kind``."""

ASSOCIATION_KINDS = (
    "", "connectivity", "containment", "attachment", "junctionEdgeFromConnectivity",
    "junctionMidspanConnectivity", "junctionEdgeToConnectivity",
)


def counted(count: int, word: str) -> str:
    """A number with its unit: 1 point, 2 points."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


class _Answer:
    """An answer of a network, which may have changed since."""

    _network: "Network"
    _owner: Any

    def _asked(self) -> "Network":
        """The network, if it has not changed since the query.

        Raises
        ------
        UsageError
            If it has changed: its rows may now be other features.
        """
        network = self._network
        if lib.geosnap_revision(network._open_handle()) != self._owner.revision:
            raise UsageError(
                "The network has changed since it was asked: ask it again. The arrays of the answer stay.",
                status=64,
                code="changed",
            )
        return network

    def _shown(self) -> str:
        """The representation in a notebook, for an unchanged network."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        try:
            return self._shown()
        except GeoSnapError as error:
            return f"<p>{html.escape(repr(self))}</p><p>{html.escape(str(error))}</p>"


class _Places(_Answer):
    """Places on features: the common part of hits and snaps."""

    # Arrays are made on first use: they would take longer than a single query.

    @cached_property
    def feature(self) -> Array:
        return array(self._owner, self._owner.features, feature_dtype, self._owner.count)

    @cached_property
    def distance(self) -> Array:
        return array(self._owner, self._owner.distances, np.float64, self._owner.count)

    @cached_property
    def x(self) -> Array:
        return array(self._owner, self._owner.x, np.float64, self._owner.count)

    @cached_property
    def y(self) -> Array:
        return array(self._owner, self._owner.y, np.float64, self._owner.count)

    @cached_property
    def z(self) -> Array:
        return array(self._owner, self._owner.z, np.float64, self._owner.count)

    def __len__(self) -> int:
        return int(self._owner.count)


class Hits(_Places):
    """The features at points.

    Attributes
    ----------
    point : ndarray of int64, shape (n,)
        The row of each hit's point.
    feature : ndarray, shape (n,)
        The features, with the fields ``table`` and ``row``; see :meth:`Network.describe`.
    distance : ndarray of float64, shape (n,)
        The distance from the point.
    x, y, z : ndarray of float64, shape (n,)
        The place on the feature; z is NaN if it has none.
    ends : ndarray of uint64, shape (points,)
        The end of each point's hits.
    """

    def __init__(self, network: "Network", pointer: Any, is_scalar: bool) -> None:
        self._network = network
        self._owner = ffi.gc(pointer, _free_hits)
        self.is_scalar = is_scalar

    def item(self, number: int = 0) -> tuple[int, int, float, float, float]:
        """A hit as plain numbers, without arrays: ``table`` and ``row`` of the feature, ``x``, ``y``, ``distance``.

        Raises
        ------
        IndexError
            If there are fewer.
        """
        found = self._owner
        if not 0 <= number < found.count:
            raise IndexError(f"There is no hit {number}: the answer has {found.count}.")
        feature = found.features[number]
        return feature.table, feature.row, found.x[number], found.y[number], found.distances[number]

    @cached_property
    def ends(self) -> Array:
        return array(self._owner, self._owner.ends, np.uint64, self._owner.point_count)

    @property
    def point(self) -> "np.ndarray[Any, np.dtype[np.int64]]":
        counts: Any = np.diff(self.ends.astype(np.int64), prepend=0)
        return np.repeat(np.arange(len(self.ends), dtype=np.int64), counts)

    def to_dataframe(self) -> "pandas.DataFrame":
        """A table with a row for each hit: point, source, row, global_id, asset_type, distance, x, y."""
        import pandas

        table = self._asked().describe(self.feature)
        table.insert(0, "point", self.point)
        table["distance"] = self.distance
        table["x"] = self.x
        table["y"] = self.y
        return pandas.DataFrame(table)

    def to_geodataframe(self) -> "geopandas.GeoDataFrame":
        """The same with the geometry of each feature."""
        return self._asked()._located(self.to_dataframe(), self.feature)

    def __repr__(self) -> str:
        return f"<geosnap.Hits: {len(self):,} of {counted(len(self.ends), 'point')}>"

    def _shown(self) -> str:
        head = self.to_dataframe().head(20)
        return f"<p>{html.escape(repr(self))}</p>{head.to_html(index=False)}"


class Snaps(_Places):
    """The snapped places of points.

    Attributes
    ----------
    is_snapped : ndarray of bool, shape (n,)
    kind : ndarray of uint8, shape (n,)
        The kind of place: a number of ``geosnap.results.KINDS``.
    x, y, z : ndarray of float64, shape (n,)
        The place; the point itself if it is not snapped.
    distance, fraction : ndarray of float64, shape (n,)
        The distance from the point, and the fraction along the line; NaN if there is none.
    feature : ndarray, shape (n,)
        The features, with the fields ``table`` and ``row``; -1 if there is none.
    rule : ndarray of int64, shape (n,)
        The rule that allows it; -1: no rule applies; -2: lines of one asset type connect.
    """

    def __init__(self, network: "Network", pointer: Any, question: Optional[tuple[Any, ...]]) -> None:
        self._network = network
        self._owner = ffi.gc(pointer, _free_snaps)
        self._question = question

    @property
    def is_scalar(self) -> bool:
        """Whether the query was a single point given as numbers."""
        return self._question is not None

    @cached_property
    def kind(self) -> Array:
        return array(self._owner, self._owner.kinds, np.uint8, self._owner.count)

    @cached_property
    def fraction(self) -> Array:
        return array(self._owner, self._owner.fractions, np.float64, self._owner.count)

    @cached_property
    def rule(self) -> Array:
        return array(self._owner, self._owner.rules, np.int64, self._owner.count)

    @property
    def is_snapped(self) -> "np.ndarray[Any, np.dtype[np.bool_]]":
        return np.asarray(self.kind != 0)

    def item(self) -> tuple[int, float, float, int, int, int]:
        """The answer for the first point as plain numbers, without arrays, for each move of a pointer.

        Returns
        -------
        tuple
            ``kind``, ``x``, ``y``, the ``table`` and the ``row`` of the feature, and ``rule``.

        Raises
        ------
        IndexError
            If there was no point.
        """
        found = self._owner
        if not found.count:
            raise IndexError("No point was given.")
        feature = found.features[0]
        return found.kinds[0], found.x[0], found.y[0], feature.table, feature.row, found.rules[0]

    def explain(self) -> "Explanation":
        """Explains the result of a single point: the chosen place, the refused places, and the reasons.

        Raises
        ------
        ValueError
            If more than one point was snapped.
        """
        if self._question is None:
            raise ValueError("Only the snap of a single point can be explained: snap that point alone.")
        x, y, tolerance, words = self._question
        at = f"{float(x)!r},{float(y)!r}"
        question = ["explain", f"--at={at}", "--tolerance", repr(float(tolerance)), *words, "--json"]
        return Explanation(self._asked().ask(*question), self._network, question)

    def to_dataframe(self) -> "pandas.DataFrame":
        """A table with a row for each point: kind, x, y, distance, source, row, global_id, rule."""
        import pandas

        found = np.flatnonzero(self.feature["table"] >= 0)
        known = self._asked().describe(self.feature[found])
        known.index = found
        table = pandas.DataFrame(
            {
                "kind": np.asarray(KINDS, dtype=object)[self.kind],
                "x": self.x,
                "y": self.y,
                "distance": self.distance,
                "fraction": self.fraction,
                "rule": self.rule,
            }
        )
        return table.join(known)

    def __repr__(self) -> str:
        return f"<geosnap.Snaps: {int(self.is_snapped.sum()):,} of {counted(len(self), 'point')}>"

    def _shown(self) -> str:
        return f"<p>{html.escape(repr(self))}</p>{self.to_dataframe().head(20).to_html()}"


class Explanation(Mapping[str, Any]):
    """The chosen place, the refused places, and the reasons: the document of ``geosnap explain``."""

    def __init__(self, document: dict[str, Any], network: "Network", question: Sequence[str]) -> None:
        self.document = document
        self._network = network
        self._question = question
        self._revision = lib.geosnap_revision(network._open_handle())

    def __getitem__(self, key: str) -> Any:
        return self.document[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.document)

    def __len__(self) -> int:
        return len(self.document)

    def __str__(self) -> str:
        network = self._network
        if not network._handle or lib.geosnap_revision(network._handle) != self._revision:
            # Its texts belong to the state that was queried.
            return json.dumps(self.document, indent=1)
        return network.text(*self._question)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


class Associations(_Answer):
    """Associations of a network.

    Attributes
    ----------
    global_id : ndarray of 'S16' bytes as uint8, shape (n, 16)
    kind : ndarray of int32, shape (n,)
        A number of ``geosnap.results.ASSOCIATION_KINDS``.
    start, end : ndarray, shape (n,)
        The features: the container, the structure or the first of two, and the other.
    """

    def __init__(self, network: "Network", pointer: Any) -> None:
        owner = ffi.gc(pointer, lib.geosnap_associations_free)
        count = owner.count
        self._network = network
        self._owner = owner
        self.global_id = array(owner, owner.global_ids, np.uint8, count * 16).reshape(count, 16)
        self.kind = array(owner, owner.kinds, np.int32, count)
        self.start = array(owner, getattr(owner, "from"), feature_dtype, count)
        self.end = array(owner, owner.to, feature_dtype, count)
        self.start_terminal = array(owner, owner.from_terminals, np.int32, count)
        self.end_terminal = array(owner, owner.to_terminals, np.int32, count)

    def __len__(self) -> int:
        return len(self.kind)

    def to_dataframe(self) -> "pandas.DataFrame":
        """A table with a row for each association: kind, global_id, and the global ids at both ends."""
        import pandas

        return pandas.DataFrame(
            {
                "kind": np.asarray(ASSOCIATION_KINDS, dtype=object)[self.kind],
                "global_id": [global_id_text(row) for row in self.global_id],
                "start": self._asked().texts(self.start, "global_id"),
                "end": self._asked().texts(self.end, "global_id"),
            }
        )

    def __repr__(self) -> str:
        return f"<geosnap.Associations: {len(self)}>"

    def _shown(self) -> str:
        return f"<p>{html.escape(repr(self))}</p>{self.to_dataframe().head(20).to_html()}"


def global_id_text(row: Any) -> str:
    """A global id as text, from its 16 bytes."""
    digits = bytes(row).hex().upper()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


class Trace(_Answer):
    """The result of a trace.

    Attributes
    ----------
    document : dict
        The whole answer, as in ``geosnap trace --json``.
    feature : ndarray, shape (n,)
        The feature of each element.
    terminal : ndarray of int32, shape (n,)
        The terminal's id; -1 for edges and unnamed terminals.
    position_from, position_to : ndarray of float64, shape (n,)
        The part of an edge; NaN for junctions.
    function_values : ndarray of float64
        The results of the functions, in the order of the query.
    """

    def __init__(self, network: "Network", pointer: Any, words: Sequence[str]) -> None:
        owner = ffi.gc(pointer, lib.geosnap_trace_free)
        count = owner.count
        self._network = network
        self._words = list(words)
        self._owner = owner
        self._document: Optional[dict[str, Any]] = None
        self.feature = array(owner, owner.features, feature_dtype, count)
        self.terminal = array(owner, owner.terminals, np.int32, count)
        self.position_from = array(owner, getattr(owner, "from"), np.float64, count)
        self.position_to = array(owner, owner.to, np.float64, count)
        self.function_values = array(owner, owner.function_values, np.float64, owner.function_count)

    @property
    def document(self) -> dict[str, Any]:
        if self._document is None:
            made = ffi.new("geosnap_text *")
            call(lib.geosnap_trace_document, self._owner, made)
            try:
                self._document = json.loads(text(made[0]))
            finally:
                lib.geosnap_text_free(made[0])
        return self._document

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The document without ``elements`` and ``features``, which the arrays have: fast for a large answer."""
        made = ffi.new("geosnap_text *")
        call(lib.geosnap_trace_document, self._owner, made)
        try:
            whole = ffi.buffer(made[0].bytes, made[0].count)
            size = _TAIL
            while True:
                # Within a text each quote has a backslash before it, so this occurs nowhere else.
                tail = bytes(whole[max(len(whole) - size, 0) :])
                place = tail.rfind(b'],"functions":[')
                if place >= 0:
                    return dict(json.loads(b"{" + tail[place + 2 :]))
                if size >= len(whole):
                    return dict(json.loads(tail))
                size *= 8
        finally:
            lib.geosnap_text_free(made[0])

    @property
    def stops(self) -> list[dict[str, Any]]:
        """The places where the trace ended, and the reasons."""
        return list(self.document["stops"])

    @property
    def functions(self) -> list[dict[str, Any]]:
        """The results of the functions: ``type``, ``attribute``, ``result``."""
        return list(self.document["functions"])

    @property
    def controllers(self) -> list[dict[str, Any]]:
        """The subnetwork controllers of the answer."""
        return list(self.document["controllers"])

    @property
    def isolation(self) -> dict[str, Any]:
        """Isolation: ``needed``, ``alreadyShut``, ``region``, ``withoutSupply``, ``sources``, ``sourcesInside``, ..."""
        return dict(self.summary.get("isolation") or {})

    @property
    def warnings(self) -> list[str]:
        """Warnings about the answer."""
        return list(self.document["warnings"])

    def __len__(self) -> int:
        return len(self.feature)

    def to_dataframe(self) -> "pandas.DataFrame":
        """A table with a row for each element."""
        table = self._asked().describe(self.feature)
        table["terminal"] = self.terminal
        table["position_from"] = self.position_from
        table["position_to"] = self.position_to
        return table

    def to_geodataframe(self) -> "geopandas.GeoDataFrame":
        """The same with the geometry of each element's feature."""
        return self._asked()._located(self.to_dataframe(), self.feature)

    def __repr__(self) -> str:
        return f"<geosnap.Trace: {counted(len(self), 'element')}>"

    def _shown(self) -> str:
        return self._asked()._picture(["trace", *self._words], repr(self))


class Problems:
    """The errors of a network: the document of ``geosnap validate``.

    Attributes
    ----------
    document : dict
    errors : list of dict
    """

    def __init__(self, network: "Network", document: dict[str, Any], geojson: dict[str, Any]) -> None:
        self.document = document
        self.geojson = geojson
        self._network = network

    @property
    def errors(self) -> list[dict[str, Any]]:
        """The errors, each with its code and its features."""
        return list(self.document["errors"])

    @property
    def doubts(self) -> list[dict[str, Any]]:
        """Doubts break no rule but look like mistakes: the first of each kind, or all with ``doubts="all"``."""
        return list((self.document["doubts"] or {}).get("list", []))

    def __len__(self) -> int:
        return len(self.errors)

    def __bool__(self) -> bool:
        return True

    def to_dataframe(self) -> "pandas.DataFrame":
        """A table with a row for each error."""
        import pandas

        return pandas.DataFrame(self.errors)

    def to_geodataframe(self) -> "geopandas.GeoDataFrame":
        """The places of the errors, with their messages."""
        import geopandas

        features = self.geojson.get("features", [])
        if not features:
            return geopandas.GeoDataFrame(geometry=[], crs=self._network.crs)
        return geopandas.GeoDataFrame.from_features(features, crs=self._network.crs)

    def __repr__(self) -> str:
        return f"<geosnap.Problems: {counted(len(self), 'error')}>"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(repr(self))}</p>{self.to_dataframe().head(20).to_html()}"


class Picture:
    """A picture of a network, which notebooks display.

    Attributes
    ----------
    svg : str
    """

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: "Union[str, os.PathLike[str]]") -> None:
        """Writes the picture as SVG."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<geosnap.Picture: {counted(len(self.svg), 'byte')}>"


def _forked() -> None:
    global lib
    lib = after_fork


os.register_at_fork(after_in_child=_forked)
