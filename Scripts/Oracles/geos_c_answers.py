#!/usr/bin/env python3
"""Checks whether the installed libgeos_c differs from shapely's answers in the same way as this library.

    geos_c_answers.py ANSWERS.tsv.gz DIFFERENCES.txt

For each line listed in DIFFERENCES under a cause that begins with GEOS, libgeos_c is called through its C interface.
A line on which C gives shapely's answer is reported: GEOS is not the cause of that difference. The exit code is the
number of such lines.
"""

import ctypes
import gzip
import sys

import shapely

pointer, number, integer = ctypes.c_void_p, ctypes.c_double, ctypes.c_int
library = ctypes.CDLL("libgeos_c.so.1")
messages = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(lambda _: None)
library.initGEOS(messages, messages)


def function(name, *arguments, result=pointer):
    call = getattr(library, name)
    call.argtypes, call.restype = arguments, result
    return call


read = function("GEOSGeomFromWKT", ctypes.c_char_p)
write = function("GEOSGeomToWKB_buf", pointer, ctypes.POINTER(ctypes.c_size_t))


def taken(geometry):
    """A C geometry as a shapely geometry; an error if C refused."""
    if not geometry:
        return "error"
    size = ctypes.c_size_t()
    return shapely.from_wkb(ctypes.string_at(write(geometry, ctypes.byref(size)), size.value))


def repaired(geometry, is_structure):
    parameters = function("GEOSMakeValidParams_create")()
    function("GEOSMakeValidParams_setMethod", pointer, integer, result=integer)(
        parameters, 1 if is_structure else 0)
    function("GEOSMakeValidParams_setKeepCollapsed", pointer, integer, result=integer)(
        parameters, 0 if is_structure else 1)
    return function("GEOSMakeValidWithParams", pointer, pointer)(geometry, parameters)


def unary(name, *types):
    return lambda first, _, *values: taken(function(name, pointer, *types)(first, *values))


def binary(name, *types):
    return lambda first, second, *values: taken(
        function(name, pointer, pointer, *types)(first, second, *values))


def buffer(first, _, distance, segments, cap, join):
    call = function(
        "GEOSBufferWithStyle", pointer, number, integer, integer, integer, number)
    caps, joins = ["", "round", "flat", "square"], ["", "round", "mitre", "bevel"]
    return taken(call(first, distance, int(segments), caps.index(cap), joins.index(join), 5.0))


operations = {
    "relate": lambda first, second: function(
        "GEOSRelate", pointer, pointer, result=ctypes.c_char_p)(first, second).decode(),
    "buffer": buffer,
    "concave_hull": lambda first, _, ratio: unary(
        "GEOSConcaveHull", number, ctypes.c_uint)(first, None, ratio, 0),
    "delaunay": lambda first, _: unary(
        "GEOSDelaunayTriangulation", number, integer)(first, None, 0.0, 0),
    "make_valid": lambda first, _: taken(repaired(first, False)),
    "make_valid_structure": lambda first, _: taken(repaired(first, True)),
    "node": unary("GEOSNode"),
    "symmetric_difference": binary("GEOSSymDifference"),
    "symmetric_difference_grid": binary("GEOSSymDifferencePrec", number),
    "union_grid": binary("GEOSUnionPrec", number),
    "set_precision": lambda first, _, grid: unary(
        "GEOSGeom_setPrecision", number, integer)(first, None, grid, 0),
    "shared_paths": binary("GEOSSharedPaths"),
    "simplify_topology": unary("GEOSTopologyPreserveSimplify", number),
}


def is_same(answer, text):
    if isinstance(answer, str) or text in ("error", "none"):
        return answer == text
    expected = shapely.from_wkt(text)
    if answer.is_empty or expected.is_empty:
        return answer.is_empty and expected.is_empty
    reach = abs(shapely.get_coordinates(expected)).max() * 1e-9
    return shapely.equals_exact(shapely.normalize(answer), shapely.normalize(expected), reach)


def main():
    with gzip.open(sys.argv[1], "rt") as file:
        lines = file.read().split("\n")
    agreeing, asked, cause = 0, 0, ""
    for text in open(sys.argv[2]):
        if text.startswith("#"):
            cause = text[2:].strip()
            continue
        if not cause.startswith("GEOS"):
            continue
        for index in map(int, text.split()):
            name, parameters, first, second, expected = lines[index - 1].split("\t")
            values = [float(word) if word[0] in "-.0123456789" else word
                      for word in parameters.split()]
            operands = [None if word == "-" else read(word.encode()) for word in (first, second)]
            answer = operations[name](*operands, *values)
            asked += 1
            if is_same(answer, expected):
                agreeing += 1
                print(f"line {index}, {name}: libgeos_c answers as shapely does")
    version = function("GEOSversion", result=ctypes.c_char_p)().decode()
    print(f"{asked} asked of libgeos_c {version}, {asked - agreeing} differ from shapely there too")
    sys.exit(agreeing)


if __name__ == "__main__":
    main()
