"""Networks."""

from __future__ import annotations

import html
import inspect
import json
import operator
import os
import pathlib
import re
import tempfile
import threading
import urllib.parse
import warnings
import weakref
from typing import TYPE_CHECKING, Any, Callable, Iterable, Optional, Sequence, Union

import numpy as np

from ._library import (
    Texts,
    after_fork,
    call,
    doubles,
    encoded,
    feature_dtype,
    ffi,
    joined,
    lib,
    long_call,
    points,
    raise_error,
    scratch,
    strings,
    text,
    usage,
)
from .errors import GeoSnapError, GeoSnapWarning, Refused, UsageError
from .results import Associations, Hits, Picture, Problems, Snaps, Trace, counted
from .transactions import Transaction

if TYPE_CHECKING:
    import geopandas
    import networkx
    import pandas

ProgressFunction = Union[Callable[[float], object], bool]
"""A function that receives the share that is done from time to time; True for a bar of tqdm."""
_LONG = 200_000
"""The number of points from which a query can be ended by Ctrl-C."""
Extent = Sequence[float]
_identify, _snap = lib.geosnap_identify, lib.geosnap_snap
_TEXTS = {"name": 0, "origin": 1, "global_id": 2, "asset_type": 3}


def open(
    path: Union[str, "os.PathLike[str]"],
    *,
    extent: Optional[Extent] = None,
    image: Optional[str] = None,
    strict: bool = False,
    progress: Optional[ProgressFunction] = None,
) -> "Network":
    """Opens the network in a GeoPackage file, or in a database.

    Parameters
    ----------
    path : str or path
        The file, as ``geosnap import`` writes it, or ``postgresql://user@host/database?schema=town``.
    extent : (xmin, ymin, xmax, ymax), optional
        Reads only features that reach into it.
    image : str, optional
        The place of the image that makes opening fast: a folder, ``"beside"`` or ``"none"``. Default:
        ``GEOSNAP_CACHE``, or the user's cache.
    strict : bool
        Whether an unreadable row is an error, instead of being set aside.
    progress : function or True, optional
        Receives the share that is done from time to time; True shows a bar if tqdm is installed.

    Returns
    -------
    Network

    Raises
    ------
    CannotOpen, GeoSnapError
    """
    return Network(path, extent=extent, image=image, strict=strict, progress=progress)


def ask(
    *words: str,
    network: Optional["Network"] = None,
    input: Union[str, bytes] = b"",
    progress: Optional[ProgressFunction] = None,
) -> Any:
    """Runs a query of the command: a verb and its options.

    Parameters
    ----------
    *words : str
        The words of the command line without the program and, if ``network`` is given, without the network.
    network : Network, optional
        The network to query.
    input : str or bytes
        The input for the word ``-``.
    progress : function or True, optional
        Receives the share that is done from time to time; True shows a bar if tqdm is installed.

    Returns
    -------
    The document that the verb prints with ``--json``; a text if it prints none.
    """
    if network is not None:
        return network.ask(*words, input=input, progress=progress)
    given = [str(word) for word in words]
    return _document(given, _reply(None, given, input, progress))


def import_network(
    kind: str,
    source: Union[str, "os.PathLike[str]"],
    output: Union[str, "os.PathLike[str]"],
    *,
    progress: Optional[ProgressFunction] = None,
    **options: Any,
) -> dict[str, Any]:
    """Makes a network from files of other programs.

    Parameters
    ----------
    kind : str
        ``"epanet"``, ``"swmm"``, ``"opendss"``, ``"pandapipes"``, ``"pandapower"``, ``"esri"``,
        ``"gis"`` or ``"definition"``.
    source, output : str or path
        The input, and the GeoPackage to write.
    progress : function or True, optional
        Receives the share that is done from time to time; True shows a bar if tqdm is installed.
    **options
        The options of ``geosnap import``: ``srid=25832``, ``force=True``, ``prefix="a"``, ...

    Returns
    -------
    dict
        What was read and what was left out.
    """
    words = ["import", kind, os.fspath(source), os.fspath(output), *_options(options), "--json"]
    return dict(ask(*words, progress=progress))


def _options(options: dict[str, Any]) -> list[str]:
    """Options in the command's form: ``view_scale=500`` is ``--view-scale 500``."""
    words: list[str] = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if isinstance(value, tuple) and value and all(isinstance(one, (int, float)) for one in value):
            # An extent, a place.
            value = _joined(value)
        values = value if isinstance(value, (list, tuple)) else [value]
        for one in values:
            words.append(option)
            if one is not True:
                words.append(_word(one))
    return words


def _word(value: Any) -> str:
    if isinstance(value, float):
        return repr(value)
    if hasattr(value, "item"):
        return _word(value.item())
    return str(value)


def _joined(values: Iterable[Any]) -> str:
    return ",".join(repr(float(value)) for value in values)


