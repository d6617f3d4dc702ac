"""SQLite's R*Tree over boxes (32-bit floats), in memory: usage sqlite_rtree.py WORKDIR"""

import sqlite3

from workload import Edits, Workload, boxes, emit, extent, folder, identify, timed

workload = Workload(folder())
VERSION = "SQLite " + sqlite3.sqlite_version
FIND = "SELECT id FROM {} WHERE x1 >= ? AND x0 <= ? AND y1 >= ? AND y0 <= ?"
INSERT = "INSERT INTO {} VALUES (?, ?, ?, ?, ?)"
database = sqlite3.connect(":memory:", isolation_level=None)


def report(job, seconds, operations, does, found=None, **more):
    emit("sqlite-rtree", VERSION, job, seconds, operations, does, False, found, **more)


def rows(rectangles):
    return [(i, x0, x1, y0, y1) for i, (x0, y0, x1, y1) in enumerate(rectangles.tolist())]


def fill(table, content):
    database.execute(f"DROP TABLE IF EXISTS {table}")
    database.execute(f"CREATE VIRTUAL TABLE {table} USING rtree(id, x0, x1, y0, y1)")
    database.execute("BEGIN")
    database.executemany(INSERT.format(table), content)
    database.execute("COMMIT")


def found_in(table, asked):
    queries, found, cursor, find = [], [], database.cursor(), FIND.format(table)
    for query, parameters in enumerate(asked):
        for (entry,) in cursor.execute(find, parameters):
            queries.append(query)
            found.append(entry)
    return queries, found


def asked(rectangles):
    return [(x0, x1, y0, y1) for x0, y0, x1, y1 in rectangles.tolist()]


home = rows(boxes(workload.entries))
seconds, _ = timed(lambda: fill("entries", home))
report("build", seconds, len(home), "INSERT of boxes, one transaction")

windows = asked(workload.windows())
seconds, (queries, found) = timed(lambda: found_in("entries", windows))
does = "boxes only: one prepared SELECT a question"
report("identify", seconds, len(windows), does, identify(workload, queries, found))

fill("associations", rows(boxes(workload.associations)))
rectangles = asked(workload.extents)
seconds, (queries, found) = timed(lambda: found_in("associations", rectangles))
report("extent", seconds, len(rectangles), does, extent(workload, queries, found))

edits = Edits(workload)
away = rows(boxes(edits.places))
cursor = database.cursor()


def delete(entries):
    for entry in entries:
        cursor.execute("DELETE FROM entries WHERE id = ?", (entry,))


def insert(entries, content):
    for entry in entries:
        cursor.execute(INSERT.format("entries"), content[entry])


def each(work):
    database.execute("BEGIN")
    for entries in edits.entries:
        work(entries)
    database.execute("COMMIT")


for job, work, places in (
    ("delete", delete, workload.entries),
    ("insert", lambda entries: insert(entries, home), workload.entries),
    ("move", lambda entries: (delete(entries), insert(entries, away)), edits.places),
):
    seconds, _ = timed(lambda: each(work), 1)
    queries, found = found_in("entries", asked(workload.windows(1000)))
    entry_ns = {job + "_entry_ns": seconds / edits.entry_count * 1e9}
    does = "a statement for each entry, all in one transaction"
    checked = identify(workload, queries, found, places)
    report(job, seconds, len(edits.entries), does, checked, **entry_ns)
