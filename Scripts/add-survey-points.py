#!/usr/bin/env python3
"""Adds the surveyed points of a CSV file to a GeoPackage as the plain source `survey_points`.

    add-survey-points.py POINTS.csv NETWORK.gpkg

The table has no asset types: GeoSnap identifies it and snaps to it, and no rule applies to it. Global ids are derived
from the points' numbers, so a second run gives the same. Needs only Python with SQLite's R*Tree, which every
distribution has.
"""

import csv
import json
import sqlite3
import struct
import sys
import uuid

TABLE = "survey_points"
SRID = 25832
COLUMNS = {
    "OBJECTID": "INTEGER PRIMARY KEY", "SHAPE": "POINT", "GLOBALID": "TEXT", "ORIGIN": "TEXT",
    "number": "TEXT", "feature": "TEXT", "place": "TEXT", "height": "REAL", "accuracy_m": "REAL",
}


def geometry(x, y, z):
    """A GeoPackage geometry: header without an envelope, then little-endian WKB of a POINT Z."""
    return struct.pack("<2sBBi", b"GP", 0, 1, SRID) + struct.pack("<BI3d", 1, 1001, x, y, z)


def global_id(origin):
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"geosnap:schutterwald/{origin}")).upper()


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
        columns = ", ".join(f'"{name}" {kind}' for name, kind in COLUMNS.items())
        database.execute(f"CREATE TABLE {TABLE} ({columns})")
        database.execute(
            "INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change,"
            " min_x, min_y, max_x, max_y, srs_id)"
            " VALUES (?, 'features', ?, 'Made-up surveyed points', '2026-11-21T00:00:00.000Z',"
            " ?, ?, ?, ?, ?)",
            (TABLE, TABLE, *extent, SRID))
        database.execute(
            "INSERT INTO gpkg_geometry_columns (table_name, column_name, geometry_type_name, srs_id,"
            " z, m) VALUES (?, 'SHAPE', 'POINT', ?, 1, 0)",
            (TABLE, SRID))
        database.execute(
            f"CREATE VIRTUAL TABLE rtree_{TABLE}_SHAPE USING rtree(id, minx, maxx, miny, maxy)")
        for row, (point, x, y) in enumerate(zip(points, eastings, northings), start=1):
            origin = f"{TABLE}/{point['number']}"
            height = float(point["height"])
            database.execute(
                f"INSERT INTO {TABLE} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (row, geometry(x, y, height), global_id(origin), origin, point["number"],
                 point["feature"], point["place"], height, float(point["accuracy_m"])))
            database.execute(
                f"INSERT INTO rtree_{TABLE}_SHAPE VALUES (?, ?, ?, ?, ?)", (row, x, x, y, y))
        create_triggers(database)
        database.execute(
            "INSERT OR IGNORE INTO gpkg_extensions VALUES (?, 'SHAPE', 'gpkg_rtree_index',"
            " 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')",
            (TABLE,))
        database.execute(
            "INSERT INTO un_manifest (TABLENAME, ROWCOUNT, COLUMNS) VALUES (?, ?, ?)",
            (TABLE, len(points), json.dumps(list(COLUMNS), separators=(",", ":"))))
        # The manifest counts itself.
        database.execute(
            "UPDATE un_manifest SET ROWCOUNT = (SELECT count(*) FROM un_manifest)"
            " WHERE TABLENAME = 'un_manifest'")
    database.close()
    print(f"{sys.argv[2]}: {len(points)} rows in {TABLE}")


def create_triggers(database):
    """The triggers of the GeoPackage R-tree extension, which keep the index with the table."""
    index = f"rtree_{TABLE}_SHAPE"
    box = (
        "NEW.OBJECTID, ST_MinX(NEW.SHAPE), ST_MaxX(NEW.SHAPE), ST_MinY(NEW.SHAPE),"
        " ST_MaxY(NEW.SHAPE)")
    there = "(NEW.SHAPE NOTNULL AND NOT ST_IsEmpty(NEW.SHAPE))"
    gone = "(NEW.SHAPE ISNULL OR ST_IsEmpty(NEW.SHAPE))"
    put = f"INSERT OR REPLACE INTO {index} VALUES ({box});"
    drop = f"DELETE FROM {index} WHERE id = OLD.OBJECTID;"
    drop_both = f"DELETE FROM {index} WHERE id IN (OLD.OBJECTID, NEW.OBJECTID);"
    for name, event, condition, action in [
        ("insert", "INSERT", there, put),
        ("update1", "UPDATE OF SHAPE", f"OLD.OBJECTID = NEW.OBJECTID AND {there}", put),
        ("update2", "UPDATE OF SHAPE", f"OLD.OBJECTID = NEW.OBJECTID AND {gone}", drop),
        ("update3", "UPDATE", f"OLD.OBJECTID != NEW.OBJECTID AND {there}", drop + put),
        ("update4", "UPDATE", f"OLD.OBJECTID != NEW.OBJECTID AND {gone}", drop_both),
        ("delete", "DELETE", "OLD.SHAPE NOT NULL", drop),
    ]:
        database.execute(
            f"CREATE TRIGGER {index}_{name} AFTER {event} ON {TABLE} WHEN {condition}"
            f" BEGIN {action} END")


if __name__ == "__main__":
    main()