def _reply(
    network: Optional["Network"],
    words: list[str],
    input: Union[str, bytes],
    progress: Optional[ProgressFunction],
    passed_over: str = "\n",
) -> str:
    """The output of a verb. Its notes become warnings, except those that contain ``passed_over``."""
    handle = network._open_handle() if network is not None else ffi.NULL
    texts = Texts(words)
    if not isinstance(input, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"input must be a text or bytes, not {type(input).__name__}.")
    given = encoded(input) if isinstance(input, str) else bytes(input)
    memory = ffi.from_buffer("char[]", given) if given else ffi.NULL
    content = ffi.new("geosnap_text *", {"bytes": memory, "count": len(given)})
    reply = ffi.new("geosnap_reply **")

    def invoke(tell: Any, held: Any = (texts, memory)) -> None:
        call(lib.geosnap_ask, handle, texts.array, texts.count, content[0], tell, ffi.NULL, reply)

    _let_go(lib.geosnap_reply_free, reply, lambda: long_call(invoke, progress))
    try:
        notes = [note for note in text(reply[0].notes).splitlines() if note and passed_over not in note]
        if notes:
            warnings.warn("\n".join(notes), GeoSnapWarning, stacklevel=_depth())
        return text(reply[0].output)
    finally:
        lib.geosnap_reply_free(reply[0])


def _depth() -> int:
    """The stack level of the first caller outside of this package."""
    depth, frame = 1, inspect.currentframe()
    while frame is not None and frame.f_globals.get("__package__") == __package__:
        depth, frame = depth + 1, frame.f_back
    return max(depth - 1, 1)


def _is_address(path: str) -> bool:
    return path.startswith(("postgresql://", "postgres://"))


def _without_password(path: str) -> str:
    if not _is_address(path):
        return path
    place, mark, options = re.sub(r"(://[^:/@?]*):[^@]*@", r"\1@", path).partition("?")
    kept = [
        option
        for option in options.split("&")
        if urllib.parse.unquote(option.partition("=")[0]).lower() not in ("password", "sslpassword")
    ]
    return place + (mark + "&".join(kept) if any(kept) else "")


def _name(path: str) -> str:
    """The file name, or the schema."""
    if not _is_address(path):
        return pathlib.Path(path).name
    query = urllib.parse.urlsplit(path).query.replace("+", "%2B")
    return urllib.parse.parse_qs(query).get("schema", [path])[-1]


def _document(words: list[str], reply: str) -> Any:
    return json.loads(reply) if "--json" in words and reply.strip() else reply


