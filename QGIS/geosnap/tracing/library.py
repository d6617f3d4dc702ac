"""What of the library's answers the Python package does not give as arrays: kept in one place, to be replaced there."""

import json

import numpy as np

from ..kernel.package import package

_FIRST_TAIL = 1 << 20


def _parts():
    package()
    from geosnap import _library

    return _library


def row_ids_and_global_ids(kernel, features):
    """The row of each feature in its table (OBJECTID), and its global id as 16 bytes."""
    parts = _parts()
    found, memory = kernel._features(features)
    rows = np.empty(found.size, dtype=np.int64)
    identifiers = np.zeros((found.size, 16), dtype=np.uint8)
    groups = np.empty(found.size, dtype=np.int32)
    kinds = np.empty(found.size, dtype=np.int32)
    if found.size:
        ffi = parts.ffi
        columns = ffi.new(
            "geosnap_columns *",
            {
                "size": ffi.sizeof("geosnap_columns"),
                "row_ids": ffi.cast("int64_t *", ffi.from_buffer(rows)),
                "global_ids": ffi.cast("uint8_t *", ffi.from_buffer(identifiers)),
                "asset_groups": ffi.cast("int32_t *", ffi.from_buffer(groups)),
                "asset_types": ffi.cast("int32_t *", ffi.from_buffer(kinds)),
            },
        )
        parts.call(parts.lib.geosnap_describe, kernel._open_handle(), memory, found.size, columns)
    return rows, identifiers, groups, kinds


def geometry_bytes(kernel, features):
    """The geometries of features as WKB, one after the other, and where each ends."""
    parts = _parts()
    found, memory = kernel._features(features)
    given = parts.ffi.new("geosnap_strings **")
    parts.call(parts.lib.geosnap_geometries, kernel._open_handle(), memory, found.size, given)
    try:
        ends = np.frombuffer(parts.ffi.buffer(given[0].ends, found.size * 8), dtype=np.uint64).astype(np.int64)
        size = int(ends[-1]) if found.size else 0
        return (bytes(parts.ffi.buffer(given[0].bytes, size)) if size else b""), ends
    finally:
        parts.lib.geosnap_strings_free(given[0])


def global_id_text(row):
    """A global id as people read it."""
    digits = bytes(row).hex().upper()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def document_without_elements(trace):
    """The document of a trace without its elements and features.

    To read a million of them takes seconds, in which no other thread of Python runs; they are there as arrays.
    """
    parts = _parts()
    made = parts.ffi.new("geosnap_text *")
    parts.call(parts.lib.geosnap_trace_document, trace._owner, made)
    try:
        whole = parts.ffi.buffer(made[0].bytes, made[0].count)
        size = _FIRST_TAIL
        while True:
            tail = bytes(whole[max(len(whole) - size, 0):])
            place = tail.rfind(b'],"functions":[')
            if place >= 0:
                return json.loads(b"{" + tail[place + 2:])
            if size >= len(whole):
                return json.loads(tail)
            size *= 8
    finally:
        parts.lib.geosnap_text_free(made[0])
