"""The tasks of Spark's workers: Arrow batches in, Arrow batches out, without a Python object per row."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, field
from typing import Any, Iterator, Optional, Sequence

import numpy as np
import pyarrow as pa

from . import _wkb
from ._library import array, call, ffi, lib
from ._spark_place import Place, opened
from .errors import GeoSnapError
from .network import Network, _options
from .results import KINDS

Array = Any
Errors = list[tuple[int, str]]
ROWS = 1 << 16
"""The maximum number of rows of a result batch."""
_TEXTS = {"name": 0, "origin": 1, "global_id": 2, "asset_type": 3}


@dataclass(frozen=True)
class Points:
    """The columns of the points: two coordinates, or geometries."""

    x: Optional[str] = None
    y: Optional[str] = None
    geometry: Optional[str] = None

    def read(self, batch: pa.RecordBatch, srid: Optional[int]) -> tuple[Array, Array, Errors]:
        """The points of a batch, NaN for rows without one, and the errors by row."""
        if self.geometry is not None:
            x, y, errors = _wkb.points(_column(batch, self.geometry), srid)
        else:
            x, y = (_numbers(_column(batch, str(name))) for name in (self.x, self.y))
            errors = []
        bad = np.flatnonzero(~(np.isfinite(x) & np.isfinite(y)))
        if bad.size:
            known = {row for row, _ in errors}
            errors += [(row, self._problem(batch, row)) for row in bad.tolist() if row not in known]
            x, y = np.where(np.isfinite(x) & np.isfinite(y), (x, y), np.nan)
        return np.ascontiguousarray(x), np.ascontiguousarray(y), errors

    def _problem(self, batch: pa.RecordBatch, row: int) -> str:
        if self.geometry is not None:
            return "A coordinate of the point is not a finite number."
        for name in (self.x, self.y):
            value = _column(batch, str(name))[row].as_py()
            if value is None:
                return f"There is no {name}."
            if not np.isfinite(float(value)):
                return f"{name} is {value}, which is not a finite number."
        return "The point has no finite coordinates."


def _column(batch: pa.RecordBatch, name: str) -> pa.Array:
    return batch.column(batch.schema.get_field_index(name))


def _numbers(column: pa.Array) -> Array:
    if not pa.types.is_float64(column.type):
        column = column.cast(pa.float64(), safe=False)
    if column.null_count:
        return column.fill_null(float("nan")).to_numpy(zero_copy_only=False)
    return column.to_numpy()


class Answers:
    """Columns with the rows of a table, some of which have a value."""

    def __init__(self, count: int, has: Array) -> None:
        self.count = count
        self.has = has
        self._all = bool(has.all())
        self._bits = None if self._all else _bits(has)

    def numbers(self, values: Array, kind: pa.DataType) -> pa.Array:
        """Numbers for the rows that have one; NaN becomes null in columns of doubles."""
        dtype = kind.to_pandas_dtype()
        whole = np.ascontiguousarray(values, dtype=dtype)
        if not self._all:
            whole = np.zeros(self.count, dtype=dtype)
            whole[self.has] = values
        bits = self._bits
        if pa.types.is_floating(kind):
            bad = np.isnan(whole)
            if bad.any():
                bits = _bits(self.has & ~bad)
        return pa.Array.from_buffers(kind, self.count, [bits, pa.py_buffer(whole)])

    def chosen(self, numbers: Array, names: Sequence[str]) -> pa.Array:
        """One of a few texts for each row that has one, by its number."""
        whole = np.zeros(self.count, dtype=np.int32)
        whole[self.has] = numbers
        indices = pa.Array.from_buffers(pa.int32(), self.count, [self._bits, pa.py_buffer(whole)])
        return pa.DictionaryArray.from_arrays(indices, pa.array(names, pa.string())).cast(pa.string())

    def texts(self, net: Network, features: Array, which: str) -> pa.Array:
        """A text of the feature of each row that has one."""
        found, memory = net._features(features)
        given = ffi.new("geosnap_strings **")
        call(lib.geosnap_texts, net._handle, memory, found.size, _TEXTS[which], given)
        owner = ffi.gc(given[0], lib.geosnap_strings_free)
        ends = array(owner, owner.ends, np.uint64, owner.count).astype(np.int64)
        lengths = np.zeros(self.count, dtype=np.int64)
        lengths[self.has] = np.diff(ends, prepend=0)
        offsets = np.zeros(self.count + 1, dtype=np.int32)
        np.cumsum(lengths, out=offsets[1:])
        total = int(offsets[-1])
        address = int(ffi.cast("uintptr_t", owner.bytes)) if total else 0
        content = pa.foreign_buffer(address, total, base=owner) if total else pa.py_buffer(b"")
        bits = None if (lengths > 0).all() else _bits(lengths > 0)
        return pa.Array.from_buffers(pa.string(), self.count, [bits, pa.py_buffer(offsets), content])

    def rows(self, net: Network, features: Array) -> pa.Array:
        """The table row of the feature of each row that has one."""
        found, memory = net._features(features)
        rows = np.zeros(found.size, dtype=np.int64)
        if found.size:
            wanted = {"size": ffi.sizeof("geosnap_columns"), "row_ids": ffi.cast("int64_t *", ffi.from_buffer(rows))}
            call(lib.geosnap_describe, net._handle, memory, found.size, ffi.new("geosnap_columns *", wanted))
        return self.numbers(rows, pa.int64())

    def feature(self, net: Network, features: Array, column: str) -> Optional[pa.Array]:
        """A column that identifies the feature; None for other columns."""
        if column == "source":
            return self.chosen(features["table"], net.tables)
        if column == "row":
            return self.rows(net, features)
        return self.texts(net, features, column) if column in _TEXTS else None


def _bits(values: Array) -> Any:
    return pa.py_buffer(np.packbits(values, bitorder="little"))


def _error_column(count: int, errors: Errors) -> pa.Array:
    if not errors:
        return pa.nulls(count, pa.string())
    texts: list[Optional[str]] = [None] * count
    for row, text in errors:
        texts[row] = text
    return pa.array(texts, pa.string())


@dataclass(frozen=True)
class Task:
    """A query for each row. It is sent to the workers.

    Attributes
    ----------
    given : list of str
        The columns of the frame, which are kept.
    columns : list of str
        The columns of the answer, without the prefix.
    names : list of str
        All columns of the result: those of the frame, of the answer, and the errors.
    """

    place: Place
    points: Points
    given: tuple[str, ...]
    columns: tuple[str, ...]
    names: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        net = opened(self.place)
        for batch in batches:
            for start in range(0, batch.num_rows, ROWS):
                yield from self.answer(net, batch.slice(start, ROWS))

    def answer(self, net: Network, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        raise NotImplementedError

    def result(self, batch: pa.RecordBatch, columns: list[pa.Array], errors: pa.Array) -> pa.RecordBatch:
        """The columns of the frame and of the answer, and the errors."""
        return pa.RecordBatch.from_arrays([*batch.columns, *columns, errors], names=list(self.names))


class Identify(Task):
    """A row for each feature at a point; if requested, one for a point without features."""

    def answer(self, net: Network, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        x, y, errors = self.points.read(batch, net.srid)
        options = self.options
        hits = net.identify(
            x, y, tolerance=options["tolerance"], sources=options["sources"], limit=options["limit"], threads=1
        )
        counts: Any = np.diff(hits.ends.astype(np.int64), prepend=0)
        is_kept = np.ones(batch.num_rows, dtype=bool)
        if options["how"] == "inner":
            is_kept = counts > 0
            is_kept[[row for row, _ in errors]] = True
        repeats = np.where(is_kept, np.maximum(counts, 1), 0)
        error = _error_column(batch.num_rows, errors)
        if len(repeats) and repeats.min() == repeats.max() == 1:
            yield self.part(net, batch, hits, counts > 0, slice(0, len(hits)), None, error)
            return
        rows = np.repeat(np.arange(batch.num_rows), repeats)
        has = np.repeat(counts > 0, repeats)
        before = np.concatenate(([0], np.cumsum(has)))
        rank = np.arange(len(rows)) - np.repeat(np.cumsum(repeats) - repeats, repeats)
        for start in range(0, len(rows), ROWS):
            end = min(start + ROWS, len(rows))
            taken = pa.array(rows[start:end])
            part = pa.RecordBatch.from_arrays([one.take(taken) for one in batch.columns], names=list(self.given))
            which = slice(int(before[start]), int(before[end]))
            yield self.part(net, part, hits, has[start:end], which, rank[start:end], error.take(taken))

    def part(
        self,
        net: Network,
        batch: pa.RecordBatch,
        hits: Any,
        has: Array,
        which: slice,
        rank: Optional[Array],
        error: pa.Array,
    ) -> pa.RecordBatch:
        answers = Answers(batch.num_rows, has)
        features = hits.feature[which]
        columns = []
        for column in self.columns:
            made = answers.feature(net, features, column)
            if made is None and column == "rank":
                ranks = np.ones(len(features)) if rank is None else rank[has] + 1
                made = answers.numbers(ranks, pa.int32())
            if made is None:
                made = answers.numbers(getattr(hits, column)[which], pa.float64())
            columns.append(made)
        return self.result(batch, columns, error)


class Snap(Task):
    """The snapped place of each point."""

    def answer(self, net: Network, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        x, y, errors = self.points.read(batch, net.srid)
        is_good = np.ones(batch.num_rows, dtype=bool)
        is_good[[row for row, _ in errors]] = False
        snaps = net.snap(x, y, threads=1, **self.options)
        has = np.asarray(snaps.feature["table"] >= 0) & is_good
        good, found = Answers(batch.num_rows, is_good), Answers(batch.num_rows, has)
        ruled = Answers(batch.num_rows, has & (snaps.rule >= 0))
        columns = []
        for column in self.columns:
            made = found.feature(net, snaps.feature[has], column)
            if column == "kind":
                made = good.chosen(snaps.kind[is_good], KINDS)
            elif column == "rule":
                made = ruled.numbers(snaps.rule[ruled.has], pa.int64())
            elif made is None:
                made = good.numbers(getattr(snaps, column)[is_good], pa.float64())
            columns.append(made)
        yield self.result(batch, columns, _error_column(batch.num_rows, errors))


class DistanceAlong(Task):
    """The distance of each point along the nearest line."""

    def answer(self, net: Network, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        import shapely

        x, y, errors = self.points.read(batch, net.srid)
        hits = net.identify(
            x, y, tolerance=self.options["tolerance"], sources=self.options["sources"], limit=1, threads=1
        )
        has = np.diff(hits.ends.astype(np.int64), prepend=0) > 0
        distinct, inverse = np.unique(hits.feature, return_inverse=True)
        lines = net.geometries(distinct)
        is_line = np.isin(shapely.get_type_id(lines), (1, 5))
        lines[~is_line] = None
        lengths = shapely.length(lines)[inverse]
        along = shapely.line_locate_point(lines[inverse], shapely.points(hits.x, hits.y))
        rows = np.flatnonzero(has)
        errors = errors + [(int(row), "The nearest feature is not a line.") for row in rows[~is_line[inverse]]]
        with np.errstate(divide="ignore", invalid="ignore"):
            values = {"distance": along, "line_length": lengths, "fraction": along / lengths, "offset": hits.distance}
        answers = Answers(batch.num_rows, has)
        columns = []
        for column in self.columns:
            made = answers.feature(net, hits.feature, column)
            if made is None:
                made = answers.numbers(values[column] if column in values else getattr(hits, column), pa.float64())
            columns.append(made)
        yield self.result(batch, columns, _error_column(batch.num_rows, errors))


class SubnetworkOf(Task):
    """The subnetworks of the feature nearest to each point."""

    def answer(self, net: Network, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        x, y, errors = self.points.read(batch, net.srid)
        hits = net.identify(x, y, tolerance=self.options["tolerance"], sources=self.options["sources"], threads=1)
        counts: Any = np.diff(hits.ends.astype(np.int64), prepend=0)
        has = counts > 0
        starts = (hits.ends.astype(np.int64) - counts)[has]
        nearest = starts
        if len(hits):
            least = np.repeat(np.minimum.reduceat(hits.distance, starts), counts[has])
            # The first of equally near features.
            places = np.flatnonzero(hits.distance == least)
            nearest = places[np.searchsorted(places, starts)]
        features = hits.feature[nearest]
        labels = _labels(self.options["labels"])
        rows = labels.first[features["table"]] + features["row"]
        answers = Answers(batch.num_rows, has)
        found = labels.numbers.take(answers.numbers(rows, pa.int64()))
        columns = []
        for column in self.columns:
            made = answers.feature(net, features, column)
            if column in ("names", "tiers"):
                texts = getattr(labels, column).take(found.values)
                made = pa.ListArray.from_arrays(found.offsets, texts, mask=found.is_null())
            elif made is None:
                made = answers.numbers(getattr(hits, column)[nearest], pa.float64())
            columns.append(made)
        yield self.result(batch, columns, _error_column(batch.num_rows, errors))


@dataclass
class Labels:
    """The subnetworks of all features: the numbers of each feature's subnetworks, mapped into memory."""

    first: Array
    numbers: pa.Array
    names: pa.Array
    tiers: pa.Array

    @staticmethod
    def of(net: Network) -> tuple["Labels", list[str]]:
        """Traces them, and returns also the tables whose features can belong to one."""
        document = net.ask("subnetworks", "--json")
        sizes = {one["name"]: one["features"] for one in net.info()["sources"]}
        counts = np.array([sizes.get(table, 0) for table in net.tables], dtype=np.int64)
        first = np.cumsum(counts) - counts
        features = np.zeros(int(counts.sum()), dtype=[("table", np.int32), ("row", np.int32)])
        features["table"] = np.repeat(np.arange(len(counts)), counts)
        features["row"] = np.arange(len(features)) - np.repeat(first, counts)
        places = {text: place for place, text in enumerate(net.texts(features, "global_id")) if text}
        subnetworks = document["subnetworks"]
        pairs = [
            (places[one["globalID"]], number)
            for number, subnetwork in enumerate(subnetworks)
            for one in subnetwork["features"]
            if one["globalID"] in places
        ]
        loose = [places[one["globalID"]] for one in document["disconnected"] if one["globalID"] in places]
        found = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        # For each feature in the order of the document.
        found = found[np.lexsort((found[:, 1], found[:, 0]))]
        if len(found):
            found = found[np.concatenate(([True], (np.diff(found, axis=0) != 0).any(axis=1)))]
        ends = np.searchsorted(found[:, 0], np.arange(len(features) + 1)).astype(np.int32)
        numbers = pa.ListArray.from_arrays(pa.array(ends), pa.array(found[:, 1].astype(np.int32)))
        used = np.unique(features["table"][np.concatenate((found[:, 0], np.array(loose, dtype=np.int64)))])
        names = pa.array([one["name"] for one in subnetworks], pa.string())
        tiers = pa.array([one["tier"] for one in subnetworks], pa.string())
        return Labels(first, numbers, names, tiers), [net.tables[table] for table in used.tolist()]

    def write(self, path: str) -> None:
        """Writes a file that can be mapped."""
        texts = {"first": self.first.tolist(), "names": self.names.to_pylist(), "tiers": self.tiers.to_pylist()}
        schema = pa.schema([("numbers", self.numbers.type)], metadata={"labels": json.dumps(texts)})
        with pa.OSFile(path, "wb") as file, pa.ipc.new_file(file, schema) as writer:
            writer.write_batch(pa.RecordBatch.from_arrays([self.numbers], schema=schema))

    @staticmethod
    def read(path: str) -> "Labels":
        reader = pa.ipc.open_file(pa.memory_map(path))
        texts = json.loads((reader.schema.metadata or {})[b"labels"])
        return Labels(
            np.array(texts["first"], dtype=np.int64), reader.get_batch(0).column(0),
            pa.array(texts["names"], pa.string()), pa.array(texts["tiers"], pa.string()),
        )