class Network:
    """An open utility network. Any thread may query it. It is closed when no reference to it is left.

    Attributes
    ----------
    path : str
        The file, or the address of the database without a password.
    feature_count, association_count, rule_count : int
    srid : int or None
        The EPSG code of its reference system.
    extent : ndarray of float64, shape (4,)
        xmin, ymin, xmax, ymax of all features.
    tables : list of str
    """

    def __init__(
        self,
        path: Union[str, "os.PathLike[str]"],
        *,
        extent: Optional[Extent] = None,
        image: Optional[str] = None,
        strict: bool = False,
        progress: Optional[ProgressFunction] = None,
    ) -> None:
        self._place: str = os.fsdecode(path)
        self.path: str = _without_password(self._place)
        self._handle = ffi.NULL
        self._snappers: dict[tuple[str, ...], Any] = {}
        self._questions: dict[tuple[Any, ...], Any] = {}
        self._definition: Optional[dict[str, Any]] = None
        self._lock = threading.RLock()
        words = Texts([self._place, os.fsdecode(image) if image is not None else ""])
        corners = ffi.NULL
        if extent is not None:
            found = [float(ordinate) for ordinate in extent]
            if len(found) != 4:
                raise ValueError(f"extent has {len(found)} numbers: give xmin, ymin, xmax, ymax.")
            corners = ffi.new("double[4]", found)
        options = ffi.new("geosnap_open_options *")
        options.size = ffi.sizeof("geosnap_open_options")
        options.image = words.array[1]
        options.extent = corners
        options.strict = int(bool(strict))
        handle = ffi.new("geosnap_network **")

        def invoke(tell: Any, held: Any = (words, corners)) -> None:
            options.progress = tell
            call(lib.geosnap_open, words.array[0], options, handle)

        try:
            long_call(invoke, progress)
        except BaseException:
            if handle[0]:
                lib.geosnap_close(handle[0])
            raise
        self._handle = ffi.gc(handle[0], lib.geosnap_close)
        self._revision = int(lib.geosnap_revision(self._handle))
        self._read_summary()

    def _raise(self, error: Any) -> None:
        try:
            raise_error(error)
        except UsageError:
            self._open_handle()
            raise

    def _read_summary(self) -> None:
        summary = ffi.new("geosnap_summary *", {"size": ffi.sizeof("geosnap_summary")})
        call(lib.geosnap_summarize, self._open_handle(), summary)
        self.feature_count = int(summary.feature_count)
        self.association_count = int(summary.association_count)
        self.rule_count = int(summary.rule_count)
        self.set_aside_count = int(summary.set_aside_count)
        self.srid = int(summary.srid) or None
        self.extent = np.array(list(summary.extent))
        self.tables = []
        name = ffi.new("geosnap_text *")
        for table in range(summary.table_count):
            call(lib.geosnap_table_name, self._open_handle(), table, name)
            self.tables.append(text(name[0]))
            lib.geosnap_text_free(name[0])

    @property
    def crs(self) -> Optional[str]:
        """The reference system in the form that GeoPandas takes."""
        return f"EPSG:{self.srid}" if self.srid else None

    def close(self) -> None:
        """Closes the network at once; it can no longer be queried."""
        self._snappers = {}
        handle, self._handle = self._handle, ffi.NULL
        if handle:
            ffi.release(handle)

    def _open_handle(self) -> Any:
        if not self._handle:
            raise usage("The network is closed.")
        return self._handle

    def __enter__(self) -> "Network":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def refresh(self) -> bool:
        """Reads changes that others have written into the file; returns whether there were any."""
        call(lib.geosnap_refresh, self._open_handle(), ffi.NULL)
        return self._follow()

    def _follow(self) -> bool:
        """Reads the network's properties again if it has changed; returns whether it has."""
        with self._lock:
            revision = int(lib.geosnap_revision(self._handle))
            if revision == self._revision:
                return False
            # Old snappers are discarded first, since another thread may query meanwhile.
            self._snappers = {}
            self._definition = None
            self._revision = revision
            self._read_summary()
            return True

    # Features

    def named(self, name: str) -> "np.ndarray[Any, Any]":
        """The features of a name: a global id, ``row:Table/12`` or ``origin:line/42``."""
        features = ffi.new("geosnap_features **")
        word = Texts([name])
        call(lib.geosnap_features_named, self._open_handle(), word.array[0], features)
        try:
            count = features[0].count
            whole = bytes(ffi.buffer(features[0].features, count * feature_dtype.itemsize))
            return np.frombuffer(whole, dtype=feature_dtype)
        finally:
            lib.geosnap_features_free(features[0])

    def _features(self, features: Any) -> tuple["np.ndarray[Any, Any]", Any]:
        found = np.ascontiguousarray(features)
        if found.dtype != feature_dtype:
            raise TypeError("features must be an array with the fields table and row, as answers have it.")
        found = found.reshape(-1)
        if found.size == 0:
            return found, ffi.NULL
        return found, ffi.cast("geosnap_feature *", ffi.from_buffer(found, require_writable=False))

    def describe(self, features: Any) -> "pandas.DataFrame":
        """A table of features: source, row, global_id, asset_type, origin, name."""
        import pandas

        found, _ = self._features(features)
        # First, since its error says which feature is invalid.
        rows = self.rows(found)
        return pandas.DataFrame(
            {
                "source": np.asarray(self.tables, dtype=object)[found["table"]],
                "row": rows,
                "global_id": self.texts(found, "global_id"),
                "asset_type": self.texts(found, "asset_type"),
                "origin": self.texts(found, "origin"),
                "name": self.texts(found, "name"),
            }
        )

    def columns(self, features: Any) -> dict[str, "np.ndarray[Any, Any]"]:
        """Numeric properties of each feature, for many features, whose texts would take long.

        Returns
        -------
        dict of ndarray
            ``"row"`` (int64, as its table in the file has it), ``"global_id"`` (uint8, shape (n, 16), see
            :func:`geosnap.global_id_text`), ``"asset_group"`` and ``"asset_type"`` (int32, codes).
        """
        found, memory = self._features(features)
        arrays: dict[str, Any] = {
            "row": np.zeros(found.size, dtype=np.int64),
            "global_id": np.zeros((found.size, 16), dtype=np.uint8),
            "asset_group": np.zeros(found.size, dtype=np.int32),
            "asset_type": np.zeros(found.size, dtype=np.int32),
        }
        if found.size:
            columns = ffi.new(
                "geosnap_columns *",
                {
                    "size": ffi.sizeof("geosnap_columns"),
                    "row_ids": ffi.cast("int64_t *", ffi.from_buffer(arrays["row"])),
                    "global_ids": ffi.cast("uint8_t *", ffi.from_buffer(arrays["global_id"])),
                    "asset_groups": ffi.cast("int32_t *", ffi.from_buffer(arrays["asset_group"])),
                    "asset_types": ffi.cast("int32_t *", ffi.from_buffer(arrays["asset_type"])),
                },
            )
            call(lib.geosnap_describe, self._open_handle(), memory, found.size, columns)
        return arrays

    def rows(self, features: Any) -> "np.ndarray[Any, Any]":
        """The row id of each feature, as its table in the file has it."""
        return self.columns(features)["row"]

    def wkb(self, features: Any) -> list[Optional[bytes]]:
        """The geometry of each feature as well-known binary, or None."""
        whole, ends = self.wkb_whole(features)
        starts = [0, *ends.tolist()]
        return [whole[start:end] or None for start, end in zip(starts, starts[1:])]

    def wkb_whole(self, features: Any) -> tuple[bytes, "np.ndarray[Any, Any]"]:
        """The same in one piece: the bytes one after the other, and the end of each feature's bytes (int64)."""
        found, memory = self._features(features)
        given = ffi.new("geosnap_strings **")
        call(lib.geosnap_geometries, self._open_handle(), memory, found.size, given)
        return joined(given[0])

    def texts(self, features: Any, which: str = "name") -> list[Optional[str]]:
        """A text of each feature: its ``"name"``, ``"origin"``, ``"global_id"`` or ``"asset_type"``."""
        found, memory = self._features(features)
        given = ffi.new("geosnap_strings **")
        if which not in _TEXTS:
            raise ValueError(f"There is no text {which!r}. The texts are {', '.join(_TEXTS)}.")
        call(lib.geosnap_texts, self._open_handle(), memory, found.size, _TEXTS[which], given)
        return [one.decode("utf-8") or None for one in strings(given[0])]

    def geometries(self, features: Any) -> "np.ndarray[Any, Any]":
        """The geometry of each feature as a Shapely geometry, or None."""
        import shapely

        return np.asarray(shapely.from_wkb(np.array(self.wkb(features), dtype=object)))

    def _located(self, table: "pandas.DataFrame", features: Any) -> "geopandas.GeoDataFrame":
        import geopandas

        return geopandas.GeoDataFrame(table, geometry=self.geometries(features), crs=self.crs)

    # Queries by place

    def identify(
        self,
        x: Any,
        y: Any,
        *,
        tolerance: float,
        sources: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        threads: int = 0,
        progress: Optional[ProgressFunction] = None,
    ) -> Hits:
        """The features within a tolerance of points.

        Parameters
        ----------
        x, y : float or array_like, shape (n,)
            The points, in the network's reference system.
        tolerance : float
            The radius around each point, inclusive.
        sources : sequence of str, optional
            The tables to look in.
        limit : int, optional
            The maximum number of features for each point.
        threads : {0, 1}
            0 for all cores, 1 for this thread alone.
        progress : function or True, optional
            Receives the share that is done from time to time; True shows a bar if tqdm is installed.

        Returns
        -------
        Hits
            For each point: points, then lines, then areas, each with the nearest first.
        """
        if isinstance(x, float) and isinstance(y, float):
            try:
                question = self._questions[tolerance, sources, limit, threads]
            except (KeyError, TypeError):
                question = self._question(tolerance, sources, limit, threads)
            point, px, py, found, error = scratch.identify
            point[0], point[1] = x, y
            if _identify(self._handle, px, py, 1, question, found, error):
                self._raise(error)
            return Hits(self, found[0], True)
        return self._identify_each(x, y, self._question(tolerance, sources, limit, threads), progress)

    def _identify_each(self, x: Any, y: Any, question: Any, progress: Optional[ProgressFunction]) -> Hits:
        xs, ys, is_scalar = points(x, y)
        found = ffi.new("geosnap_hits **")
        handle = self._open_handle()

        def invoke(tell: Any) -> None:
            asked = _copied(question, tell)
            call(lib.geosnap_identify, handle, doubles(xs), doubles(ys), xs.size, asked, found)

        if xs.size < _LONG and progress is None:
            invoke(ffi.NULL)
        else:
            _let_go(lib.geosnap_hits_free, found, lambda: long_call(invoke, progress))
        return Hits(self, found[0], is_scalar)

    def _question(
        self, tolerance: float, sources: Optional[Sequence[str]], limit: Optional[int], threads: int
    ) -> Any:
        """The options of an identify, made once."""
        key = (tolerance, sources, limit, threads)
        try:
            return self._questions[key]
        except KeyError:
            pass
        except TypeError:
            # A list of sources.
            names_of = tuple(_list(sources)) if isinstance(sources, (list, tuple)) else sources
            key = (_number(tolerance, "tolerance"), names_of, _limit(limit), threads)
        if sources is not None and not (
            isinstance(sources, str) or (isinstance(sources, (list, tuple)) and all(isinstance(one, str) for one in sources))
        ):
            raise TypeError("sources must be a list of names of tables.")
        limit = _limit(limit)
        if key in self._questions:
            return self._questions[key]
        names = Texts(_list(sources))
        question = ffi.new("geosnap_identify_options *")
        question.size = ffi.sizeof("geosnap_identify_options")
        question.tolerance = _number(tolerance, "tolerance")
        question.sources = names.array
        question.source_count = names.count
        question.limit = limit or 0
        question.threads = _threads(threads)
        _KEPT[question] = names
        if len(self._questions) > 64:
            self._questions = {}
        self._questions[key] = question
        return question

    def snap(
        self,
        x: Any,
        y: Any,
        *,
        tolerance: float,
        asset_type: Optional[str] = None,
        role: Optional[str] = None,
        kinds: Optional[str] = None,
        threads: int = 0,
        progress: Optional[ProgressFunction] = None,
        **options: Any,
    ) -> Snaps:
        """Snaps points to the network, by the rules for an asset type.

        Parameters
        ----------
        x, y : float or array_like, shape (n,)
            The points.
        tolerance : float
            The maximum distance that a point moves.
        asset_type : str, optional
            The edited asset type: ``"Source/Asset group/Asset type"``. Without it, points snap to everything.
        role : {"point", "line-end", "inner-vertex"}, optional
            The part of a feature that is moved.
        kinds : str, optional
            The kinds of places, between commas, such as ``"vertices,midpoint"``.
        threads : {0, 1}
            0 for all cores, 1 for this thread alone.
        progress : function or True, optional
            Receives the share that is done from time to time; True shows a bar if tqdm is installed.
        **options
            Further options of ``geosnap snap``: ``enable``, ``disable``, ``editing``, ``view_scale``.

        Returns
        -------
        Snaps
        """
        if options:
            words = _options({"asset_type": asset_type, "role": role, "kinds": kinds, **options})
            snapper, words = self._snapper(tuple(words), words)
        else:
            snapper, words = self._snapper((asset_type, role, kinds))
        if isinstance(x, float) and isinstance(y, float):
            try:
                how = _HOW[tolerance, threads]
            except (KeyError, TypeError):
                how = _how(tolerance, threads)
            point, px, py, found, error = scratch.snap
            point[0], point[1] = x, y
            if _snap(snapper, px, py, 1, how, found, error):
                self._raise(error)
            return Snaps(self, found[0], (x, y, tolerance, words))
        return self._snap_each(x, y, tolerance, snapper, words, _how(tolerance, threads), progress)

    def _snap_each(
        self,
        x: Any,
        y: Any,
        tolerance: float,
        snapper: Any,
        words: list[str],
        how: Any,
        progress: Optional[ProgressFunction],
    ) -> Snaps:
        xs, ys, is_scalar = points(x, y)
        found = ffi.new("geosnap_snaps **")

        def invoke(tell: Any) -> None:
            asked = _copied(how, tell)
            call(lib.geosnap_snap, snapper, doubles(xs), doubles(ys), xs.size, asked, found)

        if xs.size < _LONG and progress is None:
            invoke(ffi.NULL)
        else:
            _let_go(lib.geosnap_snaps_free, found, lambda: long_call(invoke, progress))
        is_one = is_scalar or xs.size == 1
        return Snaps(self, found[0], (xs[0], ys[0], tolerance, words) if is_one else None)

    def _snapper(self, key: tuple[Any, ...], words: Optional[list[str]] = None) -> tuple[Any, list[str]]:
        """The snapper for options, made once for each state of the network."""
        # Any change of the network has been followed already.
        self._open_handle()
        # A snapper that a thread makes for an old state goes into the cache of that state.
        snappers = self._snappers
        known = snappers.get(key)
        if known is None:
            if words is None:
                words = _options(dict(zip(("asset_type", "role", "kinds"), key)))
            texts = Texts(words)
            place = ffi.new("geosnap_snapper **")
            call(lib.geosnap_snapper_make, self._open_handle(), texts.array, texts.count, place)
            known = snappers[key] = (ffi.gc(place[0], lib.geosnap_snapper_free), words)
        made: tuple[Any, list[str]] = known
        return made

    def associations(self, *, extent: Extent) -> Associations:
        """The associations with lines or points in an extent: (xmin, ymin, xmax, ymax).

        Containments are not included: see :meth:`container`.
        """
        corners = [float(ordinate) for ordinate in extent]
        if len(corners) != 4:
            raise ValueError(f"extent has {len(corners)} numbers: give xmin, ymin, xmax, ymax.")
        found = ffi.new("geosnap_associations **")
        call(lib.geosnap_associations_in, self._open_handle(), ffi.new("double[4]", corners), found)
        return Associations(self, found[0])

    # Traces

    def trace(
        self,
        type: str,
        *,
        start: Any = None,
        functions: Sequence[str] = (),
        progress: Optional[ProgressFunction] = None,
        **options: Any,
    ) -> Trace:
        """Runs a trace.

        Parameters
        ----------
        type : str
            ``"connected"``, ``"subnetwork"``, ``"upstream"``, ``"downstream"``, ``"isolation"``,
            ``"loops"``, ``"shortestPath"``, ...
        start : str, sequence of str or array of features
            The starts: ``"origin:lv/line/8769@0.5"``, ``"row:PipelineDevice/12#2"``, a global id, or features as in
            answers.
        functions : sequence of str
            Functions over the result, such as ``"add(Length)"``.
        progress : function or True, optional
            Receives the share that is done from time to time; True shows a bar if tqdm is installed.
        **options
            Further options of ``geosnap trace``: ``barrier``, ``condition``, ``filter_condition``,
            ``tier``, ``subnetwork``, ``cost``, ``set``, ``block``, ``explain``, ...

        Returns
        -------
        Trace

        Raises
        ------
        NoAnswer
            If there is none, for example without a controller.
        """
        starts = self._places(start)
        words = ["--type", type, *_options({"start": starts, "function": _list(functions), **options})]
        texts = Texts(words)
        trace = ffi.new("geosnap_trace **")
        handle = self._open_handle()

        def invoke(tell: Any, held: Any = texts) -> None:
            call(lib.geosnap_trace_run, handle, texts.array, texts.count, tell, ffi.NULL, trace)

        _let_go(lib.geosnap_trace_free, trace, lambda: long_call(invoke, progress))
        return Trace(self, trace[0], words)

    def _places(self, start: Any) -> list[str]:
        if getattr(start, "dtype", None) != feature_dtype:
            return _list(start)
        table = self.describe(np.atleast_1d(start))
        return [f"row:{source}/{row}" for source, row in zip(table["source"], table["row"])]

    def subnetworks(self, **options: Any) -> list[dict[str, Any]]:
        """All subnetworks, with their controllers and features."""
        return list(self.ask("subnetworks", *_options(options), "--json")["subnetworks"])

    def isolation(
        self, start: Any, *, filter_condition: str = "category = Isolating", **options: Any
    ) -> Trace:
        """The features to shut to isolate a place from every source, and the customers that lose supply.

        Parameters
        ----------
        start : str, sequence of str or array of features
            The place of the leak, as in :meth:`trace`.
        filter_condition : str
            The features that can be shut.
        **options
            Further options of ``geosnap trace``: ``unblock`` for a valve that cannot be operated, ``block``, ``set``,
            ...

        Returns
        -------
        Trace
            With :attr:`~geosnap.Trace.isolation`. If its ``sourcesInside`` is not empty, the place cannot be
            isolated.
        """
        return self.trace("isolation", start=start, filter_condition=filter_condition, **options)

    def disconnected(self, **options: Any) -> list[dict[str, Any]]:
        """Features without a connection to a source, such as customers without supply; takes ``block`` and ``set``."""
        document = self.ask("disconnected", *_options(options), "--json")
        for sentence in document.get("warnings", []):
            warnings.warn(sentence, GeoSnapWarning, stacklevel=2)
        return list(document["disconnected"])

    def segments(self, **options: Any) -> dict[str, Any]:
        """The segments that can be isolated, and the valves around each."""
        return dict(self.ask("segments", *_options(options), "--json"))

    def distances(self, start: str, *, cost: str, **options: Any) -> dict[str, Any]:
        """The distance of all elements from a place; ``cost`` is the network attribute that is added up."""
        return dict(self.ask("distances", "--from", start, "--cost", cost, *_options(options), "--json"))

    def why(self, start: str, end: str, **options: Any) -> dict[str, Any]:
        """Whether one place reaches another, and the blockers."""
        return dict(self.ask("why", "--from", start, "--to", end, *_options(options), "--json"))

    # Search

    def find(self, text: str, **options: Any) -> list[dict[str, Any]]:
        """The features with a text that contains ``text``, the best first: 100 of them, unless ``limit`` is given."""
        return list(self.ask("find", *_options(options), "--json", "--", text)["hits"])

    def show(self, id: str) -> list[dict[str, Any]]:
        """All data of a feature, or of the features of an origin."""
        return list(self.ask("show", id, "--json")["features"])

    def container(self, id: str, **options: Any) -> dict[str, Any]:
        """The content of a container, and its map view."""
        return dict(self.ask("container", "--element", id, *_options(options), "--json"))

    def info(self) -> dict[str, Any]:
        """The number of features, associations and others in the network."""
        return dict(self.ask("info", "--json"))

    def validate(self, **options: Any) -> Problems:
        """The errors of the network, and doubts: ``doubts="all"`` lists all doubts."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "errors.geojson")
            words = ["validate", *_options(options), "--geojson", str(path), "--json"]
            # The note that the file is in the network's reference system is left out.
            document = json.loads(_reply(self, words, b"", None, passed_over="RFC 7946"))
            geojson = json.loads(path.read_text("utf-8")) if path.exists() else {}
        return Problems(self, document, geojson)

    def render(self, **options: Any) -> Picture:
        """A picture of the network, or of a result.

        Parameters
        ----------
        **options
            Options of ``geosnap render``: ``extent=(xmin, ymin, xmax, ymax)``, ``at=(x, y)``, ``tolerance``, ...

        Returns
        -------
        Picture
        """
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "picture.svg")
            self.ask("render", *_options(options), "--output", str(path))
            return Picture(path.read_text("utf-8"))

    # Editing

    def transaction(self, name: str, **options: Any) -> Transaction:
        """Edits that are committed together at the end of a ``with`` block.

        Parameters
        ----------
        name : str
            The name in the history.
        **options
            Options of ``geosnap edit``, such as ``allow_unconnected=True`` and ``timeout=30``.

        Examples
        --------
        >>> with net.transaction("A valve") as t:    # doctest: +SKIP
        ...     t.insert("WaterDevice", asset_type="Valve/Gate", geometry=point)
        """
        return Transaction(self, name, _options(options))

    def commit(self, transaction: Transaction) -> dict[str, Any]:
        """Commits a transaction; see :class:`Transaction`, which does this at the end of the block."""
        return self._edit(transaction)

    def check(self, transaction: Transaction) -> dict[str, Any]:
        """The result that :meth:`commit` would have; nothing is written.

        Raises
        ------
        Refused, Conflict
            As in :meth:`commit`.
        """
        return self._edit(transaction, "--check")

    def problems_of(self, transaction: Transaction) -> list[dict[str, Any]]:
        """The problems that would prevent the commit of a transaction; nothing is written."""
        try:
            self.check(transaction)
        except Refused as refused:
            return refused.problems
        return []

    def _edit(self, transaction: Transaction, *words: str) -> dict[str, Any]:
        document = {"name": transaction.name, "edits": transaction.edits}
        words = ("edit", "--transaction", "-", *transaction.options, *words, "--json")
        try:
            told = self.ask(*words, input=json.dumps(document))
        except GeoSnapError as error:
            document = json.loads(error.document) if error.document else {}
            raise (_refusal(error, document) if document.get("refused") else error) from None
        return dict(told)

    def undo(self) -> dict[str, Any]:
        """Undoes the last transaction."""
        told = self.ask("edit", "--undo", "--json")
        return dict(told)

    def redo(self) -> dict[str, Any]:
        """Redoes the transaction that was undone last."""
        told = self.ask("edit", "--redo", "--json")
        return dict(told)

    def history(self) -> Any:
        """The committed transactions, the oldest first."""
        return self.ask("edit", "--history", "--json")

    def asset_type_codes(self, table: str, path: str) -> tuple[int, int]:
        """The codes of an asset type of a table: ``"Asset group/Asset type"``, or the type's name alone."""
        if self._definition is None:
            self._definition = dict(ask("definition", "show", self._place, "--json"))
        document = self._definition
        found = [
            (group["code"], kind["code"])
            for domain in document["domainNetworks"]
            for source in domain.get("sources", [])
            if source["name"].lower() == table.lower()
            for group in source.get("assetGroups", [])
            for kind in group.get("assetTypes", [])
            if path.lower() in (f"{group['name']}/{kind['name']}".lower(), kind["name"].lower())
        ]
        if len(found) == 1:
            return found[0]
        raise usage(f"{len(found)} asset types of {table} are called {path}: give Asset group/Asset type.")

    def conform(
        self,
        features: "geopandas.GeoDataFrame",
        *,
        tolerance: float,
        asset_type: Optional[str] = None,
        **options: Any,
    ) -> tuple["geopandas.GeoDataFrame", dict[str, Any]]:
        """Moves features onto the network, by its rules.

        Parameters
        ----------
        features : GeoDataFrame
            The features to move.
        tolerance : float
            The maximum distance that a vertex moves.
        asset_type : str, optional
            The asset type of the features, whose rules apply.

        Returns
        -------
        moved : GeoDataFrame
            The features with their new geometries, in their order.
        report : dict
            The moved vertices with place and rule, and the others with the reason. ``id`` is the feature's label in
            the index of ``features``.
        """
        import geopandas

        if len(features) == 0:
            return features.copy(), {"moved": [], "unmoved": []}
        words = _options({"tolerance": float(tolerance), "asset_type": asset_type, **options})
        with tempfile.TemporaryDirectory() as folder:
            source, output = (str(pathlib.Path(folder, name)) for name in ("in.geojson", "out.geojson"))
            numbered = geopandas.GeoDataFrame(
                {"geosnap_row": np.arange(len(features))}, geometry=features.geometry.values, crs=features.crs
            )
            if self.crs and numbered.crs and numbered.crs != self.crs:
                numbered = numbered.to_crs(self.crs)
            # Otherwise GeoPandas leaves out the reference system, and degrees would be assumed.
            document = json.loads(numbered.to_json(drop_id=True))
            for row, feature in enumerate(document["features"]):
                feature["id"] = row
            if self.srid:
                name = f"urn:ogc:def:crs:EPSG::{self.srid}"
                document["crs"] = {"type": "name", "properties": {"name": name}}
            pathlib.Path(source).write_text(json.dumps(document), "utf-8")
            report = self.ask("conform", source, *words, "--output", output, "--json")
            result = geopandas.GeoDataFrame.from_features(
                json.loads(pathlib.Path(output).read_text("utf-8"))["features"], crs=self.crs
            )
        for list_of in ("moved", "unmoved"):
            for entry in report[list_of]:
                entry["id"] = _plain(features.index[int(entry["id"])])
        moved = features.copy()
        geometry = result.sort_values("geosnap_row").geometry.values
        moved = moved.set_geometry(geopandas.GeoSeries(geometry, index=moved.index, crs=self.crs))
        return moved, dict(report)

    # Other queries

    def ask(
        self,
        *words: str,
        input: Union[str, bytes] = b"",
        progress: Optional[ProgressFunction] = None,
    ) -> Any:
        """Runs a query of the command on this network; see :func:`geosnap.ask`."""
        given = [str(word) for word in words]
        if given and given[0] in ("convert", "definition", "geometry", "import"):
            raise usage(f"{given[0]} does not take a network: use geosnap.ask.")
        try:
            reply = _reply(self, given, input, progress)
        finally:
            if self._handle:
                self._follow()
        return _document(given, reply)

    def document(self, *words: str, progress: Optional[ProgressFunction] = None) -> str:
        """The text that a verb prints with ``--json``, for reading a long document in pieces."""
        given = [*(str(word) for word in words if word != "--json"), "--json"]
        try:
            return _reply(self, given, b"", progress)
        finally:
            if self._handle:
                self._follow()

    def text(self, *words: str) -> str:
        """The text that a verb prints without ``--json``."""
        return str(self.ask(*(word for word in words if word != "--json")))

    def to_networkx(self, **options: Any) -> "networkx.MultiGraph":
        """The network as nodes and links, identified by their origins in the imported file.

        Parameters
        ----------
        **options
            Suppositions: ``set``, ``block``, ``unblock``, as in ``geosnap graph``.

        Returns
        -------
        networkx.MultiGraph
            Its edges have the attributes ``origin``, ``via``, ``conducting`` and ``enabled``.
        """
        import networkx

        document = self.ask("graph", *_options(options), "--json")
        graph = networkx.MultiGraph()
        graph.add_nodes_from(node["origin"] for node in document["nodes"])
        for link in document["links"]:
            ends = link.pop("from"), link.pop("to")
            graph.add_edge(*ends, key=link["origin"], **link)
        return graph

    def __repr__(self) -> str:
        name = _name(self.path)
        if not self._handle:
            return f"<geosnap.Network {name}, closed>"
        features, associations = counted(self.feature_count, "feature"), counted(self.association_count, "association")
        return f"<geosnap.Network {name}: {features}, {associations}>"

    def _repr_html_(self) -> str:
        return self._picture(["render"], repr(self))

    def _picture(self, words: list[str], title: str) -> str:
        if "--svg" in words:
            place = words.index("--svg")
            words = words[:place] + words[place + 2 :]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "answer.svg")
            option = "--output" if words[0] == "render" else "--svg"
            try:
                self.ask(*words, option, str(path))
            except GeoSnapError as error:
                return f"<p>{html.escape(title)}</p><p>{html.escape(str(error))}</p>"
            picture = path.read_text("utf-8") if path.exists() else ""
        return f"<p>{html.escape(title)}</p>{picture}"


