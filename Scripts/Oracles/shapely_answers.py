#!/usr/bin/env python3
"""Writes shapely's answers to random and degenerate questions, for comparison in tests.

    shapely_answers.py OUTPUT.tsv.gz [--cases 50000] [--seed 1]

Each line: operation, parameters, first geometry, second geometry, answer; separated by tabs. Geometries are
well-known text, or `-`; an answer is true, false, a number, well-known text, or `error`. shapely bundles a separate
GEOS, newer than Debian's: the first line has its version.
"""

import argparse
import gzip
import math
import random
import warnings

import numpy
import shapely
from shapely import affinity
from shapely import geometry as sg

warnings.simplefilter("ignore")
numpy.seterr(all="ignore")


class Source:
    """Random geometry, plain and degenerate."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pick_style()

    def pick_style(self):
        self.style = self.random.choice(["grid", "grid", "small grid", "plain", "far", "tiny"])

    def number(self):
        r = self.random
        return {
            "grid": lambda: float(r.randint(0, 20)),
            "small grid": lambda: float(r.randint(0, 5)),
            "plain": lambda: round(r.uniform(-100, 100), 3),
            "far": lambda: round(3_417_000 + r.uniform(0, 500), 3),
            "tiny": lambda: round(r.uniform(0, 1e-3), 7),
        }[self.style]()

    def place(self):
        return (self.number(), self.number())

    def path(self, count):
        places = []
        for _ in range(count):
            if places and self.random.random() < 0.1:
                places.append(self.random.choice(places))
            else:
                places.append(self.place())
        return places

    def size(self):
        return {"grid": 20, "small grid": 5, "plain": 100, "far": 300, "tiny": 1e-3}[self.style]

    def ring(self, centre, least, most):
        count = self.random.randint(3, 9)
        angles = sorted(self.random.uniform(0, 2 * math.pi) for _ in range(count))
        places = []
        for angle in angles:
            reach = self.random.uniform(least, most) * self.size()
            x = centre[0] + reach * math.cos(angle)
            y = centre[1] + reach * math.sin(angle)
            digits = 0 if "grid" in self.style else 7 if self.style == "tiny" else 3
            places.append((round(x, digits) + 0.0, round(y, digits) + 0.0))
        return places

    def polygon(self):
        for _ in range(50):
            centre = self.place()
            holes = [self.ring(centre, 0.05, 0.1)] if self.random.random() < 0.3 else []
            try:
                polygon = sg.Polygon(self.ring(centre, 0.2, 0.8), holes)
            except (ValueError, shapely.errors.GEOSException):
                continue
            if polygon.is_valid and polygon.area > 0:
                return polygon
        x, y = self.place()
        side = self.size() / 5
        return sg.box(x, y, x + side, y + side)

    def invalid_polygon(self):
        return sg.Polygon(self.path(self.random.randint(3, 7)))

    def line(self):
        while True:
            line = sg.LineString(self.path(self.random.randint(2, 8)))
            if line.length > 0:
                return line

    def multi_polygon(self):
        parts = []
        for _ in range(self.random.randint(1, 3)):
            new = self.polygon()
            if all(new.disjoint(part) for part in parts):
                parts.append(new)
        return sg.MultiPolygon(parts)

    def geometry(self, kinds=("point", "line", "polygon", "points", "lines", "polygons")):
        kind = self.random.choice(kinds)
        if self.random.random() < 0.02:
            return shapely.from_wkt(
                {"point": "POINT", "line": "LINESTRING", "polygon": "POLYGON", "points": "MULTIPOINT",
                 "lines": "MULTILINESTRING", "polygons": "MULTIPOLYGON"}[kind] + " EMPTY")
        if kind == "point":
            return sg.Point(self.place())
        if kind == "line":
            return self.line()
        if kind == "polygon":
            return self.polygon()
        if kind == "points":
            return sg.MultiPoint(self.path(self.random.randint(1, 6)))
        if kind == "lines":
            return sg.MultiLineString([self.line() for _ in range(self.random.randint(1, 3))])
        return self.multi_polygon()

    def area(self):
        return self.geometry(("polygon", "polygon", "polygons"))

    def lineal(self):
        return self.geometry(("line", "line", "lines"))


PREDICATES = [
    "contains", "covered_by", "covers", "crosses", "disjoint", "equals", "intersects", "overlaps",
    "touches", "within", "contains_properly",
]
SETS = ["union", "intersection", "difference", "symmetric_difference"]


def question(source):
    """An operation, its parameters, its operands, and shapely's answer."""
    r = source.random
    size = source.size()
    near = round(size * r.choice([0.01, 0.1, 0.3, 1]), 9)
    grid = 10.0 ** math.floor(math.log10(near))
    any_, area, lineal = source.geometry, source.area, source.lineal

    def unary(name, geometry, call, *parameters):
        return name, parameters, geometry, None, lambda: call(geometry)

    def binary(name, first, second, call, *parameters):
        return name, parameters, first, second, lambda: call(first, second)

    share = round(r.uniform(0, 1), 4)
    segments = r.choice([1, 2, 8, 16])
    cap, join = r.choice(["round", "flat", "square"]), r.choice(["round", "mitre", "bevel"])
    choices = [
        lambda: binary(name := r.choice(PREDICATES), any_(), any_(),
                       getattr(shapely, name)),
        lambda: binary(name := r.choice(PREDICATES), any_(), any_(),
                       getattr(shapely, name)),
        lambda: binary("relate", any_(), any_(), shapely.relate),
        lambda: binary("relate", any_(), any_(), shapely.relate),
        lambda: binary(name := r.choice(SETS), any_(), any_(), getattr(shapely, name)),
        lambda: binary(name := r.choice(SETS), any_(), any_(), getattr(shapely, name)),
        lambda: binary(name := r.choice(SETS) + "_grid", any_(), any_(),
                       lambda a, b: getattr(shapely, name[:-5])(a, b, grid_size=grid), grid),
        lambda: binary("distance", any_(), any_(), shapely.distance),
        lambda: binary("dwithin", any_(), any_(), lambda a, b: shapely.dwithin(a, b, near), near),
        lambda: binary("hausdorff_distance", any_(), any_(), shapely.hausdorff_distance),
        lambda: binary("frechet_distance", lineal(), lineal(), discrete_frechet),
        lambda: binary("equals_exact", g := any_(), shapely.reverse(g) if r.random() < 0.5 else g,
                       lambda a, b: shapely.equals_exact(a, b, near), near),
        lambda: unary("area", any_(), shapely.area),
        lambda: unary("length", any_(), shapely.length),
        lambda: unary("minimum_clearance", any_(), shapely.minimum_clearance),
        lambda: unary("is_valid", r.choice([any_, source.invalid_polygon])(), shapely.is_valid),
        lambda: unary("is_simple", any_(), shapely.is_simple),
        lambda: unary("buffer", any_(), lambda g: shapely.buffer(
            g, near, quad_segs=segments, cap_style=cap, join_style=join), near, segments, cap, join),
        lambda: unary("buffer", area(), lambda g: shapely.buffer(
            g, -near, quad_segs=segments, join_style=join), -near, segments, "round", join),
        lambda: unary("boundary", any_(), shapely.boundary),
        lambda: unary("centroid", any_(), shapely.centroid),
        lambda: unary("point_on_surface", any_(), shapely.point_on_surface),
        lambda: unary("convex_hull", any_(), shapely.convex_hull),
        lambda: unary("envelope", any_(), shapely.envelope),
        lambda: unary("unary_union", any_(), shapely.union_all),
        lambda: unary("node", lineal(), shapely.node),
        lambda: unary("line_merge", lineal(), shapely.line_merge),
        lambda: unary("normalize", any_(), shapely.normalize),
        lambda: unary("reverse", any_(), shapely.reverse),
        lambda: unary("simplify", any_(), lambda g: shapely.simplify(
            g, near, preserve_topology=False), near),
        # GEOS before 3.12 keeps the first vertex of rings, so only lines are used.
        lambda: unary("simplify_topology", lineal(), lambda g: shapely.simplify(g, near), near),
        lambda: unary("segmentize", any_(), lambda g: shapely.segmentize(g, near), near),
        lambda: unary("remove_repeated_points", any_(),
                      lambda g: shapely.remove_repeated_points(g, 0.0)),
        lambda: unary("make_valid", source.invalid_polygon(), shapely.make_valid),
        lambda: unary("make_valid_structure", source.invalid_polygon(), lambda g: shapely.make_valid(
            g, method="structure", keep_collapsed=False)),
        lambda: unary("set_precision", any_(), lambda g: shapely.set_precision(g, grid), grid),
        lambda: unary("interpolate", lineal(), lambda g: shapely.line_interpolate_point(
            g, share, normalized=True), share),
        lambda: binary("project", source.line(), sg.Point(source.place()),
                       lambda a, b: shapely.line_locate_point(a, b, normalized=True)),
        # For lines that come near themselves, GEOS versions choose different pieces.
        lambda: unary("offset", simple_line(source), lambda g: shapely.offset_curve(
            g, -size / 20, quad_segs=8, join_style="round"), size / 20),
        lambda: binary("snap", any_(), any_(), lambda a, b: shapely.snap(a, b, near), near),
        lambda: binary("shared_paths", lineal(), lineal(), shapely.shared_paths),
        lambda: unary("polygonize", source.geometry(("lines",)).union(source.line()),
                      lambda g: shapely.polygonize([g])),
        lambda: unary("delaunay", any_(), shapely.delaunay_triangles),
        lambda: unary("minimum_bounding_radius", any_(), shapely.minimum_bounding_radius),
        # Moved to the origin: far from it shapely's rectangle loses a millionth of its area.
        lambda: unary("rotated_rectangle_area", any_(), lambda g: shapely.minimum_rotated_rectangle(
            affinity.translate(g, *-shapely.get_coordinates(g)[0]) if not g.is_empty else g).area),
        lambda: unary("clip", any_(), lambda g: shapely.intersection(
            g, sg.box(0, 0, size / 2, size / 2)), 0, 0, size / 2, size / 2),
        lambda: binary("nearest_points", any_(), any_(),
                       lambda a, b: shapely.length(shapely.shortest_line(a, b))),
        lambda: unary("concave_hull", any_(("points", "lines")),
                      lambda g: shapely.concave_hull(g, ratio=share), share),
    ]
    return r.choice(choices)()


