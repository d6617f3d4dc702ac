#!/usr/bin/env python3
"""Adds the surveyed points of a CSV file to a GeoPackage as the plain source `survey_points`.

    add-survey-points.py POINTS.csv NETWORK.gpkg

The table carries no global ids and no asset types: GeoSnap identifies it and snaps to it, and no
rule concerns it. Needs nothing beyond Python with SQLite's R*Tree, as every distribution has it.
"""

import csv
import sqlite3
import struct
import sys

TABLE = "survey_points"
SRID = 25832


def geometry(x, y, z):
    """A GeoPackage geometry: header without an envelope, then little-endian WKB of a POINT Z."""
    return struct.pack("<2sBBi", b"GP", 0, 1, SRID) + struct.pack("<BI3d", 1, 1001, x, y, z)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        points = list(csv.DictReader(file))
    eastings = [float(point["easting"]) for point in points]
    northings = [float(point["northing"]) for point in points]
    extent = (min(eastings), min(northings), max(eastings), max(northings))

    database = sqlite3.connect(sys.argv[2])
    with database:
        (srs,) = database.execute(
            "SELECT count(*) FROM gpkg_spatial_ref_sys WHERE srs_id = ?", (SRID,)).fetchone()
        if srs == 0:
            sys.exit(f"{sys.argv[2]}: gpkg_spatial_ref_sys has no row {SRID}.")
        database.execute(
            f"""CREATE TABLE {TABLE} (
              fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom POINT, number TEXT NOT NULL,
              feature TEXT, place TEXT, height REAL, accuracy_m REAL)""")
        database.execute(
            "INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change,"
            " min_x, min_y, max_x, max_y, srs_id)"
            " VALUES (?, 'features', ?, 'Made-up surveyed points', '2026-11-21T00:00:00.000Z',"
            " ?, ?, ?, ?, ?)",
            (TABLE, TABLE, *extent, SRID))
        database.execute(
            "INSERT INTO gpkg_geometry_columns (table_name, column_name, geometry_type_name, srs_id,"
            " z, m) VALUES (?, 'geom', 'POINT', ?, 1, 0)",
            (TABLE, SRID))
        database.execute(
            f"CREATE VIRTUAL TABLE rtree_{TABLE}_geom USING rtree(id, minx, maxx, miny, maxy)")
        for fid, (point, x, y) in enumerate(zip(points, eastings, northings), start=1):
            height = float(point["height"])
            database.execute(
                f"INSERT INTO {TABLE} VALUES (?, ?, ?, ?, ?, ?, ?)",
                (fid, geometry(x, y, height), point["number"], point["feature"], point["place"],
                 height, float(point["accuracy_m"])))
            database.execute(
                f"INSERT INTO rtree_{TABLE}_geom VALUES (?, ?, ?, ?, ?)", (fid, x, x, y, y))
        create_triggers(database)
        database.execute(
            "INSERT OR IGNORE INTO gpkg_extensions VALUES (?, 'geom', 'gpkg_rtree_index',"
            " 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')",
            (TABLE,))
        database.execute(
            "INSERT INTO un_manifest (table_name, row_count) VALUES (?, ?)", (TABLE, len(points)))
    database.close()
    print(f"{sys.argv[2]}: {len(points)} rows in {TABLE}")


def create_triggers(database):
    """The triggers of the GeoPackage R-tree extension, which keep the index with the table."""
    index = f"rtree_{TABLE}_geom"
    box = "NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)"
    there = "(NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))"
    gone = "(NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))"
    put = f"INSERT OR REPLACE INTO {index} VALUES ({box});"
    drop = f"DELETE FROM {index} WHERE id = OLD.fid;"
    drop_both = f"DELETE FROM {index} WHERE id IN (OLD.fid, NEW.fid);"
    for name, event, condition, action in [
        ("insert", "INSERT", there, put),
        ("update1", "UPDATE OF geom", f"OLD.fid = NEW.fid AND {there}", put),
        ("update2", "UPDATE OF geom", f"OLD.fid = NEW.fid AND {gone}", drop),
        ("update3", "UPDATE", f"OLD.fid != NEW.fid AND {there}", drop + put),
        ("update4", "UPDATE", f"OLD.fid != NEW.fid AND {gone}", drop_both),
        ("delete", "DELETE", "OLD.geom NOT NULL", drop),
    ]:
        database.execute(
            f"CREATE TRIGGER {index}_{name} AFTER {event} ON {TABLE} WHEN {condition}"
            f" BEGIN {action} END")


if __name__ == "__main__":
    main()
