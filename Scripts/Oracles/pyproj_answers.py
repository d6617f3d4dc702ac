#!/usr/bin/env python3
"""Writes pyproj's answers about projections and geodesics, for comparison in tests.

    pyproj_answers.py OUTPUT.tsv [--points 12] [--seed 1]

Each line begins with the question, separated by tabs:

    transform  SOURCE TARGET WEST,SOUTH,EAST,NORTH DATUM-OPERATION X,Y[,Z] X,Y[,Z]
    inverse    SYSTEM X,Y X,Y DISTANCE AZIMUTH AZIMUTH
    direct     SYSTEM X,Y AZIMUTH DISTANCE X,Y
    measures   SYSTEM RING LENGTH AREA

x is easting or longitude. Operations are those without grid files, since PROJ installations differ in them. pyproj
bundles a separate PROJ with a newer database, so only pairs are used for which both databases list the same operation
first. The first line has the versions.
"""

import argparse
import math
import random
import warnings

import pyproj
from pyproj import CRS, Geod, Transformer
from pyproj.aoi import AreaOfInterest
from pyproj.transformer import TransformerGroup

warnings.simplefilter("ignore")  # that a better operation needs a grid file

PAIRS = [
    ("EPSG:4326", "EPSG:25832"),  # UTM in Europe
    ("EPSG:4326", "EPSG:32633"),  # UTM
    ("EPSG:4326", "EPSG:32760"),  # UTM, southern, at the antimeridian
    ("EPSG:4326", "EPSG:3857"),  # Web Mercator
    ("EPSG:4150", "EPSG:2056"),  # Swiss LV95
    ("EPSG:4326", "EPSG:2056"),  # the same with a change of datum
    ("EPSG:4277", "EPSG:27700"),  # British grid
    ("EPSG:4326", "EPSG:27700"),  # the same without its grid file
    ("EPSG:4326", "EPSG:3413"),  # polar stereographic, north
    ("EPSG:4326", "EPSG:3031"),  # polar stereographic, south
    ("EPSG:4326", "EPSG:32661"),  # UPS north, both axes to the south
    ("EPSG:4267", "EPSG:26715"),  # NAD27 UTM
    ("EPSG:4267", "EPSG:32040"),  # NAD27 state plane, US survey feet
    ("EPSG:4269", "EPSG:2278"),  # NAD83 state plane, US survey feet
    ("EPSG:4269", "EPSG:2263"),  # the same elsewhere
    ("EPSG:4269", "EPSG:5070"),  # Albers, conterminous US
    ("EPSG:4171", "EPSG:2154"),  # Lambert 93
    ("EPSG:4275", "EPSG:27572"),  # NTF, grads from Paris below
    ("EPSG:4807", "EPSG:27572"),  # the same from grads
    ("EPSG:4313", "EPSG:31370"),  # Belgium
    ("EPSG:4289", "EPSG:28992"),  # Netherlands, oblique stereographic
    ("EPSG:4314", "EPSG:31467"),  # Gauss-Krueger, northing first
    ("EPSG:4156", "EPSG:5514"),  # Krovak
    ("EPSG:4258", "EPSG:3035"),  # equal area in Europe, northing first
    ("EPSG:4283", "EPSG:28355"),  # Australia
    ("EPSG:4167", "EPSG:2193"),  # New Zealand, northing first
    ("EPSG:4298", "EPSG:29873"),  # Borneo, oblique Mercator
    ("EPSG:4121", "EPSG:2100"),  # Greece
    ("EPSG:4148", "EPSG:2053"),  # South Africa, axes to the west and south
    ("EPSG:6668", "EPSG:6677"),  # Japan
    ("EPSG:4326", "EPSG:6933"),  # equal area around the world
    ("EPSG:4326", "EPSG:3832"),  # Mercator around the Pacific
    ("EPSG:4326", "EPSG:2100"),  # changes of datum
    ("EPSG:4326", "EPSG:5514"),
    ("EPSG:4326", "EPSG:29873"),
    ("EPSG:4326", "EPSG:26915"),
    ("EPSG:4326", "EPSG:31370"),
    ("EPSG:4326", "EPSG:6677"),
    ("EPSG:4979", "EPSG:4978"),  # geocentric
    ("EPSG:4979", "EPSG:4937"),  # heights, change of datum
    ("EPSG:4258+5783", "EPSG:25832+5783"),  # compound, the same heights
    ("EPSG:4269+5703", "EPSG:2263+6360"),  # compound, heights from metres to feet
]

GEODESIC_SYSTEMS = ["EPSG:4326", "EPSG:4267", "EPSG:4314", "EPSG:4277", "EPSG:4047"]
MEASURED_SYSTEMS = ["EPSG:25832", "EPSG:2263", "EPSG:27572", "EPSG:3857", "EPSG:2193", "EPSG:3413"]


def text(values):
    return ",".join(repr(float(value)) for value in values)


def turned(system, x, y):
    """x to the east and y to the north for systems whose axes point west and south."""
    return (-x, -y) if system == "EPSG:2053" else (x, y)


def area_of_use(system):
    if system.area_of_use:
        return system.area_of_use
    return system.sub_crs_list[0].area_of_use  # a compound one: the area of its horizontal part


def shared_area(source, target):
    areas = [area_of_use(source), area_of_use(target)]
    # Across the antimeridian: the part west of it in the target, or the whole target.
    whole = [area for area in areas if area.west <= area.east]
    west = max([area.west for area in whole] or [areas[1].west])
    east = min([area.east for area in whole] or [180])
    if areas[1].west > areas[1].east:
        west, east = areas[1].west, 180
    south = max(area.south for area in areas)
    north = min(area.north for area in areas)
    return west, max(south, -89.9), east, min(north, 89.9)