def _plain(label: Any) -> Any:
    return label.item() if hasattr(label, "item") else label


def _list(value: Union[str, Sequence[str], None]) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)


def _refusal(error: GeoSnapError, document: Optional[dict[str, Any]]) -> GeoSnapError:
    problems = (document or {}).get("refused") or {}
    return Refused(
        str(error),
        list(problems.get("problems", [])),
        status=error.status,
        code=error.code,
        file=error.file,
        path=error.path,
        document=error.document,
    )


_KEPT: "weakref.WeakKeyDictionary[Any, Any]" = weakref.WeakKeyDictionary()
"""Objects that options point to; they exist as long as the options."""
_HOW: dict[tuple[float, int], Any] = {}
"""Options of snaps, made once."""


def _how(tolerance: Any, threads: int) -> Any:
    how = ffi.new("geosnap_snap_options *")
    how.size = ffi.sizeof("geosnap_snap_options")
    how.tolerance = _number(tolerance, "tolerance")
    how.threads = _threads(threads)
    if len(_HOW) > 64:
        _HOW.clear()
    _HOW[float(tolerance), threads] = how
    return how


def _copied(options: Any, tell: Any) -> Any:
    """Options with a callback; those without one are shared."""
    if not tell:
        return options
    copy = ffi.new(ffi.typeof(options), options[0])
    copy.progress = tell
    return copy


def _let_go(free: Callable[[Any], None], found: Any, work: Callable[[], None]) -> None:
    """Frees a result if work raises."""
    try:
        work()
    except BaseException:
        if found[0]:
            free(found[0])
        raise


def _number(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}.") from None


def _limit(limit: Any) -> Optional[int]:
    if limit is None:
        return None
    try:
        number = operator.index(limit)
    except TypeError:
        raise TypeError(f"limit must be a whole number, not {type(limit).__name__}.") from None
    if not 1 <= number < 1 << 63:
        raise ValueError(f"limit is {number}: give 1 or more.")
    return number


def _threads(threads: Any) -> int:
    if threads in (0, 1):
        return int(threads)
    raise ValueError(f"threads is {threads!r}: give 1 for this thread alone, or 0 for all cores.")


def _forked() -> None:
    global lib, _identify, _snap
    lib = after_fork
    _identify, _snap = lib.geosnap_identify, lib.geosnap_snap


os.register_at_fork(after_in_child=_forked)