def discrete_frechet(first, second):
    """Eiter and Mannila's recurrence; GEOS 3.12 to 3.14 return larger values on some lines."""
    a, b = shapely.get_coordinates(first), shapely.get_coordinates(second)
    if len(a) == 0 or len(b) == 0:
        return math.nan
    distances = numpy.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1])
    row = None
    for line in distances:
        new = []
        for column, distance in enumerate(line):
            before = ([row[column]] if row else []) + new[-1:] + (
                [row[column - 1]] if row and column else [])
            new.append(max(distance, min(before)) if before else distance)
        row = new
    return row[-1]


def simple_line(source):
    """A line from west to east that does not come near itself."""
    size = source.size()
    x, y = source.place()
    places = []
    for _ in range(source.random.randint(2, 6)):
        places.append((round(x, 7), round(y + source.random.uniform(0, size / 10), 7)))
        x += source.random.uniform(size / 5, size / 2)
    return sg.LineString(places)


def text(answer, exact=True):
    if isinstance(answer, (bool, numpy.bool_)):
        return "true" if answer else "false"
    if isinstance(answer, (float, numpy.floating)):
        return repr(float(answer))
    if isinstance(answer, str):
        return answer
    if answer is None:
        return "none"
    if not exact:
        # Twelve digits: the tests compare nine.
        reach = numpy.abs(shapely.get_coordinates(answer)).max(initial=1e-6)
        answer = shapely.transform(answer, lambda places: numpy.round(
            places, 12 - math.ceil(math.log10(max(reach, 1e-6)))))
    return shapely.to_wkt(answer, rounding_precision=-1, output_dimension=2)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("output")
    arguments.add_argument("--cases", type=int, default=50000)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    source = Source(options.seed)
    lines = [f"# shapely {shapely.__version__}, GEOS {shapely.geos_version_string}, "
             f"seed {options.seed}"]
    while len(lines) <= options.cases:
        source.pick_style()
        name, parameters, first, second, call = question(source)
        try:
            answer = text(call(), exact=False)
        except (shapely.errors.GEOSException, ValueError, TypeError):
            answer = "error"
        line = "\t".join([
            name, " ".join(str(parameter) for parameter in parameters), text(first),
            "-" if second is None else text(second), answer])
        # Long answers, of hundreds of pieces, test no more than short ones.
        if len(line) < 2500:
            lines.append(line)
    # Without a time in it, so that the same seed gives the same file.
    with open(options.output, "wb") as raw:
        with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0, filename="") as file:
            file.write(("\n".join(lines) + "\n").encode())


if __name__ == "__main__":
    main()
