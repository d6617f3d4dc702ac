/// Networks in PostgreSQL databases with PostGIS: one network in one schema, which QGIS and SQL can read and edit.
///
/// `Documentation/PostGIS.md` describes tables, columns and functions.
public enum PostGIS {}