_known_labels: dict[str, Labels] = {}


def _labels(name: str) -> Labels:
    if name not in _known_labels:
        from pyspark import SparkFiles

        _known_labels[name] = Labels.read(SparkFiles.get(name))
    return _known_labels[name]


class Conform(Task):
    """Geometries on the network: each one separately, or those of a table together."""

    def answer(self, net: Network, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        yield self.conformed(net, batch, False)

    def together(self, table: pa.Table) -> pa.Table:
        """Conforms the rows of a table as one data set."""
        batches = table.combine_chunks().to_batches()
        if len(batches) > 1:
            raise GeoSnapError("A group has more than 2 GB of rows: give smaller groups.")
        net = opened(self.place)
        result = pa.Table.from_batches([self.conformed(net, batch, True) for batch in batches])
        # Spark accepts times of groups in this zone only; the moments are the same.
        return result.cast(pa.schema([(one.name, _in_utc(one.type)) for one in result.schema]))

    def conformed(self, net: Network, batch: pa.RecordBatch, is_together: bool) -> pa.RecordBatch:
        blobs, geometries, errors = self._geometries(batch, net.srid)
        count = batch.num_rows
        answers: list[Optional[_Moves]] = [None] * count
        rows = [row for row in range(count) if geometries[row] is not None]
        self._ask(net, geometries, rows, answers, errors, is_together)
        if not is_together:
            # A vertex that other rows hold in place moves when its row is conformed alone.
            for row in rows:
                moves = answers[row]
                if moves is not None and moves.is_shared:
                    self._ask(net, geometries, [row], answers, errors, False)
        results: dict[str, list[Any]] = {column: [None] * count for column in self.columns}
        results["geometry"] = blobs
        for row, moves in enumerate(answers):
            found = geometries[row]
            if moves is None or found is None:
                continue
            results["geometry"][row] = found.moved(moves.moved) if moves.moved else blobs[row]
            results["moved"][row], results["unmoved"][row] = len(moves.moved), len(moves.unmoved)
            results["greatest_distance"][row] = max((one["distance"] for one in moves.moved), default=None)
            results["report"][row] = json.dumps({"moved": moves.moved, "unmoved": moves.unmoved})
        kinds = {"geometry": pa.binary(), "moved": pa.int32(), "unmoved": pa.int32(), "greatest_distance": pa.float64()}
        columns = [pa.array(results[column], kinds.get(column, pa.string())) for column in self.columns]
        return self.result(batch, columns, _error_column(count, errors))

    def _geometries(
        self, batch: pa.RecordBatch, srid: Optional[int]
    ) -> tuple[list[Optional[bytes]], list[Optional[_wkb.Geometry]], Errors]:
        errors: Errors
        if self.points.geometry is None:
            x, y, errors = self.points.read(batch, srid)
            bad = {row for row, _ in errors}
            blobs = [None if row in bad else _wkb.point(*at) for row, at in enumerate(zip(x.tolist(), y.tolist()))]
        else:
            blobs, errors, bad = _column(batch, self.points.geometry).to_pylist(), [], set()
        geometries: list[Optional[_wkb.Geometry]] = [None] * batch.num_rows
        for row, blob in enumerate(blobs):
            if row in bad:
                continue
            try:
                geometries[row] = _wkb.geometry(blob, srid)
            except _wkb.WKBError as error:
                errors.append((row, str(error)))
        return blobs, geometries, errors

    def _ask(
        self,
        net: Network,
        geometries: list[Optional[_wkb.Geometry]],
        rows: list[int],
        answers: list[Optional["_Moves"]],
        errors: Errors,
        is_together: bool,
    ) -> None:
        if not rows:
            return
        features = [
            f'{{"type":"Feature","id":{row},"geometry":{found.document},"properties":null}}\n'
            for row in rows
            if (found := geometries[row]) is not None
        ]
        words = _options(self.options)
        try:
            with tempfile.TemporaryDirectory() as folder:
                output = os.path.join(folder, "moved.geojsonl")
                report = net.ask("conform", "-", *words, "--output", output, "--json", input="".join(features))
        except GeoSnapError as error:
            if len(rows) == 1 or is_together:
                errors += [(row, str(error)) for row in rows]
                return
            for row in rows:
                self._ask(net, geometries, [row], answers, errors, False)
            return
        for row in rows:
            answers[row] = _Moves()
        for kind in ("moved", "unmoved"):
            for entry in report[kind]:
                moves = answers[entry.pop("id")]
                if moves is not None:
                    getattr(moves, kind).append(entry)


def _in_utc(kind: pa.DataType) -> pa.DataType:
    """A type in which times with a zone have UTC."""
    if pa.types.is_timestamp(kind) and kind.tz is not None:
        return pa.timestamp(kind.unit, "UTC")
    if pa.types.is_list(kind):
        return pa.list_(kind.value_field.with_type(_in_utc(kind.value_type)))
    if pa.types.is_struct(kind):
        return pa.struct([one.with_type(_in_utc(one.type)) for one in kind])
    if pa.types.is_map(kind):
        return pa.map_(_in_utc(kind.key_type), kind.item_field.with_type(_in_utc(kind.item_type)))
    return kind


class _Moves:
    """The entries of a report for a row."""

    def __init__(self) -> None:
        self.moved: list[dict[str, Any]] = []
        self.unmoved: list[dict[str, Any]] = []

    @property
    def is_shared(self) -> bool:
        return any(entry["reason"] == "sharedConflict" for entry in self.unmoved)