def random_place(r, area, margin=0.02):
    west, south, east, north = area
    return (
        west + (east - west) * r.uniform(margin, 1 - margin),
        south + (north - south) * r.uniform(margin, 1 - margin),
    )


def transforms(r, points):
    for source_name, target_name in PAIRS:
        source, target = CRS.from_user_input(source_name), CRS.from_user_input(target_name)
        area = shared_area(source, target)
        group = TransformerGroup(
            source, target, always_xy=True, area_of_interest=AreaOfInterest(*area), allow_ballpark=False
        )
        transformer = group.transformers[0]
        to_degrees = Transformer.from_crs(source.geodetic_crs, source, always_xy=True)
        has_heights = len(target.axis_info) == 3 and len(source.axis_info) == 3
        steps = [step for step in transformer.description.split(" + ") if "axis order" not in step]
        # The databases spell names of projections differently, but not those of datums.
        name = next((step for step in steps if " to " in step and "from" not in step), "-")
        for _ in range(points):
            place = list(random_place(r, area))
            if source_name == "EPSG:4807":  # grads from Paris
                place = [(place[0] - 2.33722917) / 0.9, place[1] / 0.9]
            place = place + [r.uniform(-50, 3000)] if has_heights else place
            answer = list(transformer.transform(*place))
            if not all(math.isfinite(value) for value in answer):
                continue
            answer[0], answer[1] = turned(target_name, answer[0], answer[1])
            yield "transform", source_name, target_name, text(area), name, text(place), text(answer)


def geodesics(r, points):
    for name in GEODESIC_SYSTEMS:
        geod = CRS.from_user_input(name).get_geod()
        for number in range(points * 4):
            start = (r.uniform(-180, 180), math.degrees(math.asin(r.uniform(-1, 1))))
            style = number % 8
            if style < 3:  # near
                size = 10 ** r.uniform(-6, 0)
                end = (
                    start[0] + r.uniform(-size, size),
                    max(-90, min(90, start[1] + r.uniform(-size, size))),
                )
            elif style == 3:  # across the antimeridian
                start = (r.uniform(179, 180), start[1])
                end = (r.uniform(-180, -179), start[1] / 2)
            elif style == 4:  # from a pole
                start = (start[0], r.choice([-90, 90]))
                end = (r.uniform(-180, 180), r.uniform(-89, 89))
            elif style == 5:  # nearly opposite
                end = (start[0] + 180 + r.uniform(-0.3, 0.3), -start[1] + r.uniform(-0.3, 0.3))
            else:
                end = (r.uniform(-180, 180), r.uniform(-90, 90))
            forward, backward, distance = geod.inv(*start, *end)
            yield "inverse", name, text(start), text(end), repr(distance), repr(forward), repr(
                math.remainder(backward + 180, 360)
            )
            azimuth, length = r.uniform(-180, 180), 10 ** r.uniform(-2, 7.2)
            x, y, _ = geod.fwd(*start, azimuth, length)
            yield "direct", name, text(start), repr(azimuth), repr(length), text((x, y))


def ring(r, center, size):
    count = r.randint(3, 9)
    angles = sorted(r.uniform(0, 2 * math.pi) for _ in range(count))
    places = [
        (center[0] + size * math.cos(angle), center[1] + size / 2 * math.sin(angle)) for angle in angles
    ]
    if r.random() < 0.5:
        places.reverse()
    return places + places[:1]


def measures(r, points):
    for name in GEODESIC_SYSTEMS + MEASURED_SYSTEMS:
        system = CRS.from_user_input(name)
        base = system.geodetic_crs
        unit = math.degrees(base.axis_info[0].unit_conversion_factor)
        lift = Transformer.from_crs(base, system, always_xy=True)
        area = shared_area(base, system)
        for number in range(points):
            size = 10 ** r.uniform(-4, 0)
            if name == "EPSG:4326" and number % 4 == 0:  # around a pole
                lat = r.uniform(60, 89) * r.choice([-1, 1])
                places = [(x, lat) for x in (-150, -60, 20, 110)]
                places += places[:1]
            else:
                places = ring(r, random_place(r, area, 0.2), size)
            if system.is_projected:
                scale = unit if base.prime_meridian.name == "Paris" else 1
                offset = 2.33722917 if base.prime_meridian.name == "Paris" else 0
                own = [((x - offset) / scale, y / scale) for x, y in places]
                shown = [lift.transform(x, y) for x, y in own]
                # Measures use the rounded coordinates.
                places = [lift.transform(x, y, direction="INVERSE") for x, y in shown]
                places = [(x * scale, y * scale) for x, y in places]
            else:
                shown = places
            geod = system.get_geod()
            lon, lat = [x for x, _ in places], [y for _, y in places]
            area_size, length = geod.polygon_area_perimeter(lon, lat)
            yield "measures", name, " ".join(text(place) for place in shown), repr(length), repr(
                abs(area_size)
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output")
    parser.add_argument("--points", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with open(arguments.output, "w") as output:
        print(f"# pyproj {pyproj.__version__}, PROJ {pyproj.proj_version_str}", file=output)
        for maker in (transforms, geodesics, measures):
            r = random.Random(arguments.seed)
            for row in maker(r, arguments.points):
                print("\t".join(row), file=output)


if __name__ == "__main__":
    main()
