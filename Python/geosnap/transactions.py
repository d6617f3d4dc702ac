"""Edits that are committed as one, or not."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence

if TYPE_CHECKING:
    from .network import Network


def _wkt(geometry: Any) -> Optional[str]:
    if geometry is None or isinstance(geometry, str):
        return geometry
    if hasattr(geometry, "wkt"):
        import shapely

        return str(shapely.to_wkt(geometry, rounding_precision=-1))
    raise TypeError(f"A geometry must be WKT or a Shapely geometry, not {type(geometry).__name__}.")


def _value(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"blob": value.hex().upper()}
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return {"real": str(value)}
    if hasattr(value, "item"):
        return _value(value.item())
    if hasattr(value, "isoformat"):
        # Dates are texts in a network.
        return value.isoformat()
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    raise TypeError(f"A value must be a text, a number, bytes, a date or None, not {type(value).__name__}.")


class Transaction:
    """Edits of a network, committed together at the end of a ``with`` block.

    If the block raises, nothing is written. A refused transaction raises :class:`geosnap.Refused` with all its
    problems, and a conflict with another editor raises :class:`geosnap.Conflict`. Nothing is written then either. A
    feature is named by its global id, ``"origin:line/42"`` or ``"row:houses/7"``.

    Attributes
    ----------
    edits : list of dict
        The edits so far, as ``geosnap edit`` reads them: see Documentation/Editing.md.
    options : list of str
        Options of ``geosnap edit``.
    result : dict or None
        The document of the commit, after the block has ended.
    """

    def __init__(self, network: "Network", name: str, options: Sequence[str] = ()) -> None:
        self.name = name
        self.options = list(options)
        self.edits: list[dict[str, Any]] = []
        self.result: Optional[dict[str, Any]] = None
        self._network = network

    def __enter__(self) -> "Transaction":
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if kind is None:
            self.result = self._network.commit(self)

    def add(self, edit: Mapping[str, Any]) -> None:
        """Adds an edit, as described in Documentation/Editing.md."""
        self.edits.append(dict(edit))

    def insert(
        self,
        table: str,
        *,
        asset_type: Optional[str] = None,
        geometry: Any = None,
        attributes: Optional[Mapping[str, Any]] = None,
        global_id: Optional[str] = None,
        origin: Optional[str] = None,
    ) -> None:
        """Adds a feature.

        Parameters
        ----------
        table : str
            The table, such as ``"PipelineDevice"``.
        asset_type : str, optional
            ``"Asset group/Asset type"``, or the asset type alone if its name is unique.
        geometry : str or shapely.Geometry, optional
            WKT, or a Shapely geometry, in the network's reference system.
        attributes : mapping, optional
            Values by field name.
        global_id : str, optional
            Its permanent identifier; by default a new one.
        origin : str, optional
            The element that it was imported from.
        """
        self._add_new("insert", table, asset_type, geometry, attributes, global_id, origin)

    def draw(
        self,
        table: str,
        *,
        geometry: Any,
        asset_type: Optional[str] = None,
        attributes: Optional[Mapping[str, Any]] = None,
        global_id: Optional[str] = None,
        origin: Optional[str] = None,
        splits_lines: bool = True,
    ) -> None:
        """Adds a feature with all changes elsewhere that connect it, like an editor with a pointer.

        Lines below it get vertices or are split, terminals are chosen, and rules make associations.
        ``result["committed"][0]["drawn"]`` lists these changes. Earlier edits of the transaction have to be valid
        without it.

        Parameters
        ----------
        table : str
            The table, such as ``"PipelineDevice"``.
        geometry : str or shapely.Geometry
            WKT, or a Shapely geometry: its vertices are placed exactly here.
        asset_type, attributes, global_id, origin
            As in :meth:`insert`. A terminal in a line's attributes is used.
        splits_lines : bool
            Whether a junction may be placed between the ends of a line that connects at its ends only.
        """
        edit = self._add_new("draw", table, asset_type, geometry, attributes, global_id, origin)
        if not splits_lines:
            edit["splitsLines"] = False

    def redraw(
        self, feature: Any, geometry: Any, *, moves_shared_vertices: bool = False, splits_lines: bool = True
    ) -> None:
        """Changes the geometry of a feature with all changes elsewhere that connect it; see :meth:`draw`.

        Parameters
        ----------
        feature : str or dict
            Its global id, ``"origin:line/42"``, or ``{"table": "houses", "row": 7}``.
        geometry : str or shapely.Geometry
            The new geometry. Vertices that are equal at the beginning and end of a part have not moved.
        moves_shared_vertices : bool
            Whether vertices of other features that share a vertex move along.
        splits_lines : bool
            Whether a junction may be placed between the ends of a line that connects at its ends only.
        """
        edit: dict[str, Any] = {"redraw": feature, "geometry": _wkt(geometry)}
        if moves_shared_vertices:
            edit["movesSharedVertices"] = True
        if not splits_lines:
            edit["splitsLines"] = False
        self.edits.append(edit)

    def _add_new(
        self,
        verb: str,
        table: str,
        asset_type: Optional[str],
        geometry: Any,
        attributes: Optional[Mapping[str, Any]],
        global_id: Optional[str],
        origin: Optional[str],
    ) -> dict[str, Any]:
        edit: dict[str, Any] = {verb: table}
        if asset_type is not None:
            edit["assetGroup"], edit["assetType"] = self._network.asset_type_codes(table, asset_type)
        if global_id is not None:
            edit["globalID"] = global_id
        if origin is not None:
            edit["origin"] = origin
        if geometry is not None:
            edit["geometry"] = _wkt(geometry)
        if attributes:
            edit["attributes"] = {key: _value(value) for key, value in attributes.items()}
        self.edits.append(edit)
        return edit

    def set_attributes(self, feature: str, **attributes: Any) -> None:
        """Changes values of a feature; others stay."""
        values = {key: _value(value) for key, value in attributes.items()}
        self.edits.append({"setAttributes": feature, "attributes": values})

    def set_geometry(self, feature: str, geometry: Any) -> None:
        """Changes the geometry of a feature: WKT, a Shapely geometry, or None."""
        self.edits.append({"setGeometry": feature, "geometry": _wkt(geometry)})

    def delete(self, feature: Any, *, heals_lines: bool = False) -> None:
        """Deletes a feature, its associations, and the features that its asset type deletes with it.

        With ``heals_lines`` two lines that a deleted junction connected become one.
        """
        self.edits.append({"delete": feature, **({"healsLines": True} if heals_lines else {})})

    def problems(self) -> list[dict[str, Any]]:
        """The problems that would prevent its commit; nothing is written."""
        return self._network.problems_of(self)

    def split(self, line: str, at: Any) -> None:
        """Splits a line at a point, or at the points of a multipoint."""
        self.edits.append({"split": line, "at": _wkt(at)})

    def merge(self, line: str, other: str) -> None:
        """Merges two lines of one asset type; the first stays."""
        self.edits.append({"merge": line, "with": other})

    def insert_vertex(self, feature: str, at: Any) -> None:
        """Inserts a vertex into a line or an area."""
        self.edits.append({"insertVertex": feature, "at": _wkt(at)})

    def associate(self, kind: str, start: Any, end: Any, **rest: Any) -> None:
        """Associates two features: ``"containment"``, ``"attachment"``, ``"connectivity"``, ..."""
        self.edits.append({"associate": kind, "from": start, "to": end, **rest})

    def dissociate(self, association: str) -> None:
        """Deletes an association, by its global id."""
        self.edits.append({"dissociate": association})
